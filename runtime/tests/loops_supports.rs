//! What closing constraints act on: prescribed bodies, cables in both kinds, bodies on cables, joint
//! coordinates. Each beside a model of the same mechanism that needs none, or a closed form.

mod support;

use cdl_graph::*;
use support::{FourBar, Mass, Run, Sketch, rod};

#[track_caller]
fn same(one: &Run, other: &Run, columns: usize, tolerance: f64) {
    for (row, (a, b)) in one.rows.values.iter().zip(&other.rows.values).enumerate() {
        for (index, (a, b)) in a.iter().zip(b).take(columns).enumerate() {
            assert!((a - b).abs() < tolerance, "column {index} of row {row}: {a} {b}");
        }
    }
    for (a, b) in one.rows.energies.iter().zip(&other.rows.energies) {
        assert!((a.total() - b.total()).abs() < tolerance, "{a:?} {b:?}");
        assert!((a.work - b.work).abs() < tolerance, "{a:?} {b:?}");
    }
    for run in [one, other] {
        assert!(run.imbalance() < 1e-8, "{}", run.imbalance());
    }
}

/// `value - target = 0` for a quantity that is its only argument.
fn equals(sketch: &mut Sketch, value: NodeId, target: [NodeId; 3]) -> ConstraintRow {
    let [zero, one] = sketch.numbers([0.0, 1.0]);
    let residual = sketch.binary(BinaryOp::Sub, value, target[0]);
    let [rate, acceleration] = [target[1], target[2]].map(|node| sketch.scaled(-1.0, node));
    let derivatives = ConstraintDerivatives {
        arguments: vec![value],
        gradient: vec![one],
        hessian: Vec::new(),
        rate,
        gradient_rate: vec![zero],
        acceleration,
    };
    ConstraintRow { residual, derivatives: Some(derivatives) }
}

fn constrain(sketch: &mut Sketch, path: &str, rows: Vec<ConstraintRow>) {
    let kind = ConstraintKind::Position;
    sketch.graph.constraints.push(Constraint {
        path: path.into(),
        origin: None,
        kind,
        units: ResidualUnits::default(),
        rows,
    });
}

fn fixed(sketch: &mut Sketch, value: f64) -> [NodeId; 3] {
    sketch.numbers([value, 0.0, 0.0])
}

/// A pendulum with a spring on a body that is shaken, held in the forest or closed: the same motion,
/// the same work of the shaking.
#[test]
fn closed_to_a_prescribed_body() {
    let build = |closed: bool| {
        let mut sketch = Sketch::new("shaken");
        let [x, dx, ddx] = sketch.sine(0.2, 5.0);
        let [zero, stiffness, damping] = sketch.numbers([0.0, 3.0, 0.1]);
        let motion = ([dx, zero, zero], [ddx, zero, zero]);
        let base = sketch.prescribed("base", [x, zero, zero], Some(motion));
        let pivot = sketch.frame(base, [0.0, 0.1, 0.2]);
        let hinge = sketch.revolute([0.0, 1.0, 0.0]);
        let mass = rod(1.0, 0.7);
        let joint = if closed {
            let connection = Connection::Free;
            // At the start the base moves with 1 m/s.
            let body = sketch.body_at(
                "pendulum",
                mass,
                connection,
                Some([0.0, 0.1, 0.2]),
                [1.0, 0.0, 0.0, 0.0],
                [1.0, 0.0, 0.0],
                [0.0; 3],
            );
            let frame = sketch.graph.bodies[body.index()].frame;
            sketch.cut("pendulum.joint", hinge, pivot, frame)
        } else {
            sketch.body("pendulum", mass, hinge, pivot, &[0.0], &[0.0]).1
        };
        let axis = &mut sketch.graph.joints[joint.index()].coordinates[0];
        (axis.stiffness, axis.damping) = (stiffness, damping);
        for quantity in [JointQuantity::Coordinate, JointQuantity::Acceleration] {
            sketch.output_joint("joint", joint, quantity);
        }
        sketch.with_rk45(1.5, 0.25, 1e-11).run().finished()
    };
    same(&build(true), &build(false), 2, 1e-7);
}

