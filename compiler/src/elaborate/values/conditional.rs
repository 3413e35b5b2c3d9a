//! `if a then b else c` as an expression.

use cdl_grammar::syntax::{Expr, ExprKind};
use cdl_graph::NodeId;

use super::Values;
use super::enums;
use super::evaluator::Evaluator;
use super::fit::{Of, bare_number, is_zero};
use super::types::Ty;
use crate::elaborate::context::Context;
use crate::elaborate::names::thing::Thing;
use crate::elaborate::report;
use crate::schema::Variability;
use crate::typed::Value;

impl<'a> Evaluator<'_, 'a> {
    /// A condition that is known now chooses a branch, and the other may be undefined. Otherwise both
    /// are computed and the condition selects, at every instant, component by component.
    /// `asked` is the type of its branches, where a name may mean something for it alone.
    pub(super) fn conditional(
        &mut self,
        context: Context,
        expr: &Expr,
        asked: Option<(&Ty, Of<'_>)>,
    ) -> Thing {
        // A ladder of `else if` is walked, not recursed into.
        let mut arms: Vec<(NodeId, &Expr, Value)> = Vec::new();
        let mut rest = expr;
        let last = loop {
            let ExprKind::Conditional { condition, then, otherwise } = &rest.kind else {
                break self.branch(context, rest, asked);
            };
            match self.value(context, condition) {
                Value::Bool(true) => break self.branch(context, then, asked),
                Value::Bool(false) => {}
                Value::Condition(node) => {
                    let value = self.branch(context, then, asked);
                    let value = self.thing_value(context, then, value);
                    arms.push((node, then, value));
                }
                Value::Error => return Thing::ERROR,
                other => {
                    let found = self.values.type_of(&other);
                    let place = context.place(condition.span);
                    self.values.report(context, report::wrong_type(place, "Bool", &found, None));
                    return Thing::ERROR;
                }
            }
            rest = otherwise;
        };
        if arms.is_empty() {
            return last;
        }
        let mut result = self.thing_value(context, rest, last);
        let mut result_expr = rest;
        while let Some((condition, then_expr, then)) = arms.pop() {
            result = self.select(context, condition, (then_expr, then), (result_expr, result));
            if matches!(result, Value::Error) {
                return Thing::ERROR;
            }
            if is_zero(result_expr) {
                result_expr = then_expr;
            }
        }
        Thing::Value(result)
    }

    fn branch(&mut self, context: Context, expr: &Expr, asked: Option<(&Ty, Of<'_>)>) -> Thing {
        match asked {
            Some((ty, of)) => Thing::Value(self.typed_value(context, expr, ty, of)),
            None => self.thing(context, expr),
        }
    }

    fn select(
        &mut self,
        context: Context,
        condition: NodeId,
        (then_expr, then): (&Expr, Value),
        (otherwise_expr, otherwise): (&Expr, Value),
    ) -> Value {
        match (&then, &otherwise) {
            (Value::Error, _) | (_, Value::Error) => Value::Error,
            (Value::Int(_) | Value::Scalar { .. }, Value::Int(_) | Value::Scalar { .. }) => {
                let (a, of_a) = self.values.scalar_parts(&then);
                let (b, of_b) = self.values.scalar_parts(&otherwise);
                let dimension = if of_a == of_b || is_zero(otherwise_expr) {
                    of_a
                } else if is_zero(then_expr) {
                    of_b
                } else {
                    let place = context.place(otherwise_expr.span);
                    let report = match bare_number(otherwise_expr) {
                        Some(text) if of_b.is_none() => {
                            report::missing_unit(place, &text, &crate::units::si_unit(of_a), None)
                        }
                        _ => report::mixed_branches(
                            place,
                            of_b,
                            (context.place(then_expr.span), of_a),
                        ),
                    };
                    self.values.report(context, report);
                    return Value::Error;
                };
                Value::Scalar { node: self.values.nodes.select(condition, a, b), dimension }
            }
            (
                &Value::Vector { nodes: a, dimension: of_a },
                &Value::Vector { nodes: b, dimension: of_b },
            ) => {
                let dimension = if is_zero(then_expr) { of_b } else { of_a };
                if of_a != of_b && !is_zero(then_expr) && !is_zero(otherwise_expr) {
                    let place = context.place(otherwise_expr.span);
                    let then_place = context.place(then_expr.span);
                    self.values
                        .report(context, report::mixed_branches(place, of_b, (then_place, of_a)));
                    return Value::Error;
                }
                let [ax, ay, az] = a;
                let [bx, by, bz] = b;
                let nodes = [(ax, bx), (ay, by), (az, bz)]
                    .map(|(a, b)| self.values.nodes.select(condition, a, b));
                Value::Vector { nodes, dimension }
            }
            (Value::Enum { node: a, of }, Value::Enum { node: b, of: other }) if of == other => {
                Value::Enum { node: self.values.nodes.select(condition, *a, *b), of: of.clone() }
            }
            (Value::Bool(_) | Value::Condition(_), Value::Bool(_) | Value::Condition(_)) => {
                let [a, b] = [&then, &otherwise].map(|value| self.values.truth_node(value));
                match (a, b) {
                    (Some(a), Some(b)) => {
                        Value::Condition(self.values.nodes.select(condition, a, b))
                    }
                    (_, _) => Value::Error,
                }
            }
            _ => {
                let expected = self.values.type_of(&then);
                let found = self.values.type_of(&otherwise);
                let place = context.place(otherwise_expr.span);
                let mut report = report::wrong_type(place, &expected, &found, None);
                if enums::are_others(&then, &otherwise) {
                    report.notes.push("these are values of different enums".to_owned());
                } else if expected == found {
                    report = report::cannot_select(place, &found);
                }
                self.values.report(context, report);
                Value::Error
            }
        }
    }

    /// A condition that has to be known when the model is unfolded; `what` it is, for a message.
    pub(in crate::elaborate) fn decide(
        &mut self,
        context: Context,
        condition: &Expr,
        what: &str,
    ) -> Option<bool> {
        match self.typed_value(context, condition, &Ty::Bool, Of::Nothing) {
            Value::Bool(value) => Some(value),
            Value::Condition(node) => {
                let found = self.values.nodes.variability(node);
                self.varies_too_much(context, condition, what, Variability::Const, found);
                None
            }
            _ => None,
        }
    }
}

impl Values<'_> {
    /// A truth value as a node that is 1 or 0; `None` for other values.
    pub(in crate::elaborate) fn truth_node(&mut self, value: &Value) -> Option<NodeId> {
        match value {
            Value::Condition(node) => Some(*node),
            Value::Bool(value) => Some(self.nodes.constant(f64::from(u8::from(*value)))),
            _ => None,
        }
    }
}
