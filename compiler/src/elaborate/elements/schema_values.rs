//! Values of fields and arguments that the schema declares.

use cdl_grammar::syntax::{self, Expr, ExprKind};
use cdl_graph::{NodeId, UnaryOp};

use super::Unfolding;
use super::closed;
use super::written::variant_name;
use crate::diagnostics;
use crate::elaborate::context::Context;
use crate::elaborate::expression_text;
use crate::elaborate::values::fit::Of;
use crate::elaborate::values::types::Ty;
use crate::schema::{self, Type};
use crate::typed::{Demand, Value};
use crate::units::Dimension;

impl<'a> Unfolding<'_, 'a> {
    /// The value of a field or argument that the schema declares.
    pub(super) fn schema_value(
        &mut self,
        context: Context,
        expr: &Expr,
        field: &'static schema::Field,
        of: Of<'_>,
    ) -> Value {
        // Nobody asks for it again.
        if context.scope.is_none_or(|scope| self.values.names.is_single(scope)) {
            return self.fresh_value(context, expr, field, of);
        }
        let key = closed::key(context, expr, field);
        if let Some(value) = self.closed_value(context, key) {
            return value;
        }
        let value = self.fresh_value(context, expr, field, of);
        self.keep_closed(context, key, expr, &value);
        value
    }

    fn fresh_value(
        &mut self,
        context: Context,
        expr: &Expr,
        field: &'static schema::Field,
        of: Of<'_>,
    ) -> Value {
        let value = match &field.ty {
            Type::Variant(variants) => {
                return self.variant_value(context, expr, variants, field.name);
            }
            Type::Struct(fields) => return self.struct_value(context, expr, fields, field.name),
            Type::StructOrVariant(fields, variants) => {
                let is_variant = variant_name(expr)
                    .is_some_and(|name| variants.iter().any(|variant| variant.name == name));
                return if is_variant {
                    self.variant_value(context, expr, variants, field.name)
                } else {
                    self.struct_value(context, expr, fields, field.name)
                };
            }
            Type::Downward(unit) => self.downward(context, expr, unit, of),
            Type::Table(argument, column) => self.rows(context, expr, [argument, column], of),
            ty => match self.schema_type(ty) {
                Some(ty) => self.evaluator().typed_value(context, expr, &ty, of),
                None => Value::Error,
            },
        };
        self.checked(context, expr, value, field)
    }

    /// What a schema type asks for, where it is a plain type.
    pub(super) fn schema_type(&mut self, ty: &Type) -> Option<Ty> {
        Some(match *ty {
            Type::Scalar(unit) => {
                Ty::Scalar { dimension: self.values.schema_dimension(unit), unit }
            }
            Type::Vector(unit) | Type::Downward(unit) => {
                Ty::Vector { dimension: self.values.schema_dimension(unit), unit }
            }
            Type::Matrix(unit) => {
                Ty::Matrix { dimension: self.values.schema_dimension(unit), unit }
            }
            Type::Direction => Ty::Direction,
            Type::Attitude => Ty::Attitude,
            Type::Int => Ty::Int,
            Type::Bool => Ty::Bool,
            Type::Text => Ty::Text,
            Type::List(unit) => Ty::Array(Box::new(Ty::Scalar {
                dimension: self.values.schema_dimension(unit),
                unit,
            })),
            Type::Table(..) => Ty::Table,
            Type::Reference(kinds) => Ty::Entity(kinds),
            // Not without the element.
            Type::RateOfStated | Type::AnyScalar => return None,
            Type::Variant(_) | Type::Struct(_) | Type::StructOrVariant(..) => return None,
        })
    }

    /// A scalar stands for the vector of that size along -z.
    pub(super) fn downward(
        &mut self,
        context: Context,
        expr: &Expr,
        unit: &'static str,
        of: Of<'_>,
    ) -> Value {
        let dimension = self.values.schema_dimension(unit);
        let value = self.evaluator().value(context, expr);
        if let Value::Int(_) | Value::Scalar { .. } = value {
            let ty = Ty::Scalar { dimension, unit };
            let Value::Scalar { node, .. } = self.evaluator().coerce(context, expr, value, &ty, of)
            else {
                return Value::Error;
            };
            if self.values.nodes.value(node).is_some_and(|value| value < 0.0) {
                let size = match &expr.kind {
                    ExprKind::Unary { op: syntax::UnaryOp::Negate, operand } => {
                        Some(expression_text::text(operand))
                    }
                    _ => None,
                };
                let what = of.words().unwrap_or_default();
                let place = context.place(expr.span);
                let report = diagnostics::downward_already(place, &what, size.as_deref());
                self.values.report(context, report);
                return Value::Error;
            }
            let zero = self.values.nodes.constant(0.0);
            let down = self.values.nodes.unary(UnaryOp::Neg, node);
            return Value::Vector { nodes: [zero, zero, down], dimension };
        }
        self.evaluator().coerce(context, expr, value, &Ty::Vector { dimension, unit }, of)
    }

    /// A table whose first two columns have these units.
    fn rows(
        &mut self,
        context: Context,
        expr: &Expr,
        units: [&'static str; 2],
        of: Of<'_>,
    ) -> Value {
        let value = self.evaluator().typed_value(context, expr, &Ty::Table, of);
        match value {
            Value::Table(id) if self.values.starts_with(context, expr, id, units) => value,
            _ => Value::Error,
        }
    }

    /// Checks variability and range.
    pub(super) fn checked(
        &mut self,
        context: Context,
        expr: &Expr,
        value: Value,
        field: &'static schema::Field,
    ) -> Value {
        let found = self.values.variability(&value);
        if found > field.variability {
            let what = format!("the field `{}`", field.name);
            self.evaluator().varies_too_much(context, expr, &what, field.variability, found);
            return Value::Error;
        }
        let what = || format!("the field `{}`", field.name);
        match value {
            Value::Int(number) => {
                let fits = field.range.contains(number as f64);
                if !fits {
                    let place = context.place(expr.span);
                    let value = number as f64;
                    let report =
                        diagnostics::out_of_range(place, &what(), value, "1", &field.range);
                    self.values.report(context, report);
                    return Value::Error;
                }
            }
            Value::Scalar { node, dimension }
                if !self.is_in_range(context, expr, (node, dimension), field) =>
            {
                return Value::Error;
            }
            Value::Array(ref values) => {
                let written = match &expr.kind {
                    ExprKind::List { elements, unit: _ } => &elements[..],
                    _ => &[],
                };
                for (index, value) in values.iter().enumerate() {
                    let expr = written.get(index).unwrap_or(expr);
                    let wrong = match *value {
                        Value::Error => true,
                        Value::Scalar { node, dimension } => {
                            !self.is_in_range(context, expr, (node, dimension), field)
                        }
                        _ => false,
                    };
                    if wrong {
                        return Value::Error;
                    }
                }
            }
            Value::Vector { nodes, .. } => {
                let infinite = nodes.iter().any(|&node| {
                    self.values.nodes.value(node).is_some_and(|value| !value.is_finite())
                });
                if infinite {
                    let place = context.place(expr.span);
                    let report = diagnostics::not_a_number(place, "the value is not finite");
                    self.values.report(context, report);
                    return Value::Error;
                }
            }
            _ => {}
        }
        value
    }

    /// Reports a number that the field does not take, as far as it is known.
    fn is_in_range(
        &mut self,
        context: Context,
        expr: &Expr,
        (node, dimension): (NodeId, Dimension),
        field: &'static schema::Field,
    ) -> bool {
        let Some(number) = self.values.nodes.value(node) else { return true };
        let place = context.place(expr.span);
        if !number.is_finite() {
            let report = diagnostics::not_a_number(place, "the value is not finite");
            self.values.report(context, report);
            return false;
        }
        let unit = match field.ty {
            Type::Scalar(unit) => Some(unit),
            _ => None,
        };
        let (field, range) = (field.name, field.range);
        let demand = Demand { node, field, range, unit, dimension, place };
        if !range.contains(number) {
            self.values.report(context, demand.refused(number));
            return false;
        }
        self.values.nodes.demand(demand);
        true
    }
}
