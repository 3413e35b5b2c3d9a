//! Sums, products, quotients and powers of values.

use cdl_grammar::syntax::{BinaryOp as Op, Expr, ExprKind};
use cdl_graph::{BinaryOp, NodeId};

use super::evaluator::Evaluator;
use super::operators::{Operand, Operator};
use crate::elaborate::context::Context;
use crate::elaborate::report;
use crate::schema::Variability;
use crate::symbolic::{attitude, vector};
use crate::typed::{Array, Value};
use crate::units::{Dimension, Exponent};

impl<'a> Evaluator<'_, 'a> {
    pub(super) fn add(
        &mut self,
        context: Context,
        operator: Operator,
        left: &Operand<'_>,
        right: &Operand<'_>,
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
                self.values.joined(context, context.place(operator.whole), a, b)
            }
            (Value::Text(_), Value::Scalar { .. } | Value::Int(_))
            | (Value::Scalar { .. } | Value::Int(_), Value::Text(_))
                if op == BinaryOp::Add =>
            {
                let help = "only texts are joined, and no number becomes one: write its digits in quotes, as in `\"link \" + \"3\"`";
                self.no_such_operation(context, operator, left, right, Some(help))
            }
            (Value::Array(_), _) | (_, Value::Array(_)) => {
                self.add_arrays(context, operator, op, (left, right))
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

    pub(super) fn multiply(
        &mut self,
        context: Context,
        operator: Operator,
        left: &Operand<'_>,
        right: &Operand<'_>,
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
                    let nodes = rows.map(|row| vector::dot(&mut self.values.nodes, row, nodes));
                    Value::Vector { nodes, dimension }
                }
                None => self.values.too_large(context, operator.whole),
            },
            (&Value::Attitude(a), &Value::Attitude(b)) => {
                Value::Attitude(attitude::product(&mut self.values.nodes, a, b))
            }
            (&Value::Attitude(a), &Value::Vector { nodes, dimension }) => {
                let nodes = attitude::rotate(&mut self.values.nodes, a, nodes);
                Value::Vector { nodes, dimension }
            }
            (Value::Vector { .. }, Value::Vector { .. }) => {
                let help = "write `dot(a, b)` or `cross(a, b)`";
                self.no_such_operation(context, operator, left, right, Some(help))
            }
            (Value::Int(_) | Value::Scalar { .. }, Value::Array(values)) => {
                self.for_each(right.expr, values, |this, right| {
                    this.multiply(context, operator, left, right)
                })
            }
            (Value::Array(values), Value::Int(_) | Value::Scalar { .. }) => {
                self.for_each(left.expr, values, |this, left| {
                    this.multiply(context, operator, left, right)
                })
            }
            (Value::Array(_), Value::Array(_) | Value::Vector { .. } | Value::Matrix { .. })
            | (Value::Vector { .. } | Value::Matrix { .. }, Value::Array(_)) => {
                self.multiply_matrices(context, operator, left, right)
            }
            (Value::Vector { .. }, Value::Attitude(_)) => {
                let help = "the attitude comes first: `attitude * vector`";
                self.no_such_operation(context, operator, left, right, Some(help))
            }
            _ => self.no_such_operation(context, operator, left, right, None),
        }
    }

    /// An operation on each element of an array.
    fn for_each(
        &mut self,
        expr: &Expr,
        values: &Array,
        mut operation: impl FnMut(&mut Self, &Operand<'_>) -> Value,
    ) -> Value {
        self.values.effort.spend_for(values.len());
        let mut results = Vec::with_capacity(values.len());
        for value in values.iter() {
            match operation(self, &Operand::new(expr, value.into_owned())) {
                Value::Error => return Value::Error,
                value => results.push(value),
            }
        }
        self.values.as_row(results)
    }

    pub(super) fn divide(
        &mut self,
        context: Context,
        operator: Operator,
        left: &Operand<'_>,
        right: &Operand<'_>,
    ) -> Value {
        if !matches!(right.value, Value::Int(_) | Value::Scalar { .. }) {
            return self.no_such_operation(context, operator, left, right, None);
        }
        let (b, of_b) = self.values.scalar_parts(&right.value);
        if self.values.nodes.constant_value(b) == Some(0.0) {
            if !self.values.reports.has_placeholders() {
                let place = context.place(right.span);
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
            Value::Array(ref values) => self.for_each(left.expr, values, |this, left| {
                this.divide(context, operator, left, right)
            }),
            Value::Matrix { nodes, dimension } => match dimension.over(of_b) {
                Some(dimension) => {
                    Value::Matrix { nodes: nodes.map(|node| over(self, node)), dimension }
                }
                None => self.values.too_large(context, operator.whole),
            },
            _ => self.no_such_operation(context, operator, left, right, None),
        }
    }

    pub(super) fn remainder(
        &mut self,
        context: Context,
        operator: Operator,
        left: &Operand<'_>,
        right: &Operand<'_>,
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
                        let place = context.place(right.span);
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
    pub(super) fn power(
        &mut self,
        context: Context,
        operator: Operator,
        left: &Operand<'_>,
        right: &Operand<'_>,
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
            let place = context.place(right.span);
            let mut report = report::needs_plain_number(place, "an exponent", of_exponent);
            if let (
                ExprKind::Number { digits: ten, .. },
                ExprKind::Number { digits, unit: Some(unit) },
            ) = (&left.expr.kind, &right.expr.kind)
                && **ten == *"10"
            {
                report.notes = vec![format!(
                    "a power of ten is written in the number: `1e{digits} {}`",
                    unit.text
                )];
            }
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
                let place = context.place(right.span);
                self.values.report(context, report::odd_exponent(place));
                Value::Error
            }
        }
    }
}
