//! Rods in a row by their own kernel, against the general passes, a dense solve and inverse
//! dynamics.

use super::reference::{
    Random, Rig, dense_accelerations, difference, efforts, inverse_dynamics, random_mixture, rod,
};
use crate::spatial::{PointLoad, Vec3};
use crate::tree::{BodySpec, Joint, Parent, Placement, TreeData};

/// Rods of one kind in a row from the world, each along -z.
fn row(count: usize) -> Vec<BodySpec> {
    let body = |body: usize| BodySpec {
        parent: if body == 0 { Parent::World } else { Parent::Body(body - 1) },
        parent_frame: Placement::at(0.0, 0.0, if body == 0 { 0.0 } else { -0.7 }),
        joint: Joint::Spherical,
        ..rod(1.3, 0.7)
    };
    (0..count).map(body).collect()
}

/// Mixtures of rods and bodies on all kinds of joints, with loads, efforts, drives and a moving
/// base: accelerations are those of the general passes, relative 1e-11, and of the dense mass
/// matrix, 1e-9; what the joints transmit is that of inverse dynamics, 1e-10 of the largest.
#[test]
fn mixtures_move_as_by_the_general_passes() {
    let mut random = Random(51);
    let (mut gap, mut dense, mut reactions, mut swept) = (0.0_f64, 0.0_f64, 0.0_f64, 0);
    for turn in 0..120 {
        let n = if turn % 4 == 0 { 40 } else { 12 };
        let mut rig = random_mixture(&mut random, n, turn % 2 == 0);
        let (q, v) = random.state(&rig.tree);
        let effort = efforts(&mut random, &rig);
        let general = rig.accelerations(&q, &v, &effort);
        let rods = rig.sweep_stretches();
        let own = rig.accelerations(&q, &v, &effort);
        swept += rods;
        gap = gap.max(difference(&own, &general));
        if n == 12 {
            dense = dense.max(difference(&own, &dense_accelerations(&rig, &q, &v, &effort)));
        }
        let inverse = inverse_dynamics(&rig, &q, &v, &own);
        let largest = inverse.wrenches.iter().fold(0.0_f64, |m, w| m.max(w.0.norm()));
        for (body, (moment, force)) in inverse.wrenches.iter().enumerate() {
            let found = rig.data.reaction(body);
            reactions = reactions.max((found.moment - moment).norm() / largest);
            reactions = reactions.max((found.force - force).norm() / largest);
        }
    }
    println!("{gap:.1e}, dense {dense:.1e}, reactions {reactions:.1e}, {swept} rods in stretches");
    assert!(swept > 300, "{swept}");
    assert!(gap < 1e-11 && dense < 1e-9 && reactions < 1e-10);
}

/// A row is a stretch, whichever axis is its line. No rod is what is not symmetric, has a side, a
/// turned joint, a cable on it, a second body on it, one beside its line, one on another kind of
/// joint, or no inertia about its line.
#[test]
fn only_rods_on_a_line_are_taken() {
    let taken = |change: &dyn Fn(&mut Vec<BodySpec>), is_hung: bool| {
        let mut specs = row(5);
        change(&mut specs);
        let mut rig = Rig::new(specs, Vec::new());
        let mut hung = vec![false; rig.specs.len()];
        hung[2] = is_hung;
        rig.tree.find_stretches(&hung);
        let lengths = rig.tree.stretches().iter().map(|own| (own.ends(), own.len()));
        lengths.collect::<Vec<_>>()
    };
    let all = vec![([0, 4], 5)];
    // Without the middle one there are two on either side.
    let apart = vec![([0, 1], 2), ([3, 4], 2)];
    assert_eq!(taken(&|_| {}, false), all);
    for k in 0..2 {
        let turned = |specs: &mut Vec<BodySpec>| {
            let along = [Vec3::x(), -Vec3::y()][k];
            for spec in specs {
                let [length, centre] = [spec.parent_frame.position.z, spec.centre_of_mass.z];
                (spec.parent_frame.position, spec.centre_of_mass) =
                    (along * length, along * centre);
                std::mem::swap(
                    &mut spec.inertia.zz,
                    [&mut spec.inertia.xx, &mut spec.inertia.yy][k],
                );
            }
        };
        assert_eq!(taken(&turned, false), all);
    }
    assert_eq!(taken(&|_| {}, true), apart);
    assert_eq!(taken(&|specs| specs[2].inertia.xx *= 1.1, false), apart);
    assert_eq!(taken(&|specs| specs[2].inertia.xy = 0.01 * specs[2].inertia.xx, false), apart);
    assert_eq!(taken(&|specs| specs[2].inertia.zz = 0.0, false), apart);
    assert_eq!(taken(&|specs| specs[2].centre_of_mass.x = 1e-6, false), apart);
    let side = |specs: &mut Vec<BodySpec>| specs[3].parent_frame.position.x = 1e-6;
    assert_eq!(taken(&side, false), apart);
    let turned = |specs: &mut Vec<BodySpec>| {
        let turn = Placement::new([0.0; 3], [0.9, 0.1, 0.0, 0.0]).rotation;
        specs[2].parent_frame.rotation = turn;
    };
    assert_eq!(taken(&turned, false), apart);
    let branches = |specs: &mut Vec<BodySpec>| {
        specs.push(BodySpec { parent: Parent::Body(2), ..specs[3].clone() });
    };
    assert_eq!(taken(&branches, false), apart);
    let hinge = |specs: &mut Vec<BodySpec>| {
        specs[3].joint = Joint::Revolute { axis: Vec3::x() };
    };
    assert_eq!(taken(&hinge, false), vec![([0, 1], 2)]);
    // Its line is another one; those beyond go on from it.
    let bends = |specs: &mut Vec<BodySpec>| {
        specs[2].inertia =
            specs[2].inertia.rotated(&Placement::new([0.0; 3], [1.0, 1.0, 0.0, 0.0]).rotation);
    };
    assert_eq!(taken(&bends, false), apart);
}

