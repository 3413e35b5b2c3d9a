//! What is known when a run is over: statistics, what is recorded of them, and criteria.

use cdl_graph::{Comparison, Criterion, Finding, Node, Origin, Output, Sensor, Signals, Statistic};

use super::Lowering;
use super::record::unit;
use crate::diagnostics::render::named;

/// What a graph records at instants, and what it records and judges at the end.
pub(super) struct Concluded {
    pub(super) outputs: Vec<Output>,
    pub(super) statistics: Vec<Statistic>,
    pub(super) findings: Vec<Finding>,
    pub(super) criteria: Vec<Criterion>,
}

impl Lowering<'_> {
    /// Of all that is recorded, what a statistic goes into is known at the end only.
    pub(super) fn concluded(&self, recorded: Vec<Output>) -> Concluded {
        let model = self.model;
        if model.statistics.is_empty() && model.criteria.is_empty() {
            let (statistics, findings, criteria) = (Vec::new(), Vec::new(), Vec::new());
            return Concluded { outputs: recorded, statistics, findings, criteria };
        }
        let is_concluded = concluded_nodes(&self.signals);
        let is_late = |output: &Output| output.nodes.iter().any(|node| is_concluded[node.index()]);
        let (findings, outputs) = recorded.into_iter().partition::<Vec<_>, _>(is_late);
        let statistics = (0..).zip(&model.statistics).map(|(index, own)| Statistic {
            origin: Some(Origin::Statistic(index)),
            measure: own.measure,
            of: own.of,
            share: own.share,
        });
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
            statistics: statistics.collect(),
            findings: findings.into_iter().map(Finding).collect(),
            criteria: criteria.collect(),
        }
    }
}

fn comparison(own: &crate::typed::Comparison) -> Comparison {
    let crate::typed::Comparison { left, operation, right, dimension, unit: symbol } = *own;
    Comparison { left, operation, right, unit: unit(symbol, dimension) }
}

/// Of each node, whether a statistic goes into it. Variables cannot read any.
fn concluded_nodes(signals: &Signals) -> Vec<bool> {
    let mut found = Vec::with_capacity(signals.nodes.len());
    for node in signals.nodes.iter() {
        let own = matches!(node, Node::Sensor { sensor: Sensor::Statistic(_), .. });
        let late = own || node.operands().any(|id| found.get(id.index()) == Some(&true));
        found.push(late);
    }
    found
}
