//! Every name in an item with what it refers to, in the order of the text.

use cdl_grammar::syntax::{
    Analysis, Block, Element, Expr, ExprKind, Item, ItemKind, Member, MemberKind, Name, Param,
    Span, Variant,
};

use super::denote::Along;
use super::enums;
use super::{Denotation, Referent, Resolver, ScopeIndex, Use};
use crate::kinds::plot::ALONG;
use crate::place::Place;
use crate::schema::{self, Kind, KindId, Type};

/// Every name in the item that a resolver works for, or only those that touch one of some parts of it,
/// which are in order and apart: then only the members that they touch are looked at.
pub(crate) fn uses(
    mut resolver: Resolver<'_, '_>,
    item: &Item,
    parts: Option<&[Span]>,
) -> Vec<Use> {
    // A guess from the number of declarations saves growing.
    let guess = if parts.is_some() { 16 } else { 8 * resolver.declarations.names.len() };
    resolver.uses = Some(Vec::with_capacity(guess));
    let is_wanted = |span: Span| parts.is_none_or(|parts| touches_one(span, parts));
    let mut varied = None;
    let members = match &item.kind {
        ItemKind::Import(_) | ItemKind::Enum(_) => &[],
        ItemKind::Const(constant) => {
            resolver.ty(ScopeIndex::ITEM, constant.ty.as_ref());
            resolver.expr_of_type(ScopeIndex::ITEM, &constant.value, constant.ty.as_ref());
            &[]
        }
        ItemKind::Function(function) => {
            resolver.parameters(&function.params);
            resolver.ty(ScopeIndex::ITEM, function.result.as_ref());
            resolver.expr_of_type(ScopeIndex::ITEM, &function.body, function.result.as_ref());
            &[]
        }
        ItemKind::Model(component) | ItemKind::Component(component) => {
            resolver.parameters(&component.params);
            component.members.as_slice()
        }
        ItemKind::Experiment(experiment) => {
            let model = resolver.dotted(&experiment.model);
            resolver.given(ScopeIndex::ITEM, &model, &experiment.arguments);
            varied = Some(model);
            experiment.members.as_slice()
        }
    };
    for placed in members {
        if !is_wanted(placed.node.span.shifted(placed.offset)) {
            continue;
        }
        resolver.offset = placed.offset;
        let row = match &placed.node.kind {
            MemberKind::Element(element) => {
                schema::kind(&element.kind.text).map(|kind| (kind.id, element))
            }
            _ => None,
        };
        if let (Some((id, element)), Some(model)) = (row, &varied)
            && id.names_parameter()
        {
            resolver.varied(model, element);
        }
        let concluding = row.filter(|(id, _)| id.is_concluding());
        let concluding = concluding.and(resolver.declarations.concluding);
        resolver.member(concluding.unwrap_or(ScopeIndex::ITEM), None, &placed.node);
    }
    let mut all = resolver.uses.take().unwrap_or_default();
    let declared = resolver.declarations;
    let item = resolver.home.item;
    for own in &declared.own {
        // Another of the same name may have come first.
        let place = Place { item, span: own.span };
        let names = &resolver.known.names(resolver.home.module).names;
        let first = match own.meaning {
            super::Declared::Experiment => names.get(format!("experiment {}", own.name).as_str()),
            _ => names.get(&own.name),
        };
        all.push(declaring(own.span, first.map_or(place, |first| first.place)));
    }
    for own in declared.names.iter().filter(|own| is_wanted(own.span)) {
        let span = declared.find(own.scope, &own.name).map_or(own.span, |first| first.span);
        all.push(declaring(own.span, Place { item, span }));
    }
    if parts.is_some() {
        all.retain(|own| is_wanted(own.span));
    }
    all.sort_by_key(|own| own.span.start);
    all
}

fn touches_one(span: Span, parts: &[Span]) -> bool {
    let next = parts.partition_point(|part| part.end < span.start);
    parts.get(next).is_some_and(|part| part.start <= span.end)
}

fn declaring(span: Span, place: Place) -> Use {
    let referent = Referent::Declared(place);
    Use { span, referent, is_declaration: true, is_argument: false }
}

impl Resolver<'_, '_> {
    fn parameters(&mut self, params: &[Param]) {
        for param in params {
            self.ty(ScopeIndex::ITEM, param.ty.as_ref());
            if let Some(default) = &param.default {
                self.expr_of_type(ScopeIndex::ITEM, default, param.ty.as_ref());
            }
        }
    }

