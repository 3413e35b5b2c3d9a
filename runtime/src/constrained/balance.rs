//! Forces, inertia and constraints for a guess of the end of a step, and their derivatives: the
//! residual and the matrix of Newton's method.
//!
//! Shapes: blocks of three numbers for each point and director (see `units`), unknowns for
//! displacements, rotations and multipliers in the order of the groups of the matrix. "Balance" is
//! the configuration in which forces and inertia are compared: the middle of the step, its end, or
//! an instant, as [`Scheme`] says.
//!
//! | | of blocks | of unknowns |
//! |---|---|---|
//! | residual | inertia minus forces, N (N m on directors) | value of each constraint at the end, m or rad |
//! | right side | | minus the first, the second as it is |

use nalgebra::Vector3;

use super::cable::brought::{Bringing, pass};
use super::cable::links;
use super::data::{Configurations, ConstrainedData, StepPower};
use super::elements::mass::{add_body_inertia, fill_body};
use super::elements::slope_along::{Pulled, fill_slope_along};
use super::matrix::{Arms, Filling};
use super::model::ConstrainedModel;
use super::scheme::Scheme;
use super::sense::{Readable, sense};
use super::sources::Motion;
use super::states;
use super::step::spinning::Spinning;
use super::units::UnitKind;
use super::vectors::VectorId;
use crate::laws::Relaxation;
use crate::laws::spline::InnerRows;
use crate::signals::Stage;

/// Of the step's end, and of the balance.
/// s. They are the same at an instant, and where everything is taken at the end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Times {
    /// When the step ends.
    pub(super) end: f64,
    /// When the forces are in balance.
    pub(super) balance: f64,
}

/// Evaluates everything for `data.displacements` and `data.multipliers`: `data.right_side` becomes minus
/// the residual.
///
/// Before it: `data.at.start`, the offsets of velocities and accelerations, the displacements of
/// known units and what drives have to be. Powers over the step are left in `data.power`.
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

/// Evaluates no more than the equations of constraints and laws, into their rows of `data.right_side`.
pub(super) fn equations(model: &ConstrainedModel, data: &mut ConstrainedData, scheme: &Scheme) {
    place(model, data, scheme);
    let (step, made) = data.split(model, scheme);
    model.equations.residuals(&step, made.right_side);
}

/// Where everything is at the end and in the balance.
/// Coordinates are followed over whole turns from the start of the step.
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
    data.end_coordinates.copy_from_slice(&data.state.coordinates);
    model.follow(|id| data.at.end.of(id), &mut data.end_coordinates);
    follow_twist(model, data, scheme);
    let both = data.state.coordinates.iter().zip(&data.end_coordinates);
    for (balance, (start, end)) in data.balance_coordinates.iter_mut().zip(both) {
        *balance = start + (end - start) * scheme.balance;
    }
}

