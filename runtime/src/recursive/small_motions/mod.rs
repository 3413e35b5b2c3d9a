//! A forest that stands still as sweeps over small motions take it, where what it stores is a sum over single bodies and joints.
//!
//! | file | holds |
//! |---|---|
//! | `making` | bodies with what acts on them, and what each joint transmits and lets go |
//! | `pieces` | links and segments of cables, as bodies with joints |
//! | `bends` | what a cable's joint resists |
//! | `springs` | what a spring to the ground resists |

mod bends;
mod making;
mod pieces;
mod springs;

use super::cable::{CableModel, CableTip};
use super::data::Data;
use super::frame::FrameOn;
use super::model::{LoadModel, PointOn, RecursiveModel};
use super::{evaluate, kinematics, prescribe};
use crate::mechanism::{SmallMotion, State};
use crate::signals::{Stage, Values};
use crate::spatial::Vec3;
use crate::transfer::modes::{Members, Motion};
use cdl_graph::NodeId;
use making::Making;
use pieces::CableOn;
pub(super) use springs::Resists;

/// A forest about a state.
pub(crate) struct Standing<'a> {
    /// Whose tree it is.
    pub(super) model: &'a RecursiveModel,
    /// Of the state.
    pub(super) data: Data,
    /// Bodies with masses, stiffnesses and joints, as sweeps take them, and pieces of cables. Without cables they are the bodies of the tree.
    pub(crate) members: Members,
    /// Which member each body of the tree is.
    bodies: Vec<usize>,
    /// Which members each cable of the forest is.
    cables: Vec<CableOn>,
}

impl RecursiveModel {
    /// Whether sweeps find its small motions: a tree of bodies with mass and of cables, without dampers, and what depends on the motion otherwise than
    /// springs in joints and to the ground.
    pub(crate) fn is_swept(&self) -> bool {
        self.losses().all(|loss| loss == 0.0)
            && self.has_potential()
            && self.cables.iter().all(is_swept)
    }

    /// Whether they find what an input keeps up as well: the same without cables, and dampers may be there.
    pub(crate) fn is_swung(&self) -> bool {
        self.losses().all(|loss| loss >= 0.0) && self.has_potential() && self.cables.is_empty()
    }

    /// Of dampers and friction in all joints.
    fn losses(&self) -> impl Iterator<Item = f64> {
        let axes = self.efforts.axes.iter().map(|law| [law.damping, law.friction]);
        let balls = self.efforts.balls.iter().map(|ball| [ball.law.damping, ball.law.friction]);
        axes.chain(balls).flatten()
    }

    /// But for what resists velocities, and for cables.
    fn has_potential(&self) -> bool {
        let mut values = self.mechanism.values.clone();
        self.mechanism.tape.run(Stage::Time, 0.0, &mut values);
        self.loops.is_empty()
            && self.sensors.state.is_empty()
            && self.loads.iter().all(|load| self.is_potential(load, &values))
            && (0..self.tree.bodies()).all(|body| self.tree.inverse_inertia(body).is_some())
    }

    /// Whether what a load does in small motions is known by its law, and by one body. What is nothing does nothing.
    fn is_potential(&self, load: &LoadModel, values: &Values) -> bool {
        let is_ground = |on: &FrameOn| matches!(on, FrameOn::World(_) | FrameOn::Base { .. });
        let is_nothing = |value: &[NodeId; 3]| values.array(*value) == [0.0; 3];
        // A point of a segment that stretches is between two that move.
        let is_rigid = |cable: usize| !self.cables[cable].pieces.kind.stretches();
        match load {
            LoadModel::Force { on: PointOn::Frame(on), axes, value } => {
                is_ground(on) || axes.as_ref().is_none_or(is_ground) || is_nothing(value)
            }
            LoadModel::Force { on: PointOn::Cable { .. }, axes, value } => {
                axes.as_ref().is_none_or(is_ground) || is_nothing(value)
            }
            LoadModel::Torque { on, value, .. } => is_ground(on) || is_nothing(value),
            LoadModel::Spring { between: [PointOn::Frame(one), PointOn::Frame(other)], .. } => {
                is_ground(one) || is_ground(other)
            }
            LoadModel::Spring {
                between:
                    [PointOn::Frame(ground), PointOn::Cable { cable, .. }]
                    | [PointOn::Cable { cable, .. }, PointOn::Frame(ground)],
                ..
            } => is_ground(ground) && is_rigid(*cable),
            LoadModel::Spring {
                between: [PointOn::Cable { .. }, PointOn::Cable { .. }], ..
            } => false,
        }
    }

