//! What a motor is told: a signal without jumps between events.
//!
//! A motor that holds a rate cannot follow a jump, which it has to see before it acts. So all by which a command jumps is
//! copied into states that an event of the motor's own sets: values of `var`s, conditions of an `if`, `floor` and the like. Between
//! these events the command is a smooth function of time and of what is integrated.

use cdl_graph::{Assignment, BinaryOp, Node, NodeId, Origin, Sensor, UnaryOp};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::lower::{Lowered, Lowering};
use crate::symbolic::Scalars;

/// A command with what it jumps by held.
pub(super) struct Command {
    /// As it was at the last event.
    pub(super) held: NodeId,
    /// As it would be now.
    pub(super) live: NodeId,
    /// Whether something that it jumps by is not what it was at the last event; absent where it never jumps.
    pub(super) has_changed: Option<NodeId>,
    /// Makes the held one the live one.
    pub(super) renewed: Vec<Assignment>,
}

/// Why a command cannot be kept exactly.
pub(super) enum Unfit {
    /// It follows the motion.
    Motion,
    /// An algebraic loop defines it.
    Loop,
}

/// What is held of a command.
struct Held {
    path: String,
    origin: Option<Origin>,
    /// What nodes have become.
    known: FxHashMap<NodeId, NodeId>,
    /// One for each that is held.
    changes: Vec<NodeId>,
    renewed: Vec<Assignment>,
}

/// How a node is rebuilt.
enum Form {
    /// As it stands.
    Kept,
    Through(NodeId),
    /// A number that jumps.
    Number,
    /// The remainder of both jumps by a whole quotient.
    Remainder(NodeId, NodeId),
    Plain,
}

