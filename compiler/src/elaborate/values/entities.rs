//! The elements that values name: what is known of each so far.

use crate::schema::KindId;
use crate::typed::{Element, ElementId, Field, Part, Relation, Value};

/// The elements of the model, in the order they are declared.
#[derive(Default)]
pub(in crate::elaborate) struct Entities(Vec<Element>);

impl Entities {
    pub(in crate::elaborate) fn add(&mut self, element: Element) -> ElementId {
        let id = element.id;
        self.0.push(element);
        id
    }

    /// The number of the element that is added next.
    pub(in crate::elaborate) fn next(&self) -> ElementId {
        ElementId(self.0.len() as u32)
    }

    pub(in crate::elaborate) fn count(&self) -> usize {
        self.0.len()
    }

    pub(in crate::elaborate) fn get(&self, id: ElementId) -> Option<&Element> {
        self.0.get(id.0 as usize)
    }

    pub(in crate::elaborate) fn kind(&self, id: ElementId) -> Option<KindId> {
        Some(self.get(id)?.kind)
    }

    /// Such as `crane.hoist`.
    pub(in crate::elaborate) fn path(&self, id: ElementId) -> &str {
        self.get(id).map_or("", |element| &element.path)
    }

    /// The first element of a kind.
    pub(in crate::elaborate) fn first_of(&self, kind: KindId) -> Option<ElementId> {
        let index = self.0.iter().position(|element| element.kind == kind)?;
        Some(ElementId(index as u32))
    }

    pub(in crate::elaborate) fn set_field(
        &mut self,
        id: ElementId,
        name: &'static str,
        field: Field,
    ) {
        if let Some(element) = self.0.get_mut(id.0 as usize) {
            element.fields.insert(name, field);
        }
    }

    /// Gives those of these fields that have no value yet their defaults, which are sorted by name; there will be `total` in all.
    pub(in crate::elaborate) fn set_defaults(
        &mut self,
        id: ElementId,
        defaults: &[(&'static str, Value)],
        total: usize,
    ) {
        if let Some(Element { fields, place, .. }) = self.0.get_mut(id.0 as usize) {
            let place = *place;
            fields.complete(defaults, total, |value| {
                let value = value.clone();
                Field { value, place, is_default: true }
            });
        }
    }

    pub(in crate::elaborate) fn set_relations(&mut self, id: ElementId, relations: Vec<Relation>) {
        if let Some(element) = self.0.get_mut(id.0 as usize) {
            element.relations = relations;
        }
    }

    pub(in crate::elaborate) fn set_parts(&mut self, id: ElementId, parts: Vec<Part>) {
        if let Some(element) = self.0.get_mut(id.0 as usize) {
            element.parts = parts;
        }
    }

    pub(in crate::elaborate) fn into_elements(self) -> Vec<Element> {
        self.0
    }
}
