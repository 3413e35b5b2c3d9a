//! The events of a mechanism with their numbers.

use cdl_graph::{Event, Graph, Latching, NodeId, Trigger};

use crate::mechanism::Gap;
use crate::signals::Values;

/// An event; in the order of the graph.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct EventOf {
    pub(crate) trigger: TriggerOf,
    /// States by their index, and the nodes of their new values.
    pub(crate) sets: Vec<(usize, NodeId)>,
    pub(crate) latching: Vec<LatchingOf>,
    pub(crate) note: Option<String>,
    pub(crate) stop: Option<String>,
    /// It is not in the log.
    pub(crate) is_quiet: bool,
}

/// What an event does to a connection; latches by their index in the graph.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum LatchingOf {
    /// None of `others` may be closed, itself included.
    Close {
        latch: usize,
        others: Vec<usize>,
        within: Gap,
    },
    /// The one of these that is closed.
    Open(Vec<usize>),
    Bounce {
        latch: usize,
        restitution: f64,
        rest: f64,
    },
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum TriggerOf {
    /// s
    At(f64),
    /// s
    Every(f64),
    /// When a condition becomes true; the margin is positive where it holds.
    /// With `initially` also where it is true when a run begins.
    When { condition: NodeId, margin: NodeId, initially: bool },
}

impl EventOf {
    /// After the static stage.
    pub(crate) fn all(graph: &Graph, values: &Values) -> Vec<Self> {
        let event = |event: &Event| Self {
            trigger: match event.trigger {
                Trigger::At { time } => TriggerOf::At(values.scalar(time)),
                Trigger::Every { period } => TriggerOf::Every(values.scalar(period)),
                Trigger::When { condition, margin, initially } => {
                    let margin = margin.unwrap_or(condition);
                    TriggerOf::When { condition, margin, initially }
                }
            },
            sets: event.assignments.iter().map(|set| (set.state.index(), set.value)).collect(),
            latching: event
                .latching
                .iter()
                .map(|own| LatchingOf::new(own, graph, values))
                .collect(),
            note: event.note.clone(),
            stop: event.stop.clone(),
            is_quiet: event.is_quiet,
        };
        graph.events.iter().map(event).collect()
    }
}

impl LatchingOf {
    fn new(latching: &Latching, graph: &Graph, values: &Values) -> Self {
        match latching {
            Latching::Close { latch, within, turned } => {
                let own = &graph.latches[latch.index()];
                let others = graph.latches.iter().enumerate();
                let others = others.filter(|(_, other)| own.excludes(other));
                Self::Close {
                    latch: latch.index(),
                    others: others.map(|(index, _)| index).collect(),
                    within: Gap { length: values.scalar(*within), angle: values.scalar(*turned) },
                }
            }
            Latching::Bounce { latch, restitution, rest } => Self::Bounce {
                latch: latch.index(),
                restitution: values.scalar(*restitution),
                rest: values.scalar(*rest),
            },
            Latching::Open { latches } => {
                Self::Open(latches.iter().map(|latch| latch.index()).collect())
            }
        }
    }
}
