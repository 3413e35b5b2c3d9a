//! Forces, inertia and constraints for a guess of the end of a step, and their derivatives: the
//! residual and the matrix of Newton's method.

use nalgebra::Vector3;

use super::cable_fluid::{Rates, surroundings};
use super::data::{Configurations, ConstrainedData, StepPower};
use super::laws::{self, Effort};
use super::links;
use super::masses::{add_body_inertia, fill_body};
use super::matrix::{Arms, Filling};
use super::model::ConstrainedModel;
use super::scheme::Scheme;
use super::sense::{Readable, sense};
use super::sources::Motion;
use super::spinning::Spinning;
use super::units::UnitKind;
use crate::signals::Stage;

/// Of the step's end, and of the balance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Times {
    pub(super) end: f64,
    pub(super) balance: f64,
}

/// Evaluates everything for `data.displacements` and `data.multipliers`: `data.right_side` becomes minus
/// the residual.
pub(super) fn evaluate(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    scheme: &Scheme,
    times: Times,
) {
    data.step = times.end - data.state.time;
    place(model, data, scheme);
    signals(model, data, scheme, times);
    inertia(model, data);
    applied_forces(model, data, scheme);
    constraint_forces(model, data, scheme);
    collect(model, data, scheme);
}

/// Where everything is at the end and in the balance.
fn place(model: &ConstrainedModel, data: &mut ConstrainedData, scheme: &Scheme) {
    for (index, displacement) in data.displacements.iter().enumerate() {
        let start = data.state.positions[index];
        data.end_positions[index] = start + displacement;
        data.balance_positions[index] = start + displacement * scheme.balance;
        data.balance_velocities[index] = displacement * scheme.rate + data.velocity_offsets[index];
        data.accelerations[index] =
            displacement * scheme.inertia + data.acceleration_offsets[index];
    }
    if scheme.spins {
        spin(model, data, scheme);
    }
    model.vectors.evaluate_needed(&data.end_positions, &mut data.at.end);
    model.vectors.evaluate_needed(&data.balance_positions, &mut data.at.balance);
    for (index, coordinate) in model.coordinates.iter().enumerate() {
        let near = data.state.coordinates[index];
        data.end_coordinates[index] = coordinate.value(&data.at.end, near);
        data.balance_coordinates[index] =
            near + (data.end_coordinates[index] - near) * scheme.balance;
    }
}

/// Rates and accelerations of the directors of bodies from their rotations over the step.
fn spin(model: &ConstrainedModel, data: &mut ConstrainedData, scheme: &Scheme) {
    for body in model.moving_bodies() {
        let found = Spinning::new(
            &data.state.positions[body.directors()],
            &data.end_positions[body.directors()],
            &data.spin_offsets[body.index],
            scheme.rate,
            scheme.inertia,
        );
        for director in body.directors() {
            let at = data.end_positions[director];
            data.balance_velocities[director] = found.velocity(&at);
            data.accelerations[director] = found.acceleration(&at);
        }
        data.spinning[body.index] = found;
    }
}

/// Signals that act on the motion, and the users' constraints.
fn signals(model: &ConstrainedModel, data: &mut ConstrainedData, scheme: &Scheme, times: Times) {
    if !model.signals {
        return;
    }
    let ledger = [data.state.dissipated, data.state.work];
    if !model.equations.user.is_empty() {
        let motion = Motion {
            vectors: &model.vectors,
            positions: &data.end_positions,
            velocities: &data.balance_velocities,
        };
        let readable = Readable {
            model,
            motion,
            carried: &data.balance_velocities,
            coordinates: &data.end_coordinates,
            integrals: &data.end_integrals,
            accelerations: &[],
            multipliers: &[],
            ledger,
            initial_energy: data.initial_energy,
        };
        model.tape.run(Stage::Time, times.end, &mut data.values);
        sense(&readable, &model.state_reads, &mut data.values);
        model.tape.run(Stage::State, times.end, &mut data.values);
        for constraint in &model.equations.user {
            constraint.read_end(&motion, &model.coordinates, &data.values, &mut data.user);
        }
        model.tape.run(Stage::Time, times.balance, &mut data.values);
    }
    let motion = Motion {
        vectors: &model.vectors,
        positions: &data.balance_positions,
        velocities: &data.balance_velocities,
    };
    let readable = Readable {
        model,
        motion,
        carried: &data.balance_velocities,
        coordinates: &data.balance_coordinates,
        integrals: &data.state.integrals,
        accelerations: &[],
        multipliers: &[],
        ledger,
        initial_energy: data.initial_energy,
    };
    sense(&readable, &model.state_reads, &mut data.values);
    model.tape.run(Stage::State, times.balance, &mut data.values);
    if model.derivatives == Stage::Output {
        model.tape.run(Stage::Output, times.balance, &mut data.values);
    }
    for constraint in &model.equations.user {
        constraint.read_balance(
            scheme,
            &motion,
            &model.coordinates,
            &data.at,
            &data.values,
            &mut data.user,
        );
    }
}

