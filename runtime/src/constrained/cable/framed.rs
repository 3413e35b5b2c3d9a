//! Derivatives for a piece between two nodes that have axes across the rope, by the unknowns of both at once.
//!
//! Each node has a place, a turn of its axes and a growth of its slope, seven unknowns that follow each other, so all that such
//! a piece has to do with the matrix is four blocks of 7 x 7. Forces on slopes and axes become those on turns and growths here
//! by the maps that [`crate::constrained::matrix`] says, once for each row and column instead of for each pair of vectors.
//!
//! With levers `gₘ` and directions `dₘ` in the balance, and arms `g₁` and directions `d₁` at the end, a force `f` on a slope is
//! `(gₘ × f, dₘ·f)` on turn and growth, and a row `x` by a slope is `(g₁ × x, d₁·x)` by these. Places count by their difference, so
//! rows and columns of the first are those of the second with the other sign.

use nalgebra::{Matrix3, Vector3};

use crate::constrained::matrix::{Filling, Wires};
use crate::constrained::vectors::{Moves, VectorId};
use crate::laws::spline::{Inner, NODAL};

/// The unknowns of a node: place, turn, growth.
const OWN: usize = 7;
/// Where the turn begins.
const TURN: usize = 3;
/// Where the growth is.
const GROWTH: usize = 6;

/// The slopes of both nodes, and along what they grow.
pub(super) struct Frames {
    /// In the balance.
    levers: [Vector3<f64>; 2],
    /// At the end.
    arms: [Vector3<f64>; 2],
    /// In the balance.
    pulled: [Vector3<f64>; 2],
    /// At the end.
    grown: [Vector3<f64>; 2],
}

/// By the unknowns of both nodes.
pub(super) type Gradient = [f64; 2 * OWN];

/// Forces on the unknowns of both nodes by these.
pub(super) struct Pair([Gradient; 2 * OWN]);

/// What the nodal vectors of a piece, and the axes at both its nodes as they are turned, have of a gradient.
pub(super) struct Parts {
    /// Of places, slope and place and slope.
    pub(super) nodal: [Vector3<f64>; NODAL],
    /// Of the turns alone.
    pub(super) turns: [Vector3<f64>; 2],
}

impl Frames {
    /// By turns and growths: of forces where they balance.
    pub(super) fn rows(&self, parts: &Parts) -> Gradient {
        spread(parts, &self.levers, &self.pulled)
    }

    /// The same of what depends on where the end is.
    pub(super) fn columns(&self, parts: &Parts) -> Gradient {
        spread(parts, &self.arms, &self.grown)
    }
}

/// What places, slopes and axes have of a gradient becomes what the unknowns have.
#[inline(always)]
fn spread(parts: &Parts, slopes: &[Vector3<f64>; 2], axes: &[Vector3<f64>; 2]) -> Gradient {
    let mut all = [0.0; 2 * OWN];
    for node in 0..2 {
        let (at, on_slope) = (node * OWN, &parts.nodal[2 * node + 1]);
        let turn = parts.turns[node] + slopes[node].cross(on_slope);
        for k in 0..3 {
            all[at + k] = parts.nodal[2 * node][k];
            all[at + TURN + k] = turn[k];
        }
        all[at + GROWTH] = axes[node].dot(on_slope);
    }
    all
}

/// One row of forces by slope, second place and other slope.
type Row = [f64; 9];

/// By the unknowns at the end, what such a row is by vectors.
#[inline(always)]
fn by_end(frames: &Frames, row: &Row) -> Gradient {
    let [first, way, second] = [0, 3, 6].map(|at| Vector3::new(row[at], row[at + 1], row[at + 2]));
    let ([one, other], [grown, other_grown]) = (&frames.arms, &frames.grown);
    let (turn, other_turn) = (one.cross(&first), other.cross(&second));
    [
        -way.x,
        -way.y,
        -way.z,
        turn.x,
        turn.y,
        turn.z,
        grown.dot(&first),
        way.x,
        way.y,
        way.z,
        other_turn.x,
        other_turn.y,
        other_turn.z,
        other_grown.dot(&second),
    ]
}

impl Pair {
    /// Nothing.
    pub(super) const ZERO: Self = Self([[0.0; 2 * OWN]; 2 * OWN]);

    /// Adds what places, by their difference, and slopes do by these.
    pub(super) fn add_inner(&mut self, frames: &Frames, inner: &Inner) {
        let mut rows = [[0.0; 9]; 9];
        for of in 0..3 {
            for by in 0..3 {
                for k in 0..3 {
                    for l in 0..3 {
                        rows[3 * of + k][3 * by + l] = inner[of][by][(k, l)];
                    }
                }
            }
        }
        for k in 0..3 {
            let line = by_end(frames, &rows[3 + k]);
            self.0[k].iter_mut().zip(&line).for_each(|(slot, own)| *slot -= own);
            self.add_line(OWN + k, &line);
        }
        for (node, of) in [(0, 0), (1, 6)] {
            let (lever, pulled) = (&frames.levers[node], &frames.pulled[node]);
            let [x, y, z] = [&rows[of], &rows[of + 1], &rows[of + 2]];
            let at = node * OWN;
            // What of two or three rows the new one consists of.
            let mut turned = [[0.0; 9]; 4];
            for column in 0..9 {
                let (x, y, z) = (x[column], y[column], z[column]);
                turned[0][column] = lever.y * z - lever.z * y;
                turned[1][column] = lever.z * x - lever.x * z;
                turned[2][column] = lever.x * y - lever.y * x;
                turned[3][column] = pulled.x * x + pulled.y * y + pulled.z * z;
            }
            for (k, row) in turned.iter().enumerate() {
                self.add_line(at + TURN + k, &by_end(frames, row));
            }
        }
    }

