//! Through singular positions, on the branch on which the motion came.
//!
//! Where ways of a mechanism cross, its gradients lose rank, and close by they turn with whatever
//! error a state has. But positions, velocities and accelerations along each branch are smooth. So
//! nothing is solved in such a place: from six states of the branch, three before and three beyond
//! along the velocity, each closed where that is regular, everything is interpolated to the place
//! itself with degree five. The way is a displacement of a fiftieth of a unit (rad, or the extent of the
//! loop), longer if that does not lead out; the error is that displacement to the sixth power times
//! the sixth derivative along the branch over some twenty. Any number of loops may be singular at once.
//!
//! A little further off a state is closed before it is evaluated. Where the velocities are changed much
//! by that, the state is nearer to another branch than to its own: the step is too long. What cannot
//! be told apart is an error and no guess.
//!
//! A state is judged by [`super::rank::Zone`]: in the near zone it is closed and then evaluated, in
//! the singular zone it is interpolated. Failures name the closing whose rows are weakest. The
//! user's view of all this is in docs/loops.md.

use super::model::Level;
use super::project::{self, Obstruction, closing_of, look, nearest, prepare, turned};
use super::rank::Zone;
use super::{rows, size};
use crate::recursive::data::Failure;
use crate::recursive::sense::sense;
use crate::recursive::{Data, RecursiveModel, evaluate_forest, prescribe, recursion};
use crate::signals::Stage;

/// Why a singular position is not passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hindrance {
    /// No velocity tells the way.
    Rest,
    /// No way on both sides leads out of it.
    Closed,
    /// Velocities or positions fit none of the branches, or more than one.
    Branch,
    /// No such position is near, but a step has changed the velocities as if one had been.
    Step,
}

/// Where the six states are, in displacements.
const PLACES: [f64; 6] = [-3.0, -2.0, -1.0, 1.0, 2.0, 3.0];
/// Of the interpolation of degree five at zero, and of that of degree three from the inner four.
const WEIGHTS: [f64; 6] = [0.05, -0.3, 0.75, 0.75, -0.3, 0.05];
/// See [`WEIGHTS`]: those of degree three.
const INNER: [f64; 6] = [0.0, -1.0 / 6.0, 2.0 / 3.0, 2.0 / 3.0, -1.0 / 6.0, 0.0];
/// The order in which they are found: outwards on either side, each predicted from the two before.
const OUTWARDS: [[usize; 3]; 2] = [[2, 1, 0], [3, 4, 5]];
/// The first displacement in units of coordinates, by how much it grows, and how often.
const DISPLACEMENT: f64 = 0.02;
/// See [`DISPLACEMENT`].
const GROWTH: f64 = 1.4;
/// See [`DISPLACEMENT`].
const TRIES: usize = 24;
/// How much both interpolations of velocities may differ: more means states of different branches.
const SMOOTH: f64 = 1e-2;
/// At a stage of a step closing may change velocities by this part.
const AT_STAGE: f64 = 0.2;
/// Nearer than this (squared) gradients tell nothing, even of a state that is closed.
const BLIND: f64 = 1e-10;
/// Slower than this part of the fastest so far is at rest, inside of a singular position.
const SLOW: f64 = 1e-6;

/// Six states around a singular one, and what is interpolated from them.
/// Each state is a whole one, in the order of the layout; times in s, which differ only where
/// constraints move by themselves.
#[derive(Clone, Debug)]
pub(crate) struct Passage {
    /// Of the states, s.
    times: [f64; 6],
    /// Three before the singular position and three behind it.
    states: [Vec<f64>; 6],
    /// Of each.
    rates: [Vec<f64>; 6],
    /// A state with its constraints satisfied.
    closed: Vec<f64>,
    /// The state in question.
    middle: Vec<f64>,
    /// Of a state.
    change: Vec<f64>,
    /// The direction of the last velocity that was fast enough to tell one; empty before.
    way: Vec<f64>,
    /// Whether the last evaluation was interpolated.
    between: bool,
}

