//! Where things are at rest.

mod constrained_support;
mod support;

use cdl_graph::*;
use cdl_runtime::Outcome;
use constrained_support::*;
use support::{G, Mass, Sketch, rod};

fn pendulum(angle: f64) -> Sketch {
    let mut sketch = Sketch::new("pendulum");
    let hinge = sketch.revolute([0.0, 1.0, 0.0]);
    let (body, joint) = sketch.body("rod", rod(2.0, 1.0), hinge, FrameId(0), &[angle], &[3.0]);
    sketch.output_joint("angle", joint, JointQuantity::Coordinate);
    sketch.output_joint("rate", joint, JointQuantity::Rate);
    let frame = sketch.graph.bodies[body.index()].frame;
    let sensor = Sensor::Frame { frame, quantity: FrameQuantity::Acceleration };
    sketch.output_sensor("acceleration", sensor, 3);
    sketch
}

/// It hangs down, from wherever it starts; its speed at the start does not matter.
#[test]
fn a_pendulum_hangs_down() {
    for degrees in [5.0_f64, 90.0, 170.0, 179.0, -135.0] {
        let mut sketch = pendulum(degrees.to_radians());
        equilibrium(&mut sketch, 1e-12);
        let run = sketch.run().finished();
        assert_eq!(run.rows.values.len(), 1);
        assert_eq!(run.report.last_state.time, 0.0);
        let row = run.last();
        println!("{degrees}: {:e} after {:?}", row[0], run.report.effort);
        assert!(row[0].abs() < 1e-11, "{degrees}: {}", row[0]);
        assert!(row[1..].iter().all(|&value| value.abs() < 1e-12));
        assert!(
            run.run.still().and_then(|own| own.residual).is_some_and(|residual| residual <= 1e-12)
        );
        assert!(run.report.effort.steps < 40);
    }
}

/// On its head it is at rest, too; the search leaves that for where it hangs, on either side.
#[test]
fn an_unstable_equilibrium_is_left() {
    let mut sketch = pendulum(std::f64::consts::PI);
    equilibrium(&mut sketch, 1e-9);
    let run = sketch.run().finished();
    let turns = run.last()[0] / (2.0 * std::f64::consts::PI);
    assert!((turns - turns.round()).abs() < 1e-9, "{turns}");
    assert!(run.report.warnings.is_empty(), "{:?}", run.report.warnings);
}

/// Two rods, one below the other or on it, at these angles, and a body on a spring, which the rods stand on or which
/// has nothing to do with them. It starts far from where it rests.
fn beside(angles: [f64; 2], mass: f64, stiffness: f64, carries: bool) -> Sketch {
    let mut sketch = Sketch::new("beside");
    let block = Mass { mass, centre: [0.0; 3], inertia: [mass, mass, mass, 0.0, 0.0, 0.0] };
    let [axis, pull] = [[0.0, 0.0, 1.0], [stiffness, 0.0, 0.0]];
    let way = JointKind::Prismatic { axis: sketch.numbers(axis) };
    let place = sketch.frame(BodyId(0), [3.0, 0.0, 0.0]);
    let (heavy, spring) = sketch.body("heavy", block, way, place, &[1.0], &[0.0]);
    sketch.graph.joints[spring.index()].coordinates[0].stiffness = sketch.numbers(pull)[0];
    let mut foot = if carries { sketch.frame(heavy, [0.0; 3]) } else { FrameId(0) };
    for (index, angle) in angles.into_iter().enumerate() {
        let hinge = sketch.revolute([0.0, 1.0, 0.0]);
        let name = format!("rod{index}");
        let (body, joint) = sketch.body(&name, rod(1.0, 0.5), hinge, foot, &[angle], &[0.0]);
        foot = sketch.frame(body, [0.0, 0.0, -0.5]);
        sketch.output_joint(&name, joint, JointQuantity::Coordinate);
    }
    sketch
}

/// Whether two rods are left standing does not depend on how heavy and how stiff something else is: all their
/// unstable equilibria are left for where they hang, which they do not leave.
#[test]
fn what_else_there_is_does_not_keep_an_unstable_equilibrium() {
    use std::f64::consts::{PI, TAU};
    for (mass, stiffness) in [(1.0, 1e3), (1e6, 1e9), (1e6, 1e13), (1e9, 1e9), (1e-3, 1e6)] {
        for carries in [false, true] {
            for angles in [[0.0, 0.0], [PI, 0.0], [0.0, PI], [PI, PI]] {
                let mut sketch = beside(angles, mass, stiffness, carries);
                equilibrium(&mut sketch, 1e-12);
                let run = sketch.run().finished();
                let aside = |angle: &f64| (angle / TAU - (angle / TAU).round()).abs() * TAU;
                let farthest = run.last().iter().map(aside).fold(0.0, f64::max);
                let case = format!("{mass} kg {stiffness} N/m {carries} {angles:?}");
                // As far as forces left over, relative to the largest one there is, tell.
                let told = 1e-9 + 1e-12 * mass * G / (0.5 * G) * 10.0;
                assert!(farthest < told, "{case}: {:?}", run.last());
                assert!(run.report.warnings.is_empty(), "{case}: {:?}", run.report.warnings);
                if angles == [0.0, 0.0] {
                    assert!(farthest < 1e-9, "{case}: it hung already");
                }
            }
        }
    }
}

