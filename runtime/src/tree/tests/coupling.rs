//! Trees on moving bases, trees joined by points, trees turned round.

use super::reference::*;
use crate::spatial::{PointLoad, Sym3, Vec3, matrix_quaternion, transposed_times};
use crate::tree::data::AnchorMotion;
use crate::tree::{BaseMotion, BodySpec, Joint, Parent, Placement, TreeBuilder, TreeData};

/// d'Alembert: on a base that accelerates without turning, the joints move as on a fixed base under
/// `gravity - acceleration`, at any speed of the base; 1e-11.
#[test]
fn accelerating_base_is_a_change_of_gravity() {
    let mut random = Random(20);
    let mut base = BaseMotion::at_rest(random.placement());
    base.velocity = random.vector() * 30.0;
    base.acceleration = random.vector() * 5.0;
    let mut specs = Vec::new();
    for body in 0..10 {
        let parent = if body == 0 { Parent::Base(0) } else { Parent::Body(body - 1) };
        let joint = random.joint(1 + body % 6);
        specs.push(random.body(parent, joint));
    }
    let at_rest = BaseMotion::at_rest(base.pose);
    let mut moving = Rig::new(specs.clone(), vec![base]);
    let mut resting = Rig::under(gravity() - base.acceleration, specs, vec![at_rest]);
    let (q, v) = random.state(&moving.tree);
    let effort: Vec<f64> = v.iter().map(|_| random.number()).collect();
    let gap =
        difference(&moving.accelerations(&q, &v, &effort), &resting.accelerations(&q, &v, &effort));
    assert!(gap < 1e-11, "{gap:e}");
}

/// A base that turns steadily: a rod on a horizontal hinge at radius r stands still at the angle
/// where the moments of centrifugal force and weight cancel, `w^2 sin/cos` of Watt's governor:
/// `m c (w^2 (r + 2/3 l sin a) cos a - g sin a) = 0` for a thin rod (c = l/2, I = m l^2/3).
#[test]
fn governor() {
    let (l, r, a): (f64, f64, f64) = (0.7, 0.2, 0.5);
    let rate = (9.81 * a.sin() / ((r + 2.0 / 3.0 * l * a.sin()) * a.cos())).sqrt();
    let mut spec = rod(1.2, l);
    // Exactly thin.
    spec.inertia.zz = 0.0;
    spec.joint = Joint::Revolute { axis: -Vec3::y() };
    spec.parent = Parent::Base(0);
    spec.parent_frame = Placement::at(r, 0.0, 0.0);
    let mut base = BaseMotion::at_rest(Placement::default());
    base.omega = Vec3::z() * rate;
    let mut rig = Rig::under(Vec3::z() * -9.81, vec![spec], vec![base]);
    let dv = rig.accelerations(&[a], &[0.0], &[0.0]);
    assert!(dv[0].abs() < 1e-12, "{}", dv[0]);
}

