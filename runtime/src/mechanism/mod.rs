//! What both formulations are made from: a planned graph with its numbers resolved, and the state that
//! belongs to neither of them.
//!
//! | file | holds |
//! |---|---|
//! | `state` | where everything is and how it moves, in nobody's coordinates |
//! | `body`, `frame`, `joint`, `cable`, `environment` | elements with their numbers |
//! | `fit` | whether a state is one of the mechanism's |
//! | `settings`, `steps` | with which steps, for how long, which rows; what steps cost |
//! | `gaps` | how far apart is what events connect |
//! | `impacts` | impulses of stops that are hit at one instant |
//! | `energies` | what is stored, lost and done |
//! | `turns` | what a rope that resists being twisted remembers of its turns |
//! | `wheel` | by what sheaves and winches turn |
//!
//! Everything stands in the order of the graph, whatever forest or elimination a formulation goes by.

mod body;
mod cable;
mod energies;
mod environment;
mod fit;
mod frame;
mod gaps;
mod impacts;
mod joint;
mod pulled;
mod settings;
mod small_motion;
mod state;
mod steps;
mod turns;
mod wheel;

use std::sync::Arc;

use cdl_graph::{CableEnd, FrameId, Graph, Motion, NodeId, Origin, OutputUnit, Variability};

use crate::assembly::{Owner, Paths, Use};
use crate::events::EventOf;
use crate::results::scene::SceneShape;
use crate::signals::{Instants, Stage, Tape, Values};
use crate::tree::Placement;

pub(crate) use body::Base;
pub(crate) use cable::{
    AxialStiffness, CableKind, CableOf, Clamp, Pieces, Product, RelaxingSections, STORED, Sides,
    Torsion, beside,
};
pub use energies::{ByEvents, Energies};
pub(crate) use environment::{Fluids, surface, surroundings};
pub(crate) use fit::FITS;
pub use fit::Unfit;
pub(crate) use frame::FrameOf;
pub(crate) use gaps::{Apart, FOUND_TOGETHER, Gap};
pub(crate) use impacts::{Contact, Struck, strike};
pub(crate) use joint::JointOf;
pub(crate) use settings::{Span, Stepping};
pub(crate) use small_motion::{NoSwing, SmallMotion};
pub use state::{Curve, Ledger, Moving, State};
pub use steps::Effort;
pub(crate) use steps::{FASTEST, pace};
pub(crate) use turns::{AT_END, TurnsOf};
pub(crate) use wheel::{Wheel, wheels};

/// A state of the user's that is larger has left all that anybody counts, in whatever unit.
pub(crate) const LARGEST_STATE: f64 = 1e60;

/// A planned graph with its numbers resolved; constant.
#[derive(Clone, Debug)]
pub(crate) struct Mechanism {
    /// That it was made from.
    pub(crate) graph: Arc<Graph>,
    /// Names of elements for messages.
    pub(crate) paths: Paths,
    /// The uses of nodes that are evaluated during a run, to find culprits.
    pub(crate) uses: Vec<Use>,
    /// All signals as instructions, by stage.
    pub(crate) tape: Tape,
    /// At which steps end, as signals jump or have kinks there.
    pub(crate) instants: Instants,
    /// What a reader should know of its numbers.
    pub(crate) warnings: Vec<String>,
    /// How signals vary between events, where that makes some of them functions of time: what only events change is fixed
    /// then.
    pub(crate) between_events: Option<Vec<Variability>>,
    /// In the order of the graph.
    pub(crate) events: Vec<EventOf>,
    /// With the static stage evaluated.
    pub(crate) values: Values,
    /// Of each node.
    pub(crate) variability: Vec<Variability>,
    /// In the order of the graph.
    pub(crate) joints: Vec<JointOf>,
    /// In the order of the graph.
    pub(crate) cables: Vec<CableOf>,
    /// Air and water.
    pub(crate) fluids: Fluids,
    /// All that is recorded, in the order of the columns.
    pub(crate) outputs: Vec<OutputColumn>,
    /// Everything that a picture shows, the world excepted.
    pub(crate) scene: Vec<Visible>,
    /// Sheaves and winches, which pictures show.
    pub(crate) wheels: Vec<Wheel>,
}

