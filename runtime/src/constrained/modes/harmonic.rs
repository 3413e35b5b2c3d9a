//! The motion that is left when an input swings: `(K + iωC - ω²M) x = f` on the constraints, for each frequency by itself.
//!
//! What an input does is known by the accelerations that its value, its rate and its acceleration cause in the state: forces are
//! `M` times these, and what is driven moves as its acceleration says.

use super::super::data::ConstrainedData;
use super::super::kkt::{Doubled, Factorization};
use super::super::model::ConstrainedModel;
use super::super::scheme::Scheme;
use super::Trouble;
use super::linearized::Linearized;
use super::operator::Operator;
use super::steady::{self, Unsteady};
use crate::chance::Chance;
use crate::mechanism::NoSwing;

/// Corrections of a solution.
const MOST_CORRECTIONS: usize = 20;
/// A residual that is not smaller than this share of the last one cannot be made smaller.
const GAIN: f64 = 0.5;
/// A residual of this many roundings of its terms is one.
const ROUNDINGS: f64 = 4.0 * f64::EPSILON;
/// A solution that leaves more than this share of the terms is none.
const OPEN: f64 = 1e-9;
/// By how much more than the frequency the motion changes, relatively: what changes faster is rounding.
const STEEPEST: f64 = 1e9;

/// Of the slowest swing: what falls away more slowly is not seen.
const STILL: f64 = 1e-3;

/// What an input does, as accelerations of all unknowns for each unit of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cause {
    pub(crate) by_value: Vec<f64>,
    pub(crate) by_rate: Vec<f64>,
    pub(crate) by_acceleration: Vec<f64>,
}

/// Real and imaginary part of the displacements, in a place for each unknown, for each unit of the input.
pub(crate) type Swing = [Vec<f64>; 2];

/// A model about a state that stays.
pub(crate) struct Harmonic<'a> {
    model: &'a ConstrainedModel,
    linear: Linearized,
    doubled: Doubled,
    factorization: Factorization,
    /// Of each entry that is not zero everywhere: where it is, and where its four are.
    entries: Vec<(usize, [usize; 4])>,
    /// By which dependent multipliers give way.
    compliances: Vec<f64>,
    /// Multipliers of constraints that hold whatever pulls.
    hard: Vec<usize>,
    values: Vec<f64>,
    /// Of each part of an unknown: what its diagonal has for compliance.
    softness: Vec<f64>,
    /// Forces by the input.
    forces: Cause,
    /// What constraints ask for where the input is one.
    driven: Vec<f64>,
    /// What rounding of the matrix makes of the last motion, as a share of it.
    lost: f64,
}

impl<'a> Harmonic<'a> {
    /// In the state of `data`, which is one of rest, or is looked at for whether it stays.
    pub(in crate::constrained) fn new(
        model: &'a ConstrainedModel,
        data: &mut ConstrainedData,
        is_at_rest: bool,
    ) -> Result<Self, Trouble> {
        if !is_at_rest {
            let rotors = steady::rotors(model, data).map_err(Trouble::Unsteady)?;
            if !rotors.is_empty() {
                let why =
                    "something turns in the state: `modes` follows rotors, and `response` does not";
                let owner = crate::assembly::Owner::Experiment;
                return Err(Trouble::Unsteady(Unsteady { owner, why: why.to_owned() }));
            }
            steady::hold(model, data).map_err(Trouble::Unsteady)?;
        }
        let linear = Linearized::new(model, data, &[]);
        let doubled = Doubled::new(&model.structure);
        let mut entries = Vec::new();
        let mut diagonals = vec![0; model.structure.unknowns()];
        for (place, (row, column)) in model.structure.entries().into_iter().enumerate() {
            let damping = linear.damping.as_ref().map_or(0.0, |own| own[place]);
            let is_zero =
                linear.stiffness[place] == 0.0 && damping == 0.0 && linear.inertia[place] == 0.0;
            if row == column {
                diagonals[row as usize] = place;
            }
            if !is_zero || row == column {
                let places = doubled.places(row as usize, column as usize);
                entries.extend(places.map(|places| (place, places)));
            }
        }
        let compliances = data.compliances.clone();
        let hard = hard(model, &linear);
        let factorization = Factorization::new(&doubled.structure);
        let values = vec![0.0; doubled.structure.values()];
        let softness = vec![0.0; doubled.structure.unknowns()];
        Ok(Self {
            model,
            linear,
            doubled,
            factorization,
            entries,
            compliances,
            hard,
            values,
            softness,
            forces: Cause::default(),
            driven: Vec::new(),
            lost: 0.0,
        })
    }

