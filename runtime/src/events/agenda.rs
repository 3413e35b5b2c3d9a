//! What a run knows of its events.
//!
//! At the end of a step: which conditions have become true within it. The step is then taken again until it ends where
//! the first of them does so. There, and where something timed is due, events take effect in rounds: all of a round see the values before it and
//! change them together, and the next one is of those conditions that have become true by it.

use cdl_graph::Latch;

use super::happened::Happened;
use super::list::{EventOf, LatchingOf, TriggerOf};
use super::patience::{MOST_ROUNDS, Patience};
use super::root::Bracket;
use super::watch::Watch;
use crate::analyses::{Bounce, Formulation, Impact};
use crate::assembly::Owner;
use crate::fault::{Fault, FaultKind};
use crate::mechanism::{Gap, Mechanism};

/// Of a step: so exactly events are located.
const EXACT: f64 = 1e-12;

/// Of a period: less than this is rounding.
const CRUMB: f64 = 1e-9;

/// What is to happen more often in a run does not come to an end in anybody's time.
const MOST_TIMES: f64 = 1e8;

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
    /// Instants of which the clock makes one are one here, too.
    fn is_due(&self, time: f64, crumb: f64) -> bool {
        self.next <= time + crumb
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Agenda {
    timers: Vec<Timer>,
    watches: Vec<Watch>,
    patience: Patience,
    /// s
    duration: f64,
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
                TriggerOf::When { condition, margin, initially } => {
                    let first = initially && time == 0.0;
                    watches.push(Watch::new(event, condition, margin, first));
                }
            }
        }
        let patience = Patience::new(events.len(), duration);
        Some(Self { timers, watches, patience, duration, longest: 0.0, log: Vec::new(), count: 0 })
    }

    /// At the beginning of a run, or of a phase of it. Why it ends there, if it does.
    pub(crate) fn start(
        &mut self,
        mechanism: &Mechanism,
        course: &mut dyn Formulation,
    ) -> Result<Option<String>, Fault> {
        let too_often =
            |timer: &&Timer| timer.period.is_some_and(|period| self.duration / period > MOST_TIMES);
        if let Some(Timer { event, .. }) = self.timers.iter().find(too_often) {
            let why = format!("it is to happen more than {MOST_TIMES:e} times in this run");
            let (kind, time) = (FaultKind::EventsWithoutEnd, course.time());
            return Err(fault(mechanism, kind, time, *event, "period", why));
        }
        self.look(mechanism, course)?;
        self.watches.iter_mut().for_each(Watch::begin);
        for timer in &self.timers {
            course.force(timer.next);
        }
        self.happen(mechanism, course)
    }

    /// After a step that began at a time: makes it end where the first condition becomes true, if one does.
    pub(crate) fn land(
        &mut self,
        mechanism: &Mechanism,
        course: &mut dyn Formulation,
        began: f64,
    ) -> Result<(), Fault> {
        self.log.clear();
        let end = course.time();
        self.longest = self.longest.max(end - began);
        if self.watches.is_empty() {
            return Ok(());
        }
        self.look(mechanism, course)?;
        if self.watches.iter().any(Watch::has_become_true) {
            self.locate(mechanism, course, [began, end])
        } else if self.watches.iter().any(Watch::is_near) {
            self.probe(mechanism, course, [began, end])
        } else {
            Ok(())
        }
    }

    /// Whether something takes effect at the end of the last step.
    pub(crate) fn is_due(&self, course: &dyn Formulation) -> bool {
        let (time, crumb) = (course.time(), course.crumb());
        self.timers.iter().any(|timer| timer.is_due(time, crumb))
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
            // As many events may follow from each other, one after the other.
            if rounds == MOST_ROUNDS + mechanism.events.len() {
                return Err(endless(mechanism, time, rounds, &due));
            }
            rounds += 1;
            self.take_effect(mechanism, course, &due)?;
            why = why.or_else(|| {
                due.iter().find_map(|&event| mechanism.events[event].stop.as_ref()).cloned()
            });
            self.watches.iter_mut().for_each(Watch::begin_anew);
            self.look(mechanism, course)?;
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
        let (mut due, crumb) = (Vec::new(), course.crumb());
        for timer in &mut self.timers {
            if !timer.is_due(time, crumb) {
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
        let (changes, gap) = changes(mechanism, course, due)?;
        for &event in due {
            self.note(mechanism, course, event)?;
        }
        let bounces = bounces(mechanism, due);
        if changes.is_empty() && bounces.is_empty() {
            return Ok(());
        }
        let before = course.energies().total();
        let mut impact = Impact::default();
        if !changes.is_empty() {
            impact = course.set_states(&changes, gap)?.unwrap_or_default();
        }
        for (latch, bounce) in bounces {
            impact.lost += course.bounce(latch, bounce)?.lost;
        }
        self.note_impact(impact);
        let after = course.energies().total();
        // All but what an impact takes is work.
        course.carry_on(course.initial_energy(), after - before + impact.lost);
        Ok(())
    }

    /// Into the log, but for what is sampled and says nothing, which would fill it.
    fn note(
        &mut self,
        mechanism: &Mechanism,
        course: &dyn Formulation,
        event: usize,
    ) -> Result<(), Fault> {
        let time = course.time();
        let EventOf { trigger, sets, latching, note, stop, is_quiet } = &mechanism.events[event];
        if *is_quiet {
            return Ok(());
        }
        self.count += 1;
        let is_sampled = matches!(trigger, TriggerOf::Every(_));
        let says = !latching.is_empty() || note.is_some() || stop.is_some();
        if !is_sampled || says {
            let set = sets.iter().map(|&(state, node)| {
                (mechanism.graph.states[state].path.clone(), course.values().scalar(node))
            });
            self.log.push(Happened {
                time,
                event: mechanism.paths.of(Owner::Event(event)).to_owned(),
                set: set.chain(latched(mechanism, latching, course.states())).collect(),
                note: note.clone(),
                stop: stop.clone(),
            });
        }
        let why = match trigger {
            TriggerOf::When { .. } => {
                let shortest = course.shortest_share() * self.longest;
                self.patience.note(event, time, [self.longest, shortest])
            }
            TriggerOf::At(_) | TriggerOf::Every(_) => None,
        };
        let kind = FaultKind::EventsWithoutEnd;
        why.map_or(Ok(()), |why| Err(fault(mechanism, kind, time, event, "condition", why)))
    }

    /// To the last of what has been noted.
    fn note_impact(&mut self, Impact { gap, lost }: Impact) {
        let Some(last) = self.log.last_mut() else { return };
        let told = [("gap closed", gap.length), ("turned", gap.angle), ("energy lost", lost)];
        let told = told.into_iter().filter(|(_, value)| *value != 0.0);
        last.set.extend(told.map(|(name, value)| (name.to_owned(), value)));
    }

    fn look(&mut self, mechanism: &Mechanism, course: &mut dyn Formulation) -> Result<(), Fault> {
        if self.watches.is_empty() {
            return Ok(());
        }
        course.sample();
        for watch in &mut self.watches {
            if let Some(node) = watch.look(course.values()) {
                let why = mechanism.tape.explain(node, course.values()).unwrap_or_default();
                let (kind, time) = (FaultKind::NotFinite, course.time());
                return Err(fault(mechanism, kind, time, watch.event, "condition", why));
            }
        }
        Ok(())
    }

    /// Takes the step again, with another end.
    fn retake(
        &mut self,
        mechanism: &Mechanism,
        course: &mut dyn Formulation,
        end: f64,
    ) -> Result<(), Fault> {
        course.retake(end)?;
        self.look(mechanism, course)
    }

    /// Positive where a condition holds that did not when the step began: the largest of their margins.
    fn largest(&self, of: impl Fn(&Watch) -> f64) -> f64 {
        let waiting = self.watches.iter().filter(|own| !own.begin.holds);
        waiting.map(of).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The first condition becomes true between the step's beginning and `end`, where it is now.
    fn locate(
        &mut self,
        mechanism: &Mechanism,
        course: &mut dyn Formulation,
        [began, end]: [f64; 2],
    ) -> Result<(), Fault> {
        let at_begin = (began, self.largest(|own| own.begin.margin));
        let mut bracket = Bracket::new(at_begin, (end, self.largest(|own| own.now.margin)));
        let tolerance = (EXACT * (end - began)).max(4.0 * f64::EPSILON * end.abs());
        // A step that is taken again cannot be shorter.
        let shortest = began + (course.shortest_share() * (end - began)).max(tolerance);
        let mut here = end;
        while bracket.width() > 2.0 * tolerance && bracket.positive() > shortest {
            here = bracket.next(tolerance).max(shortest);
            self.retake(mechanism, course, here)?;
            bracket.look(here, self.largest(|own| own.now.margin));
        }
        let end = bracket.positive();
        if here != end {
            self.retake(mechanism, course, end)?;
        }
        Ok(())
    }

    /// Conditions that are the same at both ends may have changed in between: looks in the middle, and where they come
    /// closest. The step ends at a change back, after which the condition can become true.
    fn probe(
        &mut self,
        mechanism: &Mechanism,
        course: &mut dyn Formulation,
        [began, end]: [f64; 2],
    ) -> Result<(), Fault> {
        let at_end: Vec<f64> = self.watches.iter().map(|own| own.now.margin).collect();
        let near: Vec<usize> =
            (0..self.watches.len()).filter(|&index| self.watches[index].is_near()).collect();
        let middle = 0.5 * (began + end);
        self.retake(mechanism, course, middle)?;
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
                self.retake(mechanism, course, here)?;
            }
        }
        if self.watches.iter().any(Watch::has_become_true) {
            self.locate(mechanism, course, [began, here])
        } else if self.watches.iter().any(Watch::has_changed) {
            Ok(())
        } else {
            self.retake(mechanism, course, end)
        }
    }
}

