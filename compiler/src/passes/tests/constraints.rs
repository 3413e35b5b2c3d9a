//! Derivatives of constraints and loads, against finite differences and closed forms.

use std::collections::BTreeMap;

use cdl_graph::{
    Analysis, BinaryOp, BodyId, CableId, CableQuantity, Connection, Constraint,
    ConstraintDerivatives, ConstraintKind, ConstraintRow, Dynamics, Evaluation, FrameId,
    FrameQuantity, Graph, Integrator, JointKind, JointQuantity, Load, LoadKind, LoopMethod, Node,
    NodeId, Plan, Point, ResidualUnits, Sensor, Signals, Simulation, SimulationStart, Station,
    Table, TableColumn, TableId, TreeNode, UnaryOp,
};

use super::super::{derive_constraints, derive_sensitivities};
use super::{body, cable, frame, joint, random::Random, revolute, run, told, world};
use crate::symbolic::{Scalars, attitude, vector};

/// What sensors read, in any order.
type Readings = BTreeMap<String, f64>;

fn name(sensor: Sensor, component: u8) -> String {
    format!("{sensor:?} {component}")
}

fn at(graph: &Graph, node: NodeId, time: f64, readings: &Readings) -> f64 {
    let read = |sensor, component| readings.get(&name(sensor, component)).copied();
    Evaluation::new(&graph.signals, time, |sensor, component| {
        read(sensor, component).unwrap_or(f64::NAN)
    })
    .value(node)
}

fn constrain(graph: &mut Graph, kind: ConstraintKind, residuals: &[NodeId]) {
    let rows = residuals.iter();
    let rows = rows.map(|&residual| ConstraintRow { residual, derivatives: None }).collect();
    graph.constraints.push(Constraint {
        path: "c".to_owned(),
        origin: None,
        kind,
        units: ResidualUnits::default(),
        rows,
    });
}

fn derivatives(graph: &Graph, row: usize) -> &ConstraintDerivatives {
    graph.constraints[0].rows[row].derivatives.as_ref().expect("derived")
}

fn sensor_nodes<const N: usize>(signals: &mut Signals, sensor: Sensor) -> [NodeId; N] {
    std::array::from_fn(|component| {
        signals.add(Node::Sensor { sensor, component: component as u8 })
    })
}

fn of_frame<const N: usize>(
    signals: &mut Signals,
    frame: FrameId,
    quantity: FrameQuantity,
) -> [NodeId; N] {
    sensor_nodes(signals, Sensor::Frame { frame, quantity })
}

/// The derivative of `node` by central differences of 1e-5, or by time where there is no argument.
fn slope(graph: &Graph, node: NodeId, argument: Option<NodeId>, time: f64, at_: &Readings) -> f64 {
    const H: f64 = 1e-5;
    let [above, below] = [H, -H].map(|h| {
        let (mut readings, mut time) = (at_.clone(), time);
        match argument.map(|argument| graph.signals.node(argument)) {
            Some(Node::Sensor { sensor, component }) => {
                *readings.get_mut(&name(sensor, component)).expect("read") += h;
            }
            Some(other) => panic!("{other:?} is no argument"),
            None => time += h,
        }
        at(graph, node, time, &readings)
    });
    (above - below) / (2.0 * H)
}

fn assert_close(found: f64, expected: f64, what: &str) {
    let error = (found - expected).abs();
    assert!(error < 1e-6 * (1.0 + expected.abs()), "{what}: {found}, not {expected}");
}

