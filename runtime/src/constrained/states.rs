//! States of the user's over an implicit step.
//!
//! With the rates `f` in the balance of the step,
//!
//! ```text
//! x₁ = c + w f(x̄, s̄),    x̄ = x₀ + balance (x₁ - x₀)
//! ```
//!
//! where `s` is what rates read of the motion. In the midpoint schemes `c = x₀`, `w = h` and `balance = θ`; in
//! generalized-alpha, which looks at the motion at the end, `c = x₀ + (1 - θ) h f₀`, `w = θ h` and `balance = 1`. `θ` is one half
//! for slow states, and what makes `dx/dt = J x` exact for the derivative `J` of a state's rate by itself, if that is
//! negative: so a filter that is much faster than the step follows what it reads and does not ring about it, and the order
//! stays two (exponential fitting, Liniger and Willoughby 1970).
//!
//! This is solved inside of each evaluation, for the guess of the motion at hand, so states are no unknowns of the
//! step; the matrix of its Newton iteration gets what loads feel of the motion through them,
//!
//! ```text
//! dx̄ = balance (I - w ∂f/∂x balance)⁻¹ w ∂f/∂s ds̄
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

/// Of Newton's method for one block.
const MOST_ITERATIONS: usize = 40;
/// What rounding leaves of an equation, relative to its terms.
const ROUNDING: f64 = 8.0 * f64::EPSILON;
/// What is still taken when rounding of the rates themselves stops the iteration.
const STALLED: f64 = 1e-9;

/// All states of a model whose steps are implicit; constant. Otherwise, while an equilibrium is looked for, states stay
/// as they are and there are no blocks.
#[derive(Clone, Debug, Default)]
pub(super) struct States {
    /// States that need each other, in an order in which each block needs those before it only.
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
    /// With states as they are.
    pub(super) direct: Option<NodeId>,
    /// The derivative by a state, and where the state's by the component is among [`StatesData::response`].
    pub(super) through: Vec<(NodeId, usize)>,
}

/// What changes in a step.
#[derive(Clone, Debug, Default)]
pub(super) struct StatesData {
    /// `f₀`, of schemes that look at the end.
    before: Vec<f64>,
    /// `c`, `w` (s) and `balance`.
    offsets: Vec<f64>,
    /// See `offsets`; s.
    weights: Vec<f64>,
    /// See `offsets`.
    shares: Vec<f64>,
    /// Whether these are still to be found for the step.
    begins: bool,
    /// Where forces are in balance.
    pub(super) balance: Vec<f64>,
    /// Of the step.
    pub(super) end: Vec<f64>,
    /// `dx̄/ds̄` of all blocks.
    pub(super) response: Vec<f64>,
    /// The state for which the last evaluation found no value.
    pub(super) unsolved: Option<usize>,
    /// Of one block, row by row.
    matrix: Vec<f64>,
    /// Of the same block.
    right: Vec<f64>,
}

impl States {
    /// Whether there is nothing to solve.
    pub(super) fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Rates of all states of the graph, as they have been evaluated last.
    pub(super) fn note_rates(&self, values: &Values, into: &mut [f64]) {
        for &(state, rate) in self.blocks.iter().flat_map(|block| &block.states) {
            into[state] = values.scalar(rate);
        }
    }

    /// Puts the states into the nodes that hold them.
    fn write(&self, values: &[f64], nodes: &mut [f64]) {
        for &(node, state) in &self.nodes {
            nodes[node as usize] = values[state];
        }
    }
}

impl StatesData {
    /// For `count` states in all.
    pub(super) fn new(states: &States, count: usize) -> Self {
        let size = |block: &Block| block.states.len() * block.arguments.len();
        let most = |of: fn(&Block) -> usize| states.blocks.iter().map(of).max().unwrap_or(0);
        Self {
            before: vec![0.0; count],
            offsets: vec![0.0; count],
            weights: vec![0.0; count],
            shares: vec![0.0; count],
            begins: true,
            balance: vec![0.0; count],
            end: vec![0.0; count],
            response: vec![0.0; states.blocks.iter().map(size).sum()],
            unsolved: None,
            matrix: vec![0.0; most(|block| block.states.len() * block.states.len())],
            right: vec![0.0; most(|block| block.states.len() * block.arguments.len().max(1))],
        }
    }

    /// At the start of a step from these states, which change at these rates there: the guess of its end.
    pub(super) fn begin(&mut self, start: &[f64], rates: Option<&[f64]>) {
        if let Some(rates) = rates {
            self.before.copy_from_slice(rates);
        }
        self.end.copy_from_slice(start);
        self.begins = true;
    }
}

