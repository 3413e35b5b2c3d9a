//! Functions that choose between values or go smoothly from one to another.

use cdl_graph::{BinaryOp, NodeId};

use super::function::{Builtin, Given, Group, required};
use crate::diagnostics;
use crate::elaborate::values::Values;
use crate::schema::Variability;
use crate::typed::Value;
use crate::units::Dimension;

pub(super) const FUNCTIONS: &[Builtin] = &[
    Builtin {
        name: "min",
        group: Group::Choosing,
        parameters: &[required("a", "T")],
        variadic: true,
        result: "T",
        doc: "the smallest of its arguments, or of an array",
        apply: |e, g| extreme(e, g, BinaryOp::Min),
    },
    Builtin {
        name: "max",
        group: Group::Choosing,
        parameters: &[required("a", "T")],
        variadic: true,
        result: "T",
        doc: "the largest of its arguments, or of an array",
        apply: |e, g| extreme(e, g, BinaryOp::Max),
    },
    Group::Choosing.function(
        "clamp",
        &[required("x", "T"), required("lo", "T"), required("hi", "T")],
        "T",
        "x, but not less than lo and not more than hi",
        clamp,
    ),
    Group::Choosing.function(
        "smoothstep",
        &[required("lo", "T"), required("hi", "T"), required("x", "T")],
        "Real",
        "from 0 at lo to 1 at hi with zero slope at both, `s^2 (3 - 2 s)`",
        smoothstep,
    ),
    Group::Choosing.function(
        "ramp",
        &[required("t", "T"), required("start", "T"), required("duration", "T")],
        "Real",
        "from 0 at start linearly to 1 after duration",
        ramp,
    ),
    Group::Choosing.function(
        "step",
        &[required("t", "T"), required("start", "T")],
        "Real",
        "0 before start, 1 from then on",
        step,
    ),
];

fn plain(node: NodeId) -> Value {
    Value::Scalar { node, dimension: Dimension::NONE }
}

fn extreme(e: &mut Values<'_>, given: &Given<'_>, op: BinaryOp) -> Value {
    // A single array is its elements.
    if let (1, Some(value)) = (given.arguments.len(), given.value(0)) {
        let elements: Option<Vec<Value>> = match value {
            Value::Array(values) => Some(values.to_vec()),
            Value::Vector { nodes, dimension } => Some(
                nodes.iter().map(|&node| Value::Scalar { node, dimension: *dimension }).collect(),
            ),
            _ => None,
        };
        if let Some(elements) = elements {
            e.effort.spend_for(elements.len());
            if !e.has_one_dimension(given, &elements) {
                return Value::Error;
            }
            return extreme_of(e, given, op, elements);
        }
    }
    if let ([Some((expr, Value::Int(_) | Value::Scalar { .. }))], false) =
        (given.arguments.as_slice(), e.reports.has_placeholders())
    {
        let place = given.context.place(given.span);
        let argument = given.context.place(expr.span);
        let (name, signature) = (given.builtin.name, given.builtin.short_signature());
        let report = diagnostics::extreme_of_one(place, name, argument, &signature);
        e.report(given.context, report);
        return Value::Error;
    }
    let mut parts = Vec::new();
    for index in 0..given.arguments.len() {
        match e.number_argument(given, index) {
            Some((_, dimension)) => parts.push((index, dimension)),
            None => return Value::Error,
        }
    }
    let Some(dimension) = e.common_argument_dimension(given, &parts) else { return Value::Error };
    let values: Vec<Value> = (0..given.arguments.len())
        .filter_map(|index| given.value(index))
        .map(|value| match value {
            // A literal zero among quantities.
            Value::Int(0) if !dimension.is_none() => {
                Value::Scalar { node: e.nodes.constant(0.0), dimension }
            }
            value => value.clone(),
        })
        .collect();
    extreme_of(e, given, op, values)
}

fn extreme_of(e: &mut Values<'_>, given: &Given<'_>, op: BinaryOp, values: Vec<Value>) -> Value {
    let all: Option<Vec<i64>> = values
        .iter()
        .map(|value| match value {
            Value::Int(value) => Some(*value),
            _ => None,
        })
        .collect();
    if let Some(all) = all {
        let extreme = if op == BinaryOp::Min { all.iter().min() } else { all.iter().max() };
        return match extreme {
            Some(&value) => Value::Int(value),
            None => {
                e.wrong_argument(given, 0, "an array with elements");
                Value::Error
            }
        };
    }
    let mut result: Option<(NodeId, Dimension)> = None;
    for value in &values {
        if !matches!(value, Value::Int(_) | Value::Scalar { .. }) {
            e.wrong_argument(given, 0, "an array of numbers");
            return Value::Error;
        }
        let (node, dimension) = e.scalar_parts(value);
        result = Some(match result {
            None => (node, dimension),
            Some((so_far, dimension)) => (e.nodes.binary(op, so_far, node), dimension),
        });
    }
    match result {
        Some((node, dimension)) => Value::Scalar { node, dimension },
        None => Value::Error,
    }
}

/// Three numbers of one dimension.
fn three(e: &mut Values<'_>, given: &Given<'_>) -> Option<([NodeId; 3], Dimension)> {
    let (a, of_a) = e.number_argument(given, 0)?;
    let (b, of_b) = e.number_argument(given, 1)?;
    let (c, of_c) = e.number_argument(given, 2)?;
    let dimension = e.common_argument_dimension(given, &[(0, of_a), (1, of_b), (2, of_c)])?;
    Some(([a, b, c], dimension))
}