/// Rods of chains that stand side by side, numbered by turns, with passes over parts of the tree:
/// as by one pass over all.
#[test]
fn rows_may_be_interleaved_and_passed_in_parts() {
    let mut random = Random(52);
    let mut specs = row(1);
    for body in 1..13 {
        let mut own = row(2).remove(1);
        own.parent = Parent::Body(if body < 4 { 0 } else { body - 3 });
        specs.push(own);
    }
    let mut rig = Rig::new(specs, Vec::new());
    for load in &mut rig.loads {
        *load = (random.vector(), random.vector());
    }
    let (q, v) = random.state(&rig.tree);
    let effort = efforts(&mut random, &rig);
    let general = rig.accelerations(&q, &v, &effort);
    assert_eq!(rig.sweep_stretches(), 12);
    let ends: Vec<_> = rig.tree.stretches().iter().map(|own| own.ends()).collect();
    assert_eq!(ends, [[1, 10], [2, 11], [3, 12]]);
    let whole = rig.accelerations(&q, &v, &effort);
    let gap = difference(&whole, &general);
    assert!(gap < 1e-11, "{gap:e}");
    let (tree, data) = (&rig.tree, &mut rig.data);
    let parts = [0..2, 2..3, 3..8, 8..13];
    data.effort.copy_from_slice(&effort);
    parts.iter().for_each(|part| tree.kinematics(part.clone(), &q, &v, data));
    for (body, (force, moment)) in rig.loads.iter().enumerate() {
        let arm = data.arm(&tree.centre_frame(body));
        data.apply_force(body, &arm, force);
        data.apply_moment(body, moment);
    }
    parts.iter().rev().for_each(|part| tree.inward(part.clone(), data).expect("regular"));
    let mut dv = vec![0.0; tree.rates()];
    parts.iter().for_each(|part| tree.outward(part.clone(), data, &mut dv));
    assert_eq!(dv, whole);
}

/// A row on the tip of a cable: what the cable's own recursion begins with is the same, 1e-12.
#[test]
fn what_hangs_on_a_cable_opposes_the_same() {
    let mut random = Random(53);
    let mut builder = crate::tree::TreeBuilder::new(Vec3::new(0.0, 0.0, -9.81));
    let anchor = builder.add_anchor();
    for (body, mut spec) in row(6).into_iter().enumerate() {
        if body == 0 {
            spec.parent = Parent::Anchor(anchor);
        }
        builder.add_body(&spec).expect("a sound body");
    }
    let mut tree = builder.finish().expect("a sound tree");
    let (q, v) = random.state(&tree);
    let found = |tree: &crate::tree::Tree| -> PointLoad {
        let mut data = TreeData::new(tree);
        data.anchors[anchor].velocity = Vec3::new(0.3, 0.1, -0.2);
        tree.kinematics(0..6, &q, &v, &mut data);
        tree.inward(0..6, &mut data).expect("regular");
        tree.tip_load(0, &data).expect("it hangs on an anchor")
    };
    let general = found(&tree);
    tree.find_stretches(&[false; 6]);
    assert_eq!(tree.stretches().len(), 1);
    let own = found(&tree);
    assert!((own.mass.to_matrix() - general.mass.to_matrix()).norm() < 1e-13);
    assert!((own.bias - general.bias).norm() < 1e-12 * general.bias.norm());
}

/// Where inertias are changed in their last digits the general passes go over rods, too: what they
/// give is as near as rounding.
#[test]
fn shaken_inertias_go_by_the_general_passes() {
    let mut random = Random(54);
    let mut rig = Rig::new(row(20), Vec::new());
    let (q, v) = random.state(&rig.tree);
    let effort = efforts(&mut random, &rig);
    assert_eq!(rig.sweep_stretches(), 20);
    let clear = rig.accelerations(&q, &v, &effort);
    let force = rig.data.reaction(0).force;
    rig.data.shaken = Some(7);
    let shaken = rig.accelerations(&q, &v, &effort);
    let gap = difference(&shaken, &clear);
    // Little inertia about the lines: it costs four digits of the last ones.
    assert!(gap > 0.0 && gap < 1e-9, "{gap:e}");
    assert!((rig.data.reaction(0).force - force).norm() < 1e-9 * force.norm());
}

/// A state that is no number is told at a rod, as it is at other bodies.
#[test]
fn a_state_that_is_no_number_is_told() {
    use crate::tree::TreeError;
    let mut rig = Rig::new(row(4), Vec::new());
    rig.sweep_stretches();
    let mut q = rig.tree.rest_position();
    let v = vec![0.0; rig.tree.rates()];
    q[rig.tree.position_range(3).start] = f64::NAN;
    rig.tree.kinematics(0..4, &q, &v, &mut rig.data);
    let told = rig.tree.inward(0..4, &mut rig.data).expect_err("a state is not a number");
    assert!(matches!(told, TreeError::NotFinite { .. }), "{told:?}");
}
