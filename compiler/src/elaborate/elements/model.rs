//! The model in the end, and what in it nobody uses.

use std::collections::BTreeSet;

use cdl_grammar::syntax::Span;
use cdl_graph::Signals;
use rustc_hash::FxHashMap;

use super::Elements;
use crate::diagnostics;
use crate::elaborate::names::scope::Bound;
use crate::elaborate::names::thing::Thing;
use crate::elaborate::sources::Meaning;
use crate::elaborate::values::Values;
use crate::elaborate::values::nodes::Written;
use crate::lint;
use crate::place::{ItemKey, Place};
use crate::row::Row;
use crate::typed;

impl<'a> Elements<'a> {
    /// The model that has been made of these elements; absent where there is none at all.
    pub(in crate::elaborate) fn into_model(
        self,
        (signals, written): (Signals, Written),
        elements: Row<typed::Element>,
        statistics: Vec<typed::Statistic>,
    ) -> Option<typed::Model> {
        let (name, place) = self.model?;
        let records = self.records.into_records();
        let (mut experiment, parameters) = (self.experiment, self.parameters);
        if let Some(experiment) = &mut experiment {
            experiment.plots = self.plots;
            experiment.views = self.views;
            experiment.inputs = self.inputs;
        }
        let criteria = self.criteria;
        let frames = self.counts.frames;
        Some(typed::Model {
            name,
            place,
            parameters,
            signals,
            elements,
            records,
            statistics,
            criteria,
            variables: written.variables,
            operations: written.operations,
            demands: written.demands,
            experiment,
            frames,
        })
    }

    /// Parameters, `let`s and enums of the model that nothing reads. What stands in a branch that is not taken is read elsewhere.
    pub(in crate::elaborate) fn warn_unused(&self, values: &mut Values<'a>) {
        let Some(scope) = self.root_scope else { return };
        let mut unused: Vec<(Place, &'static str, &'a str)> = Vec::new();
        // Of each item once, however many names it declares.
        let mut read: FxHashMap<ItemKey, BTreeSet<&'a str>> = FxHashMap::default();
        let mut by_experiments: Option<BTreeSet<&'a str>> = None;
        for (name, binding) in values.names.bindings(scope) {
            let thunk = match binding.bound {
                Bound::Thunk(thunk) => Some(thunk),
                Bound::Thing(Thing::Enum(_)) => None,
                Bound::Thing(_) | Bound::Pending(..) => continue,
            };
            if binding.used || binding.public || name.starts_with('_') {
                continue;
            }
            let key = binding.place.item;
            let mentions = || values.sources.item(key).map(lint::mentions).unwrap_or_default();
            if read.entry(key).or_insert_with(mentions).contains(name)
                || by_experiments.get_or_insert_with(|| read_by_experiments(values)).contains(name)
            {
                continue;
            }
            let what = match thunk.map(|thunk| values.thunks.get(thunk).is_parameter()) {
                Some(true) => "parameter",
                Some(false) => "`let`",
                None => "enum",
            };
            unused.push((binding.place, what, name));
        }
        unused.sort_by_key(|(place, ..)| place.span.start);
        let context = values.root_context();
        for (place, what, name) in unused {
            values.report(context, diagnostics::unused(place, what, name));
        }
    }
}

/// What experiments of this file read, such as parameters of a model in their criteria.
fn read_by_experiments<'a>(values: &Values<'a>) -> BTreeSet<&'a str> {
    let sources = &values.sources;
    let module = sources.module_of(values.root_context().place(Span::default()).item);
    let definitions = sources.names(module).names.values();
    let experiments = definitions.filter_map(|definition| match definition.meaning {
        Meaning::Experiment(key) => sources.item(key),
        Meaning::Const(_)
        | Meaning::Function(_)
        | Meaning::Component(_)
        | Meaning::Enum(_)
        | Meaning::Model(_)
        | Meaning::Module(_)
        | Meaning::Missing => None,
    });
    experiments.flat_map(lint::mentions).collect()
}
