//! Names of columns: a table that has two of one name cannot be read by name.

use super::Unfolding;
use crate::diagnostics;
use crate::elaborate::context::Context;
use crate::place::Place;
use crate::schema::KindId;
use crate::typed::{Record, Value};
use cdl_graph::NodeId;

/// Columns that the table of a study has whatever is recorded.
const OF_STUDIES: [&str; 3] = ["outcome", "message", "notes"];

/// A column that the results have anyway.
enum Anyway {
    /// What rows go along.
    Axis,
    /// A parameter, by where that is said to be varied or looked for.
    Parameter(Place),
    /// What became of a variant.
    OfVariant,
}

impl Unfolding<'_, '_> {
    /// Whether a record may be added. Reports one whose columns are called as others; what is in the results already is left out.
    pub(super) fn has_own_columns(
        &mut self,
        context: Context,
        record: &Record,
        is_named: bool,
    ) -> bool {
        if let Some(anyway) = self.anyway(&record.name) {
            // By its own name it is that.
            let is_same = !is_named && !matches!(anyway, Anyway::OfVariant);
            if !is_same {
                self.report_anyway(context, record, &anyway);
            }
            return false;
        }
        let mut is_there = false;
        for (column, node) in columns(record) {
            let Some(earlier) = self.elements.records.column(&column) else { continue };
            if earlier.node != node || earlier.unit != record.unit {
                let report =
                    diagnostics::duplicate_name(record.place, "the column", &column, earlier.place);
                let report = report.note("`as` records one of them under another name");
                self.values.report(context, report);
                return false;
            }
            is_there = true;
        }
        // A vector is more than the one of its components that is there.
        !is_there || self.elements.records.replace_components(record)
    }

    fn anyway(&self, name: &str) -> Option<Anyway> {
        let experiment = self.elements.experiment.as_ref()?;
        if !self.elements.is_study {
            let has_time = matches!(experiment.kind, KindId::Simulate | KindId::Equilibrium);
            return (has_time && name == "time").then_some(Anyway::Axis);
        }
        if OF_STUDIES.contains(&name) {
            return Some(Anyway::OfVariant);
        }
        let varied = experiment.variations.iter().map(|own| (own.name.as_str(), own.place));
        let chosen = self.elements.choices.iter().map(|own| (own.name.as_str(), own.place));
        let sought = self.elements.criteria.iter();
        let sought = sought.filter_map(|own| Some((own.parameter.as_deref()?, own.place)));
        let mut all = varied.chain(chosen).chain(sought);
        all.find(|(own, _)| *own == name).map(|(_, place)| Anyway::Parameter(place))
    }

    fn report_anyway(&mut self, context: Context, record: &Record, anyway: &Anyway) {
        let (what, other) = match anyway {
            Anyway::Axis => ("what the rows go along", None),
            Anyway::Parameter(place) => ("a parameter of the study", Some(*place)),
            Anyway::OfVariant => ("what became of each variant of a study", None),
        };
        let report = diagnostics::column_there(record.place, &record.name, what, other);
        self.values.report(context, report);
    }
}

/// What a record is written to. Those of matrices have numbers, which nothing else is called by.
pub(super) fn columns(record: &Record) -> Vec<(String, NodeId)> {
    let named = |parts: &[&str], nodes: &[NodeId]| {
        let names = parts.iter().map(|part| format!("{}{part}", record.name));
        names.zip(nodes.iter().copied()).collect()
    };
    match &record.value {
        Value::Scalar { node, .. } | Value::Condition(node) | Value::Enum { node, .. } => {
            named(&[""], &[*node])
        }
        Value::Vector { nodes, .. } => named(&[".x", ".y", ".z"], nodes),
        Value::Attitude(nodes) => named(&[".w", ".x", ".y", ".z"], nodes),
        Value::Matrix { .. }
        | Value::Bool(_)
        | Value::Int(_)
        | Value::Text(_)
        | Value::Table(_)
        | Value::Array(_)
        | Value::Struct(_)
        | Value::Variant { .. }
        | Value::Entity(_)
        | Value::Error => Vec::new(),
    }
}