    /// The scope of a block, loop or comprehension, which is known by where it stands.
    pub(super) fn scope_of(&self, span: Span, around: ScopeIndex) -> ScopeIndex {
        let span = span.shifted(self.offset);
        let scopes = &self.declarations.scopes;
        let from = scopes.partition_point(|scope| scope.span.start < span.start);
        let own = scopes
            .iter()
            .enumerate()
            .skip(from)
            .take_while(|(_, own)| own.span.start == span.start);
        let mut own = own.filter(|(_, own)| own.span == span && own.parent == Some(around));
        own.next().map_or(around, |(index, _)| ScopeIndex(index as u32))
    }

    /// `around` is the kind of the element whose block it stands in.
    fn member(&mut self, scope: ScopeIndex, around: Option<&'static Kind>, member: &Member) {
        match &member.kind {
            MemberKind::Let { name, ty, value, .. } => {
                if let Some(index) = &name.index {
                    self.expr(scope, index);
                }
                self.ty(scope, ty.as_deref());
                self.expr_of_type(scope, value, ty.as_deref());
            }
            MemberKind::For { range, body, .. } => {
                self.expr(scope, range);
                let inner = self.scope_of(member.span, scope);
                for member in body {
                    self.member(inner, around, member);
                }
            }
            MemberKind::If { condition, then, otherwise } => {
                self.expr(scope, condition);
                for member in then.iter().chain(otherwise) {
                    self.member(scope, around, member);
                }
            }
            MemberKind::Part { name, component, arguments, .. } => {
                if let Some(index) = &name.index {
                    self.expr(scope, index);
                }
                let component = self.expr(scope, component);
                self.given(scope, &component, arguments);
            }
            MemberKind::Enum { .. } => {}
            MemberKind::Element(element) => self.element(scope, around, element),
            MemberKind::Record(entries) => {
                for entry in entries {
                    self.expr(scope, &entry.value);
                }
            }
            MemberKind::Analysis(analysis) => self.analysis(scope, analysis),
            MemberKind::Action(action) => {
                for expr in action.exprs() {
                    self.expr(scope, expr);
                }
            }
            // `note "..."` in a loop or a conditional of an event.
            MemberKind::Assignment(own) if text_of_event(around, &own.target).is_some() => {
                let field = text_of_event(around, &own.target);
                self.note(own.target.span, field.map_or(Referent::Unknown, Referent::Field));
                self.expr(scope, &own.value);
            }
            MemberKind::Assignment(own) => {
                let asked = self.expr(scope, &own.target);
                self.expr_as(scope, &own.value, &asked);
            }
        }
    }

    fn element(&mut self, scope: ScopeIndex, around: Option<&'static Kind>, element: &Element) {
        if let Some(index) = element.name.as_ref().and_then(|name| name.index.as_ref()) {
            self.expr(scope, index);
        }
        if let (Some(around), None, Some(body)) = (around, &element.name, &element.body)
            && let Some(field) = around.fields.iter().find(|own| *own.name == *element.kind.text)
            && let Type::Struct(fields) | Type::StructOrVariant(fields, _) = field.ty
        {
            // `drag { normal = 1.2 }` is a field in another shape.
            self.note(element.kind.span, Referent::Field(field));
            self.fields(scope, &body.fields, fields);
            return;
        }
        let kind = schema::kind(&element.kind.text);
        self.note(element.kind.span, kind.map_or(Referent::Unknown, Referent::Kind));
        let mut variant = None;
        let is_value = kind.is_some_and(Kind::is_value);
        if let Some(stated) = element.variant.as_ref().filter(|_| is_value) {
            self.ty(scope, Some(&stated.as_type()));
        } else if let Some(given) = &element.variant {
            variant = kind.and_then(|kind| kind.variant(&given.name.text));
            match variant {
                Some(variant) => {
                    self.note(given.name.span, Referent::Variant(variant));
                    self.arguments(scope, &given.arguments, variant.arguments);
                }
                None => {
                    self.note(given.name.span, Referent::Unknown);
                    self.arguments(scope, &given.arguments, &[]);
                }
            }
        }
        for relation in &element.relations {
            self.expr(scope, &relation.target);
            if let Some(at) = &relation.at {
                self.expr(scope, at);
            }
        }
        let words = element.relations.iter().map(|own| own.word);
        let asked = kind.and_then(|kind| kind.law.as_ref()?.value(words));
        match (&element.law, asked) {
            // Its values are those of a parameter.
            (Some(_), _)
                if kind.is_some_and(|kind| matches!(kind.id, KindId::Vary | KindId::Sample)) => {}
            (Some(law), Some(ty)) => self.value(scope, law, ty),
            (Some(law), _) => match along(element) {
                Some(cable) => {
                    self.along(scope, Along::Cable(cable), |own| own.expr(scope, law));
                }
                None => {
                    let stated = element.variant.as_deref().filter(|_| is_value);
                    self.expr_of_type(scope, law, stated.map(Variant::as_type).as_ref());
                }
            },
            (None, _) => {}
        }
        if let Some(body) = &element.body {
            self.block(scope, kind, variant, body);
        }
    }

