//! The part of the velocities across the constraints that changes its sign from step to step.
//!
//! A midpoint step holds the constraints at its ends, so `G (v₀ + v₁)/2` is what the positions' change says, and
//! the error `r = G v + g_t` of the velocities obeys `r₁ = -r₀ - h²/6 G q⃛`: besides the smooth part `-h²/12 G q⃛`,
//! which belongs to the order of the scheme, there is `(-1)ⁿ A`, whatever the lengths of the steps. Where accelerations jump
//! inside of a step `A` changes by as much as `h/4` times the jump; where velocities are prescribed that jump, by
//! as much as those. Nothing makes it smaller, not even damping, as no displacement belongs to it.
//!
//! Rows are read with projected velocities (`course/reading.rs`), whatever that changes where it is seen, and elsewhere where it changes
//! little, or no more than if no constraint knew of another: near singular positions a projection makes much of the smooth part. What is let go
//! begins with such velocities, too: with others it would come back to what held it.
//!
//! To be rid of it, it is watched in the metric of the inverse of `diag(G M⁻¹ G')`, which costs no more than the rates of the
//! constraints. Where it has been all there is for [`STEPS`] steps, with more than [`SHARE`] of the kinetic energy, the
//! velocities are projected once and the ledger has what that takes. A motion that nothing drives or
//! damps keeps its energy to rounding: what is taken away is never more than loads, drives and dampers have
//! exchanged so far.

use nalgebra::Vector3;

use crate::constrained::data::{ConstrainedData, State};
use crate::constrained::energy::kinetic;
use crate::constrained::jacobian::{compliances_by_inertia, inertia_diagonal};
use crate::constrained::model::ConstrainedModel;
use crate::constrained::sense::{Readable, sense};
use crate::constrained::units::{Unit, UnitKind};
use crate::constrained::velocities::{project, rates, velocities_of_known};
use crate::signals::Stage;

/// In a row, before anything is done.
const STEPS: u32 = 16;
/// Of the alternating part: where the smooth one is smaller, the other is seen. It stays where it is in space
/// while bodies turn, by 20 degrees in a step at most, which makes 0.18 of it look smooth.
const SEEN: f64 = 0.2;
/// Times the smooth part of the step before: something has jumped.
const JUMP: f64 = 10.0;
/// Of the largest kinetic energy in these steps.
const SHARE: f64 = 1e-5;
/// Alternating displacements of this part of the model's extent are due to rounding, and to where Newton's method stops.
const ROUNDING: f64 = 1e-12;

/// What is known of the latest steps.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct Alternation {
    /// Of all unknowns: the inverse of `G M⁻¹ G'` on the diagonal, kg; zero for displacements. Then of the six
    /// constraints inside of each body, kg m^2.
    weights: Vec<f64>,
    /// `r` after the last step and after this one, m/s or 1/s.
    last: Vec<f64>,
    now: Vec<f64>,
    /// The same where a step has been looked into that may not be taken.
    looked: Vec<f64>,
    /// The size of `r₁ + r₀`, which is twice the smooth part, in the last step.
    smooth: f64,
    /// Whether there is an alternating part.
    seen: bool,
    /// How many steps it has been all there is.
    steps: u32,
    /// The largest kinetic energy in them, J.
    kinetic: f64,
    /// Of everything that moves, kg.
    mass: f64,
    /// What loads, drives and dampers have exchanged so far, J.
    exchanged: f64,
    /// The ledger at the last step, J.
    dissipated: f64,
    work: f64,
    /// How often something was taken away, and what, J.
    times: u64,
    taken: f64,
}

impl Alternation {
    /// Begins in the state of `data`.
    pub(in crate::constrained) fn new(
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
    ) -> Self {
        let weights = weights(model, data);
        let mut watch = Self {
            last: vec![0.0; weights.len()],
            now: vec![0.0; weights.len()],
            looked: vec![0.0; weights.len()],
            weights,
            smooth: f64::INFINITY,
            seen: false,
            steps: 0,
            kinetic: 0.0,
            mass: mass(model),
            exchanged: 0.0,
            dissipated: data.state.dissipated,
            work: data.state.work,
            times: 0,
            taken: 0.0,
        };
        watch.observe(model, data);
        watch
    }

    /// Takes over what another one of the same model knows; allocates nothing.
    pub(in crate::constrained) fn copy_from(&mut self, other: &Alternation) {
        let Self { last, now, .. } = self;
        last.copy_from_slice(&other.last);
        now.copy_from_slice(&other.now);
        (self.smooth, self.seen, self.steps) = (other.smooth, other.seen, other.steps);
        (self.kinetic, self.exchanged) = (other.kinetic, other.exchanged);
        (self.dissipated, self.work) = (other.dissipated, other.work);
        (self.times, self.taken) = (other.times, other.taken);
    }

