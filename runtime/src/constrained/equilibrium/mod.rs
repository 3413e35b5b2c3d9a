//! Where everything is at rest: a damped motion that comes to rest, in steps that grow.
//!
//! Each step minimizes the potential plus `(1/2) μ Δq' M Δq` under the constraints (the proximal point
//! algorithm, Rockafellar 1976; for small steps it is the implicit Euler method for a motion in syrup,
//! pseudo-transient continuation). `μ` falls while Newton's method converges and the forces do work
//! along the step, and rises when they do not; so the search leaves saddles and finds minima. As `μ`
//! goes to zero the steps become Newton's own, and the convergence superlinear. What is left of `μ` keeps
//! directions regular in which nothing resists.
//!
//! Known bodies and drives stand where they are at the time of the state. `M` is the mass matrix at
//! hand, so `μ` is in 1/s^2.

mod by_rounding;
mod left;
mod lost;
mod softest;

use std::sync::atomic::{AtomicBool, Ordering};

use nalgebra::Vector3;

use super::balance::{Times, working_forces};
use super::data::{ConstrainedData, State};
use super::instant;
use super::jacobian::inertia_diagonal;
use super::model::ConstrainedModel;
use super::newton::{Stuck, solve};
use super::scheme::Scheme;
use super::sources::Motion;
use super::units::UnitKind;
pub(super) use by_rounding::is_moved_by_rounding;
use by_rounding::weighs;
pub(super) use left::forces_left;
use left::{Left, gap, largest_force};
use softest::{Stability, leave_saddle, stability};

/// The search gives up after so many steps, and so many more for each body and node: what is crumpled unfolds piece
/// by piece.
const MOST_STEPS: u64 = 500;
const MORE_STEPS: u64 = 20;
/// `μ` at the start moves everything by this share of the extent at most.
const FIRST_MOVE: f64 = 0.1;
/// `μ` falls by this at most, all in all; below, rounding would move what nothing resists.
const SMALLEST: f64 = 1e-6;
/// Or as far as this share of the square of the frequency at which weights swing, where the start is far more
/// violent: it would hold on to what hangs softly.
const SOFTEST: f64 = 1e-3;
/// Nor rises it by more than this before the search gives up.
const HARDEST: f64 = 1e9;
/// How far away something may move, in multiples of the extent.
const FAR: f64 = 1e4;
/// Of constraints, relative to what is rounded in them: closed to rounding, and nearly. A run from here pays
/// for what is open with the constraint's force times the gap.
const CLOSED: f64 = 2.0 * f64::EPSILON;
const NEARLY_CLOSED: f64 = 1e-12;
/// Directors, links and pieces of splines turn by this chord in one step at most, so that the search stays in the valley where
/// it has begun.
const FARTHEST_TURN: f64 = 0.8;
/// Displacements of which rounding makes what it likes, relative to the extent.
const ROUNDING: f64 = 1e-12;
/// After so many steps as short as that, rounding leaves the forces as they are; they must be small then.
const MOST_IDLE: u32 = 3;
const SMALL: f64 = 1e-8;
/// After so many steps that do not halve forces that are rounding already, they stay as they are.
const MOST_STALLED: u32 = 8;
/// Steps in which forces are followed that all seem to be rounding.
const MOST_UNTOLD: u64 = 16;
/// Of how everything gives way: beyond, what is found is no equilibrium.
const MOST_LOST: f64 = 0.08;
/// Saddles that the search leaves; one more is where it ends.
const MOST_SADDLES: u32 = 10;

/// A search that has come to an end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rest {
    /// The largest force that is left over, relative to the largest force.
    pub(super) residual: f64,
    /// The same in N, the unknown it is left at, and the largest force (N).
    pub(super) left: f64,
    pub(super) unknown: usize,
    pub(super) largest: f64,
    /// Whether it withstands a small push; nothing where rounding hides that.
    pub(super) stands: Option<bool>,
    pub(super) steps: u64,
    pub(super) rejected: u64,
}

