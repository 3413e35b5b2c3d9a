//! The elements that values name: what is known of each so far.

use std::sync::Arc;

use crate::row::Row;
use crate::schema::KindId;
use crate::typed::{Defaults, Element, ElementId, Field, Part, Relation};

/// The elements of the model, in the order they are declared.
#[derive(Default)]
pub(in crate::elaborate) struct Entities(Row<Element>);

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

    /// Gives those of these fields that have no value yet their defaults.
    pub(in crate::elaborate) fn set_defaults(&mut self, id: ElementId, defaults: &Arc<Defaults>) {
        if let Some(element) = self.0.get_mut(id.0 as usize) {
            element.fields.leave_out(defaults);
        }
    }

    pub(in crate::elaborate) fn set_relations(&mut self, id: ElementId, relations: Vec<Relation>) {
        if let Some(element) = self.0.get_mut(id.0 as usize) {
            element.relations = relations.into();
        }
    }

    pub(in crate::elaborate) fn set_parts(&mut self, id: ElementId, parts: Vec<Part>) {
        if let Some(element) = self.0.get_mut(id.0 as usize)
            && !parts.is_empty()
        {
            element.beside.get_or_insert_default().parts = parts;
        }
    }

    pub(in crate::elaborate) fn elements(&self) -> &Row<Element> {
        &self.0
    }

    pub(in crate::elaborate) fn into_elements(self) -> Row<Element> {
        self.0
    }
}
