//! From the DAG to a tape: which node is evaluated when, and in what order.
//!
//! A node is evaluated at the first stage at which somebody wants it, and with it all that it
//! depends on; what never changes is evaluated before the run. Within a stage nodes go in ascending
//! order, as operands have smaller indices, after the blocks of equations that define variables.

use cdl_graph::{Block, Interpolant, Node, NodeId, Signals, Stage, TableError, VarId, Variability};

use rustc_hash::FxHashMap;
use std::ops::Range;

use super::algebraic_loop::LoopState;
use super::tape::{AlgebraicLoop, Instruction, LinearSystem, STAGES, Tape, Values};

/// Nodes whose values are wanted, by when they are wanted.
/// By stage: before the run, when the time is known, when positions and velocities are, when
/// accelerations are in every evaluation, for events at the ends of steps, and in rows only.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wanted {
    pub(crate) fixed: Vec<NodeId>,
    pub(crate) time: Vec<NodeId>,
    pub(crate) state: Vec<NodeId>,
    pub(crate) rate: Vec<NodeId>,
    pub(crate) event: Vec<NodeId>,
    pub(crate) output: Vec<NodeId>,
    /// When the run is over.
    pub(crate) conclusion: Vec<NodeId>,
}

/// `stage` is the phrase that completes "is needed ... known".
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ScheduleError {
    /// A node is wanted before what it depends on is known.
    TooLate {
        node: NodeId,
        stage: &'static str,
        variability: Variability,
    },
    /// A variable that no block computes.
    NoEquation(VarId),
    Table {
        index: usize,
        error: TableError,
    },
}

/// Builds the tape and the values with the static stage evaluated.
pub(crate) fn schedule(
    signals: &Signals,
    blocks: &[Block],
    wanted: &Wanted,
) -> Result<(Tape, Values), ScheduleError> {
    let mut tables = Vec::with_capacity(signals.tables.len());
    for (index, table) in signals.tables.iter().enumerate() {
        tables
            .push(Interpolant::new(table).map_err(|error| ScheduleError::Table { index, error })?);
    }
    let mut block_of_var = vec![None; signals.vars.len()];
    for (index, block) in blocks.iter().enumerate() {
        for (var, _) in equations(block) {
            block_of_var[var.index()] = Some(index);
        }
    }
    let mut scheduler = Scheduler {
        signals,
        blocks,
        variability: signals.variabilities(),
        block_of_var,
        node_done: vec![false; signals.nodes.len()],
        block_done: vec![false; blocks.len()],
        instructions: Vec::new(),
        loop_bodies: Vec::new(),
        loops: Vec::new(),
        systems: Vec::new(),
        solutions: solutions(signals),
        sensors: Vec::new(),
    };
    let mut fixed = wanted.fixed.clone();
    fixed.extend(scheduler.static_part(wanted)?);
    let mut stages: [Range<usize>; STAGES] = Default::default();
    let mut sensors: [Vec<NodeId>; STAGES] = Default::default();
    let order: [(Stage, &[NodeId], Variability, &'static str); STAGES] = [
        (Stage::Static, &fixed, Variability::Param, "before the run"),
        (Stage::Time, &wanted.time, Variability::Time, "before the positions are"),
        (Stage::State, &wanted.state, Variability::State, "before the accelerations are"),
        (Stage::Rate, &wanted.rate, Variability::Acceleration, "at any time"),
        (Stage::Event, &wanted.event, Variability::Acceleration, "at any time"),
        (Stage::Output, &wanted.output, Variability::Acceleration, "at any time"),
        (Stage::Conclusion, &wanted.conclusion, Variability::Acceleration, "at any time"),
    ];
    for (stage, roots, limit, name) in order {
        for &node in roots {
            let variability = scheduler.variability[node.index()];
            if variability > limit {
                return Err(ScheduleError::TooLate { node, stage: name, variability });
            }
        }
        let start = scheduler.instructions.len();
        scheduler.emit(roots)?;
        stages[stage as usize] = start..scheduler.instructions.len();
        sensors[stage as usize] = std::mem::take(&mut scheduler.sensors);
    }
    let nodes_where = |wanted: fn(&Node) -> bool| {
        signals.nodes.iter().enumerate().filter(move |(_, node)| wanted(node))
    };
    let loops: Vec<LoopState> =
        scheduler.loops.iter().map(|found| LoopState::new(found.tears.len())).collect();
    let Scheduler { instructions, loop_bodies, .. } = &scheduler;
    let assigned = assigned(signals.vars.len(), instructions.iter().chain(loop_bodies));
    let tape = Tape {
        instructions: scheduler.instructions,
        stages,
        loop_bodies: scheduler.loop_bodies,
        assigned,
        loops: scheduler.loops,
        tables,
        systems: scheduler.systems,
        sensors,
        time: nodes_where(|node| matches!(node, Node::Time))
            .map(|(index, _)| index as u32)
            .collect(),
        nodes: signals.nodes.clone(),
        var_paths: signals.vars.iter().map(|var| var.path.clone()).collect(),
    };
    let mut values = Values {
        nodes: signals
            .nodes
            .iter()
            .map(|node| match node {
                Node::Constant(value) => value,
                Node::Param(param) => signals.params[param.index()].value,
                _ => 0.0,
            })
            .collect(),
        vars: vec![0.0; signals.vars.len()],
        loops,
    };
    tape.run(Stage::Static, 0.0, &mut values);
    tape.accept(&mut values);
    Ok((tape, values))
}

/// Of each variable the node whose value it gets, if it gets one.
fn assigned<'a>(
    variables: usize,
    instructions: impl Iterator<Item = &'a Instruction>,
) -> Vec<Option<NodeId>> {
    let mut assigned = vec![None; variables];
    for instruction in instructions {
        if let Instruction::Assign { var, value } = *instruction {
            assigned[var as usize].get_or_insert(NodeId(value));
        }
    }
    assigned
}

