//! What follows from the text of an element alone, whichever turn of a loop or instance of a component it stands for.

use std::cell::{Cell, OnceCell};
use std::rc::Rc;
use std::sync::Arc;

use cdl_grammar::syntax::Element;

use super::Unfolding;
use super::written::{Given, given_fields};
use crate::schema::{self, Kind, Presence, Relation, Variant};
use crate::typed::{self, ElementId, Value};

/// Found at the first of them, for all the others.
#[derive(Default)]
pub(super) struct Read {
    /// The fields that are given, the first of several with one name.
    given: Box<[(&'static schema::Field, Given)]>,
    /// Once it has been looked at and nothing was wrong in the whole model: the relations that it has chosen. Until
    /// then each is looked at, as what is wrong may be told of it.
    pub(super) sound: Cell<Option<Option<&'static [Relation]>>>,
    /// From then on, too.
    left_out: OnceCell<Rc<LeftOut>>,
}

/// What elements of a kind that give the same fields leave to their defaults, and all their other fields.
pub(super) struct LeftOut {
    pub(super) defaults: Arc<typed::Defaults>,
    pub(super) others: Box<[&'static schema::Field]>,
}

/// A kind, a variant, and the fields that are given, by their addresses in the schema.
pub(super) type Shape = (usize, Option<usize>, Box<[usize]>);

impl Read {
    pub(super) fn new(
        element: &Element,
        kind: &'static Kind,
        variant: Option<&'static Variant>,
    ) -> Self {
        Self { given: given_fields(element, kind, variant).into(), ..Self::default() }
    }

    pub(super) fn gives(&self, field: &schema::Field) -> bool {
        self.given(field).is_some()
    }

    pub(super) fn given(&self, field: &schema::Field) -> Option<Given> {
        let given = self.given.iter().find(|(own, _)| std::ptr::eq(*own, field));
        given.map(|(_, given)| *given)
    }

    fn shape(&self, kind: &'static Kind, variant: Option<&'static Variant>) -> Shape {
        let mut given: Box<[usize]> =
            self.given.iter().map(|(field, _)| std::ptr::from_ref(*field).addr()).collect();
        given.sort_unstable();
        let variant = variant.map(|variant| std::ptr::from_ref(variant).addr());
        (std::ptr::from_ref(kind).addr(), variant, given)
    }
}

impl Unfolding<'_, '_> {
    /// What follows from the text of an element. It is kept for others that stand for the same text.
    pub(super) fn read_element(&mut self, id: ElementId, element: &Element) -> Option<Rc<Read>> {
        if let Some(read) = self.elements.reading.get(&id) {
            return Some(read.clone());
        }
        let declared = self.elements.declared(id)?;
        let (context, kind, variant) = (declared.context(), declared.kind(), declared.variant());
        let at = declared.syntax()?;
        let read = || Rc::new(Read::new(element, kind, variant));
        if context.scope.is_none_or(|scope| self.values.names.is_single(scope)) {
            return Some(read());
        }
        Some(self.elements.read.entry(at).or_insert_with(read).clone())
    }

    /// `None` where something was wrong, so that each field has to be looked at.
    pub(super) fn left_out(
        &mut self,
        read: &Read,
        kind: &'static Kind,
        variant: Option<&'static Variant>,
    ) -> Option<Rc<LeftOut>> {
        read.sound.get()?;
        if let Some(known) = read.left_out.get() {
            return Some(known.clone());
        }
        let shape = read.shape(kind, variant);
        let found = match self.elements.left_out.get(&shape) {
            Some(known) => known.clone(),
            None => {
                let mut defaults: Vec<(&'static str, Value)> = Vec::new();
                let mut others: Vec<&'static schema::Field> = Vec::new();
                for field in kind.fields_of(variant) {
                    let default = if read.gives(field) { None } else { self.default_value(field) };
                    match default {
                        Some(value) => defaults.push((field.name, value)),
                        None if read.gives(field) || field.presence == Presence::Required => {
                            others.push(field);
                        }
                        None => {}
                    }
                }
                let made = LeftOut {
                    defaults: Arc::new(typed::Defaults::new(defaults)),
                    others: others.into(),
                };
                let made = Rc::new(made);
                self.elements.left_out.insert(shape, made.clone());
                made
            }
        };
        Some(read.left_out.get_or_init(|| found).clone())
    }
}
