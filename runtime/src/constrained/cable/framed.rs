//! Derivatives for a piece between two nodes that have axes across the rope, by the unknowns of both at once.
//!
//! Each node has a place, a turn of its axes and a growth of its slope, seven unknowns that follow each other, so all that such
//! a piece has to do with the matrix is four blocks of 7 x 7. Forces on slopes and axes become those on turns and growths here
//! by the maps that [`crate::constrained::matrix`] says, once for each row and column instead of for each pair of vectors.
//!
//! With levers `gₘ` and directions `dₘ` in the balance, and arms `g₁` and directions `d₁` at the end, a force `f` on a slope is
//! `(gₘ × f, dₘ·f)` on turn and growth, and a row `x` by a slope is `(g₁ × x, d₁·x)` by these. Places count by their difference, so
//! rows and columns of the first are those of the second with the other sign.
//!
//! Bending, tension and twist of a piece are derivatives by its slopes and the difference of its places all three, so they are
//! gathered first and rewritten together. What twists a piece comes last, and takes what has been gathered; no other piece has
//! the same first node, so the axis there says where.

use nalgebra::{Matrix3, Vector3};

use crate::constrained::matrix::{Filling, Place, Wires};
use crate::constrained::vectors::{Moves, Part, VectorId};
use crate::laws::spline::{INNER_ROWS, Inner, InnerRows, NODAL, SectionRows};

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
    #[inline(always)]
    pub(super) fn rows(&self, parts: &Parts) -> Gradient {
        spread(parts, &self.levers, &self.pulled)
    }

    /// The same of what depends on where the end is.
    #[inline(always)]
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
    #[inline(always)]
    pub(super) fn add_inner(&mut self, frames: &Frames, inner: &InnerRows) {
        let mut lines = [[0.0; 2 * OWN]; 9];
        for (line, row) in lines.iter_mut().zip(inner) {
            *line = by_end(frames, row);
        }
        self.add_lines(frames, &lines);
    }

    /// Adds what the axes at both nodes see of a piece, by slopes, the difference of places and their turns.
    pub(super) fn add_sections(&mut self, frames: &Frames, sections: &[SectionRows; 2]) {
        let mut lines = [[0.0; 2 * OWN]; 9];
        for (node, rows) in sections.iter().enumerate() {
            let turn = node * OWN + TURN;
            for (k, row) in rows.iter().enumerate() {
                let (inner, by_turn) = row.split_first_chunk().expect("slopes and places");
                let mut line = by_end(frames, inner);
                line[turn..turn + 3].iter_mut().zip(by_turn).for_each(|(slot, own)| *slot += own);
                let to = if k < 9 { &mut lines[k] } else { &mut self.0[turn + k - 9] };
                to.iter_mut().zip(&line).for_each(|(slot, own)| *slot += own);
            }
        }
        self.add_lines(frames, &lines);
    }

    /// Adds the rows of a slope, the difference of places and the other slope.
    #[inline(always)]
    fn add_lines(&mut self, frames: &Frames, lines: &[Gradient; 9]) {
        for (k, line) in lines[3..6].iter().enumerate() {
            self.0[k].iter_mut().zip(line).for_each(|(slot, own)| *slot -= own);
            self.0[OWN + k].iter_mut().zip(line).for_each(|(slot, own)| *slot += own);
        }
        for (node, of) in [(0, 0), (1, 6)] {
            let (lever, pulled) = (&frames.levers[node], &frames.pulled[node]);
            let [x, y, z] = lines[of..].first_chunk().expect("three rows of a slope");
            let [first, second, third, growth] =
                self.0[node * OWN + TURN..].first_chunk_mut().expect("four rows of a slope");
            for column in 0..2 * OWN {
                let (x, y, z) = (x[column], y[column], z[column]);
                first[column] += lever.y * z - lever.z * y;
                second[column] += lever.z * x - lever.x * z;
                third[column] += lever.x * y - lever.y * x;
                growth[column] += pulled.x * x + pulled.y * y + pulled.z * z;
            }
        }
    }

    /// Adds a product of forces and what they depend on.
    #[inline(always)]
    pub(super) fn add_product(&mut self, rows: &Gradient, columns: &Gradient) {
        for (line, factor) in self.0.iter_mut().zip(rows) {
            line.iter_mut().zip(columns).for_each(|(slot, own)| *slot += factor * own);
        }
    }

    /// Adds what the turns of both nodes do to these.
    #[inline(always)]
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
}

