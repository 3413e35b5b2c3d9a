//! What a run has to show, judged when it is over.

use crate::slot::{needed, visit};
use crate::text::{Expressions, section};
use crate::{BinaryOp, Graph, NodeId, Origin, OutputUnit, Stage};

/// A condition on what a run has come to.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Criterion {
    pub name: String,
    /// As it was written, such as `peak < 0.6 MN`.
    pub text: String,
    /// What it means where it does not hold, in the user's words.
    pub message: Option<String>,
    #[serde(skip)]
    pub origin: Option<Origin>,
    /// 1 or 0.
    pub holds: NodeId,
    /// The parameter that is looked for such that both sides of its one comparison are equal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parameter: Option<String>,
    /// What it compares, to be shown with the verdict.
    pub comparisons: Vec<Comparison>,
}

/// `left OPERATION right`, all of which a criterion demands.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Comparison {
    pub left: NodeId,
    pub operation: BinaryOp,
    pub right: NodeId,
    pub unit: OutputUnit,
}

visit!(Criterion, |criterion, see| {
    let Criterion { name: _, text: _, message: _, origin: _, holds, parameter: _, comparisons } =
        criterion;
    let concluded = || needed("value", Some(Stage::Conclusion));
    concluded().each([holds], see);
    for comparison in comparisons {
        let Comparison { left, operation: _, right, unit: _ } = comparison;
        concluded().each([left, right], see);
    }
});

pub(crate) fn text(graph: &Graph, expressions: &Expressions) -> String {
    let lines = graph.criteria.iter().map(|criterion| {
        // One that a parameter is looked for with says so in its name.
        let Criterion { name, text: _, message, origin: _, holds, parameter: _, comparisons: _ } =
            criterion;
        let note = message.as_ref().map_or(String::new(), |note| format!(" else {note:?}"));
        format!("{name}: {}{note}", expressions.scalar(*holds))
    });
    section("criteria", lines)
}
