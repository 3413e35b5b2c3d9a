//! Bodies that hang on cables along these: what a `grip` holds, or another equation between places.

use cdl_graph::{CableEnd, Graph, Node, NodeId, Sensor, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Of each body, whether a place of it has to be one of a cable, or it hangs on a cable of which a place has to be somewhere.
pub(super) fn gripped(graph: &Graph) -> Vec<bool> {
    let mut gripped = vec![false; graph.bodies.len()];
    if graph.constraints.is_empty() || graph.cables.is_empty() {
        return gripped;
    }
    let definitions: FxHashMap<VarId, NodeId> =
        graph.signals.equations.iter().map(|own| (own.var, own.value)).collect();
    for constraint in &graph.constraints {
        let (mut frames, mut is_on_a_cable) = (Vec::new(), false);
        let mut seen = FxHashSet::default();
        let mut stack: Vec<_> = constraint.rows.iter().map(|row| row.residual).collect();
        while let Some(id) = stack.pop() {
            if !seen.insert(id) {
                continue;
            }
            match graph.signals.node(id) {
                Node::Sensor { sensor: Sensor::Frame { frame, .. }, .. } => frames.push(frame),
                Node::Sensor { sensor: Sensor::Cable { cable, .. }, .. } => {
                    is_on_a_cable = true;
                    let ends = graph.cables[cable.index()].ends;
                    frames.extend(ends.iter().filter_map(CableEnd::frame));
                }
                Node::Var(var) => stack.extend(definitions.get(&var)),
                node => stack.extend(node.operands()),
            }
        }
        if is_on_a_cable {
            let bodies = frames.into_iter().map(|frame| graph.frames[frame.index()].body);
            bodies.for_each(|body| gripped[body.index()] = true);
        }
    }
    gripped
}
