//! What a run has come to when it is over: what was recorded once, and what its criteria say.

use cdl_graph::{BinaryOp, Comparison, Graph, Measure, Node, NodeId, Sensor};

use super::formulation::Formulation;
use super::report::Outcome;
use super::statistics::Statistics;
use super::verdict::Judgement;
use crate::model::Model;
use crate::results::{Column, rounded};
use crate::signals::{Stage, Values, reached};

/// What is known when a run is over.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Conclusion {
    /// Statistics and what follows from them, in the units in which they are recorded.
    pub findings: Vec<(Column, f64)>,
    /// In the order in which they are written.
    pub criteria: Vec<Judged>,
    /// Why some of what is recorded has no value.
    pub notes: Vec<String>,
}

/// A criterion with what became of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// Of the `require`.
    pub name: String,
    /// As it was written.
    pub text: String,
    /// The user's words where it is not met.
    pub message: Option<String>,
    /// What became of it.
    pub ruling: Ruling,
    /// Why it cannot be judged although the run is over.
    pub why: Option<String>,
    /// What it compares, with the numbers of this run.
    pub compared: Vec<Compared>,
}

/// What became of a criterion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// It holds.
    Met,
    /// It does not.
    Failed,
    /// The run has not come to its end, or something that it reads is no finite number.
    NotJudged,
}

/// `left OPERATION right`
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// In the unit.
    pub left: f64,
    /// As it is written, such as `<`.
    pub operation: &'static str,
    /// In the unit.
    pub right: f64,
    /// As numbers are shown.
    pub unit: String,
}

/// What small motions have come to, of which no signal tells.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct SmallMotions {
    pub(super) modes: ModesFound,
    /// Of each recorded node the largest swing for each unit of the input, SI.
    pub(super) amplitudes: Vec<(NodeId, f64)>,
}

/// Frequency, Hz, and damping ratio, the slowest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum ModesFound {
    /// They are not looked for.
    #[default]
    Unasked,
    /// As many as there are, or as were asked for.
    All(Vec<[f64; 2]>),
    /// Some were left out, so nobody knows which number one has.
    InPart,
}

impl SmallMotions {
    /// Of one by its number.
    fn mode(&self, number: u32) -> Option<[f64; 2]> {
        let ModesFound::All(modes) = &self.modes else { return None };
        modes.get(usize::try_from(number).ok()?.checked_sub(1)?).copied()
    }

    /// Why what is measured has no value.
    fn missing(&self, measure: Measure) -> Option<String> {
        let number = measure.mode()?;
        match &self.modes {
            ModesFound::Unasked => None,
            ModesFound::All(_) => Some(format!("no mode {number} has been found")),
            ModesFound::InPart => Some(
                "motions were left out of the search, or may be slow that count as free, so nobody knows which number a mode has"
                    .to_owned(),
            ),
        }
    }
}

impl Conclusion {
    /// Whether all that was demanded has been met.
    pub fn is_met(&self) -> bool {
        self.criteria.iter().all(|own| own.ruling == Ruling::Met)
    }
}