impl Rest {
    pub(super) fn is_met(&self, tolerance: f64) -> bool {
        self.residual <= tolerance
    }
}

/// Why there is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Unrest {
    Cancelled,
    Stuck(Stuck),
    /// The matrix has lost this share of how everything gives way.
    Lost(f64),
}

/// How often the search has come no nearer.
/// Rounding of long cables leaves more than a tolerance may ask for.
struct Standstill {
    idle: u32,
    stalled: u32,
    /// The least that was left over so far, N.
    least: f64,
    /// The best state that will do, and what was left over there, N.
    best: State,
    best_left: f64,
}

impl Standstill {
    fn new(state: &State) -> Self {
        let none = f64::INFINITY;
        Self { idle: 0, stalled: 0, least: none, best: state.clone(), best_left: none }
    }

    /// After each evaluation in the state.
    fn see(&mut self, left: &Left, state: &State, tolerance: f64) {
        self.stalled = if left.size < 0.5 * self.least { 0 } else { self.stalled + 1 };
        self.least = self.least.min(left.size);
        let will_do = left.is_rounding || left.relative() <= tolerance;
        if will_do && left.gap <= NEARLY_CLOSED && left.size < self.best_left {
            self.best_left = left.size;
            self.best.copy_from(state);
        }
    }

    /// Whether it goes on without end where rounding is all that is left.
    fn is_rounding(&self) -> bool {
        self.stalled >= MOST_STALLED && self.best_left.is_finite()
    }
}

/// Moves `data.state` to the nearest state of rest; velocities become zero, `data.multipliers` those
/// that hold everything there, and `data.accelerations` zero. Functions of time keep their values.
///
/// The tolerance is that of the forces that are left over, relative to the largest force. One below what
/// rounding leaves is met as far as it allows.
pub(super) fn settle(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    tolerance: f64,
    cancel: &AtomicBool,
) -> Result<Rest, Unrest> {
    let begin = data.state.clone();
    let found = search(model, data, tolerance, f64::INFINITY, cancel);
    let folds = |state: &State| folded(model, &state.positions).count();
    if found.is_ok() && folds(&data.state) > folds(&begin) {
        // A rope that lies on itself is at rest as well, and nobody means that.
        data.state.copy_from(&begin);
        return search(model, data, tolerance, FARTHEST_TURN, cancel);
    }
    found
}

/// Pieces of splines whose slopes point against them.
fn folded<'a>(
    model: &'a ConstrainedModel,
    positions: &'a [Vector3<f64>],
) -> impl Iterator<Item = usize> + 'a {
    let pieces = model.elements.spline_pieces.iter().enumerate();
    let folded = pieces.filter(|(_, piece)| {
        let [from, at_start, to, at_end] = piece.nodal.map(|id| model.vectors.value(id, positions));
        (to - from).dot(&(at_start + at_end)) < 0.0
    });
    folded.map(|(index, _)| index)
}

