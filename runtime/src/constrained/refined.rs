//! Linear systems with constraints, without what compliances of multipliers make of them.
//!
//! Compliances keep the matrix regular where constraints depend on each other, and share the forces among
//! them such that `λ' C λ` is smallest. They also bend the answer: a chain of links is a chain of
//! compliances, and under a heavy end it gives way by `1e-11 (M/m) n²`. Steps iterate that away; what
//! is solved once is refined here, with the residual of the matrix without compliances and the factors with
//! them: by GMRES (Saad and Schultz 1986), because each heavy end leaves one slow direction, which plain
//! refinement would take for ever to get rid of.

use super::assembly::COMPLIANCE;
use super::data::ConstrainedData;
use super::kkt::Singular;
use super::model::ConstrainedModel;
use super::scheme::Scheme;

/// Directions of GMRES before it starts again.
const DIRECTIONS: usize = 24;
/// Starts of it, each from the true residual.
const ROUNDS: usize = 4;
/// What GMRES takes off a residual before a true one is looked at.
const REDUCTION: f64 = 1e-11;
/// A residual of this many roundings of its terms is one.
const ROUNDINGS: f64 = 4.0 * f64::EPSILON;
/// A new residual that is not smaller than this share of the last one means that nothing more can be got.
const GAIN: f64 = 0.5;

/// Memory for it.
/// All of the length of the unknowns.
pub(super) struct Refinement {
    /// Of each unknown: minus what stands on the diagonal for compliance; zero for displacements.
    softness: Vec<f64>,
    /// The right side.
    given: Vec<f64>,
    /// The solution with the smallest residual so far.
    best: Vec<f64>,
    /// What is left of the right side.
    residual: Vec<f64>,
    /// Of the terms that residuals consist of, by which rounding is judged.
    magnitudes: Vec<f64>,
    /// By which squares of residuals are compared: accelerations by forces, 1/kg, and the other way round.
    weights: Vec<f64>,
    /// Grows to what is needed, once.
    basis: Vec<Vec<f64>>,
}

impl Refinement {
    /// Of the size of a model.
    pub(super) fn new(model: &ConstrainedModel) -> Self {
        let zeros = vec![0.0; model.structure.unknowns()];
        Self {
            softness: zeros.clone(),
            given: zeros.clone(),
            best: zeros.clone(),
            residual: zeros.clone(),
            magnitudes: zeros.clone(),
            weights: zeros,
            basis: Vec::new(),
        }
    }
}

/// Factors the matrix that has been filled last. Where it is singular although only constraints that
/// depended on each other have compliances, all multipliers get theirs: another dependence may have come up.
///
/// # Errors
/// [`Singular`] if that does not help.
pub(super) fn factor(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    scheme: &Scheme,
) -> Result<(), Singular> {
    note_softness(model, data, scheme);
    let ConstrainedData { factorization, matrix, compliances, .. } = &mut *data;
    if *compliances == model.compliances {
        return factorization.factor(&model.structure, matrix);
    }
    if factorization.factor_in_order(&model.structure, matrix).is_ok() {
        return Ok(());
    }
    soften(model, data, scheme);
    let ConstrainedData { factorization, matrix, .. } = data;
    factorization.factor(&model.structure, matrix)
}

/// How many eigenvalues of the matrix that has been filled last are negative, with compliances as for [`factor`]. `None`
/// where signs cannot be counted.
///
/// # Errors
/// [`Singular`] if compliances of all multipliers do not help.
pub(super) fn negatives(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    scheme: &Scheme,
) -> Result<Option<usize>, Singular> {
    note_softness(model, data, scheme);
    let ConstrainedData { factorization, matrix, .. } = &mut *data;
    factorization.negatives(&model.structure, matrix).or_else(|_| {
        soften(model, data, scheme);
        let ConstrainedData { factorization, matrix, .. } = data;
        factorization.negatives(&model.structure, matrix)
    })
}

