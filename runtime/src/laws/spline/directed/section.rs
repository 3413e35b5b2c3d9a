//! How a piece and the axes at one of its nodes see each other: second derivatives by the slopes, the line between both nodes and the turn
//! of the axes.
//!
//! What is seen is `a`, `b` and `g` by the slopes and the line, and an axis `d` that turns; a change of the turn is `δθ × arm`, and what acts
//! on the axis turns the section by `lever × f`. Derivatives are products of two of these: rows with the means over the step, columns with
//! what there is at the end.

use nalgebra::Vector3;

use super::{NUMBERS, Seen};

/// What a piece and the axes at one of its nodes do to each other: slope at the start, line to the second node, slope at the end, then the
/// turn of the axes.
pub(crate) type SectionRows = [[f64; 12]; 12];

/// None yet.
pub(crate) const SECTION_ROWS: SectionRows = [[0.0; 12]; 12];

/// What `a` and `b` (1/m) at a place have of the slope at a piece's start, the line to its second node and the slope at its end.
#[derive(Clone, Copy)]
pub(crate) struct OnPiece {
    /// Of these, in `a`.
    pub(crate) slope: [f64; 3],
    /// In `b`.
    pub(crate) bend: [f64; 3],
    /// Which of these is the slope at the node, of which the axes see.
    pub(crate) node: usize,
}

/// Where the turn is in [`SectionRows`].
pub(super) const TURN: usize = 9;

/// What is seen, with the axis that is the sum of both with weights.
pub(super) struct Towards {
    /// Of the place that is seen: the derivative by the arc length.
    a: Vector3<f64>,
    /// The second derivative, 1/m.
    b: Vector3<f64>,
    /// The slope at the node.
    g: Vector3<f64>,
    /// The sum.
    axis: Vector3<f64>,
    /// How products of the axis with `b` and with `a` change where it turns by an arm.
    turning: [Vector3<f64>; 2],
}

impl Towards {
    /// With weights of the axes; what turns is an arm.
    #[inline(always)]
    pub(super) fn of(
        &[a, b, g, first, second]: &Seen,
        [one, other]: [f64; 2],
        arm: &Vector3<f64>,
    ) -> Self {
        let axis = first * one + second * other;
        Self { a, b, g, axis, turning: [arm.cross(&b), arm.cross(&a)] }
    }

    /// By what a piece has of it, where these are the derivatives by the numbers.
    #[inline(always)]
    pub(super) fn line(&self, by: &[f64; NUMBERS], on: &OnPiece) -> [f64; 12] {
        let Self { a, b, g, axis, turning } = self;
        let &[bend, lean, p, sigma, tau, m, square] = by;
        let on_slope = axis * lean + a * (2.0 * p) + b * sigma + g * m;
        let on_bend = axis * bend + a * sigma + g * tau;
        let on_node = b * tau + a * m + g * (2.0 * square);
        let turned = turning[0] * bend + turning[1] * lean;
        let mut line = [0.0; 12];
        for k in 0..3 {
            for x in 0..3 {
                line[3 * x + k] = on_slope[k] * on.slope[x] + on_bend[k] * on.bend[x];
            }
            line[3 * on.node + k] += on_node[k];
            line[TURN + k] = turned[k];
        }
        line
    }

    /// Adds the rows that belong to how the derivatives by the numbers change.
    #[inline(always)]
    pub(super) fn add_rows(
        &self,
        lines: &[[f64; 12]; NUMBERS],
        on: &OnPiece,
        rows: &mut SectionRows,
    ) {
        let [bend, lean, p, sigma, tau, m, square] = lines;
        let Self { a, b, g, axis, turning } = self;
        for x in 0..3 {
            let (slope, curve) = (on.slope[x], on.bend[x]);
            let own = if x == on.node { 1.0 } else { 0.0 };
            let mut of = [[0.0; 12]; 4];
            for column in 0..12 {
                of[0][column] = 2.0 * slope * p[column] + curve * sigma[column] + own * m[column];
                of[1][column] = slope * sigma[column] + own * tau[column];
                of[2][column] =
                    slope * m[column] + curve * tau[column] + 2.0 * own * square[column];
                of[3][column] = slope * lean[column] + curve * bend[column];
            }
            for k in 0..3 {
                for (column, entry) in rows[3 * x + k].iter_mut().enumerate() {
                    *entry += a[k] * of[0][column]
                        + b[k] * of[1][column]
                        + g[k] * of[2][column]
                        + axis[k] * of[3][column];
                }
            }
        }
        for k in 0..3 {
            for (column, entry) in rows[TURN + k].iter_mut().enumerate() {
                *entry += turning[0][k] * bend[column] + turning[1][k] * lean[column];
            }
        }
    }

    /// Adds half of what the vectors themselves change by.
    #[inline(always)]
    pub(super) fn add_multiples(&self, by: &[f64; NUMBERS], on: &OnPiece, rows: &mut SectionRows) {
        let [_, _, p, sigma, tau, m, square] = by;
        let with_node = |x: usize| 0.5 * (on.bend[x] * tau + on.slope[x] * m);
        for x in 0..3 {
            for y in 0..3 {
                let both = on.slope[x] * on.bend[y] + on.bend[x] * on.slope[y];
                let mut multiple = on.slope[x] * on.slope[y] * p + 0.5 * both * sigma;
                if y == on.node {
                    multiple += with_node(x);
                }
                if x == on.node {
                    multiple += with_node(y);
                    if y == x {
                        multiple += square;
                    }
                }
                for k in 0..3 {
                    rows[3 * x + k][3 * y + k] += multiple;
                }
            }
        }
    }
}
