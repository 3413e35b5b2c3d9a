//! Every joint kind against the dense mass matrix and against inverse dynamics.

use super::reference::*;
use crate::spatial::Vec3;
use crate::tree::{BodyFrame, BodySpec, Joint, Parent, Placement};

/// Accelerations of random trees equal those of the mass matrix: relative 1e-9.
#[test]
fn accelerations_equal_a_dense_solve() {
    let mut random = Random(1);
    for kind in (0..9).map(|k| if k < 8 { Some(k) } else { None }) {
        for driven in [false, true] {
            for _ in 0..4 {
                let mut rig = random_rig(&mut random, 9, kind, driven);
                let (q, v) = random.state(&rig.tree);
                let effort = efforts(&mut random, &rig);
                let ours = rig.accelerations(&q, &v, &effort);
                if kind == Some(0) {
                    assert!(ours.is_empty());
                    continue;
                }
                let dense = dense_accelerations(&rig, &q, &v, &effort);
                let gap = difference(&ours, &dense);
                assert!(gap < 1e-9, "kind {kind:?}, driven {driven}: {gap:e}");
            }
        }
    }
}

/// Reactions, drive efforts, frame motions and the power balance against inverse dynamics: 1e-10.
#[test]
fn reactions_and_motions_equal_inverse_dynamics() {
    let mut random = Random(2);
    for driven in [false, true] {
        for _ in 0..20 {
            let mut rig = random_rig(&mut random, 9, None, driven);
            let (q, v) = random.state(&rig.tree);
            let effort = efforts(&mut random, &rig);
            let dv = rig.accelerations(&q, &v, &effort);
            let inverse = inverse_dynamics(&rig, &q, &v, &dv);
            let largest = inverse.wrenches.iter().fold(0.0_f64, |m, w| m.max(w.0.norm()));
            for body in 0..rig.tree.bodies() {
                let reaction = rig.data.reaction(body);
                let (moment, force) = inverse.wrenches[body];
                assert!((reaction.moment - moment).norm() < 1e-10 * largest);
                assert!((reaction.force - force).norm() < 1e-10 * largest);

                let r = rig.tree.rate_range(body).start;
                for k in 0..rig.tree.coordinate_range(body).len() {
                    let whole = rig.tree.coordinate_effort(body, k, &rig.data).expect("exists");
                    assert!((whole - inverse.efforts[r + k]).abs() < 1e-10 * largest);
                }

                let place = random.placement();
                let frame: BodyFrame = rig.tree.frame(body, &place);
                let theirs = &inverse.bodies[body];
                let arm = theirs.rotation * place.position;
                let pose = rig.data.pose(&frame);
                assert!((pose.position - theirs.position - arm).norm() < 1e-11);
                let turned = theirs.rotation.matrix() * place.rotation;
                assert!((pose.rotation - turned).norm() < 1e-11);
                let rate = rig.data.velocity(&frame);
                assert!((rate.angular - theirs.omega).norm() < 1e-11);
                let velocity = theirs.velocity + theirs.omega.cross(&arm);
                assert!((rate.linear - velocity).norm() < 1e-11 * (1.0 + velocity.norm()));
                let rate = rig.data.acceleration(&frame);
                let acceleration = theirs.acceleration
                    + theirs.alpha.cross(&arm)
                    + theirs.omega.cross(&theirs.omega.cross(&arm));
                assert!((rate.angular - theirs.alpha).norm() < 1e-10 * (1.0 + largest));
                assert!((rate.linear - acceleration).norm() < 1e-10 * (1.0 + largest));
            }
        }
    }
}

