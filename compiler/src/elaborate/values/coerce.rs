//! Bringing a value to the type that is asked for, or saying why it cannot be.

use cdl_grammar::syntax::{Expr, ExprKind};
use cdl_graph::NodeId;

use super::evaluator::Evaluator;
use super::fit::{Of, is_zero};
use super::materials;
use super::types::Ty;
use crate::elaborate::context::Context;
use crate::elaborate::names::thing::Thing;
use crate::elaborate::{expression_text, report};
use crate::schema::Variability;
use crate::typed::Value;

impl<'a> Evaluator<'_, 'a> {
    /// The value of an expression as a value of a type; reports and gives [`Value::Error`] where it
    /// is none.
    pub(in crate::elaborate) fn typed_value(
        &mut self,
        context: Context,
        expr: &Expr,
        ty: &Ty,
        of: Of<'_>,
    ) -> Value {
        if let (Ty::Array(element), ExprKind::List { elements, unit: None }) = (ty, &expr.kind) {
            let values =
                elements.iter().map(|expr| self.typed_value(context, expr, element, of)).collect();
            return Value::Array(values);
        }
        if let (Ty::Array(element), ExprKind::Comprehension(own)) = (ty, &expr.kind)
            && own.unit.is_none()
        {
            return match self.of_turns(context, own, Some((element, of))) {
                Some(values) => Value::Array(values.into()),
                None => Value::Error,
            };
        }
        if let Ty::Enum(values) = ty {
            if let Some(value) = self.bare_value(context, expr, values) {
                return value;
            }
            if let ExprKind::Conditional { .. } = &expr.kind {
                let thing = self.conditional(context, expr, Some((ty, of)));
                return self.thing_value(context, expr, thing);
            }
        }
        let value = self.value(context, expr);
        if let (Value::Error, Some(note)) = (&value, materials::unknown(expr, ty))
            && let Some(report) = self.values.reports.last_at("E0201", context.place(expr.span))
            && report.fix.is_none()
            && materials::of_library(&expression_text::text(expr)).is_none()
        {
            report.notes = vec![note];
        }
        self.coerce(context, expr, value, ty, of)
    }

    pub(in crate::elaborate) fn coerce(
        &mut self,
        context: Context,
        expr: &Expr,
        value: Value,
        ty: &Ty,
        of: Of<'_>,
    ) -> Value {
        match (value, ty) {
            (Value::Error, _) => Value::Error,
            (value @ Value::Int(_), Ty::Int)
            | (value @ (Value::Bool(_) | Value::Condition(_)), Ty::Bool)
            | (value @ Value::Text(_), Ty::Text)
            | (value @ Value::Attitude(_), Ty::Attitude)
            | (value @ Value::Table(_), Ty::Table) => value,
            (Value::Enum { node, of: found }, Ty::Enum(expected)) if found == *expected => {
                Value::Enum { node, of: found }
            }
            (Value::Scalar { node, dimension }, Ty::Int) if dimension.is_none() => {
                self.whole_number(context, expr, node)
            }
            (value @ (Value::Int(_) | Value::Scalar { .. }), &Ty::Scalar { dimension, unit }) => {
                let (node, found) = self.values.scalar_parts(&value);
                if self.values.fits(context, expr, found, dimension, unit, of) {
                    Value::Scalar { node, dimension }
                } else {
                    Value::Error
                }
            }
            (Value::Vector { nodes, dimension: found }, &Ty::Vector { dimension, unit }) => {
                if self.values.fits(context, expr, found, dimension, unit, of) {
                    Value::Vector { nodes, dimension }
                } else {
                    Value::Error
                }
            }
            (Value::Matrix { nodes, dimension: found }, &Ty::Matrix { dimension, unit }) => {
                if self.values.fits(context, expr, found, dimension, unit, of) {
                    Value::Matrix { nodes, dimension }
                } else {
                    Value::Error
                }
            }
            (value, Ty::Direction) => self.values.as_direction(context, expr, &value, of),
            // Zero is a vector of any length too.
            (Value::Int(0), &Ty::Vector { dimension, .. }) if is_zero(expr) => {
                Value::Vector { nodes: self.values.nodes.constant_vector([0.0; 3]), dimension }
            }
            (Value::Vector { nodes, dimension }, Ty::Array(element)) => {
                let values = nodes
                    .into_iter()
                    .map(|node| {
                        self.coerce(context, expr, Value::Scalar { node, dimension }, element, of)
                    })
                    .collect();
                Value::Array(values)
            }
            (Value::Array(values), Ty::Array(element)) => {
                let values = values
                    .iter()
                    .map(|value| self.coerce(context, expr, value.into_owned(), element, of))
                    .collect();
                Value::Array(values)
            }
            (Value::Entity(entity), Ty::Entity(kinds)) => {
                self.values.entity_of(context, expr, entity, kinds)
            }
            (value, ty) => self.values.mismatch(context, expr, &value, ty, of),
        }
    }

    /// A constant number as a whole number.
    fn whole_number(&mut self, context: Context, expr: &Expr, node: NodeId) -> Value {
        let found = self.values.nodes.variability(node);
        if found > Variability::Const {
            self.varies_too_much(context, expr, "a whole number", Variability::Const, found);
            return Value::Error;
        }
        let value = self.values.nodes.value(node).unwrap_or(f64::NAN);
        // Beyond 2^53 not every whole number is a float.
        if value.fract() == 0.0 && value.abs() <= 9.0e15 {
            return Value::Int(value as i64);
        }
        let place = context.place(expr.span);
        let report = match has_unit(expr) {
            true => report::not_whole_of_quantity(place, value),
            false => report::not_whole(place, value),
        };
        self.values.report(context, report);
        Value::Error
    }

    /// What an expression means as a value; parts, functions and the like are none.
    pub(in crate::elaborate) fn value(&mut self, context: Context, expr: &Expr) -> Value {
        let thing = self.thing(context, expr);
        self.thing_value(context, expr, thing)
    }

    pub(in crate::elaborate) fn thing_value(
        &mut self,
        context: Context,
        expr: &Expr,
        thing: Thing,
    ) -> Value {
        match thing {
            Thing::Value(value) => return value,
            Thing::Array(array) => {
                let Some(entries) = self.all_entries(context, expr, array) else {
                    return Value::Error;
                };
                let values: Option<Vec<Value>> = entries
                    .into_iter()
                    .map(|(_, thing)| match thing {
                        Thing::Value(value) => Some(value),
                        _ => None,
                    })
                    .collect();
                if let Some(values) = values {
                    let values = self.alike(context, context.place(expr.span), values);
                    return values.map_or(Value::Error, |values| Value::Array(values.into()));
                }
            }
            _ => {}
        }
        let place = context.place(expr.span);
        self.values.report(context, report::not_a_value(place, &thing));
        Value::Error
    }
}

/// Whether a number is written with a unit, behind a sign or not.
fn has_unit(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Unary { operand, .. } => has_unit(operand),
        _ => expr.unit().is_some(),
    }
}
