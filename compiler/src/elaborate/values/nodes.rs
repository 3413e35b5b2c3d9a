//! The signal DAG under construction, with what is already known about each of its nodes: how much
//! it varies and, where nothing but constants and parameters go into it, its value.

use cdl_graph::{
    BinaryOp, Equation, Node, NodeId, Origin, Param, ParamId, Sensor, Signals, Table, TableId,
    UnaryOp, Var, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::elaborate::constants;
use crate::place::Place;
use crate::row::Row;
use crate::schema::{Range, Variability};
use crate::symbolic::{Quaternion, Scalars, Vector};
use crate::typed::Demand;

#[derive(Default)]
pub(in crate::elaborate) struct Nodes {
    signals: Signals,
    /// By node; shorter than the DAG until somebody asks.
    known: Row<Known>,
    constants: FxHashMap<u64, NodeId>,
    sensors: FxHashMap<(Sensor, u8), NodeId>,
    time: Option<NodeId>,
    /// Parameters that stand for an argument nobody has given; their values mean nothing.
    placeholders: Vec<ParamId>,
    /// Where each variable is declared.
    variables: Vec<Place>,
    /// Where operations stand that have no value for some operands.
    operations: FxHashMap<NodeId, Place>,
    /// In the order in which they were met.
    demands: Vec<Demand>,
    demanded: FxHashSet<(NodeId, &'static str)>,
    /// The values of variables.
    defined: FxHashMap<VarId, NodeId>,
}

/// Where what stands that is no element.
pub(in crate::elaborate) struct Written {
    pub variables: Vec<Place>,
    pub operations: Vec<Place>,
    pub demands: Vec<Demand>,
}

#[derive(Clone, Copy)]
struct Known {
    variability: Variability,
    /// Whether a statistic goes into it, so that nobody knows it before the run is over.
    is_concluded: bool,
    /// What it is where it has a value. An option would be half as large again, and there is one for each node.
    number: f64,
    has_value: bool,
}

impl Known {
    fn value(self) -> Option<f64> {
        self.has_value.then_some(self.number)
    }
}

impl Nodes {
    /// With the places of variables and operations.
    pub(in crate::elaborate) fn into_signals(mut self) -> (Signals, Written) {
        let mut operations: Vec<(NodeId, Place)> = self.operations.into_iter().collect();
        operations.sort_unstable_by_key(|(node, _)| *node);
        let written = operations.iter().zip(0..);
        self.signals.written =
            written.map(|((node, _), number)| (*node, Origin::Operation(number))).collect();
        let operations = operations.into_iter().map(|(_, place)| place).collect();
        (self.signals, Written { variables: self.variables, operations, demands: self.demands })
    }

    /// Notes where an operation stands that may have no value during a run.
    pub(in crate::elaborate) fn note_operation(&mut self, node: NodeId, place: Place) {
        let may_fail = matches!(
            self.get(node),
            Some(
                Node::Binary(BinaryOp::Div | BinaryOp::Mod | BinaryOp::Pow, ..)
                    | Node::Unary(UnaryOp::Sqrt | UnaryOp::Ln | UnaryOp::Asin | UnaryOp::Acos, _)
            )
        );
        if may_fail {
            // The innermost is noted first: in a function, not where that is called.
            self.operations.entry(node).or_insert(place);
        }
    }

    /// Notes what a field takes, where another number of a parameter may make its value something else. Instances of a
    /// component that have the same value have the same demand.
    pub(in crate::elaborate) fn demand(&mut self, demand: Demand) {
        let is_given = self.variability(demand.node) == Variability::Param;
        if is_given
            && demand.range != Range::Any
            && self.demanded.insert((demand.node, demand.field))
        {
            self.demands.push(demand);
        }
    }

    pub(in crate::elaborate) fn signals(&self) -> &Signals {
        &self.signals
    }

    pub(in crate::elaborate) fn get(&self, id: NodeId) -> Option<Node> {
        self.signals.nodes.get(id)
    }

    /// The equation of a variable.
    pub(in crate::elaborate) fn define(&mut self, var: VarId, value: NodeId) {
        self.signals.equations.push(Equation { var, value });
        self.defined.insert(var, value);
    }

    /// What a name stands for that is nothing but another one for it.
    pub(in crate::elaborate) fn meant(&self, node: NodeId) -> NodeId {
        let mut meant = node;
        // A name that needs itself stands for nothing.
        for _ in 0..=self.defined.len() {
            match self.get(meant) {
                Some(Node::Var(var)) => match self.defined.get(&var) {
                    Some(&value) => meant = value,
                    None => return meant,
                },
                _ => return meant,
            }
        }
        node
    }

    pub(in crate::elaborate) fn add_table(&mut self, table: Table) -> TableId {
        let id = TableId(self.signals.tables.len() as u32);
        self.signals.tables.push(table);
        id
    }

    pub(in crate::elaborate) fn constant(&mut self, value: f64) -> NodeId {
        // Minus zero would only look odd in dumps.
        let value = if value == 0.0 { 0.0 } else { value };
        if let Some(&node) = self.constants.get(&value.to_bits()) {
            return node;
        }
        let node = self.signals.constant(value);
        self.constants.insert(value.to_bits(), node);
        node
    }

    pub(in crate::elaborate) fn constant_vector(&mut self, values: [f64; 3]) -> Vector {
        values.map(|value| self.constant(value))
    }

    pub(in crate::elaborate) fn identity(&mut self) -> Quaternion {
        let (one, zero) = (self.constant(1.0), self.constant(0.0));
        [one, zero, zero, zero]
    }

    pub(in crate::elaborate) fn param(&mut self, path: String, value: f64) -> NodeId {
        let id = ParamId(self.signals.params.len() as u32);
        self.signals.params.push(Param { path, value });
        self.signals.add(Node::Param(id))
    }

    /// A parameter whose value is not known.
    pub(in crate::elaborate) fn placeholder(&mut self, path: String) -> NodeId {
        self.placeholders.push(ParamId(self.signals.params.len() as u32));
        self.param(path, 1.0)
    }

    pub(super) fn var(&mut self, path: String, place: Place) -> (VarId, NodeId) {
        let id = VarId(self.signals.vars.len() as u32);
        self.signals.vars.push(Var { path, origin: Some(Origin::Variable(id.0)) });
        self.variables.push(place);
        (id, self.signals.add(Node::Var(id)))
    }

    pub(in crate::elaborate) fn sensor(&mut self, sensor: Sensor, component: u8) -> NodeId {
        let signals = &mut self.signals;
        *self
            .sensors
            .entry((sensor, component))
            .or_insert_with(|| signals.add(Node::Sensor { sensor, component }))
    }

    pub(in crate::elaborate) fn time(&mut self) -> NodeId {
        let signals = &mut self.signals;
        *self.time.get_or_insert_with(|| signals.add(Node::Time))
    }

    pub(in crate::elaborate) fn unary(&mut self, op: UnaryOp, a: NodeId) -> NodeId {
        self.add(Node::Unary(op, a))
    }

    pub(in crate::elaborate) fn binary(&mut self, op: BinaryOp, a: NodeId, b: NodeId) -> NodeId {
        self.add(Node::Binary(op, a, b))
    }

    pub(in crate::elaborate) fn select(
        &mut self,
        condition: NodeId,
        then: NodeId,
        otherwise: NodeId,
    ) -> NodeId {
        if then == otherwise {
            return then;
        }
        self.add(Node::Select { condition, then, otherwise })
    }

    pub(in crate::elaborate) fn add(&mut self, node: Node) -> NodeId {
        match self.signals.folded(node) {
            Node::Constant(value) => self.constant(value),
            node => self.signals.add(node),
        }
    }

    /// How much a node may vary.
    pub(in crate::elaborate) fn variability(&mut self, node: NodeId) -> Variability {
        self.known(node).map_or(Variability::Signal, |known| known.variability)
    }

    /// The value of a node that is constant or follows from the parameters' present values.
    pub(in crate::elaborate) fn value(&mut self, node: NodeId) -> Option<f64> {
        self.known(node)?.value()
    }

    /// The value of a node into which no parameter goes.
    pub(in crate::elaborate) fn constant_value(&mut self, node: NodeId) -> Option<f64> {
        let known = self.known(node)?;
        if known.variability == Variability::Const { known.value() } else { None }
    }

    /// Whether the value is known only when the run is over.
    pub(in crate::elaborate) fn is_concluded(&mut self, node: NodeId) -> bool {
        self.known(node).is_some_and(|known| known.is_concluded)
    }

    /// The same where names may stand in between.
    pub(in crate::elaborate) fn is_concluded_by_name(&self, node: NodeId) -> bool {
        let (mut seen, mut stack) = (FxHashSet::default(), vec![node]);
        while let Some(id) = stack.pop() {
            let Some(node) = self.get(id).filter(|_| seen.insert(id)) else { continue };
            match node {
                Node::Sensor { sensor: Sensor::Statistic(_), .. } => return true,
                Node::Var(var) => stack.extend(self.defined.get(&var)),
                node => stack.extend(node.operands()),
            }
        }
        false
    }

    fn known(&mut self, node: NodeId) -> Option<Known> {
        while self.known.len() < self.signals.nodes.len() {
            let next = self.examine(self.signals.nodes.at(NodeId(self.known.len() as u32)));
            self.known.push(next);
        }
        self.known.get(node.index()).copied()
    }

    fn examine(&self, node: Node) -> Known {
        let own = match node {
            Node::Param(_) => Variability::Param,
            Node::Time | Node::Sensor { .. } | Node::Var(_) => Variability::Signal,
            Node::Constant(_)
            | Node::Unary(..)
            | Node::Binary(..)
            | Node::Select { .. }
            | Node::Lookup { .. }
            | Node::Entry { .. }
            | Node::Solve { .. }
            | Node::Solution { .. } => Variability::Const,
        };
        let operand = |id: NodeId| self.known.get(id.index());
        let variability = node
            .operands()
            .filter_map(|id| operand(id).map(|known| known.variability))
            .fold(own, Variability::max);
        let value = match node {
            Node::Param(id) if self.placeholders.contains(&id) => None,
            _ => constants::value(&self.signals, node, |id| operand(id)?.value()),
        };
        let is_own = matches!(node, Node::Sensor { sensor: Sensor::Statistic(_), .. });
        let mut operands = node.operands();
        let is_concluded =
            is_own || operands.any(|id| operand(id).is_some_and(|known| known.is_concluded));
        let (number, has_value) = (value.unwrap_or_default(), value.is_some());
        Known { variability, is_concluded, number, has_value }
    }
}

/// Each constant is there once, and what operations on constants come to is one too.
impl Scalars for Nodes {
    fn node(&self, id: NodeId) -> Node {
        self.signals.node(id)
    }

    fn add(&mut self, node: Node) -> NodeId {
        Nodes::add(self, node)
    }
}
