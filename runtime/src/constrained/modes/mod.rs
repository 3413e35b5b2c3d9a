//! Natural frequencies, damping and shapes of small motions about a state that stays.
//!
//! | file | holds |
//! |---|---|
//! | `steady` | whether a state stays, but for rotors |
//! | `linearized` | stiffness, damping and inertia there |
//! | `operator` | products with these, solutions, and how many modes are below a frequency |
//! | `strained` | forces of a small motion from what it strains |
//! | `left_over` | what a damped motion leaves over, and how fast it is by what it strains |
//! | `undamped`, `damped` | the lowest modes |
//! | `mended` | those that sums of stiffnesses have lost, by what they strain |
//! | `falling` | whether a state of rest falls by any of them |
//! | `harmonic` | the motion that an input keeps up |
//! | `reduced` | the equations in independent coordinates |

mod damped;
mod falling;
mod harmonic;
mod left_over;
mod linearized;
mod mended;
mod operator;
mod reduced;
mod steady;
mod strained;
mod undamped;

use std::sync::atomic::AtomicBool;

use nalgebra::Complex;
use rustc_hash::FxHashMap;

use super::data::ConstrainedData;
use super::equilibrium::forces_left;
use super::model::ConstrainedModel;
use super::scheme::Scheme;
use super::units::Unit;
use crate::mechanism::SmallMotion;
use damped::{Free, Shifts};
pub(in crate::constrained) use falling::{ByStrains, falls_by_strains};
pub(in crate::constrained) use harmonic::cancelled;
pub(crate) use harmonic::{Cause, Harmonic};
use left_over::size;
use linearized::Linearized;
use operator::{Operator, add, dot};
pub(crate) use reduced::Reduced;
pub(crate) use steady::Unsteady;
use undamped::Undamped;

/// Of stiffnesses between two motions, one way and the other: what differs by more has no potential.
const SYMMETRIC: f64 = 1e-8;
/// A residual of a vector that is none of a mode.
const NONE: f64 = 0.1;
/// And of one that is not to be believed.
const UNSURE: f64 = 1e-5;
/// The same where what acts is the same both ways: the frequency is off by its square, as that is
/// found from what is strained.
const MISSHAPEN: f64 = 1e-3;
/// Of a shift: where all motions are known, what is faster than this cannot be told from what has no inertia.
const FASTEST: f64 = 1e9;
/// A rate of growth, as a share of how fast a motion is.
const GROWS: f64 = 1e-9;

/// A small motion `Re(x exp(λt))`.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    /// 1/s; zero for what moves freely.
    pub(crate) value: Complex<f64>,
    /// What the forces that are left over in it displace, as a share of how far it goes.
    pub(crate) residual: f64,
    /// The share of its frequency that it may be off by.
    pub(crate) unsure: f64,
    /// Of all unknowns, real and imaginary part.
    pub(super) vector: [Vec<f64>; 2],
}

impl Shape {
    /// Whether it grows by itself, and by more than rounding may make of it.
    pub(crate) fn grows(&self) -> bool {
        self.value.re > GROWS.max(self.unsure) * self.value.norm()
    }

    fn undamped(square: f64, [residual, unsure]: [f64; 2], vector: Vec<f64>) -> Self {
        let value = match square {
            square if square >= 0.0 => Complex::new(0.0, square.sqrt()),
            // It falls as it rises; the first is what happens.
            square => Complex::new((-square).sqrt(), 0.0),
        };
        let still = vec![0.0; vector.len()];
        Self { value, residual, unsure, vector: [vector, still] }
    }