/// All derivatives of a row, and that no others are missing. Central differences of 1e-5 leave about
/// 1e-10 times the third derivative and 1e-11 of rounding; the tolerance is 1e-6, relative.
fn assert_derivatives(graph: &Graph, row: usize, time: f64, readings: &Readings) {
    let ConstraintDerivatives { arguments, gradient, hessian, rate, gradient_rate, acceleration } =
        derivatives(graph, row);
    let residual = graph.constraints[0].rows[row].residual;
    let value = |node| at(graph, node, time, readings);
    let slope = |node, argument| slope(graph, node, argument, time, readings);
    for (i, (&argument, &first)) in arguments.iter().zip(gradient).enumerate() {
        assert_close(value(first), slope(residual, Some(argument)), "gradient");
        assert_close(value(gradient_rate[i]), slope(first, None), "gradient rate");
        // In both orders, although only one is there: the second derivatives are symmetric.
        for (j, &other) in arguments.iter().enumerate() {
            let (a, b) = (i.min(j) as u16, i.max(j) as u16);
            let second = hessian.iter().find(|(i, j, _)| (*i, *j) == (a, b));
            let second = second.map_or(0.0, |(.., node)| value(*node));
            assert_close(second, slope(first, Some(other)), "hessian");
        }
    }
    assert_close(value(*rate), slope(residual, None), "rate");
    assert_close(value(*acceleration), slope(*rate, None), "acceleration");
    assert!(
        hessian.is_sorted_by_key(|(i, j, _)| (*i, *j)) && hessian.iter().all(|(i, j, _)| i <= j)
    );
}

/// A smooth expression of what `leaves` gives, with values of moderate size.
fn expression(signals: &mut Signals, random: &mut Random, leaves: &[NodeId], depth: u32) -> NodeId {
    if depth == 0 || random.below(8) == 0 {
        return leaves[random.below(leaves.len())];
    }
    let a = expression(signals, random, leaves, depth - 1);
    let b = expression(signals, random, leaves, depth - 1);
    let one = signals.constant(1.0);
    // At least one.
    let above = |signals: &mut Signals, x| {
        let square = signals.times(x, x);
        signals.plus(square, one)
    };
    match random.below(16) {
        0 | 1 => signals.plus(a, b),
        2 | 3 => signals.minus(a, b),
        4 | 5 => signals.times(a, b),
        6 => {
            let b = above(signals, b);
            signals.over(a, b)
        }
        7 => signals.unary(UnaryOp::Sin, a),
        8 => signals.unary(UnaryOp::Cos, a),
        9 => signals.unary(UnaryOp::Tanh, a),
        10 => {
            let a = above(signals, a);
            signals.unary(UnaryOp::Sqrt, a)
        }
        11 => {
            let a = above(signals, a);
            signals.unary(UnaryOp::Ln, a)
        }
        12 => {
            let b = above(signals, b);
            signals.binary(BinaryOp::Atan2, a, b)
        }
        13 => {
            let three = signals.constant(3.0);
            let a = signals.unary(UnaryOp::Atan, a);
            signals.binary(BinaryOp::Pow, a, three)
        }
        14 => {
            let a = signals.negate(a);
            signals.binary(BinaryOp::Max, a, b)
        }
        _ => signals.negate(a),
    }
}

#[test]
fn derivatives_of_random_expressions() {
    let mut random = Random::new(7);
    let mut curved = 0;
    for case in 0..60 {
        let mut graph = world();
        let own = body(&mut graph, "b");
        let joint = revolute(&mut graph, "j", FrameId::WORLD, own);
        let signals = &mut graph.signals;
        let mut leaves = vec![signals.add(Node::Time), signals.constant(0.7)];
        for quantity in [FrameQuantity::Position, FrameQuantity::Velocity] {
            leaves.extend(of_frame::<3>(signals, own, quantity));
        }
        for quantity in [JointQuantity::Coordinate, JointQuantity::Rate] {
            let sensor = Sensor::Joint { joint, quantity, coordinate: 0 };
            leaves.extend(sensor_nodes::<1>(signals, sensor));
        }
        let readings: Readings = leaves
            .iter()
            .filter_map(|leaf| match signals.node(*leaf) {
                Node::Sensor { sensor, component } => Some(name(sensor, component)),
                _ => None,
            })
            .map(|name| (name, 1.5 * random.real()))
            .collect();
        let expression = expression(signals, &mut random, &leaves, 5);
        // Something is read in any case.
        let residual = signals.plus(expression, leaves[2]);
        constrain(&mut graph, ConstraintKind::Velocity, &[residual]);
        let expected = at(&graph, residual, 0.4, &readings);
        let (graph, diagnostics) = run(graph, derive_constraints::run);
        assert_eq!(told(&diagnostics), [], "case {case}");
        assert_close(
            at(&graph, graph.constraints[0].rows[0].residual, 0.4, &readings),
            expected,
            "value",
        );
        assert_derivatives(&graph, 0, 0.4, &readings);
        curved += usize::from(!derivatives(&graph, 0).hessian.is_empty());
    }
    assert!(curved > 40, "only {curved} of them are not linear");
}

