//! What an input does to a forest that stands still, and what is read of it while it swings.
//!
//! Coordinates are those of joints, so what is driven takes everything along that stands on it: the input's forces are known by the loads at the place
//! where everything is, and what it drives by the accelerations of that. Accelerations of a swing are known, too, so what joints transmit follows from the
//! tips on, without any mass matrix. What holds the far end of a cable is found with the motion.
//!
//! Rigid links are directions behind their root, so they go along with it. Nodes of segments have places of their own: they are displaced by as much as
//! what their cable hangs on, and get its velocity and acceleration. What is read here and what is known of the motion then add up, each node once.
//!
//! | file | holds |
//! |---|---|
//! | `pushes` | what an input does to the members |
//! | `read` | what sensors read that is known from the motion itself |

mod pushes;
mod read;

use super::cable::CableRoot;
use super::data::Data;
use super::model::{LoadModel, Pass, RecursiveModel};
use super::small_motions::Standing;
use super::{hold, kinematics, loads, place, prescribe, record};
use crate::mechanism::State;
use crate::signals::{Stage, Values};
use crate::spatial::Vec3;

/// A forest that has been placed, and may be placed anew beside that.
pub(crate) struct Placed<'a> {
    /// Whose tree it is.
    model: &'a RecursiveModel,
    /// Of what was read last.
    data: Data,
    /// Positions and velocities, and what else a state has.
    all: Vec<f64>,
    /// What each cable exerts on what holds its tip where everything stands still, N.
    tips: Vec<Vec3>,
    /// Velocities that nodes of cables have with what their cable hangs on.
    carried: Vec<f64>,
    /// s
    time: f64,
}

impl<'a> Placed<'a> {
    /// Where a state says, in which `standing` is; in a model that differs by numbers what is driven is where that says, and takes along what stands on it.
    pub(crate) fn new(model: &'a RecursiveModel, state: &State, standing: &Standing<'_>) -> Self {
        let mut data = Data::new(model);
        let mut all = model.enter(&mut data, state);
        data.tree.expect_connections();
        prescribe(model, &mut data, state.time);
        let layout = &model.layout;
        let mut carried = vec![0.0; layout.dimensions.velocities];
        for pass in &model.passes {
            // Nodes are where they are, whatever their cable hangs on.
            if let Pass::Cable(index) = pass
                && let CableRoot::Held(frame) = &model.cables[*index].root
            {
                let [from, to] =
                    [&standing.data.tree, &data.tree].map(|tree| frame.pose(tree).position);
                let count = model.cables[*index].points();
                let points = &mut all[layout.cable_q[*index].clone()][..count];
                for point in points.as_chunks_mut::<3>().0 {
                    *point = (Vec3::from(*point) + (to - from)).into();
                }
                let velocity = <[f64; 3]>::from(frame.velocity(&data.tree).linear);
                let (first, on) = (layout.dimensions.positions, &layout.cable_v[*index]);
                let points = &mut all[on.clone()][..count];
                points.as_chunks_mut::<3>().0.fill(velocity);
                carried[on.start - first..on.start - first + count].copy_from_slice(points);
            }
            place(model, &mut data, &all, pass);
        }
        let tips = standing.tips();
        Self { model, data, all, tips, carried, time: state.time }
    }

    /// Of all signals.
    pub(crate) fn values(&self) -> &Values {
        &self.data.values
    }

    /// How many rates the velocity state has.
    pub(crate) fn rates(&self) -> usize {
        self.model.layout.dimensions.velocities
    }

    /// Reads what is recorded where everything stands, and is carried by what is driven.
    pub(crate) fn read_here(&mut self) {
        let nothing = vec![0.0; self.rates()];
        self.look((&nothing, &[], 0.0), [&nothing; 2], true);
    }

    /// Reads what is recorded where everything stands beside its place by `far` times these rates, where cables exert so much more on what holds their tips,
    /// has velocities and accelerations that are rates of the velocity state, too, and what is driven does what the model says.
    pub(crate) fn read(&mut self, beside: (&[f64], &[Vec3], f64), rates: [&[f64]; 2]) {
        self.look(beside, rates, false);
    }

    fn look(
        &mut self,
        (along, holding, far): (&[f64], &[Vec3], f64),
        [v, dv]: [&[f64]; 2],
        is_carried: bool,
    ) {
        let Self { model, data, all, tips, carried, time } = self;
        let layout = &model.layout;
        let mut state = all.clone();
        let (q, velocities) = state.split_at_mut(layout.dimensions.positions);
        model.tree.drift(&mut q[layout.tree_q.clone()], along, far);
        let first = layout.dimensions.positions;
        for (cable, (on_q, on_v)) in
            model.cables.iter().zip(layout.cable_q.iter().zip(&layout.cable_v))
        {
            let mut way = along[on_v.start - first..on_v.end - first].to_vec();
            cable.drift(&mut q[on_q.clone()], &mut way, far);
        }
        for (slot, (own, carried)) in velocities.iter_mut().zip(v.iter().zip(carried)) {
            *slot = own + *carried;
        }
        let tips: Vec<Vec3> = match holding {
            [] => tips.clone(),
            _ => tips.iter().zip(holding).map(|(own, more)| own + more * far).collect(),
        };
        prescribe(model, data, *time);
        kinematics(model, data, &state);
        model.mechanism.tape.run(Stage::State, *time, &mut data.values);
        loads::loads(model, data, &state);
        data.accelerations.copy_from_slice(dv);
        hold::hold(model, data, &state, (&tips, is_carried));
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
                LoadModel::Spring { law, .. } => match standing.to_ground(load) {
                    Some(own) if own.line != Vec3::zeros() => {
                        own.line * law.now(values).factor(own.line.norm()).value
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
