//! What impulses on coordinates do that latches hold.

use cdl_graph::Held;
use nalgebra::Vector3;

use super::data::ConstrainedData;
use super::dependence::{self, fill_at_state};
use super::latches::{Unmet, open};
use super::model::ConstrainedModel;
use super::refined;
use super::scheme::Scheme;
use super::sources::Motion;
use crate::analyses::Answer;

/// A coordinate gives way if its rate changes by one, to so much.
const GIVES_WAY: f64 = 1e-6;

/// How far the coordinates of some latches are from where they are held, and their rates. Latches go by their states.
/// m and m/s, or rad and rad/s.
pub(super) fn offsets(
    model: &ConstrainedModel,
    data: &ConstrainedData,
    latches: &[usize],
) -> Vec<[f64; 2]> {
    let offset = |&latch: &usize| {
        let graph = &model.mechanism.graph.latches;
        let own = graph.iter().find(|own| own.state.index() == latch);
        let held_at = own.and_then(|own| match &own.holds {
            Held::Constraint { memory, .. } => memory.first(),
            Held::Joint(_) | Held::CableEnd { .. } => None,
        });
        let Some(coordinate) = coordinate(model, latch) else { return [0.0; 2] };
        // What holds a rate holds no place.
        let offset = held_at
            .map_or(0.0, |at| data.state.coordinates[coordinate] - data.state.states[at.index()]);
        [offset, rate(model, &data.state.positions, &data.state.velocities, coordinate)]
    };
    latches.iter().map(offset).collect()
}

/// What an impulse on the coordinate of a latch does that changes its rate by one, while all is held that is closed but for `others`:
/// `M V = J'ι`, `J V = 1` for it and zero for all else. `None` where it is held.
pub(super) fn answer(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    latch: usize,
    others: &[usize],
) -> Result<Option<Answer>, Unmet> {
    let before = data.state.states.clone();
    others.iter().for_each(|&other| data.state.states[other] = 0.0);
    data.state.states[latch] = 1.0;
    renew(model, data);
    let answer = respond(model, data, latch, others);
    data.state.states.copy_from_slice(&before);
    renew(model, data);
    answer
}

/// After latches have been opened or closed.
fn renew(model: &ConstrainedModel, data: &mut ConstrainedData) {
    data.open = open(model, &data.state.states);
    dependence::soften(model, data);
}

/// What a unit impulse on one latch's coordinate does there and at others.
fn respond(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    latch: usize,
    others: &[usize],
) -> Result<Option<Answer>, Unmet> {
    let own = model.latches.iter().find(|own| own.state == latch);
    let unknown = own.and_then(|own| own.unknowns.first().copied());
    let (Some(unknown), Some(own)) = (unknown, coordinate(model, latch)) else { return Ok(None) };
    fill_at_state(model, data);
    refined::factor(model, data, &Scheme::instant()).map_err(|_| Unmet::Singular)?;
    data.right_side.fill(0.0);
    data.right_side[unknown] = -1.0;
    refined::solve(model, data);
    let positions = &data.state.positions;
    let mut velocities = vec![Vector3::zeros(); positions.len()];
    for unit in &model.units {
        let Some(at) = unit.first_unknown(&model.structure) else { continue };
        unit.moved((at, &data.right_side), positions, |block, by| velocities[block] = by);
    }
    let inertia = data.right_side[unknown].abs();
    let gives_way = (rate(model, positions, &velocities, own) - 1.0).abs() < GIVES_WAY;
    let rates = others.iter().map(|&other| {
        coordinate(model, other).map_or(0.0, |own| rate(model, positions, &velocities, own))
    });
    let rates = rates.collect();
    let velocities = velocities.iter().flat_map(|own| own.iter().copied()).collect();
    let is_found = gives_way && inertia > 0.0 && inertia.is_finite();
    Ok(is_found.then_some(Answer { inertia, velocities, rates }))
}

/// Adds to the velocities, with what that takes, J.
pub(super) fn strike(data: &mut ConstrainedData, change: &[f64], lost: f64) {
    for (slot, change) in data.state.velocities.iter_mut().zip(change.chunks_exact(3)) {
        *slot += Vector3::from_column_slice(change);
    }
    data.state.dissipated += lost;
}

/// The coordinate that a latch holds, by its index.
fn coordinate(model: &ConstrainedModel, latch: usize) -> Option<usize> {
    let own = model.latches.iter().find(|own| own.state == latch)?;
    let unknown = own.unknowns.first();
    let mut held = model.held_coordinates.iter();
    held.find(|(_, row)| unknown == Some(&model.equations.user[*row].unknown)).map(|own| own.0)
}

/// m/s or rad/s.
fn rate(
    model: &ConstrainedModel,
    positions: &[Vector3<f64>],
    velocities: &[Vector3<f64>],
    coordinate: usize,
) -> f64 {
    let motion = Motion { vectors: &model.vectors, positions, velocities };
    let coordinate = &model.coordinates[coordinate];
    let at = coordinate.vectors.map(|id| motion.position(id));
    let rates = coordinate.vectors.map(|id| motion.velocity(id));
    let terms = coordinate.gradient_at(at);
    terms.iter().zip(&rates).map(|(gradient, rate)| gradient.dot(rate)).sum()
}
