//! What stands behind a name of a scope: named values are evaluated, and elements declared, when
//! somebody asks for them.

use super::evaluator::Evaluator;
use crate::elaborate::context::{ArrayId, ScopeId};
use crate::elaborate::names::scope::Bound;
use crate::elaborate::names::thing::Thing;

impl<'a> Evaluator<'_, 'a> {
    /// What a name means in a scope or one around it; declares a pending element on the way.
    pub(super) fn lookup(&mut self, scope: ScopeId, name: &str) -> Option<Thing> {
        let scope = self.values.names.declaring(scope, name)?;
        Some(self.bound_thing(scope, name))
    }

    /// What a name of exactly this scope means.
    pub(in crate::elaborate) fn bound_thing(&mut self, scope: ScopeId, name: &str) -> Thing {
        let Some(binding) = self.values.names.used(scope, name) else { return Thing::ERROR };
        match binding.bound {
            ref bound @ Bound::Thing(_) => bound.thing().unwrap_or(Thing::ERROR),
            Bound::Thunk(thunk) => self.force(thunk),
            Bound::Pending(awaited) => {
                let item = binding.place.item;
                let member = awaited.at(self.values.sources.module_of(item), item);
                self.elements.declare(self.values, scope, member);
                let binding = self.values.names.binding(scope, name);
                binding.and_then(|binding| binding.bound.thing()).unwrap_or(Thing::ERROR)
            }
        }
    }
    /// What stands under an index in an array; a named value is evaluated.
    pub(in crate::elaborate) fn entry(&mut self, array: ArrayId, index: i64) -> Option<Thing> {
        match self.values.names.array(array).get(index)? {
            &Bound::Thunk(thunk) => Some(self.force(thunk)),
            bound => bound.thing(),
        }
    }
}
