//! Sweeps by themselves: against the articulated recursion, the dense mass matrix and inverse dynamics.

mod accelerations;
mod ends;
mod held;
mod hinge;
mod masses;
mod moments;
mod precise;
mod products;
mod rig;
mod spatial;
mod still;
