//! How signals change along a direction, by the rules of calculus and not by differences: what is as steep as `tanh(x / 1 nm)`
//! has the slope that it has, and not that of a chord.
//!
//! A direction is what sensors, parameters and time change by. Where something has a kink its change depends on the way that is gone, and is
//! that towards the direction. Whatever lies within `reach` of the way counts as being here, as states are known to
//! rounding only.

use cdl_graph::{BinaryOp, LARGEST_SYSTEM, Node, NodeId, SystemShape, UnaryOp};

use super::tape::Tape;

/// What a node does along the direction.
#[derive(Clone, Copy, Debug)]
struct Change {
    /// Infinite where it jumps; not a number where these rules do not tell.
    slope: f64,
    /// What a truth value, or what else is constant by pieces, is ahead.
    ahead: f64,
}

impl Change {
    /// Of what is constant but for jumps.
    fn piecewise(here: f64, ahead: f64) -> Self {
        let slope = if ahead == here || here.is_nan() { 0.0 } else { f64::INFINITY };
        Self { slope, ahead }
    }
}

/// All that nodes are computed from, and they themselves.
pub(crate) fn reached(
    tape: &Tape,
    wanted: impl IntoIterator<Item = NodeId>,
) -> impl Iterator<Item = (NodeId, Node)> {
    let mut is_reached = vec![false; tape.nodes.len()];
    let mut stack: Vec<NodeId> = wanted.into_iter().collect();
    while let Some(id) = stack.pop() {
        if std::mem::replace(&mut is_reached[id.index()], true) {
            continue;
        }
        let node = tape.nodes.at(id);
        if let Node::Var(var) = node {
            stack.extend(tape.assigned(var));
        }
        stack.extend(node.operands());
    }
    let all = tape.nodes.iter().zip(is_reached).enumerate();
    let all = all.filter(|(_, (_, is_reached))| *is_reached);
    all.map(|(index, (node, _))| (NodeId(u32::try_from(index).unwrap_or(u32::MAX)), node))
}

/// Of one direction.
pub(crate) struct Tangents<'a> {
    tape: &'a Tape,
    /// Of all nodes, here.
    values: &'a [f64],
    reach: f64,
    known: Vec<Option<Change>>,
}

impl<'a> Tangents<'a> {
    /// `direction` gives what sensors, parameters and time change by.
    pub(crate) fn new(
        tape: &'a Tape,
        values: &'a [f64],
        reach: f64,
        direction: impl IntoIterator<Item = (NodeId, f64)>,
    ) -> Self {
        let mut known = vec![None; tape.nodes.len()];
        for (node, slope) in direction {
            known[node.index()] = Some(Change { slope, ahead: values[node.index()] });
        }
        Self { tape, values, reach, known }
    }

    /// The slope of a node; infinite where it jumps, and not a number where it is defined by an algebraic loop, or by a quotient
    /// of what vanishes.
    pub(crate) fn slope(&mut self, node: NodeId) -> f64 {
        let mut stack = vec![(node, false)];
        while let Some((id, is_visited)) = stack.pop() {
            if self.known[id.index()].is_some() {
                continue;
            }
            let own = self.tape.nodes.at(id);
            let through = match own {
                Node::Var(var) => self.tape.assigned(var),
                _ => None,
            };
            if is_visited {
                self.known[id.index()] = Some(match through {
                    Some(value) => self.of(value),
                    None => self.change(id, own),
                });
            } else {
                stack.push((id, true));
                stack.extend(own.operands().chain(through).map(|operand| (operand, false)));
            }
        }
        self.of(node).slope
    }

    /// SI, where the direction begins.
    fn value(&self, node: NodeId) -> f64 {
        self.values[node.index()]
    }

    /// How a node changes along the direction; not a number where that is unknown.
    fn of(&self, node: NodeId) -> Change {
        self.known[node.index()].unwrap_or(Change { slope: f64::NAN, ahead: self.value(node) })
    }

    /// A value where the direction leads.
    fn ahead(&self, node: NodeId) -> f64 {
        let Change { slope, ahead } = self.of(node);
        if slope.is_finite() && slope != 0.0 {
            self.value(node) + self.reach * slope
        } else {
            ahead
        }
    }

