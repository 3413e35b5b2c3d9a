//! What further forces do to a cable and to what holds it.
//!
//! The cable's part in the answer of the forest to closing forces (`loops/response.rs`): the same
//! passes as in an evaluation, but with neither velocities nor weights. For rigid links the work is
//! in [`crate::chain`]; lumped nodes answer one by one.

use nalgebra::{Matrix3, Vector3};

use super::{CableData, CableModel, CableRoot, CableTip, KindData, LumpedNow, StationOn};
use crate::chain::lumped::{self, End};
use crate::chain::{self, PointForce, Root, Tip};

/// Forces beyond those of the last evaluation, and what they change.
/// Of the same kind as the cable's data; others have no answer.
#[derive(Clone, Debug)]
pub(crate) enum CableResponse {
    RigidLinks(chain::Response),
    Lumped(LumpedResponse),
}

#[derive(Clone, Debug)]
pub(crate) struct LumpedResponse {
    forces: Vec<Vector3<f64>>,
    accelerations: Vec<Vector3<f64>>,
    /// What a body on the tip passes on, N.
    from_tip: Vector3<f64>,
    root_force: Vector3<f64>,
    tip_force: Vector3<f64>,
}

impl CableResponse {
    pub(crate) fn new(cable: &CableModel, data: &CableData) -> Self {
        match &data.kind {
            KindData::RigidLinks(_) => {
                CableResponse::RigidLinks(chain::Response::new(cable.links()))
            }
            KindData::Lumped(_) => {
                let zero = Vector3::zeros();
                let nodes = vec![zero; cable.links().count() + 1];
                CableResponse::Lumped(LumpedResponse {
                    forces: nodes.clone(),
                    accelerations: nodes,
                    from_tip: zero,
                    root_force: zero,
                    tip_force: zero,
                })
            }
        }
    }

    /// For another set of forces.
    pub(crate) fn clear(&mut self) {
        match self {
            CableResponse::RigidLinks(response) => response.clear(),
            CableResponse::Lumped(response) => {
                let zero = Vector3::zeros();
                response.forces.fill(zero);
                response.accelerations.fill(zero);
                response.from_tip = zero;
                (response.root_force, response.tip_force) = (zero, zero);
            }
        }
    }

    fn parts(&self) -> (&[Vector3<f64>], &[Vector3<f64>]) {
        match self {
            CableResponse::RigidLinks(response) => (&response.forces, &response.accelerations),
            CableResponse::Lumped(response) => (&response.forces, &response.accelerations),
        }
    }

    /// N, shared by the two nodes of the link; between [`CableResponse::clear`] and the inward
    /// pass.
    pub(crate) fn add_force(&mut self, station: &StationOn, force: &Vector3<f64>) {
        let forces = match self {
            CableResponse::RigidLinks(response) => &mut response.forces,
            CableResponse::Lumped(response) => &mut response.forces,
        };
        forces[station.link] += force * (1.0 - station.fraction);
        forces[station.link + 1] += force * station.fraction;
    }

    /// m/s^2, only what the forces have added.
    pub(crate) fn acceleration_at(&self, station: &StationOn) -> Vector3<f64> {
        let nodes = self.parts().1;
        nodes[station.link] * (1.0 - station.fraction) + nodes[station.link + 1] * station.fraction
    }

    pub(crate) fn tip_acceleration(&self) -> Vector3<f64> {
        self.parts().1.last().copied().unwrap_or_default()
    }
}

/// What a cable passes on to the bodies that hold its root and its tip, N.
pub(crate) struct PassedOn {
    pub(crate) root: Vector3<f64>,
    pub(crate) tip: Vector3<f64>,
}

impl CableModel {
    /// From the tip, where a body passes on `from_tip` (N), to the root.
    pub(crate) fn respond_inward(
        &self,
        data: &CableData,
        q: &[f64],
        v: &[f64],
        from_tip: Vector3<f64>,
        response: &mut CableResponse,
    ) -> PassedOn {
        match (&data.kind, response) {
            (KindData::RigidLinks(chain), CableResponse::RigidLinks(response)) => {
                let (links, state) = (self.links(), self.link_state(q, v));
                chain::respond_inward(links, state, chain, from_tip, response);
                let root = match self.root {
                    CableRoot::Free => Vector3::zeros(),
                    CableRoot::Held(_) => chain::response_load(chain, response),
                };
                PassedOn { root, tip: Vector3::zeros() }
            }
            (KindData::Lumped(_), CableResponse::Lumped(response)) => {
                response.from_tip = from_tip;
                let last = response.forces.len() - 1;
                PassedOn { root: response.forces[0], tip: response.forces[last] }
            }
            _ => PassedOn { root: Vector3::repeat(f64::NAN), tip: Vector3::repeat(f64::NAN) },
        }
    }

    /// From the root to the tip; accelerations of what holds the ends.
    pub(crate) fn respond_outward(
        &self,
        data: &CableData,
        q: &[f64],
        v: &[f64],
        root: Vector3<f64>,
        tip: Vector3<f64>,
        response: &mut CableResponse,
    ) {
        match (&data.kind, response) {
            (KindData::RigidLinks(chain), CableResponse::RigidLinks(response)) => {
                let root = match self.root {
                    CableRoot::Free => Root::Free,
                    CableRoot::Held(_) => Root::Given(root),
                };
                let (links, state) = (self.links(), self.link_state(q, v));
                chain::respond_outward(links, state, chain, root, response);
            }
            (KindData::Lumped(now), CableResponse::Lumped(response)) => {
                self.lumped_response(now, root, tip, response);
            }
            _ => {}
        }
    }

