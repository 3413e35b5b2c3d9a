//! Cables coupled with bodies, against the same mechanism made of bodies and ball joints.

mod support;

use cdl_graph::*;
use support::{Mass, Sketch, rod};

/// Eight ball-jointed rods in place of a cable from `top`: bodies along `direction` (a rotation about y by
/// `angle` from straight down). Returns the last rod.
fn rods(
    sketch: &mut Sketch,
    top: FrameId,
    count: usize,
    length: f64,
    mass: f64,
    angle: f64,
) -> BodyId {
    let (l, m) = (length / count as f64, mass / count as f64);
    let mut parent = top;
    let mut last = BodyId::WORLD;
    for k in 0..count {
        let (body, joint) = sketch.body(
            &format!("rod{k}"),
            rod(m, l),
            JointKind::Spherical,
            parent,
            &[],
            &[0.0; 3],
        );
        if k == 0 {
            let half = 0.5 * angle;
            let attitude = sketch.numbers([half.cos(), 0.0, half.sin(), 0.0]);
            sketch.graph.joints[joint.index()].start.attitude = Some(attitude);
        }
        parent = sketch.frame(body, [0.0, 0.0, -l]);
        last = body;
    }
    last
}

const ANGLE: f64 = 0.7;

/// `rod` points along -z; turned by ANGLE about y that is this direction.
fn direction() -> [f64; 3] {
    [-ANGLE.sin(), 0.0, -ANGLE.cos()]
}

fn hook() -> Mass {
    Mass {
        mass: 0.8,
        centre: [0.05, 0.02, -0.1],
        inertia: [0.02, 0.03, 0.015, 0.001, -0.002, 0.0005],
    }
}

/// A cable on the end of an arm on a pin, both swinging, against the same with ball-jointed rods: the
/// tip agrees to 1e-7 after 2 s.
#[test]
fn a_cable_on_a_swinging_arm_moves_as_jointed_rods_do() {
    let build = |cable: bool| {
        let mut sketch = Sketch::new("arm");
        let kind = sketch.revolute([1.0, 0.0, 0.0]);
        let (arm, pin) = sketch.body("arm", rod(2.0, 1.0), kind, FrameId::WORLD, &[0.9], &[0.0]);
        let end = sketch.frame(arm, [0.0, 0.0, -1.0]);
        if cable {
            let ends = [CableEnd::Pinned(end), CableEnd::Free];
            // The direction is in world axes, the rods' attitude relative to the arm.
            let (s, c) = 0.9_f64.sin_cos();
            let [x, _, z] = direction();
            let id = sketch.cable("rope", 8, ends, 2.0, 0.5, [x, -s * z, c * z]);
            let quantity = CableQuantity::Position;
            let sensor = Sensor::Cable { cable: id, station: Station::End, quantity };
            sketch.output_sensor("tip", sensor, 3);
        } else {
            let last = rods(&mut sketch, end, 8, 2.0, 0.5, ANGLE);
            let tip = sketch.frame(last, [0.0, 0.0, -0.25]);
            sketch.output_position("tip", tip);
        }
        sketch.output_joint("angle", pin, JointQuantity::Coordinate);
        sketch.with_rk45(2.0, 0.1, 1e-11);
        sketch.run().finished()
    };
    let (cable, jointed) = (build(true), build(false));
    for (a, b) in cable.rows.values.iter().zip(&jointed.rows.values) {
        for k in 0..4 {
            assert!((a[k] - b[k]).abs() < 1e-7, "{a:?} {b:?}");
        }
    }
    assert!(cable.imbalance() < 1e-9, "{}", cable.imbalance());
}

