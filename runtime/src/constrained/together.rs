//! Positions that are moved onto the constraints.
//!
//! By Newton's method, `A δ = J'ι`, `J δ = -g`: of all ways the one with the least `δ'Aδ`. `A` is the mass matrix: parts
//! move the less the heavier they are. Where ropes stretch, the light piece beside the gap would take all of it then, and
//! store far more than the rope would that gives way in all its length; so there it is tried with the slopes of all
//! forces as well, `A = K + ρ M` with a small `ρ`, which keeps regular what nothing resists. What leaves less
//! energy stored is taken.

use nalgebra::{Matrix4, Rotation3, Vector3};

use super::data::{ConstrainedData, State};
use super::dependence::fill_at_state;
use super::energy::energies;
use super::equilibrium::forces_left;
use super::model::ConstrainedModel;
use super::refined;
use super::scheme::Scheme;
use super::units::{UnitKind, spin};
use super::velocities::make_heavy;
use super::watch;
use crate::mechanism::Energies;

/// Of Newton's method.
const ITERATIONS: usize = 40;
/// `ρ` as a share of the largest stiffness over its mass: far below the slowest waves along ropes of a thousand pieces.
const SHARE: f64 = 1e-9;
/// What moves so many times as far as by masses alone was pushed by forces that are about to give way.
const FARTHER: f64 = 10.0;

/// Why positions are where they were.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parted {
    /// Newton's method did not come to an end.
    Open,
    /// The matrix is singular.
    Singular,
}

/// What resists being moved.
#[derive(Clone, Copy, Debug)]
struct Metric<'a> {
    /// Where slopes of forces do: what masses are times beside them, 1/s². Otherwise masses alone.
    slopes: Option<f64>,
    /// Units that stay.
    kept: &'a [usize],
}

/// Moves positions until nothing is open by more than steps leave; the units `kept` stay. Centres of mass keep their velocities.
/// After an error they are somewhere between.
pub(super) fn bring_together(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    kept: &[usize],
) -> Result<(), Parted> {
    let stretches = model.mechanism.cables.iter().any(|cable| cable.pieces.kind.stretches());
    let by_masses = Metric { slopes: None, kept };
    if !stretches {
        return close(model, data, by_masses);
    }
    let begin = data.state.clone();
    let by_mass = close(model, data, by_masses);
    let moved = farthest(&begin.positions, &data.state.positions);
    let mut best = (potential(model, data), data.state.clone());
    let mut found = by_mass;
    data.state.copy_from(&begin);
    let metric = Metric { slopes: Some(resistance(model, data)), kept };
    for slack in [false, true] {
        // What was slack at first is taut where all has been closed, and takes no more than its share then.
        if slack && begin_anew(model, data, &begin, metric).is_none() {
            break;
        }
        if close(model, data, metric).is_err() {
            break;
        }
        let own = potential(model, data);
        let is_near = farthest(&begin.positions, &data.state.positions) <= FARTHER * moved;
        if found.is_err() || own < best.0 && is_near {
            (best, found) = ((own, data.state.clone()), Ok(()));
        }
    }
    data.state.copy_from(&best.1);
    model.vectors.evaluate(&data.state.positions, &mut data.at.end);
    found
}

/// The energies in the state, with what loads were when they were evaluated last.
fn stored(model: &ConstrainedModel, data: &ConstrainedData) -> Energies {
    let state = &data.state;
    let motion = model.motion(state);
    energies(model, &data.values, &motion, &state.coordinates, &state.creep)
}

/// J, in the state.
fn potential(model: &ConstrainedModel, data: &ConstrainedData) -> f64 {
    let stored = stored(model, data);
    stored.elastic + stored.gravity
}

/// J, in the state.
pub(super) fn elastic(model: &ConstrainedModel, data: &ConstrainedData) -> f64 {
    stored(model, data).elastic
}

/// The largest distance between two positions of one block: m, or a chord.
pub(super) fn farthest(from: &[Vector3<f64>], to: &[Vector3<f64>]) -> f64 {
    let moved = from.iter().zip(to).map(|(from, to)| (to - from).norm());
    moved.fold(0.0, |most, own| if own > most || own.is_nan() { own } else { most })
}

/// A small one, of the stiffest place.
fn resistance(model: &ConstrainedModel, data: &mut ConstrainedData) -> f64 {
    fill_at_state(model, data);
    let masses = diagonal(model, data);
    fill_slopes(model, data, &Scheme::rest(0.0, 1.0, false));
    let both = masses.iter().zip(diagonal(model, data)).filter(|(mass, _)| **mass > 0.0);
    let stiffest = both.map(|(mass, slope)| slope / mass).fold(0.0, f64::max);
    if stiffest > 0.0 && stiffest.is_finite() { SHARE * stiffest } else { 1.0 }
}

/// Of the matrix, for all places.
fn diagonal(model: &ConstrainedModel, data: &ConstrainedData) -> Vec<f64> {
    let places = model.units.iter().filter(|unit| unit.is_place());
    let each = places.filter_map(|unit| {
        let block = model.structure.block(unit.group?, unit.group?)?;
        Some((0..3).map(move |k| block.at(unit.row + k, unit.row + k)))
    });
    each.flatten().map(|at| data.matrix[at]).collect()
}

