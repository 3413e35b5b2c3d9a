//! The constraint forces of an evaluation, and what they change.

use super::factor::PROXIMAL;
use super::model::{Closure, Level, Support};
use super::{response, rows};
use crate::dynamics::data::{Data, Failure};
use crate::dynamics::model::Model;
use crate::tree::Wrench;

/// Adds the closing forces to the accelerations that the outward pass has found without them:
/// `a = a_0 + M^-1 J' f` with `Λ f = ζ - J a_0`, `ζ` including what the method adds for residuals.
pub(crate) fn close(
    model: &Model,
    data: &mut Data,
    time: f64,
    state: &[f64],
    rates: &mut [f64],
) -> Result<(), Failure> {
    let loops = &model.loops;
    if loops.is_empty() {
        return Ok(());
    }
    rows::rows(model, data, state);
    let epsilon = match loops.method {
        Closure::Penalty { mass, .. } | Closure::AugmentedLagrangian { mass, .. } => 1.0 / mass,
        Closure::Projection
        | Closure::Baumgarte { .. }
        | Closure::GearGuptaLeimkuhler
        | Closure::Partitioning => PROXIMAL,
    };
    compliance(model, data, state, epsilon)?;
    watch(model, data, time);
    let velocities = model.layout.dimensions.velocity_range();
    for (index, row) in loops.rows.iter().enumerate() {
        let now = rows::acceleration(model, data, &rates[velocities.clone()], index);
        let (residual, rate) = (data.loops.residuals[index], data.loops.rates[index]);
        let restoring = match (loops.method, row.level) {
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
        };
        data.loops.forces[index] = -(now + restoring);
    }
    let own = &mut data.loops;
    let pattern = &loops.structure.pattern;
    match loops.method {
        Closure::Projection
        | Closure::Baumgarte { .. }
        | Closure::GearGuptaLeimkuhler
        | Closure::Partitioning => own.compliance.solve(pattern, &mut own.forces),
        Closure::Penalty { .. } => own.compliance.solve_once(pattern, &mut own.forces),
        Closure::AugmentedLagrangian { .. } => {
            own.compliance.solve_slowly(pattern, &mut own.forces);
        }
    }
    response::respond(model, data, state);
    response::commit(model, data, rates);
    power(model, data, state);
    Ok(())
}

/// Ideal constraints do work only where they move by themselves (drives, prescribed bodies, time).
/// What a method does besides, because rates are not zero, is taken from the mechanism.
fn power(model: &Model, data: &mut Data, state: &[f64]) {
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

/// Computes `Λ` row by row, each from a unit force, and factorizes it. After the inward pass and
/// [`rows::rows`].
pub(crate) fn compliance(
    model: &Model,
    data: &mut Data,
    state: &[f64],
    epsilon: f64,
) -> Result<(), Failure> {
    let loops = &model.loops;
    let structure = &loops.structure;
    let Data { tree, cables, loops: own, .. } = data;
    own.response.clear(&model.tree, structure.order.iter().copied());
    own.compliance.clear();
    for (block, (closing, reach)) in loops.closings.iter().zip(&structure.reaches).enumerate() {
        for (j, row) in closing.rows.clone().enumerate() {
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
    if own.compliance.factorize(&structure.pattern, &own.scratch, epsilon) {
        Ok(())
    } else {
        Err(Failure::Loop)
    }
}

/// Notes when equations become dependent that usually are not.
fn watch(model: &Model, data: &mut Data, time: f64) {
    let own = &mut data.loops;
    if own.singular.is_some() {
        return;
    }
    let dependent = own.compliance.dependent();
    if dependent.iter().filter(|&&it| it).count() > model.loops.redundant {
        let row = dependent.iter().rposition(|&it| it).unwrap_or(0);
        let closing = model.loops.closings.iter().position(|each| each.rows.contains(&row));
        own.singular = Some((time, closing.unwrap_or(0)));
    }
}

/// The rates of the positions under Gear, Gupta and Leimkuhler's second multiplier: `q' = v - M^-1
/// J' μ` with `Λ μ = g'`, so that the positions move along the constraints whatever error the
/// velocities have. Leaves the velocities to use in `data.loops.state`.
pub(crate) fn stabilized_velocities(model: &Model, data: &mut Data, state: &[f64]) {
    let own = &mut data.loops;
    own.scratch.copy_from_slice(&own.forces);
    own.forces.copy_from_slice(&own.rates);
    own.compliance.solve(&model.loops.structure.pattern, &mut own.forces);
    response::respond(model, data, state);
    let own = &mut data.loops;
    own.forces.copy_from_slice(&own.scratch);
    own.state.copy_from_slice(state);
    let velocities = &mut own.state[model.layout.dimensions.velocity_range()];
    for (velocity, change) in velocities.iter_mut().zip(&own.change) {
        *velocity -= change;
    }
}
