//! What a constraint demands: `LEFT == RIGHT`, as what has to be zero.

use cdl_grammar::syntax::{BinaryOp as Op, Expr, ExprKind};
use cdl_graph::{BinaryOp, NodeId};

use super::Unfolding;
use crate::diagnostics;
use crate::elaborate::context::Context;
use crate::elaborate::values::operators::{Operand, Operator};
use crate::symbolic::{Quaternion, Scalars, Vector, pose, vector};
use crate::typed::Value;
use crate::units::Dimension;

impl<'a> Unfolding<'_, 'a> {
    /// A scalar or a vector that is zero where the equation is true.
    pub(in crate::elaborate) fn equation(&mut self, context: Context, law: &Expr) -> Value {
        let ExprKind::Binary { op, left, right, op_span } = &law.kind else {
            if !matches!(self.evaluator().value(context, law), Value::Error) {
                let place = context.place(law.span);
                self.values.report(context, diagnostics::not_an_equation(place, None));
            }
            return Value::Error;
        };
        let operator = Operator { op: *op, span: *op_span, whole: law.span };
        if *op != Op::Equal {
            let place = context.place(*op_span);
            let values =
                [self.evaluator().value(context, left), self.evaluator().value(context, right)];
            if !values.iter().any(|value| matches!(value, Value::Error)) {
                self.values.report(context, diagnostics::not_an_equation(place, Some(op.symbol())));
            }
            return Value::Error;
        }
        let left = Operand::new(left, self.evaluator().value(context, left));
        let right = Operand::new(right, self.evaluator().value(context, right));
        self.difference(context, operator, &left, &right)
    }

    fn difference(
        &mut self,
        context: Context,
        operator: Operator,
        left: &Operand<'_>,
        right: &Operand<'_>,
    ) -> Value {
        let is_zero = |value: &Value| matches!(value, Value::Int(0));
        match (&left.value, &right.value) {
            (Value::Error, _) | (_, Value::Error) => Value::Error,
            (Value::Int(_) | Value::Scalar { .. }, Value::Int(_) | Value::Scalar { .. }) => {
                let (a, of_a) = self.values.scalar_parts(&left.value);
                let (b, of_b) = self.values.scalar_parts(&right.value);
                match self.evaluator().common_dimension(
                    context,
                    operator,
                    (left, of_a),
                    (right, of_b),
                ) {
                    Some(dimension) => {
                        Value::Scalar { node: self.minus_unless_zero(a, b), dimension }
                    }
                    None => Value::Error,
                }
            }
            // Zero is a vector of any dimension, too.
            (&Value::Vector { nodes, dimension }, zero)
            | (zero, &Value::Vector { nodes, dimension })
                if is_zero(zero) =>
            {
                Value::Vector { nodes, dimension }
            }
            (
                &Value::Vector { nodes: a, dimension: of_a },
                &Value::Vector { nodes: b, dimension: of_b },
            ) => match self.evaluator().common_dimension(
                context,
                operator,
                (left, of_a),
                (right, of_b),
            ) {
                Some(dimension) => {
                    let nodes = [0, 1, 2].map(|i| self.minus_unless_zero(a[i], b[i]));
                    Value::Vector { nodes, dimension }
                }
                None => Value::Error,
            },
            (&Value::Attitude(a), &Value::Attitude(b)) => {
                let nodes = self.rotation_between(a, b);
                Value::Vector { nodes, dimension: Dimension::NONE }
            }
            _ => self.evaluator().no_such_operation(context, operator, left, right, None),
        }
    }

    fn minus_unless_zero(&mut self, a: NodeId, b: NodeId) -> NodeId {
        if self.values.nodes.constant_value(b) == Some(0.0) {
            a
        } else {
            self.values.nodes.binary(BinaryOp::Sub, a, b)
        }
    }

    /// `n sin(angle)` of the rotation from `a` to `b`, in the axes of `a`: a polynomial in both
    /// frames' axes, whatever the signs of the quaternions. Dividing it by `1 + cos(angle)` would
    /// exclude half a turn, and fill the second derivatives: 171 for each row in place of 6.
    fn rotation_between(&mut self, a: Quaternion, b: Quaternion) -> Vector {
        let units = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
            .map(|unit| self.values.nodes.constant_vector(unit));
        let half = self.values.nodes.constant(0.5);
        let signals = &mut self.values.nodes;
        let [a, b] = [a, b].map(|q| units.map(|unit| pose::direction(signals, q, unit)));
        [(2, 1), (0, 2), (1, 0)].map(|(i, j)| {
            let plus = vector::dot(signals, a[i], b[j]);
            let minus = vector::dot(signals, a[j], b[i]);
            let difference = signals.minus(plus, minus);
            signals.times(half, difference)
        })
    }
}
