//! Passes on graphs built by hand.

mod blocks;
mod constraints;
mod forest;
mod motions;
mod random;
mod signals;
mod weld;

use std::collections::BTreeMap;

use cdl_grammar::syntax::Span;
use cdl_graph::{
    Analysis, Body, BodyId, Cable, CableEnd, CableId, CableStart, ChainForm, Discretization,
    Environment, Frame, FrameId, Graph, Joint, JointAxis, JointId, JointKind, JointStart, Motion,
    NodeId, Signals, Start, StartWeight,
};

use super::Places;
use crate::diagnostics::Diagnostic;
use crate::place::{ItemKey, Place};
use crate::typed::{Element, Handle, Model};

/// A graph with nothing but the world.
fn world() -> Graph {
    let mut signals = Signals::default();
    let zero = signals.constant(0.0);
    let one = signals.constant(1.0);
    let body = Body {
        path: "world".to_owned(),
        motion: Motion::Fixed,
        mass: zero,
        centre_of_mass: [zero; 3],
        inertia: [zero; 6],
        frame: FrameId::WORLD,
        shape: None,
    };
    let frame = Frame {
        path: "world".to_owned(),
        body: BodyId::WORLD,
        position: [zero; 3],
        attitude: [one, zero, zero, zero],
    };
    Graph {
        name: "Test".to_owned(),
        signals,
        environment: Environment { gravity: [zero; 3], air: None, water: None, water_level: None },
        bodies: vec![body],
        frames: vec![frame],
        joints: Vec::new(),
        cables: Vec::new(),
        loads: Vec::new(),
        constraints: Vec::new(),
        outputs: Vec::new(),
        analysis: Analysis::None,
        plan: None,
    }
}

fn constants<const N: usize>(graph: &mut Graph, values: [f64; N]) -> [NodeId; N] {
    values.map(|value| graph.signals.constant(value))
}

fn values(graph: &Graph, nodes: &[NodeId]) -> Vec<f64> {
    nodes.iter().map(|node| graph.signals.parameter_value(*node)).collect()
}

/// A dynamic body of 1 kg with unit inertia; its own frame.
fn body(graph: &mut Graph, path: &str) -> FrameId {
    let [zero, one] = constants(graph, [0.0, 1.0]);
    let body = BodyId(graph.bodies.len() as u32);
    let own = FrameId(graph.frames.len() as u32);
    graph.bodies.push(Body {
        path: path.to_owned(),
        motion: Motion::Dynamic {
            start: Start {
                position: None,
                attitude: [one, zero, zero, zero],
                velocity: [zero; 3],
                angular_velocity: [zero; 3],
                pose_weight: StartWeight::Free,
                velocity_weight: StartWeight::Free,
            },
        },
        mass: one,
        centre_of_mass: [zero; 3],
        inertia: [one, one, one, zero, zero, zero],
        frame: own,
        shape: None,
    });
    graph.frames.push(Frame {
        path: path.to_owned(),
        body,
        position: [zero; 3],
        attitude: [one, zero, zero, zero],
    });
    own
}

/// A frame on the body of another frame, by position and quaternion.
fn frame(graph: &mut Graph, on: FrameId, position: [f64; 3], attitude: [f64; 4]) -> FrameId {
    let position = constants(graph, position);
    let attitude = constants(graph, attitude);
    let body = graph.frames[on.index()].body;
    let path = format!("{}.f{}", graph.frames[on.index()].path, graph.frames.len());
    graph.frames.push(Frame { path, body, position, attitude });
    FrameId(graph.frames.len() as u32 - 1)
}

