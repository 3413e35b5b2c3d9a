//! Moments between neighbouring pieces of a cable.
//!
//! With the angle `θ` between the directions `u₁`, `u₂` and the unit normal `n` of their plane (`u₁
//! × u₂ = n sin θ`), piece 1 gets the moment `n (k θ + c θ̇)` and piece 2 the opposite one; the
//! support at the root gives none. `k` is the bending stiffness over the spacing (the mean of both
//! lengths), `c` the bending damping over the spacing plus the damping of the joint (eq. 48 of
//! Hembree and Slegers 2010: the difference of the angular velocities' parts normal to both links).
//! The joint stores `k θ²/2`.
//!
//! Spinning freely, links pass on no moment along themselves, so only the moment along `n` is
//! possible, and it conserves angular momentum. `n` is undefined in a straight joint; there the
//! whole difference of angular velocities is normal to both links and damped, and below an angle of
//! 1e-8 one goes over into the other.
//!
//! A piece that a clamp holds has the clamp for a neighbour of no length, so half of the piece is the spacing.
//!
//! A relaxed line that is curved with the curvature `κ` about the unit normal `b` has the angle `θ₀ = κ s` in
//! a joint of spacing `s`. Its joint stores `k θ²/2 - K (u₁ × u₂)·b` less what that is at rest, with
//! `K = k θ₀ / cos θ₀`: in the plane across `b` it is least at `θ₀` with the stiffness `k (1 + θ₀ tan θ₀)`, and so
//! tends to `EI (κ - κ₀)²/2` with the square of the spacing. `b` is fixed in a clamp; the moments on both
//! pieces and on the clamp, `K u₁ × (u₂ × b)`, `K u₂ × (b × u₁)` and `K b × (u₁ × u₂)`, add to nothing.
//!
//! A moment `τ` on a piece is the pair of forces `± τ × u / l` at its ends.

use nalgebra::{Matrix3, Vector3};

use super::Sloped;

/// Of the cable's section, or of each joint.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bending {
    /// EI, N m^2
    pub stiffness: f64,
    /// N m^2 s
    pub damping: f64,
    /// Of each joint, N m s.
    pub joint_damping: f64,
    /// Of the relaxed line, 1/m; not negative, and less than one over the spacing.
    pub curvature: f64,
}

/// Of the joint between two pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct JointBending {
    /// N m, per radian.
    pub(crate) stiffness: f64,
    /// N m s
    pub(crate) damping: f64,
    /// `K`, N m.
    pub(crate) curl: f64,
    /// `θ₀`, rad.
    pub(crate) rest: f64,
}

/// What a joint does, N m.
pub(crate) struct Moments {
    /// On what stands before and after it.
    pub(crate) on: [Vector3<f64>; 2],
    /// On what the normal of the relaxed shape is fixed in.
    pub(crate) on_normal: Vector3<f64>,
    /// By its damping, W.
    pub(crate) lost: f64,
}

impl Bending {
    /// Whether nothing resists.
    pub(crate) fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// Whether anything takes energy.
    pub(crate) fn is_damped(&self) -> bool {
        self.damping != 0.0 || self.joint_damping != 0.0
    }

    /// Whether joints between pieces act on what the normal of the relaxed shape is fixed in.
    pub(crate) fn acts_on_clamps(&self) -> bool {
        self.curvature != 0.0
    }

    /// Between two pieces of these lengths, m; none of a clamp.
    #[inline(always)]
    pub(crate) fn between(&self, lengths: [f64; 2]) -> JointBending {
        let over_spacing = 2.0 / (lengths[0] + lengths[1]);
        let stiffness = self.stiffness * over_spacing;
        let (mut rest, mut curl) = (0.0, 0.0);
        if self.curvature != 0.0 {
            rest = self.curvature / over_spacing;
            curl = stiffness * rest / rest.cos();
        }
        let damping = self.damping * over_spacing + self.joint_damping;
        JointBending { stiffness, damping, curl, rest }
    }
}

/// Between two vectors of any length, rad.
pub(crate) fn angle(first: &Vector3<f64>, second: &Vector3<f64>) -> f64 {
    first.cross(second).norm().atan2(first.dot(second))
}

