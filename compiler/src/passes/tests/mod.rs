//! Passes on graphs built by hand.

mod blocks;
mod constraints;
mod forest;
mod motions;
mod random;
mod signals;
mod weld;

use cdl_grammar::syntax::Span;
use cdl_graph::{
    Body, BodyId, Cable, CableEnd, CableId, ChainForm, Discretization, Frame, FrameId, Graph,
    Joint, JointId, JointKind, Motion, NodeId, Origin, Plain, Signals, Start,
};

use super::Places;
use crate::diagnostics::Diagnostic;
use crate::place::{ItemKey, Place};
use crate::typed::{Element, ElementId, FieldMap, Handle, Model};

/// A graph with nothing but the world.
fn world() -> Graph {
    Graph::empty("Test")
}

fn constants<const N: usize>(graph: &mut Graph, values: [f64; N]) -> [NodeId; N] {
    values.map(|value| graph.signals.constant(value))
}

fn values(graph: &Graph, nodes: &[NodeId]) -> Vec<f64> {
    nodes.iter().map(|node| graph.signals.parameter_value(*node)).collect()
}

/// A dynamic body of 1 kg with unit inertia; its own frame.
fn body(graph: &mut Graph, path: &str) -> FrameId {
    let plain = Plain::new(&mut graph.signals);
    let body = BodyId(graph.bodies.len() as u32);
    let own = FrameId(graph.frames.len() as u32);
    let motion = Motion::Dynamic { start: Start::new(plain) };
    graph.bodies.push(Body::new(path, motion, own, plain));
    graph.frames.push(Frame::new(path, body, plain));
    own
}

/// A frame on the body of another frame, by position and quaternion.
fn frame(graph: &mut Graph, on: FrameId, position: [f64; 3], attitude: [f64; 4]) -> FrameId {
    let position = constants(graph, position);
    let attitude = constants(graph, attitude);
    let body = graph.frames[on.index()].body;
    let path = format!("{}.f{}", graph.frames[on.index()].path, graph.frames.len());
    graph.frames.push(Frame { path, origin: None, body, position, attitude });
    FrameId(graph.frames.len() as u32 - 1)
}

fn joint(
    graph: &mut Graph,
    path: &str,
    kind: JointKind,
    parent: FrameId,
    child: FrameId,
) -> JointId {
    let plain = Plain::new(&mut graph.signals);
    graph.joints.push(Joint::new(path, kind, [parent, child], plain));
    JointId(graph.joints.len() as u32 - 1)
}

fn revolute(graph: &mut Graph, path: &str, parent: FrameId, child: FrameId) -> JointId {
    let axis = constants(graph, [0.0, 1.0, 0.0]);
    joint(graph, path, JointKind::Revolute { axis }, parent, child)
}

fn cable(graph: &mut Graph, path: &str, links: u32, ends: [CableEnd; 2]) -> CableId {
    let plain = Plain::new(&mut graph.signals);
    graph.cables.push(Cable {
        discretization: Discretization::RigidLinks { count: links, form: ChainForm::Auto },
        ..Cable::new(path, ends, plain.one, plain)
    });
    CableId(graph.cables.len() as u32 - 1)
}

fn place(item: u32) -> Place {
    Place { item: ItemKey(item), span: Span::default() }
}

/// A model whose elements the graph's are written as, with the graph's paths and a place each: the items from 1
/// on, first the bodies, then the joints, then the cables.
fn model(graph: &mut Graph) -> Model {
    let origins = (graph.bodies.iter_mut().map(|body| (&body.path, &mut body.origin)))
        .chain(graph.joints.iter_mut().map(|joint| (&joint.path, &mut joint.origin)))
        .chain(graph.cables.iter_mut().map(|cable| (&cable.path, &mut cable.origin)));
    let mut paths: Vec<&String> = Vec::new();
    for ((path, origin), index) in origins.zip(0..) {
        *origin = Some(Origin::Element(index));
        paths.push(path);
    }
    let elements = paths.into_iter().zip(0..).map(|(path, index)| Element {
        id: ElementId(index),
        kind: crate::schema::KindId::Body,
        variant_at: None,
        path: path.clone().into(),
        place: place(index + 1),
        handle: Handle::None,
        relations: Box::default(),
        fields: FieldMap::default(),
        beside: None,
    });
    Model {
        statistics: Vec::new(),
        criteria: Vec::new(),
        name: graph.name.clone(),
        parameters: Vec::new(),
        place: place(0),
        signals: Signals::default(),
        elements: elements.collect(),
        records: Vec::new(),
        variables: Vec::new(),
        operations: Vec::new(),
        demands: Vec::new(),
        experiment: None,
        frames: graph.frames.len() as u32,
    }
}

/// One pass; its result is a valid graph.
fn run(
    mut graph: Graph,
    pass: fn(Graph, &Places<'_>, &mut Vec<Diagnostic>) -> Graph,
) -> (Graph, Vec<Diagnostic>) {
    graph.validate().expect("a valid graph");
    let model = model(&mut graph);
    let mut diagnostics = Vec::new();
    let graph = pass(graph, &Places::new(&model), &mut diagnostics);
    if diagnostics.is_empty() {
        graph.validate().expect("a graph that is still valid");
    }
    let origins = (graph.bodies.iter().map(|body| (&body.path, body.origin)))
        .chain(graph.joints.iter().map(|joint| (&joint.path, joint.origin)))
        .chain(graph.cables.iter().map(|cable| (&cable.path, cable.origin)));
    for (path, origin) in origins {
        let Some(Origin::Element(index)) = origin else { panic!("{path} has lost its origin") };
        assert_eq!(path, &model.elements[index as usize].path);
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