/// `farthest` is the chord by which pieces of splines may turn in a step that closes what is open at the start.
fn search(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    tolerance: f64,
    farthest: f64,
    cancel: &AtomicBool,
) -> Result<Rest, Unrest> {
    data.state.velocities.fill(Vector3::zeros());
    let rolling = model.equations.user.iter().any(|constraint| !constraint.holonomic);
    let begin: Vec<Vector3<f64>> = data.state.positions.clone();
    let (mut pushes, mut before) = (data.right_side.clone(), begin.clone());
    let (first, softest) = first_resistance(model, data);
    let (mut resistance, mut steps, mut rejected) = (first, 0, 0);
    let compliance = 1.0 / first;
    let (mut grows, mut saddles) = (true, 0);
    let weighs = weighs(model);
    let mut begins_at_rest = is_moved_by_rounding(model, data);
    let mut standstill = Standstill::new(&data.state);
    // No step is found any more, however short, and a state that will do has been seen.
    let mut exhausted = false;
    // The last one that was left, and what is known of it.
    let mut saddle: Option<(State, Rest)> = None;
    data.velocity_offsets.fill(Vector3::zeros());
    data.acceleration_offsets.fill(Vector3::zeros());
    loop {
        if cancel.load(Ordering::Relaxed) {
            return Err(Unrest::Cancelled);
        }
        let scheme = Scheme::rest(resistance, compliance, rolling);
        let mut left = forces_left(model, data, &scheme);
        standstill.see(&left, &data.state, tolerance);
        // What rounding may leave is estimated from above, far above where short pieces are stiff: weights and loads
        // that are less than that still bend them.
        let followed =
            exhausted || !(weighs && left.is_untold()) || steps + rejected >= MOST_UNTOLD;
        begins_at_rest &= steps + rejected == 0 && left.gap <= CLOSED;
        let met = begins_at_rest || left.relative() <= tolerance && left.gap <= CLOSED && followed;
        let idle = standstill.idle >= MOST_IDLE
            && left.relative() <= tolerance.max(SMALL)
            && left.gap <= NEARLY_CLOSED
            && followed;
        let rounded = !met && (exhausted || followed && standstill.is_rounding());
        if rounded {
            data.state.copy_from(&standstill.best);
            left = forces_left(model, data, &scheme);
            data.user.accept();
        }
        if met || idle || rounded {
            // As long as the right side holds the residuals here.
            data.note_constraint_error(model);
            relax(model, &mut data.state);
            // Forces that are as small as was asked for need no matrix.
            let is_told = left.size > tolerance * left.largest && !begins_at_rest;
            let is_rounding = begins_at_rest || is_told && is_moved_by_rounding(model, data);
            if is_told && !is_rounding {
                let softly = Scheme::rest(softest, compliance, rolling);
                if let Some(share) = lost::lost(model, data, &softly).filter(|own| *own > MOST_LOST)
                {
                    let Some((state, rest)) = saddle else { return Err(Unrest::Lost(share)) };
                    // Where it falls to is not known, but that it does so is.
                    data.state.copy_from(&state);
                    forces_left(model, data, &scheme);
                    data.user.accept();
                    return Ok(rest);
                }
            }
            let how = (rolling, cancel);
            let stability = stability(model, data, softest / SMALLEST, compliance, how);
            let rest = Rest {
                residual: if is_rounding { 0.0 } else { left.relative() },
                left: left.size,
                unknown: left.unknown,
                largest: left.largest,
                stands: match stability {
                    Stability::Stable => Some(true),
                    Stability::Falls(_) | Stability::FallsSomewhere => Some(false),
                    Stability::Untold => None,
                },
                steps,
                rejected,
            };
            if let Stability::Falls(steepness) = stability
                && saddles < MOST_SADDLES
            {
                saddle = Some((data.state.clone(), rest));
                leave_saddle(model, data);
                // Stiff enough for one minimum on this side.
                resistance = first.max(10.0 * steepness);
                standstill = Standstill::new(&data.state);
                (grows, saddles, exhausted) = (true, saddles + 1, false);
                continue;
            }
            return Ok(rest);
        }
        let far = model.units.iter().filter(|unit| unit.is_place()).any(|unit| {
            let (from, to) = (begin[unit.block], data.state.positions[unit.block]);
            (to - from).norm() > FAR * model.extent
        });
        if far || steps + rejected >= MOST_STEPS + MORE_STEPS * model.units.len() as u64 {
            let (unknown, largest) = (left.unknown, left.largest);
            let stuck = Stuck::Restless { unknown, left: left.size, largest, far };
            return Err(Unrest::Stuck(stuck));
        }
        // Forces where the step begins, for the work along it: all of them, and those that are applied.
        pushes.copy_from_slice(&data.right_side);
        data.multipliers.copy_from_slice(&data.state.multipliers);
        working_forces(model, data, &scheme);
        before.copy_from_slice(&data.forces);
        let times = Times { end: data.state.time, balance: data.state.time };
        let found = solve(model, data, &scheme, times);
        let good = match found {
            Ok(()) => {
                (left.gap > NEARLY_CLOSED && spline_turn(model, data) < farthest)
                    || largest_move(model, data) < ROUNDING
                    || (!turns_far(model, data)
                        && does_work(model, data, &scheme, &pushes, &before))
            }
            // Not where the step should end, but downhill, as where segments become slack and taut by turns.
            Err(Stuck::NoConvergence { finite: true, .. }) => {
                left.gap.max(gap(model, data)) <= NEARLY_CLOSED
                    && largest_move(model, data) >= ROUNDING
                    && !turns_far(model, data)
                    && does_work(model, data, &scheme, &pushes, &before)
            }
            Err(_) => false,
        };
        if good {
            let still = largest_move(model, data) < ROUNDING;
            standstill.idle = if still { standstill.idle + 1 } else { 0 };
            accept(data);
            steps += 1;
            if found.is_ok() {
                resistance = (resistance * if grows { 0.1 } else { 0.5 }).max(softest);
                grows = true;
            }
        } else {
            rejected += 1;
            grows = false;
            resistance *= 8.0;
            if let Err(stuck) = found
                && resistance > HARDEST * first
            {
                if standstill.best_left.is_finite() && !exhausted {
                    exhausted = true;
                    continue;
                }
                let (unknown, largest) = (left.unknown, left.largest);
                return Err(Unrest::Stuck(match stuck {
                    Stuck::NoConvergence { finite: true, .. } => {
                        Stuck::Restless { unknown, left: left.size, largest, far: false }
                    }
                    other => other,
                }));
            }
        }
    }
}

