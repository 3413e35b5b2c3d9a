//! Vectors of three scalar nodes.

use cdl_graph::{NodeId, UnaryOp};

use super::Scalars;

/// Three components in the same axes.
pub type Vector = [NodeId; 3];

/// a + b
pub fn sum(signals: &mut impl Scalars, a: Vector, b: Vector) -> Vector {
    [0, 1, 2].map(|i| signals.plus(a[i], b[i]))
}

/// a - b
pub fn difference(signals: &mut impl Scalars, a: Vector, b: Vector) -> Vector {
    [0, 1, 2].map(|i| signals.minus(a[i], b[i]))
}

/// s a
pub fn scaled(signals: &mut impl Scalars, s: NodeId, a: Vector) -> Vector {
    a.map(|component| signals.times(s, component))
}

/// a . b
pub fn dot(signals: &mut impl Scalars, a: Vector, b: Vector) -> NodeId {
    let products = [0, 1, 2].map(|i| signals.times(a[i], b[i]));
    let partial = signals.plus(products[0], products[1]);
    signals.plus(partial, products[2])
}

/// a x b
pub fn cross(signals: &mut impl Scalars, a: Vector, b: Vector) -> Vector {
    [(1, 2), (2, 0), (0, 1)].map(|(i, j)| {
        let plus = signals.times(a[i], b[j]);
        let minus = signals.times(a[j], b[i]);
        signals.minus(plus, minus)
    })
}

/// |a|
pub fn norm(signals: &mut impl Scalars, a: Vector) -> NodeId {
    let square = dot(signals, a, a);
    signals.unary(UnaryOp::Sqrt, square)
}
