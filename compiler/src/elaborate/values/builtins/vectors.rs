//! Functions of vectors and matrices.

use cdl_graph::{BinaryOp, NodeId, UnaryOp};

use super::function::{Builtin, Given, Group, Parameter, required};
use crate::diagnostics;
use crate::elaborate::report;
use crate::elaborate::values::Values;
use crate::elaborate::values::matrix::{Entry, NoSum, Unlike};
use crate::symbolic::{attitude, vector};
use crate::typed::Value;
use crate::units::{Dimension, describe};

const TWO: &[Parameter] = &[required("a", "Vector(T)"), required("b", "Vector(U)")];

pub(super) const FUNCTIONS: &[Builtin] = &[
    Group::Vectors.function(
        "norm",
        &[required("v", "Vector(T)")],
        "T",
        "the length of a vector, or of an array of one dimension",
        norm,
    ),
    Group::Vectors.function(
        "dot",
        TWO,
        "T*U",
        "the scalar product of vectors, or of arrays of one length",
        dot,
    ),
    Group::Vectors.function("cross", TWO, "Vector(T*U)", "the vector product", cross),
    Group::Vectors.function(
        "unit",
        &[required("v", "Vector")],
        "Direction",
        "the direction of a vector",
        unit,
    ),
    Group::Vectors.function(
        "rotated",
        &[required("v", "Vector"), required("angle", "Angle"), required("about", "Direction")],
        "Vector",
        "a vector turned by an angle about an axis, right-handed",
        rotated,
    ),
    Group::Vectors.function(
        "diag",
        &[required("xx", "T"), required("yy", "T"), required("zz", "T")],
        "Matrix(T)",
        "a diagonal matrix; a unit may follow, as in `diag(1, 2, 3) kg.m^2`",
        diagonal,
    ),
    Group::Vectors.function(
        "symmetric",
        &[
            required("xx", "T"),
            required("yy", "T"),
            required("zz", "T"),
            required("xy", "T"),
            required("xz", "T"),
            required("yz", "T"),
        ],
        "Matrix(T)",
        "a symmetric matrix; products of inertia with the sign of the matrix elements",
        symmetric,
    ),
];

fn norm(e: &mut Values<'_>, given: &Given<'_>) -> Value {
    if let Some(Value::Array(values)) = given.value(0)
        && let Some(column) = given.value(0).and_then(|value| e.column_of(value))
    {
        let values = values.to_vec();
        if !e.has_one_dimension(given, &values) {
            return Value::Error;
        }
        let pairs = column.iter().map(|own| (own.without_dimension(), own.without_dimension()));
        let dimension = column.first().map_or(Dimension::NONE, |own| own.dimension);
        return match e.sum_of_products(pairs) {
            Ok(square) => {
                Value::Scalar { node: e.nodes.unary(UnaryOp::Sqrt, square.node), dimension }
            }
            Err(_) => e.too_large(given.context, given.span),
        };
    }
    match e.vector_argument(given, 0) {
        Some((nodes, dimension)) => {
            Value::Scalar { node: vector::norm(&mut e.nodes, nodes), dimension }
        }
        None => Value::Error,
    }
}

/// Two vectors and the product of their dimensions.
fn two(e: &mut Values<'_>, given: &Given<'_>) -> Option<([NodeId; 3], [NodeId; 3], Dimension)> {
    let (a, of_a) = e.vector_argument(given, 0)?;
    let (b, of_b) = e.vector_argument(given, 1)?;
    match of_a.times(of_b) {
        Some(dimension) => Some((a, b, dimension)),
        None => {
            e.too_large(given.context, given.span);
            None
        }
    }
}

