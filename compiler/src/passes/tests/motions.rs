//! Derivatives of prescribed motions.

use cdl_graph::{
    BinaryOp, Drive, Evaluation, FrameQuantity, Graph, Motion, Node, NodeId, Sensor, Table,
    TableColumn, TableId, UnaryOp,
};

use super::super::derive_motions;
use super::{body, constants, revolute, run, told, world};
use crate::symbolic::Scalars;

fn at(graph: &Graph, node: NodeId, time: f64) -> f64 {
    Evaluation::new(&graph.signals, time, |_, _| f64::NAN).value(node)
}

fn driven(graph: &mut Graph, value: NodeId) -> usize {
    let arm = body(graph, "arm");
    let joint = revolute(graph, "luff", cdl_graph::FrameId::WORLD, arm);
    let drive = Drive { value, rate: None, acceleration: None };
    graph.joints[joint.index()].coordinates[0].drive = Some(drive);
    joint.index()
}

/// Against central differences of the value and of the first derivative; relative tolerance 1e-7 for
/// steps of 1e-5 s.
#[test]
fn drives_are_differentiated_twice() {
    type Function = fn(&mut cdl_graph::Signals, NodeId) -> NodeId;
    let functions: [(&str, Function); 14] = [
        ("sin", |s, t| s.unary(UnaryOp::Sin, t)),
        ("cos of a product", |s, t| {
            let square = s.times(t, t);
            s.unary(UnaryOp::Cos, square)
        }),
        ("tan", |s, t| s.unary(UnaryOp::Tan, t)),
        ("sqrt", |s, t| s.unary(UnaryOp::Sqrt, t)),
        ("exp of a quotient", |s, t| {
            let two = s.constant(2.0);
            let sum = s.plus(t, two);
            let quotient = s.over(t, sum);
            s.unary(UnaryOp::Exp, quotient)
        }),
        ("ln", |s, t| s.unary(UnaryOp::Ln, t)),
        ("asin and acos", |s, t| {
            let half = s.constant(0.5);
            let x = s.times(half, t);
            let (a, b) = (s.unary(UnaryOp::Asin, x), s.unary(UnaryOp::Acos, x));
            s.times(a, b)
        }),
        ("atan", |s, t| s.unary(UnaryOp::Atan, t)),
        ("hyperbolic", |s, t| {
            let (a, b) = (s.unary(UnaryOp::Sinh, t), s.unary(UnaryOp::Cosh, t));
            let c = s.unary(UnaryOp::Tanh, t);
            let product = s.times(a, b);
            s.minus(product, c)
        }),
        ("power with a constant exponent", |s, t| {
            let exponent = s.constant(2.5);
            s.binary(BinaryOp::Pow, t, exponent)
        }),
        ("power of time by time", |s, t| s.binary(BinaryOp::Pow, t, t)),
        ("atan2", |s, t| {
            let sine = s.unary(UnaryOp::Sin, t);
            s.binary(BinaryOp::Atan2, sine, t)
        }),
        ("max, abs and mod away from their kinks", |s, t| {
            let sine = s.unary(UnaryOp::Sin, t);
            let negative = s.negate(sine);
            let size = s.unary(UnaryOp::Abs, negative);
            let half = s.constant(0.25);
            let rest = s.binary(BinaryOp::Mod, t, half);
            let product = s.times(size, rest);
            let minus = s.negate(t);
            s.binary(BinaryOp::Max, product, minus)
        }),
        ("smooth table", |s, t| {
            s.tables.push(Table {
                path: "wave".to_owned(),
                argument: [0.0, 0.5, 1.0, 2.0].into(),
                columns: vec![TableColumn {
                    name: "height".to_owned(),
                    values: [0.0, 1.0, 1.5, 4.0].into(),
                }],
                smooth: true,
            });
            let table = TableId(0);
            s.add(Node::Lookup { table, column: 0, argument: t, derivative: 0 })
        }),
    ];
    for (name, function) in functions {
        let mut graph = world();
        let time = graph.signals.add(Node::Time);
        let value = function(&mut graph.signals, time);
        let joint = driven(&mut graph, value);
        let (graph, diagnostics) = run(graph, derive_motions::run);
        assert_eq!(told(&diagnostics), [], "{name}");
        let drive = graph.joints[joint].coordinates[0].drive.expect("still driven");
        let (rate, acceleration) = (drive.rate.unwrap(), drive.acceleration.unwrap());
        for t in [0.31, 0.83] {
            let h = 1e-5;
            for (value, slope) in [(drive.value, rate), (rate, acceleration)] {
                let expected = (at(&graph, value, t + h) - at(&graph, value, t - h)) / (2.0 * h);
                let found = at(&graph, slope, t);
                let error = (found - expected).abs();
                assert!(error < 1e-7 * (1.0 + expected.abs()), "{name}: {found}, not {expected}");
            }
        }
    }
}

