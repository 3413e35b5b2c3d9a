//! Elements from their text: what kind, which variant, and their place in the list and in the graph.

use cdl_grammar::syntax::{Element, Member, MemberKind, Name};

use super::Unfolding;
use super::declare::is_of_experiment;
use super::declared::Declared;
use super::written::{is_broken, is_unnamed_block, stands_before, variant_as_field};
use crate::diagnostics;
use crate::elaborate::context::{Context, ScopeId};
use crate::elaborate::expression_text;
use crate::elaborate::names::scope::ScopeKind;
use crate::elaborate::names::thing::Thing;
use crate::schema::{self, Kind, KindId, Law, Variant};
use crate::typed::{self, Beside, ElementId, Entity, Handle, Value};

impl<'a> Unfolding<'_, 'a> {
    /// `owner` is the element in whose block it stands.
    pub(super) fn report_unknown_kind(
        &mut self,
        context: Context,
        kind: &Name,
        owner: Option<&str>,
    ) {
        let place = context.place(kind.span);
        let kinds = schema::kinds().iter().filter(|kind| may_stand_in_model(kind));
        let names: Vec<&str> = kinds.map(|kind| kind.name).collect();
        self.values.report(context, diagnostics::unknown_kind(place, &kind.text, owner, &names));
    }

    /// The kind of an element after checking that it may stand here.
    pub(super) fn element_kind(
        &mut self,
        context: Context,
        scope: ScopeId,
        element: &Element,
    ) -> Option<&'static Kind> {
        let place = context.place(element.kind.span);
        let Some(kind) = schema::kind(&element.kind.text) else {
            // It was no element: what is wrong with the line has been told.
            if is_broken(element) && element.name.is_none() && element.variant.is_none() {
                return None;
            }
            if self.is_event(scope) {
                let word = &element.kind.text;
                let message = format!("`{word}` means nothing in an event, which sets values");
                let usage = "NAME = VALUE";
                self.values.report(context, diagnostics::misplaced_part(place, &message, usage));
                return None;
            }
            match element.variant.as_deref().map(|own| own.name.text.as_str()) {
                Some(kind) if element.name.is_none() && schema::kind(kind).is_some() => {
                    let report = diagnostics::kind_behind_name(place, &element.kind.text, kind);
                    self.values.report(context, report);
                }
                _ => {
                    let owner = match self.values.names.home_kind(scope) {
                        ScopeKind::Block(id) => self.elements.declared(id).map(|own| own.kind()),
                        _ => None,
                    };
                    self.report_unknown_kind(context, &element.kind, owner.map(|own| own.name));
                }
            }
            return None;
        };
        let around = match self.values.names.home_kind(scope) {
            ScopeKind::Block(id) => self.elements.declared(id).map(|own| own.kind()),
            ScopeKind::Instance { .. } | ScopeKind::Turn => None,
            ScopeKind::Experiment => {
                let report = diagnostics::misplaced_element(
                    place,
                    kind.name,
                    "experiment",
                    "in a model or a component",
                );
                self.values.report(context, report);
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
            self.values.report(context, report);
            return None;
        }
        if kind.named != element.name.is_some() {
            if is_broken(element) {
                return None;
            }
            let usage = schema::usage(kind);
            let (place, message) = match &element.name {
                None if let Some(relation) = element.relations.first()
                    && relation.span.start <= element.kind.span.end + 1 =>
                {
                    let word = relation.word.text();
                    let place = context.place(relation.span);
                    (place, format!("`{word}` is a reserved word and cannot be a name"))
                }
                None => (place, format!("{} needs a name", crate::units::with_article(kind.name))),
                Some(name) => (
                    context.place(name.name.span),
                    format!("{} has no name", crate::units::with_article(kind.name)),
                ),
            };
            self.values.report(context, diagnostics::misplaced_part(place, &message, &usage));
            return None;
        }
        Some(kind)
    }

    /// Whether a scope is the block of an event.
    fn is_event(&self, scope: ScopeId) -> bool {
        match self.values.names.home_kind(scope) {
            ScopeKind::Block(id) => self.elements.declared(id).is_some_and(|own| own.kind().sets),
            ScopeKind::Instance { .. } | ScopeKind::Turn | ScopeKind::Experiment => false,
        }
    }

    /// The variant of an element; `Err` after reporting what is wrong with it.
    fn element_variant(
        &mut self,
        context: Context,
        kind: &'static Kind,
        element: &Element,
    ) -> Result<Option<&'static Variant>, ()> {
        let names = || -> Vec<&str> { kind.variants.iter().map(|variant| variant.name).collect() };
        match &element.variant {
            None if kind.variant_required && is_broken(element) => Err(()),
            None if kind.variant_required => {
                let name = element.name.as_ref().map(|name| &name.name);
                let place = context.place(name.map_or(element.kind.span, |name| name.span));
                let name = name.map_or("NAME", |name| &name.text);
                let names = names();
                let body = element.body.as_deref();
                let meant = variant_as_field(body).filter(|own| names.contains(own));
                let before = stands_before(kind, body);
                let owner = (kind.name, name);
                let report = diagnostics::missing_variant(place, owner, &names, meant, before);
                self.values.report(context, report);
                Err(())
            }
            None => Ok(None),
            Some(given) => match kind.variant(&given.name.text) {
                Some(variant) => Ok(Some(variant)),
                None if matches!(kind.law, Some(Law::Equation)) && is_broken(element) => Err(()),
                None if matches!(kind.law, Some(Law::Equation)) => {
                    let place = context.place(given.span);
                    let symbol = element.law.as_ref().map(|_| "=");
                    self.values.report(context, diagnostics::not_an_equation(place, symbol));
                    Err(())
                }
                None => {
                    let place = context.place(given.name.span);
                    let name = &given.name.text;
                    self.values.report(
                        context,
                        diagnostics::unknown_variant(place, name, kind.name, &names()),
                    );
                    Err(())
                }
            },
        }
    }

    pub(super) fn declare_element(
        &mut self,
        context: Context,
        scope: ScopeId,
        (member, element): (&Member, &Element),
    ) {
        if is_of_experiment(element) {
            // Says that it does not stand here.
            self.element_kind(context, scope, element);
            return;
        }
        let index = match element.name.as_ref().and_then(|name| name.index.as_ref()) {
            None => None,
            Some(index) => match self.element_index(context, index) {
                Some(index) => Some(index),
                None => return,
            },
        };
        let thing = match self.element_kind(context, scope, element) {
            None => Thing::ERROR,
            Some(kind) if kind.is_value() => {
                self.declare_stated(context, scope, kind, (member, element), index)
            }
            Some(kind) => match self.element_variant(context, kind, element) {
                // The fields of an unknown variant are unknown too.
                Err(()) => Thing::ERROR,
                Ok(variant) => {
                    let handle = self.elements.counts.handle(kind);
                    let of = (kind, variant);
                    let id = self.new_element(context, scope, of, (member, element), index, handle);
                    Thing::Value(Value::Entity(Entity::Element(id)))
                }
            },
        };
        if let Some(name) = &element.name {
            self.bind_declared(context, scope, &name.name, element.public, index, thing);
        }
    }

    pub(super) fn new_element(
        &mut self,
        context: Context,
        scope: ScopeId,
        (kind, variant): (&'static Kind, Option<&'static Variant>),
        (member, element): (&Member, &Element),
        index: Option<i64>,
        handle: Handle,
    ) -> ElementId {
        let name = element.name.as_ref().map_or(kind.name, |name| &name.name.text);
        let path = match index {
            Some(index) => self.values.names.indexed_path(scope, name, index),
            None if kind.sets => self.path_of_event(scope, element),
            None => self.values.names.path(scope, name),
        };
        let span = element.name.as_ref().map_or(element.kind.span, |name| name.name.span);
        let place = context.place(span);
        let parent = match self.values.names.home_kind(scope) {
            ScopeKind::Block(parent) => Some(parent),
            _ => None,
        };
        if kind.id == KindId::Environment {
            match self.elements.environment {
                None => self.elements.environment = Some(place),
                Some(first) => {
                    self.values.report(context, diagnostics::only_one(place, kind.name, first));
                }
            }
        }
        let made = typed::Element {
            id: self.values.entities.next(),
            kind: kind.id,
            variant_at: variant.and_then(|variant| kind.place_of(variant)),
            path: path.into(),
            place,
            handle,
            relations: Box::default(),
            fields: typed::FieldMap::default(),
            beside: parent
                .map(|parent| Box::new(Beside { parent: Some(parent), parts: Vec::new() })),
        };
        let declared = Declared::new(context, Some(member.span.start), kind, variant);
        let id = self.add_element(made, declared);
        self.note_element(context, element, id);
        let members: Vec<&Member> = element
            .body
            .iter()
            .flat_map(|body| &body.members)
            // A block without a name, such as `air { ... }`, is a field.
            .filter(|member| !is_unnamed_block(kind, variant, member))
            // What stands in loops and conditionals of an event happens, and is no element.
            .filter(|member| {
                let is_around =
                    matches!(member.kind, MemberKind::For { .. } | MemberKind::If { .. });
                !(kind.sets && is_around)
            })
            .collect();
        if !members.is_empty() {
            let prefix = format!("{}.", self.values.entities.path(id));
            let kind = ScopeKind::Block(id);
            let block = self.values.names.open(Some(scope), kind, prefix, String::new());
            self.elements.set_block(id, block);
            self.declare_members(block, context.source, &members);
        }
        id
    }

    /// An event is called by what it is: `when load.position.z < 0 m`, with the instance or the turn of a loop behind it.
    fn path_of_event(&self, scope: ScopeId, element: &Element) -> String {
        let mut path = element.kind.text.to_string();
        if let Some(law) = &element.law {
            path.push(' ');
            path.push_str(&expression_text::text(law));
        }
        let (prefix, suffix) = self.values.names.around(scope);
        if !prefix.is_empty() {
            path.push_str(&format!(" ({})", prefix.trim_end_matches('.')));
        }
        if !suffix.is_empty() {
            path.push_str(&format!(" {suffix}"));
        }
        path
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
        let variant = kind.variants.first().filter(|_| kind.variant_required);
        let handle = self.elements.counts.handle(kind);
        let element = typed::Element {
            id: self.values.entities.next(),
            kind: kind.id,
            variant_at: variant.and_then(|variant| kind.place_of(variant)),
            path: path.into(),
            place: context.place(Default::default()),
            handle,
            relations: Box::default(),
            fields: typed::FieldMap::default(),
            beside: None,
        };
        let declared = Declared::new(context, None, kind, variant);
        Value::Entity(Entity::Element(self.add_element(element, declared)))
    }

    fn add_element(&mut self, element: typed::Element, declared: Declared) -> ElementId {
        let is_joint = matches!(element.handle, Handle::Joint(_));
        let id = self.values.entities.add(element);
        self.elements.add(id, declared, is_joint);
        id
    }
}

/// Kinds that stand by themselves; the others are only parts of other kinds or of experiments.
fn may_stand_in_model(kind: &Kind) -> bool {
    let alone = kind.named || kind.sets || kind.id == KindId::Environment;
    alone && !kind.of_experiment && !kind.id.is_part()
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
