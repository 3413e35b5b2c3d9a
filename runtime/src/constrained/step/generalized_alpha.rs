//! Generalized-alpha (Chung and Hulbert 1993) for constrained systems (Arnold and Brüls 2007), order 2.
//!
//! `q₁ = q₀ + h v₀ + h² ((1/2 - β) a₀ + β a₁)`, `v₁ = v₀ + h ((1 - γ) a₀ + γ a₁)`,
//! `(1 - αₘ) a₁ + αₘ a₀ = (1 - α) q̈₁ + α q̈₀`, and at the end `M q̈₁ = F - G'λ`, `g(q₁) = 0`. The
//! algorithmic accelerations `a` are states of their own. With the spectral radius `ρ` at infinite
//! frequency: `αₘ = (2ρ - 1)/(ρ + 1)`, `α = ρ/(ρ + 1)`, `γ = 1/2 + α - αₘ`, `β = (γ + 1/2)²/4`.
//!
//! Nothing in this damps errors of `G v` fast: they are carried on with the factor `-ρ` per step, and large turns
//! feed them until the energy grows. So after each step velocities are projected on the constraints, and `q̈`
//! and `λ` are those of the projected state. The algorithmic accelerations stay, so that the order does.
//!
//! Bodies turn by the same formulas on rotations, see [`crate::constrained::step::spinning`]. The balance is
//! projected on their rotations at the end, which eliminates the multipliers exactly.

use nalgebra::Vector3;

use crate::constrained::balance::{Times, evaluate};
use crate::constrained::cable::mixing::carry;
use crate::constrained::data::{ConstrainedData, StepPower};
use crate::constrained::instant;
use crate::constrained::known;
use crate::constrained::model::{ConstrainedModel, MovingBody};
use crate::constrained::newton::{Stuck, solve};
use crate::constrained::scheme::Scheme;
use crate::constrained::step::spinning::{SpinOffsets, own_rate, to_body};
use crate::constrained::step::turning;
use crate::constrained::step::{hauled, midpoint};
use crate::constrained::velocities;

/// What a step needs of the one before.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct GeneralizedAlpha {
    alpha_m: f64,
    alpha_f: f64,
    gamma: f64,
    beta: f64,
    /// `a` and `q̈` of all blocks at the end of the last step.
    algorithmic: Vec<Vector3<f64>>,
    accelerations: Vec<Vector3<f64>>,
    /// `A` and `Ω'` of all units that are bodies, rad/s^2 in their own axes.
    own_algorithmic: Vec<Vector3<f64>>,
    own_accelerations: Vec<Vector3<f64>>,
    /// Powers there, and that of what moves known units; W.
    power: StepPower,
    support: f64,
    /// Rates of states there.
    rates: Vec<f64>,
    /// The last step; zero before the first, s.
    step: f64,
}

impl GeneralizedAlpha {
    /// `radius` is the spectral radius at infinite frequency. Begins with the accelerations and
    /// multipliers that `data` has for its state.
    pub(in crate::constrained) fn start(
        radius: f64,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
    ) -> Self {
        let time = data.state.time;
        let (power, support) = powers(model, data, time);
        let alpha_m = (2.0 * radius - 1.0) / (radius + 1.0);
        let alpha_f = radius / (radius + 1.0);
        let gamma = 0.5 + alpha_f - alpha_m;
        let mut own_accelerations = vec![Vector3::zeros(); model.units.len()];
        note_own_accelerations(model, data, &mut own_accelerations);
        Self {
            alpha_m,
            alpha_f,
            gamma,
            beta: 0.25 * (gamma + 0.5) * (gamma + 0.5),
            algorithmic: data.accelerations.clone(),
            accelerations: data.accelerations.clone(),
            own_algorithmic: own_accelerations.clone(),
            own_accelerations,
            power,
            support,
            rates: rates(model, data),
            step: 0.0,
        }
    }

    /// Goes on with the accelerations and multipliers that `data` has for its state, after something there has been
    /// changed.
    pub(in crate::constrained) fn restart(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
    ) {
        self.algorithmic.copy_from_slice(&data.accelerations);
        self.accelerations.copy_from_slice(&data.accelerations);
        note_own_accelerations(model, data, &mut self.own_accelerations);
        self.own_algorithmic.copy_from_slice(&self.own_accelerations);
        let time = data.state.time;
        (self.power, self.support) = powers(model, data, time);
        model.states.note_rates(&data.values, &mut self.rates);
        self.step = 0.0;
    }

