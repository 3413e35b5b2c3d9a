//! The state that satisfies the closing constraints and is nearest to a given one, some velocities
//! being held and others giving way as they are asked to.
//!
//! Gauss and Newton's method with the diagonal compliances `C`: `δ = -C J' (J C J')^-1 g` is the
//! smallest change in `sum δ^2 / C` that takes the residuals away to first order; where `C` is zero
//! nothing moves. The step is halved until the residuals become smaller, and damped (Levenberg and
//! Marquardt) where that does not help. A start that is far off is reached by a homotopy on the
//! residuals, `g(q) = (1 - s) g(q_0)` with `s` from 0 to 1, or in the end from a start that has been
//! shaken a little, always in the same way.

use super::factor::PROXIMAL;
use super::jacobian::Jacobian;
use super::model::{ClosingKind, Level};
use super::project::{self, NotClosed, largest, look};
use crate::dynamics::{Data, Model, recursion};

/// Residuals that count as closed, m or rad, for a mechanism of the size of a metre.
const TOLERANCE: f64 = 1e-13;
/// Taken where rounding keeps the iteration from getting closer.
const ACCEPTABLE: f64 = 1e-9;
const ITERATIONS: usize = 60;
/// The largest change of a coordinate in one step, rad, or m for a mechanism of a metre.
const LONGEST: f64 = 0.5;
const SHAKES: u64 = 12;
/// How far from a start the usual rank is looked for, rad or m.
const NEARBY: f64 = 0.02;

struct Search<'a> {
    model: &'a Model,
    data: &'a mut Data,
    jacobian: Jacobian,
    /// Of each velocity.
    compliances: &'a [f64],
    ones: Vec<f64>,
    change: Vec<f64>,
    trial: Vec<f64>,
    /// m
    scale: f64,
}

/// Moves the positions of `state` onto the constraints. The motions prescribed at the start must be
/// there.
///
/// # Errors
/// The constraint that is furthest from being satisfied; `state` is then as near as it came.
pub(crate) fn close_positions(
    model: &Model,
    data: &mut Data,
    state: &mut [f64],
    compliances: &[f64],
) -> Result<(), NotClosed> {
    let mut search = Search::new(model, data, state, compliances);
    let written = state.to_vec();
    let first = search.residuals(&written);
    let zeros = vec![0.0; first.len()];
    let mut found = search.newton(state, &zeros);
    if found.is_err() || search.is_flipped() {
        let mut from = written.clone();
        let walked = search.walk(&mut from, &first);
        if walked.is_ok() && !search.is_flipped() {
            state.copy_from_slice(&from);
            return Ok(());
        }
        for shake in 1..=SHAKES {
            let mut from = written.clone();
            search.shake(&mut from, shake, 0.1 * shake as f64);
            if search.newton(&mut from, &zeros).is_ok() && !search.is_flipped() {
                search.put_back(&mut from, &written);
                state.copy_from_slice(&from);
                return Ok(());
            }
        }
        // Nothing helped: what is left where the plain iteration has ended.
        state.copy_from_slice(&written);
        found = search.newton(state, &zeros);
    }
    found
}

impl<'a> Search<'a> {
    fn new(model: &'a Model, data: &'a mut Data, state: &[f64], compliances: &'a [f64]) -> Self {
        look(model, data, 0.0, state);
        let scale = project::scale(model, data);
        Search {
            model,
            data,
            jacobian: Jacobian::new(model),
            compliances,
            ones: vec![1.0; compliances.len()],
            change: vec![0.0; compliances.len()],
            trial: state.to_vec(),
            scale,
        }
    }

    /// Of the equations between positions.
    fn residuals(&mut self, state: &[f64]) -> Vec<f64> {
        look(self.model, self.data, 0.0, state);
        self.data.loops.residuals.clone()
    }

    /// Whether the present positions satisfy the cosines with an axis that points the wrong way.
    fn is_flipped(&self) -> bool {
        self.model.loops.closings.iter().any(|closing| match &closing.kind {
            ClosingKind::Joint(joint) => joint.is_flipped(&joint.pair(&self.data.tree)),
            ClosingKind::CableEnd { .. } | ClosingKind::Equations(_) => false,
        })
    }

