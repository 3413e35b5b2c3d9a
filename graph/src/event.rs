//! What happens at instants: events, with what they set.

use crate::slot::{Range, Stage, fixed, needed, visit};
use crate::text::{Expressions, section};
use crate::{Graph, LatchId, NodeId, Origin, StateId};

/// Something that happens at once: everything that it sets is computed from what was before, and set together.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Event {
    /// As it is written, such as `when load.position.z < 0 m`; with the instance of a component before it.
    pub path: String,
    #[serde(skip)]
    pub origin: Option<Origin>,
    pub trigger: Trigger,
    pub parts: Vec<Part>,
    /// Whether the log of the run leaves it out.
    pub is_quiet: bool,
}

/// A part of what an event does: all of it, or what stands in a branch of an `if`.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct Part {
    /// It is left out where this does not hold just before the event.
    pub guard: Option<Guard>,
    pub assignments: Vec<Assignment>,
    /// What it closes and opens.
    pub latching: Vec<Latching>,
    /// For the log of the run.
    pub note: Option<String>,
    /// Ends the run, and why.
    pub stop: Option<String>,
}

/// A condition that decides at the instant of an event.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Guard {
    pub condition: NodeId,
    /// Not a number where something that the condition compares has no value; derived by a pass.
    pub margin: Option<NodeId>,
}

/// When an event happens.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub enum Trigger {
    /// Once, at a time known before the run, s.
    At { time: NodeId },
    /// At time zero and after each period, s.
    Every { period: NodeId },
    /// Whenever a condition that was false becomes true.
    When {
        condition: NodeId,
        /// Positive where the condition holds, negative where it does not, and continuous where what it compares is;
        /// derived by a pass.
        margin: Option<NodeId>,
        /// Also where it is true when a run begins.
        initially: bool,
    },
    /// Whenever a condition changes, to either side, and where a run begins. What it sets stands for what the condition decides.
    Changes {
        condition: NodeId,
        /// As of [`Self::When`].
        margin: Option<NodeId>,
    },
    /// Where a state of rest is looked for, or found, and a condition holds there; never during a run.
    AtRest { condition: NodeId },
}

/// `state = value`
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Assignment {
    pub state: StateId,
    pub value: NodeId,
}

/// What an event does to connections.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub enum Latching {
    /// Closes a latch, which must be open, as must all that it excludes.
    Close {
        latch: LatchId,
        /// How far apart may be what it brings together, m.
        within: NodeId,
        /// The same of angles, rad.
        turned: NodeId,
    },
    /// Opens the one of these that is closed.
    Open { latches: Vec<LatchId> },
    /// An impact on a stop, at the place where an open latch would hold a coordinate: it pushes that back by an impulse, which leaves
    /// the share `restitution` of the rate, the other way round. What would be slower than `rest`, m/s or rad/s, is held by
    /// the latch.
    Bounce {
        latch: LatchId,
        /// Whether it stops a growing coordinate.
        is_upper: bool,
        restitution: NodeId,
        rest: NodeId,
    },
}

visit!(Event, |event, see| {
    let Event { path: _, origin: _, trigger, parts, is_quiet: _ } = event;
    match trigger {
        Trigger::At { time } => fixed("time").within(Range::NotNegative).each([time], see),
        Trigger::Every { period } => fixed("period").within(Range::Positive).each([period], see),
        Trigger::When { condition, margin, initially: _ }
        | Trigger::Changes { condition, margin } => {
            needed("condition", Some(Stage::Event)).each([condition], see);
            needed("margin", Some(Stage::Event)).each(margin, see);
        }
        Trigger::AtRest { condition } => {
            needed("condition", Some(Stage::Event)).each([condition], see);
        }
    }
    for Part { guard, assignments, latching, note: _, stop: _ } in parts {
        if let Some(Guard { condition, margin }) = guard {
            needed("condition", Some(Stage::Event)).each([condition], see);
            needed("margin", Some(Stage::Event)).each(margin, see);
        }
        for Assignment { state: _, value } in assignments {
            needed("new value", Some(Stage::Event)).each([value], see);
        }
        for each in latching {
            match each {
                Latching::Close { latch: _, within, turned } => {
                    fixed("within").within(Range::NotNegative).each([within], see);
                    fixed("turned").within(Range::NotNegative).each([turned], see);
                }
                Latching::Open { latches: _ } => {}
                Latching::Bounce { latch: _, is_upper: _, restitution, rest } => {
                    fixed("restitution").within(Range::Between(0.0, 1.0)).each([restitution], see);
                    fixed("rest").within(Range::Positive).each([rest], see);
                }
            }
        }
    }
});

pub(crate) fn text(graph: &Graph, expressions: &Expressions) -> String {
    let scalar = |node: NodeId| expressions.scalar(node);
    let with = |margin: Option<NodeId>| {
        margin.map(|margin| format!(" margin {}", scalar(margin))).unwrap_or_default()
    };
    let lines = graph.events.iter().flat_map(|event| {
        let Event { path, origin: _, trigger, parts, is_quiet } = event;
        let trigger = match trigger {
            Trigger::At { time } => format!("at {}", scalar(*time)),
            Trigger::Every { period } => format!("every {}", scalar(*period)),
            Trigger::When { condition, margin, initially } => {
                let first = if *initially { "initially " } else { "" };
                format!("{first}when {}{}", scalar(*condition), with(*margin))
            }
            Trigger::Changes { condition, margin } => {
                format!("changes {}{}", scalar(*condition), with(*margin))
            }
            Trigger::AtRest { condition } => format!("at rest when {}", scalar(*condition)),
        };
        let parts = parts.iter().flat_map(|part| {
            let guard = part.guard.map(|Guard { condition, margin }| {
                format!("  if {}{}", scalar(condition), with(margin))
            });
            let indent = if guard.is_some() { "    " } else { "  " };
            let effects = effects(graph, expressions, part);
            guard.into_iter().chain(effects.map(move |effect| format!("{indent}{effect}")))
        });
        let quiet = is_quiet.then(|| "  quiet".to_owned());
        std::iter::once(format!("{path}: {trigger}")).chain(parts).chain(quiet)
    });
    section("events", lines)
}

/// What a part does, a line each.
fn effects<'g>(
    graph: &'g Graph,
    expressions: &'g Expressions,
    part: &'g Part,
) -> impl Iterator<Item = String> + 'g {
    let Part { guard: _, assignments, latching, note, stop } = part;
    let scalar = |node: NodeId| expressions.scalar(node);
    let set = assignments.iter().map(move |Assignment { state, value }| {
        format!("{} = {}", graph.state_path(*state), scalar(*value))
    });
    let latching = latching.iter().map(move |each| match each {
        Latching::Close { latch, within, turned } => format!(
            "close {} within {} turned {}",
            graph.latch_name(*latch),
            scalar(*within),
            scalar(*turned)
        ),
        Latching::Bounce { latch, is_upper, restitution, rest } => format!(
            "bounce {} {} restitution {} rest {}",
            graph.latch_name(*latch),
            if *is_upper { "from below" } else { "from above" },
            scalar(*restitution),
            scalar(*rest)
        ),
        Latching::Open { latches } => {
            let paths: Vec<String> = latches.iter().map(|own| graph.latch_name(*own)).collect();
            format!("open {}", paths.join(" or "))
        }
    });
    let note = note.iter().map(|text| format!("note {text:?}"));
    let stop = stop.iter().map(|text| format!("stop {text:?}"));
    set.chain(latching).chain(note).chain(stop)
}
