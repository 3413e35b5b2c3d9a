//! What can be read from a cable.
//!
//! Positions and velocities after the kinematic pass; accelerations, tensions and forces after the
//! outward pass and, with closed loops, after the closing forces are in. Tensions are positive when
//! they pull.

use nalgebra::Vector3;

use super::rooms::CableState;
use super::{CableData, CableEnergy, CableModel, StationOn};
use crate::chain::section::Section;
use crate::chain::{self, Line, Medium};
use crate::mechanism::beside;
use crate::recursive::frame::PointMotion;

impl CableModel {
    /// The cable's pieces as readings take them.
    pub(in crate::recursive) fn line<'a>(
        &'a self,
        data: &'a CableData,
        state: CableState<'a>,
    ) -> Line<'a> {
        data.now.pieces().line(self, state)
    }

    /// What surrounds it, if that acts on it.
    pub(in crate::recursive) fn medium<'a>(&self, data: &'a CableData) -> &'a Medium {
        &data.medium
    }

    /// Of the nodes, root first; after the kinematic pass.
    pub(crate) fn positions<'a>(&self, data: &'a CableData) -> &'a [Vector3<f64>] {
        data.now.pieces().nodes().positions
    }

    /// Of the nodes from the root, m/s.
    pub(crate) fn velocities<'a>(&self, data: &'a CableData) -> &'a [Vector3<f64>] {
        data.now.pieces().nodes().velocities
    }

    /// Linear between the two nodes of the link: m and m/s.
    pub(crate) fn motion_at(&self, data: &CableData, station: &StationOn) -> PointMotion {
        PointMotion {
            position: between(self.positions(data), station),
            velocity: between(self.velocities(data), station),
        }
    }

    /// m/s^2, linear between nodes like the motion.
    pub(crate) fn acceleration_at(&self, data: &CableData, station: &StationOn) -> Vector3<f64> {
        between(data.now.pieces().nodes().accelerations, station)
    }

    /// Place and velocity of the tip.
    pub(crate) fn tip_motion(&self, data: &CableData) -> PointMotion {
        self.motion_at(data, &self.tip_station())
    }

    /// Of the tip, m/s².
    pub(crate) fn tip_acceleration(&self, data: &CableData) -> Vector3<f64> {
        self.acceleration_at(data, &self.tip_station())
    }

    /// Unit vector towards the cable's end.
    pub(crate) fn direction_at(&self, data: &CableData, station: &StationOn) -> Vector3<f64> {
        let nodes = self.positions(data);
        let line = nodes[station.link + 1] - nodes[station.link];
        let direction = line / line.norm();
        if self.reversed { -direction } else { direction }
    }

    /// What is known of the cable at a station, in the order from the root; point forces at the very
    /// place belong to the part towards the cable's end, at its start to what is outside.
    /// See [`crate::chain::section`] for what acts across it.
    fn section<'a>(
        &'a self,
        data: &'a CableData,
        state: CableState<'a>,
        station: &StationOn,
    ) -> Section<'a> {
        let (links, place) = (self.links(), (station.link, station.fraction));
        // On the side of the cable's start, as the force is.
        let (link, fraction) = if self.reversed { links.after(place) } else { links.before(place) };
        self.section_of(data, state, (link, fraction))
    }

    /// The same at a fraction of a piece.
    pub(super) fn section_of<'a>(
        &'a self,
        data: &'a CableData,
        state: CableState<'a>,
        (link, fraction): (usize, f64),
    ) -> Section<'a> {
        let nodes = data.now.pieces().nodes();
        let from_start = if self.reversed {
            (self.links().count() - 1 - link, 1.0 - fraction)
        } else {
            (link, fraction)
        };
        let is_start = from_start == (0, 0.0);
        Section {
            line: self.line(data, state),
            piece: link,
            fraction,
            tension: nodes.tensions[link],
            accelerations: [nodes.accelerations[link], nodes.accelerations[link + 1]],
            points_beyond: self.reversed == is_start,
            at_start: data.across.get(link).copied(),
        }
    }

    /// What the part towards the cable's end pulls with on the part towards its start, N, world axes;
    /// after the outward pass.
    pub(crate) fn force_at(
        &self,
        data: &CableData,
        state: CableState<'_>,
        station: &StationOn,
    ) -> Vector3<f64> {
        let points = data.point_forces.iter().copied();
        let force = self.section(data, state, station).force(&self.loads, &data.medium, points);
        if self.reversed { -force } else { force }
    }

    /// N; positive when it pulls.
    pub(crate) fn tension_at(
        &self,
        data: &CableData,
        state: CableState<'_>,
        station: &StationOn,
    ) -> f64 {
        let section = self.section(data, state, station);
        let points = data.point_forces.iter().copied();
        section.tension(&self.loads, &section.force(&self.loads, &data.medium, points))
    }

    /// What the support exerts on the cable at its root, N.
    pub(crate) fn root_force(&self, data: &CableData) -> Vector3<f64> {
        data.now.pieces().nodes().root_force
    }

    /// What the cable exerts on the support at its tip, N.
    pub(crate) fn tip_force(&self, data: &CableData) -> Vector3<f64> {
        data.now.pieces().nodes().tip_force
    }

    /// After the kinematic pass.
    /// J; without what loads on the cable store.
    pub(crate) fn energy(
        &self,
        data: &CableData,
        state: CableState<'_>,
        medium: &chain::Medium,
    ) -> CableEnergy {
        let line = self.line(data, state);
        let potentials = self.loads.potentials(line, medium);
        CableEnergy {
            kinetic: chain::kinetic_energy(line) + self.loads.added_kinetic(line, medium),
            gravity: potentials.weight + potentials.buoyancy,
            elastic: potentials.bending + data.now.pieces().elastic(),
        }
    }

    /// Linear momentum and angular momentum about the world's origin; after the kinematic pass.
    pub(crate) fn momentum(
        &self,
        data: &CableData,
        state: CableState<'_>,
    ) -> (Vector3<f64>, Vector3<f64>) {
        let line = self.line(data, state);
        (chain::momentum(line), chain::angular_momentum(line))
    }

    /// Points of the cable from start to end for a picture, at most about `limit` of them.
    pub(crate) fn polyline(&self, data: &CableData, limit: usize) -> Vec<[f64; 3]> {
        let nodes = self.positions(data);
        self.shown(nodes.len(), limit).map(|node| nodes[node].into()).collect()
    }

    /// The tensions at these points, N: each is the mean of the pieces beside it. After the outward pass.
    pub(crate) fn shown_tensions(&self, data: &CableData, limit: usize) -> Vec<f64> {
        let pieces = data.now.pieces().nodes().tensions;
        self.shown(pieces.len() + 1, limit).map(|node| beside(pieces, node)).collect()
    }

    /// The nodes that a picture shows, from the start of the cable.
    fn shown(&self, nodes: usize, limit: usize) -> impl Iterator<Item = usize> {
        let last = nodes - 1;
        let stride = last.div_ceil(limit.max(2)).max(1);
        let mut shown: Vec<usize> =
            (0..last).step_by(stride).chain(std::iter::once(last)).collect();
        if self.reversed {
            shown.reverse();
        }
        shown.into_iter()
    }
}

/// Linear from one node to the next.
fn between(values: &[Vector3<f64>], station: &StationOn) -> Vector3<f64> {
    let (first, second) = (values[station.link], values[station.link + 1]);
    first + (second - first) * station.fraction
}
