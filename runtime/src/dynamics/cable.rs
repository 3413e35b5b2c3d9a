//! A cable between the forest and the kernels of [`crate::chain`]: what it hangs on, how its state
//! lies in the state vector, where its stations are.

use nalgebra::Vector3;

use super::frame::{FrameOn, PointMotion};
use super::model::Fluids;
use crate::chain::{self, Form, Links, Root, RootLoad, Taut, Tip};
use crate::signals::Values;

/// A cable ready to run. Its own order is from the root to the tip.
#[derive(Clone, Debug)]
pub(crate) struct CableModel {
    /// Index in the graph.
    pub(crate) index: usize,
    pub(crate) links: Links,
    pub(crate) form: Form,
    pub(crate) root: CableRoot,
    pub(crate) tip: CableTip,
    /// The root is the cable's end.
    pub(crate) reversed: bool,
    pub(crate) gravity: Vector3<f64>,
}

#[derive(Clone, Debug)]
pub(crate) enum CableRoot {
    /// Nothing holds the cable: its first point has states of its own.
    Free,
    Held(FrameOn),
}

#[derive(Clone, Debug)]
pub(crate) enum CableTip {
    Free,
    /// By the world or a prescribed body.
    Held(FrameOn),
    /// A body of the tree that hangs on the tree's anchor.
    Carries { body: usize, anchor: usize },
}

/// A place on a cable: a link counted from the root, and the fraction of it towards the tip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct StationOn {
    pub(crate) link: usize,
    pub(crate) fraction: f64,
}

#[derive(Clone, Debug)]
pub(crate) struct CableData {
    pub(crate) chain: chain::Data,
}

/// Energies of one cable, J.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CableEnergy {
    pub(crate) kinetic: f64,
    pub(crate) gravity: f64,
    pub(crate) elastic: f64,
}

/// The fluids around, now.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Surroundings {}

impl Surroundings {
    pub(crate) fn new(_: &Fluids, _: &Values) -> Self {
        Self {}
    }
}

impl CableData {
    pub(crate) fn new(cable: &CableModel) -> Self {
        Self { chain: chain::Data::new(&cable.links, cable.form) }
    }
}

impl CableModel {
    /// Numbers in the position state, and as many in the velocity state: the free root point's
    /// three, then three for each link's direction.
    pub(crate) fn states(&self) -> usize {
        self.own_root() + 3 * self.links.count()
    }

    /// How many of them are the root point's.
    pub(crate) fn own_root(&self) -> usize {
        match self.root {
            CableRoot::Free => 3,
            CableRoot::Held(_) => 0,
        }
    }

    fn state<'a>(&self, q: &'a [f64], v: &'a [f64]) -> chain::State<'a> {
        let own = self.own_root();
        chain::State { directions: q[own..].as_chunks().0, rates: v[own..].as_chunks().0 }
    }

    /// Positions and velocities of all nodes; `root` where something holds the cable.
    pub(crate) fn place(
        &self,
        data: &mut CableData,
        q: &[f64],
        v: &[f64],
        root: Option<PointMotion>,
    ) {
        let (position, velocity) = match root {
            Some(root) => (root.position, root.velocity),
            None => (Vector3::new(q[0], q[1], q[2]), Vector3::new(v[0], v[1], v[2])),
        };
        data.chain.place(&self.links, self.state(q, v), position, velocity);
    }

    /// Weight, buoyancy, drag, added mass, bending and damping. Gives the power lost to damping
    /// and drag, W.
    pub(crate) fn load(
        &self,
        data: &mut CableData,
        _q: &[f64],
        _v: &[f64],
        _surroundings: &Surroundings,
    ) -> f64 {
        for (link, &mass) in self.links.masses().iter().enumerate() {
            let half = self.gravity * (0.5 * mass);
            data.chain.forces[link] += half;
            data.chain.forces[link + 1] += half;
        }
        0.0
    }

    pub(crate) fn inward(&self, data: &mut CableData, q: &[f64], v: &[f64], tip: Tip) {
        chain::inward(&self.links, self.state(q, v), &mut data.chain, tip);
    }

    pub(crate) fn root_load(&self, data: &CableData) -> Result<RootLoad, Taut> {
        chain::root_load(&data.chain)
    }

