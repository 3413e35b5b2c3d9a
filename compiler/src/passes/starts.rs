//! Cables between two places of the world are long enough to hang between them. Where moving bodies
//! hold an end, the run finds out.

use cdl_graph::{BodyId, CableEnd, CableStart, Evaluation, FrameId, Graph};

use super::places::Places;
use crate::diagnostics::{self, Diagnostic};

/// Relative; a cable may be exactly as long as its ends are apart.
const TOLERANCE: f64 = 1e-9;

pub(super) fn run(graph: Graph, places: &Places<'_>, diagnostics: &mut Vec<Diagnostic>) -> Graph {
    let mut values = Evaluation::new(&graph.signals, 0.0, |_, _| f64::NAN);
    for cable in &graph.cables {
        let (CableStart::Hanging, [CableEnd::Pinned(from), CableEnd::Pinned(to)]) =
            (&cable.start, cable.ends)
        else {
            continue;
        };
        let (Some(from), Some(to)) = (on_ground(&graph, from), on_ground(&graph, to)) else {
            continue;
        };
        let square: f64 =
            from.iter().zip(to).map(|(a, b)| (values.value(b) - values.value(*a)).powi(2)).sum();
        let (distance, length) = (square.sqrt(), values.value(cable.length));
        // What is not a number is not compared.
        if distance > length * (1.0 + TOLERANCE) {
            diagnostics.push(diagnostics::contradictory_start(
                places.of(&cable.path),
                &format!("the cable `{}`", cable.path),
                &format!("its ends are {} m apart", crate::elaborate::shown_number(distance)),
                Some((
                    places.field(&cable.path, "length"),
                    format!("it is {} m long", crate::elaborate::shown_number(length)),
                )),
            ));
        }
    }
    drop(values);
    graph
}

/// The origin of a frame that does not move, in world axes.
fn on_ground(graph: &Graph, frame: FrameId) -> Option<[cdl_graph::NodeId; 3]> {
    let frame = graph.frames.get(frame.index())?;
    (frame.body == BodyId::WORLD).then_some(frame.position)
}
