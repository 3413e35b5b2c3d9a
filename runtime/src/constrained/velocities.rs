//! Velocities that satisfy the constraints: the nearest ones in the metric of the mass matrix.
//!
//! Velocities `V` of the blocks become `V₊ = V - δ`, such that `δ'M δ` is smallest while bodies stay rigid, known
//! units move as they are told and all constraints' rates are zero, `J V₊ + g_t = 0`. `M` has the fluid that
//! moves with cables in it. With the velocities of points and the angular velocities of bodies for unknowns, `N`
//! the rates of the directors by them, and a first guess `V₁ = (N x₁, known)`:
//! `[N'MN, -J'; -J, 0] [x; ι] = [N'M (V - V₁); J V₁ + g_t]`, `V₊ = V₁ + N x`.
//!
//! Of the kinetic energy `T(V) - T(V₊) = 1/2 δ'M δ + δ'M V₊`. The first part is lost. The second is
//! `-ι'g_t`, as `J V₊ = -g_t`: the impulses `ι` of what moves by itself take it away, which is work.

use nalgebra::Vector3;

use super::balance::{Times, Wanted, collect_inertia, evaluate, fill};
use super::cable::fluid::surroundings;
use super::data::{ConstrainedData, State};
use super::energy::{added_kinetic, kinetic};
use super::known;
use super::model::ConstrainedModel;
use super::refined;
use super::scheme::Scheme;
use super::seen::Now;
use super::sources::Motion;
use super::units::{Unit, UnitKind, spin};
use crate::signals::Stage;

/// What a projection does to the energy ledger, J.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Taken {
    /// `1/2 δ'M δ`, never negative.
    pub(super) dissipated: f64,
    /// `-δ'M V₊ = ι'g_t`: of drives, prescribed motions and what else depends on time.
    pub(super) work: f64,
}

impl Taken {
    /// Enters it in the ledger of the run.
    pub(super) fn book(self, state: &mut State) {
        state.dissipated += self.dissipated;
        state.work += self.work;
    }
}

/// Projects the velocities of `data.state`; those of known units become what their motions say. What
/// they were stays in `data.velocities_before`. Does nothing, and gives nothing, in a singular position.
///
/// Leaves the change of the velocities in `data.accelerations`; the ledger is entered by who calls
/// ([`Taken::book`]).
pub(super) fn project(model: &ConstrainedModel, data: &mut ConstrainedData) -> Option<Taken> {
    project_but(model, data, &[])
}

/// The same, but some units keep their velocities, as if they had a large mass; what of the inertia there is in this
/// metric is no energy.
pub(super) fn project_but(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    kept: &[usize],
) -> Option<Taken> {
    nearest(model, data, Metric { kept, ..Metric::default() }, true)
}

/// The same to read a state, where known units have had the velocities of their motions already: what steps carry on for these goes
/// to and fro beside that, and would push what is coupled with them.
pub(super) fn fit(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    damping: &[f64],
) -> Option<Taken> {
    nearest(model, data, Metric { damping, ..Metric::default() }, false)
}

/// What counts beside the inertia of what moves.
#[derive(Clone, Copy, Debug, Default)]
struct Metric<'a> {
    /// Units that keep their velocities.
    kept: &'a [usize],
    /// Empty, or what dampers add over a step: `h C`, in the places of Newton's matrix, kg.
    damping: &'a [f64],
}

/// `pushes` says whether changes of known units count.
fn nearest(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    metric: Metric<'_>,
    pushes: bool,
) -> Option<Taken> {
    let time = data.state.time;
    data.velocities_before.copy_from_slice(&data.state.velocities);
    velocities_of_known(model, data);
    // The matrix at this instant; the right side is replaced.
    model.vectors.evaluate(&data.state.positions, &mut data.at.start);
    data.displacements.fill(Vector3::zeros());
    data.acceleration_offsets.fill(Vector3::zeros());
    data.velocity_offsets.copy_from_slice(&data.state.velocities);
    known::read_drives(model, data);
    data.multipliers.fill(0.0);
    let scheme = Scheme::instant();
    evaluate(model, data, &scheme, Times { end: time, balance: time });
    fill(model, data, &scheme, Wanted::Accelerations);
    make_heavy(model, data, metric.kept);
    data.matrix.iter_mut().zip(metric.damping).for_each(|(inertia, damping)| *inertia += damping);
    if refined::factor(model, data, &scheme).is_err() {
        data.state.velocities.copy_from_slice(&data.velocities_before);
        return None;
    }
    // From velocities that bodies can have, and what is changed by then.
    for unit in &model.units {
        make_rigid(unit, &mut data.state);
    }
    for (index, change) in data.accelerations.iter_mut().enumerate() {
        *change = data.state.velocities[index] - data.velocities_before[index];
    }
    if !pushes {
        for known in &model.known {
            let first = model.units[known.unit].block;
            data.accelerations[first..first + 4].fill(Vector3::zeros());
        }
    }
    data.right_side.fill(0.0);
    collect_inertia(model, data);
    rates(model, data);
    refined::solve(model, data);
    for unit in &model.units {
        let Some(at) = unit.first_unknown(&model.structure) else { continue };
        let State { positions, velocities, .. } = &mut data.state;
        unit.moved((at, &data.right_side), positions, |block, by| velocities[block] += by);
    }
    Some(taken(model, data))
}

