//! A forest that stands still as sweeps over small motions take it, where what it stores is a sum over single bodies and joints.

use cdl_graph::NodeId;

use super::data::Data;
use super::frame::FrameOn;
use super::loads;
use super::model::{LoadModel, PointOn, RecursiveModel};
use super::{kinematics, prescribe};
use crate::laws::LineLaw;
use crate::mechanism::{SmallMotion, State};
use crate::signals::{Stage, Values};
use crate::spatial::{Mat3, Sym3, Vec3, rotation_vector};
use crate::transfer::modes::{Driven, Freedom, Member, Members, Motion};
use crate::tree::{Joint, Parent};

/// A forest about a state.
pub(crate) struct Standing<'a> {
    /// Whose tree it is.
    pub(super) model: &'a RecursiveModel,
    /// Of the state.
    pub(super) data: Data,
    /// Bodies with masses, stiffnesses and joints, as sweeps take them.
    pub(crate) members: Members,
}

impl RecursiveModel {
    /// Whether sweeps find its small motions: a tree of bodies with mass, without cables, dampers, and what depends on the motion
    /// otherwise than springs in joints and to the ground.
    pub(crate) fn is_swept(&self) -> bool {
        self.losses().all(|loss| loss == 0.0) && self.has_potential()
    }

    /// Whether they find what an input keeps up as well: the same, and dampers may be there.
    pub(crate) fn is_swung(&self) -> bool {
        self.losses().all(|loss| loss >= 0.0) && self.has_potential()
    }

    /// Of dampers and friction in all joints.
    fn losses(&self) -> impl Iterator<Item = f64> {
        let axes = self.efforts.axes.iter().map(|law| [law.damping, law.friction]);
        let balls = self.efforts.balls.iter().map(|ball| [ball.law.damping, ball.law.friction]);
        axes.chain(balls).flatten()
    }

    /// But for what resists velocities.
    fn has_potential(&self) -> bool {
        let tree = &self.tree;
        let has_mass = |body: usize| {
            tree.inverse_inertia(body).is_some() && !matches!(tree.parent(body), Parent::Anchor(_))
        };
        let mut values = self.mechanism.values.clone();
        self.mechanism.tape.run(Stage::Time, 0.0, &mut values);
        self.cables.is_empty()
            && self.loops.is_empty()
            && self.sensors.state.is_empty()
            && self.loads.iter().all(|load| is_potential(load, &values))
            && (0..tree.bodies()).all(has_mass)
    }

    /// In a state of rest. Nothing where a damper pushes.
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
            damped: None,
        };
        (0..tree.bodies()).map(member).collect()
    }
}