    /// A body on the tip moves with the last node, so both masses answer together.
    fn lumped_response(
        &self,
        now: &LumpedNow,
        root: Vector3<f64>,
        tip: Vector3<f64>,
        response: &mut LumpedResponse,
    ) {
        let LumpedResponse { forces, accelerations, from_tip, root_force, tip_force } = response;
        let last = forces.len() - 1;
        for (node, (slot, force)) in accelerations.iter_mut().zip(forces.iter()).enumerate() {
            *slot = lumped::answer(&self.segments, &now.data, node, force);
        }
        let end_mass = |end| lumped::end_load(&self.segments, &now.data, end).mass;
        if let CableRoot::Held(_) = self.root {
            accelerations[0] = root;
            *root_force = end_mass(End::Start) * root - forces[0];
        }
        match (&self.tip, now.tip) {
            (CableTip::Held(_), _) => {
                accelerations[last] = tip;
                *tip_force = forces[last] - end_mass(End::End) * tip;
            }
            (_, Tip::Body { mass, .. }) => {
                let together: Matrix3<f64> = end_mass(End::End) + mass;
                let answer =
                    together.try_inverse().map(|inverse| inverse * (forces[last] + *from_tip));
                accelerations[last] = answer.unwrap_or(Vector3::repeat(f64::NAN));
                *tip_force = mass * accelerations[last] - *from_tip;
            }
            _ => {}
        }
    }

    /// Changes of the cable's velocity state.
    /// In the order of the velocity state.
    pub(crate) fn response_rates(&self, response: &CableResponse, dv: &mut [f64]) {
        match response {
            CableResponse::RigidLinks(response) => {
                let (of_root, of_links) = dv.split_at_mut(self.own_root());
                of_root.copy_from_slice(&response.accelerations[0].as_slice()[..of_root.len()]);
                of_links.copy_from_slice(response.direction_accelerations.as_flattened());
            }
            CableResponse::Lumped(response) => {
                let first = usize::from(matches!(self.root, CableRoot::Held(_)));
                let moving = dv.as_chunks_mut::<3>().0;
                for (slot, acceleration) in moving.iter_mut().zip(&response.accelerations[first..])
                {
                    *slot = (*acceleration).into();
                }
            }
        }
    }

    /// Adds the answer to what the evaluation has found.
    /// Accelerations, tensions and end forces then count the closing forces.
    pub(crate) fn add_response(&self, response: &CableResponse, data: &mut CableData) {
        let add = |to: &mut [Vector3<f64>], from: &[Vector3<f64>]| {
            to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
        };
        match (&mut data.kind, response) {
            (KindData::RigidLinks(chain), CableResponse::RigidLinks(response)) => {
                add(&mut chain.accelerations, &response.accelerations);
                add(&mut chain.forces, &response.forces);
                for (to, from) in chain.tensions.iter_mut().zip(&response.tensions) {
                    *to += from;
                }
                chain.root_force += response.root_force;
                chain.tip_force += response.tip_force;
            }
            (KindData::Lumped(now), CableResponse::Lumped(response)) => {
                add(&mut now.accelerations, &response.accelerations);
                add(&mut now.data.forces, &response.forces);
                now.root_force += response.root_force;
                now.tip_force += response.tip_force;
            }
            _ => {}
        }
    }

    /// Lets the tension count a force that closes a loop at a station.
    pub(crate) fn note_force(
        &self,
        data: &mut CableData,
        station: &StationOn,
        force: &Vector3<f64>,
    ) {
        let StationOn { link, fraction } = *station;
        data.point_forces.push(PointForce { link, fraction, force: *force });
    }

    /// The mass of the link or segment at a station, kg: a measure for how it answers forces.
    pub(crate) fn mass_near(&self, station: &StationOn) -> f64 {
        self.links().masses()[station.link]
    }
}

impl CableModel {
    /// What nodal forces do along the cable's velocity state, and on what holds the root and the
    /// tip: virtual work, without any inertia. `forces` are used up.
    pub(crate) fn generalized_force(
        &self,
        q: &[f64],
        forces: &mut [Vector3<f64>],
        out: &mut [f64],
    ) -> PassedOn {
        let zero = Vector3::zeros();
        match self.kind {
            crate::mechanism::CableKind::RigidLinks(_) => {
                let own = self.own_root();
                let (of_root, of_links) = out.split_at_mut(own);
                let directions = q[own..].as_chunks::<3>().0;
                let links = of_links.as_chunks_mut::<3>().0.iter_mut().zip(directions);
                let mut beyond = zero;
                for (j, (slot, u)) in links.enumerate().rev() {
                    beyond += forces[j + 1];
                    let u = Vector3::from(*u);
                    *slot = ((beyond - u * u.dot(&beyond)) * self.links().lengths()[j]).into();
                }
                beyond += forces[0];
                of_root.copy_from_slice(&beyond.as_slice()[..own]);
                PassedOn { root: beyond, tip: zero }
            }
            crate::mechanism::CableKind::Lumped => {
                let first = usize::from(matches!(self.root, CableRoot::Held(_)));
                let moving = out.as_chunks_mut::<3>().0;
                for (slot, force) in moving.iter_mut().zip(&forces[first..]) {
                    *slot = (*force).into();
                }
                PassedOn { root: forces[0], tip: forces[forces.len() - 1] }
            }
        }
    }
}