    /// Looks at the end of an accepted step of `step` seconds, and takes the alternating part away where nothing else is left.
    pub(in crate::constrained) fn follow(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        step: f64,
    ) {
        std::mem::swap(&mut self.last, &mut self.now);
        self.observe(model, data);
        self.exchanged +=
            (data.state.dissipated - self.dissipated).abs() + (data.state.work - self.work).abs();
        (self.dissipated, self.work) = (data.state.dissipated, data.state.work);
        let (smooth, alternating) = self.parts();
        // Not where both are zero or not a number.
        let alone = smooth < SEEN * alternating;
        self.seen = alone || smooth > JUMP * self.smooth;
        self.smooth = smooth;
        if !alone {
            (self.steps, self.kinetic) = (0, 0.0);
            return;
        }
        self.steps += 1;
        let motion = model.motion(&data.state);
        self.kinetic = self.kinetic.max(kinetic(model, &motion));
        if self.steps < STEPS {
            return;
        }
        let most = self.kinetic;
        (self.steps, self.kinetic) = (0, 0.0);
        let Some(taken) = project(model, data) else { return };
        let least = (SHARE * most).max(rounding(self.mass, model, step));
        if taken.dissipated < least || taken.dissipated > most.min(self.exchanged) {
            data.state.velocities.copy_from_slice(&data.velocities_before);
            return;
        }
        taken.book(&mut data.state);
        // The mean acceleration of the last step, for the guess of the next one, has twice that in it.
        for (mean, change) in data.last_accelerations.iter_mut().zip(&data.accelerations) {
            *mean += change * (2.0 / step);
        }
        (self.dissipated, self.work) = (data.state.dissipated, data.state.work);
        self.times += 1;
        self.taken += taken.dissipated;
        self.now.fill(0.0);
        (self.smooth, self.seen) = (f64::INFINITY, false);
    }

    /// Whether the velocities of the state have an alternating part to speak of.
    pub(in crate::constrained) fn is_seen(&self) -> bool {
        self.seen
    }

    /// What the velocities across the constraints held after the last step, if no constraint knew of another, J.
    pub(in crate::constrained) fn energy(&self) -> f64 {
        alone(&self.now, &self.weights)
    }

    /// The same of the state as it is now. Overwrites the right side.
    pub(in crate::constrained) fn energy_now(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
    ) -> f64 {
        errors(model, data, &mut self.looked);
        alone(&self.looked, &self.weights)
    }

    /// Whether all velocities of the state, which has been looked at last, are zero, and are what the constraints ask for.
    pub(in crate::constrained) fn is_at_rest(&self, state: &State) -> bool {
        let still = state.velocities.iter().all(|velocity| *velocity == Vector3::zeros());
        let mut errors = self.now.iter().zip(&self.weights);
        still && errors.all(|(error, weight)| weight * error == 0.0)
    }

    /// For the reader of the results, where something was taken away.
    pub(in crate::constrained) fn note(&self) -> Option<String> {
        let times = match self.times {
            0 => return None,
            1 => "once".to_owned(),
            times => format!("{times} times"),
        };
        Some(format!(
            "after an abrupt change velocities across the constraints alternated from step to step; they were \
             taken away {times}, {:.2e} J in all, counted as dissipated",
            self.taken
        ))
    }

    /// Puts `r` at the state of `data` into `now`.
    fn observe(&mut self, model: &ConstrainedModel, data: &mut ConstrainedData) {
        errors(model, data, &mut self.now);
    }

    /// The sizes of the sum and the difference of the last two errors: what is smooth, and what alternates.
    fn parts(&self) -> (f64, f64) {
        let (mut smooth, mut alternating) = (0.0, 0.0);
        for ((now, last), weight) in self.now.iter().zip(&self.last).zip(&self.weights) {
            smooth += weight * (now + last) * (now + last);
            alternating += weight * (now - last) * (now - last);
        }
        (smooth.sqrt(), alternating.sqrt())
    }
}

/// Puts `r` at the state of `data` into a list.
fn errors(model: &ConstrainedModel, data: &mut ConstrainedData, into: &mut [f64]) {
    rates_at_state(model, data);
    let (of_unknowns, inside) = into.split_at_mut(data.right_side.len());
    of_unknowns.copy_from_slice(&data.right_side);
    rates_inside(model, &data.state, inside);
}

/// What velocities across the constraints hold if no constraint knows of another, J.
fn alone(errors: &[f64], weights: &[f64]) -> f64 {
    let each = errors.iter().zip(weights);
    each.map(|(error, weight)| 0.5 * weight * error * error).sum()
}

/// Puts `r` of all constraints into `data.right_side`, where known units have the velocities that they are told.
pub(super) fn rates_at_state(model: &ConstrainedModel, data: &mut ConstrainedData) {
    data.velocities_before.copy_from_slice(&data.state.velocities);
    velocities_of_known(model, data);
    data.balance_velocities.copy_from_slice(&data.state.velocities);
    signals_at_state(model, data);
    rates(model, data);
    data.state.velocities.copy_from_slice(&data.velocities_before);
}

