//! Values that are one of several variants: `straight(direction = down)`, `hanging`.

use cdl_grammar::syntax::{Argument, Expr, ExprKind};

use super::Unfolding;
use super::written::plain_name;
use crate::diagnostics;
use crate::elaborate::context::Context;
use crate::elaborate::report;
use crate::elaborate::values::fit::Of;
use crate::elaborate::values::types::Ty;
use crate::schema::{self, Presence, Variability, Variant};
use crate::typed::Value;

impl<'a> Unfolding<'_, 'a> {
    /// `straight(direction = down)` or `hanging`
    pub(super) fn variant_value(
        &mut self,
        context: Context,
        expr: &Expr,
        variants: &'static [Variant],
        owner: &str,
    ) -> Value {
        let (name_expr, arguments): (&Expr, &[Argument]) = match &expr.kind {
            ExprKind::Name(_) => (expr, &[]),
            ExprKind::Call { callee, arguments, unit: None } => (callee, arguments),
            ExprKind::Conditional { condition, then, otherwise } => {
                return match self.chosen(context, condition, "what chooses a variant") {
                    Some(true) => self.variant_value(context, then, variants, owner),
                    Some(false) => self.variant_value(context, otherwise, variants, owner),
                    None => Value::Error,
                };
            }
            ExprKind::Error => return Value::Error,
            _ => (expr, &[]),
        };
        let names = || -> Vec<&str> { variants.iter().map(|variant| variant.name).collect() };
        let Some(name) = plain_name(name_expr) else {
            let found = match self.evaluator().value(context, expr) {
                Value::Error => return Value::Error,
                value => self.values.type_of(&value),
            };
            let place = context.place(expr.span);
            let expected = match names()[..] {
                [only] => format!("`{only}`"),
                _ => format!("one of {}", quoted(&names())),
            };
            let of = format!("the field `{owner}`");
            self.values.report(context, report::wrong_type(place, &expected, &found, Some(&of)));
            return Value::Error;
        };
        let Some(variant) = variants.iter().find(|variant| variant.name == name) else {
            let place = context.place(name_expr.span);
            self.values.report(context, diagnostics::unknown_variant(place, name, owner, &names()));
            return Value::Error;
        };
        let parameters = parameters(variant.arguments);
        let Some(matched) = self.evaluator().match_arguments(
            context,
            variant.name,
            &parameters,
            arguments,
            expr.span,
        ) else {
            return Value::Error;
        };
        let mut values: Vec<(&'static str, Value)> = Vec::with_capacity(matched.len());
        for (field, argument) in variant.arguments.iter().zip(matched) {
            let value = match argument {
                Some(argument) => {
                    let of = Of::Argument { name: field.name, of: variant.name };
                    Some(self.schema_value(context, &argument.value, field, of))
                }
                None => self.default_value(field),
            };
            if let Some(value) = value {
                values.push((field.name, value));
            }
        }
        Value::Variant { name: variant.name, arguments: values.into() }
    }

    /// What a condition says that has to be known at once; nothing after reporting what is not. `what` asks it.
    pub(super) fn chosen(
        &mut self,
        context: Context,
        condition: &Expr,
        what: &str,
    ) -> Option<bool> {
        match self.evaluator().typed_value(context, condition, &Ty::Bool, Of::Nothing) {
            Value::Bool(says) => Some(says),
            Value::Condition(node) => {
                let (allowed, found) = (Variability::Const, self.values.nodes.variability(node));
                self.evaluator().varies_too_much(context, condition, what, allowed, found);
                None
            }
            _ => None,
        }
    }
}

/// The names of arguments, and whether each may be left out.
pub(super) fn parameters(fields: &'static [schema::Field]) -> Vec<(&'static str, bool)> {
    fields.iter().map(|field| (field.name, field.presence != Presence::Required)).collect()
}

fn quoted(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
