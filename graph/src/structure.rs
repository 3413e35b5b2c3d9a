//! Questions about a signal DAG that both the compiler and the runtime ask.

use crate::{Node, NodeId, ParamId, Sensor, Signals, Variability};

impl Signals {
    /// Appends a node. Its operands must be in the DAG already.
    pub fn add(&mut self, node: Node) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("fewer than 2^32 nodes"));
        self.nodes.push(node);
        id
    }

    pub fn constant(&mut self, value: f64) -> NodeId {
        self.add(Node::Constant(value))
    }

    /// The parameter of a name.
    pub fn param(&self, path: &str) -> Option<ParamId> {
        let index = self.params.iter().position(|own| own.path == path)?;
        u32::try_from(index).ok().map(ParamId)
    }

    /// SI
    pub fn param_value(&self, path: &str) -> Option<f64> {
        self.params.iter().find(|own| own.path == path).map(|own| own.value)
    }

    pub fn node(&self, id: NodeId) -> Node {
        self.nodes.at(id)
    }

    /// The variability of every node, by index. A variable varies as the nodes of its equation do;
    /// one in an algebraic loop as everything in the loop together.
    pub fn variabilities(&self) -> Vec<Variability> {
        self.variabilities_by(&Sensor::variability)
    }

    /// The same where sensors vary as somebody else says.
    pub fn variabilities_by(
        &self,
        of_sensor: &impl Fn(&Sensor) -> Variability,
    ) -> Vec<Variability> {
        let mut of_vars = vec![Variability::Constant; self.vars.len()];
        loop {
            let nodes = self.variabilities_given(&of_vars, of_sensor);
            let mut changed = false;
            for equation in &self.equations {
                let found = nodes[equation.value.index()];
                let known = &mut of_vars[equation.var.index()];
                if found > *known {
                    *known = found;
                    changed = true;
                }
            }
            if !changed {
                return nodes;
            }
        }
    }

    fn variabilities_given(
        &self,
        of_vars: &[Variability],
        of_sensor: &impl Fn(&Sensor) -> Variability,
    ) -> Vec<Variability> {
        let mut known: Vec<Variability> = Vec::with_capacity(self.nodes.len());
        for node in self.nodes.iter() {
            let own = match node {
                Node::Constant(_) => Variability::Constant,
                Node::Param(_) => Variability::Param,
                Node::Time => Variability::Time,
                Node::Sensor { sensor, .. } => of_sensor(&sensor),
                Node::Var(var) => of_vars[var.index()],
                Node::Unary(..)
                | Node::Binary(..)
                | Node::Select { .. }
                | Node::Lookup { .. }
                | Node::Entry { .. }
                | Node::Solve { .. }
                | Node::Solution { .. } => Variability::Constant,
            };
            let inherited = node.operands().map(|operand| known[operand.index()]).max();
            known.push(inherited.map_or(own, |inherited| own.max(inherited)));
        }
        known
    }
}

impl Node {
    /// The nodes it reads, at most three.
    pub fn operands(&self) -> impl Iterator<Item = NodeId> {
        let operands = match *self {
            Node::Constant(_) | Node::Param(_) | Node::Time | Node::Var(_) => [None; 3],
            // A station's arc length is a parameter that the dynamics reads before the run.
            Node::Sensor { .. } => [None; 3],
            Node::Unary(_, a) => [Some(a), None, None],
            Node::Binary(_, a, b) => [Some(a), Some(b), None],
            Node::Select { condition, then, otherwise } => {
                [Some(condition), Some(then), Some(otherwise)]
            }
            Node::Lookup { argument, .. } => [Some(argument), None, None],
            Node::Entry { before, value } => [before, Some(value), None],
            Node::Solve { entries, .. } => [Some(entries), None, None],
            Node::Solution { of, .. } => [Some(of), None, None],
        };
        operands.into_iter().flatten()
    }
}
