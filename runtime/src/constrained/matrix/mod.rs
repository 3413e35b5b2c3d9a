//! From derivatives with respect to vectors to places in the Newton matrix.
//!
//! A change of a unit moves a part of a vector by `δu = α δr + δθ × a₁`, and a force on the vector
//! enters the unit's equations as `(α f, aₘ × f)`: `a₁` is the arm in the configuration that is looked
//! for, `aₘ` the one where the forces are in balance. A slope that goes along a section's axis moves by `δθ × g₁ + d₁ δγ`, and
//! a force on it enters as `(gₘ × f, dₘ·f)`. Everything here is these pairs of maps.
//!
//! Elements do not know the matrix: they name vectors, say once which of them they couple
//! ([`Coupler`]), get their places ([`Wirer`]) and later add blocks of 3x3 there ([`Filling`]),
//! always in the same order. Entries are minus derivatives of forces, so that a stiffness counts as
//! positive.

mod filling;
mod parts;
mod wiring;

use super::units::Unit;
use super::vectors::{Moves, VectorId, Vectors};

pub(in crate::constrained) use filling::{Arms, Filling, add_matrix, subtract_matrix};
pub(in crate::constrained) use wiring::{Coupler, Wirer, Wiring, group, place, unknown_parts};

/// Where a block begins in the matrix's values, and how far apart its rows are.
/// The block is one of three rows and columns, of six where a body takes part, and of four for what turns and grows.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::constrained) struct Place {
    /// Index of its first entry.
    pub(in crate::constrained) start: u32,
    /// From a row to the next.
    pub(in crate::constrained) stride: u32,
}

/// A scalar constraint's force: its group, and its row there.
/// Rows of a group begin with its displacements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::constrained) struct Multiplier {
    /// Of unknowns.
    pub(in crate::constrained) group: usize,
    /// In the group, displacements first.
    pub(in crate::constrained) row: usize,
}

/// The places that belong to an element, in the order in which it fills them.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::constrained) struct Wires {
    /// Index of the first of them among all places.
    first: u32,
    /// What all its vectors have in common.
    vectors: Kind,
}

/// Vectors that elements know a shorter way for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    /// Whatever they are.
    #[default]
    Any,
    /// Blocks of units that move by themselves and are no bodies, as they are along a cable: each has one part, and nothing is
    /// to be multiplied.
    Plain,
    /// Place and slope of two nodes that both move by themselves and have axes across the slopes.
    Framed,
}

/// What these vectors are.
fn kind(vectors: &Vectors, units: &[Unit], ids: &[VectorId]) -> Kind {
    let own = |id: &VectorId| match &vectors.parts[vectors.range(*id)] {
        [part] if !part.known && part.coefficients[0] == 1.0 => Some(part),
        _ => None,
    };
    let is_plain = |id: &VectorId| own(id).is_some_and(|part| part.moves == Moves::Shifted);
    if ids.iter().all(is_plain) {
        return Kind::Plain;
    }
    let is_framed = |node: &[VectorId]| {
        let [Some(at), Some(slope)] = [own(&node[0]), own(&node[1])] else { return false };
        let is_there = place(units, at) == (group(units, slope), 0);
        is_there && at.moves == Moves::Shifted && matches!(slope.moves, Moves::Grown { .. })
    };
    if ids.len() == 4 && ids.chunks(2).all(is_framed) { Kind::Framed } else { Kind::Any }
}

impl Wires {
    /// Index among all places.
    pub(in crate::constrained) fn first(self) -> usize {
        self.first as usize
    }

    /// Whether each vector is one part that is times one.
    pub(in crate::constrained) fn is_plain(self) -> bool {
        self.vectors == Kind::Plain
    }

    /// Whether they are place and slope of two nodes that have axes.
    pub(in crate::constrained) fn is_framed(self) -> bool {
        self.vectors == Kind::Framed
    }
}
