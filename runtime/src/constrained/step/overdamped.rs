//! Velocities that dampers should have brought down within a step, and that turn round from step to step instead.
//!
//! A midpoint step finds its mean velocity `v̄`, and ends with `v₁ = 2 v̄ - v₀`. What strong dampers hold has forgotten `v₀` long before
//! the end, so its `v̄` is right whatever `v₀` was; but an error of `v₀`, as everything abrupt leaves one, stays in `v` with one sign
//! and the other for ever, as it moves nothing and has next to no energy. What is read of dampers is made of it all the same.
//!
//! Where velocities turn round from step to step, by `A` about what is smooth,
//!
//! ```text
//! A = v₁ - v̄ - (v̄ - v̄₋)/2 = (h a - h₋ a₋)/4,    v₁ ← v₁ - S S A,    (M + h C) S = h C
//! ```
//!
//! with the mean velocity `v̄` and the mean acceleration `a` of this step, `v̄₋` and `a₋` of the one before, the mass matrix `M`, and `C`
//! the derivative of forces by velocities at `v̄`, on the constraints.
//!
//! Right after a jump that is known beforehand or an event nothing was before. What dampers ask for moves meanwhile, as springs that act
//! beside them give way, from `v̄ - C⁻¹ M a` in the middle to `v̄ + C⁻¹ F₁`, with the forces `F₁` at the end where it moved by `v̄` there;
//! without that, `v₁` is as much on the one side of it as `v₀` was on the other:
//!
//! ```text
//! A = v₁ - v̄ - C⁻¹ (F₁ - M a),    S A = (M + h C)⁻¹ (h C (v₁ - v̄) - h (F₁ - M a))
//! ```
//!
//! A motion that dampers slow down with the rate `λ` loses the part `(hλ/(1 + hλ))²` of `A`: all where they are too fast for the step,
//! nothing that counts where they are not; where nothing follows velocities nothing happens. The second `S` makes the one and the other
//! more so. What is smooth loses nothing in the order of the scheme, and only what is abrupt is in `A`.
//! Of `C` only the symmetric part counts: what remains damps nothing, as in rope that runs along itself.

use nalgebra::Vector3;

use crate::constrained::balance::Wanted;
use crate::constrained::damping::{Moving, damping, fill_linear};
use crate::constrained::data::ConstrainedData;
use crate::constrained::instant;
use crate::constrained::model::ConstrainedModel;
use crate::constrained::refined;
use crate::constrained::scheme::Scheme;
use crate::constrained::step::alternating::rates_at_state;
use crate::constrained::velocities::taken;

/// Of what turns round in `A` from step to step: where what stays is smaller, it does. Once, so does all that passes zero.
const TURNED: f64 = 0.2;
/// Displacements of this part of the model's extent, or of the length of a director, are due to rounding, and to where Newton's method
/// stops.
const ROUNDING: f64 = 1e-10;
/// Of `A`, in any block where something is abrupt: where dampers take as much, that is overdamped.
const TAKEN: f64 = 0.7;
/// The same right after a jump, where nothing has to be smooth before.
const TAKEN_AFTER_JUMP: f64 = 0.5;
/// Looks that find nothing are followed by twice as many steps without one, up to so many.
const LONGEST_PAUSE: u32 = 31;

/// What is known of the latest steps.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct Overdamped {
    /// Of each block that moves by itself: its index, and what is no displacement of it, m; or of a director or a slope.
    blocks: Vec<(usize, f64)>,
    now: Seen,
    /// The same where the last step began, in a model with events, whose steps are taken again.
    before: Option<Seen>,
    /// What was found in the last step, for rows within it.
    last: Latest,
    work: Work,
}

/// Of the last step.
#[derive(Clone, Copy, Debug, Default)]
struct Latest {
    /// Where something was taken.
    taken: Option<Taken>,
    /// Of the step before it, s.
    step_before: f64,
    /// Of that step, s.
    step: f64,
    /// The ledger where it began, J.
    dissipated: f64,
}

