//! Ways to take what a function is given.

use cdl_graph::NodeId;

use super::function::Given;
use crate::elaborate::report;
use crate::elaborate::values::Values;
use crate::elaborate::values::fit::{bare_number, is_zero};
use crate::typed::Value;
use crate::units::Dimension;

impl<'a> Values<'a> {
    /// Says that an argument has the wrong type.
    pub(super) fn wrong_argument(&mut self, given: &Given<'_>, index: usize, expected: &str) {
        let (Some(expr), Some(value)) = (given.expr(index), given.value(index)) else { return };
        let found = self.type_of(value);
        let place = given.context.place(expr.span);
        let of = given.of(index).words();
        self.report(given.context, report::wrong_type(place, expected, &found, of.as_deref()));
    }

    /// An argument that is a number of any dimension.
    pub(super) fn number_argument(
        &mut self,
        given: &Given<'_>,
        index: usize,
    ) -> Option<(NodeId, Dimension)> {
        match given.value(index)? {
            value @ (Value::Int(_) | Value::Scalar { .. }) => Some(self.scalar_parts(value)),
            _ => {
                self.wrong_argument(given, index, "a number");
                None
            }
        }
    }

    /// An argument without dimension.
    pub(super) fn plain_argument(&mut self, given: &Given<'_>, index: usize) -> Option<NodeId> {
        let (node, dimension) = self.number_argument(given, index)?;
        if dimension.is_none() {
            return Some(node);
        }
        let place = given.context.place(given.expr(index)?.span);
        let what = format!("`{}`", given.builtin.name);
        self.report(given.context, report::needs_plain_number(place, &what, dimension));
        None
    }

    /// An argument that is an angle; a bare number needs a unit.
    pub(super) fn angle_argument(&mut self, given: &Given<'_>, index: usize) -> Option<NodeId> {
        let (node, dimension) = self.number_argument(given, index)?;
        let (expr, of) = (given.expr(index)?, given.of(index));
        let fits = self.fits(given.context, expr, dimension, Dimension::NONE, "rad", of);
        fits.then_some(node)
    }

    pub(super) fn vector_argument(
        &mut self,
        given: &Given<'_>,
        index: usize,
    ) -> Option<([NodeId; 3], Dimension)> {
        match *given.value(index)? {
            Value::Vector { nodes, dimension } => Some((nodes, dimension)),
            _ => {
                self.wrong_argument(given, index, "a vector");
                None
            }
        }
    }

    pub(super) fn direction_argument(
        &mut self,
        given: &Given<'_>,
        index: usize,
    ) -> Option<[NodeId; 3]> {
        let (expr, value) = (given.expr(index)?, given.value(index)?);
        match self.as_direction(given.context, expr, value, given.of(index)) {
            Value::Vector { nodes, .. } => Some(nodes),
            _ => None,
        }
    }

    pub(super) fn attitude_argument(
        &mut self,
        given: &Given<'_>,
        index: usize,
    ) -> Option<[NodeId; 4]> {
        match *given.value(index)? {
            Value::Attitude(nodes) => Some(nodes),
            _ => {
                self.wrong_argument(given, index, "an attitude");
                None
            }
        }
    }

    /// Whether the numbers of an array, the first argument, have one dimension; says so otherwise.
    pub(super) fn has_one_dimension(&mut self, given: &Given<'_>, values: &[Value]) -> bool {
        let dimension = |value: &Value| match value {
            Value::Scalar { dimension, .. } | Value::Vector { dimension, .. } => Some(*dimension),
            _ => None,
        };
        let Some(first) = values.first().and_then(dimension) else { return true };
        let Some(other) = values.iter().filter_map(dimension).find(|&own| own != first) else {
            return true;
        };
        if let Some(expr) = given.expr(0) {
            let place = given.context.place(expr.span);
            self.report(given.context, report::mixed_turns(place, first, other));
        }
        false
    }

    /// The dimension that several arguments have in common; literal zeros take that of the others.
    pub(super) fn common_argument_dimension(
        &mut self,
        given: &Given<'_>,
        parts: &[(usize, Dimension)],
    ) -> Option<Dimension> {
        let zero = |index: usize| given.expr(index).is_some_and(is_zero);
        // A bare number takes its unit from one that has one, not the other way round.
        let bare = |&(index, dimension): &(usize, Dimension)| {
            dimension.is_none() && given.expr(index).is_some_and(|expr| bare_number(expr).is_some())
        };
        let leading = parts
            .iter()
            .find(|part| !zero(part.0) && !bare(part))
            .or_else(|| parts.iter().find(|part| !zero(part.0)))
            .or_else(|| parts.first())?;
        for part @ &(index, dimension) in parts {
            if dimension == leading.1 || zero(index) {
                continue;
            }
            let (expr, first) = (given.expr(index)?, given.expr(leading.0)?);
            let place = given.context.place(expr.span);
            let of = given.of(index).words();
            let report = match bare_number(expr) {
                Some(text) if bare(part) => report::missing_unit(
                    place,
                    &text,
                    &crate::units::si_unit(leading.1),
                    of.as_deref(),
                ),
                _ => report::incompatible_arguments(
                    given.context.place(given.span),
                    given.builtin.name,
                    (given.context.place(first.span), leading.1),
                    (place, dimension),
                ),
            };
            self.report(given.context, report);
            return None;
        }
        Some(leading.1)
    }
}
