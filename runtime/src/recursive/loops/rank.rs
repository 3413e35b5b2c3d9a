//! How many equations are independent, which ones stand for all, and how near a singular position is.
//!
//! The rank is a property of the mechanism and not of the instant: it is found once, from gradients
//! without inertia at closed positions a little beside the start, by the largest gap between pivots
//! ([`super::choice`]). During a run as many rows of each closing take part. The others are satisfied
//! with them, on the loop; beside it, as at the stages of a step, they would say something else, which
//! is an error of the stage and no force.
//!
//! Where even the best rows become dependent the position is singular. The pivots of `Λ` show that
//! at no cost, but depend on inertia; so where one has become small beside the largest seen, gradients
//! are looked at again.

use super::choice::Choice;
use super::factor::{Compliance, PROXIMAL};
use super::jacobian::Jacobian;
use super::metric::{spread, weigh, weigh_each};
use super::model::Level;
use super::project::look;
use super::size::{self, furthest, in_units};
use super::start::{self, ACCEPTABLE};
use crate::chance::Chance;
use crate::recursive::{Data, RecursiveModel, recursion};

/// How far beside a start the rank is looked for, in shares of coordinates' units.
const NEARBY: f64 = 0.02;
/// Pivots are squares of the sine between a row and the others.
const NEAR: f64 = 1e-2;
/// See [`NEAR`]: below this forces are not solved for.
const SINGULAR: f64 = 1e-4;

/// How near a singular position is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Zone {
    #[default]
    Regular,
    /// States have to be closed before forces are asked for: what leads off the loop turns with them.
    Near,
    /// Too near to solve for forces.
    Singular,
}

/// What is watched during a run.
/// Starts from the choice made at the start of the run, or with all rows where there is none yet.
#[derive(Clone, Debug, Default)]
pub(crate) struct Independence {
    /// Rows that take part.
    /// As many in each block as the mechanism has independent ones; which ones may change.
    pub(crate) rows: Vec<bool>,
    /// Of each block in the order of elimination: how many these are.
    counts: Vec<usize>,
    /// How near the state is to a singular position.
    pub(crate) zone: Zone,
    /// The row whose pivot has become the smallest part of what it was.
    pub(crate) weakest: usize,
    /// How small, squared: one where nothing is near.
    pub(crate) share: f64,
    /// Of sweeps: their weakest pivot where it has been looked at closely; zero before.
    pub(crate) judged: f64,
    /// Of each row: the largest pivot of `Λ` so far.
    references: Vec<f64>,
    /// Of each block in the order of elimination: its largest measure so far.
    measures: Vec<f64>,
    /// Made when it is needed first.
    gradients: Option<Box<Gradients>>,
}

impl Independence {
    /// With the choice of the start.
    pub(crate) fn new(model: &RecursiveModel) -> Self {
        let loops = &model.loops;
        let rows = loops.rows.len();
        Self {
            rows: if loops.choice.rows.len() == rows {
                loops.choice.rows.clone()
            } else {
                vec![true; rows]
            },
            references: vec![0.0; rows],
            counts: loops.choice.counts.clone(),
            measures: loops.choice.measures.clone(),
            share: 1.0,
            ..Self::default()
        }
    }

    /// How many rows take part.
    pub(crate) fn rank(&self) -> usize {
        self.counts.iter().sum()
    }

    /// Other connections are closed from now on: nothing that was seen before counts.
    pub(crate) fn begin_anew(&mut self, choice: Choice) {
        let Choice { rows, counts, measures } = choice;
        (self.rows, self.counts, self.measures) = (rows, counts, measures);
        self.references.fill(0.0);
        (self.weakest, self.share, self.zone) = (0, 1.0, Zone::Regular);
        self.judged = 0.0;
    }
}

/// `J C J'` with the units of coordinates as compliances. Working memory of the costly part: a
/// Jacobian and a second matrix of the size of `Λ`.
#[derive(Clone, Debug)]
struct Gradients {
    /// Of all rows.
    jacobian: Jacobian,
    /// `J C J'`.
    matrix: Compliance,
    /// `C`, of each velocity.
    compliances: Vec<f64>,
    /// Of each row.
    weights: Vec<f64>,
    /// Of all velocities.
    change: Vec<f64>,
}

impl Gradients {
    /// Memory, with the compliances of a model.
    fn new(model: &RecursiveModel) -> Self {
        let velocities = model.layout.dimensions.velocities;
        Self {
            jacobian: Jacobian::new(model),
            matrix: Compliance::new(&model.loops.structure.pattern),
            compliances: in_units(model, &vec![1.0; velocities]),
            weights: vec![0.0; model.loops.rows.len()],
            change: vec![0.0; velocities],
        }
    }

