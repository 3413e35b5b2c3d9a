//! Items, members and blocks.

use std::sync::Arc;

use cdl_compiler::schema::{Field, Kind, KindId, Target, Variant};
use cdl_grammar::Form;
use cdl_grammar::syntax::{
    Action, Block, Expr, ExprKind, Import, Item, ItemKind, Member, MemberKind, Param, Placed, Span,
    Verb,
};

use super::{Expected, Finder, Names, Slot};
use crate::ide::chunk::Owner;

/// What some members stand in.
#[derive(Clone, Copy)]
pub(super) enum Around {
    Body(Owner),
    Block(&'static Kind, Option<&'static Variant>),
    /// A block whose name is that of a field.
    Fields(&'static [Field]),
}

impl Around {
    /// Where a member or field starts.
    fn start(self, given: Names) -> Slot {
        match self {
            Self::Body(owner) => Slot::Members(owner),
            Self::Block(kind, variant) => Slot::Block { kind, variant, given },
            Self::Fields(fields) => Slot::Fields { fields, given },
        }
    }

    /// A field by its name.
    pub fn field(self, name: &str) -> Option<&'static Field> {
        match self {
            Self::Body(_) => None,
            Self::Block(kind, variant) => kind.fields_of(variant).find(|own| own.name == name),
            Self::Fields(fields) => fields.iter().find(|own| own.name == name),
        }
    }
}