/// When something was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Taken {
    /// Right after a jump.
    AfterJump,
    /// Where velocities turned round.
    Turned,
}

/// Of steps so far.
#[derive(Clone, Debug)]
struct Seen {
    /// Of each block.
    blocks: Vec<Last>,
    /// Whether the next step begins after a jump or an event.
    is_after_jump: bool,
    /// The ledger at the end of the last step, J.
    dissipated: f64,
    /// How many steps are left without a look, and how many there will be after the next one that finds nothing.
    wait: u32,
    pause: u32,
}

/// Of one block, m/s or 1/s.
#[derive(Clone, Copy, Debug, Default)]
struct Last {
    /// Of its velocity over the last step.
    change: Vector3<f64>,
    /// How much more that was than in the step before.
    more: Vector3<f64>,
    /// Whether that turned round.
    turned: bool,
    /// `A`, where the last step is looked into for it.
    abrupt: Option<Vector3<f64>>,
    /// Of what was taken in the last step, the change over the step before it.
    before: Option<Vector3<f64>>,
}

impl Last {
    /// After one more step with this change, of which less than `felt` is rounding.
    fn see(&mut self, change: Vector3<f64>, felt: f64, is_after_jump: bool) {
        let more = change - self.change;
        let turned = (more + self.more).norm() < TURNED * (more - self.more).norm();
        let abrupt = if is_after_jump {
            Some(change * 0.5)
        } else {
            (turned && self.turned).then_some(more * 0.25)
        };
        let abrupt = abrupt.filter(|own| own.norm() > felt);
        *self = Self { change, more, turned, abrupt, before: abrupt.map(|_| self.change) };
    }
}

impl Seen {
    fn copy_from(&mut self, other: &Seen) {
        self.blocks.copy_from_slice(&other.blocks);
        (self.is_after_jump, self.dissipated) = (other.is_after_jump, other.dissipated);
        (self.wait, self.pause) = (other.wait, other.pause);
    }
}

/// Memory for looks; empty before the first.
#[derive(Clone, Debug, Default)]
struct Work {
    /// In the places of the matrix.
    damping: Vec<f64>,
    /// Of all unknowns, right after a jump: `-h (F₁ - M a)`.
    drift: Vec<f64>,
    /// Where in it rows are constraints that no forces follow.
    constraints: Vec<usize>,
    /// Pairs of places, of two displacements and of the same the other way round.
    pairs: Vec<[usize; 2]>,
    /// Of all blocks: `v̄`, then what is taken.
    velocities: Vec<Vector3<f64>>,
    /// Of all blocks: `A`, or accelerations.
    moved: Vec<Vector3<f64>>,
    /// For rows within a step: of blocks, what is abrupt.
    aside: Vec<(usize, Vector3<f64>)>,
    /// Of all unknowns: `A` and what becomes of it, and `|C| |x|`.
    unknowns: Vec<f64>,
    magnitudes: Vec<f64>,
}

impl Overdamped {
    /// Before the first step.
    pub(in crate::constrained) fn new(model: &ConstrainedModel, data: &ConstrainedData) -> Self {
        let still = ROUNDING * model.extent;
        let moving = model.units.iter().filter(|unit| unit.group.is_some());
        let blocks: Vec<_> = moving
            .flat_map(|unit| {
                let place = if unit.is_place() { still } else { ROUNDING };
                let others = (1..unit.blocks()).map(|k| (unit.block + k, ROUNDING));
                std::iter::once((unit.block, place)).chain(others)
            })
            .collect();
        let last = vec![Last::default(); blocks.len()];
        let now = Seen {
            blocks: last,
            is_after_jump: true,
            dissipated: data.state.dissipated,
            wait: 0,
            pause: 0,
        };
        let has_events = !model.mechanism.graph.events.is_empty();
        let before = has_events.then(|| now.clone());
        Self { blocks, before, now, last: Latest::default(), work: Work::default() }
    }

    /// After an event has changed something.
    pub(in crate::constrained) fn expect_jump(&mut self) {
        self.now.is_after_jump = true;
    }

