//! Tips and inner bodies that are held to the ground.

use nalgebra::{DMatrix, DVector};

use super::rig::{Hold, all, chosen, solve};
use crate::spatial::Vec3;
use crate::transfer::model::Form;
use crate::transfer::{Beyond, Surroundings, Transfer};
use crate::tree::tests::reference::{
    Random, Rig, difference, efforts, inverse_dynamics, random_rig,
};
use crate::tree::{BodySpec, Joint, Parent};

/// How fast the reference point of each held body accelerates along the gradient of its equation.
fn along(rig: &Rig, holds: &[Hold], q: &[f64], v: &[f64], dv: &[f64]) -> Vec<f64> {
    let moving = inverse_dynamics(rig, q, v, dv).bodies;
    let of = |hold: &Hold| {
        let (body, spec) = (&moving[hold.body], &rig.specs[hold.body]);
        let arm = body.rotation * spec.child_frame.position;
        let linear =
            body.acceleration + body.alpha.cross(&arm) + body.omega.cross(&body.omega.cross(&arm));
        hold.gradient[0].dot(&body.alpha) + hold.gradient[1].dot(&linear)
    };
    holds.iter().map(of).collect()
}

/// With multipliers and a dense matrix, from inverse dynamics column by column. Nothing is driven.
fn dense(rig: &Rig, holds: &[Hold], q: &[f64], v: &[f64], effort: &[f64]) -> Vec<f64> {
    let (n, m) = (rig.tree.rates(), holds.len());
    let still = vec![0.0; n];
    let known = inverse_dynamics(rig, q, v, &still).efforts;
    let free = along(rig, holds, q, v, &still);
    let mut matrix = DMatrix::zeros(n + m, n + m);
    let mut right = DVector::zeros(n + m);
    for column in 0..n {
        let mut unit = still.clone();
        unit[column] = 1.0;
        let efforts = inverse_dynamics(rig, q, v, &unit).efforts;
        let gradients = along(rig, holds, q, v, &unit);
        for row in 0..n {
            matrix[(row, column)] = efforts[row] - known[row];
        }
        for row in 0..m {
            matrix[(n + row, column)] = gradients[row] - free[row];
            matrix[(column, n + row)] = free[row] - gradients[row];
        }
        right[column] = effort[column] - known[column];
    }
    for row in 0..m {
        right[n + row] = holds[row].target - free[row];
    }
    matrix.lu().solve(&right).expect("regular").iter().copied().collect()
}

/// Random trees of all kinds of joints with one to six equations on random bodies: accelerations and forces of a dense solve with multipliers,
/// relative 1e-9; and what is asked for is so, to 1e-11.
#[test]
fn held_bodies_equal_a_dense_solve() {
    let mut random = Random(21);
    let (mut worst, mut open) = (0.0_f64, 0.0_f64);
    for round in 0..60 {
        let mut rig = random_rig(&mut random, 9, None, false);
        let (q, v) = random.state(&rig.tree);
        let effort = efforts(&mut random, &rig);
        // Of chains that can move in all directions.
        let last = rig.tree.bodies() - 1;
        let bodies = if round % 2 == 0 { vec![last] } else { vec![last, last / 2] };
        let mut holds = Vec::new();
        for body in bodies {
            for _ in 0..1 + round % 3 {
                let gradient = [random.vector(), random.vector()];
                holds.push(Hold { body, gradient, target: random.number() });
            }
        }
        let unknown = dense_rank(&rig, &holds, &q, &v);
        if unknown < 1e-3 {
            continue;
        }
        let exact = dense(&rig, &holds, &q, &v, &effort);
        for transfer in [chosen(&rig, &holds), all(&rig, &holds, Form::Compliance)] {
            let own = solve(&mut rig, &transfer, &holds, (&q, &v, &effort));
            let both: Vec<f64> = own.dv.iter().chain(&own.forces).copied().collect();
            worst = worst.max(difference(&both, &exact));
            let largest = own.dv.iter().fold(1.0_f64, |most, x| most.max(x.abs()));
            for (now, hold) in along(&rig, &holds, &q, &v, &own.dv).iter().zip(&holds) {
                open = open.max((now - hold.target).abs() / largest);
            }
        }
    }
    println!("{worst:.1e} apart, {open:.1e} open");
    assert!(worst < 1e-9 && worst > 0.0, "{worst:e}");
    assert!(open < 1e-10, "{open:e}");
}

