//! A small motion to and fro, in coordinates of no formulation.

use crate::spatial::Vec3;

/// `x cos(ωt)` without damping.
#[derive(Clone, Debug)]
pub(crate) struct SmallMotion {
    /// `ω²`, 1/s^2: zero of what moves freely, negative of what falls.
    pub(crate) square: f64,
    /// The forces that are left over in it, as a share of those of inertia.
    pub(crate) residual: f64,
    /// How each body of the graph turns (rad), and how far the origin of its own frame goes (m).
    pub(crate) bodies: Vec<[Vec3; 2]>,
    /// How far the nodes of each cable of the graph go, from its start to its end, m; none of a cable that is not in it.
    pub(crate) cables: Vec<Vec<Vec3>>,
}

/// Why there is no motion that an input keeps up at a frequency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoSwing {
    /// A natural frequency without damping, or too close to one.
    Resonance,
    /// It could not be found.
    Unsolved,
}
