//! The first phase: members to elements. Components are instantiated, loops unrolled, conditions
//! decided, and every element gets its graph index; nothing else is evaluated.

use cdl_grammar::syntax::{
    Argument, Component, Element, ElementName, Expr, ExprKind, ItemKind, Member, MemberKind, Name,
};
use cdl_graph::{BodyId, CableId, FrameId, JointId, LoadId};
use rustc_hash::FxHashMap;

use super::coerce::Of;
use super::elements::{Declared, given_fields};
use super::records::RecordMember;
use super::scope::{Absence, Bound, Scope, ScopeId, ScopeKind};
use super::thing::Thing;
use super::thunks::{Definition, Role};
use super::types::Ty;
use super::{Context, Elaborator, Source, report};
use crate::diagnostics;
use crate::place::{ItemKey, Place};
use crate::schema::{self, Kind, KindId, Law, Variability, Variant};
use crate::typed::{self, ElementId, Entity, Handle, Value};

/// Turns of one loop.
pub(super) const MAX_TURNS: i64 = 10_000_000;
/// Instances, turns and blocks in one model.
const MAX_SCOPES: usize = 2_000_000;

/// How many of each there are so far.
#[derive(Default)]
pub(super) struct Counts {
    bodies: u32,
    pub(super) frames: u32,
    joints: u32,
    cables: u32,
    loads: u32,
}

impl Counts {
    pub(super) fn with_world() -> Self {
        Self { bodies: 1, frames: 1, ..Self::default() }
    }

    fn next(counter: &mut u32) -> u32 {
        let next = *counter;
        *counter += 1;
        next
    }

    fn handle(&mut self, kind: &Kind) -> Handle {
        match kind.id {
            KindId::Body => Handle::Body {
                body: BodyId(Self::next(&mut self.bodies)),
                frame: FrameId(Self::next(&mut self.frames)),
            },
            KindId::Frame => Handle::Frame(FrameId(Self::next(&mut self.frames))),
            KindId::Joint => Handle::Joint(JointId(Self::next(&mut self.joints))),
            KindId::Cable => Handle::Cable(CableId(Self::next(&mut self.cables))),
            KindId::Force | KindId::Torque => Handle::Load(LoadId(Self::next(&mut self.loads))),
            KindId::Environment
            | KindId::Air
            | KindId::Water
            | KindId::Material
            | KindId::Constraint
            | KindId::Simulate
            | KindId::Equilibrium => Handle::None,
        }
    }
}

/// The arguments of an instance: one for each parameter, with the context it is written in.
pub(super) type Arguments<'a> = Vec<Option<(&'a Expr, Context)>>;

/// A component or model with where it is declared.
#[derive(Clone, Copy)]
pub(super) struct Declaration<'a> {
    pub(super) component: &'a Component,
    pub(super) key: ItemKey,
    pub(super) context: Context,
}