/// Of each system of linear equations, which number of its solution is which node's.
fn solutions(signals: &Signals) -> FxHashMap<NodeId, Vec<(u8, u32)>> {
    let mut found: FxHashMap<NodeId, Vec<(u8, u32)>> = FxHashMap::default();
    for (slot, node) in (0..).zip(signals.nodes.iter()) {
        if let Node::Solution { of, index } = node {
            found.entry(of).or_default().push((index, slot));
        }
    }
    found
}

/// Every variable of the block with the node of its value.
fn equations(block: &Block) -> Vec<(VarId, NodeId)> {
    match block {
        Block::Explicit { var, value } => vec![(*var, *value)],
        Block::Loop { tears, sequence } => sequence.iter().chain(tears).copied().collect(),
    }
}

/// Marks what earlier stages have done, so that each instruction is emitted once.
struct Scheduler<'a> {
    signals: &'a Signals,
    blocks: &'a [Block],
    variability: Vec<Variability>,
    block_of_var: Vec<Option<usize>>,
    node_done: Vec<bool>,
    block_done: Vec<bool>,
    instructions: Vec<Instruction>,
    loop_bodies: Vec<Instruction>,
    loops: Vec<AlgebraicLoop>,
    systems: Vec<LinearSystem>,
    /// Of each system of linear equations, where the numbers of its solution go.
    solutions: FxHashMap<NodeId, Vec<(u8, u32)>>,
    /// Met in the present stage.
    sensors: Vec<NodeId>,
}

