//! What an input does to the members of a forest, by what it does to what acts and to what is driven.

use crate::recursive::cable::{CableRoot, CableTip};
use crate::recursive::frame::FrameOn;
use crate::recursive::model::{LoadModel, Pass, PointOn};
use crate::recursive::small_motions::{Resists, Standing};
use crate::spatial::Vec3;
use crate::transfer::modes::{Acting, Given, Pushes};
use crate::tree::Parent;

impl Standing<'_> {
    /// What an input does to the members, for each unit of its value, its rate and its acceleration, by what it does to what acts.
    pub(crate) fn pushes(&self, [value, rate, acceleration]: [&[f64]; 3]) -> Pushes {
        let given = self.given(acceleration);
        let acting = [value, rate, acceleration].map(|acts| self.acting(acts));
        let mut pushes = Pushes::of(acting, &self.members);
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
        let mut roots = vec![[Vec3::zeros(); 2]; self.members.members.len()];
        for body in 0..tree.bodies() {
            if let Parent::Base(base) = tree.parent(body) {
                let [turn, shift] = self.base(acts, base);
                let arm = self.data.tree.arm_to(body);
                roots[self.member_of(body)] = [turn, shift + turn.cross(arm)];
            }
        }
        let mut held = Vec::new();
        for cable in self.model.passes.iter().filter_map(Pass::cable) {
            let own = &self.model.cables[cable];
            if let CableRoot::Held(frame) = &own.root {
                roots[self.first_of(cable)] = self.moved_ground(acts, frame);
            }
            if let CableTip::Held(frame) = &own.tip {
                held.push(self.moved_ground(acts, frame)[1]);
            }
        }
        let (_, all) = self.driven(acts);
        let places = self.model.drives.iter().map(|own| own.coordinate).zip(all);
        let mut along = vec![0.0; tree.coordinates()];
        places.for_each(|(coordinate, own)| along[coordinate] = *own);
        let driven = self.model.passes.iter().flat_map(Pass::bodies).flat_map(|body| {
            let own = tree.coordinate_range(body).enumerate();
            own.filter(move |&(k, _)| tree.is_driven(body, k)).map(|(_, index)| index)
        });
        let driven = driven.map(|index| along[index]).collect();
        Given { roots, driven, held }
    }

    /// How a frame on the ground moves with its base.
    fn moved_ground(&self, acts: &[f64], frame: &FrameOn) -> [Vec3; 2] {
        let FrameOn::Base { base, .. } = frame else { return [Vec3::zeros(); 2] };
        let tree = &self.data.tree;
        let [turn, shift] = self.base(acts, *base);
        let arm = frame.pose(tree).position - tree.bases[*base].pose.position;
        [turn, shift + turn.cross(&arm)]
    }

    /// Loads and efforts, on the members.
    fn acting(&self, acts: &[f64]) -> Acting<f64> {
        let mut acting = Acting::nothing(&self.members);
        let tree = &self.data.tree;
        let act = |acting: &mut Acting<f64>, on: &FrameOn, moment: Vec3, force: Vec3| {
            if let FrameOn::Body(frame) = on {
                let moment = moment + tree.arm(frame).cross(&force);
                acting.act(self.member_of(frame.body), &moment, &force);
            }
        };
        let (loads, rest) = acts.split_at(3 * self.model.loads.len());
        for (load, own) in self.model.loads.iter().zip(loads.chunks_exact(3)) {
            let vector = Vec3::from_column_slice(own);
            match load {
                LoadModel::Force { on: PointOn::Frame(on), .. } => {
                    act(&mut acting, on, Vec3::zeros(), vector);
                }
                LoadModel::Torque { on, .. } => act(&mut acting, on, vector, Vec3::zeros()),
                LoadModel::Spring { .. } => {
                    if let Some(own) = self.to_ground(load) {
                        acting.act(own.member, &own.arm.cross(&vector), &vector);
                    }
                }
                LoadModel::Force { on: PointOn::Cable { cable, station }, .. } => {
                    for (member, arm, share) in self.shares(*cable, station) {
                        let force = vector * share;
                        acting.act(member, &arm.cross(&force), &force);
                    }
                }
            }
        }
        let efforts = self.model.efforts.signals.iter().zip(rest);
        let mut along = vec![0.0; self.model.tree.coordinates()];
        efforts.for_each(|(&(coordinate, _), own)| along[coordinate] += own);
        for body in 0..self.model.tree.bodies() {
            let member = &self.members.members[self.member_of(body)];
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
        let [by_value, by_rate, _] = &mut pushes.acting;
        for load in &self.model.loads {
            match load {
                LoadModel::Force {
                    on: PointOn::Frame(FrameOn::Body(frame)),
                    value,
                    axes: Some(axes @ FrameOn::Base { .. }),
                } => {
                    let force =
                        axes.pose(tree).rotation * Vec3::from(self.data.values.array(*value));
                    let [turn, _] = self.moved_ground(acts, axes);
                    let (arm, change) = (tree.arm(frame), turn.cross(&force));
                    by_value.act(self.member_of(frame.body), &arm.cross(&change), &change);
                }
                LoadModel::Spring { law, .. } => {
                    let Some(own) = self.to_ground(load) else { continue };
                    let law = law.now(&self.data.values);
                    let Some(resists) = Resists::of(&law, &own.line, self.extent) else { continue };
                    let [_, shift] = self.moved_ground(acts, &own.ground);
                    for (pushed, by) in
                        [(&mut *by_value, &resists.stiffness), (&mut *by_rate, &resists.damping)]
                    {
                        let force = by * shift;
                        pushed.act(own.member, &own.arm.cross(&force), &force);
                    }
                }
                LoadModel::Force { .. } | LoadModel::Torque { .. } => {}
            }
        }
    }
}
