//! From syntax to [`typed::Model`](crate::typed::Model): names resolved, components unfolded, units
//! checked and gone.
//!
//! Two phases. *Declare* walks the members of a model and of the components it instantiates, and
//! gives every element its place in the list and its graph index; only what decides on structure
//! (ranges, conditions, indices) is evaluated. *Evaluate* then computes fields, relations and
//! records. A `let` or parameter is evaluated when it is first needed and remembered, so the order of
//! declarations never matters. Cost grows with the text and its instances; a cable is one element
//! whatever its number of links.

mod access;
mod analysis;
mod arguments;
pub mod builtins;
mod coerce;
mod conditional;
pub mod constants;
mod data_tables;
mod declare;
mod defaults;
mod derived;
mod details;
mod elements;
mod equation;
mod experiment;
mod expression;
mod expression_text;
mod functions;
mod nodes;
mod operators;
mod quantities;
mod records;
mod relations;
mod report;
mod reveal;
mod scope;
mod sources;
mod thing;
mod thunks;
mod types;
mod varies;

use std::sync::Arc;

use cdl_grammar::syntax::Span;
use cdl_graph::NodeId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostics::Diagnostic;
use crate::place::{ItemKey, Place};
use crate::typed;
use crate::units::Unit;

pub use reveal::{
    Detail, Focus, MOST_OTHERS, Origin, Revealed, Revelation, component_named, components_used,
    reveal,
};
pub use sources::{Definition, Meaning, ModuleKey, ModuleNames, Sources};
pub(crate) use types::shown_number;
pub use types::{TYPE_NAMES, type_named};

use nodes::Nodes;
use scope::{Array, Scope, ScopeId};
use thunks::{Thunk, ThunkId};

/// What to elaborate.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Root {
    /// A model as its experiment sets it up.
    Experiment(ItemKey),
    /// A model or a component by itself. Parameters without a default get a placeholder, a constant
    /// or a function is only checked.
    Alone(ItemKey),
}

/// The result: as much of the model as could be understood, and everything that is wrong with it.
#[derive(Debug)]
pub struct Elaborated {
    /// Absent where there is no model at all, such as for a function checked by itself.
    pub model: Option<Arc<typed::Model>>,
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
    let mut elaborator = Elaborator::new(sources, root);
    match *root {
        Root::Experiment(key) => elaborator.run_experiment(key, overrides),
        Root::Alone(key) => elaborator.run_alone(key, overrides),
    }
    elaborator.finish()
}

/// Where an expression stands and what its names mean.
#[derive(Clone, Copy, Debug)]
struct Context {
    source: Source,
    /// The declarations around it; absent for constants and functions.
    scope: Option<ScopeId>,
    /// The call whose arguments its names may refer to.
    call: Option<u32>,
}

/// Where a piece of syntax stands; spans in it are relative to `offset`.
#[derive(Clone, Copy, Debug)]
struct Source {
    module: ModuleKey,
    item: ItemKey,
    /// Of the chunk, from the start of the item.
    offset: u32,
}

impl Source {
    fn place(self, span: Span) -> Place {
        Place { item: self.item, span: span.shifted(self.offset) }
    }
}

impl Context {
    fn place(self, span: Span) -> Place {
        self.source.place(span)
    }
}

