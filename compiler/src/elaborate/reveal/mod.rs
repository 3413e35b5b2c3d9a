//! What is known about one stretch of text: the type, variability and value of each expression in
//! it, for an editor.
//!
//! Only what stands there is evaluated, with what that needs: names are declared as usual, members
//! elsewhere when somebody asks for them. So the cost follows the names of a model, not its size.

mod derived;
mod details;

use cdl_grammar::syntax::{ItemKind, Span};

use super::context::{Context, ScopeId, Source};
use super::elements::{Elements, Unfolding};
use super::names::scope::{ScopeKind, ThunkId};
use super::names::thing::Thing;
use super::recorder::{Focus, Recorder, Seen};
use super::root::Root;
use super::sources::Sources;
use super::values::Values;
use crate::place::Place;
use crate::schema::Variability;
use crate::typed::{Entity, Value};

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

/// Instances with other values that are told.
pub const MOST_OTHERS: usize = 3;

/// Evaluates what touches a stretch of text, and nothing else. Mistakes are not reported.
pub fn reveal<'a>(sources: Box<dyn Sources<'a> + 'a>, root: &Root, focus: Focus) -> Revelation {
    let experiment = match *root {
        Root::Experiment(key) => sources.item(key).and_then(|item| match &item.kind {
            ItemKind::Experiment(own) => Some(own.name.text.to_string()),
            _ => None,
        }),
        Root::Alone(_) => None,
    };
    let recorder = Box::new(Recorder::new(focus));
    let mut values = Values::new(sources, root.key(), Some(recorder));
    let mut elements = Elements::new();
    Unfolding::new(&mut values, &mut elements).run(root, &[]);
    let revealing = Revealing { values: &mut values, elements: &mut elements };
    Revelation { experiment, ..revealing.revelation() }
}

/// A model of which as much is unfolded as was asked about.
struct Revealing<'e, 'a> {
    values: &'e mut Values<'a>,
    elements: &'e mut Elements,
}

impl<'a> Revealing<'_, 'a> {
    fn unfolding(&mut self) -> Unfolding<'_, 'a> {
        Unfolding::new(self.values, self.elements)
    }

    fn revelation(mut self) -> Revelation {
        self.record_thunks();
        let Some(recorder) = self.values.recorder.take() else { return Revelation::default() };
        let Seen { focus, expressions: seen, elements } = recorder.into_seen();
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
                let context = self.elements.declared(id).map(|own| own.context());
                revealed.instance = context.and_then(|context| self.instance_of(context));
                revealed.details = self.details(&thing);
                shown.push(revealed);
            }
        }
        Revelation { expressions, elements: shown, experiment: None }
    }

    /// The names of `let`s, parameters and constants, with the values they have.
    fn record_thunks(&mut self) {
        for index in 0..self.values.thunks.count() {
            let thunk = self.values.thunks.get(ThunkId(index as u32));
            let home = thunk.home(self.values.sources.as_ref());
            let (Some(thing), Some(context)) = (thunk.known(), home) else { continue };
            let place = thunk.place();
            let source = Source { item: place.item, offset: 0, ..context.source };
            self.values.record(Context { source, ..context }, place.span, &thing);
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
                let ty = self.values.type_of(value);
                (ty, self.values.variability(value), self.values.shown(value))
            }
            Thing::Part(scope) => (self.component_name(*scope)?, Variability::Const, None),
            Thing::Array(array) => {
                let (first, _) = self.values.names.array(*array).range()?;
                let first = self.unfolding().evaluator().entry(*array, first)?;
                let first = self.revealed(place, &first)?;
                (format!("Array({})", first.ty), first.variability, None)
            }
            Thing::Column(_) => ("a column of a table".to_owned(), Variability::Const, None),
            Thing::Module(_)
            | Thing::Function(_)
            | Thing::Component(_)
            | Thing::Enum(_)
            | Thing::Builtin(_)
            | Thing::StationAt(_)
            | Thing::Energy => return None,
        };
        let (instance, others, details) = (None, Vec::new(), Vec::new());
        Some(Revealed { place, ty, variability, value, instance, others, details })
    }

    fn add_other(&mut self, revealed: &mut Revealed, context: Context, thing: &Thing) {
        let Thing::Value(value) = thing else { return };
        let (Some(value), Some(instance)) = (self.values.shown(value), self.instance_of(context))
        else {
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
        let name =
            format!("{}{}", self.values.names.part_path(scope), self.values.names.around(scope).1);
        let is_block = matches!(self.values.names.kind(scope), ScopeKind::Block(_));
        (!name.is_empty() && !is_block).then_some(name)
    }

    fn component_name(&self, scope: ScopeId) -> Option<String> {
        let ScopeKind::Instance { component, .. } = self.values.names.kind(scope) else {
            return None;
        };
        match &self.values.sources.item(component)?.kind {
            ItemKind::Component(own) | ItemKind::Model(own) => Some(own.name.text.to_string()),
            ItemKind::Import(_)
            | ItemKind::Const(_)
            | ItemKind::Function(_)
            | ItemKind::Enum(_)
            | ItemKind::Experiment(_) => None,
        }
    }
}