/// A unit quaternion, and the axes it stands for: the columns of the rotation matrix.
fn attitude_readings(
    readings: &mut Readings,
    random: &mut Random,
    frame: FrameId,
) -> [[f64; 3]; 3] {
    let q = [(); 4].map(|()| random.real());
    let size = q.iter().map(|c| c * c).sum::<f64>().sqrt();
    let [w, x, y, z] = q.map(|c| c / size);
    // Rows of the matrix of a unit quaternion, e.g. Diebel (2006), equation 125, transposed.
    let rows = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
        [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
        [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
    ];
    let of = |quantity| Sensor::Frame { frame, quantity };
    for (component, value) in (0..).zip([w, x, y, z]) {
        readings.insert(name(of(FrameQuantity::Attitude), component), value);
    }
    let axes = [0, 1, 2].map(|j| rows.map(|row| row[j]));
    for (component, value) in (0..).zip(axes.iter().flatten()) {
        readings.insert(name(of(FrameQuantity::Axes), component), *value);
    }
    axes
}

fn reads_quaternions(graph: &Graph, row: usize) -> bool {
    derivatives(graph, row).arguments.iter().any(|argument| {
        matches!(
            graph.signals.node(*argument),
            Node::Sensor { sensor: Sensor::Frame { quantity: FrameQuantity::Attitude, .. }, .. }
        )
    })
}

/// Vectors turned by products and inverses of attitudes keep their value, in rotation matrices alone:
/// the gradient by an axis of the innermost frame is the component along it, turned by the others.
#[test]
fn turned_vectors_read_axes() {
    let mut random = Random::new(3);
    let mut graph = world();
    let (a, b) = (body(&mut graph, "a"), body(&mut graph, "b"));
    let signals = &mut graph.signals;
    let q = [a, b].map(|frame| of_frame::<4>(signals, frame, FrameQuantity::Attitude));
    let time = signals.add(Node::Time);
    let z = [0.0, 0.0, 1.0].map(|value| signals.constant(value));
    let swing = attitude::about(signals, z, time);
    let v = [0.3, -0.4, 0.5].map(|value| signals.constant(value));
    let back = attitude::inverse(signals, q[0]);
    let partial = attitude::product(signals, back, q[1]);
    let whole = attitude::product(signals, partial, swing);
    let turned = attitude::rotate(signals, whole, v);
    let opposite = attitude::inverse(signals, whole);
    let reversed = attitude::rotate(signals, opposite, v);
    let simple = attitude::rotate(signals, back, v);
    let residuals = [turned, reversed, simple].concat();
    constrain(&mut graph, ConstraintKind::Position, &residuals);
    let mut readings = Readings::new();
    let axes = attitude_readings(&mut readings, &mut random, a);
    attitude_readings(&mut readings, &mut random, b);
    let expected: Vec<f64> = residuals.iter().map(|id| at(&graph, *id, 0.4, &readings)).collect();
    let (graph, diagnostics) = run(graph, derive_constraints::run);
    assert_eq!(told(&diagnostics), []);
    for (row, expected) in expected.into_iter().enumerate() {
        assert!(!reads_quaternions(&graph, row), "row {row}");
        let residual = graph.constraints[0].rows[row].residual;
        let found = at(&graph, residual, 0.4, &readings);
        // Both are the same sums in another order.
        assert!((found - expected).abs() < 1e-14, "row {row}: {found}, not {expected}");
        assert_derivatives(&graph, row, 0.4, &readings);
    }
    // The inverse of an attitude gives components along the axes: three terms, linear.
    for (row, axis) in (6..).zip(axes) {
        let simple = derivatives(&graph, row);
        assert_eq!((simple.arguments.len(), simple.hessian.len()), (3, 0));
        let expected = 0.3 * axis[0] - 0.4 * axis[1] + 0.5 * axis[2];
        let found = at(&graph, graph.constraints[0].rows[row].residual, 0.0, &readings);
        assert!((found - expected).abs() < 1e-15, "{found}, not {expected}");
    }
}

/// A quaternion that does more than turn a vector is found from the axes, up to its sign, whichever of
/// its components is the largest.
#[test]
fn quaternions_follow_from_axes() {
    let mut graph = world();
    let own = body(&mut graph, "b");
    let signals = &mut graph.signals;
    let q = of_frame::<4>(signals, own, FrameQuantity::Attitude);
    // Products of two components do not depend on the sign.
    let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3), (0, 0), (1, 1), (2, 2), (3, 3)];
    let residuals = pairs.map(|(i, j)| signals.times(q[i], q[j]));
    constrain(&mut graph, ConstraintKind::Position, &residuals);
    let (derived, diagnostics) = run(graph.clone(), derive_constraints::run);
    assert_eq!(told(&diagnostics), []);
    let mut random = Random::new(11);
    for _ in 0..40 {
        let mut readings = Readings::new();
        attitude_readings(&mut readings, &mut random, own);
        for (row, residual) in residuals.iter().enumerate() {
            assert!(!reads_quaternions(&derived, row));
            let expected = at(&graph, *residual, 0.0, &readings);
            let found = at(&derived, derived.constraints[0].rows[row].residual, 0.0, &readings);
            assert!((found - expected).abs() < 1e-14, "{found}, not {expected}");
        }
    }
}

