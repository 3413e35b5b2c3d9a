//! Bodies joined by fixed joints.

use cdl_graph::{
    FrameId, FrameQuantity, Graph, JointKind, Motion, Node, Output, OutputUnit, Sensor,
};

use super::super::weld;
use super::{body, constants, frame, joint, revolute, run, told, values, world};

/// A cuboid of density 1 about its centre.
fn cuboid(graph: &mut Graph, path: &str, [a, b, c]: [f64; 3]) -> FrameId {
    let own = body(graph, path);
    let mass = a * b * c;
    let inertia = [b * b + c * c, a * a + c * c, a * a + b * b].map(|sum| mass * sum / 12.0);
    let nodes = constants(graph, [mass, inertia[0], inertia[1], inertia[2], 0.0]);
    let index = graph.frames[own.index()].body.index();
    graph.bodies[index].mass = nodes[0];
    graph.bodies[index].inertia = [nodes[1], nodes[2], nodes[3], nodes[4], nodes[4], nodes[4]];
    own
}

fn assert_close(found: &[f64], expected: &[f64]) {
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-13, "{found}, not {expected}");
    }
}

const QUARTER: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// Two cuboids that together make a larger one, the second turned by a quarter about z: the whole has
/// the mass properties of the large cuboid in closed form (tolerance 1e-13).
#[test]
fn two_halves_make_a_whole() {
    let mut graph = world();
    let left = cuboid(&mut graph, "left", [1.0, 2.0, 3.0]);
    // Its long edge of 2 lies along its own x.
    let right = cuboid(&mut graph, "right", [2.0, 1.0, 3.0]);
    let side = frame(&mut graph, left, [0.5, 0.0, 0.0], [QUARTER, 0.0, 0.0, QUARTER]);
    // The side of the second that meets the first, which it sees along its own -y... +y.
    let face = frame(&mut graph, right, [0.0, 0.5, 0.0], [1.0, 0.0, 0.0, 0.0]);
    joint(&mut graph, "glue", JointKind::Fixed, side, face);
    revolute(&mut graph, "hinge", FrameId::WORLD, left);
    let sensor = Sensor::Frame { frame: right, quantity: FrameQuantity::Position };
    let seen = graph.signals.add(Node::Sensor { sensor, component: 0 });
    graph.outputs.push(Output {
        origin: None,
        name: "right.position.x".to_owned(),
        unit: OutputUnit { symbol: "m".to_owned(), factor: 1.0 },
        nodes: vec![seen],
    });

    let (graph, diagnostics) = run(graph, weld::run);
    assert_eq!(told(&diagnostics), []);
    assert_eq!((graph.bodies.len(), graph.joints.len()), (2, 1));
    let whole = &graph.bodies[1];
    assert_eq!(whole.path, "left");
    let mass = 12.0;
    assert_close(&values(&graph, &[whole.mass]), &[mass]);
    assert_close(&values(&graph, &whole.centre_of_mass), &[0.5, 0.0, 0.0]);
    let [a, b, c] = [2.0, 2.0, 3.0];
    assert_close(
        &values(&graph, &whole.inertia),
        &[
            mass * (b * b + c * c) / 12.0,
            mass * (a * a + c * c) / 12.0,
            mass * (a * a + b * b) / 12.0,
            0.0,
            0.0,
            0.0,
        ],
    );
    // The sensor still reads the second body's frame, which is 1 m away on the first.
    let Node::Sensor { sensor: Sensor::Frame { frame, .. }, .. } =
        graph.signals.node(graph.outputs[0].nodes[0])
    else {
        panic!("a sensor");
    };
    let frame = &graph.frames[frame.index()];
    assert_eq!((frame.path.as_str(), frame.body.0), ("right", 1));
    assert_close(&values(&graph, &frame.position), &[1.0, 0.0, 0.0]);
    assert_close(&values(&graph, &frame.attitude), &[QUARTER, 0.0, 0.0, QUARTER]);
}

/// The order in which a fixed joint is written does not matter; what is fixed to the world has no
/// mass any more.
#[test]
fn what_is_fixed_to_the_world_is_part_of_it() {
    for reversed in [false, true] {
        let mut graph = world();
        let mast = body(&mut graph, "mast");
        let foot = frame(&mut graph, mast, [0.0, 0.0, -2.0], [1.0, 0.0, 0.0, 0.0]);
        let ground = frame(&mut graph, FrameId::WORLD, [5.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]);
        let (parent, child) = if reversed { (foot, ground) } else { (ground, foot) };
        joint(&mut graph, "base", JointKind::Fixed, parent, child);
        let (graph, diagnostics) = run(graph, weld::run);
        assert_eq!(told(&diagnostics), []);
        assert_eq!(graph.bodies.len(), 1);
        let frame = &graph.frames[mast.index()];
        assert_eq!(frame.body.0, 0);
        assert_close(&values(&graph, &frame.position), &[5.0, 0.0, 2.0]);
    }
}

/// The body that takes the other in starts so that the other is where it was put.
#[test]
fn the_start_goes_with_the_whole() {
    let mut graph = world();
    let frame_body = body(&mut graph, "frame");
    let engine = body(&mut graph, "engine");
    let seat = frame(&mut graph, frame_body, [1.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]);
    joint(&mut graph, "bolts", JointKind::Fixed, seat, engine);
    let position = constants(&mut graph, [10.0, 0.0, 3.0]);
    let omega = constants(&mut graph, [0.0, 0.0, 2.0]);
    let index = graph.frames[engine.index()].body.index();
    let Motion::Dynamic { start } = &mut graph.bodies[index].motion else { panic!("dynamic") };
    start.position = Some(position);
    start.angular_velocity = omega;
    let (graph, diagnostics) = run(graph, weld::run);
    assert_eq!(told(&diagnostics), []);
    let Motion::Dynamic { start } = &graph.bodies[1].motion else { panic!("dynamic") };
    assert_close(&values(&graph, &start.position.unwrap()), &[9.0, 0.0, 3.0]);
    // omega x (-1, 0, 0)
    assert_close(&values(&graph, &start.velocity), &[0.0, -2.0, 0.0]);
}

#[test]
fn a_circle_of_fixed_joints_holds_too_much() {
    let mut graph = world();
    let [a, b, c] = ["a", "b", "c"].map(|path| body(&mut graph, path));
    joint(&mut graph, "ab", JointKind::Fixed, a, b);
    joint(&mut graph, "bc", JointKind::Fixed, b, c);
    joint(&mut graph, "ca", JointKind::Fixed, c, a);
    let (_, diagnostics) = run(graph, weld::run);
    // Breadth first from `a`, so the joint between the two others closes the circle.
    assert_eq!(
        told(&diagnostics),
        [(
            "E0403",
            "the joint `bc` fixes what is fixed already",
            vec!["`ca` is part of the circle", "`ab` is part of the circle"]
        )]
    );
}
