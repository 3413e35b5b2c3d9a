//! What is elaborated, and what comes of it.

use crate::diagnostics::Diagnostic;
use crate::place::ItemKey;
use crate::typed;

/// What to elaborate.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Root {
    /// A model as its experiment sets it up.
    Experiment(ItemKey),
    /// A model or a component by itself. Parameters without a default get a placeholder, a constant
    /// or a function is only checked.
    Alone(ItemKey),
}

impl Root {
    pub(super) fn key(&self) -> ItemKey {
        match *self {
            Self::Experiment(key) | Self::Alone(key) => key,
        }
    }
}

/// The result: as much of the model as could be understood, and everything that is wrong with it.
#[derive(Debug)]
pub struct Elaborated {
    /// Absent where there is no model at all, such as for a function checked by itself.
    pub model: Option<typed::Model>,
    pub diagnostics: Vec<Diagnostic>,
    /// Whether all arguments were given: what is made up cannot be run.
    pub is_complete: bool,
}

/// A value given from outside instead of a model's default: the parameter's name and the `const`
/// item that holds the value.
pub type Override = (String, ItemKey);
