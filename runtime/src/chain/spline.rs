//! The start of a spline: nodes and slopes along a fine chain, moved by as little as it takes to have the stretch
//! they should have.
//!
//! The moments of the stretch `φ` (see [`crate::laws::spline`]) are given: zero for a rope that does not stretch, or
//! what its tension makes of them. What moves is found by Newton's method for the nearest nodal vectors,
//! `δ = -W G' (G W G')⁻¹ (φ - given)` with `W = (h/l)³` for places, `h/l³` for slopes, and nothing for what is held: the
//! stiffer what is moved would be bent, with the shorter piece there `h` and the longest one `l`. The matrix has a block of two or three moments for each piece, coupled with that of its neighbours.

use std::sync::Arc;

use nalgebra::{Matrix3, Vector3};

use crate::laws::spline::{
    MomentGradients, NODAL, Shapes, directions, moment_gradients, moment_rates, moments,
};

/// A spline's nodes from start to end, with what each of them may be moved by.
#[derive(Clone, Debug)]
pub(crate) struct NodalLine {
    /// m
    pub(crate) places: Vec<Vector3<f64>>,
    /// ∂r/∂s
    pub(crate) slopes: Vec<Vector3<f64>>,
    /// Whether the places of start and end stay.
    pub(crate) held: [bool; 2],
    /// The direction that the slope of start and end keeps.
    pub(crate) clamped: [Option<Vector3<f64>>; 2],
}

/// Moments of a piece; the third one belongs to the first piece only.
const MOST: usize = 3;
/// Of Newton's method with least changes.
const MOST_ITERATIONS: usize = 50;
/// Of the fastest velocity: rates of moments that rounding leaves.
const KEPT: f64 = 1e-12;
/// Of the piece's length: moments that rounding leaves.
const CLOSED: f64 = 4.0 * f64::EPSILON;
/// And such as may stay where it leaves more, because places are far from the origin.
const NEARLY: f64 = 1e-13;

/// No line near this one has the stretch that it should have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct OutOfReach;

impl NodalLine {
    /// Place and slope of both nodes of a piece.
    fn piece(&self, index: usize) -> [Vector3<f64>; NODAL] {
        [self.places[index], self.slopes[index], self.places[index + 1], self.slopes[index + 1]]
    }

    /// How many there are.
    fn pieces(&self) -> usize {
        self.places.len() - 1
    }

    /// What a nodal vector gives way by: of a node, its place or its slope.
    /// `shorter` is the length of the shorter piece there, and `longest` that of any, m.
    fn gives(&self, node: usize, slope: bool, [shorter, longest]: [f64; 2]) -> Matrix3<f64> {
        let end = match node {
            0 => Some(0),
            _ if node == self.pieces() => Some(1),
            _ => None,
        };
        let identity = Matrix3::identity();
        let share = shorter / longest;
        match (slope, end) {
            (false, Some(end)) if self.held[end] => Matrix3::zeros(),
            (false, _) => identity * share.powi(3),
            (true, Some(end)) if let Some(along) = self.clamped[end] => {
                along * along.transpose() * (share / longest.powi(2))
            }
            (true, _) => identity * (share / longest.powi(2)),
        }
    }

    /// Moves the nodes so that each piece has the moments that are given for it, m.
    ///
    /// # Errors
    /// There is no such line near this one.
    pub(crate) fn stretch(
        &mut self,
        shapes: &[Arc<Shapes>],
        given: &[[f64; MOST]],
    ) -> Result<(), OutOfReach> {
        let far = self.places.iter().map(|place| place.amax()).fold(0.0, f64::max);
        let longest = shapes.iter().map(|own| own.length).fold(0.0, f64::max);
        let closed = CLOSED * longest + f64::EPSILON * far;
        let mut before = f64::INFINITY;
        for _ in 0..MOST_ITERATIONS {
            let open: Vec<[f64; MOST]> = (0..self.pieces())
                .map(|index| {
                    let found = moments(&shapes[index], &self.piece(index));
                    std::array::from_fn(|m| found[m] - given[index][m])
                })
                .collect();
            let widest = self.widest(&open);
            let rounded = widest <= NEARLY * (longest + far) && widest >= 0.5 * before;
            if widest <= closed || rounded {
                return Ok(());
            }
            before = widest;
            let moves = self.nearest(shapes, &open).ok_or(OutOfReach)?;
            // Far from it, as where a clamp bends a short piece: in smaller steps.
            let largest = moves.iter().map(|[_, slope]| slope.norm()).fold(0.0, f64::max);
            let share = if largest > 0.3 { 0.3 / largest } else { 1.0 };
            for (node, [place, slope]) in moves.into_iter().enumerate() {
                self.places[node] += place * share;
                self.slopes[node] += slope * share;
            }
        }
        Err(OutOfReach)
    }