/// Where no parameter goes into them: what does may be reached in one way of an `if` only.
fn bounds(e: &mut Values<'_>, lo: NodeId, hi: NodeId) -> Option<[f64; 2]> {
    Some([e.nodes.constant_value(lo)?, e.nodes.constant_value(hi)?])
}

fn reversed(
    e: &mut Values<'_>,
    given: &Given<'_>,
    bounds: [NodeId; 2],
    dimension: Dimension,
    instead: &str,
) -> Value {
    let bounds = bounds.map(|node| e.shown(&Value::Scalar { node, dimension }).unwrap_or_default());
    let label = format!("`lo` is {} and `hi` is {}", bounds[0], bounds[1]);
    let place = given.context.place(given.span);
    let report = diagnostics::bounds_reversed(place, given.builtin.name, &label, instead);
    e.report(given.context, report);
    Value::Error
}

/// Bounds that are reversed with the parameters as they are: it may not matter, but nobody would see it.
fn warn_reversed(
    e: &mut Values<'_>,
    given: &Given<'_>,
    bounds: [NodeId; 2],
    dimension: Dimension,
    are_reversed: impl Fn(f64, f64) -> bool,
) {
    let [lo, hi] = bounds.map(|node| e.nodes.value(node));
    if !lo.zip(hi).is_some_and(|(lo, hi)| are_reversed(lo, hi)) || e.reports.has_placeholders() {
        return;
    }
    let shown = bounds.map(|node| e.shown(&Value::Scalar { node, dimension }).unwrap_or_default());
    let label = format!("with these parameters `lo` is {} and `hi` is {}", shown[0], shown[1]);
    let place = given.context.place(given.span);
    e.report(
        given.context,
        diagnostics::bounds_reversed_by_parameters(place, given.builtin.name, &label),
    );
}

fn clamp(e: &mut Values<'_>, given: &Given<'_>) -> Value {
    let Some(([x, lo, hi], dimension)) = three(e, given) else { return Value::Error };
    if bounds(e, lo, hi).is_some_and(|[lo, hi]| lo > hi) {
        let instead = "`clamp(x, lo, hi)` is x between the smaller bound and the larger one";
        return reversed(e, given, [lo, hi], dimension, instead);
    }
    warn_reversed(e, given, [lo, hi], dimension, |lo, hi| lo > hi);
    let upper = e.nodes.binary(BinaryOp::Min, x, hi);
    Value::Scalar { node: e.nodes.binary(BinaryOp::Max, lo, upper), dimension }
}

/// clamp(x, 0, 1)
fn unit_interval(e: &mut Values<'_>, x: NodeId) -> NodeId {
    let (zero, one) = (e.nodes.constant(0.0), e.nodes.constant(1.0));
    let upper = e.nodes.binary(BinaryOp::Min, x, one);
    e.nodes.binary(BinaryOp::Max, zero, upper)
}

fn smoothstep(e: &mut Values<'_>, given: &Given<'_>) -> Value {
    let Some(([lo, hi, x], dimension)) = three(e, given) else { return Value::Error };
    if let Some([low, high]) = bounds(e, lo, hi).filter(|[lo, hi]| lo >= hi) {
        let instead = match low == high {
            true => "`step(t, start)` goes from 0 to 1 at once",
            false => "what falls from 1 to 0 is `1 - smoothstep(lo, hi, x)`, and x comes last",
        };
        return reversed(e, given, [lo, hi], dimension, instead);
    }
    warn_reversed(e, given, [lo, hi], dimension, |lo, hi| lo >= hi);
    let mut changes = |node| e.nodes.variability(node) == Variability::Signal;
    if !changes(x) && changes(lo) && !changes(hi) {
        let place = given.context.place(given.span);
        e.report(given.context, diagnostics::smoothstep_of_nothing(place));
    }
    let above = e.nodes.binary(BinaryOp::Sub, x, lo);
    let range = e.nodes.binary(BinaryOp::Sub, hi, lo);
    let ratio = e.nodes.binary(BinaryOp::Div, above, range);
    let s = unit_interval(e, ratio);
    let (two, three) = (e.nodes.constant(2.0), e.nodes.constant(3.0));
    let twice = e.nodes.binary(BinaryOp::Mul, two, s);
    let factor = e.nodes.binary(BinaryOp::Sub, three, twice);
    let square = e.nodes.binary(BinaryOp::Mul, s, s);
    plain(e.nodes.binary(BinaryOp::Mul, square, factor))
}

fn ramp(e: &mut Values<'_>, given: &Given<'_>) -> Value {
    let Some(([t, start, duration], dimension)) = three(e, given) else { return Value::Error };
    if e.nodes.constant_value(duration).is_some_and(|duration| duration <= 0.0) {
        let shown = e.shown(&Value::Scalar { node: duration, dimension }).unwrap_or_default();
        let place = given.context.place(given.span);
        let report = diagnostics::no_duration(place, &shown);
        e.report(given.context, report);
        return Value::Error;
    }
    let since = e.nodes.binary(BinaryOp::Sub, t, start);
    let ratio = e.nodes.binary(BinaryOp::Div, since, duration);
    plain(unit_interval(e, ratio))
}

fn step(e: &mut Values<'_>, given: &Given<'_>) -> Value {
    let (Some((t, of_t)), Some((at, of_at))) =
        (e.number_argument(given, 0), e.number_argument(given, 1))
    else {
        return Value::Error;
    };
    if e.common_argument_dimension(given, &[(0, of_t), (1, of_at)]).is_none() {
        return Value::Error;
    }
    plain(e.nodes.binary(BinaryOp::Ge, t, at))
}