/// A body on the tip of a cable on a shaken base, against jointed rods: 1e-7 after 2 s, in both forms of the
/// recursion and with either end as the root. The ledger closes to 1e-8.
#[test]
fn a_body_on_a_cables_tip_moves_as_on_jointed_rods() {
    let build = |form: Option<ChainForm>, reversed: bool| {
        let mut sketch = Sketch::new("tip");
        let zero = sketch.number(0.0);
        let [x, v, a] = sketch.sine(0.1, 4.0);
        let cart =
            sketch.prescribed("cart", [zero, x, zero], Some(([zero, v, zero], [zero, a, zero])));
        let top = sketch.graph.bodies[cart.index()].frame;
        let eye = [0.0, 0.0, 0.1];
        let body;
        if let Some(form) = form {
            // The body's frames come after the cable in the plan, so they are made known first.
            let body_id = BodyId(sketch.graph.bodies.len() as u32);
            let on_body = sketch.frame(body_id, eye);
            let mut ends = [CableEnd::Pinned(top), CableEnd::Pinned(on_body)];
            if reversed {
                ends.reverse();
            }
            let id = sketch.cable("rope", 8, ends, 2.0, 0.5, direction());
            if reversed {
                let plan = sketch.graph.plan.as_mut().unwrap();
                plan.forest.pop();
                plan.forest.push(TreeNode::Cable { cable: id, root: 1 });
            }
            let found = &mut sketch.graph.cables[id.index()];
            found.discretization = Discretization::RigidLinks { count: 8, form };
            let end = u8::from(!reversed);
            let half: f64 = 0.5 * ANGLE;
            body = sketch.body_at(
                "hook",
                hook(),
                Connection::Cable { cable: id, end },
                None,
                [half.cos(), 0.0, half.sin(), 0.0],
                [0.0; 3],
                [0.0; 3],
            );
            assert_eq!(body, body_id);
        } else {
            let last = rods(&mut sketch, top, 8, 2.0, 0.5, ANGLE);
            let tip = sketch.frame(last, [0.0, 0.0, -0.25]);
            let joint;
            (body, joint) = sketch.body("hook", hook(), JointKind::Spherical, tip, &[], &[0.0; 3]);
            let child = sketch.frame(body, eye);
            sketch.graph.joints[joint.index()].child = child;
        }
        let frame = sketch.graph.bodies[body.index()].frame;
        sketch.output_position("hook", frame);
        let quantity = FrameQuantity::AngularVelocity;
        sketch.output_sensor("omega", Sensor::Frame { frame, quantity }, 3);
        let quantity = FrameQuantity::Acceleration;
        sketch.output_sensor("acceleration", Sensor::Frame { frame, quantity }, 3);
        sketch.with_rk45(2.0, 0.1, 1e-11);
        sketch.run().finished()
    };
    let jointed = build(None, false);
    assert!(jointed.imbalance() < 1e-8);
    for (form, reversed) in [
        (ChainForm::Natural, false),
        (ChainForm::Recursion, false),
        (ChainForm::Natural, true),
        (ChainForm::Recursion, true),
    ] {
        let cable = build(Some(form), reversed);
        for (a, b) in cable.rows.values.iter().zip(&jointed.rows.values) {
            for k in 0..9 {
                assert!((a[k] - b[k]).abs() < 1e-7, "{form:?} {reversed}: {a:?} {b:?}");
            }
        }
        assert!(cable.imbalance() < 1e-8, "{}", cable.imbalance());
    }
}

/// Spin-free links keep the angular momentum about the vertical and the energy: rk45 with a tight
/// tolerance drifts by less than 1e-9 relative over 100 s.
#[test]
fn a_swinging_cable_keeps_energy_and_angular_momentum() {
    let mut sketch = Sketch::new("conservation");
    let ends = [CableEnd::Pinned(FrameId::WORLD), CableEnd::Free];
    let id = sketch.cable("rope", 6, ends, 1.0, 0.2, direction());
    let rate = sketch.numbers([0.0, 0.0, 1.5]);
    if let CableStart::Straight { angular_velocity, .. } =
        &mut sketch.graph.cables[id.index()].start
    {
        *angular_velocity = rate;
    }
    sketch.output_sensor("momentum", Sensor::AngularMomentum, 3);
    sketch.output_sensor("total", Sensor::Energy(EnergyPart::Total), 1);
    sketch.with_rk45(100.0, 1.0, 1e-13);
    let run = sketch.run().finished();
    let (first, last) = (&run.rows.values[0], run.last());
    let scale = run.simulation().energy_scale;
    assert!(((last[3] - first[3]) / scale).abs() < 1e-9, "{}", (last[3] - first[3]) / scale);
    assert!(((last[2] - first[2]) / first[2]).abs() < 1e-9, "{first:?} {last:?}");
}

/// A free chain in free fall: nothing holds it, its momentum grows by the weight (1e-9).
#[test]
fn a_cable_that_nothing_holds_falls() {
    let mut sketch = Sketch::new("falling");
    let id = sketch.cable("rope", 5, [CableEnd::Free, CableEnd::Free], 1.0, 0.4, [1.0, 0.0, 0.0]);
    let rate = sketch.numbers([0.0, 3.0, 1.0]);
    if let CableStart::Straight { angular_velocity, .. } =
        &mut sketch.graph.cables[id.index()].start
    {
        *angular_velocity = rate;
    }
    sketch.output_sensor("momentum", Sensor::Momentum, 3);
    sketch.with_rk45(1.0, 0.1, 1e-11);
    let run = sketch.run().finished();
    let (first, last) = (&run.rows.values[0], run.last());
    for (k, expected) in [0.0, 0.0, -0.4 * support::G].into_iter().enumerate() {
        assert!((last[k] - first[k] - expected).abs() < 1e-9, "{last:?}");
    }
    assert!(run.imbalance() < 1e-9);
}

