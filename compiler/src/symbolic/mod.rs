//! Building expressions in the signal DAG: scalars, vectors and quaternions.
//!
//! Elaboration and lowering fold operations on constants; nothing else is simplified unless it is built with [`Simplified`], as that
//! is the work of the passes.

pub mod attitude;
pub mod derivative;
mod identity;
pub mod inertia;
pub mod linear;
pub mod pose;
mod scalar;
mod simplified;
pub mod turned;
pub mod vector;

pub use attitude::Quaternion;
pub use identity::Identity;
pub use pose::Pose;
pub use scalar::Scalars;
pub use simplified::Simplified;
pub use vector::Vector;