/// `|p - q|^2` has the gradient `2 (p - q)` and the constant second derivatives `2` and `-2`.
#[test]
fn a_square_of_a_distance() {
    let mut graph = world();
    let rope = cable(&mut graph, "rope", 4, [cdl_graph::CableEnd::Free; 2]);
    let own = body(&mut graph, "b");
    let tip = frame(&mut graph, own, [1.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]);
    let signals = &mut graph.signals;
    let p = of_frame::<3>(signals, tip, FrameQuantity::Position);
    let arc = signals.constant(0.5);
    let end = Sensor::Cable {
        cable: CableId(rope.0),
        station: Station::ArcLength(arc),
        quantity: CableQuantity::Position,
    };
    let q = sensor_nodes::<3>(signals, end);
    let difference = vector::difference(signals, p, q);
    let square = vector::dot(signals, difference, difference);
    constrain(&mut graph, ConstraintKind::Position, &[square]);
    let (graph, diagnostics) = run(graph, derive_constraints::run);
    assert_eq!(told(&diagnostics), []);
    let found = derivatives(&graph, 0);
    assert_eq!((found.arguments.len(), found.hessian.len()), (6, 9));
    for (i, j, node) in &found.hessian {
        let value = super::values(&graph, &[*node])[0];
        assert_eq!(value, if i == j { 2.0 } else { -2.0 });
    }
}

/// A smooth table of a position, and of time: second derivatives are looked up, too.
#[test]
fn tables_are_differentiated() {
    let mut graph = world();
    let own = body(&mut graph, "b");
    let signals = &mut graph.signals;
    signals.tables.push(Table {
        path: "cam".to_owned(),
        argument: [-2.0, -0.5, 0.5, 1.0, 2.0].into(),
        columns: vec![TableColumn {
            name: "lift".to_owned(),
            values: [0.0, 0.2, 1.0, 1.5, 4.0].into(),
        }],
        smooth: true,
    });
    let [x, y, z] = of_frame::<3>(signals, own, FrameQuantity::Position);
    let time = signals.add(Node::Time);
    let lookup = |signals: &mut Signals, argument| {
        signals.add(Node::Lookup { table: TableId(0), column: 0, argument, derivative: 0 })
    };
    let product = signals.times(x, y);
    let [cam, law] = [product, time].map(|argument| lookup(signals, argument));
    let lifted = signals.times(law, z);
    let residual = signals.minus(cam, lifted);
    constrain(&mut graph, ConstraintKind::Position, &[residual]);
    let (graph, diagnostics) = run(graph, derive_constraints::run);
    assert_eq!(told(&diagnostics), []);
    let sensor = Sensor::Frame { frame: own, quantity: FrameQuantity::Position };
    let readings = (0..).zip([0.8, 0.9, -0.3]).map(|(k, value)| (name(sensor, k), value));
    assert_derivatives(&graph, 0, 0.7, &readings.collect());
}

