//! Values that consist of fields of their own: `{ position = ...; attitude = ... }`.

use std::sync::Arc;

use cdl_grammar::syntax::{self, Expr, ExprKind};

use super::Unfolding;
use super::written::{plain_name, variant_name};
use crate::diagnostics;
use crate::elaborate::context::Context;
use crate::elaborate::values::fit::Of;
use crate::elaborate::{expression_text, report};
use crate::place::Place;
use crate::schema::{self, Presence, Type};
use crate::typed::Value;

/// What stands in the place of a structure though it belongs into a field of it: the variant, and the first field
/// that has it.
fn choice_of<'e>(
    expr: &'e Expr,
    fields: &'static [schema::Field],
) -> Option<(&'e str, &'static str)> {
    let name = variant_name(expr)?;
    let has_it = |field: &&schema::Field| match field.ty {
        Type::Variant(variants) => variants.iter().any(|variant| variant.name == name),
        _ => false,
    };
    fields.iter().find(has_it).map(|field| (name, field.name))
}

impl<'a> Unfolding<'_, 'a> {
    /// `{ position = ...; attitude = ... }`, or a value that has such fields.
    pub(super) fn struct_value(
        &mut self,
        context: Context,
        expr: &Expr,
        fields: &'static [schema::Field],
        owner: &str,
    ) -> Value {
        match &expr.kind {
            ExprKind::Struct(given) => {
                let given: Vec<(&syntax::Name, &Expr)> =
                    given.iter().map(|field| (&field.name, &field.value)).collect();
                self.fields_value(context, &given, fields, owner, context.place(expr.span))
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                match self.chosen(context, condition, "what chooses a structure") {
                    Some(true) => self.struct_value(context, then, fields, owner),
                    Some(false) => self.struct_value(context, otherwise, fields, owner),
                    None => Value::Error,
                }
            }
            ExprKind::Error => Value::Error,
            _ if let Some((name, inner)) = choice_of(expr, fields)
                && context
                    .scope
                    .is_none_or(|scope| self.values.names.declaring(scope, name).is_none()) =>
            {
                let expected = format!("a structure `{{ {inner} = {name} }}`");
                let found = format!("a choice of its field `{inner}`");
                let of = format!("the field `{owner}`");
                let place = context.place(expr.span);
                self.values
                    .report(context, report::wrong_type(place, &expected, &found, Some(&of)));
                Value::Error
            }
            _ => match self.evaluator().value(context, expr) {
                Value::Error => Value::Error,
                Value::Struct(values) => self.struct_from(context, expr, &values, fields, owner),
                other => {
                    let found = self.values.type_of(&other);
                    let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
                    let written = match &expr.kind {
                        ExprKind::Number { .. } => expression_text::text(expr),
                        _ => "...".to_owned(),
                    };
                    let expected =
                        format!("a structure `{{ {} = {written} }}`", names.first().unwrap_or(&""));
                    let of = format!("the field `{owner}`");
                    let place = context.place(expr.span);
                    self.values
                        .report(context, report::wrong_type(place, &expected, &found, Some(&of)));
                    Value::Error
                }
            },
        }
    }

    /// A structure that was computed elsewhere, such as one from a table.
    pub(super) fn struct_from(
        &mut self,
        context: Context,
        expr: &Expr,
        values: &[(Arc<str>, Value)],
        fields: &'static [schema::Field],
        owner: &str,
    ) -> Value {
        let mut result: Vec<(Arc<str>, Value)> = Vec::with_capacity(fields.len());
        for (name, _) in values {
            if !fields.iter().any(|field| *field.name == **name) {
                let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
                let place = context.place(expr.span);
                self.values.report(context, diagnostics::unknown_field(place, name, owner, &names));
            }
        }
        for field in fields {
            let given = values.iter().find(|(name, _)| **name == *field.name);
            let value = match (given, self.schema_type(&field.ty)) {
                (Some((_, value)), Some(ty)) => {
                    let of = Of::Field(field.name);
                    let value = self.evaluator().coerce(context, expr, value.clone(), &ty, of);
                    Some(self.checked(context, expr, value, field))
                }
                (Some((_, value)), None) => Some(value.clone()),
                (None, _) => self.absent_field(context, field, owner, context.place(expr.span)),
            };
            if let Some(value) = value {
                result.push((field.name.into(), value));
            }
        }
        Value::Struct(result.into())
    }

    /// The fields of a structure or block, with defaults filled in.
    pub(super) fn fields_value(
        &mut self,
        context: Context,
        given: &[(&syntax::Name, &Expr)],
        fields: &'static [schema::Field],
        owner: &str,
        place: Place,
    ) -> Value {
        for (index, (name, value)) in given.iter().enumerate() {
            let earlier = given.iter().take(index).find(|(other, _)| other.text == name.text);
            if let Some((earlier, _)) = earlier {
                let (place, first) = (context.place(name.span), context.place(earlier.span));
                let report = diagnostics::duplicate_name(place, "field", &name.text, first);
                self.values.report(context, report);
            } else if !fields.iter().any(|field| *field.name == *name.text) {
                let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
                let place = context.place(name.span);
                self.values
                    .report(context, diagnostics::unknown_field(place, &name.text, owner, &names));
                // What a name or a call would mean in it nobody knows.
                if plain_name(value).is_none() && !matches!(value.kind, ExprKind::Call { .. }) {
                    self.evaluator().thing(context, value);
                }
            }
        }
        let meant: Vec<&str> = given
            .iter()
            .filter(|(name, _)| !fields.iter().any(|field| *field.name == *name.text))
            .filter_map(|(name, _)| {
                diagnostics::nearest(&name.text, fields.iter().map(|field| field.name))
            })
            .collect();
        let mut result: Vec<(Arc<str>, Value)> = Vec::with_capacity(fields.len());
        for field in fields {
            let value = match given.iter().find(|(name, _)| *name.text == *field.name) {
                Some((_, expr)) => {
                    Some(self.schema_value(context, expr, field, Of::Field(field.name)))
                }
                None if meant.contains(&field.name) => Some(Value::Error),
                None => self.absent_field(context, field, owner, place),
            };
            if let Some(value) = value {
                result.push((field.name.into(), value));
            }
        }
        Value::Struct(result.into())
    }

    pub(super) fn absent_field(
        &mut self,
        context: Context,
        field: &'static schema::Field,
        owner: &str,
        place: Place,
    ) -> Option<Value> {
        if field.presence == Presence::Required {
            let owner = format!("the field `{owner}`");
            let report = diagnostics::missing_field(
                place,
                field.name,
                &owner,
                field.doc,
                &schema::example(field),
            );
            self.values.report(context, report);
            return Some(Value::Error);
        }
        self.default_value(field)
    }
}