impl Lowering<'_> {
    /// A command with its jumps held in states named after `path`.
    pub(super) fn command(
        &mut self,
        (path, origin): (String, Option<Origin>),
        live: NodeId,
    ) -> Lowered<Result<Command, Unfit>> {
        let (changes, renewed) = (Vec::new(), Vec::new());
        let mut held = Held { path, origin, known: FxHashMap::default(), changes, renewed };
        if let Err(why) = self.with_jumps_held(live, &mut held)? {
            return Ok(Err(why));
        }
        let Held { known, changes, renewed, .. } = held;
        let either = changes.into_iter().reduce(|a, b| self.binary(BinaryOp::Or, a, b));
        let now = known.get(&live).copied().unwrap_or(live);
        Ok(Ok(Command { held: now, live, has_changed: either, renewed }))
    }

    /// Rebuilds a node and all that it reads, those first.
    fn with_jumps_held(&mut self, root: NodeId, held: &mut Held) -> Lowered<Result<(), Unfit>> {
        let mut stack = vec![(root, false)];
        let mut open = FxHashSet::default();
        while let Some((id, visited)) = stack.pop() {
            if held.known.contains_key(&id) {
                continue;
            }
            let node = self.node(id);
            let form = match self.form(node) {
                Ok(form) => form,
                Err(why) => return Ok(Err(why)),
            };
            if visited {
                let rebuilt = self.rebuilt((id, node), form, held)?;
                held.known.insert(id, rebuilt);
            } else if open.insert(id) {
                stack.push((id, true));
                stack.extend(needs(node, &form).into_iter().map(|id| (id, false)));
            } else if is_loop(self, &stack, node) {
                return Ok(Err(Unfit::Loop));
            }
        }
        Ok(Ok(()))
    }

    fn form(&self, node: Node) -> Result<Form, Unfit> {
        Ok(match node {
            Node::Constant(_) | Node::Param(_) | Node::Time => Form::Kept,
            Node::Sensor { sensor: Sensor::State(state), .. } => {
                let state = self.states.get(state.index()).and_then(Option::as_ref);
                if state.is_some_and(|own| own.rate.is_some()) { Form::Kept } else { Form::Number }
            }
            Node::Sensor { .. } => return Err(Unfit::Motion),
            Node::Var(var) => match self.definitions.get(&var) {
                Some(value) => Form::Through(*value),
                None => Form::Kept,
            },
            Node::Unary(UnaryOp::Not | UnaryOp::Sign | UnaryOp::Floor, _) => Form::Number,
            Node::Binary(op, ..) if op.is_truth() => Form::Number,
            Node::Binary(BinaryOp::Mod, a, b) => Form::Remainder(a, b),
            Node::Unary(..)
            | Node::Binary(..)
            | Node::Select { .. }
            | Node::Lookup { .. }
            | Node::Entry { .. }
            | Node::Solve { .. }
            | Node::Solution { .. } => Form::Plain,
        })
    }

    /// All that the node needs has been rebuilt.
    fn rebuilt(
        &mut self,
        (id, node): (NodeId, Node),
        form: Form,
        held: &mut Held,
    ) -> Lowered<NodeId> {
        let now = |held: &Held, id: NodeId| held.known.get(&id).copied().unwrap_or(id);
        Ok(match form {
            Form::Kept => id,
            Form::Through(value) => now(held, value),
            Form::Number => self.copied(id, held)?,
            Form::Remainder(a, b) => {
                let quotient = self.over(a, b);
                let whole = self.unary(UnaryOp::Floor, quotient);
                let whole = self.copied(whole, held)?;
                let (a, b) = (now(held, a), now(held, b));
                let turns = self.times(b, whole);
                self.minus(a, turns)
            }
            Form::Plain => {
                let condition = match node {
                    Node::Select { condition, .. } => Some(condition),
                    _ => None,
                };
                let copy = condition.map(|own| self.copied(own, held)).transpose()?;
                self.add(node.reading(|operand| match copy {
                    Some(copy) if Some(operand) == condition => copy,
                    _ => now(held, operand),
                }))
            }
        })
    }

    /// A state with the value that a node has had at the last event.
    fn copied(&mut self, live: NodeId, held: &mut Held) -> Lowered<NodeId> {
        if matches!(self.node(live), Node::Constant(_) | Node::Param(_)) {
            return Ok(live);
        }
        let zero = self.constant(0.0);
        let start = match self.node(live) {
            Node::Sensor { sensor: Sensor::State(state), .. } => {
                let own = self.states.get(state.index()).and_then(Option::as_ref);
                own.map_or(zero, |own| own.start)
            }
            _ => zero,
        };
        let name = format!("{}.{}", held.path, held.renewed.len());
        let state = self.state_of_events(name, held.origin, start)?;
        let copy = self.add(Node::Sensor { sensor: Sensor::State(state), component: 0 });
        // Of a condition, so that its own margin says when it changes.
        let changes = if self.is_condition(live) {
            let otherwise = live;
            let then = self.unary(UnaryOp::Not, live);
            self.add(Node::Select { condition: copy, then, otherwise })
        } else {
            self.binary(BinaryOp::Ne, live, copy)
        };
        held.changes.push(changes);
        held.renewed.push(Assignment { state, value: live });
        Ok(copy)
    }

    /// Whether a node is a comparison, or made of such, by itself or by name.
    fn is_condition(&self, mut id: NodeId) -> bool {
        for _ in 0..MOST_NAMES {
            match self.node(id) {
                Node::Var(var) => match self.definitions.get(&var) {
                    Some(value) => id = *value,
                    None => return false,
                },
                Node::Unary(UnaryOp::Not, _) => return true,
                Node::Binary(op, ..) => return op.is_truth(),
                _ => return false,
            }
        }
        false
    }
}

/// Of names that stand for names.
const MOST_NAMES: usize = 64;

/// What has to be rebuilt before a node.
fn needs(node: Node, form: &Form) -> Vec<NodeId> {
    match *form {
        Form::Kept | Form::Number => Vec::new(),
        Form::Through(value) => vec![value],
        Form::Remainder(a, b) => vec![a, b],
        Form::Plain => match node {
            Node::Select { condition: _, then, otherwise } => vec![then, otherwise],
            node => node.operands().collect(),
        },
    }
}

/// Whether a variable leads from an unfinished node back to itself; others are only read more than once.
fn is_loop(signals: &impl Scalars, stack: &[(NodeId, bool)], node: Node) -> bool {
    let ancestors = stack.iter().rev().filter(|(_, visited)| *visited);
    let mut nodes = std::iter::once(node).chain(ancestors.map(|(id, _)| signals.node(*id)));
    nodes.any(|node| matches!(node, Node::Var(_)))
}
