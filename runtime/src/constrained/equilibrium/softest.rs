//! The softest motion of a state of rest, which tells a minimum from a saddle, and the way down from one.

use std::sync::atomic::AtomicBool;

use nalgebra::Vector3;

use super::super::balance::{Wanted, collect_inertia, fill};
use super::super::data::ConstrainedData;
use super::super::jacobian::inertia_diagonal;
use super::super::kkt::product_of_magnitudes;
use super::super::model::ConstrainedModel;
use super::super::modes::{ByStrains, falls_by_strains};
use super::super::newton::correct;
use super::super::refined;
use super::super::scheme::Scheme;
use super::super::vectors::VectorId;

/// Iterations for the softest motion, with each shift.
const MOST_INVERSE_ITERATIONS: usize = 60;
/// Shifts, in multiples of what resists usually at the start. Inverse iteration finds what is nearest to its shift, so a
/// small one finds what is nearly neutral, and overlooks what falls steeply.
const SHIFTS: [f64; 3] = [1.0, 1e3, 1e6];
/// Those between, where signs say that something falls.
const MORE_SHIFTS: [f64; 7] = [0.1, 10.0, 30.0, 1e2, 3e2, 1e4, 1e5];
/// What falls less steeply than this share of what resists usually is not told by signs.
const STEEP: f64 = 1e-2;
/// Nor less steeply than this share of what the stiffest place would make of all mass: a free motion
/// leaves of its pivot what rounding of that is.
const BY_SIGNS: f64 = 1e4 * f64::EPSILON;
/// How often the smallest shift follows what is found, and the shares of it between which it does.
const MOST_REFINEMENTS: usize = 4;
const SMALLEST_SHARE: f64 = 1e-7;
const LARGEST_SHARE: f64 = 0.1;
/// A quotient below this share of its own terms is not told from zero: what else there is, however violent, is no
/// measure of it. Its terms count as no more than what resists usually, and as no less than a share of that, as forces
/// that are left over are told by the largest.
const NEUTRAL: f64 = 1e-7;
const OF_USUAL: f64 = 1e-2;
/// Nor below this share of what is rounded in it.
const OF_ROUNDING: f64 = 100.0 * f64::EPSILON;
/// More than this share of what resists usually is not to fall without being told, whatever rounding makes of it.
const HIDDEN: f64 = 1e-3;
/// Of a negative quotient: `K` is not quite symmetric where moments act on bodies, so one that still changes by more
/// tells nothing.
const SETTLED: f64 = 1e-3;
/// Of what inertia alone would move: below, everything is held, and only rounding moves.
const GIVES_WAY: f64 = 1e-9;
/// A saddle is left by this share of the extent, of a link or of a radian.
const AWAY: f64 = 0.05;

/// What a small push does to a state of rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Stability {
    Stable,
    /// It falls in the direction `data.correction`; how steeply, 1/s^2.
    Falls(f64),
    /// Signs of pivots say that it falls, but the direction was not found.
    FallsSomewhere,
    /// Rounding hides it.
    Untold,
}

/// Of the state of `data`, in whose residuals the forces are; they are lost.
///
/// Inverse iteration may overlook what falls neither slowly nor as steeply as its shifts. Signs of pivots do not, but
/// where they cannot be counted the iteration alone decides. Of very many pieces either is rounding, and strains decide.
pub(super) fn stability(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    usual: f64,
    compliance: f64,
    (rolling, cancel): (bool, &AtomicBool),
) -> Stability {
    // Forces on bodies turn with them, which the matrix needs; inertia takes their place afterwards.
    let residuals = data.residuals.clone();
    let mut is_drowned = false;
    let mut direction = |data: &mut ConstrainedData, shifts: &[f64]| {
        let mut found = shifts
            .iter()
            .map(|&shift| falling(model, data, (shift, usual), (compliance, rolling), &residuals));
        found.find_map(|found| match found {
            Way::Down(steepness) => Some(steepness),
            Way::Drowned => {
                is_drowned = true;
                None
            }
            Way::None => None,
        })
    };
    if let Some(steepness) = direction(data, &SHIFTS) {
        return Stability::Falls(steepness);
    }
    data.residuals.copy_from_slice(&residuals);
    let by_signs = falls(model, data, STEEP * usual, (compliance, rolling));
    if by_signs && let Some(steepness) = direction(data, &MORE_SHIFTS) {
        return Stability::Falls(steepness);
    }
    if !is_drowned {
        return if by_signs { Stability::FallsSomewhere } else { Stability::Stable };
    }
    match falls_by_strains(model, data, cancel) {
        ByStrains::Falls(steepness) => Stability::Falls(steepness),
        ByStrains::Stands if !by_signs => Stability::Stable,
        ByStrains::Stands | ByStrains::Untold => Stability::Untold,
    }
}