/// `θ / sin θ` from the sine's square and the cosine; zero where the direction of the moment is
/// undefined (`θ = π`).
#[inline(always)]
fn angle_over_sine(square: f64, cosine: f64) -> f64 {
    if cosine > 0.0 && square < 1e-3 {
        // asin(s)/s; the next term is below 2e-17.
        return 1.0
            + square
                * (1.0 / 6.0
                    + square
                        * (3.0 / 40.0
                            + square
                                * (15.0 / 336.0
                                    + square * (105.0 / 3456.0 + square * (945.0 / 42240.0)))));
    }
    let sine = square.sqrt();
    if sine < 1e-150 { 0.0 } else { sine.atan2(cosine) / sine }
}

/// The square of the sine below which a joint counts as straight.
const STRAIGHT: f64 = 1e-16;

impl JointBending {
    /// J
    pub(crate) fn energy(&self, angle: f64) -> f64 {
        0.5 * self.stiffness * angle * angle
    }

    /// Of the stiffness on the first piece, N m, from the product `u₁ × u₂` and the cosine `u₁ · u₂`.
    #[inline(always)]
    pub(crate) fn elastic(&self, normal: &Vector3<f64>, cosine: f64) -> Vector3<f64> {
        normal * (self.stiffness * angle_over_sine(normal.norm_squared(), cosine))
    }

    /// What the curvature of the relaxed line adds to the energy, J, where `(u₁ × u₂)·b` is this.
    pub(crate) fn curl_energy(&self, along: f64) -> f64 {
        let at_rest = 0.5 * self.stiffness * self.rest * self.rest - self.curl * self.rest.sin();
        -self.curl * along - at_rest
    }

    /// Everything at once, between these directions. `turning` as in [`Self::damped`], where there is damping; `normal` is
    /// `b`.
    #[inline(always)]
    pub(crate) fn moments(
        &self,
        [first, second]: [&Vector3<f64>; 2],
        turning: Option<&Vector3<f64>>,
        normal: &Vector3<f64>,
    ) -> Moments {
        let across = first.cross(second);
        let mut moment = self.elastic(&across, first.dot(second));
        let mut lost = 0.0;
        if let Some(turning) = turning {
            let (resistance, taken) = self.damped(&across, turning);
            moment += resistance;
            lost = taken;
        }
        let mut on = [moment, -moment];
        let mut on_normal = Vector3::zeros();
        if self.curl != 0.0 {
            let curl = self.curled([first, second], normal);
            on = [on[0] + curl[0], on[1] + curl[1]];
            on_normal = curl[2];
        }
        Moments { on, on_normal, lost }
    }

    /// Adds what it stores between these directions, J.
    pub(crate) fn add_stored(
        &self,
        [first, second]: [&Vector3<f64>; 2],
        normal: &Vector3<f64>,
        energy: &mut f64,
    ) {
        *energy += self.energy(angle(first, second));
        if self.curl != 0.0 {
            *energy += self.curl_energy(first.cross(second).dot(normal));
        }
    }

    /// Moments of the curl on both pieces and on what `b` is fixed in, N m.
    fn curled(
        &self,
        [first, second]: [&Vector3<f64>; 2],
        normal: &Vector3<f64>,
    ) -> [Vector3<f64>; 3] {
        [
            first.cross(&second.cross(normal)) * self.curl,
            second.cross(&normal.cross(first)) * self.curl,
            normal.cross(&first.cross(second)) * self.curl,
        ]
    }

    /// Of the damping on the first piece, N m, and what it loses, W, never negative. `turning` is the second
    /// piece's angular velocity less the first's, as far as each is across its piece, rad/s.
    #[inline(always)]
    pub(crate) fn damped(
        &self,
        normal: &Vector3<f64>,
        turning: &Vector3<f64>,
    ) -> (Vector3<f64>, f64) {
        let rate = (normal * normal.dot(turning) + turning * STRAIGHT)
            / (normal.norm_squared() + STRAIGHT);
        (rate * self.damping, self.damping * rate.dot(turning))
    }

    /// Of turns about the normal, and across that, where the angle has this sine, N m s.
    pub(crate) fn damping_about(&self, sine: f64) -> [f64; 2] {
        let across = STRAIGHT / (sine * sine + STRAIGHT);
        [self.damping, self.damping * across]
    }

    /// Derivatives of the damping's moment by the normal, N m, and by the turning, N m s.
    pub(crate) fn damped_slopes(
        &self,
        normal: &Vector3<f64>,
        turning: &Vector3<f64>,
    ) -> [Matrix3<f64>; 2] {
        let (moment, _) = self.damped(normal, turning);
        let sum = normal.norm_squared() + STRAIGHT;
        let identity = Matrix3::identity();
        let by_normal = ((identity * normal.dot(turning) + normal * turning.transpose())
            * self.damping
            - moment * normal.transpose() * 2.0)
            / sum;
        let by_turning = (normal * normal.transpose() + identity * STRAIGHT) * (self.damping / sum);
        [by_normal, by_turning]
    }

