//! A forest that stands still as sweeps over small motions take it, where what it stores is a sum over single bodies and joints.

use super::data::Data;
use super::frame::FrameOn;
use super::loads;
use super::model::{LoadModel, PointOn, RecursiveModel};
use super::{kinematics, prescribe};
use crate::mechanism::{SmallMotion, State};
use crate::signals::Stage;
use crate::spatial::{Mat3, Sym3, Vec3, rotation_vector};
use crate::transfer::modes::{Freedom, Member, Members, Motion};
use crate::tree::{Joint, Parent};

/// A forest about a state.
pub(crate) struct Standing<'a> {
    /// Whose tree it is.
    model: &'a RecursiveModel,
    /// Of the state.
    data: Data,
    /// Bodies with masses, stiffnesses and joints, as sweeps take them.
    pub(crate) members: Members,
}

impl RecursiveModel {
    /// Whether sweeps find its small motions: a tree of bodies with mass, without cables, dampers, and what depends on the motion
    /// otherwise than springs in joints and to the ground.
    pub(crate) fn is_swept(&self) -> bool {
        let tree = &self.tree;
        let has_mass = |body: usize| {
            tree.inverse_inertia(body).is_some() && !matches!(tree.parent(body), Parent::Anchor(_))
        };
        let axes = self.efforts.axes.iter().map(|law| [law.damping, law.friction]);
        let balls = self.efforts.balls.iter().map(|ball| [ball.law.damping, ball.law.friction]);
        self.cables.is_empty()
            && self.loops.is_empty()
            && self.sensors.state.is_empty()
            && self.loads.iter().all(is_potential)
            && axes.chain(balls).flatten().all(|loss| loss == 0.0)
            && (0..tree.bodies()).all(has_mass)
    }

    /// In a state of rest. Nothing where a spring has a damper.
    pub(crate) fn standing(&self, state: &State) -> Option<Standing<'_>> {
        let mut data = Data::new(self);
        let all = self.enter(&mut data, state);
        prescribe(self, &mut data, state.time);
        kinematics(self, &mut data, &all);
        self.mechanism.tape.run(Stage::State, state.time, &mut data.values);
        let count = self.tree.bodies();
        let mut making = Making {
            model: self,
            data: &data,
            wrenches: vec![[Vec3::zeros(); 2]; count],
            members: self.members(&data),
        };
        making.weigh();
        making.load()?;
        let members = making.connect(&all);
        Some(Standing { model: self, data, members })
    }

    /// Without freedoms, and without what weights and forces make of turns.
    fn members(&self, data: &Data) -> Vec<Member> {
        let tree = &self.tree;
        let member = |body: usize| Member {
            carrier: match tree.parent(body) {
                Parent::Body(carrier) => Some(carrier),
                Parent::World | Parent::Base(_) | Parent::Anchor(_) => None,
            },
            arm: *data.tree.arm_to(body),
            freedoms: 0..0,
            between: [0.0; 3],
            mass: tree.mass(body),
            centre: data.tree.rotation(body) * tree.centre(body),
            about_centre: tree.about_centre(body).rotated(data.tree.rotation(body)),
            turning: Sym3::ZERO,
            grounded: None,
        };
        (0..tree.bodies()).map(member).collect()
    }
}

/// Whether what a load does in small motions is known by its law, and by one body.
fn is_potential(load: &LoadModel) -> bool {
    let is_ground = |on: &FrameOn| matches!(on, FrameOn::World(_) | FrameOn::Base { .. });
    match load {
        LoadModel::Force { on: PointOn::Frame(on), axes, .. } => {
            is_ground(on) || axes.as_ref().is_none_or(is_ground)
        }
        LoadModel::Torque { on, .. } => is_ground(on),
        LoadModel::Spring { between: [PointOn::Frame(one), PointOn::Frame(other)], .. } => {
            is_ground(one) || is_ground(other)
        }
        LoadModel::Force { on: PointOn::Cable { .. }, .. }
        | LoadModel::Spring {
            between: [_, PointOn::Cable { .. }] | [PointOn::Cable { .. }, _],
            ..
        } => false,
    }
}

/// While the members of a tree are made.
struct Making<'a> {
    /// Whose tree it is.
    model: &'a RecursiveModel,
    /// Of the state.
    data: &'a Data,
    /// What acts on each body, at its reference point: moment and force.
    wrenches: Vec<[Vec3; 2]>,
    /// Made so far.
    members: Vec<Member>,
}

