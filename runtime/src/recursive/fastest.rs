//! The fastest rate of a model at its start, and the element that it belongs to: what an explicit
//! integrator's step has to be short enough for.
//!
//! The rate is the largest eigenvalue, by magnitude, of the equations of motion linearized about the start,
//! by power iteration with differences of accelerations (Golub and Van Loan, Matrix Computations, 7.3.1).
//! So it knows what every element has at its ends: bodies, whole trees, cables, the water that moves with
//! them. An eigenvalue of an oscillation is imaginary and comes in pairs, so two applications of the
//! matrix are one iteration, which multiplies by the square of the rate. The estimate comes from below, within
//! a few per cent where many rates are near the largest.
//!
//! States of the user's are among what moves, each in units of its own size.
//!
//! What is slack at the start has no stiffness there. Springs that only pull are looked at as if they were
//! just becoming taut. Signals that jump stay on the side where they are, as they do within steps: a jump has no slope.

use std::borrow::Cow;
use std::ops::Range;

use super::data::Data;
use super::loads;
use super::model::{LoadModel, RecursiveModel};
use super::recursion::position_rates;
use super::{evaluate, sample};
use crate::assembly::Owner;
use crate::chain::lumped::AxialLaw;
use crate::events::EventOf;

/// What is fastest.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fastest {
    /// 1/s; rad/s where it oscillates.
    pub(crate) rate: f64,
    /// The element to blame.
    pub(crate) owner: Owner,
    /// For cables: arc length from the start, m.
    pub(crate) arc_length: Option<f64>,
    /// A spring, damper or cable, so that implicit steps do not mind; otherwise the motion itself.
    pub(crate) stiff: bool,
}

/// What is fastest among `n` motions has at least this part over `sqrt(n)` in the direction that is begun with.
const PART: f64 = 0.03;
/// Of a harmless rate: what is slower for certain is left at that.
const FAR: f64 = 0.5;

/// Of the change by which slopes are found: where velocities are large beside positions.
const SMALLER: f64 = 1e-4;

/// Change of the positions by which slopes are found: rad, or relative to the extent where that is small.
const PERTURBATION: f64 = 1e-8;

/// At the state at `time`, which `data` has been evaluated at, with these derivatives; afterwards `data` is left at
/// another one, but for what the next evaluation starts from. With at most about so many evaluations; `None` where
/// nothing changes, an evaluation fails, or all is so slow that it does not matter: far below `harmless`, 1/s.
pub(crate) fn fastest(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    [state, rates]: [&[f64]; 2],
    evaluations: u64,
    harmless: f64,
) -> Option<Fastest> {
    let (values, loops) = (data.values.clone(), data.loops.clone());
    let state = &*settled(model, data, time, state);
    let taut = taut(model, data);
    let linear = match &taut {
        // Its springs pull where the model's do not.
        Some(taut) => {
            let mut rates = vec![0.0; state.len()];
            evaluate(taut, data, time, state, &mut rates);
            Linear::new(taut, data, time, state, rates.into())
        }
        None => Linear::new(model, data, time, state, rates.into()),
    };
    let found = linear.and_then(|mut linear| {
        let moving = linear.largest(evaluations / 2, harmless);
        let both = moving.into_iter().chain(slack_cables(model));
        both.reduce(|moving, slack| if slack.rate > moving.rate { slack } else { moving })
    });
    (data.values, data.loops) = (values, loops);
    found
}

/// The state with all conditions of signals that jump kept as they are; before the first step, none are.
fn settled<'s>(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    state: &'s [f64],
) -> Cow<'s, [f64]> {
    let mechanism = &model.mechanism;
    if mechanism.events.is_empty() {
        return state.into();
    }
    let mut settled = state.to_vec();
    sample(model, data, time, state);
    for (index, node) in mechanism.events.iter().flat_map(EventOf::keeps) {
        let slot = &mut settled[model.layout.states.start + index];
        let is_free = *slot == mechanism.scalar(mechanism.graph.states[index].start);
        let now = data.values.scalar(node);
        if is_free && now.is_finite() {
            *slot = now;
        }
    }
    settled.into()
}

