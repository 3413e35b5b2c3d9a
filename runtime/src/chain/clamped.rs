//! What clamps do to a line of pieces: they stand at its ends like neighbours of no length.

use nalgebra::Vector3;

/// How a line is clamped now; world axes, in the line's order.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Clamped {
    /// Before the first piece and after the last; none where nothing keeps the direction.
    pub ends: [Option<Heading>; 2],
    /// About which the relaxed line turns, a unit vector that is fixed in what holds one of the ends. Zero
    /// where it is straight.
    pub normal: Vector3<f64>,
}

impl Clamped {
    /// At neither end.
    pub(crate) const NOT: Self = Self { ends: [None; 2], normal: Vector3::new(0.0, 0.0, 0.0) };
}

/// A direction that an end is kept in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heading {
    /// Unit vector along the line.
    pub direction: Vector3<f64>,
    /// 1/s
    pub rate: Vector3<f64>,
}

/// The moments of a line on what clamps it, N m, world axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct OnClamps {
    /// By the angle between clamp and piece.
    pub ends: [Vector3<f64>; 2],
    /// On what [`Clamped::normal`] is fixed in, where the line does not lie across that.
    pub normal: Vector3<f64>,
}
