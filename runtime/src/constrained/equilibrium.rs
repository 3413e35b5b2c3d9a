//! Where everything is at rest: a damped motion that comes to rest, in steps that grow.
//!
//! Each step minimizes the potential plus `(1/2) μ Δq' M Δq` under the constraints (the proximal point
//! algorithm, Rockafellar 1976; for small steps it is the implicit Euler method for a motion in syrup,
//! pseudo-transient continuation). `μ` falls while Newton's method converges and the forces do work
//! along the step, and rises when they do not; so the search leaves saddles and finds minima. As `μ`
//! goes to zero the steps become Newton's own, and the convergence superlinear. What is left of `μ` keeps
//! directions regular in which nothing resists.

use std::sync::atomic::{AtomicBool, Ordering};

use nalgebra::Vector3;

use super::balance::{Times, Wanted, applied_forces, collect_inertia, evaluate, fill};
use super::data::ConstrainedData;
use super::instant;
use super::jacobian::inertia_diagonal;
use super::known;
use super::model::ConstrainedModel;
use super::newton::{Stuck, solve};
use super::refined;
use super::scheme::Scheme;
use super::units::UnitKind;

const MOST_STEPS: u64 = 500;
/// `μ` at the start moves everything by this share of the extent at most.
const FIRST_MOVE: f64 = 0.1;
/// `μ` falls by this at most, all in all; below, rounding would move what nothing resists.
const SMALLEST: f64 = 1e-6;
/// Nor rises it by more than this before the search gives up.
const HARDEST: f64 = 1e9;
/// How far away something may move, in multiples of the extent.
const FAR: f64 = 1e4;
/// Of constraints, relative to the extent: closed to rounding, and nearly. A run from here pays for what is
/// open with the constraint's force times the gap.
const CLOSED: f64 = 2e-15;
const NEARLY_CLOSED: f64 = 1e-12;
/// Directors and links turn by this chord in one step at most, so that the search stays in the valley where
/// it has begun.
const FARTHEST_TURN: f64 = 0.8;
/// Displacements of which rounding makes what it likes, relative to the extent.
const ROUNDING: f64 = 1e-12;
/// After so many steps as short as that, rounding leaves the forces as they are; they must be small then.
const MOST_IDLE: u32 = 3;
const SMALL: f64 = 1e-8;
/// Iterations for the softest motion.
const MOST_INVERSE_ITERATIONS: usize = 60;

/// A search that has come to an end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rest {
    /// The largest force that is left over, relative to the largest force.
    pub(super) residual: f64,
    /// Whether a small push makes it move away.
    pub(super) unstable: bool,
    pub(super) steps: u64,
    pub(super) rejected: u64,
}

/// Why there is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Unrest {
    Cancelled,
    Stuck(Stuck),
}

/// Moves `data.state` to the nearest state of rest; velocities become zero, `data.multipliers` those
/// that hold everything there, and `data.accelerations` zero. Functions of time keep their values.
pub(super) fn settle(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    tolerance: f64,
    cancel: &AtomicBool,
) -> Result<Rest, Unrest> {
    data.state.velocities.fill(Vector3::zeros());
    let rolling = model.user.iter().any(|constraint| !constraint.holonomic);
    let begin: Vec<Vector3<f64>> = data.state.positions.clone();
    let (mut pushes, mut before) = (data.right_side.clone(), begin.clone());
    let first = first_resistance(model, data);
    let (mut resistance, mut steps, mut rejected) = (first, 0, 0);
    let compliance = 1.0 / first;
    let (mut grows, mut idle) = (true, 0);
    data.velocity_offsets.fill(Vector3::zeros());
    data.acceleration_offsets.fill(Vector3::zeros());
    loop {
        if cancel.load(Ordering::Relaxed) {
            return Err(Unrest::Cancelled);
        }
        let scheme = Scheme::rest(resistance, compliance, rolling);
        let left = forces_left(model, data, &scheme);
        let found = left.relative() <= tolerance && left.gap <= CLOSED;
        let rounded = left.relative() <= tolerance.max(SMALL) && left.gap <= NEARLY_CLOSED;
        if found || (idle >= MOST_IDLE && rounded) {
            // As long as the right side holds the residuals here.
            data.note_constraint_error(model);
            let unstable = is_unstable(model, data, first, compliance, rolling);
            return Ok(Rest { residual: left.relative(), unstable, steps, rejected });
        }
        let far = begin
            .iter()
            .zip(&data.state.positions)
            .any(|(from, to)| (to - from).norm() > FAR * model.extent);
        if far || steps + rejected >= MOST_STEPS {
            let (unknown, largest) = (left.unknown, left.largest);
            let stuck = Stuck::Restless { unknown, left: left.size, largest, far };
            return Err(Unrest::Stuck(stuck));
        }
        // Forces where the step begins, for the work along it: all of them, and those that are applied.
        pushes.copy_from_slice(&data.right_side);
        applied_forces(model, data, &scheme);
        before.copy_from_slice(&data.forces);
        data.multipliers.copy_from_slice(&data.state.multipliers);
        let times = Times { end: data.state.time, balance: data.state.time };
        let found = solve(model, data, &scheme, times);
        let good = match found {
            Ok(()) => {
                evaluate(model, data, &scheme, times);
                left.gap > NEARLY_CLOSED
                    || largest_move(model, data) < ROUNDING
                    || (!turns_far(model, data)
                        && does_work(model, data, &scheme, &pushes, &before))
            }
            Err(_) => false,
        };
        if good {
            for (position, displacement) in data.state.positions.iter_mut().zip(&data.displacements)
            {
                *position += displacement;
            }
            data.state.coordinates.copy_from_slice(&data.end_coordinates);
            data.state.multipliers.copy_from_slice(&data.multipliers);
            data.user.accept();
            idle = if largest_move(model, data) < ROUNDING { idle + 1 } else { 0 };
            steps += 1;
            resistance = (resistance * if grows { 0.1 } else { 0.5 }).max(SMALLEST * first);
            grows = true;
        } else {
            rejected += 1;
            grows = false;
            resistance *= 8.0;
            if let Err(stuck) = found
                && resistance > HARDEST * first
            {
                return Err(Unrest::Stuck(stuck));
            }
        }
    }
}

