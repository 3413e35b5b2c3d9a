//! Instants at which signals jump or have a kink, where they are functions of time and known before a run. A step that
//! ends there loses no accuracy, as no method has to look across.
//!
//! Found are all comparisons, `min`, `max`, `abs`, `sign`, `floor`, remainders and rows of tables whose arguments are
//! linear in time, piece by piece: what a ramp, a step, a pulse, a sawtooth or a trapezoid of speeds is made of. What
//! depends on the motion, or on time in another way, is not found; the latter is named for whoever looks for it
//! in another way (`switches.rs`).

use std::collections::HashMap;

use cdl_graph::{BinaryOp, Node, NodeId, Signals, Stage, UnaryOp, Variability};

use super::switches::Switch;
use super::tape::{Instruction, Tape, Values};

/// A piece of a function of time, `at_zero + slope t`, or a sawtooth that is this in one of its periods.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Line {
    at_zero: f64,
    slope: f64,
    /// s; infinite for what does not repeat.
    period: f64,
}

/// An instant as two: signals up to `before` know nothing of it, those from `after` on do, whatever rounding makes of
/// the condition in between. s
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Instant {
    /// s
    pub(crate) before: f64,
    /// s
    pub(crate) after: f64,
}

/// Instants one after the other without end.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Repeated {
    /// s
    first: f64,
    /// s
    period: f64,
}

/// All of them, from time zero on.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Instants {
    /// Ascending.
    once: Vec<Instant>,
    repeated: Vec<Repeated>,
    /// Of tables, each ascending.
    rows: Vec<Vec<Instant>>,
}

/// More pieces than that are no longer followed.
const MOST_PIECES: usize = 16;
/// Expressions that are nested deeper are not followed.
const DEEPEST: usize = 100;
/// What rounding may move a condition by, in units of its terms.
const ROUNDING: f64 = 8.0 * f64::EPSILON;

impl Instants {
    /// Of all signals of some stages; after the static one.
    pub(crate) fn of(
        signals: &Signals,
        variability: &[Variability],
        tape: &Tape,
        values: &Values,
        stages: &[Stage],
    ) -> Self {
        Self::and_others(signals, variability, tape, values, stages).0
    }

    /// The same, and what depends on time alone, but not along lines.
    pub(crate) fn and_others(
        signals: &Signals,
        variability: &[Variability],
        tape: &Tape,
        values: &Values,
        stages: &[Stage],
    ) -> (Self, Vec<Switch>) {
        let mut found = Self::default();
        let mut equations = vec![None; signals.vars.len()];
        for equation in &signals.equations {
            equations[equation.var.index()] = Some(equation.value);
        }
        let (known, others) = (HashMap::new(), Vec::new());
        let mut search = Search { signals, equations, variability, values, known, others };
        for instruction in stages.iter().flat_map(|&stage| tape.instructions(stage)) {
            search.look(instruction, tape, &mut found);
        }
        found.once = in_order(found.once);
        (found, search.others)
    }

    /// Without those that are not wanted; of what repeats the first one speaks for all.
    pub(crate) fn retain(&mut self, mut is_wanted: impl FnMut(Instant) -> bool) {
        self.once.retain(|&instant| is_wanted(instant));
        self.repeated.retain(|own| is_wanted(own.first_after(0.0)));
        self.rows.iter_mut().for_each(|rows| rows.retain(|&instant| is_wanted(instant)));
        self.rows.retain(|rows| !rows.is_empty());
    }

    /// With those of others.
    pub(crate) fn and(mut self, other: Self) -> Self {
        self.once.extend(other.once);
        self.once = in_order(self.once);
        self.repeated.extend(other.repeated);
        self.rows.extend(other.rows);
        self
    }