fn lumped(
    sketch: &mut Sketch,
    path: &str,
    ends: [CableEnd; 2],
    length: f64,
    points: u32,
    axial: f64,
) {
    let cable = sketch.cable(path, 1, ends, length, 0.0, [0.0, 0.0, -1.0]);
    let [mass, stiffness, damping, zero] = sketch.numbers([0.2 * length, axial, 5.0, 0.0]);
    let _ = zero;
    let found = &mut sketch.graph.cables[cable.index()];
    found.mass = mass;
    found.discretization = Discretization::Lumped {
        points,
        axial: Axial::Elastic { stiffness, damping, compression: true },
    };
    found.start = CableStart::Hanging;
}

/// A weight on two cables with mass that hang from the same height: by symmetry and by vertical balance the
/// tensions at the top carry half of everything each.
#[test]
fn a_body_hangs_on_two_cables() {
    let mut sketch = Sketch::new("v");
    let weight = Mass { mass: 10.0, centre: [0.0; 3], inertia: [0.1, 0.1, 0.1, 0.0, 0.0, 0.0] };
    let start = Some([0.3, 0.2, -1.5]);
    let body = sketch.body_at(
        "weight",
        weight,
        Connection::Free,
        start,
        [1.0, 0.0, 0.0, 0.0],
        [0.0; 3],
        [0.0; 3],
    );
    let hook = sketch.graph.bodies[body.index()].frame;
    let world = BodyId(0);
    let tops = [-1.5, 1.5].map(|x| sketch.frame(world, [x, 0.0, 0.0]));
    for (name, top) in ["left", "right"].into_iter().zip(tops) {
        lumped(&mut sketch, name, [CableEnd::Pinned(top), CableEnd::Pinned(hook)], 2.0, 8, 1e5);
    }
    sketch.output_position("weight", hook);
    for cable in 0..2 {
        let sensor = Sensor::Cable {
            cable: CableId(cable),
            station: Station::Start,
            quantity: CableQuantity::Tension,
        };
        sketch.output_sensor("tension", sensor, 1);
        let sensor = Sensor::Cable {
            cable: CableId(cable),
            station: Station::Start,
            quantity: CableQuantity::Force,
        };
        sketch.output_sensor("force", sensor, 3);
    }
    equilibrium(&mut sketch, 1e-12);
    let run = sketch.run().finished();
    let row = run.last();
    println!("{row:?} {:?} {:?}", run.report.effort, run.run.still());
    assert!(row[0].abs() < 1e-9 && row[1].abs() < 1e-9, "{row:?}");
    let (left, right) = (row[3], row[7]);
    assert!((left - right).abs() < 1e-8 * left, "{left} {right}");
    // All of the weight and of both cables.
    let carried = 10.0 * G + 2.0 * 0.4 * G;
    let vertical = -(row[6] + row[10]);
    assert!((vertical - carried).abs() < 1e-8 * carried, "{vertical} {carried}");
}

/// A chain of rigid links that starts as an arc hangs as the one that starts hanging, whose shape
/// comes from a shooting method of its own.
#[test]
fn a_chain_comes_to_hang() {
    let chain = |start: fn(&mut Sketch) -> CableStart| {
        let mut sketch = Sketch::new("chain");
        let far = sketch.frame(BodyId(0), [6.0, 1.0, 0.5]);
        let ends = [CableEnd::Pinned(FrameId(0)), CableEnd::Pinned(far)];
        let cable = sketch.cable("chain", 20, ends, 10.0, 5.0, [0.0, 0.0, -1.0]);
        let start = start(&mut sketch);
        sketch.graph.cables[cable.index()].start = start;
        for part in [2.5, 5.0, 7.5] {
            let part = sketch.number(part);
            let station = Station::ArcLength(part);
            let quantity = CableQuantity::Position;
            sketch.output_sensor("at", Sensor::Cable { cable, station, quantity }, 3);
        }
        // In the middle of a link, where its tension is the multiplier.
        for place in [0.25, 9.75] {
            let station = Station::ArcLength(sketch.number(place));
            let quantity = CableQuantity::Tension;
            sketch.output_sensor("tension", Sensor::Cable { cable, station, quantity }, 1);
        }
        sketch
    };
    let mut hanging = chain(|_| CableStart::Hanging);
    let reference = hanging.with_rk4(1e-3, 1e-3, 1e-3).run().finished();
    let mut arc = chain(|sketch| CableStart::Arc { towards: sketch.numbers([0.0, 1.0, 0.3]) });
    equilibrium(&mut arc, 1e-13);
    let found = arc.run().finished();
    println!("{:?} {:?}", found.report.effort, found.run.still());
    for (a, b) in found.last().iter().zip(&reference.rows.values[0]) {
        assert!((a - b).abs() < 1e-8 * (1.0 + b.abs()), "{a} {b}");
    }
}

