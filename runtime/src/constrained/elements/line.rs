//! Springs and dampers along the line between two points.
//!
//! The energy is a function of `l² = u·u`, so `ΔU/Δ(l²/2) u(mean)` is a discrete gradient that keeps energy
//! and angular momentum; [`LineLaw::secant`] has the factor. Where a spring goes slack or becomes taut in a
//! step, its damper works on the taut share of the lengthening.

use nalgebra::{Matrix3, Vector3};

use crate::constrained::data::Configurations;
use crate::constrained::matrix::{Filling, Wires};
use crate::constrained::scheme::Scheme;
use crate::constrained::vectors::VectorId;
use crate::laws::LineLaw;

/// From the first point to the second.
/// m; the force at the second point is along minus the vector where it pulls.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct Line {
    /// From the first point to the second.
    pub(in crate::constrained) vector: VectorId,
    /// Where derivatives by both points go in the matrix.
    pub(in crate::constrained) stiffness: Wires,
}

/// What a spring does over a step.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::constrained) struct Pull {
    /// The force on the vector is minus `factor` times the vector in the balance, N/m.
    pub(in crate::constrained) factor: f64,
    /// ∂factor/∂(vector at the end)
    pub(in crate::constrained) factor_slope: Vector3<f64>,
    /// Beside that, minus this times the rate, N s/m: only where the ends are in one place.
    pub(in crate::constrained) rate_factor: f64,
    /// Of the damper, W.
    pub(in crate::constrained) dissipated: f64,
}

/// At one instant, N; where the points meet, which is no line, by a spring without length alone, and its damper.
/// Positive when it pulls.
pub(in crate::constrained) fn tension(
    law: &LineLaw,
    vector: &Vector3<f64>,
    rate: &Vector3<f64>,
    extent: f64,
) -> f64 {
    let distance = vector.norm();
    if let Some([stiffness, damping]) = law.meeting(distance, extent) {
        return stiffness * distance + damping * rate.norm();
    }
    law.tension(distance, vector.dot(rate) / distance).sum()
}

/// Over a step; `rate` is that of the vector in the balance, m/s, and `extent` that of the model, m.
///
/// In steps without discrete gradients the law is taken in the balance itself.
pub(in crate::constrained) fn pull(
    law: &LineLaw,
    scheme: &Scheme,
    at: &Configurations,
    vector: VectorId,
    rate: &Vector3<f64>,
    extent: f64,
) -> Pull {
    let (start, balance, end) = (at.start.of(vector), at.balance.of(vector), at.end.of(vector));
    let (first, last) = (start.norm(), end.norm());
    let last_slope = if last > 0.0 { end / last } else { Vector3::zeros() };
    // The length in the balance and its derivative by the vector at the end.
    let (length, length_slope) = if scheme.discrete {
        (0.5 * (first + last), last_slope * 0.5)
    } else {
        let length = balance.norm();
        (length, balance * (scheme.balance / length))
    };
    if let Some([factor, rate_factor]) = law.meeting(length, extent) {
        let dissipated = rate_factor * rate.norm_squared();
        return Pull { factor, rate_factor, dissipated, ..Pull::default() };
    }
    let (elastic, elastic_slope) = if scheme.discrete {
        let secant = law.secant(first, last);
        (secant.value, last_slope * secant.slope)
    } else {
        let factor = law.factor(length);
        (factor.value, length_slope * factor.slope)
    };
    if law.damping() == 0.0 {
        return Pull { factor: elastic, factor_slope: elastic_slope, ..Pull::default() };
    }
    let share = law.taut_share(first, last);
    let speed = balance.dot(rate) / length;
    let speed_slope =
        (rate * scheme.balance + balance * scheme.rate) / length - length_slope * (speed / length);
    let over = law.damping() / length;
    let free = over * share.value * speed;
    let damper = law.damper(elastic, free);
    let damper_slope = if damper == free {
        (speed_slope * share.value + last_slope * (share.slope * speed)) * over
            - length_slope * (free / length)
    } else {
        -elastic_slope
    };
    Pull {
        factor: elastic + damper,
        factor_slope: elastic_slope + damper_slope,
        rate_factor: 0.0,
        dissipated: damper * length * speed,
    }
}

/// The derivatives of [`Pull::factor`] by the numbers of the law, in the order of
/// [`cdl_graph::SpringLaw::numbers`].
pub(in crate::constrained) fn factor_by_numbers(
    law: &LineLaw,
    scheme: &Scheme,
    at: &Configurations,
    vector: VectorId,
    rate: &Vector3<f64>,
) -> [f64; 3] {
    let balance = at.balance.of(vector);
    let (first, last) = (at.start.of(vector).norm(), at.end.of(vector).norm());
    let length = if scheme.discrete { 0.5 * (first + last) } else { balance.norm() };
    if length == 0.0 {
        return [0.0; 3];
    }
    let (elastic, elastic_by) = if scheme.discrete {
        (law.secant(first, last).value, law.secant_by(first, last))
    } else {
        (law.factor(length).value, law.factor_by(length))
    };
    let share = law.taut_share(first, last).value;
    let speed = balance.dot(rate) / length;
    let free = law.damping() / length * share * speed;
    if law.damper(elastic, free) != free {
        // The damper takes all that the spring pulls with.
        return [0.0; 3];
    }
    let [damping_by, share_by] = law.damper_by(first, last);
    [0, 1, 2].map(|k| {
        let damper = damping_by[k] * share + law.damping() * share_by[k];
        elastic_by[k] + damper * speed / length
    })
}

impl Line {
    /// The force is `-factor u - rate_factor u'`; its derivative has a part by the vector in the balance and its rate, and
    /// one by the factor.
    pub(in crate::constrained) fn fill(
        &self,
        scheme: &Scheme,
        at: &Configurations,
        pull: &Pull,
        filling: &mut Filling<'_>,
    ) {
        let straight = pull.factor * scheme.balance + pull.rate_factor * scheme.rate;
        let stiffness = Matrix3::identity() * straight
            + at.balance.of(self.vector) * pull.factor_slope.transpose();
        filling.stiffness(&[self.vector], self.stiffness, &[[stiffness]]);
    }
}
