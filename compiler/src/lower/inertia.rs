//! Mass properties of solid shapes of uniform density, as expressions.

use cdl_graph::{NodeId, Shape, Signals};

use crate::symbolic::{Scalars, Vector, vector};

/// density * volume: box a b c, sphere pi/6 d^3, cylinder pi/4 d^2 L.
pub(super) fn mass(signals: &mut Signals, shape: &Shape, density: NodeId) -> NodeId {
    let volume = match shape {
        Shape::Box { size: [a, b, c], .. } => {
            let ab = signals.times(*a, *b);
            signals.times(ab, *c)
        }
        Shape::Sphere { diameter, .. } => {
            let square = signals.times(*diameter, *diameter);
            let cube = signals.times(square, *diameter);
            let factor = signals.constant(std::f64::consts::PI / 6.0);
            signals.times(factor, cube)
        }
        Shape::Cylinder { diameter, start, end } => {
            let axis = vector::difference(signals, *end, *start);
            let length = vector::norm(signals, axis);
            let square = signals.times(*diameter, *diameter);
            let factor = signals.constant(std::f64::consts::FRAC_PI_4);
            let area = signals.times(factor, square);
            signals.times(area, length)
        }
    };
    signals.times(density, volume)
}

/// The centre of a shape, in body axes.
pub(super) fn centre(signals: &mut Signals, shape: &Shape) -> Vector {
    match shape {
        Shape::Box { centre, .. } | Shape::Sphere { centre, .. } => *centre,
        Shape::Cylinder { start, end, .. } => {
            let both = vector::sum(signals, *start, *end);
            let half = signals.constant(0.5);
            vector::scaled(signals, half, both)
        }
    }
}

/// About the shape's centre, in body axes, `[xx, yy, zz, xy, xz, yz]`.
///
/// Box: m/12 (b^2 + c^2) and so on. Sphere: m d^2/10. Cylinder: m d^2/8 about its axis u and
/// m (d^2/16 + L^2/12) across it, that is `across (1 - u u') + along u u'`.
pub(super) fn inertia(signals: &mut Signals, shape: &Shape, mass: NodeId) -> [NodeId; 6] {
    let zero = signals.constant(0.0);
    match shape {
        Shape::Box { size, .. } => {
            let squares = size.map(|edge| signals.times(edge, edge));
            let twelfth = signals.constant(1.0 / 12.0);
            let factor = signals.times(twelfth, mass);
            let [xx, yy, zz] = [(1, 2), (2, 0), (0, 1)].map(|(i, j)| {
                let both = signals.plus(squares[i], squares[j]);
                signals.times(factor, both)
            });
            [xx, yy, zz, zero, zero, zero]
        }
        Shape::Sphere { diameter, .. } => {
            let square = signals.times(*diameter, *diameter);
            let tenth = signals.constant(0.1);
            let factor = signals.times(tenth, mass);
            let all = signals.times(factor, square);
            [all, all, all, zero, zero, zero]
        }
        Shape::Cylinder { diameter, start, end } => {
            let axis = vector::difference(signals, *end, *start);
            let length_squared = vector::dot(signals, axis, axis);
            let square = signals.times(*diameter, *diameter);
            let eighth = signals.constant(1.0 / 8.0);
            let sixteenth = signals.constant(1.0 / 16.0);
            let twelfth = signals.constant(1.0 / 12.0);
            let along = signals.times(eighth, square);
            let round = signals.times(sixteenth, square);
            let slender = signals.times(twelfth, length_squared);
            let across = signals.plus(round, slender);
            let surplus = signals.minus(along, across);
            // (along - across) u u' with u = axis / length.
            let per_square = signals.over(surplus, length_squared);
            let mut element = |i: usize, j: usize| {
                let product = signals.times(axis[i], axis[j]);
                let outer = signals.times(per_square, product);
                let specific = if i == j { signals.plus(across, outer) } else { outer };
                signals.times(mass, specific)
            };
            [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)].map(|(i, j)| element(i, j))
        }
    }
}
