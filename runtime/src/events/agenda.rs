//! What a run knows of its events.
//!
//! At the end of a step: which conditions have become true within it. The step is then taken again until it ends where
//! the first of them does so. There, and where something timed is due, events take effect in rounds: all of a round see the values before it and
//! change them together, and the next one is of those conditions that have become true by it.

use super::effects::{self, Changes, Taken};
use super::happened::Happened;
use super::impacts::{self, AtStop};
use super::kept::{self, Kept};
use super::list::{EventOf, TriggerOf};
use super::patience::{MOST_ROUNDS, Patience};
use super::root::Bracket;
use super::strained;
use super::watch::{Look, Wakes, Watch};
use crate::analyses::{Formulation, Impact};
use crate::assembly::Owner;
use crate::fault::{Fault, FaultKind};
use crate::mechanism::{ByEvents, Gap, Mechanism};

/// Of a step: so exactly events are located.
const EXACT: f64 = 1e-12;

/// Of a time: more than this is no part of a jump, whose instant rounding has made an interval.
const ROUNDED: f64 = 64.0 * f64::EPSILON;

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

/// Timers, conditions, and the log of a run.
#[derive(Clone, Debug)]
pub(crate) struct Agenda {
    /// Of events at times.
    timers: Vec<Timer>,
    /// Of events with conditions.
    watches: Vec<Watch>,
    /// With events that follow each other.
    patience: Patience,
    /// s
    duration: f64,
    /// The longest step so far, s.
    longest: f64,
    /// When conditions that are let go are looked at next, s.
    next_look: f64,
    /// What happened at the end of the last step, in order.
    pub(crate) log: Vec<Happened>,
    /// How often something happened in the whole run.
    pub(crate) count: u64,
    /// Events that have closed a gap with more energy than there was, once each, and what is said of that.
    strained: Vec<(usize, String)>,
}

impl Agenda {
    /// `None` for a mechanism without events. In a phase that begins later than at zero, timed ones up to `time` are over.
    pub(crate) fn new(mechanism: &Mechanism, time: f64, duration: f64) -> Option<Self> {
        let events = &mechanism.events;
        if events.is_empty() {
            return None;
        }
        let (mut timers, mut watches) = (Vec::new(), Vec::new());
        for (event, own) in events.iter().enumerate() {
            match own.trigger {
                TriggerOf::At(next) if next > time || time == 0.0 => {
                    timers.push(Timer { event, period: None, count: 0, next });
                }
                TriggerOf::At(_) | TriggerOf::AtRest(_) => {}
                TriggerOf::Every(period) => {
                    let over =
                        if time == 0.0 { 0.0 } else { (time / period + CRUMB).floor() + 1.0 };
                    let count = over as u64;
                    let next = count as f64 * period;
                    timers.push(Timer { event, period: Some(period), count, next });
                }
                TriggerOf::When { condition, margin, initially } => {
                    let (initially, strikes) = (initially && time == 0.0, own.strikes());
                    let yields = own.leaves_a_stop(mechanism);
                    let wakes = Wakes::True { initially, strikes, yields };
                    watches.push(Watch::new(event, [condition, margin], wakes));
                }
                TriggerOf::Changes { condition, margin } => {
                    let wakes = Wakes::Changed(Kept::new(own.sets()));
                    watches.push(Watch::new(event, [condition, margin], wakes));
                }
            }
        }
        let patience = Patience::new(events.len(), duration);
        let (longest, next_look, log, count) = (0.0, f64::NEG_INFINITY, Vec::new(), 0);
        let strained = Vec::new();
        Some(Self { timers, watches, patience, duration, longest, next_look, log, count, strained })
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
        if let Some(fault) = impacts::beyond(mechanism, course) {
            return Err(fault);
        }
        impacts::rest(mechanism, course)?;
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
        if self.watches.iter().any(Watch::crosses) {
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
            || self.watches.iter().any(Watch::is_due)
    }

    /// What is due at the end of the last step takes effect. Why the run ends there, if it does.
    pub(crate) fn happen(
        &mut self,
        mechanism: &Mechanism,
        course: &mut dyn Formulation,
    ) -> Result<Option<String>, Fault> {
        let time = course.time();
        self.let_go(course);
        let mut due = self.timers_due(time, course);
        due.extend(self.watches_due(!due.is_empty()));
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
            let stop = self.take_effect(mechanism, course, &due)?;
            why = why.or(stop);
            self.watches.iter_mut().for_each(|own| own.begin_round(due.contains(&own.event)));
            self.look(mechanism, course)?;
            due = self.watches_due(false);
        }
        self.watches.iter_mut().for_each(Watch::begin_anew);
        Ok(why)
    }

