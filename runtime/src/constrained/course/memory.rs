//! What a course works in, and what was read in it last.

use nalgebra::Vector3;

use crate::constrained::data::{ConstrainedData, State};
use crate::constrained::model::ConstrainedModel;
use crate::signals::{Stage, Values};

/// Working memory and state of a run, and the copy of the state that is read. Whoever asks for it to work in has
/// forgotten by that what the last reading left there.
pub(super) struct Memory {
    /// What steps work in.
    data: ConstrainedData,
    /// What was read last.
    shown: State,
    /// Of that, velocities that fit the constraints, before dampers settle any.
    fitting: Vec<Vector3<f64>>,
    /// Where both are as a reading at the end of the last step has left them: the energy that it took for the first
    /// one, J.
    read_with: Option<f64>,
    /// Whether accelerations and multipliers in `data` are those of its state, which a step has left there.
    settled: bool,
}

impl Memory {
    /// At the model's start.
    pub(super) fn new(model: &ConstrainedModel) -> Self {
        let data = ConstrainedData::new(model);
        let (shown, fitting) = (data.state.clone(), data.state.velocities.clone());
        Self { shown, fitting, data, read_with: None, settled: false }
    }

    pub(super) fn data(&self) -> &ConstrainedData {
        &self.data
    }

    pub(super) fn shown(&self) -> &State {
        &self.shown
    }

    /// What of that has momentum.
    pub(super) fn fitting(&self) -> &[Vector3<f64>] {
        &self.fitting
    }

    /// Takes the velocities of the state for those of what is shown that fit the constraints.
    pub(super) fn note_fitting(&mut self) {
        self.fitting.copy_from_slice(&self.data.state.velocities);
    }

    /// Where what is read depends on more than what is in here.
    pub(super) fn forget(&mut self) {
        self.read_with = None;
    }

    /// What steps work in.
    pub(super) fn work(&mut self) -> &mut ConstrainedData {
        self.read_with = None;
        self.settled = false;
        &mut self.data
    }

    /// The same, with what is going to be read.
    pub(super) fn both(&mut self) -> (&mut ConstrainedData, &mut State) {
        self.read_with = None;
        self.settled = false;
        (&mut self.data, &mut self.shown)
    }

    /// Takes the state with its velocities for what is read.
    pub(super) fn show_state(&mut self) {
        self.read_with = None;
        self.shown.copy_from(&self.data.state);
        self.note_fitting();
        self.data.velocities_before.copy_from_slice(&self.data.state.velocities);
    }

    /// Remembers that a step has left accelerations and multipliers of its end.
    pub(super) fn note_settled(&mut self) {
        self.settled = true;
    }

    /// Takes the state for what is read, with signals of its time, where accelerations and multipliers of it are known;
    /// otherwise does nothing, and says so.
    pub(super) fn show_settled(&mut self, model: &ConstrainedModel) -> bool {
        if self.settled {
            self.show_state();
            let Self { data, shown, .. } = self;
            model.mechanism.tape.run(Stage::Time, shown.time, &mut data.values);
        }
        self.settled
    }

    /// Remembers that the end of the last step has been read.
    pub(super) fn note_reading(&mut self) {
        self.read_with = Some(self.data.initial_energy);
    }

    /// Whether that has been read, and nothing has happened since on which a reading depends; `feels_energy` where
    /// it depends on the first energy.
    pub(super) fn is_read(&self, feels_energy: impl FnOnce() -> bool) -> bool {
        let energy = self.data.initial_energy;
        self.read_with.is_some_and(|with| with == energy || !feels_energy())
    }

    /// The energy against which the ledger is balanced, J.
    pub(super) fn count_from(&mut self, energy: f64) {
        self.data.initial_energy = energy;
    }

    /// Of all signals, to evaluate what is shown.
    pub(super) fn take_values(&mut self) -> Values {
        std::mem::replace(&mut self.data.values, Values::empty())
    }

    /// Back again.
    pub(super) fn put_values(&mut self, values: Values) {
        self.data.values = values;
    }
}