    /// Whether anything resists velocities.
    pub(crate) fn is_damped(&self) -> bool {
        self.linear.is_damped()
    }

    /// How many motions fall away by themselves as stiffness is negative, and not much slower than this, rad/s; as far as signs of
    /// pivots tell.
    pub(in crate::constrained) fn unstable(
        &self,
        data: &mut ConstrainedData,
        turning: f64,
    ) -> usize {
        let mut operator = Operator::new(self.model, data, &self.linear);
        // What moves freely has a square that is rounding.
        let slowest = STILL * turning;
        operator.below(-slowest * slowest).unwrap_or(0)
    }

    /// From now on the motions are those that this causes. False where a constraint on velocities would have to follow it.
    pub(in crate::constrained) fn cause(
        &mut self,
        data: &mut ConstrainedData,
        cause: &Cause,
    ) -> bool {
        let mut operator = Operator::new(self.model, data, &self.linear);
        let mut forces = [&cause.by_value, &cause.by_rate, &cause.by_acceleration].map(|own| {
            let forces = operator.inertia(own);
            operator.displacements_of(&forces)
        });
        let asked = operator.stiffness(&cause.by_acceleration);
        let of_rates = operator.stiffness(&cause.by_rate);
        self.driven = vec![0.0; asked.len()];
        let mut largest = 0.0_f64;
        for &unknown in &self.hard {
            self.driven[unknown] = asked[unknown];
            largest = largest.max(asked[unknown].abs()).max(of_rates[unknown].abs());
        }
        let sizes = forces.each_ref().map(|own| own.iter().fold(0.0_f64, |a, b| a.max(b.abs())));
        // What is only rounding beside the rest.
        for (force, size) in forces.iter_mut().zip(sizes) {
            if size <= 1e-14 * sizes.iter().copied().fold(0.0, f64::max) {
                force.fill(0.0);
            }
        }
        let [by_value, by_rate, by_acceleration] = forces;
        self.forces = Cause { by_value, by_rate, by_acceleration };
        // Equations on velocities that have nothing to do with the input are not in the way.
        let on_velocities = self.model.equations.user.iter().filter(|own| !own.holonomic);
        let mut rates = on_velocities.map(|own| of_rates[own.unknown].abs());
        rates.all(|own| own <= 1e-9 * largest)
    }

    /// The motion at so many radians in each second.
    pub(crate) fn at(&mut self, turning: f64) -> Result<Swing, NoSwing> {
        let whole = self.whole(turning, None)?;
        if self.steepness(turning, &whole)? > STEEPEST {
            return Err(NoSwing::Resonance);
        }
        self.lost = self.shaken(&whole).max(self.cancelled(turning, &whole));
        Ok(self.displacements(&whole))
    }

    /// The same motion where each number of the matrix has another last digit.
    pub(crate) fn with_other_digits(&mut self, turning: f64) -> Result<Swing, NoSwing> {
        let whole = self.whole(turning, Some(Chance::new(2)))?;
        Ok(self.displacements(&whole))
    }

    /// All parts of a solution, with the matrix as it is or with last digits by chance.
    fn whole(&mut self, turning: f64, chance: Option<Chance>) -> Result<Vec<f64>, NoSwing> {
        // Another dependence than that of the state may have come up: then all multipliers give way.
        for all_give_way in [false, true] {
            self.fill(turning, all_give_way);
            if let Some(mut chance) = chance {
                let values = self.values.iter_mut();
                values.for_each(|own| *own *= 1.0 + f64::EPSILON * chance.either_side());
            }
            if self.factorization.factor(&self.doubled.structure, &self.values).is_ok() {
                let right = self.right(turning);
                return self.solved(&right);
            }
        }
        Err(NoSwing::Resonance)
    }

    /// What acts, of all parts.
    fn right(&self, turning: f64) -> Vec<f64> {
        let mut right = vec![0.0; self.softness.len()];
        let square = turning * turning;
        for (unknown, [re, im]) in self.doubled.parts.iter().enumerate() {
            let Cause { by_value, by_rate, by_acceleration } = &self.forces;
            right[*re] =
                by_value[unknown] - square * by_acceleration[unknown] + self.driven[unknown];
            right[*im] = turning * by_rate[unknown];
        }
        right
    }

