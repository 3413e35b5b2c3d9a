//! A mechanism on a spanning forest, as assembly leaves it: flat and constant.

use std::ops::Range;
use std::sync::Arc;

use cdl_graph::{CableQuantity, EnergyPart, FrameQuantity, JointQuantity, NodeId};

use super::cable::{CableModel, CableState, StationOn};
use super::data::Data;
use super::frame::FrameOn;
use super::loops::{Closing, Loops, Structure};
use super::whereabouts::Whereabouts;
use crate::laws::{AxisLaw, Pulling};
use crate::mechanism::{Base, Mechanism};
use crate::recursive::step::Dimensions;
use crate::signals::Still;
use crate::transfer::Transfer;
use crate::tree::{BallOn, Tree};

/// A mechanism in joint coordinates on a spanning forest; constant while it runs.
#[derive(Clone, Debug)]
pub(crate) struct RecursiveModel {
    /// What both formulations are made from.
    pub(crate) mechanism: Arc<Mechanism>,
    /// Bodies with the joints that hold them.
    pub(crate) tree: Tree,
    /// Of each body of the tree: its index in the graph.
    pub(crate) tree_bodies: Vec<usize>,
    /// Of each body of the tree: the index in the graph of the joint that holds it.
    pub(crate) tree_joints: Vec<Option<usize>>,
    /// The forest, roots first.
    pub(crate) passes: Vec<Pass>,
    /// Prescribed bodies.
    pub(crate) bases: Vec<Base>,
    /// Coordinates of the tree that are functions of time.
    pub(crate) drives: Vec<DrivenCoordinate>,
    /// Springs, dampers, friction and given efforts in joints of the tree.
    pub(crate) efforts: Efforts,
    /// In the order of the plan.
    pub(crate) cables: Vec<CableModel>,
    /// Of the user.
    pub(crate) loads: Vec<LoadModel>,
    /// The rates of states of the user's, with their index.
    pub(crate) state_rates: Vec<(usize, NodeId)>,
    /// The places in the state of those that have none: only events change them.
    pub(crate) held_states: Vec<usize>,
    /// What the forest does not hold.
    pub(crate) loops: Loops,
    /// How bodies get their accelerations, if not by articulated inertias.
    pub(crate) transfer: Option<Transfer>,
    /// Rows of these that hold a coordinate of a joint: the joint by its index in the graph, the coordinate, the row.
    pub(crate) held_coordinates: Vec<(usize, usize, usize)>,
    /// What signals read.
    pub(crate) sensors: Sensors,
    /// Where the elements of the graph are.
    pub(crate) whereabouts: Whereabouts,
    /// Of a state.
    pub(crate) layout: Layout,
    /// The state at the start.
    pub(crate) start: Vec<f64>,
    /// Whether the power of drives and prescribed bodies has to be counted.
    pub(crate) driven: bool,
}

/// A piece of the forest that is passed over at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pass {
    /// A range of the tree's bodies.
    Bodies(Range<usize>),
    /// Index into [`RecursiveModel::cables`].
    Cable(usize),
}

impl Pass {
    /// Those of the tree.
    pub(crate) fn bodies(&self) -> Range<usize> {
        match self {
            Pass::Bodies(bodies) => bodies.clone(),
            Pass::Cable(_) => 0..0,
        }
    }

    pub(crate) fn cable(&self) -> Option<usize> {
        match self {
            Pass::Bodies(_) => None,
            Pass::Cable(index) => Some(*index),
        }
    }
}

/// rad or m, and derivatives by time; a constant drive has a rate of zero.
#[derive(Clone, Debug)]
pub(crate) struct DrivenCoordinate {
    /// Among the tree's scalar coordinates.
    pub(crate) coordinate: usize,
    /// Its node.
    pub(crate) value: NodeId,
    /// Absent where the drive does not depend on time.
    pub(crate) rate: Option<NodeId>,
    /// Absent as the rate is.
    pub(crate) acceleration: Option<NodeId>,
}

/// What acts in the joints.
#[derive(Clone, Debug)]
pub(crate) struct Efforts {
    /// One for each scalar coordinate of the tree.
    pub(crate) axes: Vec<AxisLaw>,
    /// Spherical joints that resist.
    pub(crate) balls: Vec<BallOn>,
    /// Efforts that are given as signals: scalar coordinate and node.
    pub(crate) signals: Vec<(usize, NodeId)>,
    /// Whether there is anything to compute at all.
    pub(crate) any: bool,
}

/// A point where a load acts.
#[derive(Clone, Debug)]
pub(crate) enum PointOn {
    /// The origin of one.
    Frame(FrameOn),
    /// A point along one.
    Cable { cable: usize, station: StationOn },
}

