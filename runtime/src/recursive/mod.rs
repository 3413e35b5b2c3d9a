//! One evaluation: from a time and a state to the derivatives of the state.
//!
//! [`evaluate`] is the list of what happens, in order; each verb is a file. Every pass goes over the
//! forest once, so an evaluation costs O(bodies + links).
//!
//! | file | holds |
//! |---|---|
//! | `model`, `data` | what is constant in a run; what changes |
//! | `prescribe`, `recursion`, `sense`, `loads`, `energy` | the verbs of an evaluation |
//! | `frame`, `cable` | what loads and sensors are fixed on; cables in the passes |
//! | `loops` | what the forest does not hold |
//! | `step` | explicit integrators |
//! | `course`, `fastest` | a run; how fast a step has to be |
//! | `rest` | where it comes to rest |
//! | `hold` | what is transmitted where accelerations are known |
//! | `small_motions` | the forest at rest, for sweeps over its small motions |
//! | `swings` | what an input does to it, and what is read while it swings |
//! | `trouble` | who is to blame where it stops |
//! | `whereabouts`, `fit` | states of nobody, taken in and given out; whether drives and equations let them be |
//!
//! The derivative of the state `[q | v | ledger | integrals | states]` is `[q' | v' | W | errors | rates]`:
//! positions follow from velocities joint by joint, velocities from forces by Newton and Euler's
//! equations on the forest, the ledger from powers in W.

mod cable;
mod course;
mod data;
mod digits_lost;
mod energy;
mod fastest;
mod fit;
mod frame;
mod hold;
mod loads;
mod loops;
mod model;
mod prescribe;
mod pulled;
mod recursion;
mod rest;
mod sense;
mod small_motions;
pub(crate) mod step;
mod swings;
mod trouble;
mod whereabouts;

pub(crate) use cable::{CableModel, CableRoot, CableTip, ClampOn, Laid, StationOn};
pub(crate) use course::RecursiveCourse;
pub(crate) use data::{Data, Failure};
pub(crate) use energy::{energies, turned};
pub(crate) use fastest::{Fastest, fastest};
pub(crate) use frame::{FrameOn, PointMotion};
pub(crate) use loads::acting;
pub(crate) use loops::{
    Argument, Closing, ClosingKind, Closure, CutDrive, CutJoint, Equation, Found, Hindrance,
    JointShape, Level, Loops, Node, NotClosed, Reading, Row, Sizes, Structure, Support, Unmet,
    close_positions, close_velocities, conflict, find, follow_angles, look, not_closed, only,
    partners, support,
};
pub(crate) use model::{
    DrivenCoordinate, Efforts, Layout, LoadModel, Pass, PointOn, RecursiveModel, SensorRead,
    Sensors, Source,
};
pub(crate) use prescribe::prescribe;
pub(crate) use pulled::pulled;
use pulled::taut;
pub(crate) use recursion::{kinematics, place};
pub(crate) use rest::Resting;
pub(crate) use sense::{record, sample};
pub(crate) use small_motions::{Asked, Standing};
pub(crate) use swings::Placed;
pub(crate) use whereabouts::{Place, Whereabouts};

use crate::recursive::step::{Dimensions, System};
use crate::signals::Stage;

/// Derivatives of the whole state (positions, velocities, ledger) at `time`. When the accelerations
/// cannot be found all derivatives are NaN and `data.failure` says why.
pub(crate) fn evaluate(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    state: &[f64],
    rates: &mut [f64],
) {
    data.failure = None;
    loops::forget(data);
    prescribe(model, data, time);
    if let (Closure::Partitioning, false) = (model.loops.method, model.loops.is_empty()) {
        let mut closed = std::mem::take(&mut data.loops.closed);
        closed.copy_from_slice(state);
        match loops::solve_dependent(model, data, time, &mut closed) {
            Ok(()) => evaluate_forest(model, data, time, &closed, rates),
            Err(failure) => {
                data.failure = Some(failure);
                rates.fill(f64::NAN);
            }
        }
        data.loops.closed = closed;
    } else {
        evaluate_forest(model, data, time, state, rates);
    }
    if loops::is_doubtful(model, data) {
        match loops::look_closely(model, data, time, state) {
            Ok(()) => {
                data.failure = None;
                evaluate_forest(model, data, time, state, rates);
            }
            // Steps look at the rates alone.
            Err(failure) => {
                data.failure = Some(failure);
                rates.fill(f64::NAN);
            }
        }
    }
    if data.failure == Some(Failure::Near) {
        data.failure = loops::evaluate_near(model, data, time, state, rates).err();
        if data.failure.is_some() {
            rates.fill(f64::NAN);
        }
    }
    data.is_evaluated = data.failure.is_none();
}

