//! From syntax to [`typed::Model`](crate::typed::Model): names resolved, components unfolded, units
//! checked and gone.
//!
//! Two phases. *Declare* walks the members of a model and of the components it instantiates, and
//! gives every element its place in the list and its graph index; only what decides on structure
//! (ranges, conditions, indices) is evaluated. *Evaluate* then computes fields, relations and
//! records. A `let` or parameter is evaluated when it is first needed and remembered, so the order of
//! declarations never matters. Cost grows with the text and its instances; a cable is one element
//! whatever its number of links.

pub mod constants;
mod context;
mod elements;
mod expression_text;
mod names;
mod recorder;
mod report;
mod reports;
mod reveal;
mod sources;
mod values;

use crate::diagnostics::Diagnostic;
use crate::place::ItemKey;
use crate::typed;

pub use elements::{component_named, components_used};
pub use recorder::Focus;
pub use reveal::{Detail, MOST_OTHERS, Origin, Revealed, Revelation, reveal};
pub use sources::{Definition, Meaning, ModuleKey, ModuleNames, Sources};
pub use values::builtins;
pub(crate) use values::types::shown_number;
pub use values::types::{TYPE_NAMES, type_named};

use elements::{Elements, Unfolding};
use values::Values;

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
    fn key(&self) -> ItemKey {
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

/// Elaborates one root. Never fails: what is wrong is in the diagnostics.
pub fn elaborate<'a>(
    sources: Box<dyn Sources<'a> + 'a>,
    root: &Root,
    overrides: &[Override],
) -> Elaborated {
    let mut values = Values::new(sources, root.key(), None);
    let mut elements = Elements::new();
    let mut unfolding = Unfolding::new(&mut values, &mut elements);
    unfolding.run(root, overrides);
    if values.reports.is_empty() {
        elements.warn_unused(&mut values);
    }
    let is_complete = !values.reports.has_placeholders();
    let model = elements.into_model(values.nodes.into_signals(), values.entities.into_elements());
    Elaborated { model, diagnostics: values.reports.into_diagnostics(), is_complete }
}
