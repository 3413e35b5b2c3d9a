//! From what stands in a graph back to where it was written.

use cdl_graph::Origin;

use crate::place::Place;
use crate::typed::{Element, Model};

pub(super) struct Places<'a> {
    model: &'a Model,
}

impl<'a> Places<'a> {
    pub(super) fn new(model: &'a Model) -> Self {
        Self { model }
    }

    pub(super) fn elements(&self) -> impl Iterator<Item = &'a Element> {
        self.model.elements.iter()
    }

    /// The name in a declaration; the model's own place for what has none.
    pub(super) fn of(&self, origin: Option<Origin>) -> Place {
        origin.and_then(|origin| self.model.place(origin)).unwrap_or(self.model.place)
    }

    /// The value of a field, or else the element.
    pub(super) fn field(&self, origin: Option<Origin>, field: &str) -> Place {
        let element = match origin {
            Some(Origin::Element(index)) => self.model.elements.get(index as usize),
            Some(
                Origin::Variable(_)
                | Origin::Record(_)
                | Origin::Statistic(_)
                | Origin::Criterion(_)
                | Origin::Demand(_)
                | Origin::Operation(_),
            )
            | None => None,
        };
        element.map_or_else(|| self.of(origin), |element| element.place_of(field))
    }
}