    /// Of small motions of bodies and cables, the slowest first.
    pub(super) fn of_bodies(model: &ConstrainedModel, motions: &[SmallMotion]) -> Vec<Self> {
        let units = model.units.iter().filter(|unit| unit.is_place());
        let first = |unit: &Unit| Some((unit.block, unit.first_unknown(&model.structure)?));
        let firsts: FxHashMap<usize, usize> = units.filter_map(first).collect();
        let shape = |motion: &SmallMotion| {
            let mut vector = vec![0.0; model.structure.unknowns()];
            for (block, [turn, shift]) in model.whereabouts.bodies.iter().zip(&motion.bodies) {
                if let Some(&first) = firsts.get(block) {
                    vector[first..first + 3].copy_from_slice(shift.as_slice());
                    vector[first + 3..first + 6].copy_from_slice(turn.as_slice());
                }
            }
            let cables = model.whereabouts.nodes.iter().zip(&motion.cables);
            for (block, gone) in cables.flat_map(|(blocks, nodes)| blocks.iter().zip(nodes)) {
                if let Some(&first) = block.as_ref().and_then(|block| firsts.get(block)) {
                    vector[first..first + 3].copy_from_slice(gone.as_slice());
                }
            }
            Self::undamped(motion.square, [motion.residual; 2], vector)
        };
        let mut shapes: Vec<Self> = motions.iter().map(shape).collect();
        slowest_first(&mut shapes);
        shapes
    }
}

/// What is found.
#[derive(Clone, Debug)]
pub(crate) struct Shapes {
    /// The slowest first: free motions, then by `|λ|`.
    pub(crate) shapes: Vec<Shape>,
    /// What a reader should know.
    pub(crate) notes: Vec<String>,
    /// Whether the search came upon others, which may be slower: then numbers of modes mean nothing.
    pub(crate) is_incomplete: bool,
}

/// Why nothing is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Trouble {
    Cancelled,
    Unsteady(Unsteady),
    /// No shift makes the matrices regular.
    Singular,
    /// Eigenvalues are not found, as too many are nearly one.
    Crowded,
    /// What is found does not satisfy the equations.
    Inexact,
}

/// Whether nothing turns in the state of `data`; one that does not stay is an error.
pub(super) fn is_still(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
) -> Result<bool, Trouble> {
    let rotors = steady::rotors(model, data).map_err(Trouble::Unsteady)?;
    steady::hold(model, data).map_err(Trouble::Unsteady)?;
    Ok(rotors.is_empty())
}