    /// Accelerations, and the derivatives `dv` of the cable's velocity state.
    pub(crate) fn outward(
        &self,
        data: &mut CableData,
        q: &[f64],
        v: &[f64],
        root: Root,
        dv: &mut [f64],
    ) -> Result<(), Taut> {
        let own = self.own_root();
        let (of_root, of_links) = dv.split_at_mut(own);
        chain::outward(
            &self.links,
            self.state(q, v),
            &mut data.chain,
            root,
            of_links.as_chunks_mut().0,
        )?;
        if own > 0 {
            of_root.copy_from_slice(data.chain.accelerations[0].as_slice());
        }
        Ok(())
    }

    pub(crate) fn position_rates(&self, v: &[f64], dq: &mut [f64]) {
        dq.copy_from_slice(v);
    }

    /// Directions move on great circles, and their rates with them.
    pub(crate) fn drift(&self, q: &mut [f64], v: &mut [f64], step: f64) {
        let own = self.own_root();
        for k in 0..own {
            q[k] += step * v[k];
        }
        for (u, w) in q[own..].as_chunks_mut::<3>().0.iter_mut().zip(v[own..].as_chunks_mut().0) {
            let rate = Vector3::from(*w).norm();
            if rate == 0.0 {
                continue;
            }
            let (sin, cos) = (rate * step).sin_cos();
            let (direction, along) = (Vector3::from(*u), Vector3::from(*w) / rate);
            *u = (direction * cos + along * sin).into();
            *w = ((along * cos - direction * sin) * rate).into();
        }
    }

    /// The accelerations less what the drift does by itself: the part along the directions.
    pub(crate) fn tangent(&self, q: &[f64], accelerations: &mut [f64]) {
        let own = self.own_root();
        let links = q[own..].as_chunks::<3>().0.iter();
        for (u, a) in links.zip(accelerations[own..].as_chunks_mut::<3>().0) {
            let along = u[0] * a[0] + u[1] * a[1] + u[2] * a[2];
            for k in 0..3 {
                a[k] -= along * u[k];
            }
        }
    }

