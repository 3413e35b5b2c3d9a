//! Enums: which of them a type names, and bare names where a value of one is asked for.

use cdl_grammar::syntax::{Expr, ExprKind, Item, ItemKind, Name, Span, TypeExpr};

use super::denote::{Denotation, Found, Resolver, builtin};
use super::known::Known;
use super::members::member;
use super::{Declaration, Declared, Referent, ScopeIndex};
use crate::place::{ItemKey, Place};

/// An enum, by the scope that its values are declared in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnumRef {
    pub item: ItemKey,
    pub values: ScopeIndex,
}

/// The type that an item declares.
pub(super) fn of_item(item: ItemKey) -> Denotation {
    Denotation::Enum(EnumRef { item, values: ScopeIndex::ITEM })
}

impl EnumRef {
    /// A value of it, by its name.
    pub(super) fn value(self, known: &Known<'_, '_>, name: &str) -> Option<Found> {
        let found = known.declarations(self.item)?.find(self.values, name)?;
        let referent = Referent::Declared(Place { item: self.item, span: found.span });
        let is_value = matches!(found.meaning, Declared::EnumValue { .. });
        is_value.then_some(Found { referent, denotation: Denotation::OneOf(self) })
    }

    /// Its values, in the order of the text.
    pub(super) fn all<'a>(self, known: &Known<'_, 'a>) -> Vec<&'a Declaration> {
        let Some(declarations) = known.declarations(self.item) else { return Vec::new() };
        let all = declarations.in_scope(self.values);
        all.filter(|own| matches!(own.meaning, Declared::EnumValue { .. })).collect()
    }
}

impl Resolver<'_, '_> {
    /// What is a value of a stated type.
    pub(super) fn of_type(&mut self, scope: ScopeIndex, ty: &TypeExpr) -> Denotation {
        if let Some(Found { denotation: Denotation::Enum(of), .. }) =
            self.enum_named(scope, &ty.name)
        {
            return Denotation::OneOf(of);
        }
        match (&*ty.name.text, ty.arguments.first()) {
            ("Array", Some(element)) => Denotation::Row(Box::new(self.of_type(scope, element))),
            _ => super::denote::of_type(ty),
        }
    }

    /// The enum that a type names, also by way of an import.
    fn enum_named(&mut self, scope: ScopeIndex, name: &Name) -> Option<Found> {
        let found = match name.text.split_once('.') {
            Some((import, own)) => {
                let module = self.in_module(self.home.module, import)?.denotation;
                member(self.known, &module, own)?
            }
            None => {
                let declared = self.declarations.seen_from(scope, &name.text);
                match declared.filter(|own| matches!(own.meaning, Declared::Enum { .. })) {
                    Some(own) => {
                        let place = Place { item: self.home.item, span: own.span };
                        let denotation = self.declared(own);
                        Found { referent: Referent::Declared(place), denotation }
                    }
                    None => self.in_module(self.home.module, &name.text)?,
                }
            }
        };
        matches!(found.denotation, Denotation::Enum(_)).then_some(found)
    }

    /// Notes the names in a stated type.
    pub(super) fn ty(&mut self, scope: ScopeIndex, ty: Option<&TypeExpr>) {
        let Some(ty) = ty else { return };
        let found = self.enum_named(scope, &ty.name);
        match ty.name.text.split_once('.') {
            Some((import, own)) => {
                let span = ty.name.span;
                let module = self.in_module(self.home.module, import);
                let referent = module.map_or(Referent::Unknown, |found| found.referent);
                self.note(Span::new(span.start, span.start + import.len() as u32), referent);
                let referent = found.map_or(Referent::Unknown, |found| found.referent);
                self.note(Span::new(span.end - own.len() as u32, span.end), referent);
            }
            None => {
                let referent = found.map_or(Referent::Type, |found| found.referent);
                self.note(ty.name.span, referent);
            }
        }
        for argument in &ty.arguments {
            self.ty(scope, Some(argument));
        }
    }

