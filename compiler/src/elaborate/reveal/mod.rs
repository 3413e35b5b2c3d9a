//! What is known about one stretch of text: the type, variability and value of each expression in
//! it, for an editor.
//!
//! Only what stands there is evaluated, with what that needs: names are declared as usual, members
//! elsewhere when somebody asks for them. So the cost follows the names of a model, not its size.

mod derived;
mod details;

use std::collections::BTreeMap;

use cdl_grammar::syntax::{Component, Element, Expr, ExprKind, ItemKind, Member, MemberKind, Span};

use crate::elaborate::context::ScopeId;
use crate::elaborate::context::{Context, Source};
use crate::elaborate::names::scope::ScopeKind;
use crate::elaborate::names::scope::ThunkId;
use crate::elaborate::names::thing::Thing;
use crate::elaborate::sources::Meaning;
use crate::elaborate::values::thunks::{Definition, State};
use crate::elaborate::values::types::type_of;
use crate::elaborate::{Elaborator, Root, Sources};
use crate::place::{ItemKey, Place};
use crate::schema::Variability;
use crate::typed::{ElementId, Entity, Value};

/// The stretch of text that is asked about.
#[derive(Clone, Debug)]
pub struct Focus {
    pub item: ItemKey,
    /// From the start of the item; what touches it counts.
    pub span: Span,
    /// The components through which the root comes to the item, and the item itself.
    pub via: Vec<ItemKey>,
}

/// What is known about an expression or a named value.
#[derive(Clone, Debug, PartialEq)]
pub struct Revealed {
    /// The expression, or the name in the declaration.
    pub place: Place,
    /// Such as `Speed` or `Vector(Length)`.
    pub ty: String,
    pub variability: Variability,
    /// Such as `0.1217 kg`, where it does not vary.
    pub value: Option<String>,
    /// Whose value it is where the text stands for several things: the instance of a component or
    /// the turn of a loop, such as `crane` or `c[3]`.
    pub instance: Option<String>,
    /// Other instances with other values; at most [`MOST_OTHERS`].
    pub others: Vec<(String, String)>,
    /// For an element or a part: what it consists of and what follows from that.
    pub details: Vec<Detail>,
}

/// A property of an element or of a part.
#[derive(Clone, Debug, PartialEq)]
pub struct Detail {
    pub name: String,
    /// Such as `0.1217 kg`; for what varies its type.
    pub value: String,
    pub origin: Origin,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It stands in the text.
    Given,
    /// The schema's or the parameter's default.
    Default,
    /// It follows from the others.
    Derived,
}

/// All that is known about a stretch of text.
#[derive(Clone, Debug, Default)]
pub struct Revelation {
    /// In the order of the text.
    pub expressions: Vec<Revealed>,
    /// The elements that touch it, with all of their text as the place; outer ones first.
    pub elements: Vec<Revealed>,
    /// The experiment that sets up the model.
    pub experiment: Option<String>,
}

/// Instances of the item in question that are looked at.
const MOST_INSTANCES: usize = 16;
/// Instances with other values that are told.
pub const MOST_OTHERS: usize = 3;

/// What has been seen so far.
pub(in crate::elaborate) struct Recorder {
    focus: Focus,
    /// By place in the item, as often as it was evaluated.
    seen: BTreeMap<(u32, u32), Vec<(Context, Thing)>>,
    elements: Vec<(Span, ElementId)>,
    instances: usize,
}

/// Evaluates what touches a stretch of text, and nothing else. Mistakes are not reported.
pub fn reveal<'a>(sources: Box<dyn Sources<'a> + 'a>, root: &Root, focus: Focus) -> Revelation {
    let experiment = match *root {
        Root::Experiment(key) => sources.item(key).and_then(|item| match &item.kind {
            ItemKind::Experiment(own) => Some(own.name.text.to_string()),
            _ => None,
        }),
        Root::Alone(_) => None,
    };
    let mut elaborator = Elaborator::new(sources, root);
    elaborator.recorder = Some(Box::new(Recorder {
        focus,
        seen: BTreeMap::new(),
        elements: Vec::new(),
        instances: 0,
    }));
    match *root {
        Root::Experiment(key) => elaborator.run_experiment(key, &[]),
        Root::Alone(key) => elaborator.run_alone(key, &[]),
    }
    Revelation { experiment, ..elaborator.revelation() }
}

impl Recorder {
    fn touches(&self, place: Place) -> bool {
        let Focus { item, span, .. } = self.focus;
        place.item == item && place.span.start <= span.end && span.start <= place.span.end
    }
}

impl<'a> Elaborator<'a> {
    /// Notes what an expression, or a name in a declaration, means. Called only while revealing.
    pub(in crate::elaborate) fn record(&mut self, context: Context, span: Span, thing: &Thing) {
        let Some(recorder) = &mut self.recorder else { return };
        let place = context.place(span);
        if !recorder.touches(place) || thing.is_error() {
            return;
        }
        let seen = recorder.seen.entry((place.span.start, place.span.end)).or_default();
        if seen.len() < MOST_INSTANCES {
            seen.push((context, thing.clone()));
        }
    }

