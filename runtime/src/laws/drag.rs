//! Resistance of the fluid.
//!
//! Per length, with the velocity `v` of the cable relative to the fluid, its parts along and across
//! the cable, and the diameter `d`:
//!
//! ```text
//! -1/2 ρ (C_n d |v_n| v_n + C_t π d |v_t| v_t)
//! ```
//!
//! taken at the two points of Gauss's rule, which is exact for a piece that does not turn. The
//! isotropic form is eq. 47 of Hembree and Slegers (2010): `-1/2 C_D ρ d l |v| v` at the centre. A
//! piece that crosses the surface is in both fluids by its wet share.

use nalgebra::{Matrix3, Vector3};

use super::medium::{Fluid, Layers, Wetting};
use super::piece::{GAUSS, Piece};

/// Coefficients, referred to the frontal area `d l` (normal, isotropic) and to the wetted area
/// `π d l` (tangent).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Drag {
    /// Nothing resists.
    #[default]
    None,
    /// Across and along the cable.
    Split { normal: f64, tangent: f64 },
    /// Against the relative velocity whatever its direction.
    Isotropic { coefficient: f64 },
}

/// On the start and the end, N, and their power, W.
///
/// The power is that on the cable, negative where the fluid brakes it. Velocities of the piece are
/// in world axes, m/s; `diameter` in m.
#[inline(always)]
pub(crate) fn forces(
    drag: &Drag,
    layers: &Layers,
    wetting: &Wetting,
    piece: &Piece,
    diameter: f64,
) -> ([Vector3<f64>; 2], f64) {
    if let Drag::None = drag {
        return ([Vector3::zeros(); 2], 0.0);
    }
    let nodal = match layers {
        Layers::Vacuum => return ([Vector3::zeros(); 2], 0.0),
        Layers::One(fluid) => in_fluid(drag, fluid, [1.0; 3], piece, diameter),
        Layers::Two { above, below, .. } => {
            if wetting.mean <= 0.0 {
                in_fluid(drag, above, [1.0; 3], piece, diameter)
            } else if wetting.mean >= 1.0 {
                in_fluid(drag, below, [1.0; 3], piece, diameter)
            } else {
                let [first, second] = wetting.at_gauss();
                let wet = [first, second, wetting.mean];
                let [a, b] = in_fluid(drag, below, wet, piece, diameter);
                let [c, d] = in_fluid(drag, above, wet.map(|wet| 1.0 - wet), piece, diameter);
                [a + c, b + d]
            }
        }
    };
    let power = nodal[0].dot(&piece.velocities[0]) + nodal[1].dot(&piece.velocities[1]);
    (nodal, power)
}

/// In one fluid that fills the given shares of the surroundings at the two points of Gauss's rule
/// and at the centre.
#[inline(always)]
fn in_fluid(
    drag: &Drag,
    fluid: &Fluid,
    shares: [f64; 3],
    piece: &Piece,
    diameter: f64,
) -> [Vector3<f64>; 2] {
    let relative = piece.velocities.map(|v| v - fluid.velocity);
    let pressure = -0.5 * fluid.density * diameter * piece.length;
    match drag {
        Drag::None => [Vector3::zeros(); 2],
        Drag::Isotropic { coefficient } => {
            let v = (relative[0] + relative[1]) * 0.5;
            [v * (0.5 * pressure * shares[2] * coefficient * v.norm()); 2]
        }
        Drag::Split { normal, tangent } => {
            let u = piece.direction;
            let along = relative.map(|v| u.dot(&v));
            let across = [relative[0] - u * along[0], relative[1] - u * along[1]];
            let (normal, tangent) =
                (0.5 * pressure * normal, 0.5 * pressure * std::f64::consts::PI * tangent);
            let at = |xi: f64, share: f64| {
                let v = across[0] * (1.0 - xi) + across[1] * xi;
                let slip = along[0] * (1.0 - xi) + along[1] * xi;
                v * (normal * share * v.norm()) + u * (tangent * share * slip.abs() * slip)
            };
            let (first, second) = (at(GAUSS[0], shares[0]), at(GAUSS[1], shares[1]));
            [first * GAUSS[1] + second * GAUSS[0], first * GAUSS[0] + second * GAUSS[1]]
        }
    }
}

/// Derivatives of the forces on the start and the end of a piece; `[k]` is the end that the force is
/// on, `[l]` the one that moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct DragSlopes {
    /// By velocities, N s/m.
    pub(crate) by_velocity: [[Matrix3<f64>; 2]; 2],
    /// By the vector from the start to the end, N/m.
    pub(crate) by_line: [Matrix3<f64>; 2],
    /// By heights, through the surface; N/m.
    pub(crate) by_height: [[Vector3<f64>; 2]; 2],
}