/// What ropes that resist being twisted take along where they flow.
fn follow_twist(model: &ConstrainedModel, data: &mut ConstrainedData, scheme: &Scheme) {
    let ConstrainedData { at, state, end_coordinates, step, .. } = data;
    let at: [&dyn Fn(VectorId) -> Vector3<f64>; 2] = [&|id| at.start.of(id), &|id| at.end.of(id)];
    let pieces = &model.elements.twisted_pieces;
    pass((&model.passed, pieces), at[0], (&state.coordinates, end_coordinates));
    let bringing = match scheme.relaxation {
        // Nothing comes in at an instant.
        Relaxation::Held => return,
        Relaxation::Done => Bringing::Rest,
        Relaxation::Mean | Relaxation::End => {
            Bringing::Step { seconds: *step, discrete: scheme.discrete }
        }
    };
    model.bring(at, (&state.coordinates, end_coordinates, &state.creep), bringing);
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
/// Constraints of users hold at the end, and their forces act by derivatives in the balance, so
/// signals run twice then.
fn signals(model: &ConstrainedModel, data: &mut ConstrainedData, scheme: &Scheme, times: Times) {
    if !model.signals {
        return;
    }
    let ledger = [data.state.dissipated, data.state.work];
    if model.states.is_empty() {
        data.states.balance.copy_from_slice(&data.state.states);
    }
    // None moves within a step, or there is none.
    if model.states.is_empty() || scheme.state_weight == 0.0 {
        data.states.end.copy_from_slice(&data.state.states);
    }
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
            fitting: &data.balance_velocities,
            coordinates: &data.end_coordinates,
            integrals: &data.end_integrals,
            creep: &data.end_creep,
            states: &data.states.end,
            accelerations: &[],
            multipliers: &[],
            ledger,
            initial_energy: data.initial_energy,
            by_events: data.by_events,
        };
        model.mechanism.tape.run(Stage::Time, times.end, &mut data.values);
        sense(&readable, &model.state_reads, &mut data.values);
        model.mechanism.tape.run(Stage::State, times.end, &mut data.values);
        for constraint in &model.equations.user {
            constraint.read_end(&motion, &model.coordinates, &data.values, &mut data.user);
        }
        model.mechanism.tape.run(Stage::Time, times.balance, &mut data.values);
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
        fitting: &data.balance_velocities,
        coordinates: &data.balance_coordinates,
        integrals: &data.state.integrals,
        creep: &data.state.creep,
        states: &data.states.balance,
        accelerations: &[],
        multipliers: &[],
        ledger,
        initial_energy: data.initial_energy,
        by_events: data.by_events,
    };
    sense(&readable, &model.state_reads, &mut data.values);
    if model.states.is_empty() {
        model.mechanism.tape.run(Stage::State, times.balance, &mut data.values);
    } else {
        sense(&readable, &model.states.reads, &mut data.values);
        states::evaluate(model, data, scheme, times.balance);
    }
    let motion = Motion {
        vectors: &model.vectors,
        positions: &data.balance_positions,
        velocities: &data.balance_velocities,
    };
    if model.derivatives == Stage::Output {
        // What events need as well has been left to them.
        model.mechanism.tape.run(Stage::Event, times.balance, &mut data.values);
        model.mechanism.tape.run(Stage::Output, times.balance, &mut data.values);
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
    let ConstrainedData { accelerations, residuals, .. } = data;
    model.elements.add_inertia(&model.vectors, accelerations, residuals);
}

/// Weight, springs, dampers, friction, efforts and loads.
/// Into `data.forces`, which are those of the weights at first.
pub(super) fn applied_forces(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    scheme: &Scheme,
) {
    data.forces.copy_from_slice(&model.weights);
    data.power = StepPower::default();
    (data.relaxed, data.mixed) = (0.0, 0.0);
    let (step, mut made) = data.split(model, scheme);
    model.elements.act(&step, &mut made.acted, made.power);
}

/// Those and the forces of multipliers that laws give: all that does work.
pub(super) fn working_forces(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    scheme: &Scheme,
) {
    applied_forces(model, data, scheme);
    let (step, made) = data.split(model, scheme);
    model.equations.add_forces_of_laws(&step, made.acted.forces, &mut made.power.work);
}

/// Along the gradients over the step times the multipliers, added to `data.forces`.
fn constraint_forces(model: &ConstrainedModel, data: &mut ConstrainedData, scheme: &Scheme) {
    links::add_forces(&model.plain_links, data);
    let (step, made) = data.split(model, scheme);
    model.equations.add_forces(&step, made.acted.forces, &mut made.power.work);
}

/// Residuals of the blocks and the right side for all unknowns.
/// Known units have residuals as well, the forces that move them, but no unknowns.
fn collect(model: &ConstrainedModel, data: &mut ConstrainedData, scheme: &Scheme) {
    for (residual, force) in data.residuals.iter_mut().zip(&data.forces) {
        *residual -= force;
    }
    collect_displacements(model, data);
    let (step, made) = data.split(model, scheme);
    model.equations.residuals(&step, made.right_side);
}

