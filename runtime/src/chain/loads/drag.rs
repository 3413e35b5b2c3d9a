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

/// Per length and half density.
#[inline(always)]
fn per_length(
    drag: &Drag,
    fluid: &Fluid,
    velocity: &Vector3<f64>,
    direction: &Vector3<f64>,
    diameter: f64,
) -> Vector3<f64> {
    let v = velocity - fluid.velocity;
    let pressure = -0.5 * fluid.density * diameter;
    match drag {
        Drag::None => Vector3::zeros(),
        Drag::Isotropic { coefficient } => v * (pressure * coefficient * v.norm()),
        Drag::Split { normal, tangent } => {
            let along = direction.dot(&v);
            let across = v - direction * along;
            across * (pressure * normal * across.norm())
                + direction * (pressure * std::f64::consts::PI * tangent * along.abs() * along)
        }
    }
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
    let local = |wet: f64, velocity: &Vector3<f64>| {
        let of = |fluid| per_length(drag, fluid, velocity, &piece.direction, diameter);
        match layers {
            Layers::Vacuum => Vector3::zeros(),
            Layers::One(fluid) => of(fluid),
            Layers::Two { above, below, .. } => {
                if wet <= 0.0 {
                    of(above)
                } else if wet >= 1.0 {
                    of(below)
                } else {
                    of(below) * wet + of(above) * (1.0 - wet)
                }
            }
        }
    };
    match drag {
        Drag::None => ([Vector3::zeros(); 2], 0.0),
        Drag::Isotropic { .. } => {
            let velocity = piece.velocity(0.5);
            let force = local(wetting.mean, &velocity) * piece.length;
            ([force * 0.5; 2], force.dot(&velocity))
        }
        Drag::Split { .. } => {
            let mut nodal = [Vector3::zeros(); 2];
            let mut power = 0.0;
            for (fraction, wet) in GAUSS.into_iter().zip(wetting.at_gauss()) {
                let velocity = piece.velocity(fraction);
                let force = local(wet, &velocity) * (0.5 * piece.length);
                nodal[0] += force * (1.0 - fraction);
                nodal[1] += force * fraction;
                power += force.dot(&velocity);
            }
            (nodal, power)
        }
    }
}
