//! The spanning forest, turned joints, and what is counted on them.

use cdl_graph::{
    CableEnd, Connection, FrameId, Graph, JointKind, JointQuantity, Motion, Node, Output,
    OutputUnit, Sensor, TreeNode,
};

use super::super::{freedoms, masses, spanning_forest};
use super::random::Random;
use super::{body, cable, constants, frame, joint, revolute, run, told, values, world};

fn forest(graph: &Graph) -> Vec<String> {
    let text = cdl_graph::text(graph);
    let plan = text.split("\nplan").nth(1).unwrap_or_default();
    plan.lines()
        .map(str::trim)
        .filter(|line| line.starts_with("body") || line.starts_with("cable"))
        .map(str::to_owned)
        .collect()
}

fn put(graph: &mut Graph, own: FrameId) {
    let position = constants(graph, [0.0; 3]);
    let index = graph.frames[own.index()].body.index();
    let Motion::Dynamic { start } = &mut graph.bodies[index].motion else { return };
    start.position = Some(position);
}

#[test]
fn joints_come_before_cables_and_free_bodies() {
    let mut graph = world();
    let load = body(&mut graph, "load");
    let boom = body(&mut graph, "boom");
    let boat = body(&mut graph, "boat");
    let hook = body(&mut graph, "hook");
    cable(&mut graph, "hoist", 8, [CableEnd::Pinned(boom), CableEnd::Pinned(hook)]);
    cable(&mut graph, "tagline", 4, [CableEnd::Free, CableEnd::Pinned(load)]);
    cable(&mut graph, "stay", 4, [CableEnd::Pinned(FrameId::WORLD), CableEnd::Pinned(boom)]);
    joint(&mut graph, "sling", JointKind::Spherical, hook, load);
    revolute(&mut graph, "luff", FrameId::WORLD, boom);
    put(&mut graph, boat);
    let (graph, diagnostics) = run(graph, spanning_forest::run);
    assert_eq!(told(&diagnostics), []);
    assert_eq!(
        forest(&graph),
        [
            "body boom by joint luff",
            "cable hoist from its start",
            "body hook by the end of cable hoist",
            "body load by joint sling",
            // Both ends are held: the moving one places it.
            "cable stay from its end",
            "cable tagline from its end",
            "body boat by nothing: free",
        ]
    );
    // luff 1, stay 8 - 3, hoist 16, hook 3, sling 3, tagline 8, boat 6
    assert_eq!(freedoms::run(graph).plan.unwrap().freedoms, 42);
}

/// Crank, rod and rocker on parallel hinges: a, b, c around, d to the ground.
fn four_bar() -> Graph {
    let mut graph = world();
    let [crank, rod, rocker] = ["crank", "rod", "rocker"].map(|path| body(&mut graph, path));
    revolute(&mut graph, "a", FrameId::WORLD, crank);
    revolute(&mut graph, "b", crank, rod);
    revolute(&mut graph, "c", rod, rocker);
    revolute(&mut graph, "d", FrameId::WORLD, rocker);
    graph
}

/// What is cut, as in the graph's text.
fn cuts(graph: Graph) -> Vec<String> {
    let (graph, diagnostics) = run(graph, spanning_forest::run);
    assert_eq!(told(&diagnostics), []);
    let text = cdl_graph::text(&graph);
    let lines = text.lines().filter_map(|line| line.trim().strip_prefix("cut "));
    lines.map(str::to_owned).collect()
}

#[test]
fn a_loop_is_cut_where_the_forest_stays_shallow() {
    let (graph, diagnostics) = run(four_bar(), spanning_forest::run);
    assert_eq!(told(&diagnostics), []);
    // The rod hangs on the crank, not on the rocker, because its joint was declared first.
    assert_eq!(
        forest(&graph),
        ["body crank by joint a", "body rocker by joint d", "body rod by joint b"]
    );
    assert_eq!(cuts(four_bar()), ["joint c"]);
    // 3 - 5: the count knows nothing of parallel axes.
    assert_eq!(freedoms::run(graph).plan.unwrap().freedoms, 0);
}

#[test]
fn joints_that_matter_are_kept() {
    let mut damped = four_bar();
    damped.joints[2].coordinates[0].damping = constants(&mut damped, [2.0])[0];
    assert_eq!(cuts(damped), ["joint b"]);

    let mut read = four_bar();
    let sensor = Sensor::Joint {
        joint: cdl_graph::JointId(2),
        quantity: JointQuantity::Coordinate,
        coordinate: 0,
    };
    read.signals.add(Node::Sensor { sensor, component: 0 });
    assert_eq!(cuts(read), ["joint b"]);

    let mut started = four_bar();
    started.joints[2].start.coordinate_weight = cdl_graph::StartWeight::Exact;
    assert_eq!(cuts(started), ["joint b"]);

    // All but the one to the ground: the rocker then hangs on the rod.
    let mut driven = four_bar();
    let [value] = constants(&mut driven, [0.0]);
    for joint in 0..3 {
        let drive = cdl_graph::Drive { value, rate: Some(value), acceleration: Some(value) };
        driven.joints[joint].coordinates[0].drive = Some(drive);
    }
    assert_eq!(cuts(driven), ["joint d"]);
}

