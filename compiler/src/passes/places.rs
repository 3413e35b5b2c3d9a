//! From the paths in a graph back to where elements were written; needed only when something is wrong.

use std::cell::OnceCell;

use rustc_hash::FxHashMap;

use crate::place::Place;
use crate::typed::{Element, Model};

pub(super) struct Places<'a> {
    model: &'a Model,
    elements: OnceCell<FxHashMap<&'a str, usize>>,
}

impl<'a> Places<'a> {
    pub(super) fn new(model: &'a Model) -> Self {
        Self { model, elements: OnceCell::new() }
    }

    pub(super) fn elements(&self) -> &'a [Element] {
        &self.model.elements
    }

    fn element(&self, path: &str) -> Option<&'a Element> {
        let elements = self.elements.get_or_init(|| {
            let elements = self.model.elements.iter().enumerate();
            elements.map(|(index, element)| (element.path.as_str(), index)).collect()
        });
        // Frames that lowering adds are called after the element they belong to.
        let mut path = path;
        loop {
            if let Some(index) = elements.get(path) {
                return self.model.elements.get(*index);
            }
            path = path.rsplit_once('.')?.0;
        }
    }

    /// The name in the declaration of an element; the model's own place for what has no declaration.
    pub(super) fn of(&self, path: &str) -> Place {
        self.element(path).map_or(self.model.place, |element| element.place)
    }

    /// The value of a field, or else the element.
    pub(super) fn field(&self, path: &str, field: &str) -> Place {
        let element = self.element(path);
        element
            .and_then(|element| element.fields.get(field))
            .map_or_else(|| self.of(path), |field| field.place)
    }
}
