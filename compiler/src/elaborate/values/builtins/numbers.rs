//! Functions of single numbers.

use cdl_graph::{BinaryOp, NodeId, UnaryOp};

use super::function::{Builtin, Given, Group, Parameter, required};
use crate::elaborate::digits::shown_number;
use crate::elaborate::report;
use crate::elaborate::values::Values;
use crate::typed::Value;
use crate::units::{Dimension, Exponent};

const ANGLE: &[Parameter] = &[required("angle", "Angle")];
const PLAIN: &[Parameter] = &[required("x", "Real")];
const ANY: &[Parameter] = &[required("x", "T")];

pub(super) const TRIGONOMETRY: &[Builtin] = &[
    Group::Trigonometry.function("sin", ANGLE, "Real", "the sine of an angle", |e, g| {
        of_angle(e, g, UnaryOp::Sin)
    }),
    Group::Trigonometry.function("cos", ANGLE, "Real", "the cosine of an angle", |e, g| {
        of_angle(e, g, UnaryOp::Cos)
    }),
    Group::Trigonometry.function("tan", ANGLE, "Real", "the tangent of an angle", |e, g| {
        of_angle(e, g, UnaryOp::Tan)
    }),
    Group::Trigonometry.function(
        "asin",
        PLAIN,
        "Angle",
        "the angle from -90 to 90 deg with this sine",
        |e, g| of_plain(e, g, UnaryOp::Asin),
    ),
    Group::Trigonometry.function(
        "acos",
        PLAIN,
        "Angle",
        "the angle from 0 to 180 deg with this cosine",
        |e, g| of_plain(e, g, UnaryOp::Acos),
    ),
    Group::Trigonometry.function(
        "atan",
        PLAIN,
        "Angle",
        "the angle from -90 to 90 deg with this tangent",
        |e, g| of_plain(e, g, UnaryOp::Atan),
    ),
    Group::Trigonometry.function(
        "atan2",
        &[required("y", "T"), required("x", "T")],
        "Angle",
        "the angle from -180 to 180 deg of the point (x, y); both have one dimension",
        atan2,
    ),
    Group::Trigonometry.function("sinh", PLAIN, "Real", "the hyperbolic sine", |e, g| {
        of_plain(e, g, UnaryOp::Sinh)
    }),
    Group::Trigonometry.function("cosh", PLAIN, "Real", "the hyperbolic cosine", |e, g| {
        of_plain(e, g, UnaryOp::Cosh)
    }),
    Group::Trigonometry.function("tanh", PLAIN, "Real", "the hyperbolic tangent", |e, g| {
        of_plain(e, g, UnaryOp::Tanh)
    }),
];

pub(super) const NUMBERS: &[Builtin] = &[
    Group::Numbers.function("exp", PLAIN, "Real", "e to the power of a number", |e, g| {
        of_plain(e, g, UnaryOp::Exp)
    }),
    Group::Numbers
        .function("ln", PLAIN, "Real", "the natural logarithm", |e, g| of_plain(e, g, UnaryOp::Ln)),
    Group::Numbers.function("log10", PLAIN, "Real", "the logarithm to base 10", log10),
    Group::Numbers.function(
        "sqrt",
        ANY,
        "T^0.5",
        "the square root; of an Area it is a Length",
        sqrt,
    ),
    Group::Numbers.function(
        "cbrt",
        ANY,
        "T^(1/3)",
        "the cube root, also of negative numbers",
        cbrt,
    ),
    Group::Numbers
        .function("abs", ANY, "T", "the absolute value", |e, g| keeping(e, g, UnaryOp::Abs)),
    Group::Numbers.function("sign", ANY, "Real", "-1, 0 or 1", sign),
    Group::Numbers.function(
        "floor",
        PLAIN,
        "Real",
        "the largest whole number that is not greater",
        |e, g| of_plain(e, g, UnaryOp::Floor),
    ),
    Group::Numbers.function(
        "ceil",
        PLAIN,
        "Real",
        "the smallest whole number that is not less",
        ceil,
    ),
    Group::Numbers.function(
        "round",
        PLAIN,
        "Real",
        "the nearest whole number; halves go up",
        round,
    ),
    Group::Numbers.function(
        "mod",
        &[required("a", "T"), required("b", "T")],
        "T",
        "the remainder of a / b, with the sign of b",
        modulo,
    ),
];

fn plain(node: NodeId) -> Value {
    Value::Scalar { node, dimension: Dimension::NONE }
}

fn of_angle(e: &mut Values<'_>, given: &Given<'_>, op: UnaryOp) -> Value {
    match e.angle_argument(given, 0) {
        Some(node) => plain(e.nodes.unary(op, node)),
        None => Value::Error,
    }
}

