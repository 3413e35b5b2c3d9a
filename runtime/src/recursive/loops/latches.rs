//! Connections that events close and open.
//!
//! Rows of an open one are zero, so that none of them is ever chosen. Where one closes, the rank is found anew and the state is
//! projected: positions as far as they may be apart, then velocities, which is the impulse of a plastic impact,
//! `Δv = -M^-1 J' Λ^-1 g'`.

use cdl_graph::{Body, Latch};

use super::model::{Closing, ClosingKind, Support};
use super::project::{self, Obstruction, look, positions, velocities};
use super::{NotClosed, partition, rank, response, size, start};
use crate::analyses::Impact;
use crate::mechanism::{Apart, FOUND_TOGETHER, Gap, State};
use crate::recursive::StationOn;
use crate::recursive::energy::energies;
use crate::recursive::{Data, RecursiveModel, kinematics, prescribe};
use crate::spatial::{Sym3, Vec3};

/// What is closed may be open by this share of its rows' sizes, as states between steps are.
const TOGETHER: f64 = 1e-8;

/// Why a connection cannot be closed where everything is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Unmet {
    /// Its sides are farther from each other than is allowed.
    Apart(Apart),
    /// It cannot be brought together by moving what is there.
    NotClosed(NotClosed),
    /// The position is singular.
    Singular { closing: usize },
}

/// After latches in `state` have changed, and `closes` says whether one has closed: what closing ones were apart by, which has to be
/// allowed, is moved together, and velocities change at once. What the impact takes is booked in the state's
/// ledger; what drives and gaps do besides is left to who calls.
pub(crate) fn follow(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    state: &mut [f64],
    (closes, allowed): (bool, Gap),
) -> Result<Impact, Unmet> {
    prescribe(model, data, time);
    if !closes {
        choose(model, data, time, state)?;
        return Ok(Impact::default());
    }
    let gap = apart(model, data, time, state, allowed)?;
    choose(model, data, time, state)?;
    let mut before = state[model.layout.dimensions.velocity_range()].to_vec();
    if gap.length > 0.0 || gap.angle > 0.0 {
        let from = export(model, data, time, state);
        bring_together(model, data, time, state)?;
        keep_momenta(model, data, (&from, 0), state)?;
        before.copy_from_slice(&state[model.layout.dimensions.velocity_range()]);
        choose(model, data, time, state)?;
    }
    velocities(model, data, time, state, false).map_err(|why| unmet(model, data, why))?;
    project::follow_angles(model, data);
    let lost = lost(model, data, state, &before);
    state[model.layout.ledger] += lost;
    Ok(Impact { gap, lost })
}

/// Moves positions onto the closings: along the gradients in the metric of the mass matrix, or where these do not lead
/// there, as with slack cables, by a search that knows of masses only how they compare.
fn bring_together(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    state: &mut [f64],
) -> Result<(), Unmet> {
    let before = state.to_vec();
    if positions(model, data, time, state, false).is_ok() {
        return Ok(());
    }
    state.copy_from_slice(&before);
    let compliances = compliances(model);
    start::close_positions(model, data, time, state, &compliances).map_err(Unmet::NotClosed)
}

/// Of each velocity: one over the mass that it moves at least, of the largest.
fn compliances(model: &RecursiveModel) -> Vec<f64> {
    let mut all = vec![0.0; model.layout.dimensions.velocities];
    let graph = &model.mechanism.graph;
    for (body, &of_graph) in model.tree_bodies.iter().enumerate() {
        let mass = model.mechanism.scalar(graph.bodies[of_graph].mass);
        all[model.tree.rate_range(body)].fill(1.0 / mass.max(f64::MIN_POSITIVE));
        for coordinate in 0..model.tree.coordinate_range(body).len() {
            if model.tree.is_driven(body, coordinate) {
                all[model.tree.rate_range(body).start + coordinate] = 0.0;
            }
        }
    }
    let shift = model.layout.dimensions.positions;
    for (cable, range) in model.cables.iter().zip(&model.layout.cable_v) {
        let links = cable.links();
        let mass: f64 = links.masses().iter().sum::<f64>() / links.count() as f64;
        all[range.start - shift..range.end - shift].fill(1.0 / mass.max(f64::MIN_POSITIVE));
    }
    let most = all.iter().fold(f64::MIN_POSITIVE, |most, own| own.max(most));
    all.iter().map(|own| own / most).collect()
}

/// What a projection that failed says of a latch.
fn unmet(model: &RecursiveModel, data: &Data, why: Obstruction) -> Unmet {
    match why {
        Obstruction::Open(open) => Unmet::NotClosed(open),
        Obstruction::Singular => {
            Unmet::Singular { closing: project::closing_of(model, data.loops.independence.weakest) }
        }
    }
}

/// A state of the forest in nobody's coordinates.
fn export(model: &RecursiveModel, data: &mut Data, time: f64, state: &[f64]) -> State {
    kinematics(model, data, state);
    model.export(data, time, state)
}