#[test]
fn ball_joints_are_cut_before_hinges() {
    let mut graph = four_bar();
    graph.joints.remove(0);
    let [crank, ..] = [1, 2, 3].map(|body: usize| graph.bodies[body].frame);
    joint(&mut graph, "ball", JointKind::Spherical, FrameId::WORLD, crank);
    assert_eq!(cuts(graph), ["joint ball"]);
}

/// A planar joint that would have to be turned round is cut, although it closes fewer equations
/// than the hinge it competes with.
#[test]
fn what_cannot_be_turned_is_cut() {
    let mut graph = world();
    let [a, b] = ["a", "b"].map(|path| body(&mut graph, path));
    let normal = constants(&mut graph, [0.0, 0.0, 1.0]);
    let first = constants(&mut graph, [1.0, 0.0, 0.0]);
    let table = joint(&mut graph, "table", JointKind::Planar { normal, first }, b, FrameId::WORLD);
    graph.joints[table.index()].start.coordinate_weight = cdl_graph::StartWeight::Exact;
    revolute(&mut graph, "hinge", FrameId::WORLD, a);
    joint(&mut graph, "ball", JointKind::Spherical, a, b);
    assert_eq!(cuts(graph), ["joint table"]);
}

#[test]
fn loops_far_from_the_ground_are_cut_too() {
    let mut graph = four_bar();
    // All of it floats: the crank is placed, the ground's joints lead to a frame that floats, too.
    let base = body(&mut graph, "base");
    graph.joints[0].parent = base;
    graph.joints[3].parent = base;
    put(&mut graph, base);
    assert_eq!(cuts(graph.clone()), ["joint c"]);
    // On a cable instead.
    let index = graph.frames[base.index()].body.index();
    let Motion::Dynamic { start } = &mut graph.bodies[index].motion else { panic!("dynamic") };
    start.position = None;
    cable(&mut graph, "rope", 4, [CableEnd::Pinned(FrameId::WORLD), CableEnd::Pinned(base)]);
    assert_eq!(cuts(graph), ["joint c"]);
}

#[test]
fn what_nothing_holds_is_told_once() {
    let mut graph = world();
    let [a, b] = ["a", "b"].map(|path| body(&mut graph, path));
    revolute(&mut graph, "hinge", a, b);
    let (_, diagnostics) = run(graph, spanning_forest::run);
    assert_eq!(told(&diagnostics), [("E0401", "nothing holds the body `a`", vec![])]);
    assert!(diagnostics[0].notes.iter().any(|note| note.contains("`b`")));
}

#[test]
fn a_cable_between_two_held_bodies_is_cut_at_its_end() {
    let mut graph = world();
    let [a, b] = ["a", "b"].map(|path| body(&mut graph, path));
    revolute(&mut graph, "ja", FrameId::WORLD, a);
    revolute(&mut graph, "jb", FrameId::WORLD, b);
    cable(&mut graph, "c", 8, [CableEnd::Pinned(a), CableEnd::Pinned(b)]);
    assert_eq!(cuts(graph.clone()), ["cable c at its end"]);
    let (graph, _) = run(graph, spanning_forest::run);
    assert_eq!(
        forest(&graph),
        ["body a by joint ja", "body b by joint jb", "cable c from its start"]
    );
    // Two hinges, 16 for the links, less 3.
    assert_eq!(freedoms::run(graph).plan.unwrap().freedoms, 15);
}

#[test]
fn a_cable_that_stretches_needs_no_cut() {
    let mut graph = world();
    let [a, b] = ["a", "b"].map(|path| body(&mut graph, path));
    revolute(&mut graph, "ja", FrameId::WORLD, a);
    revolute(&mut graph, "jb", FrameId::WORLD, b);
    let [stiffness, damping] = constants(&mut graph, [10.0, 0.0]);
    let id = cable(&mut graph, "c", 8, [CableEnd::Pinned(a), CableEnd::Pinned(b)]);
    graph.cables[id.index()].discretization = cdl_graph::Discretization::Lumped {
        points: 5,
        axial: cdl_graph::Axial::Spring { stiffness, damping, compression: true },
    };
    assert_eq!(cuts(graph.clone()), [""; 0]);
    let (graph, _) = run(graph, spanning_forest::run);
    assert_eq!(freedoms::run(graph).plan.unwrap().freedoms, 2 + 9);
}

