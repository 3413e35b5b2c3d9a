//! Comparisons, truth values and ranges.

use cdl_grammar::syntax::BinaryOp as Op;
use cdl_graph::{BinaryOp, NodeId};

use super::evaluator::Evaluator;
use super::fit::Of;
use super::operators::{Operand, Operator};
use super::types::Ty;
use crate::elaborate::context::Context;
use crate::elaborate::report;
use crate::typed::Value;

/// Numbers in one range, and so turns of one loop.
const MAX_TURNS: i64 = 10_000_000;

impl<'a> Evaluator<'_, 'a> {
    pub(super) fn compare(
        &mut self,
        context: Context,
        operator: Operator,
        left: &Operand<'_>,
        right: &Operand<'_>,
    ) -> Value {
        let equality = match operator.op {
            Op::Equal => Some(true),
            Op::NotEqual => Some(false),
            _ => None,
        };
        if let Some(same) = self.compare_enums(operator, &left.value, &right.value) {
            return same;
        }
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
    pub(super) fn condition(&mut self, node: NodeId) -> Value {
        match self.values.nodes.constant_value(node) {
            Some(value) => Value::Bool(value != 0.0),
            None => Value::Condition(node),
        }
    }

    pub(super) fn logic(
        &mut self,
        context: Context,
        operator: Operator,
        left: &Operand<'_>,
        right: &Operand<'_>,
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

    pub(super) fn range(
        &mut self,
        context: Context,
        operator: Operator,
        left: &Operand<'_>,
        right: &Operand<'_>,
    ) -> Value {
        let mut bounds = [0; 2];
        for (bound, operand) in bounds.iter_mut().zip([left, right]) {
            let ty = Ty::Int;
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
        self.values.effort.spend_for(to.saturating_sub(from).max(0) as usize);
        Value::Array((from..to).map(Value::Int).collect())
    }
}
