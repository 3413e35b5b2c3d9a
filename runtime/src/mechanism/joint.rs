//! Joints, by the frames they join.

use std::ops::Range;

use cdl_graph::FrameId;

/// A joint between two frames; how it lets them move stands in the graph.
/// Coordinates count the child relative to the parent.
#[derive(Clone, Debug)]
pub(crate) struct JointOf {
    /// In the graph.
    pub(crate) parent: FrameId,
    /// See `parent`.
    pub(crate) child: FrameId,
    /// Among the coordinates of all joints.
    pub(crate) coordinates: Range<usize>,
}