/// A recorded quantity.
/// A vector has a node for each component.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OutputColumn {
    /// As the column is headed.
    pub(crate) name: String,
    /// As numbers are shown.
    pub(crate) unit: OutputUnit,
    /// One for each component.
    pub(crate) nodes: Vec<NodeId>,
}

/// A body in the picture.
#[derive(Clone, Debug)]
pub(crate) struct Visible {
    /// In the graph.
    pub(crate) body: usize,
    /// None where only its frame is shown.
    pub(crate) shape: Option<SceneShape>,
}

/// A number that is not finite.
pub(crate) struct BadUse<'a> {
    /// Which field of which element reads it.
    pub found: &'a Use,
    /// In words.
    pub why: String,
    /// The operation that has no value, where somebody wrote it.
    pub written: Option<Origin>,
}

impl Mechanism {
    /// At which steps end until the next event, after an evaluation of all signals; `None` where events change nothing
    /// about that.
    pub(crate) fn instants_until_event(&self, values: &Values) -> Option<Instants> {
        let variability = self.between_events.as_ref()?;
        let (signals, stages) = (&self.graph.signals, [Stage::State, Stage::Rate]);
        let found = Instants::of(signals, variability, &self.tape, values, &stages);
        Some(self.instants.clone().and(found))
    }

    /// The value of a node that does not change during a run.
    pub(crate) fn scalar(&self, node: NodeId) -> f64 {
        self.values.scalar(node)
    }

    /// Values of nodes that are known before a run.
    pub(crate) fn array<const N: usize>(&self, nodes: [NodeId; N]) -> [f64; N] {
        self.values.array(nodes)
    }

    /// The first number that is not finite among those that a run evaluates, and why. What belongs to an element comes before
    /// what is derived from it, such as slopes of loads.
    pub(crate) fn first_bad_use(&self, values: &Values) -> Option<BadUse<'_>> {
        let look = |of_elements: bool| {
            [Stage::Time, Stage::State, Stage::Rate].into_iter().find_map(|stage| {
                let uses = self.uses.iter().filter(|found| found.stage == stage);
                let mut uses = uses.filter(|own| (own.owner != Owner::Experiment) == of_elements);
                uses.find_map(|found| {
                    let why = self.tape.explain(found.node, values)?;
                    let culprit = self.tape.culprit(found.node, values)?;
                    let written = self.graph.signals.written_as(culprit);
                    Some(BadUse { found, why, written })
                })
            })
        };
        look(true).or_else(|| look(false))
    }

    /// Any frame of the graph. There are several for each body, and a step asks for none, so nobody keeps them.
    pub(crate) fn frame(&self, frame: FrameId) -> FrameOf {
        let own = &self.graph.frames[frame.index()];
        let placement = Placement::new(self.array(own.position), self.array(own.attitude));
        FrameOf { body: own.body.index(), placement }
    }

    /// Whether a node keeps its value during the run.
    pub(crate) fn is_fixed(&self, node: NodeId) -> bool {
        self.variability[node.index()] <= Variability::Param
    }

    /// Whether an end is held by what no force moves.
    pub(crate) fn is_held(&self, end: &CableEnd) -> bool {
        end.frame().is_some_and(|frame| {
            match self.graph.bodies[self.graph.frames[frame.index()].body.index()].motion {
                Motion::Fixed | Motion::Prescribed { .. } => true,
                Motion::Dynamic { .. } => false,
            }
        })
    }

    /// How many coordinates all joints have together; see [`State::coordinates`].
    pub(crate) fn coordinates(&self) -> usize {
        self.joints.last().map_or(0, |joint| joint.coordinates.end)
    }
}
