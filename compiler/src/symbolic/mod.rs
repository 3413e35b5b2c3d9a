//! Building expressions in the signal DAG: scalars, vectors and quaternions.
//!
//! Nothing is simplified here; that is the work of the passes.

pub mod attitude;
mod scalar;
pub mod vector;

pub use attitude::Quaternion;
pub use scalar::Scalars;
pub use vector::Vector;
