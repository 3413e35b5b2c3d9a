//! What signals read, resolved and grouped.

use cdl_graph::{
    Axial, CableQuantity, Discretization, FrameQuantity, JointKind, JointQuantity, Node, NodeId,
    Sensor, Station,
};
use std::collections::HashMap;

use super::{Foundation, Parts};
use crate::constrained::sources::{Source, SourceRead};
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
            // The rates of spherical joints are scalars of their own.
            if let Some(&index) = known.get(&sensor) {
                reads[index].nodes.push((component, node.0));
                continue;
            }
            if let Some(source) = self.source(foundation, &sensor, component) {
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
        _component: u8,
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
                            Discretization::RigidLinks { .. } => Source::LinkTension(piece),
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
}
