//! Bodies that turn in a step of generalized-alpha: the scheme on rotations (Brüls, Cardona and Arnold 2012).
//!
//! The formulas of the scheme are applied to rotation vectors `ψ` over a step and angular velocities `Ω` in the body's
//! axes, `R₁ = R₀ exp ψ`, `ψ = h Ω₀ + h² ((1/2 - β) A₀ + β A₁)`, `Ω₁ = Ω₀ + h ((1 - γ) A₀ + γ A₁)`, and not to directors:
//! what spins steadily has a constant `Ω`, but directors that swing to and fro, and the scheme damps what swings.
//! Directors follow: `d' = ω × d`, `d'' = α × d + ω × (ω × d)`.

use nalgebra::{Matrix3, Vector3};

use crate::constrained::units::{cross_matrix, spin};

/// Of one body over a step: `Ω₁ = rate ψ + spin`, `Ω₁' = inertia ψ + change`, body axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::constrained) struct SpinOffsets {
    /// rad/s
    pub(in crate::constrained) spin: Vector3<f64>,
    /// rad/s^2
    pub(in crate::constrained) change: Vector3<f64>,
}

/// Where a body is at the end of a step, world axes.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::constrained) struct Spinning {
    /// Over the step, rad.
    turn: Vector3<f64>,
    /// rad/s
    pub(in crate::constrained) omega: Vector3<f64>,
    /// rad/s^2
    pub(in crate::constrained) alpha: Vector3<f64>,
}

/// A vector in world axes from one in the axes of a body with these directors.
pub(in crate::constrained) fn to_world(
    directors: &[Vector3<f64>],
    own: &Vector3<f64>,
) -> Vector3<f64> {
    directors[0] * own.x + directors[1] * own.y + directors[2] * own.z
}

/// The other way round.
pub(in crate::constrained) fn to_body(
    directors: &[Vector3<f64>],
    world: &Vector3<f64>,
) -> Vector3<f64> {
    Vector3::new(directors[0].dot(world), directors[1].dot(world), directors[2].dot(world))
}

/// The rotation vector that takes one set of directors to another, world axes; less than half a turn.
pub(in crate::constrained) fn rotation_between(
    from: &[Vector3<f64>],
    to: &[Vector3<f64>],
) -> Vector3<f64> {
    let (mut axis, mut trace) = (Vector3::zeros(), 0.0);
    for (from, to) in from.iter().zip(to) {
        axis += from.cross(to) * 0.5;
        trace += from.dot(to);
    }
    let sine = axis.norm();
    if sine == 0.0 { axis } else { axis * (sine.atan2(0.5 * (trace - 1.0)) / sine) }
}

impl Spinning {
    /// `rate` (1/s) and `inertia` (1/s^2) are those of the scheme; directors before and after the step.
    pub(in crate::constrained) fn new(
        before: &[Vector3<f64>],
        after: &[Vector3<f64>],
        offsets: &SpinOffsets,
        rate: f64,
        inertia: f64,
    ) -> Self {
        let turn = rotation_between(before, after);
        // The same in the body's axes before and after.
        let own = to_body(before, &turn);
        Self {
            turn,
            omega: to_world(after, &(own * rate + offsets.spin)),
            alpha: to_world(after, &(own * inertia + offsets.change)),
        }
    }

    /// 1/s, world axes.
    pub(in crate::constrained) fn velocity(&self, director: &Vector3<f64>) -> Vector3<f64> {
        self.omega.cross(director)
    }

    /// 1/s^2, world axes.
    pub(in crate::constrained) fn acceleration(&self, director: &Vector3<f64>) -> Vector3<f64> {
        self.alpha.cross(director) + self.omega.cross(&self.omega.cross(director))
    }

