//! Positions that are moved onto the constraints.
//!
//! By Newton's method, `A δ = J'ι`, `J δ = -g`: of all ways the one with the least `δ'Aδ`. `A` is the mass matrix: parts
//! move the less the heavier they are. Where ropes stretch, the light piece beside the gap would take all of it then, and
//! store far more than the rope would that gives way in all its length; so there it is tried with the slopes of all
//! forces as well, `A = K + ρ M` with a small `ρ`, which keeps regular what nothing resists. What stores less is taken.

use nalgebra::{Rotation3, Vector3};

use super::data::ConstrainedData;
use super::dependence::fill_at_state;
use super::energy::energies;
use super::equilibrium::forces_left;
use super::jacobian::inertia_diagonal;
use super::model::ConstrainedModel;
use super::refined;
use super::scheme::Scheme;
use super::sources::Motion;
use super::units::{UnitKind, spin};
use super::watch;

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
#[derive(Clone, Copy, Debug, PartialEq)]
enum Metric {
    /// Masses.
    Mass,
    /// Slopes of forces, and masses times the resistance, 1/s^2.
    Stiffness { resistance: f64 },
}

/// Moves positions until nothing is open by more than steps leave. Centres of mass keep their velocities. After an error
/// they are somewhere between.
pub(super) fn bring_together(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
) -> Result<(), Parted> {
    let stretches = model.mechanism.cables.iter().any(|cable| cable.pieces.kind.stretches());
    if !stretches {
        return close(model, data, Metric::Mass);
    }
    let begin = data.state.clone();
    let by_mass = close(model, data, Metric::Mass);
    let moved = farthest(&begin.positions, &data.state.positions);
    let (heavy, stored) = (data.state.clone(), elastic(model, data));
    data.state.copy_from(&begin);
    let resistance = resistance(model, data);
    let by_stiffness = close(model, data, Metric::Stiffness { resistance });
    let is_better = match by_mass {
        Ok(()) => {
            elastic(model, data) < stored
                && farthest(&begin.positions, &data.state.positions) <= FARTHER * moved
        }
        Err(_) => true,
    };
    if by_stiffness.is_ok() && is_better {
        return Ok(());
    }
    data.state.copy_from(&heavy);
    model.vectors.evaluate(&data.state.positions, &mut data.at.end);
    by_mass
}

/// J, in the state, with what loads were when they were evaluated last.
pub(super) fn elastic(model: &ConstrainedModel, data: &ConstrainedData) -> f64 {
    let state = &data.state;
    let (positions, velocities) = (&state.positions, &state.velocities);
    let motion = Motion { vectors: &model.vectors, positions, velocities };
    energies(model, &data.values, &motion, &state.coordinates, &state.creep).elastic
}

/// The largest distance between two positions of one block: m, or a chord.
pub(super) fn farthest(from: &[Vector3<f64>], to: &[Vector3<f64>]) -> f64 {
    let moved = from.iter().zip(to).map(|(from, to)| (to - from).norm());
    moved.fold(0.0, |most, own| if own > most || own.is_nan() { own } else { most })
}

/// A small one, of the stiffest place.
fn resistance(model: &ConstrainedModel, data: &mut ConstrainedData) -> f64 {
    data.velocity_offsets.fill(Vector3::zeros());
    data.acceleration_offsets.fill(Vector3::zeros());
    forces_left(model, data, &Scheme::rest(0.0, 1.0, false));
    let masses = inertia_diagonal(model, &data.state.positions);
    let mut stiffest: f64 = 0.0;
    for unit in model.units.iter().filter(|unit| unit.is_place()) {
        let (Some(group), Some(at)) = (unit.group, unit.first_unknown(&model.structure)) else {
            continue;
        };
        let Some(block) = model.structure.block(group, group) else { continue };
        for k in 0..3 {
            if masses[at + k] > 0.0 {
                let own = data.matrix[block.at(unit.row + k, unit.row + k)];
                stiffest = stiffest.max(own / masses[at + k]);
            }
        }
    }
    if stiffest > 0.0 && stiffest.is_finite() { SHARE * stiffest } else { 1.0 }
}

fn close(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    metric: Metric,
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

/// Fills the matrix in the state, with the residuals of positions on the right side.
fn look(model: &ConstrainedModel, data: &mut ConstrainedData, metric: Metric) -> Scheme {
    fill_at_state(model, data);
    let mut residuals = vec![0.0; data.right_side.len()];
    for &unknown in &model.position_multipliers {
        residuals[unknown] = data.right_side[unknown];
    }
    let scheme = match metric {
        Metric::Mass => Scheme::instant(),
        Metric::Stiffness { resistance } => {
            data.velocity_offsets.fill(Vector3::zeros());
            data.acceleration_offsets.fill(Vector3::zeros());
            let rolling = model.equations.user.iter().any(|own| !own.holonomic);
            let scheme = Scheme::rest(resistance, 1.0 / resistance, rolling);
            forces_left(model, data, &scheme);
            scheme
        }
    };
    data.right_side.copy_from_slice(&residuals);
    scheme
}

/// One step of Newton's method. `None` where the matrix is singular.
fn approach(model: &ConstrainedModel, data: &mut ConstrainedData, metric: Metric) -> Option<()> {
    let scheme = look(model, data, metric);
    let residuals = data.right_side.clone();
    refined::factor(model, data, &scheme).ok()?;
    data.right_side.copy_from_slice(&residuals);
    refined::solve(model, data);
    for unit in &model.units {
        let Some(at) = unit.first_unknown(&model.structure) else { continue };
        let three = |at: usize| Vector3::from_column_slice(&data.right_side[at..at + 3]);
        let (displacement, first) = (three(at), unit.block);
        data.state.positions[first] += displacement;
        if let UnitKind::Body { .. } = unit.kind {
            let rates = spin(&data.state.positions, &data.state.velocities, first);
            let turn = Rotation3::new(three(at + 3));
            let arm = arm_of_centre(&unit.kind, &data.state.positions[first + 1..first + 4]);
            // The centre of mass keeps its velocity.
            data.state.velocities[first] += rates.cross(&(arm - turn * arm));
            for director in first + 1..first + 4 {
                data.state.positions[director] = turn * data.state.positions[director];
                data.state.velocities[director] = rates.cross(&data.state.positions[director]);
            }
        }
    }
    model.vectors.evaluate(&data.state.positions, &mut data.at.end);
    model.follow(|id| data.at.end.of(id), &mut data.state.coordinates);
    Some(())
}

/// From a body's origin to its centre of mass, m; from the directors.
fn arm_of_centre(kind: &UnitKind, directors: &[Vector3<f64>]) -> Vector3<f64> {
    match kind {
        UnitKind::Node | UnitKind::Slope => Vector3::zeros(),
        UnitKind::Body { inertia } if inertia[(0, 0)] > 0.0 => {
            let moments = (1..4).zip(directors);
            moments.map(|(k, director)| director * (inertia[(0, k)] / inertia[(0, 0)])).sum()
        }
        UnitKind::Body { .. } => Vector3::zeros(),
    }
}
