//! The members of a forest: bodies of the tree and pieces of cables with what acts on them, and what each joint transmits and lets go.

use super::bends::Bend;
use super::pieces::{CableOn, PieceJoint};
use super::springs::Resists;
use crate::recursive::data::Data;
use crate::recursive::frame::FrameOn;
use crate::recursive::loads;
use crate::recursive::loops::whole_extent;
use crate::recursive::model::{LoadModel, Pass, PointOn, RecursiveModel};
use crate::spatial::{Mat3, Sym3, Vec3, rotation_vector};
use crate::transfer::modes::{Driven, Freedom, Member, Members};
use crate::tree::{Joint, Parent};

/// What connects a member to its carrier.
#[derive(Clone, Debug)]
pub(super) enum Connection {
    /// The joint of a body of the tree.
    Joint(usize),
    /// That of a link, or of a segment that stretches.
    Piece(PieceJoint),
    /// Nothing: a point that moves freely.
    Point,
}

/// What a joint lets a body do.
#[derive(Clone, Debug, Default)]
pub(super) struct LetsGo {
    pub(super) freedoms: Vec<Freedom>,
    /// The stiffness between the first three.
    pub(super) between: [f64; 3],
    /// What moves as it is told, with the freedom that has a stiffness beside it.
    pub(super) driven: Vec<(Freedom, Option<(usize, f64)>)>,
}

/// While the members of a forest are made.
pub(super) struct Making<'a> {
    /// Whose tree it is.
    pub(super) model: &'a RecursiveModel,
    /// Of the state.
    pub(super) data: &'a Data,
    /// What acts on each member, at its reference point: moment and force.
    pub(super) wrenches: Vec<[Vec3; 2]>,
    /// Without freedoms until all is done.
    pub(super) made: Vec<Member>,
    /// Of each member.
    pub(super) connections: Vec<Connection>,
    /// Which member each body of the tree is.
    pub(super) bodies: Vec<usize>,
    /// Which members each cable is, as far as they are made.
    pub(super) cables: Vec<CableOn>,
    /// Of each body of the tree that a cable's tip carries and keeps the direction of: by what.
    pub(super) tip_bends: Vec<(usize, Bend)>,
    /// Of everything that moves, m.
    pub(super) extent: f64,
    /// Whether balls that do not resist leave turns to each body by itself; else they are those of the joints.
    loosens: bool,
    /// With freedoms, in the end.
    pub(super) members: Members,
}

impl<'a> Making<'a> {
    /// Of a forest in a state whose numbers are `all`.
    pub(super) fn of(
        model: &'a RecursiveModel,
        data: &'a Data,
        all: &[f64],
        loosens: bool,
    ) -> Option<Self> {
        let mut making = Self {
            model,
            data,
            wrenches: Vec::new(),
            made: Vec::new(),
            connections: Vec::new(),
            bodies: vec![0; model.tree.bodies()],
            cables: vec![CableOn::default(); model.cables.len()],
            tip_bends: Vec::new(),
            extent: whole_extent(model, data),
            loosens,
            members: Members::default(),
        };
        for pass in &model.passes {
            match pass {
                Pass::Bodies(bodies) => bodies.clone().for_each(|body| making.add_body(body)),
                Pass::Cable(index) => making.add_cable(*index, all)?,
            }
        }
        making.load()?;
        making.connect(all);
        Some(making)
    }

    /// After what carries it.
    pub(super) fn add(&mut self, member: Member, connection: Connection) -> usize {
        self.made.push(member);
        self.connections.push(connection);
        self.wrenches.push([Vec3::zeros(); 2]);
        self.made.len() - 1
    }