/// Nothing holds a body: no state of rest, and the message says so.
#[test]
fn what_falls_has_no_equilibrium() {
    let mut sketch = Sketch::new("stone");
    sketch.body_at(
        "stone",
        rod(1.0, 1.0),
        Connection::Free,
        None,
        [1.0, 0.0, 0.0, 0.0],
        [0.0; 3],
        [0.0; 3],
    );
    equilibrium(&mut sketch, 1e-10);
    let run = sketch.run();
    let Outcome::Fault(fault) = &run.report.outcome else { panic!("{:?}", run.report.outcome) };
    assert_eq!(fault.element, "stone");
    assert!(fault.why.contains("no state of rest") && fault.why.contains("holds"), "{fault}");
    assert_eq!(run.rows.values.len(), 0);
}

/// A torque that nothing resists turns a rotor for ever.
#[test]
fn what_turns_for_ever_has_no_equilibrium() {
    let mut sketch = Sketch::new("rotor");
    let hinge = sketch.revolute([0.0, 0.0, 1.0]);
    let (rotor, joint) = sketch.body("rotor", rod(1.0, 1.0), hinge, FrameId(0), &[0.0], &[0.0]);
    let effort = sketch.number(0.5);
    sketch.graph.joints[joint.index()].coordinates[0].effort = effort;
    let _ = rotor;
    equilibrium(&mut sketch, 1e-10);
    let run = sketch.run();
    let Outcome::Fault(fault) = &run.report.outcome else { panic!("{:?}", run.report.outcome) };
    println!("{fault}");
    assert_eq!(fault.element, "rotor");
    assert!(fault.why.contains("no state of rest"), "{fault}");
}

/// A ball that may turn about its centre as it likes: it stays as it is, and hangs where it hangs.
#[test]
fn what_nothing_resists_stays() {
    let mut sketch = Sketch::new("ball");
    let arm = sketch.revolute([0.0, 1.0, 0.0]);
    let (body, _) = sketch.body("arm", rod(1.0, 1.0), arm, FrameId(0), &[1.0], &[0.0]);
    let end = sketch.frame(body, [0.0, 0.0, -1.0]);
    let ball = Mass { mass: 4.0, centre: [0.0; 3], inertia: [0.1, 0.1, 0.1, 0.0, 0.0, 0.0] };
    let (ball, _) = sketch.body("ball", ball, JointKind::Spherical, end, &[], &[1.0, 2.0, 3.0]);
    let frame = sketch.graph.bodies[ball.index()].frame;
    sketch.output_position("ball", frame);
    equilibrium(&mut sketch, 1e-12);
    let run = sketch.run().finished();
    let row = run.last();
    assert!(row[0].abs() < 1e-10 && (row[2] + 1.0).abs() < 1e-10, "{row:?}");
}

/// A drive holds the value it has at time 0, and its effort is that of statics.
#[test]
fn a_drive_holds_its_value() {
    let mut sketch = Sketch::new("jib");
    let hinge = sketch.revolute([0.0, 1.0, 0.0]);
    let (jib, luffing) = sketch.body("jib", rod(3.0, 2.0), hinge, FrameId(0), &[0.7], &[0.0]);
    let [sine, rate, acceleration] = sketch.sine(0.4, 2.0);
    let offset = sketch.number(0.7);
    let value = sketch.binary(BinaryOp::Add, offset, sine);
    sketch.graph.joints[luffing.index()].coordinates[0].drive =
        Some(Drive { value, rate: Some(rate), acceleration: Some(acceleration) });
    let tip = sketch.frame(jib, [0.0, 0.0, -2.0]);
    let hinge = sketch.revolute([0.0, 1.0, 0.0]);
    let (_, swing) = sketch.body("load", rod(5.0, 1.0), hinge, tip, &[0.4], &[0.0]);
    sketch.output_joint("luffing", luffing, JointQuantity::Coordinate);
    sketch.output_joint("effort", luffing, JointQuantity::Effort);
    sketch.output_joint("swing", swing, JointQuantity::Coordinate);
    equilibrium(&mut sketch, 1e-12);
    let run = sketch.run().finished();
    let row = run.last();
    assert!((row[0] - 0.7).abs() < 1e-12);
    assert!((row[2] + 0.7).abs() < 1e-10, "{row:?}");
    // The moment about the hinge: m g times the horizontal arms.
    let expected = (3.0 * 1.0 + 5.0 * 2.0) * G * 0.7_f64.sin();
    assert!((row[1] - expected).abs() < 1e-9 * expected, "{} {expected}", row[1]);
}