/// A payload with a lever of its own, ball-jointed to an arm: inside one tree; and as a tree of its
/// own, hung on an anchor, reduced to a load on that point and put on the arm's tree. Accelerations
/// of all coordinates agree to 1e-11.
#[test]
fn a_tree_on_a_point_equals_a_ball_joint() {
    let mut random = Random(21);
    for _ in 0..10 {
        let kinds = [1, 3, 6];
        let joints = kinds.map(|kind| random.joint(kind));
        let mut specs: Vec<BodySpec> = joints
            .iter()
            .enumerate()
            .map(|(i, &joint)| {
                random.body(if i == 0 { Parent::World } else { Parent::Body(i - 1) }, joint)
            })
            .collect();
        let mut payload = random.body(Parent::Body(1), Joint::Spherical);
        payload.child_frame.rotation = nalgebra::Matrix3::identity();
        let joint = random.joint(1);
        let lever = random.body(Parent::Body(3), joint);
        let mut whole_specs = specs.clone();
        whole_specs.push(payload.clone());
        whole_specs.push(lever.clone());
        let mut whole = Rig::new(whole_specs, vec![]);
        let (mut q, v) = random.state(&whole.tree);
        whole.tree.normalize(&mut q);
        let effort: Vec<f64> = v.iter().map(|_| random.number()).collect();
        let mut effort = effort;
        // The anchor's ball joint has no moment.
        for i in whole.tree.rate_range(3) {
            effort[i] = 0.0;
        }
        let expected = whole.accelerations(&q, &v, &effort);

        specs.truncate(3);
        specs[1].carries_load = true;
        let mut arm = Rig::new(specs, vec![]);
        let rates = arm.tree.rates();
        let mut builder = TreeBuilder::new(gravity());
        let anchor = builder.add_anchor();
        let hung = BodySpec { parent: Parent::Anchor(anchor), ..payload.clone() };
        builder.add_body(&hung).expect("sound");
        let lever = BodySpec { parent: Parent::Body(0), ..lever };
        builder.add_body(&lever).expect("sound");
        let tip = builder.finish().expect("sound");
        let mut data = TreeData::new(&tip);

        arm.data.effort.copy_from_slice(&effort[..rates]);
        arm.tree.kinematics(0..3, &q, &v, &mut arm.data);
        let point = arm.tree.frame(1, &payload.parent_frame);
        data.anchors[anchor] = AnchorMotion {
            position: arm.data.pose(&point).position,
            velocity: arm.data.velocity(&point).linear,
            acceleration: Vec3::zeros(),
        };
        // Attitude and spin in the world; the lever's coordinate is the same.
        let frame = whole.tree.frame(3, &Placement::default());
        let (pose, rate) = (whole.data.pose(&frame), whole.data.velocity(&frame));
        let (mut tip_q, mut tip_v) = (tip.rest_position(), vec![0.0; tip.rates()]);
        assert!(tip.place(0, &pose, &rate.angular, &rate.linear, &mut tip_q, &mut tip_v));
        tip_q[4] = q[whole.tree.position_range(4).start];
        tip_v[3] = v[whole.tree.rate_range(4).start];
        data.effort[3] = effort[whole.tree.rate_range(4).start];
        tip.kinematics(0..2, &tip_q, &tip_v, &mut data);
        tip.inward(0..2, &mut data).expect("regular");
        let load = tip.tip_load(0, &data).expect("hangs on an anchor");

        let lever_arm = arm.data.arm(&point);
        arm.data.add_point_load(1, &lever_arm, &load);
        arm.tree.inward(0..3, &mut arm.data).expect("regular");
        let mut dv = vec![0.0; rates];
        arm.tree.outward(0..3, &mut arm.data, &mut dv);
        assert!(difference(&dv, &expected[..rates]) < 1e-11);

        data.anchors[anchor].acceleration = arm.data.acceleration(&point).linear;
        let mut tip_dv = vec![0.0; tip.rates()];
        tip.outward(0..2, &mut data, &mut tip_dv);
        let last = whole.tree.rate_range(4).start;
        assert!((tip_dv[3] - expected[last]).abs() < 1e-10 * (1.0 + expected[last].abs()));
        let angular = data.acceleration(&tip.frame(0, &Placement::default())).angular;
        let expected = whole.data.acceleration(&frame).angular;
        assert!((angular - expected).norm() < 1e-10 * (1.0 + expected.norm()));
        // Hung on a point at rest in turning, the rates' derivatives are those of the spin.
        let spin = transposed_times(&pose.rotation, &angular);
        assert!(difference(&tip_dv[..3], spin.as_slice()) < 1e-12);
    }
}