    /// Whether something stands in the stretch of text that is asked about; always where none is.
    pub(in crate::elaborate) fn is_asked(&self, context: Context, span: Span) -> bool {
        self.recorder.as_ref().is_none_or(|recorder| recorder.touches(context.place(span)))
    }

    pub(in crate::elaborate) fn is_item_asked(&self, item: ItemKey) -> bool {
        self.recorder.as_ref().is_none_or(|recorder| recorder.focus.item == item)
    }

    /// Whether a member has to be declared before somebody asks for its name.
    pub(in crate::elaborate) fn is_wanted(&mut self, context: Context, member: &'a Member) -> bool {
        let Some(recorder) = &self.recorder else { return true };
        if recorder.touches(context.place(member.span)) {
            return true;
        }
        match &member.kind {
            // Indices are known only after evaluation.
            MemberKind::For { .. } | MemberKind::If { .. } => true,
            MemberKind::Element(element) => {
                element.name.as_ref().is_none_or(|name| name.index.is_some())
            }
            MemberKind::Part { name, component, .. } => {
                name.index.is_some() || self.leads_to_focus(context, component)
            }
            MemberKind::Let { .. } | MemberKind::Record(_) | MemberKind::Analysis(_) => false,
        }
    }

    /// Whether the text that is asked about stands in this component, or in a part of it.
    fn leads_to_focus(&self, context: Context, component: &Expr) -> bool {
        let Some(recorder) = &self.recorder else { return true };
        let key = component_named(self.sources.as_ref(), context.source.module, component);
        recorder.instances < MOST_INSTANCES
            && key.is_some_and(|key| recorder.focus.via.contains(&key))
    }

    /// Counts instances of the item in question.
    pub(in crate::elaborate) fn note_instance(&mut self, key: ItemKey) {
        if let Some(recorder) = &mut self.recorder
            && recorder.focus.item == key
        {
            recorder.instances += 1;
        }
    }

    pub(in crate::elaborate) fn note_element(
        &mut self,
        context: Context,
        element: &Element,
        id: ElementId,
    ) {
        let Some(recorder) = &mut self.recorder else { return };
        let span = span_of(element);
        if recorder.touches(context.place(span)) && recorder.elements.len() < MOST_INSTANCES {
            recorder.elements.push((context.place(span).span, id));
        }
    }

    /// Evaluates the named values and elements that are asked about.
    pub(in crate::elaborate) fn evaluate_focus(&mut self) {
        let (mut thunk, mut element) = (0, 0);
        loop {
            if thunk < self.thunks.len() {
                if self.is_thunk_asked(thunk) {
                    self.force(ThunkId(thunk as u32));
                }
                thunk += 1;
            } else if let Some(&(_, id)) =
                self.recorder.as_ref().and_then(|recorder| recorder.elements.get(element))
            {
                self.finish_element(id);
                element += 1;
            } else {
                return;
            }
        }
    }

    fn is_thunk_asked(&self, index: usize) -> bool {
        let (Some(recorder), Some(thunk)) = (&self.recorder, self.thunks.get(index)) else {
            return false;
        };
        recorder.touches(thunk.place)
            || match thunk.definition {
                Definition::Expr(expr, context) => recorder.touches(context.place(expr.span)),
                Definition::Placeholder(_) | Definition::Missing => false,
            }
    }

    fn revelation(mut self) -> Revelation {
        self.record_thunks();
        let Some(recorder) = self.recorder.take() else { return Revelation::default() };
        let Recorder { focus, seen, elements, .. } = *recorder;
        let is_point = focus.span.start == focus.span.end;
        let mut expressions = Vec::new();
        for ((start, end), seen) in seen {
            let place = Place { item: focus.item, span: Span::new(start, end) };
            let Some((first, thing)) = seen.first() else { continue };
            let Some(mut revealed) = self.revealed(place, thing) else { continue };
            revealed.instance = self.instance_of(*first);
            for (context, thing) in &seen {
                self.add_other(&mut revealed, *context, thing);
            }
            // They matter to someone who points at it, and cost time.
            if is_point {
                revealed.details = self.details(thing);
            }
            expressions.push(revealed);
        }
        let mut shown: Vec<Revealed> = Vec::new();
        for (span, id) in elements {
            let place = Place { item: focus.item, span };
            // Of several instances the first.
            if !is_point || shown.iter().any(|own| own.place == place) {
                continue;
            }
            let thing = Thing::Value(Value::Entity(Entity::Element(id)));
            if let Some(mut revealed) = self.revealed(place, &thing) {
                let context = self.declared.get(id.0 as usize).map(|own| own.context);
                revealed.instance = context.and_then(|context| self.instance_of(context));
                revealed.details = self.details(&thing);
                shown.push(revealed);
            }
        }
        Revelation { expressions, elements: shown, experiment: None }
    }

