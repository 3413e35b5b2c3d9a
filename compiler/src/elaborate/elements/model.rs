//! The model in the end, and what in it nobody uses.

use std::collections::BTreeSet;

use cdl_grammar::syntax::{Span, Text};
use cdl_graph::Signals;
use rustc_hash::FxHashSet;

use super::Elements;
use crate::diagnostics;
use crate::elaborate::context::ScopeId;
use crate::elaborate::names::scope::{Binding, Bound};
use crate::elaborate::names::thing::Thing;
use crate::elaborate::sources::Meaning;
use crate::elaborate::values::Values;
use crate::elaborate::values::nodes::Written;
use crate::lint;
use crate::place::ItemKey;
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
    /// There may be as many as names in the file, so they are where they are in their scope.
    pub(in crate::elaborate) fn warn_unused(&self, values: &mut Values<'_>) {
        let Some(scope) = self.root_scope else { return };
        let bindings = values.names.bindings(scope).zip(0_u32..);
        let mut unused: Vec<u32> = bindings
            .filter(|((name, binding), _)| unused_kind(values, name, binding).is_some())
            .map(|(_, place)| place)
            .collect();
        if unused.is_empty() {
            return;
        }
        let read = read_elsewhere(values, scope, &unused);
        let start = |&place: &u32| {
            values.names.nth_binding(scope, place as usize).map(|(_, own)| own.place.span.start)
        };
        unused.sort_by_key(start);
        let context = values.root_context();
        for place in unused {
            let own = values.names.nth_binding(scope, place as usize);
            let Some((name, binding)) = own.filter(|(name, _)| !read.contains(*name)) else {
                continue;
            };
            let Some(kind) = unused_kind(values, name, binding) else { continue };
            let report = diagnostics::unused(binding.place, kind, name);
            values.report(context, report);
        }
    }
}

/// What a name of the model stands for, if it is something of which nothing else in the elaboration has asked for the value.
fn unused_kind(values: &Values<'_>, name: &str, binding: &Binding) -> Option<&'static str> {
    if binding.used || binding.public || name.starts_with('_') {
        return None;
    }
    match &binding.bound {
        Bound::Thunk(thunk) if values.thunks.get(*thunk).is_parameter() => Some("parameter"),
        Bound::Thunk(_) => Some("`let`"),
        bound if matches!(bound.thing(), Some(Thing::Enum(_))) => Some("enum"),
        Bound::Thing(_) | Bound::Pending(..) => None,
    }
}

/// Those of the unused names that the item reads in which they are declared, or an experiment of this file, such as parameters of a
/// model in its criteria.
fn read_elsewhere(values: &Values<'_>, scope: ScopeId, unused: &[u32]) -> FxHashSet<Text> {
    let names = &values.names;
    let declared = unused
        .iter()
        .filter_map(|&place| names.nth_binding(scope, place as usize))
        .map(|own| own.1);
    let items: BTreeSet<ItemKey> = declared.map(|binding| binding.place.item).collect();
    let mut read = FxHashSet::default();
    for item in items {
        let is_own = |name: &str| {
            names.own_binding(scope, name).is_some_and(|own| own.place.item == item && !own.used)
        };
        note_read(values, item, is_own, &mut read);
    }
    let sources = &values.sources;
    let module = sources.module_of(values.root_context().place(Span::default()).item);
    for definition in sources.names(module).names.values() {
        let Meaning::Experiment(key) = definition.meaning else { continue };
        let is_own = |name: &str| names.own_binding(scope, name).is_some_and(|own| !own.used);
        note_read(values, key, is_own, &mut read);
    }
    read
}

/// Notes those of the names that an item reads which are asked for.
fn note_read(
    values: &Values<'_>,
    key: ItemKey,
    is_asked_for: impl Fn(&str) -> bool,
    read: &mut FxHashSet<Text>,
) {
    let sources = &values.sources;
    let Some(item) = sources.item(key) else { return };
    let mut note = |names: BTreeSet<&str>| {
        read.extend(names.into_iter().filter(|name| is_asked_for(name)).map(Text::from));
    };
    note(lint::mentions_of_header(item));
    for chunk in (0..sources.chunks(key)).filter_map(|number| sources.chunk(key, number)) {
        chunk.members.all().iter().for_each(|member| note(lint::mentions_of_member(member)));
    }
}