    /// What the accelerations of directors change by when the body at the end of the step is turned
    /// by a small vector: for each director a matrix.
    pub(in crate::constrained) fn acceleration_slopes(
        &self,
        directors: &[Vector3<f64>],
        rate: f64,
        inertia: f64,
    ) -> [Matrix3<f64>; 3] {
        // How the turn over the step grows, in axes that turn with the body's end.
        let grown = inverse_right_jacobian(&self.turn);
        let by_omega = grown * rate - cross_matrix(&self.omega);
        let by_alpha = grown * inertia - cross_matrix(&self.alpha);
        let (omega, alpha) = (cross_matrix(&self.omega), cross_matrix(&self.alpha));
        [0, 1, 2].map(|k| {
            let d = &directors[k];
            let arm = cross_matrix(d);
            let speed = cross_matrix(&self.omega.cross(d));
            // δd = -[d]× δθ
            -arm * by_alpha
                - alpha * arm
                - speed * by_omega
                - omega * arm * by_omega
                - omega * omega * arm
        })
    }
}

/// `1 + [ψ]×/2 + c [ψ]×²` with `c = 1/θ² - (1 + cos θ)/(2 θ sin θ)`.
fn inverse_right_jacobian(turn: &Vector3<f64>) -> Matrix3<f64> {
    let square = turn.norm_squared();
    let c = if square < 1e-4 {
        1.0 / 12.0 + square / 720.0
    } else {
        let angle = square.sqrt();
        1.0 / square - (1.0 + angle.cos()) / (2.0 * angle * angle.sin())
    };
    let cross = cross_matrix(turn);
    Matrix3::identity() + cross * 0.5 + cross * cross * c
}

/// The angular velocity (rad/s) of a body from its blocks' velocities, or its angular acceleration from their
/// accelerations, in its own axes.
pub(in crate::constrained) fn own_rate(
    positions: &[Vector3<f64>],
    rates: &[Vector3<f64>],
    first: usize,
) -> Vector3<f64> {
    to_body(&positions[first + 1..first + 4], &spin(positions, rates, first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Rotation3;

    fn directors(rotation: &Rotation3<f64>) -> [Vector3<f64>; 3] {
        [0, 1, 2].map(|k| rotation.matrix().column(k).into_owned())
    }

    #[test]
    fn the_rotation_between_directors_is_what_turned_them() {
        let start = Rotation3::new(Vector3::new(0.4, -1.1, 0.7));
        for angle in [0.0, 1e-9, 1e-3, 0.3, 2.0, 3.0] {
            let turn = Vector3::new(0.6, 0.64, -0.48) * angle;
            let end = Rotation3::new(turn) * start;
            let found = rotation_between(&directors(&start), &directors(&end));
            assert!((found - turn).norm() < 2e-15 * (1.0 + angle), "{angle}: {found}");
        }
    }

    /// Against central differences.
    #[test]
    fn slopes_are_derivatives() {
        let start = Rotation3::new(Vector3::new(0.4, -1.1, 0.7));
        let offsets = SpinOffsets {
            spin: Vector3::new(3.0, -2.0, 5.0),
            change: Vector3::new(-40.0, 30.0, 10.0),
        };
        let (rate, inertia) = (40.0, 900.0);
        for angle in [0.0, 0.005, 0.3] {
            let end = Rotation3::new(Vector3::new(0.6, 0.64, -0.48) * angle) * start;
            let at = |end: &Rotation3<f64>| {
                let after = directors(end);
                let found = Spinning::new(&directors(&start), &after, &offsets, rate, inertia);
                (found, after)
            };
            let (here, after) = at(&end);
            let slopes = here.acceleration_slopes(&after, rate, inertia);
            for k in 0..3 {
                let small = Vector3::ith(k, 1e-6);
                let ends = [small, -small].map(|small| at(&(Rotation3::new(small) * end)));
                for (director, slope) in slopes.iter().enumerate() {
                    let [above, below] = [&ends[0], &ends[1]]
                        .map(|(found, after)| found.acceleration(&after[director]));
                    let expected = (above - below) / 2e-6;
                    let error = (slope.column(k) - expected).norm();
                    assert!(
                        error < 1e-5 * (1.0 + expected.norm()),
                        "{angle} {k} {director}: {error}"
                    );
                }
            }
        }
    }
}
