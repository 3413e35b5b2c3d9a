//! From syntax to [`typed::Model`](crate::typed::Model): names resolved, components unfolded, units
//! checked and gone.
//!
//! Two phases. *Declare* walks the members of a model and of the components it instantiates, and
//! gives every element its place in the list and its graph index; only what decides on structure
//! (ranges, conditions, indices) is evaluated. *Evaluate* then computes fields, relations and
//! records. A `let` or parameter is evaluated when it is first needed and remembered, so the order of
//! declarations never matters. Cost grows with the text and its instances; a cable is one element
//! whatever its number of links.

mod chunk;
pub mod constants;
mod context;
mod digits;
mod elements;
mod expression_text;
mod names;
mod recorder;
mod report;
mod reports;
mod reveal;
mod root;
mod sources;

mod values;

pub use chunk::{Chunk, Members};
pub(crate) use digits::shown_number;
pub use elements::{component_named, components_used};
pub use recorder::Focus;
pub use reveal::{Detail, MOST_OTHERS, Origin, Revealed, Revelation, reveal};
pub use root::{Elaborated, Override, Root};
pub use sources::{Definition, Meaning, ModuleKey, ModuleNames, Sources};
pub use values::builtins;
pub use values::types::{TYPE_NAMES, type_named};

use std::sync::Arc;

use elements::{Elements, Unfolding};
use values::Values;

use crate::diagnostics::Diagnostic;
use crate::place::ItemKey;

/// What is wrong with constants, each with the one that was looked at. All in one go, as each may need the one before it.
pub(crate) fn check_constants<'a>(
    sources: Box<dyn Sources<'a> + 'a>,
    constants: &[ItemKey],
) -> Vec<(ItemKey, Diagnostic)> {
    let Some(&first) = constants.first() else { return Vec::new() };
    let mut values = Values::new(sources, first, None);
    let mut elements = Elements::new();
    let mut looked_at = Vec::new();
    for &key in constants {
        Unfolding::new(&mut values, &mut elements).run(&Root::Alone(key), &[]);
        looked_at.resize(values.reports.count(), key);
    }
    looked_at.into_iter().zip(values.reports.into_diagnostics()).collect()
}

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
    if !values.reports.has_errors() {
        elements.warn_unused(&mut values);
    }
    let is_complete = !values.reports.has_placeholders();
    let is_too_much = values.reports.is_too_much();
    let model = elements.into_model(
        values.nodes.into_signals(),
        values.entities.into_elements(),
        values.concluded.into_statistics(),
    );
    Elaborated {
        // Of one that is too large nothing is kept: it was given up halfway, and may take gigabytes.
        model: model.filter(|_| !is_too_much).map(Arc::new),
        diagnostics: values.reports.into_diagnostics(),
        is_complete,
    }
}