/// The model with all springs that only pull, and do not yet, at the length where they begin to.
fn taut(model: &RecursiveModel, data: &mut Data) -> Option<RecursiveModel> {
    let mut taut: Option<RecursiveModel> = None;
    for (index, load) in model.loads.iter().enumerate() {
        let LoadModel::Spring { law, .. } = load else { continue };
        let now = loads::spring(model, data, load);
        let Some(pulling) = law.taut_at(now.distance, &mut data.values) else { continue };
        if let LoadModel::Spring { law, .. } =
            &mut taut.get_or_insert_with(|| model.clone()).loads[index]
        {
            *law = pulling;
        }
    }
    taut
}

/// The equations of motion about a state.
/// The matrix is never made: it is applied by differences of two evaluations.
struct Linear<'a> {
    /// Of the run.
    model: &'a RecursiveModel,
    /// Whose evaluations are used; it is left at the last of them.
    data: &'a mut Data,
    time: f64,
    /// That the equations are linear about.
    state: &'a [f64],
    /// Of that state.
    rates: Cow<'a, [f64]>,
    /// Positions, velocities and states of the user's; what is beside them is left out.
    positions: usize,
    moving: Range<usize>,
    states: Range<usize>,
    /// What states are counted in.
    sizes: Vec<f64>,
    /// A direction in the space of states.
    direction: Vec<f64>,
    /// The state a small way along the direction.
    trial: Vec<f64>,
    trial_rates: Vec<f64>,
    /// What positions are moved by.
    small: f64,
}

impl<'a> Linear<'a> {
    /// About a state with its rates; none where nothing moves.
    fn new(
        model: &'a RecursiveModel,
        data: &'a mut Data,
        time: f64,
        state: &'a [f64],
        rates: Cow<'a, [f64]>,
    ) -> Option<Self> {
        let dimensions = model.layout.dimensions;
        let moving = 0..dimensions.positions + dimensions.velocities;
        let states = model.layout.states.clone();
        let in_states = |&index: &usize| state[index].abs().max(1.0);
        let sizes = states.clone().collect::<Vec<_>>().iter().map(in_states).collect();
        let extent = state[..dimensions.positions].iter().fold(0.0_f64, |max, q| max.max(q.abs()));
        let extent = if extent > 0.0 { extent.min(1.0) } else { 1.0 };
        let fine = rates.iter().all(|rate| rate.is_finite());
        fine.then(|| Self {
            model,
            data,
            time,
            state,
            rates,
            positions: dimensions.positions,
            moving,
            states,
            sizes,
            direction: vec![0.0; state.len()],
            trial: state.to_vec(),
            trial_rates: vec![0.0; state.len()],
            small: PERTURBATION * extent,
        })
    }

    /// `pairs` are double applications, at least four; later growths count.
    fn largest(&mut self, pairs: u64, harmless: f64) -> Option<Fastest> {
        if harmless > 0.0 && self.is_slow(harmless) {
            return None;
        }
        self.begin();
        let mut growths = Vec::new();
        for _ in 0..pairs.max(4) {
            let before = self.speed();
            if before == 0.0 {
                break;
            }
            self.apply()?;
            self.apply()?;
            let now = self.speed();
            growths.push(now / before);
            if now == 0.0 {
                break;
            }
            // Two dozen of large factors in a row are no number.
            self.direction.iter_mut().for_each(|value| *value /= now);
        }
        // The first ones are those of the direction that was begun with.
        let late = &growths[growths.len() / 2..];
        let mean = late.iter().map(|growth| growth.ln()).sum::<f64>() / late.len() as f64;
        let rate = (0.5 * mean).exp();
        if !rate.is_finite() || rate == 0.0 {
            return None;
        }
        Some(self.named(rate))
    }

    /// Takes a direction of velocities that has a part of whichever is wanted; the same at each run.
    fn begin(&mut self) {
        self.direction.fill(0.0);
        let mut seed = 1_u64;
        let (moving, states) = (self.positions..self.moving.end, self.states.clone());
        for index in moving.chain(states) {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            self.direction[index] = (seed >> 33) as f64 / (1_u64 << 31) as f64 + 0.5;
        }
        // What only events change does not move.
        for &state in &self.model.held_states {
            self.direction[state] = 0.0;
        }
        self.make_tangent();
    }

