//! Where free bodies are at the start, and how strongly it is meant.

use crate::slot::{fixed, visit};
use crate::text::Expressions;
use crate::{NodeId, Range};

/// Where a body's frame is and how it moves at the start; world axes.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Start {
    /// Absent: it follows from what holds the body.
    pub position: Option<[NodeId; 3]>,
    pub attitude: [NodeId; 4],
    /// Of the frame's origin, m/s.
    pub velocity: [NodeId; 3],
    /// rad/s
    pub angular_velocity: [NodeId; 3],
    /// How strongly `position` and `attitude` are meant.
    pub pose_weight: StartWeight,
    /// How strongly `velocity` and `angular_velocity` are meant.
    pub velocity_weight: StartWeight,
}

impl Start {
    /// Whether anybody wrote a place.
    pub fn is_placed(&self) -> bool {
        self.position.is_some() || self.pose_weight != StartWeight::Free
    }

    /// Whether anybody wrote a place or a velocity.
    pub fn is_given(&self) -> bool {
        self.is_placed() || self.velocity_weight != StartWeight::Free
    }
}

/// What becomes of a start that loops and constraints do not allow.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub enum StartWeight {
    /// Nobody wrote it: it follows from the others.
    Free,
    /// It is kept; if it cannot be, that is an error.
    Exact,
    /// It gives way, the less the larger this number is beside the others; 1 is usual.
    Weighted(NodeId),
}

visit!(Start, |start, see| {
    let Start { position, attitude, velocity, angular_velocity, pose_weight, velocity_weight } =
        start;
    if let Some(position) = position {
        fixed("position at the start").each(position, see);
    }
    fixed("attitude at the start").each(attitude, see);
    fixed("velocity at the start").each(velocity, see);
    fixed("angular velocity at the start").each(angular_velocity, see);
    pose_weight.visit(see);
    velocity_weight.visit(see);
});

visit!(StartWeight, |weight, see| {
    match weight {
        StartWeight::Free | StartWeight::Exact => {}
        StartWeight::Weighted(node) => {
            fixed("weight of the start").within(Range::Positive).each([node], see);
        }
    }
});

impl StartWeight {
    /// Nothing for what follows from the others.
    pub(crate) fn text(self, expressions: &Expressions) -> String {
        match self {
            StartWeight::Free => String::new(),
            StartWeight::Exact => " exact".to_owned(),
            StartWeight::Weighted(node) => format!(" weight {}", expressions.scalar(node)),
        }
    }
}