/// Inertia forces on all blocks, those of known units included.
fn inertia(model: &ConstrainedModel, data: &mut ConstrainedData) {
    data.residuals.fill(Vector3::zeros());
    for unit in &model.units {
        if let (UnitKind::Body { inertia }, Some(_)) = (&unit.kind, unit.group) {
            add_body_inertia(inertia, unit.block, &data.accelerations, &mut data.residuals);
        }
    }
    links::add_inertia(&model.plain_links, data);
    for &index in &model.other_masses {
        let link = &model.link_masses[index];
        link.add_inertia(&model.vectors, &data.accelerations, &mut data.residuals);
    }
}

/// Weight, springs, dampers, friction, efforts and loads.
pub(super) fn applied_forces(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    scheme: &Scheme,
) {
    data.forces.copy_from_slice(&model.weights);
    data.power = StepPower::default();
    for axis in &model.axes {
        let (effort, rate, gradient) = axis_effort(model, data, scheme, axis);
        let coordinate = &model.coordinates[axis.coordinate];
        axis.add_force(
            coordinate,
            &model.vectors,
            &gradient.balance,
            effort.sum(),
            &mut data.forces,
        );
        data.power.dissipated -= effort.resistance * rate;
        data.power.work += effort.given * rate;
    }
    for ball in &model.balls {
        let rates = ball.axes.map(|axis| model.vectors.value(axis, &data.balance_velocities));
        let action = ball.action(scheme, &data.at, &rates);
        ball.add_force(&model.vectors, &action, &mut data.forces);
        data.power.dissipated += action.dissipated;
    }
    for joint in &model.bent_joints {
        data.power.dissipated += joint.add_force(
            &model.vectors,
            scheme,
            &data.at,
            &data.balance_velocities,
            &mut data.forces,
        );
    }
    if !model.pieces_in_fluid.is_empty() {
        let surroundings = surroundings(&model.fluids, &data.values, data.levels);
        let rates =
            Rates { velocities: &data.balance_velocities, accelerations: &data.accelerations };
        for piece in &model.pieces_in_fluid {
            let action = piece.add_force(
                &model.vectors,
                scheme,
                &data.at,
                &rates,
                &surroundings,
                &mut data.forces,
            );
            data.power.dissipated += action.dissipated;
            data.power.work += action.work;
        }
    }
    for (index, segment) in model.controlled_segments.iter().enumerate() {
        let id = segment.line.vector;
        let rate = model.vectors.value(id, &data.balance_velocities);
        let integral = data.state.integrals[index];
        let control = segment.pull(scheme, &data.at, &rate, integral, data.step);
        let force = data.at.balance.of(id) * -control.pull.factor;
        model.vectors.add_force(id, &force, &mut data.forces);
        data.power.dissipated += control.pull.dissipated;
        data.power.work += control.work;
        data.end_integrals[index] = control.integral;
    }
    for load in &model.loads {
        let action = load.add_force(
            &model.vectors,
            scheme,
            &data.at,
            &data.balance_velocities,
            &data.values,
            &mut data.forces,
        );
        data.power.dissipated += action.dissipated;
        data.power.work += action.work;
    }
}

