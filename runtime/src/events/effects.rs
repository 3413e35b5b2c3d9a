//! What the events of one instant do, all together, decided by what was before.

use cdl_graph::Latch;

use super::agenda::fault;
use super::happened::Happened;
use super::list::{LatchingOf, PartOf};
use crate::analyses::Formulation;
use crate::assembly::Owner;
use crate::fault::{Fault, FaultKind};
use crate::mechanism::{Gap, Mechanism};

/// An event that takes effect.
pub(super) struct Taken<'m> {
    /// By its index.
    pub(super) event: usize,
    /// Those whose condition holds.
    parts: Vec<&'m PartOf>,
}

impl Taken<'_> {
    /// Why it ends the run, if it does.
    pub(super) fn stop(&self) -> Option<String> {
        texts(self.parts.iter().map(|part| &part.stop))
    }

    /// What the event notes, in one text.
    fn note(&self) -> Option<String> {
        texts(self.parts.iter().map(|part| &part.note))
    }

    /// Whether the log has it although it is sampled.
    pub(super) fn says_something(&self) -> bool {
        let says = |part: &&PartOf| {
            !part.latching.is_empty() || part.note.is_some() || part.stop.is_some()
        };
        self.parts.iter().any(says)
    }

    /// Whether it is an impact on the stop of this latch.
    pub(super) fn strikes(&self, latch: usize) -> bool {
        self.latching().any(|own| matches!(own, LatchingOf::Bounce(stop) if stop.latch == latch))
    }

    /// Whether it opens anything.
    pub(super) fn opens(&self) -> bool {
        self.latching().any(|own| matches!(own, LatchingOf::Open(_)))
    }

    /// What it closes and opens.
    fn latching(&self) -> impl Iterator<Item = &LatchingOf> {
        self.parts.iter().flat_map(|part| &part.latching)
    }
}

/// Those that are there, in one.
fn texts<'t>(all: impl Iterator<Item = &'t Option<String>>) -> Option<String> {
    let all: Vec<&str> = all.flatten().map(String::as_str).collect();
    (!all.is_empty()).then(|| all.join("; "))
}

/// What those that are due do, by conditions that have been sampled.
pub(super) fn taken<'m>(
    mechanism: &'m Mechanism,
    course: &dyn Formulation,
    due: &[usize],
) -> Result<Vec<Taken<'m>>, Fault> {
    let (time, values) = (course.time(), course.values());
    let of = |&event: &usize| {
        let mut parts = Vec::new();
        for part in &mechanism.events[event].parts {
            let holds = match part.guard {
                None => true,
                Some([_, margin]) if values.scalar(margin).is_nan() => {
                    let why = mechanism.tape.explain(margin, values).unwrap_or_default();
                    let kind = FaultKind::NotFinite;
                    return Err(fault(mechanism, kind, time, event, "condition of an `if`", why));
                }
                Some([condition, _]) => values.scalar(condition) == 1.0,
            };
            if holds {
                parts.push(part);
            }
        }
        Ok(Taken { event, parts })
    };
    due.iter().map(of).collect()
}

/// For the log, with the values before.
pub(super) fn happened(mechanism: &Mechanism, course: &dyn Formulation, taken: &Taken) -> Happened {
    let set = taken.parts.iter().flat_map(|part| {
        // What nobody wrote remembers something for what holds here; it has a blank in its name.
        let written =
            |&&(state, _): &&(usize, _)| !mechanism.graph.states[state].path.contains(' ');
        let sets = part.sets.iter().filter(written).map(|&(state, node)| {
            (mechanism.graph.states[state].path.clone(), course.values().scalar(node))
        });
        sets.chain(latched(mechanism, &part.latching, course.states()))
    });
    Happened {
        time: course.time(),
        event: mechanism.paths.of(Owner::Event(taken.event)).to_owned(),
        set: set.collect(),
        note: taken.note(),
        stop: taken.stop(),
    }
}

/// What events of one instant set.
pub(super) struct Changes {
    /// By their index, each once, with its new value.
    pub(super) states: Vec<(usize, f64)>,
    /// How far apart may be what they connect.
    pub(super) gap: Gap,
    /// Whether they connect anything but what friction holds, which takes no impulse.
    pub(super) connects: bool,
}

/// `kept` is of an event that sets what stands for a condition, and is what that was when it was looked at: what is read for a row
/// since may be on the other side of it, by rounding.
pub(super) fn changes(
    mechanism: &Mechanism,
    course: &dyn Formulation,
    due: &[Taken],
    kept: impl Fn(usize) -> Option<f64>,
) -> Result<Changes, Fault> {
    let (time, values) = (course.time(), course.values());
    let mut all: Vec<(usize, f64, usize)> = Vec::new();
    let mut gap = Gap::default();
    let opened: Vec<usize> = due
        .iter()
        .flat_map(Taken::latching)
        .flat_map(|latching| match latching {
            LatchingOf::Open(latches) => latches.as_slice(),
            LatchingOf::Close { .. } | LatchingOf::Bounce(_) => &[],
        })
        .copied()
        .collect();
    for taken in due {
        let event = taken.event;
        for latching in taken.latching() {
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
        for &(state, node) in taken.parts.iter().flat_map(|part| &part.sets) {
            let value = match kept(event) {
                None => values.scalar(node),
                Some(value) if value.is_finite() => value,
                // Who needs what has no value says so.
                Some(_) => mechanism.scalar(mechanism.graph.states[state].start),
            };
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
    let states = all.into_iter().map(|(state, value, _)| (state, value)).collect();
    let closes = due.iter().flat_map(Taken::latching).filter_map(|own| match own {
        LatchingOf::Close { latch, .. } => Some(&mechanism.graph.latches[*latch]),
        LatchingOf::Open(_) | LatchingOf::Bounce(_) => None,
    });
    let connects = closes.into_iter().any(|latch| latch.tears.is_none());
    Ok(Changes { states, gap, connects })
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
        LatchingOf::Bounce(_) => Ok(Vec::new()),
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

/// The latches of the stops that are run into.
pub(super) fn struck(due: &[Taken]) -> Vec<usize> {
    let latching = due.iter().flat_map(Taken::latching);
    let stops = latching.filter_map(|own| match own {
        LatchingOf::Bounce(stop) => Some(stop.latch),
        LatchingOf::Close { .. } | LatchingOf::Open(_) => None,
    });
    stops.collect()
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
            LatchingOf::Bounce(_) => (&[][..], 0.0),
        };
        let latches = latches.iter().map(|&latch| &mechanism.graph.latches[latch]);
        let changes = latches.filter(move |latch| states[latch.state.index()] != value);
        changes.map(move |latch| (latch.name(), value))
    })
}

/// Two events of one instant that set one state to different values.
fn clash(
    mechanism: &Mechanism,
    time: f64,
    state: &str,
    events: [usize; 2],
    values: [f64; 2],
) -> Fault {
    let [one, other] = values;
    let why = match events {
        [first, second] if first == second => {
            format!("it becomes {one} and {other} by this, at one instant")
        }
        [first, _] => {
            let first = mechanism.paths.of(Owner::Event(first));
            format!("it becomes {one} by `{first}`, and {other} by this, at one instant")
        }
    };
    let term = format!("new value of `{state}`");
    fault(mechanism, FaultKind::EventsClash, time, events[1], &term, why)
}