    /// What an expression denotes where something is asked for: of an enum a bare name may be a value.
    pub(super) fn expr_as(
        &mut self,
        scope: ScopeIndex,
        expr: &Expr,
        asked: &Denotation,
    ) -> Denotation {
        match (asked, &expr.kind) {
            (Denotation::OneOf(of), ExprKind::Name(name)) => match of.value(self.known, name) {
                // Of two meanings neither is chosen, so the value is not.
                Some(found) if self.is_undeclared(scope, expr) => {
                    self.note(expr.span, found.referent);
                    found.denotation
                }
                Some(_) | None => self.expr(scope, expr),
            },
            (Denotation::OneOf(_), ExprKind::Conditional { condition, then, otherwise }) => {
                self.expr(scope, condition);
                self.expr_as(scope, then, asked);
                self.expr_as(scope, otherwise, asked)
            }
            (Denotation::Row(inner), ExprKind::List { elements, unit: None }) if is_enum(inner) => {
                for element in elements {
                    self.expr_as(scope, element, inner);
                }
                asked.clone()
            }
            (Denotation::Row(inner), ExprKind::Comprehension(own)) if is_enum(inner) => {
                self.expr(scope, &own.range);
                let turn = self.scope_of(expr.span, scope);
                own.condition.iter().for_each(|condition| {
                    self.expr(turn, condition);
                });
                self.expr_as(turn, &own.element, inner);
                asked.clone()
            }
            (_, _) => self.expr(scope, expr),
        }
    }

    /// The same for a stated type, where there is one.
    pub(super) fn expr_of_type(
        &mut self,
        scope: ScopeIndex,
        expr: &Expr,
        ty: Option<&TypeExpr>,
    ) -> Denotation {
        match ty {
            Some(ty) => {
                let asked = self.of_type(scope, ty);
                self.expr_as(scope, expr, &asked)
            }
            None => self.expr(scope, expr),
        }
    }

    /// Both sides of `==` or `!=`.
    pub(super) fn compared(&mut self, scope: ScopeIndex, left: &Expr, right: &Expr) {
        let (first, second) =
            match (self.is_undeclared(scope, left), self.is_undeclared(scope, right)) {
                (true, false) => (right, left),
                (_, _) => (left, right),
            };
        let found = self.expr(scope, first);
        match (&found, &second.kind) {
            // What it is compared with may be of an enum.
            (Denotation::Value, ExprKind::Name(name))
                if self.is_undeclared(scope, second) && builtin(name).is_none() =>
            {
                self.note(second.span, Referent::Untold);
            }
            (_, _) => {
                self.expr_as(scope, second, &found);
            }
        }
    }

    /// Whether an expression is a name that neither the model nor its file declares.
    fn is_undeclared(&mut self, scope: ScopeIndex, expr: &Expr) -> bool {
        let ExprKind::Name(name) = &expr.kind else { return false };
        !matches!(self.lookup(scope, name).referent, Referent::Declared(_))
    }

    /// What the parameters of a function, component or model are, in their order, with their names.
    pub(super) fn parameters_of(&self, callee: &Denotation) -> Vec<(&str, Denotation)> {
        let (Denotation::Function(key) | Denotation::Component(key) | Denotation::Model(key)) =
            callee
        else {
            return Vec::new();
        };
        let Some(declarations) = self.known.declarations(*key) else { return Vec::new() };
        let parameters = declarations
            .in_scope(ScopeIndex::ITEM)
            .filter(|own| matches!(own.meaning, Declared::Parameter { .. }));
        parameters.map(|own| (&*own.name, self.known.denoted(*key, own))).collect()
    }

    /// What a function of the text gives, where it says that it is of an enum.
    pub(super) fn result_of(&self, function: ItemKey) -> Denotation {
        let Some(Item { kind: ItemKind::Function(own), .. }) = self.known.item(function) else {
            return Denotation::Value;
        };
        let (Some(ty), Some(mut resolver)) = (&own.result, Resolver::new(self.known, function))
        else {
            return Denotation::Value;
        };
        let denoted = resolver.of_type(ScopeIndex::ITEM, ty);
        if is_enum(&denoted) { denoted } else { Denotation::Value }
    }
}

/// A value of an enum, or a row of them.
pub(super) fn is_enum(denoted: &Denotation) -> bool {
    match denoted {
        Denotation::OneOf(_) => true,
        Denotation::Row(inner) => is_enum(inner),
        _ => false,
    }
}
