//! Whether a state stays as it is, but for rotors that turn.

use nalgebra::{Matrix3, Vector3};

use super::super::data::ConstrainedData;
use super::super::equilibrium::{forces_left, is_moved_by_rounding};
use super::super::instant;
use super::super::model::{ConstrainedModel, MovingBody};
use super::super::scheme::Scheme;
use super::super::units::{UnitKind, spin};
use crate::assembly::Owner;
use crate::events::has_stops;

/// Of forces that are left over, relative to the largest: a start that is nearer to rest than this is at rest.
pub(super) const AT_REST: f64 = 1e-8;
/// Of what is symmetric, and of what turns about its axis; relative.
const SYMMETRIC: f64 = 1e-9;
/// m/s or 1/s per extent: slower is not moving.
const STILL: f64 = 1e-12;

/// A body that turns about an axis of symmetry, which stands still.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rotor {
    /// Which.
    pub(super) body: MovingBody,
    /// kg m^2/s, world axes.
    pub(super) momentum: Vector3<f64>,
}

/// Why a state does not stay.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Unsteady {
    /// Whose motion does not stay.
    pub(crate) owner: Owner,
    /// For the reader.
    pub(crate) why: String,
}

/// The rotors of the state, where nothing else moves.
pub(super) fn rotors(
    model: &ConstrainedModel,
    data: &ConstrainedData,
) -> Result<Vec<Rotor>, Unsteady> {
    let state = &data.state;
    let mut rotors = Vec::new();
    for (index, unit) in model.units.iter().enumerate() {
        let blocks = unit.block..unit.block + unit.blocks();
        let scale = |block: usize| unit.scale(3 * (block - unit.block), model.extent).max(1e-3);
        let moves = |block: usize| state.velocities[block].norm() > STILL * scale(block);
        if !blocks.clone().any(moves) {
            continue;
        }
        let unsteady =
            |why: &str| Unsteady { owner: model.unit_owners[index], why: why.to_owned() };
        match (&unit.kind, unit.group) {
            (UnitKind::Body { inertia }, Some(group)) if !moves(unit.block) => {
                let body = MovingBody { index, block: unit.block, group };
                let rotor = rotor(body, inertia, &state.positions, &state.velocities);
                rotors.push(rotor.map_err(unsteady)?);
            }
            (_, _) => {
                return Err(unsteady("it moves at the start"));
            }
        }
    }
    off_axis(model, data, &rotors).map_or(Ok(rotors), Err)
}

/// The angular momentum of a body that turns about an axis of symmetry through its centre of mass; why it does not.
fn rotor(
    body: MovingBody,
    inertia: &nalgebra::Matrix4<f64>,
    positions: &[Vector3<f64>],
    velocities: &[Vector3<f64>],
) -> Result<Rotor, &'static str> {
    let turning = spin(positions, velocities, body.block);
    let (mut about, mut centre) = (Matrix3::zeros(), Vector3::zeros());
    for i in 1..4 {
        let a = positions[body.block + i];
        centre += a * inertia[(0, i)];
        for j in 1..4 {
            let b = positions[body.block + j];
            about += (Matrix3::identity() * a.dot(&b) - b * a.transpose()) * inertia[(i, j)];
        }
    }
    if inertia[(0, 0)] > 0.0 {
        let arm = centre / inertia[(0, 0)];
        about -=
            (Matrix3::identity() * arm.norm_squared() - arm * arm.transpose()) * inertia[(0, 0)];
    }
    let axis = turning.normalize();
    if centre.cross(&axis).norm() > SYMMETRIC * centre.norm() {
        return Err("it turns about an axis beside its centre of mass at the start");
    }
    let along = axis.dot(&(about * axis));
    let across = 0.5 * (about.trace() - along);
    let symmetric = Matrix3::identity() * across + axis * axis.transpose() * (along - across);
    if (about - symmetric).norm() > SYMMETRIC * about.norm() {
        return Err("it turns at the start, and not about an axis of symmetry");
    }
    Ok(Rotor { body, momentum: about * turning })
}

/// What is fixed on a rotor beside its axis goes round with it.
fn off_axis(
    model: &ConstrainedModel,
    data: &ConstrainedData,
    rotors: &[Rotor],
) -> Option<Unsteady> {
    if rotors.is_empty() {
        return None;
    }
    let is_still = |id| {
        let velocity = model.vectors.value(id, &data.state.velocities);
        velocity.norm() <= STILL.sqrt() * model.extent
    };
    let cable = model.nodes.iter().position(|nodes| !nodes.iter().all(|&node| is_still(node)));
    let load = model.load_points.iter().position(|ends| !ends.iter().all(|&end| is_still(end)));
    let owner = cable.map(Owner::Cable).or(load.map(Owner::Load))?;
    Some(Unsteady { owner, why: "an end of it goes round with a rotor".to_owned() })
}

/// Finds the multipliers that hold the state; what begins to move, where something does.
pub(super) fn hold(model: &ConstrainedModel, data: &mut ConstrainedData) -> Result<(), Unsteady> {
    let whose = |model: &ConstrainedModel, unknown: usize| model.owner_of_unknown(unknown);
    if !instant::accelerations(model, data) {
        let why = "there are no accelerations at the start: a singular position".to_owned();
        return Err(Unsteady { owner: Owner::Experiment, why });
    }
    let multipliers = data.multipliers.clone();
    data.state.multipliers.copy_from_slice(&multipliers);
    let velocities = data.state.velocities.clone();
    data.velocity_offsets.copy_from_slice(&velocities);
    data.acceleration_offsets.fill(Vector3::zeros());
    let left = forces_left(model, data, &Scheme::rest(0.0, 0.0, false));
    if left.relative() <= AT_REST || is_moved_by_rounding(model, data) {
        return Ok(());
    }
    let share = crate::results::rounded(left.relative(), 3);
    let stops = match has_stops(&model.mechanism) {
        true => ", but sees no hard stops: where something rests on one, a `lock` would hold it",
        false => "",
    };
    let why = format!(
        "it begins to move at the start: forces are left over there, {share} of the largest; `about = equilibrium` \
         looks for the state of rest that is nearest{stops}"
    );
    Err(Unsteady { owner: whose(model, left.unknown), why })
}
