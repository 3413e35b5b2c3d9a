//! Values of fields and arguments: words of the schema mean there what the schema says.

use cdl_grammar::syntax::{Argument, Expr, ExprKind, Field as WrittenField};

use super::{Referent, Resolver, ScopeIndex};
use crate::schema::{Field, Type, Variant};

impl Resolver<'_, '_> {
    /// The value of a field: words of the schema mean what the schema says.
    pub(super) fn value(&mut self, scope: ScopeIndex, expr: &Expr, ty: &'static Type) {
        match (ty, &expr.kind) {
            (
                Type::Variant(variants) | Type::StructOrVariant(_, variants),
                ExprKind::Name(name),
            ) if find(variants, name).is_some() => {
                if let Some(variant) = find(variants, name) {
                    self.note(expr.span, Referent::Variant(variant));
                }
            }
            (
                Type::Variant(variants) | Type::StructOrVariant(_, variants),
                ExprKind::Call { callee, arguments, .. },
            ) => {
                let variant = match &callee.kind {
                    ExprKind::Name(name) => find(variants, name),
                    _ => None,
                };
                match variant {
                    Some(variant) => {
                        self.note(callee.span, Referent::Variant(variant));
                        self.arguments(scope, arguments, variant.arguments);
                    }
                    None => {
                        self.expr(scope, expr);
                    }
                }
            }
            (
                Type::Struct(fields) | Type::StructOrVariant(fields, _),
                ExprKind::Struct(written),
            ) => {
                self.fields(scope, written, fields);
            }
            (_, ExprKind::Conditional { condition, then, otherwise }) => {
                self.expr(scope, condition);
                self.value(scope, then, ty);
                self.value(scope, otherwise, ty);
            }
            (_, _) => {
                self.expr(scope, expr);
            }
        }
    }

    /// Arguments of a variant: positional ones follow the order of the fields.
    pub(super) fn arguments(
        &mut self,
        scope: ScopeIndex,
        arguments: &[Argument],
        fields: &'static [Field],
    ) {
        for (index, argument) in arguments.iter().enumerate() {
            let field = match &argument.name {
                Some(name) => {
                    let field = fields.iter().find(|own| *own.name == *name.text);
                    self.note(name.span, field.map_or(Referent::Unknown, Referent::Field));
                    field
                }
                None => fields.get(index),
            };
            self.field_value(scope, &argument.value, field);
        }
    }

    pub(super) fn fields(
        &mut self,
        scope: ScopeIndex,
        written: &[WrittenField],
        fields: &'static [Field],
    ) {
        for own in written {
            let field = fields.iter().find(|field| *field.name == *own.name.text);
            self.note(own.name.span, field.map_or(Referent::Unknown, Referent::Field));
            self.field_value(scope, &own.value, field);
        }
    }

    pub(super) fn field_value(
        &mut self,
        scope: ScopeIndex,
        value: &Expr,
        field: Option<&'static Field>,
    ) {
        match field {
            Some(field) => self.value(scope, value, &field.ty),
            None => {
                self.expr(scope, value);
            }
        }
    }
}

fn find(variants: &'static [Variant], name: &str) -> Option<&'static Variant> {
    variants.iter().find(|variant| variant.name == name)
}