/// Right sides for displacements from the residuals of the blocks.
/// For a body the force on all of it, and the moment of what acts on its directors about its
/// origin: the projection on rigid motions that eliminates the constraints inside
/// (`step/midpoint.rs`). What acts on a slope along one of them turns the body as well.
pub(super) fn collect_displacements(model: &ConstrainedModel, data: &mut ConstrainedData) {
    let right_side = &mut data.right_side;
    for unit in &model.units {
        let Some(at) = unit.first_unknown(&model.structure) else { continue };
        let first = unit.block;
        let residual = -data.residuals[first];
        match unit.kind {
            UnitKind::Node | UnitKind::Slope => {
                right_side[at..at + 3].copy_from_slice(residual.as_slice());
            }
            UnitKind::Body { .. } => {
                right_side[at..at + 3].copy_from_slice(residual.as_slice());
                let mut moment = Vector3::zeros();
                for director in first + 1..first + 4 {
                    moment += data.balance_positions[director].cross(&data.residuals[director]);
                }
                right_side[at + 3..at + 6].copy_from_slice((-moment).as_slice());
            }
            UnitKind::SlopeAlong { axis, .. } => {
                // Behind its body, which has set the turn's.
                let moment = data.balance_positions[first].cross(&residual);
                right_side[at - 3..at].iter_mut().zip(&moment).for_each(|(own, add)| *own += add);
                right_side[at] = data.at.balance.axes[axis as usize].dot(&residual);
            }
        }
    }
}

/// The same for the inertia of `data.accelerations` alone, with that of the fluid around cables.
/// Used for products with the mass matrix, by projections of velocities and the search for soft
/// motions.
pub(super) fn collect_inertia(model: &ConstrainedModel, data: &mut ConstrainedData) {
    inertia(model, data);
    let scheme = Scheme::instant();
    let (step, made) = data.split(model, &scheme);
    model.elements.add_carried_inertia(&step, made.residuals);
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
///
/// Rows are equations, columns displacements at the end, small rotations of bodies at the end, and
/// multipliers. Entries are minus the derivatives of the right side.
pub(super) fn fill(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    scheme: &Scheme,
    wanted: Wanted,
) {
    data.matrix.fill(0.0);
    let mut filling = self::filling(model, &data.at, (&mut data.matrix, &mut data.gathered));
    for (index, (unit, corner)) in model.units.iter().zip(&model.corners).enumerate() {
        let Some(corner) = *corner else { continue };
        if let (&UnitKind::SlopeAlong { body, .. }, Wanted::Newton) = (&unit.kind, wanted) {
            let (balance, end) = (&data.balance_positions, &data.end_positions);
            let pulled = Pulled {
                residual: data.residuals[unit.block],
                slope: end[unit.block],
                along: end[body + 3],
                across: [1, 2].map(|k| [balance[body + k], end[body + k]]),
            };
            fill_slope_along(&pulled, scheme.balance, corner, &mut filling);
        }
        if let UnitKind::Body { inertia } = &unit.kind {
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
    if wanted == Wanted::Newton && !model.states.is_empty() {
        states::respond(model, data, scheme);
    }
    let (step, made) = data.split(model, scheme);
    let mut filling = self::filling(model, step.at, (made.matrix, made.gathered));
    model.elements.fill_inertia(&step, &mut filling);
    for (&(_, _, wires), compliance) in model.multipliers.iter().zip(step.compliances) {
        filling.diagonal(wires, -compliance * scheme.compliance);
    }
    model.equations.fill(&step, wanted, &mut filling);
    model.elements.fill_carried_inertia(&step, &mut filling);
    model.elements.fill_by_multipliers(&step, &mut filling);
    if wanted == Wanted::Newton {
        model.elements.slopes(&step, &mut filling);
    }
}

/// The matrix, to be filled.
fn filling<'a>(
    model: &'a ConstrainedModel,
    at: &'a Configurations,
    (values, gathered): (&'a mut [f64], &'a mut [InnerRows]),
) -> Filling<'a> {
    let arms = Arms::of(&at.balance, &at.end);
    Filling { vectors: &model.vectors, wiring: &model.wiring, arms, values, gathered }
}
