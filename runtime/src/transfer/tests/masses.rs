//! Heavy and light bodies, straight and slack chains, large and small scales: against 32 digits.

use super::precise::Rods;
use super::rig::{all, chosen, solve};
use crate::spatial::{Mat3, Sym3, Vec3, quaternion_matrix};
use crate::transfer::model::Form;
use crate::tree::tests::reference::{Random, Rig, difference};
use crate::tree::{BodySpec, Joint, Parent, Placement};

/// The same chain as bodies on ball joints that turn about y; slender, with some inertia about their own axes.
pub(super) fn rig(rods: &Rods) -> (Rig, Vec<f64>, Vec<f64>) {
    tilted(Joint::Spherical, &Mat3::identity(), rods)
}

/// On joints that turn about the y of other axes than the world's, whatever else they let be.
pub(super) fn tilted(joint: Joint, by: &Mat3, rods: &Rods) -> (Rig, Vec<f64>, Vec<f64>) {
    let parents: Vec<_> = (0..rods.masses.len()).map(|body| body.checked_sub(1)).collect();
    branched(joint, by, rods, &parents)
}

/// The same with each rod on the end of any before it.
pub(super) fn branched(
    joint: Joint,
    by: &Mat3,
    rods: &Rods,
    parents: &[Option<usize>],
) -> (Rig, Vec<f64>, Vec<f64>) {
    let length = rods.length;
    let specs = rods.masses.iter().enumerate().map(|(body, &mass)| {
        let across = mass * length * length / 12.0;
        let inertia =
            by * Sym3::diagonal(across, across, 1e-3 * across).to_matrix() * by.transpose();
        let arm = by * Vec3::new(0.0, 0.0, if parents[body].is_none() { 0.0 } else { -length });
        BodySpec {
            mass,
            centre_of_mass: by * Vec3::new(0.0, 0.0, -0.5 * length),
            inertia: Sym3 {
                xx: inertia[(0, 0)],
                yy: inertia[(1, 1)],
                zz: inertia[(2, 2)],
                xy: inertia[(0, 1)],
                xz: inertia[(0, 2)],
                yz: inertia[(1, 2)],
            },
            parent: parents[body].map_or(Parent::World, Parent::Body),
            parent_frame: Placement::at(arm.x, arm.y, arm.z),
            joint,
            ..BodySpec::default()
        }
    });
    let gravity = by * Vec3::new(0.0, 0.0, -rods.gravity);
    let rig = Rig::under(gravity, specs.collect(), Vec::new());
    let mut q = rig.tree.rest_position();
    let mut v = vec![0.0; rig.tree.rates()];
    for (body, parent) in parents.iter().enumerate() {
        let [angle, rate] = parent.map_or([0.0; 2], |own| [rods.angles[own], rods.rates[own]]);
        let half = 0.5 * (rods.angles[body] - angle);
        let p = rig.tree.position_range(body).start;
        match joint {
            Joint::Spherical => (q[p], q[p + 2]) = (half.cos(), half.sin()),
            _ => q[p] = 2.0 * half,
        }
        v[about_y(&rig, body)] = rods.rates[body] - rate;
    }
    (rig, q, v)
}

/// Where a joint's rate about y stands.
pub(super) fn about_y(rig: &Rig, body: usize) -> usize {
    let first = rig.tree.rate_range(body).start;
    if rig.tree.joint(body) == Joint::Spherical { first + 1 } else { first }
}

/// Absolute, from those of the joints.
pub(super) fn summed(rig: &Rig, dv: &[f64]) -> Vec<f64> {
    let mut sums: Vec<f64> = Vec::new();
    for body in 0..rig.tree.bodies() {
        let carrier = match rig.specs[body].parent {
            Parent::Body(parent) => sums[parent],
            Parent::World | Parent::Base(_) | Parent::Anchor(_) => 0.0,
        };
        sums.push(carrier + dv[about_y(rig, body)]);
    }
    sums
}

