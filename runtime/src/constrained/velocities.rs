//! Velocities that satisfy the constraints: the nearest ones in the metric of the mass matrix.
//!
//! With natural velocities `V` the projection is `V₊ = N x` with the velocities `x` of points and the
//! angular velocities of bodies, `N` the directors' rates by them, such that `(N x - V)' M (N x - V)` is
//! smallest while the constraints' derivatives by time are zero:
//! `[N'MN, -J'; -J, 0] [x; λ] = [N'M V; ∂g/∂t]`. The kinetic energy of the part that is taken away is lost.

use nalgebra::Vector3;

use super::balance::{Times, Wanted, collect_inertia, evaluate, fill};
use super::data::ConstrainedData;
use super::energy::kinetic;
use super::known;
use super::model::ConstrainedModel;
use super::refined;
use super::scheme::Scheme;
use super::sources::Motion;
use super::units::UnitKind;
use crate::dynamics::base_motion;
use crate::signals::Stage;

/// Projects the velocities of `data.state`; those of known units become what their motions say. Gives
/// the kinetic energy that is lost (J), or nothing, and does nothing, in a singular position.
pub(super) fn project(model: &ConstrainedModel, data: &mut ConstrainedData) -> Option<f64> {
    let before = kinetic(model, &data.state.velocities);
    let time = data.state.time;
    model.tape.run(Stage::Time, time, &mut data.values);
    for known in &model.known {
        let motion = base_motion(&known.base, &data.values);
        let first = model.units[known.unit].block;
        data.state.velocities[first..first + 4].copy_from_slice(&known::velocities(&motion));
    }
    // The matrix at this instant; the right side is replaced.
    model.vectors.evaluate(&data.state.positions, &mut data.at.start);
    data.displacements.fill(Vector3::zeros());
    data.acceleration_offsets.fill(Vector3::zeros());
    data.velocity_offsets.copy_from_slice(&data.state.velocities);
    for (value, drive) in data.drive_values.iter_mut().zip(&model.drives) {
        *value = data.values.scalar(drive.value);
    }
    data.multipliers.fill(0.0);
    let scheme = Scheme::instant();
    evaluate(model, data, &scheme, Times { end: time, balance: time });
    fill(model, data, &scheme, Wanted::Accelerations);
    if refined::factor(model, data, &scheme).is_err() {
        return None;
    }
    // What is left for `x` to explain, and the rates of the constraints without `x`.
    data.right_side.fill(0.0);
    for unit in &model.units {
        let blocks = unit.block..unit.block + unit.blocks();
        let moves = unit.group.is_some();
        for index in blocks {
            let velocity = data.state.velocities[index];
            data.accelerations[index] = if moves { -velocity } else { Vector3::zeros() };
            data.balance_velocities[index] = if moves { Vector3::zeros() } else { velocity };
        }
    }
    collect_inertia(model, data);
    rates(model, data);
    refined::solve(model, data);
    for unit in &model.units {
        let Some(group) = unit.group else { continue };
        let at = model.structure.offset(group);
        let three = |at: usize| Vector3::from_column_slice(&data.right_side[at..at + 3]);
        data.state.velocities[unit.block] = three(at);
        if let UnitKind::Body { .. } = unit.kind {
            let spin = three(at + 3);
            for director in unit.block + 1..unit.block + 4 {
                data.state.velocities[director] = spin.cross(&data.state.positions[director]);
            }
        }
    }
    Some(before - kinetic(model, &data.state.velocities))
}

/// Right sides of the constraints: their rates with the velocities in `data.balance_velocities`.
pub(super) fn rates(model: &ConstrainedModel, data: &mut ConstrainedData) {
    let motion = Motion {
        vectors: &model.vectors,
        positions: &data.state.positions,
        velocities: &data.balance_velocities,
    };
    let right_side = &mut data.right_side;
    for constraint in &model.coincidences {
        let rate = motion.velocity(constraint.vector);
        for (unknown, rate) in constraint.unknowns.iter().zip(rate.iter()) {
            right_side[*unknown] = *rate;
        }
    }
    for constraint in &model.products {
        let [u, w] = constraint.factors;
        right_side[constraint.unknown] = motion.velocity(u).dot(&motion.position(w))
            + motion.position(u).dot(&motion.velocity(w));
    }
    for constraint in &model.distances {
        let id = constraint.vector;
        right_side[constraint.unknown] =
            motion.position(id).dot(&motion.velocity(id)) / constraint.length;
    }
    for drive in &model.drives {
        let coordinate = &model.coordinates[drive.coordinate];
        let gradient = coordinate.gradient_at(coordinate.vectors.map(|id| motion.position(id)));
        let rate: f64 = coordinate
            .vectors
            .iter()
            .zip(&gradient)
            .map(|(&id, gradient)| gradient.dot(&motion.velocity(id)))
            .sum();
        let given = drive.rate.map_or(0.0, |node| data.values.scalar(node));
        right_side[drive.unknown] = rate - given;
    }
    for constraint in &model.user {
        right_side[constraint.unknown] =
            constraint.rate_at(&motion, &data.state.velocities, &model.coordinates, &data.values);
    }
}
