//! The linear system of a midpoint step of a real cable, at the scales it has: light links, small
//! steps, both ends held, straight or hanging; against the residual
//! that a dense factorization with partial pivoting leaves (nalgebra).

use crate::constrained::kkt::{Coupling, Factorization, Group, Method, Structure};
use nalgebra::DVector;

const LINKS: usize = 32;
const STEP: f64 = 5e-3;
const MASS: f64 = 0.16 / LINKS as f64;

/// Places of nodes for a sag ratio; zero is a straight taut cable.
fn nodes(sag: f64) -> Vec<[f64; 3]> {
    (0..=LINKS)
        .map(|k| {
            let x = k as f64 / LINKS as f64;
            [10.0 * x, 0.0, -40.0 * sag * x * (1.0 - x)]
        })
        .collect()
}

fn system(sag: f64, epsilon: f64) -> (Structure, Vec<f64>) {
    let mut groups = vec![Group { displacements: 3, multipliers: 1 }; LINKS];
    groups.push(Group { displacements: 0, multipliers: 3 });
    let couplings: Vec<Coupling> = (1..=LINKS).map(|k| Coupling::joint(k, k - 1)).collect();
    let structure = Structure::new(groups, &couplings);
    let mut values = vec![0.0; structure.values()];
    let places = nodes(sag);
    for k in 0..LINKS {
        let own = structure.block(k, k).unwrap();
        let (a, b) = (places[k], places[k + 1]);
        values[own.at(3, 3)] -= epsilon;
        for i in 0..3 {
            values[own.at(i, i)] += 2.0 * MASS / STEP;
            let across = b[i] - a[i];
            values[own.at(3, i)] += across;
            values[own.at(i, 3)] -= STEP * across;
            if k > 0 {
                values[structure.block(k, k - 1).unwrap().at(3, i)] -= across;
                values[structure.block(k - 1, k).unwrap().at(i, 3)] += STEP * across;
            }
        }
    }
    let closing = structure.block(LINKS, LINKS).unwrap();
    for i in 0..3 {
        values[closing.at(i, i)] -= epsilon;
        values[structure.block(LINKS, LINKS - 1).unwrap().at(i, i)] += 1.0;
        values[structure.block(LINKS - 1, LINKS).unwrap().at(i, i)] -= STEP;
    }
    (structure, values)
}

/// Row by row, the largest part of the sum of magnitudes that is left.
fn componentwise_residual(
    structure: &Structure,
    values: &[f64],
    solution: &[f64],
    right: &[f64],
) -> f64 {
    let groups = structure.groups();
    let mut largest: f64 = 0.0;
    for row_group in 0..groups.len() {
        for i in 0..groups[row_group].unknowns() {
            let row = structure.offset(row_group) + i;
            let (mut sum, mut size) = (-right[row], right[row].abs());
            for column_group in 0..groups.len() {
                let Some(block) = structure.block(row_group, column_group) else { continue };
                for j in (0..block.columns).filter(|_| i < block.rows) {
                    let term =
                        values[block.at(i, j)] * solution[structure.offset(column_group) + j];
                    sum += term;
                    size += term.abs();
                }
            }
            largest = largest.max(sum.abs() / size);
        }
    }
    largest
}

/// A straight cable with both ends held is redundant along its line (33 constraints on 32
/// displacements): only `epsilon` makes it regular. Then 1e-12 leaves residuals of 1e-9 either way.
#[test]
fn straight_and_hanging_cables() {
    for sag in [0.0, 1e-6, 1e-3, 0.1] {
        for epsilon in [1e-6, 1e-9, 1e-12] {
            let (structure, values) = system(sag, epsilon);
            let mut factorization = Factorization::new(&structure);
            factorization.factor(&structure, &values).unwrap();
            let right: Vec<f64> =
                (0..structure.unknowns()).map(|k| 1e-3 * (1.7 * k as f64).sin()).collect();
            let mut solution = right.clone();
            factorization.solve(&structure, &mut solution);
            let residual =
                |solution: &[f64]| componentwise_residual(&structure, &values, solution, &right);
            let dense = super::systems::dense(&structure, &values);
            let reference = dense.lu().solve(&DVector::from_column_slice(&right)).unwrap();
            assert!(residual(&solution) < 1e-14 + 10.0 * residual(reference.as_slice()));
            assert_eq!(factorization.method(), Method::BlockElimination);
        }
    }
    let (structure, values) = system(0.0, 0.0);
    let singular = Factorization::new(&structure).factor(&structure, &values).unwrap_err();
    assert_eq!((singular.group, singular.unknown), (LINKS, 0));
}
