//! What signals read, resolved and grouped.

use cdl_graph::{
    Axial, CableId, CableQuantity, Discretization, FrameQuantity, JointKind, JointQuantity,
    LoadKind, Node, NodeId, Point, Sensor, Station,
};
use std::collections::HashMap;

use super::{Foundation, Parts};
use crate::constrained::sources::{Source, SourceRead};
use crate::constrained::tension::{LinkPlace, PointOnLink};
use crate::constrained::vectors::VectorId;
use crate::signals::Stage;

impl Parts {
    pub(super) fn reads(
        &mut self,
        foundation: &Foundation<'_, '_>,
    ) -> (Vec<SourceRead>, Vec<SourceRead>) {
        let tape = &foundation.model.tape;
        let state = self.reads_of(foundation, tape.sensors(Stage::State));
        let output = self.reads_of(foundation, tape.sensors(Stage::Output));
        (state, output)
    }

    fn reads_of(&mut self, foundation: &Foundation<'_, '_>, nodes: &[NodeId]) -> Vec<SourceRead> {
        let mut reads: Vec<SourceRead> = Vec::new();
        // Only looked up, so the order stays that of the nodes.
        let mut known: HashMap<Sensor, usize> = HashMap::new();
        for &node in nodes {
            let Node::Sensor { sensor, component } = foundation.assembly.graph.signals.node(node)
            else {
                continue;
            };
            if let Some(&index) = known.get(&sensor) {
                reads[index].nodes.push((component, node.0));
                continue;
            }
            if let Some(source) = self.source(foundation, &sensor) {
                known.insert(sensor, reads.len());
                reads.push(SourceRead { source, nodes: vec![(component, node.0)] });
            }
        }
        reads
    }

    /// `None` for what this formulation does not know; the recursive assembly has complained then.
    pub(super) fn source(
        &mut self,
        foundation: &Foundation<'_, '_>,
        sensor: &Sensor,
    ) -> Option<Source> {
        Some(match *sensor {
            Sensor::Frame { frame, quantity } => {
                let origin = self.origin(foundation, frame);
                let origin = self.vector(&origin);
                let axes = self.frame_axes(foundation, frame);
                match quantity {
                    FrameQuantity::Position => Source::Position(origin),
                    FrameQuantity::Attitude => Source::Attitude(axes),
                    FrameQuantity::Axes => Source::Axes(axes),
                    FrameQuantity::Velocity => Source::Velocity(origin),
                    FrameQuantity::AngularVelocity => Source::AngularVelocity(axes),
                    FrameQuantity::Acceleration => Source::Acceleration(origin),
                    FrameQuantity::AngularAcceleration => Source::AngularAcceleration(axes),
                }
            }
            Sensor::Joint { joint, quantity, coordinate } => {
                let found = &foundation.assembly.graph.joints[joint.index()];
                let coordinate = usize::from(coordinate);
                let index = self.joint_coordinates[joint.index()].get(coordinate).copied();
                match (quantity, index) {
                    (JointQuantity::Coordinate, Some(index)) => Source::Coordinate(index),
                    (JointQuantity::Rate, Some(index)) => Source::Rate(index),
                    (JointQuantity::Acceleration, Some(index)) => {
                        Source::CoordinateAcceleration(index)
                    }
                    (JointQuantity::Effort, Some(index)) => Source::Effort(index),
                    (JointQuantity::Rate, None) => Source::RelativeVelocity {
                        parent: self.whole_frame(foundation, found.parent),
                        child: self.whole_frame(foundation, found.child),
                        component: coordinate % 3,
                        linear: found.kind == JointKind::Free && coordinate >= 3,
                    },
                    (JointQuantity::Acceleration, None) => Source::RelativeAcceleration {
                        parent: self.whole_frame(foundation, found.parent),
                        child: self.whole_frame(foundation, found.child),
                        component: coordinate % 3,
                        linear: found.kind == JointKind::Free && coordinate >= 3,
                    },
                    (JointQuantity::Coordinate | JointQuantity::Effort, None) => return None,
                }
            }
            Sensor::Cable { cable, station, quantity } => {
                let place = self.place(foundation, cable, &station);
                let at = self.vector(&place);
                match quantity {
                    CableQuantity::Position => Source::Position(at),
                    CableQuantity::Velocity => Source::Velocity(at),
                    CableQuantity::Acceleration => Source::Acceleration(at),
                    CableQuantity::Direction => {
                        let link = self.link_at(foundation, cable, &station)?;
                        let nodes = &self.nodes[cable.index()];
                        let line = nodes[link + 1].clone().plus_all(&nodes[link], -1.0);
                        Source::Direction(self.vector(&line))
                    }
                    CableQuantity::Tension => {
                        let link = self.link_at(foundation, cable, &station)?;
                        let piece = *self.pieces[cable.index()].get(link)?;
                        let found = &foundation.assembly.graph.cables[cable.index()];
                        match found.discretization {
                            Discretization::RigidLinks { .. } => {
                                self.link_place(foundation, cable, &station)?
                            }
                            Discretization::Lumped { axial: Axial::Pid { .. }, .. } => {
                                Source::ControlledTension(piece)
                            }
                            Discretization::Lumped { .. } => Source::SegmentTension(piece),
                        }
                    }
                }
            }
            Sensor::Energy(part) => Source::Energy(part),
            Sensor::Momentum => Source::Momentum,
            Sensor::AngularMomentum => Source::AngularMomentum,
        })
    }