/// The lowest so many of `freedoms` in the state of `data`, which is one of rest, or is looked at for whether it stays.
pub(super) fn find(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    (wanted, freedoms): (usize, usize),
    is_at_rest: bool,
    cancel: &AtomicBool,
) -> Result<Shapes, Trouble> {
    let rotors = match is_at_rest {
        true => Vec::new(),
        false => steady::rotors(model, data).map_err(Trouble::Unsteady)?,
    };
    if !is_at_rest {
        steady::hold(model, data).map_err(Trouble::Unsteady)?;
    }
    let left = forces_left(model, data, &Scheme::rest(0.0, 0.0, false));
    let noise = left.size * model.units.len() as f64 / model.extent;
    let linear = Linearized::new(model, data, &rotors);
    let usual = usual(model, &linear, left.largest);
    let mut operator = Operator::new(model, data, &linear);
    let undamped = undamped::lowest(&mut operator, (wanted, freedoms), (usual, noise), cancel)?;
    if undamped.modes.is_empty() {
        return Ok(Shapes { shapes: Vec::new(), notes: Vec::new(), is_incomplete: false });
    }
    let is_symmetric = is_symmetric(&mut operator, &undamped.modes, noise);
    let mut notes = Vec::new();
    if is_symmetric && !linear.is_damped() {
        if !undamped.counted {
            notes.push(UNCOUNTED.to_owned());
        }
        let mut shapes = undamped_shapes(&mut operator, &undamped);
        let before = shapes.len();
        // Zero is what cannot be told from it.
        shapes.retain(|shape| shape.value == Complex::new(0.0, 0.0) || shape.residual < MISSHAPEN);
        if shapes.is_empty() && before > 0 {
            return Err(Trouble::Inexact);
        }
        let is_incomplete = shapes.len() < before;
        if is_incomplete {
            notes.push(left_out(before - shapes.len()));
        }
        return Ok(Shapes { shapes, notes, is_incomplete });
    }
    let is_reciprocal = rotors.is_empty() && resists_alike(&mut operator, &undamped.modes);
    let squares = undamped.modes.iter().map(|mode| mode.square.abs());
    let squares = squares.filter(|square| *square > 0.0);
    let found = squares.reduce(f64::min);
    let slowest = found.unwrap_or(undamped.shift);
    let shifts = Shifts { above: undamped.shift.sqrt(), slowest: slowest.sqrt() };
    let mut free = undamped;
    let free_ones = free.modes.iter().take_while(|mode| is_symmetric && mode.square == 0.0).count();
    free.modes.truncate(free_ones);
    let unresisted = unresisted(&mut operator, &free.modes);
    let resisted = is_symmetric.then(|| free.modes.len() - unresisted.len());
    let moving = Free { unresisted: &unresisted, resisted };
    let is_reciprocal = is_symmetric && is_reciprocal;
    let ways = (shifts, is_reciprocal);
    let damped = damped::lowest(&mut operator, (wanted, freedoms), ways, moving, cancel)?;
    let is_whole = damped.is_whole;
    let mut shapes: Vec<Shape> = undamped_shapes(&mut operator, &free);
    let most = if is_reciprocal { MISSHAPEN } else { UNSURE };
    let mut unsure = 0;
    for damped::Damped { value, vector, residual, unsure: off } in damped.modes {
        // Rounding of what has no inertia looks like a motion, which satisfies no equation.
        if residual < most {
            shapes.push(Shape { value, residual, unsure: off, vector });
        } else if residual < NONE || is_whole && value.norm() < FASTEST * shifts.above {
            unsure += 1;
        }
    }
    let moving = shapes.iter().map(|shape| shape.value.norm()).find(|size| *size > 0.0);
    let is_lost = |size: f64| size > LOST * shifts.slowest;
    if is_symmetric && found.is_some() && !is_whole && moving.is_some_and(is_lost) {
        return Err(Trouble::Inexact);
    }
    shapes.truncate(wanted);
    if unsure > 0 {
        notes.push(left_out(unsure));
    } else if !is_whole {
        notes.push(UNCOUNTED_DAMPED.to_owned());
    }
    let missing = wanted.min(freedoms).saturating_sub(shapes.len());
    let is_lost = !is_symmetric && unsure == 0 && missing > 0;
    if is_lost {
        notes.push(lost(missing));
    }
    Ok(Shapes { shapes, notes, is_incomplete: unsure > 0 || is_lost })
}

/// The equations in the state of `data`, which has been found to stay.
pub(super) fn reduce(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
) -> Result<Reduced, Trouble> {
    if data.state.velocities.iter().any(|velocity| velocity.norm() > 0.0) {
        let why = "something turns in the state: `modes` follows rotors, and `linearize` does not";
        let owner = crate::assembly::Owner::Experiment;
        return Err(Trouble::Unsteady(Unsteady { owner, why: why.to_owned() }));
    }
    let linear = Linearized::new(model, data, &[]);
    reduced::reduced(&mut Operator::new(model, data, &linear))
}

fn left_out(count: usize) -> String {
    format!(
        "{count} of the motions that the search came upon satisfy the equations badly and are left out, so some may be missing \
         here, too: parts that differ much in stiffness or mass do that; `linearize` has all of a small model in `A.csv`"
    )
}

/// Where stiffness is not the same both ways free motions are no eigenvectors to rounding.
fn lost(count: usize) -> String {
    format!(
        "{count} of the motions are missing: where what acts has no potential, those that are free, or nearly so, are not told from rounding; \
         `linearize` has all of a small model in `A.csv`"
    )
}

