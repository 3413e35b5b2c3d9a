//! What is stored in the motion, what was lost, and what was done.

/// J
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energies {
    pub kinetic: f64,
    /// Weight and buoyancy, zero at the world's origin.
    pub gravity: f64,
    /// Springs, bending, axial stretch.
    pub elastic: f64,
    /// Lost so far to damping, friction and drag.
    pub dissipated: f64,
    /// Done so far by loads, drives and prescribed motions.
    pub work: f64,
}

impl Energies {
    /// What is in the mechanism now, without what has left or entered it.
    pub fn total(&self) -> f64 {
        self.kinetic + self.gravity + self.elastic
    }
}
