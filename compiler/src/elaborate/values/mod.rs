//! What expressions mean: named values, operators, types, functions, and the signal DAG they build.
//!
//! [`Values`] is what is there; [`Evaluator`](evaluator::Evaluator) adds to it, and asks the elements
//! for what it cannot know by itself.

mod access;
mod arguments;
mod arithmetic;
mod arrays;
pub mod builtins;
mod coerce;
mod comparison;
pub(in crate::elaborate) mod concluded;
mod conditional;
mod data_tables;
mod defined;
mod effort;
pub(in crate::elaborate) mod entities;
mod enums;
pub(in crate::elaborate) mod evaluator;
pub(in crate::elaborate) mod expression;
pub(in crate::elaborate) mod fit;
mod force;
mod functions;
mod lookup;
mod materials;
mod matrix;
pub(in crate::elaborate) mod nodes;
pub(in crate::elaborate) mod operators;
mod placeholder;
mod rows;
mod size;
mod stated;
mod tables;
pub(in crate::elaborate) mod thunks;
mod told;
pub(in crate::elaborate) mod types;
mod unit_products;
mod units;
mod varies;

use std::sync::Arc;

use cdl_grammar::syntax::{Name, Span, Text};
use rustc_hash::FxHashMap;

use super::context::{Context, Source};
use super::names::Names;
use super::names::thing::Thing;
use super::recorder::Recorder;
use super::report;
use super::reports::Reports;
use super::sources::Sources;
use crate::diagnostics::{self, Diagnostic};
use crate::place::{ItemKey, Place};
use crate::typed::{Enumeration, Value};
use crate::units::Unit;
use concluded::Concluded;
use effort::Effort;
use entities::Entities;
use nodes::Nodes;
use tables::Tables;
use thunks::Thunks;

/// What the values of one elaboration are made of, and what has been said about them.
pub(in crate::elaborate) struct Values<'a> {
    pub(in crate::elaborate) sources: Box<dyn Sources<'a> + 'a>,
    root: ItemKey,
    pub(in crate::elaborate) names: Names,
    pub(in crate::elaborate) nodes: Nodes,
    pub(in crate::elaborate) thunks: Thunks<'a>,
    pub(in crate::elaborate) entities: Entities,
    pub(in crate::elaborate) reports: Reports,
    /// Present while only a stretch of text is looked at.
    pub(in crate::elaborate) recorder: Option<Box<Recorder>>,
    tables: Tables,
    /// By the place of their names.
    enums: FxHashMap<Place, Arc<Enumeration>>,
    units: FxHashMap<Text, Option<Unit>>,
    pub(in crate::elaborate) effort: Effort,
    pub(in crate::elaborate) concluded: Concluded,
}

impl<'a> Values<'a> {
    pub(in crate::elaborate) fn new(
        sources: Box<dyn Sources<'a> + 'a>,
        root: ItemKey,
        recorder: Option<Box<Recorder>>,
    ) -> Self {
        Self {
            sources,
            root,
            names: Names::default(),
            nodes: Nodes::default(),
            thunks: Thunks::default(),
            entities: Entities::default(),
            reports: Reports::default(),
            recorder,
            tables: Tables::default(),
            enums: FxHashMap::default(),
            units: FxHashMap::default(),
            effort: Effort::default(),
            concluded: Concluded::default(),
        }
    }

    /// The header of an item.
    pub(in crate::elaborate) fn item_context(&self, key: ItemKey) -> Context {
        let module = self.sources.module_of(key);
        Context {
            source: Source { module, item: key, offset: 0 },
            scope: None,
            call: None,
            turn: None,
        }
    }

    pub(in crate::elaborate) fn root_context(&self) -> Context {
        self.item_context(self.root)
    }

    /// Takes a diagnostic in, unless the same has been said.
    pub(in crate::elaborate) fn report(&mut self, context: Context, diagnostic: Diagnostic) {
        self.reports.add(&self.names, context, diagnostic);
    }

    /// The model unfolds to more than anybody could want.
    pub(in crate::elaborate) fn report_too_much(&mut self, context: Context, place: Place) {
        self.reports.add_too_much(&self.names, context, place);
    }

    /// Nothing more is evaluated. Why not has been said.
    fn give_up(&mut self) {
        self.effort.exhaust();
        self.reports.expect_no_more();
    }

    /// Whether so much has been evaluated that nothing more will be.
    pub(in crate::elaborate) fn is_spent(&self) -> bool {
        self.effort.is_spent()
    }

    /// Notes what an expression, or a name in a declaration, means where somebody looks at it.
    pub(in crate::elaborate) fn record(&mut self, context: Context, span: Span, thing: &Thing) {
        if let Some(recorder) = &mut self.recorder {
            recorder.record(context, span, thing);
        }
    }

    pub(in crate::elaborate) fn too_large(&mut self, context: Context, span: Span) -> Value {
        let place = context.place(span);
        self.report(context, report::too_large(place));
        Value::Error
    }

    /// Says that there is nothing of this name, and what there is.
    pub(in crate::elaborate) fn no_member(
        &mut self,
        context: Context,
        name: &Name,
        of: &str,
        known: &[&str],
    ) -> Thing {
        let place = context.place(name.span);
        self.report(context, diagnostics::unknown_quantity(place, &name.text, of, known));
        Thing::ERROR
    }
}
