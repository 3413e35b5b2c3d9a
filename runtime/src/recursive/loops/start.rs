//! The state that satisfies the closing constraints and is nearest to a given one, some velocities
//! being held and others giving way as they are asked to.
//!
//! Gauss and Newton's method with the diagonal compliances `C`: `δ = -C J' (J C J')^-1 g` is the
//! smallest change in `sum δ^2 / C` that takes the residuals away to first order; where `C` is zero
//! nothing moves. The step is halved until the residuals become smaller, and damped (Levenberg and
//! Marquardt) where that does not help. Rows count by what moves them; where they contradict each other
//! to first order, as those of over-constrained loops do that are open, such a step may lead away, and they
//! count by their sizes, by which the residuals are judged. A start that is far off is reached by a homotopy on the
//! residuals, `g(q) = (1 - s) g(q_0)` with `s` from 0 to 1, or in the end from a start that has been
//! shaken a little, always in the same way.
//!
//! Positions are closed first, then rates, which is one linear problem. `compliances` are one for
//! each velocity: zero for what is held, one for what is free, between for what gives way
//! (`assembly/consistent.rs`).

use super::factor::PROXIMAL;
use super::jacobian::Jacobian;
use super::metric::{linearize, spread, weigh, weigh_each};
use super::model::{ClosingKind, Level};
use super::project::{self, NotClosed, look};
use super::size::{self, furthest, in_units, share};
use crate::chance::Chance;
use crate::recursive::{Data, RecursiveModel, recursion};

/// Residuals that count as closed, in shares of the rows' sizes.
const TOLERANCE: f64 = 1e-13;
/// Taken where rounding keeps the iteration from getting closer.
pub(super) const ACCEPTABLE: f64 = 1e-9;
/// Of Newton's method with least changes.
const ITERATIONS: usize = 60;
/// The largest change of a coordinate in one step, in shares of its unit.
const LONGEST: f64 = 0.5;
/// How often the search begins anew beside the given state, where it got stuck.
const SHAKES: u64 = 12;

/// What residuals of different rows are divided by where they cannot all vanish.
/// See the module: the first converges faster, the second cannot lead away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Measure {
    /// What the coordinates that may move make of them.
    Movable,
    /// The rows' sizes.
    Size,
}

/// Lives as long as one search; a run does not use it.
struct Search<'a> {
    /// With its closings.
    model: &'a RecursiveModel,
    /// Its evaluations are of the state that is looked at.
    data: &'a mut Data,
    /// Of what depends on time by itself, s.
    time: f64,
    /// Of all rows.
    jacobian: Jacobian,
    /// Of each velocity, in the square of its unit.
    compliances: Vec<f64>,
    /// The same of coordinates that nothing holds.
    free: Vec<f64>,
    /// Of each row, where the search begins.
    sizes: Vec<f64>,
    /// Of all velocities' coordinates.
    change: Vec<f64>,
    /// The state that is looked at.
    trial: Vec<f64>,
}

