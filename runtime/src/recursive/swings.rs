//! What an input does to a forest that stands still, and what is read of it while it swings.
//!
//! Coordinates are those of joints, so what is driven takes everything along that stands on it: the input's forces are known by the loads at the place
//! where everything is, and what it drives by the accelerations of that. Accelerations of a swing are known, too, so what joints transmit follows from the
//! tips on, without any mass matrix.

use cdl_graph::{FrameQuantity, JointQuantity};

use super::data::Data;
use super::frame::FrameOn;
use super::loads;
use super::model::{LoadModel, PointOn, RecursiveModel, Source};
use super::small_motions::{Resists, Standing};
use super::{kinematics, prescribe, record};
use crate::mechanism::State;
use crate::signals::{Stage, Values};
use crate::spatial::Vec3;
use crate::transfer::modes::{Acting, Given, Pushes};
use crate::tree::{BodyFrame, Parent};

/// A forest that has been placed, and may be placed anew beside that.
pub(crate) struct Placed<'a> {
    /// Whose tree it is.
    model: &'a RecursiveModel,
    /// Of what was read last.
    data: Data,
    /// Positions and velocities, and what else a state has.
    all: Vec<f64>,
    /// s
    time: f64,
}

impl<'a> Placed<'a> {
    /// Where a state says, at rest; in a model that differs by numbers what is driven is where that says.
    pub(crate) fn new(model: &'a RecursiveModel, state: &State) -> Self {
        let mut data = Data::new(model);
        let all = model.enter(&mut data, state);
        data.tree.expect_connections();
        Self { model, data, all, time: state.time }
    }

    /// Of all signals.
    pub(crate) fn values(&self) -> &Values {
        &self.data.values
    }

    /// How many rates the tree has.
    pub(crate) fn rates(&self) -> usize {
        self.model.tree.rates()
    }

    /// Reads what is recorded where everything stands beside its place by `far` times these rates, has velocities and accelerations that are rates of the
    /// joints, too, and what is driven does what the model says.
    pub(crate) fn read(&mut self, (along, far): (&[f64], f64), [v, dv]: [&[f64]; 2]) {
        let Self { model, data, all, time } = self;
        let layout = &model.layout;
        let mut state = all.clone();
        model.tree.drift(&mut state[layout.tree_q.clone()], along, far);
        state[layout.tree_v.clone()].copy_from_slice(v);
        prescribe(model, data, *time);
        kinematics(model, data, &state);
        model.mechanism.tape.run(Stage::State, *time, &mut data.values);
        loads::loads(model, data, &state);
        data.accelerations.copy_from_slice(dv);
        data.tree.forget_connections();
        model.tree.accelerate(&mut data.accelerations, &mut data.tree);
        record(model, data, *time, &state);
    }

    /// What acts, at the place where `standing` is, by the signals that have been read: loads, efforts, and the accelerations of what is driven.
    pub(crate) fn acts(&self, standing: &Standing<'_>) -> Vec<f64> {
        let (model, values) = (self.model, &self.data.values);
        let mut acts: Vec<f64> = Vec::new();
        for load in &model.loads {
            let vector = match load {
                LoadModel::Force { value, axes, .. } | LoadModel::Torque { value, axes, .. } => {
                    loads::turned(&standing.data, values.array(*value).into(), axes)
                }
                LoadModel::Spring { law, .. } => match standing.line(load) {
                    Some((_, _, line)) if line != Vec3::zeros() => {
                        line * law.now(values).factor(line.norm()).value
                    }
                    Some(_) | None => Vec3::zeros(),
                },
            };
            acts.extend(&vector);
        }
        acts.extend(model.efforts.signals.iter().map(|&(_, node)| values.scalar(node)));
        for base in &self.data.tree.bases {
            acts.extend(base.alpha.iter().chain(&base.acceleration));
        }
        let drives = model.drives.iter().map(|own| &self.data.tree.drives[own.coordinate]);
        acts.extend(drives.map(|own| own.acceleration));
        acts
    }
}

