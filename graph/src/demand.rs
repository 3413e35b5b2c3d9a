//! What fields take: ranges of values that parameters decide on.
//!
//! The compiler has checked them with the numbers that it was given. With other ones the graph is assembled again and not
//! compiled, so it says itself what they have to be.

use crate::slot::{fixed, visit};
use crate::text::{Expressions, section};
use crate::{Graph, NodeId, Origin, Range};

/// A field of the user's that takes a value within a range only.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Demand {
    /// Such as `mass`, as the user writes it.
    pub field: &'static str,
    pub value: NodeId,
    pub range: Range,
    /// Where the value is written.
    #[serde(skip)]
    pub origin: Option<Origin>,
}

visit!(Demand, |demand, see| {
    let Demand { field, value, range, origin: _ } = demand;
    fixed(field).within(*range).each([value], see);
});

pub(crate) fn text(graph: &Graph, expressions: &Expressions) -> String {
    let line = |demand: &Demand| {
        let Demand { field, value, range, origin: _ } = demand;
        format!("{field}: {} is {}", expressions.scalar(*value), range.expected())
    };
    section("demands", graph.demands.iter().map(line))
}