/// A body on a rope: carried by the rope's tip in the forest, or free with the rope's end closed to
/// it; in both the body's origin is led along x by an equation with time.
#[test]
fn a_body_on_a_cable_led_by_an_equation() {
    let build = |closed: bool, led: bool| {
        let mut sketch = Sketch::new("led");
        let mass = Mass {
            mass: 1.5,
            centre: [0.0, 0.0, -0.1],
            inertia: [0.02, 0.03, 0.01, 0.0, 0.0, 0.0],
        };
        let position = Some([0.0, 0.0, -1.0]);
        let still = [0.0; 3];
        let upright = [1.0, 0.0, 0.0, 0.0];
        // The equation's lead starts with 0.15 m/s.
        let velocity = if led { [0.15, 0.0, 0.0] } else { still };
        let down = [0.0, 0.0, -1.0];
        let body;
        if closed {
            let free = Connection::Free;
            body = sketch.body_at("body", mass, free, position, upright, velocity, still);
            let eye = sketch.frame(body, [0.0, 0.0, 0.0]);
            let ends = [CableEnd::Pinned(FrameId(0)), CableEnd::Pinned(eye)];
            let cable = sketch.cable("rope", 4, ends, 1.0, 0.4, down);
            sketch.graph.plan.as_mut().expect("a plan").cuts.push(Cut::CableEnd { cable, end: 1 });
        } else {
            let eye = FrameId(sketch.graph.frames.len() as u32);
            let ends = [CableEnd::Pinned(FrameId(0)), CableEnd::Pinned(eye)];
            let cable = sketch.cable("rope", 4, ends, 1.0, 0.4, down);
            let on = Connection::Cable { cable, end: 1 };
            body = sketch.body_at("body", mass, on, None, upright, velocity, still);
            assert_eq!(sketch.graph.bodies[body.index()].frame, eye);
        }
        // Swings about y at the start, if nothing leads it.
        if !led {
            let push = sketch.numbers([0.5, 0.2, 0.0]);
            let frame = sketch.graph.bodies[body.index()].frame;
            let on = Point::Frame(frame);
            sketch.load("push", LoadKind::Force { on, value: push, axes: None });
        }
        let frame = sketch.graph.bodies[body.index()].frame;
        if led {
            let x = sketch.sensor(Sensor::Frame { frame, quantity: FrameQuantity::Position }, 0);
            let target = sketch.sine(0.05, 3.0);
            let row = equals(&mut sketch, x, target);
            constrain(&mut sketch, "lead", vec![row]);
        }
        sketch.output_position("place", frame);
        let axes = Sensor::Frame { frame, quantity: FrameQuantity::Axes };
        sketch.output_sensor("axes", axes, 9);
        let cable = CableId(0);
        for (station, quantity, count) in [
            (Station::End, CableQuantity::Acceleration, 3),
            (Station::Start, CableQuantity::Tension, 1),
            (Station::End, CableQuantity::Tension, 1),
        ] {
            sketch.output_sensor("rope", Sensor::Cable { cable, station, quantity }, count);
        }
        sketch.with_rk45(1.0, 0.25, 1e-11).run().finished()
    };
    for led in [false, true] {
        let (closed, carried) = (build(true, led), build(false, led));
        // How the links start with a moving end is free, so that led ropes are alike only at rest.
        let columns = if led { 1 } else { 17 };
        for (a, b) in closed.rows.values.iter().zip(&carried.rows.values) {
            for (index, (a, b)) in a.iter().zip(b).take(columns).enumerate() {
                assert!((a - b).abs() < 1e-6 * (1.0 + b.abs()), "led {led}, {index}: {a} {b}");
            }
        }
        for run in [closed, carried] {
            assert!(run.imbalance() < 1e-8, "led {led}: {}", run.imbalance());
            if led {
                for (row, time) in run.rows.values.iter().zip(&run.rows.times) {
                    let x = 0.05 * (3.0 * time).sin();
                    assert!((row[0] - x).abs() < 1e-12, "{time}: {} {x}", row[0]);
                }
            }
        }
    }
}