/// What events of one instant set: states and their new values, each once; and how far apart what they connect may be.
fn changes(
    mechanism: &Mechanism,
    course: &dyn Formulation,
    due: &[usize],
) -> Result<(Vec<(usize, f64)>, Gap), Fault> {
    let (time, values) = (course.time(), course.values());
    let mut all: Vec<(usize, f64, usize)> = Vec::new();
    let mut gap = Gap::default();
    let opened: Vec<usize> = due
        .iter()
        .flat_map(|&event| &mechanism.events[event].latching)
        .flat_map(|latching| match latching {
            LatchingOf::Open(latches) => latches.as_slice(),
            LatchingOf::Close { .. } | LatchingOf::Bounce { .. } => &[],
        })
        .copied()
        .collect();
    for &event in due {
        for latching in &mechanism.events[event].latching {
            let found = latch_changes(mechanism, course.states(), latching, &opened);
            let found = found.map_err(|why| {
                fault(mechanism, FaultKind::Latch, time, event, "connection", why)
            })?;
            all.extend(found.into_iter().map(|(state, value)| (state, value, event)));
            if let LatchingOf::Close { within, .. } = latching {
                gap.length = gap.length.max(within.length);
                gap.angle = gap.angle.max(within.angle);
            }
        }
        for &(state, node) in &mechanism.events[event].sets {
            let value = values.scalar(node);
            if !value.is_finite() {
                let why = mechanism.tape.explain(node, values).unwrap_or_default();
                let term = format!("new value of `{}`", mechanism.graph.states[state].path);
                return Err(fault(mechanism, FaultKind::NotFinite, time, event, &term, why));
            }
            all.push((state, value, event));
        }
    }
    all.sort_by_key(|&(state, ..)| state);
    let mut pairs = all.windows(2);
    let clashing = |pair: &&[(usize, f64, usize)]| pair[0].0 == pair[1].0 && pair[0].1 != pair[1].1;
    if let Some(&[(state, one, first), (_, other, second)]) = pairs.find(clashing) {
        let path = &mechanism.graph.states[state].path;
        return Err(clash(mechanism, time, path, [first, second], [one, other]));
    }
    all.dedup_by_key(|&mut (state, ..)| state);
    Ok((all.into_iter().map(|(state, value, _)| (state, value)).collect(), gap))
}