/// The smallest singular value of the gradients: equations that repeat each other have no forces of their own.
fn dense_rank(rig: &Rig, holds: &[Hold], q: &[f64], v: &[f64]) -> f64 {
    let n = rig.tree.rates();
    let still = vec![0.0; n];
    let free = along(rig, holds, q, v, &still);
    let mut gradients = DMatrix::zeros(holds.len(), n);
    for column in 0..n {
        let mut unit = still.clone();
        unit[column] = 1.0;
        for (row, now) in along(rig, holds, q, v, &unit).iter().enumerate() {
            gradients[(row, column)] = now - free[row];
        }
    }
    if n < holds.len() { 0.0 } else { gradients.singular_values().min() }
}

/// A straight chain on ball joints that is held at its tip, too, a way that says the same of its length twice: an error, and no number.
#[test]
fn a_straight_chain_held_at_both_ends_has_no_answer() {
    let mut rig = straight(10);
    let q = rig.tree.rest_position();
    let v = vec![0.0; rig.tree.rates()];
    let tip = rig.tree.bodies() - 1;
    let holds: Vec<Hold> = [Vec3::x(), Vec3::y(), Vec3::z()]
        .into_iter()
        .map(|axis| {
            // At the far end of the last rod, one metre below its joint.
            let arm = Vec3::new(0.0, 0.0, -1.0);
            Hold { body: tip, gradient: [arm.cross(&axis), axis], target: 0.0 }
        })
        .collect();
    let transfer = chosen(&rig, &holds);
    let mut data = crate::transfer::TransferData::new(&transfer);
    let effort = v.clone();
    rig.prepare(&q, &v, &effort);
    for (row, &index) in data.rows.iter_mut().zip(transfer.held_rows()) {
        (row.gradient, row.target) = (holds[index].gradient, holds[index].target);
    }
    let swept = transfer.inward(0..10, &rig.tree, &rig.data, &mut data);
    assert!(swept.is_err(), "tensions of a taut chain without slack are anything");
    // A little aside it has one.
    let mut bent = q.clone();
    for (k, slot) in bent.iter_mut().enumerate() {
        *slot += 0.05 * (k as f64).sin();
    }
    let own = solve(&mut rig, &transfer, &holds, (&bent, &v, &effort));
    let exact = dense(&rig, &holds, &bent, &v, &effort);
    let turned: Vec<f64> = own.dv.iter().chain(&own.forces).copied().collect();
    assert!(difference(&turned, &exact[..]) < 1e-9);
}

fn straight(n: usize) -> Rig {
    let specs = (0..n).map(|body| BodySpec {
        parent: if body == 0 { Parent::World } else { Parent::Body(body - 1) },
        parent_frame: crate::tree::Placement::at(0.0, 0.0, if body == 0 { 0.0 } else { -1.0 }),
        joint: Joint::Spherical,
        ..crate::tree::tests::reference::rod(1.0, 1.0)
    });
    Rig::new(specs.collect(), Vec::new())
}

/// A body without inertia about an axis can have no compliance: where its chain is held that is said before the run.
#[test]
fn a_massless_body_before_a_held_tip_is_refused() {
    let mut random = Random(23);
    let mut massless = random.body(Parent::World, Joint::Revolute { axis: Vec3::x() });
    (massless.mass, massless.inertia) = (0.0, crate::spatial::Sym3::ZERO);
    let tip = random.body(Parent::Body(0), Joint::Revolute { axis: Vec3::y() });
    let rig = Rig::new(vec![massless, tip], Vec::new());
    let held = |rows: [Vec<usize>; 2]| {
        let around = Surroundings { rows: &rows, is_hung: &[false; 2] };
        Transfer::new(&rig.tree, &around).map(|_| ())
    };
    assert_eq!(held([vec![], vec![]]), Ok(()));
    assert_eq!(held([vec![], vec![0]]), Err(Beyond::Massless { body: 0 }));
}
