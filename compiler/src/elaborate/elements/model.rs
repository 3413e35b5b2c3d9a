//! The model in the end, and what in it nobody uses.

use std::collections::BTreeSet;

use cdl_grammar::syntax::{Span, Text};
use cdl_graph::Signals;
use rustc_hash::FxHashSet;

use super::Elements;
use crate::diagnostics;
use crate::elaborate::names::scope::Bound;
use crate::elaborate::names::thing::Thing;
use crate::elaborate::sources::{Meaning, Sources};
use crate::elaborate::values::Values;
use crate::elaborate::values::nodes::Written;
use crate::lint;
use crate::place::{ItemKey, Place};
use crate::row::Row;
use crate::typed;

impl Elements {
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
    pub(in crate::elaborate) fn warn_unused(&self, values: &mut Values<'_>) {
        let Some(scope) = self.root_scope else { return };
        let mut unused: Vec<(Place, &'static str, Text)> = Vec::new();
        for (name, binding) in values.names.bindings(scope) {
            let thunk = match &binding.bound {
                Bound::Thunk(thunk) => Some(*thunk),
                bound if matches!(bound.thing(), Some(Thing::Enum(_))) => None,
                Bound::Thing(_) | Bound::Pending(..) => continue,
            };
            if binding.used || binding.public || name.starts_with('_') {
                continue;
            }
            let what = match thunk.map(|thunk| values.thunks.get(thunk).is_parameter()) {
                Some(true) => "parameter",
                Some(false) => "`let`",
                None => "enum",
            };
            unused.push((binding.place, what, name.into()));
        }
        leave_out_read(values, &mut unused);
        unused.sort_by_key(|(place, ..)| place.span.start);
        let context = values.root_context();
        for (place, what, name) in unused {
            values.report(context, diagnostics::unused(place, what, &name));
        }
    }
}

/// Leaves out what the item reads in which it is declared, or an experiment of this file, such as parameters of a model in
/// its criteria.
fn leave_out_read(values: &Values<'_>, unused: &mut Vec<(Place, &'static str, Text)>) {
    // Of nearly all items: there may be as many as names in the file.
    if unused.is_empty() {
        return;
    }
    let sources = &values.sources;
    let mut items: Vec<ItemKey> = unused.iter().map(|(place, ..)| place.item).collect();
    items.sort_unstable();
    items.dedup();
    for item in items {
        let Some(read) = read_in(sources.as_ref(), item, unused) else { continue };
        unused.retain(|(place, _, name)| place.item != item || !read.contains(name));
    }
    let module = sources.module_of(values.root_context().place(Span::default()).item);
    for definition in sources.names(module).names.values() {
        let Meaning::Experiment(key) = definition.meaning else { continue };
        let Some(read) = read_in(sources.as_ref(), key, unused) else { continue };
        unused.retain(|(_, _, name)| !read.contains(name));
    }
}

/// Those of the names that an item reads; nothing where there are none to look for.
fn read_in<'a>(
    sources: &(dyn Sources<'a> + 'a),
    key: ItemKey,
    unused: &[(Place, &'static str, Text)],
) -> Option<FxHashSet<Text>> {
    if unused.is_empty() {
        return None;
    }
    let asked: FxHashSet<&str> = unused.iter().map(|(_, _, name)| name.as_str()).collect();
    let mut found = FxHashSet::default();
    let mut note = |names: BTreeSet<&str>| {
        found.extend(names.into_iter().filter(|name| asked.contains(name)).map(Text::from));
    };
    note(lint::mentions_of_header(sources.item(key)?));
    for chunk in (0..sources.chunks(key)).filter_map(|number| sources.chunk(key, number)) {
        chunk.members.all().iter().for_each(|member| note(lint::mentions_of_member(member)));
    }
    Some(found)
}
