//! Systems of linear equations, and derivatives of their solutions without derivatives of any method.

use cdl_graph::{Node, NodeId, SystemShape};

use super::Scalars;

/// The solution of `A x = b` for each of `rights`, one after the other: `matrix` goes row by row, see
/// [`cdl_graph::solve`]. `before` is a list that has the matrix already.
pub fn solution(
    signals: &mut impl Scalars,
    shape: SystemShape,
    matrix: Matrix<'_>,
    rights: &[NodeId],
) -> Vec<NodeId> {
    let entries = match matrix {
        Matrix::Of(matrix) => listed(signals, None, matrix),
        Matrix::Listed(entries) => Some(entries),
    };
    let Some(entries) = listed(signals, entries, rights) else { return Vec::new() };
    let of = signals.add(Node::Solve { entries, shape });
    solved(signals, of, shape)
}

/// A matrix that is to be listed, or the last entry of its list.
pub enum Matrix<'a> {
    Of(&'a [NodeId]),
    Listed(NodeId),
}

fn listed(signals: &mut impl Scalars, before: Option<NodeId>, values: &[NodeId]) -> Option<NodeId> {
    values.iter().fold(before, |before, &value| Some(signals.add(Node::Entry { before, value })))
}

fn solved(signals: &mut impl Scalars, of: NodeId, shape: SystemShape) -> Vec<NodeId> {
    let indices = 0..shape.solutions() as u8;
    indices.map(|index| signals.add(Node::Solution { of, index })).collect()
}

/// Derivatives of all numbers of a solution, from those of the entries; `None` where nothing varies.
///
/// With `r = b - A x` and `+` for the pseudoinverse (Golub and Pereyra, SIAM J. Numer. Anal. 10, 1973):
/// `x' = A+ (b' - A' x)`, and with more rows than columns besides `A+ (A^T)+ A'^T r`, with more columns
/// `(1 - A+ A) A'^T (A^T)+ x`.
pub fn derivative(
    signals: &mut impl Scalars,
    of: NodeId,
    last: NodeId,
    shape: SystemShape,
    derivative: impl Fn(NodeId) -> Option<NodeId>,
) -> Option<Vec<NodeId>> {
    let entries = cdl_graph::entries(|id| signals.node(id), last);
    let slopes: Vec<Option<NodeId>> = entries.iter().map(|&entry| derivative(entry)).collect();
    if slopes.iter().all(Option::is_none) {
        return None;
    }
    let (rows, columns) = (usize::from(shape.rows), usize::from(shape.columns));
    let (a, b) = entries.split_at(shape.matrix());
    let (slopes, mut rights) = {
        let (of_matrix, of_rights) = slopes.split_at(shape.matrix());
        (of_matrix, of_rights.to_vec())
    };
    let varies = slopes.iter().any(Option::is_some);
    let x = solved(signals, of, shape);
    let a: Vec<Option<NodeId>> = a.iter().copied().map(Some).collect();
    let b: Vec<Option<NodeId>> = b.iter().copied().map(Some).collect();
    subtract_product(signals, slopes, columns, &x, &mut rights);
    let transposed_shape =
        SystemShape { rows: shape.columns, columns: shape.rows, rights: shape.rights };
    // What the change of the matrix adds besides.
    let mut besides = Vec::new();
    if varies && rows > columns {
        let mut residual = b;
        subtract_product(signals, &a, columns, &x, &mut residual);
        let h = transposed_product(signals, slopes, columns, &residual);
        let y = transposed(signals, &a, columns, transposed_shape, &h);
        rights = rights.into_iter().zip(y).map(|(own, y)| sum(signals, own, Some(y))).collect();
    } else if varies && rows < columns {
        let x: Vec<Option<NodeId>> = x.iter().copied().map(Some).collect();
        let y = transposed(signals, &a, columns, transposed_shape, &x);
        let y: Vec<Option<NodeId>> = y.into_iter().map(Some).collect();
        besides = transposed_product(signals, slopes, columns, &y);
        let moved = numbers(signals, &besides);
        subtract_product(signals, &a, columns, &moved, &mut rights);
    }
    let matrix = before_rights(signals, last, rights.len());
    let rights = numbers(signals, &rights);
    let found = solution(signals, shape, Matrix::Listed(matrix?), &rights);
    if besides.is_empty() {
        return Some(found);
    }
    let besides = numbers(signals, &besides);
    Some(found.into_iter().zip(besides).map(|(own, more)| signals.plus(own, more)).collect())
}

