//! The first phase: members to elements. Components are instantiated, loops unrolled, conditions
//! decided, and every element gets its graph index; nothing else is evaluated.

use cdl_grammar::syntax::{Element, ElementName, Expr, Member, MemberKind, Name};

use super::Unfolding;
use super::recorded::RecordMember;
use super::written::declared_name;
use crate::diagnostics;
use crate::elaborate::context::{Context, ScopeId, Source};
use crate::elaborate::names::Duplicate;
use crate::elaborate::names::scope::{Absence, Bound, ScopeKind};
use crate::elaborate::names::thing::Thing;
use crate::elaborate::report;
use crate::elaborate::values::expression::is_range;
use crate::elaborate::values::fit::Of;
use crate::elaborate::values::thunks::{Definition, Role, Thunk};
use crate::elaborate::values::types::Ty;
use crate::schema::Variability;
use crate::typed::Value;

/// Instances, turns and blocks in one model.
const MAX_SCOPES: usize = 2_000_000;

impl<'a> Unfolding<'_, 'a> {
    /// Names first, so that the order of members means nothing; then the members one by one.
    pub(super) fn declare_members(&mut self, scope: ScopeId, members: &[(Source, &'a Member)]) {
        for &(source, member) in members {
            self.declare_name(scope, source, member);
        }
        for &(source, member) in members {
            let pending = match &member.kind {
                MemberKind::Part { name: ElementName { name, index: None }, .. } => Some(name),
                MemberKind::Element(Element {
                    name: Some(ElementName { name, index: None }),
                    ..
                }) => Some(name),
                _ => None,
            };
            // A name that was needed early has been declared already; so has a second one.
            let is_due = pending.is_none_or(|name| {
                let binding = self.values.names.binding(scope, &name.text);
                binding.is_some_and(|binding| match binding.bound {
                    Bound::Pending(own, _) => std::ptr::eq(own, member),
                    _ => false,
                })
            });
            let context = Context { source, scope: Some(scope), call: None };
            if is_due && self.is_wanted(context, member) {
                self.declare_member(scope, source, member);
            }
        }
    }

    /// Enters a name in a scope; one that is there already is reported.
    pub(super) fn bind(
        &mut self,
        scope: ScopeId,
        source: Source,
        name: &'a Name,
        what: &str,
        public: bool,
        bound: Bound<'a>,
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
            let context = Context { source, scope: Some(scope), call: None };
            self.values.report(context, diagnostics::duplicate_name(place, what, &name, earlier));
        }
    }

    fn declare_name(&mut self, scope: ScopeId, source: Source, member: &'a Member) {
        match &member.kind {
            MemberKind::Let { public, name, ty, value } => {
                let context = Context { source, scope: Some(scope), call: None };
                let path = self.values.names.path(scope, &name.text);
                let place = source.place(name.span);
                let ty = ty.as_ref().map(|ty| (ty, context));
                let definition = Definition::Expr(value, context);
                let thunk = self.values.thunks.add(Thunk::new(
                    (&name.text, path),
                    place,
                    Role::Let,
                    ty,
                    definition,
                ));
                self.bind(scope, source, name, "let", *public, Bound::Thunk(thunk));
            }
            MemberKind::Part { public, name: ElementName { name, index: None }, .. } => {
                self.bind(scope, source, name, "part", *public, Bound::Pending(member, source));
            }
            MemberKind::Element(element) => {
                if let Some(ElementName { name, index: None }) = &element.name {
                    let bound = Bound::Pending(member, source);
                    self.bind(scope, source, name, &element.kind.text, element.public, bound);
                }
            }
            MemberKind::Part { .. }
            | MemberKind::For { .. }
            | MemberKind::If { .. }
            | MemberKind::Record(_)
            | MemberKind::Analysis(_) => {}
        }
    }

    pub(super) fn declare_member(&mut self, scope: ScopeId, source: Source, member: &'a Member) {
        let context = Context { source, scope: Some(scope), call: None };
        match &member.kind {
            MemberKind::Let { .. } => {}
            MemberKind::For { index, range, body } => {
                self.declare_loop(context, scope, index, range, body);
            }
            MemberKind::If { condition, then, otherwise } => {
                let (taken, other) = match self.decide(context, condition) {
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
                let members: Vec<_> = taken.iter().map(|member| (source, member)).collect();
                self.declare_members(scope, &members);
            }
            MemberKind::Part { public, name, component, arguments } => {
                self.declare_part(context, scope, *public, name, component, arguments);
            }
            MemberKind::Element(element) => {
                self.declare_element(context, scope, element);
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
                for entry in entries {
                    if self.is_asked(context, entry.span) {
                        self.elements.records.expect(RecordMember { context, entry });
                    }
                }
            }
            MemberKind::Analysis(analysis) => {
                let place = source.place(analysis.keyword.span);
                let keyword = &analysis.keyword.text;
                let report =
                    diagnostics::misplaced_element(place, keyword, "model", "in an experiment");
                self.values.report(context, report);
            }
        }
    }

    /// A condition that decides on structure.
    fn decide(&mut self, context: Context, condition: &'a Expr) -> Option<bool> {
        match self.evaluator().typed_value(context, condition, &Ty::Bool, Of::Nothing) {
            Value::Bool(value) => Some(value),
            Value::Condition(node) => {
                let found = self.values.nodes.variability(node);
                let what = "the condition of an `if` around elements";
                self.evaluator().varies_too_much(
                    context,
                    condition,
                    what,
                    Variability::Const,
                    found,
                );
                None
            }
            _ => None,
        }
    }

    fn declare_loop(
        &mut self,
        context: Context,
        scope: ScopeId,
        index: &'a Name,
        range: &'a Expr,
        body: &'a [Member],
    ) {
        let turns: Vec<Value> = if is_range(range) {
            match self.evaluator().value(context, range) {
                Value::Array(values) => values.to_vec(),
                _ => return,
            }
        } else {
            match self.evaluator().value(context, range) {
                Value::Array(values) => values.to_vec(),
                Value::Error => return,
                other => {
                    let found = self.values.type_of(&other);
                    let place = context.place(range.span);
                    let report = report::wrong_type(
                        place,
                        "a range such as `0..8`, or an array",
                        &found,
                        None,
                    );
                    self.values.report(context, report);
                    return;
                }
            }
        };
        for name in body.iter().filter_map(declared_name) {
            let place = context.place(name.span);
            self.values.names.note_absent(scope, &name.text, place, Absence::Loop);
        }
        let members: Vec<_> = body.iter().map(|member| (context.source, member)).collect();
        for (turn, value) in turns.into_iter().enumerate() {
            if self.is_too_large(context, range) {
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
            let bound = Bound::Thing(thing);
            self.bind(inner, context.source, index, "loop variable", false, bound);
            self.declare_members(inner, &members);
        }
    }

    pub(super) fn is_too_large(&mut self, context: Context, expr: &Expr) -> bool {
        let too_large = self.values.names.count() > MAX_SCOPES || self.values.is_spent();
        if too_large {
            let place = context.place(expr.span);
            self.values.report_too_much(context, place);
        }
        too_large
    }

    /// The index of an element or part; reports what is wrong with it.
    pub(super) fn element_index(&mut self, context: Context, index: &'a Expr) -> Option<i64> {
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
        name: &'a Name,
        public: bool,
        index: Option<i64>,
        thing: Thing,
    ) {
        self.values.record(context, name.span, &thing);
        match index {
            Some(index) => {
                let source = context.source;
                let bound =
                    self.values.names.bind_indexed(scope, source, name, public, index, thing);
                self.check_duplicate(scope, source, "element", bound);
            }
            None => self.values.names.settle(scope, &name.text, thing),
        }
    }
}