/// `min(t, T) + max(t - T, 0)` and `min(t, T) + (|t - T| + t - T) / 2` are `t`, at their kinks too and in
/// whatever order the arguments stand: the rate is 1 and the acceleration 0, exactly.
#[test]
fn kinks_that_cancel_leave_no_jump() {
    for order in 0..8 {
        let mut graph = world();
        let s = &mut graph.signals;
        let time = s.add(Node::Time);
        let (end, zero, half) = (s.constant(0.7), s.constant(0.0), s.constant(0.5));
        let late = s.minus(time, end);
        let pair = |swap: bool, a, b| if swap { (b, a) } else { (a, b) };
        let (a, b) = pair(order & 1 != 0, time, end);
        let first = s.binary(BinaryOp::Min, a, b);
        let (a, b) = pair(order & 2 != 0, late, zero);
        let second = if order & 4 != 0 {
            let size = s.unary(UnaryOp::Abs, late);
            let twice = s.plus(size, late);
            s.times(half, twice)
        } else {
            s.binary(BinaryOp::Max, a, b)
        };
        let sum = s.plus(first, second);
        let joint = driven(&mut graph, sum);
        let (graph, diagnostics) = run(graph, derive_motions::run);
        assert_eq!(told(&diagnostics), []);
        let drive = graph.joints[joint].coordinates[0].drive.expect("still driven");
        for t in [0.3, 0.7, 1.1] {
            let rate = drive.rate.map_or(0.0, |node| at(&graph, node, t));
            let acceleration = drive.acceleration.map_or(0.0, |node| at(&graph, node, t));
            assert_eq!((rate, acceleration), (1.0, 0.0), "order {order} at {t} s");
        }
    }
}

#[test]
fn a_motion_that_depends_on_the_motion_is_refused() {
    let mut graph = world();
    let boat = body(&mut graph, "boat");
    let sensor = Sensor::Frame { frame: boat, quantity: FrameQuantity::Position };
    let z = graph.signals.add(Node::Sensor { sensor, component: 2 });
    driven(&mut graph, z);
    let (_, diagnostics) = run(graph, derive_motions::run);
    assert_eq!(
        told(&diagnostics),
        [("E0407", "the drive of `luff` must be a function of time alone", vec![])]
    );
    assert_eq!(diagnostics[0].primary.text, "depends on `boat.position`");
}

#[test]
fn constant_motions_have_no_rates() {
    let mut graph = world();
    let ship = body(&mut graph, "ship");
    let position = constants(&mut graph, [1.0, 2.0, 3.0]);
    let attitude = constants(&mut graph, [1.0, 0.0, 0.0, 0.0]);
    let ship = graph.frames[ship.index()].body;
    graph.bodies[ship.index()].motion = Motion::Prescribed { position, attitude, rates: None };
    let (graph, diagnostics) = run(graph, derive_motions::run);
    assert_eq!(told(&diagnostics), []);
    let Motion::Prescribed { rates: Some(rates), .. } = graph.bodies[ship.index()].motion else {
        panic!("it has rates now");
    };
    assert_eq!(super::values(&graph, &rates.acceleration), [0.0; 3]);
}
