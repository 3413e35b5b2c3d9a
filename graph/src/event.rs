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
    pub assignments: Vec<Assignment>,
    /// What it closes and opens.
    pub latching: Vec<Latching>,
    /// For the log of the run.
    pub note: Option<String>,
    /// Ends the run, and why.
    pub stop: Option<String>,
    /// Whether the log of the run leaves it out.
    pub is_quiet: bool,
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
    /// An impact on what an open latch would hold: the rate of its row is turned round and multiplied by the restitution. Where that
    /// leaves less than `rest`, m/s or rad/s, the latch is closed.
    Bounce { latch: LatchId, restitution: NodeId, rest: NodeId },
}

visit!(Event, |event, see| {
    let Event { path: _, origin: _, trigger, assignments, latching, note: _, stop: _, is_quiet: _ } =
        event;
    match trigger {
        Trigger::At { time } => fixed("time").within(Range::NotNegative).each([time], see),
        Trigger::Every { period } => fixed("period").within(Range::Positive).each([period], see),
        Trigger::When { condition, margin, initially: _ } => {
            needed("condition", Some(Stage::Event)).each([condition], see);
            needed("margin", Some(Stage::Event)).each(margin, see);
        }
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
            Latching::Bounce { latch: _, restitution, rest } => {
                fixed("restitution").within(Range::FromZeroToOne).each([restitution], see);
                fixed("rest").within(Range::Positive).each([rest], see);
            }
        }
    }
});

pub(crate) fn text(graph: &Graph, expressions: &Expressions) -> String {
    let scalar = |node: NodeId| expressions.scalar(node);
    let lines = graph.events.iter().flat_map(|event| {
        let Event { path, origin: _, trigger, assignments, latching, note, stop, is_quiet } = event;
        let trigger = match trigger {
            Trigger::At { time } => format!("at {}", scalar(*time)),
            Trigger::Every { period } => format!("every {}", scalar(*period)),
            Trigger::When { condition, margin, initially } => {
                let margin = margin.map(|margin| format!(" margin {}", scalar(margin)));
                let first = if *initially { "initially " } else { "" };
                format!("{first}when {}{}", scalar(*condition), margin.unwrap_or_default())
            }
        };
        let set = assignments.iter().map(|Assignment { state, value }| {
            format!("  {} = {}", graph.state_path(*state), scalar(*value))
        });
        let note = note.iter().map(|text| format!("  note {text:?}"));
        let stop = stop.iter().map(|text| format!("  stop {text:?}"));
        let latching = latching.iter().map(|each| match each {
            Latching::Close { latch, within, turned } => format!(
                "  close {} within {} turned {}",
                graph.latch_name(*latch),
                scalar(*within),
                scalar(*turned)
            ),
            Latching::Bounce { latch, restitution, rest } => format!(
                "  bounce {} restitution {} rest {}",
                graph.latch_name(*latch),
                scalar(*restitution),
                scalar(*rest)
            ),
            Latching::Open { latches } => {
                let paths: Vec<String> = latches.iter().map(|own| graph.latch_name(*own)).collect();
                format!("  open {}", paths.join(" or "))
            }
        });
        let quiet = is_quiet.then(|| "  quiet".to_owned());
        let first = std::iter::once(format!("{path}: {trigger}"));
        first.chain(set).chain(latching).chain(note).chain(stop).chain(quiet)
    });
    section("events", lines)
}