/// What an iteration comes to.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    /// So steeply, 1/s^2.
    Down(f64),
    /// What rounding may make of the softest motion is more than what it is, and more than may fall unseen.
    Drowned,
    None,
}

/// The direction in which a state of rest falls, if one is found, as `data.correction`, and how steeply: minus
/// its eigenvalue, 1/s^2. What it gives belongs to displacements only.
///
/// Inverse iteration with `K + σ M`, with `σ` a multiple `shift` of `usual` (1/s^2), where `K` is the stiffness on the
/// constraints, finds an eigenvalue near `-σ`; with one of its own size it does so quickly. Rayleigh's quotient tells of
/// a negative one with certainty.
fn falling(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    (shift, usual): (f64, f64),
    (compliance, rolling): (f64, bool),
    residuals: &[Vector3<f64>],
) -> Way {
    seed(model, data);
    let mut scheme = Scheme::rest(usual * shift, compliance, rolling);
    let Some(mut found) = softest(model, data, &scheme, residuals) else { return Way::None };
    let refinements = if shift == SHIFTS[0] { MOST_REFINEMENTS } else { 0 };
    for _ in 0..refinements {
        let Some(nearer) = nearer(&found, scheme.inertia) else { break };
        scheme = Scheme::rest(nearer, compliance, rolling);
        let Some(next) = softest(model, data, &scheme, residuals) else { return Way::None };
        found = next;
    }
    let Found { quotient, settled } = found;
    let rounded = rounded(model, data);
    let own = (rounded - scheme.inertia).max(0.0);
    let neutral = NEUTRAL * own.clamp(OF_USUAL * usual, usual);
    let noise = OF_ROUNDING * rounded;
    if -quotient > neutral.max(noise) {
        let is_certain = settled || is_symmetric(model);
        return if is_certain { Way::Down(-quotient) } else { Way::None };
    }
    let is_hidden = quotient.abs() <= noise && noise > HIDDEN * usual;
    if is_hidden { Way::Drowned } else { Way::None }
}

/// Whether anything falls more steeply than `steep`, 1/s^2, and than rounding of the stiffest makes a free motion fall: each
/// multiplier makes one eigenvalue of the whole matrix negative, and what else is negative falls.
fn falls(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    steep: f64,
    (compliance, rolling): (f64, bool),
) -> bool {
    let mut scheme = Scheme::rest(steep, compliance, rolling);
    fill(model, data, &scheme, Wanted::Newton);
    let told = BY_SIGNS * stiffest_place(model, data);
    if told > steep {
        scheme = Scheme::rest(told, compliance, rolling);
        fill(model, data, &scheme, Wanted::Newton);
    }
    let negatives = refined::negatives(model, data, &scheme);
    matches!(negatives, Ok(Some(count)) if count > model.multipliers.len())
}

/// What resists the displacement of a place at the most, by the mass of everything, 1/s^2.
fn stiffest_place(model: &ConstrainedModel, data: &ConstrainedData) -> f64 {
    let masses = inertia_diagonal(model, &data.state.positions);
    let (mut stiffest, mut mass): (f64, f64) = (0.0, 0.0);
    for unit in model.units.iter().filter(|unit| unit.is_place()) {
        let Some(group) = unit.group else { continue };
        let Some(block) = model.structure.block(group, group) else { continue };
        mass += masses[model.structure.offset(group) + unit.row];
        let own = (unit.row..unit.row + 3).map(|k| data.matrix[block.at(k, k)].abs());
        stiffest = own.fold(stiffest, f64::max);
    }
    if mass > 0.0 { stiffest / mass } else { 0.0 }
}

/// Where the iteration for the softest motion has come to.
#[derive(Clone, Copy, Debug)]
struct Found {
    /// 1/s^2: the square of a frequency where it is positive.
    quotient: f64,
    settled: bool,
}

/// A shift nearer to what was found with another one: slow motions converge as slowly as they differ, in shares of the
/// shift. It goes down by no more than leaves out nothing that falls, unless what was found does so.
fn nearer(found: &Found, shift: f64) -> Option<f64> {
    let Found { quotient, settled } = *found;
    if !(SMALLEST_SHARE..LARGEST_SHARE).contains(&(quotient.abs() / shift)) {
        return None;
    }
    let own = 3.0 * quotient.abs();
    if quotient >= 0.0 { Some(own.max(LARGEST_SHARE * shift)) } else { (!settled).then_some(own) }
}

/// Bodies have moments that act on them.
fn is_symmetric(model: &ConstrainedModel) -> bool {
    model.moving_bodies().next().is_none()
}