fn joint(
    graph: &mut Graph,
    path: &str,
    kind: JointKind,
    parent: FrameId,
    child: FrameId,
) -> JointId {
    let [zero, one] = constants(graph, [0.0, 1.0]);
    let axis = JointAxis {
        stiffness: zero,
        rest: zero,
        damping: zero,
        friction: zero,
        friction_speed: one,
        effort: zero,
        drive: None,
    };
    let count = kind.coordinates();
    let spherical = kind == JointKind::Spherical;
    graph.joints.push(Joint {
        path: path.to_owned(),
        kind,
        parent,
        child,
        coordinates: vec![axis; count],
        isotropic: spherical.then_some(axis),
        start: JointStart {
            coordinates: vec![zero; count],
            attitude: spherical.then_some([one, zero, zero, zero]),
            rates: vec![zero; if spherical { 3 } else { count }],
            coordinate_weight: StartWeight::Free,
            rate_weight: StartWeight::Free,
        },
    });
    JointId(graph.joints.len() as u32 - 1)
}

fn revolute(graph: &mut Graph, path: &str, parent: FrameId, child: FrameId) -> JointId {
    let axis = constants(graph, [0.0, 1.0, 0.0]);
    joint(graph, path, JointKind::Revolute { axis }, parent, child)
}

fn cable(graph: &mut Graph, path: &str, links: u32, ends: [CableEnd; 2]) -> CableId {
    let [zero, one] = constants(graph, [0.0, 1.0]);
    graph.cables.push(Cable {
        path: path.to_owned(),
        discretization: Discretization::RigidLinks { count: links, form: ChainForm::Auto },
        ends,
        length: one,
        diameter: zero,
        mass: one,
        bending_stiffness: zero,
        bending_damping: zero,
        joint_damping: zero,
        drag_normal: zero,
        drag_tangent: zero,
        drag_isotropic: false,
        added_mass: zero,
        buoyancy: false,
        start: CableStart::Hanging,
    });
    CableId(graph.cables.len() as u32 - 1)
}

fn place(item: u32) -> Place {
    Place { item: ItemKey(item), span: Span::default() }
}

/// A model whose elements have the graph's paths and a place each: the items from 1 on, first the
/// bodies, then the joints, then the cables.
fn model(graph: &Graph) -> Model {
    let paths = (graph.bodies.iter().map(|body| &body.path))
        .chain(graph.joints.iter().map(|joint| &joint.path))
        .chain(graph.cables.iter().map(|cable| &cable.path));
    let elements = paths.zip(1..).map(|(path, item)| Element {
        kind: crate::schema::KindId::Body,
        variant: None,
        path: path.clone(),
        place: place(item),
        handle: Handle::None,
        parent: None,
        relations: Vec::new(),
        fields: BTreeMap::new(),
    });
    Model {
        name: graph.name.clone(),
        place: place(0),
        signals: Signals::default(),
        elements: elements.collect(),
        records: Vec::new(),
        experiment: None,
        frames: graph.frames.len() as u32,
    }
}

/// One pass; its result is a valid graph.
fn run(
    graph: Graph,
    pass: fn(Graph, &Places<'_>, &mut Vec<Diagnostic>) -> Graph,
) -> (Graph, Vec<Diagnostic>) {
    graph.validate().expect("a valid graph");
    let model = model(&graph);
    let mut diagnostics = Vec::new();
    let graph = pass(graph, &Places::new(&model), &mut diagnostics);
    if diagnostics.is_empty() {
        graph.validate().expect("a graph that is still valid");
    }
    (graph, diagnostics)
}

/// Code, message, and the texts at related places.
fn told(diagnostics: &[Diagnostic]) -> Vec<(&str, &str, Vec<&str>)> {
    let told = diagnostics.iter().map(|found| {
        let related = found.related.iter().map(|label| label.text.as_str()).collect();
        (found.code, found.message.as_str(), related)
    });
    told.collect()
}

#[test]
fn a_pass_relies_on_earlier_ones() {
    for (index, pass) in super::STAGES.iter().enumerate() {
        for name in pass.relies_on {
            let mut earlier = super::STAGES.iter().take(index);
            assert!(earlier.any(|other| other.name == *name), "{}: {name}", pass.name);
        }
    }
}