    /// After the last step has been taken back.
    pub(in crate::constrained) fn go_back(&mut self) {
        if let Some(before) = &self.before {
            self.now.copy_from(before);
        }
        self.last.step = self.last.step_before;
    }

    /// Looks at a step of `step` seconds that has been accepted, and takes away what dampers should have.
    pub(in crate::constrained) fn follow(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        step: f64,
    ) {
        if let Some(before) = &mut self.before {
            before.copy_from(&self.now);
        }
        self.last = Latest {
            taken: None,
            step_before: self.last.step,
            step,
            dissipated: self.now.dissipated,
        };
        self.last.taken = self.look(model, data, step);
        self.now.dissipated = data.state.dissipated;
    }

    /// Takes away from a step of `step` seconds to a row within the last one what was taken from that.
    pub(in crate::constrained) fn follow_aside(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        step: f64,
    ) {
        let Some(taken) = self.last.taken else { return };
        let before = self.last.step_before;
        let mut aside = std::mem::take(&mut self.work.aside);
        aside.clear();
        let blocks = self.blocks.iter().zip(&self.now.blocks);
        aside.extend(blocks.filter_map(|(&(block, _), last)| {
            let (mean, earlier) = (data.last_accelerations[block], last.before? / before);
            let abrupt = match taken {
                Taken::AfterJump => mean * (0.5 * step),
                // As of whole steps, where this one is not as long as the one before.
                Taken::Turned => (mean - earlier) * (0.5 * before * step / (before + step)),
            };
            Some((block, abrupt))
        }));
        let abrupt = aside.iter().copied();
        self.work.slow_down(model, data, (step, self.last.dissipated), taken, abrupt);
        self.work.aside = aside;
    }

    fn look(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        step: f64,
    ) -> Option<Taken> {
        let is_after_jump = self.now.is_after_jump;
        for (&(block, still), last) in self.blocks.iter().zip(&mut self.now.blocks) {
            last.see(data.last_accelerations[block] * step, still / step, is_after_jump);
        }
        // Where the next one begins.
        let [before, after] = data.jump;
        self.now.is_after_jump = before < after;
        if !self.now.blocks.iter().any(|last| last.abrupt.is_some()) {
            return None;
        }
        let seen = &mut self.now;
        if seen.wait > 0 && !is_after_jump {
            seen.wait -= 1;
            return None;
        }
        let why = if is_after_jump { Taken::AfterJump } else { Taken::Turned };
        let blocks = self.blocks.iter().zip(&seen.blocks);
        let abrupt = blocks.filter_map(|(&(block, _), last)| Some((block, last.abrupt?)));
        match self.work.slow_down(model, data, (step, seen.dissipated), why, abrupt) {
            Found::Taken => {
                (seen.wait, seen.pause) = (0, 0);
                for (&(block, _), last) in self.blocks.iter().zip(&mut seen.blocks) {
                    let change = data.last_accelerations[block] * step;
                    *last = Last { change, before: last.before, ..Last::default() };
                }
                Some(why)
            }
            Found::TooEarly => None,
            Found::Nothing => {
                seen.wait = seen.pause;
                seen.pause = (2 * seen.pause + 1).min(LONGEST_PAUSE);
                None
            }
        }
    }
}

/// What a look finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    /// Velocities are without what dampers take, and the ledger has it.
    Taken,
    /// Velocities are too small by what turns round, and so little has been lost in this step that it would not be made up for: they
    /// are too large after the next one.
    TooEarly,
    /// Nothing is overdamped.
    Nothing,
}

