//! Velocities that dampers should have brought down within a step, and that turn round from step to step instead.
//!
//! A midpoint step finds its mean velocity `v̄`, and ends with `v₁ = 2 v̄ - v₀`. What strong dampers hold has forgotten `v₀` long before
//! the end, so its `v̄` is right whatever `v₀` was; but an error of `v₀`, as everything abrupt leaves one, stays in `v` with one sign
//! and the other for ever, as it moves nothing and has next to no energy. What is read of dampers is made of it all the same.
//!
//! Where velocities turn round, or accelerations jump, `v₁` is therefore moved towards `v̄` by as much as dampers do in so long a time:
//! with `A = (v₁ - v₀)/2`, mass matrix `M` and `C` the derivative of forces by velocities at `v̄`, on the constraints,
//!
//! ```text
//! v₁ ← v₁ - S S A,    (M + h C) S = h C
//! ```
//!
//! A motion that dampers slow down with the rate `λ` loses the part `(hλ/(1 + hλ))²` of `A`: all where they are too fast for the step,
//! nothing that counts where they are not; where nothing follows velocities nothing happens. The second `S` makes the one and the other
//! more so. At an instant at which all is smooth that would cost an order, so it is not done there.

use nalgebra::Vector3;

use crate::constrained::balance::Wanted;
use crate::constrained::damping::{Moving, damping, fill_linear};
use crate::constrained::data::ConstrainedData;
use crate::constrained::model::ConstrainedModel;
use crate::constrained::refined;
use crate::constrained::scheme::Scheme;
use crate::constrained::velocities::taken;

/// Of the changing part of a mean acceleration: where what stays is smaller, it turns round.
const TURNED: f64 = 0.2;
/// Times the change of the acceleration before: something has jumped.
const JUMP: f64 = 10.0;
/// Displacements of this part of the model's extent, or of the length of a director, are due to rounding, and to where Newton's method
/// stops.
const ROUNDING: f64 = 1e-10;
/// Of `A`, in any block: where dampers take as much, something is overdamped.
const TAKEN: f64 = 0.7;
/// Looks that find nothing are followed by twice as many steps without one, up to so many.
const LONGEST_PAUSE: u32 = 1024;

/// What is known of the latest steps.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct Overdamped {
    /// Of each block that moves by itself: its index, and what is no displacement of it, m; or of a director or a slope.
    blocks: Vec<(usize, f64)>,
    now: Seen,
    /// The same where the last step began.
    before: Seen,
    work: Work,
}

/// Of steps so far.
#[derive(Clone, Debug)]
struct Seen {
    /// The mean acceleration over the last step, of each block, and how much it changed there, m/s^2 or 1/s^2.
    last: Vec<(Vector3<f64>, f64)>,
    /// How many steps are left without a look, and how many there will be after the next one that finds nothing.
    wait: u32,
    pause: u32,
}

impl Seen {
    fn copy_from(&mut self, other: &Seen) {
        self.last.copy_from_slice(&other.last);
        (self.wait, self.pause) = (other.wait, other.pause);
    }
}

/// Memory for looks; empty before the first.
#[derive(Clone, Debug, Default)]
struct Work {
    /// In the places of the matrix.
    damping: Vec<f64>,
    /// Where in it rows are constraints that no forces follow.
    constraints: Vec<usize>,
    /// Of all blocks: `v̄`, then what is taken.
    velocities: Vec<Vector3<f64>>,
    /// Of all unknowns, and `|C| |x|`.
    unknowns: Vec<f64>,
    magnitudes: Vec<f64>,
}

impl Overdamped {
    /// Begins in the state of `data`.
    pub(in crate::constrained) fn new(model: &ConstrainedModel, data: &ConstrainedData) -> Self {
        let still = ROUNDING * model.extent;
        let moving = model.units.iter().filter(|unit| unit.group.is_some());
        let blocks: Vec<_> = moving
            .flat_map(|unit| {
                let place = if unit.is_place() { still } else { ROUNDING };
                let others = (1..unit.blocks()).map(|k| (unit.block + k, ROUNDING));
                std::iter::once((unit.block, place)).chain(others)
            })
            .collect();
        let last = blocks.iter().map(|&(block, _)| (data.last_accelerations[block], 0.0));
        let now = Seen { last: last.collect(), wait: 0, pause: 0 };
        Self { blocks, before: now.clone(), now, work: Work::default() }
    }

    /// After the last step has been taken back.
    pub(in crate::constrained) fn go_back(&mut self) {
        self.now.copy_from(&self.before);
    }