impl Derivative {
    /// With the values of the nodes and the response of the states.
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
    if own.begins {
        own.begins = false;
        own.balance.copy_from_slice(&state.states);
        states.write(&own.balance, &mut values.nodes);
        tape.run(Stage::State, time, values);
        own.shares.fill(0.5);
        fit(states, weight, values, &mut own.shares);
        own.weights.fill(weight);
        own.offsets.copy_from_slice(&state.states);
        if scheme.balance == 1.0 {
            for (index, share) in own.shares.iter_mut().enumerate() {
                own.offsets[index] += (1.0 - *share) * weight * own.before[index];
                own.weights[index] = *share * weight;
                *share = 1.0;
            }
        }
    }
    let mut previous = f64::INFINITY;
    for _ in 0..MOST_ITERATIONS {
        for (index, balance) in own.balance.iter_mut().enumerate() {
            let start = state.states[index];
            *balance = start + own.shares[index] * (own.end[index] - start);
        }
        states.write(&own.balance, &mut values.nodes);
        tape.run(Stage::State, time, values);
        tape.run(Stage::Rate, time, values);
        let (mut largest, mut whose) = (0.0_f64, None);
        for &(state, rate) in states.blocks.iter().flat_map(|block| &block.states) {
            let change = own.weights[state] * values.scalar(rate);
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
            fill(block, [&own.weights, &own.shares], values, matrix);
            let right = &mut own.right[..count];
            for (slot, &(state, rate)) in right.iter_mut().zip(&block.states) {
                let change = own.weights[state] * values.scalar(rate);
                *slot = own.offsets[state] + change - own.end[state];
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

/// Where states are in balance that decay by themselves, for steps of so many seconds.
fn fit(states: &States, step: f64, values: &Values, shares: &mut [f64]) {
    for block in &states.blocks {
        for &(row, column, derivative) in &block.couplings {
            if row == column {
                shares[block.states[row].0] = fitted(step * values.scalar(derivative));
            }
        }
    }
}

/// For `x₁ = x₀ + z (x₀ + θ (x₁ - x₀))` to be `eᶻ x₀`; one half where that grows.
fn fitted(z: f64) -> f64 {
    // The difference loses its digits; the series leaves z³/720.
    if z > -1e-2 {
        return if z < 0.0 { 0.5 - z / 12.0 } else { 0.5 };
    }
    let decay = z.exp();
    if z.is_finite() { (1.0 + z - decay) / (z * (1.0 - decay)) } else { 1.0 }
}

/// `I - weights ∂f/∂x shares`
fn fill(block: &Block, [weights, shares]: [&[f64]; 2], values: &Values, matrix: &mut [f64]) {
    let count = block.states.len();
    matrix.fill(0.0);
    for k in 0..count {
        matrix[k * count + k] = 1.0;
    }
    for &(row, column, derivative) in &block.couplings {
        let share = weights[block.states[row].0] * shares[block.states[column].0];
        matrix[row * count + column] -= share * values.scalar(derivative);
    }
}

/// Finds how states follow what they read of the motion, at what has been evaluated last.
pub(super) fn respond(model: &ConstrainedModel, data: &mut ConstrainedData, scheme: &Scheme) {
    let ConstrainedData { states: own, values, .. } = data;
    for block in &model.states.blocks {
        let (count, sides) = (block.states.len(), block.arguments.len());
        let matrix = &mut own.matrix[..count * count];
        fill(block, [&own.weights, &own.shares], values, matrix);
        let right = &mut own.right[..count * sides];
        right.fill(0.0);
        for &(row, argument, derivative) in &block.inputs {
            let weight = own.weights[block.states[row].0];
            right[row * sides + argument] += weight * values.scalar(derivative);
        }
        let response = &mut own.response[block.first..block.first + count * sides];
        if scheme.state_weight == 0.0 || !eliminate(matrix, right, sides) {
            response.fill(0.0);
            continue;
        }
        for (row, &(state, _)) in block.states.iter().enumerate() {
            let rows = row * sides..(row + 1) * sides;
            for (slot, change) in response[rows.clone()].iter_mut().zip(&right[rows]) {
                *slot = own.shares[state] * change;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::fitted;

    /// A state that decays by itself does so exactly, however fast; close to one half the step is the midpoint rule.
    #[test]
    fn decays_are_exact() {
        for z in [-1e-6, -0.0099, -0.011, -0.5, -3.0, -40.0, -1e5, -1e300] {
            let share = fitted(z);
            assert!((0.5..=1.0).contains(&share), "{z}: {share}");
            let factor = (1.0 + (1.0 - share) * z) / (1.0 - share * z);
            assert!((factor - f64::exp(z)).abs() < 1e-9, "{z}: {factor}");
        }
        assert_eq!(fitted(2.0), 0.5);
        assert_eq!(fitted(f64::NEG_INFINITY), 1.0);
    }
}