impl Work {
    /// Takes away what dampers should have over a step that began with so much dissipated, J.
    fn slow_down(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        (step, dissipated): (f64, f64),
        why: Taken,
        abrupt: impl Iterator<Item = (usize, Vector3<f64>)> + Clone,
    ) -> Found {
        let mean = data.state.velocities.iter().zip(&data.last_accelerations);
        self.velocities.clear();
        self.velocities.extend(mean.map(|(after, mean)| after - mean * (0.5 * step)));
        if !self.factor(model, data, step, why) {
            return Found::Nothing;
        }
        if why == Taken::AfterJump {
            // Where that would not slow anything down, springs are too fast for forces at the end to tell where dampers lead.
            let so_far = data.state.dissipated;
            let found = self.take(model, data, (step, so_far), why, abrupt.clone());
            if found != Found::TooEarly {
                return found;
            }
            self.drift.fill(0.0);
        }
        self.take(model, data, (step, dissipated), why, abrupt)
    }

    /// The same once `M + h C` has been factored.
    fn take(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        (step, dissipated): (f64, f64),
        why: Taken,
        abrupt: impl Iterator<Item = (usize, Vector3<f64>)> + Clone,
    ) -> Found {
        self.collect(model, data, abrupt.clone());
        for first in [true, false] {
            // `S x`
            let product = &mut data.right_side;
            model.structure.multiply(&self.damping, &self.unknowns, product, &mut self.magnitudes);
            if first && why == Taken::AfterJump {
                product.iter_mut().zip(&self.drift).for_each(|(sum, own)| *sum += own);
            }
            refined::solve(model, data);
            self.unknowns.copy_from_slice(&data.right_side);
            model.multipliers.iter().for_each(|&(_, unknown, _)| self.unknowns[unknown] = 0.0);
        }
        self.velocities.fill(Vector3::zeros());
        self.move_by(model, data);
        let mut shares = abrupt.map(|(block, own)| self.velocities[block].norm() / own.norm());
        let enough = match why {
            Taken::AfterJump => TAKEN_AFTER_JUMP,
            Taken::Turned => TAKEN,
        };
        if !shares.any(|share| share > enough) {
            return Found::Nothing;
        }
        // What is across the constraints goes as well, in this metric and no other.
        rates_at_state(model, data);
        self.unknowns.fill(0.0);
        for &(_, unknown, _) in &model.multipliers {
            self.unknowns[unknown] = -data.right_side[unknown];
        }
        data.right_side.copy_from_slice(&self.unknowns);
        refined::solve(model, data);
        self.unknowns.copy_from_slice(&data.right_side);
        self.move_by(model, data);
        let taken_away = &self.velocities;
        if !taken_away.iter().all(|own| own.iter().all(|value| value.is_finite())) {
            return Found::Nothing;
        }
        data.velocities_before.copy_from_slice(&data.state.velocities);
        for (velocity, by) in data.state.velocities.iter_mut().zip(taken_away) {
            *velocity -= by;
        }
        let taken = taken(model, data);
        let lost = taken.dissipated - taken.work;
        if data.state.dissipated + lost < dissipated {
            data.state.velocities.copy_from_slice(&data.velocities_before);
            return Found::TooEarly;
        }
        data.state.dissipated += lost;
        for (mean, by) in data.last_accelerations.iter_mut().zip(taken_away) {
            *mean -= *by * (2.0 / step);
        }
        Found::Taken
    }

    /// Puts `h C` at the mean velocities into `damping` and factors `M + h C`. Not where nothing follows velocities, nor in a singular
    /// position.
    fn factor(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        step: f64,
        why: Taken,
    ) -> bool {
        if self.unknowns.is_empty() {
            self.make_room(model);
        }
        damping(model, data, Moving::By(&self.velocities), &mut self.damping);
        self.constraints.iter().for_each(|&place| self.damping[place] = 0.0);
        for &[one, other] in &self.pairs {
            let mean = 0.5 * (self.damping[one] + self.damping[other]);
            (self.damping[one], self.damping[other]) = (mean, mean);
        }
        if self.damping.iter().all(|value| *value == 0.0) {
            return false;
        }
        let drifts = why == Taken::AfterJump && self.accelerate(model, data);
        let scheme = Scheme::instant();
        fill_linear(model, data, Moving::By(&self.velocities), &scheme, Wanted::Accelerations);
        self.drift.fill(0.0);
        if drifts {
            let (masses, accelerations) = (&data.matrix, &self.unknowns);
            model.structure.multiply(masses, accelerations, &mut self.drift, &mut self.magnitudes);
            self.drift.iter_mut().for_each(|own| *own *= -step);
            model.multipliers.iter().for_each(|&(_, unknown, _)| self.drift[unknown] = 0.0);
        }
        for (value, damping) in data.matrix.iter_mut().zip(&mut self.damping) {
            *damping *= step;
            *value += *damping;
        }
        refined::factor(model, data, &scheme).is_ok()
    }

