//! Building expressions in the signal DAG: scalars, vectors and quaternions.
//!
//! Nothing is simplified here; that is the work of the passes.

pub mod attitude;
pub mod derivative;
pub mod inertia;
pub mod pose;
mod scalar;
pub mod vector;

pub use attitude::Quaternion;
pub use pose::Pose;
pub use scalar::Scalars;
pub use vector::Vector;
