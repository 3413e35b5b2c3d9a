//! What loads see of a cable: nodes joined by straight pieces.

use nalgebra::Vector3;

/// `n` pieces between `n + 1` nodes; the same for rigid links and for the lumped form.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// m, world axes.
    pub positions: &'a [Vector3<f64>],
    /// m/s
    pub velocities: &'a [Vector3<f64>],
    /// Unit vectors along the pieces.
    pub directions: &'a [[f64; 3]],
    /// Rates of the directions, 1/s.
    pub rates: &'a [[f64; 3]],
    /// Unstretched, m.
    pub lengths: &'a [f64],
    /// kg
    pub masses: &'a [f64],
    /// Whether mass and added mass sit on the nodes (lumped form) or are spread along the pieces.
    pub lumped: bool,
}

/// One straight piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub ends: [Vector3<f64>; 2],
    pub velocities: [Vector3<f64>; 2],
    pub direction: Vector3<f64>,
    pub rate: Vector3<f64>,
    pub length: f64,
    pub mass: f64,
}

impl<'a> Line<'a> {
    pub(crate) fn piece(self, index: usize) -> Option<Piece> {
        let ([a, b], [va, vb]) =
            (self.positions.get(index..index + 2)?, self.velocities.get(index..index + 2)?)
        else {
            return None;
        };
        Some(Piece {
            ends: [*a, *b],
            velocities: [*va, *vb],
            direction: Vector3::from(*self.directions.get(index)?),
            rate: Vector3::from(*self.rates.get(index)?),
            length: *self.lengths.get(index)?,
            mass: *self.masses.get(index)?,
        })
    }

    pub(crate) fn pieces(self) -> impl Iterator<Item = Piece> + 'a {
        let nodes = self.positions.windows(2).zip(self.velocities.windows(2));
        let turning = self.directions.iter().zip(self.rates);
        let constants = self.lengths.iter().zip(self.masses);
        nodes.zip(turning).zip(constants).map(|(((x, v), (u, w)), (&length, &mass))| Piece {
            ends: [x[0], x[1]],
            velocities: [v[0], v[1]],
            direction: Vector3::from(*u),
            rate: Vector3::from(*w),
            length,
            mass,
        })
    }
}

/// Where the two points of Gauss's rule lie on a piece, as fractions of its length; each weighs a
/// half.
pub(crate) const GAUSS: [f64; 2] = [0.211_324_865_405_187_1, 0.788_675_134_594_812_9];

impl Piece {
    #[inline(always)]
    pub fn velocity(&self, fraction: f64) -> Vector3<f64> {
        self.velocities[0] * (1.0 - fraction) + self.velocities[1] * fraction
    }
}
