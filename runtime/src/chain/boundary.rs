//! What a chain's two ends are joined to.

use nalgebra::{Matrix3, Vector3};

/// What the last link's end carries.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tip {
    /// Nothing.
    Free,
    /// A body, alone or with all that hangs on it: the force that moves its attachment point with
    /// the acceleration `a` is `mass * a + bias` (world axes; kg, N).
    Body { mass: Matrix3<f64>, bias: Vector3<f64> },
    /// The point moves with this acceleration whatever the chain does: a fixed or prescribed end.
    Held { acceleration: Vector3<f64> },
}

/// What the first link's start is joined to, for the outward pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Root {
    /// Nothing.
    Free,
    /// The point moves with this acceleration: a fixed or prescribed point, or one of a body whose
    /// acceleration has been found with the chain's [`RootLoad`].
    Given(Vector3<f64>),
}

/// How the chain with all that hangs on its tip loads its root point: the force that moves the
/// root point with the acceleration `a` is `mass * a + bias` (world axes; kg, N).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RootLoad {
    /// kg; a matrix, as a chain resists along itself only.
    pub mass: Matrix3<f64>,
    /// N
    pub bias: Vector3<f64>,
}

/// The tip is held and all links lie on one line through the root point, so the accelerations of
/// both ends cannot be chosen independently and the tension is undetermined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taut;

impl std::fmt::Display for Taut {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(
            "all rigid links of a chain that is held at both ends lie on one line, folded onto each other, so what it pulls \
             with is not determined; a start that bends it helps",
        )
    }
}

impl std::error::Error for Taut {}

/// Below this share of the free compliance a held chain counts as straight: a sine of the angles
/// between the links of about 1e-7.
pub(super) const TAUT: f64 = 1e-14;