/// The state of one elaboration.
struct Elaborator<'a> {
    sources: Box<dyn Sources<'a> + 'a>,
    root: ItemKey,
    nodes: Nodes,
    scopes: Vec<Scope<'a>>,
    arrays: Vec<Array>,
    thunks: Vec<Thunk<'a>>,
    /// Thunks under evaluation, the outermost first.
    active: Vec<ThunkId>,
    /// Thunks that refer to themselves through variables.
    loops: Vec<ThunkId>,
    consts: FxHashMap<ItemKey, ThunkId>,
    calls: Vec<functions::Call<'a>>,
    elements: Vec<typed::Element>,
    /// What each element was declared from, by index.
    declared: Vec<elements::Declared<'a>>,
    /// Fields under evaluation, to find a field that needs itself.
    active_fields: Vec<(typed::ElementId, &'static str)>,
    counts: declare::Counts,
    /// The element of each joint, by its graph index.
    joints: Vec<typed::ElementId>,
    environment: Option<Place>,
    record_members: Vec<records::RecordMember<'a>>,
    record_names: FxHashMap<String, Place>,
    records: Vec<typed::Record>,
    experiment: Option<typed::Experiment>,
    model: Option<(String, Place)>,
    /// Whose unused names are worth a warning.
    root_scope: Option<ScopeId>,
    units: FxHashMap<&'a str, Option<Unit>>,
    /// Values of schema defaults, by the address of the schema's field.
    defaults: FxHashMap<usize, typed::Value>,
    /// The arc length of each cable's middle.
    stations: FxHashMap<typed::ElementId, NodeId>,
    tables: Vec<data_tables::TableUse>,
    time: Option<NodeId>,
    diagnostics: Vec<Diagnostic>,
    reported: FxHashSet<(&'static str, Place)>,
    /// Arguments were made up, so what depends on their values must not be reported.
    has_placeholders: bool,
    /// Present while only a stretch of text is looked at.
    recorder: Option<Box<reveal::Recorder>>,
    is_too_much: bool,
    depth: u32,
    /// Evaluations that are left.
    fuel: u64,
}

impl<'a> Elaborator<'a> {
    fn new(sources: Box<dyn Sources<'a> + 'a>, root: &Root) -> Self {
        let root = match *root {
            Root::Experiment(key) | Root::Alone(key) => key,
        };
        Self {
            sources,
            root,
            nodes: Nodes::default(),
            scopes: Vec::new(),
            arrays: Vec::new(),
            thunks: Vec::new(),
            active: Vec::new(),
            loops: Vec::new(),
            consts: FxHashMap::default(),
            calls: Vec::new(),
            elements: Vec::new(),
            declared: Vec::new(),
            active_fields: Vec::new(),
            counts: declare::Counts::with_world(),
            joints: Vec::new(),
            environment: None,
            record_members: Vec::new(),
            record_names: FxHashMap::default(),
            records: Vec::new(),
            experiment: None,
            model: None,
            root_scope: None,
            units: FxHashMap::default(),
            defaults: FxHashMap::default(),
            stations: FxHashMap::default(),
            tables: Vec::new(),
            time: None,
            diagnostics: Vec::new(),
            reported: FxHashSet::default(),
            has_placeholders: false,
            recorder: None,
            is_too_much: false,
            depth: 0,
            fuel: expression::FUEL,
        }
    }

    /// The header of an item.
    fn item_context(&self, key: ItemKey) -> Context {
        let module = self.sources.module_of(key);
        Context { source: Source { module, item: key, offset: 0 }, scope: None, call: None }
    }

    fn root_context(&self) -> Context {
        self.item_context(self.root)
    }

    fn finish(mut self) -> Elaborated {
        if self.diagnostics.is_empty() {
            self.warn_unused();
        }
        let model = self.model.map(|(name, place)| {
            Arc::new(typed::Model {
                name,
                place,
                signals: self.nodes.signals,
                elements: self.elements,
                records: self.records,
                experiment: self.experiment,
                frames: self.counts.frames,
            })
        });
        let is_complete = !self.has_placeholders;
        Elaborated { model, diagnostics: self.diagnostics, is_complete }
    }

    /// Parameters and `let`s of the model that nothing reads.
    fn warn_unused(&mut self) {
        let Some(scope) = self.root_scope else { return };
        let mut unused: Vec<(Place, &'static str, &'a str)> = Vec::new();
        for (name, binding) in &self.scope(scope).names {
            let scope::Bound::Thunk(thunk) = binding.bound else { continue };
            if binding.used || binding.public || name.starts_with('_') {
                continue;
            }
            let is_parameter =
                self.thunks.get(thunk.0 as usize).is_some_and(|thunk| thunk.is_parameter());
            unused.push((binding.place, if is_parameter { "parameter" } else { "`let`" }, name));
        }
        unused.sort_by_key(|(place, ..)| place.span.start);
        let context = self.root_context();
        for (place, what, name) in unused {
            self.report(context, crate::diagnostics::unused(place, what, name));
        }
    }
}
