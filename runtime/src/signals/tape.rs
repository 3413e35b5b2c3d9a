//! The signal DAG as a flat list of instructions.

use cdl_graph::{
    BinaryOp, Interpolant, LARGEST_SYSTEM, Node, NodeId, Nodes, Stage, SystemShape, UnaryOp, VarId,
};
use std::ops::Range;

use super::algebraic_loop::LoopState;
use super::failure::{explain_binary, explain_unary};

/// One scalar assignment: to a node's slot, or to a variable.
#[derive(Clone, Copy, Debug)]
pub(super) enum Instruction {
    /// `out = operation(a)`
    Unary { operation: UnaryOp, a: u32, out: u32 },
    /// `out = a operation b`
    Binary { operation: BinaryOp, a: u32, b: u32, out: u32 },
    /// `out = then` where the condition is not zero.
    Select { condition: u32, then: u32, otherwise: u32, out: u32 },
    /// `out` = a column of a table, or a derivative of it.
    Lookup { table: u32, column: u16, derivative: u8, argument: u32, out: u32 },
    /// `node = variable`
    Read { var: u32, out: u32 },
    /// `variable = node`
    Assign { var: u32, value: u32 },
    /// A system of linear equations, with all numbers of its solution.
    Linear { system: u32 },
    /// All variables of an algebraic loop and all nodes that depend on them.
    Solve { index: u32 },
}

/// How many [`Stage`]s there are.
pub(super) const STAGES: usize = 7;

/// The part of a loop that is evaluated for given tears.
#[derive(Clone, Debug)]
pub(super) struct AlgebraicLoop {
    /// Each tear and the node of its own equation.
    pub(super) tears: Vec<(u32, u32)>,
    /// Within [`Tape::loop_bodies`].
    pub(super) body: Range<usize>,
}

/// The slots that a system of linear equations reads and writes.
#[derive(Clone, Debug)]
pub(super) struct LinearSystem {
    /// How many equations and right sides there are.
    pub(super) shape: SystemShape,
    /// Of the matrix, then of the right sides.
    pub(super) entries: Vec<u32>,
    /// Where the condition number goes.
    pub(super) condition: u32,
    /// Which number of the solution goes where.
    pub(super) solutions: Vec<(u8, u32)>,
}

/// Everything constant about the signals.
#[derive(Clone, Debug)]
pub(crate) struct Tape {
    /// In an order in which each finds what it needs.
    pub(super) instructions: Vec<Instruction>,
    /// One range of `instructions` for each [`Stage`].
    pub(super) stages: [Range<usize>; STAGES],
    /// What is evaluated for each guess of a loop.
    pub(super) loop_bodies: Vec<Instruction>,
    /// Solved one by one.
    pub(super) loops: Vec<AlgebraicLoop>,
    /// Interpolated.
    pub(super) tables: Vec<Interpolant>,
    /// Of linear equations.
    pub(super) systems: Vec<LinearSystem>,
    /// Of each stage: the sensor nodes that it reads.
    pub(super) sensors: [Vec<NodeId>; STAGES],
    /// Nodes that hold the time.
    pub(super) time: Vec<u32>,
    /// The nodes themselves, to explain failures.
    pub(super) nodes: Nodes,
    /// For messages.
    pub(super) var_paths: Vec<String>,
    /// Of each variable: the node whose value it gets, where no algebraic loop is solved for it.
    pub(super) assigned: Vec<Option<NodeId>>,
}

/// The numbers that the tape works on.
/// All numbers are SI; a node's slot keeps its value until its stage is run again.
#[derive(Clone, Debug)]
pub(crate) struct Values {
    /// One for each node of the graph.
    pub(crate) nodes: Vec<f64>,
    /// One for each variable.
    pub(super) vars: Vec<f64>,
    /// One for each algebraic loop.
    pub(super) loops: Vec<LoopState>,
}

impl Values {
    /// Nothing at all; to stand in for values that are being worked on.
    /// Reading from it panics.
    pub(crate) fn empty() -> Self {
        Self { nodes: Vec::new(), vars: Vec::new(), loops: Vec::new() }
    }

