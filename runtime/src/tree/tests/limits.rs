//! Joint resistance, and what happens at bad input.

use super::reference::*;
use crate::laws::{AxisLaw, BallLaw};
use crate::spatial::{Sym3, Vec3};
use crate::tree::{
    BallOn, BodySpec, BuildError, DriveMotion, Joint, Parent, TreeBuilder, TreeData, TreeError,
};

/// Power of all joint efforts = supplied - dissipated - growth of the springs' energy, the last by
/// a central difference along the motion; relative 1e-7.
#[test]
fn joint_efforts_keep_the_energy_balance() {
    let mut random = Random(30);
    let joints = (0..8).map(|kind| random.joint(kind)).collect::<Vec<_>>();
    let mut specs: Vec<BodySpec> =
        joints.into_iter().map(|joint| random.body(Parent::World, joint)).collect();
    specs[3].driven[1] = true;
    let rig = Rig::new(specs, vec![]);
    let (tree, mut data) = (&rig.tree, rig.data.clone());
    let positive = |random: &mut Random| 1.5 + random.number();
    let (axes, given): (Vec<AxisLaw>, Vec<f64>) = (0..tree.coordinates())
        .map(|_| {
            let law = AxisLaw {
                stiffness: positive(&mut random),
                rest: random.number(),
                damping: positive(&mut random),
                friction: positive(&mut random),
                friction_speed: positive(&mut random),
            };
            (law, random.number())
        })
        .unzip();
    let law = BallLaw {
        stiffness: positive(&mut random),
        damping: positive(&mut random),
        friction: positive(&mut random),
        friction_speed: positive(&mut random),
    };
    let ball = BallOn { body: 4, law };
    let (mut q, mut v) = random.state(tree);
    tree.normalize(&mut q);
    let drive = DriveMotion { value: 0.4, rate: -0.7, acceleration: 0.0 };
    let slot = tree.coordinate_range(3).start + 1;
    data.drives[slot] = drive;
    // The drift moves what is in the state; here that is the driven coordinate as well.
    q[tree.position_range(3).start + 1] = drive.value;
    v[tree.rate_range(3).start + 1] = drive.rate;

    let sum = tree.joint_efforts(&axes, &given, &[ball], &q, &v, &mut data);
    let power: f64 = data.effort.iter().zip(&v).map(|(e, v)| e * v).sum();
    assert!(sum.dissipated > 0.0 && sum.potential > 0.0);
    let mut potential = |h: f64| {
        let mut moved = q.clone();
        tree.drift(&mut moved, &v, h);
        data.drives[slot].value = drive.value + h * drive.rate;
        tree.joint_efforts(&axes, &given, &[ball], &moved, &v, &mut data).potential
    };
    let h = 1e-5;
    let growth = (potential(h) - potential(-h)) / (2.0 * h);
    let expected = sum.supplied - sum.dissipated - growth;
    assert!((power - expected).abs() < 1e-7 * power.abs(), "{power} {expected}");
}

/// A spring turns a hinge as its law says, friction saturates.
#[test]
fn an_axis_law_is_as_documented() {
    let spec = BodySpec { joint: Joint::Revolute { axis: Vec3::y() }, ..rod(1.0, 1.0) };
    let rig = Rig::new(vec![spec], vec![]);
    let mut data = TreeData::new(&rig.tree);
    let law =
        AxisLaw { stiffness: 10.0, rest: 0.1, damping: 0.5, friction: 2.0, friction_speed: 1e-3 };
    rig.tree.joint_efforts(&[law], &[4.0], &[], &[0.3], &[1.0], &mut data);
    assert!((data.effort[0] - (4.0 - 2.0 - 0.5 - 2.0)).abs() < 1e-14);
}

#[test]
fn bad_bodies_are_refused() {
    let sound = BodySpec { joint: Joint::Revolute { axis: Vec3::y() }, ..rod(1.0, 1.0) };
    let refused = |change: &dyn Fn(&mut BodySpec)| {
        let mut builder = TreeBuilder::new(gravity());
        builder.add_body(&sound).expect("sound");
        let mut spec = sound.clone();
        change(&mut spec);
        builder.add_body(&spec).expect_err("refused")
    };
    let body = 1;
    assert_eq!(refused(&|s| s.mass = -1.0), BuildError::NegativeMass { body });
    assert_eq!(refused(&|s| s.mass = f64::NAN), BuildError::NotFinite { body });
    assert_eq!(
        refused(&|s| s.parent_frame.position.x = f64::INFINITY),
        BuildError::NotFinite { body }
    );
    assert_eq!(refused(&|s| s.inertia.xx = -1.0), BuildError::Inertia { body });
    assert_eq!(refused(&|s| s.inertia.xy = 1.0), BuildError::Inertia { body });
    let zero = Joint::Revolute { axis: Vec3::zeros() };
    assert_eq!(refused(&|s| s.joint = zero), BuildError::Axis { body });
    let parallel = Joint::Universal { first: Vec3::y(), second: -Vec3::y() };
    assert_eq!(refused(&|s| s.joint = parallel), BuildError::Axis { body });
    let parallel = Joint::Planar { normal: Vec3::y(), first: Vec3::y() };
    assert_eq!(refused(&|s| s.joint = parallel), BuildError::Axis { body });
    assert_eq!(refused(&|s| s.parent = Parent::Body(1)), BuildError::Parent { body });
    assert_eq!(refused(&|s| s.parent = Parent::Base(0)), BuildError::Parent { body });
    assert_eq!(refused(&|s| s.driven[1] = true), BuildError::Drive { body });

    let mut builder = TreeBuilder::new(gravity());
    let anchor = Parent::Anchor(builder.add_anchor());
    let spec = BodySpec { parent: anchor, ..sound.clone() };
    assert_eq!(builder.add_body(&spec), Err(BuildError::AnchorJoint { body: 0 }));
}

