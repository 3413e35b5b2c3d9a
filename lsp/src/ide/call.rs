//! The call around the cursor, in the syntax tree of the half-written text.

use std::ops::Range;
use std::sync::Arc;

use cdl_compiler::View;
use cdl_compiler::schema::{self, Field, Kind, Type, Variant};
use cdl_grammar::syntax::{
    Analysis, Argument, Element, Expr, ExprKind, Item, ItemKind, Member, MemberKind, Name, Span,
};
use cdl_grammar::{Marked, mark_argument, parse_item_header, parse_member};

use super::chunk::{Owner, chunk_at};

/// A call whose parenthesis is open.
pub(super) struct Call {
    pub callee: Callee,
    /// For each argument up to the cursor its name, if it has one.
    pub names: Vec<Option<Arc<str>>>,
}

pub(super) enum Callee {
    Variant(&'static Variant),
    Analysis(&'static Kind),
    /// A name or a path such as `std.Crane`, by its place in the text.
    Named(Range<usize>),
}

/// The innermost call around an offset.
pub(super) fn call_around(view: &View, path: &str, text: &str, offset: usize) -> Option<Call> {
    let (owner, chunk) = chunk_at(view, path, text, offset);
    let Marked { text, at } = mark_argument(text.get(chunk.start..offset)?)?;
    let finder = Finder { text: &text, at, start: chunk.start };
    match owner {
        Owner::File => finder.header(&parse_item_header(&text).0?),
        Owner::Model | Owner::Component | Owner::Experiment => {
            finder.members(&parse_member(&text).0, &[])
        }
    }
}

/// Follows the marker into the tree.
struct Finder<'t> {
    text: &'t str,
    at: Span,
    /// Of the chunk.
    start: usize,
}

impl Finder<'_> {
    fn is_in(&self, span: Span) -> bool {
        span.start <= self.at.start && self.at.end <= span.end
    }

    fn named(&self, span: Span) -> Callee {
        Callee::Named(self.start + span.start as usize..self.start + span.end as usize)
    }

    fn header(&self, item: &Item) -> Option<Call> {
        match &item.kind {
            ItemKind::Import(_) => None,
            ItemKind::Const(own) => self.expr(&own.value, None),
            ItemKind::Function(own) => {
                let defaults = own.params.iter().filter_map(|param| param.default.as_ref());
                self.first(defaults.chain([&own.body]))
            }
            ItemKind::Model(own) | ItemKind::Component(own) => {
                self.first(own.params.iter().filter_map(|param| param.default.as_ref()))
            }
            ItemKind::Experiment(own) => {
                self.arguments(&own.arguments, &[], || Some(self.named(own.model.span)))
            }
        }
    }