/// Started from there nothing moves, in both formulations, whatever the joint.
#[test]
fn a_run_from_an_equilibrium_stays_there() {
    for name in KINDS {
        let resistance = Resistance { stiffness: 60.0, rest: 0.2, ..Resistance::default() };
        let build = || joined(name, resistance).0;
        let mut sketch = build();
        equilibrium(&mut sketch, 1e-13);
        let rest = sketch.run().finished();

        let mut sketch = build();
        sketch.with_rk45(1.0, 0.25, 1e-10);
        from_equilibrium(&mut sketch);
        let recursive = sketch.run().finished();
        let mut sketch = build();
        let steps = integrator(&mut sketch, Method::EnergyMomentum, 0.01);
        implicit(&mut sketch, 1.0, 0.25, steps);
        from_equilibrium(&mut sketch);
        let constrained = sketch.run().finished();
        for run in [&recursive, &constrained] {
            for row in &run.rows.values {
                for (now, expected) in row.iter().zip(rest.last()) {
                    assert!((now - expected).abs() < 1e-8, "{name}: {row:?} {:?}", rest.last());
                }
            }
        }
    }
}

/// Cables, bodies hung on cables and free bodies get back into the recursion's state, too.
#[test]
fn cables_come_back_from_an_equilibrium() {
    let mut sketch = Sketch::new("load");
    let cable = sketch.cable(
        "rope",
        6,
        [CableEnd::Pinned(FrameId(0)), CableEnd::Pinned(FrameId(1))],
        3.0,
        1.0,
        [0.6, 0.0, -0.8],
    );
    let body = sketch.body_at(
        "load",
        rod(4.0, 1.0),
        Connection::Cable { cable, end: 1 },
        None,
        [0.8, 0.6, 0.0, 0.0],
        [0.0; 3],
        [0.0; 3],
    );
    let frame = sketch.graph.bodies[body.index()].frame;
    sketch.graph.cables[0].ends[1] = CableEnd::Pinned(frame);
    sketch.output_position("load", frame);
    let attitude = Sensor::Frame { frame, quantity: FrameQuantity::Attitude };
    sketch.output_sensor("attitude", attitude, 4);
    sketch.with_rk45(1.0, 0.25, 1e-10);
    from_equilibrium(&mut sketch);
    let run = sketch.run().finished();
    for row in &run.rows.values {
        assert!(
            row[0].abs() < 1e-8 && row[1].abs() < 1e-8 && (row[2] + 3.0).abs() < 1e-8,
            "{row:?}"
        );
        // It hangs down; how it is turned about the vertical does not matter.
        assert!(row[4].abs() < 1e-8 && row[5].abs() < 1e-8, "{row:?}");
    }
}

/// A run from there closes its ledger to rounding, so no gap is left in the constraints.
#[test]
fn nothing_is_left_open() {
    let mut sketch = Sketch::new("chain");
    let far = sketch.frame(BodyId(0), [18.0, 0.0, 0.0]);
    let ends = [CableEnd::Pinned(FrameId(0)), CableEnd::Pinned(far)];
    let cable = sketch.cable("chain", 40, ends, 20.0, 200.0, [0.0, 0.0, -1.0]);
    sketch.graph.cables[cable.index()].start = CableStart::Hanging;
    let steps = integrator(&mut sketch, Method::EnergyMomentum, 0.01);
    implicit(&mut sketch, 1.0, 0.1, steps);
    from_equilibrium(&mut sketch);
    let run = sketch.run().finished();
    let (imbalance, gap) = (run.simulation().largest_imbalance, run.report.constraint_error);
    println!("{imbalance:e} {gap:?}");
    // The potential energy is 5000 J, tensions 1500 N.
    assert!(imbalance < 1e-10 && gap.is_some_and(|gap| gap < 1e-13), "{imbalance} {gap:?}");
}