    /// Takes over where another one of the same model is; allocates nothing.
    pub(in crate::constrained) fn copy_from(&mut self, other: &GeneralizedAlpha) {
        self.algorithmic.copy_from_slice(&other.algorithmic);
        self.accelerations.copy_from_slice(&other.accelerations);
        self.own_algorithmic.copy_from_slice(&other.own_algorithmic);
        self.own_accelerations.copy_from_slice(&other.own_accelerations);
        self.rates.copy_from_slice(&other.rates);
        (self.power, self.support, self.step) = (other.power, other.support, other.step);
    }

    /// One step of `step` seconds from `data.state`, which becomes its end. When there is none the
    /// state stays.
    ///
    /// Solves for `data.displacements` from the start of the step to its end; offsets are such that
    /// velocities and accelerations at the end follow from these by Newmark's formulas.
    pub(in crate::constrained) fn advance(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        step: f64,
    ) -> Result<(), Stuck> {
        let Self { alpha_m, alpha_f, gamma, beta, .. } = *self;
        turning::is_followed(model, data, step)?;
        hauled::is_followed(model, data, step)?;
        // The algorithmic accelerations belong to instants between steps, so to their length.
        if (step - self.step).abs() > 1e-6 * step {
            self.algorithmic.copy_from_slice(&self.accelerations);
            self.own_algorithmic.copy_from_slice(&self.own_accelerations);
        }
        let end = data.state.time + step;
        // Where signals jump at the end, the step knows them as they were.
        let [before, after] = data.jump;
        let is_there = before < after && (end - after).abs() <= 4.0 * f64::EPSILON * end.abs();
        let times = Times { end, balance: if is_there { before } else { end } };
        let newmark = 1.0 / (beta * step * step);
        let share = (1.0 - alpha_m) / (1.0 - alpha_f);
        let scheme = Scheme::end(gamma / (beta * step), share * newmark, step);

        model.vectors.evaluate(&data.state.positions, &mut data.at.start);
        known::displace(model, data, end);
        midpoint::guess(model, data, step);
        for index in 0..data.displacements.len() {
            let (v, a, q2) =
                (data.state.velocities[index], self.algorithmic[index], self.accelerations[index]);
            // a₁ = newmark Δq + before
            let before = (v * step + a * ((0.5 - beta) * step * step)) * -newmark;
            data.velocity_offsets[index] = v + (a * (1.0 - gamma) + before * gamma) * step;
            data.acceleration_offsets[index] =
                before * share + (a * alpha_m - q2 * alpha_f) / (1.0 - alpha_f);
        }
        for MovingBody { index, block, .. } in model.moving_bodies() {
            let w = own_rate(&data.state.positions, &data.state.velocities, block);
            let (a, w2) = (self.own_algorithmic[index], self.own_accelerations[index]);
            let before = (w * step + a * ((0.5 - beta) * step * step)) * -newmark;
            data.spin_offsets[index] = SpinOffsets {
                spin: w + (a * (1.0 - gamma) + before * gamma) * step,
                change: before * share + (a * alpha_m - w2 * alpha_f) / (1.0 - alpha_f),
            };
        }
        for known in &model.known {
            let motion = known.base.motion(&data.values);
            let first = model.units[known.unit].block;
            let (rates, second) = (known::velocities(&motion), known::accelerations(&motion));
            for k in 0..4 {
                let displacement = data.displacements[first + k];
                data.velocity_offsets[first + k] = rates[k] - displacement * scheme.rate;
                data.acceleration_offsets[first + k] = second[k] - displacement * scheme.inertia;
            }
        }
        data.states.begin(&data.state.states, Some(&self.rates));
        data.multipliers.copy_from_slice(&data.state.multipliers);
        solve(model, data, &scheme, times)?;
        let mut relaxed = data.relaxed;
        hauled::has_followed(model, data)?;
        turning::has_followed(model, data)?;
        turning::note_spins(model, data, step);
        self.step = step;
        data.note_constraint_error(model);
        let mixed = carry(model, data);
        relaxed += mixed.dissipated;
        for body in model.moving_bodies() {
            let index = body.index;
            let now = to_body(&data.end_positions[body.directors()], &data.spinning[index].alpha);
            let (a, w2) = (self.own_algorithmic[index], self.own_accelerations[index]);
            self.own_algorithmic[index] =
                (now * (1.0 - alpha_f) + w2 * alpha_f - a * alpha_m) / (1.0 - alpha_m);
        }
        let state = &mut data.state;
        for index in 0..data.displacements.len() {
            let (a, q2) = (self.algorithmic[index], self.accelerations[index]);
            let now = data.accelerations[index];
            self.algorithmic[index] =
                (now * (1.0 - alpha_f) + q2 * alpha_f - a * alpha_m) / (1.0 - alpha_m);
            self.accelerations[index] = now;
            state.positions[index] += data.displacements[index];
            state.velocities[index] = data.balance_velocities[index];
        }
        state.integrals.copy_from_slice(&data.end_integrals);
        state.states.copy_from_slice(&data.states.end);
        state.coordinates.copy_from_slice(&data.end_coordinates);
        state.multipliers.copy_from_slice(&data.multipliers);
        state.time = end;
        data.user.accept();
        self.fit(model, data);
        note_own_accelerations(model, data, &mut self.own_accelerations);
        data.last_accelerations.copy_from_slice(&self.accelerations);
        // The work of the step is that up to the jump; the next one begins behind it, and what the method remembers of
        // accelerations belongs to before.
        let closing = is_there.then(|| powers(model, data, before));
        let (power, support) = powers(model, data, end);
        model.states.note_rates(&data.values, &mut self.rates);
        let state = &mut data.state;
        let (closing, closing_support) = closing.unwrap_or((power, support));
        state.dissipated += relaxed;
        state.work += mixed.work;
        state.dissipated += 0.5 * step * (self.power.dissipated + closing.dissipated);
        state.work +=
            0.5 * step * (self.power.work + closing.work + self.support + closing_support);
        (self.power, self.support) = (power, support);
        if is_there {
            self.step = 0.0;
        }
        Ok(())
    }