/// Air and water with a surface, a current, drag, added mass, buoyancy, bending and a load at a station, the
/// root on a shaken base: the ledger closes to 1e-6 for rigid links and for the lumped form.
#[test]
fn the_ledger_closes_with_everything_that_acts_on_a_cable() {
    for lumped in [false, true] {
        let mut sketch = Sketch::new("everything");
        let [zero, air, water, level, current] = sketch.numbers([0.0, 1.2, 1000.0, -0.7, 0.5]);
        let fluid = |density, x| Some(Fluid { density, velocity: [x, zero, zero] });
        sketch.graph.environment.air = fluid(air, zero);
        sketch.graph.environment.water = fluid(water, current);
        sketch.graph.environment.water_level = Some(level);
        let [x, v, a] = sketch.sine(0.1, 4.0);
        let cart =
            sketch.prescribed("cart", [zero, x, zero], Some(([zero, v, zero], [zero, a, zero])));
        let top = sketch.graph.bodies[cart.index()].frame;
        let ends = [CableEnd::Pinned(top), CableEnd::Free];
        let id = sketch.cable("rope", 10, ends, 2.0, 0.5, direction());
        let numbers = sketch.numbers([1.2, 0.02, 0.8, 0.05, 0.01, 0.02]);
        let [stiffness, damping] = sketch.numbers([2e3, 5.0]);
        let found = &mut sketch.graph.cables[id.index()];
        [
            found.drag.normal,
            found.drag.tangent,
            found.added_mass,
            found.bending.stiffness,
            found.bending.damping,
            found.joint_damping,
        ] = numbers;
        found.buoyancy = true;
        if lumped {
            let axial = Axial::Spring { stiffness, damping, compression: true };
            found.discretization = Discretization::Lumped { points: 11, axial };
        }
        let station = Station::ArcLength(sketch.number(1.33));
        let value = sketch.numbers([0.5, 1.0, 0.2]);
        let on = Point::Cable { cable: id, station };
        sketch.load("push", LoadKind::Force { on, value, axes: None });
        for quantity in [CableQuantity::Position, CableQuantity::Velocity] {
            let sensor = Sensor::Cable { cable: id, station, quantity };
            sketch.output_sensor("there", sensor, 3);
        }
        let sensor = Sensor::Cable { cable: id, station, quantity: CableQuantity::Tension };
        sketch.output_sensor("tension", sensor, 1);
        sketch.with_rk4(2.0, 0.05, 2.5e-4);
        let run = sketch.run().finished();
        assert!(run.simulation().last.dissipated > 0.1);
        assert!(run.simulation().last.work.abs() > 0.1);
        assert!(run.imbalance() < 1e-6, "lumped {lumped}: {}", run.imbalance());
    }
}

/// A chain between two walls, started in its equilibrium, stays there (1e-7 of its length) and holds its ends with
/// half the weight each. Pushed in the middle it keeps its ends closed and the ledger, to 1e-8.
#[test]
fn a_chain_between_two_walls() {
    for push in [false, true] {
        for form in [ChainForm::Natural, ChainForm::Recursion] {
            let mut sketch = Sketch::new("walls");
            let right = sketch.frame(BodyId::WORLD, [1.5, 0.4, 0.0]);
            let ends = [CableEnd::Pinned(FrameId::WORLD), CableEnd::Pinned(right)];
            let id = sketch.cable("chain", 12, ends, 2.0, 0.6, [1.0, 0.0, 0.0]);
            let found = &mut sketch.graph.cables[id.index()];
            found.start = CableStart::Hanging;
            found.discretization = Discretization::RigidLinks { count: 12, form };
            let station = Station::ArcLength(sketch.number(1.0));
            if push {
                let time = sketch.time();
                let force = sketch.unary(UnaryOp::Sin, time);
                let value = [force; 3];
                let on = Point::Cable { cable: id, station };
                sketch.load("push", LoadKind::Force { on, value, axes: None });
            }
            let quantity = CableQuantity::Position;
            sketch.output_sensor("middle", Sensor::Cable { cable: id, station, quantity }, 3);
            let sensor = Sensor::Cable { cable: id, station: Station::End, quantity };
            sketch.output_sensor("end", sensor, 3);
            for (name, station) in [("left", Station::Start), ("right", Station::End)] {
                let quantity = CableQuantity::Tension;
                sketch.output_sensor(name, Sensor::Cable { cable: id, station, quantity }, 1);
                let quantity = CableQuantity::Direction;
                sketch.output_sensor(name, Sensor::Cable { cable: id, station, quantity }, 3);
            }
            sketch.with_rk4(2.0, 0.1, 2e-3);
            let run = sketch.run().finished();
            let (first, last) = (&run.rows.values[0], run.last());
            for (k, expected) in [1.5, 0.4, 0.0].into_iter().enumerate() {
                assert!((last[3 + k] - expected).abs() < 1e-12, "{form:?} {last:?}");
            }
            if push {
                assert!((last[2] - first[2]).abs() > 1e-3);
                assert!(run.imbalance() < 1e-7, "{form:?} {}", run.imbalance());
            } else {
                for k in 0..3 {
                    assert!((last[k] - first[k]).abs() < 2e-7, "{form:?} {first:?} {last:?}");
                }
                // Tension times the direction's fall is half the weight, up to the half link's
                // bending of the direction (the links' directions are those of their middles).
                assert!((first[6] - first[10]).abs() < 1e-6);
            }
        }
    }
}

