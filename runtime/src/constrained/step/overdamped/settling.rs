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
//! Dampers of laws with an equation of their own, as those along a rope, only resist what is found: what swings across them faster than steps can
//! follow is accelerated along them otherwise at the end than in the mean.

use nalgebra::Vector3;

use super::taking::{Work, move_by};
use crate::assembly::Owner;
use crate::constrained::balance::Wanted;
use crate::constrained::damping::{Moving, fill_linear};
use crate::constrained::data::ConstrainedData;
use crate::constrained::instant;
use crate::constrained::model::ConstrainedModel;
use crate::constrained::refined;
use crate::constrained::scheme::Scheme;
use crate::laws::Relaxation;

/// Of inertia in `S`.
pub(super) const HEAVIER: f64 = 10.0;
/// Of `f(S)/S`, by powers of `S` from the first on.
const SHARES: [f64; 4] = [0.0, 10.0, -15.0, 6.0];
/// Of the inertia of one unknown alone: where dampers have less over a step, `f` is nothing.
const OUTWEIGHS: f64 = 1.0;

/// How many times the inertia is in `S`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inertia {
    pub(super) heavier: f64,
    /// Of bodies.
    pub(super) bodies: f64,
}

impl Inertia {
    /// The same of everything.
    pub(super) fn of_all(heavier: f64) -> Self {
        Self { heavier, bodies: heavier }
    }
}

/// Row and column among all unknowns, and the place in the matrix, of what couples the unknowns of each body with one another.
pub(super) fn of_bodies(model: &ConstrainedModel, mut each: impl FnMut([usize; 2], usize)) {
    for (unit, owner) in model.units.iter().zip(&model.unit_owners) {
        let block = unit.group.and_then(|group| model.structure.block(group, group));
        let (Owner::Body(_), Some(block)) = (owner, block) else { continue };
        let Some(first) = unit.first_unknown(&model.structure) else { continue };
        let count = unit.unknowns();
        for (i, j) in (0..count).flat_map(|i| (0..count).map(move |j| (i, j))) {
            each([first + i, first + j], block.at(unit.row + i, unit.row + j));
        }
    }
}

impl Work {
    /// See [`super::Overdamped::settle`]; after [`Self::over`] has found `h C` at the state.
    pub(super) fn settle(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        step: f64,
    ) {
        let of_laws = self.places.of_laws.iter();
        self.of_laws.clear();
        self.of_laws.extend(of_laws.map(|&place| std::mem::take(&mut self.damping[place])));
        if self.damping.iter().all(|own| *own == 0.0) {
            return;
        }
        fill_linear(model, data, Moving::AsItDoes, &Scheme::instant(), Wanted::Accelerations);
        self.masses.copy_from_slice(&data.matrix);
        if !self.outweighs() || !self.leave_open(model, data) {
            return;
        }
        if !self.find_settled(model, data, step) || self.is_too_much(model, data, step) {
            return;
        }
        let taken = self.taken_of_drift();
        self.take_settled(model, data);
        // Dampers that saturate do not follow velocities there as they did where these were. Not where any of it is no number either.
        let is_less = self.leave_open(model, data) && self.taken_of_drift().abs() <= taken;
        if !is_less {
            data.state.velocities.copy_from_slice(&self.across);
        }
    }

    /// Takes what is settled from velocities, and keeps in `across` what they were.
    pub(super) fn take_settled(&mut self, model: &ConstrainedModel, data: &mut ConstrainedData) {
        self.across.fill(Vector3::zeros());
        move_by(model, data, &self.settled, &mut self.across);
        for (own, by) in data.state.velocities.iter_mut().zip(&mut self.across) {
            let before = *own;
            *own -= *by;
            *by = before;
        }
    }

    /// What is open by what is taken, W.
    pub(super) fn taken_of_drift(&self) -> f64 {
        self.drift.iter().zip(&self.settled).map(|(own, by)| own * by).sum()
    }

