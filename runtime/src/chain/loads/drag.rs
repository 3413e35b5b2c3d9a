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

use nalgebra::Vector3;

use super::medium::{Fluid, Layers, Wetting};
use crate::chain::line::{GAUSS, Piece};

/// Coefficients, referred to the frontal area `d l` (normal, isotropic) and to the wetted area
/// `π d l` (tangent).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Drag {
    #[default]
    None,
    Split {
        normal: f64,
        tangent: f64,
    },
    Isotropic {
        coefficient: f64,
    },
}

/// On the start and the end, N, and their power, W.
#[inline(always)]
pub(super) fn forces(
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
