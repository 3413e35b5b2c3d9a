//! What distinguishes the implicit schemes: where forces are in balance, and how rates follow.

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
    /// ∂(accelerations in the balance)/∂(end), 1/s^2.
    pub(super) inertia: f64,
}

impl Scheme {
    /// Velocities are differences over the step, accelerations follow from `v₁ = 2 Δq/h - v₀`.
    pub(super) fn midpoint(step: f64, discrete: bool) -> Self {
        Self { discrete, balance: 0.5, rate: 1.0 / step, inertia: 2.0 / (step * step) }
    }

    /// Everything at one instant; `inertia` resists displacements like a mass over a time squared.
    pub(super) fn instant(inertia: f64) -> Self {
        Self { discrete: false, balance: 1.0, rate: 0.0, inertia }
    }
}
