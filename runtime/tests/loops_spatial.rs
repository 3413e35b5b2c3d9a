//! Closed loops in space: a slider-crank, cables between bodies, constraints of the user.

mod support;

use cdl_graph::*;
use support::{G, Mass, Sketch, integrate, rod};

/// A crank about x at the origin, a connecting rod on balls, a slider along x: the slider's place is
/// `r cos-free` geometry, `x = sqrt(l^2 - |crank tip - (0, y, z)|^2)`, and the crank follows Lagrange's
/// equation (rod: mass/6 (v1^2 + v1.v2 + v2^2), no spin). Own reference, 1e-8.
#[test]
fn spatial_slider_crank() {
    let (r, l, m_rod, m_slider) = (0.3, 1.0, 0.5, 0.8);
    let offset = [0.2, -0.1];
    let crank = Mass { mass: 1.0, centre: [0.0; 3], inertia: [0.2, 0.1, 0.1, 0.0, 0.0, 0.0] };
    // The crank's tip turns in the y-z plane from straight down.
    let tip = |q: f64| [r * q.sin(), -r * q.cos()];
    let across = |q: f64| {
        let [y, z] = tip(q);
        [y - offset[0], z - offset[1]]
    };
    let slider = |q: f64| {
        let [y, z] = across(q);
        (l * l - y * y - z * z).sqrt()
    };
    let slider_rate = |q: f64| {
        let [y, z] = across(q);
        let [dy, dz] = [r * q.cos(), r * q.sin()];
        -(y * dy + z * dz) / slider(q)
    };
    let q0: f64 = 0.4;

    let mut sketch = Sketch::new("slider-crank");
    let kind = sketch.revolute([1.0, 0.0, 0.0]);
    let (body, joint) = sketch.body("crank", crank, kind, FrameId(0), &[q0], &[0.0]);
    let pin = sketch.frame(body, [0.0, 0.0, -r]);
    let (coupler, ball) =
        sketch.body("rod", rod(m_rod, l), JointKind::Spherical, pin, &[], &[0.0; 3]);
    // From the crank's tip towards the slider; the rod points along -z of its own frame.
    let [y, z] = across(q0);
    let direction = [slider(q0), -y, -z].map(|x| x / l);
    // In crank axes: turned back by q0 about x.
    let (s, c) = q0.sin_cos();
    let own =
        [direction[0], c * direction[1] + s * direction[2], -s * direction[1] + c * direction[2]];
    // The shortest rotation from -z.
    let w = 1.0 - own[2];
    let axis = [own[1], -own[0], 0.0];
    let length = (w * w + axis[0] * axis[0] + axis[1] * axis[1]).sqrt();
    let attitude = sketch.numbers([w, axis[0], axis[1], axis[2]].map(|x| x / length));
    sketch.graph.joints[ball.index()].start.attitude = Some(attitude);
    let rail = sketch.frame(BodyId(0), [0.0, offset[0], offset[1]]);
    let kind = JointKind::Prismatic { axis: sketch.numbers([1.0, 0.0, 0.0]) };
    let block = Mass { mass: m_slider, centre: [0.0; 3], inertia: [0.1, 0.1, 0.1, 0.0, 0.0, 0.0] };
    let (block, prismatic) = sketch.body("slider", block, kind, rail, &[slider(q0)], &[0.0]);
    let at = sketch.graph.bodies[block.index()].frame;
    let end = sketch.frame(coupler, [0.0, 0.0, -l]);
    sketch.cut("closing", JointKind::Spherical, at, end);
    sketch.output_joint("crank", joint, JointQuantity::Coordinate);
    sketch.output_joint("slider", prismatic, JointQuantity::Coordinate);
    let run = sketch.with_rk45(1.5, 0.25, 1e-11).run().finished();
    // The crank, and the rod about its own line.
    assert_eq!(run.report.size.freedoms, 2);

    let inertia = |q: f64| {
        let dx = slider_rate(q);
        let v1 = [0.0, r * q.cos(), r * q.sin()];
        0.2 + m_slider * dx * dx + m_rod / 3.0 * (r * r + v1[0] * dx + dx * dx)
    };
    let potential = |q: f64| m_rod * G * 0.5 * tip(q)[1];
    let slope = |f: &dyn Fn(f64) -> f64, q: f64| {
        let d = |h: f64| (f(q + h) - f(q - h)) / (2.0 * h);
        (4.0 * d(1e-3) - d(2e-3)) / 3.0
    };
    let rates = |&[q, w]: &[f64; 2]| {
        let force = 0.5 * slope(&inertia, q) * w * w + slope(&potential, q);
        [w, -force / inertia(q)]
    };
    for (row, &time) in run.rows.values.iter().zip(&run.rows.times) {
        let [q, _] = integrate([q0, 0.0], time, 4000, rates);
        assert!((row[0] - q).abs() < 1e-8, "{time}: {} instead of {q}", row[0]);
        assert!((row[1] - slider(row[0])).abs() < 1e-10, "{time}: {}", row[1]);
    }
    assert!(run.imbalance() < 1e-9);
}