    /// Whether all is far below a harmless rate `h`, by one evaluation: displacements along a direction, and velocities of `h` times that, are
    /// accelerated by no less than `h²` times the part that a rate of `h` has in it, whether it oscillates or decays. What cannot be evaluated
    /// there is not known to be slow.
    fn is_slow(&mut self, harmless: f64) -> bool {
        self.begin();
        let before = self.speed();
        let velocities = self.positions..self.moving.end;
        self.trial[velocities.clone()].copy_from_slice(&self.direction[velocities]);
        position_rates(self.model, self.data, &self.trial, &mut self.trial_rates);
        let (positions, others) = self.direction.split_at_mut(self.positions);
        positions.copy_from_slice(&self.trial_rates[..self.positions]);
        others.iter_mut().for_each(|own| *own *= harmless);
        // Velocities of many bodies in a row add up, and so do their squares, which are no slope.
        let usual = self.small;
        self.small *= SMALLER;
        let found = self.apply();
        self.small = usual;
        let moved = self.moving.end - self.positions + self.states.len();
        let part = PART / (moved as f64).sqrt();
        found.is_some() && self.speed() < part * (FAR * harmless) * (FAR * harmless) * before
    }

    /// The size of the direction's velocities and rates of states.
    fn speed(&self) -> f64 {
        self.direction[self.positions..].iter().map(|value| value * value).sum::<f64>().sqrt()
    }

    /// Velocities of directions of links are perpendicular to them.
    fn make_tangent(&mut self) {
        let layout = &self.model.layout;
        for (index, cable) in self.model.cables.iter().enumerate() {
            let (q, v) = (layout.cable_q[index].clone(), layout.cable_v[index].clone());
            cable.tangent(&self.state[q], &mut self.direction[v]);
        }
    }

    /// Puts the state moved by a little along the direction into `trial`; gives by how much.
    /// The factor between the direction and the displacement.
    fn perturb(&mut self) -> f64 {
        let largest = |part: &[f64]| part.iter().fold(0.0_f64, |max, value| max.max(value.abs()));
        let (positions, velocities) = self.direction.split_at(self.positions);
        // Velocities of what is fast are large beside its positions, and may be.
        let size = match largest(positions).max(largest(&self.direction[self.states.clone()])) {
            0.0 => largest(velocities),
            size => size,
        };
        let factor = self.small / size.max(f64::MIN_POSITIVE);
        for index in self.moving.clone() {
            self.trial[index] = self.state[index] + factor * self.direction[index];
        }
        for (index, size) in self.states.clone().zip(&self.sizes) {
            self.trial[index] = self.state[index] + factor * size * self.direction[index];
        }
        factor
    }

    /// Puts what the matrix makes of the direction, 1/s times it, into its place.
    fn apply(&mut self) -> Option<()> {
        let factor = self.perturb();
        evaluate(self.model, self.data, self.time, &self.trial, &mut self.trial_rates);
        for index in self.moving.clone() {
            self.direction[index] = (self.trial_rates[index] - self.rates[index]) / factor;
        }
        for (index, size) in self.states.clone().zip(&self.sizes) {
            self.direction[index] = (self.trial_rates[index] - self.rates[index]) / (factor * size);
        }
        self.make_tangent();
        self.direction.iter().all(|value| value.is_finite()).then_some(())
    }

