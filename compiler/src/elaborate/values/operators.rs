//! Operators: what they do to values and dimensions.

use cdl_grammar::syntax::{BinaryOp as Op, Expr, ExprKind, Span, UnaryOp as Sign};
use cdl_graph::{NodeId, UnaryOp};

use super::enums;
use super::evaluator::Evaluator;
use super::fit::{bare_number, is_zero};
use super::matrix;
use crate::elaborate::context::Context;
use crate::elaborate::report;
use crate::typed::Value;
use crate::units::Dimension;

/// An evaluated operand with the expression it came from.
pub(in crate::elaborate) struct Operand<'a> {
    pub(in crate::elaborate) expr: &'a Expr,
    /// Its place, which within a [`ExprKind::Chain`] is a part of the expression's.
    pub(in crate::elaborate) span: Span,
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

impl<'a> Operand<'a> {
    pub(in crate::elaborate) fn new(expr: &'a Expr, value: Value) -> Self {
        Self { expr, span: expr.span, value }
    }
}

impl<'a> Evaluator<'_, 'a> {
    pub(in crate::elaborate) fn unary(
        &mut self,
        context: Context,
        op: Sign,
        operand: &Expr,
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
            (Sign::Negate, value @ Value::Array(_)) => match self.values.negated(&value) {
                Some(value) => value,
                None => {
                    let found = self.values.type_of(&value);
                    let place = context.place(span);
                    self.values.report(context, report::operator_on(place, "-", &found));
                    Value::Error
                }
            },
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
    pub(in crate::elaborate) fn binary(&mut self, context: Context, expr: &Expr) -> Value {
        if let Some(report) = self.unit_with_operators(context, expr) {
            self.values.report(context, report);
            return Value::Error;
        }
        let mut spine = Vec::new();
        let mut leftmost = expr;
        loop {
            match &leftmost.kind {
                ExprKind::Binary { op, left, right, op_span } => {
                    let operator = Operator { op: *op, span: *op_span, whole: leftmost.span };
                    spine.push((operator, leftmost, right.as_ref()));
                    leftmost = left.as_ref();
                }
                ExprKind::Chain { first, links } => {
                    spine.extend(links.iter().rev().map(|link| {
                        let whole = first.span.to(link.right.span);
                        let operator = Operator { op: link.op, span: link.op_span, whole };
                        (operator, leftmost, &link.right)
                    }));
                    leftmost = first.as_ref();
                }
                _ => break,
            }
        }
        let is_comparison = |op: Op| {
            matches!(
                op,
                Op::Equal
                    | Op::NotEqual
                    | Op::Less
                    | Op::LessEqual
                    | Op::Greater
                    | Op::GreaterEqual
            )
        };
        let mut left = match spine.last() {
            Some(&(operator, whole, right)) if is_comparison(operator.op) => {
                spine.pop();
                let values = self.compared(context, (leftmost, None), right);
                self.comparison(context, operator, whole, (leftmost, right), values)
            }
            _ => Operand::new(leftmost, self.value(context, leftmost)),
        };
        while let Some((operator, whole, right)) = spine.pop() {
            if is_comparison(operator.op) {
                let Operand { expr, value, .. } = left;
                let values = self.compared(context, (expr, Some(value)), right);
                left = self.comparison(context, operator, whole, (expr, right), values);
                continue;
            }
            let value = match (operator.op, &left.value) {
                // What is not needed may be undefined, as in `i > 0 and a[i - 1] > 1 m`.
                (Op::And, Value::Bool(false)) => Value::Bool(false),
                (Op::Or, Value::Bool(true)) => Value::Bool(true),
                (Op::Remainder, _) if self.was_comment(context, right) => Value::Error,
                _ => {
                    let right = Operand::new(right, self.value(context, right));
                    let value = self.operate(context, operator, &left, &right);
                    self.finite(context, operator, value)
                }
            };
            left = Operand { expr: whole, span: operator.whole, value };
        }
        left.value
    }

    /// Whether what follows `%` begins with a name that nobody has declared, which is told: `2 m % rest` may be meant as
    /// a comment.
    fn was_comment(&mut self, context: Context, right: &Expr) -> bool {
        let mut first = right;
        while let ExprKind::Member { target: inner, .. }
        | ExprKind::Index { target: inner, .. }
        | ExprKind::Call { callee: inner, .. } = &first.kind
        {
            first = inner;
        }
        let ExprKind::Name(name) = &first.kind else { return false };
        if !self.is_unknown_name(context, first) {
            return false;
        }
        let mut report = self.unknown_name(context, name, first.span);
        if report.fix.is_none() && report.related.is_empty() {
            report.notes = vec!["`%` is a remainder; comments start with `//`".to_owned()];
        }
        self.values.report(context, report);
        true
    }

    fn comparison<'s>(
        &mut self,
        context: Context,
        operator: Operator,
        whole: &'s Expr,
        (left, right): (&Expr, &Expr),
        (of_left, of_right): (Value, Value),
    ) -> Operand<'s> {
        let left = Operand::new(left, of_left);
        let right = Operand::new(right, of_right);
        let value = self.operate(context, operator, &left, &right);
        Operand::new(whole, self.finite(context, operator, value))
    }

    /// A constant that is no finite number is an error where it arises.
    fn finite(&mut self, context: Context, operator: Operator, value: Value) -> Value {
        let nodes: &[NodeId] = match &value {
            Value::Scalar { node, .. } => std::slice::from_ref(node),
            Value::Vector { nodes, .. } => nodes,
            Value::Array(values) => {
                // Each has been looked at on its way here, but for what is overflowing now.
                for element in values.iter() {
                    if let Value::Error = self.finite(context, operator, element.into_owned()) {
                        return Value::Error;
                    }
                }
                return value;
            }
            _ => return value,
        };
        for &node in nodes {
            if self.values.nodes.constant_value(node).is_some_and(|value| !value.is_finite()) {
                return self.values.too_large(context, operator.whole);
            }
            self.values.nodes.note_operation(node, context.place(operator.whole));
        }
        value
    }

    fn operate(
        &mut self,
        context: Context,
        operator: Operator,
        left: &Operand<'_>,
        right: &Operand<'_>,
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
        (left, found_left): (&Operand<'_>, Dimension),
        (right, found_right): (&Operand<'_>, Dimension),
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
                let place = context.place(operand.span);
                self.values.report(context, report::missing_unit(place, &text, &unit, None));
                return None;
            }
        }
        let report = report::incompatible(
            operator.op.symbol(),
            (context.place(left.span), found_left),
            (context.place(right.span), found_right),
            context.place(operator.span),
        );
        self.values.report(context, report);
        None
    }

    pub(in crate::elaborate) fn no_such_operation(
        &mut self,
        context: Context,
        operator: Operator,
        left: &Operand<'_>,
        right: &Operand<'_>,
        help: Option<&str>,
    ) -> Value {
        let (a, b) = (self.values.type_of(&left.value), self.values.type_of(&right.value));
        let of_enums = enums::help(operator.op, &left.value, &right.value);
        let of_rows = [left, right].into_iter().find_map(|own| matrix::ragged(&own.value));
        let help = of_enums.as_deref().or(of_rows.as_deref()).or(help);
        let place = context.place(operator.span);
        let report = report::no_such_operation(
            place,
            operator.op.symbol(),
            (context.place(left.span), &a),
            (context.place(right.span), &b),
            help,
        );
        self.values.report(context, report);
        Value::Error
    }
}