/// A body without mass may stand between bodies with mass, or carry a cable, or be driven; else not.
#[test]
fn massless_ends_are_refused() {
    let none = BodySpec { joint: Joint::Revolute { axis: Vec3::y() }, ..BodySpec::default() };
    let end = BodySpec {
        joint: Joint::Revolute { axis: Vec3::x() },
        parent: Parent::Body(0),
        ..rod(1.0, 1.0)
    };
    let build = |specs: &[BodySpec]| {
        let mut builder = TreeBuilder::new(gravity());
        for spec in specs {
            builder.add_body(spec).expect("sound by itself");
        }
        builder.finish().map(|_| ())
    };
    assert_eq!(build(std::slice::from_ref(&none)), Err(BuildError::Massless { body: 0 }));
    assert_eq!(build(&[none.clone(), end]), Ok(()));
    assert_eq!(build(&[BodySpec { carries_load: true, ..none.clone() }]), Ok(()));
    assert_eq!(build(&[BodySpec { driven: [true, false, false], ..none }]), Ok(()));
}

/// A massless frame between two hinges (a cardan cross) moves as the universal joint does: 1e-12.
#[test]
fn a_massless_cross_makes_a_universal_joint() {
    let (first, second) = (Vec3::y(), Vec3::x());
    let cross = BodySpec { joint: Joint::Revolute { axis: first }, ..BodySpec::default() };
    let end = BodySpec {
        joint: Joint::Revolute { axis: second },
        parent: Parent::Body(0),
        ..rod(1.0, 1.0)
    };
    let mut split = Rig::new(vec![cross, end], vec![]);
    let joint = Joint::Universal { first, second };
    let mut whole = Rig::new(vec![BodySpec { joint, ..rod(1.0, 1.0) }], vec![]);
    let (q, v, effort) = ([0.3, -0.8], [1.0, 2.0], [0.1, 0.2]);
    let gap =
        difference(&split.accelerations(&q, &v, &effort), &whole.accelerations(&q, &v, &effort));
    assert!(gap < 1e-12);
}

/// Singular and non-finite evaluations name the body.
#[test]
fn errors_of_an_evaluation_name_the_body() {
    let evaluate = |specs: &[BodySpec], spoil: &dyn Fn(&mut Vec<f64>)| {
        let mut builder = TreeBuilder::new(gravity());
        for spec in specs {
            builder.add_body(spec).expect("sound by itself");
        }
        let tree = builder.finish().expect("sound");
        let mut data = TreeData::new(&tree);
        let mut q = tree.rest_position();
        spoil(&mut q);
        let v = vec![0.1; tree.rates()];
        tree.kinematics(0..specs.len(), &q, &v, &mut data);
        tree.inward(0..specs.len(), &mut data)
    };
    let ball = |parent: Parent| BodySpec { joint: Joint::Spherical, parent, ..rod(1.0, 1.0) };
    let chain = [ball(Parent::World), ball(Parent::Body(0)), ball(Parent::Body(1))];
    assert_eq!(evaluate(&chain, &|_| {}), Ok(()));

    // A thin rod can spin about itself without inertia, in any attitude.
    let mut thin = chain.clone();
    thin[1].inertia = Sym3::diagonal(0.1, 0.1, 0.0);
    thin[2].inertia = Sym3::diagonal(0.1, 0.1, 0.0);
    for angle in [0.0, 0.3, 1.0] {
        let turned = |q: &mut Vec<f64>| q[9] = angle;
        assert_eq!(evaluate(&thin, &turned), Err(TreeError::Singular { body: 2 }));
    }
    // A point mass on its own ball joint.
    let mut point = chain.clone();
    point[2].inertia = Sym3::ZERO;
    assert_eq!(evaluate(&point, &|_| {}), Err(TreeError::Singular { body: 2 }));
    // A hinge through a point mass.
    let hinge =
        BodySpec { mass: 1.0, joint: Joint::Revolute { axis: Vec3::x() }, ..BodySpec::default() };
    assert_eq!(evaluate(&[hinge], &|_| {}), Err(TreeError::Singular { body: 0 }));

    assert_eq!(evaluate(&chain, &|q| q[5] = f64::NAN), Err(TreeError::NotFinite { body: 2 }));
    assert_eq!(evaluate(&chain, &|q| q[9] = f64::INFINITY), Err(TreeError::NotFinite { body: 2 }));
}