    /// All operands are known.
    fn change(&self, id: NodeId, node: Node) -> Change {
        let here = self.value(id);
        let smooth = |slope: f64| Change { slope, ahead: here };
        match node {
            Node::Constant(_) | Node::Param(_) | Node::Time | Node::Sensor { .. } => smooth(0.0),
            Node::Var(_) => smooth(f64::NAN),
            Node::Unary(operation, a) => self.unary(operation, (id, a)),
            Node::Binary(operation, a, b) => self.binary(operation, id, (a, b)),
            Node::Select { condition, then, otherwise } => {
                let branch = |truth: f64| if truth != 0.0 { then } else { otherwise };
                let (now, next) = (self.value(condition), self.ahead(condition));
                if now.is_nan() || next.is_nan() {
                    return smooth(f64::NAN);
                }
                let (from, to) = (branch(now), branch(next));
                let change = self.of(to);
                let apart = (self.value(to) - self.value(from)).abs();
                let slopes = change.slope.abs() + self.of(from).slope.abs();
                let is_joined = apart <= self.reach * slopes || apart <= f64::EPSILON * here.abs();
                if from == to || is_joined { change } else { smooth(f64::INFINITY) }
            }
            Node::Lookup { table, column, argument, derivative } => {
                let slope = self.of(argument).slope;
                if slope == 0.0 {
                    return smooth(0.0);
                }
                let rows = &self.tape.tables[table.index()];
                let steep = rows.at(column.into(), self.ahead(argument), derivative + 1);
                smooth(steep * slope)
            }
            // A list is no number, and the condition number of a matrix is read by nobody.
            Node::Entry { .. } | Node::Solve { .. } => smooth(0.0),
            Node::Solution { of, index } => match self.tape.nodes.at(of) {
                Node::Solve { entries, shape } => smooth(self.solution((entries, shape), index)),
                _ => smooth(f64::NAN),
            },
        }
    }

    fn unary(&self, operation: UnaryOp, (id, a): (NodeId, NodeId)) -> Change {
        let (here, x, dx) = (self.value(id), self.value(a), self.of(a).slope);
        let is_at_zero = x.abs() <= self.reach * dx.abs();
        let slope = match operation {
            UnaryOp::Not | UnaryOp::Sign | UnaryOp::Floor => {
                return Change::piecewise(here, operation.apply(self.ahead(a)));
            }
            // It rises, or falls to where there is none; a square that has vanished by underflow does neither.
            UnaryOp::Sqrt if x == 0.0 && dx.abs() > UNDERFLOW => f64::INFINITY,
            // A length that vanishes: its root has a kink that its square has not.
            UnaryOp::Sqrt if here <= self.reach * (0.5 * dx / here).abs() || here == 0.0 => {
                f64::NAN
            }
            _ if dx == 0.0 => 0.0,
            UnaryOp::Neg => -dx,
            UnaryOp::Abs if is_at_zero => dx.abs(),
            UnaryOp::Abs => x.signum() * dx,
            UnaryOp::Sqrt => 0.5 * dx / here,
            UnaryOp::Exp => here * dx,
            UnaryOp::Ln => dx / x,
            UnaryOp::Sin => x.cos() * dx,
            UnaryOp::Cos => -x.sin() * dx,
            UnaryOp::Tan => (1.0 + here * here) * dx,
            UnaryOp::Asin => dx / (1.0 - x * x).sqrt(),
            UnaryOp::Acos => -dx / (1.0 - x * x).sqrt(),
            UnaryOp::Atan => dx / (1.0 + x * x),
            UnaryOp::Sinh => x.cosh() * dx,
            UnaryOp::Cosh => x.sinh() * dx,
            UnaryOp::Tanh => (1.0 - here * here) * dx,
        };
        Change { slope, ahead: here }
    }

    fn binary(&self, operation: BinaryOp, id: NodeId, (a, b): (NodeId, NodeId)) -> Change {
        let here = self.value(id);
        let (x, y) = (self.value(a), self.value(b));
        let (dx, dy) = (self.of(a).slope, self.of(b).slope);
        // What does not change adds nothing, whatever it is multiplied by.
        let times = |slope: f64, factor: f64| if slope == 0.0 { 0.0 } else { slope * factor };
        let slope = match operation {
            BinaryOp::Add => dx + dy,
            BinaryOp::Sub => dx - dy,
            BinaryOp::Mul => times(dx, y) + times(dy, x),
            BinaryOp::Div => times(dx, 1.0 / y) - times(dy, here / y),
            BinaryOp::Mod => {
                let whole = (x / y).floor();
                let is_same = (self.ahead(a) / self.ahead(b)).floor() == whole;
                if is_same { dx - times(dy, whole) } else { f64::INFINITY }
            }
            BinaryOp::Pow => {
                let base = times(dx, y * BinaryOp::Pow.apply(x, y - 1.0));
                base + times(dy, here * x.ln())
            }
            BinaryOp::Min | BinaryOp::Max => {
                let is_together = (x - y).abs() <= self.reach * (dx - dy).abs();
                let takes_first = (x < y) == (operation == BinaryOp::Min);
                match (is_together, takes_first) {
                    (true, _) => operation.apply(dx, dy),
                    (false, true) => dx,
                    (false, false) => dy,
                }
            }
            BinaryOp::Atan2 => (times(dx, y) - times(dy, x)) / (x * x + y * y),
            BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge
            | BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::And
            | BinaryOp::Or => {
                return Change::piecewise(here, operation.apply(self.ahead(a), self.ahead(b)));
            }
        };
        Change { slope, ahead: here }
    }