    /// A body of the tree, with its weight.
    fn add_body(&mut self, body: usize) {
        let (tree, data) = (&self.model.tree, &self.data.tree);
        let (carrier, arm) = match tree.parent(body) {
            Parent::Body(carrier) => (Some(self.bodies[carrier]), *data.arm_to(body)),
            Parent::Anchor(anchor) => match self.tip_of(anchor) {
                Some((piece, arm)) => (Some(piece), arm),
                None => (None, Vec3::zeros()),
            },
            Parent::World | Parent::Base(_) => (None, *data.arm_to(body)),
        };
        let rotation = data.rotation(body);
        let (mass, centre) = (tree.mass(body), rotation * tree.centre(body));
        let about_centre = tree.about_centre(body).rotated(rotation);
        let member = Member { arm, centre, ..Member::new(carrier, mass, about_centre) };
        self.bodies[body] = self.add(member, Connection::Joint(body));
        self.act(self.bodies[body], &centre, &(tree.gravity() * mass));
    }

    /// The last piece of the cable whose tip carries bodies there, and that tip from the piece's reference point.
    fn tip_of(&self, anchor: usize) -> Option<(usize, Vec3)> {
        let cable = self.model.cables.iter().position(|cable| cable.carries(anchor))?;
        self.cables[cable].node(self.cables[cable].pieces.len())
    }

    /// A force that keeps its direction, at a point that turns with the body.
    pub(super) fn act(&mut self, member: usize, arm: &Vec3, force: &Vec3) {
        let [moment, sum] = &mut self.wrenches[member];
        *moment += arm.cross(force);
        *sum += force;
        let turning = &mut self.made[member].turning;
        *turning = turning.plus(&Sym3::isotropic(force.dot(arm))).plus_product(-0.5, force, arm);
    }

    /// Puts loads on members that are constant or have a potential; none where there is another.
    fn load(&mut self) -> Option<()> {
        let (model, data) = (self.model, self.data);
        for load in &model.loads {
            match load {
                LoadModel::Force { on, value, axes } => {
                    let force = loads::turned(data, data.values.array(*value).into(), axes);
                    match on {
                        PointOn::Frame(FrameOn::Body(frame)) => {
                            self.act(self.bodies[frame.body], &data.tree.arm(frame), &force);
                        }
                        PointOn::Frame(FrameOn::World(_) | FrameOn::Base { .. }) => {}
                        PointOn::Cable { cable, station } => {
                            for (member, arm, share) in self.cables[*cable].shares(station) {
                                self.act(member, &arm, &(force * share));
                            }
                        }
                    }
                }
                LoadModel::Spring { between: [one, other], law, .. } => {
                    let Some((member, arm, ground)) = self.sprung([one, other]) else { continue };
                    let place = match [one, other].map(|on| self.place(on)) {
                        [first, second] if ground == 0 => first - second,
                        [first, second] => second - first,
                    };
                    let resists = Resists::of(&law.now(&data.values), &place, self.extent)?;
                    self.act(member, &arm, &resists.pull);
                    let both = [&resists.stiffness, &resists.damping];
                    self.made[member].hold_point(both, &arm);
                }
                LoadModel::Torque { .. } => {}
            }
        }
        Some(())
    }

    /// What a spring pulls at, from the member's reference point, and which of its ends is on the ground. Nothing where both are.
    fn sprung(&self, between: [&PointOn; 2]) -> Option<(usize, Vec3, usize)> {
        let on = |point: &PointOn| match point {
            PointOn::Frame(FrameOn::Body(frame)) => {
                Some((self.bodies[frame.body], self.data.tree.arm(frame)))
            }
            PointOn::Frame(FrameOn::World(_) | FrameOn::Base { .. }) => None,
            PointOn::Cable { cable, station } => self.cables[*cable].at(station),
        };
        match between.map(on) {
            [Some((member, arm)), _] => Some((member, arm, 1)),
            [None, Some((member, arm))] => Some((member, arm, 0)),
            [None, None] => None,
        }
    }

    fn place(&self, on: &PointOn) -> Vec3 {
        match on {
            PointOn::Frame(frame) => frame.pose(&self.data.tree).position,
            PointOn::Cable { cable, station } => {
                self.model.cables[*cable].motion_at(&self.data.cables[*cable], station).position
            }
        }
    }

