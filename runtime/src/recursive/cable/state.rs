//! How a cable's state lies in the state vector, and how it moves without forces.
//!
//! Rigid links: the free root point (3, only where nothing holds the cable), then the direction of
//! each link (3 each); the velocity state has their rates. Lumped cables: the nodes that move, from
//! the root to the tip (3 each); where their axial law integrates its error, one integral for each
//! segment beside them.

use nalgebra::Vector3;

use super::{CableData, CableModel, CableRoot, CableTip, KindData};
use crate::chain::{self, Span};
use crate::mechanism::CableKind;

impl CableModel {
    /// Numbers in the position state, and as many in the velocity state.
    /// The root of a cable that something holds, and the held tip of a lumped one, have no states.
    pub(crate) fn states(&self) -> usize {
        match self.kind {
            CableKind::RigidLinks(_) => self.own_root() + 3 * self.links().count(),
            CableKind::Lumped => {
                let held = usize::from(self.own_root() == 0)
                    + usize::from(matches!(self.tip, CableTip::Held(_)));
                3 * (self.links().count() + 1 - held)
            }
        }
    }

    /// Numbers that are integrated beside positions and velocities.
    pub(crate) fn integrals(&self) -> usize {
        match self.kind {
            CableKind::RigidLinks(_) => 0,
            CableKind::Lumped => self.segments.law.integrals(self.links().count()),
        }
    }

    /// Their derivatives; after the kinematic pass.
    pub(crate) fn integral_rates(&self, data: &CableData, rates: &mut [f64]) {
        match &data.kind {
            KindData::RigidLinks(_) => {}
            KindData::Lumped(now) => rates.copy_from_slice(&now.data.errors[..rates.len()]),
        }
    }

    /// Degrees of freedom: links do not spin; a held tip of rigid links takes three.
    pub(crate) fn freedoms(&self) -> usize {
        match self.kind {
            CableKind::RigidLinks(_) => {
                let held = if self.closes() { 3 } else { 0 };
                (self.own_root() + 2 * self.links().count()).saturating_sub(held)
            }
            CableKind::Lumped => self.states(),
        }
    }

    /// How many of them are the root point's.
    pub(crate) fn own_root(&self) -> usize {
        match self.root {
            CableRoot::Free => 3,
            CableRoot::Held(_) => 0,
        }
    }

    /// Directions and rates of rigid links.
    pub(super) fn link_state<'a>(&self, q: &'a [f64], v: &'a [f64]) -> chain::State<'a> {
        let own = self.own_root();
        chain::State { directions: q[own..].as_chunks().0, rates: v[own..].as_chunks().0 }
    }

    /// Whether the directions have to reach a given point, so that an integration may drift off.
    pub(crate) fn closes(&self) -> bool {
        matches!((self.kind, &self.tip), (CableKind::RigidLinks(_), CableTip::Held(_)))
    }

    pub(crate) fn position_rates(&self, v: &[f64], dq: &mut [f64]) {
        dq.copy_from_slice(v);
    }

    /// Directions move on great circles, and their rates with them; points on straight lines.
    /// `step` in s.
    pub(crate) fn drift(&self, q: &mut [f64], v: &mut [f64], step: f64) {
        let points = match self.kind {
            CableKind::RigidLinks(_) => self.own_root(),
            CableKind::Lumped => q.len(),
        };
        for k in 0..points {
            q[k] += step * v[k];
        }
        let links = q[points..].as_chunks_mut::<3>().0.iter_mut();
        for (u, w) in links.zip(v[points..].as_chunks_mut::<3>().0) {
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
        if let CableKind::RigidLinks(_) = self.kind {
            let own = self.own_root();
            let links = q[own..].as_chunks::<3>().0.iter();
            for (u, a) in links.zip(accelerations[own..].as_chunks_mut::<3>().0) {
                let along = u[0] * a[0] + u[1] * a[1] + u[2] * a[2];
                for k in 0..3 {
                    a[k] -= along * u[k];
                }
            }
        }
    }

    /// Directions of length one, rates perpendicular to them, and the tip where it is held.
    pub(crate) fn project(&self, q: &mut [f64], v: &mut [f64], span: Option<Span>) {
        if let CableKind::RigidLinks(_) = self.kind {
            let own = self.own_root();
            let directions = q[own..].as_chunks_mut().0;
            let rates = v[own..].as_chunks_mut().0;
            // A chain that is stretched straight cannot be closed; the evaluation will say so.
            let _ = chain::project(self.links(), directions, rates, span);
        }
    }

    /// Arc length from the cable's start of what a number of the cable's state belongs to, m.
    pub(crate) fn arc_length_of_state(&self, slot: usize) -> f64 {
        let arcs = self.links().arc_lengths();
        let at = |node: usize| arcs.get(node).copied().unwrap_or(0.0);
        let from_root = match self.kind {
            CableKind::RigidLinks(_) if slot < self.own_root() => 0.0,
            CableKind::RigidLinks(_) => {
                let link = (slot - self.own_root()) / 3;
                0.5 * (at(link) + at(link + 1))
            }
            CableKind::Lumped => at(slot / 3 + usize::from(self.own_root() == 0)),
        };
        if self.reversed { self.links().length() - from_root } else { from_root }
    }
}