/// Two pendulums joined by a cable, which hangs on one and is closed to the other, or the other way
/// round: two cuts of one mechanism, which must move the same way (1e-6 of the accumulated rounding and
/// integration), and keep their energy.
#[test]
fn cable_between_two_swinging_bodies() {
    let build = |first: bool| {
        let mut sketch = Sketch::new("bridge");
        let mut frames = Vec::new();
        let order = if first { [0, 1] } else { [1, 0] };
        for side in order {
            let x = [0.0, 1.5][side];
            let pivot = sketch.frame(BodyId(0), [x, 0.0, 0.0]);
            let hinge = sketch.revolute([0.0, 1.0, 0.0]);
            let name = ["left", "right"][side];
            let angle = [0.2, -0.3][side];
            let (body, _) = sketch.body(name, rod(1.0, 1.0), hinge, pivot, &[angle], &[0.0]);
            frames.push((side, sketch.frame(body, [0.0, 0.0, -1.0])));
        }
        frames.sort_by_key(|(side, _)| *side);
        let (left, right) = (frames[0].1, frames[1].1);
        let ends = if first { [left, right] } else { [right, left] };
        let ends = ends.map(CableEnd::Pinned);
        let cable = sketch.cable("cable", 6, ends, 2.2, 0.6, [1.0, 0.0, 0.0]);
        sketch.graph.cables[cable.index()].start = CableStart::Hanging;
        sketch.graph.plan.as_mut().expect("a plan").cuts.push(Cut::CableEnd { cable, end: 1 });
        sketch.output_position("left", left);
        sketch.output_position("right", right);
        // Not at a node, where the tension has another direction on either side; counted from the
        // left.
        let middle = sketch.number(if first { 1.0 } else { 1.2 });
        let station = Station::ArcLength(middle);
        let place = Sensor::Cable { cable, station, quantity: CableQuantity::Position };
        sketch.output_sensor("middle", place, 3);
        let tension = Sensor::Cable { cable, station, quantity: CableQuantity::Tension };
        sketch.output_sensor("tension", tension, 1);
        sketch.with_rk45(1.0, 0.25, 1e-11).run().finished()
    };
    let (one, other) = (build(true), build(false));
    for (a, b) in one.rows.values.iter().zip(&other.rows.values) {
        for (index, (a, b)) in a.iter().zip(b).enumerate() {
            assert!((a - b).abs() < 1e-6, "column {index}: {a} {b}");
        }
    }
    for run in [one, other] {
        assert!(run.imbalance() < 1e-8, "{}", run.imbalance());
        // Two hinges and six links, less three equations.
        assert_eq!(run.report.size.freedoms, 2 + 12 - 3);
    }
}

