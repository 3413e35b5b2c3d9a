//! What assembly makes of a graph: flat and constant.

use cdl_graph::{CableQuantity, EnergyPart, FrameQuantity, JointQuantity, NodeId, OutputUnit};
use std::ops::Range;

use super::cable::{CableModel, StationOn};
use super::frame::FrameOn;
use super::loops::Loops;
use crate::assembly::{Paths, Use};
use crate::constrained::{ConstrainedModel, ImplicitMethod};
use crate::integrate::{Dimensions, Method};
use crate::results::scene::SceneShape;
use crate::signals::{Tape, Values};
use crate::tree::{AxisLaw, BallLaw, Placement, Tree};

/// A graph ready to run: constant while it runs. Built by [`crate::assemble`].
#[derive(Clone, Debug)]
pub struct Model {
    pub(crate) name: String,
    pub(crate) paths: Paths,
    /// The uses of nodes that are evaluated during the run, to find culprits.
    pub(crate) uses: Vec<Use>,
    pub(crate) tape: Tape,
    /// With the static stage evaluated.
    pub(crate) values: Values,
    pub(crate) tree: Tree,
    /// Of each body of the tree: its index in the graph.
    pub(crate) tree_bodies: Vec<usize>,
    /// Of each body of the tree: the index in the graph of the joint that holds it.
    pub(crate) tree_joints: Vec<Option<usize>>,
    /// The forest, roots first.
    pub(crate) passes: Vec<Pass>,
    pub(crate) bases: Vec<Base>,
    pub(crate) drives: Vec<DrivenCoordinate>,
    pub(crate) efforts: Efforts,
    pub(crate) cables: Vec<CableModel>,
    pub(crate) fluids: Fluids,
    pub(crate) loads: Vec<LoadModel>,
    /// What the forest does not hold.
    pub(crate) loops: Loops,
    pub(crate) sensors: Sensors,
    pub(crate) layout: Layout,
    pub(crate) start: Vec<f64>,
    pub(crate) settings: Settings,
    pub(crate) outputs: Vec<OutputColumn>,
    pub(crate) scene: Vec<Visible>,
    pub(crate) size: Size,
    pub(crate) reasons: Vec<String>,
    /// Whether the power of drives and prescribed bodies has to be counted.
    pub(crate) driven: bool,
    /// For implicit steps.
    pub(crate) constrained: Option<Box<ConstrainedModel>>,
}

/// A piece of the forest that is passed over at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pass {
    /// A range of the tree's bodies.
    Bodies(Range<usize>),
    /// Index into [`Model::cables`].
    Cable(usize),
}

/// A prescribed body.
#[derive(Clone, Debug)]
pub(crate) struct Base {
    pub(crate) position: [NodeId; 3],
    pub(crate) attitude: [NodeId; 4],
    /// Absent where the motion does not depend on time.
    pub(crate) rates: Option<cdl_graph::PrescribedRates>,
}

#[derive(Clone, Debug)]
pub(crate) struct DrivenCoordinate {
    /// Among the tree's scalar coordinates.
    pub(crate) coordinate: usize,
    pub(crate) value: NodeId,
    /// Absent where the drive does not depend on time.
    pub(crate) rate: Option<NodeId>,
    pub(crate) acceleration: Option<NodeId>,
}

/// What acts in the joints.
#[derive(Clone, Debug)]
pub(crate) struct Efforts {
    pub(crate) axes: Vec<AxisLaw>,
    pub(crate) balls: Vec<BallLaw>,
    /// Efforts that are given as signals: scalar coordinate and node.
    pub(crate) signals: Vec<(usize, NodeId)>,
    /// Whether there is anything to compute at all.
    pub(crate) any: bool,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Fluids {
    pub(crate) air: Option<cdl_graph::Fluid>,
    pub(crate) water: Option<cdl_graph::Fluid>,
    pub(crate) level: Option<NodeId>,
}

/// A point where a load acts.
#[derive(Clone, Debug)]
pub(crate) enum PointOn {
    Frame(FrameOn),
    Cable { cable: usize, station: StationOn },
}

#[derive(Clone, Debug)]
pub(crate) enum LoadModel {
    Force {
        on: PointOn,
        value: [NodeId; 3],
        axes: Option<FrameOn>,
    },
    Torque {
        on: FrameOn,
        value: [NodeId; 3],
        axes: Option<FrameOn>,
    },
    Spring {
        between: [PointOn; 2],
        stiffness: NodeId,
        damping: NodeId,
        length: NodeId,
        tension_only: bool,
        /// All three numbers are fixed, so that the spring has an energy. Otherwise all that it
        /// does is counted as work of a load.
        conservative: bool,
    },
}

/// What a sensor node reads.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    Frame {
        on: FrameOn,
        quantity: FrameQuantity,
    },
    /// Of the joint that holds a body of the tree.
    Joint {
        body: usize,
        quantity: JointQuantity,
        coordinate: usize,
    },
    /// Of a joint that closes a loop.
    CutJoint {
        closing: usize,
        quantity: JointQuantity,
        coordinate: usize,
    },
    Cable {
        cable: usize,
        station: StationOn,
        quantity: CableQuantity,
    },
    Energy(EnergyPart),
    Momentum,
    AngularMomentum,
}