impl Passage {
    /// Memory for states of a model.
    fn new(model: &RecursiveModel) -> Self {
        let total = model.layout.dimensions.total();
        let each = || std::array::from_fn(|_| vec![0.0; total]);
        Self {
            times: [0.0; 6],
            states: each(),
            rates: each(),
            closed: vec![0.0; total],
            middle: vec![0.0; total],
            change: vec![0.0; model.layout.dimensions.velocities],
            way: Vec::new(),
            between: false,
        }
    }

    /// Finds the six states around `state`.
    /// Longer displacements are tried until all six states are outside of the singular zone; after
    /// an error nothing is decided.
    fn surround(
        &mut self,
        model: &RecursiveModel,
        data: &mut Data,
        time: f64,
        state: &[f64],
    ) -> Result<(), Hindrance> {
        let range = model.layout.dimensions.velocity_range();
        let share = data.loops.independence.share;
        let speed = size::speed(model, &state[range.clone()]);
        data.loops.fastest = data.loops.fastest.max(speed);
        if speed > SLOW * data.loops.fastest {
            self.way.clear();
            let matters = &model.loops.sizes.matters;
            let along = |(velocity, &matters): (&f64, &f64)| {
                if matters > 0.0 { velocity / speed } else { 0.0 }
            };
            self.way.extend(state[range.clone()].iter().zip(matters).map(along));
        } else if self.way.is_empty() || share < SLOW * SLOW {
            return Err(Hindrance::Rest);
        }
        prescribe(model, data, time);
        look(model, data, time, state);
        // Constraints that move by themselves are followed in time, others at the time that it is.
        let is_fast = speed > SLOW * data.loops.fastest;
        let delay = if is_fast && moves(model, data, state) { 1.0 / speed } else { 0.0 };
        let mut found = Err(Hindrance::Closed);
        let mut displacement = DISPLACEMENT;
        for _ in 0..TRIES {
            found = self.try_around(model, data, time, state, (displacement, delay));
            if found.is_ok() {
                break;
            }
            displacement *= GROWTH;
        }
        prescribe(model, data, time);
        found
    }

    /// `displacement` is in units of coordinates, `delay` in s for each unit of it. Velocities of
    /// the inner and of all six states have to give about the same at the middle, or some lie on
    /// another branch.
    fn try_around(
        &mut self,
        model: &RecursiveModel,
        data: &mut Data,
        time: f64,
        state: &[f64],
        (displacement, delay): (f64, f64),
    ) -> Result<(), Hindrance> {
        let positions = model.layout.dimensions.positions;
        for side in OUTWARDS {
            for (k, &index) in side.iter().enumerate() {
                let mut next = std::mem::take(&mut self.states[index]);
                let along = PLACES[index] * displacement;
                if k == 0 {
                    next.copy_from_slice(state);
                    self.change.iter_mut().zip(&self.way).for_each(|(c, w)| *c = along * w);
                    super::drift(model, &mut next[..positions], &mut self.change, 1.0);
                } else {
                    let before = &self.states[side[k - 1]];
                    let first = if k == 1 { state } else { &self.states[side[k - 2]] };
                    for ((next, b), a) in next.iter_mut().zip(before).zip(first) {
                        *next = 2.0 * b - a;
                    }
                }
                self.times[index] = time + along * delay;
                if delay != 0.0 {
                    prescribe(model, data, self.times[index]);
                }
                recursion::restore(model, data, &mut next);
                let found = nearest(model, data, self.times[index], &mut next, false)
                    .map_err(drop)
                    .and_then(|()| prepare(model, data, self.times[index], &next));
                self.states[index] = next;
                if found.is_err() || data.loops.independence.zone == Zone::Singular {
                    return Err(Hindrance::Closed);
                }
            }
        }
        let matters = &model.loops.sizes.matters;
        let velocities = model.layout.dimensions.velocity_range();
        let (mut most, mut apart): (f64, f64) = (0.0, 0.0);
        for (slot, matters) in velocities.zip(matters) {
            let by = |weights: &[f64; 6]| -> f64 {
                self.states.iter().zip(weights).map(|(state, weight)| state[slot] * weight).sum()
            };
            most = most.max(by(&WEIGHTS).abs() * matters);
            apart = apart.max((by(&WEIGHTS) - by(&INNER)).abs() * matters);
        }
        if apart <= SMOOTH * most.max(SLOW * data.loops.fastest) {
            Ok(())
        } else {
            Err(Hindrance::Branch)
        }
    }

