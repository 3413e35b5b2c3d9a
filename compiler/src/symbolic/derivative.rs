//! Derivatives of expressions with respect to time or to something the dynamics provides.

use cdl_graph::{BinaryOp, Node, NodeId, Sensor, UnaryOp, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Scalars, linear};

/// Why an expression has no derivative that is known before the run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NoDerivative {
    /// It depends on the motion.
    DependsOn(Sensor),
    /// It depends on a variable of an algebraic loop.
    Loop(VarId),
    /// It contains this function, which has jumps, of something that varies.
    Jump(&'static str),
}

/// What an expression is derived by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variable {
    /// Time, of which sensors are unknown functions.
    Time,
    /// Time alone, while all sensors stay as they are.
    TimeAlone,
    /// A component of a sensor alone.
    Sensor(Sensor, u8),
}

/// Derivatives by one variable found so far. Where a function has a kink (`abs`, `min`, `max`), the derivative is that
/// towards later times, however it is written: the kinks of `min(time, T) + max(0, time - T)` cancel at
/// `T` too. At a table's kinks it is that of one of its sides. A root or power whose argument and the argument's
/// derivative both vanish has none of its own, as the length of a vector at zero: zero is taken, the middle of what
/// the sides give, and right where the vector is a factor too, as in drag. That is for [`Derivatives::with_middles`] only.
#[derive(Debug)]
pub struct Derivatives {
    variable: Variable,
    takes_middles: bool,
    /// `None` is zero.
    known: FxHashMap<NodeId, Option<NodeId>>,
    /// Of systems of linear equations, by all numbers of their solutions.
    solved: FxHashMap<NodeId, Vec<NodeId>>,
}

impl Derivatives {
    pub fn by(variable: Variable) -> Self {
        let (known, solved) = Default::default();
        Self { variable, takes_middles: false, known, solved }
    }

    /// Those that have a value where a length vanishes.
    pub fn with_middles(self) -> Self {
        Self { takes_middles: true, ..self }
    }

    /// d(node)/d(variable); `None` where it is zero because the expression does not vary with it.
    /// `equations` gives the node that defines a variable of the DAG.
    pub fn of(
        &mut self,
        signals: &mut impl Scalars,
        equations: &FxHashMap<VarId, NodeId>,
        node: NodeId,
    ) -> Result<Option<NodeId>, NoDerivative> {
        let mut stack = vec![(node, false)];
        let mut open = FxHashSet::default();
        while let Some((id, visited)) = stack.pop() {
            if self.known.contains_key(&id) {
                continue;
            }
            let node = signals.node(id);
            let through = match node {
                Node::Var(var) => equations.get(&var).copied(),
                _ => None,
            };
            if visited {
                let derivative = match through {
                    Some(value) => self.known.get(&value).copied().flatten(),
                    None => {
                        let found = self.derivative(signals, id, node)?;
                        found.filter(|found| signals.node(*found) != Node::Constant(0.0))
                    }
                };
                self.known.insert(id, derivative);
            } else if open.insert(id) {
                stack.push((id, true));
                // A condition only chooses; what it jumps between need not jump itself.
                let skipped = match node {
                    Node::Select { condition, .. } => Some(condition),
                    _ => None,
                };
                let operands = node.operands().filter(|operand| Some(*operand) != skipped);
                stack.extend(operands.chain(through).map(|operand| (operand, false)));
            } else if let Some(var) = innermost(signals, &stack, node) {
                return Err(NoDerivative::Loop(var));
            }
        }
        Ok(self.known.get(&node).copied().flatten())
    }

    /// The derivative of a root of `a`: zero where `a` and its derivative `da` vanish.
    fn of_root(
        &self,
        signals: &mut impl Scalars,
        is_root: bool,
        (a, da): (NodeId, NodeId),
        slope: NodeId,
    ) -> NodeId {
        if !(self.takes_middles && is_root) {
            return slope;
        }
        let zero = signals.constant(0.0);
        let is_end = signals.binary(BinaryOp::Eq, a, zero);
        let is_flat = signals.binary(BinaryOp::Eq, da, zero);
        let condition = signals.binary(BinaryOp::And, is_end, is_flat);
        signals.add(Node::Select { condition, then: zero, otherwise: slope })
    }