    /// The names of `let`s, parameters and constants, with the values they have.
    fn record_thunks(&mut self) {
        for index in 0..self.thunks.len() {
            let Some(thunk) = self.thunks.get(index) else { return };
            let State::Done(thing) = &thunk.state else { continue };
            let (thing, place) = (thing.clone(), thunk.place);
            let context = match (thunk.ty, thunk.definition) {
                // A parameter belongs to its instance, though its argument stands elsewhere.
                (Some((_, context)), _) => context,
                (None, Definition::Expr(_, context) | Definition::Placeholder(context)) => context,
                (None, Definition::Missing) => continue,
            };
            let source = Source { item: place.item, offset: 0, ..context.source };
            self.record(Context { source, ..context }, place.span, &thing);
        }
    }

    pub(in crate::elaborate) fn revealed(
        &mut self,
        place: Place,
        thing: &Thing,
    ) -> Option<Revealed> {
        let (ty, variability, value) = match thing {
            Thing::Value(Value::Error) => return None,
            Thing::Value(value) => {
                let ty = type_of(value, &self.elements);
                (ty, self.variability(value), self.shown(value))
            }
            Thing::Part(scope) => (self.component_name(*scope)?, Variability::Const, None),
            Thing::Array(array) => {
                let first = self.names.array(*array).things().next()?.clone();
                let ty = self.revealed(place, &first)?.ty;
                (format!("Array({ty})"), Variability::Const, None)
            }
            Thing::Column(_) => ("a column of a table".to_owned(), Variability::Const, None),
            Thing::Module(_)
            | Thing::Function(_)
            | Thing::Component(_)
            | Thing::Builtin(_)
            | Thing::StationAt(_)
            | Thing::Energy => return None,
        };
        let (instance, others, details) = (None, Vec::new(), Vec::new());
        Some(Revealed { place, ty, variability, value, instance, others, details })
    }

    fn add_other(&mut self, revealed: &mut Revealed, context: Context, thing: &Thing) {
        let Thing::Value(value) = thing else { return };
        let (Some(value), Some(instance)) = (self.shown(value), self.instance_of(context)) else {
            return;
        };
        let known = revealed.value.as_ref() == Some(&value)
            || revealed.others.iter().any(|(_, other)| *other == value);
        if !known && revealed.others.len() < MOST_OTHERS {
            revealed.others.push((instance, value));
        }
    }

    /// Such as `crane` in a component or `[3]` in a loop; none in a model outside of loops.
    fn instance_of(&self, context: Context) -> Option<String> {
        let scope = context.scope?;
        let name = format!("{}{}", self.names.part_path(scope), self.names.around(scope).1);
        let is_block = matches!(self.names.kind(scope), ScopeKind::Block(_));
        (!name.is_empty() && !is_block).then_some(name)
    }

    fn component_name(&self, scope: ScopeId) -> Option<String> {
        let ScopeKind::Instance { component, .. } = self.names.kind(scope) else { return None };
        Some(self.component(component)?.component.name.text.to_string())
    }
}

/// The component that the expression of a `part` names, found without evaluating anything.
pub fn component_named<'a>(
    sources: &(dyn Sources<'a> + 'a),
    module: crate::elaborate::ModuleKey,
    expr: &Expr,
) -> Option<ItemKey> {
    match &expr.kind {
        ExprKind::Name(name) => match sources.names(module).names.get(name)?.meaning {
            Meaning::Component(key) => Some(key),
            _ => None,
        },
        ExprKind::Member { target, name } => {
            let ExprKind::Name(import) = &target.kind else { return None };
            let Meaning::Module(module) = sources.names(module).names.get(import)?.meaning else {
                return None;
            };
            match sources.names(module).names.get(&name.text)?.meaning {
                Meaning::Component(key) => Some(key),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The expressions that name components in the `part`s of a component, those in loops and branches
/// included.
pub fn components_used(component: &Component) -> Vec<&Expr> {
    let mut found = Vec::new();
    let mut rest: Vec<&Member> = component.members.iter().map(|own| own.node.as_ref()).collect();
    while let Some(member) = rest.pop() {
        match &member.kind {
            MemberKind::Part { component, .. } => found.push(component),
            MemberKind::For { body, .. } => rest.extend(body),
            MemberKind::If { then, otherwise, .. } => rest.extend(then.iter().chain(otherwise)),
            MemberKind::Let { .. }
            | MemberKind::Element(_)
            | MemberKind::Record(_)
            | MemberKind::Analysis(_) => {}
        }
    }
    found
}

/// From the kind to the end of the block.
fn span_of(element: &Element) -> Span {
    let mut span = element.kind.span;
    let name = element.name.iter().map(|name| name.name.span);
    let variant = element.variant.iter().map(|variant| variant.span);
    let relations = element.relations.iter().map(|relation| relation.span);
    let law = element.law.iter().map(|law| law.span);
    let body = element.body.iter().map(|body| body.span);
    for part in name.chain(variant).chain(relations).chain(law).chain(body) {
        span = span.to(part);
    }
    span
}
