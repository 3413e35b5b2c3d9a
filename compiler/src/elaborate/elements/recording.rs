//! Whether what a simulation records reaches to its end, and whether its steps do not.

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
        self.check_step(context, fields, duration);
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

    /// A fixed step, which is the longest where a tolerance is given.
    fn check_step(
        &mut self,
        context: Context,
        fields: &BTreeMap<&'static str, Field>,
        duration: Option<f64>,
    ) {
        let (Some(duration), Some(field)) = (duration, fields.get("integrator")) else { return };
        let Value::Variant { arguments, .. } = &field.value else { return };
        let of = |name: &str| match arguments.iter().find(|(own, _)| *own == name) {
            Some((_, Value::Scalar { node, .. })) => Some(*node),
            _ => None,
        };
        let adapts = of("tolerance").is_some();
        let step = of("step").filter(|_| !adapts);
        if let Some(step) = step.and_then(|node| self.values.nodes.value(node))
            && step > duration * (1.0 + ROUNDING)
        {
            let report = diagnostics::step_beyond_run(field.place, step, duration);
            self.values.report(context, report);
        }
    }
}
