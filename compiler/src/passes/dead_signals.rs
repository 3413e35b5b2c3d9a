//! Nodes, variables and tables that neither the mechanism nor an output reads are removed. Parameters
//! stay: they are the model's interface.

use cdl_graph::{Equation, Graph, Node, NodeId, TableId, VarId};

/// Before blocks are planned, which refer to variables.
pub(super) fn run(mut graph: Graph) -> Graph {
    if graph.plan.as_ref().is_some_and(|plan| !plan.blocks.is_empty()) {
        return graph;
    }
    let equations = std::mem::take(&mut graph.signals.equations);
    let live = Live::of(&graph, &equations);
    let vars = numbers(&live.vars);
    let tables = numbers(&live.tables);
    let mut nodes: Vec<NodeId> = Vec::with_capacity(live.nodes.len());
    let mut kept = 0;
    let old = std::mem::take(&mut graph.signals.nodes);
    for (node, live) in old.into_nodes().zip(&live.nodes) {
        nodes.push(NodeId(kept));
        if *live {
            kept += 1;
            let node = node.reading(|id| nodes[id.index()]);
            graph.signals.nodes.push(match node {
                Node::Var(var) => Node::Var(VarId(vars[var.index()])),
                Node::Lookup { table, column, argument, derivative } => Node::Lookup {
                    table: TableId(tables[table.index()]),
                    column,
                    argument,
                    derivative,
                },
                node => node,
            });
        }
    }
    graph.signals.equations = equations;
    graph.signals.equations.retain(|equation| live.vars[equation.var.index()]);
    for equation in &mut graph.signals.equations {
        equation.var = VarId(vars[equation.var.index()]);
    }
    let mut flags = live.vars.iter();
    graph.signals.vars.retain(|_| flags.next() == Some(&true));
    let mut flags = live.tables.iter();
    graph.signals.tables.retain(|_| flags.next() == Some(&true));
    graph.for_each_root(&mut |id| *id = nodes[id.index()]);
    graph.signals.renumber_written(|id| live.nodes[id.index()].then(|| nodes[id.index()]));
    graph
}

/// Of each node, whether the mechanism or an output reads it.
pub(super) fn live_nodes(graph: &Graph) -> Vec<bool> {
    Live::of(graph, &graph.signals.equations).nodes
}

struct Live {
    nodes: Vec<bool>,
    vars: Vec<bool>,
    tables: Vec<bool>,
}

impl Live {
    /// From what the elements refer to; an equation counts only where its variable is read.
    fn of(graph: &Graph, equations: &[Equation]) -> Self {
        let mut values = vec![None; graph.signals.vars.len()];
        for equation in equations {
            values[equation.var.index()] = Some(equation.value);
        }
        let mut live = Self {
            nodes: vec![false; graph.signals.nodes.len()],
            vars: vec![false; graph.signals.vars.len()],
            tables: vec![false; graph.signals.tables.len()],
        };
        live.mark(graph, &values);
        live
    }

    fn mark(&mut self, graph: &Graph, values: &[Option<NodeId>]) {
        // Marked before they are put there, as many elements refer to one node.
        let mut stack: Vec<NodeId> = Vec::new();
        let mut is_new = |id: NodeId| !std::mem::replace(&mut self.nodes[id.index()], true);
        graph.for_each_slot(|_, slot| stack.extend(Some(*slot.node).filter(|id| is_new(*id))));
        while let Some(id) = stack.pop() {
            let node = graph.signals.node(id);
            stack.extend(node.operands().chain(node.station()).filter(|id| is_new(*id)));
            match node {
                Node::Var(var) if !std::mem::replace(&mut self.vars[var.index()], true) => {
                    stack.extend(values[var.index()].filter(|id| is_new(*id)));
                }
                Node::Lookup { table, .. } => self.tables[table.index()] = true,
                _ => {}
            }
        }
    }
}

/// The new number of each entry, where only those that are kept count.
fn numbers(kept: &[bool]) -> Vec<u32> {
    let mut next = 0;
    let number = |kept: &bool| {
        let number = next;
        next += u32::from(*kept);
        number
    };
    kept.iter().map(number).collect()
}
