//! The second phase over all elements.

use super::Unfolding;
use crate::elaborate::context::Source;
use crate::typed::ElementId;

impl Unfolding<'_, '_> {
    /// Finishes elements one by one, in the order in which they were declared. What one was read from is behind it then, but
    /// in a loop and in a component that has several instances. `is_last`: nobody is going to elaborate the same once more,
    /// as it happens with a component that was looked at by itself.
    pub(super) fn finish_elements(&mut self, is_last: bool) {
        let mut next = 0;
        let mut last: Option<Source> = None;
        while next < self.values.entities.count() && !self.values.reports.is_too_much() {
            let id = ElementId(next as u32);
            self.finish_element(id);
            next += 1;
            if is_last {
                let source = self.source_of_one(id);
                self.let_go(last.filter(|_| source != last));
                last = source;
            }
        }
        self.let_go(last);
    }

    /// Where an element stands whose text stands for nothing else.
    fn source_of_one(&self, id: ElementId) -> Option<Source> {
        let context = self.elements.declared(id)?.context();
        let is_one = self.values.names.is_single(context.scope?);
        is_one.then_some(context.source)
    }

    fn let_go(&self, behind: Option<Source>) {
        if let Some(Source { item, offset, .. }) = behind {
            self.values.sources.let_go(item, offset);
        }
    }
}
