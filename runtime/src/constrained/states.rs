//! States of the user's over an implicit step.
//!
//! With the rates `f` in the balance of the step,
//!
//! ```text
//! x₁ = c + w f(x̄, s̄),    x̄ = x₀ + balance (x₁ - x₀)
//! ```
//!
//! where `s` is what rates read of the motion; `c` and the weight `w` belong to the scheme: `x₀` and the step at the
//! midpoint, Newmark's formula for first derivatives in generalized-alpha (Jansen, Whiting and Hulbert 2000).
//! This is solved inside of each evaluation, for the guess of the motion at hand, so states are no unknowns of the
//! step; the matrix of its Newton iteration gets what loads feel of the motion through them,
//!
//! ```text
//! dx̄ = balance w (I - w balance ∂f/∂x)⁻¹ ∂f/∂s ds̄
//! ```
//!
//! States that do not read each other are solved apart.

use cdl_graph::NodeId;

use super::data::ConstrainedData;
use super::model::ConstrainedModel;
use super::scheme::Scheme;
use super::sources::{Source, SourceRead};
use crate::dense::eliminate;
use crate::signals::{Stage, Values};

const MOST_ITERATIONS: usize = 40;
/// What rounding leaves of an equation, relative to its terms.
const ROUNDING: f64 = 8.0 * f64::EPSILON;
/// What is still taken when rounding of the rates themselves stops the iteration.
const STALLED: f64 = 1e-9;

/// All states of a model whose steps are implicit; constant. Otherwise, while an equilibrium is looked for, states stay
/// as they are and there are no blocks.
#[derive(Clone, Debug, Default)]
pub(super) struct States {
    pub(super) blocks: Vec<Block>,
    /// Nodes of signals that hold a state: node, then state.
    pub(super) nodes: Vec<(u32, usize)>,
    /// What only rates read of the motion.
    pub(super) reads: Vec<SourceRead>,
}

/// States that read each other, directly or through others.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    /// By their index in the graph, with the rate of each.
    pub(super) states: Vec<(usize, NodeId)>,
    /// Derivatives of rates by states of the block: row, column, value.
    pub(super) couplings: Vec<(usize, usize, NodeId)>,
    /// What rates read of the motion, each component once.
    pub(super) arguments: Vec<(Source, usize)>,
    /// Derivatives of rates by these: row, argument, value.
    pub(super) inputs: Vec<(usize, usize, NodeId)>,
    /// Where its part of [`StatesData::response`] begins: a row for each state, a column for each argument.
    pub(super) first: usize,
}

/// How the value of a load depends on a component of what it reads, through states as well.
#[derive(Clone, Debug, Default)]
pub(super) struct Derivative {
    pub(super) direct: Option<NodeId>,
    /// The derivative by a state, and where the state's by the component is among [`StatesData::response`].
    pub(super) through: Vec<(NodeId, usize)>,
}

/// What changes in a step.
#[derive(Clone, Debug, Default)]
pub(super) struct StatesData {
    /// `c`: set where a step begins.
    pub(super) offsets: Vec<f64>,
    pub(super) balance: Vec<f64>,
    pub(super) end: Vec<f64>,
    /// `dx̄/ds̄` of all blocks.
    pub(super) response: Vec<f64>,
    /// The state for which the last evaluation found no value.
    pub(super) unsolved: Option<usize>,
    matrix: Vec<f64>,
    right: Vec<f64>,
}

impl States {
    pub(super) fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// As they have been evaluated last.
    pub(super) fn note_rates(&self, values: &Values, into: &mut [f64]) {
        for &(state, rate) in self.blocks.iter().flat_map(|block| &block.states) {
            into[state] = values.scalar(rate);
        }
    }

    fn write(&self, values: &[f64], nodes: &mut [f64]) {
        for &(node, state) in &self.nodes {
            nodes[node as usize] = values[state];
        }
    }
}

impl StatesData {
    pub(super) fn new(states: &States, count: usize) -> Self {
        let size = |block: &Block| block.states.len() * block.arguments.len();
        let most = |of: fn(&Block) -> usize| states.blocks.iter().map(of).max().unwrap_or(0);
        Self {
            offsets: vec![0.0; count],
            balance: vec![0.0; count],
            end: vec![0.0; count],
            response: vec![0.0; states.blocks.iter().map(size).sum()],
            unsolved: None,
            matrix: vec![0.0; most(|block| block.states.len() * block.states.len())],
            right: vec![0.0; most(|block| block.states.len() * block.arguments.len().max(1))],
        }
    }

