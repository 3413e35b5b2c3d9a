//! Functions of a signal over a whole run. What they give is known when it is over.

use cdl_graph::{Measure, NodeId};

use super::function::{Builtin, Given, Group, Parameter, required};
use crate::diagnostics;
use crate::elaborate::values::Values;
use crate::elaborate::values::concluded::Asked;
use crate::schema::Range;
use crate::typed::Value;
use crate::units::Dimension;

pub(super) const FUNCTIONS: &[Builtin] = &[
    of_signal("maximum", "T", "the largest value", |e, g| measured(e, g, Measure::Maximum)),
    of_signal("minimum", "T", "the smallest value", |e, g| measured(e, g, Measure::Minimum)),
    of_signal("time_of_maximum", "Time", "when it is largest, for the first time", |e, g| {
        measured(e, g, Measure::TimeOfMaximum)
    }),
    of_signal("time_of_minimum", "Time", "when it is smallest, for the first time", |e, g| {
        measured(e, g, Measure::TimeOfMinimum)
    }),
    of_signal(
        "average",
        "T",
        "the integral over time by the time; of a condition the share of the time in which it is true",
        |e, g| measured(e, g, Measure::Average),
    ),
    of_signal("rms", "T", "the root of the average of the square", |e, g| {
        measured(e, g, Measure::Rms)
    }),
    of_signal(
        "deviation",
        "T",
        "the standard deviation: the `rms` of the distance from the average",
        |e, g| measured(e, g, Measure::Deviation),
    ),
    Group::Statistics.function(
        "percentile",
        &[required("value", "T"), required("share", "Real")],
        "T",
        "the value that is not exceeded for a share of the time, such as `95 %`",
        |e, g| measured(e, g, Measure::Percentile),
    ),
    Group::Statistics.function(
        "count",
        &[required("condition", "Bool")],
        "Real",
        "how often a condition becomes true",
        |e, g| measured(e, g, Measure::Count),
    ),
];

const VALUE: &[Parameter] = &[required("value", "T")];

const fn of_signal(
    name: &'static str,
    result: &'static str,
    doc: &'static str,
    apply: super::function::Apply,
) -> Builtin {
    Group::Statistics.function(name, VALUE, result, doc, apply)
}

fn measured(e: &mut Values<'_>, given: &Given<'_>, measure: Measure) -> Value {
    let place = given.context.place(given.span);
    if !e.concluded.is_run_over {
        let report = diagnostics::statistic_during_run(place, given.builtin.name);
        e.report(given.context, report);
        return Value::Error;
    }
    let share = match measure {
        Measure::Percentile => match share(e, given) {
            Some(share) => Some(share),
            None => return Value::Error,
        },
        _ => None,
    };
    let Some(value) = given.value(0).cloned() else { return Value::Error };
    statistic(e, given, (measure, share), &value)
}

/// Of each number in a value.
fn statistic(
    e: &mut Values<'_>,
    given: &Given<'_>,
    asked: (Measure, Option<NodeId>),
    value: &Value,
) -> Value {
    let of = |e: &mut Values<'_>, node| {
        let (measure, share) = asked;
        if e.nodes.is_concluded(node) {
            let place = given.context.place(given.span);
            let report = diagnostics::statistic_of_statistic(place, given.builtin.name);
            e.report(given.context, report);
            return None;
        }
        let place = given.context.place(given.span);
        let id = e.concluded.ask(Asked { measure, of: Some(node), share }, place);
        Some(e.nodes.sensor(cdl_graph::Sensor::Statistic(id), 0))
    };
    let counts = asked.0 == Measure::Count;
    let result = |own| match asked.0 {
        Measure::TimeOfMaximum | Measure::TimeOfMinimum => Dimension::TIME,
        _ => own,
    };
    match value {
        Value::Condition(node) if counts || asked.0 == Measure::Average => match of(e, *node) {
            Some(node) => Value::Scalar { node, dimension: Dimension::NONE },
            None => Value::Error,
        },
        Value::Bool(truth) if counts || asked.0 == Measure::Average => {
            let node = e.nodes.constant(f64::from(u8::from(*truth)));
            statistic(e, given, asked, &Value::Condition(node))
        }
        Value::Int(_) | Value::Scalar { .. } if !counts => {
            let (node, dimension) = e.scalar_parts(value);
            match of(e, node) {
                Some(node) => Value::Scalar { node, dimension: result(dimension) },
                None => Value::Error,
            }
        }
        Value::Vector { nodes, dimension } if !counts => {
            let [x, y, z] = nodes.map(|node| of(e, node));
            match (x, y, z) {
                (Some(x), Some(y), Some(z)) => {
                    Value::Vector { nodes: [x, y, z], dimension: result(*dimension) }
                }
                _ => Value::Error,
            }
        }
        Value::Array(values) => {
            e.effort.spend_for(values.len());
            let all: Vec<Value> =
                values.iter().map(|value| statistic(e, given, asked, &value)).collect();
            match all.iter().any(|value| matches!(value, Value::Error)) {
                true => Value::Error,
                false => Value::Array(all.into()),
            }
        }
        _ => {
            let expected = if counts { "a condition" } else { "a number or a vector" };
            e.wrong_argument(given, 0, expected);
            Value::Error
        }
    }
}

/// From 0 to 1, the same for the whole run.
fn share(e: &mut Values<'_>, given: &Given<'_>) -> Option<NodeId> {
    let share = e.plain_argument(given, 1)?;
    let place = given.context.place(given.expr(1)?.span);
    let Some(value) = e.nodes.value(share) else {
        if !e.reports.has_placeholders() {
            let report = diagnostics::varies_too_much(
                place,
                "the share of a percentile",
                crate::schema::Variability::Param,
                crate::schema::Variability::Signal,
                None,
            );
            e.report(given.context, report);
            return None;
        }
        return Some(share);
    };
    if !(0.0..=1.0).contains(&value) {
        let what = "the share of a percentile";
        let report = diagnostics::out_of_range(place, what, value, "1", &Range::Between(0.0, 1.0));
        e.report(given.context, report);
        return None;
    }
    Some(share)
}
