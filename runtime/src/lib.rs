//! Executes a DAE graph: recursive O(N) dynamics, integrators, results.

mod assembly;
pub mod chain;
pub mod dynamics;
pub mod integrate;
mod signals;
pub mod spatial;
pub mod tree;

pub use assembly::{AssemblyError, Problem, UnknownParameter, assemble, set_param};
