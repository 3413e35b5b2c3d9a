//! Slopes that go along a director of a body, `g = γ d3`: what the turning of their levers makes of forces on them.
//!
//! A force on such a slope enters the equations of the body's turn as `ḡ × f` and that of its growth as `a·f`, with
//! `a = d̄1 × d̄2/|d̄1 × d̄2|` in the balance ([`crate::constrained::units::growing`]).

use nalgebra::{Matrix3, Vector3};

use crate::constrained::matrix::{Filling, Wires};

/// A slope and what pulls at it.
pub(in crate::constrained) struct Pulled {
    /// Left over on its block: inertia less forces.
    pub(in crate::constrained) residual: Vector3<f64>,
    /// At the end.
    pub(in crate::constrained) slope: Vector3<f64>,
    /// The third director at the end.
    pub(in crate::constrained) along: Vector3<f64>,
    /// The first and the second director, each in the balance and at the end.
    pub(in crate::constrained) across: [[Vector3<f64>; 2]; 2],
}

/// Adds the derivatives of `ḡ × r` and `a·r` for what is left over; `balance` is the share of the end in the balance.
///
/// `corner` begins with the body's turn.
pub(in crate::constrained) fn fill_slope_along(
    pulled: &Pulled,
    balance: f64,
    corner: Wires,
    filling: &mut Filling<'_>,
) {
    let Pulled { residual, slope, along, across: [[first, first_end], [second, second_end]] } =
        pulled;
    let geometric = slope * residual.transpose() - Matrix3::identity() * slope.dot(residual);
    filling.corner(corner, 0, 0, &(geometric * balance));
    let normal = first.cross(second);
    let size = normal.norm();
    let axis = normal / size;
    let across = (residual - axis * axis.dot(residual)) / size;
    let turned = first_end.cross(&second.cross(&across)) + second_end.cross(&across.cross(first));
    filling.line(corner, (3, 0), &(turned * balance));
    filling.column(corner, (0, 3), &(along.cross(residual) * balance));
}
