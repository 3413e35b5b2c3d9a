//! What elements are called, for reports.

use crate::{BodyId, CableId, FrameId, Graph, JointId};

impl Graph {
    pub(crate) fn body_path(&self, body: BodyId) -> &str {
        self.bodies.get(body.index()).map_or("?", |body| body.path.as_str())
    }

    pub(crate) fn frame_path(&self, frame: FrameId) -> &str {
        self.frames.get(frame.index()).map_or("?", |frame| frame.path.as_str())
    }

    pub(crate) fn joint_path(&self, joint: JointId) -> &str {
        self.joints.get(joint.index()).map_or("?", |joint| joint.path.as_str())
    }

    pub(crate) fn cable_path(&self, cable: CableId) -> &str {
        self.cables.get(cable.index()).map_or("?", |cable| cable.path.as_str())
    }
}