    /// The value of a node.
    pub(crate) fn scalar(&self, node: NodeId) -> f64 {
        self.nodes[node.index()]
    }

    /// The values of several nodes.
    pub(crate) fn array<const N: usize>(&self, nodes: [NodeId; N]) -> [f64; N] {
        nodes.map(|node| self.scalar(node))
    }
}

impl LinearSystem {
    /// Reads entries and writes solutions; no numbers where the matrix is singular.
    fn solve(&self, nodes: &mut [f64]) {
        let mut entries = [0.0; 2 * LARGEST_SYSTEM * LARGEST_SYSTEM];
        let mut solution = [0.0; LARGEST_SYSTEM * LARGEST_SYSTEM];
        for (entry, &slot) in entries.iter_mut().zip(&self.entries) {
            *entry = nodes[slot as usize];
        }
        let entries = &entries[..self.entries.len()];
        let solution = &mut solution[..self.shape.solutions()];
        nodes[self.condition as usize] = cdl_graph::solve(self.shape, entries, solution);
        for &(index, slot) in &self.solutions {
            nodes[slot as usize] = solution[usize::from(index)];
        }
    }
}

impl Tape {
    /// The sensor nodes whose values must be there before a stage is run.
    pub(crate) fn sensors(&self, stage: Stage) -> &[NodeId] {
        &self.sensors[stage as usize]
    }

    /// Of one stage, with what its loops iterate.
    pub(super) fn instructions(&self, stage: Stage) -> impl Iterator<Item = &Instruction> {
        let own = &self.instructions[self.stages[stage as usize].clone()];
        own.iter().flat_map(|instruction| {
            let body = match *instruction {
                Instruction::Solve { index } => self.loops[index as usize].body.clone(),
                _ => 0..0,
            };
            std::iter::once(instruction).chain(&self.loop_bodies[body])
        })
    }

    /// Evaluates one stage. What sensors read must have been written into `values.nodes` before.
    pub(crate) fn run(&self, stage: Stage, time: f64, values: &mut Values) {
        for &node in &self.time {
            values.nodes[node as usize] = time;
        }
        let Values { nodes, vars, loops } = values;
        for instruction in &self.instructions[self.stages[stage as usize].clone()] {
            if let Instruction::Solve { index } = *instruction {
                self.solve(index as usize, nodes, vars, loops);
            } else {
                self.step(instruction, nodes, vars);
            }
        }
    }

    /// Numbers that are not finite are passed on; nothing is checked here.
    fn step(&self, instruction: &Instruction, nodes: &mut [f64], vars: &mut [f64]) {
        match *instruction {
            Instruction::Unary { operation, a, out } => {
                nodes[out as usize] = operation.apply(nodes[a as usize]);
            }
            Instruction::Binary { operation, a, b, out } => {
                nodes[out as usize] = operation.apply(nodes[a as usize], nodes[b as usize]);
            }
            Instruction::Select { condition, then, otherwise, out } => {
                let condition = nodes[condition as usize];
                let chosen = if condition != 0.0 { then } else { otherwise };
                // A condition without a value chooses neither.
                nodes[out as usize] =
                    if condition.is_nan() { condition } else { nodes[chosen as usize] };
            }
            Instruction::Lookup { table, column, derivative, argument, out } => {
                nodes[out as usize] = self.tables[table as usize].at(
                    column as usize,
                    nodes[argument as usize],
                    derivative,
                );
            }
            Instruction::Linear { system } => self.systems[system as usize].solve(nodes),
            Instruction::Read { var, out } => nodes[out as usize] = vars[var as usize],
            Instruction::Assign { var, value } => vars[var as usize] = nodes[value as usize],
            // Loops do not nest: the passes make one block of everything that is coupled.
            Instruction::Solve { .. } => {}
        }
    }

