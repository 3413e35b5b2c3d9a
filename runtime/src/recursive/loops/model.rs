//! What closes loops, as assembly leaves it: constant during a run.
//!
//! Closings stand in the order of the plan's cuts, then the user's constraints. Rows are numbered
//! through all closings, and terms through all rows, so that data of a run are flat lists.

use cdl_graph::NodeId;
use std::ops::Range;

use super::choice::Choice;
use super::equation::Equation;
use super::joint::CutJoint;
use super::size::Sizes;
use super::structure::Structure;
use crate::assembly::Owner;
use crate::recursive::StationOn;
use crate::recursive::frame::FrameOn;

/// All closing constraints of a model.
#[derive(Clone, Debug, Default)]
pub(crate) struct Loops {
    /// In the order of their rows.
    pub(crate) closings: Vec<Closing>,
    /// One for each scalar equation.
    pub(crate) rows: Vec<Row>,
    /// What the rows act on; each row has a range of them.
    pub(crate) terms: Vec<Support>,
    /// Who feels whom, and the order of elimination.
    pub(crate) structure: Structure,
    /// How loops are kept closed.
    pub(crate) method: Closure,
    /// Coordinates of cut joints at the start, about: angles are followed over whole turns from here.
    pub(crate) windings: Vec<f64>,
    /// Which rows are independent at the start, and how many everywhere; empty before the start is
    /// closed.
    pub(crate) choice: Choice,
    /// What residuals are compared to.
    pub(crate) sizes: Sizes,
    /// Whether there are equations of the user, which read signals.
    pub(crate) reads_signals: bool,
    /// Whether there are springs, dampers or efforts in cut joints.
    pub(crate) acts: bool,
}

/// A joint, a cable's end or an equation that the forest does not hold.
/// `rows` is its part of [`Loops::rows`], never empty for what can be open.
#[derive(Clone, Debug)]
pub(crate) struct Closing {
    /// The element to blame.
    pub(crate) owner: Owner,
    /// What is closed.
    pub(crate) kind: ClosingKind,
    /// Among all.
    pub(crate) rows: Range<usize>,
    /// The state of the user's that is 1 where events have closed it; absent for what is closed for ever.
    pub(crate) latch: Option<usize>,
}

/// What has to coincide, or to be zero.
#[derive(Clone, Debug)]
pub(crate) enum ClosingKind {
    /// Two frames move as a joint lets them.
    Joint(Box<CutJoint>),
    /// The tip of a cable coincides with a frame.
    CableEnd { cable: usize, station: StationOn, frame: FrameOn },
    /// As many as rows.
    Equations(Vec<Equation>),
}

/// A scalar equation: `residual = 0` on positions, or on velocities.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// Among all.
    pub(crate) terms: Range<usize>,
    /// Of positions or of velocities.
    pub(crate) level: Level,
}

/// Position equations are kept with their rates and second derivatives, those on velocities with
/// their first derivative only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    /// The residual is a function of positions and time.
    Position,
    /// It is a function of velocities too, linear in them.
    Velocity,
}

/// What an equation acts on: a velocity in it, and the force that keeps it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Support {
    /// A body of the tree at its reference point.
    Body(usize),
    /// A prescribed body at its origin; its motion is known.
    Base(usize),
    /// A rate of the joint that holds `body`, and the effort along it: index among the tree's rates.
    Rate { body: usize, rate: usize },
    /// A prescribed scalar coordinate; its rate is known.
    Drive(usize),
    /// A point of a cable.
    Cable { cable: usize, station: StationOn },
}

/// How the closing constraints are kept; see [`cdl_graph::LoopMethod`]. Rates in 1/s.
///
/// The methods are compared in docs/loops.md. `mass` has no unit: how many times the mass that a
/// constraint feels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum Closure {
    /// After each step states are moved back by the least that closes them.
    #[default]
    Projection,
    /// Residuals die out with this rate, critically damped.
    Baumgarte { rate: f64 },
    /// Springs and dampers in the place of constraints.
    Penalty { mass: f64, rate: f64 },
    /// Penalties whose forces are corrected until they are those of constraints.
    AugmentedLagrangian { mass: f64, rate: f64 },
    /// Further multipliers keep positions beside those that keep velocities.
    GearGuptaLeimkuhler,
    /// Only independent coordinates are integrated; the others follow.
    Partitioning,
}

/// A prescribed coordinate of a cut joint.
/// Rates and accelerations are absent where the value does not change with time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CutDrive {
    /// Of the joint.
    pub(crate) coordinate: usize,
    /// Its node, m or rad.
    pub(crate) value: NodeId,
    /// Of its derivative by time.
    pub(crate) rate: Option<NodeId>,
    /// Of the second one.
    pub(crate) acceleration: Option<NodeId>,
}

impl Loops {
    /// Whether there is nothing to close.
    pub(crate) fn is_empty(&self) -> bool {
        self.closings.is_empty()
    }
}
