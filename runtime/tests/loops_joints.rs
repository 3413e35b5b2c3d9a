//! A body on a joint, once in the forest and once as a free body that the joint is closed to: both must
//! move the same way, with the same coordinates, efforts and energies. Second formulation of every
//! joint's equations, gradients and velocity products; tolerances are those of the integration.

mod support;

use cdl_graph::*;
use support::{Mass, Sketch, rod};

const BLOCK: Mass =
    Mass { mass: 1.3, centre: [0.1, -0.2, 0.3], inertia: [0.05, 0.07, 0.09, 0.004, -0.003, 0.002] };

/// Where the joint stands and how it starts.
struct Case {
    name: &'static str,
    kind: fn(&mut Sketch) -> JointKind,
    coordinates: &'static [f64],
    rates: &'static [f64],
}

const CASES: [Case; 7] = [
    Case { name: "fixed", kind: |_| JointKind::Fixed, coordinates: &[], rates: &[] },
    Case {
        name: "revolute",
        kind: |s| s.revolute([0.2, 1.0, -0.3]),
        coordinates: &[0.4],
        rates: &[2.0],
    },
    Case {
        name: "prismatic",
        kind: |s| JointKind::Prismatic { axis: s.numbers([1.0, 0.4, -0.3]) },
        coordinates: &[0.2],
        rates: &[-0.5],
    },
    Case {
        name: "universal",
        kind: |s| JointKind::Universal {
            first: s.numbers([1.0, 0.2, 0.0]),
            second: s.numbers([0.3, 1.0, 0.2]),
        },
        coordinates: &[0.3, -0.4],
        rates: &[1.0, 1.5],
    },
    Case {
        name: "spherical",
        kind: |_| JointKind::Spherical,
        coordinates: &[],
        rates: &[0.5, -1.0, 2.0],
    },
    Case {
        name: "cylindrical",
        kind: |s| JointKind::Cylindrical { axis: s.numbers([0.1, 0.3, 1.0]) },
        coordinates: &[0.5, 0.1],
        rates: &[3.0, -0.2],
    },
    Case {
        name: "planar",
        kind: |s| JointKind::Planar {
            normal: s.numbers([0.1, 1.0, 0.2]),
            first: s.numbers([1.0, 0.0, 0.3]),
        },
        coordinates: &[0.1, -0.2, 0.6],
        rates: &[0.3, 0.4, -1.0],
    },
];

/// A swinging arm; on its end the joint with the block.
fn arm(sketch: &mut Sketch) -> FrameId {
    let hinge = sketch.revolute([0.0, 1.0, 0.0]);
    let (arm, _) = sketch.body("arm", rod(2.0, 0.8), hinge, FrameId(0), &[0.7], &[1.0]);
    sketch.frame(arm, [0.1, 0.05, -0.8])
}

/// Springs, dampers and an effort on every coordinate.
fn load(sketch: &mut Sketch, joint: JointId) {
    let [stiffness, rest, damping, friction] = sketch.numbers([8.0, 0.1, 0.05, 0.02]);
    let [effort, _, _] = sketch.sine(0.3, 4.0);
    let speed = sketch.number(0.1);
    let found = &mut sketch.graph.joints[joint.index()];
    for axis in &mut found.coordinates {
        *axis = JointAxis {
            stiffness,
            rest,
            damping,
            friction,
            friction_speed: speed,
            effort,
            drive: None,
        };
    }
    if let Some(axis) = &mut found.isotropic {
        (axis.stiffness, axis.damping) = (stiffness, damping);
    }
}

fn record(sketch: &mut Sketch, joint: JointId, frame: FrameId) {
    sketch.output_position("place", frame);
    let axes = Sensor::Frame { frame, quantity: FrameQuantity::Axes };
    sketch.output_sensor("axes", axes, 9);
    let acceleration = Sensor::Frame { frame, quantity: FrameQuantity::Acceleration };
    sketch.output_sensor("acceleration", acceleration, 3);
    let kind = sketch.graph.joints[joint.index()].kind;
    for coordinate in 0..kind.coordinates() as u8 {
        for quantity in [
            JointQuantity::Coordinate,
            JointQuantity::Rate,
            JointQuantity::Acceleration,
            JointQuantity::Effort,
        ] {
            let sensor = Sensor::Joint { joint, quantity, coordinate };
            sketch.output_sensor("joint", sensor, 1);
        }
    }
    if let JointKind::Spherical = kind {
        for coordinate in 0..3 {
            for quantity in [JointQuantity::Rate, JointQuantity::Acceleration] {
                let sensor = Sensor::Joint { joint, quantity, coordinate };
                sketch.output_sensor("ball", sensor, 1);
            }
        }
    }
}

/// The block in the forest.
fn as_tree(case: &Case, drive: bool) -> (Sketch, JointId) {
    let mut sketch = Sketch::new(case.name);
    let end = arm(&mut sketch);
    let kind = (case.kind)(&mut sketch);
    let (block, joint) = sketch.body("block", BLOCK, kind, end, case.coordinates, case.rates);
    finish(&mut sketch, joint, block, drive);
    (sketch, joint)
}

