//! `in deg`: the unit in which something is recorded or plotted. All else goes on in SI units.

use std::sync::Arc;

use cdl_grammar::syntax::{Expr, Name};

use super::Unfolding;
use crate::diagnostics;
use crate::elaborate::context::Context;
use crate::place::Place;
use crate::typed::Value;
use crate::units::{Dimension, Unit, customary, describe, describe_unit, si_unit, unit_named};

/// What is to be recorded, beside its value.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    /// Of the whole entry.
    pub(super) place: Place,
    /// Absent for that of the quantity.
    pub(super) unit: Option<ShownIn<'a>>,
    /// By a word of its own, and not by what it is.
    pub(super) is_named: bool,
}

/// A unit behind `in`.
#[derive(Clone, Copy)]
pub(super) struct ShownIn<'a> {
    name: &'a Name,
    unit: Unit,
    place: Place,
}

impl Asked<'_> {
    /// In the unit of the quantity.
    pub(super) fn plain(place: Place) -> Self {
        Self { place, unit: None, is_named: true }
    }
}

impl<'a> Unfolding<'_, 'a> {
    /// What is to be shown, and in which unit. One that means nothing is reported, and not asked for.
    pub(super) fn shown_in<'s>(
        &mut self,
        context: Context,
        expr: &'s Expr,
    ) -> (&'s Expr, Option<ShownIn<'s>>) {
        let (expr, name) = expr.shown_in();
        let place = |name: &Name| context.place(name.span);
        let unit = name.and_then(|name| {
            let unit = self.values.unit(context, name)?;
            Some(ShownIn { name, unit, place: place(name) })
        });
        (expr, unit)
    }

    /// The symbol of the unit in which a value is recorded, where it is not the SI unit of its dimension: the one that
    /// is asked for, or that of the quantity. Reports one that does not fit.
    pub(super) fn shown_unit(
        &mut self,
        context: Context,
        value: &Value,
        asked: Option<ShownIn<'_>>,
    ) -> Option<Arc<str>> {
        let (node, dimension) = match value {
            Value::Scalar { node, dimension } => (Some(*node), Some(*dimension)),
            Value::Vector { nodes, dimension } => (nodes.first().copied(), Some(*dimension)),
            Value::Matrix { nodes, dimension } => (nodes.first().copied(), Some(*dimension)),
            _ => (None, None),
        };
        let is_matrix = matches!(value, Value::Matrix { .. });
        let own = node.filter(|_| !is_matrix).and_then(|node| self.recorded_unit(node));
        let Some(asked) = asked else { return own.map(Arc::from) };
        let Some(dimension) = dimension else {
            let found = self.values.type_of(value);
            self.values.report(context, diagnostics::without_unit(asked.place, &found));
            return None;
        };
        if fits(asked.unit, dimension, own) {
            return Some(asked.name.text.as_str().into());
        }
        let found = own.map_or_else(|| describe(dimension), describe_unit);
        let units = match own {
            Some(own) => customary(own),
            None => customary(&si_unit(dimension)),
        };
        let report = diagnostics::not_shown_in(asked.place, &asked.name.text, &found, units);
        self.values.report(context, report);
        own.map(Arc::from)
    }
}

/// Whether a quantity that is recorded in `own` can be shown in another unit. An angle is not told from a number by its dimension, so `rad/s` would
/// become as many Hz, 2 pi times too much.
fn fits(asked: Unit, dimension: Dimension, own: Option<&'static str>) -> bool {
    let own = own.and_then(|own| unit_named(own).ok());
    asked.dimension == dimension && own.is_none_or(|own| own.angle == asked.angle)
}
