//! Unit quaternions of four scalar nodes, `[w, x, y, z]`.

use cdl_graph::{NodeId, UnaryOp};

use super::Scalars;
use super::vector::{Vector, cross, dot, norm, scaled, sum};

/// Turns components in its own axes into components in the axes around it.
pub type Quaternion = [NodeId; 4];

/// No rotation.
pub fn identity(signals: &mut impl Scalars) -> Quaternion {
    let one = signals.constant(1.0);
    let zero = signals.constant(0.0);
    [one, zero, zero, zero]
}

/// The rotation by `angle` (rad) about `axis`, which need not have unit length.
pub fn about(signals: &mut impl Scalars, axis: Vector, angle: NodeId) -> Quaternion {
    let half = signals.constant(0.5);
    let half_angle = signals.times(half, angle);
    let cosine = signals.unary(UnaryOp::Cos, half_angle);
    let sine = signals.unary(UnaryOp::Sin, half_angle);
    let length = norm(signals, axis);
    let factor = signals.over(sine, length);
    let [x, y, z] = scaled(signals, factor, axis);
    [cosine, x, y, z]
}

/// First `b`, then `a`.
pub fn product(signals: &mut impl Scalars, a: Quaternion, b: Quaternion) -> Quaternion {
    let (u, v) = ([a[1], a[2], a[3]], [b[1], b[2], b[3]]);
    let ww = signals.times(a[0], b[0]);
    let uv = dot(signals, u, v);
    let w = signals.minus(ww, uv);
    let wv = scaled(signals, a[0], v);
    let wu = scaled(signals, b[0], u);
    let uxv = cross(signals, u, v);
    let partial = sum(signals, wv, wu);
    let [x, y, z] = sum(signals, partial, uxv);
    [w, x, y, z]
}

/// The opposite rotation.
pub fn inverse(signals: &mut impl Scalars, a: Quaternion) -> Quaternion {
    [a[0], signals.negate(a[1]), signals.negate(a[2]), signals.negate(a[3])]
}

/// `v` turned by `a`: v + 2 w (u x v) + 2 u x (u x v).
pub fn rotate(signals: &mut impl Scalars, a: Quaternion, v: Vector) -> Vector {
    let u = [a[1], a[2], a[3]];
    let two = signals.constant(2.0);
    let uxv = cross(signals, u, v);
    let t = scaled(signals, two, uxv);
    let wt = scaled(signals, a[0], t);
    let uxt = cross(signals, u, t);
    let partial = sum(signals, v, wt);
    sum(signals, partial, uxt)
}