    pub(super) fn whole_frame(
        &mut self,
        foundation: &Foundation<'_, '_>,
        frame: cdl_graph::FrameId,
    ) -> [VectorId; 4] {
        let origin = self.origin(foundation, frame);
        let origin = self.vector(&origin);
        let [x, y, z] = self.frame_axes(foundation, frame);
        [origin, x, y, z]
    }

    /// The link that a station is on, counted from the start.
    fn link_at(
        &self,
        foundation: &Foundation<'_, '_>,
        cable: cdl_graph::CableId,
        station: &Station,
    ) -> Option<usize> {
        let last = self.nodes[cable.index()].len().checked_sub(2)?;
        Some(match station {
            Station::Start => 0,
            Station::End => last,
            Station::ArcLength(node) => {
                let arc_length = foundation.assembly.scalar(*node);
                self.locate(foundation, cable, arc_length).0
            }
        })
    }

    /// A new place where a link's tension is read; after the loads.
    fn link_place(
        &mut self,
        foundation: &Foundation<'_, '_>,
        cable: CableId,
        station: &Station,
    ) -> Option<Source> {
        let found = &foundation.model.cables[foundation.cables[cable.index()]?];
        let links = found.links();
        let (link, fraction) = match station {
            Station::Start => (0, 0.0),
            Station::End => (links.count() - 1, 1.0),
            Station::ArcLength(node) => {
                self.locate(foundation, cable, foundation.assembly.scalar(*node))
            }
        };
        let from_root = if found.reversed { links.count() - 1 - link } else { link };
        let nodes = &self.nodes[cable.index()];
        let ends = [nodes[link].clone(), nodes[link + 1].clone()];
        let multiplier = self.distances[*self.pieces[cable.index()].get(link)?].multiplier;
        let place = LinkPlace {
            // Known when the structure is.
            unknown: 0,
            ends: ends.map(|end| self.vector(&end)),
            fraction,
            length: links.lengths()[from_root],
            mass: links.masses()[from_root],
            loads: found.loads,
            points: self.points_on(foundation, cable, link),
        };
        self.link_places.push(place);
        self.place_multipliers.push(multiplier);
        Some(Source::LinkTension(self.link_places.len() - 1))
    }

    /// The user's loads on a link, those at its ends left out: they do not bend its tension.
    fn points_on(
        &self,
        foundation: &Foundation<'_, '_>,
        cable: CableId,
        link: usize,
    ) -> Vec<PointOnLink> {
        let mut points = Vec::new();
        let loads = &foundation.assembly.graph.loads;
        // The loads of cables stand before those of the user.
        let first_load = self.loads.len() - loads.len();
        let mut add = |point: &Point, load: usize, first: bool| {
            if let Point::Cable { cable: on, station: Station::ArcLength(node) } = point
                && *on == cable
            {
                let arc_length = foundation.assembly.scalar(*node);
                let (on_link, fraction) = self.locate(foundation, cable, arc_length);
                if on_link == link && fraction > 0.0 && fraction < 1.0 {
                    points.push(PointOnLink { fraction, load: first_load + load, first });
                }
            }
        };
        for (index, load) in loads.iter().enumerate() {
            match &load.kind {
                LoadKind::Force { on, .. } => add(on, index, true),
                LoadKind::Torque { .. } => {}
                LoadKind::Spring { between, .. } => {
                    add(&between[0], index, true);
                    add(&between[1], index, false);
                }
            }
        }
        points
    }
}