    fn block(
        &mut self,
        scope: ScopeIndex,
        kind: Option<&'static Kind>,
        variant: Option<&'static schema::Variant>,
        body: &Block,
    ) {
        let inner = self.scope_of(body.span, scope);
        for own in &body.fields {
            let field = kind.and_then(|kind| {
                kind.fields_of(variant).find(|field| *field.name == *own.name.text)
            });
            if field.is_none() && kind.is_some_and(|kind| kind.sets) {
                let found = self.lookup(inner, &own.name.text);
                self.note(own.name.span, found.referent);
                if enums::is_enum(&found.denotation) {
                    self.expr_as(inner, &own.value, &found.denotation);
                    continue;
                }
            } else {
                self.note(own.name.span, field.map_or(Referent::Unknown, Referent::Field));
            }
            self.field_value(inner, &own.value, field);
        }
        for member in &body.members {
            self.member(inner, kind, member);
        }
    }

    /// `simulate 10 s with rk4(step = 5 ms), every 10 ms`
    fn analysis(&mut self, scope: ScopeIndex, analysis: &Analysis) {
        let kind = schema::kind(&analysis.keyword.text);
        self.note(analysis.keyword.span, kind.map_or(Referent::Unknown, Referent::Kind));
        if let Some(subject) = &analysis.subject {
            self.expr(scope, subject);
        }
        for clause in &analysis.clauses {
            let field = kind.and_then(|kind| kind.clause(&clause.word.text));
            self.clause(&clause.word, field);
            self.field_value(scope, &clause.value, field);
        }
    }

    fn clause(&mut self, word: &Name, field: Option<&'static schema::Field>) {
        if !schema::is_clause_word(&word.text) {
            self.note(word.span, field.map_or(Referent::Unknown, Referent::Field));
        }
    }
}

/// The cable along which a plot goes.
fn along(element: &Element) -> Option<&Expr> {
    let body = element.body.as_ref().filter(|_| *element.kind.text == *KindId::Plot.name())?;
    let own = body.fields.iter().find(|field| *field.name.text == *ALONG.field.name)?;
    Some(&own.value)
}

/// The cable along which a plot goes in whose quantities an offset stands.
pub(crate) fn along_at(item: &Item, offset: u32) -> Option<Along<'_>> {
    let ItemKind::Experiment(experiment) = &item.kind else { return None };
    experiment.members.iter().find_map(|placed| {
        let MemberKind::Element(element) = &placed.node.kind else { return None };
        let whole = placed.node.span;
        let end = element.body.as_ref().map_or(whole.end, |body| body.span.start);
        let drawn = Span::new(whole.start, end).shifted(placed.offset);
        if !(drawn.start..=drawn.end).contains(&offset) {
            return None;
        }
        let is_told = element.body.is_some() || *element.kind.text != *KindId::Plot.name();
        if is_told { along(element).map(Along::Cable) } else { Some(Along::Untold) }
    })
}

/// What the text of an expression denotes at a scope; of `rope[*].end` what it denotes of each, since
/// that is what goes on behind it.
///
/// `along` is the cable that stands for places on it there.
pub(crate) fn denoted(
    resolver: &mut Resolver<'_, '_>,
    scope: ScopeIndex,
    text: &str,
    along: Option<Along<'_>>,
) -> Denotation {
    let (members, _) = cdl_grammar::parse_member(&format!("let _ = {text}"));
    let Some(MemberKind::Let { value, .. }) = members.first().map(|member| &member.kind) else {
        return Denotation::Value;
    };
    let denoted = match along {
        Some(along) => resolver.along(ScopeIndex::ITEM, along, |own| own.expr(scope, value)),
        None => resolver.expr(scope, value),
    };
    of_each(value, denoted)
}

fn of_each(expr: &Expr, denoted: Denotation) -> Denotation {
    match (&expr.kind, denoted) {
        (ExprKind::Every { element, .. }, Denotation::Row(inner)) => of_each(element, *inner),
        (_, denoted) => denoted,
    }
}

/// The field of an event that a name is, where it looks like something that is set.
fn text_of_event(around: Option<&'static Kind>, target: &Expr) -> Option<&'static schema::Field> {
    let kind = around.filter(|kind| kind.sets)?;
    match &target.kind {
        ExprKind::Name(name) => kind.fields.iter().find(|field| *field.name == **name),
        _ => None,
    }
}
