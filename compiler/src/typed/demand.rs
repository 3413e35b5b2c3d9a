//! What fields take, where parameters decide on their values.

use cdl_graph::NodeId;

use crate::diagnostics::{self, Diagnostic};
use crate::place::Place;
use crate::schema::Range;
use crate::units::Dimension;

/// A value that a field takes only within a range. It is within it now, and other numbers of the parameters may change that.
#[derive(Clone, Debug, PartialEq)]
pub struct Demand {
    /// Of the signals.
    pub node: NodeId,
    /// Such as `mass`.
    pub field: &'static str,
    pub range: Range,
    /// That the field is written in, where the schema says so.
    pub unit: Option<&'static str>,
    pub dimension: Dimension,
    /// The expression.
    pub place: Place,
}

impl Demand {
    /// That a field does not take a value, SI.
    pub fn refused(&self, value: f64) -> Diagnostic {
        let what = format!("the field `{}`", self.field);
        // As the field's own, where that is of SI too: a frequency is no rate of turning.
        let si = crate::units::si_unit(self.dimension);
        let own = self.unit.filter(|unit| crate::units::convert(unit, &si) == Ok(1.0));
        diagnostics::out_of_range(self.place, &what, value, own.unwrap_or(&si), &self.range)
    }
}