impl<'a> Elaborator<'a> {
    /// Makes an instance of a component: its parameters, then its members.
    pub(super) fn instantiate(
        &mut self,
        declaration: Declaration<'a>,
        arguments: Arguments<'a>,
        prefix: String,
        from: Option<(ScopeId, Place)>,
        role: Role,
    ) -> ScopeId {
        let Declaration { component, key, context } = declaration;
        let scope = self.new_scope(Scope {
            parent: None,
            kind: ScopeKind::Instance { component: key, from },
            prefix,
            suffix: String::new(),
            names: FxHashMap::default(),
            absent: FxHashMap::default(),
        });
        self.note_instance(key);
        let inside = Context { scope: Some(scope), ..context };
        let mut arguments = arguments.into_iter();
        for param in &component.params {
            let definition = match (arguments.next().flatten(), &param.default) {
                (Some((expr, context)), _) => Definition::Expr(expr, context),
                (None, Some(default)) => Definition::Expr(default, inside),
                (None, None) if from.is_none() => Definition::Placeholder(inside),
                (None, None) => Definition::Missing,
            };
            let name: &'a str = &param.name.text;
            let path = format!("{}{name}", self.scope(scope).prefix);
            let place = context.place(param.name.span);
            let ty = param.ty.as_ref().map(|ty| (ty, inside));
            let thunk = self.new_thunk(name, path, place, role, ty, definition);
            self.bind(scope, inside.source, &param.name, "parameter", false, Bound::Thunk(thunk));
        }
        let members: Vec<(Source, &'a Member)> = component
            .members
            .iter()
            .map(|placed| {
                (Source { offset: placed.offset, ..context.source }, placed.node.as_ref())
            })
            .collect();
        self.declare_members(scope, &members);
        scope
    }

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
                let binding = self.scope(scope).names.get(name.text.as_ref());
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

    fn declare_name(&mut self, scope: ScopeId, source: Source, member: &'a Member) {
        match &member.kind {
            MemberKind::Let { public, name, ty, value } => {
                let context = Context { source, scope: Some(scope), call: None };
                let here = self.scope(scope);
                let path = format!("{}{}{}", here.prefix, name.text, here.suffix);
                let place = source.place(name.span);
                let ty = ty.as_ref().map(|ty| (ty, context));
                let definition = Definition::Expr(value, context);
                let thunk = self.new_thunk(&name.text, path, place, Role::Let, ty, definition);
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
                        self.scope_mut(scope).absent.insert(&name.text, (place, Absence::Branch));
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
                if let ScopeKind::Block(around) = self.home_kind(scope) {
                    let place = source.place(member.span);
                    let kind =
                        self.elements.get(around.0 as usize).map_or("element", |e| e.kind.name());
                    let report = diagnostics::misplaced_element(
                        place,
                        "record",
                        kind,
                        "in a model, a component or an experiment",
                    );
                    self.report(context, report);
                    return;
                }
                for entry in entries {
                    if self.is_asked(context, entry.span) {
                        self.record_members.push(RecordMember { context, entry });
                    }
                }
            }
            MemberKind::Analysis(analysis) => {
                let place = source.place(analysis.keyword.span);
                let keyword = &analysis.keyword.text;
                let report =
                    diagnostics::misplaced_element(place, keyword, "model", "in an experiment");
                self.report(context, report);
            }
        }
    }

    fn home_kind(&self, scope: ScopeId) -> ScopeKind {
        self.scope(self.home(scope)).kind.clone()
    }

    /// A condition that decides on structure.
    fn decide(&mut self, context: Context, condition: &'a Expr) -> Option<bool> {
        match self.typed_value(context, condition, &Ty::Bool, Of::Nothing) {
            Value::Bool(value) => Some(value),
            Value::Condition(node) => {
                let found = self.nodes.variability(node);
                let what = "the condition of an `if` around elements";
                self.varies_too_much(context, condition, what, Variability::Const, found);
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
        let turns: Vec<Value> = if Self::is_range(range) {
            match self.value(context, range) {
                Value::Array(values) => values.to_vec(),
                _ => return,
            }
        } else {
            match self.value(context, range) {
                Value::Array(values) => values.to_vec(),
                Value::Error => return,
                other => {
                    let found = super::types::type_of(&other, &self.elements);
                    let place = context.place(range.span);
                    let report = report::wrong_type(
                        place,
                        "a range such as `0..8`, or an array",
                        &found,
                        None,
                    );
                    self.report(context, report);
                    return;
                }
            }
        };
        for name in body.iter().filter_map(declared_name) {
            let place = context.place(name.span);
            self.scope_mut(scope).absent.insert(&name.text, (place, Absence::Loop));
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
            let around = self.scope(scope);
            let inner = Scope {
                parent: Some(scope),
                kind: ScopeKind::Turn,
                prefix: around.prefix.clone(),
                suffix: format!("{}[{number}]", around.suffix),
                names: FxHashMap::default(),
                absent: FxHashMap::default(),
            };
            let inner = self.new_scope(inner);
            let thing = Thing::Value(value);
            let turn = Context { scope: Some(inner), ..context };
            self.record(turn, index.span, &thing);
            let bound = Bound::Thing(thing);
            self.bind(inner, context.source, index, "loop variable", false, bound);
            self.declare_members(inner, &members);
        }
    }

    fn is_too_large(&mut self, context: Context, expr: &Expr) -> bool {
        let too_large = self.scopes.len() > MAX_SCOPES || self.fuel == 0;
        if too_large {
            let place = context.place(expr.span);
            self.report_too_much(context, place);
        }
        too_large
    }

    /// The index of an element or part; reports what is wrong with it.
    fn element_index(&mut self, context: Context, index: &'a Expr) -> Option<i64> {
        match self.typed_value(context, index, &Ty::Int, Of::Nothing) {
            Value::Int(index) => Some(index),
            _ => None,
        }
    }

    fn declare_part(
        &mut self,
        context: Context,
        scope: ScopeId,
        public: bool,
        name: &'a ElementName,
        component: &'a Expr,
        arguments: &'a [Argument],
    ) {
        let index = match &name.index {
            None => None,
            Some(index) => match self.element_index(context, index) {
                Some(index) => Some(index),
                None => return,
            },
        };
        let thing = self.instantiate_part(context, scope, name, index, component, arguments);
        self.bind_declared(context, scope, &name.name, public, index, thing);
    }

    /// Enters what a member has become under its name.
    fn bind_declared(
        &mut self,
        context: Context,
        scope: ScopeId,
        name: &'a Name,
        public: bool,
        index: Option<i64>,
        thing: Thing,
    ) {
        self.record(context, name.span, &thing);
        match index {
            Some(index) => {
                self.bind_indexed(scope, context.source, name, public, index, thing);
            }
            None => {
                if let Some(binding) = self.scope_mut(scope).names.get_mut(name.text.as_ref()) {
                    binding.bound = Bound::Thing(thing);
                }
            }
        }
    }

    fn instantiate_part(
        &mut self,
        context: Context,
        scope: ScopeId,
        name: &'a ElementName,
        index: Option<i64>,
        component: &'a Expr,
        arguments: &'a [Argument],
    ) -> Thing {
        let key = match self.thing(context, component) {
            Thing::Component(key) => key,
            thing => {
                if !thing.is_error() {
                    let place = context.place(component.span);
                    self.report(context, report::not_a_component(place, component, &thing));
                }
                for argument in arguments {
                    self.thing(context, &argument.value);
                }
                return Thing::ERROR;
            }
        };
        let Some(declaration) = self.component(key) else { return Thing::ERROR };
        let place = context.place(name.name.span);
        let declared = declaration.context.place(declaration.component.name.span);
        let called: &'a str = &declaration.component.name.text;
        if self.is_inside(scope, key) {
            let place = context.place(component.span);
            self.report(context, report::recursive(called, place, declared));
            return Thing::ERROR;
        }
        if self.is_too_large(context, component) {
            return Thing::ERROR;
        }
        let parameters: Vec<(&'a str, bool)> = declaration
            .component
            .params
            .iter()
            .map(|param| (param.name.text.as_ref(), param.default.is_some()))
            .collect();
        let span = component.span;
        let matched = self.match_arguments(context, called, &parameters, arguments, span);
        let arguments = match matched {
            Some(matched) => matched
                .into_iter()
                .map(|argument| argument.map(|argument| (&argument.value, context)))
                .collect(),
            None => return Thing::ERROR,
        };
        let here = self.scope(scope);
        let prefix = match index {
            Some(index) => format!("{}{}[{index}].", here.prefix, name.name.text),
            None => format!("{}{}{}.", here.prefix, name.name.text, here.suffix),
        };
        let from = Some((scope, place));
        Thing::Part(self.instantiate(declaration, arguments, prefix, from, Role::Argument))
    }

    /// The declaration of a component or model.
    pub(super) fn component(&self, key: ItemKey) -> Option<Declaration<'a>> {
        match &self.sources.item(key)?.kind {
            ItemKind::Component(component) | ItemKind::Model(component) => {
                Some(Declaration { component, key, context: self.item_context(key) })
            }
            _ => None,
        }
    }

    /// The kind of an element after checking that it may stand here.
    fn element_kind(
        &mut self,
        context: Context,
        scope: ScopeId,
        element: &'a Element,
    ) -> Option<&'static Kind> {
        let place = context.place(element.kind.span);
        let Some(kind) = schema::kind(&element.kind.text) else {
            let names: Vec<&str> = schema::kinds()
                .iter()
                .filter(|kind| may_stand_in_model(kind))
                .map(|kind| kind.name)
                .collect();
            self.report(context, diagnostics::unknown_kind(place, &element.kind.text, &names));
            return None;
        };
        let around = match self.home_kind(scope) {
            ScopeKind::Block(id) => self.declared.get(id.0 as usize).map(|own| own.kind),
            ScopeKind::Instance { .. } | ScopeKind::Turn => None,
            ScopeKind::Experiment => {
                let report = diagnostics::misplaced_element(
                    place,
                    kind.name,
                    "experiment",
                    "in a model or a component",
                );
                self.report(context, report);
                return None;
            }
        };
        let (fits, around_name) = match around {
            Some(around) => (around.nested.contains(&kind.id), around.name),
            None => (may_stand_in_model(kind), "model"),
        };
        if !fits {
            let allowed = where_allowed(kind);
            let report = diagnostics::misplaced_element(place, kind.name, around_name, &allowed);
            self.report(context, report);
            return None;
        }
        if kind.named != element.name.is_some() {
            if is_broken(element) {
                return None;
            }
            let usage = schema::usage(kind);
            let (place, message) = match &element.name {
                None => (place, format!("{} needs a name", crate::units::with_article(kind.name))),
                Some(name) => (
                    context.place(name.name.span),
                    format!("{} has no name", crate::units::with_article(kind.name)),
                ),
            };
            self.report(context, diagnostics::misplaced_part(place, &message, &usage));
            return None;
        }
        Some(kind)
    }

    /// The variant of an element; `Err` after reporting what is wrong with it.
    fn element_variant(
        &mut self,
        context: Context,
        kind: &'static Kind,
        element: &'a Element,
    ) -> Result<Option<&'static Variant>, ()> {
        let names: Vec<&str> = kind.variants.iter().map(|variant| variant.name).collect();
        match &element.variant {
            None if kind.variant_required && is_broken(element) => Err(()),
            None if kind.variant_required => {
                let name = element.name.as_ref().map(|name| &name.name);
                let place = context.place(name.map_or(element.kind.span, |name| name.span));
                let name = name.map_or("NAME", |name| &name.text);
                self.report(context, diagnostics::missing_variant(place, kind.name, name, &names));
                Err(())
            }
            None => Ok(None),
            Some(given) => match kind.variant(&given.name.text) {
                Some(variant) => Ok(Some(variant)),
                None if matches!(kind.law, Some(Law::Equation)) && is_broken(element) => Err(()),
                None if matches!(kind.law, Some(Law::Equation)) => {
                    let place = context.place(given.span);
                    let symbol = element.law.as_ref().map(|_| "=");
                    self.report(context, diagnostics::not_an_equation(place, symbol));
                    Err(())
                }
                None => {
                    let place = context.place(given.name.span);
                    let name = &given.name.text;
                    self.report(
                        context,
                        diagnostics::unknown_variant(place, name, kind.name, &names),
                    );
                    Err(())
                }
            },
        }
    }

    fn declare_element(&mut self, context: Context, scope: ScopeId, element: &'a Element) {
        let index = match element.name.as_ref().and_then(|name| name.index.as_ref()) {
            None => None,
            Some(index) => match self.element_index(context, index) {
                Some(index) => Some(index),
                None => return,
            },
        };
        let thing = match self.element_kind(context, scope, element) {
            None => Thing::ERROR,
            Some(kind) => match self.element_variant(context, kind, element) {
                // The fields of an unknown variant are unknown too.
                Err(()) => Thing::ERROR,
                Ok(variant) => {
                    let id = self.new_element(context, scope, kind, variant, element, index);
                    Thing::Value(Value::Entity(Entity::Element(id)))
                }
            },
        };
        if let Some(name) = &element.name {
            self.bind_declared(context, scope, &name.name, element.public, index, thing);
        }
    }

    fn new_element(
        &mut self,
        context: Context,
        scope: ScopeId,
        kind: &'static Kind,
        variant: Option<&'static Variant>,
        element: &'a Element,
        index: Option<i64>,
    ) -> ElementId {
        let id = ElementId(self.elements.len() as u32);
        let here = self.scope(scope);
        let name = element.name.as_ref().map_or(kind.name, |name| &name.name.text);
        let path = match index {
            Some(index) => format!("{}{name}[{index}]", here.prefix),
            None => format!("{}{name}{}", here.prefix, here.suffix),
        };
        let span = element.name.as_ref().map_or(element.kind.span, |name| name.name.span);
        let place = context.place(span);
        let parent = match self.home_kind(scope) {
            ScopeKind::Block(parent) => Some(parent),
            _ => None,
        };
        if kind.id == KindId::Environment {
            match self.environment {
                None => self.environment = Some(place),
                Some(first) => {
                    self.report(context, diagnostics::only_one(place, kind.name, first));
                }
            }
        }
        let handle = self.counts.handle(kind);
        if let Handle::Joint(_) = handle {
            self.joints.push(id);
        }
        self.elements.push(typed::Element {
            kind: kind.id,
            variant: variant.map(|variant| variant.name),
            path,
            place,
            handle,
            parent,
            relations: Vec::new(),
            fields: std::collections::BTreeMap::new(),
        });
        let given = given_fields(element, kind, variant);
        let syntax = Some(element);
        self.declared.push(Declared { syntax, context, kind, variant, block: None, given });
        self.note_element(context, element, id);
        let members: Vec<(Source, &'a Member)> = element
            .body
            .iter()
            .flat_map(|body| &body.members)
            // A block without a name, such as `air { ... }`, is a field.
            .filter(|member| !is_unnamed_block(kind, variant, member))
            .map(|member| (context.source, member))
            .collect();
        if !members.is_empty() {
            let prefix = match self.elements.get(id.0 as usize) {
                Some(element) => format!("{}.", element.path),
                None => String::new(),
            };
            let block = self.new_scope(Scope {
                parent: Some(scope),
                kind: ScopeKind::Block(id),
                prefix,
                suffix: String::new(),
                names: FxHashMap::default(),
                absent: FxHashMap::default(),
            });
            if let Some(declared) = self.declared.get_mut(id.0 as usize) {
                declared.block = Some(block);
            }
            self.declare_members(block, &members);
        }
        id
    }

    /// An element of one of these kinds that stands for whatever will be given.
    pub(super) fn placeholder_element(
        &mut self,
        context: Context,
        kinds: &'static [KindId],
        path: &str,
    ) -> Value {
        if kinds.contains(&KindId::Frame) {
            return Value::Entity(Entity::World);
        }
        let Some(kind) = kinds.first().map(|kind| kind.kind()) else {
            return Value::Error;
        };
        let id = ElementId(self.elements.len() as u32);
        let variant = kind.variants.first().filter(|_| kind.variant_required);
        let handle = self.counts.handle(kind);
        if let Handle::Joint(_) = handle {
            self.joints.push(id);
        }
        self.elements.push(typed::Element {
            kind: kind.id,
            variant: variant.map(|variant| variant.name),
            path: path.to_owned(),
            place: context.place(Default::default()),
            handle,
            parent: None,
            relations: Vec::new(),
            fields: std::collections::BTreeMap::new(),
        });
        let given = Vec::new();
        self.declared.push(Declared { syntax: None, context, kind, variant, block: None, given });
        Value::Entity(Entity::Element(id))
    }
}

/// Whether a member is a nested block that gives a field of `kind`.
pub(super) fn is_unnamed_block(
    kind: &Kind,
    variant: Option<&'static Variant>,
    member: &Member,
) -> bool {
    let MemberKind::Element(element) = &member.kind else { return false };
    if element.name.is_some() {
        return false;
    }
    let name: &str = &element.kind.text;
    let is_field = kind.fields_of(variant).any(|field| field.name == name);
    let is_block = kind.nested.iter().any(|own| own.name() == name && !own.kind().named);
    is_field || is_block
}

/// Whether a part of an element could not be read. That has been told; what is missing need not be.
pub(super) fn is_broken(element: &Element) -> bool {
    matches!(&element.law, Some(Expr { kind: ExprKind::Error, .. }))
}

/// Kinds that stand by themselves; the others are only parts of other kinds or of experiments.
fn may_stand_in_model(kind: &Kind) -> bool {
    kind.named || kind.id == KindId::Environment
}

/// For a message: where a kind belongs.
fn where_allowed(kind: &Kind) -> String {
    let around: Vec<String> = schema::kinds()
        .iter()
        .filter(|other| other.nested.contains(&kind.id))
        .map(|other| format!("in {}", crate::units::with_article(other.name)))
        .collect();
    match (may_stand_in_model(kind), around.is_empty()) {
        (true, _) => "in a model or a component".to_owned(),
        (false, false) => around.join(" or "),
        (false, true) => "in an experiment".to_owned(),
    }
}

/// The name that a member would declare.
fn declared_name(member: &Member) -> Option<&Name> {
    match &member.kind {
        MemberKind::Let { name, .. } => Some(name),
        MemberKind::Part { name, .. } => Some(&name.name),
        MemberKind::Element(element) => element.name.as_ref().map(|name| &name.name),
        MemberKind::For { .. }
        | MemberKind::If { .. }
        | MemberKind::Record(_)
        | MemberKind::Analysis(_) => None,
    }
}

/// Whether an expression is only a name.
pub(super) fn plain_name(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name),
        _ => None,
    }
}