fn axis_effort(
    model: &ConstrainedModel,
    data: &ConstrainedData,
    scheme: &Scheme,
    axis: &laws::AxisOn,
) -> (Effort, f64, super::coordinate::Gradient) {
    let index = axis.coordinate;
    let coordinate = &model.coordinates[index];
    let (start, end) = (data.state.coordinates[index], data.end_coordinates[index]);
    let gradient = coordinate.gradient(scheme, &data.at, start, end);
    let rate = coordinate
        .vectors
        .iter()
        .zip(&gradient.balance)
        .map(|(&id, gradient)| gradient.dot(&model.vectors.value(id, &data.balance_velocities)))
        .sum();
    let given = axis.effort.map_or(0.0, |node| data.values.scalar(node));
    let effort = laws::effort(&axis.law, given, data.balance_coordinates[index], rate, scheme);
    (effort, rate, gradient)
}

fn constraint_forces(model: &ConstrainedModel, data: &mut ConstrainedData, scheme: &Scheme) {
    links::add_forces(&model.plain_links, data);
    let (step, made) = data.split(model, scheme);
    model.equations.add_forces(&step, made.forces, &mut made.power.work);
}

/// Residuals of the blocks and the right side for all unknowns.
fn collect(model: &ConstrainedModel, data: &mut ConstrainedData, scheme: &Scheme) {
    for (residual, force) in data.residuals.iter_mut().zip(&data.forces) {
        *residual -= force;
    }
    collect_displacements(model, data);
    let (step, made) = data.split(model, scheme);
    model.equations.residuals(&step, made.right_side);
}

/// Right sides for displacements from the residuals of the blocks.
fn collect_displacements(model: &ConstrainedModel, data: &mut ConstrainedData) {
    let right_side = &mut data.right_side;
    for unit in &model.units {
        let Some(group) = unit.group else { continue };
        let at = model.structure.offset(group);
        let first = unit.block;
        right_side[at..at + 3].copy_from_slice((-data.residuals[first]).as_slice());
        if let UnitKind::Body { .. } = unit.kind {
            let mut moment = Vector3::zeros();
            for director in first + 1..first + 4 {
                moment += data.balance_positions[director].cross(&data.residuals[director]);
            }
            right_side[at + 3..at + 6].copy_from_slice((-moment).as_slice());
        }
    }
}

/// The same for the inertia of `data.accelerations` alone, with that of the fluid around cables.
pub(super) fn collect_inertia(model: &ConstrainedModel, data: &mut ConstrainedData) {
    inertia(model, data);
    if !model.pieces_in_fluid.is_empty() {
        let layers = surroundings(&model.fluids, &data.values, data.levels).layers;
        let ConstrainedData { at, accelerations, residuals, .. } = data;
        for piece in &model.pieces_in_fluid {
            piece.add_inertia(&model.vectors, at, accelerations, &layers, residuals);
        }
    }
    collect_displacements(model, data);
}

/// What of the matrix is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Everything.
    Newton,
    /// Inertia and constraints alone: for accelerations.
    Accelerations,
}