    /// What each joint transmits, from the tips on, and what it lets go.
    fn connect(&mut self, all: &[f64]) {
        let count = self.made.len();
        let mut lets_go = vec![LetsGo::default(); count];
        for member in (0..count).rev() {
            let [moment, force] = self.wrenches[member];
            let transmitted = [-moment, -force];
            lets_go[member] = match &self.connections[member] {
                Connection::Joint(body) => self.lets_go(*body, transmitted, all),
                Connection::Piece(joint) => joint.lets_go(transmitted),
                Connection::Point => LetsGo::point(&-force),
            };
            if self.loosens && self.is_loose(member) {
                self.made[member].is_loose = true;
                lets_go[member].loosen();
            }
            self.made[member].left_over = match &self.connections[member] {
                Connection::Piece(joint) => joint.left_over(&moment),
                Connection::Joint(_) if self.made[member].is_loose => moment.norm(),
                Connection::Joint(_) | Connection::Point => 0.0,
            };
            self.made[member].between = lets_go[member].between;
            if let Some(carrier) = self.made[member].carrier {
                let arm = self.made[member].arm;
                self.act(carrier, &arm, &force);
                // A ball that does not resist has no moment, but what is left over.
                if !self.made[member].is_loose {
                    self.wrenches[carrier][0] += moment;
                }
            }
        }
        let made = std::mem::take(&mut self.made);
        for (body, (member, own)) in made.into_iter().zip(lets_go).enumerate() {
            let driven = own.driven.into_iter();
            let driven = driven.map(|(freedom, beside)| Driven { body, freedom, beside });
            self.members.driven.extend(driven);
            self.members.push(member, own.freedoms);
        }
    }

    /// Whether nothing resists any turn of a member that its joint lets go, and it lets all go that move anything.
    fn is_loose(&self, member: usize) -> bool {
        match &self.connections[member] {
            Connection::Joint(body) => {
                let resists = |ball: &crate::tree::BallOn| {
                    ball.body == *body && (ball.law.stiffness != 0.0 || ball.law.damping != 0.0)
                };
                self.model.tree.joint(*body) == Joint::Spherical
                    && !self.model.efforts.balls.iter().any(resists)
                    && !self.tip_bends.iter().any(|(own, _)| own == body)
            }
            Connection::Piece(joint) => joint.is_loose(),
            Connection::Point => false,
        }
    }

    /// With what the carrier exerts.
    fn lets_go(&self, body: usize, [moment, force]: [Vec3; 2], all: &[f64]) -> LetsGo {
        let (tree, efforts) = (&self.model.tree, &self.model.efforts);
        let joint = tree.joint(body);
        match joint {
            Joint::Spherical => {
                let mut stiffness = self.ball_stiffness(body, all);
                let (mut axes, mut damped) = ([0, 1, 2].map(unit), [0.0; 3]);
                if let Some((_, bend)) = self.tip_bends.iter().find(|(own, _)| *own == body) {
                    stiffness += bend.whole_stiffness();
                    // What damps it has no part beside its axes.
                    (axes, damped) = (bend.all_axes(), [bend.damping[0], bend.damping[1], 0.0]);
                }
                let law = efforts.balls.iter().find(|ball| ball.body == body).map(|own| own.law);
                let damping =
                    law.map_or(0.0, |own| own.damping + own.friction / own.friction_speed);
                let against = |i: usize, j: usize| axes[i].dot(&(stiffness * axes[j]));
                let own = [0, 1, 2].map(|k| {
                    Freedom::turn(&axes[k], &moment, against(k, k)).damped(damping + damped[k])
                });
                let between = [against(0, 1), against(0, 2), against(1, 2)];
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

impl LetsGo {
    /// Its axes do not turn with what carries it.
    fn loosen(&mut self) {
        self.freedoms.iter_mut().for_each(|own| own.turning = Vec3::zeros());
    }

    /// A point with nothing beyond it that holds it.
    fn point(force: &Vec3) -> Self {
        let freedoms = [0, 1, 2].map(|k| Freedom::shift(&unit(k), force, 0.0));
        Self { freedoms: freedoms.to_vec(), ..Self::default() }
    }
}