    /// After [`super::rows::rows`].
    fn weigh(&mut self, model: &RecursiveModel, data: &mut Data, state: &[f64]) {
        size::measure(model, data);
        self.jacobian.evaluate(model, data, state);
        let level = Level::Velocity;
        weigh(model, &self.jacobian, &self.compliances, level, &mut self.matrix);
        weigh_each(model, &self.jacobian, &self.compliances, level, &mut self.weights);
    }

    /// Independent rows in a state: as many in each block as `counts` says, or as many as there are.
    fn choose(
        &mut self,
        model: &RecursiveModel,
        data: &mut Data,
        state: &[f64],
        counts: Option<&[usize]>,
    ) -> Option<Choice> {
        self.weigh(model, data, state);
        self.matrix.choose(&model.loops.structure.pattern, &data.loops.sizes, counts)
    }

    /// Moves a state along its velocities of `change`, less what the constraints do not allow.
    fn drift_along(&mut self, model: &RecursiveModel, data: &mut Data, state: &mut [f64]) {
        let pattern = &model.loops.structure.pattern;
        let mut forces = vec![0.0; model.loops.rows.len()];
        for (index, closing) in model.loops.closings.iter().enumerate() {
            for row in closing.rows.clone() {
                for (range, values) in self.jacobian.row(index, row) {
                    for (slot, value) in range.zip(values) {
                        forces[row] += value * self.change[slot];
                    }
                }
            }
        }
        if self.matrix.factorize(pattern, &self.weights, PROXIMAL, None) {
            self.matrix.solve(pattern, &mut forces);
        }
        let mut back = vec![0.0; self.change.len()];
        let (jacobian, compliances) = (&self.jacobian, &self.compliances);
        spread(model, jacobian, compliances, Level::Velocity, &forces, &mut back);
        let mut change: Vec<f64> = self.change.iter().zip(&back).map(|(a, b)| a + b).collect();
        let longest = size::speed(model, &change);
        if longest > 0.0 {
            change.iter_mut().for_each(|slot| *slot *= NEARBY / longest);
        }
        super::drift(model, &mut state[..model.layout.dimensions.positions], &mut change, 1.0);
        recursion::restore(model, data, state);
    }

    /// Gauss and Newton's method with as many rows as are told.
    fn close(
        &mut self,
        model: &RecursiveModel,
        data: &mut Data,
        time: f64,
        state: &mut [f64],
        counts: &[usize],
    ) -> bool {
        let pattern = &model.loops.structure.pattern;
        for _ in 0..12 {
            look(model, data, time, state);
            size::measure(model, data);
            if furthest(&data.loops.residuals, &data.loops.sizes).1 <= 1e-13 {
                return true;
            }
            let Some(choice) = self.choose(model, data, state, Some(counts)) else { return false };
            let mut forces = data.loops.residuals.clone();
            if !self.matrix.factorize(pattern, &self.weights, 0.0, Some(&choice.rows)) {
                return false;
            }
            self.matrix.solve_exactly(pattern, &mut forces);
            let (jacobian, compliances) = (&self.jacobian, &self.compliances);
            spread(model, jacobian, compliances, Level::Velocity, &forces, &mut self.change);
            if size::speed(model, &self.change).is_nan() || size::speed(model, &self.change) > 0.5 {
                return false;
            }
            let positions = model.layout.dimensions.positions;
            super::drift(model, &mut state[..positions], &mut self.change, 1.0);
            recursion::restore(model, data, state);
        }
        look(model, data, time, state);
        furthest(&data.loops.residuals, &data.loops.sizes).1 <= ACCEPTABLE
    }
}

/// The rank, found at the start.
pub(crate) struct Found {
    /// Which rows stand for all.
    pub(crate) choice: Choice,
    /// Whether fewer equations are independent at the start than beside it.
    pub(crate) singular: bool,
}

/// Ranks at a closed state and beside it. The motions prescribed at that time must be there. None
/// where gradients are not finite.
/// Two positions beside it are looked at, always the same ones; the largest rank counts, as
/// a start may be singular.
pub(crate) fn find(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    start: &[f64],
) -> Option<Found> {
    let mut gradients = Gradients::new(model);
    look(model, data, time, start);
    let here = gradients.choose(model, data, start, None)?;
    let mut best = here.clone();
    for seed in 1..=2 {
        let mut state = start.to_vec();
        look(model, data, time, &state);
        gradients.weigh(model, data, &state);
        scatter(&mut gradients.change, &model.loops.sizes.units, seed);
        gradients.drift_along(model, data, &mut state);
        let beside = state.clone();
        if !gradients.close(model, data, time, &mut state, &here.counts) {
            state = beside;
            if start::close_from_near(model, data, time, &mut state).is_err() {
                continue;
            }
        }
        look(model, data, time, &state);
        let Some(choice) = gradients.choose(model, data, &state, None) else { continue };
        if choice.rank() > best.rank() {
            best = choice;
        } else if choice.counts == best.counts {
            for (best, measure) in best.measures.iter_mut().zip(choice.measures) {
                *best = best.max(measure);
            }
        }
    }
    look(model, data, time, start);
    let at_start = gradients.choose(model, data, start, Some(&best.counts))?;
    let singular = here.rank() < best.rank();
    Some(Found { choice: Choice { rows: at_start.rows, ..best }, singular })
}

