//! What signals read, resolved and grouped.
//!
//! The sensors are those that the tape of signals reads. A joint without
//! scalar coordinates, spherical or free, is read by its two frames.

use std::ops::Range;

use cdl_graph::{
    CableId, CableQuantity, FrameQuantity, JointId, JointKind, JointQuantity, LoadKind, Node,
    NodeId, Point, Sensor, StateId, Station,
};
use std::collections::HashMap;

use super::{Foundation, Parts};
use crate::constrained::cable::place::{
    CablePlace, PointForceOf, PointOnPiece, PulledBy, StraightPlace,
};
use crate::constrained::cable::spline_place::{FluidPlace, SplinePlace};
use crate::constrained::sources::{Source, SourceRead};
use crate::constrained::vectors::{Linear, VectorId};
use crate::mechanism::CableOf;
use crate::signals::{Stage, Still};

/// What signals read of the motion, by when they do.
pub(super) struct Reads {
    /// In every evaluation, as what acts on the motion depends on it.
    pub(super) state: Vec<SourceRead>,
    /// At the ends of steps, for conditions, beyond those.
    pub(super) event: Vec<SourceRead>,
    /// For rows, beyond both.
    pub(super) output: Vec<SourceRead>,
}

/// The neighbour of a piece by its index, and where it begins beside it; only one of the same product.
fn beside(index: usize, (piece, fraction): (usize, f64), cable: &CableOf) -> Option<(usize, f64)> {
    let Range { start, end } = cable.alike(piece);
    let (before, after) = (piece > start, piece + 1 < end);
    match (before, after) {
        (_, true) if fraction > 0.5 || !before => Some((index + 1, 1.0)),
        (true, _) => Some((index - 1, -1.0)),
        (false, _) => None,
    }
}

impl Parts {
    /// Those for rates of states stay with these.
    pub(super) fn reads(&mut self, foundation: &Foundation<'_, '_>) -> Reads {
        let tape = &foundation.assembly.mechanism.clone().tape;
        let held = &foundation.assembly.graph.held_still();
        let state = self.reads_of(foundation, held, tape.sensors(Stage::State));
        self.states.reads = self.reads_of(foundation, held, tape.sensors(Stage::Rate));
        let event = self.reads_of(foundation, held, tape.sensors(Stage::Event));
        let output = self.reads_of(foundation, held, tape.sensors(Stage::Output));
        Reads { state, event, output }
    }

