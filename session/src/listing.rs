//! What an experiment is given, what it writes down and what it demands.

use cdl_compiler::Compilation;
use cdl_compiler::typed::{Choice, Input, Parameter, Variation, Varied, VariedBy};
use cdl_graph::{Analysis, Evaluation, Finding, Graph, Output, Over};

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
    /// Parameters that act from outside on what is linearized, or that swing, with their units.
    pub inputs: Vec<(String, String)>,
    /// Where a response is looked at.
    pub range: Option<ListedRange>,
    /// Parameters that are looked for within bounds.
    pub choices: Vec<ListedChoice>,
    /// Parameters by which the numbers of the experiment are derived.
    pub sensitivities: Vec<String>,
    /// Parameters that are varied.
    pub varied: Vec<ListedVariation>,
    /// Columns with their units.
    pub records: Vec<(String, String)>,
    /// What is recorded once, when the run is over, with its unit.
    pub statistics: Vec<(String, String)>,
    /// Names and conditions.
    pub criteria: Vec<(String, String)>,
}

/// The rows of a response.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedRange {
    /// `period` or `frequency`
    pub axis: &'static str,
    pub unit: &'static str,
    pub first: f64,
    pub last: f64,
    pub count: u32,
}

/// A parameter that is looked for, with its bounds in a unit.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedChoice {
    pub name: String,
    pub low: f64,
    pub high: f64,
    pub unit: String,
}

impl ListedChoice {
    fn of(own: &Choice) -> Self {
        let (unit, factor) = own.written_in.clone().unwrap_or((String::new(), 1.0));
        let [low, high] = [own.low, own.high].map(|bound| written::in_unit(bound, factor));
        Self { name: own.name.clone(), low, high, unit }
    }
}

/// Nothing where the graph asks for something else.
fn range(graph: &Graph) -> Option<ListedRange> {
    let Analysis::Response(own) = &graph.analysis else { return None };
    let mut values = Evaluation::new(&graph.signals, 0.0, |_, _| f64::NAN);
    let (axis, unit) = match own.over {
        Over::Period => ("period", "s"),
        Over::Frequency => ("frequency", "Hz"),
    };
    let [first, last] = [own.first, own.last].map(|node| values.value(node));
    Some(ListedRange { axis, unit, first, last, count: own.count })
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
        let input = |own: &Input| (own.name.clone(), own.unit.clone());
        let named = |output: &Output| (output.name.clone(), output.unit.symbol.clone());
        Some(Self {
            experiment: experiment.name.clone(),
            model: model.name.clone(),
            analysis: experiment.kind.name(),
            parameters: model.parameters.clone(),
            inputs: experiment.inputs.iter().map(input).collect(),
            range: range(graph),
            choices: experiment.choices.iter().map(ListedChoice::of).collect(),
            sensitivities: experiment.sensitivities.iter().map(|own| own.name.clone()).collect(),
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
