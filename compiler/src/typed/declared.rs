//! What is left of a typed model once its graph has been made.

use cdl_graph::Origin;

use super::{Demand, Experiment, Model, Parameter};
use crate::place::Place;

/// What the graph does not say of a model: parameters as they were written, what is to be done, and where everything was written.
/// Elements with their fields take twice as much memory as the graph that was made of them, and nobody asks for them again.
#[derive(Clone, Debug, PartialEq)]
pub struct Declared {
    /// Of the model declaration.
    pub name: String,
    pub place: Place,
    /// In the order of their declaration; those that have a short text.
    pub parameters: Vec<Parameter>,
    pub experiment: Option<Experiment>,
    pub demands: Vec<Demand>,
    /// Of each element its name in the declaration; likewise the others.
    elements: Vec<Place>,
    records: Vec<Place>,
    statistics: Vec<Place>,
    criteria: Vec<Place>,
    variables: Vec<Place>,
    operations: Vec<Place>,
}

impl Declared {
    pub(crate) fn of(model: &Model) -> Self {
        let Model { parameters, experiment, demands, variables, operations, .. } = model;
        Self {
            name: model.name.clone(),
            place: model.place,
            parameters: parameters.clone(),
            experiment: experiment.clone(),
            demands: demands.clone(),
            elements: model.elements.iter().map(|own| own.place).collect(),
            records: model.records.iter().map(|own| own.place).collect(),
            statistics: model.statistics.iter().map(|own| own.place).collect(),
            criteria: model.criteria.iter().map(|own| own.place).collect(),
            variables: variables.clone(),
            operations: operations.clone(),
        }
    }

    /// As [`Model::place`].
    pub fn place(&self, origin: Origin) -> Option<Place> {
        let (places, index) = match origin {
            Origin::Element(index) => (&self.elements, index),
            Origin::Variable(index) => (&self.variables, index),
            Origin::Record(index) => (&self.records, index),
            Origin::Statistic(index) => (&self.statistics, index),
            Origin::Criterion(index) => (&self.criteria, index),
            Origin::Demand(index) => {
                return self.demands.get(index as usize).map(|own| own.place);
            }
            Origin::Operation(index) => (&self.operations, index),
        };
        places.get(index as usize).copied()
    }
}
