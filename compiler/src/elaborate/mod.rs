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
mod arguments;
mod builtins;
mod coerce;
mod conditional;
pub mod constants;
mod declare;
mod defaults;
mod elements;
mod experiment;
mod expression;
mod functions;
mod nearest;
mod nodes;
mod operators;
mod quantities;
mod records;
mod relations;
mod report;
mod scope;
mod sources;
mod thing;
mod thunks;
mod types;

use std::collections::BTreeMap;
use std::sync::Arc;

use cdl_grammar::syntax::{Component, Expr, Item, ItemKind, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostics::Diagnostic;
use crate::place::{ItemKey, Place};
use crate::typed;
use crate::units::Unit;

pub use builtins::{BUILTINS, Builtin, CONSTANTS, NamedConstant};
pub use nearest::nearest;
pub use sources::{Definition, Meaning, ModuleKey, ModuleNames, Sources};
pub use types::{TYPE_NAMES, type_named};

use nodes::Nodes;
use scope::{Array, ArrayId, Scope, ScopeId};
use thing::Thing;
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
    pub model: Option<typed::Model>,
    pub diagnostics: Vec<Diagnostic>,
    /// The type of each `let` and `const`, for an editor and for the language tests.
    pub revealed: Vec<Revealed>,
}

/// What is known about a named value.
#[derive(Clone, Debug, PartialEq)]
pub struct Revealed {
    /// The name in the declaration.
    pub place: Place,
    /// Such as `Speed` or `Vector(Length)`.
    pub ty: String,
    pub variability: crate::schema::Variability,
    /// Such as `0.1217 kg`, where it does not vary.
    pub value: Option<String>,
}

/// A value given from outside instead of a model's default: the parameter's name and the `const`
/// item that holds the value.
pub type Override = (String, ItemKey);

/// Elaborates one root. Never fails: what is wrong is in the diagnostics.
pub fn elaborate<'a>(
    sources: &'a dyn Sources<'a>,
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
    sources: &'a dyn Sources<'a>,
    root: ItemKey,
    nodes: Nodes,
    scopes: Vec<Scope<'a>>,
    arrays: Vec<Array>,
    thunks: Vec<Thunk<'a>>,
    consts: FxHashMap<ItemKey, ThunkId>,
    calls: Vec<functions::Call<'a>>,
    elements: Vec<typed::Element>,
    /// What each element was declared from, by index.
    declared: Vec<elements::Declared<'a>>,
    /// Fields under evaluation, to find a field that needs itself.
    active_fields: Vec<(typed::ElementId, &'static str)>,
    record_members: Vec<records::RecordMember<'a>>,
    records: Vec<typed::Record>,
    experiment: Option<typed::Experiment>,
    model: Option<(String, Place)>,
    units: FxHashMap<&'a str, Option<Unit>>,
    /// Values of schema defaults, by the address of the schema's field.
    defaults: FxHashMap<usize, typed::Value>,
    stations: FxHashMap<typed::ElementId, cdl_graph::NodeId>,
    tables: Vec<tables::TableUse<'a>>,
    counts: Counts,
    diagnostics: Vec<Diagnostic>,
    reported: FxHashSet<(&'static str, Place)>,
    revealed: BTreeMap<(Place2, u32), Revealed>,
    /// Arguments were made up, so what depends on their values must not be reported.
    has_placeholders: bool,
    depth: u32,
    fuel: u64,
    overrides: FxHashMap<Arc<str>, ItemKey>,
    _syntax: std::marker::PhantomData<&'a Expr>,
}