/// `course` stands where the run has ended; what is read of it is overwritten.
pub(super) fn conclude(
    model: &Model,
    course: &mut dyn Formulation,
    statistics: Option<&Statistics>,
    (judgement, outcome): (&Judgement, &Outcome),
    small: &SmallMotions,
) -> Conclusion {
    let graph = &model.mechanism.graph;
    if graph.findings.is_empty() && graph.criteria.is_empty() {
        return Conclusion::default();
    }
    let is_over = outcome.is_over();
    if is_over {
        course.read(course.time(), f64::INFINITY);
    }
    let mut values = course.values().clone();
    let imbalance = if judgement.rounding { 0.0 } else { judgement.ratio() };
    enter(graph, statistics, (small, imbalance), &mut values);
    model.mechanism.tape.run(Stage::Conclusion, course.time(), &mut values);
    let why = |nodes: &[NodeId]| match is_over {
        true => reason(model, (statistics, small), &values, nodes),
        false => None,
    };
    let notes = without_value(graph, why);
    let findings = super::recorder::columns_of(graph.findings.iter().map(|finding| {
        let cdl_graph::Finding(output) = finding;
        (output.name.as_str(), &output.unit, output.nodes.as_slice())
    }));
    let findings = findings
        .into_iter()
        .map(|(column, node, factor)| (column, values.scalar(node) / factor))
        .collect();
    let criteria = graph.criteria.iter().map(|criterion| {
        let compared: Vec<Compared> =
            criterion.comparisons.iter().map(|own| compared(own, &values)).collect();
        let holds = values.scalar(criterion.holds);
        let is_swing = reached(&model.mechanism.tape, [criterion.holds]).any(|(_, node)| {
            matches!(node, Node::Sensor { sensor: Sensor::Statistic(own), .. }
                if graph.statistics[own.index()].measure == Measure::LargestAmplitude)
        });
        let mut sides = compared.iter().flat_map(|own| [own.left, own.right]);
        // What has no bounds is larger than any bound.
        let has_bounds = |value: f64| value.is_finite() || value.is_infinite() && is_swing;
        let is_known = holds.is_finite() && sides.all(has_bounds);
        let why = (is_over && !is_known).then(|| {
            let compared = criterion.comparisons.iter().flat_map(|own| [own.left, own.right]);
            let read: Vec<NodeId> = compared.chain([criterion.holds]).collect();
            why(&read).unwrap_or_else(|| WITHOUT_VALUE.to_owned())
        });
        Judged {
            name: criterion.name.clone(),
            text: criterion.text.clone(),
            message: criterion.message.clone(),
            ruling: match (is_over && is_known, holds != 0.0) {
                (false, _) => Ruling::NotJudged,
                (true, true) => Ruling::Met,
                (true, false) if criterion.parameter.is_some() && is_found(&compared) => {
                    Ruling::Met
                }
                (true, false) => Ruling::Failed,
            },
            why,
            compared,
        }
    });
    Conclusion { findings, criteria: criteria.collect(), notes }
}

/// Why a criterion cannot be judged, where nothing better is known.
const WITHOUT_VALUE: &str = "something that it compares is no finite number: a statistic of a run that ended before its \
     `discard` was over, or a quotient or a root without a value";

/// Of a parameter that was looked for, both sides are equal but for this share of them, or this much.
const FOUND: f64 = 1e-6;
const FOUND_AT_ZERO: f64 = 1e-9;

/// Whether both sides of all equations are equal.
fn is_found(compared: &[Compared]) -> bool {
    compared.iter().all(|own| {
        let size = own.left.abs().max(own.right.abs());
        (own.left - own.right).abs() <= (FOUND * size).max(FOUND_AT_ZERO)
    })
}

/// Of a run that has had no start: nothing is known of it, and so nothing is judged.
pub(super) fn without_start(model: &Model) -> Conclusion {
    let criteria = model.mechanism.graph.criteria.iter().map(|criterion| Judged {
        name: criterion.name.clone(),
        text: criterion.text.clone(),
        message: criterion.message.clone(),
        ruling: Ruling::NotJudged,
        why: None,
        compared: Vec::new(),
    });
    Conclusion { findings: Vec::new(), criteria: criteria.collect(), notes: Vec::new() }
}

/// Gives sensors of statistics their values.
fn enter(
    graph: &Graph,
    statistics: Option<&Statistics>,
    (small, imbalance): (&SmallMotions, f64),
    values: &mut Values,
) {
    let found: Vec<f64> = (0..)
        .zip(&graph.statistics)
        .map(|(index, own): (usize, _)| match own.measure {
            Measure::Imbalance => imbalance,
            Measure::ModeFrequency(number) => small.mode(number).map_or(f64::NAN, |own| own[0]),
            Measure::ModeDamping(number) => small.mode(number).map_or(f64::NAN, |own| own[1]),
            Measure::LargestAmplitude => {
                let mut peaks = small.amplitudes.iter();
                let peak = peaks.find(|(node, _)| Some(*node) == own.of);
                peak.map_or(f64::NAN, |(_, amplitude)| *amplitude)
            }
            Measure::Maximum
            | Measure::Minimum
            | Measure::TimeOfMaximum
            | Measure::TimeOfMinimum
            | Measure::Average
            | Measure::Rms
            | Measure::Deviation
            | Measure::Percentile
            | Measure::Count => statistics.and_then(|own| own.value(index)).unwrap_or(f64::NAN),
        })
        .collect();
    for (slot, node) in graph.signals.nodes.iter().enumerate() {
        if let Node::Sensor { sensor: Sensor::Statistic(own), .. } = node {
            values.nodes[slot] = found[own.index()];
        }
    }
}