/// The last entry of a list without so many at its end.
fn before_rights(signals: &impl Scalars, last: NodeId, count: usize) -> Option<NodeId> {
    (0..count).try_fold(last, |id, _| match signals.node(id) {
        Node::Entry { before, .. } => before,
        _ => None,
    })
}

fn numbers(signals: &mut impl Scalars, values: &[Option<NodeId>]) -> Vec<NodeId> {
    values.iter().map(|value| value.unwrap_or_else(|| signals.constant(0.0))).collect()
}

fn sum(signals: &mut impl Scalars, a: Option<NodeId>, b: Option<NodeId>) -> Option<NodeId> {
    match (a, b) {
        (Some(a), Some(b)) => Some(signals.plus(a, b)),
        (a, b) => a.or(b),
    }
}

/// `b - M x` for each `x`, where `None` is zero.
fn subtract_product(
    signals: &mut impl Scalars,
    matrix: &[Option<NodeId>],
    columns: usize,
    x: &[NodeId],
    b: &mut [Option<NodeId>],
) {
    let rows = matrix.len() / columns;
    for (x, b) in x.chunks_exact(columns).zip(b.chunks_exact_mut(rows)) {
        for (row, b) in matrix.chunks_exact(columns).zip(b) {
            let mut product = None;
            for (entry, &x) in row.iter().zip(x) {
                let term = entry.map(|entry| signals.times(entry, x));
                product = sum(signals, product, term);
            }
            *b = match (*b, product) {
                (Some(b), Some(product)) => Some(signals.minus(b, product)),
                (None, Some(product)) => Some(signals.negate(product)),
                (b, None) => b,
            };
        }
    }
}

/// `M^T y` for each `y`, where `None` is zero.
fn transposed_product(
    signals: &mut impl Scalars,
    matrix: &[Option<NodeId>],
    columns: usize,
    y: &[Option<NodeId>],
) -> Vec<Option<NodeId>> {
    let rows = matrix.len() / columns;
    let mut products = Vec::new();
    for y in y.chunks_exact(rows) {
        for column in 0..columns {
            let mut product = None;
            for (row, y) in matrix.chunks_exact(columns).zip(y) {
                let term = match (row[column], *y) {
                    (Some(entry), Some(y)) => Some(signals.times(entry, y)),
                    _ => None,
                };
                product = sum(signals, product, term);
            }
            products.push(product);
        }
    }
    products
}

