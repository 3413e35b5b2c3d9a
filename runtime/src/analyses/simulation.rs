//! A motion from its start to its end.

use std::sync::atomic::AtomicBool;

use super::formulation::Formulation;
use super::observer::Observer;
use super::recorder::Recorder;
use super::report::Solved;
use super::running::Running;
use super::stability::TooLong;
use crate::mechanism::Energies;
use crate::model::Model;

/// What a simulation has come to.
#[derive(Clone, Debug, PartialEq)]
pub struct SimulationReport {
    /// What all reports have.
    pub solved: Solved,
    /// Simulated, s.
    pub reached: f64,
    /// To be simulated, s.
    pub duration: f64,
    /// At the start.
    pub first: Energies,
    /// At the end.
    pub last: Energies,
    /// The largest distance of the energy ledger from closing at any accepted step, J; NaN where a part of
    /// it is not finite.
    pub largest_imbalance: f64,
    /// What was exchanged, J: what to compare the imbalance with.
    pub energy_scale: f64,
    /// The step is too long for what is fastest at the start.
    pub caution: Option<TooLong>,
}

impl SimulationReport {
    pub(super) fn of(
        course: &dyn Formulation,
        recorder: &Recorder,
        duration: f64,
        solved: Solved,
    ) -> Self {
        Self {
            reached: course.time(),
            duration,
            first: recorder.first,
            last: recorder.last,
            largest_imbalance: solved.judgement.imbalance,
            energy_scale: solved.judgement.exchanged,
            caution: recorder.phases.caution(course).cloned(),
            solved,
        }
    }
}

/// From the start to the end after `duration` (s), to the first fault, or until `cancel` is set.
pub(super) fn simulate(
    model: &Model,
    duration: f64,
    observer: &mut dyn Observer,
    cancel: &AtomicBool,
) -> SimulationReport {
    let mut running = Running::start(model, cancel);
    running.go_to_the_end(duration, observer, cancel);
    running.simulation(duration)
}