    /// All operands' derivatives are known.
    fn derivative(
        &mut self,
        signals: &mut impl Scalars,
        id: NodeId,
        node: Node,
    ) -> Result<Option<NodeId>, NoDerivative> {
        let of = |id: NodeId| self.known.get(&id).copied().flatten();
        Ok(match node {
            Node::Constant(_) | Node::Param(_) | Node::Var(_) => None,
            Node::Time => match self.variable {
                Variable::Time | Variable::TimeAlone => Some(signals.constant(1.0)),
                Variable::Sensor(..) => None,
            },
            Node::Sensor { sensor, component } => match self.variable {
                Variable::Time => return Err(NoDerivative::DependsOn(sensor)),
                Variable::Sensor(own, at) if own == sensor && at == component => {
                    Some(signals.constant(1.0))
                }
                Variable::TimeAlone | Variable::Sensor(..) => None,
            },
            Node::Unary(op, a) => match of(a) {
                None => None,
                Some(da) => {
                    let slope = unary(signals, op, id, a, da)?;
                    let is_root = op == UnaryOp::Sqrt;
                    slope.map(|own| self.of_root(signals, is_root, (a, da), own))
                }
            },
            Node::Binary(op, a, b) => match (of(a), of(b)) {
                (None, None) => None,
                (da, db) => {
                    let slope = binary(signals, op, id, (a, da), (b, db))?;
                    match (slope, da) {
                        (Some(slope), Some(da)) => {
                            let is_root = is_root(signals, op, b);
                            Some(self.of_root(signals, is_root, (a, da), slope))
                        }
                        (slope, _) => slope,
                    }
                }
            },
            Node::Select { condition, then, otherwise } => match (of(then), of(otherwise)) {
                (None, None) => None,
                (then, otherwise) => {
                    let then = or_zero(signals, then);
                    let otherwise = or_zero(signals, otherwise);
                    Some(signals.add(Node::Select { condition, then, otherwise }))
                }
            },
            Node::Lookup { table, column, argument, derivative } => match of(argument) {
                None => None,
                Some(rate) => {
                    let derivative = derivative + 1;
                    let slope = Node::Lookup { table, column, argument, derivative };
                    let slope = signals.add(slope);
                    Some(signals.times(slope, rate))
                }
            },
            // A list is no number, and the condition number of a matrix is read by nobody.
            Node::Entry { .. } => None,
            Node::Solve { entries, shape } => {
                if let Some(found) = linear::derivative(signals, id, entries, shape, of) {
                    self.solved.insert(id, found);
                }
                None
            }
            Node::Solution { of, index } => {
                let found = self.solved.get(&of);
                found.and_then(|found| found.get(usize::from(index))).copied()
            }
        })
    }
}

/// The variable that leads from an unfinished node back to itself: the last on the way to it.
fn innermost(signals: &impl Scalars, stack: &[(NodeId, bool)], node: Node) -> Option<VarId> {
    let ancestors = stack.iter().rev().filter(|(_, visited)| *visited);
    let ancestors = ancestors.map(|(id, _)| signals.node(*id));
    std::iter::once(node).chain(ancestors).find_map(|node| match node {
        Node::Var(var) => Some(var),
        _ => None,
    })
}

/// Whether it is a power whose slope at zero may not be finite.
fn is_root(signals: &impl Scalars, op: BinaryOp, exponent: NodeId) -> bool {
    op == BinaryOp::Pow
        && !matches!(signals.node(exponent), Node::Constant(exponent) if exponent >= 1.0)
}

fn or_zero(signals: &mut impl Scalars, node: Option<NodeId>) -> NodeId {
    node.unwrap_or_else(|| signals.constant(0.0))
}

/// The derivative of `id = op(a)`, where `da` is that of `a`.
fn unary(
    signals: &mut impl Scalars,
    op: UnaryOp,
    id: NodeId,
    a: NodeId,
    da: NodeId,
) -> Result<Option<NodeId>, NoDerivative> {
    Ok(Some(match op {
        UnaryOp::Neg => signals.negate(da),
        UnaryOp::Not | UnaryOp::Sign => return Ok(None),
        UnaryOp::Floor => return Err(NoDerivative::Jump("floor")),
        UnaryOp::Abs => {
            let sign = signals.unary(UnaryOp::Sign, a);
            let otherwise = signals.times(sign, da);
            let zero = signals.constant(0.0);
            let condition = signals.binary(BinaryOp::Eq, a, zero);
            let then = signals.unary(UnaryOp::Abs, da);
            signals.add(Node::Select { condition, then, otherwise })
        }
        UnaryOp::Sqrt => {
            let half = signals.constant(0.5);
            let half_slope = signals.times(half, da);
            signals.over(half_slope, id)
        }
        UnaryOp::Exp => signals.times(id, da),
        UnaryOp::Ln => signals.over(da, a),
        UnaryOp::Sin => {
            let cosine = signals.unary(UnaryOp::Cos, a);
            signals.times(cosine, da)
        }
        UnaryOp::Cos => {
            let sine = signals.unary(UnaryOp::Sin, a);
            let product = signals.times(sine, da);
            signals.negate(product)
        }
        UnaryOp::Tan => {
            let (one, square) = (signals.constant(1.0), signals.times(id, id));
            let slope = signals.plus(one, square);
            signals.times(slope, da)
        }
        UnaryOp::Asin | UnaryOp::Acos => {
            let (one, square) = (signals.constant(1.0), signals.times(a, a));
            let difference = signals.minus(one, square);
            let root = signals.unary(UnaryOp::Sqrt, difference);
            let quotient = signals.over(da, root);
            if op == UnaryOp::Asin { quotient } else { signals.negate(quotient) }
        }
        UnaryOp::Atan => {
            let (one, square) = (signals.constant(1.0), signals.times(a, a));
            let sum = signals.plus(one, square);
            signals.over(da, sum)
        }
        UnaryOp::Sinh => {
            let slope = signals.unary(UnaryOp::Cosh, a);
            signals.times(slope, da)
        }
        UnaryOp::Cosh => {
            let slope = signals.unary(UnaryOp::Sinh, a);
            signals.times(slope, da)
        }
        UnaryOp::Tanh => {
            let (one, square) = (signals.constant(1.0), signals.times(id, id));
            let slope = signals.minus(one, square);
            signals.times(slope, da)
        }
    }))
}

