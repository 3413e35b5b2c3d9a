//! The events of a mechanism with their numbers.

use cdl_graph::{Event, Graph, Guard, Latching, NodeId, Part, Trigger};

use crate::mechanism::{Gap, Mechanism};
use crate::signals::Values;

/// An event; in the order of the graph.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct EventOf {
    /// When it happens.
    pub(crate) trigger: TriggerOf,
    /// What it does.
    pub(crate) parts: Vec<PartOf>,
    /// It is not in the log.
    pub(crate) is_quiet: bool,
}

/// What an event does where a condition holds, or always.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PartOf {
    /// A condition, and what is not a number where it has no value.
    pub(crate) guard: Option<[NodeId; 2]>,
    /// States by their index, and the nodes of their new values.
    pub(crate) sets: Vec<(usize, NodeId)>,
    /// What it closes and opens.
    pub(crate) latching: Vec<LatchingOf>,
    /// For the log.
    pub(crate) note: Option<String>,
    /// Why the run ends.
    pub(crate) stop: Option<String>,
}

/// What an event does to a connection; latches by their index in the graph.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum LatchingOf {
    /// None of `others` may be closed, itself included.
    Close { latch: usize, others: Vec<usize>, within: Gap },
    /// The one of these that is closed.
    Open(Vec<usize>),
    /// Off a stop, or come to rest on it.
    Bounce(StopOf),
}

/// A hard stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct StopOf {
    /// That holds what rests on it.
    pub(crate) latch: usize,
    /// 1 where the coordinate grows into it, -1 where it falls.
    pub(crate) into: f64,
    /// The share of the rate that is left, from 0 to 1.
    pub(crate) restitution: f64,
    /// m/s or rad/s
    pub(crate) rest: f64,
}

/// When an event happens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum TriggerOf {
    /// s
    At(f64),
    /// s
    Every(f64),
    /// When a condition becomes true; the margin is positive where it holds.
    /// With `initially` also where it is true when a run begins.
    When { condition: NodeId, margin: NodeId, initially: bool },
    /// When a condition changes, and where a run begins.
    Changes { condition: NodeId, margin: NodeId },
    /// Where a state of rest is looked for, or found, and a condition holds there.
    AtRest(NodeId),
}

impl EventOf {
    /// Whether it is an impact on a stop.
    pub(crate) fn strikes(&self) -> bool {
        let mut latching = self.parts.iter().flat_map(|part| &part.latching);
        latching.any(|own| matches!(own, LatchingOf::Bounce(_)))
    }

    /// Whether all that it does is to let go what rests on a stop.
    pub(crate) fn leaves_a_stop(&self, mechanism: &Mechanism) -> bool {
        let stops =
            mechanism.events.iter().flat_map(|own| &own.parts).flat_map(|own| &own.latching);
        let mut stops = stops.filter_map(|own| match own {
            LatchingOf::Bounce(stop) => Some(stop.latch),
            LatchingOf::Close { .. } | LatchingOf::Open(_) => None,
        });
        match self.parts.as_slice() {
            [PartOf { guard: None, sets, latching, note: None, stop: None }] if sets.is_empty() => {
                match latching.as_slice() {
                    [LatchingOf::Open(latches)] => stops.any(|stop| latches == &[stop]),
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// What stands for a condition of a signal that jumps: states by their index, and the nodes of what they are set to.
    pub(crate) fn keeps(&self) -> impl Iterator<Item = (usize, NodeId)> {
        let keeps = matches!(self.trigger, TriggerOf::Changes { .. });
        let parts = self.parts.iter().filter(move |_| keeps);
        parts.flat_map(|part| &part.sets).copied()
    }

    /// The node of the first value that it sets.
    pub(crate) fn sets(&self) -> Option<NodeId> {
        self.parts.iter().flat_map(|part| &part.sets).map(|&(_, value)| value).next()
    }

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
                Trigger::Changes { condition, margin } => {
                    let margin = margin.unwrap_or(condition);
                    TriggerOf::Changes { condition, margin }
                }
                Trigger::AtRest { condition } => TriggerOf::AtRest(condition),
            },
            parts: event.parts.iter().map(|part| PartOf::new(part, graph, values)).collect(),
            is_quiet: event.is_quiet,
        };
        graph.events.iter().map(event).collect()
    }
}

impl PartOf {
    /// With its numbers.
    fn new(part: &Part, graph: &Graph, values: &Values) -> Self {
        let latching = part.latching.iter().map(|own| LatchingOf::new(own, graph, values));
        Self {
            guard: part
                .guard
                .map(|Guard { condition, margin }| [condition, margin.unwrap_or(condition)]),
            sets: part.assignments.iter().map(|set| (set.state.index(), set.value)).collect(),
            latching: latching.collect(),
            note: part.note.clone(),
            stop: part.stop.clone(),
        }
    }
}

impl LatchingOf {
    /// With its numbers.
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
            Latching::Bounce { latch, is_upper, restitution, rest } => Self::Bounce(StopOf {
                latch: latch.index(),
                into: if *is_upper { 1.0 } else { -1.0 },
                restitution: values.scalar(*restitution),
                rest: values.scalar(*rest),
            }),
            Latching::Open { latches } => {
                Self::Open(latches.iter().map(|latch| latch.index()).collect())
            }
        }
    }
}
