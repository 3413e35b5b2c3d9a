//! Variables that only repeat another variable, a constant, a parameter, the time or a sensor are
//! read no more: whoever reads them reads that instead.

use cdl_graph::{Graph, Node, Signals, VarId};

use super::rewrite::rewrite;

pub(super) fn run(graph: Graph) -> Graph {
    if graph.signals.vars.is_empty() {
        return graph;
    }
    let meant = meanings(&graph.signals);
    rewrite(graph, |signals, node, _| match node {
        Node::Var(var) => signals.add(meant[var.index()]),
        node => signals.add(node),
    })
}

/// What reading each variable amounts to. Variables that repeat each other in a circle stay as they
/// are; sorting into blocks reports them.
fn meanings(signals: &Signals) -> Vec<Node> {
    let mut repeated: Vec<Option<Node>> = vec![None; signals.vars.len()];
    for equation in &signals.equations {
        let value = signals.node(equation.value);
        let leaf = match value {
            Node::Constant(_) | Node::Param(_) | Node::Time | Node::Var(_) => true,
            // A station's arc length would have to stand before all who read the variable.
            Node::Sensor { .. } => value.station().is_none(),
            Node::Unary(..)
            | Node::Binary(..)
            | Node::Select { .. }
            | Node::Lookup { .. }
            | Node::Entry { .. }
            | Node::Solve { .. }
            | Node::Solution { .. } => false,
        };
        repeated[equation.var.index()] = leaf.then_some(value);
    }
    let mut meant: Vec<Option<Node>> = vec![None; repeated.len()];
    let mut followed = vec![u32::MAX; repeated.len()];
    for start in 0..repeated.len() {
        let mut chain = Vec::new();
        let mut var = start;
        let end = loop {
            if let Some(known) = meant[var] {
                break Some(known);
            }
            if followed[var] == start as u32 {
                break None;
            }
            followed[var] = start as u32;
            chain.push(var);
            match repeated[var] {
                Some(Node::Var(VarId(next))) => var = next as usize,
                Some(leaf) => break Some(leaf),
                None => break Some(Node::Var(VarId(var as u32))),
            }
        };
        for var in chain {
            meant[var] = Some(end.unwrap_or(Node::Var(VarId(var as u32))));
        }
    }
    let own = (0..).map(|var| Node::Var(VarId(var)));
    meant.into_iter().zip(own).map(|(meant, own)| meant.unwrap_or(own)).collect()
}