impl Scheduler<'_> {
    /// Marks everything that `roots` need and that is not done: nodes and blocks, ascending.
    fn needed(&self, roots: &[NodeId]) -> Result<(Vec<NodeId>, Vec<usize>), ScheduleError> {
        let mut seen_node = vec![false; self.signals.nodes.len()];
        let mut seen_block = vec![false; self.blocks.len()];
        let (mut nodes, mut blocks) = (Vec::new(), Vec::new());
        let mut stack: Vec<NodeId> = roots.to_vec();
        while let Some(node) = stack.pop() {
            if self.node_done[node.index()] || std::mem::replace(&mut seen_node[node.index()], true)
            {
                continue;
            }
            nodes.push(node);
            stack.extend(self.signals.node(node).operands());
            if let Node::Var(var) = self.signals.node(node) {
                let block = self.block_of_var[var.index()].ok_or(ScheduleError::NoEquation(var))?;
                if !self.block_done[block] && !std::mem::replace(&mut seen_block[block], true) {
                    blocks.push(block);
                    stack.extend(equations(&self.blocks[block]).iter().map(|(_, value)| *value));
                }
            }
        }
        nodes.sort_unstable();
        blocks.sort_unstable();
        Ok((nodes, blocks))
    }

    /// Everything that never changes among what is needed by later stages.
    fn static_part(&self, wanted: &Wanted) -> Result<Vec<NodeId>, ScheduleError> {
        let all: Vec<NodeId> = [
            &wanted.time[..],
            &wanted.state,
            &wanted.rate,
            &wanted.event,
            &wanted.output,
            &wanted.conclusion,
        ]
        .concat();
        let (nodes, _) = self.needed(&all)?;
        let fixed = |node: &NodeId| self.variability[node.index()] <= Variability::Param;
        Ok(nodes.into_iter().filter(fixed).collect())
    }

    /// Appends instructions of the present stage.
    fn emit(&mut self, roots: &[NodeId]) -> Result<(), ScheduleError> {
        let (nodes, blocks) = self.needed(roots)?;
        for block in blocks {
            self.emit_block(block);
        }
        for node in nodes {
            self.emit_node(node);
        }
        Ok(())
    }

    /// Nodes below `roots` that are not done, ascending, with variables as leaves.
    fn below(&self, roots: impl Iterator<Item = NodeId>) -> Vec<NodeId> {
        let mut found = std::collections::BTreeSet::new();
        let mut stack: Vec<NodeId> = roots.collect();
        while let Some(node) = stack.pop() {
            if !self.node_done[node.index()] && found.insert(node) {
                stack.extend(self.signals.node(node).operands());
            }
        }
        found.into_iter().collect()
    }

    /// Of a loop only what depends on its variables is in the body that is iterated.
    fn emit_block(&mut self, index: usize) {
        match &self.blocks[index] {
            Block::Explicit { var, value } => {
                for node in self.below(std::iter::once(*value)) {
                    self.emit_node(node);
                }
                self.instructions.push(Instruction::Assign { var: var.0, value: value.0 });
            }
            Block::Loop { tears, sequence } => {
                let all = equations(&self.blocks[index]);
                let of_loop = |var: VarId| all.iter().any(|(own, _)| *own == var);
                let nodes = self.below(all.iter().map(|(_, value)| *value));
                let mut inside = std::collections::BTreeSet::new();
                for &node in &nodes {
                    let depends = match self.signals.node(node) {
                        Node::Var(var) => of_loop(var),
                        other => other.operands().any(|operand| inside.contains(&operand)),
                    };
                    if depends {
                        inside.insert(node);
                    } else {
                        self.emit_node(node);
                    }
                }
                let start = self.loop_bodies.len();
                for &(var, value) in sequence {
                    for node in self.below(std::iter::once(value)) {
                        self.emit_into_body(node);
                    }
                    self.loop_bodies.push(Instruction::Assign { var: var.0, value: value.0 });
                }
                for &(_, value) in tears {
                    for node in self.below(std::iter::once(value)) {
                        self.emit_into_body(node);
                    }
                }
                self.instructions.push(Instruction::Solve { index: self.loops.len() as u32 });
                self.loops.push(AlgebraicLoop {
                    tears: tears.iter().map(|(var, value)| (var.0, value.0)).collect(),
                    body: start..self.loop_bodies.len(),
                });
            }
        }
        self.block_done[index] = true;
    }

    /// Constants, parameters, time and sensors need no instruction: their slots are filled
    /// otherwise.
    fn emit_node(&mut self, node: NodeId) {
        if let Some(instruction) = self.instruction(node) {
            self.instructions.push(instruction);
        }
    }

    /// For the iterated part of the loop that is being emitted.
    fn emit_into_body(&mut self, node: NodeId) {
        if let Some(instruction) = self.instruction(node) {
            self.loop_bodies.push(instruction);
        }
    }

    /// `None` for what is not computed by the tape: constants, parameters, time and sensors.
    fn instruction(&mut self, node: NodeId) -> Option<Instruction> {
        if std::mem::replace(&mut self.node_done[node.index()], true) {
            return None;
        }
        let out = node.0;
        match self.signals.node(node) {
            Node::Constant(_) | Node::Param(_) | Node::Time => None,
            Node::Sensor { .. } => {
                self.sensors.push(node);
                None
            }
            Node::Var(var) => Some(Instruction::Read { var: var.0, out }),
            Node::Unary(operation, a) => Some(Instruction::Unary { operation, a: a.0, out }),
            Node::Binary(operation, a, b) => {
                Some(Instruction::Binary { operation, a: a.0, b: b.0, out })
            }
            Node::Select { condition, then, otherwise } => Some(Instruction::Select {
                condition: condition.0,
                then: then.0,
                otherwise: otherwise.0,
                out,
            }),
            Node::Lookup { table, column, argument, derivative } => Some(Instruction::Lookup {
                table: table.0,
                column,
                derivative,
                argument: argument.0,
                out,
            }),
            // Whoever solves the system reads the entries and writes the solution.
            Node::Entry { .. } | Node::Solution { .. } => None,
            Node::Solve { entries, shape } => {
                let entries = cdl_graph::entries(|id| self.signals.node(id), entries);
                let system = self.systems.len() as u32;
                self.systems.push(LinearSystem {
                    shape,
                    entries: entries.into_iter().map(|id| id.0).collect(),
                    condition: out,
                    solutions: self.solutions.remove(&node).unwrap_or_default(),
                });
                Some(Instruction::Linear { system })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cdl_graph::{BinaryOp, Equation, FrameId, FrameQuantity, Sensor, UnaryOp, Var};

    /// x = 2 t, y = cos(y) + x * 0 in a loop, z = x + y read by an output only.
    #[test]
    fn stages_and_loops_are_evaluated_in_order() {
        let mut signals = Signals::default();
        for path in ["x", "y", "z"] {
            signals.vars.push(Var { path: path.into(), origin: None });
        }
        // z's read has the smallest index on purpose.
        let z = signals.add(Node::Var(VarId(2)));
        let y = signals.add(Node::Var(VarId(1)));
        let x = signals.add(Node::Var(VarId(0)));
        let time = signals.add(Node::Time);
        let two = signals.constant(2.0);
        let double = signals.add(Node::Binary(BinaryOp::Mul, two, time));
        let cosine = signals.add(Node::Unary(UnaryOp::Cos, y));
        let sum = signals.add(Node::Binary(BinaryOp::Add, x, y));
        let blocks = vec![
            Block::Explicit { var: VarId(0), value: double },
            Block::Loop { tears: vec![(VarId(1), cosine)], sequence: vec![] },
            Block::Explicit { var: VarId(2), value: sum },
        ];
        signals.equations = vec![
            Equation { var: VarId(0), value: double },
            Equation { var: VarId(1), value: cosine },
            Equation { var: VarId(2), value: sum },
        ];
        let wanted = Wanted { time: vec![x], output: vec![z], ..Wanted::default() };
        let (tape, mut values) = schedule(&signals, &blocks, &wanted).unwrap();
        tape.run(Stage::Time, 3.0, &mut values);
        assert_eq!(values.scalar(x), 6.0);
        tape.run(Stage::Output, 3.0, &mut values);
        assert!((values.scalar(z) - 6.739_085_133_215_16).abs() < 1e-11);
    }

    #[test]
    fn a_prescribed_motion_cannot_read_the_state() {
        let mut signals = Signals::default();
        let sensor = Sensor::Frame { frame: FrameId::WORLD, quantity: FrameQuantity::Position };
        let node = signals.add(Node::Sensor { sensor, component: 0 });
        let wanted = Wanted { time: vec![node], ..Wanted::default() };
        let error = schedule(&signals, &[], &wanted).unwrap_err();
        assert!(matches!(error, ScheduleError::TooLate { .. }));
    }

    #[test]
    fn a_division_by_zero_is_explained() {
        let mut signals = Signals::default();
        let zero = signals.constant(0.0);
        let one = signals.constant(1.0);
        let quotient = signals.add(Node::Binary(BinaryOp::Div, one, zero));
        let root = signals.add(Node::Unary(UnaryOp::Sqrt, quotient));
        let wanted = Wanted { state: vec![root], ..Wanted::default() };
        let (tape, mut values) = schedule(&signals, &[], &wanted).unwrap();
        tape.run(Stage::State, 0.0, &mut values);
        assert_eq!(tape.explain(root, &values).as_deref(), Some("division by zero"));
    }
}
