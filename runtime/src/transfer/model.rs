//! The constant part: which form each body has, what comes into it, and where its data are.

use std::ops::Range;

use super::alone::Alone;
use crate::spatial::Mat3;
use crate::tree::{Parent, Tree};

/// What is known at a connection about all that is beyond it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// What it opposes to accelerations: infinite where a tip is held.
    Impedance,
    /// How it yields to forces: infinite where there is no mass.
    Compliance,
}

/// How many directions the connection of a body holds, and where its data are among those of this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// Of a free joint, and of a bead that another one carries.
    Nothing,
    /// Of a spherical or planar joint.
    Three(usize),
    /// Of a universal or cylindrical one.
    Four(usize),
    /// Of a revolute or prismatic one.
    Five(usize),
    /// Of a fixed one.
    Six(usize),
}

/// How many connections there are of each size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sizes {
    /// That hold three directions.
    pub(super) three: usize,
    /// Four.
    pub(super) four: usize,
    /// Five.
    pub(super) five: usize,
    pub(super) six: usize,
}

/// A body with the joint towards its root.
#[derive(Clone, Debug)]
pub(super) struct Station {
    /// Of the body with all that is beyond it.
    pub(super) form: Form,
    /// Of its connection: as what carries it takes it.
    pub(super) handed: Form,
    /// Of its connection.
    pub(super) slot: Slot,
    /// Part of [`Transfer::inputs`].
    pub(super) inputs: Range<usize>,
    /// Part of [`Transfer::rows`].
    pub(super) rows: Range<usize>,
    /// Its place among the beads, if it is one, or among the balls.
    pub(super) bead: Option<usize>,
    /// See `bead`.
    pub(super) ball: Option<usize>,
    /// Its place among the roots, if its compliance is known by one.
    pub(super) root: Option<usize>,
    /// Of these the one input that has a root as well.
    pub(super) rooted: Option<usize>,
    /// Its place among the nodes; beads and balls on others of their kind have none.
    pub(super) node: usize,
    /// Where it stands, among all that do so by themselves: the first is that of balls on others, whose sweeps do not ask.
    pub(super) stand: u32,
    /// Its place in [`Transfer::turns`], where its own axes are not those of its joint.
    pub(super) turn: Option<u32>,
    /// Its place in [`Transfer::alone`]: of compliances on which no cable hangs.
    pub(super) alone: Option<u32>,
    /// Whether nothing is added to it but inputs in compliance form.
    pub(super) is_alone: bool,
    /// See [`super::axes::drift`].
    pub(super) drift: f64,
}

/// The sweeps of one tree; constant during a run.
#[derive(Clone, Debug)]
pub(crate) struct Transfer {
    /// Of each body of the tree.
    pub(super) stations: Vec<Station>,
    /// Bodies whose joints are on another one.
    pub(super) inputs: Vec<usize>,
    /// Rows of closings that hold a body.
    pub(super) rows: Vec<usize>,
    /// Of bodies in compliance form on which no cable hangs.
    pub(super) alone: Vec<Alone>,
    /// Joint axes from own ones.
    pub(super) turns: Vec<Mat3>,
    /// How many connections there are.
    pub(super) sizes: Sizes,
    /// How many there are.
    pub(super) beads: usize,
    /// How many there are.
    pub(super) balls: usize,
    /// How many there are.
    pub(super) nodes: usize,
    /// How many there are.
    pub(super) roots: usize,
    /// How many stand by themselves.
    pub(super) stands: u32,
}

impl Transfer {
    /// What is constant of a body in compliance form on which no cable hangs.
    pub(super) fn alone(&self, station: &Station) -> Option<&Alone> {
        station.alone.map(|own| &self.alone[own as usize])
    }

    /// Of a body in [`super::data::TransferData::stands`].
    #[inline]
    pub(super) fn standing(&self, body: usize) -> usize {
        self.stations[body].stand as usize
    }

    /// Whether what carries a body has a root and takes that of the body.
    pub(super) fn is_rooted(&self, tree: &Tree, body: usize) -> bool {
        match tree.parent(body) {
            Parent::Body(carrier) => self.stations[carrier].rooted == Some(body),
            Parent::World | Parent::Base(_) | Parent::Anchor(_) => false,
        }
    }

    /// Rows by their number in [`crate::recursive::Loops::rows`].
    pub(crate) fn held_rows(&self) -> &[usize] {
        &self.rows
    }
}
