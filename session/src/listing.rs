//! What an experiment is given, what it writes down and what it demands.

use cdl_compiler::Compilation;
use cdl_compiler::typed::{Parameter, Variation, Varied, VariedBy};
use cdl_graph::{Finding, Output};

use crate::written;

/// An experiment as it would run.
#[derive(Clone, Debug, PartialEq)]
pub struct Listing {
    pub experiment: String,
    pub model: String,
    /// Such as `simulate`.
    pub analysis: &'static str,
    /// Of the model, with the values that the experiment gives them.
    pub parameters: Vec<Parameter>,
    /// Parameters that are varied.
    pub varied: Vec<ListedVariation>,
    /// Columns with their units.
    pub records: Vec<(String, String)>,
    /// What is recorded once, when the run is over, with its unit.
    pub statistics: Vec<(String, String)>,
    /// Names and conditions.
    pub criteria: Vec<(String, String)>,
}

/// A parameter that is varied, with its values.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedVariation {
    pub name: String,
    /// As they would be written.
    pub values: Vec<String>,
    /// Whether these are draws, which come in no order.
    pub is_drawn: bool,
    /// The name of the cases whose rows these are, or have; absent where these are values of their own.
    pub cases: Option<String>,
    /// The smallest and the largest one in a unit, where they are numbers.
    pub range: Option<(f64, f64, String)>,
}

impl ListedVariation {
    fn of(own: &Variation) -> Self {
        let numbers: Option<Vec<f64>> =
            own.values.iter().map(|value| Some(value.number? / own.factor)).collect();
        let range = numbers.map(|numbers| {
            let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
            let most = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            (least, most, own.unit.clone())
        });
        Self {
            name: own.name.clone(),
            values: own.values.iter().map(|value| shown(own, value)).collect(),
            is_drawn: own.origin == VariedBy::Draws,
            cases: None,
            range,
        }
    }
}

/// In the unit of the variation, where it is a number.
fn shown(variation: &Variation, value: &Varied) -> String {
    match (value.number, value.is_structural) {
        (Some(number), false) => {
            let number = written::in_unit(number, variation.factor);
            format!("{number} {}", variation.unit).trim_end().to_owned()
        }
        (_, _) => value.text.clone(),
    }
}

/// Each column of a table of cases with the name of these.
fn listed(variations: &[Variation]) -> Vec<ListedVariation> {
    let mut cases: Option<String> = None;
    let with_cases = |own: &Variation| {
        cases = match own.origin {
            VariedBy::Case => Some(own.name.clone()),
            VariedBy::OfCase => cases.take(),
            VariedBy::Values | VariedBy::Draws => None,
        };
        ListedVariation { cases: cases.clone(), ..ListedVariation::of(own) }
    };
    variations.iter().map(with_cases).collect()
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
            varied: listed(&experiment.variations),
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
