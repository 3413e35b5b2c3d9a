//! Rigid-body algebra for the recursive passes: rotations, symmetric 3x3 matrices with safe
//! factorizations, and articulated inertias.
//!
//! Everything is in world axes. A motion or a wrench belongs to a point: a body's own reference
//! point, never the world's origin, so that a chain a kilometre away loses no digits. Accelerations
//! are those of material points (the velocity products are written out), not the "spatial"
//! acceleration of Featherstone's book.

mod articulated;
mod doubt;
mod rotation;
mod shake;
mod symmetric;
mod tiny;

pub(crate) use articulated::{Articulated, AxisGain, BallGain, Pivot, PointLoad};
pub(crate) use doubt::{CLEAR, Doubt};
pub(crate) use rotation::{
    axis_rotation, matrix_quaternion, multiply, quaternion_exponential, quaternion_matrix,
    quaternion_product, rotation_vector, transposed_times, twist_displacement,
};
pub(crate) use shake::Shake;
pub(crate) use symmetric::PlaneFactor;
pub use symmetric::Sym3;
pub(crate) use tiny::{is_cleared, matrix_without_tiny, vector_without_tiny, without_tiny};

/// In the axes that whoever has it names.
pub type Vec3 = nalgebra::Vector3<f64>;
/// A rotation, or any other matrix.
pub(crate) type Mat3 = nalgebra::Matrix3<f64>;