/// The energy's derivative, by a central difference along the motion, equals the power of loads,
/// joint efforts, drives and the moving base; and the momentum's derivative equals the forces.
#[test]
fn power_balances() {
    let mut random = Random(3);
    for driven in [false, true] {
        for _ in 0..10 {
            let mut rig = random_rig(&mut random, 7, None, driven);
            let n = rig.tree.bodies();
            let (mut q, v) = random.state(&rig.tree);
            rig.tree.normalize(&mut q);
            let effort = efforts(&mut random, &rig);
            let dv = rig.accelerations(&q, &v, &effort);

            let mut power = rig.tree.drive_power(0..n, &rig.data);
            power += rig.tree.base_power(0..n, &rig.data);
            let driven_rates = rig.driven();
            for i in 0..rig.tree.rates() {
                if !driven_rates[i] {
                    power += effort[i] * v[i];
                }
            }
            // The given efforts act along driven coordinates too.
            for body in 0..n {
                for (k, c) in rig.tree.coordinate_range(body).enumerate() {
                    if rig.tree.is_driven(body, k) {
                        power += effort[rig.tree.rate_range(body).start + k] * rig.drives[c].rate;
                    }
                }
            }
            let mut forces = Vec3::zeros();
            for body in 0..n {
                let rate = rig.data.velocity(&rig.tree.centre_frame(body));
                let (force, moment) = rig.loads[body];
                power += force.dot(&rate.linear) + moment.dot(&rate.angular);
                forces += force + gravity() * rig.tree.mass(body);
                if !matches!(rig.tree.parent(body), Parent::Body(_)) {
                    forces += rig.data.reaction(body).force;
                }
            }

            let start = (rig.bases.clone(), rig.drives.clone());
            let h = 1e-5;
            let mut at = |time: f64| {
                let mut moved = q.clone();
                // Second order: drift with the mean rate.
                let mean: Vec<f64> = v.iter().zip(&dv).map(|(v, a)| v + 0.5 * time * a).collect();
                rig.tree.drift(&mut moved, &mean, time);
                let rates: Vec<f64> = v.iter().zip(&dv).map(|(v, a)| v + time * a).collect();
                for (base, first) in rig.bases.iter_mut().zip(&start.0) {
                    let turn = (first.omega + first.alpha * (0.5 * time)) * time;
                    base.pose.rotation =
                        nalgebra::Rotation3::new(turn).matrix() * first.pose.rotation;
                    base.pose.position = first.pose.position
                        + first.velocity * time
                        + first.acceleration * (0.5 * time * time);
                    base.omega = first.omega + first.alpha * time;
                    base.velocity = first.velocity + first.acceleration * time;
                }
                for (drive, first) in rig.drives.iter_mut().zip(&start.1) {
                    drive.value =
                        first.value + first.rate * time + 0.5 * first.acceleration * time * time;
                    drive.rate = first.rate + first.acceleration * time;
                }
                rig.data.bases.copy_from_slice(&rig.bases);
                rig.data.drives.copy_from_slice(&rig.drives);
                rig.tree.kinematics(0..n, &moved, &rates, &mut rig.data);
                let energy = rig.tree.energy(0..n, &rig.data);
                let momentum = rig.tree.momentum(0..n, &Vec3::zeros(), &rig.data);
                (energy.kinetic + energy.gravity, momentum.linear)
            };
            let (after, before) = (at(h), at(-h));
            let slope = (after.0 - before.0) / (2.0 * h);
            let scale = power.abs() + 1.0 + after.0.abs();
            assert!((slope - power).abs() < 1e-6 * scale, "{slope} {power}");
            let slope = (after.1 - before.1) / (2.0 * h);
            assert!((slope - forces).norm() < 1e-6 * (1.0 + forces.norm()), "{slope} {forces}");
        }
    }
}

/// How well the accelerations of a chain of `n` bodies satisfy the equations of motion, put into
/// the inverse dynamics of the test: `residual` is `max |M dv + h - effort|` relative to
/// `max |effort - h|`; `amplification` compares it with what the inverse dynamics makes of changes
/// of the state and of the accelerations in their last binary digit, which no algorithm can avoid.
struct Accuracy {
    residual: f64,
    amplification: f64,
}

fn accuracy(random: &mut Random, specs: Vec<BodySpec>, calm: bool) -> Accuracy {
    let mut rig = Rig::new(specs, vec![]);
    let (mut q, mut v) = random.state(&rig.tree);
    if calm {
        // Nearly straight, nearly at rest.
        for (q, rest) in q.iter_mut().zip(rig.tree.rest_position()) {
            *q = rest + 0.05 * (*q - rest);
        }
        v.iter_mut().for_each(|v| *v *= 0.1);
    }
    let effort = efforts(random, &rig);
    let dv = rig.accelerations(&q, &v, &effort);
    let largest =
        |a: &[f64], b: &[f64]| a.iter().zip(b).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()));
    let back = inverse_dynamics(&rig, &q, &v, &dv).efforts;
    let bias = inverse_dynamics(&rig, &q, &v, &vec![0.0; dv.len()]).efforts;
    let mut nudged = |x: &[f64]| {
        x.iter().map(|x| x * (1.0 + f64::EPSILON * random.number())).collect::<Vec<_>>()
    };
    let (q, v, dv) = (nudged(&q), nudged(&v), nudged(&dv));
    let floor = largest(&inverse_dynamics(&rig, &q, &v, &dv).efforts, &back);
    let error = largest(&back, &effort);
    Accuracy { residual: error / largest(&effort, &bias), amplification: error / floor }
}

