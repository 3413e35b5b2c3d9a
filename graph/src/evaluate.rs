//! Values of expressions, computed the plain way: on demand, each node once. The runtime has its own
//! flat tape; this is what compile-time evaluation uses and what both are tested against.

use std::collections::HashMap;

use crate::{Interpolant, Node, NodeId, Sensor, Signals, TableId, VarId};

/// Values at one instant.
pub struct Evaluation<'a, F> {
    signals: &'a Signals,
    /// s
    time: f64,
    /// What a component of a sensor reads.
    sensor: F,
    known: HashMap<NodeId, f64>,
    equations: HashMap<VarId, NodeId>,
    tables: HashMap<TableId, Option<Interpolant>>,
}

impl<'a, F: FnMut(Sensor, u8) -> f64> Evaluation<'a, F> {
    /// Nothing is evaluated yet; parameters have the values they have in `signals`.
    pub fn new(signals: &'a Signals, time: f64, sensor: F) -> Self {
        let equations = signals.equations.iter().map(|each| (each.var, each.value)).collect();
        let (known, tables) = (HashMap::new(), HashMap::new());
        Self { signals, time, sensor, known, equations, tables }
    }

    /// The value of a node; NaN for what an algebraic loop defines, and for a table that cannot be
    /// interpolated.
    pub fn value(&mut self, node: NodeId) -> f64 {
        // A stack of its own: user expressions may be nested more deeply than the thread's stack
        // allows. `true` when the operands have been visited.
        let mut stack = vec![(node, false)];
        let mut open: std::collections::HashSet<NodeId> = std::collections::HashSet::new();
        while let Some((id, visited)) = stack.pop() {
            if self.known.contains_key(&id) {
                continue;
            }
            let node = self.signals.node(id);
            let through = match node {
                Node::Var(var) => self.equations.get(&var).copied(),
                _ => None,
            };
            if visited {
                open.remove(&id);
                let value = match (node, through) {
                    (_, Some(equation)) => self.read(equation),
                    (node, None) => self.compute(node),
                };
                self.known.insert(id, value);
            } else if open.insert(id) {
                stack.push((id, true));
                stack.extend(node.operands().chain(through).map(|operand| (operand, false)));
            }
        }
        self.read(node)
    }

    /// What has not been computed depends on itself.
    fn read(&self, id: NodeId) -> f64 {
        self.known.get(&id).copied().unwrap_or(f64::NAN)
    }

    fn compute(&mut self, node: Node) -> f64 {
        match node {
            Node::Constant(value) => value,
            Node::Param(param) => self.signals.params[param.index()].value,
            Node::Time => self.time,
            Node::Sensor { sensor, component } => (self.sensor)(sensor, component),
            Node::Var(_) => f64::NAN,
            Node::Unary(op, a) => op.apply(self.read(a)),
            Node::Binary(op, a, b) => op.apply(self.read(a), self.read(b)),
            Node::Select { condition, then, otherwise } => {
                let condition = self.read(condition);
                if condition.is_nan() {
                    return f64::NAN;
                }
                self.read(if condition != 0.0 { then } else { otherwise })
            }
            Node::Lookup { table, column, argument, derivative } => {
                let argument = self.read(argument);
                let signals = self.signals;
                self.tables
                    .entry(table)
                    .or_insert_with(|| Interpolant::new(&signals.tables[table.index()]).ok())
                    .as_ref()
                    .map_or(f64::NAN, |rows| rows.at(column.into(), argument, derivative))
            }
            Node::Entry { before: _, value } => self.read(value),
            Node::Solve { .. } => self.solved(node).0,
            Node::Solution { of, index } => {
                let solution = self.solved(self.signals.node(of)).1;
                solution.get(usize::from(index)).copied().unwrap_or(f64::NAN)
            }
        }
    }
}

impl<F> Evaluation<'_, F> {
    /// The condition of a system and its solution.
    fn solved(&self, node: Node) -> (f64, Vec<f64>) {
        let Node::Solve { entries, shape } = node else { return (f64::NAN, Vec::new()) };
        let values: Vec<f64> = crate::entries(|id| self.signals.node(id), entries)
            .into_iter()
            .map(|id| self.known.get(&id).copied().unwrap_or(f64::NAN))
            .collect();
        let mut solution = vec![f64::NAN; shape.solutions()];
        (crate::solve(shape, &values, &mut solution), solution)
    }
}

impl Signals {
    /// The value of a node that depends on constants and parameters only; NaN where it depends on
    /// time or on the motion.
    pub fn parameter_value(&self, node: NodeId) -> f64 {
        Evaluation::new(self, f64::NAN, |_, _| f64::NAN).value(node)
    }
}
