//! Frames fixed on bodies.

use crate::slot::{fixed, visit};
use crate::text::{Expressions, section};
use crate::{BodyId, Graph, NodeId, Origin};

/// A frame fixed on a body.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Frame {
    pub path: String,
    #[serde(skip)]
    pub origin: Option<Origin>,
    pub body: BodyId,
    /// In body axes, m.
    pub position: [NodeId; 3],
    /// From frame axes to body axes.
    pub attitude: [NodeId; 4],
}

visit!(Frame, |frame, see| {
    let Frame { path: _, origin: _, body: _, position, attitude } = frame;
    fixed("position").each(position, see);
    fixed("attitude").each(attitude, see);
});

pub(crate) fn text(graph: &Graph, expressions: &Expressions) -> String {
    let mut own = vec![false; graph.frames.len()];
    for body in &graph.bodies {
        if let Some(flag) = own.get_mut(body.frame.index()) {
            *flag = true;
        }
    }
    section(
        "frames",
        graph.frames.iter().zip(own).filter(|(_, own)| !own).map(|(frame, _)| {
            format!(
                "{} on {} at {} attitude {}",
                frame.path,
                graph.body_path(frame.body),
                expressions.tuple(&frame.position),
                expressions.tuple(&frame.attitude)
            )
        }),
    )
}
