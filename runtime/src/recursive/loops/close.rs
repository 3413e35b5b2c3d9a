//! The constraint forces of an evaluation, and what they change.
//!
//! Order of an evaluation: kinematics, signals, the inward and the outward pass without closing
//! forces, then [`close`]. The forces are multipliers: a positive one pushes along the gradient of
//! its row, which for a locked joint is from the parent onto the child.
//!
//! | failure | means |
//! |---|---|
//! | `Failure::Near` | a singular position is near: the state has to be closed first, see [`super::passage`] |
//! | `Failure::Loop` | `Λ` is not finite |

use super::data::LoopData;
use super::model::{Closure, Level, Support};
use super::rank::{self, Zone};
use super::{response, rows, size};
use crate::recursive::data::{Data, Failure};
use crate::recursive::model::RecursiveModel;
use crate::tree::Wrench;

/// A state that is closed to this share of its rows' sizes need not be put back before forces are asked
/// for.
const CLOSED: f64 = 1e-11;

/// Adds the closing forces to the accelerations that the outward pass has found without them:
/// `a = a_0 + M^-1 J' f` with `Λ f = ζ - J a_0`, `ζ` including what the method adds for residuals.
///
/// `rates` has the derivatives of the whole state and gets the changes of the accelerations; forces
/// stay in `data.loops.forces`, N or N m or what the user's equation makes of them, and their power
/// goes into the ledger.
pub(crate) fn close(
    model: &RecursiveModel,
    data: &mut Data,
    state: &[f64],
    rates: &mut [f64],
) -> Result<(), Failure> {
    let loops = &model.loops;
    if loops.is_empty() {
        return Ok(());
    }
    rows::rows(model, data, state);
    compliance(model, data, state)?;
    if !data.loops.forced && !is_fit(model, data, state) {
        return Err(Failure::Near);
    }
    soften(model, data);
    let velocities = model.layout.dimensions.velocity_range();
    for (index, row) in loops.rows.iter().enumerate() {
        let now = rows::acceleration(model, data, &rates[velocities.clone()], index);
        data.loops.forces[index] = -(now + restoring(loops.method, row.level, &data.loops, index));
    }
    let own = &mut data.loops;
    let pattern = &loops.structure.pattern;
    match loops.method {
        Closure::Projection
        | Closure::Baumgarte { .. }
        | Closure::GearGuptaLeimkuhler
        | Closure::Partitioning => own.compliance.solve_exactly(pattern, &mut own.forces),
        Closure::Penalty { .. } => own.compliance.solve_once(pattern, &mut own.forces),
        Closure::AugmentedLagrangian { .. } => {
            own.compliance.solve_slowly(pattern, &mut own.forces);
        }
    }
    response::respond(model, data, state);
    let speed = size::speed(model, &state[velocities]);
    data.loops.lately = data.loops.lately.max(speed);
    data.loops.held = data.loops.held.max(size::speed(model, &data.loops.change));
    response::commit(model, data, rates);
    power(model, data, state);
    Ok(())
}

/// What a method adds to the second derivative of a row for what is open.
pub(super) fn restoring(method: Closure, level: Level, data: &LoopData, row: usize) -> f64 {
    let (residual, rate) = (data.residuals[row], data.rates[row]);
    match (method, level) {
        (
            Closure::Projection | Closure::GearGuptaLeimkuhler | Closure::Partitioning,
            Level::Position | Level::Velocity,
        ) => 0.0,
        (
            Closure::Baumgarte { rate: alpha }
            | Closure::Penalty { rate: alpha, .. }
            | Closure::AugmentedLagrangian { rate: alpha, .. },
            level,
        ) => match level {
            Level::Position => 2.0 * alpha * rate + alpha * alpha * residual,
            Level::Velocity => alpha * rate,
        },
    }
}

/// Ideal constraints do work only where they move by themselves (drives, prescribed bodies, time).
/// What a method does besides, because rates are not zero, is taken from the mechanism.
pub(super) fn power(model: &RecursiveModel, data: &mut Data, state: &[f64]) {
    for row in 0..model.loops.rows.len() {
        let force = data.loops.forces[row];
        let rate = data.loops.rates[row];
        data.power.work += force * (rows::moving_rate(model, data, state, row) - rate);
        match model.loops.method {
            Closure::Baumgarte { .. }
            | Closure::Penalty { .. }
            | Closure::AugmentedLagrangian { .. } => data.power.dissipated -= force * rate,
            Closure::Projection | Closure::GearGuptaLeimkuhler | Closure::Partitioning => {}
        }
    }
}

/// Whether forces can be asked for at a state: not too near a singular position, and near one only if
/// the state is closed.
/// States at the stages of a step are a little open. Away from singular positions that does not
/// matter.
fn is_fit(model: &RecursiveModel, data: &mut Data, state: &[f64]) -> bool {
    match data.loops.independence.zone {
        Zone::Regular => true,
        Zone::Near => {
            size::measure(model, data);
            let own = &data.loops;
            let speed = size::speed(model, &state[model.layout.dimensions.velocity_range()]);
            size::furthest(&own.residuals, &own.sizes).1 <= CLOSED
                && size::furthest(&own.rates, &own.sizes).1 <= CLOSED * speed
        }
        Zone::Singular => false,
    }
}