    /// Positions, velocities and derivatives alike; directions and attitudes have to be made unit
    /// vectors again afterwards.
    fn interpolate(&self, of: &[Vec<f64>; 6], out: &mut [f64]) {
        out.fill(0.0);
        for (values, weight) in of.iter().zip(WEIGHTS) {
            out.iter_mut().zip(values).for_each(|(out, value)| *out += weight * value);
        }
    }

    /// Puts `state` where the branch goes through the singular position; the ledger stays.
    fn put_on_branch(
        &mut self,
        model: &RecursiveModel,
        data: &mut Data,
        time: f64,
        state: &mut [f64],
    ) -> Result<(), Hindrance> {
        self.surround(model, data, time, state)?;
        let moving = ..model.layout.dimensions.velocity_range().end;
        let mut middle = std::mem::take(&mut self.middle);
        self.interpolate(&self.states, &mut middle);
        state[moving].copy_from_slice(&middle[moving]);
        self.middle = middle;
        recursion::restore(model, data, state);
        look(model, data, time, state);
        Ok(())
    }

    /// Errors mean that the step has to become shorter, or the run ends.
    fn evaluate(
        &mut self,
        model: &RecursiveModel,
        data: &mut Data,
        time: f64,
        state: &[f64],
        rates: &mut [f64],
    ) -> Result<(), Failure> {
        let range = model.layout.dimensions.velocity_range();
        let mut closed = std::mem::take(&mut self.closed);
        closed.copy_from_slice(state);
        let mut done = Ok(());
        let (share, weakest) = (data.loops.independence.share, data.loops.independence.weakest);
        if data.loops.independence.zone == Zone::Near {
            done = match nearest(model, data, time, &mut closed, false) {
                Ok(()) => forced(model, data, time, &closed, rates),
                Err(Obstruction::Open(open)) => Err(Failure::NotClosed(open)),
                Err(Obstruction::Singular) => Ok(()),
            };
        }
        if done.is_ok() && data.loops.independence.zone == Zone::Singular {
            closed.copy_from_slice(state);
            done = match self.put_on_branch(model, data, time, &mut closed) {
                Ok(()) => self.between_states(model, data, (time, weakest), &closed, rates),
                Err(_) if share > BLIND => {
                    closed.copy_from_slice(state);
                    match nearest(model, data, time, &mut closed, true) {
                        Ok(()) => forced(model, data, time, &closed, rates),
                        Err(Obstruction::Open(open)) => Err(Failure::NotClosed(open)),
                        Err(Obstruction::Singular) => {
                            Err(failure_at(model, weakest, Hindrance::Closed))
                        }
                    }
                }
                Err(hindrance) => Err(failure_at(model, weakest, hindrance)),
            };
        }
        let turned = turned(model, data, &state[range.clone()], &closed[range], 0.0);
        if done.is_ok() && turned > AT_STAGE {
            done = Err(failure_at(model, weakest, Hindrance::Branch));
        }
        self.closed = closed;
        done
    }

    /// Derivatives from those of the six states; what sensors read of the state is that of the state.
    fn between_states(
        &mut self,
        model: &RecursiveModel,
        data: &mut Data,
        (time, weakest): (f64, usize),
        closed: &[f64],
        rates: &mut [f64],
    ) -> Result<(), Failure> {
        for index in 0..6 {
            let mut own = std::mem::take(&mut self.rates[index]);
            prescribe(model, data, self.times[index]);
            let done = forced(model, data, self.times[index], &self.states[index], &mut own);
            self.rates[index] = own;
            done?;
        }
        self.interpolate(&self.rates, rates);
        prescribe(model, data, time);
        recursion::kinematics(model, data, closed);
        sense(model, data, closed, &model.sensors.state);
        model.mechanism.tape.run(Stage::State, time, &mut data.values);
        data.accelerations.copy_from_slice(&rates[model.layout.dimensions.velocity_range()]);
        self.between = true;
        if data.loops.passed.is_none() {
            data.loops.passed = Some((time, closing_of(model, weakest)));
        }
        Ok(())
    }
}