    /// Of a system of linear equations: a solution is smooth in its entries, and these go along straight lines.
    fn solution(&self, (entries, shape): (NodeId, SystemShape), index: u8) -> f64 {
        let entries = cdl_graph::entries(|id| self.tape.nodes.at(id), entries);
        let values: Vec<f64> = entries.iter().map(|own| self.value(*own)).collect();
        let slopes: Vec<f64> = entries.iter().map(|own| self.of(*own).slope).collect();
        let largest = |all: &[f64]| all.iter().fold(0.0_f64, |most, own| most.max(own.abs()));
        let (size, steep) = (largest(&values), largest(&slopes));
        if steep == 0.0 || !slopes.iter().all(|own| own.is_finite()) {
            return if steep == 0.0 { 0.0 } else { f64::NAN };
        }
        let far = STRAIGHT * size / steep;
        let solved = |far: f64| {
            let moved: Vec<f64> = values.iter().zip(&slopes).map(|(x, dx)| x + far * dx).collect();
            let mut solution = [0.0; LARGEST_SYSTEM * LARGEST_SYSTEM];
            cdl_graph::solve(shape, &moved, &mut solution[..shape.solutions()]);
            solution[usize::from(index)]
        };
        (solved(far) - solved(-far)) / (2.0 * far)
    }
}

/// The root of the smallest number.
const UNDERFLOW: f64 = 1e-150;
/// Of the entries of a matrix, for a difference.
const STRAIGHT: f64 = 1e-6;

#[cfg(test)]
mod tests {
    use cdl_graph::{FrameId, FrameQuantity, Sensor, Signals, Stage};

    use super::super::{Wanted, schedule};
    use super::*;

    /// What an expression of one sensor is at `at`, and its slopes to both sides.
    fn looked_at(
        at: f64,
        reach: f64,
        write: impl Fn(&mut Signals, NodeId) -> NodeId,
    ) -> (f64, [f64; 2]) {
        let mut signals = Signals::default();
        let sensor = Sensor::Frame { frame: FrameId::WORLD, quantity: FrameQuantity::Position };
        let x = signals.add(Node::Sensor { sensor, component: 0 });
        let root = write(&mut signals, x);
        let wanted = Wanted { output: vec![root], ..Wanted::default() };
        let (tape, mut values) = schedule(&signals, &[], &wanted).unwrap();
        values.nodes[x.index()] = at;
        tape.run(Stage::Output, 0.0, &mut values);
        let slope = |way: f64| Tangents::new(&tape, &values.nodes, reach, [(x, way)]).slope(root);
        (values.scalar(root), [slope(1.0), slope(-1.0)])
    }

    fn unary(operation: UnaryOp) -> impl Fn(&mut Signals, NodeId) -> NodeId {
        move |signals, x| signals.add(Node::Unary(operation, x))
    }

    fn with(
        operation: BinaryOp,
        other: f64,
        first: bool,
    ) -> impl Fn(&mut Signals, NodeId) -> NodeId {
        move |signals, x| {
            let other = signals.constant(other);
            let (a, b) = if first { (x, other) } else { (other, x) };
            signals.add(Node::Binary(operation, a, b))
        }
    }

    /// Against differences of the values, both ways alike.
    #[test]
    fn smooth_operations_have_the_slopes_of_their_values() {
        let unaries = [
            UnaryOp::Neg,
            UnaryOp::Abs,
            UnaryOp::Sqrt,
            UnaryOp::Exp,
            UnaryOp::Ln,
            UnaryOp::Sin,
            UnaryOp::Cos,
            UnaryOp::Tan,
            UnaryOp::Asin,
            UnaryOp::Acos,
            UnaryOp::Atan,
            UnaryOp::Sinh,
            UnaryOp::Cosh,
            UnaryOp::Tanh,
            UnaryOp::Floor,
            UnaryOp::Sign,
        ];
        let binaries = [
            BinaryOp::Add,
            BinaryOp::Sub,
            BinaryOp::Mul,
            BinaryOp::Div,
            BinaryOp::Mod,
            BinaryOp::Pow,
            BinaryOp::Min,
            BinaryOp::Max,
            BinaryOp::Atan2,
        ];
        let check = |name: &str, write: &dyn Fn(&mut Signals, NodeId) -> NodeId| {
            for at in [0.31, 0.77] {
                let small = 1e-6;
                let value = |at: f64| looked_at(at, 0.0, write).0;
                let expected = (value(at + small) - value(at - small)) / (2.0 * small);
                let [forward, back] = looked_at(at, 0.0, write).1;
                assert!((forward - expected).abs() < 1e-8, "{name} {at}: {forward} {expected}");
                assert_eq!(forward, -back, "{name} {at}");
            }
        };
        for operation in unaries {
            check(operation.name(), &unary(operation));
        }
        for operation in binaries {
            check(operation.name(), &with(operation, 0.57, true));
            check(operation.name(), &with(operation, 2.57, false));
        }
    }

