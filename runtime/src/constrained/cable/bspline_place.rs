//! The force across a section of a B-spline, and the tension there.
//!
//! What the first span does to the first control point, with that point's part of loads and inertia, is what the rope pulls
//! with at what holds its start: it is as accurate as the motion is. From there the balance of all that lies between goes on to
//! the section. So a reading costs as much as there is rope before it.

use std::sync::Arc;

use nalgebra::Vector3;

use super::bspline::BSplineSpan;
use super::place::{PointForceOf, acts_before};
use super::spline_place::steeped;
use crate::chain::Loads;
use crate::constrained::equations::Constraint;
use crate::constrained::sense::Readable;
use crate::constrained::vectors::VectorId;
use crate::laws::bspline::SpanPoint;
use crate::signals::Values;

/// Where on which rope.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct BSplinePlace {
    /// The rope's first span, and that of the place: indices among those of all ropes.
    pub(in crate::constrained) first: usize,
    /// See `first`.
    pub(in crate::constrained) span: usize,
    /// There.
    pub(in crate::constrained) at: SpanPoint,
    /// From the rope's start, m.
    pub(in crate::constrained) arc_length: f64,
    /// Control points with what they have of the rope before the place, m.
    pub(in crate::constrained) before: Vec<(VectorId, f64)>,
    /// What the first control point has of the whole rope, m.
    pub(in crate::constrained) of_first: f64,
    /// kg/m
    pub(in crate::constrained) mass: f64,
    /// m/s²
    pub(in crate::constrained) gravity: Vector3<f64>,
    /// The user's forces, and masses, from the start to the place and in the first span.
    pub(in crate::constrained) points: Vec<PointOnRope>,
    /// None where no fluid acts on the cable.
    pub(in crate::constrained) in_fluid: Option<RopeInFluid>,
    /// What clamps the start: equations about the slope there, and the slope's coefficient of the first control point, 1/m.
    pub(in crate::constrained) clamp: (std::ops::Range<usize>, f64),
}

/// A force at a point of a rope.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct PointOnRope {
    /// From the start, m.
    pub(in crate::constrained) arc_length: f64,
    /// What the first control point has of it.
    pub(in crate::constrained) on_first: f64,
    /// Who pulls there.
    pub(in crate::constrained) of: PointForceOf,
}

/// The straight pieces that fluids act on, from the start to the place and in the first span.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct RopeInFluid {
    pub(in crate::constrained) loads: Arc<Loads>,
    pub(in crate::constrained) pieces: Vec<SteepedPiece>,
}

/// One of them.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct SteepedPiece {
    pub(in crate::constrained) ends: [VectorId; 2],
    /// Unstretched, m.
    pub(in crate::constrained) length: f64,
    /// What the first control point has of each end.
    pub(in crate::constrained) on_first: [f64; 2],
    /// How much of it lies before the place.
    pub(in crate::constrained) share: f64,
}

impl BSplinePlace {
    fn spans<'a>(&self, readable: &'a Readable<'_>, index: usize) -> &'a BSplineSpan {
        &readable.model.elements.bspline_spans[index]
    }

    /// What the part towards the end pulls with on the part towards the start, N, world axes.
    pub(in crate::constrained) fn force(
        &self,
        readable: &Readable<'_>,
        values: &Values,
    ) -> Vector3<f64> {
        let (model, motion) = (readable.model, &readable.motion);
        let acceleration = |id: VectorId| motion.vectors.value(id, readable.accelerations);
        let first = self.spans(readable, self.first);
        let mut force = first.instant_forces(motion)[0];
        let mut own = [Vector3::zeros(); crate::laws::bspline::MOST];
        for (slot, &id) in own.iter_mut().zip(first.control()) {
            *slot = acceleration(id);
        }
        force -= first.times_mass(&own)[0];
        let weight = self.gravity * self.mass;
        force += weight * (self.of_first - self.arc_length);
        for &(id, length) in &self.before {
            force += acceleration(id) * (self.mass * length);
        }
        let (clamps, coefficient) = &self.clamp;
        for product in &model.equations.products[clamps.clone()] {
            product.forces(motion, readable.multipliers, |id, own| {
                if id == product.vectors[0] {
                    force += own * *coefficient;
                }
            });
        }
        for point in &self.points {
            let own = point.of.force(readable, values);
            force += own * point.on_first;
            if acts_before(point.arc_length, self.arc_length, self.arc_length == 0.0) {
                force -= own;
            }
        }
        if let Some(RopeInFluid { loads, pieces }) = &self.in_fluid {
            let medium = crate::mechanism::surroundings(&model.mechanism.fluids, values);
            for piece in pieces {
                let ends = steeped(readable, &medium, loads, piece.ends, piece.length);
                for (own, on_first) in ends.into_iter().zip(piece.on_first) {
                    force += own * (on_first - piece.share);
                }
            }
        }
        force
    }

    /// N, positive when it pulls: along the curve, or all of the force where nothing resists bending. Such a rope has a kink
    /// where it is loaded, which the curve rounds off, however many spans it has.
    pub(in crate::constrained) fn tension(&self, readable: &Readable<'_>, values: &Values) -> f64 {
        let span = self.spans(readable, self.span);
        let [now, _] = span.bend_at(&readable.motion, &self.at);
        let force = self.force(readable, values);
        let along = now.a.normalize().dot(&force);
        if span.bends() { along } else { force.norm().copysign(along) }
    }

    /// 1/m
    pub(in crate::constrained) fn curvature(&self, readable: &Readable<'_>) -> f64 {
        let [now, _] = self.spans(readable, self.span).bend_at(&readable.motion, &self.at);
        now.curvature()
    }

    /// N m
    pub(in crate::constrained) fn moment(&self, readable: &Readable<'_>) -> f64 {
        let span = self.spans(readable, self.span);
        span.moment(&span.bend_at(&readable.motion, &self.at))
    }
}
