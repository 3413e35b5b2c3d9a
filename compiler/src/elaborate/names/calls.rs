//! Calls of functions under evaluation: inside of a body, parameters mean what the call gives.

use cdl_grammar::syntax::Text;

use super::thing::Thing;
use crate::elaborate::context::CallId;
use crate::place::{ItemKey, Place};

/// A call under evaluation.
pub(in crate::elaborate) struct Call {
    pub(in crate::elaborate) function: ItemKey,
    pub(in crate::elaborate) arguments: Vec<(Text, Thing)>,
    /// Where it is called; absent when the function is checked by itself.
    pub(in crate::elaborate) from: Option<Place>,
}

/// Calls under evaluation, the innermost last.
#[derive(Default)]
pub(in crate::elaborate) struct Calls(Vec<Call>);

impl Calls {
    pub(in crate::elaborate) fn enter(&mut self, call: Call) -> CallId {
        let id = CallId::after(self.0.len());
        self.0.push(call);
        id
    }

    /// Leaves the innermost call.
    pub(in crate::elaborate) fn leave(&mut self) {
        self.0.pop();
    }

    /// Whether a function is being called already.
    pub(in crate::elaborate) fn is_called(&self, function: ItemKey) -> bool {
        self.0.iter().any(|call| call.function == function)
    }

    pub(super) fn get(&self, id: CallId) -> Option<&Call> {
        self.0.get(id.index())
    }

    pub(in crate::elaborate) fn argument(&self, call: CallId, name: &str) -> Option<Thing> {
        let call = self.get(call)?;
        call.arguments.iter().find(|(own, _)| own == name).map(|(_, thing)| thing.clone())
    }
}
