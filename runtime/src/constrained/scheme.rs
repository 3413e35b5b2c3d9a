//! What distinguishes the implicit schemes: where forces are in balance, and how rates follow.
//!
//! Every scheme is one of balance, rate and inertia as linear functions of the displacement over
//! the step: `u_balance = u_0 + balance Δq`, `v = rate Δq + offset`, `a = inertia Δq + offset`,
//! where the offsets hold what the step starts from (`ConstrainedData::velocity_offsets`). Newton's
//! matrix needs the three factors. Only bodies that spin by the scheme on rotations are reckoned
//! otherwise.

use crate::laws::Relaxation;

/// One implicit step looks for the configuration at its end, such that forces and inertia are in
/// balance in a configuration that depends on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scheme {
    /// Potentials by discrete gradients between start and end, so that their change is exact.
    pub(super) discrete: bool,
    /// ∂(balance configuration)/∂(end): 1/2 at the midpoint, 1 at the end.
    pub(super) balance: f64,
    /// ∂(velocities in the balance)/∂(end), 1/s.
    pub(super) rate: f64,
    /// The same in equations of the user's on velocities: with a rate of zero, these may hold displacements over a second, 1/s.
    pub(super) rolling: f64,
    /// ∂(accelerations in the balance)/∂(end), 1/s^2.
    pub(super) inertia: f64,
    /// Whether bodies turn by the scheme on rotations, see [`super::step::spinning`], and not each director by itself.
    pub(super) spins: bool,
    /// What multiplies the compliances of multipliers, s^2.
    pub(super) compliance: f64,
    /// Over what time states change, s; zero where they stay as they are.
    pub(super) state_weight: f64,
    /// What visco-elastic branches follow.
    pub(super) relaxation: Relaxation,
}

impl Scheme {
    /// Velocities are differences over the step, accelerations follow from `v₁ = 2 Δq/h - v₀`.
    /// `inertia` is 2/h^2: accelerations are those of the mean, `(v₁ - v₀)/h`.
    pub(super) fn midpoint(step: f64, discrete: bool) -> Self {
        let compliance = 0.5 * step * step;
        let inertia = 1.0 / compliance;
        let rate = 1.0 / step;
        Self {
            discrete,
            balance: 0.5,
            rate,
            rolling: rate,
            inertia,
            spins: false,
            compliance,
            state_weight: step,
            relaxation: Relaxation::Mean,
        }
    }

    /// Everything at one instant, where accelerations are looked for in place of displacements.
    pub(super) fn instant() -> Self {
        Self {
            discrete: false,
            balance: 1.0,
            rate: 0.0,
            rolling: 0.0,
            inertia: 1.0,
            spins: false,
            compliance: 1.0,
            state_weight: 0.0,
            relaxation: Relaxation::Held,
        }
    }

    /// Forces at the end, and inertia that resists displacements like a mass times `resistance`, 1/s^2.
    /// Constraints on velocities hold for the displacement over a second where `rolling`; nothing else that follows velocities does.
    pub(super) fn rest(resistance: f64, compliance: f64, rolling: bool) -> Self {
        Self {
            discrete: false,
            balance: 1.0,
            rate: 0.0,
            rolling: if rolling { 1.0 } else { 0.0 },
            inertia: resistance,
            spins: false,
            compliance,
            state_weight: 0.0,
            relaxation: Relaxation::Done,
        }
    }

    /// Everything at the end, with rates by Newmark's formulas.
    /// `rate` is `γ/(β h)`; `inertia` has the factors of the two alphas in it
    /// (`step/generalized_alpha.rs`).
    pub(super) fn end(rate: f64, inertia: f64, state_weight: f64) -> Self {
        Self {
            discrete: false,
            balance: 1.0,
            rate,
            rolling: rate,
            inertia,
            spins: true,
            compliance: 1.0 / inertia,
            state_weight,
            relaxation: Relaxation::End,
        }
    }
}
