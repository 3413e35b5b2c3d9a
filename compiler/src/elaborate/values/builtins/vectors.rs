//! Functions of vectors and matrices.

use cdl_graph::{BinaryOp, NodeId};

use super::function::{Builtin, Given, Group, Parameter, required};
use crate::elaborate::report;
use crate::elaborate::values::Values;
use crate::symbolic::{attitude, vector};
use crate::typed::Value;
use crate::units::Dimension;

const fn function(
    name: &'static str,
    parameters: &'static [Parameter],
    result: &'static str,
    doc: &'static str,
    apply: super::function::Apply,
) -> Builtin {
    Builtin { name, group: Group::Vectors, parameters, variadic: false, result, doc, apply }
}

const TWO: &[Parameter] = &[required("a", "Vector(T)"), required("b", "Vector(U)")];

pub(super) const FUNCTIONS: &[Builtin] = &[
    function("norm", &[required("v", "Vector(T)")], "T", "the length of a vector", norm),
    function("dot", TWO, "T*U", "the scalar product", dot),
    function("cross", TWO, "Vector(T*U)", "the vector product", cross),
    function("unit", &[required("v", "Vector")], "Direction", "the direction of a vector", unit),
    function(
        "rotated",
        &[required("v", "Vector"), required("angle", "Angle"), required("about", "Direction")],
        "Vector",
        "a vector turned by an angle about an axis, right-handed",
        rotated,
    ),
    function(
        "diag",
        &[required("xx", "T"), required("yy", "T"), required("zz", "T")],
        "Matrix(T)",
        "a diagonal matrix; a unit may follow, as in `diag(1, 2, 3) kg.m^2`",
        diagonal,
    ),
    function(
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

fn norm<'a>(e: &mut Values<'a>, given: &Given<'a>) -> Value {
    match e.vector_argument(given, 0) {
        Some((nodes, dimension)) => {
            Value::Scalar { node: vector::norm(e.nodes.signals_mut(), nodes), dimension }
        }
        None => Value::Error,
    }
}

/// Two vectors and the product of their dimensions.
fn two<'a>(e: &mut Values<'a>, given: &Given<'a>) -> Option<([NodeId; 3], [NodeId; 3], Dimension)> {
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

fn dot<'a>(e: &mut Values<'a>, given: &Given<'a>) -> Value {
    match two(e, given) {
        Some((a, b, dimension)) => {
            Value::Scalar { node: vector::dot(e.nodes.signals_mut(), a, b), dimension }
        }
        None => Value::Error,
    }
}

fn cross<'a>(e: &mut Values<'a>, given: &Given<'a>) -> Value {
    match two(e, given) {
        Some((a, b, dimension)) => {
            Value::Vector { nodes: vector::cross(e.nodes.signals_mut(), a, b), dimension }
        }
        None => Value::Error,
    }
}

fn unit<'a>(e: &mut Values<'a>, given: &Given<'a>) -> Value {
    let Some((nodes, _)) = e.vector_argument(given, 0) else { return Value::Error };
    let norm = vector::norm(e.nodes.signals_mut(), nodes);
    if e.nodes.constant_value(norm) == Some(0.0) {
        let place = given.context.place(given.span);
        e.report(given.context, report::no_direction(place));
        return Value::Error;
    }
    let nodes = nodes.map(|node| e.nodes.binary(BinaryOp::Div, node, norm));
    Value::Vector { nodes, dimension: Dimension::NONE }
}

fn rotated<'a>(e: &mut Values<'a>, given: &Given<'a>) -> Value {
    let (Some((nodes, dimension)), Some(angle), Some(axis)) =
        (e.vector_argument(given, 0), e.angle_argument(given, 1), e.direction_argument(given, 2))
    else {
        return Value::Error;
    };
    let rotation = attitude::about(e.nodes.signals_mut(), axis, angle);
    Value::Vector { nodes: attitude::rotate(e.nodes.signals_mut(), rotation, nodes), dimension }
}

fn matrix<'a, const N: usize>(
    e: &mut Values<'a>,
    given: &Given<'a>,
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

fn diagonal<'a>(e: &mut Values<'a>, given: &Given<'a>) -> Value {
    match matrix::<3>(e, given) {
        Some(([xx, yy, zz], dimension)) => {
            let zero = e.nodes.constant(0.0);
            Value::Matrix { nodes: [xx, yy, zz, zero, zero, zero], dimension }
        }
        None => Value::Error,
    }
}

fn symmetric<'a>(e: &mut Values<'a>, given: &Given<'a>) -> Value {
    match matrix::<6>(e, given) {
        Some((nodes, dimension)) => Value::Matrix { nodes, dimension },
        None => Value::Error,
    }
}