/// How far the chosen sweep and the articulated recursion are from the truth, relative to the largest acceleration.
pub(super) fn errors(rods: &Rods) -> [f64; 2] {
    let exact = rods.accelerations();
    let (mut rig, q, v) = rig(rods);
    let effort = vec![0.0; rig.tree.rates()];
    let transfer = chosen(&rig, &[]);
    let own = solve(&mut rig, &transfer, &[], (&q, &v, &effort)).dv;
    let (mut rig, q, v) = self::rig(rods);
    let articulated = rig.accelerations(&q, &v, &effort);
    [own, articulated].map(|dv| difference(&summed(&rig, &dv), &exact))
}

pub(super) fn slack(random: &mut Random, n: usize, tip: f64) -> Rods {
    let mut masses = vec![1.0; n];
    masses[n - 1] = tip;
    Rods {
        length: 1.0,
        gravity: 9.81,
        angles: (0..n).map(|_| 3.0 * random.number()).collect(),
        rates: (0..n).map(|_| random.number()).collect(),
        masses,
    }
}

/// Sixty rods in random attitudes with a tip up to 1e12 times as heavy: the sweep keeps its digits, the articulated recursion loses as
/// many as the ratio has (4e-11 at 1e6, 1e-8 at 1e8).
#[test]
fn heavy_tips_cost_no_digits() {
    let mut random = Random(31);
    for tip in [1.0, 1e2, 1e4, 1e6, 1e8, 1e12] {
        let rods = slack(&mut random, 60, tip);
        if tip > 1e8 {
            // The recursion has no pivot left there.
            let exact = rods.accelerations();
            let (mut rig, q, v) = rig(&rods);
            let effort = vec![0.0; rig.tree.rates()];
            let transfer = chosen(&rig, &[]);
            let own = solve(&mut rig, &transfer, &[], (&q, &v, &effort)).dv;
            let error = difference(&summed(&rig, &own), &exact);
            assert!(error < 1e-13, "tip {tip:e}: {error:e}");
            continue;
        }
        let [own, articulated] = errors(&rods);
        println!("tip {tip:e}: {own:.1e}, articulated {articulated:.1e}");
        assert!(own < 1e-13, "tip {tip:e}: {own:e}");
        assert!(tip < 1e6 || articulated > 1e-12, "tip {tip:e}: the comparison says nothing");
    }
}

/// A heavy body in the middle; and masses that alternate, which no form likes: 2e-11, where impedances would have had all digits.
#[test]
fn heavy_bodies_within_a_chain() {
    let mut random = Random(32);
    let mut rods = slack(&mut random, 60, 1.0);
    rods.masses[30] = 1e6;
    let [own, articulated] = errors(&rods);
    println!("middle: {own:.1e}, articulated {articulated:.1e}");
    assert!(own < 1e-13, "{own:e}");
    let mut rods = slack(&mut random, 60, 1.0);
    rods.masses.iter_mut().step_by(2).for_each(|mass| *mass = 1e6);
    let [own, articulated] = errors(&rods);
    println!("alternating: {own:.1e}, articulated {articulated:.1e}");
    assert!(own < 1e-9, "{own:e}");
}

/// Straight chains, and nearly straight ones, which swing as pendulums under a heavy tip: what holds them is a million times what bends
/// them: no digit but those of the ratio is lost.
#[test]
fn straight_chains_under_heavy_tips() {
    let mut random = Random(33);
    for (aside, tip) in [(0.0, 1.0), (0.1, 1.0), (1e-3, 1e3), (0.1, 1e6), (1e-3, 1e6)] {
        let mut rods = slack(&mut random, 60, tip);
        rods.angles.iter_mut().for_each(|angle| *angle *= aside);
        rods.rates.iter_mut().for_each(|rate| *rate *= aside);
        let [own, articulated] = errors(&rods);
        println!("aside {aside}, tip {tip:e}: {own:.1e}, articulated {articulated:.1e}");
        assert!(own < 1e-10, "aside {aside}, tip {tip:e}: {own:e}");
    }
}

