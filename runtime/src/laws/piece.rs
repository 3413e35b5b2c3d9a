//! A straight piece of a cable, as weight and fluid see it.

use nalgebra::Vector3;

/// World axes, from the start to the end; what varies along it does so linearly.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    /// m
    pub ends: [Vector3<f64>; 2],
    /// m/s
    pub velocities: [Vector3<f64>; 2],
    /// A unit vector along it.
    pub direction: Vector3<f64>,
    /// Of the direction, 1/s.
    pub rate: Vector3<f64>,
    /// Unstretched, m.
    pub length: f64,
    /// kg
    pub mass: f64,
}

/// Where the two points of Gauss's rule lie on a piece, as fractions of its length; each weighs a
/// half.
pub(crate) const GAUSS: [f64; 2] = [0.211_324_865_405_187_1, 0.788_675_134_594_812_9];

/// How a mass that is spread along a piece, or sits on its ends where it is lumped, resists at an end: the parts
/// that take the end's own acceleration and the other end's.
pub(crate) fn mass_shares(lumped: bool) -> [f64; 2] {
    if lumped { [0.5, 0.0] } else { [1.0 / 3.0, 1.0 / 6.0] }
}

impl Piece {
    /// Between two ends, for forces that do not depend on its mass.
    pub(crate) fn between(
        ends: [Vector3<f64>; 2],
        velocities: [Vector3<f64>; 2],
        length: f64,
    ) -> Self {
        let line = ends[1] - ends[0];
        let distance = line.norm();
        let direction = line / distance;
        let relative = velocities[1] - velocities[0];
        let rate = (relative - direction * direction.dot(&relative)) / distance;
        Self { ends, velocities, direction, rate, length, mass: 0.0 }
    }

    /// At a fraction of the piece from its start, m/s.
    #[inline(always)]
    pub(crate) fn velocity(&self, fraction: f64) -> Vector3<f64> {
        self.velocities[0] * (1.0 - fraction) + self.velocities[1] * fraction
    }
}
