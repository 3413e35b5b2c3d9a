//! Where bodies and cables of the forest are among the members, and how those move in the forest's own rates.
//!
//! Members turn beside their carriers, whatever these are; the forest has directions of links and points of segments in world axes, and bodies at tips of
//! cables whose turns count from the world as well. So rates of these are those of the members' whole motion, and those of other joints are what is along
//! their own freedoms.

use super::Standing;
use super::pieces::PointOf;
use crate::recursive::cable::{CableTip, StationOn};
use crate::recursive::frame::FrameOn;
use crate::recursive::model::{LoadModel, PointOn, RecursiveModel};
use crate::spatial::Vec3;
use crate::tree::{Joint, Parent};

/// A spring between a point that moves and the ground.
pub(in crate::recursive) struct ToGround {
    /// That the point is on.
    pub(in crate::recursive) member: usize,
    /// From the member's reference point to it, m.
    pub(in crate::recursive) arm: Vec3,
    pub(in crate::recursive) ground: FrameOn,
    /// From the point to the ground, m.
    pub(in crate::recursive) line: Vec3,
}

impl<'a> Standing<'a> {
    /// Whose tree it is.
    pub(crate) fn model(&self) -> &'a RecursiveModel {
        self.model
    }

    /// That a body of the tree is.
    pub(in crate::recursive) fn member_of(&self, body: usize) -> usize {
        self.bodies[body]
    }

    /// The member that a cable begins with: a node of its own where it stretches and nothing holds it, else its first piece.
    pub(in crate::recursive) fn first_of(&self, cable: usize) -> usize {
        self.cables[cable].pieces.start
    }

    /// A node of a cable from its root, as a point of a member; nothing where that is on the ground.
    pub(in crate::recursive) fn node(&self, cable: usize, node: usize) -> Option<PointOf> {
        self.cables[cable].node(node)
    }

    /// From the start of a cable's piece to its end, m.
    pub(in crate::recursive) fn piece(&self, cable: usize, piece: usize) -> Vec3 {
        self.cables[cable].arm(piece)
    }

    /// The points that a force on a cable acts on, each with its share.
    pub(in crate::recursive) fn shares(
        &self,
        cable: usize,
        station: &StationOn,
    ) -> Vec<(usize, Vec3, f64)> {
        self.cables[cable].shares(station)
    }

    /// Nothing where it is no spring, or both its ends are on the ground.
    pub(in crate::recursive) fn to_ground(&self, load: &LoadModel) -> Option<ToGround> {
        let LoadModel::Spring { between: [one, other], .. } = load else { return None };
        let tree = &self.data.tree;
        let moving = |on: &PointOn| match on {
            PointOn::Frame(FrameOn::Body(frame)) => {
                Some((self.member_of(frame.body), tree.arm(frame), tree.pose(frame).position))
            }
            PointOn::Frame(FrameOn::World(_) | FrameOn::Base { .. }) => None,
            PointOn::Cable { cable, station } => {
                let (member, arm) = self.cables[*cable].at(station)?;
                let (model, data) = (&self.model.cables[*cable], &self.data.cables[*cable]);
                Some((member, arm, model.motion_at(data, station).position))
            }
        };
        let ((member, arm, place), ground) = match (moving(one), moving(other)) {
            (Some(own), _) => (own, other),
            (None, Some(own)) => (own, one),
            (None, None) => return None,
        };
        let PointOn::Frame(ground) = ground else { return None };
        Some(ToGround { member, arm, ground: *ground, line: ground.pose(tree).position - place })
    }

    /// What each cable exerts on what holds its tip in the state itself, N; of others nothing.
    pub(in crate::recursive) fn tips(&self) -> Vec<Vec3> {
        let all = self.model.cables.iter().zip(&self.data.cables);
        all.map(|(cable, data)| match cable.tip {
            CableTip::Held(_) => cable.tip_force(data),
            CableTip::Free | CableTip::Carries { .. } => Vec3::zeros(),
        })
        .collect()
    }

    /// Of a motion with the forces that hold points after it: what is along the freedoms.
    pub(in crate::recursive) fn along<'b>(&self, motion: &'b [f64]) -> &'b [f64] {
        &motion[..self.members.freedoms.len()]
    }

    /// What each cable exerts beside that on what holds its tip, N, in a motion with these forces after it.
    pub(crate) fn holding(&self, motion: &[f64]) -> Vec<Vec3> {
        let forces = motion[self.members.freedoms.len()..].as_chunks::<3>().0;
        let mut all = vec![Vec3::zeros(); self.cables.len()];
        for (cable, slot) in self.cables.iter().zip(&mut all) {
            let last = cable.pieces.end.saturating_sub(1);
            let held = self.members.held.iter().position(|own| *own == last);
            *slot = held.and_then(|own| forces.get(own)).map_or(Vec3::zeros(), |own| (*own).into());
        }
        all
    }

    /// A motion along the freedoms as rates of the velocity state.
    pub(crate) fn rates_of(&self, motion: &[f64]) -> Vec<f64> {
        let along = self.along(motion);
        let (model, layout) = (self.model, &self.model.layout);
        let moved = self.members.moved(along);
        let mut rates = vec![0.0; layout.dimensions.velocities];
        for body in 0..model.tree.bodies() {
            let member = &self.members.members[self.member_of(body)];
            let own = &along[member.freedoms.clone()];
            let freedoms = &self.members.freedoms[member.freedoms.clone()];
            let turn = match (model.tree.joint(body), model.tree.parent(body)) {
                // A tip does not turn with the cable.
                (Joint::Spherical, Parent::Anchor(_)) => moved[self.member_of(body)][0],
                (Joint::Spherical, _) => {
                    let each = freedoms.iter().zip(own);
                    each.map(|(freedom, by)| freedom.along.fixed_rows::<3>(0) * *by).sum()
                }
                _ => {
                    model.tree.rates_of(body, own, &self.data.tree, &mut rates);
                    continue;
                }
            };
            model.tree.rates_of(body, turn.as_slice(), &self.data.tree, &mut rates);
        }
        for (index, cable) in model.cables.iter().enumerate() {
            let (on, first) = (&layout.cable_v[index], layout.dimensions.positions);
            let slots = rates[on.start - first..on.end - first].as_chunks_mut::<3>().0;
            let node = |node: usize| {
                self.node(index, node).map_or(Vec3::zeros(), |(member, arm)| {
                    let [turn, shift] = moved[member];
                    shift + turn.cross(&arm)
                })
            };
            let stretches = cable.pieces.kind.stretches();
            // Points first, then directions.
            let points = cable.points() / 3;
            let from = usize::from(stretches && cable.own_root() == 0);
            for (k, slot) in slots.iter_mut().enumerate() {
                *slot = match k.checked_sub(points) {
                    None => node(from + k).into(),
                    Some(piece) => {
                        let line = self.piece(index, piece);
                        let [turn, _] = moved[self.cables[index].pieces.start + piece];
                        (turn.cross(&line) / line.norm()).into()
                    }
                };
            }
        }
        rates
    }
}