    /// Takes from the rates of places (m/s) and slopes (1/s) what would stretch it.
    pub(crate) fn keep(
        &self,
        shapes: &[Arc<Shapes>],
        velocities: &mut [Vector3<f64>],
        rates: &mut [Vector3<f64>],
    ) -> Result<(), OutOfReach> {
        let open: Vec<[f64; MOST]> = (0..self.pieces())
            .map(|index| {
                let moving =
                    [velocities[index], rates[index], velocities[index + 1], rates[index + 1]];
                moment_rates(&shapes[index], &self.piece(index), &moving)
            })
            .collect();
        // What rounding leaves of velocities: along a straight line between held ends nothing gives way, and moves would have no bounds.
        let longest = shapes.iter().map(|own| own.length).fold(0.0, f64::max);
        let fastest = velocities.iter().map(|own| own.norm());
        let fastest =
            fastest.chain(rates.iter().map(|own| own.norm() * longest)).fold(0.0, f64::max);
        if self.widest(&open) <= KEPT * fastest {
            return Ok(());
        }
        let moves = self.nearest(shapes, &open).ok_or(OutOfReach)?;
        for (node, [place, slope]) in moves.into_iter().enumerate() {
            velocities[node] += place;
            rates[node] += slope;
        }
        Ok(())
    }

    /// How many moments a piece has.
    fn count(index: usize) -> usize {
        if index == 0 { MOST } else { MOST - 1 }
    }

    /// The largest moment that is open.
    fn widest(&self, open: &[[f64; MOST]]) -> f64 {
        let each = open.iter().enumerate().flat_map(|(index, own)| &own[..Self::count(index)]);
        // Also what is no number is wide.
        each.fold(0.0, |widest, own| if own.abs() <= widest { widest } else { own.abs() })
    }

    /// Of the moments of a piece, by its nodal vectors.
    fn gradients(&self, shapes: &[Arc<Shapes>], index: usize) -> MomentGradients {
        let shapes = &shapes[index];
        moment_gradients(shapes, directions(shapes, &self.piece(index)))
    }