/// All nodes that read one source: component and node.
#[derive(Clone, Debug)]
pub(crate) struct SensorRead {
    pub(crate) source: Source,
    pub(crate) nodes: Vec<(u8, u32)>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Sensors {
    /// Needed by loads.
    pub(crate) state: Vec<SensorRead>,
    /// Needed by outputs only.
    pub(crate) output: Vec<SensorRead>,
}

/// Where the parts of the state are: tree, then each cable in order, then the ledger, then what
/// cables integrate beside their motion.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    pub(crate) tree_q: Range<usize>,
    pub(crate) tree_v: Range<usize>,
    pub(crate) cable_q: Vec<Range<usize>>,
    pub(crate) cable_v: Vec<Range<usize>>,
    /// Energy dissipated so far, then work done so far.
    pub(crate) ledger: usize,
    /// Of each cable; empty for most.
    pub(crate) cable_integrals: Vec<Range<usize>>,
    pub(crate) dimensions: Dimensions,
}

/// What is to be simulated; SI.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Settings {
    pub(crate) experiment: String,
    pub(crate) duration: f64,
    pub(crate) every: f64,
    pub(crate) stepping: Stepping,
    /// The tolerance of the equilibrium that the run starts from, if it does.
    pub(crate) from_rest: Option<f64>,
}

impl Settings {
    /// Whether a start is found in natural coordinates for a run in those of joints.
    pub(crate) fn returns_to_recursion(&self) -> bool {
        match self.stepping {
            Stepping::Explicit(_) => self.from_rest.is_some(),
            Stepping::Implicit(_) | Stepping::Rest { .. } => false,
        }
    }
}

/// With which steps; this decides on the formulation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Stepping {
    /// Recursive.
    Explicit(Method),
    /// Constrained.
    Implicit(ImplicitMethod),
    /// None: where it is at rest, constrained. Forces left over, relative to the largest.
    Rest { tolerance: f64 },
}

/// A recorded quantity.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OutputColumn {
    pub(crate) name: String,
    pub(crate) unit: OutputUnit,
    pub(crate) nodes: Vec<NodeId>,
}

/// A body in the picture.
#[derive(Clone, Debug)]
pub(crate) struct Visible {
    pub(crate) path: String,
    pub(crate) on: FrameOn,
    pub(crate) shape: Option<SceneShape>,
}

/// How large the model is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Bodies that move by the equations of motion.
    pub bodies: usize,
    /// Bodies whose motion is given.
    pub prescribed: usize,
    pub joints: usize,
    pub cables: usize,
    /// Rigid links, and segments of lumped cables.
    pub links: usize,
    /// Degrees of freedom.
    pub freedoms: u64,
}

impl Model {
    /// The model's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn size(&self) -> Size {
        self.size
    }

    /// Paths of the cables in the order of the forest.
    pub(crate) fn cable_paths(&self) -> Vec<String> {
        let path = |cable: &CableModel| {
            self.paths.of(crate::assembly::Owner::Cable(cable.index)).to_owned()
        };
        self.cables.iter().map(path).collect()
    }

    /// A placement from nodes that do not change.
    pub(crate) fn fixed_placement(
        values: &Values,
        position: [NodeId; 3],
        attitude: [NodeId; 4],
    ) -> Placement {
        Placement::new(values.array(position), values.array(attitude))
    }
}
