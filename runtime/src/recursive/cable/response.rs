//! What further forces do to a cable and to what holds it.
//!
//! The cable's part in the answer of the forest to closing forces (`loops/response.rs`): the same
//! passes as in an evaluation, but with neither velocities nor weights.

use nalgebra::Vector3;

use super::rooms::CableState;
use super::{CableData, CableModel, StationOn};
use crate::chain::{self, PointForce};

/// Forces beyond those of the last evaluation, and what they change. Directions only where the state
/// has them.
pub(crate) type CableResponse = chain::Response;

/// What a cable passes on to the bodies that hold its root and its tip, N.
pub(crate) struct PassedOn {
    /// On what holds the root.
    pub(crate) root: Vector3<f64>,
    /// On what holds the tip.
    pub(crate) tip: Vector3<f64>,
}

impl CableResponse {
    /// N, shared by the two nodes of the link; between [`CableResponse::clear`] and the inward
    /// pass.
    pub(crate) fn add_force(&mut self, station: &StationOn, force: &Vector3<f64>) {
        self.forces[station.link] += force * (1.0 - station.fraction);
        self.forces[station.link + 1] += force * station.fraction;
    }

    /// m/s^2, only what the forces have added.
    pub(crate) fn acceleration_at(&self, station: &StationOn) -> Vector3<f64> {
        let nodes = &self.accelerations;
        nodes[station.link] * (1.0 - station.fraction) + nodes[station.link + 1] * station.fraction
    }

    /// That the forces add at the tip, m/s².
    pub(crate) fn tip_acceleration(&self) -> Vector3<f64> {
        self.accelerations.last().copied().unwrap_or_default()
    }
}

impl CableModel {
    /// From the tip, where a body passes on `from_tip` (N), to the root.
    pub(crate) fn respond_inward(
        &self,
        data: &CableData,
        state: CableState<'_>,
        from_tip: Vector3<f64>,
        response: &mut CableResponse,
    ) -> PassedOn {
        data.now.pieces().respond_inward(self, state, from_tip, response)
    }

    /// From the root to the tip; accelerations of what holds the ends.
    pub(crate) fn respond_outward(
        &self,
        data: &CableData,
        state: CableState<'_>,
        root: Vector3<f64>,
        tip: Vector3<f64>,
        response: &mut CableResponse,
    ) {
        data.now.pieces().respond_outward(self, state, root, tip, response);
    }

    /// Changes of the cable's velocity state.
    /// In the order of the velocity state.
    pub(crate) fn response_rates(&self, response: &CableResponse, dv: &mut [f64]) {
        self.division().response_rates(self, response, dv);
    }

    /// Adds the answer to what the evaluation has found.
    /// Accelerations, tensions and end forces then count the closing forces.
    pub(crate) fn add_response(&self, response: &CableResponse, data: &mut CableData) {
        data.now.pieces_mut().add_response(response);
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

    /// What nodal forces do along the cable's velocity state, and on what holds the root and the
    /// tip: virtual work, without any inertia. `forces` are used up.
    pub(crate) fn generalized_force(
        &self,
        q: &[f64],
        forces: &mut [Vector3<f64>],
        out: &mut [f64],
    ) -> PassedOn {
        self.division().generalized_force(self, q, forces, out)
    }
}

/// Adds vector by vector.
pub(super) fn add(to: &mut [Vector3<f64>], from: &[Vector3<f64>]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
}
