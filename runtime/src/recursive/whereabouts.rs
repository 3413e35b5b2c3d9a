//! Where the elements of the graph are on the forest; from there to a state in nobody's coordinates, and back.

use cdl_graph::FrameId;

use super::data::Data;
use super::frame::FrameOn;
use super::loops::{self, FrameNow, JointShape, Pair};
use super::model::RecursiveModel;
use super::recursion::kinematics;
use super::{Failure, prescribe};
use crate::mechanism::{Curve, Ledger, Moving, State};
use crate::spatial::{Vec3, matrix_quaternion, transposed_times};
use crate::tree::{FrameRate, Joint, Placement, Tree};

/// Where a body of the graph went.
/// A tree body is what the recursion solves for; a base is a prescribed body, whose motion is given
/// by signals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// It is the world.
    World,
    /// Index among the forest's `bases`.
    Base(usize),
    /// Index among the tree's bodies.
    Tree(usize),
    /// A dynamic body that no forest holds.
    Nowhere,
}

impl Place {
    /// A frame that stands so in the body's axes. `None` on a body that nothing holds.
    pub(crate) fn frame(self, tree: &Tree, placement: Placement) -> Option<FrameOn> {
        match self {
            Place::World => Some(FrameOn::World(placement)),
            Place::Base(base) => Some(FrameOn::Base { base, placement }),
            Place::Tree(body) => Some(FrameOn::Body(tree.frame(body, &placement))),
            Place::Nowhere => None,
        }
    }
}

/// By their index in the graph; absent where the plan left something out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Whereabouts {
    /// Of each body.
    pub(crate) bodies: Vec<Place>,
    /// Of each cable: its index in the forest.
    pub(crate) cables: Vec<Option<usize>>,
    /// Of each joint: the body of the tree that it holds.
    pub(crate) joint_bodies: Vec<Option<usize>>,
    /// Of each joint that closes a loop: index of the closing.
    pub(crate) cut_joints: Vec<Option<usize>>,
}

impl RecursiveModel {
    /// A body's own frame; `None` where nothing holds it.
    pub(crate) fn own_frame(&self, body: usize) -> Option<FrameOn> {
        let frame = self.mechanism.frame(self.mechanism.graph.bodies[body].frame);
        self.whereabouts.bodies[body].frame(&self.tree, frame.placement)
    }

    /// A state of the forest at the beginning, in nobody's coordinates.
    pub(crate) fn state_at(&self, data: &mut Data, state: &[f64]) -> State {
        prescribe(self, data, 0.0);
        kinematics(self, data, state);
        self.export(data, 0.0, state)
    }

    /// A state of the forest, in nobody's coordinates; after the kinematic pass.
    pub(crate) fn export(&self, data: &Data, time: f64, state: &[f64]) -> State {
        let whereabouts = &self.whereabouts;
        let body = |index: usize| {
            self.own_frame(index).map_or(Moving::still(), |frame| {
                let (pose, rate) = (frame.pose(&data.tree), frame.velocity(&data.tree));
                Moving {
                    position: pose.position,
                    attitude: pose.rotation,
                    velocity: rate.linear,
                    angular_velocity: rate.angular,
                }
            })
        };
        let curve = |index: &Option<usize>| {
            index.map_or(Curve::default(), |index| {
                let cable = &self.cables[index];
                let data = &data.cables[index];
                let mut curve = Curve {
                    positions: cable.positions(data).to_vec(),
                    velocities: cable.velocities(data).to_vec(),
                    integrals: state[self.layout.cable_integrals[index].clone()].to_vec(),
                    ..Curve::default()
                };
                if cable.reversed {
                    curve.reverse();
                }
                curve
            })
        };
        State {
            time,
            bodies: (0..whereabouts.bodies.len()).map(body).collect(),
            curves: whereabouts.cables.iter().map(curve).collect(),
            coordinates: self.joint_coordinates(data, state),
            states: state[self.layout.states.clone()].to_vec(),
            ledger: Ledger {
                dissipated: state[self.layout.ledger],
                work: state[self.layout.ledger + 1],
            },
        }
    }

    /// Of all joints in the order of the graph, with the turns of angles.
    /// rad or m; cut joints from their frames, near the turns that have been followed.
    fn joint_coordinates(&self, data: &Data, state: &[f64]) -> Vec<f64> {
        let tree = &self.tree;
        let mut all = vec![0.0; self.mechanism.coordinates()];
        for (index, joint) in self.mechanism.joints.iter().enumerate() {
            let slots = all[joint.coordinates.clone()].iter_mut();
            if let Some(body) = self.whereabouts.joint_bodies[index] {
                let own = tree.coordinate_range(body).zip(tree.position_range(body));
                for (k, (slot, (coordinate, position))) in slots.zip(own).enumerate() {
                    *slot = if tree.is_driven(body, k) {
                        data.tree.drives[coordinate].value
                    } else {
                        state[self.layout.tree_q.start + position]
                    };
                }
            } else if let Some(joint) = self.cut_joint(index) {
                let pair = joint.pair(&data.tree);
                for (k, slot) in slots.enumerate() {
                    let near = data.loops.windings[joint.windings + k];
                    *slot = joint.coordinate(&pair, k, near).value;
                }
            }
        }
        all
    }

