//! A forest that stands still as sweeps over small motions take it, where what it stores is a sum over single bodies and joints.
//!
//! | file | holds |
//! |---|---|
//! | `making` | bodies with what acts on them, and what each joint transmits and lets go |
//! | `pieces` | links and segments of cables, as bodies with joints |
//! | `bends` | what a cable's joint resists |
//! | `springs` | what a spring to the ground resists |
//! | `hindrance` | why sweeps do not take it |
//! | `places` | where bodies and cables are among the members |

mod bends;
mod hindrance;
mod making;
mod pieces;
mod places;
mod springs;

use super::data::Data;
use super::frame::FrameOn;
use super::model::RecursiveModel;
use super::{evaluate, kinematics, prescribe};
use crate::mechanism::{SmallMotion, State};
use crate::signals::Stage;
use crate::spatial::Vec3;
use crate::transfer::modes::{Members, Motion};
pub(crate) use hindrance::Asked;
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
    /// Of everything that moves, m.
    pub(super) extent: f64,
}

impl RecursiveModel {
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
        let Making { members, bodies, cables, extent, .. } =
            Making::of(self, &data, &all, loosens)?;
        Some(Standing { model: self, data, members, bodies, cables, extent })
    }
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
