//! States between the ends of the last step, for recorded rows.
//!
//! A row is a step of the method itself: from where the last step started to the row's time, thrown
//! away afterwards. So it is as accurate as a step, satisfies the constraints and the ledger like one,
//! meets both ends, and changes nothing in the run.
//!
//! Where a step holds many rows, one step for each would cost more than the run. Then two such steps
//! are made, to one and to two thirds of it, and the rows between these four states come from the
//! polynomial of degree 7 through them and their derivatives, projected. Its error is of order 8, so what
//! is left is the error of the method. (An interpolant from the stages of one step has order 4 at
//! most in these methods: between the ends its error is that which the error control allows, and the
//! ledger shows it.)

use super::{Integrator, System};

/// Rows in a step up to which each has a step of its own. Beyond, the two steps to the inner nodes
/// and the evaluations there are cheaper.
const FEW: f64 = 2.5;

/// As fractions of the step.
const NODES: [f64; 4] = [0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0];

/// States of rows in one step after the other. Allocated for the first of them.
pub(crate) struct Between {
    /// The step that the inner nodes belong to, by its end.
    made_for: Option<f64>,
    /// Whether there are inner nodes: not where a step to one of them failed.
    made: bool,
    /// States within the step, each found by a step of its own.
    pub(super) inner: [Node; 2],
    /// At the end of that step, before signals jump there.
    pub(super) end_rates: Vec<f64>,
    /// Of the row asked for last.
    pub(crate) state: Vec<f64>,
    /// Rows for which no step was found, so that they lie on a cubic between both ends.
    pub(crate) without_step: u64,
}

/// A state with its rates.
pub(super) struct Node {
    /// As the integrator has it.
    pub(super) state: Vec<f64>,
    /// Its derivatives by time.
    pub(super) rates: Vec<f64>,
}

impl Between {
    /// Without memory until a row asks.
    pub(crate) fn new() -> Self {
        let node = || Node { state: Vec::new(), rates: Vec::new() };
        Self {
            made_for: None,
            made: false,
            inner: [node(), node()],
            end_rates: Vec::new(),
            state: Vec::new(),
            without_step: 0,
        }
    }

    /// For states of this size.
    fn make_room(&mut self, size: usize) {
        let [first, second] = &mut self.inner;
        let nodes = [first, second].map(|node| [&mut node.state, &mut node.rates]);
        let others = [&mut self.end_rates, &mut self.state];
        nodes.into_iter().flatten().chain(others).for_each(|values| values.resize(size, 0.0));
    }

    /// Puts the projected state at `time`, within the last step, into `self.state`. `every` is the time
    /// from row to row, s.
    pub(crate) fn find(
        &mut self,
        at: &mut Integrator,
        system: &mut impl System,
        time: f64,
        every: f64,
    ) {
        self.make_room(at.state.len());
        let step = at.time - at.previous_time;
        if step > FEW * every {
            self.make_nodes(at, system);
            if self.made {
                self.interpolate(at, (time - at.previous_time) / step);
                system.project(time, &mut self.state);
                return;
            }
        }
        match at.side_step(system, time) {
            Some(state) => self.state.copy_from_slice(state),
            None => {
                self.without_step += 1;
                self.cubic(at, (time - at.previous_time) / step);
                system.project(time, &mut self.state);
            }
        }
    }

    /// Once for each step.
    pub(super) fn make_nodes(&mut self, at: &mut Integrator, system: &mut impl System) {
        if self.made_for == Some(at.time) {
            return;
        }
        self.made_for = Some(at.time);
        self.made = false;
        self.make_room(at.state.len());
        for (node, s) in self.inner.iter_mut().zip(&NODES[1..3]) {
            let time = at.previous_time + s * (at.time - at.previous_time);
            let Some(state) = at.side_step(system, time) else { return };
            node.state.copy_from_slice(state);
            system.rates(time, &node.state, &mut node.rates);
            if !super::all_finite(&node.rates) {
                return;
            }
        }
        let before = at.clock.before_last(at.time);
        if before < at.time {
            system.rates(before, &at.state, &mut self.end_rates);
        } else {
            self.end_rates.copy_from_slice(&at.rates);
        }
        self.made = super::all_finite(&self.end_rates);
    }

    /// By Hermite's polynomial through the ends and both inner nodes; `s` is the share of the step.
    pub(super) fn interpolate(&mut self, at: &Integrator, s: f64) {
        let h = at.time - at.previous_time;
        let weights = hermite_weights(s);
        let [one, two] = &self.inner;
        let ends = [
            (&at.previous_state, &at.previous_rates),
            (&one.state, &one.rates),
            (&two.state, &two.rates),
            (&at.state, &self.end_rates),
        ];
        self.state.fill(0.0);
        for ((value, slope), (state, rates)) in weights.into_iter().zip(ends) {
            for ((slot, x), rate) in self.state.iter_mut().zip(state).zip(rates) {
                *slot += value * x + slope * h * rate;
            }
        }
    }

    /// By the cubic through both ends alone.
    fn cubic(&mut self, at: &Integrator, s: f64) {
        let h = at.time - at.previous_time;
        let r = 1.0 - s;
        let (w0, w1) = (r * r * (1.0 + 2.0 * s), s * s * (3.0 - 2.0 * s));
        let (z0, z1) = (s * r * r * h, -s * s * r * h);
        for i in 0..self.state.len() {
            self.state[i] = w0 * at.previous_state[i]
                + w1 * at.state[i]
                + z0 * at.previous_rates[i]
                + z1 * at.rates[i];
        }
    }
}

/// Of the polynomial of degree 7 through values and slopes at the nodes: the weight of each value and
/// of each slope (per step) at the fraction `s`.
fn hermite_weights(s: f64) -> [(f64, f64); 4] {
    let mut weights = [(0.0, 0.0); 4];
    for (i, weight) in weights.iter_mut().enumerate() {
        // Lagrange's polynomial of the node, and its slope there.
        let (mut lagrange, mut slope) = (1.0, 0.0);
        for (j, node) in NODES.iter().enumerate() {
            if j != i {
                lagrange *= (s - node) / (NODES[i] - node);
                slope += 1.0 / (NODES[i] - node);
            }
        }
        let square = lagrange * lagrange;
        let from = s - NODES[i];
        *weight = (square * (1.0 - 2.0 * slope * from), square * from);
    }
    weights
}