/// Values are nodes of signals, N or N m; N/m, N s/m and m for springs. `axes` are those in which a
/// value is given, the world's without.
#[derive(Clone, Debug)]
pub(crate) enum LoadModel {
    /// On a point.
    Force { on: PointOn, value: [NodeId; 3], axes: Option<FrameOn> },
    /// On a body.
    Torque { on: FrameOn, value: [NodeId; 3], axes: Option<FrameOn> },
    /// The force on the first point is towards the second where it pulls.
    Spring {
        between: [PointOn; 2],
        law: Pulling,
        /// It stores energy, as all its numbers are fixed. Otherwise all that it
        /// does is counted as work of a load.
        conservative: bool,
    },
}

/// What a sensor node reads.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// Of a frame.
    Frame { on: FrameOn, quantity: FrameQuantity },
    /// Of the joint that holds a body of the tree.
    Joint { body: usize, quantity: JointQuantity, coordinate: usize },
    /// Of a joint that closes a loop.
    CutJoint { closing: usize, quantity: JointQuantity, coordinate: usize },
    /// Of a place on a cable.
    Cable { cable: usize, station: StationOn, quantity: CableQuantity },
    /// Of a row that closes.
    Multiplier(usize),
    /// Of the user's.
    State(usize),
    /// Of the whole model, J.
    Energy(EnergyPart),
    /// Of the whole model, kg m/s.
    Momentum,
    /// About the origin of the world, kg m²/s.
    AngularMomentum,
}

/// All nodes that read one source: component and node.
#[derive(Clone, Debug)]
pub(crate) struct SensorRead {
    /// Read once for all nodes.
    pub(crate) source: Source,
    /// Which component goes to which node of the tape.
    pub(crate) nodes: Vec<(u8, u32)>,
    /// When events hold it at zero.
    pub(crate) still: Still,
}

/// What signals read, by when they do.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sensors {
    /// Needed by loads.
    pub(crate) state: Vec<SensorRead>,
    /// Needed by rates of states.
    pub(crate) rate: Vec<SensorRead>,
    /// Needed by events.
    pub(crate) event: Vec<SensorRead>,
    /// Needed by outputs only.
    pub(crate) output: Vec<SensorRead>,
}

/// Where the parts of the state are: tree, then each cable in order, then the ledger, then what
/// cables integrate beside their motion, then what the user does.
/// Ranges are of the whole state; velocities of the tree begin at `dimensions.positions`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    /// Positions of the tree.
    pub(crate) tree_q: Range<usize>,
    /// Velocities of the tree.
    pub(crate) tree_v: Range<usize>,
    /// Positions of each cable.
    pub(crate) cable_q: Vec<Range<usize>>,
    /// Velocities of each cable.
    pub(crate) cable_v: Vec<Range<usize>>,
    /// Energy dissipated so far, then work done so far.
    pub(crate) ledger: usize,
    /// Of each cable; empty for most.
    pub(crate) cable_integrals: Vec<Range<usize>>,
    /// Of the user's.
    pub(crate) states: Range<usize>,
    /// Of the parts in order.
    pub(crate) dimensions: Dimensions,
}

impl Layout {
    /// The part of a state that is one cable's.
    pub(crate) fn cable<'a>(&self, state: &'a [f64], index: usize) -> CableState<'a> {
        CableState {
            q: &state[self.cable_q[index].clone()],
            v: &state[self.cable_v[index].clone()],
            integrals: &state[self.cable_integrals[index].clone()],
        }
    }
}

impl RecursiveModel {
    /// Of the loops as they are now, after rows of them have been changed.
    pub(crate) fn loop_structure(&self) -> Structure {
        let Loops { closings, rows, terms, .. } = &self.loops;
        Structure::new(&self.tree, &self.cables, &self.passes, closings, rows, terms)
    }

    /// Leaves out closings with their rows.
    /// Terms stay where they are, as rows have ranges of them; the sizes of closings are left as they were.
    pub(crate) fn keep_closings(&mut self, is_kept: impl FnMut(&Closing) -> bool) {
        let loops = &mut self.loops;
        let old = std::mem::take(&mut loops.rows);
        loops.closings.retain(is_kept);
        for closing in &mut loops.closings {
            let start = loops.rows.len();
            loops.rows.extend_from_slice(&old[closing.rows.clone()]);
            closing.rows = start..loops.rows.len();
        }
        self.loops.structure = self.loop_structure();
    }

    /// What holds a coordinate of a joint in place, along it, N or N m; of the last evaluation.
    pub(crate) fn held_effort(&self, data: &Data, joint: usize, coordinate: usize) -> f64 {
        let own =
            self.held_coordinates.iter().filter(|held| (held.0, held.1) == (joint, coordinate));
        own.map(|&(_, _, row)| data.loops.forces[row]).sum()
    }
}