fn chain(n: usize, mut body: impl FnMut(usize, Parent) -> BodySpec) -> Vec<BodySpec> {
    let parent = |i: usize| if i == 0 { Parent::World } else { Parent::Body(i - 1) };
    (0..n).map(|i| body(i, parent(i))).collect()
}

/// Chains of 1024 bodies of random shape, in random states and nearly straight ones: the relative
/// residual is below 1e-10 for every joint kind (1e-12 to 1e-15 as measured, printed with
/// `--nocapture`), and within 100 times the unavoidable (1 to 6, mixed chains 60).
#[test]
fn a_deep_chain_is_accurate_with_every_joint() {
    let mut random = Random(4);
    for kind in (1..9).map(|k| if k < 8 { Some(k) } else { None }) {
        let name = kind.map_or("mixed", |k| KINDS[k]);
        for calm in [false, true] {
            let specs = chain(1024, |i, parent| {
                let joint = random.joint(kind.unwrap_or(1 + i % 6));
                random.body(parent, joint)
            });
            let Accuracy { residual, amplification } = accuracy(&mut random, specs, calm);
            println!("{name}, calm {calm}: residual {residual:.1e}, amplified {amplification:.1}");
            assert!(residual < 1e-10, "{name}: {residual:e}");
            assert!(amplification < 100.0, "{name}: {amplification}");
        }
    }
}

/// The same with equal rods in a line, which are thin (their spin has 1e-4 of the inertia) and get
/// moments about their own axes: angular accelerations of 1e6 rad/s^2 make the unavoidable part
/// larger than 1e-10, so only the amplification is asserted.
#[test]
fn a_deep_chain_of_thin_rods_loses_nothing_more() {
    let mut random = Random(6);
    for kind in (1..9).map(|k| if k < 8 { Some(k) } else { None }) {
        let name = kind.map_or("mixed", |k| KINDS[k]);
        for calm in [false, true] {
            let specs = chain(1024, |i, parent| BodySpec {
                joint: random.joint(kind.unwrap_or(1 + i % 6)),
                parent,
                parent_frame: Placement::at(0.0, 0.0, -0.5),
                ..rod(1.0, 0.5)
            });
            let Accuracy { residual, amplification } = accuracy(&mut random, specs, calm);
            println!("{name}, calm {calm}: residual {residual:.1e}, amplified {amplification:.1}");
            assert!(amplification < 100.0, "{name}: {amplification}");
        }
    }
}

/// Depth alone does no harm: ball joints, 16 384 rods hanging almost straight under gravity only.
#[test]
fn a_very_deep_chain_stays_accurate() {
    let mut random = Random(7);
    let specs = chain(16_384, |_, parent| BodySpec {
        joint: Joint::Spherical,
        parent,
        parent_frame: Placement::at(0.0, 0.0, -0.5),
        ..rod(1.0, 0.5)
    });
    let mut rig = Rig::new(specs, vec![]);
    let mut q = rig.tree.rest_position();
    q.iter_mut().for_each(|q| *q += 0.01 * random.number());
    let rest = vec![0.0; rig.tree.rates()];
    let dv = rig.accelerations(&q, &rest, &rest);
    let back = inverse_dynamics(&rig, &q, &rest, &dv).efforts;
    let bias = inverse_dynamics(&rig, &q, &rest, &rest).efforts;
    let size = |x: &[f64]| x.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    assert!(size(&back) < 1e-10 * size(&bias), "{:e} of {:e}", size(&back), size(&bias));
}

/// A joint that can be driven reads nothing from the state there.
#[test]
fn driven_slots_of_the_state_are_not_read() {
    let mut random = Random(5);
    let mut rig = random_rig(&mut random, 6, Some(6), true);
    let (mut q, mut v) = random.state(&rig.tree);
    let effort = efforts(&mut random, &rig);
    let first = rig.accelerations(&q, &v, &effort);
    for body in 0..rig.tree.bodies() {
        for k in 0..3 {
            if rig.tree.is_driven(body, k) {
                q[rig.tree.position_range(body).start + k] = f64::NAN;
                v[rig.tree.rate_range(body).start + k] = f64::NAN;
            }
        }
    }
    assert_eq!(first, rig.accelerations(&q, &v, &effort));
}
