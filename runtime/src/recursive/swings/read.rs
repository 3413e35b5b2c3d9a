//! What sensors read of a swing that needs no difference between two states: motions of bodies, joints and cables.

use cdl_graph::{CableQuantity, FrameQuantity, JointQuantity};

use crate::recursive::cable::{CableTip, StationOn};
use crate::recursive::frame::FrameOn;
use crate::recursive::model::Source;
use crate::recursive::small_motions::Standing;
use crate::spatial::Vec3;
use crate::tree::BodyFrame;

impl Standing<'_> {
    /// What some sensors read in a swing of so many rad/s, in displacements and velocities along freedoms at an instant: motions of bodies and joints, which no
    /// difference between two states has to tell. By nodes of the tape.
    pub(crate) fn read(
        &self,
        displacements: &[f64],
        velocities: &[f64],
        turning: f64,
    ) -> Vec<(usize, f64)> {
        let Standing { model, members, data, .. } = self;
        let [moved, moving] = [displacements, velocities].map(|own| members.moved(self.along(own)));
        let square = turning * turning;
        let of_frame = |frame: &BodyFrame, quantity: FrameQuantity| {
            let at = |all: &[[Vec3; 2]]| {
                let [turn, shift] = all[self.member_of(frame.body)];
                [turn, shift + turn.cross(&data.tree.arm(frame))]
            };
            Some(match quantity {
                FrameQuantity::Position => at(&moved)[1],
                FrameQuantity::Velocity => at(&moving)[1],
                FrameQuantity::AngularVelocity => at(&moving)[0],
                FrameQuantity::Acceleration => at(&moved)[1] * -square,
                FrameQuantity::AngularAcceleration => at(&moved)[0] * -square,
                FrameQuantity::Attitude | FrameQuantity::Axes => return None,
            })
        };
        let of_joint = |body: usize, quantity: JointQuantity, coordinate: usize| {
            let mut free = model.tree.coordinate_range(body).enumerate();
            let free = free.by_ref().filter(|&(k, _)| !model.tree.is_driven(body, k));
            let place = free.map(|(k, _)| k).position(|k| k == coordinate)?;
            let index = members.members[self.member_of(body)].freedoms.start + place;
            match quantity {
                JointQuantity::Coordinate => Some(displacements[index]),
                JointQuantity::Rate => Some(velocities[index]),
                JointQuantity::Acceleration => Some(-square * displacements[index]),
                JointQuantity::Effort | JointQuantity::Force | JointQuantity::Torque => None,
            }
        };
        let of_cable = |cable: usize, station: &StationOn, quantity: CableQuantity| {
            let at = |all: &[[Vec3; 2]]| {
                let [first, second] = [0, 1].map(|end| self.gone(cable, station.link + end, all));
                first + (second - first) * station.fraction
            };
            Some(match quantity {
                CableQuantity::Position => at(&moved),
                CableQuantity::Velocity => at(&moving),
                CableQuantity::Acceleration => at(&moved) * -square,
                CableQuantity::Direction => self.turned(cable, station.link, &moved)?,
                CableQuantity::Tension
                | CableQuantity::Force
                | CableQuantity::Torque
                | CableQuantity::Curvature
                | CableQuantity::Moment => return None,
            })
        };
        let sensors = &model.sensors;
        let all = sensors.rate.iter().chain(&sensors.event).chain(&sensors.output);
        let mut known = Vec::new();
        for read in all {
            let value: Option<[f64; 3]> = match &read.source {
                Source::Frame { on: FrameOn::Body(frame), quantity } => {
                    of_frame(frame, *quantity).map(Into::into)
                }
                Source::Joint { body, quantity, coordinate } => {
                    of_joint(*body, *quantity, *coordinate).map(|own| [own, f64::NAN, f64::NAN])
                }
                Source::Cable { cable, station, quantity } => {
                    of_cable(*cable, station, *quantity).map(Into::into)
                }
                Source::Frame { on: FrameOn::World(_) | FrameOn::Base { .. }, .. }
                | Source::CutJoint { .. }
                | Source::Multiplier(_)
                | Source::State(_)
                | Source::Energy(_)
                | Source::Momentum
                | Source::AngularMomentum => None,
            };
            let Some(value) = value else { continue };
            let nodes = read.nodes.iter();
            known.extend(
                nodes.map(|&(component, node)| (node as usize, value[usize::from(component)])),
            );
        }
        known
    }

    /// How far a node of a cable goes, counted from its root, as its state says: where something holds the tip of what stretches, the tip is there.
    fn gone(&self, cable: usize, node: usize, all: &[[Vec3; 2]]) -> Vec3 {
        let own = &self.model.cables[cable];
        let is_held = matches!(own.tip, CableTip::Held(_)) && own.pieces.kind.stretches();
        if is_held && node == own.links().count() {
            return Vec3::zeros();
        }
        self.node(cable, node).map_or(Vec3::zeros(), |(member, arm)| {
            let [turn, shift] = all[member];
            shift + turn.cross(&arm)
        })
    }

    /// How the direction of a piece turns, towards the cable's end.
    fn turned(&self, cable: usize, piece: usize, all: &[[Vec3; 2]]) -> Option<Vec3> {
        let own = &self.model.cables[cable];
        let line = self.piece(cable, piece);
        let direction = line / line.norm();
        let is_last = piece + 1 == own.links().count();
        let turned = if own.pieces.kind.stretches() && is_last {
            let across = self.gone(cable, piece + 1, all) - self.gone(cable, piece, all);
            (across - direction * direction.dot(&across)) / line.norm()
        } else {
            let (member, _) = self.node(cable, piece + 1)?;
            all[member][0].cross(&direction)
        };
        Some(if own.reversed { -turned } else { turned })
    }
}