    /// The discrete gradient from one angle to another, N m: the change of the energy over that of the cosine, with
    /// its slope by the cosine at the end. It is exact and cancels nothing:
    ///
    /// ```text
    /// ΔU / Δ(cos θ) = -k (σ / sin σ) (δ / sin δ),   σ = (θ₀ + θ₁)/2,   δ = (θ₁ - θ₀)/2
    /// ```
    pub(crate) fn secant(&self, start: f64, end: f64) -> Sloped {
        let (sum, sum_slope) = over_sine(0.5 * (start + end));
        // It is even in the end's angle, so close to zero its derivative by the cosine is that nearby.
        let near = end.max(1e-5);
        let (difference, difference_slope) = over_sine(0.5 * (near - start));
        let slope = if near == end {
            sum_slope * difference + sum * difference_slope
        } else {
            let (sum, sum_slope) = over_sine(0.5 * (start + near));
            sum_slope * difference + sum * difference_slope
        };
        let difference = over_sine(0.5 * (end - start)).0;
        Sloped {
            value: -sum * difference * self.stiffness,
            slope: 0.5 * slope / near.sin().max(1e-9) * self.stiffness,
        }
    }
}

/// `x / sin x` and its derivative, for `-π < x < π`.
fn over_sine(x: f64) -> (f64, f64) {
    let square = x * x;
    if square < 1e-4 {
        let value = 1.0 + square * (1.0 / 6.0 + square * (7.0 / 360.0 + square * (31.0 / 15120.0)));
        let slope = x * (1.0 / 3.0 + square * (7.0 / 90.0 + square * (31.0 / 2520.0)));
        return (value, slope);
    }
    let (sine, cosine) = x.sin_cos();
    // Folded back onto itself there is no plane, and the moment has no bound.
    let sine = if sine.abs() < 1e-9 { 1e-9_f64.copysign(sine) } else { sine };
    (x / sine, (sine - x * cosine) / (sine * sine))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reference: the angle itself.
    #[test]
    fn ratio_is_exact_everywhere() {
        for angle in [1e-12, 1e-6, 1e-3, 0.0316, 0.0317, 0.5, 1.5, 1.6, 3.0, 3.1] {
            let angle: f64 = angle;
            let (s, c) = angle.sin_cos();
            let ratio = angle_over_sine(s * s, c);
            assert!((ratio * s / angle - 1.0).abs() < 1e-12, "{angle}: {ratio}");
        }
        assert_eq!(angle_over_sine(0.0, 1.0), 1.0);
        assert_eq!(angle_over_sine(0.0, -1.0), 0.0);
    }

    /// The work of the secant is the change of the energy, to rounding of the larger one.
    #[test]
    fn the_secant_gives_the_change_of_the_energy() {
        let joint = JointBending { stiffness: 3.0, ..JointBending::default() };
        let angles: [f64; 6] = [0.0, 1e-6, 0.01, 0.4, 1.7, 3.0];
        for start in angles {
            for end in angles {
                // cos θ₁ - cos θ₀
                let change = -2.0 * (0.5 * (start + end)).sin() * (0.5 * (end - start)).sin();
                let work = joint.secant(start, end).value * change;
                let [from, to] = [start, end].map(|angle| joint.energy(angle));
                assert!((work - (to - from)).abs() <= 1e-14 * (from + to), "{start} {end}: {work}");
            }
        }
    }

    /// Central differences, to 1e-7.
    #[test]
    fn slopes_of_the_damping_are_derivatives() {
        let joint = JointBending { damping: 0.7, ..JointBending::default() };
        let (normal, turning) = (Vector3::new(0.3, -0.5, 0.2), Vector3::new(1.1, 0.4, -0.8));
        let found = joint.damped_slopes(&normal, &turning);
        for axis in 0..3 {
            let step = Vector3::ith(axis, 1e-6);
            let by =
                |off: [Vector3<f64>; 2]| joint.damped(&(normal + off[0]), &(turning + off[1])).0;
            let none = Vector3::zeros();
            let by_normal = (by([step, none]) - by([-step, none])) / 2e-6;
            let by_turning = (by([none, step]) - by([none, -step])) / 2e-6;
            assert!((found[0].column(axis) - by_normal).norm() < 1e-7);
            assert!((found[1].column(axis) - by_turning).norm() < 1e-7);
        }
    }
}