/// `μ` such that the accelerations at the start, in the time `1/√μ`, move everything by a share of the
/// extent.
fn first_resistance(model: &ConstrainedModel, data: &mut ConstrainedData) -> f64 {
    let mut largest: f64 = 0.0;
    if instant::accelerations(model, data) {
        for unit in model.units.iter().filter(|unit| unit.group.is_some()) {
            largest = largest.max(data.accelerations[unit.block].norm() / model.extent);
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
    let (mut at_rest, mut heaviest): (f64, f64) = (0.0, 0.0);
    for unit in &model.units {
        let Some(group) = unit.group else { continue };
        let mass = diagonal[model.structure.offset(group)];
        heaviest = heaviest.max(mass);
        if mass > 0.0 {
            at_rest = at_rest.max(model.weights[unit.block].norm() / (mass * model.extent));
        }
    }
    if heaviest > 0.0 {
        at_rest = at_rest.max(largest_force(model, data) / (heaviest * model.extent));
    }
    let scale = largest.max(at_rest);
    if scale.is_finite() && scale > 0.0 { scale / FIRST_MOVE } else { 1.0 }
}

/// What keeps a state from being one of rest.
struct Left {
    /// N
    size: f64,
    unknown: usize,
    /// N
    largest: f64,
    /// The largest residual of a constraint, relative to the extent.
    gap: f64,
}

impl Left {
    fn relative(&self) -> f64 {
        if self.size > 0.0 { self.size / self.largest.max(f64::MIN_POSITIVE) } else { 0.0 }
    }
}

/// Evaluates in the state itself, with no displacement.
fn forces_left(model: &ConstrainedModel, data: &mut ConstrainedData, scheme: &Scheme) -> Left {
    let time = data.state.time;
    data.displacements.fill(Vector3::zeros());
    data.multipliers.copy_from_slice(&data.state.multipliers);
    model.vectors.evaluate(&data.state.positions, &mut data.at.start);
    known::displace(model, data, time);
    evaluate(model, data, scheme, Times { end: time, balance: time });
    let mut left = Left { size: 0.0, unknown: 0, largest: 0.0, gap: 0.0 };
    for unit in &model.units {
        let Some(group) = unit.group else { continue };
        let at = model.structure.offset(group);
        for k in 0..unit.unknowns() {
            let scale = if k < 3 { 1.0 } else { model.extent };
            let size = data.right_side[at + k].abs() / scale;
            // Also what is no number.
            if size.partial_cmp(&left.size).is_none_or(std::cmp::Ordering::is_gt) {
                (left.size, left.unknown) = (size, at + k);
            }
        }
    }
    for &(_, unknown, _) in &model.multipliers {
        left.gap = left.gap.max(data.right_side[unknown].abs() / model.extent.max(1.0));
    }
    left.largest = largest_force(model, data);
    left
}

/// Of weights, springs, loads and constraints, N; moments count by the extent.
fn largest_force(model: &ConstrainedModel, data: &ConstrainedData) -> f64 {
    let mut largest: f64 = 0.0;
    let mut see = |force: f64| largest = largest.max(force.abs());
    for unit in model.units.iter().filter(|unit| unit.group.is_some()) {
        see(model.weights[unit.block].norm());
    }
    for constraint in &model.coincidences {
        constraint.unknowns.iter().for_each(|&unknown| see(data.multipliers[unknown]));
    }
    for constraint in &model.distances {
        see(data.multipliers[constraint.unknown]);
    }
    for load in &model.loads {
        see(load.strength(&data.at, model.extent, &data.values));
    }
    for axis in &model.axes {
        let law = &axis.law;
        let elastic = law.stiffness * (data.balance_coordinates[axis.coordinate] - law.rest);
        let given = axis.effort.map_or(0.0, |node| data.values.scalar(node));
        let turns = model.coordinates[axis.coordinate].is_angle();
        see((elastic.abs() + given.abs()) / if turns { model.extent } else { 1.0 });
    }
    largest
}

/// Whether a step goes the way that all forces push at its beginning, which one across a saddle does not, and
/// those applied do work along it, with their mean at both ends.
fn does_work(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    scheme: &Scheme,
    pushes: &[f64],
    before: &[Vector3<f64>],
) -> bool {
    applied_forces(model, data, scheme);
    let mut push = 0.0;
    for unit in &model.units {
        let Some(group) = unit.group else { continue };
        let at = model.structure.offset(group);
        let three = |at: usize| Vector3::from_column_slice(&pushes[at..at + 3]);
        push += three(at).dot(&data.displacements[unit.block]);
        if let UnitKind::Body { .. } = unit.kind {
            let turn: Vector3<f64> = (unit.block + 1..unit.block + 4)
                .map(|index| data.state.positions[index].cross(&data.displacements[index]) * 0.5)
                .sum();
            push += three(at + 3).dot(&turn);
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
            let scale = if index == unit.block { model.extent } else { 1.0 };
            largest = largest.max(data.displacements[index].norm() / scale);
        }
    }
    largest
}

fn turns_far(model: &ConstrainedModel, data: &ConstrainedData) -> bool {
    let bodies = model.units.iter().filter(|unit| unit.group.is_some()).any(|unit| {
        data.displacements[unit.block + 1..unit.block + unit.blocks()]
            .iter()
            .any(|displacement| displacement.norm() > FARTHEST_TURN)
    });
    bodies
        || model.distances.iter().any(|link| {
            let turn = model.vectors.value(link.vector, &data.displacements);
            turn.norm() > FARTHEST_TURN * link.length
        })
}

/// By the softest motion: inverse iteration with `K + μ M` finds the smallest eigenvalue above `-μ`, and one
/// below it by its sign. `K` is the stiffness on the constraints; Rayleigh's quotient tells of a
/// negative eigenvalue with certainty.
fn is_unstable(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    resistance: f64,
    compliance: f64,
    rolling: bool,
) -> bool {
    let scheme = Scheme::rest(resistance, compliance, rolling);
    fill(model, data, &scheme, Wanted::Newton);
    if refined::factor(model, data, &scheme).is_err() {
        return false;
    }
    // Any direction will do that is not special.
    let mut seed = 1_u64;
    for direction in &mut data.correction {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        *direction = (seed >> 11) as f64 / (1_u64 << 53) as f64 - 0.5;
    }
    let mut quotient = f64::INFINITY;
    for iteration in 0..MOST_INVERSE_ITERATIONS {
        inertia_of(model, data);
        let norm: f64 = data.correction.iter().zip(&data.right_side).map(|(x, m)| x * m).sum();
        if norm <= 0.0 || norm.is_nan() {
            return false;
        }
        let factor = 1.0 / norm.sqrt();
        for (x, m) in data.correction.iter_mut().zip(&mut data.right_side) {
            *x *= factor;
            *m *= factor;
        }
        // m = M x with x'Mx = 1; solved for y, the quotient of y is at most the one of x.
        let weights = data.right_side.clone();
        data.factorization.solve(&model.structure, &mut data.right_side);
        let product: f64 = weights.iter().zip(&data.right_side).map(|(m, y)| m * y).sum();
        data.correction.copy_from_slice(&data.right_side);
        let next = 1.0 / product - resistance;
        // The first directions do not satisfy the constraints.
        if iteration > 1 && (next - quotient).abs() <= 1e-6 * resistance {
            quotient = next;
            break;
        }
        quotient = next;
    }
    quotient < -1e-7 * resistance
}

/// `data.right_side` becomes the inertia of the accelerations `data.correction`.
fn inertia_of(model: &ConstrainedModel, data: &mut ConstrainedData) {
    data.accelerations.fill(Vector3::zeros());
    for unit in &model.units {
        let Some(group) = unit.group else { continue };
        let at = model.structure.offset(group);
        let x = &data.correction;
        data.accelerations[unit.block] = -Vector3::new(x[at], x[at + 1], x[at + 2]);
        if let UnitKind::Body { .. } = unit.kind {
            let turning = Vector3::new(x[at + 3], x[at + 4], x[at + 5]);
            for director in unit.block + 1..unit.block + 4 {
                data.accelerations[director] = -turning.cross(&data.state.positions[director]);
            }
        }
    }
    data.right_side.fill(0.0);
    collect_inertia(model, data);
    data.accelerations.fill(Vector3::zeros());
}