/// Directions that are no special ones, the same in every run.
/// Between minus and plus one unit of each coordinate.
fn scatter(change: &mut [f64], units: &[f64], seed: u64) {
    let mut chance = Chance::new(seed);
    for (change, unit) in change.iter_mut().zip(units) {
        *change = unit * chance.either_side();
    }
}

/// Compares the pivots of `Λ` with the largest so far, and looks at gradients where one has become
/// small. True where other rows were chosen, so that `Λ` has to be made again.
/// After `Λ` has been factorized. Sets the zone, its share and the weakest row.
pub(crate) fn watch(model: &RecursiveModel, data: &mut Data, state: &[f64]) -> bool {
    let own = &mut data.loops.independence;
    (own.weakest, own.share, own.zone) = (0, 1.0, Zone::Regular);
    for row in (0..own.rows.len()).filter(|&row| own.rows[row]) {
        let pivot = data.loops.compliance.pivot(row);
        let reference = &mut own.references[row];
        if pivot > *reference && *reference > 0.0 {
            *reference = pivot;
        }
        let share = if *reference > 0.0 { pivot / *reference } else { 0.0 };
        if share < own.share {
            (own.weakest, own.share) = (row, share);
        }
    }
    own.share < NEAR && !own.measures.is_empty() && confirm(model, data, state)
}

/// Takes the measure of every block from gradients, and the best rows.
/// A block whose rows have become weak gets those that are best now, as many as before.
fn confirm(model: &RecursiveModel, data: &mut Data, state: &[f64]) -> bool {
    let made = data.loops.independence.gradients.take();
    let mut gradients = made.unwrap_or_else(|| Box::new(Gradients::new(model)));
    let counts = std::mem::take(&mut data.loops.independence.counts);
    let choice = gradients.choose(model, data, state, Some(&counts));
    let own = &mut data.loops.independence;
    own.counts = counts;
    own.gradients = Some(gradients);
    let Some(choice) = choice else {
        own.zone = Zone::Singular;
        return false;
    };
    own.share = 1.0;
    let mut changed = false;
    for ((column, &now), most) in
        model.loops.structure.pattern.columns.iter().zip(&choice.measures).zip(&mut own.measures)
    {
        *most = most.max(now);
        let share = if *most > 0.0 { now / *most } else { 0.0 };
        let rows = column.start..column.start + column.size;
        if share < own.share {
            own.share = share;
            own.weakest = rows.clone().find(|&row| choice.rows[row]).unwrap_or(column.start);
        }
        // Another choice is made where the present one is much worse than what is possible.
        let weak = rows.clone().filter(|&row| own.rows[row]).any(|row| {
            let reference = own.references[row];
            reference == 0.0 || data.loops.compliance.pivot(row) < 0.25 * share * reference
        });
        if weak {
            for row in rows {
                changed |= own.rows[row] != choice.rows[row];
                own.rows[row] = choice.rows[row];
                // Taken anew from the next pivots, which are this share of what they can be.
                own.references[row] = -share.max(f64::MIN_POSITIVE);
            }
        }
    }
    if !changed {
        calibrate(data);
    }
    let own = &mut data.loops.independence;
    own.zone = match own.share {
        share if share < SINGULAR => Zone::Singular,
        share if share < NEAR => Zone::Near,
        _ => Zone::Regular,
    };
    changed
}

/// Sets references that are to be taken from the present pivots.
pub(crate) fn calibrate(data: &mut Data) {
    let own = &mut data.loops.independence;
    for (row, reference) in own.references.iter_mut().enumerate() {
        if *reference < 0.0 {
            *reference = data.loops.compliance.pivot(row) / -*reference;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Choice, Independence};

    /// What a latch held may have been weak; without it, what is as weak as that is another singular position.
    #[test]
    fn what_sweeps_were_judged_by_is_forgotten_with_the_connections() {
        let mut independence = Independence { judged: 1e-6, ..Independence::default() };
        independence.begin_anew(Choice::default());
        assert_eq!(independence.judged, 0.0);
    }
}