impl Making<'_> {
    /// A force that keeps its direction, at a point that turns with the body.
    fn act(&mut self, body: usize, arm: &Vec3, force: &Vec3) {
        let [moment, sum] = &mut self.wrenches[body];
        *moment += arm.cross(force);
        *sum += force;
        let turning = &mut self.members[body].turning;
        *turning = turning.plus(&Sym3::isotropic(force.dot(arm))).plus_product(-0.5, force, arm);
    }

    /// Puts its weight on each body.
    fn weigh(&mut self) {
        for body in 0..self.members.len() {
            let (mass, centre) = (self.members[body].mass, self.members[body].centre);
            self.act(body, &centre, &(self.model.tree.gravity() * mass));
        }
    }

    /// Puts loads on bodies that are constant or have a potential; none where there is another.
    fn load(&mut self) -> Option<()> {
        let (model, data) = (self.model, self.data);
        for load in &model.loads {
            match load {
                LoadModel::Force { on: PointOn::Frame(FrameOn::Body(frame)), value, axes } => {
                    let force = loads::turned(data, data.values.array(*value).into(), axes);
                    self.act(frame.body, &data.tree.arm(frame), &force);
                }
                LoadModel::Spring {
                    between: [PointOn::Frame(one), PointOn::Frame(other)],
                    law,
                    ..
                } => {
                    let ((FrameOn::Body(frame), ground) | (ground, FrameOn::Body(frame))) =
                        (one, other)
                    else {
                        continue;
                    };
                    let line = ground.pose(&data.tree).position - data.tree.pose(frame).position;
                    let (law, distance) = (law.now(&data.values), line.norm());
                    if law.tension(distance, 1.0).damper != 0.0 {
                        return None;
                    }
                    // Without a line there is no force.
                    if distance == 0.0 {
                        continue;
                    }
                    let factor = law.factor(distance);
                    let stiffness = Mat3::identity() * factor.value
                        + line * line.transpose() * (factor.slope / distance);
                    let arm = data.tree.arm(frame);
                    self.act(frame.body, &arm, &(line * factor.value));
                    self.members[frame.body].hold_point(&stiffness, &arm);
                }
                LoadModel::Force { .. } | LoadModel::Torque { .. } | LoadModel::Spring { .. } => {}
            }
        }
        Some(())
    }

    /// What each joint transmits, from the tips on, and what it lets go.
    fn connect(mut self, all: &[f64]) -> Members {
        let count = self.members.len();
        let mut freedoms = vec![Vec::new(); count];
        for body in (0..count).rev() {
            let [moment, force] = self.wrenches[body];
            let (own, between) = self.freedoms(body, [-moment, -force], all);
            freedoms[body] = own;
            self.members[body].between = between;
            if let Some(carrier) = self.members[body].carrier {
                let arm = self.members[body].arm;
                self.act(carrier, &arm, &force);
                self.wrenches[carrier][0] += moment;
            }
        }
        let mut members = Members::default();
        for (member, own) in self.members.into_iter().zip(freedoms) {
            members.push(member, own);
        }
        members
    }

    /// With what the carrier exerts, and the stiffness between the first three.
    fn freedoms(
        &self,
        body: usize,
        [moment, force]: [Vec3; 2],
        all: &[f64],
    ) -> (Vec<Freedom>, [f64; 3]) {
        let (tree, efforts) = (&self.model.tree, &self.model.efforts);
        let joint = tree.joint(body);
        match joint {
            Joint::Spherical => {
                let stiffness = self.ball_stiffness(body, all);
                let own = [0, 1, 2].map(|k| Freedom::turn(&unit(k), &moment, stiffness[(k, k)]));
                (own.to_vec(), [stiffness[(0, 1)], stiffness[(0, 2)], stiffness[(1, 2)]])
            }
            Joint::Free => {
                let turns = [0, 1, 2].map(|k| Freedom::turn(&unit(k), &moment, 0.0));
                let shifts = [0, 1, 2].map(|k| Freedom::shift(&unit(k), &force, 0.0));
                (turns.into_iter().chain(shifts).collect(), [0.0; 3])
            }
            Joint::Fixed
            | Joint::Revolute { .. }
            | Joint::Prismatic { .. }
            | Joint::Universal { .. }
            | Joint::Cylindrical { .. }
            | Joint::Planar { .. } => {
                let free = tree.coordinate_range(body).enumerate();
                let free: Vec<(usize, usize)> =
                    free.filter(|&(k, _)| !tree.is_driven(body, k)).collect();
                let axis = |index: usize| self.data.tree.axis(index);
                let own = free.iter().map(|&(k, index)| {
                    let stiffness = efforts.axes[index].stiffness;
                    match joint.turns(k) {
                        true => Freedom::turn(axis(index), &moment, stiffness),
                        false => Freedom::shift(axis(index), &force, stiffness),
                    }
                });
                // The second axis of a universal joint turns with the first.
                let between = match (joint, &free[..]) {
                    (Joint::Universal { .. }, &[(_, first), (_, second)]) => {
                        0.5 * moment.dot(&axis(first).cross(axis(second)))
                    }
                    _ => 0.0,
                };
                (own.collect(), [between, 0.0, 0.0])
            }
        }
    }

    /// Of the spring of a ball joint, N m/rad: the second derivative of `k φ²/2` along turns about each axis.
    fn ball_stiffness(&self, body: usize, all: &[f64]) -> Mat3 {
        let model = self.model;
        let ball = model.efforts.balls.iter().find(|ball| ball.body == body);
        let Some(ball) = ball else { return Mat3::zeros() };
        let q = &all[model.layout.tree_q.clone()][model.tree.position_range(body)];
        let turn = rotation_vector([q[0], q[1], q[2], q[3]]);
        let angle = turn.norm();
        if angle < 1e-8 {
            return Mat3::identity() * ball.law.stiffness;
        }
        let axis = self.data.tree.rotation(body) * (turn / angle);
        let along = axis * axis.transpose();
        let across = 0.5 * angle / (0.5 * angle).tan();
        (along + (Mat3::identity() - along) * across) * ball.law.stiffness
    }
}

/// Of one component.
fn unit(k: usize) -> Vec3 {
    Vec3::ith(k, 1.0)
}

impl Standing<'_> {
    /// How the bodies of the graph move.
    pub(crate) fn small_motion(&self, square: f64, residual: f64, motion: &Motion) -> SmallMotion {
        let body = |frame: &Option<FrameOn>| match frame {
            Some(FrameOn::Body(frame)) => {
                let [turn, shift] = motion.body(frame.body);
                [turn, shift + turn.cross(&self.data.tree.arm(frame))]
            }
            Some(FrameOn::World(_) | FrameOn::Base { .. }) | None => [Vec3::zeros(); 2],
        };
        let bodies = self.model.whereabouts.bodies.iter().map(body).collect();
        SmallMotion { square, residual, bodies }
    }
}