/// A lumped cable with stiff springs against rigid links with the same masses at the nodes cannot agree closely; but
/// both swing alike: in the first 0.6 s, before the whip, the tips agree to 1 cm (of 2 m).
#[test]
fn lumped_and_rigid_cables_swing_alike() {
    let build = |lumped: bool| {
        let mut sketch = Sketch::new("swing");
        let ends = [CableEnd::Pinned(FrameId::WORLD), CableEnd::Free];
        let id = sketch.cable("rope", 16, ends, 2.0, 0.5, direction());
        if lumped {
            let [stiffness, damping] = sketch.numbers([2e4, 10.0]);
            sketch.graph.cables[id.index()].discretization = Discretization::Lumped {
                points: 17,
                axial: Axial::Elastic { stiffness, damping, compression: true },
            };
        }
        let quantity = CableQuantity::Position;
        let sensor = Sensor::Cable { cable: id, station: Station::End, quantity };
        sketch.output_sensor("tip", sensor, 3);
        sketch.with_rk4(0.6, 0.1, 1e-4);
        sketch.run().finished()
    };
    let (rigid, lumped) = (build(false), build(true));
    for k in 0..3 {
        assert!((rigid.last()[k] - lumped.last()[k]).abs() < 0.01);
    }
    assert!(lumped.imbalance() < 1e-6, "{}", lumped.imbalance());
}

/// A body between two lumped cables, one from the ceiling that carries it, one from it to the floor that holds it:
/// at rest after strong damping, the tensions differ by the body's and the cables' weight (1e-4).
#[test]
fn a_body_between_lumped_cables_comes_to_rest() {
    let mut sketch = Sketch::new("between");
    let body_id = BodyId(1);
    let eye = sketch.frame(body_id, [0.0, 0.0, 0.1]);
    let foot = sketch.frame(body_id, [0.0, 0.0, -0.1]);
    let floor = sketch.frame(BodyId::WORLD, [0.0, 0.0, -2.2]);
    let [stiffness, damping] = sketch.numbers([500.0, 20.0]);
    let axial = Axial::Spring { stiffness, damping, compression: true };
    let down = [0.0, 0.0, -1.0];
    let ends = [CableEnd::Pinned(FrameId::WORLD), CableEnd::Pinned(eye)];
    let upper = sketch.cable("upper", 4, ends, 1.0, 0.4, down);
    let mass = Mass { mass: 2.0, centre: [0.0; 3], inertia: [0.05, 0.05, 0.05, 0.0, 0.0, 0.0] };
    let connection = Connection::Cable { cable: upper, end: 1 };
    let one = [1.0, 0.0, 0.0, 0.0];
    let body = sketch.body_at("load", mass, connection, None, one, [0.0; 3], [0.0; 3]);
    assert_eq!(body, body_id);
    let ends = [CableEnd::Pinned(foot), CableEnd::Pinned(floor)];
    let lower = sketch.cable("lower", 4, ends, 0.9, 0.4, down);
    for id in [upper, lower] {
        sketch.graph.cables[id.index()].discretization =
            Discretization::Lumped { points: 5, axial: axial.clone() };
    }
    for (id, station) in [(upper, Station::End), (lower, Station::Start)] {
        let quantity = CableQuantity::Tension;
        sketch.output_sensor("tension", Sensor::Cable { cable: id, station, quantity }, 1);
    }
    sketch.with_rk4(20.0, 1.0, 1e-3);
    let run = sketch.run().finished();
    let last = run.last();
    // What the cables exert on the body at their ends holds its weight.
    let between = 2.0 * support::G;
    assert!((last[0] - last[1] - between).abs() < 1e-4, "{last:?} {between}");
    assert!(run.imbalance() < 1e-8, "{}", run.imbalance());
}
