//! Numbers of small motions: of modes, and of a response. They are known when the search for these is over.

use cdl_graph::{Measure, NodeId};

use super::function::{Builtin, Given, Group, required};
use crate::diagnostics;
use crate::elaborate::values::Values;
use crate::elaborate::values::concluded::{Asked, OfMotions};
use crate::typed::Value;
use crate::units::Dimension;

pub(super) const FUNCTIONS: &[Builtin] = &[
    Group::Statistics.function(
        "mode_frequency",
        &[required("number", "Int")],
        "Frequency",
        "of a mode that `modes` finds, by its number: 1 is the slowest; without damping",
        |e, g| of_mode(e, g, Measure::ModeFrequency, Dimension::PER_TIME),
    ),
    Group::Statistics.function(
        "mode_damping",
        &[required("number", "Int")],
        "Real",
        "of a mode, as a share of the critical damping; negative where it grows",
        |e, g| of_mode(e, g, Measure::ModeDamping, Dimension::NONE),
    ),
    Group::Statistics.function(
        "largest_amplitude",
        &[required("value", "T")],
        "T by the input",
        "of what a `response` records: over all periods, for each unit of the input",
        largest_amplitude,
    ),
];

fn of_mode(
    e: &mut Values<'_>,
    given: &Given<'_>,
    measure: fn(u32) -> Measure,
    dimension: Dimension,
) -> Value {
    let Some(Value::Int(number)) = given.value(0).cloned() else {
        e.wrong_argument(given, 0, "a whole number");
        return Value::Error;
    };
    let place = given.context.place(given.span);
    if !is_over(e, given) {
        return Value::Error;
    }
    // Where nobody knows what is asked for, anything may be.
    let most = match e.concluded.of_motions {
        None => None,
        Some(OfMotions::Modes { count }) => Some(count),
        Some(OfMotions::Response { .. } | OfMotions::Others) => {
            e.report(
                given.context,
                diagnostics::not_of_this_analysis(place, given.builtin.name, "modes"),
            );
            return Value::Error;
        }
    };
    if number < 1 || most.is_some_and(|most| number > most) {
        let place = given.expr(0).map_or(place, |own| given.context.place(own.span));
        e.report(given.context, diagnostics::no_such_mode(place, number, most));
        return Value::Error;
    }
    let measure = measure(u32::try_from(number).unwrap_or(u32::MAX));
    let node = ask(e, given, Asked { measure, of: None, share: None });
    Value::Scalar { node, dimension }
}

fn largest_amplitude(e: &mut Values<'_>, given: &Given<'_>) -> Value {
    let place = given.context.place(given.span);
    if !is_over(e, given) {
        return Value::Error;
    }
    let by = match e.concluded.of_motions {
        None => Dimension::NONE,
        Some(OfMotions::Response { input }) => input,
        Some(OfMotions::Modes { .. } | OfMotions::Others) => {
            e.report(
                given.context,
                diagnostics::not_of_this_analysis(place, given.builtin.name, "response"),
            );
            return Value::Error;
        }
    };
    let of = |e: &mut Values<'_>, node: NodeId| {
        let measure = Measure::LargestAmplitude;
        ask(e, given, Asked { measure, of: Some(node), share: None })
    };
    match given.value(0).cloned() {
        Some(Value::Scalar { node, dimension }) if !e.nodes.is_concluded(node) => {
            let Some(dimension) = dimension.over(by) else { return Value::Error };
            Value::Scalar { node: of(e, node), dimension }
        }
        Some(Value::Vector { nodes, dimension }) => {
            let Some(dimension) = dimension.over(by) else { return Value::Error };
            Value::Vector { nodes: nodes.map(|node| of(e, node)), dimension }
        }
        _ => {
            e.wrong_argument(given, 0, "a recorded quantity");
            Value::Error
        }
    }
}

/// Reports one that is read while a run goes on.
fn is_over(e: &mut Values<'_>, given: &Given<'_>) -> bool {
    if !e.concluded.is_run_over {
        let place = given.context.place(given.span);
        let report = diagnostics::statistic_during_run(place, given.builtin.name);
        e.report(given.context, report);
    }
    e.concluded.is_run_over
}

fn ask(e: &mut Values<'_>, given: &Given<'_>, asked: Asked) -> NodeId {
    let id = e.concluded.ask(asked, given.context.place(given.span));
    e.nodes.sensor(cdl_graph::Sensor::Statistic(id), 0)
}
