//! Rotations as matrices and as quaternions `[w, x, y, z]`.

use super::{Mat3, Vec3};

/// `A B`, written out so that no temporary goes through memory.
#[inline(always)]
pub(crate) fn multiply(a: &Mat3, b: &Mat3) -> Mat3 {
    Mat3::new(
        a.m11 * b.m11 + a.m12 * b.m21 + a.m13 * b.m31,
        a.m11 * b.m12 + a.m12 * b.m22 + a.m13 * b.m32,
        a.m11 * b.m13 + a.m12 * b.m23 + a.m13 * b.m33,
        a.m21 * b.m11 + a.m22 * b.m21 + a.m23 * b.m31,
        a.m21 * b.m12 + a.m22 * b.m22 + a.m23 * b.m32,
        a.m21 * b.m13 + a.m22 * b.m23 + a.m23 * b.m33,
        a.m31 * b.m11 + a.m32 * b.m21 + a.m33 * b.m31,
        a.m31 * b.m12 + a.m32 * b.m22 + a.m33 * b.m32,
        a.m31 * b.m13 + a.m32 * b.m23 + a.m33 * b.m33,
    )
}

/// `A' v`.
#[inline(always)]
pub(crate) fn transposed_times(a: &Mat3, v: &Vec3) -> Vec3 {
    Vec3::new(
        a.m11 * v.x + a.m21 * v.y + a.m31 * v.z,
        a.m12 * v.x + a.m22 * v.y + a.m32 * v.z,
        a.m13 * v.x + a.m23 * v.y + a.m33 * v.z,
    )
}

/// The rotation of `q / |q|`: between the stages of an integrator a quaternion need not have
/// length one. Not finite for the zero quaternion.
#[inline(always)]
pub(crate) fn quaternion_matrix(q: [f64; 4]) -> Mat3 {
    let [w, x, y, z] = q;
    let s = 2.0 / (w * w + x * x + y * y + z * z);
    let (sx, sy, sz) = (s * x, s * y, s * z);
    let (wx, wy, wz) = (w * sx, w * sy, w * sz);
    let (xx, xy, xz) = (x * sx, x * sy, x * sz);
    let (yy, yz, zz) = (y * sy, y * sz, z * sz);
    Mat3::new(
        1.0 - (yy + zz),
        xy - wz,
        xz + wy,
        xy + wz,
        1.0 - (xx + zz),
        yz - wx,
        xz - wy,
        yz + wx,
        1.0 - (xx + yy),
    )
}

/// The unit quaternion of a rotation matrix, with `w >= 0`.
pub(crate) fn matrix_quaternion(r: &Mat3) -> [f64; 4] {
    let rotation = nalgebra::Rotation3::from_matrix_unchecked(*r);
    let q = nalgebra::UnitQuaternion::from_rotation_matrix(&rotation);
    let sign = if q.w < 0.0 { -1.0 } else { 1.0 };
    [sign * q.w, sign * q.i, sign * q.j, sign * q.k]
}

/// Turns by `angle` (rad) about the unit vector `axis` (Rodrigues).
#[inline(always)]
pub(crate) fn axis_rotation(axis: &Vec3, angle: f64) -> Mat3 {
    let (s, c) = angle.sin_cos();
    let k = axis * (1.0 - c);
    let v = axis * s;
    Mat3::new(
        c + k.x * axis.x,
        k.x * axis.y - v.z,
        k.x * axis.z + v.y,
        k.x * axis.y + v.z,
        c + k.y * axis.y,
        k.y * axis.z - v.x,
        k.x * axis.z - v.y,
        k.y * axis.z + v.x,
        c + k.z * axis.z,
    )
}

/// Hamilton product `a b`.
pub(crate) fn quaternion_product(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    [
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    ]
}

/// The unit quaternion that turns by the rotation vector `phi` (rad).
pub(crate) fn quaternion_exponential(phi: &Vec3) -> [f64; 4] {
    let angle = phi.norm();
    let half = 0.5 * angle;
    // sin(x)/x from its series where the quotient would lose digits.
    let scale = if half < 1e-4 { 0.5 * (1.0 - half * half / 6.0) } else { half.sin() / angle };
    [half.cos(), scale * phi.x, scale * phi.y, scale * phi.z]
}

/// The rotation vector (axis times angle in `[0, pi]`, rad) of `q / |q|`.
pub(crate) fn rotation_vector(q: [f64; 4]) -> Vec3 {
    let sign = if q[0] < 0.0 { -1.0 } else { 1.0 };
    let v = Vec3::new(q[1], q[2], q[3]) * sign;
    let w = q[0] * sign;
    let sine = v.norm();
    // For a small angle atan2(s, w) / s tends to 1 / w.
    let scale = if sine < 1e-150 { 2.0 / w } else { 2.0 * sine.atan2(w) / sine };
    v * scale
}

/// Displacement, in the axes at the beginning, of a body that turns by the rotation vector `phi`
/// while its origin moves with the constant velocity `u` (per unit of time) in its own axes.
pub(crate) fn twist_displacement(phi: &Vec3, u: &Vec3) -> Vec3 {
    let square = phi.norm_squared();
    let (b, c) = if square < 1e-6 {
        (0.5 - square / 24.0, 1.0 / 6.0 - square / 120.0)
    } else {
        let angle = square.sqrt();
        ((1.0 - angle.cos()) / square, (angle - angle.sin()) / (square * angle))
    };
    let once = phi.cross(u);
    u + once * b + phi.cross(&once) * c
}
