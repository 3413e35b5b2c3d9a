//! From the typed model to the DAE graph: each kind of element in a file of its own.
//!
//! Elements keep the ids they were declared with; frames that lowering adds, such as for `from A at
//! [1, 0, 0] m`, are numbered after them. Nothing is simplified here.

mod analysis;
mod body;
mod cable;
mod constraint;
mod environment;
mod fields;
mod force;
mod frame;
mod joint;
mod places;
mod record;
mod shape;
mod start;
mod torque;

use cdl_graph::{
    Analysis, Body, BodyId, Cable, Constraint, Environment, Frame, FrameId, Graph, Joint, Load,
    Node, NodeId, Signals, VarId,
};
use rustc_hash::FxHashMap;

use crate::diagnostics::Diagnostic;
use crate::symbolic::{Pose, Scalars, pose};
use crate::typed::{Element, ElementId, Handle, Model};

pub(crate) use joint::coordinates;
pub(crate) use shape::solid;

/// The graph of a model, as it was written. `None` where an element lacks something without which it
/// cannot be lowered; elaboration has reported that, or the diagnostics do.
pub fn lower(model: &Model) -> (Option<Graph>, Vec<Diagnostic>) {
    let mut lowering = Lowering::new(model);
    let complete = lowering.elements().is_some();
    let outputs = model.records.iter().flat_map(|record| lowering.record(record)).collect();
    let analysis = match &model.experiment {
        Some(experiment) => lowering.analysis(experiment),
        None => Some(Analysis::None),
    };
    let Lowering {
        signals,
        environment,
        bodies,
        frames,
        joints,
        cables,
        loads,
        constraints,
        diagnostics,
        ..
    } = lowering;
    let graph = || {
        Some(Graph {
            name: model.name.clone(),
            signals,
            environment,
            bodies: bodies.into_iter().collect::<Option<_>>()?,
            frames: frames.into_iter().collect::<Option<_>>()?,
            joints: joints.into_iter().collect::<Option<_>>()?,
            cables: cables.into_iter().collect::<Option<_>>()?,
            loads: loads.into_iter().collect::<Option<_>>()?,
            constraints,
            outputs,
            analysis: analysis?,
            plan: None,
        })
    };
    let graph = if complete && diagnostics.is_empty() { graph() } else { None };
    (graph, diagnostics)
}

/// The graph so far; elements that have not been lowered yet are missing.
struct Lowering<'a> {
    model: &'a Model,
    signals: Signals,
    environment: Environment,
    bodies: Vec<Option<Body>>,
    frames: Vec<Option<Frame>>,
    joints: Vec<Option<Joint>>,
    cables: Vec<Option<Cable>>,
    loads: Vec<Option<Load>>,
    constraints: Vec<Constraint>,
    /// The element that declares each frame that is not a body's own.
    frame_elements: FxHashMap<FrameId, ElementId>,
    /// The node that defines each variable.
    definitions: FxHashMap<VarId, NodeId>,
    /// Constants that are asked for again and again.
    constants: FxHashMap<u64, NodeId>,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Lowering<'a> {
    fn new(model: &'a Model) -> Self {
        let mut signals = model.signals.clone();
        let definitions =
            signals.equations.iter().map(|equation| (equation.var, equation.value)).collect();
        let environment = environment::standard(&mut signals);
        let mut counts = [1, 0, 0, 0];
        let mut frame_elements = FxHashMap::default();
        for (index, element) in model.elements.iter().enumerate() {
            let (count, id) = match element.handle {
                Handle::Body { body, .. } => (&mut counts[0], body.index()),
                Handle::Frame(frame) => {
                    frame_elements.insert(frame, ElementId(index as u32));
                    continue;
                }
                Handle::Joint(joint) => (&mut counts[1], joint.index()),
                Handle::Cable(cable) => (&mut counts[2], cable.index()),
                Handle::Load(load) => (&mut counts[3], load.index()),
                Handle::None => continue,
            };
            *count = (*count).max(id + 1);
        }
        let [bodies, joints, cables, loads] = counts;
        let mut lowering = Self {
            model,
            signals,
            environment,
            bodies: empty(bodies),
            frames: empty((model.frames as usize).max(1)),
            joints: empty(joints),
            cables: empty(cables),
            loads: empty(loads),
            constraints: Vec::new(),
            frame_elements,
            definitions,
            constants: FxHashMap::default(),
            diagnostics: Vec::new(),
        };
        lowering.world();
        lowering
    }

    /// `None` where something is missing; whatever can be checked has been checked then all the same.
    fn elements(&mut self) -> Option<()> {
        let mut complete = Some(());
        // Frames first, because everything else refers to them; and before them the bodies' own.
        let model = self.model;
        for element in &model.elements {
            if let Handle::Body { body, frame } = element.handle {
                self.own_frame(element, body, frame);
            }
        }
        for (index, element) in model.elements.iter().enumerate() {
            if let Handle::Frame(frame) = element.handle {
                complete = self.place_frame(frame, ElementId(index as u32)).and(complete);
            }
        }
        for element in &model.elements {
            let done = match element.kind {
                _ if !fields::is_sound(element) => None,
                "environment" => self.environment(element),
                "body" => self.body(element),
                "joint" => self.joint(element),
                "cable" => self.cable(element),
                "force" => self.force(element),
                "torque" => self.torque(element),
                "constraint" => self.constraint(element),
                // Frames are placed; materials are read by those who refer to them, nested blocks by
                // the element around them.
                _ => Some(()),
            };
            complete = done.and(complete);
        }
        complete
    }

    fn element(&self, id: ElementId) -> Option<&'a Element> {
        self.model.elements.get(id.0 as usize)
    }

    fn constant(&mut self, value: f64) -> NodeId {
        let signals = &mut self.signals;
        *self.constants.entry(value.to_bits()).or_insert_with(|| signals.constant(value))
    }

    fn world(&mut self) {
        let zero = self.constant(0.0);
        let level = self.level();
        self.bodies[0] = Some(Body {
            path: "world".to_owned(),
            motion: cdl_graph::Motion::Fixed,
            mass: zero,
            centre_of_mass: [zero; 3],
            inertia: [zero; 6],
            frame: FrameId::WORLD,
            shape: None,
        });
        self.frames[0] = Some(Frame {
            path: "world".to_owned(),
            body: BodyId::WORLD,
            position: level.position,
            attitude: level.attitude,
        });
    }

    /// The pose of a frame that coincides with what it stands on.
    fn level(&mut self) -> Pose {
        let (zero, one) = (self.constant(0.0), self.constant(1.0));
        Pose { position: [zero; 3], attitude: [one, zero, zero, zero] }
    }

    /// The frame that stands at `inner` in the axes of `base`.
    fn placed_on(&mut self, path: String, base: FrameId, inner: Pose) -> Option<Frame> {
        let base = self.frames.get(base.index())?.as_ref()?;
        let (body, outer) = (base.body, Pose { position: base.position, attitude: base.attitude });
        let Pose { position, attitude } = pose::composed(&mut self.signals, outer, inner);
        Some(Frame { path, body, position, attitude })
    }
}

/// Appends as it is written, each constant once.
impl Scalars for Lowering<'_> {
    fn node(&self, id: NodeId) -> Node {
        Signals::node(&self.signals, id)
    }

    fn add(&mut self, node: Node) -> NodeId {
        match node {
            Node::Constant(value) => self.constant(value),
            node => Signals::add(&mut self.signals, node),
        }
    }
}

fn empty<T>(count: usize) -> Vec<Option<T>> {
    std::iter::repeat_with(|| None).take(count).collect()
}
