//! What a model consists of: members become elements, their fields, relations and laws are read
//! against the schema, and experiments say what is to be done with them.
//!
//! Two phases. *Declare* walks the members of a model and of the components it instantiates; *finish*
//! computes fields, relations and records. Both evaluate through [`Unfolding::evaluator`], and
//! evaluation comes back only through [`OnDemand`](super::values::evaluator::OnDemand).

mod actions;
mod analysis;
mod assignments;
mod attitude_angles;
mod blocks;
mod cables;
mod cases;
mod checks;
mod choices;
mod closed;
mod columns;
mod components;
mod counts;
mod criteria;
mod declare;
mod declared;
mod defaults;
mod drums;
mod effects;
mod equation;
mod experiment;
mod fields;
mod finish;
mod focus;
mod inputs;
mod instances;
mod instants;
mod law;
mod model;
mod new_element;
mod on_demand;
mod parameters;
mod plots;
mod profiles;
mod quantities;
mod read;
mod recorded;
mod recording;
mod records;
mod relations;
mod rows;
mod samples;
mod schema_values;
mod sensitivities;
mod shown;
mod springs;
mod stated;
mod stops;
mod structures;
mod unknowns;
mod variants;
mod variations;
mod views;
mod without_fluid;
mod written;

use std::rc::Rc;

use cdl_graph::{JointId, NodeId, StateId};
use rustc_hash::FxHashMap;

pub use components::{component_named, components_used};

use super::context::{MemberAt, ScopeId};

use super::values::Values;
use super::values::evaluator::Evaluator;
use crate::place::Place;
use crate::row::Row;
use crate::typed::{self, ElementId, Value};
use closed::Closed;
use counts::Counts;
use declared::{Declared, Progress};
use profiles::Profiled;
use read::{LeftOut, Read, Shape};
use recorded::Records;
use stated::Stated;

/// What a model is made of, beyond the values it names.
pub(in crate::elaborate) struct Elements {
    /// What each element was declared from, by index.
    declared: Row<Declared>,
    /// The names declared in the blocks of elements, of which few have any.
    blocks: FxHashMap<ElementId, ScopeId>,
    /// Fields under evaluation, to find a field that needs itself.
    active_fields: Vec<(ElementId, &'static str)>,
    /// States whose start is being evaluated, by where they stand and the scope.
    active_states: Vec<(Place, ScopeId)>,
    stated: FxHashMap<ElementId, Stated>,
    /// The element of each state that is the first of it.
    state_elements: FxHashMap<StateId, ElementId>,
    counts: Counts,
    /// The element of each joint, by its graph index.
    joints: Vec<ElementId>,
    environment: Option<Place>,
    /// The arc length of each cable's middle.
    stations: FxHashMap<ElementId, NodeId>,
    /// The unit in which a quantity is recorded that follows from sensors.
    derived_units: FxHashMap<NodeId, &'static str>,
    /// What is known of the text of elements, by where it stands, from earlier turns and instances.
    read: FxHashMap<MemberAt, Rc<Read>>,
    /// Of those whose fields are being evaluated.
    reading: FxHashMap<ElementId, Rc<Read>>,
    /// What elements that give the same fields leave to their defaults.
    left_out: FxHashMap<Shape, Rc<LeftOut>>,
    /// Values that are the same wherever they stand.
    closed: FxHashMap<closed::Key, Closed>,
    /// Values of schema defaults, by the address of the schema's field.
    defaults: FxHashMap<usize, Value>,
    records: Records,
    criteria: Vec<typed::Criterion>,
    variations: Vec<typed::Variation>,
    plots: Vec<typed::Plot>,
    /// While the quantities of a profile are read.
    profiled: Option<Profiled>,
    views: Vec<typed::View>,
    inputs: Vec<typed::Input>,
    choices: Vec<typed::Choice>,
    objective: Option<typed::Objective>,
    /// A `vary`, `sample` or `cases` stands in the experiment, also where it varies nothing as its parameter is given from outside.
    is_study: bool,
    experiment: Option<typed::Experiment>,
    model: Option<(String, Place)>,
    parameters: Vec<typed::Parameter>,
    /// Whose unused names are worth a warning.
    root_scope: Option<ScopeId>,
}

/// A model under way: its elements, and the values they are made of.
pub(in crate::elaborate) struct Unfolding<'e, 'a> {
    values: &'e mut Values<'a>,
    elements: &'e mut Elements,
}

impl Elements {
    pub(in crate::elaborate) fn new() -> Self {
        Self {
            declared: Row::default(),
            blocks: FxHashMap::default(),
            active_fields: Vec::new(),
            active_states: Vec::new(),
            stated: FxHashMap::default(),
            state_elements: FxHashMap::default(),
            counts: Counts::with_world(),
            joints: Vec::new(),
            environment: None,
            stations: FxHashMap::default(),
            derived_units: FxHashMap::default(),
            read: FxHashMap::default(),
            reading: FxHashMap::default(),
            left_out: FxHashMap::default(),
            closed: FxHashMap::default(),
            defaults: FxHashMap::default(),
            records: Records::default(),
            criteria: Vec::new(),
            variations: Vec::new(),
            plots: Vec::new(),
            profiled: None,
            views: Vec::new(),
            inputs: Vec::new(),
            choices: Vec::new(),
            objective: None,
            is_study: false,
            experiment: None,
            model: None,
            parameters: Vec::new(),
            root_scope: None,
        }
    }

    /// What an element was declared from.
    pub(in crate::elaborate) fn declared(&self, id: ElementId) -> Option<&Declared> {
        self.declared.get(id.0 as usize)
    }

    fn add(&mut self, id: ElementId, declared: Declared, is_joint: bool) {
        self.declared.push(declared);
        if is_joint {
            self.joints.push(id);
        }
    }

    /// All that an element gives has been evaluated.
    fn finish(&mut self, id: ElementId) {
        self.reading.remove(&id);
        if let Some(declared) = self.declared.get_mut(id.0 as usize) {
            declared.progress = Progress::Finished;
        }
    }

    /// Whether the relations of an element have to be evaluated; once.
    fn begin_relations(&mut self, id: ElementId) -> bool {
        let declared = self.declared.get_mut(id.0 as usize);
        let Some(own) = declared.filter(|own| own.progress == Progress::Declared) else {
            return false;
        };
        own.progress = Progress::Related;
        true
    }

    fn set_block(&mut self, id: ElementId, block: ScopeId) {
        self.blocks.insert(id, block);
    }

    fn joint(&self, id: JointId) -> Option<ElementId> {
        self.joints.get(id.index()).copied()
    }
}

impl<'e, 'a> Unfolding<'e, 'a> {
    pub(in crate::elaborate) fn new(
        values: &'e mut Values<'a>,
        elements: &'e mut Elements,
    ) -> Self {
        Self { values, elements }
    }

    /// Who evaluates what elements are given.
    pub(in crate::elaborate) fn evaluator(&mut self) -> Evaluator<'_, 'a> {
        Evaluator { values: self.values, elements: self.elements }
    }
}