/// A chain whose middle node is nailed to its place by the user's equations: what hangs beyond the nail
/// moves as a chain of its own that hangs there (second formulation, 1e-7).
#[test]
fn a_nailed_chain() {
    let place = [0.8, 0.0, 0.0];
    let direction = [0.8, 0.1, -0.6];
    let tip = |sketch: &mut Sketch, cable| {
        for quantity in [CableQuantity::Position, CableQuantity::Acceleration] {
            let sensor = Sensor::Cable { cable, station: Station::End, quantity };
            sketch.output_sensor("tip", sensor, 3);
        }
    };
    let mut one = Sketch::new("nailed");
    let ends = [CableEnd::Pinned(FrameId(0)), CableEnd::Free];
    let cable = one.cable("chain", 4, ends, 2.0, 1.0, direction);
    let middle = one.number(1.0);
    let station = Station::ArcLength(middle);
    let sensor = Sensor::Cable { cable, station, quantity: CableQuantity::Position };
    let rows = (0..3).map(|k| {
        let value = one.sensor(sensor, k);
        let target = fixed(&mut one, place[usize::from(k)]);
        equals(&mut one, value, target)
    });
    let rows: Vec<ConstraintRow> = rows.collect();
    constrain(&mut one, "nail", rows);
    tip(&mut one, cable);
    let one = one.with_rk45(1.0, 0.25, 1e-11).run().finished();
    assert!(one.imbalance() < 1e-8, "{}", one.imbalance());
    assert_eq!(one.report.size.freedoms, 8 - 3);

    let mut two = Sketch::new("hung");
    let peg = two.frame(BodyId(0), place);
    let ends = [CableEnd::Pinned(peg), CableEnd::Free];
    let cable = two.cable("chain", 2, ends, 1.0, 0.5, direction);
    tip(&mut two, cable);
    let two = two.with_rk45(1.0, 0.25, 1e-11).run().finished();
    for (a, b) in one.rows.values.iter().zip(&two.rows.values) {
        for (index, (a, b)) in a.iter().zip(b).enumerate() {
            assert!((a - b).abs() < 1e-7 * (1.0 + b.abs()), "column {index}: {a} {b}");
        }
    }
}

/// A lumped cable whose tip is nailed by equations, or pinned to the world: the same motion.
#[test]
fn a_nailed_lumped_cable() {
    let build = |nailed: bool| {
        let mut sketch = Sketch::new("lumped");
        let place = [1.0, 0.0, 0.0];
        let peg = sketch.frame(BodyId(0), place);
        let tip = if nailed { CableEnd::Free } else { CableEnd::Pinned(peg) };
        let ends = [CableEnd::Pinned(FrameId(0)), tip];
        let cable = sketch.cable("cable", 1, ends, 1.0, 0.5, [1.0, 0.0, 0.0]);
        let [stiffness, damping] = sketch.numbers([500.0, 0.5]);
        sketch.graph.cables[cable.index()].discretization = Discretization::Lumped {
            points: 6,
            axial: Axial::Spring { stiffness, damping, compression: true },
        };
        if nailed {
            let station = Station::End;
            let sensor = Sensor::Cable { cable, station, quantity: CableQuantity::Position };
            let rows = (0..3)
                .map(|k| {
                    let value = sketch.sensor(sensor, k);
                    let target = fixed(&mut sketch, place[usize::from(k)]);
                    equals(&mut sketch, value, target)
                })
                .collect();
            constrain(&mut sketch, "nail", rows);
        }
        let middle = sketch.number(0.5);
        let station = Station::ArcLength(middle);
        for quantity in [CableQuantity::Position, CableQuantity::Acceleration] {
            sketch.output_sensor("middle", Sensor::Cable { cable, station, quantity }, 3);
        }
        sketch.with_rk45(0.5, 0.1, 1e-10).run().finished()
    };
    same(&build(true), &build(false), 6, 1e-6);
}

