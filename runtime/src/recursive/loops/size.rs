//! What residuals, rates and changes of coordinates are compared to, so that nothing depends on the
//! unit or on how large a mechanism is.
//!
//! A residual counts in shares of what it would be if a coordinate on the way to its closing were
//! wrong by one: one radian for angles, the extent of the loop for displacements. Rounding of places
//! far from the origin adds to that.

use super::data::LoopData;
use super::equation::Reading;
use super::frames::FrameNow;
use super::model::{Closing, ClosingKind, Support};
use super::structure::Node;
use crate::recursive::frame::FrameOn;
use crate::recursive::{Data, RecursiveModel};
use crate::spatial::Vec3;
use crate::tree::Joint;

/// By how much rounding at a distance counts as size: `4 eps / 1e-13`, so that 1e-13 of the size is
/// four units in the last place.
const ROUNDING: f64 = 4.0 * f64::EPSILON / 1e-13;

/// Found once, at the start.
/// They do not change in a run, though a mechanism may fold up.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sizes {
    /// Of each closing: the extent of what it closes, m.
    extents: Vec<f64>,
    /// Of each velocity: one for what turns (rad), an extent for what moves along (m).
    pub(crate) units: Vec<f64>,
    /// One over the unit of what moves a closing, zero for all else.
    pub(crate) matters: Vec<f64>,
}

impl Sizes {
    /// After the kinematic pass at the start.
    ///
    /// The extent of a closing is the diagonal of the box around its frames and the bodies on its
    /// path, or the length of a cable on it if that is longer.
    pub(crate) fn new(model: &RecursiveModel, data: &Data) -> Self {
        let structure = &model.loops.structure;
        let whole = whole_extent(model, data);
        let mut extents = Vec::with_capacity(model.loops.closings.len());
        let turning = turning(model);
        let mut units: Vec<f64> =
            turning.iter().map(|&turns| if turns { 1.0 } else { f64::INFINITY }).collect();
        let mut matters = vec![0.0; units.len()];
        let shift = model.layout.dimensions.positions;
        for (closing, reach) in model.loops.closings.iter().zip(&structure.reaches) {
            let mut hull = Hull::default();
            let mut length: f64 = 0.0;
            each_frame(closing, |frame| hull.add(&FrameNow::of(frame, &data.tree).position));
            for node in structure.nodes(&reach.path) {
                match node {
                    Node::Body(body) => hull.add(data.tree.reference_position(body)),
                    Node::Cable(cable) => length = length.max(model.cables[cable].links().length()),
                }
            }
            let own = hull.extent().max(length);
            // All at one place: no lever tells how long it is.
            let own = if own > 1e-6 * whole { own } else { whole };
            for node in structure.nodes(&reach.path) {
                let range = match node {
                    Node::Body(body) => model.tree.rate_range(body),
                    Node::Cable(cable) => {
                        let range = &model.layout.cable_v[cable];
                        range.start - shift..range.end - shift
                    }
                };
                for slot in range {
                    matters[slot] = 1.0;
                    if !turning[slot] {
                        units[slot] = units[slot].min(own);
                    }
                }
            }
            extents.push(own);
        }
        for unit in units.iter_mut().filter(|unit| unit.is_infinite()) {
            *unit = whole;
        }
        matters.iter_mut().zip(&units).for_each(|(matters, unit)| *matters /= unit);
        Self { extents, units, matters }
    }
}

/// Fills the sizes of all rows at a state, and what rounding of velocities adds to their rates; after [`super::rows::rows`].
/// The size is the largest gradient by a coordinate's unit, not the sum; see the module.
pub(crate) fn measure(model: &RecursiveModel, data: &mut Data) {
    let sizes = &model.loops.sizes;
    let LoopData { gradients, sizes: own, carried, .. } = &mut data.loops;
    for (closing, &extent) in model.loops.closings.iter().zip(&sizes.extents) {
        for row in closing.rows.clone() {
            let (mut size, mut rounding, mut rate): (f64, f64, f64) = (0.0, 0.0, 0.0);
            for term in model.loops.rows[row].terms.clone() {
                let [moment, force] = gradients[term].map(|part| part.norm());
                let (lever, place, speed) = match &model.loops.terms[term] {
                    Support::Body(body) => {
                        let speed = data.tree.reference_velocity(*body).linear.amax();
                        (extent, data.tree.reference_position(*body).amax(), speed)
                    }
                    Support::Base(base) => {
                        let motion = &data.tree.bases[*base];
                        (extent, motion.pose.position.amax(), motion.velocity.amax())
                    }
                    Support::Rate { rate, .. } => (sizes.units[*rate], 0.0, 0.0),
                    Support::Drive(_) => (1.0, 0.0, 0.0),
                    Support::Cable { cable, station } => {
                        let at = model.cables[*cable].motion_at(&data.cables[*cable], station);
                        (extent, at.position.amax(), at.velocity.amax())
                    }
                };
                size = size.max(moment).max(force * lever);
                rounding = rounding.max(force * place);
                rate = rate.max(force * speed);
            }
            own[row] = size + ROUNDING * rounding;
            carried[row] = ROUNDING * rate;
        }
    }
}