    /// Solves `g = target`.
    fn newton(&mut self, state: &mut [f64], target: &[f64]) -> Result<(), NotClosed> {
        let norm = |g: &[f64]| g.iter().map(|x| x * x).sum::<f64>().sqrt();
        let less = |g: &[f64]| -> Vec<f64> { g.iter().zip(target).map(|(g, t)| g - t).collect() };
        let mut g = less(&self.residuals(state));
        let mut damping = PROXIMAL;
        for _ in 0..ITERATIONS {
            let (_, worst) = largest(&g);
            if worst <= TOLERANCE * self.scale {
                return Ok(());
            }
            linearize(self.model, self.data, &mut self.jacobian, state);
            let mut improved = false;
            while !improved && damping <= 1.0 {
                self.direction(&g, damping);
                let limit = LONGEST * self.scale;
                let (_, longest) = largest(&self.change);
                let mut share = if longest > limit { limit / longest } else { 1.0 };
                for _ in 0..12 {
                    self.trial.copy_from_slice(state);
                    self.advance(share);
                    let trial = std::mem::take(&mut self.trial);
                    let now = less(&self.residuals(&trial));
                    self.trial = trial;
                    if norm(&now) < (1.0 - 1e-3 * share) * norm(&g) {
                        state.copy_from_slice(&self.trial);
                        g = now;
                        improved = true;
                        break;
                    }
                    share *= 0.5;
                }
                damping = if improved { (damping * 0.01).max(PROXIMAL) } else { damping * 100.0 };
            }
            if !improved {
                break;
            }
        }
        let closed = less(&self.residuals(state));
        let (row, residual) = largest(&closed);
        if residual <= ACCEPTABLE * self.scale {
            return Ok(());
        }
        Err(project::not_closed(self.model, row, residual, Level::Position))
    }

    /// The change of all velocities' positions that takes `g` away to first order.
    fn direction(&mut self, g: &[f64], damping: f64) {
        weigh(self.model, self.data, &self.jacobian, self.compliances, &self.ones, Level::Position);
        let pattern = &self.model.loops.structure.pattern;
        let own = &mut self.data.loops;
        own.forces.copy_from_slice(g);
        if own.compliance.factorize(pattern, &own.scratch, damping) {
            if damping > PROXIMAL {
                own.compliance.solve_once(pattern, &mut own.forces);
            } else {
                own.compliance.solve(pattern, &mut own.forces);
            }
        }
        spread(
            self.model,
            self.data,
            &self.jacobian,
            self.compliances,
            Level::Position,
            &mut self.change,
        );
    }

    /// Moves `trial` along the direction.
    fn advance(&mut self, share: f64) {
        let mut change: Vec<f64> = self.change.iter().map(|change| change * share).collect();
        let positions = self.model.layout.dimensions.positions;
        super::drift(self.model, &mut self.trial[..positions], &mut change, 1.0);
        recursion::restore(self.model, self.data, &mut self.trial);
    }

    /// The homotopy.
    fn walk(&mut self, state: &mut [f64], first: &[f64]) -> Result<(), NotClosed> {
        let (mut reached, mut step) = (0.0, 0.1);
        let mut from = state.to_vec();
        while reached < 1.0 {
            let next = f64::min(reached + step, 1.0);
            let target: Vec<f64> = first.iter().map(|g| (1.0 - next) * g).collect();
            match self.newton(state, &target) {
                Ok(()) => {
                    reached = next;
                    step = (step * 1.5).min(0.25);
                    from.copy_from_slice(state);
                }
                Err(not_closed) => {
                    state.copy_from_slice(&from);
                    step *= 0.25;
                    if step < 1e-3 {
                        return Err(not_closed);
                    }
                }
            }
        }
        Ok(())
    }

    /// Moves what may move by up to `size` (rad or m), the same in every run.
    fn shake(&mut self, state: &mut [f64], seed: u64, size: f64) {
        let mut random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        for (change, compliance) in self.change.iter_mut().zip(self.compliances) {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let share = (random >> 11) as f64 / (1_u64 << 53) as f64;
            *change = if *compliance > 0.0 { size * (2.0 * share - 1.0) } else { 0.0 };
        }
        self.trial.copy_from_slice(state);
        self.advance(1.0);
        state.copy_from_slice(&self.trial);
    }
}

impl Search<'_> {
    /// What no constraint depends on need not have been shaken.
    fn put_back(&mut self, state: &mut [f64], written: &[f64]) {
        linearize(self.model, self.data, &mut self.jacobian, state);
        let mut matters = vec![false; self.change.len()];
        for (index, closing) in self.model.loops.closings.iter().enumerate() {
            for row in closing.rows.clone() {
                for (range, values) in self.jacobian.row(index, row) {
                    for (slot, value) in range.zip(values) {
                        matters[slot] |= *value != 0.0;
                    }
                }
            }
        }
        let layout = &self.model.layout;
        let tree = &self.model.tree;
        for body in 0..tree.bodies() {
            if !matters[tree.rate_range(body)].contains(&true) {
                let own = tree.position_range(body);
                let own = layout.tree_q.start + own.start..layout.tree_q.start + own.end;
                state[own.clone()].copy_from_slice(&written[own]);
            }
        }
        let shift = layout.dimensions.positions;
        for (on_q, on_v) in layout.cable_q.iter().zip(&layout.cable_v) {
            // Points and directions have three numbers each, in both states.
            for (q, v) in on_q.clone().step_by(3).zip(on_v.clone().step_by(3)) {
                if !matters[v - shift..v - shift + 3].contains(&true) {
                    state[q..q + 3].copy_from_slice(&written[q..q + 3]);
                }
            }
        }
    }
}

