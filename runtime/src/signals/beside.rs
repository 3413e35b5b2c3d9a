//! Slopes of single numbers by differences, where the rules of calculus do not tell: of what an algebraic loop defines, and of lengths that
//! vanish.

use cdl_graph::NodeId;

use super::Stage;
use super::tape::{Tape, Values};

/// How far beside the value is looked at, by the size of the parameter: the farthest, and how many tenths of it.
const FARTHEST: f64 = 0.1;
const DISTANCES: i32 = 10;
/// Where the parameter is zero, SI: sizes that it may have.
const SIZES_OF_ZERO: [f64; 3] = [1.0, 1e4, 1e-4];
/// Slopes that are known less well than to this share of them are none.
const KNOWN: f64 = 1e-4;
/// What a number may be wrong by, as a share of it: algebraic loops are solved to so much.
const ROUNDING: f64 = 1e-12;
/// What two sides may differ by, in errors of theirs.
const SAME: f64 = 4.0;

/// A number with how far two estimates of it are apart.
#[derive(Clone, Copy)]
struct Estimate {
    value: f64,
    error: f64,
}

impl Estimate {
    const NONE: Self = Self { value: f64::NAN, error: f64::INFINITY };

    /// From two that have an error of the same order in the distance, the second at half of it; and what rounding makes of that.
    fn of([wide, close]: [f64; 2], order: i32, rounding: f64) -> Self {
        let value = close + (close - wide) / (2.0_f64.powi(order) - 1.0);
        let error = (close - wide).abs() + rounding;
        if value.is_finite() { Self { value, error } } else { Self::NONE }
    }

    fn or(self, other: Self) -> Self {
        if other.error < self.error { other } else { self }
    }

    fn is_known(self) -> bool {
        self.error <= KNOWN * self.value.abs() || self.error == 0.0
    }
}

/// Of a node, by a parameter: to both sides of its value, where nothing that sensors read changes. Nothing where there are none.
pub(crate) fn slopes_beside(
    tape: &Tape,
    values: &Values,
    (parameter, node): (NodeId, NodeId),
) -> Option<[f64; 2]> {
    let time = tape.time.first().map_or(0.0, |&slot| values.nodes[slot as usize]);
    let (now, here) = (values.scalar(parameter), values.scalar(node));
    let at = |value: f64| {
        let mut own = values.clone();
        own.nodes[parameter.index()] = value;
        for stage in [Stage::Static, Stage::Time, Stage::State, Stage::Rate, Stage::Output] {
            tape.run(stage, time, &mut own);
        }
        own.scalar(node)
    };
    let sizes: &[f64] = if now == 0.0 { &SIZES_OF_ZERO } else { &[now.abs()] };
    let (mut central, mut sides) = (Estimate::NONE, [Estimate::NONE; 2]);
    for far in
        sizes.iter().flat_map(|size| (0..DISTANCES).map(move |k| size * FARTHEST.powi(k + 1)))
    {
        let changes = [far, 0.5 * far].map(|far| {
            let [ahead, back] = [at(now + far), at(now - far)];
            [(ahead - here) / far, (here - back) / far]
        });
        let rounding = ROUNDING * here.abs() / far;
        let side = |which: usize| Estimate::of(changes.map(|own| own[which]), 1, rounding);
        sides = [sides[0].or(side(0)), sides[1].or(side(1))];
        let both = changes.map(|[ahead, back]| 0.5 * (ahead + back));
        central = central.or(Estimate::of(both, 2, rounding));
    }
    let [ahead, back] = sides;
    let apart = (ahead.value - back.value).abs();
    let is_smooth = apart <= SAME * (ahead.error + back.error) + KNOWN * ahead.value.abs();
    if is_smooth && central.is_known() {
        return Some([central.value; 2]);
    }
    (ahead.is_known() && back.is_known()).then_some([ahead.value, back.value])
}

#[cfg(test)]
mod tests {
    use cdl_graph::{BinaryOp, Block, Node, ParamId, Signals, UnaryOp, Var, VarId};

    use super::super::{Wanted, schedule};
    use super::*;

    fn looked_at(
        now: f64,
        write: impl Fn(&mut Signals, NodeId) -> NodeId,
        blocks: impl Fn(NodeId) -> Vec<Block>,
    ) -> Option<[f64; 2]> {
        let mut signals = Signals::default();
        signals.params.push(cdl_graph::Param { path: "u".into(), value: now });
        signals.vars.push(Var { path: "y".into(), origin: None });
        let u = signals.add(Node::Param(ParamId(0)));
        let root = write(&mut signals, u);
        let wanted = Wanted { output: vec![root], ..Wanted::default() };
        let (tape, mut values) = schedule(&signals, &blocks(root), &wanted).unwrap();
        tape.run(Stage::Output, 0.0, &mut values);
        slopes_beside(&tape, &values, (u, root))
    }

    fn without_blocks(_: NodeId) -> Vec<Block> {
        Vec::new()
    }

    /// `norm([u, 0, 0])` has a kink at zero, and a root there no slope.
    #[test]
    fn lengths_have_two_slopes_and_roots_none() {
        let length = |signals: &mut Signals, u: NodeId| {
            let square = signals.add(Node::Binary(BinaryOp::Mul, u, u));
            signals.add(Node::Unary(UnaryOp::Sqrt, square))
        };
        let [ahead, back] = looked_at(0.0, length, without_blocks).expect("two slopes");
        assert!((ahead - 1.0).abs() < 1e-9 && (back + 1.0).abs() < 1e-9, "{ahead} {back}");
        let [ahead, back] = looked_at(3.0, length, without_blocks).expect("a slope");
        assert!((ahead - 1.0).abs() < 1e-9 && ahead == back, "{ahead} {back}");
        let root = |signals: &mut Signals, u: NodeId| {
            let size = signals.add(Node::Unary(UnaryOp::Abs, u));
            signals.add(Node::Unary(UnaryOp::Sqrt, size))
        };
        assert_eq!(looked_at(0.0, root, without_blocks), None);
        let one_sided =
            |signals: &mut Signals, u: NodeId| signals.add(Node::Unary(UnaryOp::Sqrt, u));
        assert_eq!(looked_at(0.0, one_sided, without_blocks), None);
    }

    /// `y = cos(y + u)`: `dy/du = -sin(y + u)/(1 + sin(y + u))`.
    #[test]
    fn what_a_loop_defines_is_derived_through_it() {
        let cosine = |signals: &mut Signals, u: NodeId| {
            let y = signals.add(Node::Var(VarId(0)));
            let sum = signals.add(Node::Binary(BinaryOp::Add, y, u));
            signals.add(Node::Unary(UnaryOp::Cos, sum))
        };
        let as_loop =
            |value| vec![Block::Loop { tears: vec![(VarId(0), value)], sequence: vec![] }];
        let [ahead, back] = looked_at(0.0, cosine, as_loop).expect("a slope");
        let sine = 0.739_085_133_215_160_6_f64.sin();
        let expected = -sine / (1.0 + sine);
        assert!((ahead - expected).abs() < 1e-7 && ahead == back, "{ahead} {back} {expected}");
    }
}