/// What pulls, bends and twists visco-elastic ropes has been relaxed all the way.
fn relax(model: &ConstrainedModel, state: &mut State) {
    let State { positions, velocities, coordinates, creep, .. } = state;
    let motion = Motion { vectors: &model.vectors, positions, velocities };
    for piece in &model.elements.spline_pieces {
        piece.forget(&motion, creep);
    }
    for piece in &model.elements.twisted_pieces {
        piece.forget(&motion, coordinates, creep);
    }
    for piece in &model.elements.directed_pieces {
        piece.forget(&motion, coordinates, creep);
    }
}

/// Takes the displacements for where everything is now.
fn accept(data: &mut ConstrainedData) {
    for (position, displacement) in data.state.positions.iter_mut().zip(&data.displacements) {
        *position += displacement;
    }
    data.state.coordinates.copy_from_slice(&data.end_coordinates);
    data.state.multipliers.copy_from_slice(&data.multipliers);
    data.user.accept();
}

/// `μ` such that the accelerations at the start, in the time `1/√μ`, move everything by a share of the
/// extent; and the smallest one.
fn first_resistance(model: &ConstrainedModel, data: &mut ConstrainedData) -> (f64, f64) {
    let mut largest: f64 = 0.0;
    if instant::accelerations(model, data) {
        for unit in model.units.iter().filter(|unit| unit.group.is_some()) {
            largest =
                largest.max(data.accelerations[unit.block].norm() / unit.scale(0, model.extent));
            if let UnitKind::Body { .. } = unit.kind {
                for director in unit.block + 1..unit.block + 4 {
                    largest = largest.max(data.accelerations[director].norm());
                }
            }
        }
        data.state.multipliers.copy_from_slice(&data.multipliers);
    } else {
        data.state.multipliers.fill(0.0);
    }
    // Weights and the largest force give a scale where everything happens to be at rest.
    let diagonal = inertia_diagonal(model, &data.state.positions);
    let (mut swings, mut heaviest): (f64, f64) = (0.0, 0.0);
    for unit in &model.units {
        let Some(at) = unit.first_unknown(&model.structure) else { continue };
        let mass = diagonal[at];
        if !unit.is_place() {
            continue;
        }
        heaviest = heaviest.max(mass);
        if mass > 0.0 {
            swings = swings.max(model.weights[unit.block].norm() / (mass * model.extent));
        }
    }
    let mut at_rest = swings;
    if heaviest > 0.0 {
        at_rest = at_rest.max(largest_force(model, data) / (heaviest * model.extent));
    }
    let scale = largest.max(at_rest);
    let first = if scale.is_finite() && scale > 0.0 { scale / FIRST_MOVE } else { 1.0 };
    let smallest = SMALLEST * first;
    (first, if swings > 0.0 { smallest.min(SOFTEST * swings) } else { smallest })
}

