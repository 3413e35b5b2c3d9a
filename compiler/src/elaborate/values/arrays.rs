//! Sums of arrays, element by element, and products of matrices.

use cdl_graph::{BinaryOp, UnaryOp};

use super::Values;
use super::evaluator::Evaluator;
use super::matrix::{Entry, Matrix, NoSum, elements, is_number};
use super::operators::{Operand, Operator};
use crate::diagnostics;
use crate::elaborate::context::Context;
use crate::elaborate::report;
use crate::typed::Value;
use crate::units::{Dimension, describe};

/// Why two arrays have no sum; with the indices that lead there.
enum Misfit {
    Dimensions(Vec<usize>, Dimension, Dimension),
    Lengths(Vec<usize>, usize, usize),
    Types,
    TooLarge,
}

impl<'a> Evaluator<'_, 'a> {
    /// `a + b` or `a - b` where one of both is an array.
    pub(super) fn add_arrays(
        &mut self,
        context: Context,
        operator: Operator,
        op: BinaryOp,
        (left, right): (&Operand<'_>, &Operand<'_>),
    ) -> Value {
        let places = [left, right].map(|own| context.place(own.span));
        let place = context.place(operator.span);
        let misfit = match self.values.array_sum(op, &left.value, &right.value, &mut Vec::new()) {
            Ok(value) => return value,
            Err(misfit) => misfit,
        };
        let report = match misfit {
            Misfit::Types => {
                return self.no_such_operation(context, operator, left, right, None);
            }
            Misfit::TooLarge => report::too_large(context.place(operator.whole)),
            Misfit::Dimensions(at, a, b) => {
                let [left, right] = places;
                report::incompatible(operator.op.symbol(), (left, a), (right, b), place)
                    .note(in_words(&at))
            }
            // A part for which nobody has given its numbers may have others.
            Misfit::Lengths(..) if self.values.reports.has_placeholders() => return Value::Error,
            Misfit::Lengths(at, a, b) => {
                let (expected, found) = (format!("an array of {a}"), format!("an array of {b}"));
                let report = report::wrong_type(places[1], &expected, &found, None);
                if at.is_empty() { report } else { report.note(in_words(&at)) }
            }
        };
        self.values.report(context, report);
        Value::Error
    }

    /// `A * B` and `A * x`.
    pub(super) fn multiply_matrices(
        &mut self,
        context: Context,
        operator: Operator,
        left: &Operand<'_>,
        right: &Operand<'_>,
    ) -> Value {
        let Some(a) = self.values.matrix_of(&left.value) else {
            let help = match self.values.matrix_of(&right.value) {
                Some(_) => "the matrix comes first; a row times it is `transpose(A) * x`",
                None => "write `dot(a, b)`",
            };
            return self.no_such_operation(context, operator, left, right, Some(help));
        };
        let column = self.values.column_of(&right.value).map(Matrix::of_column);
        let is_column = column.is_some();
        let Some(b) = column.or_else(|| self.values.matrix_of(&right.value)) else {
            let help = "a matrix has rows of numbers, all of one length";
            return self.no_such_operation(context, operator, left, right, Some(help));
        };
        if a.columns != b.rows {
            if !self.values.reports.has_placeholders() {
                let place = context.place(right.span);
                let expected = format!("a right side of {} rows", a.columns);
                let found = format!("a right side of {}", b.rows);
                let report = report::wrong_type(place, &expected, &found, None).related(
                    context.place(left.span),
                    format!("this matrix is {}: {} columns", a.size(), a.columns),
                );
                self.values.report(context, report);
            }
            return Value::Error;
        }
        let Some(product) = self.matrix_product(context, operator, &a, &b) else {
            return Value::Error;
        };
        match is_column {
            true => self.values.value_of_row(&product.entries),
            false => self.values.value_of_matrix(&product),
        }
    }

    fn matrix_product(
        &mut self,
        context: Context,
        operator: Operator,
        a: &Matrix,
        b: &Matrix,
    ) -> Option<Matrix> {
        self.values.effort.spend_for(a.entries.len().saturating_mul(b.columns));
        let mut entries = Vec::with_capacity(a.rows * b.columns);
        for row in 0..a.rows {
            for column in 0..b.columns {
                let other = (0..b.rows).map(|k| b.at(k, column));
                let pairs = a.row(row).iter().copied().zip(other);
                match self.values.sum_of_products(pairs) {
                    Ok(entry) => entries.push(entry),
                    Err(NoSum::TooLarge) => {
                        self.values.too_large(context, operator.whole);
                        return None;
                    }
                    Err(NoSum::Unlike(unlike)) => {
                        let [(first, of_first), (other, of_other)] =
                            [unlike.first, unlike.other].map(|(at, own)| (at, describe(own).words));
                        let message = format!(
                            "row {row} of the left side does not fit: \
                             its column {other} gives {of_other}, its column {first} {of_first}"
                        );
                        let place = context.place(operator.span);
                        let label = format!("in the sum for column {column} of the product");
                        let report = diagnostics::terms_do_not_fit(place, &message, &label);
                        self.values.report(context, report);
                        return None;
                    }
                }
            }
        }
        Some(Matrix { rows: a.rows, columns: b.columns, entries })
    }
}

