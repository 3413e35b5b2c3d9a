//! The constraint Jacobian in sparse rows, in the unknowns of a Newton step.
//!
//! Used where constraints are weighed by inertia: for compliances, for the merit of a guess, for
//! what alternates. Signs are those of the constraint's value.

use nalgebra::{Matrix3, Vector3};

use super::model::ConstrainedModel;
use super::sources::Motion;
use super::units::UnitKind;
use super::vectors::VectorId;

/// `J M⁻¹ J'` of every multiplier in these positions, with the diagonal of [`inertia_diagonal`]; zero for
/// displacements, constraints of users, and where nothing with mass takes part.
/// 1/kg for lengths, 1/(kg m^2) for angles: how much a unit force of the constraint accelerates it.
pub(super) fn compliances_by_inertia(
    model: &ConstrainedModel,
    positions: &[Vector3<f64>],
    diagonal: &[f64],
) -> Vec<f64> {
    let mut compliances = vec![0.0; model.structure.unknowns()];
    let motion = Motion { vectors: &model.vectors, positions, velocities: &[] };
    let mut entries = Vec::new();
    model.equations.rows(&motion, |unknown, terms| {
        row(model, &motion, terms, &mut entries);
        for &(column, value) in &entries {
            if diagonal[column] > 0.0 {
                compliances[unknown] += value * value / diagonal[column];
            }
        }
    });
    compliances
}

/// The nonzero derivatives of a scalar constraint by displacements (m or rad), by unknown.
fn row(
    model: &ConstrainedModel,
    motion: &Motion<'_>,
    terms: &[(VectorId, Vector3<f64>)],
    entries: &mut Vec<(usize, f64)>,
) {
    entries.clear();
    let mut add = |column: usize, value: f64| {
        if value == 0.0 {
            return;
        }
        match entries.iter_mut().find(|(known, _)| *known == column) {
            Some((_, sum)) => *sum += value,
            None => entries.push((column, value)),
        }
    };
    for (id, gradient) in terms {
        for index in model.vectors.range(*id) {
            let part = &model.vectors.parts[index];
            let unit = &model.units[part.unit as usize];
            let Some(column) = unit.first_unknown(&model.structure) else { continue };
            let moment = part.arm(motion.positions).cross(gradient);
            let by_place = gradient * part.coefficients[0];
            let mut three = |first: usize, all: Vector3<f64>| {
                (0..3).for_each(|k| add(first + k, all[k]));
            };
            match unit.kind {
                UnitKind::Node | UnitKind::Slope => three(column, by_place),
                UnitKind::Body { .. } => {
                    three(column, by_place);
                    three(column + 3, moment);
                }
                UnitKind::SlopeAlong { body, .. } => {
                    three(column - 3, moment);
                    add(column, motion.positions[body + 3].dot(&by_place));
                }
            }
        }
    }
}

/// What single forces and moments on a body feel, in the same unknowns: its mass, and the inverse of
/// the diagonal of the inverse moments of inertia, kg and kg m^2, which for a thin rod that lies
/// askew is far less than the diagonal itself; zero for multipliers.
pub(super) fn inertia_diagonal(model: &ConstrainedModel, positions: &[Vector3<f64>]) -> Vec<f64> {
    let mut diagonal = vec![0.0; model.structure.unknowns()];
    for unit in &model.units {
        let (UnitKind::Body { inertia }, Some(group)) = (&unit.kind, unit.group) else { continue };
        let at = model.structure.offset(group);
        let mut moments = Matrix3::zeros();
        for i in 1..4 {
            for j in 1..4 {
                let (a, b) = (positions[unit.block + i], positions[unit.block + j]);
                let about = Matrix3::identity() * a.dot(&b) - b * a.transpose();
                moments += about * inertia[(i, j)];
            }
        }
        let inverse = moments.try_inverse();
        for k in 0..3 {
            diagonal[at + k] += inertia[(0, 0)];
            // A body without inertia about some axis: nothing better is known.
            diagonal[at + 3 + k] +=
                inverse.map_or(moments[(k, k)], |inverse| 1.0 / inverse[(k, k)]);
        }
    }
    model.elements.weigh(&mut |id, mass| {
        for part in &model.vectors.parts[model.vectors.range(id)] {
            let unit = &model.units[part.unit as usize];
            let Some(at) = unit.first_unknown(&model.structure) else { continue };
            let own = mass * part.coefficients[0].powi(2);
            match unit.kind {
                UnitKind::SlopeAlong { .. } => {
                    let turned = own * positions[unit.block].norm_squared();
                    diagonal[at - 3..at].iter_mut().for_each(|slot| *slot += turned);
                    diagonal[at] += own;
                }
                UnitKind::Body { .. } | UnitKind::Node | UnitKind::Slope => {
                    diagonal[at..at + 3].iter_mut().for_each(|slot| *slot += own);
                }
            }
        }
    });
    diagonal
}