/// Whether any constraint between positions moves by itself now.
fn moves(model: &RecursiveModel, data: &mut Data, state: &[f64]) -> bool {
    let speed = size::speed(model, &state[model.layout.dimensions.velocity_range()]);
    size::measure(model, data);
    model.loops.rows.iter().enumerate().any(|(index, row)| {
        let by_itself = data.loops.rates[index] - rows::moving_rate(model, data, state, index);
        row.level == Level::Position && by_itself.abs() > 1e-9 * speed * data.loops.sizes[index]
    })
}

/// An evaluation of a state that has been closed.
fn forced(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    state: &[f64],
    rates: &mut [f64],
) -> Result<(), Failure> {
    data.loops.forced = true;
    data.failure = None;
    evaluate_forest(model, data, time, state, rates);
    data.loops.forced = false;
    data.failure.map_or(Ok(()), Err)
}

/// Runs with the working memory, which is made when it is needed first.
fn with_passage<T>(
    model: &RecursiveModel,
    data: &mut Data,
    act: impl FnOnce(&mut Passage, &mut Data) -> T,
) -> T {
    let made = data.loops.passage.take();
    let mut passage = made.unwrap_or_else(|| Box::new(Passage::new(model)));
    data.loops.tight = true;
    let result = act(&mut passage, data);
    data.loops.tight = false;
    data.loops.passage = Some(passage);
    result
}

/// An evaluation near a singular position, or in one. The motions prescribed at `time` must be there.
pub(crate) fn evaluate_near(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    state: &[f64],
    rates: &mut [f64],
) -> Result<(), Failure> {
    with_passage(model, data, |passage, data| passage.evaluate(model, data, time, state, rates))
}

/// Puts a state on its branch at the end of a step that ends in a singular position.
pub(crate) fn put_on_branch(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    state: &mut [f64],
) -> Result<(), Failure> {
    let (share, weakest) = (data.loops.independence.share, data.loops.independence.weakest);
    let written = state.to_vec();
    match with_passage(model, data, |passage, data| passage.put_on_branch(model, data, time, state))
    {
        Ok(()) => Ok(()),
        Err(_) if share > BLIND => {
            state.copy_from_slice(&written);
            nearest(model, data, time, state, true).map_err(|obstruction| match obstruction {
                Obstruction::Open(open) => Failure::NotClosed(open),
                Obstruction::Singular => failure_at(model, weakest, Hindrance::Closed),
            })
        }
        Err(hindrance) => Err(failure_at(model, weakest, hindrance)),
    }
}

/// Names the closing that is weakest now.
pub(crate) fn failure(model: &RecursiveModel, data: &Data, hindrance: Hindrance) -> Failure {
    failure_at(model, data.loops.independence.weakest, hindrance)
}

/// That there is no way through, because of a row.
fn failure_at(model: &RecursiveModel, row: usize, hindrance: Hindrance) -> Failure {
    Failure::Singular { closing: project::closing_of(model, row), hindrance }
}

/// Where the last evaluation was interpolated: evaluates the six states again and shows each with its
/// weight, with accelerations and forces in place. False, and nothing done, after other evaluations.
/// What is recorded there is the weighted sum of what the six states show.
pub(crate) fn revisit(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    mut visit: impl FnMut(&mut Data, &[f64], f64),
) -> bool {
    if !data.loops.passage.as_ref().is_some_and(|passage| passage.between) {
        return false;
    }
    with_passage(model, data, |passage, data| {
        for (index, weight) in WEIGHTS.into_iter().enumerate() {
            let at = passage.times[index];
            prescribe(model, data, at);
            let (state, rates) = (&passage.states[index], &mut passage.rates[index]);
            // It has been evaluated before.
            if forced(model, data, at, state, rates).is_ok() {
                visit(data, state, weight);
            }
        }
        prescribe(model, data, time);
    });
    true
}

/// Before an evaluation: whether it will have been interpolated is not known yet.
pub(crate) fn forget(data: &mut Data) {
    if let Some(passage) = &mut data.loops.passage {
        passage.between = false;
    }
}