/// Of recorded numbers it is said why they have no value, of so many.
const MOST_WITHOUT_VALUE: usize = 10;

/// Notes about what is recorded and has no value.
fn without_value(graph: &Graph, reason: impl Fn(&[NodeId]) -> Option<String>) -> Vec<String> {
    let told = graph.findings.iter().filter_map(|cdl_graph::Finding(own)| {
        Some(format!("`{}` has no value: {}", own.name, reason(&own.nodes)?))
    });
    told.take(MOST_WITHOUT_VALUE).collect()
}

/// Why one of these is no finite number, and where a statistic makes it so, since when.
fn reason(
    model: &Model,
    (statistics, small): (Option<&Statistics>, &SmallMotions),
    values: &Values,
    nodes: &[NodeId],
) -> Option<String> {
    let tape = &model.mechanism.tape;
    let bad = nodes.iter().copied().find(|node| !values.scalar(*node).is_finite())?;
    let mut read = reached(tape, [bad]).filter_map(|(id, node)| match node {
        Node::Sensor { sensor: Sensor::Statistic(own), .. } => {
            let value = values.scalar(id);
            (!value.is_finite()).then_some((own.index(), value))
        }
        _ => None,
    });
    let Some((own, value)) = read.next() else { return tape.explain(bad, values) };
    let measure = model.mechanism.graph.statistics[own].measure;
    if let Some((at, why)) = statistics.and_then(|all| all.broken(own)) {
        let (name, at) = (measure.name(), rounded(at, 6));
        return Some(format!("what it is the {name} of is no finite number at {at} s: {why}"));
    }
    if measure == Measure::LargestAmplitude && value.is_infinite() {
        return Some("at some period nothing resists the motion, so it has no bounds".to_owned());
    }
    let is_empty = statistics.is_some_and(Statistics::is_empty);
    let unseen = || is_empty.then(|| "the run ended before its `discard` was over".to_owned());
    small.missing(measure).or_else(unseen)
}

/// Notes about statistics of what changes faster than it was looked at.
pub(super) fn doubted(model: &Model, statistics: &Statistics) -> Vec<String> {
    let graph = &model.mechanism.graph;
    let findings = graph
        .findings
        .iter()
        .map(|cdl_graph::Finding(output)| (output.name.as_str(), output.nodes.as_slice()));
    let criteria = graph
        .criteria
        .iter()
        .map(|criterion| (criterion.name.as_str(), std::slice::from_ref(&criterion.holds)));
    let read = findings.chain(criteria);
    let told = statistics.doubts().filter_map(|(index, share)| {
        let is_read = |node: Node| matches!(node, Node::Sensor { sensor: Sensor::Statistic(own), .. } if own.index() == index);
        let (name, _) = read.clone().find(|(_, nodes)| {
            reached(&model.mechanism.tape, nodes.iter().copied()).any(|(_, node)| is_read(node))
        })?;
        let measure = graph.statistics[index].measure.name();
        Some(format!(
            "what `{name}` is the {measure} of changes fast within steps, and has not been followed everywhere: it is known to about {share:.0e} of itself; shorter steps show more"
        ))
    });
    told.collect()
}

/// With the numbers of the run.
fn compared(own: &Comparison, values: &Values) -> Compared {
    let shown = |node| values.scalar(node) / own.unit.factor;
    Compared {
        left: shown(own.left),
        operation: symbol(own.operation),
        right: shown(own.right),
        unit: own.unit.symbol.clone(),
    }
}

/// As it is written.
fn symbol(operation: BinaryOp) -> &'static str {
    match operation {
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Mod
        | BinaryOp::Pow
        | BinaryOp::Min
        | BinaryOp::Max
        | BinaryOp::Atan2
        | BinaryOp::And
        | BinaryOp::Or => "?",
    }
}