/// Fills the matrix at the state with what forces do there.
fn fill_slopes(model: &ConstrainedModel, data: &mut ConstrainedData, scheme: &Scheme) {
    data.velocity_offsets.fill(Vector3::zeros());
    data.acceleration_offsets.fill(Vector3::zeros());
    forces_left(model, data, scheme);
}

/// Newton's method until nothing is open any more, in a metric.
fn close(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    metric: Metric<'_>,
) -> Result<(), Parted> {
    for _ in 0..ITERATIONS {
        let Some(left) = watch::open(model, data) else {
            // A run pays for what is left open with the force of the constraint.
            return approach(model, data, metric).ok_or(Parted::Singular);
        };
        if !left.amount.is_finite() {
            break;
        }
        approach(model, data, metric).ok_or(Parted::Singular)?;
    }
    Err(Parted::Open)
}

/// How far positions are open in the state; nothing in rows of displacements. The matrix is that of masses then.
fn residuals(model: &ConstrainedModel, data: &mut ConstrainedData) -> Vec<f64> {
    fill_at_state(model, data);
    let mut residuals = vec![0.0; data.right_side.len()];
    for &unknown in &model.position_multipliers {
        residuals[unknown] = data.right_side[unknown];
    }
    residuals
}

/// Factors the matrix of a metric in the state, where that of masses has been filled. `None` where it is singular.
fn factor(model: &ConstrainedModel, data: &mut ConstrainedData, metric: Metric<'_>) -> Option<()> {
    let scheme = match metric.slopes {
        None => Scheme::instant(),
        Some(resistance) => {
            let rolling = model.equations.user.iter().any(|own| !own.holonomic);
            let scheme = Scheme::rest(resistance, 1.0 / resistance, rolling);
            fill_slopes(model, data, &scheme);
            scheme
        }
    };
    make_heavy(model, data, metric.kept);
    refined::factor(model, data, &scheme).ok()
}

/// One step of Newton's method. `None` where the matrix is singular.
fn approach(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    metric: Metric<'_>,
) -> Option<()> {
    let residuals = residuals(model, data);
    factor(model, data, metric)?;
    follow(model, data, &residuals);
    Some(())
}

/// The first step from `begin` with the matrix of the present state.
fn begin_anew(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    begin: &State,
    metric: Metric<'_>,
) -> Option<()> {
    let here = data.state.clone();
    data.state.copy_from(begin);
    let residuals = residuals(model, data);
    data.state.copy_from(&here);
    fill_at_state(model, data);
    factor(model, data, metric)?;
    data.state.copy_from(begin);
    follow(model, data, &residuals);
    Some(())
}

/// Moves everything by the solution for what is open.
fn follow(model: &ConstrainedModel, data: &mut ConstrainedData, residuals: &[f64]) {
    data.right_side.copy_from_slice(residuals);
    refined::solve(model, data);
    for unit in &model.units {
        let Some(at) = unit.first_unknown(&model.structure) else { continue };
        let three = |at: usize| Vector3::from_column_slice(&data.right_side[at..at + 3]);
        let first = unit.block;
        match &unit.kind {
            UnitKind::Node | UnitKind::Slope => data.state.positions[first] += three(at),
            UnitKind::Body { inertia } => {
                data.state.positions[first] += three(at);
                let rates = spin(&data.state.positions, &data.state.velocities, first);
                let turn = Rotation3::new(three(at + 3));
                let arm = arm_of_centre(inertia, &data.state.positions[first + 1..first + 4]);
                // The centre of mass keeps its velocity.
                data.state.velocities[first] += rates.cross(&(arm - turn * arm));
                for director in first + 1..first + 4 {
                    data.state.positions[director] = turn * data.state.positions[director];
                    data.state.velocities[director] = rates.cross(&data.state.positions[director]);
                }
            }
            &UnitKind::SlopeAlong { body, .. } => {
                // Its body, which comes before it, has turned.
                let turn = Rotation3::new(three(at - 3));
                let along = data.state.positions[body + 3];
                let length = along.dot(&(turn * data.state.positions[first]));
                data.state.positions[first] = along * (length + data.right_side[at]);
                data.state.velocities[first] = turn * data.state.velocities[first];
            }
        }
    }
    model.vectors.evaluate(&data.state.positions, &mut data.at.end);
    model.follow(|id| data.at.end.of(id), &mut data.state.coordinates);
}

/// From a body's origin to its centre of mass, m; from the directors.
fn arm_of_centre(inertia: &Matrix4<f64>, directors: &[Vector3<f64>]) -> Vector3<f64> {
    if inertia[(0, 0)] <= 0.0 {
        return Vector3::zeros();
    }
    let moments = (1..4).zip(directors);
    moments.map(|(k, director)| director * (inertia[(0, k)] / inertia[(0, 0)])).sum()
}
