//! Loads with their points and frames resolved.
//!
//! Here indices of the graph become places in the forest, once; values, which may depend on the
//! motion, stay nodes of the signal graph and are read in every evaluation. Forces are what the
//! load exerts on its point, in world axes unless the load names a frame.

use cdl_graph::{FrameId, LoadKind, Point, Station};

use super::bodies::Forest;
use super::{Assembly, Owner, Problem};
use crate::laws::Pulling;
use crate::recursive::{FrameOn, LoadModel, PointOn, StationOn};

/// Loads in the order of the graph. One that cannot be resolved is left out, with an error in the
/// assembly.
pub(super) fn loads(assembly: &mut Assembly<'_>, forest: &Forest) -> Vec<LoadModel> {
    let graph = assembly.graph;
    let mut loads = Vec::with_capacity(graph.loads.len());
    for (index, load) in graph.loads.iter().enumerate() {
        let mut resolve = Resolve { assembly, forest, owner: Owner::Load(index) };
        loads.extend(resolve.load(&load.kind));
    }
    loads
}

/// Where on a cable of the forest a station is. `None` for a cable that the plan left out.
/// The arc length of a station runs from the cable's start, m, and is evaluated once: stations do
/// not move. Also gives the index of the cable in the forest.
pub(super) fn station(
    assembly: &Assembly<'_>,
    forest: &Forest,
    cable: cdl_graph::CableId,
    station: &Station,
) -> Option<(usize, StationOn)> {
    let index = forest.cable_indices[cable.index()]?;
    let model = &forest.cables[index];
    let on = match station {
        Station::Start => model.start_station(),
        Station::End => model.end_station(),
        Station::ArcLength(node) => model.station(assembly.scalar(*node)),
    };
    Some((index, on))
}

/// One load while it is resolved; errors go to `owner`.
struct Resolve<'a, 'b> {
    /// The mechanism, and errors so far.
    assembly: &'a mut Assembly<'b>,
    /// Where bodies and cables are.
    forest: &'a Forest,
    /// The load.
    owner: Owner,
}

impl Resolve<'_, '_> {
    /// A spring is conservative, and its energy stored, where stiffness, damping and length do not
    /// change in a run; otherwise what it does counts as work.
    fn load(&mut self, kind: &LoadKind) -> Option<LoadModel> {
        match kind {
            LoadKind::Force { on, value, axes } => Some(LoadModel::Force {
                on: self.point(on)?,
                value: *value,
                axes: self.axes(*axes)?,
            }),
            LoadKind::Torque { on, value, axes } => Some(LoadModel::Torque {
                on: self.frame(*on)?,
                value: *value,
                axes: self.axes(*axes)?,
            }),
            LoadKind::Spring { between, law } => Some(LoadModel::Spring {
                between: [self.point(&between[0])?, self.point(&between[1])?],
                law: Pulling::of(law),
                conservative: law.stores_energy()
                    && law.numbers().iter().all(|&node| self.assembly.is_fixed(node)),
            }),
        }
    }

    /// `Some(None)` for world axes.
    fn axes(&mut self, axes: Option<FrameId>) -> Option<Option<FrameOn>> {
        match axes {
            None => Some(None),
            Some(frame) => Some(Some(self.frame(frame)?)),
        }
    }

    /// A frame that something holds; an error otherwise.
    fn frame(&mut self, frame: FrameId) -> Option<FrameOn> {
        let found = self.forest.frame(self.assembly, frame);
        if found.is_none() {
            let text = "it acts on a body that nothing holds".to_owned();
            self.assembly.fail(self.owner, Problem::Plan(text));
        }
        found
    }

    /// A frame's origin, or a place on a cable.
    fn point(&mut self, point: &Point) -> Option<PointOn> {
        match point {
            Point::Frame(frame) => Some(PointOn::Frame(self.frame(*frame)?)),
            Point::Cable { cable, station: place } => {
                let found = station(self.assembly, self.forest, *cable, place);
                if found.is_none() {
                    let text = "it acts on a cable that is not in the plan".to_owned();
                    self.assembly.fail(self.owner, Problem::Plan(text));
                }
                let (cable, station) = found?;
                Some(PointOn::Cable { cable, station })
            }
        }
    }
}
