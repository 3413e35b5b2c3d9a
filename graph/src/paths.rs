//! What elements are called, for reports.

use crate::{BodyId, CableId, FrameId, Graph, JointId, Owner, StateId};

impl Graph {
    /// `None` for what is about the whole, and for an element that is not there.
    pub fn path(&self, owner: Owner) -> Option<&str> {
        let path = match owner {
            // A demand is of a field, whoever has that.
            Owner::Experiment | Owner::Demand(_) => return None,
            Owner::Environment => return Some("environment"),
            Owner::Body(index) => &self.bodies.get(index)?.path,
            Owner::Frame(index) => &self.frames.get(index)?.path,
            Owner::Joint(index) => &self.joints.get(index)?.path,
            Owner::Cable(index) => &self.cables.get(index)?.path,
            Owner::Load(index) => &self.loads.get(index)?.path,
            Owner::Constraint(index) => &self.constraints.get(index)?.path,
            Owner::State(index) => &self.states.get(index)?.path,
            Owner::Event(index) => &self.events.get(index)?.path,
            Owner::Output(index) => &self.outputs.get(index)?.name,
            Owner::Statistic(index) => self.statistics.get(index)?.measure.name(),
            Owner::Criterion(index) => &self.criteria.get(index)?.name,
            Owner::Finding(index) => &self.findings.get(index)?.0.name,
            Owner::Variable(index) => &self.signals.vars.get(index)?.path,
            Owner::Table(index) => &self.signals.tables.get(index)?.path,
        };
        Some(path)
    }

    pub(crate) fn body_path(&self, body: BodyId) -> &str {
        self.bodies.get(body.index()).map_or("?", |body| body.path.as_str())
    }

    pub(crate) fn frame_path(&self, frame: FrameId) -> &str {
        self.frames.get(frame.index()).map_or("?", |frame| frame.path.as_str())
    }

    pub(crate) fn joint_path(&self, joint: JointId) -> &str {
        self.joints.get(joint.index()).map_or("?", |joint| joint.path.as_str())
    }

    pub(crate) fn state_path(&self, state: StateId) -> &str {
        self.states.get(state.index()).map_or("?", |state| state.path.as_str())
    }

    pub(crate) fn cable_path(&self, cable: CableId) -> &str {
        self.cables.get(cable.index()).map_or("?", |cable| cable.path.as_str())
    }
}
