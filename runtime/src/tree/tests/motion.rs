//! The tree against closed-form equations of motion.

use super::reference::*;
use crate::spatial::{Sym3, Vec3};
use crate::tree::{BodySpec, Joint, Parent, Placement};

const G: f64 = 9.81;

fn down() -> Vec3 {
    Vec3::new(0.0, 0.0, -G)
}

/// `theta'' = -m g c sin(theta) / I`; relative 1e-13.
#[test]
fn compound_pendulum() {
    let (m, l) = (2.0, 1.5);
    let spec = BodySpec { joint: Joint::Revolute { axis: Vec3::y() }, ..rod(m, l) };
    let mut rig = Rig::under(down(), vec![spec], vec![]);
    for theta in [-3.0, -0.4, 1e-9, 1.2, 2.9] {
        let dv = rig.accelerations(&[theta], &[0.7], &[0.0]);
        let expected = -m * G * 0.5 * l * f64::sin(theta) / (m * l * l / 3.0);
        assert!((dv[0] - expected).abs() < 1e-13 * expected.abs());
    }
}

/// Point masses on revolute joints: the simple pendulum `theta'' = -g/l sin(theta)`.
#[test]
fn simple_pendulum_needs_no_inertia() {
    let spec = BodySpec {
        mass: 3.0,
        centre_of_mass: Vec3::new(0.0, 0.0, -0.8),
        joint: Joint::Revolute { axis: Vec3::y() },
        ..BodySpec::default()
    };
    let mut rig = Rig::under(down(), vec![spec], vec![]);
    let dv = rig.accelerations(&[0.5], &[2.0], &[0.0]);
    assert!((dv[0] + G / 0.8 * f64::sin(0.5)).abs() < 1e-13);
}

/// The equations of Lagrange for two rods, with absolute angles a and b:
/// `(I1 + m2 l1^2) a'' + m2 l1 c2 (cos(a-b) b'' + sin(a-b) b'^2) + (m1 c1 + m2 l1) g sin a = 0`,
/// `I2 b'' + m2 l1 c2 (cos(a-b) a'' - sin(a-b) a'^2) + m2 c2 g sin b = 0`; 1e-12. Once with relative
/// angles from hinges, once in the plane of universal joints whose second axis rests.
#[test]
fn double_pendulum() {
    let (m1, l1, m2, l2) = (1.3, 0.9, 0.7, 1.1);
    let second = Placement::at(0.0, 0.0, -l1);
    let mut random = Random(10);
    for universal in [false, true] {
        let joint = match universal {
            false => Joint::Revolute { axis: Vec3::y() },
            true => Joint::Universal { first: Vec3::y(), second: Vec3::x() },
        };
        let specs = vec![
            BodySpec { joint, ..rod(m1, l1) },
            BodySpec { joint, parent: Parent::Body(0), parent_frame: second, ..rod(m2, l2) },
        ];
        let mut rig = Rig::under(down(), specs, vec![]);
        for _ in 0..20 {
            let (a, relative) = (3.0 * random.number(), 3.0 * random.number());
            let (da, drelative) = (2.0 * random.number(), 2.0 * random.number());
            let spread = |x: f64, y: f64| if universal { vec![x, 0.0, y, 0.0] } else { vec![x, y] };
            let zero = spread(0.0, 0.0);
            let dv = rig.accelerations(&spread(a, relative), &spread(da, drelative), &zero);
            let (b, db) = (a + relative, da + drelative);
            let (c1, c2) = (0.5 * l1, 0.5 * l2);
            let (i1, i2) = (m1 * l1 * l1 / 3.0, m2 * l2 * l2 / 3.0);
            let couple = m2 * l1 * c2;
            let mass = nalgebra::Matrix2::new(
                i1 + m2 * l1 * l1,
                couple * (a - b).cos(),
                couple * (a - b).cos(),
                i2,
            );
            let right = nalgebra::Vector2::new(
                -couple * (a - b).sin() * db * db - (m1 * c1 + m2 * l1) * G * a.sin(),
                couple * (a - b).sin() * da * da - m2 * c2 * G * b.sin(),
            );
            let solution = mass.lu().solve(&right).expect("regular");
            let expected = spread(solution[0], solution[1] - solution[0]);
            assert!(difference(&dv, &expected) < 1e-12, "{dv:?} {expected:?}");
        }
    }
}

