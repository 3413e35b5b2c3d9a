//! Which scheme makes the steps.

use crate::analyses::Clock;

/// Which implicit scheme, with its numbers; s.
/// With a tolerance, `step` is the longest step, otherwise the fixed one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ImplicitMethod {
    /// Discrete gradients; order 2.
    EnergyMomentum { step: f64, tolerance: Option<f64>, project_velocities: bool },
    /// The implicit midpoint rule; order 2.
    Midpoint { step: f64 },
    /// Damps what is fast: by `spectral_radius` for each step of the fastest; order 2.
    GeneralizedAlpha { step: f64, spectral_radius: f64 },
}

impl ImplicitMethod {
    /// s
    pub(crate) fn longest_step(&self) -> f64 {
        match *self {
            ImplicitMethod::EnergyMomentum { step, .. }
            | ImplicitMethod::Midpoint { step }
            | ImplicitMethod::GeneralizedAlpha { step, .. } => step,
        }
    }

    /// For the report.
    pub(crate) fn in_words(&self) -> String {
        match *self {
            ImplicitMethod::EnergyMomentum { step, tolerance, project_velocities } => {
                let mut text = match tolerance {
                    None => format!(
                        "energy-momentum (discrete gradients, order 2), fixed step {step} s"
                    ),
                    Some(tolerance) => format!(
                        "energy-momentum (discrete gradients, order 2), tolerance {tolerance:e}, steps \
                         of at most {step} s"
                    ),
                };
                if project_velocities {
                    text.push_str(", velocities projected");
                }
                text
            }
            ImplicitMethod::Midpoint { step } => {
                format!("implicit midpoint rule (order 2), fixed step {step} s")
            }
            ImplicitMethod::GeneralizedAlpha { step, spectral_radius } => format!(
                "generalized-alpha (order 2), spectral radius {spectral_radius}, fixed step {step} s"
            ),
        }
    }
}

/// About how long steps are, s.
pub(super) fn usual_step(method: ImplicitMethod, duration: f64) -> f64 {
    match method {
        ImplicitMethod::EnergyMomentum { step, tolerance: Some(_), .. } => {
            Clock::usual_adaptive_step(step, duration)
        }
        ImplicitMethod::EnergyMomentum { step, tolerance: None, .. }
        | ImplicitMethod::Midpoint { step }
        | ImplicitMethod::GeneralizedAlpha { step, .. } => step,
    }
}