/// `[1][2]` as a reader knows it.
fn in_words(at: &[usize]) -> String {
    let indices: String = at.iter().map(|index| format!("[{index}]")).collect();
    format!("of the elements `{indices}`")
}

impl Values<'_> {
    fn array_sum(
        &mut self,
        op: BinaryOp,
        a: &Value,
        b: &Value,
        at: &mut Vec<usize>,
    ) -> Result<Value, Misfit> {
        if let (Value::Int(a), Value::Int(b)) = (a, b) {
            let sum = if op == BinaryOp::Add { a.checked_add(*b) } else { a.checked_sub(*b) };
            return sum.map(Value::Int).ok_or(Misfit::TooLarge);
        }
        if is_number(a) && is_number(b) {
            let (a, b) = (self.entry(a), self.entry(b));
            let dimension = match (self.is_any(a), self.is_any(b)) {
                (true, false) => b.dimension,
                (_, true) => a.dimension,
                (false, false) if a.dimension == b.dimension => a.dimension,
                (false, false) => {
                    return Err(Misfit::Dimensions(at.clone(), a.dimension, b.dimension));
                }
            };
            return Ok(Value::Scalar { node: self.nodes.binary(op, a.node, b.node), dimension });
        }
        let (Some(a), Some(b)) = (elements(a), elements(b)) else { return Err(Misfit::Types) };
        if a.len() != b.len() {
            return Err(Misfit::Lengths(at.clone(), a.len(), b.len()));
        }
        self.effort.spend_for(a.len());
        let mut sums = Vec::with_capacity(a.len());
        for (index, (a, b)) in a.iter().zip(&b).enumerate() {
            at.push(index);
            sums.push(self.array_sum(op, a, b, at)?);
            at.pop();
        }
        Ok(self.as_row(sums))
    }

    /// What is made of each element of an array: three numbers of one dimension are a vector again.
    pub(super) fn as_row(&mut self, values: Vec<Value>) -> Value {
        let is_scalar = |value: &Value| matches!(value, Value::Scalar { .. });
        if !values.is_empty() && values.iter().all(is_scalar) {
            let row: Vec<Entry> = values.iter().map(|value| self.entry(value)).collect();
            return self.value_of_row(&row);
        }
        Value::Array(values.into())
    }

    /// `-a` of an array; `None` where an element has no opposite.
    pub(super) fn negated(&mut self, value: &Value) -> Option<Value> {
        Some(match value {
            Value::Int(value) => Value::Int(value.checked_neg()?),
            &Value::Scalar { node, dimension } => {
                Value::Scalar { node: self.nodes.unary(UnaryOp::Neg, node), dimension }
            }
            &Value::Vector { nodes, dimension } => {
                let nodes = nodes.map(|node| self.nodes.unary(UnaryOp::Neg, node));
                Value::Vector { nodes, dimension }
            }
            &Value::Matrix { nodes, dimension } => {
                let nodes = nodes.map(|node| self.nodes.unary(UnaryOp::Neg, node));
                Value::Matrix { nodes, dimension }
            }
            Value::Array(values) => {
                self.effort.spend_for(values.len());
                let values: Option<Vec<Value>> =
                    values.iter().map(|value| self.negated(&value)).collect();
                Value::Array(values?.into())
            }
            _ => return None,
        })
    }
}