    /// Both parts of a solution without its multipliers.
    fn displacements(&self, whole: &[f64]) -> Swing {
        [0, 1].map(|which| {
            let mut part: Vec<f64> =
                self.doubled.parts.iter().map(|own| whole[own[which]]).collect();
            self.model.multipliers.iter().for_each(|&(_, unknown, _)| part[unknown] = 0.0);
            part
        })
    }

    /// What rounding of the matrix makes of the last motion, as a share of it.
    pub(crate) fn lost(&self) -> f64 {
        self.lost
    }

    /// How much of a motion changes where each term of the equations has another last digit. Bending of pieces that are far shorter than the whole is
    /// the small difference of what pulls at their ends, which a matrix of sums has lost before anything is solved.
    fn shaken(&mut self, x: &[f64]) -> f64 {
        let (mut product, mut terms) = (vec![0.0; x.len()], vec![0.0; x.len()]);
        self.doubled.structure.multiply(&self.values, x, &mut product, &mut terms);
        let mut chance = Chance::new(1);
        terms.iter_mut().for_each(|own| *own *= f64::EPSILON * chance.either_side());
        self.factorization.solve(&self.doubled.structure, &mut terms);
        let (own, change) = (self.size(x), self.size(&terms));
        if own > 0.0 { change / own } else { 0.0 }
    }

    /// What rounding of stiffnesses that cancel in a motion is of what it stores and moves with. It is known without a solution, and so where the
    /// matrix is lost and solutions with it agree with each other in what is wrong.
    fn cancelled(&self, turning: f64, x: &[f64]) -> f64 {
        let (mut stored, mut terms) = (0.0, 0.0);
        let masses = &self.linear.masses;
        for (place, (row, column)) in self.model.structure.entries().into_iter().enumerate() {
            let (row, column) = (row as usize, column as usize);
            if masses[row] == 0.0 || masses[column] == 0.0 {
                continue;
            }
            for part in [0, 1] {
                let ends = [row, column].map(|own| x[self.doubled.parts[own][part]]);
                let term = self.linear.stiffness[place] * ends[0] * ends[1];
                stored += term;
                terms += term.abs();
            }
        }
        let moves = (turning * self.size(x)).powi(2);
        cancelled(terms, stored, moves)
    }

    /// Of a motion: the root of twice its kinetic energy for 1 rad/s.
    fn size(&self, x: &[f64]) -> f64 {
        let parts = self.doubled.parts.iter().zip(&self.linear.masses);
        let square =
            |([re, im], mass): (&[usize; 2], &f64)| mass * (x[*re] * x[*re] + x[*im] * x[*im]);
        parts.map(square).sum::<f64>().sqrt()
    }

    /// The matrix, with compliances of what is dependent, or of all multipliers.
    fn fill(&mut self, turning: f64, all_give_way: bool) {
        self.values.fill(0.0);
        for &(place, [re_re, re_im, im_re, im_im]) in &self.entries {
            let real =
                self.linear.stiffness[place] - turning * turning * self.linear.inertia[place];
            let imaginary = self.linear.damping.as_ref().map_or(0.0, |own| turning * own[place]);
            self.values[re_re] = real;
            self.values[im_im] = real;
            self.values[re_im] = -imaginary;
            self.values[im_re] = imaginary;
        }
        let scheme = Scheme::rest(turning * turning, 1.0 / (turning * turning), false);
        let given = if all_give_way { &self.model.compliances } else { &self.compliances };
        for (&(_, unknown, _), compliance) in self.model.multipliers.iter().zip(given) {
            let softness = compliance * scheme.compliance;
            if let Some([re, _, _, im]) = self.doubled.places(unknown, unknown) {
                self.values[re] -= softness;
                self.values[im] -= softness;
            }
            self.doubled.parts[unknown].into_iter().for_each(|part| self.softness[part] = softness);
        }
    }