/// Dampers and rotors make no slowest motion faster than it is without them, so by so much it has been lost to rounding.
const LOST: f64 = 2.0;

const UNCOUNTED: &str = "that no mode is missed could not be shown by counting signs of pivots";
const UNCOUNTED_DAMPED: &str =
    "with damping or rotors, signs of pivots do not count modes: that none is missed is not shown";

/// A scale to begin with, 1/s^2: that at which a pendulum swings, or the largest force on all of the mass, where that is more
/// than rounding.
fn usual(model: &ConstrainedModel, linear: &Linearized, largest: f64) -> f64 {
    let (mut swings, mut heaviest): (f64, f64) = (0.0, 0.0);
    for unit in model.units.iter().filter(|unit| unit.is_place()) {
        let Some(at) = unit.first_unknown(&model.structure) else { continue };
        let mass = linear.masses[at];
        heaviest = heaviest.max(mass);
        if mass > 0.0 {
            swings = swings.max(model.weights[unit.block].norm() / (mass * model.extent));
        }
    }
    if swings == 0.0 && heaviest > 0.0 {
        swings = largest / (heaviest * model.extent);
    }
    let usual = if swings.is_finite() && swings > 0.0 { swings } else { 1.0 };
    usual.max(ROUNDED * f64::EPSILON * stiffest(model, linear))
}

/// Of the stiffest: below it frequencies are rounding, and so is their number.
const ROUNDED: f64 = 1e4;

/// The largest stiffness of a displacement by what it moves, 1/s^2.
fn stiffest(model: &ConstrainedModel, linear: &Linearized) -> f64 {
    let mut stiffest: f64 = 0.0;
    for unit in &model.units {
        let Some(group) = unit.group else { continue };
        let Some(block) = model.structure.block(group, group) else { continue };
        let first = model.structure.offset(group);
        for k in unit.row..unit.row + unit.unknowns() {
            let (stiffness, mass) = (linear.stiffness[block.at(k, k)], linear.masses[first + k]);
            if mass > 0.0 {
                stiffest = stiffest.max(stiffness.abs() / mass);
            }
        }
    }
    stiffest
}

/// Whether stiffness between the softest motions is the same both ways, but for what forces that are left over amount to, `noise`, N/m: these
/// turn with a body that is free to turn.
fn is_symmetric(operator: &mut Operator<'_>, modes: &[Undamped], noise: f64) -> bool {
    let own: Vec<Vec<f64>> =
        modes.iter().map(|mode| operator.displacements_of(&mode.vector)).collect();
    let forces: Vec<Vec<f64>> = own.iter().map(|x| operator.stiffness(x)).collect();
    let size = modes.iter().map(|mode| mode.square.abs()).fold(0.0, f64::max);
    let rounding = own.iter().map(|x| operator.terms(x)).fold(0.0, f64::max) * f64::EPSILON;
    let differ = |a: usize, b: usize| (dot(&own[a], &forces[b]) - dot(&own[b], &forces[a])).abs();
    let loose: Vec<f64> = modes.iter().map(|mode| noise * operator.way(&mode.vector)).collect();
    let is_free = |k: usize| modes[k].square == 0.0;
    let same = |a: usize, b: usize| {
        let left = if is_free(a) || is_free(b) { (loose[a] * loose[b]).sqrt() } else { 0.0 };
        SYMMETRIC * size + 64.0 * rounding + left
    };
    (0..own.len()).all(|a| (0..a).all(|b| differ(a, b) <= same(a, b)))
}