/// The rate of a ball joint is read off both frames: the difference of the angular velocities along the
/// child's axes.
#[test]
fn rates_of_ball_joints_follow_from_the_frames() {
    let mut graph = world();
    let (a, b) = (body(&mut graph, "a"), body(&mut graph, "b"));
    let ball = joint(&mut graph, "ball", JointKind::Spherical, a, b);
    let rate =
        |coordinate| Sensor::Joint { joint: ball, quantity: JointQuantity::Rate, coordinate };
    let residuals = [0, 1, 2].map(|coordinate| {
        graph.signals.add(Node::Sensor { sensor: rate(coordinate), component: 0 })
    });
    constrain(&mut graph, ConstraintKind::Velocity, &residuals);
    let (graph, diagnostics) = run(graph, derive_constraints::run);
    assert_eq!(told(&diagnostics), []);
    let mut random = Random::new(5);
    let mut readings = Readings::new();
    let axes = attitude_readings(&mut readings, &mut random, b);
    let speeds = [a, b].map(|frame| {
        let sensor = Sensor::Frame { frame, quantity: FrameQuantity::AngularVelocity };
        [0, 1, 2].map(|component| {
            let value = random.real();
            readings.insert(name(sensor, component), value);
            value
        })
    });
    for (row, axis) in axes.iter().enumerate() {
        let expected: f64 = (0..3).map(|k| axis[k] * (speeds[1][k] - speeds[0][k])).sum();
        let residual = graph.constraints[0].rows[row].residual;
        let found = at(&graph, residual, 0.0, &readings);
        assert!((found - expected).abs() < 1e-15, "{found}, not {expected}");
        assert_derivatives(&graph, row, 0.0, &readings);
    }
}

/// Derivatives of a chain of 400 operations on 8 arguments: the number of nodes grows as the length
/// does, not as a power of it.
#[test]
fn the_cost_is_linear_in_the_size_of_an_expression() {
    let size = |length: usize| {
        let mut graph = world();
        let own = body(&mut graph, "b");
        let signals = &mut graph.signals;
        let leaves = of_frame::<3>(signals, own, FrameQuantity::Position);
        let mut sum = leaves[0];
        for i in 0..length {
            let shared = signals.times(sum, leaves[i % 3]);
            let sine = signals.unary(UnaryOp::Sin, shared);
            sum = signals.plus(sine, shared);
        }
        constrain(&mut graph, ConstraintKind::Position, &[sum]);
        let (graph, diagnostics) = run(graph, derive_constraints::run);
        assert_eq!(told(&diagnostics), []);
        graph.signals.nodes.len()
    };
    let [short, long] = [100, 400].map(size);
    assert!(long < 5 * short, "{short} and {long} nodes");
}

fn load(graph: &mut Graph, on: FrameId, value: [NodeId; 3]) {
    let kind = LoadKind::Force { on: Point::Frame(on), value, axes: None };
    graph.loads.push(Load { path: "f".to_owned(), origin: None, kind });
}

/// A graph whose analysis needs sensitivities.
fn implicit(graph: &mut Graph) {
    let step = graph.signals.constant(0.01);
    graph.analysis = Analysis::Simulate(Simulation {
        name: "run".to_owned(),
        duration: step,
        every: step,
        discard: None,
        integrator: Integrator::Midpoint { step },
        dynamics: Dynamics::Auto,
        loops: LoopMethod::Projection,
        from: SimulationStart::Written,
    });
    graph.plan = Some(Plan {
        dynamics: Dynamics::Auto,
        forest: (1..graph.bodies.len() as u32)
            .map(|index| TreeNode::Body { body: BodyId(index), connection: Connection::Free })
            .collect(),
        cuts: Vec::new(),
        sensitivities: Vec::new(),
        blocks: Vec::new(),
        freedoms: 0,
        reasons: Vec::new(),
    });
}

