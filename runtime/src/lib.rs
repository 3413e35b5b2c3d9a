//! Executes a DAE graph: recursive O(N) dynamics, integrators, results.

pub mod chain;
pub mod results;
pub mod spatial;
pub mod tree;
