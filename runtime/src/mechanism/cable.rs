//! Cables: their links or segments, and what acts along them.

use crate::chain::lumped::Segments;
use crate::chain::{Form, Links, Loads};

/// A cable with its numbers, cut into pieces; they are alike, so the order does not matter.
#[derive(Clone, Debug)]
pub(crate) struct CableOf {
    /// Links or segments; the law of rigid links is not used.
    pub(crate) segments: Segments,
    pub(crate) kind: CableKind,
    pub(crate) loads: Loads,
}

/// Decides what the states of the recursive formulation are; the constrained one has nodes in
/// either case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CableKind {
    RigidLinks(Form),
    Lumped,
}

impl CableOf {
    pub(crate) fn links(&self) -> &Links {
        &self.segments.links
    }
}