/// Whether a step goes the way that all forces push at its beginning, which one across a saddle does not, and
/// those applied do work along it, with their mean at both ends.
/// `pushes` are the right sides, and `before` the applied forces, at the beginning of the step.
fn does_work(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    scheme: &Scheme,
    pushes: &[f64],
    before: &[Vector3<f64>],
) -> bool {
    working_forces(model, data, scheme);
    let mut push = 0.0;
    for unit in &model.units {
        let Some(at) = unit.first_unknown(&model.structure) else { continue };
        let three = |at: usize| Vector3::from_column_slice(&pushes[at..at + 3]);
        match unit.kind {
            UnitKind::Node | UnitKind::Slope => {
                push += three(at).dot(&data.displacements[unit.block]);
            }
            UnitKind::Body { .. } => {
                push += three(at).dot(&data.displacements[unit.block]);
                let turn: Vector3<f64> = (unit.block + 1..unit.block + 4)
                    .map(|index| {
                        data.state.positions[index].cross(&data.displacements[index]) * 0.5
                    })
                    .sum();
                push += three(at + 3).dot(&turn);
            }
            UnitKind::SlopeAlong { body, .. } => {
                let along = data.state.positions[body + 3];
                push += pushes[at] * along.dot(&data.displacements[unit.block]);
            }
        }
    }
    let (mut work, mut terms) = (0.0, 0.0);
    for (index, displacement) in data.displacements.iter().enumerate() {
        let part = (before[index] + data.forces[index]).dot(displacement) * 0.5;
        work += part;
        terms += part.abs();
    }
    push.min(work) >= -1e-10 * terms
}

/// Of points relative to the extent, of directors as it is.
fn largest_move(model: &ConstrainedModel, data: &ConstrainedData) -> f64 {
    let mut largest: f64 = 0.0;
    for unit in model.units.iter().filter(|unit| unit.group.is_some()) {
        for index in unit.block..unit.block + unit.blocks() {
            let scale = unit.scale(3 * (index - unit.block), model.extent);
            largest = largest.max(data.displacements[index].norm() / scale);
        }
    }
    largest
}

/// Whether anything turns by more than can be followed: directors, links, or lines along splines.
fn turns_far(model: &ConstrainedModel, data: &ConstrainedData) -> bool {
    let turned = model.units.iter().filter(|unit| unit.group.is_some()).any(|unit| {
        let first = unit.block + usize::from(unit.is_place());
        data.displacements[first..unit.block + unit.blocks()]
            .iter()
            .any(|displacement| displacement.norm() > FARTHEST_TURN)
    });
    turned
        || model.equations.distances.iter().any(|link| {
            let turn = model.vectors.value(link.vector(), &data.displacements);
            turn.norm() > FARTHEST_TURN * link.length()
        })
        || spline_turn(model, data) > FARTHEST_TURN
}

/// The chord by which pieces of splines and their slopes turn at most. A short piece would be turned over by what its
/// longer neighbours move by.
fn spline_turn(model: &ConstrainedModel, data: &ConstrainedData) -> f64 {
    let turns = model.elements.spline_pieces.iter().map(|piece| {
        let [from, at_start, to, at_end] =
            piece.nodal.map(|id| model.vectors.value(id, &data.displacements));
        let turned = ((to - from) / piece.shapes.length).norm();
        turned.max(at_start.norm()).max(at_end.norm())
    });
    let legs = model.elements.bspline_spans.iter().flat_map(|span| span.legs());
    let turned = legs.map(|(ids, length)| {
        let [from, to] = ids.map(|id| model.vectors.value(id, &data.displacements));
        (to - from).norm() / length
    });
    turns.chain(turned).fold(0.0, f64::max)
}
