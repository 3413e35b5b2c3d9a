//! Rigid links between two nodes that move by themselves: most of what long cables consist of.
//!
//! The same as a [`crate::constrained::elements::mass::LinkMass`] with a `Distance` of the equations,
//! without the vectors and parts in between. With the line `e` from the first node to the second,
//! all blocks of the matrix are multiples of the identity: `μ m_own + s` on both nodes,
//! `μ m_shared - s` between them, with `s = -β λ / l`; and `e / l` is the row and the column of the multiplier.

use nalgebra::Vector3;

use crate::constrained::data::ConstrainedData;
use crate::constrained::matrix::Place;
use crate::constrained::scheme::Scheme;

/// Gathered from a mass and a distance when the matrix is laid out; both stay in their lists for
/// what is not done in iterations.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct PlainLink {
    /// Of the two nodes.
    pub(in crate::constrained) blocks: [u32; 2],
    /// The multiplier, among all unknowns.
    pub(in crate::constrained) unknown: u32,
    /// m
    pub(in crate::constrained) length: f64,
    /// One over that.
    pub(in crate::constrained) over_length: f64,
    /// kg
    pub(in crate::constrained) own: f64,
    /// And by the acceleration of the other.
    pub(in crate::constrained) shared: f64,
    /// Of each node with itself, and with the other.
    pub(in crate::constrained) diagonal: [Place; 2],
    /// See `diagonal`.
    pub(in crate::constrained) across: [Place; 2],
    /// Of the multiplier.
    pub(in crate::constrained) columns: [Place; 2],
    /// See `columns`.
    pub(in crate::constrained) rows: [Place; 2],
}

impl PlainLink {
    /// From the first node to the second, m.
    #[inline(always)]
    fn line(&self, positions: &[Vector3<f64>]) -> Vector3<f64> {
        let [a, b] = self.blocks;
        positions[b as usize] - positions[a as usize]
    }
}

/// Adds the inertia forces to the residuals of the blocks.
pub(in crate::constrained) fn add_inertia(links: &[PlainLink], data: &mut ConstrainedData) {
    let ConstrainedData { residuals, accelerations, .. } = data;
    for link in links {
        let [a, b] = link.blocks.map(|block| block as usize);
        let (first, second) = (accelerations[a], accelerations[b]);
        residuals[a] += first * link.own + second * link.shared;
        residuals[b] += first * link.shared + second * link.own;
    }
}

/// Adds the constraints' forces to the blocks, and their residuals to the right side.
/// A positive multiplier pushes the nodes apart; the tension is minus that.
pub(in crate::constrained) fn add_forces(links: &[PlainLink], data: &mut ConstrainedData) {
    let ConstrainedData {
        forces, right_side, multipliers, balance_positions, end_positions, ..
    } = data;
    for link in links {
        let [a, b] = link.blocks.map(|block| block as usize);
        let factor = multipliers[link.unknown as usize] * link.over_length;
        let pull = link.line(balance_positions) * factor;
        forces[a] -= pull;
        forces[b] += pull;
        let square = link.line(end_positions).norm_squared();
        right_side[link.unknown as usize] =
            (square - link.length * link.length) * (0.5 * link.over_length);
    }
}

/// Where everything is.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct Positions<'a> {
    /// Of the blocks where the forces are in balance, m.
    pub(in crate::constrained) balance: &'a [Vector3<f64>],
    /// Of the blocks at the end of the step, m.
    pub(in crate::constrained) end: &'a [Vector3<f64>],
}

/// Adds the links to the values of the matrix; without multipliers their part is left out.
pub(in crate::constrained) fn fill(
    links: &[PlainLink],
    scheme: &Scheme,
    at: Positions<'_>,
    multipliers: Option<&[f64]>,
    values: &mut [f64],
) {
    for link in links {
        let multiplier = multipliers.map_or(0.0, |all| all[link.unknown as usize]);
        let stiffness = -scheme.balance * multiplier * link.over_length;
        let own = scheme.inertia * link.own + stiffness;
        let shared = scheme.inertia * link.shared - stiffness;
        for place in link.diagonal {
            add_identity(values, place, own);
        }
        for place in link.across {
            add_identity(values, place, shared);
        }
        let balance = link.line(at.balance) * link.over_length;
        let end = link.line(at.end) * link.over_length;
        for (sign, (column, row)) in [1.0, -1.0].into_iter().zip(link.columns.iter().zip(link.rows))
        {
            let (start, stride) = (column.start as usize, column.stride as usize);
            for k in 0..3 {
                values[start + k * stride] += sign * balance[k];
                values[row.start as usize + k] += sign * end[k];
            }
        }
    }
}

/// Adds a multiple of the identity to a 3x3 block of the matrix.
#[inline(always)]
fn add_identity(values: &mut [f64], place: Place, value: f64) {
    let (start, stride) = (place.start as usize, place.stride as usize + 1);
    for k in 0..3 {
        values[start + k * stride] += value;
    }
}