    /// Without those that follow each other faster than steps of this length, s; and how fast the fastest of these are.
    pub(crate) fn no_denser_than(&self, step: f64) -> (Self, Option<f64>) {
        let spacing = |rows: &Vec<Instant>| match (rows.first(), rows.last()) {
            (Some(first), Some(last)) if rows.len() > 1 => {
                (last.after - first.after) / (rows.len() - 1) as f64
            }
            (_, _) => f64::INFINITY,
        };
        let is_sparse = |period: f64| period >= step * (1.0 - 1e-9);
        let rows = self.rows.iter().filter(|&rows| is_sparse(spacing(rows))).flatten();
        let once = in_order(self.once.iter().chain(rows).copied().collect());
        let repeated = self.repeated.iter().filter(|own| is_sparse(own.period)).copied().collect();
        // Rows of a table are seldom meant to be followed one by one.
        let dense = self.repeated.iter().map(|own| own.period).filter(|&own| !is_sparse(own));
        (Self { once, repeated, rows: Vec::new() }, dense.min_by(f64::total_cmp))
    }

    /// The first one whose `after` is later than a time. Those that follow within `crumb` are one with it.
    pub(crate) fn next(&self, time: f64, crumb: f64) -> Option<Instant> {
        let mut next = self.first_after(time)?;
        while let Some(other) = self.first_after(next.after)
            && other.after <= next.after + crumb
        {
            next.after = other.after;
        }
        Some(next)
    }

    /// Wherever a line that repeats is zero.
    fn repeat(&mut self, line: Line) {
        let period = line.period;
        let first = (-line.at_zero / line.slope).rem_euclid(period);
        let repeated = Repeated { first, period };
        let is_one = period.is_finite() && period > 0.0 && first.is_finite();
        if is_one && !self.repeated.contains(&repeated) {
            self.repeated.push(repeated);
        }
    }

    /// The next one behind a time, s.
    fn first_after(&self, time: f64) -> Option<Instant> {
        let place = self.once.partition_point(|instant| instant.after <= time);
        let once = self.once.get(place).copied();
        let repeated = self.repeated.iter().map(|own| own.first_after(time));
        once.into_iter().chain(repeated).min_by(|a, b| a.after.total_cmp(&b.after))
    }
}

impl Repeated {
    /// The next one behind a time, s.
    fn first_after(&self, time: f64) -> Instant {
        let mut turn = ((time - self.first) / self.period).floor().max(0.0);
        loop {
            let at = self.first + turn * self.period;
            let instant = Instant::around(at, at.abs() + self.first.abs());
            if instant.after > time {
                return instant;
            }
            turn += 1.0;
        }
    }
}

impl Instant {
    /// `size` is that of the terms that the time is made of, s.
    fn around(time: f64, size: f64) -> Self {
        let slack = ROUNDING * size;
        Self { before: time - slack, after: time + slack }
    }
}

struct Search<'a> {
    signals: &'a Signals,
    /// Of each variable.
    equations: Vec<Option<NodeId>>,
    variability: &'a [Variability],
    values: &'a Values,
    known: HashMap<NodeId, Option<Vec<Line>>>,
    /// Functions of time alone that are no lines.
    others: Vec<Switch>,
}