    /// At the start of a step from these states: the guess of its end.
    pub(super) fn begin(&mut self, start: &[f64]) {
        self.offsets.copy_from_slice(start);
        self.end.copy_from_slice(start);
    }
}

impl Derivative {
    pub(super) fn value(&self, values: &Values, response: &[f64]) -> f64 {
        let direct = self.direct.map_or(0.0, |node| values.scalar(node));
        let through =
            self.through.iter().map(|&(node, place)| values.scalar(node) * response[place]);
        direct + through.sum::<f64>()
    }
}

/// Evaluates signals of state and rates in the balance, with the states that belong to it; after what both read
/// of the motion has been written.
pub(super) fn evaluate(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    scheme: &Scheme,
    time: f64,
) {
    let (states, tape) = (&model.states, &model.mechanism.tape);
    let ConstrainedData { states: own, state, values, .. } = data;
    if scheme.state_weight == 0.0 {
        own.balance.copy_from_slice(&state.states);
        own.end.copy_from_slice(&state.states);
        states.write(&own.balance, &mut values.nodes);
        tape.run(Stage::State, time, values);
        tape.run(Stage::Rate, time, values);
        own.unsolved = None;
        return;
    }
    let weight = scheme.state_weight;
    let mut previous = f64::INFINITY;
    for _ in 0..MOST_ITERATIONS {
        for ((balance, end), start) in own.balance.iter_mut().zip(&own.end).zip(&state.states) {
            *balance = start + scheme.balance * (end - start);
        }
        states.write(&own.balance, &mut values.nodes);
        tape.run(Stage::State, time, values);
        tape.run(Stage::Rate, time, values);
        let (mut largest, mut whose) = (0.0_f64, None);
        for &(state, rate) in states.blocks.iter().flat_map(|block| &block.states) {
            let change = weight * values.scalar(rate);
            let residual = own.end[state] - own.offsets[state] - change;
            let terms = own.end[state].abs() + own.offsets[state].abs() + change.abs();
            let left = if terms == 0.0 { 0.0 } else { residual.abs() / terms };
            if !left.is_finite() || left > largest {
                (largest, whose) = (left, Some(state));
            }
            if !left.is_finite() {
                break;
            }
        }
        if largest <= ROUNDING || (largest <= STALLED && largest >= 0.5 * previous) {
            own.unsolved = None;
            return;
        }
        own.unsolved = whose;
        if !largest.is_finite() {
            return;
        }
        previous = largest;
        for block in &states.blocks {
            let count = block.states.len();
            let matrix = &mut own.matrix[..count * count];
            fill(block, weight * scheme.balance, values, matrix);
            let right = &mut own.right[..count];
            for (slot, &(state, rate)) in right.iter_mut().zip(&block.states) {
                *slot = own.offsets[state] + weight * values.scalar(rate) - own.end[state];
            }
            if !eliminate(matrix, right, 1) {
                return;
            }
            for (correction, &(state, _)) in right.iter().zip(&block.states) {
                own.end[state] += correction;
            }
        }
    }
}

/// `I - share ∂f/∂x`
fn fill(block: &Block, share: f64, values: &Values, matrix: &mut [f64]) {
    let count = block.states.len();
    matrix.fill(0.0);
    for k in 0..count {
        matrix[k * count + k] = 1.0;
    }
    for &(row, column, derivative) in &block.couplings {
        matrix[row * count + column] -= share * values.scalar(derivative);
    }
}

/// Finds how states follow what they read of the motion, at what has been evaluated last.
pub(super) fn respond(model: &ConstrainedModel, data: &mut ConstrainedData, scheme: &Scheme) {
    let share = scheme.state_weight * scheme.balance;
    let ConstrainedData { states: own, values, .. } = data;
    for block in &model.states.blocks {
        let (count, sides) = (block.states.len(), block.arguments.len());
        let matrix = &mut own.matrix[..count * count];
        fill(block, share, values, matrix);
        let right = &mut own.right[..count * sides];
        right.fill(0.0);
        for &(row, argument, derivative) in &block.inputs {
            right[row * sides + argument] += share * values.scalar(derivative);
        }
        let response = &mut own.response[block.first..block.first + count * sides];
        match share != 0.0 && eliminate(matrix, right, sides) {
            true => response.copy_from_slice(right),
            false => response.fill(0.0),
        }
    }
}
