//! Joints, by the frames they join.

use std::ops::Range;

/// A joint between two frames; how it lets them move stands in the graph.
/// Coordinates count the child relative to the parent.
#[derive(Clone, Debug)]
pub(crate) struct JointOf {
    /// Among the mechanism's frames.
    pub(crate) parent: usize,
    /// See `parent`.
    pub(crate) child: usize,
    /// Among the coordinates of all joints.
    pub(crate) coordinates: Range<usize>,
}
