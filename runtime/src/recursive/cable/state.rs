//! How a cable's state moves without forces, whatever divides the cable: points, then unit vectors,
//! each with its rate.

use nalgebra::Vector3;

use super::rooms::Laid;
use super::{CableData, CableModel, CableRoot, CableTip};
use crate::chain::{self, Span};
use crate::mechanism::Curve;
use crate::recursive::frame::PointMotion;

impl CableModel {
    /// Numbers in the position state, and as many in the velocity state.
    pub(crate) fn states(&self) -> usize {
        self.division().states(self)
    }

    /// Where in the state unit vectors begin; before them stand points.
    pub(crate) fn points(&self) -> usize {
        self.division().points(self)
    }

    /// Numbers that are integrated beside positions and velocities.
    pub(crate) fn integrals(&self) -> usize {
        self.axial().map_or(0, |law| law.integrals(self.links().count()))
    }

    /// Their derivatives; after the kinematic pass.
    pub(crate) fn integral_rates(&self, data: &CableData, rates: &mut [f64]) {
        data.now.pieces().integral_rates(rates);
    }

    /// Degrees of freedom: a unit vector has two, and a tip that they have to reach takes three.
    pub(crate) fn freedoms(&self) -> usize {
        let points = self.points();
        let held = if self.closes() { 3 } else { 0 };
        (points + (self.states() - points) / 3 * 2).saturating_sub(held)
    }

    /// How many states are the root point's.
    pub(crate) fn own_root(&self) -> usize {
        match self.root {
            CableRoot::Free => 3,
            CableRoot::Held(_) => 0,
        }
    }

    /// Whether the directions have to reach a given point, so that an integration may drift off.
    pub(crate) fn closes(&self) -> bool {
        !self.pieces.kind.stretches() && matches!(self.tip, CableTip::Held(_))
    }

    /// Derivatives of the positions by time: of points their velocities.
    pub(crate) fn position_rates(&self, v: &[f64], dq: &mut [f64]) {
        dq.copy_from_slice(v);
    }

    /// Directions move on great circles, and their rates with them; points on straight lines.
    /// `step` in s.
    pub(crate) fn drift(&self, q: &mut [f64], v: &mut [f64], step: f64) {
        let points = self.points();
        for k in 0..points {
            q[k] += step * v[k];
        }
        let links = q[points..].as_chunks_mut::<3>().0.iter_mut();
        for (u, w) in links.zip(v[points..].as_chunks_mut::<3>().0) {
            let rate = Vector3::from(*w).norm();
            if rate == 0.0 {
                continue;
            }
            let (sin, cos) = (rate * step).sin_cos();
            let (direction, along) = (Vector3::from(*u), Vector3::from(*w) / rate);
            *u = (direction * cos + along * sin).into();
            *w = ((along * cos - direction * sin) * rate).into();
        }
    }

    /// The accelerations less what the drift does by itself: the part along the directions.
    pub(crate) fn tangent(&self, q: &[f64], accelerations: &mut [f64]) {
        let points = self.points();
        let links = q[points..].as_chunks::<3>().0.iter();
        for (u, a) in links.zip(accelerations[points..].as_chunks_mut::<3>().0) {
            let along = u[0] * a[0] + u[1] * a[1] + u[2] * a[2];
            for k in 0..3 {
                a[k] -= along * u[k];
            }
        }
    }

    /// Directions of length one, rates perpendicular to them, and the tip where it is held.
    pub(crate) fn project(&self, q: &mut [f64], v: &mut [f64], span: Option<Span>) {
        let points = self.points();
        let directions = q[points..].as_chunks_mut().0;
        if directions.is_empty() {
            return;
        }
        let rates = v[points..].as_chunks_mut().0;
        // A chain that is stretched straight cannot be closed; the evaluation will say so.
        let _ = chain::project(self.links(), directions, rates, span);
    }

    /// Arc length from the cable's start of what a number of the cable's state belongs to, m.
    pub(crate) fn arc_length_of_state(&self, slot: usize) -> f64 {
        let from_root = self.division().arc_length_of_state(self, slot);
        if self.reversed { self.links().length() - from_root } else { from_root }
    }

    /// Arc length of a node from the root, m.
    pub(super) fn arc_at(&self, node: usize) -> f64 {
        self.links().arc_lengths().get(node).copied().unwrap_or(0.0)
    }

    /// Sets the state to what a curve says, in the order from root to tip.
    pub(crate) fn import(&self, curve: &Curve, q: &mut [f64], v: &mut [f64]) {
        self.division().import(self, curve, q, v);
    }

    /// Sets the state so that the cable lies as said from its root.
    pub(crate) fn lay(&self, root: PointMotion, laid: &Laid, q: &mut [f64], v: &mut [f64]) {
        self.division().lay(self, root, laid, q, v);
    }
}
