//! What an experiment is given, what it writes down and what it demands.

use cdl_compiler::Compilation;
use cdl_compiler::typed::Parameter;
use cdl_graph::{Finding, Output};

/// An experiment as it would run.
#[derive(Clone, Debug, PartialEq)]
pub struct Listing {
    pub experiment: String,
    pub model: String,
    /// Such as `simulate`.
    pub analysis: &'static str,
    /// Of the model, with the values that the experiment gives them.
    pub parameters: Vec<Parameter>,
    /// Parameters that are varied, with their values.
    pub varied: Vec<(String, Vec<String>)>,
    /// Columns with their units.
    pub records: Vec<(String, String)>,
    /// What is recorded once, when the run is over, with its unit.
    pub statistics: Vec<(String, String)>,
    /// Names and conditions.
    pub criteria: Vec<(String, String)>,
}

impl Listing {
    /// Nothing where nothing is to be run.
    pub fn of(compilation: &Compilation) -> Option<Self> {
        let model = &compilation.model;
        let (experiment, graph) = (model.experiment.as_ref()?, compilation.graph()?);
        let named = |output: &Output| (output.name.clone(), output.unit.symbol.clone());
        Some(Self {
            experiment: experiment.name.clone(),
            model: model.name.clone(),
            analysis: experiment.kind.name(),
            parameters: model.parameters.clone(),
            varied: experiment
                .variations
                .iter()
                .map(|own| {
                    (own.name.clone(), own.values.iter().map(|own| own.text.clone()).collect())
                })
                .collect(),
            records: graph.outputs.iter().map(named).collect(),
            statistics: graph.findings.iter().map(|Finding(output)| named(output)).collect(),
            criteria: graph
                .criteria
                .iter()
                .map(|own| (own.name.clone(), own.text.clone()))
                .collect(),
        })
    }
}
