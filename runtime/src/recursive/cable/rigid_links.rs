//! Rigid links in the recursion: directions for states, an elimination from tip to root. The kernels are
//! in [`crate::chain`].
//!
//! In the state stands the free root point (3, only where nothing holds the cable), then the
//! direction of each link (3 each); in the velocity state their rates.

use nalgebra::Vector3;

use super::response::{CableResponse, PassedOn};
use super::rooms::{self, CableState, Division, Laid, Nodes, Pieces};
use super::{CableModel, CableRoot};
use crate::chain::{self, Clamped, Line, Loads, Medium, Root, RootLoad, Taut, Tip};
use crate::mechanism::{CableKind, Curve};
use crate::recursive::data::Power;
use crate::recursive::frame::PointMotion;

/// Directions are unit vectors from root to tip; their rates are across them.
pub(super) struct RigidLinks;

/// The kernel keeps everything.
#[derive(Clone, Debug)]
pub(crate) struct Now(chain::Data);

/// Directions and their rates.
fn turned<'a>(cable: &CableModel, state: CableState<'a>) -> chain::State<'a> {
    let own = cable.own_root();
    chain::State { directions: state.q[own..].as_chunks().0, rates: state.v[own..].as_chunks().0 }
}

impl Division for RigidLinks {
    fn data(&self, cable: &CableModel) -> rooms::Now {
        let form = match cable.pieces.kind {
            CableKind::RigidLinks(form) => form,
            CableKind::Lumped | CableKind::Spline { .. } | CableKind::BSpline { .. } => {
                chain::Form::Natural
            }
        };
        rooms::Now::RigidLinks(Box::new(Now(chain::Data::new(cable.links(), form))))
    }

    fn states(&self, cable: &CableModel) -> usize {
        cable.own_root() + 3 * cable.links().count()
    }

    fn points(&self, cable: &CableModel) -> usize {
        cable.own_root()
    }

    /// A direction belongs to the middle of its link.
    fn arc_length_of_state(&self, cable: &CableModel, slot: usize) -> f64 {
        let Some(of_links) = slot.checked_sub(cable.own_root()) else { return 0.0 };
        0.5 * (cable.arc_at(of_links / 3) + cable.arc_at(of_links / 3 + 1))
    }

    /// Nodes only give directions; lengths stay those of the links.
    fn import(&self, cable: &CableModel, curve: &Curve, q: &mut [f64], v: &mut [f64]) {
        let slots = q.as_chunks_mut::<3>().0.iter_mut().zip(v.as_chunks_mut::<3>().0);
        let nodes = curve.positions.iter().zip(&curve.velocities);
        let root = nodes.take(cable.own_root() / 3).map(|(x, v)| (*x, *v));
        let lengths = cable.links().lengths();
        let links = (0..lengths.len()).map(|link| {
            let line = curve.positions[link + 1] - curve.positions[link];
            let rate = curve.velocities[link + 1] - curve.velocities[link];
            let u = line / line.norm();
            // Links keep their lengths.
            (u, (rate - u * u.dot(&rate)) / lengths[link])
        });
        for ((x, w), (position, velocity)) in slots.zip(root.chain(links)) {
            (*x, *w) = (position.into(), velocity.into());
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
        let (of_root, of_links) = q.split_at_mut(own);
        of_root.copy_from_slice(&root.position.as_slice()[..own]);
        of_links.copy_from_slice(laid.directions.as_flattened());
        let (of_root, of_links) = v.split_at_mut(own);
        of_root.copy_from_slice(&root.velocity.as_slice()[..own]);
        of_links.copy_from_slice(laid.rates.as_flattened());
    }

    fn response_rates(&self, cable: &CableModel, response: &CableResponse, dv: &mut [f64]) {
        let (of_root, of_links) = dv.split_at_mut(cable.own_root());
        of_root.copy_from_slice(&response.accelerations[0].as_slice()[..of_root.len()]);
        of_links.copy_from_slice(response.direction_accelerations.as_flattened());
    }

    fn generalized_force(
        &self,
        cable: &CableModel,
        q: &[f64],
        forces: &mut [Vector3<f64>],
        out: &mut [f64],
    ) -> PassedOn {
        let own = cable.own_root();
        let (of_root, of_links) = out.split_at_mut(own);
        let directions = q[own..].as_chunks::<3>().0;
        let links = of_links.as_chunks_mut::<3>().0.iter_mut().zip(directions);
        let mut beyond = Vector3::zeros();
        for (j, (slot, u)) in links.enumerate().rev() {
            beyond += forces[j + 1];
            let u = Vector3::from(*u);
            *slot = ((beyond - u * u.dot(&beyond)) * cable.links().lengths()[j]).into();
        }
        beyond += forces[0];
        // Where both ends are held no link turns alone.
        let tip = if cable.closes() && own == 0 {
            chain::close_gradient(cable.links(), directions, of_links.as_chunks_mut::<3>().0)
        } else {
            Vector3::zeros()
        };
        let root = beyond - tip;
        of_root.copy_from_slice(&root.as_slice()[..own]);
        PassedOn { root, tip }
    }
}

impl Pieces for Now {
    fn place(
        &mut self,
        cable: &CableModel,
        state: CableState<'_>,
        root: Option<PointMotion>,
        _tip: Option<PointMotion>,
    ) {
        let PointMotion { position, velocity } = root.unwrap_or_else(|| PointMotion {
            position: Vector3::from_column_slice(&state.q[..3]),
            velocity: Vector3::from_column_slice(&state.v[..3]),
        });
        self.0.place(cable.links(), turned(cable, state), position, velocity);
    }