    /// The element that moves most, or the spring or joint at it whose force changes most.
    fn named(&mut self, rate: f64) -> Fastest {
        let (model, layout) = (self.model, &self.model.layout);
        let size = |slot: &usize| self.direction[*slot].abs();
        let most = (self.positions..self.moving.end).max_by(|a, b| size(a).total_cmp(&size(b)));
        let state = self.states.clone().max_by(|a, b| size(a).total_cmp(&size(b)));
        // A state that only follows what moves is about as large as that.
        if let Some(state) = state
            && most.is_none_or(|most| size(&state) > 2.0 * size(&most))
        {
            let owner = Owner::State(state - self.states.start);
            return Fastest { rate, owner, arc_length: None, stiff: true };
        }
        let most = most.unwrap_or(self.positions);
        for (index, cable) in model.cables.iter().enumerate() {
            let range = &layout.cable_v[index];
            if range.contains(&most) {
                return Fastest {
                    rate,
                    owner: Owner::Cable(cable.index),
                    arc_length: Some(cable.arc_length_of_state(most - range.start)),
                    stiff: true,
                };
            }
        }
        let local = most.saturating_sub(layout.tree_v.start);
        let found =
            (0..model.tree.bodies()).find(|&body| model.tree.rate_range(body).contains(&local));
        let body = found.unwrap_or(0);
        if let Some(owner) = self.strongest(body, rate) {
            return Fastest { rate, owner, arc_length: None, stiff: true };
        }
        let owner = model.tree_bodies.get(body).map_or(Owner::Experiment, |&own| Owner::Body(own));
        Fastest { rate, owner, arc_length: None, stiff: false }
    }

    /// What changes its power most along the direction, among all springs and the joint of a body.
    fn strongest(&mut self, body: usize, rate: f64) -> Option<Owner> {
        let model = self.model;
        // Where an oscillation is fast its positions are at rest: a quarter of a period on, they are not.
        let now = self.direction.clone();
        self.apply()?;
        for (direction, now) in self.direction.iter_mut().zip(&now) {
            *direction += rate * now;
        }
        evaluate(model, self.data, self.time, self.state, &mut self.trial_rates);
        let springs = |data: &Data| -> Vec<loads::SpringForce> {
            model.loads.iter().map(|load| loads::spring(model, data, load)).collect()
        };
        let before = springs(self.data);
        let efforts = |own: &Self| own.data.tree.effort[model.tree.rate_range(body)].to_vec();
        let (calm, range) = (efforts(self), model.tree.rate_range(body));
        let factor = self.perturb();
        evaluate(model, self.data, self.time, &self.trial, &mut self.trial_rates);
        let after = springs(self.data);
        let mut best = (0.0, None);
        for (index, (before, after)) in before.iter().zip(&after).enumerate() {
            let power = (after.pull - before.pull).norm() * (after.rate - before.rate).abs();
            if power > best.0 {
                best = (power, Some(Owner::Load(index)));
            }
        }
        let now = efforts(self);
        let start = self.positions + range.start;
        let effort = now.iter().zip(&calm).enumerate().map(|(k, (now, calm))| {
            (now - calm).abs() * (factor * self.direction[start + k]).abs()
        });
        if effort.sum::<f64>() > best.0
            && let Some(joint) = model.tree_joints.get(body).copied().flatten()
        {
            best.1 = Some(Owner::Joint(joint));
        }
        best.1
    }
}

/// The fastest oscillation along an elastic cable, whether it is taut at the start or not:
/// `2 sqrt(k/m) sin((n-1) π / 2n)` of `n` equal segments between held ends; free ends are faster.
fn slack_cables(model: &RecursiveModel) -> Option<Fastest> {
    let mut best: Option<Fastest> = None;
    for cable in &model.cables {
        let Some(law) = cable.axial() else { continue };
        let links = cable.links();
        let (count, node) = (links.count() as f64, links.mass() / links.count() as f64);
        let shape = ((count - 1.0) / count * std::f64::consts::FRAC_PI_2).sin();
        let length = links.length() / count;
        let (stiffness, damping) = match *law {
            AxialLaw::Spring { stiffness, damping, .. } => (stiffness, damping),
            AxialLaw::Table { ref curve, damping } => (curve.steepest(), damping),
            AxialLaw::Pid { proportional, derivative, .. } => {
                (proportional / length, derivative / length)
            }
        };
        // Over-damped, the faster of both rates: λ² - 2 d λ + ω² = 0.
        let square = 4.0 * stiffness / node * shape * shape;
        let half = 2.0 * damping / node * shape * shape;
        let rate =
            if half * half > square { half + (half * half - square).sqrt() } else { square.sqrt() };
        if rate.is_finite() && best.as_ref().is_none_or(|best| rate > best.rate) {
            let owner = Owner::Cable(cable.index);
            best = Some(Fastest { rate, owner, arc_length: None, stiff: true });
        }
    }
    best
}
