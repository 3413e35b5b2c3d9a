//! Takes from velocities what dampers should have over one step, with the equations of [`super`].

use nalgebra::Vector3;

use crate::constrained::balance::Wanted;
use crate::constrained::damping::{Moving, damping, fill_linear};
use crate::constrained::data::ConstrainedData;
use crate::constrained::instant;
use crate::constrained::model::ConstrainedModel;
use crate::constrained::refined;
use crate::constrained::scheme::Scheme;
use crate::constrained::step::alternating::rates_at_state;
use crate::constrained::velocities::taken;

/// When something is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// Right after a jump.
    AfterJump,
    /// Where velocities turned round.
    Turned,
}

impl Taken {
    /// Of `A`, in any block where something is abrupt: where dampers take as much, that is overdamped. Right after a jump nothing has
    /// to be smooth.
    fn enough(self) -> f64 {
        match self {
            Taken::AfterJump => 0.5,
            Taken::Turned => 0.7,
        }
    }
}

/// A step that is looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) why: Taken,
    /// s
    pub(super) step: f64,
    /// What the ledger has at least afterwards, J.
    pub(super) dissipated: f64,
}

/// What a look finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// Velocities are without what dampers take, and the ledger has it.
    Taken,
    /// Velocities are too small by what turns round, and so little has been lost in this step that it would not be made up for: they
    /// are too large after the next one.
    TooEarly,
    /// Nothing is overdamped.
    Nothing,
}

/// Memory for looks; empty before the first.
#[derive(Clone, Debug, Default)]
pub(super) struct Work {
    /// In the places of the matrix.
    damping: Vec<f64>,
    /// Of all unknowns, right after a jump: `-h (F₁ - M a)`.
    drift: Vec<f64>,
    /// Where in it rows are constraints that no forces follow.
    constraints: Vec<usize>,
    /// Pairs of places, of two displacements and of the same the other way round.
    pairs: Vec<[usize; 2]>,
    /// Of all blocks: `v̄`, then what is taken.
    velocities: Vec<Vector3<f64>>,
    /// Of all blocks: `A`, or accelerations.
    moved: Vec<Vector3<f64>>,
    /// Of all unknowns: `A` and what becomes of it, and `|C| |x|`.
    unknowns: Vec<f64>,
    magnitudes: Vec<f64>,
}

impl Work {
    /// Takes away what dampers should have over a step.
    pub(super) fn slow_down(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        look: Look,
        abrupt: impl Iterator<Item = (usize, Vector3<f64>)> + Clone,
    ) -> Found {
        let mean = data.state.velocities.iter().zip(&data.last_accelerations);
        self.velocities.clear();
        self.velocities.extend(mean.map(|(after, mean)| after - mean * (0.5 * look.step)));
        if !self.factor(model, data, look) {
            return Found::Nothing;
        }
        self.find(model, data, None, abrupt.clone());
        let own = abrupt.clone();
        let mut shares = own.map(|(block, own)| self.velocities[block].norm() / own.norm());
        if !shares.any(|share| share > look.why.enough()) {
            return Found::Nothing;
        }
        if look.why == Taken::AfterJump {
            // Where that would not slow anything down, springs are too fast for forces at the end to tell where dampers lead.
            let drift = std::mem::take(&mut self.drift);
            self.find(model, data, Some(&drift), abrupt.clone());
            self.drift = drift;
            let slower = Look { dissipated: data.state.dissipated, ..look };
            let found = self.take(model, data, slower);
            if found != Found::TooEarly {
                return found;
            }
            self.find(model, data, None, abrupt);
        }
        self.take(model, data, look)
    }

    /// Puts `S S A` into `velocities`, once `M + h C` has been factored; with what dampers ask for as it moves, where that is given.
    fn find(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        drift: Option<&[f64]>,
        abrupt: impl Iterator<Item = (usize, Vector3<f64>)>,
    ) {
        self.collect(model, data, abrupt);
        for drift in [drift, None] {
            // `S x`
            let product = &mut data.right_side;
            model.structure.multiply(&self.damping, &self.unknowns, product, &mut self.magnitudes);
            for (sum, own) in product.iter_mut().zip(drift.into_iter().flatten()) {
                *sum += own;
            }
            refined::solve(model, data);
            self.unknowns.copy_from_slice(&data.right_side);
            model.multipliers.iter().for_each(|&(_, unknown, _)| self.unknowns[unknown] = 0.0);
        }
        self.velocities.fill(Vector3::zeros());
        self.move_by(model, data);
    }

    /// Takes what has been found from velocities, and what is across the constraints.
    fn take(&mut self, model: &ConstrainedModel, data: &mut ConstrainedData, look: Look) -> Found {
        // In this metric and no other.
        rates_at_state(model, data);
        self.unknowns.fill(0.0);
        for &(_, unknown, _) in &model.multipliers {
            self.unknowns[unknown] = -data.right_side[unknown];
        }
        data.right_side.copy_from_slice(&self.unknowns);
        refined::solve(model, data);
        self.unknowns.copy_from_slice(&data.right_side);
        self.move_by(model, data);
        let taken_away = &self.velocities;
        if !taken_away.iter().all(|own| own.iter().all(|value| value.is_finite())) {
            return Found::Nothing;
        }
        data.velocities_before.copy_from_slice(&data.state.velocities);
        for (velocity, by) in data.state.velocities.iter_mut().zip(taken_away) {
            *velocity -= by;
        }
        let taken = taken(model, data);
        let lost = taken.dissipated - taken.work;
        if data.state.dissipated + lost < look.dissipated {
            data.state.velocities.copy_from_slice(&data.velocities_before);
            return Found::TooEarly;
        }
        data.state.dissipated += lost;
        for (mean, by) in data.last_accelerations.iter_mut().zip(taken_away) {
            *mean -= *by * (2.0 / look.step);
        }
        Found::Taken
    }