    /// Puts `M⁻¹ F₁ - a` into `unknowns`: how much faster than over the step it is accelerated at its end, where it moves by `v̄`.
    /// Not in a singular position.
    fn accelerate(&mut self, model: &ConstrainedModel, data: &mut ConstrainedData) -> bool {
        let carried = &mut data.velocities_before;
        carried.copy_from_slice(&data.state.velocities);
        data.state.velocities.copy_from_slice(&self.velocities);
        let found = instant::accelerations(model, data);
        data.state.velocities.copy_from_slice(&data.velocities_before);
        self.moved.clear();
        let means = data.accelerations.iter().zip(&data.last_accelerations);
        self.moved.extend(means.map(|(end, mean)| end - mean));
        self.project(model, data);
        found
    }

    fn make_room(&mut self, model: &ConstrainedModel) {
        let unknowns = model.structure.unknowns();
        for own in [&mut self.unknowns, &mut self.magnitudes, &mut self.drift] {
            *own = vec![0.0; unknowns];
        }
        self.moved = self.velocities.clone();
        let is_multiplier = model.is_multiplier();
        let mut is_constraint = is_multiplier.clone();
        model.equations.laws(|unknown| is_constraint[unknown] = false);
        let entries = model.structure.entries();
        let held = entries.iter().enumerate().filter(|(_, (row, _))| is_constraint[*row as usize]);
        self.constraints = held.map(|(place, _)| place).collect();
        let is_displacement = |&(row, column): &(u32, u32)| {
            !is_multiplier[row as usize] && !is_multiplier[column as usize]
        };
        // By both unknowns, the smaller one first: the two of a pair are neighbours then.
        let mut places: Vec<_> = entries
            .iter()
            .enumerate()
            .filter(|(_, entry)| is_displacement(entry) && entry.0 != entry.1)
            .map(|(place, &(row, column))| ((row.min(column), row.max(column)), place))
            .collect();
        places.sort_unstable();
        let pairs = places.chunk_by(|one, other| one.0 == other.0);
        self.pairs = pairs.filter_map(|pair| Some([pair.first()?.1, pair.get(1)?.1])).collect();
    }

    /// Adds what blocks move by where these are the unknowns.
    fn move_by(&mut self, model: &ConstrainedModel, data: &ConstrainedData) {
        let blocks = &mut self.velocities;
        for unit in &model.units {
            let Some(at) = unit.first_unknown(&model.structure) else { continue };
            let unknowns = (at, &self.unknowns[..]);
            unit.moved(unknowns, &data.state.positions, |block, by| blocks[block] += by);
        }
    }

    /// Puts `A` of some blocks, in order, into `unknowns`.
    fn collect(
        &mut self,
        model: &ConstrainedModel,
        data: &ConstrainedData,
        abrupt: impl Iterator<Item = (usize, Vector3<f64>)>,
    ) {
        self.moved.fill(Vector3::zeros());
        abrupt.for_each(|(block, own)| self.moved[block] = own);
        self.project(model, data);
    }

    /// What moves blocks becomes what moves unknowns.
    fn project(&mut self, model: &ConstrainedModel, data: &ConstrainedData) {
        self.unknowns.fill(0.0);
        for unit in &model.units {
            let Some(at) = unit.first_unknown(&model.structure) else { continue };
            let own = unit.moving(&data.state.positions, &self.moved);
            self.unknowns[at..at + unit.unknowns()].copy_from_slice(&own[..unit.unknowns()]);
        }
    }
}