/// Micrometres and thousands of kilometres, micrograms and millions of tonnes.
#[test]
fn scales_do_not_matter() {
    let mut random = Random(34);
    for (length, mass) in [(1e-6, 1e-9), (1e6, 1e9), (1e-6, 1e6), (1e6, 1e-9)] {
        let mut rods = slack(&mut random, 20, 1.0);
        rods.length = length;
        rods.masses.iter_mut().for_each(|own| *own *= mass);
        // As fast as gravity makes them.
        rods.rates.iter_mut().for_each(|rate| *rate *= length.sqrt().recip());
        let [own, _] = errors(&rods);
        assert!(own < 1e-12, "{length:e} m, {mass:e} kg: {own:e}");
    }
}

/// Ten thousand rods that hang straight down: the force in the ceiling is their weight, to 1e-12.
#[test]
fn a_long_straight_chain_hangs_by_its_weight() {
    let n = 10_000;
    let rods = Rods {
        length: 1.0,
        gravity: 9.81,
        angles: vec![0.0; n],
        rates: vec![0.0; n],
        masses: vec![1.0; n],
    };
    let (mut rig, q, v) = rig(&rods);
    let effort = vec![0.0; rig.tree.rates()];
    let transfer = chosen(&rig, &[]);
    solve(&mut rig, &transfer, &[], (&q, &v, &effort));
    for body in [0, n / 2, n - 1] {
        let weight = 9.81 * (n - body) as f64;
        let error = rig.data.reaction(body).force.z / weight - 1.0;
        println!("body {body}: {error:.1e}");
        assert!(error.abs() < 1e-12, "body {body}: {error:e}");
    }
}

/// A single body, and ten thousand.
#[test]
fn one_body_and_ten_thousand() {
    let mut random = Random(35);
    let [own, _] = errors(&slack(&mut random, 1, 1.0));
    assert!(own < 1e-15, "{own:e}");
    let rods = slack(&mut random, 10_000, 1.0);
    let (mut rig, q, v) = rig(&rods);
    let effort = vec![0.0; rig.tree.rates()];
    let articulated = rig.accelerations(&q, &v, &effort);
    for form in [Form::Impedance, Form::Compliance] {
        let transfer = all(&rig, &[], form);
        let own = solve(&mut rig, &transfer, &[], (&q, &v, &effort)).dv;
        let gap = difference(&own, &articulated);
        println!("{form:?}: {gap:.1e}");
        assert!(gap < 1e-11, "{gap:e}");
    }
}

/// Of a load in one line with the rods that it hangs on, at rest at an angle to the vertical: what sweeps are off in each joint's force, of itself, and in accelerations.
fn off_in_line((joint, by): (Joint, &Mat3), (count, ratio): (usize, f64), angle: f64) -> [f64; 2] {
    let mut masses = vec![1.0; count];
    masses[count - 1] = ratio;
    let rods = Rods {
        length: 1.0,
        gravity: 9.81,
        angles: vec![angle; count],
        rates: vec![0.0; count],
        masses,
    };
    let exact = rods.moves(false);
    let (mut swept, q, v) = tilted(joint, by, &rods);
    let effort = vec![0.0; swept.tree.rates()];
    let transfer = chosen(&swept, &[]);
    let dv = solve(&mut swept, &transfer, &[], (&q, &v, &effort)).dv;
    let off = exact.joints.iter().enumerate().map(|(body, own)| {
        let exact = by * Vec3::new(-own[0], 0.0, own[1]);
        (swept.data.reaction(body).force - exact).norm() / exact.norm()
    });
    let accelerations =
        summed(&swept, &dv).into_iter().zip(&exact.accelerations).map(|(a, b)| (a - b).abs());
    [off.fold(0.0, f64::max), accelerations.fold(0.0, f64::max) / 9.81]
}