/// The largest rate of what the closings act on, in 1/s: velocities of a state by their units.
pub(crate) fn speed(model: &RecursiveModel, velocities: &[f64]) -> f64 {
    let rates = velocities.iter().zip(&model.loops.sizes.matters);
    rates.fold(0.0, |most, (velocity, matters)| most.max(velocity.abs() * matters))
}

/// The largest rate that closings have from what carries them, as far as rounding of that counts, or from
/// prescribed bodies that turn, 1/s; after [`measure`].
pub(crate) fn carried(data: &Data) -> f64 {
    let rows = data.loops.sizes.iter().zip(&data.loops.carried);
    let moving = rows.fold(0.0_f64, |most, (&size, &rate)| most.max(share(rate, size)));
    data.tree.bases.iter().fold(moving, |most, base| most.max(base.omega.amax()))
}

/// Compliances of coordinates in shares of their units.
pub(crate) fn in_units(model: &RecursiveModel, compliances: &[f64]) -> Vec<f64> {
    let units = &model.loops.sizes.units;
    compliances.iter().zip(units).map(|(compliance, unit)| compliance * unit * unit).collect()
}

/// A residual in shares of its row's size.
pub(crate) fn share(residual: f64, size: f64) -> f64 {
    if residual == 0.0 { 0.0 } else { residual.abs() / size }
}

/// The row that is furthest from zero, and how far in shares of its size.
pub(crate) fn furthest(residuals: &[f64], sizes: &[f64]) -> (usize, f64) {
    let mut best = (0, 0.0);
    for (row, (&residual, &size)) in residuals.iter().zip(sizes).enumerate() {
        let now = share(residual, size);
        if now.is_nan() {
            return (row, f64::NAN);
        }
        if now > best.1 {
            best = (row, now);
        }
    }
    best
}

/// Whether a velocity is that of an angle or of a direction.
/// Rates of directions of rigid links are in 1/s, like angular velocities; nodes of lumped cables
/// move along.
fn turning(model: &RecursiveModel) -> Vec<bool> {
    let mut turning = vec![false; model.layout.dimensions.velocities];
    for body in 0..model.tree.bodies() {
        let joint = model.tree.joint(body);
        for (k, slot) in model.tree.rate_range(body).enumerate() {
            turning[slot] = match joint {
                Joint::Spherical => true,
                Joint::Free => k < 3,
                Joint::Fixed
                | Joint::Revolute { .. }
                | Joint::Prismatic { .. }
                | Joint::Universal { .. }
                | Joint::Cylindrical { .. }
                | Joint::Planar { .. } => joint.turns(k),
            };
        }
    }
    let shift = model.layout.dimensions.positions;
    for (cable, range) in model.cables.iter().zip(&model.layout.cable_v) {
        turning[range.start - shift + cable.points()..range.end - shift].fill(true);
    }
    turning
}

/// Of everything that moves, m; one where all is at one place.
pub(in crate::recursive) fn whole_extent(model: &RecursiveModel, data: &Data) -> f64 {
    let mut hull = Hull::default();
    for body in 0..model.tree.bodies() {
        hull.add(data.tree.reference_position(body));
        let centre = model.tree.centre_frame(body);
        hull.add(&(data.tree.reference_position(body) + data.tree.arm(&centre)));
    }
    for closing in &model.loops.closings {
        each_frame(closing, |frame| hull.add(&FrameNow::of(frame, &data.tree).position));
    }
    let lengths = model.cables.iter().map(|cable| cable.links().length());
    let extent = lengths.fold(hull.extent(), f64::max);
    if extent > 0.0 { extent } else { 1.0 }
}

/// All frames that a closing joins or reads.
fn each_frame(closing: &Closing, mut visit: impl FnMut(&FrameOn)) {
    match &closing.kind {
        ClosingKind::Joint(joint) => {
            visit(&joint.parent);
            visit(&joint.child);
        }
        ClosingKind::CableEnd { frame, .. } => visit(frame),
        ClosingKind::Equations(equations) => {
            for argument in equations.iter().flat_map(|equation| &equation.arguments) {
                match &argument.reads {
                    Reading::Point { frame, .. }
                    | Reading::Axis { frame, .. }
                    | Reading::Spin { frame, .. } => visit(frame),
                    Reading::Cut { joint, .. } => {
                        visit(&joint.parent);
                        visit(&joint.child);
                    }
                    Reading::Coordinate { .. } | Reading::Cable { .. } => {}
                }
            }
        }
    }
}

/// The box around some points.
#[derive(Default)]
struct Hull(Option<[Vec3; 2]>);

impl Hull {
    /// Makes the box hold the point.
    fn add(&mut self, point: &Vec3) {
        self.0 = Some(match self.0 {
            None => [*point; 2],
            Some([least, most]) => [least.inf(point), most.sup(point)],
        });
    }

    /// The diagonal of the box, m; zero of nothing.
    fn extent(&self) -> f64 {
        self.0.map_or(0.0, |[least, most]| (most - least).norm())
    }
}