impl<'a> Standing<'a> {
    /// Whose tree it is.
    pub(crate) fn model(&self) -> &'a RecursiveModel {
        self.model
    }

    /// Of a spring between a body and the ground: the body's frame, the ground, and the line from the one to the other.
    fn line<'b>(&self, load: &'b LoadModel) -> Option<(&'b FrameOn, &'b FrameOn, Vec3)> {
        let LoadModel::Spring { between: [PointOn::Frame(one), PointOn::Frame(other)], .. } = load
        else {
            return None;
        };
        let (body, ground) = match (one, other) {
            (FrameOn::Body(_), _) => (one, other),
            (_, FrameOn::Body(_)) => (other, one),
            _ => return None,
        };
        let tree = &self.data.tree;
        let line = ground.pose(tree).position - body.pose(tree).position;
        Some((body, ground, line))
    }

    /// What an input does to the members, for each unit of its value, its rate and its acceleration, by what it does to what acts.
    pub(crate) fn pushes(&self, [value, rate, acceleration]: [&[f64]; 3]) -> Pushes {
        let given = self.given(acceleration);
        let mut pushes = Pushes([value, rate, acceleration].map(|acts| self.acting(acts)));
        self.members.give(&given, &mut pushes);
        self.take_along(acceleration, &mut pushes);
        pushes
    }

    /// Where the accelerations of what is driven are, in what acts.
    fn driven<'b>(&self, acts: &'b [f64]) -> (&'b [f64], &'b [f64]) {
        let forces = 3 * self.model.loads.len() + self.model.efforts.signals.len();
        acts[forces..].split_at(6 * self.data.tree.bases.len())
    }

    /// A base that an input accelerates it displaces as well.
    fn base(&self, acts: &[f64], base: usize) -> [Vec3; 2] {
        let own = &self.driven(acts).0[6 * base..6 * base + 6];
        [Vec3::from_column_slice(&own[..3]), Vec3::from_column_slice(&own[3..])]
    }

    fn given(&self, acts: &[f64]) -> Given {
        let tree = &self.model.tree;
        let root = |body: usize| match tree.parent(body) {
            Parent::Base(base) => {
                let [turn, shift] = self.base(acts, base);
                let arm = self.data.tree.arm_to(body);
                [turn, shift + turn.cross(arm)]
            }
            Parent::World | Parent::Body(_) | Parent::Anchor(_) => [Vec3::zeros(); 2],
        };
        let (_, all) = self.driven(acts);
        let places = self.model.drives.iter().map(|own| own.coordinate).zip(all);
        let mut along = vec![0.0; tree.coordinates()];
        places.for_each(|(coordinate, own)| along[coordinate] = *own);
        let driven = (0..tree.bodies()).flat_map(|body| {
            let own = tree.coordinate_range(body).enumerate();
            own.filter(move |&(k, _)| tree.is_driven(body, k)).map(|(_, index)| index)
        });
        Given {
            roots: (0..tree.bodies()).map(root).collect(),
            driven: driven.map(|index| along[index]).collect(),
        }
    }

    /// Loads and efforts, on the members.
    fn acting(&self, acts: &[f64]) -> Acting<f64> {
        let mut acting = Acting::nothing(&self.members);
        let tree = &self.data.tree;
        let mut act = |on: &FrameOn, moment: Vec3, force: Vec3| {
            if let FrameOn::Body(frame) = on {
                let moment = moment + tree.arm(frame).cross(&force);
                acting.act(frame.body, &moment, &force);
            }
        };
        let (loads, rest) = acts.split_at(3 * self.model.loads.len());
        for (load, own) in self.model.loads.iter().zip(loads.chunks_exact(3)) {
            let vector = Vec3::from_column_slice(own);
            match load {
                LoadModel::Force { on: PointOn::Frame(on), .. } => act(on, Vec3::zeros(), vector),
                LoadModel::Torque { on, .. } => act(on, vector, Vec3::zeros()),
                LoadModel::Spring { .. } => {
                    if let Some((body, _, _)) = self.line(load) {
                        act(body, Vec3::zeros(), vector);
                    }
                }
                LoadModel::Force { on: PointOn::Cable { .. }, .. } => {}
            }
        }
        let efforts = self.model.efforts.signals.iter().zip(rest);
        let mut along = vec![0.0; self.model.tree.coordinates()];
        efforts.for_each(|(&(coordinate, _), own)| along[coordinate] += own);
        for (body, member) in self.members.members.iter().enumerate() {
            let coordinates = self.model.tree.coordinate_range(body).enumerate();
            let free = coordinates.filter(|&(k, _)| !self.model.tree.is_driven(body, k));
            for (index, (_, coordinate)) in member.freedoms.clone().zip(free) {
                acting.along[index] += along[coordinate];
            }
        }
        acting
    }

    /// Forces whose axes turn with a base, and springs that stand on one, when an input displaces it.
    fn take_along(&self, acts: &[f64], pushes: &mut Pushes) {
        let tree = &self.data.tree;
        let [by_value, by_rate, _] = &mut pushes.0;
        let moved = |frame: &FrameOn| {
            let FrameOn::Base { base, .. } = frame else { return [Vec3::zeros(); 2] };
            let [turn, shift] = self.base(acts, *base);
            let arm = frame.pose(tree).position - tree.bases[*base].pose.position;
            [turn, shift + turn.cross(&arm)]
        };
        for load in &self.model.loads {
            match load {
                LoadModel::Force {
                    on: PointOn::Frame(FrameOn::Body(frame)),
                    value,
                    axes: Some(axes @ FrameOn::Base { .. }),
                } => {
                    let force =
                        axes.pose(tree).rotation * Vec3::from(self.data.values.array(*value));
                    let [turn, _] = moved(axes);
                    let (arm, change) = (tree.arm(frame), turn.cross(&force));
                    by_value.act(frame.body, &arm.cross(&change), &change);
                }
                LoadModel::Spring { law, .. } => {
                    let Some((FrameOn::Body(frame), ground, line)) = self.line(load) else {
                        continue;
                    };
                    let Some(resists) = Resists::of(&law.now(&self.data.values), &line) else {
                        continue;
                    };
                    let ([_, shift], arm) = (moved(ground), tree.arm(frame));
                    for (pushed, by) in
                        [(&mut *by_value, &resists.stiffness), (&mut *by_rate, &resists.damping)]
                    {
                        let force = by * shift;
                        pushed.act(frame.body, &arm.cross(&force), &force);
                    }
                }
                LoadModel::Force { .. } | LoadModel::Torque { .. } => {}
            }
        }
    }

    /// What some sensors read in a swing of so many rad/s, in displacements and velocities along freedoms at an instant: motions of bodies and joints, which no
    /// difference between two states has to tell. By nodes of the tape.
    pub(crate) fn read(
        &self,
        displacements: &[f64],
        velocities: &[f64],
        turning: f64,
    ) -> Vec<(usize, f64)> {
        let Standing { model, members, data, .. } = self;
        let [moved, moving] = [displacements, velocities].map(|own| members.moved(own));
        let square = turning * turning;
        let of_frame = |frame: &BodyFrame, quantity: FrameQuantity| {
            let at = |all: &[[Vec3; 2]]| {
                let [turn, shift] = all[frame.body];
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
            let index = members.members[body].freedoms.start + place;
            match quantity {
                JointQuantity::Coordinate => Some(displacements[index]),
                JointQuantity::Rate => Some(velocities[index]),
                JointQuantity::Acceleration => Some(-square * displacements[index]),
                JointQuantity::Effort | JointQuantity::Force | JointQuantity::Torque => None,
            }
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
                Source::Frame { on: FrameOn::World(_) | FrameOn::Base { .. }, .. }
                | Source::CutJoint { .. }
                | Source::Cable { .. }
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

    /// A motion along freedoms as rates of the joints.
    pub(crate) fn rates_of(&self, along: &[f64]) -> Vec<f64> {
        let mut rates = vec![0.0; self.model.tree.rates()];
        for (body, member) in self.members.members.iter().enumerate() {
            let own = &along[member.freedoms.clone()];
            self.model.tree.rates_of(body, own, &self.data.tree, &mut rates);
        }
        rates
    }
}
