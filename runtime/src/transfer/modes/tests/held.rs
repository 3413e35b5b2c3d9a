//! Points that cannot move, and fluid that goes with bodies.

use super::rig::{BesideDense, Random, hanging, random_tree};
use crate::spatial::{Sym3, Vec3};
use crate::transfer::modes::Members;

/// Holds points of so many bodies, as far as there are some that can give way by themselves.
fn hold(members: &mut Members, random: &mut Random, points: usize) {
    let count = members.members.len();
    let gives_way = |body: &usize| members.members[*body].freedoms.len() >= 3;
    let held: Vec<usize> = (0..count).rev().filter(gives_way).take(points).collect();
    for body in held.into_iter().rev() {
        members.members[body].held = Some(random.vector());
        members.held.push(body);
    }
}

/// Random trees with one to three points that stay, fluid beside their bodies, and turns that are their own: squares by dense matrices of what is left, and counts.
#[test]
fn random_trees_that_are_held_have_the_squares_of_dense_matrices() {
    let mut random = Random(11);
    let mut seen = BesideDense::default();
    for round in 0..60 {
        let mut members = random_tree(&mut random, 6 + round % 7, 6);
        hold(&mut members, &mut random, 1 + round % 3);
        if members.freedoms.len() < 3 * members.held.len() + 3 {
            continue;
        }
        for member in &mut members.members {
            member.is_loose = member.freedoms.len() > 1 && random.number() > 0.0;
            if member.is_loose {
                let own = &mut members.freedoms[member.freedoms.clone()];
                own.iter_mut().for_each(|freedom| freedom.turning = Vec3::zeros());
            }
            let root = random.vector();
            member.entrained = Some(Box::new(Sym3::isotropic(0.3).plus_square(0.2, &root)));
        }
        for own in seen.see(&members, &mut random, round) {
            assert!(own.residual < 1e-6, "{round}: {} {}", own.square, own.residual);
            let gone =
                members.gone(&own.motion).iter().fold(0.0_f64, |most, own| most.max(own.abs()));
            assert!(gone < 1e-9, "{round}: {gone}");
        }
    }
    seen.conclude(1e-11);
}

/// A chain that hangs straight between two points has one direction in which its lower end cannot go anyway: nothing is left to hold there.
#[test]
fn what_is_held_twice_is_counted_once() {
    let mut members = hanging(8, Vec3::new(0.0, 0.6, -0.8));
    let length = 1.0 / 8.0;
    members.members[7].held = Some(Vec3::new(0.0, 0.6, -0.8) * length);
    members.held.push(7);
    // Across it in two directions, eight rods that are held at both ends have seven motions; the turns about themselves are the rest.
    let all = members.below(1e30);
    assert!((24 - 3..=24 - 2).contains(&all), "{all}");
}