/// Signals in the state of `data`, for constraints of users.
fn signals_at_state(model: &ConstrainedModel, data: &mut ConstrainedData) {
    if model.equations.user.is_empty() {
        return;
    }
    let readable = Readable {
        model,
        motion: model.motion(&data.state),
        carried: &data.state.velocities,
        fitting: &data.state.velocities,
        coordinates: &data.state.coordinates,
        states: &data.state.states,
        integrals: &data.state.integrals,
        creep: &data.state.creep,
        accelerations: &[],
        multipliers: &[],
        ledger: [data.state.dissipated, data.state.work],
        initial_energy: data.initial_energy,
        by_events: data.by_events,
    };
    sense(&readable, &model.state_reads, &mut data.values);
    model.mechanism.tape.run(Stage::State, data.state.time, &mut data.values);
}

/// What rounding leaves of the kinetic energy where all is at rest, J: of velocities that are differences over a step.
pub(in crate::constrained) fn rounding(mass: f64, model: &ConstrainedModel, step: f64) -> f64 {
    let speed = ROUNDING * model.extent / step;
    0.5 * mass * speed * speed
}

/// Of everything that moves by itself, kg.
pub(in crate::constrained) fn mass(model: &ConstrainedModel) -> f64 {
    let bodies =
        model.units.iter().filter(|unit| unit.group.is_some()).map(|unit| match &unit.kind {
            UnitKind::Body { inertia } => inertia[(0, 0)],
            UnitKind::Node | UnitKind::Slope | UnitKind::SlopeAlong { .. } => 0.0,
        });
    bodies.sum::<f64>() + model.elements.mass()
}

/// Those of constraints of users are like the others.
fn weights(model: &ConstrainedModel, data: &ConstrainedData) -> Vec<f64> {
    let positions = &data.state.positions;
    let diagonal = inertia_diagonal(model, positions);
    let inverse = compliances_by_inertia(model, positions, &diagonal);
    let mut weights: Vec<f64> =
        inverse.iter().map(|&value| if value > 0.0 { 1.0 / value } else { 0.0 }).collect();
    let found = weights.iter().filter(|&&weight| weight > 0.0);
    let (sum, count) = found.fold((0.0, 0), |(sum, count), weight| (sum + weight, count + 1));
    let usual = if count > 0 { sum / f64::from(count) } else { 1.0 };
    for &(_, unknown, _) in &model.multipliers {
        if weights[unknown] == 0.0 {
            weights[unknown] = usual;
        }
    }
    for unit in &model.units {
        let (UnitKind::Body { inertia }, Some(_)) = (&unit.kind, unit.group) else { continue };
        for (i, j) in PAIRS {
            let (a, b) = (inertia[(i, i)].max(0.0), inertia[(j, j)].max(0.0));
            let both = if a + b > 0.0 { a * b / (a + b) } else { 0.0 };
            weights.push(if i == j { a } else { both });
        }
    }
    for (unit, body) in slopes_along(model) {
        let Some(first) = unit.first_unknown(&model.structure) else { continue };
        let owner = model.units.partition_point(|other| other.block < body);
        let across = match &model.units[owner].kind {
            UnitKind::Body { inertia } => inertia[(1, 1)].max(0.0),
            UnitKind::Node | UnitKind::Slope | UnitKind::SlopeAlong { .. } => 0.0,
        };
        let (own, both) = (diagonal[first], diagonal[first] + across);
        weights.extend([if both > 0.0 { own * across / both } else { 0.0 }; 2]);
    }
    weights
}

/// Slopes that move by themselves along a director, with the first block of its body.
fn slopes_along(model: &ConstrainedModel) -> impl Iterator<Item = (&Unit, usize)> {
    model.units.iter().filter_map(|unit| match (&unit.kind, unit.group) {
        (&UnitKind::SlopeAlong { body, .. }, Some(_)) => Some((unit, body)),
        (_, _) => None,
    })
}

/// Of the directors of a body, as blocks.
const PAIRS: [(usize, usize); 6] = [(1, 1), (2, 2), (3, 3), (1, 2), (2, 3), (3, 1)];

/// Rates of `d·d/2` and of `d·e` for the directors of each body that moves by itself: what alternates stays where
/// it is in space, and a body turns below it. Then those of `d·g` for the two directors across each slope along the third.
fn rates_inside(model: &ConstrainedModel, state: &State, into: &mut [f64]) {
    let rate = |d: usize, e: usize| {
        state.positions[d].dot(&state.velocities[e]) + state.positions[e].dot(&state.velocities[d])
    };
    let (bodies, slopes) = into.split_at_mut(PAIRS.len() * model.moving_bodies().count());
    for (slots, (unit, body)) in slopes.chunks_exact_mut(2).zip(slopes_along(model)) {
        slots.copy_from_slice(&[1, 2].map(|k| rate(body + k, unit.block)));
    }
    for (body, slots) in model.moving_bodies().zip(bodies.chunks_exact_mut(PAIRS.len())) {
        for (slot, (i, j)) in slots.iter_mut().zip(PAIRS) {
            let (d, e) = (body.block + i, body.block + j);
            *slot = if i == j { 0.5 * rate(d, e) } else { rate(d, e) };
        }
    }
}