    /// Puts `M a - F₁` into `drift`; not in a singular position.
    fn leave_open(&mut self, model: &ConstrainedModel, data: &mut ConstrainedData) -> bool {
        if !instant::accelerations(model, data) {
            return false;
        }
        self.moved.copy_from_slice(&data.last_accelerations);
        self.moved.iter_mut().zip(&data.accelerations).for_each(|(mean, own)| *mean -= own);
        self.project(model, data);
        self.find_drift(model, 1.0);
        true
    }

    /// Puts `f(S) C⁻¹` times what is open into `settled`; not where the matrix is singular.
    fn find_settled(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        step: f64,
    ) -> bool {
        let found = self.factor_settling(model, data, step, Inertia::of_all(HEAVIER));
        if found {
            self.filter(model, data, step);
        }
        found
    }

    /// Factors `10 M + h C + h² K`, or with another share of `M`, over the square of the step; not where that is singular.
    pub(super) fn factor_settling(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        step: f64,
        Inertia { heavier, bodies }: Inertia,
    ) -> bool {
        // All of it over the square of the step.
        let over_time = 1.0 / step;
        self.damping.iter_mut().for_each(|own| *own *= over_time * over_time);
        let scheme = Scheme {
            rate: 0.0,
            spins: false,
            relaxation: Relaxation::Held,
            ..Scheme::end(over_time, heavier * over_time * over_time, 0.0)
        };
        self.across.fill(Vector3::zeros());
        fill_linear(model, data, Moving::By(&self.across), &scheme, Wanted::Newton);
        let dampers = data.matrix.iter_mut().zip(&self.damping);
        dampers.for_each(|(own, damping)| *own += damping);
        let laws = self.places.of_laws.iter().zip(&self.of_laws);
        laws.for_each(|(&place, own)| data.matrix[place] += own * over_time * over_time);
        let more = (bodies - heavier) * over_time * over_time;
        of_bodies(model, |_, place| data.matrix[place] += more * self.masses[place]);
        refined::factor(model, data, &scheme).is_ok()
    }

    /// Puts `f(S) C⁻¹` times what is open into `settled`, once its matrix has been factored.
    pub(super) fn filter(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        step: f64,
    ) {
        let over_time = 1.0 / step;
        let right_side = data.right_side.iter_mut().zip(&self.drift);
        right_side.for_each(|(own, open)| *own = open * over_time);
        self.solve(model, data);
        self.settled.fill(0.0);
        for share in SHARES {
            self.see_unknowns(model, data);
            self.solve(model, data);
            let sum = self.settled.iter_mut().zip(&self.unknowns);
            sum.for_each(|(sum, own)| *sum += own * share);
        }
    }

    /// Whether what is taken has more energy than velocities and what changed these over the step: where dampers have saturated, next to
    /// nothing tells how far it is back.
    fn is_too_much(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        step: f64,
    ) -> bool {
        self.unknowns.copy_from_slice(&self.settled);
        let taken = self.energy(model, data);
        self.moved.copy_from_slice(&data.state.velocities);
        self.project(model, data);
        let moving = self.energy(model, data);
        self.moved.iter_mut().zip(&data.last_accelerations).for_each(|(own, a)| *own = a * step);
        self.project(model, data);
        taken > moving + self.energy(model, data)
    }

    /// `u M u` of the unknowns, twice their energy, J.
    fn energy(&mut self, model: &ConstrainedModel, data: &mut ConstrainedData) -> f64 {
        let product = &mut data.right_side;
        model.structure.multiply(&self.masses, &self.unknowns, product, &mut self.magnitudes);
        let momenta = self.unknowns.iter().zip(&*product);
        momenta.map(|(own, momentum)| own * momentum).sum()
    }

    /// Whether dampers have more than the inertia over a step.
    pub(super) fn outweighs(&self) -> bool {
        let own = |&place: &usize| self.damping[place] > OUTWEIGHS * self.masses[place];
        self.places.diagonals.iter().any(own)
    }
}