/// Moves the positions of `state` onto the constraints. The motions prescribed at that time, s, must be
/// there.
///
/// # Errors
/// The constraint that is furthest from being satisfied; `state` is then as near as it came.
pub(crate) fn close_positions(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    state: &mut [f64],
    compliances: &[f64],
) -> Result<(), NotClosed> {
    let mut search = Search::new(model, data, (time, state), compliances);
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

/// Moves the positions of `state` onto the constraints, all coordinates alike, without going far.
pub(super) fn close_from_near(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    state: &mut [f64],
) -> Result<(), NotClosed> {
    let ones = vec![1.0; model.layout.dimensions.velocities];
    let zeros = vec![0.0; model.loops.rows.len()];
    Search::new(model, data, (time, state), &ones).newton(state, &zeros)
}

impl<'a> Search<'a> {
    /// From a time and a state.
    fn new(
        model: &'a RecursiveModel,
        data: &'a mut Data,
        (time, state): (f64, &[f64]),
        compliances: &[f64],
    ) -> Self {
        look(model, data, time, state);
        size::measure(model, data);
        // A gradient that is zero here tells no size.
        let sized = |&size: &f64| if size > 0.0 { size } else { 1.0 };
        let sizes = data.loops.sizes.iter().map(sized).collect();
        Search {
            model,
            data,
            time,
            jacobian: Jacobian::new(model),
            compliances: in_units(model, compliances),
            free: in_units(model, &vec![1.0; compliances.len()]),
            sizes,
            change: vec![0.0; compliances.len()],
            trial: state.to_vec(),
        }
    }

    /// Of the equations between positions.
    fn residuals(&mut self, state: &[f64]) -> Vec<f64> {
        look(self.model, self.data, self.time, state);
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
    ///
    /// `target` has one value for each row; all zeros but in the homotopy. `state` is the best
    /// found, also after an error.
    fn newton(&mut self, state: &mut [f64], target: &[f64]) -> Result<(), NotClosed> {
        let sizes = self.sizes.clone();
        let norm = |g: &[f64]| {
            g.iter().zip(&sizes).map(|(&g, &size)| share(g, size).powi(2)).sum::<f64>().sqrt()
        };
        let less = |g: &[f64]| -> Vec<f64> { g.iter().zip(target).map(|(g, t)| g - t).collect() };
        let mut g = less(&self.residuals(state));
        let mut damping = PROXIMAL;
        for _ in 0..ITERATIONS {
            if furthest(&g, &sizes).1 <= TOLERANCE {
                return Ok(());
            }
            linearize(self.model, self.data, &mut self.jacobian, (self.time, state));
            let mut improved = false;
            let mut measure = Measure::Movable;
            while !improved {
                if damping > 1.0 {
                    if measure == Measure::Size {
                        break;
                    }
                    (measure, damping) = (Measure::Size, PROXIMAL);
                }
                self.direction(&g, damping, measure);
                let longest = size::speed(self.model, &self.change);
                let mut share = if longest > LONGEST { LONGEST / longest } else { 1.0 };
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
        let (row, worst) = furthest(&closed, &sizes);
        if worst <= ACCEPTABLE {
            return Ok(());
        }
        Err(project::not_closed(self.model, row, closed[row].abs(), Level::Position))
    }

    /// The change of all velocities' positions that takes `g` away to first order.
    /// Into `self.change`, for each velocity in its own unit.
    fn direction(&mut self, g: &[f64], damping: f64, measure: Measure) {
        let (level, own) = (Level::Position, &mut self.data.loops);
        weigh(self.model, &self.jacobian, &self.compliances, level, &mut own.compliance);
        weigh_each(self.model, &self.jacobian, &self.free, level, &mut own.scratch);
        let pattern = &self.model.loops.structure.pattern;
        own.forces.copy_from_slice(g);
        let is_done = match measure {
            Measure::Movable => own.compliance.factorize(pattern, &own.scratch, damping, None),
            Measure::Size => own.compliance.factorize_in(pattern, &self.sizes, damping),
        };
        if is_done {
            if damping > PROXIMAL {
                own.compliance.solve_once(pattern, &mut own.forces);
            } else {
                own.compliance.solve(pattern, &mut own.forces);
            }
        }
        let (jacobian, compliances) = (&self.jacobian, &self.compliances);
        spread(self.model, jacobian, compliances, level, &own.forces, &mut self.change);
    }

    /// Moves `trial` along the direction.
    /// Attitudes and directions stay of length one.
    fn advance(&mut self, share: f64) {
        let mut change: Vec<f64> = self.change.iter().map(|change| change * share).collect();
        let positions = self.model.layout.dimensions.positions;
        super::drift(self.model, &mut self.trial[..positions], &mut change, 1.0);
        recursion::restore(self.model, self.data, &mut self.trial);
    }

    /// The homotopy.
    /// `first` are the residuals at `state`. Steps of a tenth at first, longer after each success,
    /// given up below a thousandth.
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

    /// Moves what may move by up to `size` of its unit, the same in every run.
    /// Only what has a compliance moves.
    fn shake(&mut self, state: &mut [f64], seed: u64, size: f64) {
        let mut chance = Chance::new(seed);
        let units = &self.model.loops.sizes.units;
        for ((change, compliance), &unit) in
            self.change.iter_mut().zip(&self.compliances).zip(units)
        {
            let share = chance.either_side();
            let unit = if *compliance > 0.0 { unit } else { 0.0 };
            *change = size * share * unit;
        }
        self.trial.copy_from_slice(state);
        self.advance(1.0);
        state.copy_from_slice(&self.trial);
    }
}

impl Search<'_> {
    /// What no constraint depends on need not have been shaken.
    fn put_back(&mut self, state: &mut [f64], written: &[f64]) {
        linearize(self.model, self.data, &mut self.jacobian, (self.time, state));
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

/// Changes the velocities of `state` so that the constraints keep being satisfied at that time, s.
///
/// # Errors
/// As [`close_positions`].
pub(crate) fn close_velocities(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    state: &mut [f64],
    compliances: &[f64],
) -> Result<(), NotClosed> {
    let mut jacobian = Jacobian::new(model);
    let compliances = in_units(model, compliances);
    let free = in_units(model, &vec![1.0; compliances.len()]);
    let mut change = vec![0.0; compliances.len()];
    let range = model.layout.dimensions.velocity_range();
    let mut first = f64::NAN;
    for iteration in 0..=6 {
        look(model, data, time, state);
        size::measure(model, data);
        let (row, worst) = furthest(&data.loops.rates, &data.loops.sizes);
        if iteration == 0 {
            first = worst;
        }
        // In shares of a rate per second. What prescribed bodies carry along is rounded with its own rate.
        let own = size::speed(model, &state[range.clone()]);
        let speed = first.max(own).max(size::carried(data));
        if worst <= TOLERANCE * speed {
            return Ok(());
        }
        if iteration == 6 {
            let rate = data.loops.rates[row].abs();
            let open = project::not_closed(model, row, rate, Level::Velocity);
            return if worst <= ACCEPTABLE * speed { Ok(()) } else { Err(open) };
        }
        linearize(model, data, &mut jacobian, (time, state));
        let (level, own) = (Level::Velocity, &mut data.loops);
        weigh(model, &jacobian, &compliances, level, &mut own.compliance);
        weigh_each(model, &jacobian, &free, level, &mut own.scratch);
        let pattern = &model.loops.structure.pattern;
        own.forces.copy_from_slice(&own.rates);
        if own.compliance.factorize(pattern, &own.scratch, PROXIMAL, None) {
            own.compliance.solve(pattern, &mut own.forces);
        }
        spread(model, &jacobian, &compliances, level, &own.forces, &mut change);
        for (slot, change) in state[range.clone()].iter_mut().zip(&change) {
            *slot += change;
        }
        recursion::restore(model, data, state);
    }
    Ok(())
}
