//! Signals that jump, or have a kink, where the motion says so.
//!
//! What two numbers compare to, a sign and a whole part are kept over a step and set by an event where they change, so no
//! step goes across. A comparison is kept by itself, not the condition that it is a part of: what lies between two places is seen
//! where a step would go across both. Before a run, while an equilibrium is looked for, no events happen, and nothing is kept: signals are then what they
//! say by themselves. Where a signal only has a kink, an event without effects ends the step there.
//!
//! Only what users have written is looked at, and of that what acts on the motion or on states. Conditions on time alone are known
//! before a run, if they are linear in it.

use cdl_graph::{
    Analysis, Assignment, BinaryOp, Event, Graph, Node, NodeId, Origin, Owner, Part, Sensor,
    Signals, Stage, State, StateId, Trigger, UnaryOp, VarId, Variability,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::passes::rewrite;
use crate::symbolic::Scalars;

/// Of a truth value before it is kept.
const FREE: f64 = -1.0;

/// Of a whole number before it is kept: from here on numbers have no parts (2^53).
const FREE_WHOLE: f64 = 9_007_199_254_740_992.0;

/// The graph with events at these places. The first `written` nodes are what users have written.
pub(super) fn located(graph: Graph, written: usize) -> Graph {
    let Analysis::Simulate(simulation) = &graph.analysis else { return graph };
    if !graph.signals.nodes.iter().take(written).any(may_be_one) {
        return graph;
    }
    let found = Search::new(&graph, written, !simulation.is_constrained()).of_all();
    if found.is_empty() {
        return graph;
    }
    let mut made = Made { first: graph.states.len(), ..Made::default() };
    let mut graph = rewrite(graph, |signals, node, replaced| match found.get(&replaced.next()) {
        Some(place) => made.located(signals, node, place),
        None => signals.add(node),
    });
    graph.states.append(&mut made.states);
    graph.events.append(&mut made.events);
    graph
}

/// On what a signal acts that jumps.
#[derive(Clone, Debug)]
struct Place {
    path: String,
    origin: Option<Origin>,
}

struct Search<'g> {
    graph: &'g Graph,
    written: usize,
    /// Whether places where signals have kinks, but no jumps, are looked for, too.
    with_kinks: bool,
    /// What events set is fixed between them.
    variability: Vec<Variability>,
    equations: FxHashMap<VarId, NodeId>,
    found: FxHashMap<NodeId, Place>,
    /// And whether it was part of a condition.
    seen: FxHashSet<(NodeId, bool)>,
}

impl<'g> Search<'g> {
    fn new(graph: &'g Graph, written: usize, with_kinks: bool) -> Self {
        let of_sensor = |sensor: &Sensor| match sensor {
            Sensor::State(state) if graph.states[state.index()].rate.is_none() => {
                Variability::Param
            }
            sensor => sensor.variability(),
        };
        let equations = &graph.signals.equations;
        Self {
            graph,
            written,
            with_kinks,
            variability: graph.signals.variabilities_by(&of_sensor),
            equations: equations.iter().map(|own| (own.var, own.value)).collect(),
            found: FxHashMap::default(),
            seen: FxHashSet::default(),
        }
    }

    fn of_all(mut self) -> FxHashMap<NodeId, Place> {
        let graph = self.graph;
        graph.for_each_slot(|owner, slot| {
            if matches!(slot.stage, Some(Stage::State | Stage::Rate)) && acts(owner) {
                self.look(*slot.node, owner);
            }
        });
        self.found
    }

    /// At everything that a node is made of. In what only decides a kink is none of the value, but one at which something may
    /// hold for less than a step.
    fn look(&mut self, root: NodeId, owner: Owner) {
        let mut stack = vec![(root, false)];
        while let Some((id, decides)) = stack.pop() {
            if !self.seen.insert((id, decides)) {
                continue;
            }
            let node = self.graph.signals.node(id);
            if self.is_one(id, node, decides) {
                let graph = self.graph;
                self.found.entry(id).or_insert_with(|| Place {
                    path: graph.path(owner).unwrap_or_default().to_owned(),
                    origin: graph.origin(owner),
                });
            }
            match node {
                Node::Select { condition, then, otherwise } => {
                    stack.extend([(condition, true), (then, decides), (otherwise, decides)]);
                }
                Node::Binary(BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge, a, b) => {
                    stack.extend([(a, true), (b, true)]);
                }
                Node::Var(var) => {
                    stack.extend(self.equations.get(&var).map(|&value| (value, decides)));
                }
                node => stack.extend(node.operands().map(|operand| (operand, decides))),
            }
        }
    }