#[test]
fn a_cable_that_nothing_holds_is_its_own_tree() {
    let mut graph = world();
    cable(&mut graph, "c", 8, [CableEnd::Free, CableEnd::Free]);
    let (graph, diagnostics) = run(graph, spanning_forest::run);
    assert_eq!(told(&diagnostics), []);
    assert_eq!(forest(&graph), ["cable c from its start"]);
    assert_eq!(freedoms::run(graph).plan.unwrap().freedoms, 19);
}

#[test]
fn a_joint_between_what_is_told_how_to_move_holds_nothing() {
    let mut graph = world();
    let [a, b] = ["a", "b"].map(|path| body(&mut graph, path));
    for body in 1..3 {
        graph.bodies[body].motion = Motion::Fixed;
    }
    revolute(&mut graph, "hinge", a, b);
    let (_, diagnostics) = run(graph, spanning_forest::run);
    assert_eq!(told(&diagnostics), [("E0403", "the joint `hinge` has nothing to hold", vec![])]);
}

#[test]
fn point_masses_that_can_turn_need_inertia() {
    let mut graph = world();
    let bob = body(&mut graph, "bob");
    let [zero] = constants(&mut graph, [0.0]);
    graph.bodies[1].inertia = [zero; 6];
    cable(&mut graph, "c", 8, [CableEnd::Pinned(FrameId::WORLD), CableEnd::Pinned(bob)]);
    let (graph, _) = run(graph, spanning_forest::run);
    let (mut graph, diagnostics) = run(graph, masses::run);
    assert_eq!(diagnostics[0].code, "E0402");
    graph.bodies[1].mass = zero;
    let (_, diagnostics) = run(graph, masses::run);
    assert_eq!(told(&diagnostics), [("E0402", "the body `bob` moves but has no mass", vec![])]);
}

type Vector = [f64; 3];
type Quaternion = [f64; 4];

fn product(a: Quaternion, b: Quaternion) -> Quaternion {
    [
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    ]
}

fn conjugate(a: Quaternion) -> Quaternion {
    [a[0], -a[1], -a[2], -a[3]]
}

fn rotate(a: Quaternion, v: Vector) -> Vector {
    let turned = product(product(a, [0.0, v[0], v[1], v[2]]), conjugate(a));
    [turned[1], turned[2], turned[3]]
}

fn about(axis: Vector, angle: f64) -> Quaternion {
    let (s, c) = (0.5 * angle).sin_cos();
    [c, s * axis[0], s * axis[1], s * axis[2]]
}

/// Position and attitude of the child frame in the parent frame at coordinates `q`, from the
/// definitions in [`JointKind`].
fn transform(graph: &Graph, kind: &JointKind, q: &[f64]) -> (Vector, Quaternion) {
    let axis = |nodes: &[cdl_graph::NodeId; 3]| -> Vector {
        values(graph, nodes).try_into().expect("three")
    };
    match kind {
        JointKind::Revolute { axis: a } => ([0.0; 3], about(axis(a), q[0])),
        JointKind::Prismatic { axis: a } => (axis(a).map(|x| q[0] * x), [1.0, 0.0, 0.0, 0.0]),
        JointKind::Cylindrical { axis: a } => (axis(a).map(|x| q[1] * x), about(axis(a), q[0])),
        JointKind::Universal { first, second } => {
            ([0.0; 3], product(about(axis(first), q[0]), about(axis(second), q[1])))
        }
        _ => unreachable!("not turned in this test"),
    }
}

