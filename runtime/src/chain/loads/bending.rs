//! Moments between neighbouring pieces.
//!
//! With the angle `θ` between the directions `u₁`, `u₂` and the unit normal `n` of their plane (`u₁
//! × u₂ = n sin θ`), piece 1 gets the moment `n (k θ + c θ̇)` and piece 2 the opposite one; the
//! support at the root gives none. `k` is the bending stiffness over the spacing (the mean of both
//! lengths), `c` the bending damping over the spacing plus the damping of the joint (eq. 48 of
//! Hembree and Slegers 2010: the difference of the angular velocities' parts normal to both links).
//!
//! Spinning freely, links pass on no moment along themselves, so only the moment along `n` is
//! possible, and it conserves angular momentum. `n` is undefined in a straight joint; there the
//! whole difference of angular velocities is normal to both links and damped, and below an angle of
//! 1e-8 one goes over into the other.
//!
//! A moment `τ` on a piece is the pair of forces `± τ × u / l` at its ends.

use nalgebra::Vector3;

use crate::chain::line::Line;

/// Of the cable's section, or of each joint.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bending {
    /// EI, N m^2
    pub stiffness: f64,
    /// N m^2 s
    pub damping: f64,
    /// Of each joint, N m s.
    pub joint_damping: f64,
}

impl Bending {
    pub(crate) fn is_none(&self) -> bool {
        *self == Self::default()
    }
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
pub(crate) const STRAIGHT: f64 = 1e-16;

/// The moment in the joint after piece `j`, N m: that piece gets it, the next one the opposite; and what
/// its damping loses, W.
#[inline(always)]
fn moment(
    bending: &Bending,
    damped: bool,
    line: Line<'_>,
    j: usize,
) -> Option<(Vector3<f64>, f64)> {
    let ([l1, l2], [u1, u2]) = (line.lengths.get(j..j + 2)?, line.directions.get(j..j + 2)?) else {
        return None;
    };
    let (u1, u2) = (Vector3::from(*u1), Vector3::from(*u2));
    let normal = u1.cross(&u2);
    let square = normal.norm_squared();
    let over_spacing = 2.0 / (l1 + l2);
    let mut moment =
        normal * (bending.stiffness * over_spacing * angle_over_sine(square, u1.dot(&u2)));
    let mut lost = 0.0;
    if damped && let [w1, w2] = line.rates.get(j..j + 2)? {
        let turning = u2.cross(&Vector3::from(*w2)) - u1.cross(&Vector3::from(*w1));
        let rate = (normal * normal.dot(&turning) + turning * STRAIGHT) / (square + STRAIGHT);
        let damping = bending.damping * over_spacing + bending.joint_damping;
        moment += rate * damping;
        lost = damping * rate.dot(&turning);
    }
    Some((moment, lost))
}

fn is_damped(bending: &Bending) -> bool {
    bending.damping != 0.0 || bending.joint_damping != 0.0
}

/// The arm of the forces on a piece, m: the piece as it is; only lumped ones change their length.
#[inline(always)]
fn arm(line: Line<'_>, j: usize) -> f64 {
    if line.lumped { (line.positions[j + 1] - line.positions[j]).norm() } else { line.lengths[j] }
}

/// Adds nodal forces, N. Returns the power of the damping, W, never positive.
pub(super) fn add_forces(bending: &Bending, line: Line<'_>, forces: &mut [Vector3<f64>]) -> f64 {
    let mut power = 0.0;
    let damped = is_damped(bending);
    for j in 0..line.lengths.len().saturating_sub(1) {
        let Some((moment, lost)) = moment(bending, damped, line, j) else { break };
        let Some(nodes) = forces.get_mut(j..j + 3) else { break };
        power -= lost;
        let (u1, u2) = (Vector3::from(line.directions[j]), Vector3::from(line.directions[j + 1]));
        let first = moment.cross(&u1) / arm(line, j);
        let second = u2.cross(&moment) / arm(line, j + 1);
        nodes[0] -= first;
        nodes[1] += first - second;
        nodes[2] += second;
    }
    power
}

/// The force at the end of a piece that the moments in both its joints make, N; at its start stands the
/// opposite.
pub(super) fn on_piece(bending: &Bending, line: Line<'_>, index: usize) -> Vector3<f64> {
    let damped = is_damped(bending);
    let of_joint = |j: usize| moment(bending, damped, line, j).map_or(Vector3::zeros(), |(m, _)| m);
    let before = index.checked_sub(1).map_or(Vector3::zeros(), of_joint);
    let moment = of_joint(index) - before;
    let Some(direction) = line.directions.get(index) else { return Vector3::zeros() };
    moment.cross(&Vector3::from(*direction)) / arm(line, index)
}

/// Elastic energy, J: half of `k θ²` over the joints.
pub(super) fn energy(bending: &Bending, line: Line<'_>) -> f64 {
    if bending.stiffness == 0.0 {
        return 0.0;
    }
    let mut energy = 0.0;
    for (u, lengths) in line.directions.windows(2).zip(line.lengths.windows(2)) {
        let (u1, u2) = (Vector3::from(u[0]), Vector3::from(u[1]));
        let angle = u1.cross(&u2).norm().atan2(u1.dot(&u2));
        energy += bending.stiffness * angle * angle / (lengths[0] + lengths[1]);
    }
    energy
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
}