/// Two wheels geared two to one by an equation between their joints' coordinates, one of them under a
/// torque: `angle = T / (I1 + I2 / 4) t^2 / 2` (closed form, 1e-9).
#[test]
fn gear() {
    let (i1, i2, torque) = (0.3, 0.8, 1.2);
    let mut sketch = Sketch::new("gear");
    let wheel = |inertia: f64| Mass {
        mass: 1.0,
        centre: [0.0; 3],
        inertia: [inertia, inertia, inertia, 0.0, 0.0, 0.0],
    };
    let hinge = sketch.revolute([0.0, 0.0, 1.0]);
    let (_, first) = sketch.body("first", wheel(i1), hinge, FrameId(0), &[0.0], &[0.0]);
    let (_, second) = sketch.body("second", wheel(i2), hinge, FrameId(0), &[0.0], &[0.0]);
    let effort = sketch.number(torque);
    sketch.graph.joints[first.index()].coordinates[0].effort = effort;
    let read = |sketch: &mut Sketch, joint| {
        let quantity = JointQuantity::Coordinate;
        sketch.sensor(Sensor::Joint { joint, quantity, coordinate: 0 }, 0)
    };
    let (a, b) = (read(&mut sketch, first), read(&mut sketch, second));
    let [zero, one, ratio] = sketch.numbers([0.0, 1.0, -2.0]);
    let twice = sketch.binary(BinaryOp::Mul, ratio, b);
    let residual = sketch.binary(BinaryOp::Add, a, twice);
    let derivatives = ConstraintDerivatives {
        arguments: vec![a, b],
        gradient: vec![one, ratio],
        hessian: Vec::new(),
        rate: zero,
        gradient_rate: vec![zero; 2],
        acceleration: zero,
    };
    let rows = vec![ConstraintRow { residual, derivatives: Some(derivatives) }];
    constrain(&mut sketch, "gear", rows);
    sketch.output_joint("first", first, JointQuantity::Coordinate);
    sketch.output_joint("second", second, JointQuantity::Coordinate);
    let run = sketch.with_rk4(2.0, 0.5, 1e-2).run().finished();
    assert_eq!(run.report.size.freedoms, 1);
    for (row, t) in run.rows.values.iter().zip(&run.rows.times) {
        let angle = 0.5 * torque / (i1 + 0.25 * i2) * t * t;
        assert!((row[0] - angle).abs() < 1e-9 && (row[1] - 0.5 * angle).abs() < 1e-9, "{row:?}");
    }
    assert!(run.imbalance() < 1e-10);
}

/// What is written on a hinge that closes a loop counts like any other start.
#[test]
fn the_start_of_a_closing_hinge() {
    let bar = FourBar::default();
    let (coupler, rocker) = bar.angles(0.5);
    let mut sketch = Sketch::new("four-bar");
    let joints = bar.build(&mut sketch, 0.3, 0.0);
    let angle = sketch.number(coupler - rocker);
    let start = &mut sketch.graph.joints[joints.closing.index()].start;
    start.coordinates = vec![angle];
    start.coordinate_weight = StartWeight::Exact;
    sketch.output_joint("crank", joints.crank, JointQuantity::Coordinate);
    sketch.output_joint("closing", joints.closing, JointQuantity::Coordinate);
    let run = sketch.with_rk4(1e-3, 1e-3, 1e-3).run().finished();
    let row = &run.rows.values[0];
    assert!((row[1] - (coupler - rocker)).abs() < 1e-11, "{row:?}");
    assert!((row[0] - 0.5).abs() < 1e-9, "{row:?}");
}

