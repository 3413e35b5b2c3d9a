//! An equation of the user: `residual = 0` between positions and time, or on velocities.
//!
//! The compiler gives the derivatives of the residual with respect to the quantities that it reads.
//! How those depend on the mechanism's velocities stands here:
//!
//! ```text
//! positions    g' = sum_i g_i x_i' + g_t      g'' = sum_i g_i x_i'' + sum_ij g_ij x_i' x_j' + 2 sum_i g_it x_i' + g_tt
//! velocities   r' = sum_i r_i x_i' + r_t, with x_i' an acceleration where x_i is a velocity
//! ```

use cdl_graph::NodeId;

use super::frames::{FrameNow, times};
use super::joint::CutJoint;
use super::model::{Level, Support};
use crate::recursive::cable::{CableData, CableModel, StationOn};
use crate::recursive::frame::FrameOn;
use crate::spatial::Vec3;
use crate::tree::{FrameRate, TreeData};

/// All nodes are evaluated with the signals of the state, stage `State`, before rows are computed.
#[derive(Clone, Debug)]
pub(crate) struct Equation {
    /// Of positions or of velocities.
    pub(crate) level: Level,
    /// The node that has to be zero.
    pub(crate) residual: NodeId,
    /// What it reads of the motion.
    pub(crate) arguments: Vec<Argument>,
    /// Second derivatives by two arguments, each pair once; those that are missing are zero.
    pub(crate) hessian: Vec<(u16, u16, NodeId)>,
    /// Partial derivatives with respect to time, first and second.
    pub(crate) rate: NodeId,
    /// See `rate`.
    pub(crate) acceleration: NodeId,
}

/// One quantity of the motion that the residual depends on; `gradient` is the derivative of the
/// residual by it, and `gradient_rate` the partial derivative of that by time.
#[derive(Clone, Debug)]
pub(crate) struct Argument {
    /// Of the residual by it.
    pub(crate) gradient: NodeId,
    /// The partial derivative of that by time.
    pub(crate) gradient_rate: NodeId,
    /// Which quantity, and of what.
    pub(crate) reads: Reading,
    /// Whether it is a velocity; its derivative is then an acceleration.
    pub(crate) level: Level,
    /// How many supports it has: terms of the equation's row, if the row is on its level.
    pub(crate) supports: usize,
}

/// A component that an equation reads, on either level: position or velocity of a point, axis or
/// angular velocity of a frame, coordinate or rate of a joint.
#[derive(Clone, Debug)]
pub(crate) enum Reading {
    /// A component in world axes, m.
    Point { frame: FrameOn, component: usize },
    /// Component of one of the frame's unit vectors, world axes; `axis` counts 0, 1, 2.
    Axis { frame: FrameOn, axis: usize, component: usize },
    /// Angular velocity in world axes, rad/s; on velocities only.
    Spin { frame: FrameOn, component: usize },
    /// Of the tree: the rate's index in the state, or none where it is driven.
    Coordinate { body: usize, rate: Option<usize>, drive: usize },
    /// Of a cut joint.
    /// With a copy of the joint, as closings are read in any order.
    Cut { joint: Box<CutJoint>, coordinate: usize },
    /// A component of a point of a cable, m.
    Cable { cable: usize, station: StationOn, component: usize },
}

/// The derivative of a reading by time is `sum gradient . motion of the support`, plus `bias` where
/// it is taken once more.
pub(crate) struct Slope {
    /// Moment and force on each support, in the order of [`Reading::supports`].
    pub(crate) gradients: [[Vec3; 2]; 2],
    /// Beside gradients times accelerations.
    pub(crate) bias: f64,
    /// The derivative now: of a position.
    pub(crate) rate: f64,
}

/// What a slope is computed from; after the kinematic pass.
pub(crate) struct Present<'a> {
    /// After its kinematic pass.
    pub(crate) tree: &'a TreeData,
    /// After theirs.
    pub(crate) cables: &'a [CableData],
    /// In the same order.
    pub(crate) cable_models: &'a [CableModel],
    /// Velocities of the tree's joints.
    pub(crate) tree_v: &'a [f64],
}

