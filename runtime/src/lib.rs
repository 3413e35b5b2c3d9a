//! Executes a DAE graph.

pub mod integrate;
mod signals;