/// A load in one line with the rods that it hangs on: along them masses add up, across them the rods are nothing beside it. Forces and accelerations keep their digits whatever the line,
/// on ball joints and on hinges along an axis of the world and askew to all. In the axes of the world, as they stood before, forces in lines that are none of these were off by 1e-4 to 2e-2
/// beside 1e12 rods.
#[test]
fn loads_in_line_keep_their_digits() {
    let askew = quaternion_matrix([0.8, 0.36, 0.48, 0.0]);
    let hinge = |by: Mat3| (Joint::Revolute { axis: by * Vec3::y() }, by);
    for (joint, by) in [
        (Joint::Spherical, Mat3::identity()),
        (Joint::Spherical, askew),
        hinge(Mat3::identity()),
        hinge(askew),
    ] {
        for (rods, ratio) in [(1, 1e6), (1, 1e9), (1, 1e12), (10, 1e6), (10, 1e12), (100, 1e9)] {
            for angle in [0.0, 0.7, 1.5] {
                let count = rods + 1;
                // Attitudes on balls turn about an axis of the world, so of what is tilted only what hangs straight stays in its line; arms and centres that are
                // rounded leave it a little.
                let is_tilted = joint == Joint::Spherical && by != Mat3::identity();
                if is_tilted && angle > 0.0 {
                    continue;
                }
                let most = if is_tilted { 1e-12 } else { 1e-14 * count as f64 };
                let [forces, moves] = off_in_line((joint, &by), (count, ratio), angle);
                println!("{joint:?}, {count} bodies, {ratio:e}, {angle}: {forces:.1e} {moves:.1e}");
                assert!(forces < most, "{count}, {ratio:e}, {angle}: {forces:e}");
                assert!(moves < most, "{count}, {ratio:e}, {angle}: {moves:e}");
            }
        }
    }
}

/// Long chains in random attitudes: a heavy tip asks for compliances whatever the length.
#[test]
fn heavy_tips_of_long_chains_cost_no_digits() {
    let mut random = Random(36);
    for tip in [1.0, 5e2, 1e6] {
        let [own, articulated] = errors(&slack(&mut random, 400, tip));
        println!("tip {tip:e}: {own:.1e}, articulated {articulated:.1e}");
        // Below a thousand times its neighbour impedances stay.
        assert!(own < if tip < 1e3 { 1e-11 } else { 1e-12 }, "{tip:e}: {own:e}");
    }
}

/// The same of rods in a row by their own kernel, and of the general passes.
fn in_rows(rods: &Rods) -> [f64; 2] {
    let exact = rods.accelerations();
    let (mut rig, q, v) = rig(rods);
    let effort = vec![0.0; rig.tree.rates()];
    let general = rig.accelerations(&q, &v, &effort);
    assert_eq!(rig.sweep_stretches(), rods.masses.len());
    let own = rig.accelerations(&q, &v, &effort);
    [own, general].map(|dv| difference(&summed(&rig, &dv), &exact))
}

/// Rods in a row lose no more to a heavy tip than the general passes do, in random attitudes and nearly straight: thrice as much at the most.
#[test]
fn rods_in_a_row_lose_what_the_general_passes_lose() {
    let mut random = Random(37);
    for (aside, tip) in
        [(1.0, 1.0), (1.0, 1e3), (1.0, 1e6), (0.0, 1.0), (0.1, 1.0), (1e-3, 1e3), (0.1, 1e6)]
    {
        for n in [60, 400] {
            let mut rods = slack(&mut random, n, tip);
            rods.angles.iter_mut().for_each(|angle| *angle *= aside);
            rods.rates.iter_mut().for_each(|rate| *rate *= aside);
            let [own, general] = in_rows(&rods);
            println!("{n} rods, aside {aside}, tip {tip:e}: {own:.1e}, general {general:.1e}");
            assert!(
                own < 3.0 * general + 1e-14,
                "{n} rods, aside {aside}, tip {tip:e}: {own:e}, general {general:e}"
            );
        }
    }
    for (length, mass) in [(1e-6, 1e-9), (1e6, 1e9), (1e-6, 1e6), (1e6, 1e-9)] {
        let mut rods = slack(&mut random, 20, 1.0);
        rods.length = length;
        rods.masses.iter_mut().for_each(|own| *own *= mass);
        rods.rates.iter_mut().for_each(|rate| *rate *= length.sqrt().recip());
        let [own, _] = in_rows(&rods);
        assert!(own < 1e-12, "{length:e} m, {mass:e} kg: {own:e}");
    }
}