impl DragSlopes {
    /// Nothing resists.
    const ZERO: Self = {
        let (zero, none) =
            (Matrix3::new(0., 0., 0., 0., 0., 0., 0., 0., 0.), Vector3::new(0., 0., 0.));
        Self { by_velocity: [[zero; 2]; 2], by_line: [zero; 2], by_height: [[none; 2]; 2] }
    };
}

/// Derivatives of [`forces`]. `distance` is the present length of the piece, m.
pub(crate) fn slopes(
    drag: &Drag,
    layers: &Layers,
    wetting: &Wetting,
    piece: &Piece,
    distance: f64,
    diameter: f64,
) -> DragSlopes {
    let mut sum = DragSlopes::ZERO;
    let none = [[0.0; 2]; 3];
    match layers {
        Layers::Vacuum => {}
        Layers::One(fluid) => {
            add_slopes(drag, fluid, [1.0; 3], none, piece, distance, diameter, &mut sum);
        }
        Layers::Two { above, below, .. } => {
            let (wet, slopes) = if wetting.mean <= 0.0 {
                ([0.0; 3], none)
            } else if wetting.mean >= 1.0 {
                ([1.0; 3], none)
            } else {
                let [first, second] = wetting.at_gauss();
                let found = wetting.slopes(diameter);
                let [a, b] = wetting.gauss_slopes(&found);
                ([first, second, wetting.mean], [a, b, found.mean])
            };
            add_slopes(drag, below, wet, slopes, piece, distance, diameter, &mut sum);
            let (dry, slopes) = (wet.map(|wet| 1.0 - wet), slopes.map(|by| by.map(|by| -by)));
            add_slopes(drag, above, dry, slopes, piece, distance, diameter, &mut sum);
        }
    }
    sum
}

/// What one fluid adds. `share_slopes` are the derivatives of the shares by both heights.
#[expect(clippy::too_many_arguments, reason = "the law's arguments and their derivatives")]
fn add_slopes(
    drag: &Drag,
    fluid: &Fluid,
    shares: [f64; 3],
    share_slopes: [[f64; 2]; 3],
    piece: &Piece,
    distance: f64,
    diameter: f64,
    sum: &mut DragSlopes,
) {
    let relative = piece.velocities.map(|v| v - fluid.velocity);
    let pressure = -0.5 * fluid.density * diameter * piece.length;
    match drag {
        Drag::None => {}
        Drag::Isotropic { coefficient } => {
            let v = (relative[0] + relative[1]) * 0.5;
            let factor = 0.5 * pressure * coefficient;
            let speed = v.norm();
            let slope = norm_times_slope(&v) * (0.5 * factor * shares[2]);
            for (by_velocity, by_height) in sum.by_velocity.iter_mut().zip(&mut sum.by_height) {
                for (l, share_slope) in share_slopes[2].iter().enumerate() {
                    by_velocity[l] += slope;
                    by_height[l] += v * (factor * speed * share_slope);
                }
            }
        }
        Drag::Split { normal, tangent } => {
            let u = piece.direction;
            let projector = Matrix3::identity() - u * u.transpose();
            let (normal, tangent) =
                (0.5 * pressure * normal, 0.5 * pressure * std::f64::consts::PI * tangent);
            for (point, &xi) in GAUSS.iter().enumerate() {
                let fractions = [1.0 - xi, xi];
                let v = relative[0] * fractions[0] + relative[1] * fractions[1];
                let slip = u.dot(&v);
                let across = v - u * slip;
                // Of the force per share, by what is across and by what is along.
                let by_across = norm_times_slope(&across) * normal;
                let by_slip = 2.0 * tangent * slip.abs();
                let by_velocity = by_across * projector + u * u.transpose() * by_slip;
                // A turn of the direction takes from one part and gives to the other.
                let by_direction = -(by_across * (Matrix3::identity() * slip + u * v.transpose()))
                    + u * v.transpose() * by_slip
                    + Matrix3::identity() * (tangent * slip.abs() * slip);
                let by_line = by_direction * projector / distance;
                let force = across * (normal * across.norm()) + u * (tangent * slip.abs() * slip);
                for k in 0..2 {
                    // The other point's fractions mirror these.
                    let weight = fractions[k];
                    sum.by_line[k] += by_line * (weight * shares[point]);
                    for l in 0..2 {
                        sum.by_velocity[k][l] +=
                            by_velocity * (weight * shares[point] * fractions[l]);
                        sum.by_height[k][l] += force * (weight * share_slopes[point][l]);
                    }
                }
            }
        }
    }
}

/// The derivative of `|v| v`.
fn norm_times_slope(v: &Vector3<f64>) -> Matrix3<f64> {
    let norm = v.norm();
    if norm == 0.0 {
        return Matrix3::zeros();
    }
    Matrix3::identity() * norm + v * v.transpose() / norm
}