/// A symmetric top on its tip precesses steadily when `m g l = W (I3 w3 - I1 W cos t)`. Then its
/// angular velocity turns in the body with `-(w3 - W cos t)`; and after one turn `2 pi / W`, by fine
/// rk4 steps, it stands as before (1e-9).
#[test]
fn top_precesses_steadily() {
    let (m, l, i1, i3): (f64, f64, f64, f64) = (0.5, 0.2, 0.03, 0.015);
    let spec = BodySpec {
        mass: m,
        centre_of_mass: Vec3::new(0.0, 0.0, l),
        // I1 is about the tip.
        inertia: Sym3::diagonal(i1 - m * l * l, i1 - m * l * l, i3),
        joint: Joint::Spherical,
        ..BodySpec::default()
    };
    let mut rig = Rig::under(down(), vec![spec], vec![]);
    let (tilt, precession): (f64, f64) = (0.6, 3.0);
    let spin = (m * G * l / precession + i1 * precession * tilt.cos()) / i3;
    // Tilted about y: the axis is at (sin t, 0, cos t), the vertical in body axes (-sin t, 0, cos t).
    let start = vec![(0.5 * tilt).cos(), 0.0, (0.5 * tilt).sin(), 0.0];
    let omega = Vec3::new(-precession * tilt.sin(), 0.0, spin);
    let (mut q, mut v) = (start, omega.as_slice().to_vec());
    let dv = rig.accelerations(&q, &v, &[0.0; 3]);
    let own = spin - precession * tilt.cos();
    let expected = -(Vec3::z() * own).cross(&omega);
    assert!(difference(&dv, expected.as_slice()) < 1e-12);

    let steps = 20_000;
    for _ in 0..steps {
        rig.rk4(&mut q, &mut v, 2.0 * std::f64::consts::PI / precession / steps as f64);
    }
    rig.tree.kinematics(0..1, &q, &v, &mut rig.data);
    let axis = rig.data.pose(&rig.tree.frame(0, &Placement::default())).rotation * Vec3::z();
    let expected = Vec3::new(tilt.sin(), 0.0, tilt.cos());
    assert!((axis - expected).norm() < 1e-9, "{}", (axis - expected).norm());
}

/// A free body without loads obeys Euler's equations, and over 20 s of fine rk4 keeps its energy
/// and both momenta (1e-10), although its frame is not at its centre and its joint frames are turned.
#[test]
fn free_body_tumbles() {
    let mut random = Random(11);
    let mut spec = random.body(Parent::World, Joint::Free);
    spec.inertia = Sym3::diagonal(0.1, 0.2, 0.25);
    spec.child_frame = Placement::default();
    let mut rig = Rig::under(Vec3::zeros(), vec![spec.clone()], vec![]);
    let (mut q, mut v) = random.state(&rig.tree);
    rig.tree.normalize(&mut q);

    // Euler: I w' + w x I w = 0 in body axes.
    let dv = rig.accelerations(&q, &v, &[0.0; 6]);
    let w = Vec3::new(v[0], v[1], v[2]);
    let turn = spec.inertia.times(&Vec3::new(dv[0], dv[1], dv[2]));
    assert!((turn + w.cross(&spec.inertia.times(&w))).norm() < 1e-13);

    let origin = Vec3::zeros();
    rig.tree.kinematics(0..1, &q, &v, &mut rig.data);
    let energy = rig.tree.energy(0..1, &rig.data).kinetic;
    let momentum = rig.tree.momentum(0..1, &origin, &rig.data);
    for _ in 0..10_000 {
        rig.rk4(&mut q, &mut v, 2e-3);
    }
    rig.tree.kinematics(0..1, &q, &v, &mut rig.data);
    let later = rig.tree.momentum(0..1, &origin, &rig.data);
    assert!((rig.tree.energy(0..1, &rig.data).kinetic - energy).abs() < 1e-10 * energy);
    assert!((later.linear - momentum.linear).norm() < 1e-10 * momentum.linear.norm());
    assert!((later.angular - momentum.angular).norm() < 1e-10 * momentum.angular.norm());
}

/// Constant rates: the drift equals fine rk4 steps of the position's derivative (1e-11), and `-h`
/// undoes it.
#[test]
fn drift_follows_constant_rates() {
    let mut random = Random(12);
    let joints = (0..8).map(|kind| random.joint(kind)).collect::<Vec<_>>();
    let specs = joints.into_iter().map(|joint| random.body(Parent::World, joint)).collect();
    let rig = Rig::new(specs, vec![]);
    let (mut q, v) = random.state(&rig.tree);
    rig.tree.normalize(&mut q);
    let mut drifted = q.clone();
    rig.tree.drift(&mut drifted, &v, 0.8);
    let mut stepped = q.clone();
    let steps = 4000;
    let h = 0.8 / steps as f64;
    let rates = |x: &[f64]| {
        let mut dq = vec![0.0; x.len()];
        rig.tree.position_rates(x, &v, &rig.data, &mut dq);
        dq
    };
    for _ in 0..steps {
        let add = |d: &[f64], h: f64| -> Vec<f64> {
            stepped.iter().zip(d).map(|(x, d)| x + h * d).collect()
        };
        let a = rates(&stepped);
        let b = rates(&add(&a, 0.5 * h));
        let c = rates(&add(&b, 0.5 * h));
        let d = rates(&add(&c, h));
        for i in 0..stepped.len() {
            stepped[i] += h / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i]);
        }
    }
    assert!(difference(&drifted, &stepped) < 1e-11);
    rig.tree.drift(&mut drifted, &v, -0.8);
    assert!(difference(&drifted, &q) < 1e-14);
}
