//! What loads see of a cable: nodes joined by straight pieces.

use nalgebra::Vector3;

use super::clamped::Clamped;
use crate::laws::Piece;

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
    /// What its ends are clamped to.
    pub clamped: &'a Clamped,
}

impl<'a> Line<'a> {
    /// Two neighbouring nodes with what is between them.
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

    /// All of them, from the root on.
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
