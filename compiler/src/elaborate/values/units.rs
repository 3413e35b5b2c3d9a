//! What unit tokens mean, each read once.

use cdl_grammar::syntax::Name;

use super::Values;
use crate::elaborate::context::Context;
use crate::elaborate::report;
use crate::units::{Dimension, Unit, unit_named};

impl<'a> Values<'a> {
    /// What a unit token means; `None` after reporting that it means nothing.
    pub(in crate::elaborate) fn unit(&mut self, context: Context, unit: &'a Name) -> Option<Unit> {
        if let Some(&known) = self.units.get(unit.text.as_ref()) {
            if known.is_none() {
                self.unknown_unit(context, unit);
            }
            return known;
        }
        let meaning = unit_named(&unit.text).ok();
        self.units.insert(&unit.text, meaning);
        if meaning.is_none() {
            self.unknown_unit(context, unit);
        }
        meaning
    }

    fn unknown_unit(&mut self, context: Context, unit: &Name) {
        if let Err(unknown) = unit_named(&unit.text) {
            let place = context.place(unit.span);
            self.report(context, report::unknown_unit(place, &unit.text, &unknown));
        }
    }

    /// The dimension of a unit of the schema.
    pub(in crate::elaborate) fn schema_dimension(&mut self, unit: &'static str) -> Dimension {
        if let Some(Some(known)) = self.units.get(unit) {
            return known.dimension;
        }
        let meaning = unit_named(unit).ok();
        self.units.insert(unit, meaning);
        meaning.map_or(Dimension::NONE, |unit| unit.dimension)
    }
}

/// The unit to propose for a dimension.
pub(in crate::elaborate) fn unit_of(dimension: Dimension) -> &'static str {
    crate::units::QUANTITY_TYPES
        .iter()
        .find(|ty| crate::units::unit_named(ty.unit).is_ok_and(|unit| unit.dimension == dimension))
        .map_or("1", |ty| ty.unit)
}