/// A rocker driven beyond what crank and coupler reach: the run stops where the loop cannot be closed,
/// and names it. The rocker's limit is where crank and coupler lie in one line (law of cosines).
#[test]
fn driven_beyond_its_reach() {
    let bar = FourBar::default();
    let (_, rocker) = bar.angles(0.5);
    let mut sketch = Sketch::new("four-bar");
    let joints = bar.build(&mut sketch, 0.5, 0.0);
    let time = sketch.time();
    let [start, rate, zero] = sketch.numbers([rocker, 0.5, 0.0]);
    let moved = sketch.binary(BinaryOp::Mul, rate, time);
    let value = sketch.binary(BinaryOp::Add, start, moved);
    let drive = Drive { value, rate: Some(rate), acceleration: Some(zero) };
    sketch.graph.joints[joints.rocker.index()].coordinates[0].drive = Some(drive);
    let run = sketch.with_rk4(10.0, 0.1, 1e-3).run();
    let cdl_runtime::Outcome::Fault(fault) = &run.report.outcome else {
        panic!("it cannot go on: {:?}", run.report.outcome)
    };
    let text = fault.to_string();
    assert!(
        text.contains("closing") && text.contains("what is driven") && text.contains("rocker"),
        "{text}"
    );
    // The rocker's tip is at most crank + coupler from the crank's foot, at least their difference.
    let (a, b, c, d) = (bar.crank, bar.coupler, bar.rocker, bar.ground);
    let at = |reach: f64| ((c * c + d * d - reach * reach) / (2.0 * c * d)).acos();
    let angle = |q: f64| {
        // Between the rocker and the line from its foot to the crank's foot.
        let along = [-q.sin(), -q.cos()];
        (-along[0]).acos()
    };
    let reached = angle(rocker + 0.5 * fault.time);
    let near = [at(a + b), at(b - a)].into_iter().map(|limit| (limit - reached).abs());
    assert!(near.fold(f64::INFINITY, f64::min) < 5e-3, "{reached} {} {}", at(a + b), at(b - a));
}

/// A cable from the rocker of a four-bar to the ground, inside the forest with its tip held by the
/// ground, or from the ground with its tip closed to the rocker. In the first the loop's forces go
/// through a chain that is held at both ends. Two cuts of one mechanism; 1e-6.
#[test]
fn a_loop_with_a_cable_to_the_ground() {
    let build = |closed: bool| {
        let mut sketch = Sketch::new("moored");
        let bar = FourBar::default();
        let joints = bar.build(&mut sketch, 0.5, 0.0);
        let rocker = sketch.graph.joints[joints.rocker.index()].child;
        let rocker = sketch.graph.frames[rocker.index()].body;
        let eye = sketch.frame(rocker, [0.1, 0.05, -0.7]);
        let peg = sketch.frame(BodyId(0), [2.2, 0.3, -0.2]);
        let ends = if closed { [peg, eye] } else { [eye, peg] }.map(CableEnd::Pinned);
        let cable = sketch.cable("rope", 6, ends, 1.6, 0.8, [1.0, 0.0, 0.0]);
        sketch.graph.cables[cable.index()].start = CableStart::Hanging;
        if closed {
            sketch.graph.plan.as_mut().expect("a plan").cuts.push(Cut::CableEnd { cable, end: 1 });
        }
        sketch.output_joint("crank", joints.crank, JointQuantity::Coordinate);
        sketch.output_joint("crank", joints.crank, JointQuantity::Acceleration);
        let middle = sketch.number(if closed { 0.6 } else { 1.0 });
        let station = Station::ArcLength(middle);
        for (quantity, count) in [
            (CableQuantity::Position, 3),
            (CableQuantity::Acceleration, 3),
            (CableQuantity::Tension, 1),
        ] {
            sketch.output_sensor("rope", Sensor::Cable { cable, station, quantity }, count);
        }
        sketch.with_rk45(0.8, 0.2, 1e-11).run().finished()
    };
    let (closed, held) = (build(true), build(false));
    same(&closed, &held, 9, 1e-6);
    assert_eq!(closed.report.size.freedoms, held.report.size.freedoms);
    assert_eq!(held.report.size.freedoms, 1 + 12 - 3);
}