/// `a . b` of three sensor components each, equal to zero, with its derivatives.
fn product_row(sketch: &mut Sketch, a: [NodeId; 3], b: [NodeId; 3]) -> ConstraintRow {
    let zero = sketch.number(0.0);
    let one = sketch.number(1.0);
    let parts: Vec<NodeId> =
        a.iter().zip(&b).map(|(&a, &b)| sketch.binary(BinaryOp::Mul, a, b)).collect();
    let sum = sketch.binary(BinaryOp::Add, parts[0], parts[1]);
    let residual = sketch.binary(BinaryOp::Add, sum, parts[2]);
    ConstraintRow {
        residual,
        derivatives: Some(ConstraintDerivatives {
            arguments: a.iter().chain(&b).copied().collect(),
            gradient: b.iter().chain(&a).copied().collect(),
            hessian: (0..3).map(|k| (k, k + 3, one)).collect(),
            rate: zero,
            gradient_rate: vec![zero; 6],
            acceleration: zero,
        }),
    }
}

/// Of the blade: pull along the plane, m/s^2, and spin, rad/s.
const EDGE: (f64, f64) = (2.0, 1.3);

/// A blade on a tilted plane, free to turn, that cannot move across itself.
fn knife_edge() -> Sketch {
    let (slope, spin) = EDGE;
    let mut sketch = Sketch::new("knife edge");
    let [pull, zero] = sketch.numbers([slope, 0.0]);
    sketch.graph.environment.gravity = [pull, zero, zero];
    let blade = Mass { mass: 1.7, centre: [0.0; 3], inertia: [0.2, 0.2, 0.3, 0.0, 0.0, 0.0] };
    let kind = JointKind::Planar {
        normal: sketch.numbers([0.0, 0.0, 1.0]),
        first: sketch.numbers([1.0, 0.0, 0.0]),
    };
    let (body, _) = sketch.body("blade", blade, kind, FrameId(0), &[0.0; 3], &[0.0, 0.0, spin]);
    let frame = sketch.graph.bodies[body.index()].frame;
    let read = |sketch: &mut Sketch, quantity, first: u8| {
        [0, 1, 2].map(|k| sketch.sensor(Sensor::Frame { frame, quantity }, first + k))
    };
    let velocity = read(&mut sketch, FrameQuantity::Velocity, 0);
    let side = read(&mut sketch, FrameQuantity::Axes, 3);
    let row = product_row(&mut sketch, velocity, side);
    let kind = ConstraintKind::Velocity;
    let constraint = Constraint {
        path: "edge".into(),
        origin: None,
        kind,
        units: ResidualUnits::default(),
        rows: vec![row],
    };
    sketch.graph.constraints.push(constraint);
    sketch.output_position("place", frame);
    sketch
}

/// With the start at rest and the spin w it moves on a cycloid, `x = g sin^2(w t) / 2 w^2`, `y = g (w
/// t - sin(2 w t) / 2) / 2 w^2` (Neimark and Fufaev, Dynamics of Nonholonomic Systems, ch. 2; `g`
/// along the plane). The constraint does no work. Every method keeps an equation on velocities; penalty
/// forces let the blade slip by about one over their mass.
#[test]
fn knife_edge_moves_on_a_cycloid() {
    type Method = (fn(&mut Sketch) -> LoopMethod, f64);
    let methods: [Method; 6] = [
        (|_| LoopMethod::Projection, 1e-8),
        (|s| LoopMethod::Baumgarte { rate: s.number(5.0) }, 1e-8),
        (|s| LoopMethod::Penalty { mass: s.number(1e7), rate: s.number(5.0) }, 1e-5),
        (|s| LoopMethod::AugmentedLagrangian { mass: s.number(1e3), rate: s.number(5.0) }, 1e-8),
        (|_| LoopMethod::GearGuptaLeimkuhler, 1e-8),
        (|_| LoopMethod::Partitioning, 1e-8),
    ];
    let (slope, spin) = EDGE;
    for (method, tolerance) in methods {
        let mut sketch = knife_edge();
        sketch.with_rk45(5.0, 0.5, 1e-11);
        let method = method(&mut sketch);
        sketch.loops(method);
        let run = sketch.run().finished();
        assert_eq!(run.report.size.freedoms, 2);
        for (row, &t) in run.rows.values.iter().zip(&run.rows.times) {
            let scale = slope / (2.0 * spin * spin);
            let x = scale * (spin * t).sin().powi(2);
            let y = scale * (spin * t - 0.5 * (2.0 * spin * t).sin());
            let error = (row[0] - x).abs().max((row[1] - y).abs());
            assert!(error < tolerance, "{method:?} at {t}: {row:?} {x} {y}");
        }
        assert!(run.imbalance() < 1e-8, "{method:?}: {}", run.imbalance());
    }
}