/// Of arrays of one length.
fn dot_of_arrays(e: &mut Values<'_>, given: &Given<'_>) -> Value {
    let mut columns = Vec::new();
    for index in 0..2 {
        match given.value(index).and_then(|value| e.column_of(value)) {
            Some(column) => columns.push(column),
            None => {
                e.wrong_argument(given, index, "a vector or an array of numbers");
                return Value::Error;
            }
        }
    }
    let [a, b] = columns.as_slice() else { return Value::Error };
    if a.len() != b.len() {
        if let Some(expr) = given.expr(1)
            && !e.reports.has_placeholders()
        {
            let place = given.context.place(expr.span);
            let expected = format!("an array of {}", a.len());
            let found = format!("an array of {}", b.len());
            e.report(given.context, report::wrong_type(place, &expected, &found, None));
        }
        return Value::Error;
    }
    match e.sum_of_products(a.iter().copied().zip(b.iter().copied())) {
        Ok(Entry { node, dimension }) => Value::Scalar { node, dimension },
        Err(NoSum::TooLarge) => e.too_large(given.context, given.span),
        Err(NoSum::Unlike(Unlike { first, other })) => {
            let [(first, of_first), (other, of_other)] =
                [first, other].map(|(at, own)| (at, describe(own).words));
            let message = format!(
                "the products `[{first}]` and `[{other}]` do not fit: {of_first} and {of_other}"
            );
            let place = given.context.place(given.span);
            let label = "all products of a sum have one dimension";
            e.report(given.context, diagnostics::terms_do_not_fit(place, &message, label));
            Value::Error
        }
    }
}

fn dot(e: &mut Values<'_>, given: &Given<'_>) -> Value {
    if [0, 1].iter().any(|&index| matches!(given.value(index), Some(Value::Array(_)))) {
        return dot_of_arrays(e, given);
    }
    match two(e, given) {
        Some((a, b, dimension)) => {
            Value::Scalar { node: vector::dot(&mut e.nodes, a, b), dimension }
        }
        None => Value::Error,
    }
}

fn cross(e: &mut Values<'_>, given: &Given<'_>) -> Value {
    match two(e, given) {
        Some((a, b, dimension)) => {
            Value::Vector { nodes: vector::cross(&mut e.nodes, a, b), dimension }
        }
        None => Value::Error,
    }
}

fn unit(e: &mut Values<'_>, given: &Given<'_>) -> Value {
    let Some((nodes, _)) = e.vector_argument(given, 0) else { return Value::Error };
    let norm = vector::norm(&mut e.nodes, nodes);
    if e.nodes.constant_value(norm) == Some(0.0) {
        let place = given.context.place(given.span);
        e.report(given.context, report::no_direction(place));
        return Value::Error;
    }
    let nodes = nodes.map(|node| e.nodes.binary(BinaryOp::Div, node, norm));
    Value::Vector { nodes, dimension: Dimension::NONE }
}

fn rotated(e: &mut Values<'_>, given: &Given<'_>) -> Value {
    let (Some((nodes, dimension)), Some(angle), Some(axis)) =
        (e.vector_argument(given, 0), e.angle_argument(given, 1), e.direction_argument(given, 2))
    else {
        return Value::Error;
    };
    let rotation = attitude::about(&mut e.nodes, axis, angle);
    Value::Vector { nodes: attitude::rotate(&mut e.nodes, rotation, nodes), dimension }
}

fn matrix<const N: usize>(
    e: &mut Values<'_>,
    given: &Given<'_>,
) -> Option<([NodeId; N], Dimension)> {
    let mut parts = Vec::with_capacity(N);
    let mut nodes = Vec::with_capacity(N);
    for index in 0..N {
        let (node, dimension) = e.number_argument(given, index)?;
        nodes.push(node);
        parts.push((index, dimension));
    }
    let dimension = e.common_argument_dimension(given, &parts)?;
    Some((nodes.try_into().ok()?, dimension))
}

fn diagonal(e: &mut Values<'_>, given: &Given<'_>) -> Value {
    match matrix::<3>(e, given) {
        Some(([xx, yy, zz], dimension)) => {
            let zero = e.nodes.constant(0.0);
            Value::Matrix { nodes: [xx, yy, zz, zero, zero, zero], dimension }
        }
        None => Value::Error,
    }
}

fn symmetric(e: &mut Values<'_>, given: &Given<'_>) -> Value {
    match matrix::<6>(e, given) {
        Some((nodes, dimension)) => Value::Matrix { nodes, dimension },
        None => Value::Error,
    }
}