impl Finder<'_> {
    pub(super) fn item(&mut self, item: &Item) -> Option<Slot> {
        match &item.kind {
            ItemKind::Import(own) => self.import(own, item),
            ItemKind::Const(own) => {
                self.declares(&own.name);
                self.definition(&own.name, own.ty.as_ref(), Some(&own.value))
            }
            ItemKind::Function(own) => self
                .params(&own.params)
                .or_else(|| self.definition(&own.name, own.result.as_ref(), Some(&own.body))),
            ItemKind::Enum(_) => Some(Slot::Nothing),
            ItemKind::Model(own) => {
                self.params(&own.params).or_else(|| self.body(&own.members, Owner::Model))
            }
            ItemKind::Component(own) => {
                self.params(&own.params).or_else(|| self.body(&own.members, Owner::Component))
            }
            ItemKind::Experiment(own) if self.is_in(own.model.span) => {
                Some(self.path(&own.model, Slot::Model))
            }
            ItemKind::Experiment(own) => self
                .arguments(&own.arguments, |finder| finder.denoted(own.model.span))
                .or_else(|| self.body(&own.members, Owner::Experiment)),
        }
    }

    fn import(&self, import: &Import, item: &Item) -> Option<Slot> {
        for target in &import.targets {
            if self.is_in(target.path.span) {
                let is_behind_dot = target.path.text.contains('.');
                return Some(match target.quoted {
                    true => Slot::Files(&[".cdl"]),
                    false => Slot::Import { is_behind_dot },
                });
            }
            if target.alias.as_ref().is_some_and(|alias| self.is_in(alias.span)) {
                return Some(Slot::Nothing);
            }
        }
        let last = import.targets.last().filter(|_| self.is_in(item.span))?;
        Some(Slot::Words(if last.alias.is_none() { vec!["as"] } else { Vec::new() }))
    }

    fn params(&mut self, params: &[Param]) -> Option<Slot> {
        params
            .iter()
            .find_map(|own| self.definition(&own.name, own.ty.as_ref(), own.default.as_ref()))
    }

    fn body(&mut self, members: &[Placed<Arc<Member>>], owner: Owner) -> Option<Slot> {
        let last = members.iter().rfind(|own| own.offset <= self.at.start)?;
        self.enter(last.offset);
        let chunk = members.iter().filter(|own| own.offset == last.offset);
        let mut chunk = chunk.map(|own| std::slice::from_ref(&*own.node));
        chunk.find_map(|own| self.members(own, Around::Body(owner)))
    }

    pub(super) fn members(&mut self, members: &[Member], around: Around) -> Option<Slot> {
        let member = members.iter().find(|member| self.is_in(member.span))?;
        match &member.kind {
            MemberKind::Let { name, ty, value, .. } => {
                self.declares(&name.name);
                let index = name.index.as_ref().filter(|index| self.is_in(index.span));
                if let Some(index) = index {
                    return self.value(index, Expected::Int);
                }
                self.definition(&name.name, ty.as_deref(), Some(value))
            }
            MemberKind::For { index, .. } if self.is_in(index.span) => Some(Slot::Nothing),
            MemberKind::For { range, .. } if self.form == Form::Range && range.span == self.at => {
                Some(Slot::Words(vec!["in"]))
            }
            MemberKind::For { range, body, .. } => {
                self.value(range, Expected::Range).or_else(|| self.members(body, around))
            }
            MemberKind::If { condition, then, otherwise } => self
                .value(condition, Expected::Bool)
                .or_else(|| self.members(then, around))
                .or_else(|| self.members(otherwise, around))
                .or_else(|| self.otherwise(condition.span.start)),
            MemberKind::Part { name, component, arguments, .. } => {
                let index = name.index.as_ref();
                index
                    .and_then(|index| self.value(index, Expected::Int))
                    .or_else(|| self.expr(component, &Slot::Component, &[]))
                    .or_else(|| self.arguments(arguments, |own| own.denoted(component.span)))
            }
            MemberKind::Enum { .. } => Some(Slot::Nothing),
            MemberKind::Element(element) => self.element(element, around),
            MemberKind::Record(entries) => entries.iter().find_map(|own| match &own.alias {
                Some(alias) if self.is_in(alias.span) => Some(Slot::Nothing),
                _ => self.expr(&own.value, &Slot::Value(Expected::Unknown), &["in", "as"]),
            }),
            MemberKind::Analysis(own) if self.is_in(own.keyword.span) => {
                Some(match member.span.start < own.keyword.span.start {
                    true => Slot::Words(vec!["let", "part", "body", "frame", "joint", "cable"]),
                    false => around.start(Vec::new()),
                })
            }
            MemberKind::Analysis(own) => self.analysis(own),
            MemberKind::Action(own) => self.action(own),
            // In a loop or a conditional of an event.
            MemberKind::Assignment(own)
                if self.is_in(own.target.span) && matches!(own.target.kind, ExprKind::Name(_)) =>
            {
                Some(around.start(Vec::new()))
            }
            MemberKind::Assignment(own) => {
                self.value(&own.target, Expected::Unknown).or_else(|| {
                    let expected = self.like(own.target.span);
                    self.value(&own.value, expected)
                })
            }
        }
    }

    /// `attach rope.end to load.eye, within = 5 cm`
    fn action(&mut self, own: &Action) -> Option<Slot> {
        let (kinds, clauses): (&[KindId], &[_]) = match own.verb {
            Verb::Attach => (&[KindId::Joint, KindId::Cable], &["within", "turned"]),
            Verb::Detach => (&[KindId::Joint, KindId::Cable], &[]),
            Verb::Lock | Verb::Release => (&[KindId::Joint, KindId::Constraint], &[]),
        };
        let words: &[_] = match own.verb {
            Verb::Attach => &["to"],
            Verb::Detach | Verb::Lock | Verb::Release => &[],
        };
        let subject = Slot::Value(Expected::Entity(kinds));
        if let Some(slot) = self.acted_on(&own.subject, &subject, words) {
            return Some(slot);
        }
        let to = own.to.as_ref();
        if let Some(slot) =
            to.and_then(|to| self.acted_on(to, &Slot::Target(&[Target::Frame]), &[]))
        {
            return Some(slot);
        }
        let clause = own.clauses.iter().find(|clause| self.is_in(clause.span))?;
        if !self.is_in(clause.word.span) {
            return self.value(&clause.value, Expected::Unknown);
        }
        let given = self.others(own.clauses.iter().map(|own| &own.word));
        let left = clauses.iter().filter(|word| given.iter().all(|own| **own != ***word));
        Some(Slot::Words(left.copied().collect()))
    }

    /// Something of the model, which no operator goes on with.
    fn acted_on(&mut self, own: &Expr, slot: &Slot, words: &[&'static str]) -> Option<Slot> {
        match &own.kind {
            ExprKind::Binary { right, .. }
                if self.form == Form::Behind && right.span == self.at =>
            {
                Some(Slot::Words(words.to_vec()))
            }
            _ => self.expr(own, slot, words),
        }
    }

    /// After the block of an `if` that starts at `condition`.
    fn otherwise(&self, condition: u32) -> Option<Slot> {
        let before = self.written(Span::new(condition, self.at.start));
        let before = before.trim_end();
        let word = match (before.ends_with('}'), before.ends_with("else")) {
            (true, _) => "else",
            (_, true) => "if",
            (false, false) => return None,
        };
        (self.form == Form::Operand && self.inside <= condition).then(|| Slot::Words(vec![word]))
    }

    /// The fields of a block and what is nested in it.
    pub(super) fn block(&mut self, block: &Block, around: Around) -> Option<Slot> {
        if block.fields.iter().any(|own| self.is_in(own.name.span)) {
            let mut given = self.others(block.fields.iter().map(|own| &own.name));
            // A block without a name can be a field.
            given.extend(block.members.iter().filter_map(|member| match &member.kind {
                MemberKind::Element(own) if own.name.is_none() => Some(own.kind.text.clone()),
                _ => None,
            }));
            return Some(around.start(given));
        }
        let field = block.fields.iter().find(|own| self.is_in(own.span));
        let Some(field) = field else { return self.members(&block.members, around) };
        let known = around.field(&field.name.text);
        let expected = match known {
            Some(own) => Expected::of(&own.ty),
            // What an event sets is of an enum, perhaps.
            None => self.like(field.name.span),
        };
        self.value(&field.value, expected)
    }
}