/// A mass point on a sphere by the user's equation `p . p = l^2` is a spherical pendulum: the same as a
/// small body on a ball joint's rigid rod (second formulation, 1e-7).
#[test]
fn position_equation_makes_a_pendulum() {
    let point = Mass { mass: 2.0, centre: [0.0; 3], inertia: [1e-3, 1e-3, 1e-3, 0.0, 0.0, 0.0] };
    let (start, velocity) = ([0.6, 0.0, -0.8], [0.0, 1.0, 0.0]);
    let mut sketch = Sketch::new("on a sphere");
    let body = sketch.body_at(
        "point",
        point,
        Connection::Free,
        Some(start),
        [1.0, 0.0, 0.0, 0.0],
        velocity,
        [0.0; 3],
    );
    let frame = sketch.graph.bodies[body.index()].frame;
    let place = [0, 1, 2]
        .map(|k| sketch.sensor(Sensor::Frame { frame, quantity: FrameQuantity::Position }, k));
    let [zero, one, two] = sketch.numbers([0.0, 1.0, 2.0]);
    let squares = place.map(|p| sketch.binary(BinaryOp::Mul, p, p));
    let sum = sketch.binary(BinaryOp::Add, squares[0], squares[1]);
    let sum = sketch.binary(BinaryOp::Add, sum, squares[2]);
    let residual = sketch.binary(BinaryOp::Sub, sum, one);
    let gradient = place.map(|p| sketch.binary(BinaryOp::Mul, two, p)).to_vec();
    let derivatives = ConstraintDerivatives {
        arguments: place.to_vec(),
        gradient,
        hessian: (0..3).map(|k| (k, k, two)).collect(),
        rate: zero,
        gradient_rate: vec![zero; 3],
        acceleration: zero,
    };
    let rows = vec![ConstraintRow { residual, derivatives: Some(derivatives) }];
    let kind = ConstraintKind::Position;
    sketch.graph.constraints.push(Constraint {
        path: "sphere".into(),
        origin: None,
        kind,
        units: ResidualUnits::default(),
        rows,
    });
    sketch.output_position("place", frame);
    let run = sketch.with_rk45(2.0, 0.5, 1e-11).run().finished();
    assert_eq!(run.report.size.freedoms, 5);
    for (row, &time) in run.rows.values.iter().zip(&run.rows.times) {
        let state = [start[0], start[1], start[2], velocity[0], velocity[1], velocity[2]];
        let found = integrate(state, time, 20_000, |s| {
            let speed: f64 = (3..6).map(|k| s[k] * s[k]).sum();
            let pull = -speed + G * s[2];
            [s[3], s[4], s[5], pull * s[0], pull * s[1], pull * s[2] - G]
        });
        for k in 0..3 {
            assert!((row[k] - found[k]).abs() < 1e-8, "{time}: {row:?} {found:?}");
        }
    }
    assert!(run.imbalance() < 1e-9);
}
