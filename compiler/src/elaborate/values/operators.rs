//! Operators: what they do to values and dimensions.

use cdl_grammar::syntax::{BinaryOp as Op, Expr, ExprKind, Span, UnaryOp as Sign};
use cdl_graph::{BinaryOp, NodeId, UnaryOp};

use crate::elaborate::context::Context;
use crate::elaborate::report;
use crate::elaborate::values::evaluator::Evaluator;
use crate::elaborate::values::fit::{Of, bare_number, is_zero};
use crate::schema::Variability;
use crate::symbolic::{attitude, vector};
use crate::typed::Value;
use crate::units::{Dimension, Exponent};

/// Numbers in one range, and so turns of one loop.
const MAX_TURNS: i64 = 10_000_000;

/// An evaluated operand with the expression it came from.
pub(in crate::elaborate) struct Operand<'a> {
    pub(in crate::elaborate) expr: &'a Expr,
    pub(in crate::elaborate) value: Value,
}

/// The operation as it is written.
#[derive(Clone, Copy)]
pub(in crate::elaborate) struct Operator {
    pub(in crate::elaborate) op: Op,
    pub(in crate::elaborate) span: Span,
    /// Of the whole expression.
    pub(in crate::elaborate) whole: Span,
}

impl<'a> Evaluator<'_, 'a> {
    pub(in crate::elaborate) fn unary(
        &mut self,
        context: Context,
        op: Sign,
        operand: &'a Expr,
        span: Span,
    ) -> Value {
        let value = self.value(context, operand);
        match (op, value) {
            (_, Value::Error) => Value::Error,
            (Sign::Negate, Value::Int(value)) => match value.checked_neg() {
                Some(value) => Value::Int(value),
                None => self.values.too_large(context, span),
            },
            (Sign::Negate, Value::Scalar { node, dimension }) => {
                Value::Scalar { node: self.values.nodes.unary(UnaryOp::Neg, node), dimension }
            }
            (Sign::Negate, Value::Vector { nodes, dimension }) => {
                let nodes = nodes.map(|node| self.values.nodes.unary(UnaryOp::Neg, node));
                Value::Vector { nodes, dimension }
            }
            (Sign::Negate, Value::Matrix { nodes, dimension }) => {
                let nodes = nodes.map(|node| self.values.nodes.unary(UnaryOp::Neg, node));
                Value::Matrix { nodes, dimension }
            }
            (Sign::Not, Value::Bool(value)) => Value::Bool(!value),
            (Sign::Not, Value::Condition(node)) => {
                Value::Condition(self.values.nodes.unary(UnaryOp::Not, node))
            }
            (op, value) => {
                let symbol = if op == Sign::Not { "not" } else { "-" };
                let found = self.values.type_of(&value);
                let place = context.place(span);
                self.values.report(context, report::operator_on(place, symbol, &found));
                Value::Error
            }
        }
    }

    /// A binary operation; long sums and products are folded without recursion.
    pub(in crate::elaborate) fn binary(&mut self, context: Context, expr: &'a Expr) -> Value {
        let mut spine = Vec::new();
        let mut leftmost = expr;
        while let ExprKind::Binary { op, left, right, op_span } = &leftmost.kind {
            let operator = Operator { op: *op, span: *op_span, whole: leftmost.span };
            spine.push((operator, leftmost, right.as_ref()));
            leftmost = left.as_ref();
        }
        let mut left = Operand { expr: leftmost, value: self.value(context, leftmost) };
        while let Some((operator, whole, right)) = spine.pop() {
            let value = match (operator.op, &left.value) {
                // What is not needed may be undefined, as in `i > 0 and a[i - 1] > 1 m`.
                (Op::And, Value::Bool(false)) => Value::Bool(false),
                (Op::Or, Value::Bool(true)) => Value::Bool(true),
                _ => {
                    let right = Operand { expr: right, value: self.value(context, right) };
                    let value = self.operate(context, operator, &left, &right);
                    self.finite(context, operator, value)
                }
            };
            left = Operand { expr: whole, value };
        }
        left.value
    }

    /// A constant that is no finite number is an error where it arises.
    fn finite(&mut self, context: Context, operator: Operator, value: Value) -> Value {
        let nodes: &[NodeId] = match &value {
            Value::Scalar { node, .. } => std::slice::from_ref(node),
            Value::Vector { nodes, .. } => nodes,
            _ => return value,
        };
        for &node in nodes {
            if self.values.nodes.constant_value(node).is_some_and(|value| !value.is_finite()) {
                return self.values.too_large(context, operator.whole);
            }
        }
        value
    }

    fn operate(
        &mut self,
        context: Context,
        operator: Operator,
        left: &Operand<'a>,
        right: &Operand<'a>,
    ) -> Value {
        if matches!(left.value, Value::Error) || matches!(right.value, Value::Error) {
            return Value::Error;
        }
        match operator.op {
            Op::Add | Op::Subtract => self.add(context, operator, left, right),
            Op::Multiply => self.multiply(context, operator, left, right),
            Op::Divide => self.divide(context, operator, left, right),
            Op::Remainder => self.remainder(context, operator, left, right),
            Op::Power => self.power(context, operator, left, right),
            Op::Equal
            | Op::NotEqual
            | Op::Less
            | Op::LessEqual
            | Op::Greater
            | Op::GreaterEqual => self.compare(context, operator, left, right),
            Op::And | Op::Or => self.logic(context, operator, left, right),
            Op::Range => self.range(context, operator, left, right),
        }
    }

    /// The dimension that two operands have in common. A literal zero takes the other's.
    pub(in crate::elaborate) fn common_dimension(
        &mut self,
        context: Context,
        operator: Operator,
        (left, found_left): (&Operand<'a>, Dimension),
        (right, found_right): (&Operand<'a>, Dimension),
    ) -> Option<Dimension> {
        if found_left == found_right || is_zero(right.expr) {
            return Some(found_left);
        }
        if is_zero(left.expr) {
            return Some(found_right);
        }
        for (operand, own, other) in
            [(left, found_left, found_right), (right, found_right, found_left)]
        {
            if own.is_none()
                && let Some(text) = bare_number(operand.expr)
            {
                let unit = crate::units::si_unit(other);
                let place = context.place(operand.expr.span);
                self.values.report(context, report::missing_unit(place, &text, &unit, None));
                return None;
            }
        }
        let report = report::incompatible(
            operator.op.symbol(),
            (context.place(left.expr.span), found_left),
            (context.place(right.expr.span), found_right),
            context.place(operator.span),
        );
        self.values.report(context, report);
        None
    }

    fn add(
        &mut self,
        context: Context,
        operator: Operator,
        left: &Operand<'a>,
        right: &Operand<'a>,
    ) -> Value {
        let op = if operator.op == Op::Add { BinaryOp::Add } else { BinaryOp::Sub };
        match (&left.value, &right.value) {
            (Value::Int(a), Value::Int(b)) => {
                let sum = if op == BinaryOp::Add { a.checked_add(*b) } else { a.checked_sub(*b) };
                sum.map_or_else(|| self.values.too_large(context, operator.whole), Value::Int)
            }
            (Value::Int(_) | Value::Scalar { .. }, Value::Int(_) | Value::Scalar { .. }) => {
                let (a, of_a) = self.values.scalar_parts(&left.value);
                let (b, of_b) = self.values.scalar_parts(&right.value);
                match self.common_dimension(context, operator, (left, of_a), (right, of_b)) {
                    Some(dimension) => {
                        Value::Scalar { node: self.values.nodes.binary(op, a, b), dimension }
                    }
                    None => Value::Error,
                }
            }
            (
                &Value::Vector { nodes: a, dimension: of_a },
                &Value::Vector { nodes: b, dimension: of_b },
            ) => match self.common_dimension(context, operator, (left, of_a), (right, of_b)) {
                Some(dimension) => Value::Vector { nodes: self.each(op, a, b), dimension },
                None => Value::Error,
            },
            (
                &Value::Matrix { nodes: a, dimension: of_a },
                &Value::Matrix { nodes: b, dimension: of_b },
            ) => match self.common_dimension(context, operator, (left, of_a), (right, of_b)) {
                Some(dimension) => Value::Matrix { nodes: self.each(op, a, b), dimension },
                None => Value::Error,
            },
            (Value::Text(a), Value::Text(b)) if op == BinaryOp::Add => {
                Value::Text(format!("{a}{b}").into())
            }
            _ => self.no_such_operation(context, operator, left, right, None),
        }
    }

    fn each<const N: usize>(
        &mut self,
        op: BinaryOp,
        a: [NodeId; N],
        b: [NodeId; N],
    ) -> [NodeId; N] {
        let mut pairs = a.into_iter().zip(b);
        a.map(|first| match pairs.next() {
            Some((a, b)) => self.values.nodes.binary(op, a, b),
            None => first,
        })
    }

    fn multiply(
        &mut self,
        context: Context,
        operator: Operator,
        left: &Operand<'a>,
        right: &Operand<'a>,
    ) -> Value {
        let product = |a: Dimension, b: Dimension| a.times(b);
        match (&left.value, &right.value) {
            (Value::Int(a), Value::Int(b)) => match a.checked_mul(*b) {
                Some(product) => Value::Int(product),
                None => self.values.too_large(context, operator.whole),
            },
            (Value::Int(_) | Value::Scalar { .. }, Value::Int(_) | Value::Scalar { .. }) => {
                let (a, of_a) = self.values.scalar_parts(&left.value);
                let (b, of_b) = self.values.scalar_parts(&right.value);
                match product(of_a, of_b) {
                    Some(dimension) => {
                        let node = self.values.nodes.binary(BinaryOp::Mul, a, b);
                        Value::Scalar { node, dimension }
                    }
                    None => self.values.too_large(context, operator.whole),
                }
            }
            (Value::Int(_) | Value::Scalar { .. }, &Value::Vector { nodes, dimension }) => {
                let (factor, of_factor) = self.values.scalar_parts(&left.value);
                match product(of_factor, dimension) {
                    Some(dimension) => {
                        let scaled =
                            nodes.map(|node| self.values.nodes.binary(BinaryOp::Mul, factor, node));
                        Value::Vector { nodes: scaled, dimension }
                    }
                    None => self.values.too_large(context, operator.whole),
                }
            }
            (&Value::Vector { nodes, dimension }, Value::Int(_) | Value::Scalar { .. }) => {
                let (factor, of_factor) = self.values.scalar_parts(&right.value);
                match product(of_factor, dimension) {
                    Some(dimension) => {
                        let scaled =
                            nodes.map(|node| self.values.nodes.binary(BinaryOp::Mul, node, factor));
                        Value::Vector { nodes: scaled, dimension }
                    }
                    None => self.values.too_large(context, operator.whole),
                }
            }
            (Value::Int(_) | Value::Scalar { .. }, &Value::Matrix { nodes, dimension })
            | (&Value::Matrix { nodes, dimension }, Value::Int(_) | Value::Scalar { .. }) => {
                let factor = match left.value {
                    Value::Matrix { .. } => &right.value,
                    _ => &left.value,
                };
                let (factor, of_factor) = self.values.scalar_parts(factor);
                match product(of_factor, dimension) {
                    Some(dimension) => {
                        let scaled =
                            nodes.map(|node| self.values.nodes.binary(BinaryOp::Mul, factor, node));
                        Value::Matrix { nodes: scaled, dimension }
                    }
                    None => self.values.too_large(context, operator.whole),
                }
            }
            (
                &Value::Matrix { nodes: [xx, yy, zz, xy, xz, yz], dimension: of_matrix },
                &Value::Vector { nodes, dimension },
            ) => match product(of_matrix, dimension) {
                Some(dimension) => {
                    let rows = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]];
                    let nodes =
                        rows.map(|row| vector::dot(&mut self.values.nodes.signals, row, nodes));
                    Value::Vector { nodes, dimension }
                }
                None => self.values.too_large(context, operator.whole),
            },
            (&Value::Attitude(a), &Value::Attitude(b)) => {
                Value::Attitude(attitude::product(&mut self.values.nodes.signals, a, b))
            }
            (&Value::Attitude(a), &Value::Vector { nodes, dimension }) => {
                let nodes = attitude::rotate(&mut self.values.nodes.signals, a, nodes);
                Value::Vector { nodes, dimension }
            }
            (Value::Vector { .. }, Value::Vector { .. }) => {
                let help = "write `dot(a, b)` or `cross(a, b)`";
                self.no_such_operation(context, operator, left, right, Some(help))
            }
            (Value::Vector { .. }, Value::Attitude(_)) => {
                let help = "the attitude comes first: `attitude * vector`";
                self.no_such_operation(context, operator, left, right, Some(help))
            }
            _ => self.no_such_operation(context, operator, left, right, None),
        }
    }

    fn divide(
        &mut self,
        context: Context,
        operator: Operator,
        left: &Operand<'a>,
        right: &Operand<'a>,
    ) -> Value {
        if !matches!(right.value, Value::Int(_) | Value::Scalar { .. }) {
            return self.no_such_operation(context, operator, left, right, None);
        }
        let (b, of_b) = self.values.scalar_parts(&right.value);
        if self.values.nodes.constant_value(b) == Some(0.0) {
            if !self.values.reports.has_placeholders() {
                let place = context.place(right.expr.span);
                self.values.report(context, report::division_by_zero(place));
            }
            return Value::Error;
        }
        let over = |this: &mut Self, node| this.values.nodes.binary(BinaryOp::Div, node, b);
        match left.value {
            Value::Int(_) | Value::Scalar { .. } => {
                let (a, of_a) = self.values.scalar_parts(&left.value);
                match of_a.over(of_b) {
                    Some(dimension) => Value::Scalar { node: over(self, a), dimension },
                    None => self.values.too_large(context, operator.whole),
                }
            }
            Value::Vector { nodes, dimension } => match dimension.over(of_b) {
                Some(dimension) => {
                    Value::Vector { nodes: nodes.map(|node| over(self, node)), dimension }
                }
                None => self.values.too_large(context, operator.whole),
            },
            Value::Matrix { nodes, dimension } => match dimension.over(of_b) {
                Some(dimension) => {
                    Value::Matrix { nodes: nodes.map(|node| over(self, node)), dimension }
                }
                None => self.values.too_large(context, operator.whole),
            },
            _ => self.no_such_operation(context, operator, left, right, None),
        }
    }

    fn remainder(
        &mut self,
        context: Context,
        operator: Operator,
        left: &Operand<'a>,
        right: &Operand<'a>,
    ) -> Value {
        match (&left.value, &right.value) {
            (Value::Int(a), Value::Int(b)) => {
                // With the sign of the divisor, as for real numbers.
                let floored = a
                    .checked_rem(*b)
                    .map(|r| if r != 0 && ((r < 0) != (*b < 0)) { r + b } else { r });
                match floored {
                    Some(remainder) => Value::Int(remainder),
                    None => {
                        let place = context.place(right.expr.span);
                        self.values.report(context, report::division_by_zero(place));
                        Value::Error
                    }
                }
            }
            (Value::Int(_) | Value::Scalar { .. }, Value::Int(_) | Value::Scalar { .. }) => {
                let (a, of_a) = self.values.scalar_parts(&left.value);
                let (b, of_b) = self.values.scalar_parts(&right.value);
                match self.common_dimension(context, operator, (left, of_a), (right, of_b)) {
                    Some(dimension) => {
                        let node = self.values.nodes.binary(BinaryOp::Mod, a, b);
                        Value::Scalar { node, dimension }
                    }
                    None => Value::Error,
                }
            }
            _ => self.no_such_operation(context, operator, left, right, None),
        }
    }

    /// `base ^ exponent`. A base with a dimension needs an exponent that is known now.
    fn power(
        &mut self,
        context: Context,
        operator: Operator,
        left: &Operand<'a>,
        right: &Operand<'a>,
    ) -> Value {
        if let (&Value::Int(base), &Value::Int(exponent)) = (&left.value, &right.value)
            && let Ok(exponent) = u32::try_from(exponent)
        {
            return match base.checked_pow(exponent) {
                Some(power) => Value::Int(power),
                None => self.values.too_large(context, operator.whole),
            };
        }
        let (Value::Int(_) | Value::Scalar { .. }, Value::Int(_) | Value::Scalar { .. }) =
            (&left.value, &right.value)
        else {
            let help = match &left.value {
                Value::Vector { .. } => Some("for the square of its length write `dot(v, v)`"),
                _ => None,
            };
            return self.no_such_operation(context, operator, left, right, help);
        };
        let (base, of_base) = self.values.scalar_parts(&left.value);
        let (exponent, of_exponent) = self.values.scalar_parts(&right.value);
        if !of_exponent.is_none() {
            let place = context.place(right.expr.span);
            let report = report::needs_plain_number(place, "an exponent", of_exponent);
            self.values.report(context, report);
            return Value::Error;
        }
        let node = self.values.nodes.binary(BinaryOp::Pow, base, exponent);
        if of_base.is_none() {
            return Value::Scalar { node, dimension: of_base };
        }
        let found = self.values.nodes.variability(exponent);
        if found > Variability::Const {
            let what = "the exponent of a quantity with a unit";
            self.varies_too_much(context, right.expr, what, Variability::Const, found);
            return Value::Error;
        }
        let rational = self.values.nodes.value(exponent).and_then(Exponent::from_value);
        match rational.and_then(|rational| of_base.power(rational)) {
            Some(dimension) => Value::Scalar { node, dimension },
            None => {
                let place = context.place(right.expr.span);
                self.values.report(context, report::odd_exponent(place));
                Value::Error
            }
        }
    }

    fn compare(
        &mut self,
        context: Context,
        operator: Operator,
        left: &Operand<'a>,
        right: &Operand<'a>,
    ) -> Value {
        let equality = match operator.op {
            Op::Equal => Some(true),
            Op::NotEqual => Some(false),
            _ => None,
        };
        match (&left.value, &right.value, equality) {
            (Value::Int(a), Value::Int(b), _) => Value::Bool(match operator.op {
                Op::Equal => a == b,
                Op::NotEqual => a != b,
                Op::Less => a < b,
                Op::LessEqual => a <= b,
                Op::Greater => a > b,
                _ => a >= b,
            }),
            (Value::Bool(a), Value::Bool(b), Some(equal)) => Value::Bool((a == b) == equal),
            (Value::Text(a), Value::Text(b), Some(equal)) => Value::Bool((a == b) == equal),
            (Value::Int(_) | Value::Scalar { .. }, Value::Int(_) | Value::Scalar { .. }, _) => {
                let (a, of_a) = self.values.scalar_parts(&left.value);
                let (b, of_b) = self.values.scalar_parts(&right.value);
                if self.common_dimension(context, operator, (left, of_a), (right, of_b)).is_none() {
                    return Value::Error;
                }
                let op = match operator.op {
                    Op::Equal => BinaryOp::Eq,
                    Op::NotEqual => BinaryOp::Ne,
                    Op::Less => BinaryOp::Lt,
                    Op::LessEqual => BinaryOp::Le,
                    Op::Greater => BinaryOp::Gt,
                    _ => BinaryOp::Ge,
                };
                let node = self.values.nodes.binary(op, a, b);
                self.condition(node)
            }
            _ => self.no_such_operation(context, operator, left, right, None),
        }
    }

    /// A truth value, as a constant where it is one.
    fn condition(&mut self, node: NodeId) -> Value {
        match self.values.nodes.constant_value(node) {
            Some(value) => Value::Bool(value != 0.0),
            None => Value::Condition(node),
        }
    }

    fn logic(
        &mut self,
        context: Context,
        operator: Operator,
        left: &Operand<'a>,
        right: &Operand<'a>,
    ) -> Value {
        let is_and = operator.op == Op::And;
        match (&left.value, &right.value) {
            (Value::Bool(a), Value::Bool(b)) => {
                Value::Bool(if is_and { *a && *b } else { *a || *b })
            }
            (Value::Bool(known), Value::Condition(node))
            | (Value::Condition(node), Value::Bool(known)) => match (is_and, known) {
                (true, true) | (false, false) => Value::Condition(*node),
                (true, false) => Value::Bool(false),
                (false, true) => Value::Bool(true),
            },
            (Value::Condition(a), Value::Condition(b)) => {
                let op = if is_and { BinaryOp::And } else { BinaryOp::Or };
                Value::Condition(self.values.nodes.binary(op, *a, *b))
            }
            _ => self.no_such_operation(context, operator, left, right, None),
        }
    }

    fn range(
        &mut self,
        context: Context,
        operator: Operator,
        left: &Operand<'a>,
        right: &Operand<'a>,
    ) -> Value {
        let mut bounds = [0; 2];
        for (bound, operand) in bounds.iter_mut().zip([left, right]) {
            let ty = crate::elaborate::values::types::Ty::Int;
            match self.coerce(context, operand.expr, operand.value.clone(), &ty, Of::Nothing) {
                Value::Int(value) => *bound = value,
                _ => return Value::Error,
            }
        }
        let [from, to] = bounds;
        if to.saturating_sub(from) > MAX_TURNS {
            let place = context.place(operator.whole);
            self.values.report(context, report::too_many_turns(place, MAX_TURNS));
            return Value::Error;
        }
        Value::Array((from..to).map(Value::Int).collect())
    }

    pub(in crate::elaborate) fn no_such_operation(
        &mut self,
        context: Context,
        operator: Operator,
        left: &Operand<'a>,
        right: &Operand<'a>,
        help: Option<&str>,
    ) -> Value {
        let (a, b) = (self.values.type_of(&left.value), self.values.type_of(&right.value));
        let place = context.place(operator.span);
        let report = report::no_such_operation(
            place,
            operator.op.symbol(),
            (context.place(left.expr.span), &a),
            (context.place(right.expr.span), &b),
            help,
        );
        self.values.report(context, report);
        Value::Error
    }

    /// `number unit` behind a list or a call: everything in it times the unit.
    pub(in crate::elaborate) fn with_unit(
        &mut self,
        context: Context,
        value: Value,
        unit: &'a cdl_grammar::syntax::Name,
    ) -> Value {
        let Some(unit_meaning) = self.values.unit(context, unit) else { return Value::Error };
        let dimension = unit_meaning.dimension;
        let factor = unit_meaning.factor();
        let mut scaled = |node: NodeId| match self.values.nodes.constant_value(node) {
            Some(value) => self.values.nodes.constant(unit_meaning.to_si(value)),
            None if factor == 1.0 => node,
            None => {
                let factor = self.values.nodes.constant(factor);
                self.values.nodes.binary(BinaryOp::Mul, node, factor)
            }
        };
        match value {
            Value::Int(value) => {
                let node = self.values.nodes.constant(unit_meaning.to_si(value as f64));
                Value::Scalar { node, dimension }
            }
            Value::Scalar { node, dimension: own } if own.is_none() => {
                Value::Scalar { node: scaled(node), dimension }
            }
            Value::Vector { nodes, dimension: own } if own.is_none() => {
                Value::Vector { nodes: nodes.map(scaled), dimension }
            }
            Value::Matrix { nodes, dimension: own } if own.is_none() => {
                Value::Matrix { nodes: nodes.map(scaled), dimension }
            }
            Value::Array(values) => Value::Array(
                values.iter().map(|value| self.with_unit(context, value.clone(), unit)).collect(),
            ),
            Value::Error => Value::Error,
            other => {
                let found = self.values.type_of(&other);
                let place = context.place(unit.span);
                self.values.report(context, report::second_unit(place, &unit.text, &found));
                Value::Error
            }
        }
    }
}