/// A load of a point mass, `mass = m 1`, `bias = -m g`, equals a point mass welded to the body.
#[test]
fn a_point_load_equals_a_welded_mass() {
    let mut random = Random(22);
    let joint = random.joint(4);
    let body = random.body(Parent::World, joint);
    let at = random.placement();
    let mass = BodySpec {
        mass: 2.5,
        parent: Parent::Body(0),
        parent_frame: at,
        joint: Joint::Fixed,
        ..BodySpec::default()
    };
    let mut welded = Rig::new(vec![body.clone(), mass], vec![]);
    let (q, v) = random.state(&welded.tree);
    let expected = welded.accelerations(&q, &v, &[0.0; 3]);
    let mut rig = Rig::new(vec![body], vec![]);
    rig.tree.kinematics(0..1, &q, &v, &mut rig.data);
    let arm = rig.data.arm(&rig.tree.frame(0, &at));
    let load = PointLoad { mass: Sym3::diagonal(2.5, 2.5, 2.5), bias: -gravity() * 2.5 };
    rig.data.add_point_load(0, &arm, &load);
    rig.tree.inward(0..1, &mut rig.data).expect("regular");
    let mut dv = vec![0.0; 3];
    rig.tree.outward(0..1, &mut rig.data, &mut dv);
    assert!(difference(&dv, &expected) < 1e-12);
}

/// A floating chain of ball joints, built from one end and from the other, has the same
/// accelerations of all bodies; 1e-10.
#[test]
fn a_chain_can_be_built_from_either_end() {
    let mut random = Random(23);
    let n = 6;
    // Shapes: from `start` to `end` joint, in body axes.
    let shapes: Vec<(BodySpec, Placement, Placement)> = (0..n)
        .map(|_| {
            let ends = (random.vector(), random.vector());
            let place = |p: Vec3| Placement { position: p, ..Placement::default() };
            (random.body(Parent::World, Joint::Spherical), place(ends.0), place(ends.1))
        })
        .collect();
    let build = |order: &[usize]| {
        let mut specs = Vec::new();
        for (k, &i) in order.iter().enumerate() {
            let (shape, start, end) = &shapes[i];
            let mut spec = shape.clone();
            let forward = order[0] == 0;
            if k == 0 {
                spec.joint = Joint::Free;
                spec.parent_frame = Placement::default();
                spec.child_frame = Placement::default();
            } else {
                let before = &shapes[order[k - 1]];
                spec.parent = Parent::Body(k - 1);
                spec.parent_frame = if forward { before.2 } else { before.1 };
                spec.child_frame = if forward { *start } else { *end };
            }
            specs.push(spec);
        }
        Rig::new(specs, vec![])
    };
    let forward: Vec<usize> = (0..n).collect();
    let backward: Vec<usize> = (0..n).rev().collect();
    let mut one = build(&forward);
    let mut two = build(&backward);
    for (i, load) in one.loads.iter_mut().enumerate() {
        *load = (random.vector(), random.vector());
        two.loads[n - 1 - i] = *load;
    }
    let (mut q, v) = random.state(&one.tree);
    one.tree.normalize(&mut q);
    let rates = one.tree.rates();
    one.accelerations(&q, &v, &vec![0.0; rates]);

    let body = |i: usize| one.tree.frame(i, &Placement::default());
    let last = body(n - 1);
    let (pose, rate) = (one.data.pose(&last), one.data.velocity(&last));
    let (mut q2, mut v2) = (two.tree.rest_position(), vec![0.0; rates]);
    assert!(two.tree.place(0, &pose, &rate.angular, &rate.linear, &mut q2, &mut v2));
    for k in 1..n {
        let (child, parent) = (body(n - 1 - k), body(n - k));
        let (child_pose, parent_pose) = (one.data.pose(&child), one.data.pose(&parent));
        let relative = parent_pose.rotation.transpose() * child_pose.rotation;
        let p = two.tree.position_range(k).start;
        q2[p..p + 4].copy_from_slice(&matrix_quaternion(&relative));
        let spin = one.data.velocity(&child).angular - one.data.velocity(&parent).angular;
        let r = two.tree.rate_range(k).start;
        v2[r..r + 3].copy_from_slice(transposed_times(&child_pose.rotation, &spin).as_slice());
    }
    two.accelerations(&q2, &v2, &vec![0.0; rates]);
    for i in 0..n {
        let a = one.data.acceleration(&body(i));
        let b = two.data.acceleration(&two.tree.frame(n - 1 - i, &Placement::default()));
        assert!((a.linear - b.linear).norm() < 1e-10 * (1.0 + a.linear.norm()));
        assert!((a.angular - b.angular).norm() < 1e-10 * (1.0 + a.angular.norm()));
    }
}
