//! Whether what happens at an instant happens within the run.

use cdl_graph::NodeId;

use super::Unfolding;
use crate::diagnostics;
use crate::elaborate::context::Context;
use crate::place::Place;
use crate::row::Row;
use crate::schema::{self, KindId};
use crate::typed::{self, Element, Value};

/// Of the end of a run, relative; what happens at its end happens.
const ROUNDING: f64 = 1e-9;

impl Unfolding<'_, '_> {
    /// Says of each `at` beyond the end of a simulation that it never happens, but where the instant is a parameter: one that is late by
    /// default is how a model says that something happens only if asked for.
    pub(super) fn check_instants(&mut self, context: Context) {
        let Some((duration, end)) = self.elements.experiment.as_ref().and_then(end) else { return };
        let nodes = &mut self.values.nodes;
        let Some(duration) = nodes.value(duration) else { return };
        let late: Vec<(Place, f64)> = instants(self.values.entities.elements())
            .filter_map(|(node, place)| Some((place, nodes.constant_value(node)?)))
            .filter(|(_, instant)| *instant > duration * (1.0 + ROUNDING))
            .collect();
        for (place, instant) in late {
            let report = diagnostics::beyond_the_end(place, instant, (duration, end));
            self.values.report(context, report);
        }
    }
}

/// How long a simulation takes, and where that stands.
fn end(experiment: &typed::Experiment) -> Option<(NodeId, Place)> {
    let field = experiment.fields.get("duration")?;
    match field.value {
        Value::Scalar { node, .. } => Some((node, field.place)),
        _ => None,
    }
}

/// Of each `at`.
fn instants(elements: &Row<Element>) -> impl Iterator<Item = (NodeId, Place)> {
    let events = elements.iter().filter(|own| own.kind == KindId::At);
    events.filter_map(|event| match event.field(schema::LAW)?.value {
        Value::Scalar { node, .. } => Some((*node, event.place_of(schema::LAW))),
        _ => None,
    })
}
