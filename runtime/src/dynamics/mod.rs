//! One evaluation: from a time and a state to the derivatives of the state.
//!
//! [`evaluate`] is the list of what happens, in order; each verb is a file. Every pass goes over the
//! forest once, so an evaluation costs O(bodies + links).

mod cable;
mod data;
mod energy;
mod frame;
mod loads;
mod model;
mod prescribe;
mod recursion;
mod sense;

pub use data::Data;
pub use model::{Model, Size};

pub(crate) use cable::{CableKind, CableModel, CableRoot, CableTip, StationOn};
pub(crate) use data::Failure;
pub use energy::Energies;
pub(crate) use energy::energies;
pub(crate) use frame::FrameOn;
pub(crate) use model::{
    Base, DrivenCoordinate, Efforts, Fluids, Layout, LoadModel, OutputColumn, Pass, PointOn,
    SensorRead, Sensors, Settings, Source, Stepping, Visible,
};
pub(crate) use prescribe::{base_motion, prescribe};
pub(crate) use recursion::{kinematics, place};
pub(crate) use sense::record;

use crate::integrate::{Dimensions, System};
use crate::signals::Stage;

/// Derivatives of the whole state (positions, velocities, ledger) at `time`. When the accelerations
/// cannot be found all derivatives are NaN and `data.failure` says why.
pub(crate) fn evaluate(
    model: &Model,
    data: &mut Data,
    time: f64,
    state: &[f64],
    rates: &mut [f64],
) {
    data.failure = None;
    data.power = data::Power::default();
    prescribe(model, data, time);
    kinematics(model, data, state);
    sense::sense(model, data, state, &model.sensors.state);
    model.tape.run(Stage::State, time, &mut data.values);
    loads::loads(model, data, state);
    if let Err(failure) = recursion::inward(model, data, state)
        .and_then(|()| recursion::outward(model, data, state, rates))
    {
        data.failure = Some(failure);
        rates.fill(f64::NAN);
        return;
    }
    recursion::position_rates(model, data, state, rates);
    energy::ledger_rates(model, data, rates);
}

/// A model with its working memory, as integrators see it.
pub(crate) struct Evaluator<'a> {
    pub(crate) model: &'a Model,
    pub(crate) data: &'a mut Data,
}

impl System for Evaluator<'_> {
    fn dimensions(&self) -> Dimensions {
        self.model.layout.dimensions
    }

    fn rates(&mut self, time: f64, state: &[f64], rates: &mut [f64]) {
        evaluate(self.model, self.data, time, state, rates);
    }

    fn drift(&mut self, q: &mut [f64], v: &mut [f64], step: f64) {
        let layout = &self.model.layout;
        let offset = layout.dimensions.positions;
        let local = |range: &std::ops::Range<usize>| range.start - offset..range.end - offset;
        self.model.tree.drift(&mut q[layout.tree_q.clone()], &v[local(&layout.tree_v)], step);
        for (cable, (on_q, on_v)) in
            self.model.cables.iter().zip(layout.cable_q.iter().zip(&layout.cable_v))
        {
            cable.drift(&mut q[on_q.clone()], &mut v[local(on_v)], step);
        }
    }

    fn tangent(&mut self, state: &[f64], rates: &mut [f64]) {
        let layout = &self.model.layout;
        for (cable, (on_q, on_v)) in
            self.model.cables.iter().zip(layout.cable_q.iter().zip(&layout.cable_v))
        {
            cable.tangent(&state[on_q.clone()], &mut rates[on_v.clone()]);
        }
    }

    fn project(&mut self, time: f64, state: &mut [f64]) {
        let layout = &self.model.layout;
        self.model.tree.normalize(&mut state[layout.tree_q.clone()]);
        if !self.model.cables.iter().any(CableModel::closes) {
            for index in 0..self.model.cables.len() {
                recursion::project(self.model, index, state, None);
            }
            return;
        }
        // Where both ends are depends on what holds them, so the cables are closed in the order of
        // the forest.
        prescribe(self.model, self.data, time);
        for pass in &self.model.passes {
            if let Pass::Cable(index) = pass {
                let span = recursion::span(self.model, self.data, *index);
                recursion::project(self.model, *index, state, span);
            }
            place(self.model, self.data, state, pass);
        }
    }
}