/// Computes `Λ` of the rows that take part and factorizes it; notes how near a singular position is.
/// After the inward pass and [`rows::rows`].
/// Where other rows are chosen in passing, `Λ` is made a second time.
pub(crate) fn compliance(
    model: &RecursiveModel,
    data: &mut Data,
    state: &[f64],
) -> Result<(), Failure> {
    let regular = |data: &mut Data| {
        assemble(model, data, state);
        let LoopData { compliance, scratch, independence, .. } = &mut data.loops;
        let pattern = &model.loops.structure.pattern;
        if compliance.factorize(pattern, scratch, 0.0, Some(&independence.rows)) {
            Ok(())
        } else {
            Err(Failure::Loop)
        }
    };
    regular(data)?;
    if rank::watch(model, data, state) {
        regular(data)?;
        rank::calibrate(data);
    }
    Ok(())
}

/// Factorizes again with what the penalty methods add.
/// `Λ + 1/m`, in rows that are scaled to a diagonal of one: the larger the mass `m`, the harder the
/// penalty.
fn soften(model: &RecursiveModel, data: &mut Data) {
    let LoopData { compliance, scratch, independence, .. } = &mut data.loops;
    let (mass, rows) = match model.loops.method {
        Closure::Penalty { mass, .. } => (mass, None),
        Closure::AugmentedLagrangian { mass, .. } => (mass, Some(independence.rows.as_slice())),
        Closure::Projection
        | Closure::Baumgarte { .. }
        | Closure::GearGuptaLeimkuhler
        | Closure::Partitioning => return,
    };
    compliance.factorize(&model.loops.structure.pattern, scratch, 1.0 / mass, rows);
}

/// Computes `Λ` row by row, each from a unit force.
/// A force goes inward along its closing's path only, and outward to what that moves; of the
/// answers only those to rows that are not eliminated before are kept, as `Λ` is symmetric.
/// `own.scratch` gets what each row would accelerate if only its own bodies held it, by which
/// [`super::factor::Compliance::factorize`] sees rows that cannot move.
fn assemble(model: &RecursiveModel, data: &mut Data, state: &[f64]) {
    let loops = &model.loops;
    let structure = &loops.structure;
    let Data { tree, cables, loops: own, .. } = data;
    // Penalty forces are a compromise between all equations.
    let all = matches!(loops.method, Closure::Penalty { .. });
    own.response.clear(&model.tree, structure.order.iter().copied());
    own.compliance.clear();
    for (block, (closing, reach)) in loops.closings.iter().zip(&structure.reaches).enumerate() {
        for (j, row) in closing.rows.clone().enumerate() {
            own.scratch[row] = 0.0;
            if !all && !own.independence.rows[row] {
                continue;
            }
            let mut free = 0.0;
            for term in loops.rows[row].terms.clone() {
                let (support, gradient) = (&loops.terms[term], &own.gradients[term]);
                own.response.push(support, gradient, 1.0);
                free += match support {
                    Support::Body(body) => {
                        let wrench = Wrench { moment: gradient[0], force: gradient[1] };
                        tree.free_compliance(*body, &wrench)
                    }
                    Support::Cable { cable, station } => {
                        gradient[1].norm_squared() / model.cables[*cable].mass_near(station)
                    }
                    Support::Rate { .. } | Support::Base(_) | Support::Drive(_) => 0.0,
                };
            }
            own.scratch[row] = free;
            let path = || structure.nodes(&reach.path);
            let moved = || structure.nodes(&reach.moved);
            response::inward(model, tree, cables, state, path().rev(), &mut own.response);
            response::outward(model, tree, cables, state, moved(), &mut own.response);
            for &other in &reach.later {
                for (i, other_row) in loops.closings[other].rows.clone().enumerate() {
                    if !all && !own.independence.rows[other_row] {
                        continue;
                    }
                    let terms = loops.rows[other_row].terms.clone();
                    let answer: f64 = terms
                        .map(|term| own.response.answer(&loops.terms[term], &own.gradients[term]))
                        .sum();
                    own.compliance.set(&structure.pattern, (other, i), (block, j), answer);
                }
            }
            own.response.clear(&model.tree, moved());
        }
    }
}

/// The rates of the positions under Gear, Gupta and Leimkuhler's second multiplier: `q' = v - M^-1
/// J' μ` with `Λ μ = g'`, so that the positions move along the constraints whatever error the
/// velocities have. Leaves the velocities to use in `data.loops.state`.
///
/// After [`close`] at the same state, whose factorization and rates it uses; the forces found there
/// are put back. See docs/loops.md.
pub(crate) fn stabilized_velocities(model: &RecursiveModel, data: &mut Data, state: &[f64]) {
    let own = &mut data.loops;
    own.scratch.copy_from_slice(&own.forces);
    own.forces.copy_from_slice(&own.rates);
    own.compliance.solve_exactly(&model.loops.structure.pattern, &mut own.forces);
    response::respond(model, data, state);
    let own = &mut data.loops;
    own.forces.copy_from_slice(&own.scratch);
    own.state.copy_from_slice(state);
    let velocities = &mut own.state[model.layout.dimensions.velocity_range()];
    for (velocity, change) in velocities.iter_mut().zip(&own.change) {
        *velocity -= change;
    }
}