/// A joint that was turned round describes the inverse motion at the same coordinates: the way there
/// and the way back are the identity (tolerance 1e-15 times a few).
#[test]
fn turned_joints_are_inverse() {
    let mut random = Random::new(7);
    for round in 0..40 {
        let mut graph = world();
        let mut unit = |graph: &mut Graph| {
            let v = [random.real(), random.real(), random.real() + 1.5];
            let length = v.iter().map(|x| x * x).sum::<f64>().sqrt();
            constants(graph, v.map(|x| x / length))
        };
        let arm = body(&mut graph, "arm");
        let (first, second) = (unit(&mut graph), unit(&mut graph));
        let kind = match round % 4 {
            0 => JointKind::Revolute { axis: first },
            1 => JointKind::Prismatic { axis: first },
            2 => JointKind::Cylindrical { axis: first },
            _ => JointKind::Universal { first, second },
        };
        let far = frame(&mut graph, arm, [0.3, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]);
        let id = joint(&mut graph, "j", kind, far, FrameId::WORLD);
        let count = kind.coordinates();
        let starts: Vec<f64> = (0..count).map(|k| 0.1 + k as f64).collect();
        graph.joints[0].start.coordinates =
            starts.iter().map(|value| graph.signals.constant(*value)).collect();
        for coordinate in 0..count as u8 {
            let quantity = JointQuantity::Coordinate;
            let sensor = Sensor::Joint { joint: id, quantity, coordinate };
            let node = graph.signals.add(Node::Sensor { sensor, component: 0 });
            graph.outputs.push(Output {
                origin: None,
                name: format!("q{coordinate}"),
                unit: OutputUnit { symbol: "1".to_owned(), factor: 1.0 },
                nodes: vec![node],
            });
        }
        let (after, diagnostics) = run(graph.clone(), spanning_forest::run);
        assert_eq!(told(&diagnostics), []);
        assert_eq!(
            after.plan.as_ref().unwrap().forest,
            [TreeNode::Body { body: cdl_graph::BodyId(1), connection: Connection::Joint(id) }]
        );
        let turned = &after.joints[0];
        assert_eq!((turned.parent, turned.child), (FrameId::WORLD, far));
        // The coordinate that each output reads now.
        let place: Vec<usize> = after
            .outputs
            .iter()
            .map(|output| match after.signals.node(output.nodes[0]) {
                Node::Sensor { sensor: Sensor::Joint { coordinate, .. }, .. } => {
                    usize::from(coordinate)
                }
                other => panic!("{other:?}"),
            })
            .collect();
        let started = values(&after, &turned.start.coordinates);
        let q: Vec<f64> = (0..count).map(|_| 2.0 * random.real()).collect();
        let mut back = vec![0.0; count];
        for (own, place) in place.iter().enumerate() {
            back[*place] = q[own];
            assert_eq!(started[*place], starts[own]);
        }
        let (there, turn) = transform(&graph, &kind, &q);
        let (here, turn_back) = transform(&after, &turned.kind, &back);
        let whole = product(turn, turn_back);
        assert!((whole[0].abs() - 1.0).abs() < 4e-15, "round {round}");
        let closed = rotate(turn, here);
        for (a, b) in there.iter().zip(closed) {
            assert!((a + b).abs() < 4e-15, "round {round}");
        }
    }
}

/// A ball joint that was turned round starts where it was written, and its rate is still that of the
/// child relative to the parent in child axes, now computed from the two frames.
#[test]
fn turned_ball_joints_start_and_read_the_same() {
    let mut graph = world();
    let arm = body(&mut graph, "arm");
    let id = joint(&mut graph, "ball", JointKind::Spherical, arm, FrameId::WORLD);
    let attitude = about([0.6, 0.0, 0.8], 0.7);
    let rate = [0.1, -0.2, 0.3];
    graph.joints[0].start.attitude = Some(constants(&mut graph, attitude));
    graph.joints[0].start.rates = constants(&mut graph, rate).to_vec();
    let sensor = Sensor::Joint { joint: id, quantity: JointQuantity::Rate, coordinate: 1 };
    let node = graph.signals.add(Node::Sensor { sensor, component: 0 });
    graph.outputs.push(Output {
        origin: None,
        name: "rate".to_owned(),
        unit: OutputUnit { symbol: "rad/s".to_owned(), factor: 1.0 },
        nodes: vec![node],
    });
    let (graph, diagnostics) = run(graph, spanning_forest::run);
    assert_eq!(told(&diagnostics), []);
    let start = &graph.joints[0].start;
    let found = values(&graph, &start.attitude.unwrap());
    assert_eq!(found, conjugate(attitude));
    let expected = rotate(attitude, rate).map(|x| -x);
    for (found, expected) in values(&graph, &start.rates).iter().zip(expected) {
        assert!((found - expected).abs() < 1e-15);
    }
    // World at rest and level, the arm turning about y: the child (the world) turns the other way.
    let read = |sensor: Sensor, component: u8| match sensor {
        Sensor::Frame { frame, quantity: cdl_graph::FrameQuantity::AngularVelocity } => {
            if frame == arm && component == 1 { 2.0 } else { 0.0 }
        }
        Sensor::Frame { quantity: cdl_graph::FrameQuantity::Axes, .. } => {
            if component.is_multiple_of(4) { 1.0 } else { 0.0 }
        }
        other => panic!("{other:?}"),
    };
    let mut evaluation = cdl_graph::Evaluation::new(&graph.signals, 0.0, read);
    assert_eq!(evaluation.value(graph.outputs[0].nodes[0]), -2.0);
}

#[test]
fn planar_joints_cannot_be_turned() {
    let mut graph = world();
    let arm = body(&mut graph, "arm");
    let normal = constants(&mut graph, [0.0, 0.0, 1.0]);
    let first = constants(&mut graph, [1.0, 0.0, 0.0]);
    joint(&mut graph, "p", JointKind::Planar { normal, first }, arm, FrameId::WORLD);
    let (_, diagnostics) = run(graph, spanning_forest::run);
    assert_eq!(told(&diagnostics), [("E0410", "the joint `p` is the wrong way round", vec![])]);
}
