//! From the typed model to the DAE graph; each kind of element is lowered in its own room ([`crate::kinds`]).
//!
//! Elements keep the ids they were declared with; frames that lowering adds, such as for `from A at
//! [1, 0, 0] m`, are numbered after them. Nothing is simplified here but operations on constants.

mod concluded;
mod crossings;
mod fields;
mod holds;
mod inputs;
mod latches;
mod places;
mod record;

use cdl_graph::{
    Analysis, Body, BodyId, Cable, Constraint, ConstraintId, ConstraintKind, Demand, Environment,
    Event, Frame, FrameId, Graph, Joint, Latch, Load, Node, NodeId, Origin, ResidualUnits, Signals,
    State, VarId,
};
use rustc_hash::FxHashMap;

use crate::diagnostics::Diagnostic;
use crate::kinds::body::LastSolid;
use crate::kinds::environment::standard;
use crate::kinds::joint::coordinates_of;
use crate::schema::KindId;
use crate::symbolic::{Pose, Scalars, pose};
use crate::typed::{self, Element, ElementId, Experiment, Handle, Model};

pub(crate) use fields::{BlockOrVariant, Fields, Lowered, Sort, Unlowered, WhetherTrue};
pub(crate) use places::{optional_relation, relation};

/// The graph of a model, as it was written. `None` where an element lacks something without which it
/// cannot be lowered; elaboration has reported that, or the diagnostics do.
pub fn lower(model: &Model) -> (Option<Graph>, Vec<Diagnostic>) {
    let mut lowering = Lowering::new(model);
    let complete = lowering.elements().is_ok();
    let records = (0..).map(Origin::Record).zip(&model.records);
    let outputs = records.flat_map(|(origin, record)| lowering.record(record, origin)).collect();
    let concluded::Concluded { outputs, statistics, findings, criteria } =
        lowering.concluded(outputs);
    let analysis = match &model.experiment {
        Some(experiment) => lowering.analysis(experiment).ok(),
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
        states,
        latches,
        events,
        mut diagnostics,
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
            states: states.into_iter().collect::<Option<_>>()?,
            latches,
            events,
            outputs,
            statistics,
            findings,
            criteria,
            demands: demands(model),
            analysis: analysis?,
            plan: None,
        })
    };
    let graph = if complete && diagnostics.is_empty() { graph() } else { None };
    let graph = graph.map(|graph| crossings::located(graph, model.signals.nodes.len()));
    let graph = graph.and_then(|graph| inputs::moving(graph, model, &mut diagnostics));
    if let Some(graph) = &graph {
        inputs::are_read(graph, model, &mut diagnostics);
    }
    let graph = graph.filter(|_| diagnostics.is_empty());
    (graph, diagnostics)
}

/// With other numbers a value may be what its field does not take.
fn demands(model: &Model) -> Vec<Demand> {
    let demand = |(index, own): (u32, &typed::Demand)| Demand {
        field: own.field,
        value: own.node,
        range: own.range.into(),
        origin: Some(Origin::Demand(index)),
    };
    (0..).zip(&model.demands).map(demand).collect()
}