/// Gives the mechanism, whose positions have been moved, the momenta that its bodies and nodes of cables had before: the centres
/// of mass of free bodies go on as they did, and what joints do not let be is shared by the masses, `M v = J' p`.
fn keep_momenta(
    model: &RecursiveModel,
    data: &mut Data,
    (from, open): (&State, usize),
    state: &mut [f64],
) -> Result<(), Unmet> {
    let mut wanted = export(model, data, from.time, state);
    let graph = &model.mechanism.graph;
    let centre = |body: &Body| Vec3::from(model.mechanism.array(body.centre_of_mass));
    for ((now, from), body) in wanted.bodies.iter_mut().zip(&from.bodies).zip(&graph.bodies) {
        let arm = (now.attitude - from.attitude) * centre(body);
        now.angular_velocity = from.angular_velocity;
        now.velocity = from.velocity - from.angular_velocity.cross(&arm);
    }
    for (now, from) in wanted.curves.iter_mut().zip(&from.curves) {
        now.velocities.clone_from(&from.velocities);
    }
    let velocities = model.layout.dimensions.velocity_range();
    let entered = model.enter(data, &wanted);
    state[velocities.clone()].copy_from_slice(&entered[velocities.clone()]);
    // What joints have not let be.
    let now = export(model, data, from.time, state);
    project::prepare(model, data, from.time, state)
        .map_err(|()| Unmet::Singular { closing: open })?;
    response::begin(model, data);
    for (index, &of_graph) in model.tree_bodies.iter().enumerate() {
        let (body, own) = (&graph.bodies[of_graph], &wanted.bodies[of_graph]);
        let turned = own.angular_velocity - now.bodies[of_graph].angular_velocity;
        let arm = own.attitude * centre(body);
        let moved = own.velocity - now.bodies[of_graph].velocity + turned.cross(&arm);
        let inertia = Sym3::from_array(model.mechanism.array(body.inertia)).to_matrix();
        let spin = own.attitude * (inertia * (own.attitude.transpose() * turned));
        let force = moved * model.mechanism.scalar(body.mass);
        let lever = own.position + arm - data.tree.reference_position(index);
        let gradient = [spin + lever.cross(&force), force];
        data.loops.response.push(&Support::Body(index), &gradient, 1.0);
    }
    for (of_graph, (wanted, now)) in wanted.curves.iter().zip(&now.curves).enumerate() {
        let Some(index) = model.whereabouts.cables[of_graph] else { continue };
        let cable = &model.cables[index];
        let masses = cable.links().masses();
        let last = wanted.velocities.len() - 1;
        for node in 0..=last {
            let at = if cable.reversed { last - node } else { node };
            let lost = wanted.velocities[at] - now.velocities[at];
            let before = node.checked_sub(1).map_or(0.0, |link| masses[link]);
            let after = masses.get(node).copied().unwrap_or(0.0);
            let station = match node {
                0 => StationOn { link: 0, fraction: 0.0 },
                _ => StationOn { link: node - 1, fraction: 1.0 },
            };
            let gradient = [Vec3::zeros(), lost * (0.5 * (before + after))];
            data.loops.response.push(&Support::Cable { cable: index, station }, &gradient, 1.0);
        }
    }
    response::respond_to_pushed(model, data, state);
    for (slot, change) in state[velocities].iter_mut().zip(&data.loops.change) {
        *slot += change;
    }
    Ok(())
}

/// Finds which rows are independent from now on.
pub(super) fn choose(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    state: &mut [f64],
) -> Result<(), Unmet> {
    let Some(found) = rank::find(model, data, time, state) else {
        return Err(Unmet::Singular { closing: 0 });
    };
    data.loops.independence.begin_anew(found.choice);
    partition::renew(model, data, time, state);
    Ok(())
}

/// The widest gaps, if they are allowed and all equations are satisfied.
fn apart(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    state: &[f64],
    allowed: Gap,
) -> Result<Gap, Unmet> {
    let now = export(model, data, time, state);
    let widest = model.mechanism.gaps(&now, allowed).map_err(Unmet::Apart)?;
    look(model, data, time, state);
    size::measure(model, data);
    let own = &data.loops;
    let mut is_open = false;
    for closing in &model.loops.closings {
        let open = closing.rows.clone().map(|row| size::share(own.residuals[row], own.sizes[row]));
        let open = open.fold(0.0, f64::max);
        is_open |= open > TOGETHER;
        let is_asked =
            matches!(closing.kind, ClosingKind::Equations(_)) && !is_coordinate(model, closing);
        if is_asked && open > FOUND_TOGETHER {
            let rows = own.residuals[closing.rows.clone()].iter();
            let amount = rows.map(|residual| residual * residual).sum::<f64>().sqrt();
            return Err(Unmet::Apart(Apart { owner: closing.owner, amount, unit: "" }));
        }
    }
    Ok(if is_open { widest } else { Gap::default() })
}

/// Whether a closing holds a coordinate where it is, which is never apart by more than instants are.
fn is_coordinate(model: &RecursiveModel, closing: &Closing) -> bool {
    let latches = &model.mechanism.graph.latches;
    let own = latches.iter().find(|own| closing.latch == Some(own.state.index()));
    own.is_some_and(Latch::holds_coordinates)
}

/// J.
fn kinetic_energy(model: &RecursiveModel, data: &mut Data, state: &[f64]) -> f64 {
    kinematics(model, data, state);
    energies(model, data, state).kinetic
}

/// `1/2 Δv' M Δv`, J: what a plastic impact takes whatever moves by itself. The kinetic energy is quadratic in the velocities,
/// and neither linear nor zero without them where something is driven.
fn lost(model: &RecursiveModel, data: &mut Data, state: &[f64], before: &[f64]) -> f64 {
    let range = model.layout.dimensions.velocity_range();
    let mut with = state.to_vec();
    let mut of = |sign: f64| {
        for ((slot, now), before) in
            with[range.clone()].iter_mut().zip(&state[range.clone()]).zip(before)
        {
            *slot = sign * (now - before);
        }
        kinetic_energy(model, data, &with)
    };
    0.5 * (of(1.0) + of(-1.0)) - of(0.0)
}
