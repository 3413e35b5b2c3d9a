//! Calls of functions under evaluation: inside of a body, parameters mean what the call gives.

use super::Names;
use super::thing::Thing;
use crate::elaborate::context::CallId;
use crate::place::{ItemKey, Place};

/// A call under evaluation.
pub(in crate::elaborate) struct Call<'a> {
    pub(in crate::elaborate) function: ItemKey,
    pub(in crate::elaborate) arguments: Vec<(&'a str, Thing)>,
    /// Where it is called; absent when the function is checked by itself.
    pub(in crate::elaborate) from: Option<Place>,
}

impl<'a> Names<'a> {
    pub(in crate::elaborate) fn enter(&mut self, call: Call<'a>) -> CallId {
        let id = CallId(self.calls.len() as u32);
        self.calls.push(call);
        id
    }

    /// Leaves the innermost call.
    pub(in crate::elaborate) fn leave(&mut self) {
        self.calls.pop();
    }

    /// Whether a function is being called already.
    pub(in crate::elaborate) fn is_called(&self, function: ItemKey) -> bool {
        self.calls.iter().any(|call| call.function == function)
    }

    pub(super) fn call(&self, id: CallId) -> Option<&Call<'a>> {
        self.calls.get(id.0 as usize)
    }

    pub(in crate::elaborate) fn argument(&self, call: CallId, name: &str) -> Option<Thing> {
        let call = self.call(call)?;
        call.arguments.iter().find(|(own, _)| *own == name).map(|(_, thing)| thing.clone())
    }
}