impl Search<'_> {
    fn look(&mut self, instruction: &Instruction, tape: &Tape, found: &mut Instants) {
        match *instruction {
            Instruction::Unary { operation, a, .. } => match operation {
                UnaryOp::Abs | UnaryOp::Sign => self.crossings(a, None, found),
                UnaryOp::Floor => self.every(a, 1.0, found),
                UnaryOp::Neg
                | UnaryOp::Not
                | UnaryOp::Sqrt
                | UnaryOp::Exp
                | UnaryOp::Ln
                | UnaryOp::Sin
                | UnaryOp::Cos
                | UnaryOp::Tan
                | UnaryOp::Asin
                | UnaryOp::Acos
                | UnaryOp::Atan
                | UnaryOp::Sinh
                | UnaryOp::Cosh
                | UnaryOp::Tanh => {}
            },
            Instruction::Binary { operation, a, b, .. } => match operation {
                BinaryOp::Min
                | BinaryOp::Max
                | BinaryOp::Lt
                | BinaryOp::Le
                | BinaryOp::Gt
                | BinaryOp::Ge
                | BinaryOp::Eq
                | BinaryOp::Ne => self.crossings(a, Some(b), found),
                BinaryOp::Mod => {
                    if self.variability[b as usize] <= Variability::Param {
                        self.every(a, self.values.nodes[b as usize], found);
                    }
                }
                BinaryOp::Add
                | BinaryOp::Sub
                | BinaryOp::Mul
                | BinaryOp::Div
                | BinaryOp::Pow
                | BinaryOp::Atan2
                | BinaryOp::And
                | BinaryOp::Or => {}
            },
            Instruction::Lookup { table, argument, .. } => {
                let Some(lines) = self.lines(NodeId(argument), 0) else { return };
                for line in lines.iter().filter(|line| line.slope != 0.0) {
                    let knots = tape.tables[table as usize].argument().iter();
                    let rows = in_order(knots.filter_map(|&knot| line.reaches(knot)).collect());
                    if !rows.is_empty() && !found.rows.contains(&rows) {
                        found.rows.push(rows);
                    }
                }
            }
            Instruction::Select { .. }
            | Instruction::Read { .. }
            | Instruction::Assign { .. }
            | Instruction::Linear { .. }
            | Instruction::Solve { .. } => {}
        }
    }

    /// Where one node equals another, or zero.
    fn crossings(&mut self, a: u32, b: Option<u32>, found: &mut Instants) {
        let zero = vec![Line::constant(0.0)];
        let mut of = |node: u32| self.lines(NodeId(node), 0);
        let (Some(of_a), Some(of_b)) = (of(a), b.map_or(Some(zero), of)) else {
            return self.other(Switch::Equal { a: NodeId(a), b: b.map(NodeId) });
        };
        for a in &of_a {
            for b in &of_b {
                let Some(apart) = a.plus(b, -1.0) else { continue };
                if apart.period.is_finite() {
                    found.repeat(apart);
                } else {
                    let line = Line { at_zero: a.at_zero, ..apart };
                    found.once.extend(line.reaches(b.at_zero));
                }
            }
        }
    }

    /// Where a node is a whole multiple of a number.
    fn every(&mut self, a: u32, of: f64, found: &mut Instants) {
        let Some(lines) = self.lines(NodeId(a), 0) else {
            return self.other(Switch::Whole { a: NodeId(a), of });
        };
        for line in lines {
            found.repeat(line.sawtooth(of));
        }
    }

    /// Notes what is a function of time, though no line.
    fn other(&mut self, switch: Switch) {
        let varies = |node: NodeId| self.variability[node.index()];
        if switch.reads().map(varies).max() == Some(Variability::Time) {
            self.others.push(switch);
        }
    }

    /// The pieces that a function of time consists of, or could; `None` where it is no such function.
    fn lines(&mut self, node: NodeId, depth: usize) -> Option<Vec<Line>> {
        let variability = self.variability[node.index()];
        if variability <= Variability::Param {
            return Some(vec![Line::constant(self.values.scalar(node))]);
        }
        if variability > Variability::Time || depth > DEEPEST {
            return None;
        }
        if let Some(known) = self.known.get(&node) {
            return known.clone();
        }
        let found = self.made_of(node, depth);
        self.known.insert(node, found.clone());
        found
    }

    fn made_of(&mut self, node: NodeId, depth: usize) -> Option<Vec<Line>> {
        let node = self.signals.node(node);
        let mut of = |node: NodeId| self.lines(node, depth + 1);
        match node {
            Node::Time => Some(vec![Line { slope: 1.0, ..Line::constant(0.0) }]),
            Node::Var(var) => {
                let value = self.equations[var.index()]?;
                self.lines(value, depth + 1)
            }
            Node::Unary(UnaryOp::Neg, a) => Some(each(&of(a)?, |line| line.scaled(-1.0))),
            Node::Unary(UnaryOp::Abs, a) => {
                let lines = of(a)?;
                joined(lines.clone(), each(&lines, |line| line.scaled(-1.0)))
            }
            Node::Binary(BinaryOp::Add, a, b) => pairs(&of(a)?, &of(b)?, 1.0),
            Node::Binary(BinaryOp::Sub, a, b) => pairs(&of(a)?, &of(b)?, -1.0),
            Node::Binary(BinaryOp::Mul, a, b) => {
                let (a, b) = (of(a)?, of(b)?);
                match (a.as_slice(), b.as_slice()) {
                    (lines, &[Line { at_zero, slope: 0.0, .. }])
                    | (&[Line { at_zero, slope: 0.0, .. }], lines) => {
                        Some(each(lines, |line| line.scaled(at_zero)))
                    }
                    (_, _) => None,
                }
            }
            Node::Binary(BinaryOp::Div, a, b) => match of(b)?.as_slice() {
                &[Line { at_zero, slope: 0.0, .. }] => {
                    Some(each(&of(a)?, |line| line.scaled(1.0 / at_zero)))
                }
                _ => None,
            },
            Node::Binary(BinaryOp::Mod, a, b) => match of(b)?.as_slice() {
                &[Line { at_zero, slope: 0.0, .. }] => {
                    Some(each(&of(a)?, |line| line.sawtooth(at_zero)))
                }
                _ => None,
            },
            Node::Binary(BinaryOp::Min | BinaryOp::Max, a, b) => joined(of(a)?, of(b)?),
            Node::Select { condition: _, then, otherwise } => joined(of(then)?, of(otherwise)?),
            _ => None,
        }
    }
}