    /// Of the matrix without compliances.
    fn solved(&mut self, right: &[f64]) -> Result<Vec<f64>, NoSwing> {
        let count = right.len();
        let (mut x, mut residual) = (vec![0.0; count], right.to_vec());
        let mut best: Option<(f64, Vec<f64>)> = None;
        let (mut product, mut magnitudes) = (vec![0.0; count], vec![0.0; count]);
        for _ in 0..MOST_CORRECTIONS {
            self.factorization.solve(&self.doubled.structure, &mut residual);
            x.iter_mut().zip(&residual).for_each(|(x, own)| *x += own);
            self.doubled.structure.multiply(&self.values, &x, &mut product, &mut magnitudes);
            let (mut open, mut is_rounding) = (Open::default(), true);
            for (parts, mass) in self.doubled.parts.iter().zip(&self.linear.masses) {
                for &k in parts {
                    let left = right[k] - (product[k] + self.softness[k] * x[k]);
                    residual[k] = left;
                    let terms = magnitudes[k] + right[k].abs();
                    is_rounding &= left.abs() <= ROUNDINGS * terms;
                    open.see((*mass, x[k]), left, terms);
                }
            }
            let open = open.share();
            let is_better = open.is_finite() && best.as_ref().is_none_or(|own| open < GAIN * own.0);
            if is_better {
                best = Some((open, x.clone()));
            }
            if is_rounding || !is_better {
                break;
            }
        }
        match best {
            Some((open, x)) if open <= OPEN => Ok(x),
            Some(_) => Err(NoSwing::Unsolved),
            None => Err(NoSwing::Resonance),
        }
    }

    /// `ω |dx/dω|/|x|`: near a natural frequency without damping that is one over the distance to it.
    fn steepness(&mut self, turning: f64, x: &[f64]) -> Result<f64, NoSwing> {
        let mut right = vec![0.0; x.len()];
        // ω d/dω (K + iωC - ω²M) = iωC - 2ω²M
        for (place, (row, column)) in self.model.structure.entries().into_iter().enumerate() {
            let inertia = self.linear.inertia[place];
            let damping = self.linear.damping.as_ref().map_or(0.0, |own| own[place]);
            if inertia == 0.0 && damping == 0.0 {
                continue;
            }
            let ([re, im], [x_re, x_im]) =
                (self.doubled.parts[row as usize], self.doubled.parts[column as usize]);
            let (real, imaginary) = (2.0 * turning * turning * inertia, turning * damping);
            right[re] += real * x[x_re] + imaginary * x[x_im];
            right[im] += real * x[x_im] - imaginary * x[x_re];
        }
        self.factorization.solve(&self.doubled.structure, &mut right);
        let (own, change) = (self.size(x), self.size(&right));
        if !change.is_finite() {
            return Err(NoSwing::Resonance);
        }
        Ok(if own > 0.0 { change / own } else { 0.0 })
    }
}

/// What a solution leaves, as a share of what it consists of: squares of forces by what they accelerate, and of constraints.
#[derive(Default)]
struct Open {
    forces: [f64; 2],
    constraints: [f64; 2],
}

impl Open {
    /// Multipliers have no mass. What is held does not move, so a constraint is open by a share of what moves anywhere.
    fn see(&mut self, (mass, x): (f64, f64), left: f64, terms: f64) {
        if mass > 0.0 {
            self.constraints[1] += x * x;
        }
        let (sums, weight) = match mass > 0.0 {
            true => (&mut self.forces, 1.0 / mass),
            false => (&mut self.constraints, 1.0),
        };
        sums[0] += left * left * weight;
        sums[1] += terms * terms * weight;
    }

    fn share(&self) -> f64 {
        let of = |[left, terms]: [f64; 2]| if left == 0.0 { 0.0 } else { (left / terms).sqrt() };
        of(self.forces).max(of(self.constraints))
    }
}

/// Of rounding of so large `terms` what is seen in their sum `stored`, beside what `moves`: the most that was found off in clamped cables of 1000 to 8000
/// links.
pub(in crate::constrained) fn cancelled(terms: f64, stored: f64, moves: f64) -> f64 {
    const SEEN: f64 = 0.3;
    let whole = stored.abs() + moves;
    if terms > 0.0 { SEEN * f64::EPSILON * terms / whole } else { 0.0 }
}

/// Multipliers that are no laws: nothing of theirs stands beside the gradients of their constraints.
fn hard(model: &ConstrainedModel, linear: &Linearized) -> Vec<usize> {
    let is_multiplier = model.is_multiplier();
    let mut is_hard = is_multiplier.clone();
    for (place, (row, column)) in model.structure.entries().into_iter().enumerate() {
        let (row, column) = (row as usize, column as usize);
        if is_multiplier[row] && is_multiplier[column] && linear.stiffness[place] != 0.0 {
            (is_hard[row], is_hard[column]) = (false, false);
        }
    }
    (0..is_hard.len()).filter(|unknown| is_hard[*unknown]).collect()
}