/// What closing and opening does to the states of latches, or why it cannot be. What is opened at the same instant may be
/// closed, by another latch of the same end.
fn latch_changes(
    mechanism: &Mechanism,
    states: &[f64],
    latching: &LatchingOf,
    opened: &[usize],
) -> Result<Vec<(usize, f64)>, String> {
    let latch = |index: usize| &mechanism.graph.latches[index];
    let is_closed = |index: &&usize| states[latch(**index).state.index()] != 0.0;
    match latching {
        LatchingOf::Close { latch: own, others, within: _ } => {
            let mut kept = others.iter().filter(|&other| other == own || !opened.contains(other));
            if let Some(closed) = kept.find(is_closed) {
                let Latch { path, closed, .. } = latch(*closed);
                return Err(format!(
                    "`{path}` is {closed} already; where a condition becomes true more than once, a `var` in it can \
                     say that it has happened"
                ));
            }
            Ok(vec![(latch(*own).state.index(), 1.0)])
        }
        LatchingOf::Bounce { .. } => Ok(Vec::new()),
        LatchingOf::Open(latches) => {
            let closed = latches.iter().find(is_closed);
            let closed = closed.ok_or_else(|| {
                let path = latches.first().map_or("it", |own| latch(*own).path.as_str());
                let closed: Vec<&str> =
                    latches.iter().map(|own| latch(*own).closed.as_str()).collect();
                format!("`{path}` is not {}", closed.join(" or "))
            })?;
            Ok(vec![(latch(*closed).state.index(), 0.0)])
        }
    }
}

