//! Whether what a simulation records reaches to its end.

use std::collections::BTreeMap;

use super::Unfolding;
use crate::diagnostics;
use crate::elaborate::context::Context;
use crate::typed::{Field, Value};

/// Intervals in a duration that are whole but for rounding, relative.
const ROUNDING: f64 = 1e-6;

impl Unfolding<'_, '_> {
    /// Rows are at multiples of the interval. A run that a condition ends has a row there.
    pub(super) fn check_recording(
        &mut self,
        context: Context,
        fields: &BTreeMap<&'static str, Field>,
    ) {
        let mut seconds = |name: &str| match fields.get(name)?.value {
            Value::Scalar { node, .. } => {
                self.values.nodes.value(node).filter(|value| *value > 0.0)
            }
            _ => None,
        };
        let (duration, every) = (seconds("duration"), seconds("every"));
        if let (Some(duration), Some(discard), Some(field)) =
            (duration, seconds("discard"), fields.get("discard"))
            && discard >= duration
        {
            let report = diagnostics::all_discarded(field.place, discard, duration);
            self.values.report(context, report);
        }
        let (Some(duration), Some(every), Some(field)) = (duration, every, fields.get("every"))
        else {
            return;
        };
        let intervals = duration / every;
        let ends_by_condition = fields.get("until").is_some_and(|until| !until.is_default);
        let is_whole = (intervals - intervals.round()).abs() <= ROUNDING * intervals.max(1.0);
        if intervals < 1.0 - ROUNDING {
            self.values.report(context, diagnostics::one_row(field.place, duration));
        } else if !is_whole && !ends_by_condition {
            let report = diagnostics::end_not_recorded(field.place, duration, every);
            self.values.report(context, report);
        }
    }
}
