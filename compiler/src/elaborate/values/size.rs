//! How much a value holds. Values share what they are made of, so a few lines could make one of which nobody could look
//! at each number.

use super::Values;
use crate::elaborate::context::Context;
use crate::place::Place;
use crate::typed::Value;

/// Numbers and the like in one value; a table is the place for more.
const MOST: usize = 1_000_000;

impl Values<'_> {
    /// Whether these are too many for one value; says so.
    pub(super) fn are_too_many<'v>(
        &mut self,
        context: Context,
        place: Place,
        values: impl IntoIterator<Item = &'v Value>,
    ) -> bool {
        let mut left = MOST;
        let fits = values.into_iter().all(|value| take(value, &mut left));
        if !fits {
            self.report(context, crate::elaborate::report::too_many_values(place, MOST));
        }
        !fits
    }
}

/// Counts what a value holds off what is left; false where that is not enough.
fn take(value: &Value, left: &mut usize) -> bool {
    let Some(rest) = left.checked_sub(1) else { return false };
    *left = rest;
    match value {
        Value::Array(values) => values.iter().all(|value| take(value, left)),
        Value::Struct(fields) => fields.iter().all(|(_, value)| take(value, left)),
        _ => true,
    }
}