    /// By index in the graph.
    fn cut_joint(&self, index: usize) -> Option<&loops::CutJoint> {
        match &self.loops.closings[self.whereabouts.cut_joints[index]?].kind {
            loops::ClosingKind::Joint(joint) => Some(joint),
            loops::ClosingKind::CableEnd { .. } | loops::ClosingKind::Equations(_) => None,
        }
    }

    /// A state in the coordinates of the forest. Positions and velocities of joints are those that the bodies
    /// leave along them. What closes loops is closed where it is open beyond rounding.
    ///
    /// # Errors
    /// Loops that cannot be closed from there.
    ///
    /// Driven coordinates take what the state says; their drives overrule it in the next
    /// evaluation.
    pub(crate) fn import(&self, data: &mut Data, from: &State) -> Result<Vec<f64>, Failure> {
        let mut all = self.enter(data, from);
        if !self.loops.is_empty() {
            prescribe(self, data, from.time);
            loops::take_over(self, data, from.time, &mut all)?;
        }
        Ok(all)
    }

    /// The same as open as it is. Angles of cut joints are followed from what the state says.
    pub(crate) fn enter(&self, data: &mut Data, from: &State) -> Vec<f64> {
        let mut all = vec![0.0; self.layout.dimensions.total()];
        all[self.layout.tree_q.clone()].copy_from_slice(&self.tree.rest_position());
        for body in 0..self.tree.bodies() {
            self.import_body(body, from, &mut all);
        }
        for (cable, curve) in from.curves.iter().enumerate() {
            if let Some(index) = self.whereabouts.cables[cable] {
                self.import_cable(index, curve, &mut all);
            }
        }
        all[self.layout.states.clone()].copy_from_slice(&from.states);
        all[self.layout.ledger] = from.ledger.dissipated;
        all[self.layout.ledger + 1] = from.ledger.work;
        if !self.loops.is_empty() {
            for (index, joint) in self.mechanism.joints.iter().enumerate() {
                if let Some(cut) = self.cut_joint(index) {
                    let windings = cut.windings..cut.windings + joint.coordinates.len();
                    let known = &from.coordinates[joint.coordinates.clone()];
                    data.loops.windings[windings].copy_from_slice(known);
                }
            }
        }
        all
    }

    /// What the parent and the child do beside the joint's freedoms is lost; closed loops are put
    /// right afterwards.
    fn import_body(&self, body: usize, from: &State, all: &mut [f64]) {
        let tree = &self.tree;
        let (q, v) = all.split_at_mut(self.layout.dimensions.positions);
        let q = &mut q[self.layout.tree_q.clone()];
        let v = &mut v[..tree.rates()];
        let own = &from.bodies[self.tree_bodies[body]];
        let pose = Placement { position: own.position, rotation: own.attitude };
        // Free, or on the end of a cable: by its own frame.
        let Some(index) = self.tree_joints[body].filter(|_| tree.joint(body) != Joint::Free) else {
            tree.place(body, &pose, &own.angular_velocity, &own.velocity, q, v);
            return;
        };
        let joint = &self.mechanism.joints[index];
        let frame = |frame: FrameId| {
            let frame = self.mechanism.frame(frame);
            frame.moving(&from.bodies[frame.body])
        };
        let (parent, child) = (frame(joint.parent), frame(joint.child));
        let (p, r) = (tree.position_range(body), tree.rate_range(body));
        if tree.joint(body) == Joint::Spherical {
            let relative = parent.attitude.transpose() * child.attitude;
            q[p].copy_from_slice(&matrix_quaternion(&relative));
            let spin = child.angular_velocity - parent.angular_velocity;
            v[r].copy_from_slice(transposed_times(&child.attitude, &spin).as_slice());
            return;
        }
        let shape = JointShape::new(tree.joint(body));
        let pair = Pair { parent: as_seen(&parent), child: as_seen(&child) };
        for (k, (p, r)) in p.zip(r).enumerate() {
            let known = from.coordinates[joint.coordinates.start + k];
            let measure = shape.coordinate(&pair, k, known);
            q[p] = measure.value;
            v[r] = measure.rate(&rate(&parent), &rate(&child));
        }
    }

    /// Sets the numbers of one cable by a curve from the cable's start to its end.
    fn import_cable(&self, index: usize, curve: &Curve, all: &mut [f64]) {
        let layout = &self.layout;
        let cable = &self.cables[index];
        let turned;
        let curve = if cable.reversed {
            turned = curve.reversed();
            &turned
        } else {
            curve
        };
        all[layout.cable_integrals[index].clone()].copy_from_slice(&curve.integrals);
        let (q, v) = all.split_at_mut(layout.dimensions.positions);
        let at_v = &layout.cable_v[index];
        let first = layout.dimensions.positions;
        let v = &mut v[at_v.start - first..at_v.end - first];
        cable.import(curve, &mut q[layout.cable_q[index].clone()], v);
    }
}

/// A frame as joints see it.
/// What constraints need beside that is zero.
fn as_seen(frame: &Moving) -> FrameNow {
    FrameNow {
        position: frame.position,
        rotation: frame.attitude,
        velocity: frame.velocity,
        omega: frame.angular_velocity,
        arm: Vec3::zeros(),
        centripetal: Vec3::zeros(),
    }
}

/// Angular and linear velocity.
fn rate(frame: &Moving) -> FrameRate {
    FrameRate { angular: frame.angular_velocity, linear: frame.velocity }
}