/// That of the compliances which the matrix has been filled with.
fn note_softness(model: &ConstrainedModel, data: &mut ConstrainedData, scheme: &Scheme) {
    let ConstrainedData { compliances, refinement, .. } = data;
    for (&(_, unknown, _), &compliance) in model.multipliers.iter().zip(&*compliances) {
        refinement.softness[unknown] = compliance * scheme.compliance;
    }
}

/// Gives all multipliers their compliances.
fn soften(model: &ConstrainedModel, data: &mut ConstrainedData, scheme: &Scheme) {
    let ConstrainedData { matrix, refinement, .. } = data;
    for (index, &(_, unknown, wires)) in model.multipliers.iter().enumerate() {
        let all = model.compliances[index] * scheme.compliance;
        let place = model.wiring.places(wires)[0].start as usize;
        matrix[place] -= all - refinement.softness[unknown];
        refinement.softness[unknown] = all;
    }
}

/// Replaces the right side by the solution of the matrix without compliances, as far as rounding allows, with
/// the factors of [`factor`] in the configuration of an instant. Where it has none, or it cannot be told from
/// rounding, that with compliances stays.
pub(super) fn solve(model: &ConstrainedModel, data: &mut ConstrainedData) {
    weigh(model, data);
    data.refinement.given.copy_from_slice(&data.right_side);
    data.factorization.solve(&model.structure, &mut data.right_side);
    let soft = data.refinement.softness.iter().any(|&softness| softness != 0.0);
    let mut size = f64::INFINITY;
    for _ in 0..ROUNDS {
        let left = residual(model, data);
        // Not a number is not better.
        let better = left < GAIN * size;
        if !better {
            if size.is_finite() {
                data.right_side.copy_from_slice(&data.refinement.best);
            }
            return;
        }
        if left == 0.0 {
            return;
        }
        size = left;
        data.refinement.best.copy_from_slice(&data.right_side);
        if soft {
            improve(model, data);
        } else {
            let ConstrainedData { factorization, refinement, right_side, .. } = data;
            factorization.solve(&model.structure, &mut refinement.residual);
            add(right_side, 1.0, &refinement.residual);
        }
    }
    let left = residual(model, data);
    let better = left < size;
    if !better {
        data.right_side.copy_from_slice(&data.refinement.best);
    }
}

/// `refinement.residual` becomes what the solution in the right side leaves of what was given. Gives how much of it is more than rounding of
/// its terms, in the weighted norm: forces of a heavy body leave more of that in the balance of a light one than all accelerations are.
fn residual(model: &ConstrainedModel, data: &mut ConstrainedData) -> f64 {
    let ConstrainedData { refinement, right_side, matrix, .. } = data;
    let Refinement { softness, given, residual, magnitudes, weights, .. } = refinement;
    model.structure.multiply(matrix, right_side, residual, magnitudes);
    let mut square = 0.0;
    for (index, residual) in residual.iter_mut().enumerate() {
        // Without the compliance that the matrix has.
        let product = *residual + softness[index] * right_side[index];
        let left = given[index] - product;
        *residual = left;
        let excess = (left.abs() - ROUNDINGS * (magnitudes[index] + given[index].abs())).max(0.0);
        square += if left.is_nan() { f64::NAN } else { excess * excess * weights[index] };
    }
    square.sqrt()
}

/// By the diagonal of the matrix at an instant, which is inertia.
fn weigh(model: &ConstrainedModel, data: &mut ConstrainedData) {
    let weights = &mut data.refinement.weights;
    let (mut sum, mut count) = (0.0, 0.0);
    weights.fill(0.0);
    for unit in &model.units {
        let Some(group) = unit.group else { continue };
        let Some(own) = model.structure.block(group, group) else { continue };
        for k in 0..unit.unknowns() {
            let inertia = data.matrix[own.at(unit.row + k, unit.row + k)].abs();
            if inertia > 0.0 {
                weights[model.structure.offset(group) + unit.row + k] = 1.0 / inertia;
                (sum, count) = (sum + inertia, count + 1.0);
            }
        }
    }
    for (&(_, unknown, _), &compliance) in model.multipliers.iter().zip(&model.compliances) {
        weights[unknown] = COMPLIANCE / compliance;
    }
    // What has no inertia by itself: like the others.
    let usual = if sum > 0.0 { count / sum } else { 1.0 };
    for weight in weights.iter_mut().filter(|weight| **weight == 0.0) {
        *weight = usual;
    }
}

