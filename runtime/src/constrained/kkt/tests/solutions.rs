//! The linear systems of implicit steps, against a dense factorization with partial pivoting
//! (nalgebra). Residuals are relative to what they sum.

use super::systems::{
    BODY, LINK, NODE, Random, System, bending_chain, chain, dense, four_bars, grid, held_chain,
    ladder, net, platform, residual, tree,
};
use crate::constrained::kkt::{Coupling, Factorization, Group, Method, Singular, Structure};
use nalgebra::DVector;

/// Factors and solves with random values twice; the second time the memory is not fresh.
#[track_caller]
fn agrees_with_dense(system: &System, epsilon: f64) {
    for method in [Method::BlockElimination, Method::SparseLu] {
        let groups = system.groups.clone();
        let structure = Structure::with_method(groups, &system.couplings, method);
        structure_agrees_with_dense(system, &structure, epsilon);
    }
}

#[track_caller]
fn structure_agrees_with_dense(system: &System, structure: &Structure, epsilon: f64) {
    let mut factorization = Factorization::new(structure);
    for seed in [1, 2] {
        let mut random = Random(seed);
        let values = system.fill(structure, epsilon, &mut random);
        let dense = dense(structure, &values);
        let right = DVector::from_fn(structure.unknowns(), |_, _| random.number());
        factorization.factor(structure, &values).expect("regular");
        assert_eq!(factorization.method(), structure.method());
        let mut solution = right.clone();
        factorization.solve(structure, solution.as_mut_slice());
        let by_dense = dense.clone().lu();
        let reference = by_dense.solve(&right).expect("regular");
        assert!(residual(&dense, &solution, &right) < 1e-10);
        if structure.method() == Method::BlockElimination {
            let below = by_dense.u().diagonal().iter().filter(|&&pivot| pivot < 0.0).count();
            let is_odd = by_dense.p().determinant::<f64>() < 0.0;
            let negative = is_odd ^ (below % 2 == 1);
            let found = factorization.eliminated().map(|own| own.is_negative(structure));
            assert_eq!(found, Some(negative), "the determinant");
        }
        let error = (&solution - &reference).amax() / reference.amax();
        assert!(error < 1e-8, "{error:e}");
        // Another right-hand side with the same factors.
        let other = DVector::from_fn(structure.unknowns(), |i, _| i as f64);
        let mut solution = other.clone();
        factorization.solve(structure, solution.as_mut_slice());
        assert!(residual(&dense, &solution, &other) < 1e-10);
    }
}

#[test]
fn chains() {
    for count in [1, 2, 3, 40] {
        for group in [LINK, NODE, BODY] {
            agrees_with_dense(&chain(count, group), 0.0);
        }
    }
    agrees_with_dense(&bending_chain(30), 0.0);
    agrees_with_dense(&held_chain(30), 0.0);
}

#[test]
fn trees() {
    for seed in 0..10 {
        agrees_with_dense(&tree(25, &mut Random(seed)), 1e-9);
    }
}

#[test]
fn ladders() {
    agrees_with_dense(&four_bars(1), 0.0);
    agrees_with_dense(&four_bars(12), 0.0);
    agrees_with_dense(&ladder(8), 0.0);
}

#[test]
fn random_loops() {
    for seed in 0..10 {
        agrees_with_dense(&net(25, 8, &mut Random(seed)), 0.0);
    }
}

#[test]
fn nets_and_platforms() {
    agrees_with_dense(&grid(4), 0.0);
    agrees_with_dense(&platform(8), 0.0);
}

/// Two springs that cancel leave groups without pivots of their own, in a regular matrix.
#[test]
fn pivots_outside_of_groups_are_found() {
    let point = Group { displacements: 1, multipliers: 0 };
    let system = System { groups: vec![point; 2], couplings: vec![Coupling::full(0, 1)] };
    let structure = system.structure();
    let mut values = vec![0.0; structure.values()];
    values[structure.block(0, 1).unwrap().start] = 2.0;
    values[structure.block(1, 0).unwrap().start] = 4.0;
    let mut factorization = Factorization::new(&structure);
    factorization.factor(&structure, &values).expect("regular");
    assert_eq!(factorization.method(), Method::SparseLu);
    let mut vector = [6.0, 4.0];
    factorization.solve(&structure, &mut vector);
    assert_eq!(vector, [1.0, 3.0]);
    // The next matrix is again for the elimination.
    for group in 0..2 {
        values[structure.block(group, group).unwrap().start] = 1.0;
    }
    factorization.factor(&structure, &values).expect("regular");
    assert_eq!(factorization.method(), Method::BlockElimination);
}

