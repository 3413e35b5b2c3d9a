//! A run that is taken step by step.

use std::collections::BTreeMap;

use cdl_runtime::results::Column;
use cdl_runtime::results::scene::SceneFrame;
use cdl_runtime::{Happened, Outcome, Running, State, Unfit};

use crate::report::Report;
use crate::runnable::Runnable;

/// Between two steps everything recorded can be read; that has no influence on the steps.
pub struct Stepper<'a> {
    runnable: &'a Runnable,
    running: Running<'a>,
    columns: Vec<Column>,
    /// Where each column is, by its name.
    slots: BTreeMap<String, usize>,
    /// One for each column, at the time reached; empty until they are asked for.
    values: Vec<f64>,
}

impl<'a> Stepper<'a> {
    pub(crate) fn new(runnable: &'a Runnable, running: Running<'a>) -> Self {
        let columns = running.layout().columns;
        let names = columns.iter().map(|column| column.name.clone());
        let slots = names.enumerate().map(|(slot, name)| (name, slot)).collect();
        Self { runnable, running, columns, slots, values: Vec::new() }
    }

    /// Reached, s.
    pub fn time(&self) -> f64 {
        self.running.time()
    }

    /// Takes a step of the integrator. False where there was none to take: the run has ended.
    pub fn step(&mut self) -> bool {
        self.values.clear();
        self.running.step()
    }

    /// Steps until an instant is reached, s, where a step then ends. False where the run ends before.
    pub fn step_to(&mut self, instant: f64) -> bool {
        self.values.clear();
        self.running.step_to(instant)
    }

    /// Where everything is at the time reached and how it moves, in coordinates of no formulation; to be kept,
    /// edited, and gone on from.
    pub fn state(&mut self) -> State {
        self.running.state()
    }

    /// Goes on with another experiment, or the same with other parameters, from a state at the time reached. What
    /// is recorded stays the same; what the change does to the energy is booked as work.
    ///
    /// # Errors
    /// It records other quantities, or asks for an equilibrium, or does not fit the state; the run is then where
    /// it was.
    pub fn go_on(&mut self, runnable: &'a Runnable, state: &State) -> Result<(), Unfit> {
        self.values.clear();
        self.running.go_on(runnable.model(), state)?;
        self.runnable = runnable;
        Ok(())
    }

    /// What happened at the end of the last step, or at the start.
    pub fn happened(&self) -> &[Happened] {
        self.running.happened()
    }

    /// Why it goes no further, once it does not.
    pub fn ended(&self) -> Option<&Outcome> {
        self.running.ended()
    }

    /// Names and units of what can be read.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// A recorded quantity at the time reached, such as `ball.position.z`, in the unit in which it is recorded.
    /// Nothing where it is not recorded, or the run has no start.
    pub fn read(&mut self, quantity: &str) -> Option<f64> {
        let slot = *self.slots.get(quantity)?;
        self.read_all().get(slot).copied()
    }

    /// All of them, in the order of the columns; none where the run has no start.
    pub fn read_all(&mut self) -> &[f64] {
        if self.values.is_empty()
            && let Some(row) = self.running.read()
        {
            self.values.extend_from_slice(row.values);
        }
        &self.values
    }

    /// Where everything is at the time reached; nothing where the run has no start.
    pub fn picture(&mut self) -> Option<SceneFrame> {
        self.running.read()?;
        Some(self.running.picture())
    }

    /// Ends it here. A run that could go on counts as cancelled.
    pub fn finish(self) -> Report {
        self.runnable.judged(self.running.report())
    }
}