/// The solutions with the transposed matrix.
fn transposed(
    signals: &mut impl Scalars,
    matrix: &[Option<NodeId>],
    columns: usize,
    shape: SystemShape,
    rights: &[Option<NodeId>],
) -> Vec<NodeId> {
    let by_column = (0..columns).flat_map(|j| matrix.chunks_exact(columns).map(move |row| row[j]));
    let by_column: Vec<Option<NodeId>> = by_column.collect();
    let matrix = numbers(signals, &by_column);
    let rights = numbers(signals, rights);
    solution(signals, shape, Matrix::Of(&matrix), &rights)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbolic::Simplified;
    use crate::symbolic::derivative::{Derivatives, Variable};
    use cdl_graph::{BinaryOp, Evaluation, Signals, UnaryOp};
    use rustc_hash::FxHashMap;

    /// Entries that vary in different ways with time, and some that do not.
    fn entry(signals: &mut Signals, time: NodeId, place: usize, is_fixed: bool) -> NodeId {
        let phase = signals.constant(((7 * place * place + 3 * place) % 19) as f64);
        if is_fixed || place % 5 == 3 {
            return signals.unary(UnaryOp::Cos, phase);
        }
        let rate = signals.constant(0.5 + 0.1 * (place % 4) as f64);
        let turned = signals.times(rate, time);
        let angle = signals.plus(turned, phase);
        signals.unary(UnaryOp::Sin, angle)
    }

    /// First and second derivatives agree with central differences, of order 4, of the solution and of the
    /// first: 1e-8 of their size.
    #[test]
    fn derivatives_of_solutions_agree_with_differences() {
        for (rows, columns, rights, fixed) in [
            (1, 1, 1, false),
            (3, 3, 2, false),
            (5, 3, 2, false),
            (3, 5, 2, false),
            (1, 4, 1, false),
            (4, 1, 1, false),
            (4, 4, 1, true),
            (6, 8, 1, true),
            (8, 6, 1, true),
            (12, 12, 1, false),
            (12, 5, 12, false),
        ] {
            let shape = SystemShape { rows, columns, rights };
            let mut signals = Signals::default();
            let time = signals.add(Node::Time);
            let nodes: Vec<NodeId> = (0..shape.entries())
                .map(|place| {
                    let is_fixed = fixed && place < shape.matrix();
                    entry(&mut signals, time, place, is_fixed)
                })
                .collect();
            let (matrix, right) = nodes.split_at(shape.matrix());
            let x = solution(&mut signals, shape, Matrix::Of(matrix), right);
            let mut of = vec![x];
            for order in 0..2 {
                let mut derivatives = Derivatives::by(Variable::Time);
                let mut simplified = Simplified::new(&mut signals);
                let found = of[order].iter().map(|&node| {
                    let found = derivatives.of(&mut simplified, &FxHashMap::default(), node);
                    found.expect("a derivative").unwrap_or_else(|| simplified.constant(0.0))
                });
                let found = found.collect();
                of.push(found);
            }
            let value = |time: f64, node: NodeId| {
                Evaluation::new(&signals, time, |_, _| f64::NAN).value(node)
            };
            let (at, h) = (0.4, 2e-4);
            for order in 0..2 {
                let size = of[order + 1].iter().map(|&node| value(at, node).abs());
                let size = size.fold(1.0, f64::max);
                for (&node, &slope) in of[order].iter().zip(&of[order + 1]) {
                    let across = |h: f64| (value(at + h, node) - value(at - h, node)) / (2.0 * h);
                    let expected = (4.0 * across(h) - across(2.0 * h)) / 3.0;
                    let apart = (value(at, slope) - expected).abs() / size;
                    assert!(apart < 1e-8, "{shape:?}, order {order}: {apart:.1e}");
                }
            }
        }
    }

    /// 12 x 12 with all entries varying: how many nodes the solution and its derivative are.
    #[test]
    fn a_derivative_is_as_large_as_a_product() {
        let shape = SystemShape { rows: 12, columns: 12, rights: 1 };
        let mut signals = Signals::default();
        let time = signals.add(Node::Time);
        let two = signals.constant(2.0);
        let nodes: Vec<NodeId> = (0..shape.entries())
            .map(|place| {
                let own = signals.constant(place as f64);
                let factor = signals.binary(BinaryOp::Pow, own, two);
                signals.times(factor, time)
            })
            .collect();
        let before = signals.nodes.len();
        let (matrix, right) = nodes.split_at(shape.matrix());
        let x = solution(&mut signals, shape, Matrix::Of(matrix), right);
        let solved = signals.nodes.len();
        assert_eq!(solved - before, 12 * 12 + 12 + 1 + 12);
        let mut derivatives = Derivatives::by(Variable::Time);
        let mut simplified = Simplified::new(&mut signals);
        for node in x {
            derivatives.of(&mut simplified, &FxHashMap::default(), node).expect("a derivative");
        }
        let more = signals.nodes.len() - solved;
        assert!(more < 3 * 12 * 12 + 100, "{more}");
    }
}