#[test]
fn chains_trees_and_ladders_keep_small_borders() {
    let per_group =
        |system: &System| system.structure().values() as f64 / system.groups.len() as f64;
    // size * (size + 2 border)
    assert!(per_group(&chain(1000, LINK)) <= 4.0 * (4.0 + 2.0 * 3.0));
    assert!(per_group(&chain(1000, BODY)) <= 11.0 * (11.0 + 2.0 * 6.0));
    assert!(per_group(&held_chain(1000)) <= 4.0 * (4.0 + 2.0 * 4.0));
    for build in [bending_chain, four_bars, ladder] {
        let (small, large) = (per_group(&build(50)), per_group(&build(800)));
        assert!(large < 1.05 * small, "{small} grows to {large} values per group");
    }
}

#[test]
fn consistent_redundancy_with_regularisation() {
    // The same loop is closed twice: without epsilon there is no solution.
    let mut system = held_chain(20);
    let closure = system.groups[20];
    system.groups.push(closure);
    system.couplings.push(Coupling::joint(21, 19));
    let structure = system.structure();
    let mut factorization = Factorization::new(&structure);
    for epsilon in [0.0, 1e-8] {
        let mut values = system.fill(&structure, epsilon, &mut Random(3));
        for (copied, copy) in [((20, 19), (21, 19)), ((19, 20), (19, 21))] {
            let (from, to) = (
                structure.block(copied.0, copied.1).unwrap(),
                structure.block(copy.0, copy.1).unwrap(),
            );
            for i in 0..from.rows {
                for j in 0..from.columns {
                    values[to.at(i, j)] = values[from.at(i, j)];
                }
            }
        }
        let factored = factorization.factor(&structure, &values);
        if epsilon == 0.0 {
            assert!(matches!(factored, Err(Singular { group: 20 | 21, .. })), "{factored:?}");
        } else {
            factored.expect("regular");
            let right = DVector::from_fn(structure.unknowns(), |i, _| (i as f64).sin());
            let mut solution = right.clone();
            factorization.solve(&structure, solution.as_mut_slice());
            let dense = dense(&structure, &values);
            assert!(residual(&dense, &solution, &right) < 1e-10);
        }
    }
}

#[test]
fn a_group_without_mass_is_named() {
    let system = chain(5, LINK);
    let structure = system.structure();
    let mut values = system.fill(&structure, 0.0, &mut Random(4));
    // The third link has neither mass nor constraint along its second axis.
    for other in 1..4 {
        for (row, column) in [(2, other), (other, 2)] {
            let block = structure.block(row, column).unwrap();
            for i in 0..block.rows {
                for j in 0..block.columns {
                    if row == 2 && i == 1 || column == 2 && j == 1 {
                        values[block.at(i, j)] = 0.0;
                    }
                }
            }
        }
    }
    let mut factorization = Factorization::new(&structure);
    assert_eq!(factorization.factor(&structure, &values), Err(Singular { group: 2, unknown: 1 }));
    values[0] = f64::NAN;
    assert!(factorization.factor(&structure, &values).is_err());
}

#[test]
fn groups_without_unknowns_and_without_couplings() {
    let empty = Group { displacements: 0, multipliers: 0 };
    let nothing = System { groups: vec![], couplings: vec![] }.structure();
    let mut factorization = Factorization::new(&nothing);
    assert_eq!(factorization.factor(&nothing, &[]), Ok(()));
    factorization.solve(&nothing, &mut []);
    agrees_with_dense(&System { groups: vec![NODE, NODE], couplings: vec![] }, 0.0);
    let couplings = vec![Coupling::full(0, 1), Coupling::joint(2, 1), Coupling::full(1, 1)];
    agrees_with_dense(&System { groups: vec![empty, LINK, NODE], couplings }, 0.0);
    // Multipliers alone, held by their regularisation only.
    let alone = Group { displacements: 0, multipliers: 2 };
    agrees_with_dense(&System { groups: vec![alone], couplings: vec![] }, 1e-3);
}

#[test]
fn couplings_are_unordered_and_may_repeat() {
    let couplings = vec![
        Coupling::joint(1, 0),
        Coupling::force(0, 1),
        Coupling::force(1, 0),
        Coupling::joint(0, 1),
    ];
    let structure = System { groups: vec![LINK, LINK], couplings }.structure();
    let block = structure.block(0, 1).unwrap();
    assert_eq!((block.rows, block.columns), (4, 4));
    assert_eq!(structure.offset(1), 4);
    let apart = System { groups: vec![LINK, LINK], couplings: vec![] }.structure();
    assert_eq!(apart.block(0, 1), None);
}