/// `F = -k r |r|^2 - c v` through a variable: `dF_i/dr_j = -k (|r|^2 δ_ij + 2 r_i r_j)`, `dF_i/dv_j = -c δ_ij`.
#[test]
fn sensitivities_of_a_cubic_spring() {
    let mut graph = world();
    let own = body(&mut graph, "b");
    let signals = &mut graph.signals;
    let r = of_frame::<3>(signals, own, FrameQuantity::Position);
    let v = of_frame::<3>(signals, own, FrameQuantity::Velocity);
    let (k, c) = (signals.constant(-3.0), signals.constant(-0.5));
    let square = vector::dot(signals, r, r);
    let var = cdl_graph::VarId(0);
    signals.vars.push(cdl_graph::Var { path: "square".to_owned(), origin: None });
    signals.equations.push(cdl_graph::Equation { var, value: square });
    let square = signals.add(Node::Var(var));
    let stiffness = signals.times(k, square);
    let spring = vector::scaled(signals, stiffness, r);
    let damper = vector::scaled(signals, c, v);
    let force = vector::sum(signals, spring, damper);
    load(&mut graph, own, force);
    implicit(&mut graph);
    let (graph, _) = run(graph, |graph, _, _| derive_sensitivities::run(graph));
    let place = [0.3, -0.7, 1.1];
    let mut readings = Readings::new();
    for (component, value) in (0..).zip(place) {
        let of = |quantity| Sensor::Frame { frame: own, quantity };
        readings.insert(name(of(FrameQuantity::Position), component), value);
        readings.insert(name(of(FrameQuantity::Velocity), component), 0.2);
    }
    let found = &graph.plan.as_ref().expect("planned").sensitivities;
    assert_eq!(found.len(), 12);
    let size: f64 = place.iter().map(|r| r * r).sum();
    for each in found {
        let i = force.iter().position(|node| *node == each.node).expect("a component");
        let value = at(&graph, each.derivative, 0.0, &readings);
        let Node::Sensor { sensor: Sensor::Frame { quantity, .. }, component } =
            graph.signals.node(each.argument)
        else {
            panic!("no sensor")
        };
        let j = usize::from(component);
        let same = if i == j { 1.0 } else { 0.0 };
        let expected = match quantity {
            FrameQuantity::Position => -3.0 * (size * same + 2.0 * place[i] * place[j]),
            _ => -0.5 * same,
        };
        assert!((value - expected).abs() < 1e-14, "{value}, not {expected}");
    }
}

/// What has no derivative is left out, and so is everything where nobody asks.
#[test]
fn sensitivities_that_are_left_out() {
    let mut graph = world();
    let own = body(&mut graph, "b");
    let signals = &mut graph.signals;
    let [x, y, z] = of_frame::<3>(signals, own, FrameQuantity::Position);
    let stair = signals.unary(UnaryOp::Floor, x);
    let jump = signals.plus(stair, y);
    let time = signals.add(Node::Time);
    load(&mut graph, own, [jump, z, time]);
    implicit(&mut graph);
    let explicit = {
        let mut graph = graph.clone();
        if let Analysis::Simulate(simulation) = &mut graph.analysis {
            simulation.integrator = Integrator::Rk4 { step: simulation.every };
        }
        run(graph, |graph, _, _| derive_sensitivities::run(graph)).0
    };
    assert_eq!(explicit.plan.expect("planned").sensitivities, []);
    let (graph, _) = run(graph, |graph, _, _| derive_sensitivities::run(graph));
    let found = graph.plan.expect("planned").sensitivities;
    let pairs: Vec<_> = found.iter().map(|each| (each.node, each.argument)).collect();
    assert_eq!(pairs, [(jump, y), (z, z)]);
}