    /// Conditions that change without pause are let go.
    fn let_go(&mut self, course: &mut dyn Formulation) {
        let (time, step) = (course.time(), course.pace());
        let (mut goes, mut is_free) = (false, false);
        for watch in &mut self.watches {
            let changed = watch.has_changed();
            let Some(kept) = watch.kept_mut() else { continue };
            goes |= kept.look(time, changed, step) && !kept.is_kink();
            is_free |= kept.is_free() && !kept.is_kink();
        }
        if goes {
            // With all that changes together with it, as what is above and what is below a threshold.
            let kept = self.watches.iter_mut().filter_map(Watch::kept_mut);
            let together = kept.filter(|kept| kept.has_just_changed(time, step));
            together.for_each(|kept| kept.let_go(time));
        }
        if is_free && self.next_look <= time + course.crumb() {
            let short = kept::between_looks(step, self.duration);
            let next = self.watches.iter_mut().map(|watch| {
                let now = watch.now;
                watch.kept_mut().map_or(f64::INFINITY, |kept| kept.next(time, now, short))
            });
            // Only one at a time: each would be followed by others of its own.
            self.next_look = time + next.fold(f64::INFINITY, f64::min);
            course.force(self.next_look);
        }
    }

    /// What a reader of the results should know.
    pub(crate) fn notes(&self, mechanism: &Mechanism) -> Vec<String> {
        let mut gone: Vec<(&str, f64)> = Vec::new();
        for watch in &self.watches {
            let kept = watch.kept().filter(|kept| !kept.is_kink());
            let Some(first) = kept.and_then(Kept::gone) else { continue };
            let path = mechanism.paths.of(Owner::Event(watch.event));
            match gone.iter_mut().find(|(known, _)| *known == path) {
                Some((_, earliest)) => *earliest = earliest.min(first),
                None => gone.push((path, first)),
            }
        }
        let told = |(path, first): (&str, f64)| {
            format!(
                "a condition in `{path}` changes without pause, first at {first:.6} s: while it does it is looked at 4 to 64 \
                 times in a step, and no tolerance holds for what it decides. Shorter steps follow it better (a `max_step` of \
                 adaptive ones); two thresholds in place of one help, or something continuous in between; where it is friction, \
                 the `friction` of a joint"
            )
        };
        let strained = self.strained.iter().map(|(_, text)| text.clone());
        gone.into_iter().map(told).chain(strained).collect()
    }

