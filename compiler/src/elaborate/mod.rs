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
mod report;
mod reports;
mod reveal;
mod sources;
mod values;

use cdl_graph::NodeId;
use rustc_hash::FxHashMap;

use crate::diagnostics::Diagnostic;
use crate::place::{ItemKey, Place};
use crate::typed;
use crate::units::Unit;

pub use reveal::{
    Detail, Focus, MOST_OTHERS, Origin, Revealed, Revelation, component_named, components_used,
    reveal,
};
pub use sources::{Definition, Meaning, ModuleKey, ModuleNames, Sources};
pub use values::builtins;
pub(crate) use values::types::shown_number;
pub use values::types::{TYPE_NAMES, type_named};

use context::{Context, ScopeId, Source};
use elements::{declare, fields, records};
use names::Names;
use names::scope::{self, ThunkId};
use reports::Reports;
use values::nodes::Nodes;
use values::thunks::Thunk;
use values::{data_tables, expression};

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
    let mut elaborator = Elaborator::new(sources, root);
    match *root {
        Root::Experiment(key) => elaborator.run_experiment(key, overrides),
        Root::Alone(key) => elaborator.run_alone(key, overrides),
    }
    elaborator.finish()
}

/// The state of one elaboration.
struct Elaborator<'a> {
    sources: Box<dyn Sources<'a> + 'a>,
    root: ItemKey,
    nodes: Nodes,
    names: Names<'a>,
    thunks: Vec<Thunk<'a>>,
    /// Thunks under evaluation, the outermost first.
    active: Vec<ThunkId>,
    /// Thunks that refer to themselves through variables.
    loops: Vec<ThunkId>,
    consts: FxHashMap<ItemKey, ThunkId>,
    elements: Vec<typed::Element>,
    /// What each element was declared from, by index.
    declared: Vec<fields::Declared<'a>>,
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
    reports: Reports,
    /// Present while only a stretch of text is looked at.
    recorder: Option<Box<reveal::Recorder>>,
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
            names: Names::default(),
            thunks: Vec::new(),
            active: Vec::new(),
            loops: Vec::new(),
            consts: FxHashMap::default(),
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
            reports: Reports::default(),
            recorder: None,
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

    /// Takes a diagnostic in, unless the same has been said.
    fn report(&mut self, context: Context, diagnostic: Diagnostic) {
        self.reports.add(&self.names, context, diagnostic);
    }

    /// The model unfolds to more than anybody could want.
    fn report_too_much(&mut self, context: Context, place: Place) {
        self.reports.add_too_much(&self.names, context, place);
    }

    fn finish(mut self) -> Elaborated {
        if self.reports.is_empty() {
            self.warn_unused();
        }
        let model = self.model.map(|(name, place)| typed::Model {
            name,
            place,
            signals: self.nodes.signals,
            elements: self.elements,
            records: self.records,
            experiment: self.experiment,
            frames: self.counts.frames,
        });
        let is_complete = !self.reports.has_placeholders();
        Elaborated { model, diagnostics: self.reports.into_diagnostics(), is_complete }
    }

    /// Parameters and `let`s of the model that nothing reads.
    fn warn_unused(&mut self) {
        let Some(scope) = self.root_scope else { return };
        let mut unused: Vec<(Place, &'static str, &'a str)> = Vec::new();
        for (name, binding) in self.names.bindings(scope) {
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
