//! Bodies and coordinates whose motion is given.
//!
//! The world, and bodies that are prescribed, have blocks but no unknowns: their positions,
//! velocities and accelerations are written where others are solved for. They do work on the rest,
//! which is counted here.

use nalgebra::Vector3;

use super::data::ConstrainedData;
use super::model::ConstrainedModel;
use crate::signals::Stage;
use crate::tree::BaseMotion;

/// What a body may be aside by, of its distances and directions.
const ROUNDING: f64 = 1e-12;

/// Displaces the known blocks to where they are at `time`, and reads drives and the water's level there.
/// `data.state` is where the step begins; `data.levels` gets the heights of the surface at both
/// ends, m.
pub(super) fn displace(model: &ConstrainedModel, data: &mut ConstrainedData, time: f64) {
    if let Some(level) = model.mechanism.fluids.level {
        for (slot, at) in data.levels.iter_mut().zip([data.state.time, time]) {
            // Signals of the surroundings are evaluated with those of the state.
            model.mechanism.tape.run(Stage::Time, at, &mut data.values);
            model.mechanism.tape.run(Stage::State, at, &mut data.values);
            *slot = data.values.scalar(level);
        }
    }
    model.mechanism.tape.run(Stage::Time, time, &mut data.values);
    for known in &model.known {
        let motion = known.base.motion(&data.values);
        let first = model.units[known.unit].block;
        for (index, position) in positions(&motion).into_iter().enumerate() {
            data.displacements[first + index] = position - data.state.positions[first + index];
        }
    }
    read_drives(model, data);
}

/// Whether a known body is not where it has to be in the state of `data`, beyond rounding.
pub(super) fn is_elsewhere(model: &ConstrainedModel, data: &mut ConstrainedData) -> bool {
    model.mechanism.tape.run(Stage::Time, data.state.time, &mut data.values);
    model.known.iter().any(|known| {
        let motion = known.base.motion(&data.values);
        let first = model.units[known.unit].block;
        let pairs = positions(&motion).into_iter().zip(&data.state.positions[first..]);
        pairs.enumerate().any(|(index, (there, here))| {
            let size = if index == 0 { model.extent.max(here.norm()) } else { 1.0 };
            (there - here).norm() > ROUNDING * size
        })
    })
}

/// What driven coordinates have to be, from functions of time that have been evaluated.
pub(super) fn read_drives(model: &ConstrainedModel, data: &mut ConstrainedData) {
    for (value, drive) in data.drive_values.iter_mut().zip(&model.equations.drives) {
        *value = data.values.scalar(drive.equation.value);
    }
}

/// Functions of time at `time`, for loads.
pub(super) fn signals_of_time(model: &ConstrainedModel, data: &mut ConstrainedData, time: f64) {
    if model.signals {
        model.mechanism.tape.run(Stage::Time, time, &mut data.values);
    }
}

/// Blocks of a body in this pose.
pub(super) fn positions(motion: &BaseMotion) -> [Vector3<f64>; 4] {
    let rotation = &motion.pose.rotation;
    [
        motion.pose.position,
        rotation.column(0).into_owned(),
        rotation.column(1).into_owned(),
        rotation.column(2).into_owned(),
    ]
}

/// Of origin (m/s) and directors (1/s).
pub(super) fn velocities(motion: &BaseMotion) -> [Vector3<f64>; 4] {
    let mut all = positions(motion).map(|director| motion.omega.cross(&director));
    all[0] = motion.velocity;
    all
}

/// Of origin (m/s^2) and directors (1/s^2).
pub(super) fn accelerations(motion: &BaseMotion) -> [Vector3<f64>; 4] {
    let mut all = positions(motion).map(|director| {
        motion.alpha.cross(&director) + motion.omega.cross(&motion.omega.cross(&director))
    });
    all[0] = motion.acceleration;
    all
}

/// What moves prescribed bodies gives to the rest, W; after an evaluation.
pub(super) fn support_power(model: &ConstrainedModel, data: &ConstrainedData) -> f64 {
    let mut power = 0.0;
    for known in &model.known {
        let first = model.units[known.unit].block;
        for index in first..first + 4 {
            power += data.residuals[index].dot(&data.balance_velocities[index]);
        }
    }
    power
}

/// The work that prescribed bodies do on the rest over the step just solved, J.
pub(super) fn support_work(model: &ConstrainedModel, data: &ConstrainedData) -> f64 {
    let mut work = 0.0;
    for known in &model.known {
        let first = model.units[known.unit].block;
        for index in first..first + 4 {
            work += data.residuals[index].dot(&data.displacements[index]);
        }
    }
    work
}
