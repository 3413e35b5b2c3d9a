//! Dynamics with constraints in natural coordinates.

pub mod kkt;