/// Whether what a load does in small motions is known by its law, and by one body. What is nothing does nothing.
fn is_potential(load: &LoadModel, values: &Values) -> bool {
    let is_ground = |on: &FrameOn| matches!(on, FrameOn::World(_) | FrameOn::Base { .. });
    let is_nothing = |value: &[NodeId; 3]| values.array(*value) == [0.0; 3];
    match load {
        LoadModel::Force { on: PointOn::Frame(on), axes, value } => {
            is_ground(on) || axes.as_ref().is_none_or(is_ground) || is_nothing(value)
        }
        LoadModel::Torque { on, value, .. } => is_ground(on) || is_nothing(value),
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

/// What a joint lets a body do.
#[derive(Clone, Debug, Default)]
struct LetsGo {
    freedoms: Vec<Freedom>,
    /// The stiffness between the first three.
    between: [f64; 3],
    /// What moves as it is told, with the freedom that has a stiffness beside it.
    driven: Vec<(Freedom, Option<(usize, f64)>)>,
}

/// A spring with its damper, between a point and the ground, in small motions.
pub(super) struct Resists {
    /// On the point, N.
    pub(super) pull: Vec3,
    /// N/m
    pub(super) stiffness: Mat3,
    /// N s/m
    pub(super) damping: Mat3,
}

impl Resists {
    /// Along a line from the point. None where the damper pushes.
    pub(super) fn of(law: &LineLaw, line: &Vec3) -> Option<Self> {
        let distance = line.norm();
        if distance == 0.0 {
            // Without a line there is no force but of what has no length.
            let resists = law.together().unwrap_or_default();
            let [stiffness, damping] = resists.map(|own| Mat3::identity() * own);
            return (resists[1] >= 0.0).then_some(Self { pull: Vec3::zeros(), stiffness, damping });
        }
        let along = line * line.transpose();
        let factor = law.factor(distance);
        let damper = law.damping() * law.taut_share(distance, distance).value;
        (damper >= 0.0).then(|| Self {
            pull: line * factor.value,
            stiffness: Mat3::identity() * factor.value + along * (factor.slope / distance),
            damping: along * (damper / (distance * distance)),
        })
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
                    let resists = Resists::of(&law.now(&data.values), &line)?;
                    let arm = data.tree.arm(frame);
                    self.act(frame.body, &arm, &resists.pull);
                    let both = [&resists.stiffness, &resists.damping];
                    self.members[frame.body].hold_point(both, &arm);
                }
                LoadModel::Force { .. } | LoadModel::Torque { .. } | LoadModel::Spring { .. } => {}
            }
        }
        Some(())
    }

    /// What each joint transmits, from the tips on, and what it lets go.
    fn connect(mut self, all: &[f64]) -> Members {
        let count = self.members.len();
        let mut lets_go = vec![LetsGo::default(); count];
        for body in (0..count).rev() {
            let [moment, force] = self.wrenches[body];
            lets_go[body] = self.lets_go(body, [-moment, -force], all);
            self.members[body].between = lets_go[body].between;
            if let Some(carrier) = self.members[body].carrier {
                let arm = self.members[body].arm;
                self.act(carrier, &arm, &force);
                self.wrenches[carrier][0] += moment;
            }
        }
        let mut members = Members::default();
        for (body, (member, own)) in self.members.into_iter().zip(lets_go).enumerate() {
            let driven = own.driven.into_iter();
            members.driven.extend(driven.map(|(freedom, beside)| Driven { body, freedom, beside }));
            members.push(member, own.freedoms);
        }
        members
    }

    /// With what the carrier exerts.
    fn lets_go(&self, body: usize, [moment, force]: [Vec3; 2], all: &[f64]) -> LetsGo {
        let (tree, efforts) = (&self.model.tree, &self.model.efforts);
        let joint = tree.joint(body);
        match joint {
            Joint::Spherical => {
                let stiffness = self.ball_stiffness(body, all);
                let law = efforts.balls.iter().find(|ball| ball.body == body).map(|own| own.law);
                let damping =
                    law.map_or(0.0, |own| own.damping + own.friction / own.friction_speed);
                let own = [0, 1, 2]
                    .map(|k| Freedom::turn(&unit(k), &moment, stiffness[(k, k)]).damped(damping));
                let between = [stiffness[(0, 1)], stiffness[(0, 2)], stiffness[(1, 2)]];
                LetsGo { freedoms: own.to_vec(), between, driven: Vec::new() }
            }
            Joint::Free => {
                let turns = [0, 1, 2].map(|k| Freedom::turn(&unit(k), &moment, 0.0));
                let shifts = [0, 1, 2].map(|k| Freedom::shift(&unit(k), &force, 0.0));
                LetsGo { freedoms: turns.into_iter().chain(shifts).collect(), ..LetsGo::default() }
            }
            Joint::Fixed
            | Joint::Revolute { .. }
            | Joint::Prismatic { .. }
            | Joint::Universal { .. }
            | Joint::Cylindrical { .. }
            | Joint::Planar { .. } => {
                let axis = |index: usize| self.data.tree.axis(index);
                // The second axis of a universal joint turns with the first.
                let mut coordinates = tree.coordinate_range(body);
                let between = match (joint, coordinates.next(), coordinates.next()) {
                    (Joint::Universal { .. }, Some(first), Some(second)) => {
                        0.5 * moment.dot(&axis(first).cross(axis(second)))
                    }
                    _ => 0.0,
                };
                let mut own = LetsGo::default();
                let mut is_driven = false;
                for (k, index) in tree.coordinate_range(body).enumerate() {
                    let law = &efforts.axes[index];
                    let freedom = match joint.turns(k) {
                        true => Freedom::turn(axis(index), &moment, law.stiffness),
                        false => Freedom::shift(axis(index), &force, law.stiffness),
                    };
                    if tree.is_driven(body, k) {
                        own.driven.push((freedom, None));
                        is_driven = true;
                    } else {
                        own.freedoms.push(freedom.damped(law.resistance(0.0).slope));
                    }
                }
                if !is_driven {
                    own.between[0] = between;
                } else if let ([_], [(_, beside)]) = (&own.freedoms[..], &mut own.driven[..]) {
                    *beside = (between != 0.0).then_some((0, between));
                }
                own
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
        let body = |index: usize| match self.model.own_frame(index) {
            Some(FrameOn::Body(frame)) => {
                let [turn, shift] = motion.body(frame.body);
                [turn, shift + turn.cross(&self.data.tree.arm(&frame))]
            }
            Some(FrameOn::World(_) | FrameOn::Base { .. }) | None => [Vec3::zeros(); 2],
        };
        let bodies = (0..self.model.whereabouts.bodies.len()).map(body).collect();
        SmallMotion { square, residual, bodies }
    }
}
