//! Lumped cables in the recursion: nodes for states, an acceleration for each. The kernels are in
//! [`crate::chain::lumped`].
//!
//! In the state stand the nodes that move, from the root to the tip (3 each); where the axial law
//! integrates its error, one integral for each segment stands beside them. Nothing is eliminated, as
//! springs part the nodes.

use nalgebra::{Matrix3, Vector3};

use super::response::{CableResponse, PassedOn};
use super::rooms::{self, CableState, Division, Laid, Nodes, Pieces};
use super::{CableModel, CableRoot, CableTip};
use crate::chain::lumped::{self, End, LumpedData, LumpedEnd};
use crate::chain::{Clamped, Line, Loads, Medium, Root, RootLoad, Taut, Tip};
use crate::mechanism::Curve;
use crate::recursive::data::Power;
use crate::recursive::frame::PointMotion;

/// Positions in m and velocities in m/s, world axes.
pub(super) struct Lumped;

/// What the kernel keeps, and what it does not.
#[derive(Clone, Debug)]
pub(crate) struct Now {
    /// Of the kernel.
    data: LumpedData,
    /// Stored in the springs, J.
    elastic: f64,
    /// Of the dampers, W; not positive.
    damping_power: f64,
    /// Of what has no potential along the segments, W.
    integral_power: f64,
    /// What is at the tip: nothing, or a place with its motion.
    tip: Tip,
    /// Of all nodes, m/s^2.
    accelerations: Vec<Vector3<f64>>,
    /// What the support exerts on the cable at its root, and the cable on the support at its tip, N.
    root_force: Vector3<f64>,
    /// See `root_force`.
    tip_force: Vector3<f64>,
}

/// The first node that moves.
fn first(cable: &CableModel) -> usize {
    usize::from(matches!(cable.root, CableRoot::Held(_)))
}

impl Division for Lumped {
    fn data(&self, cable: &CableModel) -> rooms::Now {
        rooms::Now::Lumped(Box::new(Now {
            data: LumpedData::new(&cable.pieces.segments),
            elastic: 0.0,
            damping_power: 0.0,
            integral_power: 0.0,
            tip: Tip::Free,
            accelerations: vec![Vector3::zeros(); cable.links().count() + 1],
            root_force: Vector3::zeros(),
            tip_force: Vector3::zeros(),
        }))
    }

    /// Held ends have no states.
    fn states(&self, cable: &CableModel) -> usize {
        let held = first(cable) + usize::from(matches!(cable.tip, CableTip::Held(_)));
        3 * (cable.links().count() + 1 - held)
    }

    fn points(&self, cable: &CableModel) -> usize {
        self.states(cable)
    }

    fn arc_length_of_state(&self, cable: &CableModel, slot: usize) -> f64 {
        cable.arc_at(slot / 3 + first(cable))
    }

    fn import(&self, cable: &CableModel, curve: &Curve, q: &mut [f64], v: &mut [f64]) {
        let slots = q.as_chunks_mut::<3>().0.iter_mut().zip(v.as_chunks_mut::<3>().0);
        let nodes = curve.positions.iter().zip(&curve.velocities).skip(first(cable));
        for ((x, w), (position, velocity)) in slots.zip(nodes) {
            (*x, *w) = ((*position).into(), (*velocity).into());
        }
    }

    fn lay(
        &self,
        cable: &CableModel,
        root: PointMotion,
        laid: &Laid,
        q: &mut [f64],
        v: &mut [f64],
    ) {
        let own = cable.own_root();
        q[..own].copy_from_slice(&root.position.as_slice()[..own]);
        v[..own].copy_from_slice(&root.velocity.as_slice()[..own]);
        // The nodes after the root, as many as move.
        let (q, v) = (q[own..].as_chunks_mut::<3>().0, v[own..].as_chunks_mut::<3>().0);
        let PointMotion { mut position, mut velocity } = root;
        let links = laid.directions.iter().zip(&laid.rates).zip(&laid.lengths);
        for ((x, w), ((direction, rate), &length)) in q.iter_mut().zip(v).zip(links) {
            position += Vector3::from(*direction) * length;
            velocity += Vector3::from(*rate) * length;
            *x = position.into();
            *w = velocity.into();
        }
    }

    fn response_rates(&self, cable: &CableModel, response: &CableResponse, dv: &mut [f64]) {
        let moving = dv.as_chunks_mut::<3>().0;
        for (slot, change) in moving.iter_mut().zip(&response.accelerations[first(cable)..]) {
            *slot = (*change).into();
        }
    }

    fn generalized_force(
        &self,
        cable: &CableModel,
        _q: &[f64],
        forces: &mut [Vector3<f64>],
        out: &mut [f64],
    ) -> PassedOn {
        let moving = out.as_chunks_mut::<3>().0;
        for (slot, force) in moving.iter_mut().zip(&forces[first(cable)..]) {
            *slot = (*force).into();
        }
        PassedOn { root: forces[0], tip: forces[forces.len() - 1] }
    }
}

impl Now {
    /// What the end's segment pulls with, by its place and velocity.
    fn at(&self, cable: &CableModel, end: End) -> RootLoad {
        lumped::end_load(&cable.pieces.segments, &self.data, end)
    }
}

impl Pieces for Now {
    fn place(
        &mut self,
        cable: &CableModel,
        state: CableState<'_>,
        root: Option<PointMotion>,
        tip: Option<PointMotion>,
    ) {
        let ends = [root, tip].map(|held| match held {
            None => LumpedEnd::Free,
            Some(PointMotion { position, velocity }) => LumpedEnd::Held { position, velocity },
        });
        let CableState { q, v, integrals } = state;
        let (q, v) = (q.as_chunks().0, v.as_chunks().0);
        let axial = self.data.place(&cable.pieces.segments, q, v, integrals, ends);
        self.elastic = axial.elastic;
        self.damping_power = axial.damping_power;
        self.integral_power = axial.integral_power;
    }