/// The block as a free body, put where the forest has it at the start, and closed to the arm.
fn as_loop(case: &Case, drive: bool, start: &[f64]) -> Sketch {
    let mut sketch = Sketch::new(case.name);
    let end = arm(&mut sketch);
    let kind = (case.kind)(&mut sketch);
    let position = [start[0], start[1], start[2]];
    let attitude = [start[3], start[4], start[5], start[6]];
    let velocity = [start[7], start[8], start[9]];
    let spin = [start[10], start[11], start[12]];
    let block =
        sketch.body_at("block", BLOCK, Connection::Free, Some(position), attitude, velocity, spin);
    let frame = sketch.graph.bodies[block.index()].frame;
    let joint = sketch.cut("block.joint", kind, end, frame);
    finish(&mut sketch, joint, block, drive);
    sketch
}

fn finish(sketch: &mut Sketch, joint: JointId, block: BodyId, drive: bool) {
    if drive {
        let written = sketch.graph.joints[joint.index()].start.coordinates.len();
        assert!(written > 0);
        let motion = sketch.sine(0.5, 3.0);
        let [value, rate, acceleration] = motion;
        let drive = Drive { value, rate: Some(rate), acceleration: Some(acceleration) };
        sketch.graph.joints[joint.index()].coordinates[0].drive = Some(drive);
    } else {
        load(sketch, joint);
    }
    let frame = sketch.graph.bodies[block.index()].frame;
    record(sketch, joint, frame);
    sketch.with_rk45(0.6, 0.2, 1e-11);
}

fn compare(case: &Case, drive: bool) {
    let (mut tree, _) = as_tree(case, drive);
    // Where the block is at the start.
    let block = BodyId(tree.graph.bodies.len() as u32 - 1);
    let frame = tree.graph.bodies[block.index()].frame;
    for (quantity, count) in [
        (FrameQuantity::Position, 3),
        (FrameQuantity::Attitude, 4),
        (FrameQuantity::Velocity, 3),
        (FrameQuantity::AngularVelocity, 3),
    ] {
        tree.output_sensor("start", Sensor::Frame { frame, quantity }, count);
    }
    let tree = tree.run().finished();
    let width = tree.rows.values[0].len() - 13;
    let closed = as_loop(case, drive, &tree.rows.values[0][width..]).run().finished();
    for (row, (found, expected)) in closed.rows.values.iter().zip(&tree.rows.values).enumerate() {
        for (index, (found, expected)) in found.iter().zip(&expected[..width]).enumerate() {
            let error = (found - expected).abs() / (1.0 + expected.abs());
            assert!(
                error < 2e-7,
                "{} drive {drive}: column {index} of row {row}: {found} instead of {expected}",
                case.name
            );
        }
    }
    for (found, expected) in closed.rows.energies.iter().zip(&tree.rows.energies) {
        for (found, expected) in [
            (found.total(), expected.total()),
            (found.dissipated, expected.dissipated),
            (found.work, expected.work),
        ] {
            assert!((found - expected).abs() < 1e-7, "{}: {found} {expected}", case.name);
        }
    }
    assert!(closed.imbalance() < 1e-8, "{}: {}", case.name, closed.imbalance());
}

#[test]
fn every_joint_closes_as_it_holds_in_the_forest() {
    for case in &CASES {
        compare(case, false);
    }
}

#[test]
fn driven_joints_close_and_do_the_same_work() {
    for case in CASES.iter().filter(|case| !case.coordinates.is_empty()) {
        compare(case, true);
    }
}

/// A hinge that closes a loop is followed over whole turns: a wheel that spins at 20 rad/s for 2 s has
/// turned by 40 rad (closed form, 1e-9).
#[test]
fn angles_of_closing_hinges_count_turns() {
    let mut sketch = Sketch::new("wheel");
    let zero = sketch.number(0.0);
    sketch.graph.environment.gravity = [zero; 3];
    let wheel = Mass { mass: 1.0, centre: [0.0; 3], inertia: [0.1, 0.1, 0.2, 0.0, 0.0, 0.0] };
    let body = sketch.body_at(
        "wheel",
        wheel,
        Connection::Free,
        Some([0.0; 3]),
        [1.0, 0.0, 0.0, 0.0],
        [0.0; 3],
        [0.0, 0.0, 20.0],
    );
    let hinge = sketch.revolute([0.0, 0.0, 1.0]);
    let frame = sketch.graph.bodies[body.index()].frame;
    let joint = sketch.cut("hinge", hinge, FrameId(0), frame);
    sketch.output_joint("angle", joint, JointQuantity::Coordinate);
    let run = sketch.with_rk4(2.0, 0.5, 2e-4).run().finished();
    assert!((run.last()[0] - 40.0).abs() < 1e-9, "{}", run.last()[0]);
}