/// Of one component.
fn unit(component: usize) -> Vec3 {
    let mut unit = Vec3::zeros();
    unit[component.min(2)] = 1.0;
    unit
}

impl Reading {
    /// In units of the quantity that is read. For readings on velocities, `rate` is of the position
    /// under it.
    pub(crate) fn slope(&self, now: &Present<'_>) -> Slope {
        let none = [Vec3::zeros(); 2];
        let of_frame = |frame: &FrameOn, gradient: [Vec3; 2], bias: f64| {
            let motion = super::frames::support_velocity(frame, now.tree);
            Slope { gradients: [gradient, none], bias, rate: times(&gradient, &motion) }
        };
        match self {
            Reading::Point { frame, component } => {
                let at = FrameNow::of(frame, now.tree);
                let direction = unit(*component);
                let gradient = at.push(&Vec3::zeros(), &direction);
                of_frame(frame, gradient, at.centripetal.dot(&direction))
            }
            Reading::Axis { frame, axis, component } => {
                let at = FrameNow::of(frame, now.tree);
                let axis: Vec3 = at.rotation.column(*axis).into();
                let direction = unit(*component);
                let gradient = [axis.cross(&direction), Vec3::zeros()];
                let bias = at.omega.cross(&at.omega.cross(&axis)).dot(&direction);
                of_frame(frame, gradient, bias)
            }
            Reading::Spin { frame, component } => {
                of_frame(frame, [unit(*component), Vec3::zeros()], 0.0)
            }
            Reading::Coordinate { rate, drive, .. } => Slope {
                gradients: [[Vec3::zeros(), Vec3::x()], none],
                bias: 0.0,
                rate: match rate {
                    Some(rate) => now.tree_v[*rate],
                    None => now.tree.drives[*drive].rate,
                },
            },
            Reading::Cut { joint, coordinate } => {
                let measure = joint.coordinate(&joint.pair(now.tree), *coordinate, 0.0);
                // Only what is not the world has a support.
                let gradients = match super::frames::support(&joint.parent) {
                    Some(_) => [measure.on_parent, measure.on_child],
                    None => [measure.on_child, none],
                };
                Slope { gradients, bias: measure.bias, rate: joint.rate(&measure, now.tree) }
            }
            Reading::Cable { cable, station, component } => {
                let velocity =
                    now.cable_models[*cable].motion_at(&now.cables[*cable], station).velocity;
                Slope {
                    gradients: [[Vec3::zeros(), unit(*component)], none],
                    bias: 0.0,
                    rate: velocity[(*component).min(2)],
                }
            }
        }
    }
}

impl Reading {
    /// What it depends on, two at most.
    /// In this order terms of a row are stored, and [`Self::slope`] gives gradients in it.
    pub(crate) fn supports(&self) -> impl Iterator<Item = Support> {
        let frame = super::frames::support;
        let both = match self {
            Reading::Point { frame: on, .. }
            | Reading::Axis { frame: on, .. }
            | Reading::Spin { frame: on, .. } => [frame(on), None],
            Reading::Coordinate { body, rate, drive } => match rate {
                Some(rate) => [Some(Support::Rate { body: *body, rate: *rate }), None],
                None => [Some(Support::Drive(*drive)), None],
            },
            Reading::Cut { joint, .. } => [frame(&joint.parent), frame(&joint.child)],
            Reading::Cable { cable, station, .. } => {
                [Some(Support::Cable { cable: *cable, station: *station }), None]
            }
        };
        both.into_iter().flatten()
    }
}

/// Of a rate or of a point: only the force part counts.
pub(crate) fn linear(motion: Vec3) -> FrameRate {
    FrameRate { angular: Vec3::zeros(), linear: motion }
}