    fn load(
        &mut self,
        cable: &CableModel,
        state: CableState<'_>,
        loads: &Loads,
        medium: &Medium,
        power: &mut Power,
    ) {
        power.add(self.0.load(cable.links(), turned(cable, state), loads, medium));
    }

    fn clamp(&mut self, clamped: Clamped) {
        self.0.clamped = clamped;
    }

    fn inward(&mut self, cable: &CableModel, state: CableState<'_>, tip: Tip) {
        chain::inward(cable.links(), turned(cable, state), &mut self.0, tip);
    }

    fn root_load(&self, _cable: &CableModel) -> Result<RootLoad, Taut> {
        chain::root_load(&self.0)
    }

    fn tip_load(&self, _cable: &CableModel) -> Option<RootLoad> {
        None
    }

    fn outward(
        &mut self,
        cable: &CableModel,
        state: CableState<'_>,
        root: Root,
        _tip: Option<Vector3<f64>>,
        dv: &mut [f64],
    ) -> Result<(), Taut> {
        let (of_root, of_links) = dv.split_at_mut(cable.own_root());
        let turning = of_links.as_chunks_mut().0;
        chain::outward(cable.links(), turned(cable, state), &mut self.0, root, turning)?;
        of_root.copy_from_slice(&self.0.accelerations[0].as_slice()[..of_root.len()]);
        Ok(())
    }

    /// The tip is where the links lead to, whatever holds it.
    fn accelerate(&mut self, cable: &CableModel, [root, _]: [Option<Vector3<f64>>; 2], dv: &[f64]) {
        let (of_root, of_links) = dv.split_at(cable.own_root());
        let mut now = root.unwrap_or_else(|| Vector3::from_column_slice(of_root));
        let (first, others) = self.0.accelerations.split_at_mut(1);
        first.fill(now);
        let links = of_links.as_chunks::<3>().0.iter().zip(cable.links().lengths());
        for (slot, (turning, length)) in others.iter_mut().zip(links) {
            now += Vector3::from(*turning) * *length;
            *slot = now;
        }
    }

    fn line<'a>(&'a self, cable: &'a CableModel, state: CableState<'a>) -> Line<'a> {
        self.0.line(cable.links(), turned(cable, state))
    }

    fn nodes(&self) -> Nodes<'_> {
        let chain::Data {
            positions,
            velocities,
            accelerations,
            tensions,
            root_force,
            tip_force,
            ..
        } = &self.0;
        let (root_force, tip_force) = (*root_force, *tip_force);
        Nodes { positions, velocities, accelerations, tensions, root_force, tip_force }
    }

    fn loaded(&mut self) -> (&[Vector3<f64>], &mut [Vector3<f64>]) {
        (&self.0.velocities, &mut self.0.forces)
    }

    fn elastic(&self) -> f64 {
        0.0
    }

    fn integral_rates(&self, _rates: &mut [f64]) {}

    fn respond_inward(
        &self,
        cable: &CableModel,
        state: CableState<'_>,
        from_tip: Vector3<f64>,
        response: &mut CableResponse,
    ) -> PassedOn {
        let turned = turned(cable, state);
        chain::respond_inward(cable.links(), turned, &self.0, from_tip, response);
        let root = match cable.root {
            CableRoot::Free => Vector3::zeros(),
            CableRoot::Held(_) => chain::response_load(&self.0, response),
        };
        PassedOn { root, tip: Vector3::zeros() }
    }

    fn respond_outward(
        &self,
        cable: &CableModel,
        state: CableState<'_>,
        root: Vector3<f64>,
        _tip: Vector3<f64>,
        response: &mut CableResponse,
    ) {
        let root = match cable.root {
            CableRoot::Free => Root::Free,
            CableRoot::Held(_) => Root::Given(root),
        };
        chain::respond_outward(cable.links(), turned(cable, state), &self.0, root, response);
    }

    fn add_response(&mut self, response: &CableResponse) {
        super::response::add(&mut self.0.accelerations, &response.accelerations);
        super::response::add(&mut self.0.forces, &response.forces);
        for (to, from) in self.0.tensions.iter_mut().zip(&response.tensions) {
            *to += from;
        }
        self.0.root_force += response.root_force;
        self.0.tip_force += response.tip_force;
    }
}