    /// Puts `h C` at the mean velocities into `damping` and factors `M + h C`. Not where nothing follows velocities, nor in a singular
    /// position.
    fn factor(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        Look { why, step, .. }: Look,
    ) -> bool {
        if self.unknowns.is_empty() {
            self.make_room(model);
        }
        damping(model, data, Moving::By(&self.velocities), &mut self.damping);
        self.constraints.iter().for_each(|&place| self.damping[place] = 0.0);
        for &[one, other] in &self.pairs {
            let mean = 0.5 * (self.damping[one] + self.damping[other]);
            (self.damping[one], self.damping[other]) = (mean, mean);
        }
        if self.damping.iter().all(|value| *value == 0.0) {
            return false;
        }
        let drifts = why == Taken::AfterJump && self.accelerate(model, data);
        let scheme = Scheme::instant();
        fill_linear(model, data, Moving::By(&self.velocities), &scheme, Wanted::Accelerations);
        self.drift.fill(0.0);
        if drifts {
            let (masses, accelerations) = (&data.matrix, &self.unknowns);
            model.structure.multiply(masses, accelerations, &mut self.drift, &mut self.magnitudes);
            self.drift.iter_mut().for_each(|own| *own *= -step);
            model.multipliers.iter().for_each(|&(_, unknown, _)| self.drift[unknown] = 0.0);
        }
        for (value, damping) in data.matrix.iter_mut().zip(&mut self.damping) {
            *damping *= step;
            *value += *damping;
        }
        refined::factor(model, data, &scheme).is_ok()
    }

    /// Puts `M⁻¹ F₁ - a` into `unknowns`: how much faster than over the step it is accelerated at its end, where it moves by `v̄`.
    /// Not in a singular position.
    fn accelerate(&mut self, model: &ConstrainedModel, data: &mut ConstrainedData) -> bool {
        let carried = &mut data.velocities_before;
        carried.copy_from_slice(&data.state.velocities);
        data.state.velocities.copy_from_slice(&self.velocities);
        let found = instant::accelerations(model, data);
        data.state.velocities.copy_from_slice(&data.velocities_before);
        self.moved.clear();
        let means = data.accelerations.iter().zip(&data.last_accelerations);
        self.moved.extend(means.map(|(end, mean)| end - mean));
        self.project(model, data);
        found
    }

    fn make_room(&mut self, model: &ConstrainedModel) {
        let unknowns = model.structure.unknowns();
        for own in [&mut self.unknowns, &mut self.magnitudes, &mut self.drift] {
            *own = vec![0.0; unknowns];
        }
        self.moved = self.velocities.clone();
        let is_multiplier = model.is_multiplier();
        let mut is_constraint = is_multiplier.clone();
        model.equations.laws(|unknown| is_constraint[unknown] = false);
        let entries = model.structure.entries();
        let held = entries.iter().enumerate().filter(|(_, (row, _))| is_constraint[*row as usize]);
        self.constraints = held.map(|(place, _)| place).collect();
        let is_displacement = |&(row, column): &(u32, u32)| {
            !is_multiplier[row as usize] && !is_multiplier[column as usize]
        };
        // By both unknowns, the smaller one first: the two of a pair are neighbours then.
        let mut places: Vec<_> = entries
            .iter()
            .enumerate()
            .filter(|(_, entry)| is_displacement(entry) && entry.0 != entry.1)
            .map(|(place, &(row, column))| ((row.min(column), row.max(column)), place))
            .collect();
        places.sort_unstable();
        let pairs = places.chunk_by(|one, other| one.0 == other.0);
        self.pairs = pairs.filter_map(|pair| Some([pair.first()?.1, pair.get(1)?.1])).collect();
    }

    /// Adds what blocks move by where these are the unknowns.
    fn move_by(&mut self, model: &ConstrainedModel, data: &ConstrainedData) {
        let blocks = &mut self.velocities;
        for unit in &model.units {
            let Some(at) = unit.first_unknown(&model.structure) else { continue };
            let unknowns = (at, &self.unknowns[..]);
            unit.moved(unknowns, &data.state.positions, |block, by| blocks[block] += by);
        }
    }

    /// Puts `A` of some blocks, in order, into `unknowns`.
    fn collect(
        &mut self,
        model: &ConstrainedModel,
        data: &ConstrainedData,
        abrupt: impl Iterator<Item = (usize, Vector3<f64>)>,
    ) {
        self.moved.fill(Vector3::zeros());
        abrupt.for_each(|(block, own)| self.moved[block] = own);
        self.project(model, data);
    }

    /// What moves blocks becomes what moves unknowns.
    fn project(&mut self, model: &ConstrainedModel, data: &ConstrainedData) {
        self.unknowns.fill(0.0);
        for unit in &model.units {
            let Some(at) = unit.first_unknown(&model.structure) else { continue };
            let own = unit.moving(&data.state.positions, &self.moved);
            self.unknowns[at..at + unit.unknowns()].copy_from_slice(&own[..unit.unknowns()]);
        }
    }
}