/// Fills the matrix at what [`evaluate`] has been called for last.
pub(super) fn fill(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    scheme: &Scheme,
    wanted: Wanted,
) {
    data.matrix.fill(0.0);
    let mut filling = self::filling(model, &data.at, &mut data.matrix);
    for (index, (unit, corner)) in model.units.iter().zip(&model.corners).enumerate() {
        if let (UnitKind::Body { inertia }, Some(corner)) = (&unit.kind, *corner) {
            let blocks = unit.block..unit.block + 4;
            let none = [Vector3::zeros(); 4];
            let residuals = match wanted {
                Wanted::Newton => &data.residuals[blocks.clone()],
                Wanted::Accelerations => &none,
            };
            let (balance, end) =
                (&data.balance_positions[blocks.clone()], &data.end_positions[blocks]);
            let slopes = scheme.spins.then(|| {
                data.spinning[index].acceleration_slopes(&end[1..], scheme.rate, scheme.inertia)
            });
            fill_body(inertia, scheme, [balance, end], residuals, slopes, corner, &mut filling);
        }
    }
    let positions = links::Positions { balance: &data.balance_positions, end: &data.end_positions };
    let forces = (wanted == Wanted::Newton).then_some(&data.multipliers[..]);
    links::fill(&model.plain_links, scheme, positions, forces, filling.values);
    for &index in &model.other_masses {
        model.link_masses[index].fill(scheme, &mut filling);
    }
    for (&(_, _, wires), compliance) in model.multipliers.iter().zip(&data.compliances) {
        filling.diagonal(wires, -compliance * scheme.compliance);
    }
    let (step, made) = data.split(model, scheme);
    let mut filling = self::filling(model, step.at, made.matrix);
    model.equations.fill(&step, wanted, &mut filling);
    let surroundings = surroundings(&model.fluids, &data.values, data.levels);
    let mut filling = self::filling(model, &data.at, &mut data.matrix);
    for piece in &model.pieces_in_fluid {
        piece.fill_mass(scheme, &data.at, &surroundings.layers, &mut filling);
    }
    if wanted == Wanted::Accelerations {
        return;
    }
    for axis in &model.axes {
        fill_axis(model, data, scheme, axis);
    }
    let motion = Motion {
        vectors: &model.vectors,
        positions: &data.balance_positions,
        velocities: &data.balance_velocities,
    };
    let mut filling = self::filling(model, &data.at, &mut data.matrix);
    for ball in &model.balls {
        let rates = ball.axes.map(|axis| motion.velocity(axis));
        let action = ball.action(scheme, &data.at, &rates);
        ball.fill(scheme, &data.at, &rates, &action, &mut filling);
    }
    for joint in &model.bent_joints {
        joint.fill(scheme, &data.at, motion.velocities, &mut filling);
    }
    let rates = Rates { velocities: &data.balance_velocities, accelerations: &data.accelerations };
    for piece in &model.pieces_in_fluid {
        piece.fill(scheme, &data.at, &rates, &surroundings, &mut filling);
    }
    for (segment, &integral) in model.controlled_segments.iter().zip(&data.state.integrals) {
        let rate = motion.velocity(segment.line.vector);
        segment.fill(scheme, &data.at, &rate, integral, data.step, &mut filling);
    }
    for load in &model.loads {
        load.fill(scheme, &data.at, &motion, &model.coordinates, &data.values, &mut filling);
    }
}

fn filling<'a>(
    model: &'a ConstrainedModel,
    at: &'a Configurations,
    values: &'a mut [f64],
) -> Filling<'a> {
    let arms = Arms { balance: &at.balance.arms, end: &at.end.arms };
    Filling { vectors: &model.vectors, wiring: &model.wiring, arms, values }
}

/// What acts along a coordinate of a joint.
fn fill_axis(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    scheme: &Scheme,
    axis: &laws::AxisOn,
) {
    let (effort, _, gradient) = axis_effort(model, data, scheme, axis);
    let coordinate = &model.coordinates[axis.coordinate];
    let motion = Motion {
        vectors: &model.vectors,
        positions: &data.balance_positions,
        velocities: &data.balance_velocities,
    };
    let mut stiffness = gradient.stiffness(effort.sum(), effort.slope);
    if scheme.balance == 1.0 && effort.rate_slope != 0.0 {
        // In a midpoint step the rate is the change over the step. Here it turns with the vectors.
        let at = coordinate.vectors.map(|id| data.at.balance.of(id));
        let rates = coordinate.vectors.map(|id| motion.velocity(id));
        let turning = coordinate.rate_gradient_at(at, rates);
        for (row, gradient) in stiffness.iter_mut().zip(&gradient.balance) {
            for (entry, turning) in row.iter_mut().zip(&turning) {
                *entry -= gradient * turning.transpose() * effort.rate_slope;
            }
        }
    }
    let mut filling = filling(model, &data.at, &mut data.matrix);
    filling.stiffness(&coordinate.vectors, axis.stiffness, &stiffness);
    for slope in &axis.slopes {
        slope.fill(
            coordinate.vectors.into_iter().zip(gradient.balance),
            scheme,
            &motion,
            &model.coordinates,
            &data.values,
            &mut filling,
        );
    }
}
