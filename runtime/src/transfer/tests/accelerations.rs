//! Free tips, all joint kinds, both forms.

use super::rig::{all, chosen, solve};
use crate::transfer::model::Form;
use crate::tree::tests::reference::{
    Random, dense_accelerations, difference, efforts, inverse_dynamics, random_rig,
};

/// Accelerations of random trees of each kind of joint and of all kinds, driven or not, are those of the articulated recursion: relative
/// 1e-11 in impedance and in compliance form; and of the dense mass matrix, 1e-9.
#[test]
fn sweeps_equal_the_articulated_recursion_and_a_dense_solve() {
    let mut random = Random(11);
    let (mut impedance, mut compliance, mut dense) = (0.0_f64, 0.0_f64, 0.0_f64);
    for kind in (0..9).map(|k| if k < 8 { Some(k) } else { None }) {
        for driven in [false, true] {
            for _ in 0..6 {
                let mut rig = random_rig(&mut random, 9, kind, driven);
                let (q, v) = random.state(&rig.tree);
                let effort = efforts(&mut random, &rig);
                let articulated = rig.accelerations(&q, &v, &effort);
                let now = (&q[..], &v[..], &effort[..]);
                let one = solve_in(&mut rig, Form::Impedance, now);
                let other = solve_in(&mut rig, Form::Compliance, now);
                impedance = impedance.max(difference(&one, &articulated));
                compliance = compliance.max(difference(&other, &articulated));
                if !articulated.is_empty() {
                    let exact = dense_accelerations(&rig, &q, &v, &effort);
                    dense = dense.max(difference(&one, &exact)).max(difference(&other, &exact));
                }
            }
        }
    }
    println!("impedance {impedance:.1e}, compliance {compliance:.1e}, dense {dense:.1e}");
    assert!(impedance < 1e-11 && compliance < 1e-11 && dense < 1e-9);
}

fn solve_in(
    rig: &mut crate::tree::tests::reference::Rig,
    form: Form,
    now: (&[f64], &[f64], &[f64]),
) -> Vec<f64> {
    let transfer = all(rig, &[], form);
    solve(rig, &transfer, &[], now).dv
}

/// Trees of sixty bodies of all kinds, where chains are deep.
#[test]
fn large_trees_agree() {
    let mut random = Random(12);
    let mut worst = 0.0_f64;
    for _ in 0..20 {
        let mut rig = random_rig(&mut random, 60, None, true);
        let (q, v) = random.state(&rig.tree);
        let effort = efforts(&mut random, &rig);
        let articulated = rig.accelerations(&q, &v, &effort);
        let transfer = chosen(&rig, &[]);
        let own = solve(&mut rig, &transfer, &[], (&q, &v, &effort)).dv;
        worst = worst.max(difference(&own, &articulated));
        let own = solve_in(&mut rig, Form::Compliance, (&q, &v, &effort));
        worst = worst.max(difference(&own, &articulated));
    }
    println!("{worst:.1e}");
    assert!(worst < 1e-11, "{worst:e}");
}

/// What every connection transmits, and the whole effort along every coordinate, against inverse dynamics: 1e-10 of the largest.
#[test]
fn connections_equal_inverse_dynamics() {
    let mut random = Random(13);
    let mut worst = 0.0_f64;
    for form in [Form::Impedance, Form::Compliance] {
        for driven in [false, true] {
            for _ in 0..20 {
                let mut rig = random_rig(&mut random, 9, None, driven);
                let (q, v) = random.state(&rig.tree);
                let effort = efforts(&mut random, &rig);
                let transfer = all(&rig, &[], form);
                let dv = solve(&mut rig, &transfer, &[], (&q, &v, &effort)).dv;
                let inverse = inverse_dynamics(&rig, &q, &v, &dv);
                let largest = inverse.wrenches.iter().fold(0.0_f64, |m, w| m.max(w.0.norm()));
                for body in 0..rig.tree.bodies() {
                    let reaction = rig.data.reaction(body);
                    let (moment, force) = inverse.wrenches[body];
                    worst = worst.max((reaction.moment - moment).norm() / largest);
                    worst = worst.max((reaction.force - force).norm() / largest);
                    let r = rig.tree.rate_range(body).start;
                    for k in 0..rig.tree.coordinate_range(body).len() {
                        let whole = rig.tree.coordinate_effort(body, k, &rig.data).expect("exists");
                        worst = worst.max((whole - inverse.efforts[r + k]).abs() / largest);
                    }
                }
            }
        }
    }
    println!("{worst:.1e}");
    assert!(worst < 1e-10, "{worst:e}");
}