/// Changes the velocities of `state` so that the constraints keep being satisfied.
///
/// # Errors
/// As [`close_positions`].
pub(crate) fn close_velocities(
    model: &Model,
    data: &mut Data,
    state: &mut [f64],
    compliances: &[f64],
) -> Result<(), NotClosed> {
    let mut jacobian = Jacobian::new(model);
    let ones = vec![1.0; compliances.len()];
    let mut change = vec![0.0; compliances.len()];
    let range = model.layout.dimensions.velocity_range();
    for _ in 0..6 {
        look(model, data, 0.0, state);
        let speed = state[range.clone()].iter().fold(1.0_f64, |most, v| most.max(v.abs()));
        let (_, rate) = largest(&data.loops.rates);
        if rate <= TOLERANCE * speed * project::scale(model, data) {
            return Ok(());
        }
        linearize(model, data, &mut jacobian, state);
        weigh(model, data, &jacobian, compliances, &ones, Level::Velocity);
        let pattern = &model.loops.structure.pattern;
        let own = &mut data.loops;
        own.forces.copy_from_slice(&own.rates);
        if own.compliance.factorize(pattern, &own.scratch, PROXIMAL) {
            own.compliance.solve(pattern, &mut own.forces);
        }
        spread(model, data, &jacobian, compliances, Level::Velocity, &mut change);
        for (slot, change) in state[range.clone()].iter_mut().zip(&change) {
            *slot += change;
        }
        recursion::restore(model, data, state);
    }
    look(model, data, 0.0, state);
    let speed = state[range].iter().fold(1.0_f64, |most, v| most.max(v.abs()));
    let (row, rate) = largest(&data.loops.rates);
    if rate <= ACCEPTABLE * speed * project::scale(model, data) {
        return Ok(());
    }
    Err(project::not_closed(model, row, rate, Level::Velocity))
}

/// Gradients of all rows in the velocities.
fn linearize(model: &Model, data: &mut Data, jacobian: &mut Jacobian, state: &[f64]) {
    look(model, data, 0.0, state);
    jacobian.evaluate(model, data, state);
}

/// Whether a row takes part: equations on velocities say nothing about positions.
fn counts(model: &Model, row: usize, level: Level) -> bool {
    level == Level::Velocity || model.loops.rows[row].level == Level::Position
}

/// `J C J'`.
fn weigh(
    model: &Model,
    data: &mut Data,
    jacobian: &Jacobian,
    compliances: &[f64],
    ones: &[f64],
    level: Level,
) {
    let loops = &model.loops;
    let own = &mut data.loops;
    own.compliance.clear();
    for (block, (closing, reach)) in loops.closings.iter().zip(&loops.structure.reaches).enumerate()
    {
        for (j, row) in closing.rows.clone().enumerate() {
            let takes_part = counts(model, row, level);
            own.scratch[row] =
                if takes_part { jacobian.product((block, row), (block, row), ones) } else { 0.0 };
            for &other in &reach.later {
                for (i, other_row) in loops.closings[other].rows.clone().enumerate() {
                    if takes_part && counts(model, other_row, level) {
                        let value = jacobian.product((other, other_row), (block, row), compliances);
                        own.compliance.set(&loops.structure.pattern, (other, i), (block, j), value);
                    }
                }
            }
        }
    }
}

/// `change = -C J' f`.
fn spread(
    model: &Model,
    data: &Data,
    jacobian: &Jacobian,
    compliances: &[f64],
    level: Level,
    change: &mut [f64],
) {
    change.fill(0.0);
    for (index, closing) in model.loops.closings.iter().enumerate() {
        for row in closing.rows.clone().filter(|&row| counts(model, row, level)) {
            let force = data.loops.forces[row];
            for (range, values) in jacobian.row(index, row) {
                for (slot, value) in range.zip(values) {
                    change[slot] -= compliances[slot] * value * force;
                }
            }
        }
    }
}

/// Which rows depend on others, in the metric of the mass matrix. None where the inertias cannot be
/// eliminated; the first evaluation will say why.
pub(crate) fn dependent_rows(model: &Model, data: &mut Data, state: &[f64]) -> Option<Vec<bool>> {
    project::prepare(model, data, 0.0, state).ok()?;
    Some(data.loops.compliance.dependent().to_vec())
}

/// The same at a state that is a little off, on the constraints, too.
pub(crate) fn dependent_rows_nearby(
    model: &Model,
    data: &mut Data,
    state: &[f64],
    compliances: &[f64],
) -> Option<Vec<bool>> {
    let mut nearby = state.to_vec();
    let zeros = vec![0.0; model.loops.rows.len()];
    let mut search = Search::new(model, data, state, compliances);
    search.shake(&mut nearby, 1, NEARBY);
    search.newton(&mut nearby, &zeros).ok()?;
    dependent_rows(model, data, &nearby)
}
