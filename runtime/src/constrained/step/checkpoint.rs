//! Everything a step starts from, so that one can be taken again with another length.
//!
//! Working memory that every step makes anew is not in it.

use nalgebra::Vector3;

use crate::constrained::data::{ConstrainedData, NewtonCounts, State};
use crate::constrained::equations::UserData;

/// Of one model only: sizes have to agree.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct Checkpoint {
    pub(in crate::constrained) state: State,
    last_accelerations: Vec<Vector3<f64>>,
    last_spins: Vec<Vector3<f64>>,
    last_step: f64,
    user: UserData,
    constraint_error: f64,
    newton: NewtonCounts,
}

impl Checkpoint {
    pub(in crate::constrained) fn of(data: &ConstrainedData) -> Self {
        Self {
            state: data.state.clone(),
            last_accelerations: data.last_accelerations.clone(),
            last_spins: data.last_spins.clone(),
            last_step: data.last_step,
            user: data.user.clone(),
            constraint_error: data.constraint_error,
            newton: data.newton,
        }
    }

    /// Keeps what is in `data` now; allocates nothing.
    pub(in crate::constrained) fn keep(&mut self, data: &ConstrainedData) {
        self.state.copy_from(&data.state);
        self.last_accelerations.copy_from_slice(&data.last_accelerations);
        self.last_spins.copy_from_slice(&data.last_spins);
        self.last_step = data.last_step;
        self.user.copy_from(&data.user);
        self.constraint_error = data.constraint_error;
        self.newton = data.newton;
    }

    /// Puts back what was kept last.
    pub(in crate::constrained) fn restore(&self, data: &mut ConstrainedData) {
        data.state.copy_from(&self.state);
        data.last_accelerations.copy_from_slice(&self.last_accelerations);
        data.last_spins.copy_from_slice(&self.last_spins);
        data.last_step = self.last_step;
        data.user.copy_from(&self.user);
        data.constraint_error = self.constraint_error;
        data.newton = self.newton;
    }
    /// The same; what has been solved since stays counted.
    pub(in crate::constrained) fn restore_counted(&self, data: &mut ConstrainedData) {
        let counts = data.newton;
        self.restore(data);
        data.newton = counts;
    }
}