/// The graph so far; elements that have not been lowered yet are missing.
pub(crate) struct Lowering<'a> {
    pub(crate) model: &'a Model,
    pub(crate) signals: Signals,
    pub(crate) environment: Environment,
    pub(crate) bodies: Vec<Option<Body>>,
    pub(crate) frames: Vec<Option<Frame>>,
    pub(crate) joints: Vec<Option<Joint>>,
    pub(crate) cables: Vec<Option<Cable>>,
    pub(crate) loads: Vec<Option<Load>>,
    pub(crate) constraints: Vec<Constraint>,
    pub(crate) states: Vec<Option<State>>,
    pub(crate) latches: Vec<Latch>,
    pub(crate) latches_made: latches::Latches,
    pub(crate) events: Vec<Event>,
    /// Where the constraint of each element is.
    pub(crate) constraint_of: FxHashMap<ElementId, ConstraintId>,
    /// The element that declares each frame that is not a body's own.
    pub(crate) frame_elements: FxHashMap<FrameId, ElementId>,
    /// The node that defines each variable.
    pub(crate) definitions: FxHashMap<VarId, NodeId>,
    /// Constants that are asked for again and again.
    pub(crate) constants: FxHashMap<u64, NodeId>,
    pub(crate) last_solid: Option<LastSolid>,
    /// Once a cable has asked: whether there is water anywhere.
    pub(crate) has_water: Option<bool>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl<'a> Lowering<'a> {
    fn new(model: &'a Model) -> Self {
        let mut signals = model.signals.clone();
        let definitions =
            signals.equations.iter().map(|equation| (equation.var, equation.value)).collect();
        let environment = standard(&mut signals);
        let mut counts = [1, 0, 0, 0, 0, 0];
        let mut frame_elements = FxHashMap::default();
        for element in &model.elements {
            let (count, id) = match element.handle {
                Handle::Body { body, .. } => (&mut counts[0], body.index()),
                Handle::Frame(frame) => {
                    frame_elements.insert(frame, element.id);
                    continue;
                }
                Handle::Joint(joint) => (&mut counts[1], joint.index()),
                Handle::Cable(cable) => (&mut counts[2], cable.index()),
                Handle::Load(load) => (&mut counts[3], load.index()),
                Handle::Constraint(constraint) => (&mut counts[5], constraint.index()),
                Handle::States { first, shape } => {
                    (&mut counts[4], first.index() + shape.components() - 1)
                }
                Handle::None => continue,
            };
            *count = (*count).max(id + 1);
        }
        let [bodies, joints, cables, loads, states, grips] = counts;
        let mut frames = empty((model.frames as usize).max(1));
        // Most of those that come besides: a row that doubles is half empty at its worst.
        let others = model.elements.iter().filter(|own| !matches!(own.handle, Handle::Frame(_)));
        let relations = others.flat_map(|element| &element.relations);
        frames.reserve_exact(relations.filter(|relation| relation.is_placed()).count());
        let mut lowering = Self {
            model,
            signals,
            environment,
            bodies: empty(bodies),
            frames,
            joints: empty(joints),
            cables: empty(cables),
            loads: empty(loads),
            constraints: vec![unwritten(); grips],
            states: empty(states),
            latches: Vec::new(),
            latches_made: latches::Latches::default(),
            events: Vec::new(),
            constraint_of: FxHashMap::default(),
            frame_elements,
            definitions,
            constants: FxHashMap::default(),
            last_solid: None,
            has_water: None,
            diagnostics: Vec::new(),
        };
        lowering.world();
        lowering
    }

    /// Where something is missing, whatever can be checked has been checked all the same.
    fn elements(&mut self) -> Lowered<()> {
        let mut complete = Ok(());
        // Frames first, because everything else refers to them; and before them the bodies' own.
        let model = self.model;
        for element in &model.elements {
            if let Handle::Body { body, frame } = element.handle {
                self.own_frame(element, body, frame);
            }
        }
        for element in &model.elements {
            if let Handle::Frame(frame) = element.handle {
                complete = self.place_frame(frame, element.id).and(complete);
            }
        }
        for element in &model.elements {
            let done = match element.kind {
                _ if !fields::is_sound(element) => Err(Unlowered),
                KindId::Environment => self.environment(element),
                KindId::Body => self.body(element),
                KindId::Joint => self.joint(element),
                KindId::Cable => self.cable(element),
                KindId::Force => self.force(element),
                KindId::Torque => self.torque(element),
                KindId::Constraint => self.constraint(element),
                KindId::Grip => self.grip(element),
                KindId::State | KindId::Var => self.state(element),
                // With its cable.
                KindId::Section => Ok(()),
                // When all cables are there.
                KindId::Winch | KindId::Sheave | KindId::Clump => Ok(()),
                // When everything that they act on is there.
                KindId::At | KindId::Every | KindId::When => Ok(()),
                // Frames are placed; materials are read by those who refer to them.
                KindId::Frame | KindId::Material => Ok(()),
                // No elements: blocks of the environment, and what an experiment asks for.
                KindId::Air
                | KindId::Water
                | KindId::Simulate
                | KindId::Equilibrium
                | KindId::Modes
                | KindId::Linearize
                | KindId::Response
                | KindId::Input
                | KindId::Find
                | KindId::Choose
                | KindId::Sensitivity
                | KindId::Plot
                | KindId::View
                | KindId::Require
                | KindId::Vary
                | KindId::Sample
                | KindId::Cases => Ok(()),
            };
            complete = done.and(complete);
        }
        for element in model.elements.iter().filter(|own| own.kind == KindId::Winch) {
            if fields::is_sound(element) {
                complete = self.winch(element).and(complete);
            }
        }
        for element in model.elements.iter().filter(|own| own.kind == KindId::Clump) {
            if fields::is_sound(element) {
                complete = self.clump(element).and(complete);
            }
        }
        for element in model.elements.iter().filter(|own| own.kind == KindId::Sheave) {
            if fields::is_sound(element) {
                complete = self.sheave(element).and(complete);
            }
        }
        for element in model.elements.iter().filter(|own| coordinates_of(own).is_some()) {
            if fields::is_sound(element) {
                complete = self.motors(element).and(complete);
            }
        }
        let is_event =
            |element: &&Element| matches!(element.kind, KindId::At | KindId::Every | KindId::When);
        // What one does to a connection is known when all of these are.
        for element in model.elements.iter().filter(is_event) {
            if fields::is_sound(element) {
                complete = self.latches_of_event(element).and(complete);
            }
        }
        for element in model.elements.iter().filter(is_event) {
            if fields::is_sound(element) {
                complete = self.event(element).and(complete);
            }
        }
        complete
    }

    /// What an experiment asks for.
    fn analysis(&mut self, experiment: &Experiment) -> Lowered<Analysis> {
        match experiment.kind {
            KindId::Simulate => self.simulation(experiment).map(Analysis::Simulate),
            KindId::Equilibrium => self.equilibrium(experiment).map(Analysis::Equilibrium),
            KindId::Modes | KindId::Linearize => self.modes(experiment).map(Analysis::Modes),
            KindId::Response => self.response(experiment).map(Analysis::Response),
            KindId::Environment
            | KindId::Air
            | KindId::Water
            | KindId::Material
            | KindId::Body
            | KindId::Frame
            | KindId::Joint
            | KindId::Cable
            | KindId::Section
            | KindId::Clump
            | KindId::Grip
            | KindId::Winch
            | KindId::Sheave
            | KindId::Force
            | KindId::Torque
            | KindId::Constraint
            | KindId::State
            | KindId::Var
            | KindId::At
            | KindId::Every
            | KindId::When
            | KindId::Input
            | KindId::Find
            | KindId::Choose
            | KindId::Sensitivity
            | KindId::Plot
            | KindId::View
            | KindId::Require
            | KindId::Vary
            | KindId::Sample
            | KindId::Cases => Err(Unlowered),
        }
    }

    pub(crate) fn element(&self, id: ElementId) -> Lowered<&'a Element> {
        self.model.elements.get(id.0 as usize).ok_or(Unlowered)
    }

    pub(crate) fn constant(&mut self, value: f64) -> NodeId {
        let signals = &mut self.signals;
        *self.constants.entry(value.to_bits()).or_insert_with(|| signals.constant(value))
    }

    /// A truth value as a node.
    pub(crate) fn truth(&mut self, value: WhetherTrue) -> NodeId {
        match value {
            WhetherTrue::Known(value) => self.constant(if value { 1.0 } else { 0.0 }),
            WhetherTrue::Told(node) => node,
        }
    }

    fn world(&mut self) {
        let zero = self.constant(0.0);
        let level = self.level();
        self.bodies[0] = Some(Body {
            path: "world".to_owned(),
            origin: None,
            motion: cdl_graph::Motion::Fixed,
            mass: zero,
            centre_of_mass: [zero; 3],
            inertia: [zero; 6],
            frame: FrameId::WORLD,
            shape: None,
            in_space: true,
        });
        self.frames[0] = Some(Frame {
            path: "world".to_owned(),
            origin: None,
            body: BodyId::WORLD,
            position: level.position,
            attitude: level.attitude,
        });
    }

    /// The pose of a frame that coincides with what it stands on.
    pub(crate) fn level(&mut self) -> Pose {
        let (zero, one) = (self.constant(0.0), self.constant(1.0));
        Pose { position: [zero; 3], attitude: [one, zero, zero, zero] }
    }

    /// The frame that stands at `inner` in the axes of `base`.
    pub(crate) fn placed_on(
        &mut self,
        (path, origin): (String, Option<Origin>),
        base: FrameId,
        inner: Pose,
    ) -> Lowered<Frame> {
        let base = self.frames.get(base.index()).and_then(Option::as_ref).ok_or(Unlowered)?;
        let (body, outer) = (base.body, Pose { position: base.position, attitude: base.attitude });
        let Pose { position, attitude } = pose::composed(self, outer, inner);
        Ok(Frame { path, origin, body, position, attitude })
    }
}

/// Each constant is there once, and what operations on constants come to is one too: most of what a model says is.
impl Scalars for Lowering<'_> {
    fn node(&self, id: NodeId) -> Node {
        Signals::node(&self.signals, id)
    }

    fn add(&mut self, node: Node) -> NodeId {
        match self.signals.folded(node) {
            Node::Constant(value) => self.constant(value),
            node => Signals::add(&mut self.signals, node),
        }
    }
}

/// In the place of a grip that is still to be lowered.
fn unwritten() -> Constraint {
    Constraint {
        path: String::new(),
        origin: None,
        kind: ConstraintKind::Position,
        units: ResidualUnits::default(),
        rows: Vec::new(),
    }
}

fn empty<T>(count: usize) -> Vec<Option<T>> {
    std::iter::repeat_with(|| None).take(count).collect()
}