    /// What rests on a stop leaves it when nothing else happens any more: a force that another event sets may press it on.
    fn watches_due(&self, others: bool) -> Vec<usize> {
        let due = || self.watches.iter().filter(|own| own.is_due());
        let others = others || due().any(|own| !own.yields());
        due().filter(|own| !(others && own.yields())).map(|own| own.event).collect()
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

    /// All at once. Why the run ends there, if it does.
    fn take_effect(
        &mut self,
        mechanism: &Mechanism,
        course: &mut dyn Formulation,
        due: &[usize],
    ) -> Result<Option<String>, Fault> {
        let due = effects::taken(mechanism, course, due)?;
        let kept = |event: usize| self.watches.iter().find(|own| own.event == event)?.found();
        let changes = effects::changes(mechanism, course, &due, kept)?;
        let Changes { mut states, gap, connects } = changes;
        let noted = self.log.len();
        for taken in &due {
            self.note(mechanism, course, taken)?;
        }
        let stop = due.iter().find_map(Taken::stop);
        let mut struck = effects::struck(&due);
        if states.is_empty() && struck.is_empty() {
            return Ok(stop);
        }
        if due.iter().any(Taken::opens) {
            course.prepare_release();
        }
        let before = course.energies();
        let mut impact = Impact::default();
        if connects {
            let (made, also) = impacts::connect(mechanism, course, &mut states, gap)?;
            (impact, struck) = (made, [struck, also].concat());
        } else if !states.is_empty() {
            impact = course.set_states(&states, gap)?.unwrap_or_default();
        }
        // What nobody has noted, such as how a run begins, has no line to tell it in.
        let line = (self.log.len() > noted).then(|| self.log.len() - 1);
        if let Some(line) = line {
            self.log[line].set.extend(told(impact));
        }
        if !struck.is_empty() {
            let at = impacts::impact(mechanism, course, &struck, self.longest)?;
            impact.lost += at.iter().map(|own| own.struck.lost).sum::<f64>();
            self.note_stops(mechanism, &due, &at, noted);
        }
        let after = course.energies();
        // All but what an impact takes is work.
        let work = after.total() - before.total() + impact.lost;
        if impact.gap != Gap::default() {
            if let Some(line) = line {
                self.log[line].set.push(("energy put in".to_owned(), work));
            }
            let (event, time) = (due[0].event, course.time());
            let path = mechanism.paths.of(Owner::Event(event));
            let text = strained::told((path, time), impact.gap, [&before, &after]);
            if let Some(text) = text
                && self.strained.iter().all(|(own, _)| *own != event)
            {
                self.strained.push((event, text));
            }
        }
        course.book(ByEvents { impacts: impact.lost, work });
        Ok(stop)
    }

    /// Into the log, but for what is sampled and says nothing, which would fill it.
    fn note(
        &mut self,
        mechanism: &Mechanism,
        course: &dyn Formulation,
        taken: &Taken,
    ) -> Result<(), Fault> {
        let (time, event) = (course.time(), taken.event);
        let EventOf { trigger, parts: _, is_quiet } = &mechanism.events[event];
        if !is_quiet {
            self.count += 1;
            let is_sampled = matches!(trigger, TriggerOf::Every(_));
            if !is_sampled || taken.says_something() {
                self.log.push(effects::happened(mechanism, course, taken));
            }
        }
        let why = match trigger {
            TriggerOf::When { .. } => {
                let shortest = course.shortest_share() * self.longest;
                let strikes = mechanism.events[event].strikes();
                self.patience.note(event, time, [self.longest, shortest], strikes)
            }
            TriggerOf::At(_)
            | TriggerOf::Every(_)
            | TriggerOf::Changes { .. }
            | TriggerOf::AtRest(_) => None,
        };
        let kind = FaultKind::EventsWithoutEnd;
        why.map_or(Ok(()), |why| Err(fault(mechanism, kind, time, event, "condition", why)))
    }

    /// What happened at each stop, with the event of that stop, or with the last one where it was none of its own.
    fn note_stops(&mut self, mechanism: &Mechanism, due: &[Taken], at: &[AtStop], noted: usize) {
        let lines = &mut self.log[noted..];
        for AtStop { latch, struck, rested } in at {
            let own = due.iter().find(|taken| taken.strikes(*latch));
            let own = own.map(|taken| mechanism.paths.of(Owner::Event(taken.event)));
            let line = lines.iter().position(|line| Some(line.event.as_str()) == own);
            let Some(line) = line.or(lines.len().checked_sub(1)) else { continue };
            let latch = &mechanism.graph.latches[*latch];
            let told = &mut lines[line].set;
            if struck.rests != *rested {
                told.push((latch.name(), if struck.rests { 1.0 } else { 0.0 }));
            }
            if struck.lost != 0.0 {
                told.push(("energy lost".to_owned(), struck.lost));
            }
        }
    }

    /// Where conditions stand at the end of a step.
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

    /// Positive where an event has happened since the step began: the largest of their margins.
    fn largest(&self, of: impl Fn(&Watch) -> Look) -> f64 {
        let margins = self.watches.iter().filter_map(|own| own.ahead(of(own)));
        margins.fold(f64::NEG_INFINITY, f64::max)
    }

    /// The first condition becomes true between the step's beginning and `end`, where it is now.
    fn locate(
        &mut self,
        mechanism: &Mechanism,
        course: &mut dyn Formulation,
        [began, end]: [f64; 2],
    ) -> Result<(), Fault> {
        let at_begin = (began, self.largest(|own| own.begin));
        let mut bracket = Bracket::new(at_begin, (end, self.largest(|own| own.now)));
        let tolerance = (EXACT * (end - began)).max(4.0 * f64::EPSILON * end.abs());
        // A step that is taken again cannot be shorter.
        let shortest = began + (course.shortest_share() * (end - began)).max(tolerance);
        let mut here = end;
        while bracket.width() > 2.0 * tolerance && bracket.positive() > shortest {
            here = bracket.next(tolerance).max(shortest);
            self.retake(mechanism, course, here)?;
            bracket.look(here, self.largest(|own| own.now));
        }
        // What a jump brings about is found within the jump, behind which the step ends.
        let rest = course.crumb().max(ROUNDED * end.abs());
        let found = bracket.positive();
        let end = if end - found < rest { end } else { found };
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
        if !self.watches.iter().any(Watch::tells) {
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
        if self.watches.iter().any(Watch::crosses) {
            self.locate(mechanism, course, [began, here])
        } else if self.watches.iter().any(Watch::tells) {
            Ok(())
        } else {
            self.retake(mechanism, course, end)
        }
    }
}

/// What an impact says of itself in the log.
fn told(Impact { gap, lost }: Impact) -> impl Iterator<Item = (String, f64)> {
    let told = [("gap closed", gap.length), ("turned", gap.angle), ("energy lost", lost)];
    let told = told.into_iter().filter(|(_, value)| *value != 0.0);
    told.map(|(name, value)| (name.to_owned(), value))
}

pub(super) fn fault(
    mechanism: &Mechanism,
    kind: FaultKind,
    time: f64,
    event: usize,
    term: &str,
    why: String,
) -> Fault {
    Fault::new(&mechanism.paths, kind, time, Owner::Event(event), term, why)
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