fn of_plain(e: &mut Values<'_>, given: &Given<'_>, op: UnaryOp) -> Value {
    let Some(node) = e.plain_argument(given, 0) else { return Value::Error };
    let result = e.nodes.unary(op, node);
    let known = (e.nodes.constant_value(node), e.nodes.constant_value(result));
    if let (Some(argument), Some(value)) = known
        && argument.is_finite()
        && !value.is_finite()
    {
        return not_finite(e, given, argument);
    }
    plain(result)
}

fn not_finite(e: &mut Values<'_>, given: &Given<'_>, argument: f64) -> Value {
    let place = given.context.place(given.span);
    let shown = shown_number(argument);
    let reason = format!("`{}` of {shown}", given.builtin.name);
    e.report(given.context, report::not_a_number(place, &reason));
    Value::Error
}

fn keeping(e: &mut Values<'_>, given: &Given<'_>, op: UnaryOp) -> Value {
    if let Some(Value::Int(value)) = given.value(0) {
        return value.checked_abs().map_or(Value::Error, Value::Int);
    }
    match e.number_argument(given, 0) {
        Some((node, dimension)) => Value::Scalar { node: e.nodes.unary(op, node), dimension },
        None => Value::Error,
    }
}

fn sign(e: &mut Values<'_>, given: &Given<'_>) -> Value {
    match e.number_argument(given, 0) {
        Some((node, _)) => plain(e.nodes.unary(UnaryOp::Sign, node)),
        None => Value::Error,
    }
}

fn atan2(e: &mut Values<'_>, given: &Given<'_>) -> Value {
    let (Some((y, of_y)), Some((x, of_x))) =
        (e.number_argument(given, 0), e.number_argument(given, 1))
    else {
        return Value::Error;
    };
    match e.common_argument_dimension(given, &[(0, of_y), (1, of_x)]) {
        Some(_) => plain(e.nodes.binary(BinaryOp::Atan2, y, x)),
        None => Value::Error,
    }
}

fn modulo(e: &mut Values<'_>, given: &Given<'_>) -> Value {
    let (Some((a, of_a)), Some((b, of_b))) =
        (e.number_argument(given, 0), e.number_argument(given, 1))
    else {
        return Value::Error;
    };
    match e.common_argument_dimension(given, &[(0, of_a), (1, of_b)]) {
        Some(dimension) => Value::Scalar { node: e.nodes.binary(BinaryOp::Mod, a, b), dimension },
        None => Value::Error,
    }
}

fn log10(e: &mut Values<'_>, given: &Given<'_>) -> Value {
    match of_plain(e, given, UnaryOp::Ln) {
        Value::Scalar { node, .. } => {
            let ln_10 = e.nodes.constant(std::f64::consts::LN_10);
            plain(e.nodes.binary(BinaryOp::Div, node, ln_10))
        }
        other => other,
    }
}

fn sqrt(e: &mut Values<'_>, given: &Given<'_>) -> Value {
    let Some((node, dimension)) = e.number_argument(given, 0) else { return Value::Error };
    let Some(dimension) = dimension.square_root() else {
        return e.too_large(given.context, given.span);
    };
    if let Some(value) = e.nodes.constant_value(node)
        && value < 0.0
    {
        return not_finite(e, given, value);
    }
    Value::Scalar { node: e.nodes.unary(UnaryOp::Sqrt, node), dimension }
}

/// sign(x) |x|^(1/3)
fn cbrt(e: &mut Values<'_>, given: &Given<'_>) -> Value {
    let Some((node, dimension)) = e.number_argument(given, 0) else { return Value::Error };
    let third = Exponent::ratio(1, 3).and_then(|third| dimension.power(third));
    let Some(dimension) = third else { return e.too_large(given.context, given.span) };
    let size = e.nodes.unary(UnaryOp::Abs, node);
    let exponent = e.nodes.constant(1.0 / 3.0);
    let root = e.nodes.binary(BinaryOp::Pow, size, exponent);
    let sign = e.nodes.unary(UnaryOp::Sign, node);
    Value::Scalar { node: e.nodes.binary(BinaryOp::Mul, sign, root), dimension }
}

/// -floor(-x)
fn ceil(e: &mut Values<'_>, given: &Given<'_>) -> Value {
    let Some(node) = e.plain_argument(given, 0) else { return Value::Error };
    let negated = e.nodes.unary(UnaryOp::Neg, node);
    let floor = e.nodes.unary(UnaryOp::Floor, negated);
    plain(e.nodes.unary(UnaryOp::Neg, floor))
}

/// floor(x + 0.5)
fn round(e: &mut Values<'_>, given: &Given<'_>) -> Value {
    let Some(node) = e.plain_argument(given, 0) else { return Value::Error };
    let half = e.nodes.constant(0.5);
    let raised = e.nodes.binary(BinaryOp::Add, node, half);
    plain(e.nodes.unary(UnaryOp::Floor, raised))
}