    fn load(
        &mut self,
        cable: &CableModel,
        _state: CableState<'_>,
        loads: &Loads,
        medium: &Medium,
        power: &mut Power,
    ) {
        power.dissipated -= self.damping_power;
        power.work += self.integral_power;
        power.add(self.data.load(&cable.pieces.segments, loads, medium));
    }

    /// Points have no direction.
    fn clamp(&mut self, _clamped: Clamped) {}

    /// Only kept for the outward pass.
    fn inward(&mut self, _cable: &CableModel, _state: CableState<'_>, tip: Tip) {
        self.tip = tip;
    }

    fn root_load(&self, cable: &CableModel) -> Result<RootLoad, Taut> {
        Ok(self.at(cable, End::Start))
    }

    fn tip_load(&self, cable: &CableModel) -> Option<RootLoad> {
        Some(self.at(cable, End::End))
    }

    /// Held nodes are not in `dv`, so the slots begin one node later where the root is held.
    fn outward(
        &mut self,
        cable: &CableModel,
        _state: CableState<'_>,
        root: Root,
        tip: Option<Vector3<f64>>,
        dv: &mut [f64],
    ) -> Result<(), Taut> {
        let moving = dv.as_chunks_mut::<3>().0;
        lumped::accelerate(&cable.pieces.segments, &self.data, moving);
        if let (Tip::Body { mass, bias }, Some(last)) = (self.tip, moving.last_mut()) {
            // The last node and the body on it have one acceleration.
            let node = self.at(cable, End::End);
            let together =
                (node.mass + mass).try_inverse().map(|inverse| inverse * -(node.bias + bias));
            *last = together.unwrap_or(Vector3::repeat(f64::NAN)).into();
        }
        for (slot, a) in self.accelerations[first(cable)..].iter_mut().zip(moving) {
            *slot = Vector3::from(*a);
        }
        if let Root::Given(acceleration) = root {
            self.accelerations[0] = acceleration;
            let load = self.at(cable, End::Start);
            self.root_force = load.mass * acceleration + load.bias;
        }
        let last = self.accelerations.len() - 1;
        self.tip_force = match (&cable.tip, tip, self.tip) {
            (CableTip::Held(_), Some(acceleration), _) => {
                self.accelerations[last] = acceleration;
                let load = self.at(cable, End::End);
                -(load.mass * acceleration + load.bias)
            }
            (_, _, Tip::Body { mass, bias }) => mass * self.accelerations[last] + bias,
            _ => Vector3::zeros(),
        };
        Ok(())
    }

    fn accelerate(
        &mut self,
        cable: &CableModel,
        [root, tip]: [Option<Vector3<f64>>; 2],
        dv: &[f64],
    ) {
        let moving = dv.as_chunks::<3>().0;
        for (slot, a) in self.accelerations[first(cable)..].iter_mut().zip(moving) {
            *slot = Vector3::from(*a);
        }
        let last = self.accelerations.len() - 1;
        for (node, held) in [(0, root), (last, tip)] {
            self.accelerations[node] = held.unwrap_or(self.accelerations[node]);
        }
    }

    fn line<'a>(&'a self, cable: &'a CableModel, _state: CableState<'a>) -> Line<'a> {
        self.data.line(&cable.pieces.segments)
    }

    fn nodes(&self) -> Nodes<'_> {
        let LumpedData { positions, velocities, tensions, .. } = &self.data;
        let accelerations = &self.accelerations;
        let (root_force, tip_force) = (self.root_force, self.tip_force);
        Nodes { positions, velocities, accelerations, tensions, root_force, tip_force }
    }

    fn loaded(&mut self) -> (&[Vector3<f64>], &mut [Vector3<f64>]) {
        (&self.data.velocities, &mut self.data.forces)
    }

    fn elastic(&self) -> f64 {
        self.elastic
    }

    fn integral_rates(&self, rates: &mut [f64]) {
        rates.copy_from_slice(&self.data.errors[..rates.len()]);
    }

    /// The nodes answer one by one.
    fn respond_inward(
        &self,
        _cable: &CableModel,
        _state: CableState<'_>,
        from_tip: Vector3<f64>,
        response: &mut CableResponse,
    ) -> PassedOn {
        response.from_tip = from_tip;
        let forces = &response.forces;
        PassedOn { root: forces[0], tip: forces[forces.len() - 1] }
    }

    /// A body on the tip moves with the last node, so both masses answer together.
    fn respond_outward(
        &self,
        cable: &CableModel,
        _state: CableState<'_>,
        root: Vector3<f64>,
        tip: Vector3<f64>,
        response: &mut CableResponse,
    ) {
        let CableResponse { forces, accelerations, from_tip, root_force, tip_force, .. } = response;
        let last = forces.len() - 1;
        for (node, (slot, force)) in accelerations.iter_mut().zip(forces.iter()).enumerate() {
            *slot = lumped::answer(&cable.pieces.segments, &self.data, node, force);
        }
        let end_mass = |end| self.at(cable, end).mass;
        if let CableRoot::Held(_) = cable.root {
            accelerations[0] = root;
            *root_force = end_mass(End::Start) * root - forces[0];
        }
        match (&cable.tip, self.tip) {
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

    fn add_response(&mut self, response: &CableResponse) {
        super::response::add(&mut self.accelerations, &response.accelerations);
        super::response::add(&mut self.data.forces, &response.forces);
        self.root_force += response.root_force;
        self.tip_force += response.tip_force;
    }
}