    fn is_one(&self, id: NodeId, node: Node, decides: bool) -> bool {
        if id.index() >= self.written || !may_be_one(node) {
            return false;
        }
        let moves = |id: NodeId| match self.variability[id.index()] {
            Variability::Constant | Variability::Param => false,
            Variability::Time => !self.is_known(id),
            Variability::State | Variability::Acceleration => true,
        };
        let jumps = !has_kink(node);
        (jumps || self.with_kinks || decides) && node.operands().any(moves)
    }

    /// Whether a run knows where a function of time changes, as it is linear in it, piece by piece.
    fn is_known(&self, root: NodeId) -> bool {
        let is_timed = |id: &NodeId| self.variability[id.index()] == Variability::Time;
        let (mut stack, mut seen) = (vec![root], FxHashSet::default());
        while let Some(id) = stack.pop() {
            if !is_timed(&id) || !seen.insert(id) {
                continue;
            }
            let node = self.graph.signals.node(id);
            let is_linear = match node {
                Node::Unary(UnaryOp::Neg | UnaryOp::Not | UnaryOp::Abs, _)
                | Node::Unary(UnaryOp::Sign | UnaryOp::Floor, _) => true,
                Node::Unary(..) => false,
                Node::Binary(BinaryOp::Mul, a, b) => !(is_timed(&a) && is_timed(&b)),
                Node::Binary(BinaryOp::Div | BinaryOp::Mod, _, b) => !is_timed(&b),
                Node::Binary(BinaryOp::Pow | BinaryOp::Atan2, ..) => false,
                Node::Solve { .. } | Node::Solution { .. } | Node::Entry { .. } => false,
                Node::Lookup { table, .. } => !self.graph.signals.tables[table.index()].smooth,
                Node::Binary(..)
                | Node::Constant(_)
                | Node::Param(_)
                | Node::Time
                | Node::Sensor { .. }
                | Node::Var(_)
                | Node::Select { .. } => true,
            };
            if !is_linear {
                return false;
            }
            match node {
                Node::Var(var) => stack.extend(self.equations.get(&var)),
                node => stack.extend(node.operands()),
            }
        }
        true
    }
}

/// Whether a node jumps or has a kink somewhere.
fn may_be_one(node: Node) -> bool {
    let jumps = matches!(
        node,
        Node::Unary(UnaryOp::Sign | UnaryOp::Floor, _)
            | Node::Binary(BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge, ..)
            | Node::Binary(BinaryOp::Mod, ..)
    );
    jumps || has_kink(node)
}

fn has_kink(node: Node) -> bool {
    matches!(node, Node::Unary(UnaryOp::Abs, _) | Node::Binary(BinaryOp::Min | BinaryOp::Max, ..))
}

/// Whether it acts on the motion, or is a state. Constraints may not jump.
fn acts(owner: Owner) -> bool {
    match owner {
        Owner::Environment
        | Owner::Joint(_)
        | Owner::Cable(_)
        | Owner::Load(_)
        | Owner::State(_) => true,
        Owner::Body(_)
        | Owner::Frame(_)
        | Owner::Constraint(_)
        | Owner::Event(_)
        | Owner::Output(_)
        | Owner::Statistic(_)
        | Owner::Finding(_)
        | Owner::Criterion(_)
        | Owner::Demand(_)
        | Owner::Variable(_)
        | Owner::Table(_)
        | Owner::Experiment => false,
    }
}

/// States and events so far.
#[derive(Default)]
struct Made {
    /// The index of the first state.
    first: usize,
    states: Vec<State>,
    events: Vec<Event>,
    /// By what decides: a condition or the argument of a whole part, and whether it is the latter.
    kept: FxHashMap<(NodeId, bool), NodeId>,
}