    /// Adds to one row.
    #[inline(always)]
    fn add_line(&mut self, row: usize, line: &Gradient) {
        self.0[row].iter_mut().zip(line).for_each(|(slot, own)| *slot += own);
    }

    /// Adds a product of forces and what they depend on.
    #[inline]
    pub(super) fn add_product(&mut self, rows: &Gradient, columns: &Gradient) {
        for (line, factor) in self.0.iter_mut().zip(rows) {
            line.iter_mut().zip(columns).for_each(|(slot, own)| *slot += factor * own);
        }
    }

    /// Adds what the turns of both nodes do to these.
    pub(super) fn add_turns(&mut self, turns: &[[Matrix3<f64>; 2]; 2], factor: f64) {
        for (n, blocks) in turns.iter().enumerate() {
            for (m, block) in blocks.iter().enumerate() {
                let (row, column) = (n * OWN + TURN, m * OWN + TURN);
                for k in 0..3 {
                    for l in 0..3 {
                        self.0[row + k][column + l] += block[(k, l)] * factor;
                    }
                }
            }
        }
    }

    /// Adds multiples of the identity between nodal vectors.
    pub(super) fn add_multiples(&mut self, frames: &Frames, factors: &[[f64; NODAL]; NODAL]) {
        for n in 0..2 {
            for m in 0..2 {
                let [line, on_slope] = [&factors[2 * n], &factors[2 * n + 1]];
                let [places, by_slope] = [line[2 * m], line[2 * m + 1]];
                let [slope_by_place, slopes] = [on_slope[2 * m], on_slope[2 * m + 1]];
                let (row, column) = (n * OWN, m * OWN);
                let (lever, arm) = (&frames.levers[n], &frames.arms[m]);
                let (pulled, grown) = (&frames.pulled[n], &frames.grown[m]);
                let along = lever.dot(arm);
                let (pushed, turned) = (lever.cross(grown), arm.cross(pulled));
                let skew = |of: &Vector3<f64>| {
                    [[0.0, -of.z, of.y], [of.z, 0.0, -of.x], [-of.y, of.x, 0.0]]
                };
                let (by_arm, by_lever) = (skew(arm), skew(lever));
                for k in 0..3 {
                    let place = &mut self.0[row + k];
                    place[column + k] += places;
                    place[column + GROWTH] += by_slope * grown[k];
                    for l in 0..3 {
                        place[column + TURN + l] -= by_slope * by_arm[k][l];
                    }
                    let turn = &mut self.0[row + TURN + k];
                    turn[column + TURN + k] += slopes * along;
                    turn[column + GROWTH] += slopes * pushed[k];
                    for l in 0..3 {
                        turn[column + l] += slope_by_place * by_lever[k][l];
                        turn[column + TURN + l] -= slopes * arm[k] * lever[l];
                    }
                    let growth = &mut self.0[row + GROWTH];
                    growth[column + k] += slope_by_place * pulled[k];
                    growth[column + TURN + k] += slopes * turned[k];
                }
                self.0[row + GROWTH][column + GROWTH] += slopes * pulled.dot(grown);
            }
        }
    }
}

impl Filling<'_> {
    /// Of a piece whose nodes both have axes, by its nodal vectors.
    pub(super) fn frames(&self, nodal: &[VectorId; NODAL]) -> Frames {
        let parts = [1, 3].map(|k| self.vectors.range(nodal[k]).start);
        let axes = parts.map(|part| match self.vectors.parts[part].moves {
            Moves::Grown { axis } => axis as usize,
            Moves::Shifted | Moves::Turned => 0,
        });
        Frames {
            levers: parts.map(|part| self.arms.balance[part]),
            arms: parts.map(|part| self.arms.end[part]),
            pulled: axes.map(|axis| self.arms.balance_axes[axis]),
            grown: axes.map(|axis| self.arms.end_axes[axis]),
        }
    }

    /// Adds what has been put together, at the places of the piece's nodal vectors.
    pub(super) fn pair(&mut self, wires: Wires, pair: &Pair) {
        let wiring = self.wiring;
        let places = wiring.places(wires);
        for (n, m, at) in [(0, 0, 0), (0, 1, 2), (1, 0, 8), (1, 1, 10)] {
            let (start, stride) = (places[at].start as usize, places[at].stride as usize);
            for k in 0..OWN {
                let line = &mut self.values[start + k * stride..][..OWN];
                let own = &pair.0[n * OWN + k][m * OWN..][..OWN];
                line.iter_mut().zip(own).for_each(|(slot, own)| *slot += own);
            }
        }
    }
}
