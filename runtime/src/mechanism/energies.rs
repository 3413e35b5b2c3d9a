//! What is stored in the motion, what was lost, and what was done.

/// J
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energies {
    /// With added mass.
    pub kinetic: f64,
    /// Weight and buoyancy, zero at the world's origin.
    pub gravity: f64,
    /// Springs, bending, axial stretch.
    pub elastic: f64,
    /// Lost so far to damping, friction and drag.
    pub dissipated: f64,
    /// Done so far by loads, drives and prescribed motions.
    pub work: f64,
    /// What events have done so far.
    pub by_events: ByEvents,
}

/// What events have done so far, J.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ByEvents {
    /// Of what was dissipated: by impacts.
    pub impacts: f64,
    /// Of the work: by what events set, and by gaps that they close.
    pub work: f64,
}

impl std::ops::AddAssign for ByEvents {
    fn add_assign(&mut self, Self { impacts, work }: Self) {
        self.impacts += impacts;
        self.work += work;
    }
}

impl Energies {
    /// What is in the mechanism now, without what has left or entered it.
    pub fn total(&self) -> f64 {
        self.kinetic + self.gravity + self.elastic
    }
}
