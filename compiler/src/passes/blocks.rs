//! Signal equations are sorted into blocks that can be solved one after the other: strongly connected
//! components of "needs the value of" (Tarjan 1972), found in the DAG together with its variables, so
//! that the cost is linear in both. An algebraic loop is torn greedily: where no variable can be
//! computed from those known, the one that most others wait for becomes a tear.

use cdl_graph::{Block, Graph, Node, NodeId, Signals, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::places::Places;
use crate::diagnostics::{self, Diagnostic};

pub(super) fn run(
    mut graph: Graph,
    places: &Places<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Graph {
    let mut values: Vec<Option<NodeId>> = vec![None; graph.signals.vars.len()];
    for equation in &graph.signals.equations {
        values[equation.var.index()] = Some(equation.value);
    }
    let mut blocks = Vec::new();
    for component in components(&graph.signals, &values) {
        match block(&graph.signals, &values, &component) {
            Ok(block) => blocks.push(block),
            Err(Circle) => {
                let vars = component.vars.iter().map(|var| &graph.signals.vars[var.index()]);
                let members: Vec<_> =
                    vars.map(|var| (var.path.as_str(), places.of(var.origin))).collect();
                if let Some((_, place)) = members.first() {
                    let reason = "they only repeat each other, so any value would do";
                    diagnostics.push(diagnostics::algebraic_loop(*place, &members, reason));
                }
            }
        }
    }
    if let Some(plan) = &mut graph.plan {
        plan.blocks = blocks;
    }
    graph
}

/// Variables that need each other, in the order of their numbers.
struct Component {
    vars: Vec<VarId>,
    circular: bool,
}

/// Variables that repeat each other in a circle.
struct Circle;

/// Vertices are the nodes, then the variables.
fn components(signals: &Signals, values: &[Option<NodeId>]) -> Vec<Component> {
    let nodes = signals.nodes.len();
    let successors = |vertex: usize| -> [Option<usize>; 3] {
        let mut found = [None; 3];
        if vertex >= nodes {
            found[0] = values[vertex - nodes].map(NodeId::index);
        } else {
            let node = signals.nodes.at(NodeId(vertex as u32));
            for (slot, operand) in found.iter_mut().zip(node.operands()) {
                *slot = Some(operand.index());
            }
            if let Node::Var(var) = node {
                found[0] = Some(nodes + var.index());
            }
        }
        found
    };
    let mut search = Search {
        number: vec![0; nodes + values.len()],
        lowest: vec![0; nodes + values.len()],
        on_stack: vec![false; nodes + values.len()],
        stack: Vec::new(),
        next: 1,
        found: Vec::new(),
    };
    for var in 0..values.len() {
        search.explore(nodes + var, nodes, &successors);
    }
    search.found
}

struct Search {
    /// In the order of discovery, from 1; 0 where not yet discovered.
    number: Vec<u32>,
    lowest: Vec<u32>,
    on_stack: Vec<bool>,
    stack: Vec<usize>,
    next: u32,
    found: Vec<Component>,
}

impl Search {
    fn open(&mut self, vertex: usize) {
        self.number[vertex] = self.next;
        self.lowest[vertex] = self.next;
        self.next += 1;
        self.stack.push(vertex);
        self.on_stack[vertex] = true;
    }

    fn explore(
        &mut self,
        start: usize,
        nodes: usize,
        successors: &impl Fn(usize) -> [Option<usize>; 3],
    ) {
        if self.number[start] != 0 {
            return;
        }
        // A vertex and how many of its successors have been followed.
        let mut path = vec![(start, 0)];
        self.open(start);
        while let Some((vertex, followed)) = path.last_mut() {
            let vertex = *vertex;
            match successors(vertex).get(*followed).copied().flatten() {
                Some(next) => {
                    *followed += 1;
                    if self.number[next] == 0 {
                        self.open(next);
                        path.push((next, 0));
                    } else if self.on_stack[next] {
                        self.lowest[vertex] = self.lowest[vertex].min(self.number[next]);
                    }
                }
                None => {
                    path.pop();
                    if let Some((before, _)) = path.last() {
                        self.lowest[*before] = self.lowest[*before].min(self.lowest[vertex]);
                    }
                    if self.lowest[vertex] == self.number[vertex] {
                        self.close(vertex, nodes);
                    }
                }
            }
        }
    }

    /// Takes the component of `vertex` off the stack.
    fn close(&mut self, vertex: usize, nodes: usize) {
        let mut vars = Vec::new();
        let mut size = 0;
        while let Some(member) = self.stack.pop() {
            self.on_stack[member] = false;
            size += 1;
            if member >= nodes {
                vars.push(VarId((member - nodes) as u32));
            }
            if member == vertex {
                break;
            }
        }
        if !vars.is_empty() {
            vars.sort_unstable();
            // A variable that needs itself does so through a node.
            self.found.push(Component { vars, circular: size > 1 });
        }
    }
}

fn block(
    signals: &Signals,
    values: &[Option<NodeId>],
    component: &Component,
) -> Result<Block, Circle> {
    let defined: Vec<(VarId, NodeId)> = component
        .vars
        .iter()
        .filter_map(|var| values[var.index()].map(|value| (*var, value)))
        .collect();
    match defined.as_slice() {
        [(var, value)] if !component.circular => {
            return Ok(Block::Explicit { var: *var, value: *value });
        }
        _ => {}
    }
    if defined.iter().all(|(_, value)| matches!(signals.node(*value), Node::Var(_))) {
        return Err(Circle);
    }
    Ok(torn(signals, &defined))
}

fn torn(signals: &Signals, defined: &[(VarId, NodeId)]) -> Block {
    let position: FxHashMap<VarId, usize> =
        defined.iter().enumerate().map(|(index, (var, _))| (*var, index)).collect();
    let mut waiting_for: Vec<Vec<usize>> = Vec::with_capacity(defined.len());
    let mut needed_by: Vec<Vec<usize>> = vec![Vec::new(); defined.len()];
    for (index, (_, value)) in defined.iter().enumerate() {
        let needs = needs(signals, *value, &position);
        for need in &needs {
            needed_by[*need].push(index);
        }
        waiting_for.push(needs);
    }
    let mut missing: Vec<usize> = waiting_for.iter().map(Vec::len).collect();
    let mut known = vec![false; defined.len()];
    let (mut tears, mut sequence) = (Vec::new(), Vec::new());
    let mut ready: Vec<usize> = Vec::new();
    loop {
        let next = match ready.pop() {
            Some(next) if known[next] => continue,
            Some(next) => {
                sequence.push(defined[next]);
                next
            }
            None => {
                let open = (0..defined.len()).filter(|index| !known[*index]);
                let wanted =
                    |index: &usize| needed_by[*index].iter().filter(|user| !known[**user]).count();
                let Some(next) = open.max_by_key(|index| (wanted(index), usize::MAX - index))
                else {
                    return Block::Loop { tears, sequence };
                };
                tears.push(defined[next]);
                next
            }
        };
        known[next] = true;
        for user in needed_by[next].iter().rev() {
            missing[*user] -= 1;
            if missing[*user] == 0 && !known[*user] {
                ready.push(*user);
            }
        }
    }
}

/// The variables of the loop that an expression reads, each once, by position in the loop.
fn needs(signals: &Signals, value: NodeId, position: &FxHashMap<VarId, usize>) -> Vec<usize> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    let mut stack = vec![value];
    while let Some(id) = stack.pop() {
        if !seen.insert(id) {
            continue;
        }
        let node = signals.node(id);
        if let Node::Var(var) = node {
            found.extend(position.get(&var).copied());
        }
        stack.extend(node.operands());
    }
    found.sort_unstable();
    found.dedup();
    found
}