/// Of the largest inertia.
const HEAVY: f64 = 1e10;

/// Adds to the inertia of units in the matrix, so that they stay.
pub(super) fn make_heavy(model: &ConstrainedModel, data: &mut ConstrainedData, kept: &[usize]) {
    if kept.is_empty() {
        return;
    }
    let entries = |unit: &Unit| {
        let (group, row, unknowns) = (unit.group, unit.row, unit.unknowns());
        let block = group.and_then(|group| model.structure.block(group, group));
        block.into_iter().flat_map(move |block| (row..row + unknowns).map(move |k| block.at(k, k)))
    };
    let largest = model.units.iter().flat_map(entries).map(|at| data.matrix[at].abs());
    let heavy = HEAVY * largest.fold(0.0, f64::max);
    for at in kept.iter().flat_map(|&unit| entries(&model.units[unit])) {
        data.matrix[at] += heavy;
    }
}

/// The velocities of prescribed bodies become those of their motions, and functions of time are those of now.
pub(super) fn velocities_of_known(model: &ConstrainedModel, data: &mut ConstrainedData) {
    model.mechanism.tape.run(Stage::Time, data.state.time, &mut data.values);
    for known in &model.known {
        let motion = known.base.motion(&data.values);
        let first = model.units[known.unit].block;
        data.state.velocities[first..first + 4].copy_from_slice(&known::velocities(&motion));
    }
}

/// Gives the directors of a body the rates of an angular velocity, and a slope along one of them its own and what it grows by.
fn make_rigid(unit: &Unit, state: &mut State) {
    if unit.group.is_none() {
        return;
    }
    let State { positions, velocities, .. } = state;
    match unit.kind {
        UnitKind::Node | UnitKind::Slope => {}
        UnitKind::Body { .. } => {
            let spin = spin(positions, velocities, unit.block);
            for director in unit.block + 1..unit.block + 4 {
                velocities[director] = spin.cross(&positions[director]);
            }
        }
        UnitKind::SlopeAlong { body, .. } => {
            let spin = spin(positions, velocities, body);
            let along = positions[body + 3];
            let grows = along.dot(&velocities[unit.block]);
            velocities[unit.block] = spin.cross(&positions[unit.block]) + along * grows;
        }
    }
}

/// Of the change from `data.velocities_before` to the velocities of the state; `data.accelerations`
/// becomes that change.
pub(super) fn taken(model: &ConstrainedModel, data: &mut ConstrainedData) -> Taken {
    for (index, change) in data.accelerations.iter_mut().enumerate() {
        *change = data.state.velocities[index] - data.velocities_before[index];
    }
    let layers = surroundings(&model.mechanism.fluids, &data.values, data.levels).layers;
    let positions = &data.state.positions;
    let energy = |velocities: &[Vector3<f64>]| {
        let motion = Motion { vectors: &model.vectors, positions, velocities };
        kinetic(model, &motion) + added_kinetic(model, &layers, &motion)
    };
    let lost = energy(&data.velocities_before) - energy(&data.state.velocities);
    let dissipated = energy(&data.accelerations);
    Taken { dissipated, work: dissipated - lost }
}

/// Right sides of the constraints: their rates in the state of `data`. For constraints of the user after their
/// signals have been evaluated there, with `data.balance_velocities`.
/// Into `data.right_side`, m/s or rad/s, for each multiplier.
pub(super) fn rates(model: &ConstrainedModel, data: &mut ConstrainedData) {
    let now = Now {
        motion: model.motion(&data.state),
        coordinates: &model.coordinates,
        velocities_of_signals: &data.balance_velocities,
        accelerations: &[],
        creep: &data.state.creep,
        values: &data.values,
        open: &data.open,
    };
    model.equations.rates(&now, &mut data.right_side);
}