    /// The smallest moves of place and slope of all nodes that take `open` away; none where they are not enough.
    ///
    /// Block elimination from the start: `diagonal` and `right` are what is left of each piece's rows after the
    /// one before.
    fn nearest(
        &self,
        shapes: &[Arc<Shapes>],
        open: &[[f64; MOST]],
    ) -> Option<Vec<[Vector3<f64>; 2]>> {
        let count = self.pieces();
        let gradients: Vec<MomentGradients> =
            (0..count).map(|index| self.gradients(shapes, index)).collect();
        let longest = shapes.iter().map(|own| own.length).fold(0.0, f64::max);
        let gives: Vec<[Matrix3<f64>; 2]> = (0..=count)
            .map(|node| {
                let [before, after] = [node.saturating_sub(1), node.min(count - 1)];
                let shorter = shapes[before].length.min(shapes[after].length);
                [false, true].map(|slope| self.gives(node, slope, [shorter, longest]))
            })
            .collect();
        // Rows of a piece that has no third moment stay as they are.
        let mut diagonals = Vec::with_capacity(count);
        let mut rights: Vec<Vector3<f64>> = Vec::with_capacity(count);
        let mut couplings: Vec<Matrix3<f64>> = Vec::with_capacity(count);
        for index in 0..count {
            let rows = Self::count(index);
            let own = &gradients[index];
            let mut diagonal = Matrix3::identity();
            for i in 0..rows {
                for j in 0..rows {
                    diagonal[(i, j)] = (0..NODAL)
                        .map(|k| own[i][k].dot(&(gives[index + k / 2][k % 2] * own[j][k])))
                        .sum();
                }
            }
            let mut right = Vector3::from_fn(|i, _| if i < rows { open[index][i] } else { 0.0 });
            if index > 0 {
                let before = &gradients[index - 1];
                let mut coupling = Matrix3::zeros();
                for i in 0..rows {
                    for j in 0..Self::count(index - 1) {
                        coupling[(i, j)] = (0..2)
                            .map(|k| own[i][k].dot(&(gives[index][k] * before[j][k + 2])))
                            .sum();
                    }
                }
                let last: &Matrix3<f64> = &diagonals[index - 1];
                let factor = coupling * last.try_inverse()?;
                diagonal -= factor * coupling.transpose();
                right -= factor * rights[index - 1];
                couplings.push(coupling);
            }
            diagonals.push(diagonal);
            rights.push(right);
        }
        let mut impulses = vec![Vector3::zeros(); count];
        for index in (0..count).rev() {
            let mut right = rights[index];
            if index + 1 < count {
                right -= couplings[index].transpose() * impulses[index + 1];
            }
            impulses[index] = diagonals[index].try_inverse()? * right;
        }
        let mut moves = vec![[Vector3::zeros(); 2]; count + 1];
        for (index, impulse) in impulses.iter().enumerate() {
            for k in 0..NODAL {
                let pull: Vector3<f64> =
                    (0..Self::count(index)).map(|m| gradients[index][m][k] * impulse[m]).sum();
                moves[index + k / 2][k % 2] -= gives[index + k / 2][k % 2] * pull;
            }
        }
        let finite = moves.iter().flatten().all(|own| own.iter().all(|x| x.is_finite()));
        finite.then_some(moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reference: the definition; a sagging line with clamped and held ends has the moments that were asked for, and
    /// its ends are where they were.
    #[test]
    fn lines_get_the_stretch_that_is_given() {
        let shapes: Vec<_> = (0..8).map(|_| Arc::new(Shapes::new(0.5))).collect();
        let places: Vec<Vector3<f64>> = (0..9)
            .map(|i| Vector3::new(0.45 * f64::from(i), 0.0, 0.05 * f64::from(i * (i - 8))))
            .collect();
        let slopes = (0..9).map(|i| Vector3::new(0.9, 0.1, 0.2 * f64::from(i) - 0.8)).collect();
        let along = Vector3::new(0.8, 0.0, -0.6);
        let mut line = NodalLine {
            places: places.clone(),
            slopes,
            held: [true, true],
            clamped: [Some(along), None],
        };
        line.slopes[0] = along;
        let given: Vec<[f64; 3]> = (0..8).map(|i| [1e-3 * f64::from(i), 2e-4, 1e-5]).collect();
        line.stretch(&shapes, &given).expect("there is one");
        for (index, given) in given.iter().enumerate() {
            let found = moments(&shapes[index], &line.piece(index));
            for m in 0..NodalLine::count(index) {
                assert!((found[m] - given[m]).abs() < 1e-14, "{index} {m}");
            }
        }
        assert_eq!((line.places[0], line.places[8]), (places[0], places[8]));
        assert!(line.slopes[0].cross(&along).norm() < 1e-15);
        let mut velocities: Vec<Vector3<f64>> =
            (0..9).map(|i| Vector3::new(0.3, f64::from(i), -0.1 * f64::from(i))).collect();
        let mut rates = vec![Vector3::new(0.1, 0.7, 0.2); 9];
        let ends = (velocities[0], velocities[8]);
        line.keep(&shapes, &mut velocities, &mut rates).expect("there are some");
        assert_eq!((velocities[0], velocities[8]), ends);
        for index in 0..8 {
            let gradients = line.gradients(&shapes, index);
            let own = [velocities[index], rates[index], velocities[index + 1], rates[index + 1]];
            for row in &gradients[..NodalLine::count(index)] {
                let rate: f64 = row.iter().zip(&own).map(|(g, v)| g.dot(v)).sum();
                assert!(rate.abs() < 1e-14, "{index}: {rate}");
            }
        }
    }

    #[test]
    fn a_line_that_cannot_reach_is_refused() {
        let shapes: Vec<_> = (0..3).map(|_| Arc::new(Shapes::new(0.5))).collect();
        let mut line = NodalLine {
            places: (0..4).map(|i| Vector3::x() * (0.6 * f64::from(i))).collect(),
            slopes: vec![Vector3::x(); 4],
            held: [true, true],
            clamped: [None, None],
        };
        assert!(line.stretch(&shapes, &[[0.0; 3]; 3]).is_err());
    }
}
