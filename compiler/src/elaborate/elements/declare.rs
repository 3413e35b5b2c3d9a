//! The first phase: members to elements. Components are instantiated, loops unrolled, conditions
//! decided, and every element gets its graph index; nothing else is evaluated.

use std::borrow::Cow;

use cdl_grammar::syntax::{Element, ElementName, Expr, ExprKind, Member, MemberKind, Name};

use super::Unfolding;
use super::written::{declared_name, is_broken};
use crate::diagnostics;
use crate::elaborate::context::MemberAt;
use crate::elaborate::context::{Context, ScopeId, Source};
use crate::elaborate::names::Duplicate;
use crate::elaborate::names::scope::{Absence, Bound, ScopeKind};
use crate::elaborate::names::thing::Thing;
use crate::elaborate::values::fit::Of;
use crate::elaborate::values::thunks::{Definition, Let, Role, Thunk};
use crate::elaborate::values::types::Ty;
use crate::schema;
use crate::typed::Value;

impl<'a> Unfolding<'_, 'a> {
    /// Names first, so that the order of members means nothing; then the members one by one.
    pub(super) fn declare_members(&mut self, scope: ScopeId, source: Source, members: &[&Member]) {
        for member in members {
            self.declare_name(scope, source, member);
        }
        for member in members {
            self.declare_due(scope, source, member);
        }
    }

    /// The same for all members of an item.
    pub(super) fn declare_chunks(&mut self, scope: ScopeId, source: Source) {
        for declare in [Self::declare_name, Self::declare_due] {
            for number in 0..self.values.sources.chunks(source.item) {
                let Some(chunk) = self.values.sources.chunk(source.item, number) else { continue };
                let source = Source { offset: chunk.offset, ..source };
                for member in chunk.members.all() {
                    declare(self, scope, source, member);
                }
            }
        }
    }

    /// Declares a member, unless that was needed early.
    fn declare_due(&mut self, scope: ScopeId, source: Source, member: &Member) {
        let pending = match &member.kind {
            MemberKind::Part { name: ElementName { name, index: None }, .. } => Some(name),
            MemberKind::Element(element) => match &element.name {
                Some(ElementName { name, index: None }) => Some(name),
                _ => None,
            },
            _ => None,
        };
        // Of two of one name the second was never pending.
        let is_due = pending.is_none_or(|name| {
            let binding = self.values.names.binding(scope, &name.text);
            binding.is_some_and(|binding| match binding.bound {
                Bound::Pending(own) => own == MemberAt::of(source, member).into(),
                Bound::Thunk(_) | Bound::Thing(_) => false,
            })
        });
        let context = Context { source, scope: Some(scope), call: None, turn: None };
        if is_due && self.is_wanted(context, member) {
            self.declare_member(scope, source, member);
        }
    }

    /// Enters a name in a scope; one that is there already is reported.
    pub(super) fn bind(
        &mut self,
        scope: ScopeId,
        source: Source,
        name: &Name,
        what: &str,
        public: bool,
        bound: Bound,
    ) {
        let bound = self.values.names.bind(scope, source, name, public, bound);
        self.check_duplicate(scope, source, what, bound);
    }

    fn check_duplicate(
        &mut self,
        scope: ScopeId,
        source: Source,
        what: &str,
        bound: Result<(), Duplicate>,
    ) {
        if let Err(Duplicate { name, place, earlier }) = bound {
            let context = Context { source, scope: Some(scope), call: None, turn: None };
            self.values.report(context, diagnostics::duplicate_name(place, what, &name, earlier));
        }
    }

    fn declare_name(&mut self, scope: ScopeId, source: Source, member: &Member) {
        let context = Context { source, scope: Some(scope), call: None, turn: None };
        match &member.kind {
            MemberKind::Let { public, name: ElementName { name, index: None }, ty, .. } => {
                let path = self.values.names.path(scope, &name.text);
                let thunk = named_value(context, name, path, (member, ty.is_some()));
                let bound = Bound::Thunk(self.values.thunks.add(thunk));
                self.bind(scope, source, name, "let", *public, bound);
            }
            MemberKind::Part { public, name: ElementName { name, index: None }, .. } => {
                self.bind(
                    scope,
                    source,
                    name,
                    "part",
                    *public,
                    Bound::Pending(MemberAt::of(source, member).into()),
                );
            }
            // What belongs in experiments names nothing of a model, and does not stand there.
            MemberKind::Element(element) if is_of_experiment(element) => {
                self.element_kind(context, scope, element);
            }
            MemberKind::Element(element) => {
                if let Some(ElementName { name, index: None }) = &element.name {
                    // What could not be read may begin with what it is about, such as `constraint a.position == ...`.
                    if is_broken(element) && self.values.names.binding(scope, &name.text).is_some()
                    {
                        return;
                    }
                    // Of a kind that nobody knows what reads like its name may refer to something.
                    let is_known = schema::kind(&element.kind.text).is_some();
                    if !is_known && self.values.names.binding(scope, &name.text).is_some() {
                        if !is_broken(element) {
                            self.report_unknown_kind(context, &element.kind, None);
                        }
                        return;
                    }
                    let bound = Bound::Pending(MemberAt::of(source, member).into());
                    self.bind(scope, source, name, &element.kind.text, element.public, bound);
                }
            }
            MemberKind::Enum { public, declared } => {
                let thing = self.values.enumeration(context, declared);
                self.bind(scope, source, &declared.name, "enum", *public, thing.into());
            }
            MemberKind::Let { .. }
            | MemberKind::Part { .. }
            | MemberKind::For { .. }
            | MemberKind::If { .. }
            | MemberKind::Record(_)
            | MemberKind::Analysis(_)
            | MemberKind::Action(_)
            | MemberKind::Assignment(_) => {}
        }
    }

    pub(super) fn declare_member(&mut self, scope: ScopeId, source: Source, member: &Member) {
        let context = Context { source, scope: Some(scope), call: None, turn: None };
        match &member.kind {
            MemberKind::Let { name: ElementName { index: None, .. }, .. } => {}
            MemberKind::Let {
                public, name: ElementName { name, index: Some(index) }, ty, ..
            } => {
                let Some(index) = self.element_index(context, index) else { return };
                let path = self.values.names.indexed_path(scope, &name.text, index);
                let thunk = named_value(context, name, path, (member, ty.is_some()));
                let bound = Bound::Thunk(self.values.thunks.add_indexed(thunk));
                let bound =
                    self.values.names.bind_indexed(scope, source, name, *public, index, bound);
                self.check_duplicate(scope, source, "let", bound);
            }
            MemberKind::For { index, range, body } => {
                self.declare_loop(context, scope, index, range, body);
            }
            MemberKind::If { condition, then, otherwise } => {
                let what = "the condition of an `if` around elements";
                let (taken, other) = match self.evaluator().decide(context, condition, what) {
                    Some(true) => (then, otherwise),
                    Some(false) => (otherwise, then),
                    None => return,
                };
                for member in other {
                    if let Some(name) = declared_name(member) {
                        let place = source.place(name.span);
                        self.values.names.note_absent(scope, &name.text, place, Absence::Branch);
                    }
                }
                let members: Vec<&Member> = taken.iter().collect();
                self.declare_members(scope, source, &members);
            }
            MemberKind::Part { public, name, component, arguments } => {
                self.declare_part(context, scope, member, *public, (name, component, arguments));
            }
            MemberKind::Element(element) => {
                self.declare_element(context, scope, (member, element));
            }
            MemberKind::Record(entries) => {
                if let ScopeKind::Block(around) = self.values.names.home_kind(scope) {
                    let place = source.place(member.span);
                    let kind =
                        self.values.entities.get(around).map_or("element", |e| e.kind.name());
                    let report = diagnostics::misplaced_element(
                        place,
                        "record",
                        kind,
                        "in a model, a component or an experiment",
                    );
                    self.values.report(context, report);
                    return;
                }
                self.expect_records(context, member, entries);
            }
            MemberKind::Analysis(analysis) => {
                let place = source.place(analysis.keyword.span);
                let keyword = &analysis.keyword.text;
                let report = match schema::kind(keyword) {
                    Some(kind) if !kind.id.is_analysis() => {
                        let kind_and_article = crate::units::with_article(kind.name);
                        let message =
                            format!("{kind_and_article} needs a name, which starts with a letter");
                        diagnostics::misplaced_part(place, &message, &schema::usage(kind))
                    }
                    Some(_) => {
                        diagnostics::misplaced_element(place, keyword, "model", "in an experiment")
                    }
                    None => {
                        self.report_unknown_kind(context, &analysis.keyword, None);
                        return;
                    }
                };
                self.values.report(context, report);
            }
            MemberKind::Enum { .. } => {
                if let ScopeKind::Block(around) = self.values.names.home_kind(scope) {
                    let place = source.place(member.span);
                    let kind =
                        self.values.entities.get(around).map_or("element", |e| e.kind.name());
                    let allowed = "in a model or a component, or in a file";
                    let report = diagnostics::misplaced_element(place, "enum", kind, allowed);
                    self.values.report(context, report);
                }
            }
            // They declare nothing.
            MemberKind::Action(_) | MemberKind::Assignment(_) => {}
        }
    }

    fn declare_loop(
        &mut self,
        context: Context,
        scope: ScopeId,
        index: &Name,
        range: &Expr,
        body: &[Member],
    ) {
        let Some(turns) = self.evaluator().turns(context, range) else { return };
        for name in body.iter().filter_map(broken_let) {
            // Whether it had an index, and so is seen from here, nobody can tell.
            let unknown = Thing::ERROR.into();
            let _ = self.values.names.bind(scope, context.source, name, false, unknown);
        }
        for name in body.iter().filter_map(declared_name) {
            let place = context.place(name.span);
            self.values.names.note_absent(scope, &name.text, place, Absence::Loop);
        }
        let members: Vec<&Member> = body.iter().collect();
        for (turn, value) in turns.iter().map(Cow::into_owned).enumerate() {
            if self.evaluator().is_too_large(context, range) {
                return;
            }
            let number = match value {
                Value::Int(value) => value,
                _ => turn as i64,
            };
            let inner = self.values.names.open_turn(scope, number);
            let thing = Thing::Value(value);
            let turn = Context { scope: Some(inner), ..context };
            self.values.record(turn, index.span, &thing);
            let bound = thing.into();
            self.bind(inner, context.source, index, "loop variable", false, bound);
            self.declare_members(inner, context.source, &members);
        }
    }

    /// The index of an element or part; reports what is wrong with it.
    pub(super) fn element_index(&mut self, context: Context, index: &Expr) -> Option<i64> {
        match self.evaluator().typed_value(context, index, &Ty::Int, Of::Nothing) {
            Value::Int(index) => Some(index),
            _ => None,
        }
    }

    /// Enters what a member has become under its name.
    pub(super) fn bind_declared(
        &mut self,
        context: Context,
        scope: ScopeId,
        name: &Name,
        public: bool,
        index: Option<i64>,
        thing: Thing,
    ) {
        self.values.record(context, name.span, &thing);
        match index {
            Some(index) => {
                let source = context.source;
                let bound = thing.into();
                let bound =
                    self.values.names.bind_indexed(scope, source, name, public, index, bound);
                self.check_duplicate(scope, source, "element", bound);
            }
            None => self.values.names.settle(scope, &name.text, thing),
        }
    }
}

/// The name of a `let` that could not be read.
fn broken_let(member: &Member) -> Option<&Name> {
    match &member.kind {
        MemberKind::Let { name, value, .. } if matches!(value.kind, ExprKind::Error) => {
            name.index.is_none().then_some(&name.name)
        }
        _ => None,
    }
}

/// A `let` that nobody has asked for yet.
fn named_value<'a>(
    context: Context,
    name: &Name,
    path: String,
    (member, states_type): (&Member, bool),
) -> Thunk<'a> {
    let place = context.place(name.span);
    let definition = Definition::Let(Let { start: member.span.start, states_type, context });
    Thunk::new(path, place, Role::Let, None, definition)
}

pub(super) fn is_of_experiment(element: &Element) -> bool {
    schema::kind(&element.kind.text).is_some_and(|kind| kind.of_experiment)
}
