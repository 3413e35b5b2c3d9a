//! Frames, by the body they are fixed on.

use super::state::Moving;
use crate::tree::Placement;

/// A frame on a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FrameOf {
    /// In the graph.
    pub(crate) body: usize,
    /// In the body's own axes.
    pub(crate) placement: Placement,
}

impl FrameOf {
    /// Where the frame is and how it moves, where its body does so.
    /// World axes; the frame turns as its body does.
    pub(crate) fn moving(&self, body: &Moving) -> Moving {
        let arm = body.attitude * self.placement.position;
        Moving {
            position: body.position + arm,
            attitude: body.attitude * self.placement.rotation,
            velocity: body.velocity + body.angular_velocity.cross(&arm),
            angular_velocity: body.angular_velocity,
        }
    }
}