    /// Each sensor once, with all its components, in the order in which they are met.
    fn reads_of(
        &mut self,
        foundation: &Foundation<'_, '_>,
        held: &HashMap<(JointId, u8), Vec<StateId>>,
        nodes: &[NodeId],
    ) -> Vec<SourceRead> {
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
                let still = Still::of(held, &sensor);
                reads.push(SourceRead { source, nodes: vec![(component, node.0)], still });
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
                    (JointQuantity::Force, _) => Source::JointForce {
                        across: self.across(foundation, joint),
                        component: coordinate,
                    },
                    (JointQuantity::Torque, _) => Source::JointTorque {
                        across: self.across(foundation, joint),
                        component: coordinate,
                    },
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
                    CableQuantity::Direction
                        if let Some(along) = self.spline_along(foundation, cable, &station) =>
                    {
                        Source::Direction(self.vector(&along))
                    }
                    CableQuantity::Direction => {
                        let link = self.link_at(foundation, cable, &station)?;
                        let (from, to) = (self.node(cable, link), self.node(cable, link + 1));
                        let line = to.plus_all(&from, -1.0);
                        Source::Direction(self.vector(&line))
                    }
                    CableQuantity::Tension => {
                        Source::Tension(self.cable_place(foundation, cable, &station)?)
                    }
                    CableQuantity::Curvature => {
                        Source::Curvature(self.cable_place(foundation, cable, &station)?)
                    }
                    CableQuantity::Moment => {
                        Source::CableMoment(self.cable_place(foundation, cable, &station)?)
                    }
                    CableQuantity::Torque => {
                        Source::CableTorque(self.cable_place(foundation, cable, &station)?)
                    }
                    CableQuantity::Force => {
                        Source::CableForce(self.cable_place(foundation, cable, &station)?)
                    }
                }
            }
            Sensor::Multiplier { constraint, row } => {
                let first = *self.constraint_rows.get(constraint.index())?;
                Source::Multiplier(first + usize::from(row))
            }
            Sensor::State(state) => Source::State(state.index()),
            Sensor::Energy(part) => Source::Energy(part),
            Sensor::Momentum => Source::Momentum,
            Sensor::AngularMomentum => Source::AngularMomentum,
            Sensor::Statistic(_) => return None,
        })
    }

    /// Origin, then its three axes.
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

    /// A new place where a cable's tension or force is read; after the loads.
    /// It keeps the piece with one neighbour on each side, as bending acts between neighbours.
    fn cable_place(
        &mut self,
        foundation: &Foundation<'_, '_>,
        cable: CableId,
        station: &Station,
    ) -> Option<usize> {
        let found = &foundation.assembly.mechanism.cables[cable.index()];
        let links = found.links();
        let count = links.count();
        let (piece, fraction) = self.on_piece(foundation, cable, station, count);
        let arc_length = links.at((piece, fraction));
        let is_start = (piece, fraction) == (0, 0.0);
        if let Some(place) = self.bspline_place(foundation, cable, arc_length) {
            self.cable_places.push(CablePlace::BSpline(place));
            return Some(self.cable_places.len() - 1);
        }
        let pull = *self.pieces[cable.index()].get(piece)?;
        if let PulledBy::Spline(index) = pull {
            let along = self.along_spline(cable, found, (piece, fraction));
            let place = SplinePlace {
                piece: index,
                even: self.even_stretch(index),
                twisted: self.twisted_piece(cable, piece),
                directed: self.directed[cable.index()].map(|first| first + piece),
                fraction,
                is_start,
                beside: beside(index, (piece, fraction), found),
                along: self.vector(&along),
                ends_there: index - (piece - links.before((piece, fraction)).0),
                gravity: found.loads().gravity,
                in_fluid: self.fluid_place(foundation, cable, piece),
                points: self.points_on(foundation, cable, piece),
            };
            self.cable_places.push(CablePlace::Spline(place));
            return Some(self.cable_places.len() - 1);
        }
        let (piece, fraction) = links.before((piece, fraction));
        let pull = *self.pieces[cable.index()].get(piece)?;
        let first = piece.saturating_sub(1);
        let after = (piece + 2).min(count);
        let nodes = self.nodes[cable.index()][first..=after].to_vec();
        let clamps = self.clamps(foundation, found);
        let side = self.side_axes(foundation, found);
        let of = |values: &[f64]| values[first..after].to_vec();
        let place = StraightPlace {
            pull,
            nodes: nodes.iter().map(|&node| self.vector(&self.vectors.linear(node))).collect(),
            piece: piece - first,
            fraction,
            is_start,
            lengths: of(links.lengths()),
            masses: of(links.masses()),
            lumped: found.pieces.kind.has_mass_on_nodes(),
            clamps: [clamps[0].filter(|_| first == 0), clamps[1].filter(|_| after == count)],
            side,
            loads: **found.loads(),
            points: self.points_on(foundation, cable, piece),
        };
        self.cable_places.push(CablePlace::Straight(place));
        Some(self.cable_places.len() - 1)
    }

    /// What fluids do with a piece of a spline.
    fn fluid_place(
        &mut self,
        foundation: &Foundation<'_, '_>,
        id: CableId,
        piece: usize,
    ) -> Option<FluidPlace> {
        let cable = &foundation.assembly.mechanism.cables[id.index()];
        let loads = self.spline_loads(foundation, &cable.product(piece).loads)?;
        Some(FluidPlace { halves: self.halves_of_spline(foundation, id, piece), loads })
    }

    /// The third moment of a piece that is the first of its spline.
    pub(super) fn even_stretch(&self, piece: usize) -> Option<usize> {
        let nodal = self.elements.spline_pieces[piece].nodal;
        self.equations.even_stretches.iter().position(|even| even.nodal == nodal)
    }

    /// The slope at a station of a spline.
    fn spline_along(
        &self,
        foundation: &Foundation<'_, '_>,
        id: CableId,
        station: &Station,
    ) -> Option<Linear> {
        let cable = &foundation.assembly.mechanism.cables[id.index()];
        let place = self.on_piece(foundation, id, station, cable.links().count());
        if cable.pieces.kind.is_curved() {
            return Some(self.along_spline(id, cable, place));
        }
        self.along_bspline(id, cable.links().at(place))
    }

    /// The piece that a station is on, counted from the start, and the fraction of it.
    /// The start is on the first piece at 0, the end on the last one at 1.
    fn on_piece(
        &self,
        foundation: &Foundation<'_, '_>,
        cable: CableId,
        station: &Station,
        count: usize,
    ) -> (usize, f64) {
        match station {
            Station::Start => (0, 0.0),
            Station::End => (count - 1, 1.0),
            Station::ArcLength(node) => {
                self.locate(foundation, cable, foundation.assembly.scalar(*node))
            }
        }
    }

    /// The user's loads on a piece, and equations about points of it.
    fn points_on(
        &self,
        foundation: &Foundation<'_, '_>,
        cable: CableId,
        piece: usize,
    ) -> Vec<PointOnPiece> {
        let all = self.points_of(foundation, cable).into_iter();
        let own = all.filter(|((on_piece, _), _)| *on_piece == piece);
        own.map(|((_, fraction), of)| PointOnPiece { fraction, of }).collect()
    }

    /// The user's loads on a cable, and equations about points of it, each with its piece and the fraction of that.
    /// Such forces jump where they act, so a section has to know on which side of it they are.
    pub(super) fn points_of(
        &self,
        foundation: &Foundation<'_, '_>,
        cable: CableId,
    ) -> Vec<((usize, f64), PointForceOf)> {
        let count = foundation.assembly.mechanism.cables[cable.index()].links().count();
        let mut points = Vec::new();
        let loads = &foundation.assembly.graph.loads;
        let mut add = |point: &Point, load: usize, first: bool| {
            if let Point::Cable { cable: on, station } = point
                && *on == cable
            {
                let place = self.on_piece(foundation, cable, station, count);
                points.push((place, PointForceOf::Load { load, first }));
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
        for (index, clump) in self.elements.clumps.iter().enumerate() {
            let (on, place) = clump.place;
            if on == cable.index() {
                points.push((place, PointForceOf::Clump(index)));
            }
        }
        for (constraint, user) in self.equations.user.iter().enumerate() {
            for (argument, found) in user.arguments.iter().enumerate() {
                let node = foundation.assembly.graph.signals.node(found.node);
                let Node::Sensor { sensor: Sensor::Cable { cable: on, station, quantity }, .. } =
                    node
                else {
                    continue;
                };
                // An equation acts along what it is about: positions, or velocities.
                let acts = match quantity {
                    CableQuantity::Position => user.holonomic,
                    CableQuantity::Velocity => !user.holonomic,
                    CableQuantity::Acceleration
                    | CableQuantity::Direction
                    | CableQuantity::Tension
                    | CableQuantity::Force
                    | CableQuantity::Torque
                    | CableQuantity::Curvature
                    | CableQuantity::Moment => false,
                };
                if !acts || on != cable {
                    continue;
                }
                let place = self.on_piece(foundation, on, &station, count);
                points.push((place, PointForceOf::Equation { constraint, argument }));
            }
        }
        points
    }
}