    /// Directions of length one, rates perpendicular to them.
    pub(crate) fn project(&self, q: &mut [f64], v: &mut [f64]) {
        let own = self.own_root();
        for (u, w) in q[own..].as_chunks_mut::<3>().0.iter_mut().zip(v[own..].as_chunks_mut::<3>().0)
        {
            let length = (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]).sqrt();
            for x in u.iter_mut() {
                *x /= length;
            }
            let along = u[0] * w[0] + u[1] * w[1] + u[2] * w[2];
            for k in 0..3 {
                w[k] -= along * u[k];
            }
        }
    }

    /// The station at an arc length from the cable's start, m; clamped to the cable.
    pub(crate) fn station(&self, arc_length: f64) -> StationOn {
        let from_root =
            if self.reversed { self.links.length() - arc_length } else { arc_length };
        let (link, fraction) = self.links.locate(from_root);
        StationOn { link, fraction }
    }

    pub(crate) fn start_station(&self) -> StationOn {
        if self.reversed { self.tip_station() } else { ROOT }
    }

    pub(crate) fn end_station(&self) -> StationOn {
        if self.reversed { ROOT } else { self.tip_station() }
    }

    fn tip_station(&self) -> StationOn {
        StationOn { link: self.links.count() - 1, fraction: 1.0 }
    }

    /// Arc length from the cable's start of what a number of the cable's state belongs to, m.
    pub(crate) fn arc_length_of_state(&self, slot: usize) -> f64 {
        let link = slot.saturating_sub(self.own_root()) / 3;
        let arcs = self.links.arc_lengths();
        let at = |node: usize| arcs.get(node).copied().unwrap_or(0.0);
        let from_root =
            if slot < self.own_root() { 0.0 } else { 0.5 * (at(link) + at(link + 1)) };
        if self.reversed { self.links.length() - from_root } else { from_root }
    }

    pub(crate) fn tip_motion(&self, data: &CableData) -> PointMotion {
        self.motion_at(data, &self.tip_station())
    }

    pub(crate) fn tip_acceleration(&self, data: &CableData) -> Vector3<f64> {
        self.acceleration_at(data, &self.tip_station())
    }

    /// What the support exerts on the cable at its root, N.
    pub(crate) fn root_force(&self, data: &CableData) -> Vector3<f64> {
        data.chain.root_force
    }

    /// What the cable exerts on the support at its tip, N.
    pub(crate) fn tip_force(&self, data: &CableData) -> Vector3<f64> {
        data.chain.tip_force
    }

    pub(crate) fn motion_at(&self, data: &CableData, station: &StationOn) -> PointMotion {
        PointMotion {
            position: between(&data.chain.positions, station),
            velocity: between(&data.chain.velocities, station),
        }
    }

    pub(crate) fn acceleration_at(&self, data: &CableData, station: &StationOn) -> Vector3<f64> {
        between(&data.chain.accelerations, station)
    }

    /// Unit vector towards the cable's end.
    pub(crate) fn direction_at(&self, data: &CableData, station: &StationOn) -> Vector3<f64> {
        let line = data.chain.positions[station.link + 1] - data.chain.positions[station.link];
        let direction = line / line.norm();
        if self.reversed { -direction } else { direction }
    }

    /// Of the link there, N; positive when it pulls.
    pub(crate) fn tension_at(&self, data: &CableData, station: &StationOn) -> f64 {
        data.chain.tensions[station.link]
    }

    /// Adds a force; gives its power, W.
    pub(crate) fn apply_force(
        &self,
        data: &mut CableData,
        station: &StationOn,
        force: &Vector3<f64>,
    ) -> f64 {
        let s = station.fraction;
        data.chain.forces[station.link] += force * (1.0 - s);
        data.chain.forces[station.link + 1] += force * s;
        force.dot(&between(&data.chain.velocities, station))
    }

    /// After the kinematic pass.
    pub(crate) fn energy(
        &self,
        data: &CableData,
        _q: &[f64],
        _v: &[f64],
        _surroundings: &Surroundings,
    ) -> CableEnergy {
        let mut sum = CableEnergy::default();
        let nodes = data.chain.positions.windows(2).zip(data.chain.velocities.windows(2));
        for (&mass, (x, v)) in self.links.masses().iter().zip(nodes) {
            // Both from the linear distribution along the link.
            let square = v[0].norm_squared() + v[0].dot(&v[1]) + v[1].norm_squared();
            sum.kinetic += mass / 6.0 * square;
            sum.gravity -= 0.5 * mass * self.gravity.dot(&(x[0] + x[1]));
        }
        sum
    }

    /// Linear momentum and angular momentum about the world's origin; after the kinematic pass.
    pub(crate) fn momentum(&self, data: &CableData) -> (Vector3<f64>, Vector3<f64>) {
        let (mut linear, mut angular) = (Vector3::zeros(), Vector3::zeros());
        let nodes = data.chain.positions.windows(2).zip(data.chain.velocities.windows(2));
        for (&mass, (x, v)) in self.links.masses().iter().zip(nodes) {
            let at_first = (v[0] * 2.0 + v[1]) * (mass / 6.0);
            let at_second = (v[0] + v[1] * 2.0) * (mass / 6.0);
            linear += at_first + at_second;
            angular += x[0].cross(&at_first) + x[1].cross(&at_second);
        }
        (linear, angular)
    }

    /// Points of the cable from start to end for a picture, at most about `limit` of them.
    pub(crate) fn polyline(&self, data: &CableData, limit: usize) -> Vec<[f64; 3]> {
        let nodes = &data.chain.positions;
        let stride = (nodes.len() - 1).div_ceil(limit.max(2)).max(1);
        let last = nodes.len() - 1;
        let mut points: Vec<[f64; 3]> = (0..last)
            .step_by(stride)
            .chain(std::iter::once(last))
            .map(|node| nodes[node].into())
            .collect();
        if self.reversed {
            points.reverse();
        }
        points
    }
}

const ROOT: StationOn = StationOn { link: 0, fraction: 0.0 };

fn between(values: &[Vector3<f64>], station: &StationOn) -> Vector3<f64> {
    let (first, second) = (values[station.link], values[station.link + 1]);
    first + (second - first) * station.fraction
}