/// A direction to begin with in `data.correction`: any will do that is not special, with as much of the norm in
/// what is light as in what is heavy. What begins as a millionth of it would be overlooked.
pub(super) fn seed(model: &ConstrainedModel, data: &mut ConstrainedData) {
    let masses = inertia_diagonal(model, &data.state.positions);
    let mut seed = 1_u64;
    for (direction, mass) in data.correction.iter_mut().zip(&masses) {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let number = (seed >> 11) as f64 / (1_u64 << 53) as f64 - 0.5;
        *direction = if *mass > 0.0 { number / mass.sqrt() } else { 0.0 };
    }
}

/// What is rounded in the quotient of `data.correction`: `|x|'|K + σ M||x| / x'Mx`, 1/s^2.
fn rounded(model: &ConstrainedModel, data: &mut ConstrainedData) -> f64 {
    for &(_, unknown, _) in &model.multipliers {
        data.correction[unknown] = 0.0;
    }
    inertia_of(model, data);
    let ConstrainedData { correction, right_side, matrix, terms, .. } = data;
    product_of_magnitudes(&model.structure, matrix, correction, terms);
    let dot = |all: &[f64]| correction.iter().zip(all).map(|(x, y)| x.abs() * y.abs()).sum::<f64>();
    dot(terms) / dot(right_side)
}

/// Rayleigh's quotient of the direction that it leaves in `data.correction`, where it begins from the one there.
fn softest(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    scheme: &Scheme,
    residuals: &[Vector3<f64>],
) -> Option<Found> {
    let shift = scheme.inertia;
    // Factoring uses the place of corrections.
    let begin = data.correction.clone();
    data.residuals.copy_from_slice(residuals);
    fill(model, data, scheme, Wanted::Newton);
    refined::factor(model, data, scheme).ok()?;
    data.correction.copy_from_slice(&begin);
    let symmetric = is_symmetric(model);
    let mut quotient = f64::INFINITY;
    for iteration in 0..MOST_INVERSE_ITERATIONS {
        inertia_of(model, data);
        let norm: f64 = data.correction.iter().zip(&data.right_side).map(|(x, m)| x * m).sum();
        if norm <= 0.0 || norm.is_nan() {
            return None;
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
        if product.abs() * shift < GIVES_WAY {
            return None;
        }
        data.correction.copy_from_slice(&data.right_side);
        let next = 1.0 / product - shift;
        // The first directions do not satisfy the constraints.
        let change = (next - quotient).abs();
        let certain = symmetric || next >= 0.0 || change <= SETTLED * next.abs();
        if iteration > 1 && change <= 1e-6 * shift && certain {
            return Some(Found { quotient: next, settled: true });
        }
        quotient = next;
    }
    Some(Found { quotient, settled: false })
}

/// Moves the state along `data.correction`, as far as makes a difference and no further.
pub(super) fn leave_saddle(model: &ConstrainedModel, data: &mut ConstrainedData) {
    let mut largest: f64 = 0.0;
    for unit in &model.units {
        let Some(at) = unit.first_unknown(&model.structure) else { continue };
        for k in 0..unit.unknowns() {
            let scale = unit.scale(k, model.extent);
            largest = largest.max(data.correction[at + k].abs() / scale);
        }
    }
    data.multipliers.copy_from_slice(&data.state.multipliers);
    data.displacements.fill(Vector3::zeros());
    // So small that lines turn in proportion.
    let small = 1e-6 / largest;
    correct(model, data, small);
    let mut see = |vector: VectorId, length: f64| {
        let turned = model.vectors.value(vector, &data.displacements).norm() / (small * length);
        largest = largest.max(turned);
    };
    model.equations.distances.iter().for_each(|link| see(link.vector(), link.length()));
    model.elements.lines(see);
    let amplitude = AWAY / largest;
    data.displacements.fill(Vector3::zeros());
    correct(model, data, amplitude);
    for (position, displacement) in data.state.positions.iter_mut().zip(&data.displacements) {
        *position += displacement;
    }
    let positions = &data.state.positions;
    model.follow(|id| model.vectors.value(id, positions), &mut data.state.coordinates);
}

/// `data.right_side` becomes the inertia of the accelerations `data.correction`.
/// Known units have none.
pub(super) fn inertia_of(model: &ConstrainedModel, data: &mut ConstrainedData) {
    data.accelerations.fill(Vector3::zeros());
    for unit in &model.units {
        let Some(at) = unit.first_unknown(&model.structure) else { continue };
        let accelerations = &mut data.accelerations;
        let unknowns = (at, &data.correction[..]);
        unit.moved(unknowns, &data.state.positions, |block, by| accelerations[block] = -by);
    }
    data.right_side.fill(0.0);
    collect_inertia(model, data);
    data.accelerations.fill(Vector3::zeros());
}