impl Filling<'_> {
    /// Of a piece whose nodes both have axes, by its nodal vectors.
    #[inline(always)]
    pub(super) fn frames(&self, nodal: &[VectorId; NODAL]) -> Frames {
        let parts = [1, 3].map(|k| self.vectors.range(nodal[k]).start);
        let axes = parts.map(|part| axis(&self.vectors.parts[part]));
        Frames {
            levers: parts.map(|part| self.arms.balance[part]),
            arms: parts.map(|part| self.arms.end[part]),
            pulled: axes.map(|axis| self.arms.balance_axes[axis]),
            grown: axes.map(|axis| self.arms.end_axes[axis]),
        }
    }

    /// Keeps what slopes and the difference of places do until the whole piece is known.
    #[inline(always)]
    pub(super) fn gather(&mut self, nodal: &[VectorId; NODAL], inner: &Inner) {
        let rows = &mut self.gathered[self.first_axis(nodal)];
        for (of, line) in inner.iter().enumerate() {
            for (by, block) in line.iter().enumerate() {
                for k in 0..3 {
                    for l in 0..3 {
                        rows[3 * of + k][3 * by + l] += block[(k, l)];
                    }
                }
            }
        }
    }

    /// What has been kept of a piece, which is nothing afterwards.
    #[inline(always)]
    pub(super) fn take_gathered(&mut self, nodal: &[VectorId; NODAL]) -> InnerRows {
        let at = self.first_axis(nodal);
        std::mem::replace(&mut self.gathered[at], INNER_ROWS)
    }

    /// The axis that its first slope grows along: no other piece begins there.
    #[inline(always)]
    fn first_axis(&self, nodal: &[VectorId; NODAL]) -> usize {
        axis(&self.vectors.parts[self.vectors.range(nodal[1]).start])
    }

    /// Adds what has been put together, at the places of the piece's nodal vectors.
    #[inline(always)]
    pub(super) fn pair(&mut self, wires: Wires, pair: &Pair) {
        for (n, m, at) in BLOCKS {
            let place = self.wiring.places(wires)[at];
            for (k, own) in pair.0[n * OWN..][..OWN].iter().enumerate() {
                let own: &[f64; OWN] = own[m * OWN..].first_chunk().expect("a node's columns");
                let line = self.framed_row(place, k);
                line.iter_mut().zip(own).for_each(|(slot, own)| *slot += own);
            }
        }
    }

    /// What one unknown of a node has of a block.
    #[inline(always)]
    fn framed_row(&mut self, place: Place, row: usize) -> &mut [f64; OWN] {
        let start = place.start as usize + row * place.stride as usize;
        self.values[start..].first_chunk_mut().expect("a node's columns")
    }

    /// Adds multiples of the identity between the nodal vectors of a piece whose nodes both have axes.
    #[inline(always)]
    pub(super) fn framed_multiples(
        &mut self,
        nodal: &[VectorId; NODAL],
        wires: Wires,
        factors: &[[f64; NODAL]; NODAL],
    ) {
        let frames = self.frames(nodal);
        for (n, m, at) in BLOCKS {
            let place = self.wiring.places(wires)[at];
            let [line, on_slope] = [&factors[2 * n], &factors[2 * n + 1]];
            let [places, by_slope] = [line[2 * m], line[2 * m + 1]];
            let [slope_by_place, slopes] = [on_slope[2 * m], on_slope[2 * m + 1]];
            let (lever, arm) = (&frames.levers[n], &frames.arms[m]);
            let (pulled, grown) = (&frames.pulled[n], &frames.grown[m]);
            // -[arm]× for places, [lever]× for turns.
            let by_arm = skew(&(arm * -by_slope));
            let by_lever = skew(&(lever * slope_by_place));
            let (along, turned) = (slopes * lever.dot(arm), arm * -slopes);
            let pushed = lever.cross(grown) * slopes;
            for k in 0..3 {
                let row = self.framed_row(place, k);
                row[k] += places;
                for l in 0..3 {
                    row[TURN + l] += by_arm[k][l];
                }
                row[GROWTH] += by_slope * grown[k];
                let row = self.framed_row(place, TURN + k);
                for l in 0..3 {
                    row[l] += by_lever[k][l];
                    row[TURN + l] += turned[k] * lever[l];
                }
                row[TURN + k] += along;
                row[GROWTH] += pushed[k];
            }
            let by_turn = arm.cross(pulled) * slopes;
            let row = self.framed_row(place, GROWTH);
            for k in 0..3 {
                row[k] += slope_by_place * pulled[k];
                row[TURN + k] += by_turn[k];
            }
            row[GROWTH] += slopes * pulled.dot(grown);
        }
    }
}

/// Node by node, each with the index of its place among those of the four nodal vectors.
const BLOCKS: [(usize, usize, usize); 4] = [(0, 0, 0), (0, 1, 2), (1, 0, 8), (1, 1, 10)];

/// `[a]×`, row by row.
#[inline(always)]
fn skew(a: &Vector3<f64>) -> [[f64; 3]; 3] {
    [[0.0, -a.z, a.y], [a.z, 0.0, -a.x], [-a.y, a.x, 0.0]]
}

/// Among the directions in which slopes grow; only slopes that do are asked.
#[inline(always)]
fn axis(part: &Part) -> usize {
    match part.moves {
        Moves::Grown { axis } => axis as usize,
        Moves::Shifted | Moves::Turned => 0,
    }
}
