//! A cable between the forest and the kernels of [`crate::chain`]: what it hangs on, how its state
//! lies in the state vector, where its stations are.
//!
//! The cable's own order is from the root, the end that the forest holds, to the tip; the user's is
//! from start to end. Where both differ the cable is `reversed`, and what is shown or given by the
//! user is turned round here: stations, directions, forces. Nodes are one more than links; vectors
//! are in world axes.
//!
//! What differs from one discretization to the other is in a room for each, `rigid_links` and
//! `lumped`; `rooms` says what is asked of them.

mod balance;
mod clamps;
mod lumped;
mod passes;
mod quantities;
mod response;
mod rigid_links;
mod rooms;
mod state;

pub(crate) use response::CableResponse;
pub(crate) use rooms::{CableState, Laid};

use std::sync::Arc;

use nalgebra::Vector3;
use rooms::Now;

use super::frame::FrameOn;
use crate::chain::lumped::AxialLaw;
use crate::chain::{Links, Loads, Medium, PointForce};
use crate::mechanism::Pieces;

/// A cable ready to run. Its own order is from the root to the tip.
#[derive(Clone, Debug)]
pub(crate) struct CableModel {
    /// Index in the graph.
    pub(crate) index: usize,
    /// From the root to the tip.
    pub(crate) pieces: Pieces,
    /// What holds it at the root.
    pub(crate) root: CableRoot,
    /// What it holds, or what holds it.
    pub(crate) tip: CableTip,
    /// The root is the cable's end.
    pub(crate) reversed: bool,
    /// Weight, drag, added mass, bending along it.
    pub(crate) loads: Arc<Loads>,
    /// At root and tip.
    pub(crate) clamps: [Option<ClampOn>; 2],
}

/// What keeps the direction at root or tip.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClampOn {
    /// That it turns with.
    pub(crate) frame: FrameOn,
    /// From root to tip, a unit vector in the frame's axes.
    pub(crate) direction: Vector3<f64>,
    /// About which the relaxed cable turns, in the frame's axes; zero where another clamp says that.
    pub(crate) normal: Vector3<f64>,
}

/// What holds a cable where its recursion begins.
#[derive(Clone, Debug)]
pub(crate) enum CableRoot {
    /// Nothing holds the cable: its first point has states of its own.
    Free,
    /// By a frame.
    Held(FrameOn),
}

/// What is at the other end.
#[derive(Clone, Debug)]
pub(crate) enum CableTip {
    /// Nothing.
    Free,
    /// Rigid links: by the world or a prescribed body. Lumped cables: by anything.
    Held(FrameOn),
    /// A body of the tree that hangs on the tree's anchor.
    Carries { body: usize, anchor: usize },
}

/// A place on a cable: a link counted from the root, and the fraction of it towards the tip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct StationOn {
    /// From the root.
    pub(crate) link: usize,
    /// From 0 to 1.
    pub(crate) fraction: f64,
}

/// Valid for the evaluation that [`CableModel::place`] began.
#[derive(Clone, Debug)]
pub(crate) struct CableData {
    /// What the discretization keeps.
    now: Now,
    /// What loads put on the cable in this evaluation; room for all is made at the start.
    point_forces: Vec<PointForce>,
    /// The last of [`crate::mechanism::surroundings`], if it acts on the cable.
    medium: Medium,
    /// On what clamps root and tip, N m; of the last evaluation.
    on_clamps: [Vector3<f64>; 2],
    /// Across the start of each piece, N, where that comes from a balance of forces; else nothing.
    across: Vec<Vector3<f64>>,
}

/// Energies of one cable, J.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CableEnergy {
    /// With added mass.
    pub(crate) kinetic: f64,
    /// With buoyancy.
    pub(crate) gravity: f64,
    /// Of stretch and bending.
    pub(crate) elastic: f64,
}

impl CableData {
    /// `point_forces`: how many loads may act on the cable at once.
    pub(crate) fn new(cable: &CableModel, point_forces: usize) -> Self {
        Self {
            now: cable.division().data(cable),
            point_forces: Vec::with_capacity(point_forces),
            medium: Medium::default(),
            on_clamps: [Vector3::zeros(); 2],
            across: Vec::new(),
        }
    }
}

impl CableModel {
    /// Lengths and masses from the root to the tip.
    pub(crate) fn links(&self) -> &Links {
        self.pieces.links()
    }

    /// What pulls where it stretches.
    pub(crate) fn axial(&self) -> Option<&AxialLaw> {
        self.pieces.axial()
    }

    /// Whether its tip is this anchor of the tree.
    pub(crate) fn carries(&self, anchor: usize) -> bool {
        matches!(self.tip, CableTip::Carries { anchor: own, .. } if own == anchor)
    }

    /// The station at an arc length from the cable's start, m; clamped to the cable.
    pub(crate) fn station(&self, arc_length: f64) -> StationOn {
        let links = self.links();
        let from_root = if self.reversed { links.length() - arc_length } else { arc_length };
        let (link, fraction) = links.locate(from_root);
        StationOn { link, fraction }
    }

    /// The user's start, whatever the root is.
    pub(crate) fn start_station(&self) -> StationOn {
        if self.reversed { self.tip_station() } else { ROOT }
    }

    /// The cable's end, which is the root of a reversed one.
    pub(crate) fn end_station(&self) -> StationOn {
        if self.reversed { ROOT } else { self.tip_station() }
    }

    /// The last place from the root.
    pub(crate) fn tip_station(&self) -> StationOn {
        StationOn { link: self.links().count() - 1, fraction: 1.0 }
    }
}

/// The first place.
const ROOT: StationOn = StationOn { link: 0, fraction: 0.0 };