impl Line {
    /// It does not change.
    fn constant(value: f64) -> Self {
        Self { at_zero: value, slope: 0.0, period: f64::INFINITY }
    }

    /// By a factor.
    fn scaled(self, factor: f64) -> Self {
        Self { at_zero: self.at_zero * factor, slope: self.slope * factor, ..self }
    }

    /// `self + sign other`; `None` where one repeats and the other moves on.
    fn plus(&self, other: &Line, sign: f64) -> Option<Self> {
        let repeats = self.period.is_finite() || other.period.is_finite();
        let both = self.slope != 0.0 && other.slope != 0.0;
        (!(repeats && both)).then(|| Self {
            at_zero: self.at_zero + sign * other.at_zero,
            slope: self.slope + sign * other.slope,
            period: self.period.min(other.period),
        })
    }

    /// The remainder of a division.
    fn sawtooth(self, by: f64) -> Self {
        Self { period: (by / self.slope).abs().min(self.period), ..self }
    }

    /// When it has a value; `None` where never, or before the run.
    fn reaches(self, value: f64) -> Option<Instant> {
        let time = (value - self.at_zero) / self.slope;
        let size = time.abs() + (value.abs() + self.at_zero.abs()) / self.slope.abs();
        (time > 0.0 && time.is_finite()).then(|| Instant::around(time, size))
    }
}

/// Ascending, each once.
fn in_order(mut instants: Vec<Instant>) -> Vec<Instant> {
    instants.sort_by(|a, b| a.after.total_cmp(&b.after));
    instants.dedup();
    instants
}

/// Of each line another one.
fn each(lines: &[Line], change: impl Fn(Line) -> Line) -> Vec<Line> {
    lines.iter().map(|line| change(*line)).collect()
}

/// Both; nothing where there are too many to follow.
fn joined(mut a: Vec<Line>, b: Vec<Line>) -> Option<Vec<Line>> {
    b.into_iter().for_each(|line| {
        if !a.contains(&line) {
            a.push(line);
        }
    });
    (a.len() <= MOST_PIECES).then_some(a)
}

