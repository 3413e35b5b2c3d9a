//! What the steps of both formulations have in common.

/// A state with a larger velocity (m/s, or rad/s) is not physical: the speed of light.
pub(crate) const FASTEST: f64 = 299_792_458.0;

/// What a run cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// That were accepted.
    pub steps: u64,
    /// Steps of adaptive integrators that were too inaccurate and repeated shorter.
    pub rejected: u64,
    /// Evaluations of all accelerations by the integrator (recording rows between steps not counted).
    pub evaluations: u64,
}

/// How long steps with error control could be that nothing cuts: as long as before, where the last one was too short to tell; `most` is by what
/// factor they may grow.
pub(crate) fn pace(before: f64, step: f64, factor: f64, most: f64) -> f64 {
    if factor < most { factor * step } else { before.max(most * step) }
}