    /// Velocities, accelerations and multipliers that fit the constraints at the end of the step. In a singular
    /// position they stay those of the step.
    fn fit(&mut self, model: &ConstrainedModel, data: &mut ConstrainedData) {
        // Powers are those of velocities that fit, so what this takes from those of the scheme is its error, and
        // neither work of drives nor dissipated by anything.
        let _ = velocities::project(model, data);
        if instant::accelerations(model, data) {
            self.accelerations.copy_from_slice(&data.accelerations);
            data.state.multipliers.copy_from_slice(&data.multipliers);
        } else {
            data.accelerations.copy_from_slice(&self.accelerations);
            data.multipliers.copy_from_slice(&data.state.multipliers);
        }
    }
}

/// Angular accelerations of all bodies from those of their directors in `data`, in their own axes.
/// rad/s^2, for each unit; those that are no bodies keep what they have.
fn note_own_accelerations(
    model: &ConstrainedModel,
    data: &ConstrainedData,
    into: &mut [Vector3<f64>],
) {
    for body in model.moving_bodies() {
        into[body.index] = own_rate(&data.state.positions, &data.accelerations, body.block);
    }
}

/// Of states, as evaluated last.
fn rates(model: &ConstrainedModel, data: &ConstrainedData) -> Vec<f64> {
    let mut rates = vec![0.0; data.state.states.len()];
    model.states.note_rates(&data.values, &mut rates);
    rates
}

/// Powers in the state of `data` with the accelerations and multipliers in `data`, and that of what
/// moves known units; W. Signals are those of `time`, s.
fn powers(model: &ConstrainedModel, data: &mut ConstrainedData, time: f64) -> (StepPower, f64) {
    data.displacements.fill(Vector3::zeros());
    data.velocity_offsets.copy_from_slice(&data.state.velocities);
    data.acceleration_offsets.copy_from_slice(&data.accelerations);
    evaluate(model, data, &Scheme::instant(), Times { end: time, balance: time });
    (data.power, known::support_power(model, data))
}
