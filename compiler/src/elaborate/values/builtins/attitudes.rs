//! Functions of attitudes.

use super::function::{Builtin, Given, Group, Parameter, required};
use crate::elaborate::values::Values;
use crate::symbolic::attitude;
use crate::typed::Value;

const fn function(
    name: &'static str,
    parameters: &'static [Parameter],
    doc: &'static str,
    apply: super::function::Apply,
) -> Builtin {
    Group::Attitudes.function(name, parameters, "Attitude", doc, apply)
}

pub(super) const FUNCTIONS: &[Builtin] = &[
    function(
        "rotation",
        &[required("axis", "Direction"), required("angle", "Angle")],
        "the rotation by an angle about an axis, right-handed; `a * b` turns by b, then by a",
        rotation,
    ),
    function(
        "euler",
        &[required("roll", "Angle"), required("pitch", "Angle"), required("yaw", "Angle")],
        "`rotation(z, yaw) * rotation(y, pitch) * rotation(x, roll)`",
        euler,
    ),
    function("inverse", &[required("a", "Attitude")], "the opposite rotation", inverse),
];

fn rotation(e: &mut Values<'_>, given: &Given<'_>) -> Value {
    match (e.direction_argument(given, 0), e.angle_argument(given, 1)) {
        (Some(axis), Some(angle)) => Value::Attitude(attitude::about(&mut e.nodes, axis, angle)),
        _ => Value::Error,
    }
}

fn euler(e: &mut Values<'_>, given: &Given<'_>) -> Value {
    let (Some(roll), Some(pitch), Some(yaw)) =
        (e.angle_argument(given, 0), e.angle_argument(given, 1), e.angle_argument(given, 2))
    else {
        return Value::Error;
    };
    let x = e.nodes.constant_vector([1.0, 0.0, 0.0]);
    let y = e.nodes.constant_vector([0.0, 1.0, 0.0]);
    let z = e.nodes.constant_vector([0.0, 0.0, 1.0]);
    let signals = &mut e.nodes;
    let about_x = attitude::about(signals, x, roll);
    let about_y = attitude::about(signals, y, pitch);
    let about_z = attitude::about(signals, z, yaw);
    let partial = attitude::product(signals, about_z, about_y);
    Value::Attitude(attitude::product(signals, partial, about_x))
}

fn inverse(e: &mut Values<'_>, given: &Given<'_>) -> Value {
    match e.attitude_argument(given, 0) {
        Some(nodes) => Value::Attitude(attitude::inverse(&mut e.nodes, nodes)),
        None => Value::Error,
    }
}
