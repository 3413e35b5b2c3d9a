//! A cable that cannot stretch must reach from end to end at the start. What is known before the run
//! is checked here: ends on the world and on prescribed bodies.

use cdl_graph::{Cable, CableStart, FrameId, Graph, Motion, NodeId};

use super::at_start::{AtStart, at_start, rounded};
use super::places::Places;
use crate::diagnostics::{self, Diagnostic};

/// Ends may be further apart than the cable is long by this share of its length.
const TOLERANCE: f64 = 1e-6;

pub(super) fn run(graph: Graph, places: &Places<'_>, diagnostics: &mut Vec<Diagnostic>) -> Graph {
    let mut at_start = at_start(&graph);
    for cable in &graph.cables {
        if let Some((length, distance)) = too_short(&graph, &mut at_start, cable) {
            let place = places.of(cable.origin);
            let distance = rounded(distance);
            diagnostics.push(diagnostics::cable_too_short(place, &cable.path, length, distance));
        }
    }
    graph
}

/// Its length and the distance of its ends.
fn too_short(graph: &Graph, at_start: &mut AtStart, cable: &Cable) -> Option<(f64, f64)> {
    let is_between_ends = match cable.start {
        CableStart::Hanging | CableStart::Onward | CableStart::Arc { .. } => true,
        CableStart::Straight { .. } => false,
    };
    if !is_between_ends || cable.stretches() {
        return None;
    }
    let [Some(from), Some(to)] = cable.ends.map(|end| end.frame()) else { return None };
    let (from, to) = (place(graph, at_start, from)?, place(graph, at_start, to)?);
    let distance = (0..3).map(|k| (to[k] - from[k]).powi(2)).sum::<f64>().sqrt();
    let length = at_start.value(cable.length);
    (distance > length * (1.0 + TOLERANCE)).then_some((length, distance))
}

/// Where a frame is at time 0, if that does not depend on the motion.
fn place(graph: &Graph, at_start: &mut AtStart, frame: FrameId) -> Option<[f64; 3]> {
    let frame = graph.frames.get(frame.index())?;
    let mut values =
        |nodes: &[NodeId]| -> Vec<f64> { nodes.iter().map(|node| at_start.value(*node)).collect() };
    let [x, y, z] = values(&frame.position)[..] else { return None };
    match &graph.bodies.get(frame.body.index())?.motion {
        Motion::Fixed => Some([x, y, z]),
        Motion::Dynamic { .. } => None,
        Motion::Prescribed { position, attitude, .. } => {
            let ([a, b, c], [w, u @ ..]) = (&values(position)[..], &values(attitude)[..]) else {
                return None;
            };
            let cross = |p: &[f64], q: [f64; 3]| {
                [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]]
            };
            // v + 2 w (u x v) + 2 u x (u x v)
            let v = [x, y, z];
            let t = cross(u, v).map(|x| 2.0 * x);
            let s = cross(u, t);
            let turned = [0, 1, 2].map(|k| v[k] + w * t[k] + s[k]);
            Some([a + turned[0], b + turned[1], c + turned[2]])
        }
    }
}