    /// In a state of rest, with the coordinates of its joints. Nothing where a damper pushes, or where what acts on a cable changes with its place.
    pub(crate) fn standing(&self, state: &State) -> Option<Standing<'_>> {
        self.standing_with(state, false)
    }

    /// The same for modes, where bodies behind balls that do not resist turn by themselves.
    pub(crate) fn standing_loosely(&self, state: &State) -> Option<Standing<'_>> {
        self.standing_with(state, true)
    }

    fn standing_with(&self, state: &State, loosens: bool) -> Option<Standing<'_>> {
        let mut data = Data::new(self);
        let all = self.enter(&mut data, state);
        if self.cables.is_empty() {
            prescribe(self, &mut data, state.time);
            kinematics(self, &mut data, &all);
            self.mechanism.tape.run(Stage::State, state.time, &mut data.values);
        } else {
            // What holds ends is known by what nothing accelerates against.
            let mut rates = vec![0.0; all.len()];
            evaluate(self, &mut data, state.time, &all, &mut rates);
            if data.failure.is_some() {
                return None;
            }
        }
        let Making { members, bodies, cables, .. } = Making::of(self, &data, &all, loosens)?;
        Some(Standing { model: self, data, members, bodies, cables })
    }
}

/// Whether a cable is one of pieces whose joints store what they store by themselves.
fn is_swept(cable: &CableModel) -> bool {
    // A relaxed shape that is curved is fixed in what clamps it, however far away that is.
    cable.pieces.kind.is_straight()
        && cable.loads.bending.curvature == 0.0
        && !cable.loads.bending.is_damped()
        && cable.axial().is_none_or(|law| law.is_elastic())
        && !matches!(cable.tip, CableTip::Held(FrameOn::Body(_)))
}

impl Standing<'_> {
    /// How the bodies of the graph move, and the nodes of its cables.
    pub(crate) fn small_motion(&self, square: f64, residual: f64, motion: &Motion) -> SmallMotion {
        let body = |index: usize| match self.model.own_frame(index) {
            Some(FrameOn::Body(frame)) => {
                let [turn, shift] = motion.body(self.bodies[frame.body]);
                [turn, shift + turn.cross(&self.data.tree.arm(&frame))]
            }
            Some(FrameOn::World(_) | FrameOn::Base { .. }) | None => [Vec3::zeros(); 2],
        };
        let whereabouts = &self.model.whereabouts;
        let cable = |own: &Option<usize>| match own {
            Some(own) => self.nodes(*own, motion),
            None => Vec::new(),
        };
        SmallMotion {
            square,
            residual,
            bodies: (0..whereabouts.bodies.len()).map(body).collect(),
            cables: whereabouts.cables.iter().map(cable).collect(),
        }
    }

    /// How far the nodes of a cable of the forest go, from its start to its end, m.
    fn nodes(&self, cable: usize, motion: &Motion) -> Vec<Vec3> {
        let on = &self.cables[cable];
        let gone = |(member, arm): (usize, Vec3)| {
            let [turn, shift] = motion.body(member);
            shift + turn.cross(&arm)
        };
        let nodes = (0..=on.pieces.len()).map(|node| on.node(node).map_or(Vec3::zeros(), gone));
        let mut nodes: Vec<Vec3> = nodes.collect();
        if self.model.cables[cable].reversed {
            nodes.reverse();
        }
        nodes
    }
}