    /// Looks at a step of `step` seconds that has been accepted, and takes away what dampers should have.
    pub(in crate::constrained) fn follow(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        step: f64,
    ) {
        self.before.copy_from(&self.now);
        let mut is_abrupt = false;
        for (&(block, still), (last, changed)) in self.blocks.iter().zip(&mut self.now.last) {
            let now = data.last_accelerations[block];
            let turns = (now - *last).norm();
            let abrupt = (now + *last).norm() < TURNED * turns || turns > JUMP * *changed;
            is_abrupt |= abrupt && turns * step * step > still;
            (*last, *changed) = (now, turns);
        }
        if !is_abrupt {
            return;
        }
        let seen = &mut self.now;
        if seen.wait > 0 {
            seen.wait -= 1;
            return;
        }
        if self.work.slow_down(model, data, step, &self.blocks) {
            (seen.wait, seen.pause) = (0, 0);
            for (&(block, _), (last, changed)) in self.blocks.iter().zip(&mut seen.last) {
                *last = data.last_accelerations[block];
                // By itself, as nothing is known of the change that would have been.
                *changed = f64::INFINITY;
            }
        } else {
            seen.wait = seen.pause;
            seen.pause = (2 * seen.pause + 1).min(LONGEST_PAUSE);
        }
    }
}

impl Work {
    /// Whether anything is overdamped; then velocities are without what dampers take, and the ledger has it.
    fn slow_down(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        step: f64,
        blocks: &[(usize, f64)],
    ) -> bool {
        let mean = data.state.velocities.iter().zip(&data.last_accelerations);
        self.velocities.clear();
        self.velocities.extend(mean.map(|(after, mean)| after - mean * (0.5 * step)));
        if !self.factor(model, data, step) {
            return false;
        }
        self.changes(model, data, 0.5 * step);
        for _ in 0..2 {
            // `S x`
            model.structure.multiply(
                &self.damping,
                &self.unknowns,
                &mut data.right_side,
                &mut self.magnitudes,
            );
            refined::solve(model, data);
            self.unknowns.copy_from_slice(&data.right_side);
            model.multipliers.iter().for_each(|&(_, unknown, _)| self.unknowns[unknown] = 0.0);
        }
        let taken_away = &mut self.velocities;
        taken_away.fill(Vector3::zeros());
        for unit in &model.units {
            let Some(at) = unit.first_unknown(&model.structure) else { continue };
            let unknowns = (at, &self.unknowns[..]);
            unit.moved(unknowns, &data.state.positions, |block, by| taken_away[block] += by);
        }
        let counts = blocks.iter().any(|&(block, still)| {
            let most = data.last_accelerations[block].norm() * (0.5 * step);
            most * step > still && taken_away[block].norm() > TAKEN * most
        });
        if !counts || !taken_away.iter().all(|own| own.iter().all(|value| value.is_finite())) {
            return false;
        }
        data.velocities_before.copy_from_slice(&data.state.velocities);
        for (velocity, by) in data.state.velocities.iter_mut().zip(&*taken_away) {
            *velocity -= by;
        }
        let taken = taken(model, data);
        // What was too much in one step is too little in the next: over both dampers have lost what there was.
        data.state.dissipated += taken.dissipated - taken.work;
        for (mean, by) in data.last_accelerations.iter_mut().zip(taken_away) {
            *mean -= *by * (2.0 / step);
        }
        true
    }

    /// Puts `h C` at the mean velocities into `damping` and factors `M + h C`. Not where nothing follows velocities, nor in a singular
    /// position.
    fn factor(&mut self, model: &ConstrainedModel, data: &mut ConstrainedData, step: f64) -> bool {
        if self.unknowns.is_empty() {
            self.make_room(model);
        }
        let mean = Moving::By(&self.velocities);
        damping(model, data, mean, &mut self.damping);
        self.constraints.iter().for_each(|&place| self.damping[place] = 0.0);
        if self.damping.iter().all(|value| *value == 0.0) {
            return false;
        }
        let scheme = Scheme::instant();
        fill_linear(model, data, mean, &scheme, Wanted::Accelerations);
        for (value, damping) in data.matrix.iter_mut().zip(&mut self.damping) {
            *damping *= step;
            *value += *damping;
        }
        refined::factor(model, data, &scheme).is_ok()
    }

    fn make_room(&mut self, model: &ConstrainedModel) {
        let unknowns = model.structure.unknowns();
        (self.unknowns, self.magnitudes) = (vec![0.0; unknowns], vec![0.0; unknowns]);
        let mut is_constraint = vec![false; unknowns];
        model.multipliers.iter().for_each(|&(_, unknown, _)| is_constraint[unknown] = true);
        model.equations.laws(|unknown| is_constraint[unknown] = false);
        let rows = model.structure.entries().into_iter().enumerate();
        let held = rows.filter(|&(_, (row, _))| is_constraint[row as usize]);
        self.constraints = held.map(|(place, _)| place).collect();
    }

    /// Puts mean accelerations over the last step, times a duration, into `unknowns`.
    fn changes(&mut self, model: &ConstrainedModel, data: &ConstrainedData, duration: f64) {
        self.unknowns.fill(0.0);
        let positions = &data.state.positions;
        for unit in &model.units {
            let Some(at) = unit.first_unknown(&model.structure) else { continue };
            let changes = unit.moving(positions, &data.last_accelerations);
            for (slot, change) in self.unknowns[at..at + unit.unknowns()].iter_mut().zip(changes) {
                *slot = change * duration;
            }
        }
    }
}
