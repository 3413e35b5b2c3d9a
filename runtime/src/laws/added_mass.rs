//! Fluid that moves with the cable across its length: Morison's inertia force `-μ P a` per length,
//! `P = 1 - u uᵀ`, `μ = C_a ρ A`, with the cable's own acceleration `a` (a steady current adds
//! none).
//!
//! It enters the link's mass matrix, and no force depends on velocities. The kinetic energy `1/2 ∫
//! μ |P v|²` is counted with the cable's. It is not conserved by that force alone: its change is
//! the force's work and `1/2 ∫ μ̇ |P v|² - ∫ μ (u·v) (P v · u̇)`, which is reported as power from
//! the fluid.

use nalgebra::{Matrix3, Vector3};

use super::medium::{Layers, Wetting, wetting_rate};
use super::piece::{GAUSS, Piece};

/// kg of a piece, for the displaced `volume` in m^3.
#[inline(always)]
pub(crate) fn mass(layers: &Layers, wetting: &Wetting, coefficient: f64, volume: f64) -> f64 {
    let density = match layers {
        Layers::Vacuum => 0.0,
        Layers::One(fluid) => fluid.density,
        Layers::Two { above, below, .. } => {
            above.density + (below.density - above.density) * wetting.mean
        }
    };
    coefficient * density * volume
}

/// What the mass of a piece grows by from dry to wet, kg.
fn growth(layers: &Layers, coefficient: f64, volume: f64) -> f64 {
    match layers {
        Layers::Vacuum | Layers::One(_) => 0.0,
        Layers::Two { above, below, .. } => coefficient * (below.density - above.density) * volume,
    }
}

/// Derivatives of [`mass`] by the heights of both ends, kg/m.
pub(crate) fn mass_slopes(
    layers: &Layers,
    wetting: &Wetting,
    coefficient: f64,
    volume: f64,
    width: f64,
) -> [f64; 2] {
    match layers {
        Layers::Vacuum | Layers::One(_) => [0.0; 2],
        Layers::Two { .. } => {
            let growth = growth(layers, coefficient, volume);
            wetting.slopes(width).mean.map(|slope| growth * slope)
        }
    }
}

/// What an acceleration needs, N: `μ P a`. The force on the cable is the opposite.
#[inline(always)]
pub(crate) fn inertia(piece: &Piece, mass: f64, acceleration: &Vector3<f64>) -> Vector3<f64> {
    let u = piece.direction;
    (acceleration - u * u.dot(acceleration)) * mass
}

/// The derivative of the force `-μ P a` by the vector from the start to the end, which is `distance` long, N/m.
pub(crate) fn force_by_line(
    piece: &Piece,
    distance: f64,
    mass: f64,
    acceleration: &Vector3<f64>,
) -> Matrix3<f64> {
    let u = piece.direction;
    let across = Matrix3::identity() - u * u.transpose();
    let turned = Matrix3::identity() * u.dot(acceleration) + u * acceleration.transpose();
    turned * across * (mass / distance)
}

/// Velocities that represent a piece, each with half its mass: exact integrals over a rigid link,
/// or the two nodes.
fn samples(piece: &Piece, lumped: bool) -> [Vector3<f64>; 2] {
    if lumped { piece.velocities } else { GAUSS.map(|fraction| piece.velocity(fraction)) }
}

/// J of a piece with the added mass `mass`.
/// Of the motion across the piece only.
pub(crate) fn kinetic(piece: &Piece, mass: f64, lumped: bool) -> f64 {
    let squares = samples(piece, lumped).map(|v| {
        let across = v - piece.direction * piece.direction.dot(&v);
        across.norm_squared()
    });
    0.25 * mass * (squares[0] + squares[1])
}

/// What the fluid adds to the kinetic energy besides the inertia force's work, W.
#[inline(always)]
pub(crate) fn power(
    piece: &Piece,
    layers: &Layers,
    wetting: &Wetting,
    coefficient: f64,
    volume: f64,
    width: f64,
    lumped: bool,
) -> f64 {
    let mass = mass(layers, wetting, coefficient, volume);
    let mass_rate = match layers {
        Layers::Vacuum | Layers::One(_) => 0.0,
        Layers::Two { level_rate, .. } => {
            growth(layers, coefficient, volume) * wetting_rate(piece, wetting, *level_rate, width)
        }
    };
    let parts = samples(piece, lumped).map(|v| {
        let along = piece.direction.dot(&v);
        let across = v - piece.direction * along;
        0.5 * mass_rate * across.norm_squared() - mass * along * across.dot(&piece.rate)
    });
    0.5 * (parts[0] + parts[1])
}
