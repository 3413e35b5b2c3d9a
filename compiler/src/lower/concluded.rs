//! What is known when a run is over: statistics, what is recorded of them, and criteria.

use cdl_graph::{
    Comparison, Criterion, Finding, Measure, Node, NodeId, Origin, Output, OutputUnit, Sensor,
    Signals, Statistic, StatisticId, VarId,
};
use rustc_hash::FxHashMap;

use super::Lowering;
use super::record::unit;
use crate::diagnostics;
use crate::diagnostics::render::named;
use crate::typed;

/// What a graph records at instants, and what it records and judges at the end.
pub(super) struct Concluded {
    pub(super) outputs: Vec<Output>,
    pub(super) statistics: Vec<Statistic>,
    pub(super) findings: Vec<Finding>,
    pub(super) criteria: Vec<Criterion>,
}

impl Lowering<'_> {
    /// Of all that is recorded, what a statistic goes into is known at the end only.
    pub(super) fn concluded(&mut self, recorded: Vec<Output>) -> Concluded {
        let model = self.model;
        if model.statistics.is_empty() && model.criteria.is_empty() {
            let (statistics, findings, criteria) = (Vec::new(), Vec::new(), Vec::new());
            return Concluded { outputs: recorded, statistics, findings, criteria };
        }
        let is_concluded = concluded_nodes(&self.signals);
        let is_late = |output: &Output| output.nodes.iter().any(|node| is_concluded[node.index()]);
        let (mut findings, outputs) = recorded.into_iter().partition::<Vec<_>, _>(is_late);
        let input = model.experiment.as_ref().and_then(|own| own.inputs.first());
        let mut amplitudes = Amplitudes::default();
        let mut statistics = Vec::with_capacity(model.statistics.len());
        for (index, own) in (0..).zip(&model.statistics) {
            let mut of = own.of;
            if let (Measure::LargestAmplitude, Some(node)) = (own.measure, own.of) {
                let mut all =
                    outputs.iter().flat_map(|own| own.nodes.iter().map(move |k| (k, own)));
                match all
                    .find(|(known, _)| are_same(&self.signals, &self.definitions, (**known, node)))
                {
                    Some((known, output)) => {
                        of = Some(*known);
                        let by = input.map_or("", |own| &own.unit);
                        amplitudes.0.push((StatisticId(index), output.unit.per(by)));
                    }
                    None => {
                        let report = diagnostics::amplitude_of_what_is_not_recorded(own.place);
                        self.diagnostics.push(report);
                    }
                }
            }
            let origin = Some(Origin::Statistic(index));
            statistics.push(Statistic { origin, measure: own.measure, of, share: own.share });
        }
        for finding in &mut findings {
            let record = match finding.origin {
                Some(Origin::Record(index)) => model.records.get(index as usize),
                _ => None,
            };
            if record.is_some_and(|own| own.unit.is_some()) {
                continue;
            }
            let mut nodes = finding.nodes.iter();
            let unit = nodes.find_map(|node| amplitudes.unit(&self.signals, *node));
            finding.unit = unit.unwrap_or_else(|| finding.unit.clone());
        }
        let comparison = |own: &typed::Comparison| {
            let typed::Comparison { left, operation, right, dimension, unit: ref symbol } = *own;
            let amplitude = || {
                let own = amplitudes.unit(&self.signals, left);
                own.or_else(|| amplitudes.unit(&self.signals, right))
            };
            let amplitude = if symbol.is_some() { None } else { amplitude() };
            let unit = amplitude.unwrap_or_else(|| unit(symbol.as_deref(), dimension));
            Comparison { left, operation, right, unit }
        };
        let criteria = (0..).zip(&model.criteria).map(|(index, own)| Criterion {
            name: own.name.clone(),
            text: own.text.clone(),
            message: own.note.as_ref().map(|note| named(note).into_owned()),
            origin: Some(Origin::Criterion(index)),
            holds: own.holds,
            parameter: own.parameter.clone(),
            comparisons: own.comparisons.iter().map(comparison).collect(),
        });
        Concluded {
            outputs,
            statistics,
            findings: findings.into_iter().map(Finding).collect(),
            criteria: criteria.collect(),
        }
    }
}

/// The units of amplitudes, which have no name of their own: those of what swings by that of the input.
#[derive(Default)]
struct Amplitudes(Vec<(StatisticId, OutputUnit)>);

impl Amplitudes {
    /// Of a node that is one; nothing of what is computed of one.
    fn unit(&self, signals: &Signals, node: NodeId) -> Option<OutputUnit> {
        let Node::Sensor { sensor: Sensor::Statistic(id), .. } = signals.node(node) else {
            return None;
        };
        self.0.iter().find(|(own, _)| *own == id).map(|(_, unit)| unit.clone())
    }
}

/// Whether two nodes are one expression.
fn are_same(
    signals: &Signals,
    defined: &FxHashMap<VarId, NodeId>,
    (a, b): (NodeId, NodeId),
) -> bool {
    let meant = |id: NodeId| match signals.node(id) {
        Node::Var(var) => defined.get(&var).copied().unwrap_or(id),
        _ => id,
    };
    let mut pairs = vec![(a, b)];
    while let Some((a, b)) = pairs.pop() {
        let (a, b) = (meant(a), meant(b));
        if a == b {
            continue;
        }
        let own = [a, b].map(|id| signals.node(id));
        let [alone, other] = own.map(|node| node.reading(|_| NodeId(0)));
        if alone != other {
            return false;
        }
        let [first, second] = own;
        pairs.extend(first.reads().zip(second.reads()));
    }
    true
}

/// Of each node, whether a statistic goes into it, also by the name of one.
fn concluded_nodes(signals: &Signals) -> Vec<bool> {
    let mut late = vec![false; signals.vars.len()];
    loop {
        let mut found: Vec<bool> = Vec::with_capacity(signals.nodes.len());
        for node in signals.nodes.iter() {
            let own = match node {
                Node::Sensor { sensor: Sensor::Statistic(_), .. } => true,
                Node::Var(var) => late[var.index()],
                _ => false,
            };
            found.push(own || node.operands().any(|id| found.get(id.index()) == Some(&true)));
        }
        let mut is_known = true;
        for equation in &signals.equations {
            let own = &mut late[equation.var.index()];
            is_known &= *own || !found[equation.value.index()];
            *own |= found[equation.value.index()];
        }
        if is_known {
            return found;
        }
    }
}
