//! A cable in the passes over the forest.
//!
//! In the order of an evaluation: [`CableModel::place`] outward, [`CableModel::load`] and
//! `apply_force`, `inward` with what hangs on the tip, `root_load` for the body that carries the
//! root, and `outward` with the accelerations that these bodies have got.

use nalgebra::Vector3;

use super::{CableData, CableModel, CableRoot, CableTip, KindData, LumpedNow, StationOn};
use crate::chain::lumped::{self, End, LumpedEnd};
use crate::chain::{self, Medium, PointForce, Root, RootLoad, Taut, Tip};
use crate::recursive::data::Power;
use crate::recursive::frame::PointMotion;

impl CableModel {
    /// Positions and velocities of all nodes; `root` and `tip` where something holds the cable;
    /// `integrals` of its axial law.
    pub(crate) fn place(
        &self,
        data: &mut CableData,
        q: &[f64],
        v: &[f64],
        integrals: &[f64],
        root: Option<PointMotion>,
        tip: Option<PointMotion>,
    ) {
        data.point_forces.clear();
        match &mut data.kind {
            KindData::RigidLinks(chain) => {
                let (position, velocity) = match root {
                    Some(root) => (root.position, root.velocity),
                    None => (Vector3::new(q[0], q[1], q[2]), Vector3::new(v[0], v[1], v[2])),
                };
                chain.place(self.links(), self.link_state(q, v), position, velocity);
            }
            KindData::Lumped(now) => {
                let end = |held: Option<PointMotion>| match held {
                    None => LumpedEnd::Free,
                    Some(PointMotion { position, velocity }) => {
                        LumpedEnd::Held { position, velocity }
                    }
                };
                let axial = now.data.place(
                    &self.segments,
                    q.as_chunks().0,
                    v.as_chunks().0,
                    integrals,
                    [end(root), end(tip)],
                );
                now.elastic = axial.elastic;
                now.damping_power = axial.damping_power;
                now.integral_power = axial.integral_power;
            }
        }
    }

    /// Weight, buoyancy, drag, added mass, bending and damping; adds their power. Of the powers
    /// drag and damping count as lost, those of added mass and of the surface as work.
    pub(crate) fn load(
        &self,
        data: &mut CableData,
        q: &[f64],
        v: &[f64],
        medium: &Medium,
        power: &mut Power,
    ) {
        data.medium = *medium;
        let powers = match &mut data.kind {
            KindData::RigidLinks(chain) => {
                chain.load(self.links(), self.link_state(q, v), &self.loads, medium)
            }
            KindData::Lumped(now) => {
                power.dissipated -= now.damping_power;
                power.work += now.integral_power;
                now.data.load(&self.segments, &self.loads, medium)
            }
        };
        power.dissipated -= powers.drag + powers.damping;
        power.work += powers.added_mass + powers.surface;
    }

    /// Adds a force; gives its power, W.
    /// N, world axes.
    pub(crate) fn apply_force(
        &self,
        data: &mut CableData,
        station: &StationOn,
        force: &Vector3<f64>,
    ) -> f64 {
        let StationOn { link, fraction } = *station;
        let point = PointForce { link, fraction, force: *force };
        data.point_forces.push(point);
        let (velocities, forces) = match &mut data.kind {
            KindData::RigidLinks(chain) => (&chain.velocities, &mut chain.forces),
            KindData::Lumped(now) => (&now.data.velocities, &mut now.data.forces),
        };
        // A held end's force goes to its support, whose motion does the work there.
        chain::add_point_forces(&[point], velocities, forces)
    }

    /// `tip` is what the last node carries. Lumped cables only keep it for the outward pass.
    pub(crate) fn inward(&self, data: &mut CableData, q: &[f64], v: &[f64], tip: Tip) {
        match &mut data.kind {
            KindData::RigidLinks(chain) => {
                chain::inward(self.links(), self.link_state(q, v), chain, tip);
            }
            KindData::Lumped(now) => now.tip = tip,
        }
    }

    /// What the cable opposes to the acceleration of the body at its root.
    /// `force = mass a + bias` at the root, kg and N. [`Taut`] where rigid links between held ends
    /// are stretched straight.
    pub(crate) fn root_load(&self, data: &CableData) -> Result<RootLoad, Taut> {
        match &data.kind {
            KindData::RigidLinks(chain) => chain::root_load(chain),
            KindData::Lumped(now) => Ok(lumped::end_load(&self.segments, &now.data, End::Start)),
        }
    }

    /// The same at a tip that a body of the tree holds; lumped cables only.
    pub(crate) fn tip_load(&self, data: &CableData) -> Option<RootLoad> {
        match &data.kind {
            KindData::RigidLinks(_) => None,
            KindData::Lumped(now) => Some(lumped::end_load(&self.segments, &now.data, End::End)),
        }
    }

    /// Accelerations, and the derivatives `dv` of the cable's velocity state. `tip` is the
    /// acceleration of a held tip.
    ///
    /// Both accelerations are of the points that hold the ends, m/s^2, world axes. `dv` are the
    /// acceleration of a root that nothing holds and second derivatives of directions (1/s^2), or
    /// accelerations of nodes, in the order of the velocity state.
    pub(crate) fn outward(
        &self,
        data: &mut CableData,
        q: &[f64],
        v: &[f64],
        root: Root,
        tip: Option<Vector3<f64>>,
        dv: &mut [f64],
    ) -> Result<(), Taut> {
        match &mut data.kind {
            KindData::RigidLinks(chain) => {
                let (of_root, of_links) = dv.split_at_mut(self.own_root());
                chain::outward(
                    self.links(),
                    self.link_state(q, v),
                    chain,
                    root,
                    of_links.as_chunks_mut().0,
                )?;
                of_root.copy_from_slice(&chain.accelerations[0].as_slice()[..of_root.len()]);
            }
            KindData::Lumped(now) => self.lumped_outward(now, root, tip, dv),
        }
        Ok(())
    }

    /// Held nodes are not in `dv`, so the slots begin one node later where the root is held.
    fn lumped_outward(
        &self,
        now: &mut LumpedNow,
        root: Root,
        tip: Option<Vector3<f64>>,
        dv: &mut [f64],
    ) {
        let moving = dv.as_chunks_mut::<3>().0;
        lumped::accelerate(&self.segments, &now.data, moving);
        if let (Tip::Body { mass, bias }, Some(last)) = (now.tip, moving.last_mut()) {
            // The last node and the body on it have one acceleration.
            let node = lumped::end_load(&self.segments, &now.data, End::End);
            let together =
                (node.mass + mass).try_inverse().map(|inverse| inverse * -(node.bias + bias));
            *last = together.unwrap_or(Vector3::repeat(f64::NAN)).into();
        }
        let first = usize::from(matches!(self.root, CableRoot::Held(_)));
        for (slot, a) in now.accelerations[first..].iter_mut().zip(moving) {
            *slot = Vector3::from(*a);
        }
        if let Root::Given(acceleration) = root {
            now.accelerations[0] = acceleration;
            let load = lumped::end_load(&self.segments, &now.data, End::Start);
            now.root_force = load.mass * acceleration + load.bias;
        }
        let last = now.accelerations.len() - 1;
        now.tip_force = match (&self.tip, tip, now.tip) {
            (CableTip::Held(_), Some(acceleration), _) => {
                now.accelerations[last] = acceleration;
                let load = lumped::end_load(&self.segments, &now.data, End::End);
                -(load.mass * acceleration + load.bias)
            }
            (_, _, Tip::Body { mass, bias }) => mass * now.accelerations[last] + bias,
            _ => Vector3::zeros(),
        };
    }
}