/// `a + sign b` of all their pieces.
fn pairs(a: &[Line], b: &[Line], sign: f64) -> Option<Vec<Line>> {
    let all = a.iter().flat_map(|a| b.iter().map(move |b| a.plus(b, sign)));
    joined(Vec::new(), all.collect::<Option<_>>()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signals::{Wanted, schedule};

    /// Of a signal that acts: all instants up to a time.
    fn instants(make: impl FnOnce(&mut Signals) -> NodeId, until: f64) -> Vec<f64> {
        let mut signals = Signals::default();
        let root = make(&mut signals);
        let wanted = Wanted { state: vec![root], ..Wanted::default() };
        let (tape, values) = schedule(&signals, &[], &wanted).expect("a tape");
        let stages = [Stage::Time, Stage::State];
        let found = Instants::of(&signals, &signals.variabilities(), &tape, &values, &stages);
        let (found, _) = found.no_denser_than(1e-3);
        let (mut all, mut time) = (Vec::new(), 0.0);
        while let Some(next) = found.next(time, 1e-9)
            && next.before < until
        {
            assert!(next.before < next.after && next.after - next.before < 1e-13);
            all.push(0.5 * (next.before + next.after));
            time = next.after;
        }
        all
    }

    fn close(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-14, "{found} {expected}");
        }
    }

    /// `clamp((t - 0.3) / 0.5, 0, 1)`: a ramp begins at 0.3 and ends at 0.8 s.
    #[test]
    fn a_ramp_has_two_kinks() {
        let ramp = |signals: &mut Signals| {
            let time = signals.add(Node::Time);
            let [start, duration, zero, one] =
                [0.3, 0.5, 0.0, 1.0].map(|value| signals.constant(value));
            let since = signals.add(Node::Binary(BinaryOp::Sub, time, start));
            let share = signals.add(Node::Binary(BinaryOp::Div, since, duration));
            let most = signals.add(Node::Binary(BinaryOp::Min, share, one));
            signals.add(Node::Binary(BinaryOp::Max, most, zero))
        };
        close(&instants(ramp, 10.0), &[0.3, 0.8]);
    }

    /// `(2 t - 0.5) % 1 < 0.2`: a pulse that begins at 0.25, 0.75, ... s and lasts 0.1 s.
    #[test]
    fn pulses_begin_and_end_in_each_period() {
        let pulse = |signals: &mut Signals| {
            let time = signals.add(Node::Time);
            let [two, half, one, fifth] = [2.0, 0.5, 1.0, 0.2].map(|value| signals.constant(value));
            let twice = signals.add(Node::Binary(BinaryOp::Mul, two, time));
            let shifted = signals.add(Node::Binary(BinaryOp::Sub, twice, half));
            let remainder = signals.add(Node::Binary(BinaryOp::Mod, shifted, one));
            signals.add(Node::Binary(BinaryOp::Lt, remainder, fifth))
        };
        close(&instants(pulse, 1.3), &[0.25, 0.35, 0.75, 0.85, 1.25]);
    }

    /// What repeats faster than steps would only cut each of them, and what is no line in time is not known.
    #[test]
    fn what_is_dense_or_no_line_is_left_out() {
        let fast = |signals: &mut Signals| {
            let time = signals.add(Node::Time);
            let many = signals.constant(1e5);
            let product = signals.add(Node::Binary(BinaryOp::Mul, many, time));
            signals.add(Node::Unary(UnaryOp::Floor, product))
        };
        close(&instants(fast, 1.0), &[]);
        let curved = |signals: &mut Signals| {
            let time = signals.add(Node::Time);
            let sine = signals.add(Node::Unary(UnaryOp::Sin, time));
            signals.add(Node::Unary(UnaryOp::Abs, sine))
        };
        close(&instants(curved, 10.0), &[]);
    }
}