    /// Where no solution is found the tears, and with them all that depends on them, are not a
    /// number.
    fn solve(&self, index: usize, nodes: &mut [f64], vars: &mut [f64], loops: &mut [LoopState]) {
        let algebraic = &self.loops[index];
        let solved = loops[index].solve(|tears, residual| {
            for (&(var, _), &tear) in algebraic.tears.iter().zip(tears) {
                vars[var as usize] = tear;
            }
            for instruction in &self.loop_bodies[algebraic.body.clone()] {
                self.step(instruction, nodes, vars);
            }
            for ((&(_, value), &tear), residual) in algebraic.tears.iter().zip(tears).zip(residual)
            {
                *residual = nodes[value as usize] - tear;
            }
        });
        if !solved {
            for &(var, _) in &algebraic.tears {
                vars[var as usize] = f64::NAN;
            }
            for instruction in &self.loop_bodies[algebraic.body.clone()] {
                self.step(instruction, nodes, vars);
            }
        }
    }

    /// Makes the present solutions of the algebraic loops the ones that later solutions start from.
    pub(crate) fn accept(&self, values: &mut Values) {
        for state in &mut values.loops {
            if !state.failed {
                state.start.copy_from_slice(&state.solution);
            }
        }
    }

    /// The variables of the first algebraic loop that has no solution now.
    pub(crate) fn failed_loop(&self, values: &Values) -> Option<Vec<&str>> {
        let index = values.loops.iter().position(|state| state.failed)?;
        let name = |&(var, _): &(u32, u32)| self.var_paths[var as usize].as_str();
        Some(self.loops[index].tears.iter().map(name).collect())
    }

    /// The node whose value a variable gets; nothing where an algebraic loop is solved for it.
    pub(super) fn assigned(&self, var: VarId) -> Option<NodeId> {
        self.assigned[var.index()]
    }

    /// What makes a node not finite: the operation among everything it is computed from that had finite
    /// operands and a non-finite result; through variables, to what is assigned to them. `None` when the
    /// node is finite.
    pub(crate) fn culprit(&self, node: NodeId, values: &Values) -> Option<NodeId> {
        let bad = |node: NodeId| !values.nodes[node.index()].is_finite();
        if !bad(node) {
            return None;
        }
        let mut at = node;
        // Operands have smaller indices, but a variable may be assigned what depends on it.
        let mut variables = self.var_paths.len();
        loop {
            let next = match self.nodes.at(at) {
                Node::Var(var) if variables > 0 => {
                    variables -= 1;
                    self.assigned(var).filter(|&value| bad(value))
                }
                Node::Solve { entries, .. } => cdl_graph::entries(|id| self.nodes.at(id), entries)
                    .into_iter()
                    .find(|&own| bad(own)),
                // The condition number may be finite though nothing is solved.
                Node::Solution { of, .. } => Some(of),
                other => other.operands().find(|&operand| bad(operand)),
            };
            match next {
                Some(operand) => at = operand,
                None => return Some(at),
            }
        }
    }

    /// Why a node is not finite, in words: what [`Tape::culprit`] is. `None` when the node is finite.
    pub(crate) fn explain(&self, node: NodeId, values: &Values) -> Option<String> {
        let at = self.culprit(node, values)?;
        let value = |node: NodeId| values.nodes[node.index()];
        Some(match self.nodes.at(at) {
            Node::Constant(_) => "a constant is not a finite number".to_owned(),
            Node::Param(_) => "a parameter is not a finite number".to_owned(),
            Node::Time => "the time is not a finite number".to_owned(),
            Node::Sensor { .. } => "a quantity of the motion is not a finite number".to_owned(),
            Node::Var(VarId(var)) => {
                format!("`{}` is not a finite number", self.var_paths[var as usize])
            }
            Node::Unary(operation, a) => explain_unary(operation, value(a)),
            Node::Binary(operation, a, b) => explain_binary(operation, value(a), value(b)),
            Node::Select { .. } => "the chosen value is not a finite number".to_owned(),
            Node::Lookup { .. } => "a table's value is not a finite number".to_owned(),
            Node::Entry { .. } => "an entry of a matrix is not a finite number".to_owned(),
            Node::Solve { shape, .. } => shape.failure(value(at)),
            Node::Solution { .. } => "the solution is not a finite number".to_owned(),
        })
    }
}
