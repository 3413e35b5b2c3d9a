//! What a run knows of its events.
//!
//! At the end of a step: which conditions have become true within it. The step is then taken again until it ends where
//! the first of them does so. There, and where something timed is due, events take effect in rounds: all of a round see the values before it and
//! change them together, and the next one is of those conditions that have become true by it.

use super::happened::Happened;
use super::list::{EventOf, TriggerOf};
use super::patience::{MOST_ROUNDS, Patience};
use super::root::Bracket;
use super::watch::Watch;
use crate::analyses::Formulation;
use crate::assembly::Owner;
use crate::fault::{Fault, FaultKind};
use crate::mechanism::Mechanism;

/// Of a step: so exactly events are located.
const EXACT: f64 = 1e-12;

/// Of a period: less than this is rounding.
const CRUMB: f64 = 1e-9;

/// An event that is due at times known before.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Timer {
    event: usize,
    /// Absent where it happens once, s.
    period: Option<f64>,
    /// How often it has happened.
    count: u64,
    /// When it is due next, s.
    next: f64,
}

impl Timer {
    fn is_due(&self, time: f64) -> bool {
        self.next <= time + self.period.map_or(0.0, |period| CRUMB * period)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Agenda {
    timers: Vec<Timer>,
    watches: Vec<Watch>,
    patience: Patience,
    /// The longest step so far, s.
    longest: f64,
    /// What happened at the end of the last step, in order.
    pub(crate) log: Vec<Happened>,
    /// How often something happened in the whole run.
    pub(crate) count: u64,
}

impl Agenda {
    /// `None` for a mechanism without events. In a phase that begins later than at zero, timed ones up to `time` are over.
    pub(crate) fn new(mechanism: &Mechanism, time: f64, duration: f64) -> Option<Self> {
        let events = &mechanism.events;
        if events.is_empty() {
            return None;
        }
        let (mut timers, mut watches) = (Vec::new(), Vec::new());
        for (event, EventOf { trigger, .. }) in events.iter().enumerate() {
            match *trigger {
                TriggerOf::At(next) if next > time || time == 0.0 => {
                    timers.push(Timer { event, period: None, count: 0, next });
                }
                TriggerOf::At(_) => {}
                TriggerOf::Every(period) => {
                    let over =
                        if time == 0.0 { 0.0 } else { (time / period + CRUMB).floor() + 1.0 };
                    let count = over as u64;
                    let next = count as f64 * period;
                    timers.push(Timer { event, period: Some(period), count, next });
                }
                TriggerOf::When { condition, margin } => {
                    watches.push(Watch::new(event, condition, margin));
                }
            }
        }
        let patience = Patience::new(events.len(), duration);
        Some(Self { timers, watches, patience, longest: 0.0, log: Vec::new(), count: 0 })
    }

    /// At the beginning of a run, or of a phase of it. Why it ends there, if it does.
    pub(crate) fn start(
        &mut self,
        mechanism: &Mechanism,
        course: &mut dyn Formulation,
    ) -> Result<Option<String>, Fault> {
        self.look(course);
        self.watches.iter_mut().for_each(Watch::begin_anew);
        for timer in &self.timers {
            course.force(timer.next);
        }
        self.happen(mechanism, course)
    }

    /// After a step that began at a time: makes it end where the first condition becomes true, if one does.
    pub(crate) fn land(&mut self, course: &mut dyn Formulation, began: f64) -> Result<(), Fault> {
        self.log.clear();
        let end = course.time();
        self.longest = self.longest.max(end - began);
        if self.watches.is_empty() {
            return Ok(());
        }
        self.look(course);
        if self.watches.iter().any(Watch::has_become_true) {
            self.locate(course, began, end)
        } else if self.watches.iter().any(Watch::is_near) {
            self.probe(course, began, end)
        } else {
            Ok(())
        }
    }

    /// Whether something takes effect at the end of the last step.
    pub(crate) fn is_due(&self, time: f64) -> bool {
        self.timers.iter().any(|timer| timer.is_due(time))
            || self.watches.iter().any(Watch::has_become_true)
    }

    /// What is due at the end of the last step takes effect. Why the run ends there, if it does.
    pub(crate) fn happen(
        &mut self,
        mechanism: &Mechanism,
        course: &mut dyn Formulation,
    ) -> Result<Option<String>, Fault> {
        let time = course.time();
        let mut due = self.timers_due(time, course);
        due.extend(self.became_true());
        if due.is_empty() {
            self.watches.iter_mut().for_each(Watch::go_on);
            return Ok(None);
        }
        if self.watches.is_empty() {
            course.sample();
        }
        let mut why = None;
        let mut rounds = 0;
        while !due.is_empty() {
            if rounds == MOST_ROUNDS {
                return Err(endless(mechanism, time, &due));
            }
            rounds += 1;
            self.take_effect(mechanism, course, &due)?;
            why = why.or_else(|| {
                due.iter().find_map(|&event| mechanism.events[event].stop.as_ref()).cloned()
            });
            self.watches.iter_mut().for_each(Watch::begin_anew);
            self.look(course);
            due = self.became_true();
        }
        self.watches.iter_mut().for_each(Watch::begin_anew);
        Ok(why)
    }

    fn became_true(&self) -> Vec<usize> {
        self.watches.iter().filter(|own| own.has_become_true()).map(|own| own.event).collect()
    }

    /// Timed events of an instant; each is then due again after its period.
    fn timers_due(&mut self, time: f64, course: &mut dyn Formulation) -> Vec<usize> {
        let mut due = Vec::new();
        for timer in &mut self.timers {
            if !timer.is_due(time) {
                continue;
            }
            due.push(timer.event);
            timer.count += 1;
            timer.next = timer.period.map_or(f64::INFINITY, |period| timer.count as f64 * period);
            course.force(timer.next);
        }
        due
    }

    /// All at once.
    fn take_effect(
        &mut self,
        mechanism: &Mechanism,
        course: &mut dyn Formulation,
        due: &[usize],
    ) -> Result<(), Fault> {
        let time = course.time();
        let mut changes: Vec<(usize, f64)> = Vec::new();
        let mut by: Vec<usize> = Vec::new();
        for &event in due {
            let EventOf { trigger, sets, note, stop } = &mechanism.events[event];
            let is_told =
                !matches!(trigger, TriggerOf::Every(_)) || note.is_some() || stop.is_some();
            let mut set = Vec::with_capacity(if is_told { sets.len() } else { 0 });
            for &(state, node) in sets {
                let value = course.values().scalar(node);
                let path = &mechanism.graph.states[state].path;
                if !value.is_finite() {
                    let why = mechanism.tape.explain(node, course.values()).unwrap_or_default();
                    let term = format!("new value of `{path}`");
                    return Err(fault(mechanism, FaultKind::NotFinite, time, event, &term, why));
                }
                match changes.iter().position(|&(own, _)| own == state) {
                    None => {
                        changes.push((state, value));
                        by.push(event);
                    }
                    Some(at) if changes[at].1 == value => {}
                    Some(at) => {
                        return Err(clash(
                            mechanism,
                            time,
                            path,
                            [by[at], event],
                            [changes[at].1, value],
                        ));
                    }
                }
                if is_told {
                    set.push((path.clone(), value));
                }
            }
            self.count += 1;
            // What is sampled would fill the log.
            if is_told {
                let event = mechanism.paths.of(Owner::Event(event)).to_owned();
                let (note, stop) = (note.clone(), stop.clone());
                self.log.push(Happened { time, event, set, note, stop });
            }
            if let TriggerOf::When { .. } = trigger
                && let Some(why) = self.patience.note(event, time, self.longest)
            {
                return Err(fault(
                    mechanism,
                    FaultKind::EventsWithoutEnd,
                    time,
                    event,
                    "condition",
                    why,
                ));
            }
        }
        if changes.is_empty() {
            return Ok(());
        }
        let before = course.energies().total();
        course.set_states(&changes)?;
        let after = course.energies().total();
        course.carry_on(course.initial_energy(), after - before);
        Ok(())
    }

    fn look(&mut self, course: &mut dyn Formulation) {
        if self.watches.is_empty() {
            return;
        }
        course.sample();
        for watch in &mut self.watches {
            watch.look(course.values());
        }
    }

    /// Takes the step again, with another end.
    fn retake(&mut self, course: &mut dyn Formulation, end: f64) -> Result<(), Fault> {
        course.retake(end)?;
        self.look(course);
        Ok(())
    }

    /// Positive where a condition holds that did not when the step began: the largest of their margins.
    fn largest(&self, of: impl Fn(&Watch) -> f64) -> f64 {
        let waiting = self.watches.iter().filter(|own| !own.begin.holds);
        waiting.map(of).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The first condition becomes true between the step's beginning and `end`, where it is now.
    fn locate(&mut self, course: &mut dyn Formulation, began: f64, end: f64) -> Result<(), Fault> {
        let at_begin = (began, self.largest(|own| own.begin.margin));
        let mut bracket = Bracket::new(at_begin, (end, self.largest(|own| own.now.margin)));
        let tolerance = (EXACT * (end - began)).max(4.0 * f64::EPSILON * end.abs());
        // A step that is taken again cannot be shorter.
        let shortest = began + (course.shortest_share() * (end - began)).max(tolerance);
        let mut here = end;
        while bracket.width() > 2.0 * tolerance && bracket.positive() > shortest {
            here = bracket.next(tolerance).max(shortest);
            self.retake(course, here)?;
            bracket.look(here, self.largest(|own| own.now.margin));
        }
        let end = bracket.positive();
        if here != end {
            self.retake(course, end)?;
        }
        Ok(())
    }

    /// Conditions that are the same at both ends may have changed in between: looks in the middle, and where they come
    /// closest. The step ends at a change back, after which the condition can become true.
    fn probe(&mut self, course: &mut dyn Formulation, began: f64, end: f64) -> Result<(), Fault> {
        let at_end: Vec<f64> = self.watches.iter().map(|own| own.now.margin).collect();
        let near: Vec<usize> =
            (0..self.watches.len()).filter(|&index| self.watches[index].is_near()).collect();
        let middle = 0.5 * (began + end);
        self.retake(course, middle)?;
        let mut here = middle;
        if !self.watches.iter().any(Watch::has_changed) {
            let turns = near.iter().filter_map(|&index| {
                let watch = &self.watches[index];
                watch.turn(watch.now.margin, at_end[index])
            });
            let first = turns.fold(f64::INFINITY, f64::min);
            let shortest = course.shortest_share().max(EXACT);
            if first.is_finite() && first > shortest {
                here = began + first * (end - began);
                self.retake(course, here)?;
            }
        }
        if self.watches.iter().any(Watch::has_become_true) {
            self.locate(course, began, here)
        } else if self.watches.iter().any(Watch::has_changed) {
            Ok(())
        } else {
            self.retake(course, end)
        }
    }
}

fn fault(
    mechanism: &Mechanism,
    kind: FaultKind,
    time: f64,
    event: usize,
    term: &str,
    why: String,
) -> Fault {
    Fault::new(&mechanism.paths, kind, time, Owner::Event(event), term, why)
}

/// Two events of one instant that set one state to different values.
fn clash(
    mechanism: &Mechanism,
    time: f64,
    state: &str,
    events: [usize; 2],
    values: [f64; 2],
) -> Fault {
    let other = mechanism.paths.of(Owner::Event(events[0]));
    let why =
        format!("it becomes {} by `{other}`, and {} by this, at one instant", values[0], values[1]);
    let term = format!("new value of `{state}`");
    fault(mechanism, FaultKind::EventsClash, time, events[1], &term, why)
}

/// Events that make each other's conditions true again and again.
fn endless(mechanism: &Mechanism, time: f64, due: &[usize]) -> Fault {
    let names: Vec<String> =
        due.iter().map(|&event| format!("`{}`", mechanism.paths.of(Owner::Event(event)))).collect();
    let why = format!(
        "{MOST_ROUNDS} rounds of events at one instant have not come to an end: each makes another's condition \
         true; the next would be {}",
        names.join(", ")
    );
    fault(mechanism, FaultKind::EventsWithoutEnd, time, due[0], "condition", why)
}
