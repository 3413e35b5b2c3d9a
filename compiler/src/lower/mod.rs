//! From the typed model to the DAE graph, one file for each kind of element.
//!
//! Elements have their graph indices already; what is added here are the frames of inline offsets
//! (`from world at [0, 0, 1] m`), which are numbered after all others.

mod body;
mod cable;
mod environment;
mod fields;
mod force;
mod frame;
mod inertia;
mod joint;
mod record;
mod simulate;
mod torque;

use cdl_graph::{
    Analysis, Body, BodyId, Cable, Frame, FrameId, Graph, Joint, Load, Motion, NodeId, Output,
    Signals,
};

use crate::diagnostics::{Diagnostic, Severity};
use crate::symbolic::{Quaternion, Vector};
use crate::typed::{Element, ElementId, Handle, Model};

/// The graph of a model, unless an error leaves a hole in it, and what is wrong.
pub fn lower(model: &Model) -> (Option<Graph>, Vec<Diagnostic>) {
    let mut lowering = Lowering::new(model);
    let environment = environment::environment(&mut lowering);
    frame::frames(&mut lowering);
    lowering.joints_by_body = frame::joints_by_body(&lowering);
    for element in &model.elements {
        match element.kind {
            "body" => body::body(&mut lowering, element),
            "joint" => joint::joint(&mut lowering, element),
            "cable" => cable::cable(&mut lowering, element),
            "force" => force::force(&mut lowering, element),
            "torque" => torque::torque(&mut lowering, element),
            // The environment and its fluids, frames and materials have been read already, or are
            // read by those who refer to them.
            _ => {}
        }
    }
    record::records(&mut lowering);
    let analysis = match &model.experiment {
        Some(experiment) => simulate::simulation(&mut lowering, experiment),
        None => Some(Analysis::None),
    };
    lowering.finish(environment, analysis)
}

/// The graph under construction. Slots are filled in any order.
struct Lowering<'m> {
    model: &'m Model,
    signals: Signals,
    bodies: Vec<Option<Body>>,
    frames: Vec<Option<Frame>>,
    joints: Vec<Option<Joint>>,
    cables: Vec<Option<Cable>>,
    loads: Vec<Option<Load>>,
    outputs: Vec<Output>,
    /// The joints at each body, by body.
    joints_by_body: Vec<Vec<ElementId>>,
    diagnostics: Vec<Diagnostic>,
    zero: NodeId,
    level: Quaternion,
}

impl<'m> Lowering<'m> {
    fn new(model: &'m Model) -> Self {
        let mut signals = model.signals.clone();
        let zero = signals.constant(0.0);
        let one = signals.constant(1.0);
        let (mut bodies, mut joints, mut cables, mut loads) = (1, 0, 0, 0);
        for element in &model.elements {
            match element.handle {
                Handle::Body { .. } => bodies += 1,
                Handle::Joint(_) => joints += 1,
                Handle::Cable(_) => cables += 1,
                Handle::Load(_) => loads += 1,
                Handle::Frame(_) | Handle::None => {}
            }
        }
        let level = [one, zero, zero, zero];
        let mut lowering = Self {
            model,
            signals,
            bodies: slots(bodies),
            frames: slots(model.frames.max(1) as usize),
            joints: slots(joints),
            cables: slots(cables),
            loads: slots(loads),
            outputs: Vec::new(),
            joints_by_body: Vec::new(),
            diagnostics: Vec::new(),
            zero,
            level,
        };
        set(
            &mut lowering.bodies,
            BodyId::WORLD.index(),
            Body {
                path: "world".to_owned(),
                motion: Motion::Fixed,
                mass: zero,
                centre_of_mass: [zero; 3],
                inertia: [zero; 6],
                frame: FrameId::WORLD,
                shape: None,
            },
        );
        set(
            &mut lowering.frames,
            FrameId::WORLD.index(),
            Frame {
                path: "world".to_owned(),
                body: BodyId::WORLD,
                position: [zero; 3],
                attitude: level,
            },
        );
        lowering
    }

    fn origin(&self) -> Vector {
        [self.zero; 3]
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    fn element(&self, id: ElementId) -> Option<&'m Element> {
        self.model.elements.get(id.0 as usize)
    }

    fn joints_at(&self, body: BodyId) -> impl Iterator<Item = &'m Element> {
        let joints = self.joints_by_body.get(body.index()).into_iter().flatten();
        joints.filter_map(|&joint| self.element(joint))
    }

    fn finish(
        self,
        environment: cdl_graph::Environment,
        analysis: Option<Analysis>,
    ) -> (Option<Graph>, Vec<Diagnostic>) {
        let Self {
            model,
            signals,
            bodies,
            frames,
            joints,
            cables,
            loads,
            outputs,
            diagnostics,
            ..
        } = self;
        if diagnostics.iter().any(|each| each.severity == Severity::Error) {
            return (None, diagnostics);
        }
        let graph = (|| {
            Some(Graph {
                name: model.name.clone(),
                signals,
                environment,
                bodies: bodies.into_iter().collect::<Option<_>>()?,
                frames: frames.into_iter().collect::<Option<_>>()?,
                joints: joints.into_iter().collect::<Option<_>>()?,
                cables: cables.into_iter().collect::<Option<_>>()?,
                loads: loads.into_iter().collect::<Option<_>>()?,
                outputs,
                analysis: analysis?,
                plan: None,
            })
        })();
        (graph, diagnostics)
    }
}

fn slots<T>(count: usize) -> Vec<Option<T>> {
    std::iter::repeat_with(|| None).take(count).collect()
}

/// Fills a slot; an index out of range (which elaboration never gives) leaves a hole elsewhere.
fn set<T>(slots: &mut [Option<T>], index: usize, value: T) {
    if let Some(slot) = slots.get_mut(index) {
        *slot = Some(value);
    }
}