    /// However little of the way it takes.
    #[test]
    fn what_is_steep_has_its_own_slope() {
        let steep = |signals: &mut Signals, x: NodeId| {
            let width = signals.constant(1e-9);
            let share = signals.add(Node::Binary(BinaryOp::Div, x, width));
            signals.add(Node::Unary(UnaryOp::Tanh, share))
        };
        let [forward, back] = looked_at(0.0, 1e-7, steep).1;
        assert!((forward / 1e9 - 1.0).abs() < 1e-15 && forward == -back, "{forward} {back}");
        let slope = 1e9 * (1.0 - 0.5_f64.tanh().powi(2));
        assert!((looked_at(0.5e-9, 1e-7, steep).1[0] / slope - 1.0).abs() < 1e-14);
    }

    /// A kink has a slope for each side, also where the state is beside it by rounding; what jumps has none.
    #[test]
    fn kinks_have_two_slopes_and_jumps_none() {
        for at in [0.0, 1e-12, -1e-12] {
            assert_eq!(looked_at(at, 1e-9, unary(UnaryOp::Abs)).1, [1.0, 1.0]);
            assert_eq!(looked_at(at, 1e-9, with(BinaryOp::Max, 0.0, true)).1, [1.0, 0.0]);
            assert_eq!(looked_at(at, 1e-9, with(BinaryOp::Min, 0.0, false)).1, [0.0, -1.0]);
        }
        let beyond = looked_at(1e-12, 1e-9, with(BinaryOp::Gt, 0.0, true)).1;
        assert_eq!(beyond, [0.0, f64::INFINITY]);
        assert_eq!(looked_at(1.0, 1e-9, with(BinaryOp::Gt, 0.0, true)).1, [0.0, 0.0]);
        // `if x > 0 then 2 x else -x` is joined, and with 1 for `2 x` it is not.
        let chosen = |then: f64| {
            move |signals: &mut Signals, x: NodeId| {
                let (zero, two) = (signals.constant(0.0), signals.constant(2.0));
                let condition = signals.add(Node::Binary(BinaryOp::Gt, x, zero));
                let double = signals.add(Node::Binary(BinaryOp::Mul, two, x));
                let other = signals.constant(then);
                let then = if then == 0.0 { double } else { other };
                let otherwise = signals.add(Node::Unary(UnaryOp::Neg, x));
                signals.add(Node::Select { condition, then, otherwise })
            }
        };
        assert_eq!(looked_at(0.0, 1e-9, chosen(0.0)).1, [2.0, 1.0]);
        assert_eq!(looked_at(0.0, 1e-9, chosen(1.0)).1, [f64::INFINITY, 1.0]);
        // The length of a vector that vanishes is left to others.
        let length = |signals: &mut Signals, x: NodeId| {
            let square = signals.add(Node::Binary(BinaryOp::Mul, x, x));
            signals.add(Node::Unary(UnaryOp::Sqrt, square))
        };
        for at in [0.0, 1e-13] {
            assert!(looked_at(at, 1e-9, length).1[0].is_nan());
        }
        assert!((looked_at(0.5, 1e-9, length).1[0] - 1.0).abs() < 1e-15);
        // A root of what does not come back rises without bound.
        let root = |signals: &mut Signals, x: NodeId| {
            let size = signals.add(Node::Unary(UnaryOp::Abs, x));
            signals.add(Node::Unary(UnaryOp::Sqrt, size))
        };
        assert_eq!(looked_at(0.0, 1e-9, root).1, [f64::INFINITY; 2]);
    }

    /// `x` in `a x = b`, with the entry that changes in the matrix: `-x/a`.
    #[test]
    fn solutions_have_the_slopes_of_their_systems() {
        let solved = |signals: &mut Signals, a: NodeId| {
            let b = signals.constant(3.0);
            let first = signals.add(Node::Entry { before: None, value: a });
            let entries = signals.add(Node::Entry { before: Some(first), value: b });
            let shape = SystemShape { rows: 1, columns: 1, rights: 1 };
            let of = signals.add(Node::Solve { entries, shape });
            signals.add(Node::Solution { of, index: 0 })
        };
        let [forward, _] = looked_at(2.0, 1e-9, solved).1;
        assert!((forward + 0.75).abs() < 1e-9, "{forward}");
    }
}
