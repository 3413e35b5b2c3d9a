//! Velocities at the end of a step, to read them: what dampers hold moves there as forces ask for.
//!
//! What dampers decide within much less than a step has right mean velocities `v̄`, and `v₁ = 2 v̄ - v₀` has an error of the order of
//! the step squared, even where nothing turns round. Dampers make forces of that, which are as large as they are strong. At the end they
//! exert what forces without them leave open beside the inertia, by the mean acceleration `a` of the step, as that was there
//! long before (see [`super`]):
//!
//! ```text
//! v ← v₁ - f(S) C⁻¹ (M a - F₁),    (10 M + h C + h² K) S = h C,    f(S) = 10 S³ - 15 S⁴ + 6 S⁵
//! ```
//!
//! with forces `F₁` and stiffnesses `K` at the end. `S` is next to nothing where a step can follow what dampers slow down, and where
//! springs are faster than dampers: there forces at the end tell nothing of where these lead. `f` makes it nothing, and is flat where `S` is
//! nearly one. `C⁻¹` takes one `S` away, so what is solved is the same as for `S`.
//!
//! Dampers of laws with an equation of their own, as those along a rope, are left out: what swings across them faster than steps can follow is
//! accelerated along them otherwise at the end than in the mean.

use nalgebra::Vector3;

use super::taking::{Work, move_by};
use crate::constrained::balance::Wanted;
use crate::constrained::damping::{Moving, fill_linear};
use crate::constrained::data::ConstrainedData;
use crate::constrained::instant;
use crate::constrained::model::ConstrainedModel;
use crate::constrained::refined;
use crate::constrained::scheme::Scheme;
use crate::laws::Relaxation;

/// Of inertia in `S`.
const HEAVIER: f64 = 10.0;
/// Of `f(S)/S`, by powers of `S`.
const SHARES: [f64; 5] = [0.0, 0.0, 10.0, -15.0, 6.0];
/// Of the inertia of one unknown alone: where dampers have less over a step, `f` is nothing.
const OUTWEIGHS: f64 = 1.0;

impl Work {
    /// See [`super::Overdamped::settle`]; after [`Self::over`] has found `h C` at the state.
    pub(super) fn settle(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        step: f64,
    ) {
        self.places.of_laws.iter().for_each(|&place| self.damping[place] = 0.0);
        if self.damping.iter().all(|own| *own == 0.0) {
            return;
        }
        let masses = Scheme::instant();
        fill_linear(model, data, Moving::AsItDoes, &masses, Wanted::Accelerations);
        if !self.outweighs(data) || !instant::accelerations(model, data) {
            return;
        }
        self.moved.copy_from_slice(&data.last_accelerations);
        self.moved.iter_mut().zip(&data.accelerations).for_each(|(mean, own)| *mean -= own);
        self.project(model, data);
        fill_linear(model, data, Moving::AsItDoes, &masses, Wanted::Accelerations);
        // All of it over the square of the step.
        let over_time = 1.0 / step;
        self.drift_of(model, data, over_time);
        self.damping.iter_mut().for_each(|own| *own *= over_time * over_time);
        let scheme = Scheme {
            rate: 0.0,
            spins: false,
            relaxation: Relaxation::Held,
            ..Scheme::end(over_time, HEAVIER * over_time * over_time, 0.0)
        };
        self.across.fill(Vector3::zeros());
        fill_linear(model, data, Moving::By(&self.across), &scheme, Wanted::Newton);
        let dampers = data.matrix.iter_mut().zip(&self.damping);
        dampers.for_each(|(own, damping)| *own += damping);
        if refined::factor(model, data, &scheme).is_err() {
            return;
        }
        data.right_side.copy_from_slice(&self.drift);
        self.solve(model, data);
        for share in SHARES {
            self.moved.fill(Vector3::zeros());
            move_by(model, data, &self.unknowns, &mut self.moved);
            let sum = self.across.iter_mut().zip(&self.moved);
            sum.for_each(|(sum, own)| *sum += own * share);
            self.see_unknowns(model, data);
            self.solve(model, data);
        }
        if self.across.iter().all(|own| own.iter().all(|value| value.is_finite())) {
            let settled = data.state.velocities.iter_mut().zip(&self.across);
            settled.for_each(|(own, by)| *own -= by);
        }
    }

    /// Whether dampers have more than the mass matrix, which is that of `data`, over a step.
    fn outweighs(&self, data: &ConstrainedData) -> bool {
        let own = |&place: &usize| self.damping[place] > OUTWEIGHS * data.matrix[place];
        self.places.diagonals.iter().any(own)
    }
}