/// Whether damping between the softest motions is the same both ways.
fn resists_alike(operator: &mut Operator<'_>, modes: &[Undamped]) -> bool {
    let own: Vec<Vec<f64>> =
        modes.iter().map(|mode| operator.displacements_of(&mode.vector)).collect();
    let strains: Vec<_> = own.iter().map(|x| operator.resisting_strains(x)).collect();
    let of = |a: usize, b: usize| dot(&own[a], &strains[b].forces);
    let size = (0..own.len()).map(|k| of(k, k).abs()).fold(0.0, f64::max);
    let rounding = strains.iter().map(|own| own.terms).fold(0.0, f64::max) * f64::EPSILON;
    let same = SYMMETRIC * size + 64.0 * rounding;
    (0..own.len()).all(|a| (0..a).all(|b| (of(a, b) - of(b, a)).abs() <= same))
}

/// Those of the free motions that nothing resists either, with what inertia makes of them.
fn unresisted(operator: &mut Operator<'_>, free: &[Undamped]) -> Vec<[Vec<f64>; 2]> {
    let mut found = Vec::new();
    for mode in free {
        let own = operator.displacements_of(&mode.vector);
        let weighed = operator.inertia(&own);
        let resisted = operator.damping(&own);
        let largest = |all: &[f64], masses: &[f64]| -> f64 {
            all.iter()
                .zip(masses)
                .map(|(f, m)| if *m > 0.0 { f * f / m } else { 0.0 })
                .sum::<f64>()
                .sqrt()
        };
        if largest(&resisted, operator.masses()) <= 1e-12 * largest(&weighed, operator.masses()) {
            found.push([own, weighed]);
        }
    }
    found
}

/// With what is off in each, the slowest first: what the forces that are left over in it displace,
/// beside it, where inertia by the shift resists as well. Forces alone would not tell: rounding
/// of where a stiff part goes makes large ones and displaces nothing. And by what its square
/// differs from that of the sums of all terms, where that is not known from what it strains.
fn undamped_shapes(operator: &mut Operator<'_>, lowest: &undamped::Lowest) -> Vec<Shape> {
    let undamped::Lowest { modes, shift, .. } = lowest;
    let is_factored = operator.factor(0.0, *shift).is_ok();
    let slowest = modes.iter().map(|mode| mode.square.abs()).find(|square| *square > 0.0);
    let mut shapes: Vec<Shape> = modes
        .iter()
        .map(|mode| {
            let measure =
                if mode.square == 0.0 { slowest.unwrap_or(1.0) } else { mode.square.abs() };
            let own = operator.displacements_of(&mode.vector);
            let weighed = operator.inertia(&own);
            let mut left = operator.strains(&mode.vector).forces;
            let summed = dot(&own, &operator.stiffness(&mode.vector)) - dot(&own, &left);
            add(&mut left, -mode.square, &weighed);
            let of_forces = size(&left, operator.masses()) / size(&weighed, operator.masses());
            let [off, energy] = match is_factored {
                true => {
                    operator.solve(&mut left);
                    let beside = operator.displacements_of(&left);
                    let moved = dot(&beside, &operator.inertia(&beside));
                    let stored = dot(&beside, &operator.strains(&beside).forces) + shift * moved;
                    let own = dot(&own, &weighed);
                    [(measure + shift) * (moved / own).sqrt(), stored.abs() / own]
                }
                false => [of_forces, f64::INFINITY],
            };
            // What sums of stiffnesses say otherwise is rounding of theirs in one that has been mended.
            let otherwise = if mode.is_mended { 0.0 } else { summed.abs() / dot(&own, &weighed) };
            let residual = off.max(otherwise) / measure;
            let unsure = match mode.rounding {
                // Half of what its square may be off by.
                Some(rounding) => {
                    let off = lowest.off_by_shape(mode.square, [off, energy]);
                    0.5 * (off + rounding) / measure
                }
                None => residual,
            };
            Shape::undamped(mode.square, [residual, unsure], mode.vector.clone())
        })
        .collect();
    slowest_first(&mut shapes);
    shapes
}

/// By `|λ|`.
fn slowest_first(shapes: &mut [Shape]) {
    shapes.sort_by(|a, b| a.value.norm().total_cmp(&b.value.norm()));
}