    fn first<'e>(&self, mut exprs: impl Iterator<Item = &'e Expr>) -> Option<Call> {
        exprs.find_map(|expr| self.expr(expr, None))
    }

    /// `around` are the fields of the element whose block they stand in.
    fn members(&self, members: &[Member], around: &[&'static Field]) -> Option<Call> {
        let member = members.iter().find(|member| self.is_in(member.span))?;
        match &member.kind {
            MemberKind::Let { value, .. } => self.expr(value, None),
            MemberKind::For { range, body, .. } => {
                self.expr(range, None).or_else(|| self.members(body, around))
            }
            MemberKind::If { condition, then, otherwise } => self
                .expr(condition, None)
                .or_else(|| self.members(then, around))
                .or_else(|| self.members(otherwise, around)),
            MemberKind::Part { name, component, arguments, .. } => self
                .first(name.index.iter().chain([component]))
                .or_else(|| self.arguments(arguments, &[], || Some(self.named(component.span)))),
            MemberKind::Element(element) => self.element(element, around),
            MemberKind::Record(entries) => self.first(entries.iter().map(|entry| &entry.value)),
            MemberKind::Analysis(analysis) => self.analysis(analysis),
        }
    }

    fn element(&self, element: &Element, around: &[&'static Field]) -> Option<Call> {
        let kind = schema::kind(&element.kind.text);
        let given = element.variant.as_ref();
        let variant = kind.zip(given).and_then(|(kind, given)| kind.variant(&given.name.text));
        let index = element.name.iter().filter_map(|name| name.index.as_ref());
        let relations = element.relations.iter();
        let relations = relations.flat_map(|own| std::iter::once(&own.target).chain(&own.at));
        if let Some(call) = self.first(index.chain(relations).chain(&element.law)) {
            return Some(call);
        }
        if let Some(given) = given.filter(|given| self.is_in(given.span)) {
            let fields = variant.map_or(&[] as &[Field], |variant| variant.arguments);
            return self.arguments(&given.arguments, fields, || variant.map(Callee::Variant));
        }
        let fields: Vec<&'static Field> = match kind {
            Some(kind) => kind.fields_of(variant).collect(),
            // A block without a name can be a field of the element around it.
            None => structure(around, &element.kind).iter().collect(),
        };
        let body = element.body.as_ref()?;
        let field = body.fields.iter().find(|field| self.is_in(field.span));
        match field {
            Some(field) => self.expr(&field.value, type_of(&fields, &field.name)),
            None => self.members(&body.members, &fields),
        }
    }

    fn analysis(&self, analysis: &Analysis) -> Option<Call> {
        let word = &analysis.keyword;
        let kind = schema::analyses().iter().copied().find(|kind| *kind.name == *word.text)?;
        let clause = analysis.clauses.iter().find(|clause| self.is_in(clause.span));
        let inner = match (clause, &analysis.subject) {
            (Some(clause), _) => {
                let field = kind.clause(&clause.word.text);
                self.expr(&clause.value, field.map(|field| &field.ty))
            }
            (None, Some(subject)) => self.expr(subject, None),
            (None, None) => None,
        };
        let is_called = self.text.as_bytes().get(word.span.end as usize) == Some(&b'(');
        let own = || {
            let names = vec![clause.map(|clause| clause.word.text.clone())];
            is_called.then_some(Call { callee: Callee::Analysis(kind), names })
        };
        inner.or_else(own)
    }

    /// A call inside of one of these arguments, or else the call of `callee` with them. `fields` are
    /// what a variant takes.
    fn arguments(
        &self,
        arguments: &[Argument],
        fields: &'static [Field],
        callee: impl FnOnce() -> Option<Callee>,
    ) -> Option<Call> {
        let index = arguments.iter().position(|argument| self.is_in(argument.span))?;
        let argument = arguments.get(index)?;
        let field = match &argument.name {
            Some(name) => fields.iter().find(|field| *field.name == *name.text),
            None => fields.get(index),
        };
        self.expr(&argument.value, field.map(|field| &field.ty)).or_else(|| {
            let names = arguments.iter().take(index + 1);
            let names = names.map(|own| own.name.as_ref().map(|name| name.text.clone()));
            Some(Call { callee: callee()?, names: names.collect() })
        })
    }

    /// `ty` is what the schema asks for where the expression stands.
    fn expr(&self, expr: &Expr, ty: Option<&'static Type>) -> Option<Call> {
        if !self.is_in(expr.span) {
            return None;
        }
        match &expr.kind {
            ExprKind::Number { .. }
            | ExprKind::Text(_)
            | ExprKind::Bool(_)
            | ExprKind::Name(_)
            | ExprKind::Error => None,
            ExprKind::Call { callee, arguments, .. } => {
                let variant = variant(ty, callee);
                let fields = variant.map_or(&[] as &[Field], |variant| variant.arguments);
                let own = || match &callee.kind {
                    // The offset of an argument reads like a call in the tree.
                    ExprKind::Name(name) if &**name == "at" => None,
                    _ => Some(variant.map_or(self.named(callee.span), Callee::Variant)),
                };
                self.expr(callee, None).or_else(|| self.arguments(arguments, fields, own))
            }
            ExprKind::Member { target, .. } => self.expr(target, None),
            ExprKind::Index { target, index } => self.first([&**target, &**index].into_iter()),
            ExprKind::Unary { operand, .. } => self.expr(operand, None),
            ExprKind::Binary { left, right, .. } => self.first([&**left, &**right].into_iter()),
            ExprKind::Conditional { condition, then, otherwise } => self
                .expr(condition, None)
                .or_else(|| self.expr(then, ty))
                .or_else(|| self.expr(otherwise, ty)),
            ExprKind::List { elements, .. } => self.first(elements.iter()),
            ExprKind::Struct(fields) => {
                let known: Vec<&'static Field> = fields_of(ty).iter().collect();
                fields.iter().find_map(|own| self.expr(&own.value, type_of(&known, &own.name)))
            }
        }
    }
}

/// The variant that a call names, where the schema asks for one.
fn variant(ty: Option<&'static Type>, callee: &Expr) -> Option<&'static Variant> {
    let (Some(Type::Variant(variants) | Type::StructOrVariant(_, variants)), ExprKind::Name(name)) =
        (ty, &callee.kind)
    else {
        return None;
    };
    variants.iter().find(|variant| *variant.name == **name)
}

/// The fields of a structure, where the schema asks for one.
fn fields_of(ty: Option<&'static Type>) -> &'static [Field] {
    match ty {
        Some(Type::Struct(fields) | Type::StructOrVariant(fields, _)) => fields,
        _ => &[],
    }
}

fn type_of(fields: &[&'static Field], name: &Name) -> Option<&'static Type> {
    fields.iter().find(|field| *field.name == *name.text).map(|field| &field.ty)
}

fn structure(around: &[&'static Field], name: &Name) -> &'static [Field] {
    fields_of(type_of(around, name))
}