/// Adds to the right side what GMRES finds for `refinement.residual`, preconditioned from the right: with
/// the factored matrix `K` and the softness `E` the one without compliances is `K + E`, and a direction `v`
/// becomes `v + E K⁻¹ v`.
fn improve(model: &ConstrainedModel, data: &mut ConstrainedData) {
    let ConstrainedData { factorization, refinement, right_side, .. } = data;
    let Refinement { softness, residual, magnitudes, weights, basis, .. } = refinement;
    // The magnitudes have been looked at; their memory serves the directions.
    let work = magnitudes;
    let start = dot(weights, residual, residual).sqrt();
    if !(start > 0.0 && start.is_finite()) {
        return;
    }
    let mut triangle = [[0.0; DIRECTIONS]; DIRECTIONS];
    let mut rotations = [(1.0, 0.0); DIRECTIONS];
    let mut goal = [0.0; DIRECTIONS + 1];
    goal[0] = start;
    keep(basis, 0, residual, 1.0 / start);
    let mut count = 0;
    while count < DIRECTIONS {
        let newest = &basis[count];
        work.copy_from_slice(newest);
        factorization.solve(&model.structure, work);
        for ((value, softness), direction) in work.iter_mut().zip(&*softness).zip(newest) {
            *value = direction + softness * *value;
        }
        let before = dot(weights, work, work).sqrt();
        let mut column = [0.0; DIRECTIONS];
        // Twice is enough.
        for _ in 0..2 {
            for (entry, direction) in column.iter_mut().zip(&basis[..=count]) {
                let part = dot(weights, work, direction);
                *entry += part;
                add(work, -part, direction);
            }
        }
        let rest = dot(weights, work, work).sqrt();
        for (row, &(cosine, sine)) in rotations[..count].iter().enumerate() {
            let (upper, lower) = (column[row], column[row + 1]);
            column[row] = cosine * upper + sine * lower;
            column[row + 1] = cosine * lower - sine * upper;
        }
        let length = column[count].hypot(rest);
        if !(length > 0.0 && length.is_finite()) {
            break;
        }
        let (cosine, sine) = (column[count] / length, rest / length);
        column[count] = length;
        rotations[count] = (cosine, sine);
        goal[count + 1] = -sine * goal[count];
        goal[count] *= cosine;
        triangle[count] = column;
        count += 1;
        if goal[count].abs() <= REDUCTION * start || rest <= f64::EPSILON * before {
            break;
        }
        if count < DIRECTIONS {
            keep(basis, count, work, 1.0 / rest);
        }
    }
    for row in (0..count).rev() {
        let known: f64 = (row + 1..count).map(|column| triangle[column][row] * goal[column]).sum();
        goal[row] = (goal[row] - known) / triangle[row][row];
    }
    work.fill(0.0);
    for (&factor, direction) in goal[..count].iter().zip(&*basis) {
        add(work, factor, direction);
    }
    factorization.solve(&model.structure, work);
    add(right_side, 1.0, work);
}

/// Puts a multiple of a vector at a place of the basis, which has at least that many already.
fn keep(basis: &mut Vec<Vec<f64>>, place: usize, vector: &[f64], factor: f64) {
    if basis.len() == place {
        basis.push(vec![0.0; vector.len()]);
    }
    for (kept, value) in basis[place].iter_mut().zip(vector) {
        *kept = value * factor;
    }
}

/// The weighted product of two vectors.
fn dot(weights: &[f64], a: &[f64], b: &[f64]) -> f64 {
    weights.iter().zip(a).zip(b).map(|((weight, a), b)| weight * a * b).sum()
}

/// `to += factor * vector`.
fn add(to: &mut [f64], factor: f64, vector: &[f64]) {
    for (to, value) in to.iter_mut().zip(vector) {
        *to += factor * value;
    }
}
