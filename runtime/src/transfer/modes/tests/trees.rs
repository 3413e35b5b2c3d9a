//! Random trees.

use super::rig::{BesideDense, Random, beam, random_tree};
use crate::spatial::Vec3;

/// Squares of random trees with up to six freedoms in each joint, some of them unstable, are those of dense matrices, and their number below
/// any square is.
#[test]
fn random_trees_have_the_squares_of_dense_matrices() {
    let mut random = Random(3);
    let mut seen = BesideDense::default();
    for round in 0..60 {
        let members = random_tree(&mut random, 2 + round % 9, 1 + round % 6);
        for own in seen.see(&members, &mut random, round) {
            assert!(own.residual < 1e-7, "{round}: {} {}", own.square, own.residual);
        }
    }
    seen.conclude(1e-12);
}

/// A frequency at which what is beyond a joint swings by itself with its carrier at rest: there the sweep divides by next to nothing, and
/// counts go wrong without a word unless such pivots wait. At all poles of all parts of a beam of ten rods, and a few roundings beside.
#[test]
fn counts_are_right_at_poles_where_pivots_are_delayed() {
    let along = Vec3::new(0.36, 0.48, 0.8);
    let across = Vec3::new(0.8, -0.6, 0.0);
    let whole = beam(10, along, across);
    let exact = whole.dense();
    let (mut plain, mut delayed, mut checked) = (0, 0, 0);
    for rods in 1..10 {
        // The outer rods with the first of them held at its joint by nothing but its spring: all clamped there.
        let mut part = whole.clone();
        part.members.drain(..10 - rods);
        for (body, member) in part.members.iter_mut().enumerate() {
            member.carrier = body.checked_sub(1);
        }
        for mode in part.found(rods).modes {
            for beside in [0.0, 1e-15, -1e-15, 1e-13, -1e-13] {
                let at = mode.square * (1.0 + beside);
                if exact.iter().any(|square| (square / at - 1.0).abs() < 1e-9) {
                    continue;
                }
                let below = exact.iter().filter(|square| **square < at).count();
                plain += usize::from(whole.below_within(f64::INFINITY, at) != below);
                delayed += usize::from(whole.below(at) != below);
                checked += 1;
            }
        }
    }
    println!("{checked} counts, {plain} wrong without delayed pivots, {delayed} with them");
    assert!(checked > 200 && delayed == 0, "{delayed} of {checked}");
    assert!(plain > 0, "the frequencies are none of poles");
}
