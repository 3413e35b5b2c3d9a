//! What has been seen of the stretch of text that an editor asks about.

use std::collections::BTreeMap;

use cdl_grammar::syntax::Span;

use super::context::Context;
use super::names::thing::Thing;
use crate::place::{ItemKey, Place};
use crate::typed::ElementId;

/// The stretch of text that is asked about.
#[derive(Clone, Debug)]
pub struct Focus {
    pub item: ItemKey,
    /// From the start of the item; what touches it counts.
    pub span: Span,
    /// The components through which the root comes to the item, and the item itself.
    pub via: Vec<ItemKey>,
}

/// Instances of the item in question that are looked at.
const MOST_INSTANCES: usize = 16;

/// What has been seen so far.
pub(in crate::elaborate) struct Recorder {
    focus: Focus,
    /// By place in the item, as often as it was evaluated.
    seen: BTreeMap<(u32, u32), Vec<(Context, Thing)>>,
    elements: Vec<(Span, ElementId)>,
    instances: usize,
}

/// What was seen in the end.
pub(in crate::elaborate) struct Seen {
    pub(in crate::elaborate) focus: Focus,
    /// Each expression or name with its meaning in each instance, in the order of the text.
    pub(in crate::elaborate) expressions: BTreeMap<(u32, u32), Vec<(Context, Thing)>>,
    pub(in crate::elaborate) elements: Vec<(Span, ElementId)>,
}

impl Recorder {
    pub(in crate::elaborate) fn new(focus: Focus) -> Self {
        Self { focus, seen: BTreeMap::new(), elements: Vec::new(), instances: 0 }
    }

    pub(in crate::elaborate) fn into_seen(self) -> Seen {
        Seen { focus: self.focus, expressions: self.seen, elements: self.elements }
    }

    /// Whether something stands in the stretch of text.
    pub(in crate::elaborate) fn touches(&self, place: Place) -> bool {
        let Focus { item, span, .. } = self.focus;
        place.item == item && place.span.start <= span.end && span.start <= place.span.end
    }

    /// Whether the stretch of text stands in this item.
    pub(in crate::elaborate) fn is_in(&self, item: ItemKey) -> bool {
        self.focus.item == item
    }

    /// Whether the stretch of text is reached through a component, and more of it is wanted.
    pub(in crate::elaborate) fn leads_through(&self, component: ItemKey) -> bool {
        self.instances < MOST_INSTANCES && self.focus.via.contains(&component)
    }

    /// Notes what an expression, or a name in a declaration, means.
    pub(super) fn record(&mut self, context: Context, span: Span, thing: &Thing) {
        let place = context.place(span);
        if !self.touches(place) || thing.is_error() {
            return;
        }
        let seen = self.seen.entry((place.span.start, place.span.end)).or_default();
        if seen.len() < MOST_INSTANCES {
            seen.push((context, thing.clone()));
        }
    }

    /// Counts instances of the item in question.
    pub(in crate::elaborate) fn note_instance(&mut self, key: ItemKey) {
        if self.focus.item == key {
            self.instances += 1;
        }
    }

    pub(in crate::elaborate) fn note_element(&mut self, place: Place, id: ElementId) {
        if self.touches(place) && self.elements.len() < MOST_INSTANCES {
            self.elements.push((place.span, id));
        }
    }

    /// An element that was seen, in the order they were.
    pub(in crate::elaborate) fn element(&self, index: usize) -> Option<ElementId> {
        self.elements.get(index).map(|(_, id)| *id)
    }
}