impl Made {
    /// What a node of the new DAG is, with what it decides kept from event to event.
    fn located(&mut self, signals: &mut Signals, node: Node, place: &Place) -> NodeId {
        match node {
            Node::Binary(BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge, ..) => {
                let condition = signals.add(node);
                self.kept(signals, condition, place)
            }
            Node::Unary(UnaryOp::Sign, a) => {
                let [zero, one, minus] = [0.0, 1.0, -1.0].map(|value| signals.constant(value));
                let above = signals.binary(BinaryOp::Gt, a, zero);
                let below = signals.binary(BinaryOp::Lt, a, zero);
                let [above, below] = [above, below].map(|own| self.kept(signals, own, place));
                // Zero, but not a number where there is none.
                let neither = signals.minus(a, a);
                let otherwise =
                    signals.add(Node::Select { condition: below, then: minus, otherwise: neither });
                signals.add(Node::Select { condition: above, then: one, otherwise })
            }
            Node::Unary(UnaryOp::Floor, a) => self.whole(signals, a, place),
            Node::Binary(BinaryOp::Mod, a, b) => {
                let turns = signals.over(a, b);
                let turns = self.whole(signals, turns, place);
                let over = signals.times(b, turns);
                signals.minus(a, over)
            }
            Node::Unary(UnaryOp::Abs, a) => {
                let zero = signals.constant(0.0);
                let condition = signals.binary(BinaryOp::Lt, a, zero);
                self.event(place, condition, None);
                signals.add(node)
            }
            Node::Binary(_, a, b) => {
                let condition = signals.binary(BinaryOp::Lt, a, b);
                self.event(place, condition, None);
                signals.add(node)
            }
            node => signals.add(node),
        }
    }

    /// The comparison as it was at the last event.
    fn kept(&mut self, signals: &mut Signals, condition: NodeId, place: &Place) -> NodeId {
        if let Some(&known) = self.kept.get(&(condition, false)) {
            return known;
        }
        let (zero, free) = (signals.constant(0.0), signals.constant(FREE));
        let (state, value) = self.state(signals, free, place);
        self.event(place, condition, Some((state, condition)));
        let is_kept = signals.binary(BinaryOp::Ge, value, zero);
        let kept =
            signals.add(Node::Select { condition: is_kept, then: value, otherwise: condition });
        self.kept.insert((condition, false), kept);
        kept
    }

    /// The whole part of a number as it was at the last event.
    fn whole(&mut self, signals: &mut Signals, number: NodeId, place: &Place) -> NodeId {
        if let Some(&known) = self.kept.get(&(number, true)) {
            return known;
        }
        let (one, free) = (signals.constant(1.0), signals.constant(FREE_WHOLE));
        let (state, value) = self.state(signals, free, place);
        let now = signals.unary(UnaryOp::Floor, number);
        let next = signals.plus(value, one);
        let from = signals.binary(BinaryOp::Ge, number, value);
        let below = signals.binary(BinaryOp::Lt, number, next);
        let within = signals.binary(BinaryOp::And, from, below);
        self.event(place, within, Some((state, now)));
        let is_kept = signals.binary(BinaryOp::Lt, value, free);
        let kept = signals.add(Node::Select { condition: is_kept, then: value, otherwise: now });
        self.kept.insert((number, true), kept);
        kept
    }

    fn state(
        &mut self,
        signals: &mut Signals,
        start: NodeId,
        Place { path, origin }: &Place,
    ) -> (StateId, NodeId) {
        let index = self.first + self.states.len();
        let state = StateId(u32::try_from(index).unwrap_or(u32::MAX));
        let path = format!("{path}.condition.{}", self.states.len());
        self.states.push(State { path, origin: *origin, start, rate: None });
        (state, signals.add(Node::Sensor { sensor: Sensor::State(state), component: 0 }))
    }

    fn event(
        &mut self,
        Place { path, origin }: &Place,
        condition: NodeId,
        sets: Option<(StateId, NodeId)>,
    ) {
        let part = sets.map(|(state, value)| Part {
            assignments: vec![Assignment { state, value }],
            ..Part::default()
        });
        self.events.push(Event {
            path: path.clone(),
            origin: *origin,
            trigger: Trigger::Changes { condition, margin: None },
            parts: part.into_iter().collect(),
            is_quiet: true,
        });
    }
}