/// The same with the prescribed motions in place.
/// The ledger's powers are summed up on the way, the last of them after the closing forces.
fn evaluate_forest(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    state: &[f64],
    rates: &mut [f64],
) {
    data.power = data::Power::default();
    kinematics(model, data, state);
    sense::sense(model, data, state, &model.sensors.state);
    model.mechanism.tape.run(Stage::State, time, &mut data.values);
    loads::loads(model, data, state);
    if data.stands_still {
        data.accelerations.fill(0.0);
        hold::hold(model, data, state, (&[], true));
        rates.fill(0.0);
        state_rates(model, data, time, state, rates);
        return;
    }
    let solved = match &model.transfer {
        None => recursion::inward(model, data, state, None)
            .and_then(|()| recursion::outward(model, data, state, rates, None))
            .and_then(|()| loops::close(model, data, state, rates)),
        Some(sweeps) => loops::hold(model, data, state, sweeps)
            .and_then(|()| recursion::inward(model, data, state, Some(sweeps)))
            .and_then(|()| recursion::outward(model, data, state, rates, Some(sweeps)))
            .map(|()| loops::keep(model, data, state, rates, sweeps)),
    };
    if let Err(failure) = solved {
        data.failure = Some(failure);
        rates.fill(f64::NAN);
        return;
    }
    data.accelerations.copy_from_slice(&rates[model.layout.dimensions.velocity_range()]);
    if let (Closure::GearGuptaLeimkuhler, false) = (model.loops.method, model.loops.is_empty()) {
        loops::stabilized_velocities(model, data, state);
        recursion::position_rates(model, data, &data.loops.state, rates);
    } else {
        recursion::position_rates(model, data, state, rates);
    }
    energy::ledger_rates(model, data, rates);
    state_rates(model, data, time, state, rates);
}

/// Of the user's, which may read everything that has been found by now.
fn state_rates(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    state: &[f64],
    rates: &mut [f64],
) {
    let slots = &mut rates[model.layout.states.clone()];
    // What only events change has none.
    slots.fill(0.0);
    if model.state_rates.is_empty() {
        return;
    }
    sense::sense(model, data, state, &model.sensors.rate);
    model.mechanism.tape.run(Stage::Rate, time, &mut data.values);
    for &(state, rate) in &model.state_rates {
        slots[state] = data.values.scalar(rate);
    }
}

/// A model with its working memory, as integrators see it.
pub(crate) struct Evaluator<'a> {
    /// Constant.
    pub(crate) model: &'a RecursiveModel,
    /// Of the last evaluation.
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
        recursion::coast(self.model, q, v, step);
    }

    fn tangent(&mut self, state: &[f64], rates: &mut [f64]) {
        let layout = &self.model.layout;
        let (on_q, on_v) = (layout.tree_q.clone(), layout.tree_v.clone());
        self.model.tree.remove_coasting(&state[on_q], &state[on_v.clone()], &mut rates[on_v]);
        for (cable, (on_q, on_v)) in
            self.model.cables.iter().zip(layout.cable_q.iter().zip(&layout.cable_v))
        {
            cable.tangent(&state[on_q.clone()], &mut rates[on_v.clone()]);
        }
    }

    fn project(&mut self, time: f64, state: &mut [f64]) -> bool {
        let (model, data) = (self.model, &mut *self.data);
        if !model.loops.is_empty() || model.cables.iter().any(CableModel::closes) {
            prescribe(model, data, time);
        }
        recursion::restore(model, data, state);
        match loops::project(model, data, time, state) {
            Ok(()) => true,
            Err(failure) => {
                data.failure = Some(failure);
                false
            }
        }
    }

    fn kinetic_energy(&mut self, state: &[f64]) -> f64 {
        kinematics(self.model, self.data, state);
        energies(self.model, self.data, state).kinetic
    }
}