/// The derivative of `id = op(a, b)`; at least one of `da` and `db` is there.
fn binary(
    signals: &mut impl Scalars,
    op: BinaryOp,
    id: NodeId,
    (a, da): (NodeId, Option<NodeId>),
    (b, db): (NodeId, Option<NodeId>),
) -> Result<Option<NodeId>, NoDerivative> {
    Ok(match op {
        BinaryOp::Add => sum(signals, da, db),
        BinaryOp::Sub => difference(signals, da, db),
        BinaryOp::Mul => {
            let left = da.map(|da| signals.times(da, b));
            let right = db.map(|db| signals.times(a, db));
            sum(signals, left, right)
        }
        BinaryOp::Div => {
            let shrink = db.map(|db| signals.times(id, db));
            difference(signals, da, shrink).map(|numerator| signals.over(numerator, b))
        }
        BinaryOp::Mod => {
            // a - b floor(a/b); between the jumps the floor is constant.
            let shift = db.map(|db| {
                let quotient = signals.over(a, b);
                let whole = signals.unary(UnaryOp::Floor, quotient);
                signals.times(whole, db)
            });
            difference(signals, da, shift)
        }
        BinaryOp::Pow => {
            let base = da.map(|da| {
                let one = signals.constant(1.0);
                let exponent = match signals.node(b) {
                    Node::Constant(b) => signals.constant(b - 1.0),
                    _ => signals.minus(b, one),
                };
                let power = signals.binary(BinaryOp::Pow, a, exponent);
                let slope = signals.times(b, power);
                signals.times(slope, da)
            });
            let exponent = db.map(|db| {
                let logarithm = signals.unary(UnaryOp::Ln, a);
                let slope = signals.times(id, logarithm);
                signals.times(slope, db)
            });
            sum(signals, base, exponent)
        }
        BinaryOp::Min | BinaryOp::Max => {
            let (takes_a, takes_b) = match op {
                BinaryOp::Min => (BinaryOp::Lt, BinaryOp::Gt),
                _ => (BinaryOp::Gt, BinaryOp::Lt),
            };
            let (da, db) = (or_zero(signals, da), or_zero(signals, db));
            // Where both are equal, the one that goes on is again the lesser or the greater.
            let together = signals.binary(op, da, db);
            let condition = signals.binary(takes_b, a, b);
            let otherwise = signals.add(Node::Select { condition, then: db, otherwise: together });
            let condition = signals.binary(takes_a, a, b);
            Some(signals.add(Node::Select { condition, then: da, otherwise }))
        }
        BinaryOp::Atan2 => {
            let left = da.map(|da| signals.times(b, da));
            let right = db.map(|db| signals.times(a, db));
            difference(signals, left, right).map(|numerator| {
                let (aa, bb) = (signals.times(a, a), signals.times(b, b));
                let denominator = signals.plus(aa, bb);
                signals.over(numerator, denominator)
            })
        }
        BinaryOp::Lt
        | BinaryOp::Le
        | BinaryOp::Gt
        | BinaryOp::Ge
        | BinaryOp::Eq
        | BinaryOp::Ne
        | BinaryOp::And
        | BinaryOp::Or => return Err(NoDerivative::Jump("step")),
    })
}

fn sum(signals: &mut impl Scalars, a: Option<NodeId>, b: Option<NodeId>) -> Option<NodeId> {
    match (a, b) {
        (Some(a), Some(b)) => Some(signals.plus(a, b)),
        (a, b) => a.or(b),
    }
}

fn difference(signals: &mut impl Scalars, a: Option<NodeId>, b: Option<NodeId>) -> Option<NodeId> {
    match (a, b) {
        (Some(a), Some(b)) => Some(signals.minus(a, b)),
        (None, Some(b)) => Some(signals.negate(b)),
        (a, None) => a,
    }
}
