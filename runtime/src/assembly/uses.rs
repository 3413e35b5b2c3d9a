//! Which element uses which node for what, and when the value is needed.

use cdl_graph::{Graph, NodeId, Range, Slot};

use crate::signals::{Stage, Wanted};

pub(crate) use cdl_graph::Owner;

/// One field of one element is the value of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Use {
    pub(crate) owner: Owner,
    pub(crate) field: &'static str,
    pub(crate) node: NodeId,
    pub(crate) stage: Stage,
    pub(crate) range: Range,
}

/// Paths of the elements, for reports.
#[derive(Clone, Debug)]
pub(crate) struct Paths {
    model: String,
    bodies: Vec<String>,
    frames: Vec<String>,
    joints: Vec<String>,
    cables: Vec<String>,
    loads: Vec<String>,
    constraints: Vec<String>,
    outputs: Vec<String>,
}

impl Paths {
    pub(crate) fn new(graph: &Graph) -> Self {
        Self {
            model: graph.name.clone(),
            bodies: graph.bodies.iter().map(|body| body.path.clone()).collect(),
            frames: graph.frames.iter().map(|frame| frame.path.clone()).collect(),
            joints: graph.joints.iter().map(|joint| joint.path.clone()).collect(),
            cables: graph.cables.iter().map(|cable| cable.path.clone()).collect(),
            loads: graph.loads.iter().map(|load| load.path.clone()).collect(),
            constraints: graph.constraints.iter().map(|each| each.path.clone()).collect(),
            outputs: graph.outputs.iter().map(|output| output.name.clone()).collect(),
        }
    }

    pub(crate) fn of(&self, owner: Owner) -> &str {
        let found = match owner {
            Owner::Environment => return "environment",
            Owner::Experiment => return &self.model,
            Owner::Body(index) => self.bodies.get(index),
            Owner::Frame(index) => self.frames.get(index),
            Owner::Joint(index) => self.joints.get(index),
            Owner::Cable(index) => self.cables.get(index),
            Owner::Load(index) => self.loads.get(index),
            Owner::Constraint(index) => self.constraints.get(index),
            Owner::Output(index) => self.outputs.get(index),
        };
        found.map_or(&self.model, |path| path)
    }
}

/// Everything that reads a node, in a fixed order: the elements' own, then where sensors look along
/// cables.
pub(crate) fn uses(graph: &Graph) -> Vec<Use> {
    let mut uses = Vec::new();
    let mut add = |owner, slot: Slot<&NodeId>| {
        let Slot { name: field, stage, range, node } = slot;
        uses.extend(stage.map(|stage| Use { owner, field, node: *node, stage, range }));
    };
    graph.for_each_slot(&mut add);
    graph.for_each_station(&mut add);
    uses
}

/// The same, as the scheduler takes it.
pub(crate) fn wanted(uses: &[Use]) -> Wanted {
    let mut wanted = Wanted::default();
    for found in uses {
        match found.stage {
            Stage::Static => &mut wanted.fixed,
            Stage::Time => &mut wanted.time,
            Stage::State => &mut wanted.state,
            Stage::Output => &mut wanted.output,
        }
        .push(found.node);
    }
    wanted
}
