//! Connections that events close and open.

use std::collections::HashMap;

use crate::text::section;
use crate::{
    CableId, ConstraintId, FrameId, Graph, JointId, JointQuantity, LatchId, Node, Origin, Sensor,
    StateId,
};

/// What events close and open during a run. Whether it is closed is a state that only they set, so a run, a phase of one and
/// whoever exchanges states know it.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Latch {
    /// What it is about, such as `wire.end` or `slew`.
    pub path: String,
    /// What that is while it is closed, such as `on load.eye`, `attached` or `locked`.
    pub closed: String,
    #[serde(skip)]
    pub origin: Option<Origin>,
    pub holds: Held,
    /// 1 where it is closed, 0 where it is open.
    pub state: StateId,
    /// Where it holds by friction, which no impulse has.
    pub tears: Option<Tears>,
}

/// What happens where an impact moves what a latch holds by a limited effort: it opens, and this state gets this value.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Tears {
    pub state: StateId,
    pub value: f64,
}

/// What a latch holds while it is closed, and lets go while it is open.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub enum Held {
    /// All that the joint holds. It is never a connection of the forest.
    Joint(JointId),
    /// An end (0 start, 1 end) of a cable at a frame's origin. In the cable this end is free.
    CableEnd { cable: CableId, end: u8, frame: FrameId },
    /// All rows of a constraint.
    Constraint {
        constraint: ConstraintId,
        /// Whether what holds the rows is part of the effort along the coordinates of joints that they hold, or the rates of which.
        is_effort: bool,
        /// States that its residuals read: what it held last, set by the event that closes it.
        memory: Vec<StateId>,
    },
}

impl Latch {
    /// Such as `wire.end on load.eye`.
    pub fn name(&self) -> String {
        format!("{} {}", self.path, self.closed)
    }

    /// Whether it holds coordinates of a joint where they are.
    pub fn holds_coordinates(&self) -> bool {
        matches!(&self.holds, Held::Constraint { memory, .. } if !memory.is_empty())
    }

    /// Whether two latches are about the same: of an end of a cable, which can be on different frames, one is closed
    /// at most.
    pub fn excludes(&self, other: &Latch) -> bool {
        match (&self.holds, &other.holds) {
            (Held::Joint(a), Held::Joint(b)) => a == b,
            (
                Held::CableEnd { cable: a, end: of_a, frame: _ },
                Held::CableEnd { cable: b, end: of_b, frame: _ },
            ) => a == b && of_a == of_b,
            (
                Held::Constraint { constraint: a, is_effort: _, memory: _ },
                Held::Constraint { constraint: b, is_effort: _, memory: _ },
            ) => a == b,
            _ => false,
        }
    }
}

/// A row that holds a coordinate of a joint, or its rate: part of what acts along it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldCoordinate {
    pub joint: JointId,
    pub coordinate: u8,
    pub constraint: ConstraintId,
    pub row: usize,
    /// Of a latch that holds it where it is: the state that is one while that is closed. None where its rate is held at another.
    pub still: Option<StateId>,
}

impl Graph {
    /// Rows of latches that hold coordinates of joints; after the pass that derives constraints.
    pub fn held_coordinates(&self) -> Vec<HeldCoordinate> {
        let mut held = Vec::new();
        for latch in &self.latches {
            let Held::Constraint { constraint, is_effort: true, memory } = &latch.holds else {
                continue;
            };
            let still = (!memory.is_empty()).then_some(latch.state);
            let rows = self.constraints.get(constraint.index()).map_or(&[][..], |own| &own.rows);
            for (row, own) in rows.iter().enumerate() {
                let argument = own.derivatives.as_ref().and_then(|own| own.arguments.first());
                if let Some(Node::Sensor {
                    sensor:
                        Sensor::Joint {
                            joint,
                            quantity: JointQuantity::Coordinate | JointQuantity::Rate,
                            coordinate,
                        },
                    ..
                }) = argument.map(|&node| self.signals.node(node))
                {
                    let constraint = *constraint;
                    held.push(HeldCoordinate { joint, coordinate, constraint, row, still });
                }
            }
        }
        held
    }

    /// Of each coordinate that latches hold where it is, the states of which one at least is not zero while it cannot move.
    pub fn held_still(&self) -> HashMap<(JointId, u8), Vec<StateId>> {
        let mut still: HashMap<_, Vec<StateId>> = HashMap::new();
        for held in self.held_coordinates() {
            if let Some(state) = held.still {
                still.entry((held.joint, held.coordinate)).or_default().push(state);
            }
        }
        still
    }

    /// The latch by which a joint can be let go.
    pub fn latch_of_joint(&self, joint: JointId) -> Option<&Latch> {
        self.latches.iter().find(|latch| latch.holds == Held::Joint(joint))
    }

    /// The latch of a constraint.
    pub fn latch_of_constraint(&self, index: usize) -> Option<&Latch> {
        self.latches.iter().find(|latch| {
            matches!(&latch.holds, Held::Constraint { constraint, .. } if constraint.index() == index)
        })
    }

    pub(crate) fn latch_name(&self, latch: LatchId) -> String {
        self.latches.get(latch.index()).map_or_else(|| "?".to_owned(), Latch::name)
    }
}

pub(crate) fn text(graph: &Graph) -> String {
    let lines = graph.latches.iter().map(|latch| {
        let Latch { path: _, closed: _, origin: _, holds, state, tears } = latch;
        let tears = tears.map(|Tears { state, value }| {
            format!(", torn loose sets {} = {value}", graph.state_path(state))
        });
        let holds = match holds {
            Held::Joint(joint) => format!("joint {}", graph.joint_path(*joint)),
            Held::CableEnd { cable, end, frame } => format!(
                "{} of cable {} at {}",
                if *end == 0 { "start" } else { "end" },
                graph.cable_path(*cable),
                graph.frame_path(*frame)
            ),
            Held::Constraint { constraint, is_effort: _, memory } => {
                let at: Vec<&str> = memory.iter().map(|own| graph.state_path(*own)).collect();
                let at =
                    if at.is_empty() { String::new() } else { format!(" at {}", at.join(", ")) };
                format!("constraint {}{at}", constraint.index())
            }
        };
        let tears = tears.unwrap_or_default();
        format!("{}: {holds} while {}{tears}", latch.name(), graph.state_path(*state))
    });
    section("latches", lines)
}