/// The impacts of an instant, by the states of their latches.
fn bounces(mechanism: &Mechanism, due: &[usize]) -> Vec<(usize, Bounce)> {
    let latching = due.iter().flat_map(|&event| &mechanism.events[event].latching);
    latching
        .filter_map(|own| match *own {
            LatchingOf::Bounce { latch, restitution, rest } => {
                let state = mechanism.graph.latches[latch].state.index();
                Some((state, Bounce { restitution, rest }))
            }
            LatchingOf::Close { .. } | LatchingOf::Open(_) => None,
        })
        .collect()
}

/// What closes, 1, and what opens, 0, for the log; `states` are those before.
fn latched<'a>(
    mechanism: &'a Mechanism,
    latching: &'a [LatchingOf],
    states: &'a [f64],
) -> impl Iterator<Item = (String, f64)> + 'a {
    latching.iter().flat_map(move |latching| {
        let (latches, value) = match latching {
            LatchingOf::Close { latch, .. } => (std::slice::from_ref(latch), 1.0),
            LatchingOf::Open(latches) => (&latches[..], 0.0),
            // Whether it comes to rest is not known yet.
            LatchingOf::Bounce { .. } => (&[][..], 0.0),
        };
        let latches = latches.iter().map(|&latch| &mechanism.graph.latches[latch]);
        let changes = latches.filter(move |latch| states[latch.state.index()] != value);
        changes.map(move |latch| (latch.name(), value))
    })
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
fn endless(mechanism: &Mechanism, time: f64, rounds: usize, due: &[usize]) -> Fault {
    let names: Vec<String> =
        due.iter().map(|&event| format!("`{}`", mechanism.paths.of(Owner::Event(event)))).collect();
    let why = format!(
        "{rounds} rounds of events at one instant have not come to an end: each makes another's condition \
         true; the next would be {}",
        names.join(", ")
    );
    fault(mechanism, FaultKind::EventsWithoutEnd, time, due[0], "condition", why)
}
