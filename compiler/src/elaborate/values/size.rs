//! How much a value holds. Values share what they are made of, so a few lines could make one of which nobody could look
//! at each number.

use super::Values;
use crate::elaborate::context::Context;
use crate::place::Place;
use crate::typed::Value;

/// Numbers and the like in one value; a table is the place for more.
const MOST: usize = 1_000_000;

/// Bytes of a text, which is a name of a file or a column, or a sentence.
const LONGEST_TEXT: usize = 10_000;

impl Values<'_> {
    /// Whether these are too many for one value. Says so, and nothing else is evaluated: what is made of such a value,
    /// or beside it in the same way, would take as long again.
    pub(super) fn are_too_many<'v>(
        &mut self,
        context: Context,
        place: Place,
        values: impl IntoIterator<Item = &'v Value>,
    ) -> bool {
        let mut left = MOST;
        let fits = values.into_iter().all(|value| take(value, &mut left));
        self.effort.spend_for(MOST - left);
        if !fits {
            self.report(context, crate::elaborate::report::too_many_values(place, MOST));
            self.give_up();
        }
        !fits
    }

    /// The same of what is in one value.
    pub(super) fn is_too_large(&mut self, context: Context, place: Place, value: &Value) -> bool {
        matches!(value, Value::Array(_)) && self.are_too_many(context, place, [value])
    }

    /// Two texts one behind the other.
    pub(super) fn joined(&mut self, context: Context, place: Place, a: &str, b: &str) -> Value {
        if a.len() + b.len() > LONGEST_TEXT {
            self.report(context, crate::elaborate::report::too_long_text(place, LONGEST_TEXT));
            return Value::Error;
        }
        Value::Text(format!("{a}{b}").into())
    }
}

/// Counts what a value holds off what is left; false where that is not enough.
fn take(value: &Value, left: &mut usize) -> bool {
    let Some(rest) = left.checked_sub(1) else { return false };
    *left = rest;
    match value {
        Value::Array(values) => values.iter().all(|value| take(&value, left)),
        Value::Struct(fields) => fields.iter().all(|(_, value)| take(value, left)),
        Value::Variant { arguments, .. } => arguments.iter().all(|(_, value)| take(value, left)),
        Value::Bool(_)
        | Value::Condition(_)
        | Value::Int(_)
        | Value::Text(_)
        | Value::Enum { .. }
        | Value::Scalar { .. }
        | Value::Vector { .. }
        | Value::Attitude(_)
        | Value::Matrix { .. }
        | Value::Table(_)
        | Value::Entity(_)
        | Value::Error => true,
    }
}
