//! How far apart is what connections bring together that events close.

use cdl_graph::{FrameId, Held, Latch};

use super::{Mechanism, State};
use crate::assembly::Owner;

/// How far apart something is that is brought together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Gap {
    /// m
    pub(crate) length: f64,
    /// rad
    pub(crate) angle: f64,
}

/// What is farther apart than it may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Apart {
    /// The element to blame.
    pub(crate) owner: Owner,
    /// In the unit.
    pub(crate) amount: f64,
    /// With a blank before it; empty where it is that of an equation.
    pub(crate) unit: &'static str,
}

/// Instants are found to a share of a step, and what moves there is not quite together: of the size of everything, and rad.
pub(crate) const FOUND_TOGETHER: f64 = 1e-5;

impl Mechanism {
    /// The widest gaps of joints and ends of cables that are closed in a state.
    ///
    /// # Errors
    /// The first that is wider than is allowed, and than finding an instant explains.
    pub(crate) fn gaps(&self, state: &State, allowed: Gap) -> Result<Gap, Apart> {
        let near = FOUND_TOGETHER * self.extent(state).0;
        let mut widest = Gap::default();
        for latch in &self.graph.latches {
            if state.states[latch.state.index()] == 0.0 {
                continue;
            }
            let (owner, gap) = self.gap(state, latch);
            let apart = |amount, unit| Err(Apart { owner, amount, unit });
            // Not a number is not within anything.
            let is_within = |amount: f64, allowed: f64| amount <= allowed;
            if !is_within(gap.length, allowed.length.max(near)) {
                return apart(gap.length, " m");
            }
            if !is_within(gap.angle, allowed.angle.max(FOUND_TOGETHER)) {
                return apart(gap.angle, " rad");
            }
            widest.length = widest.length.max(gap.length);
            widest.angle = widest.angle.max(gap.angle);
        }
        Ok(widest)
    }

    /// Between both sides of a latch, with the element to blame.
    fn gap(&self, state: &State, latch: &Latch) -> (Owner, Gap) {
        let frame = |frame: FrameId| {
            let frame = self.frame(frame);
            frame.moving(&state.bodies[frame.body])
        };
        match latch.holds {
            Held::Joint(id) => {
                let joint = &self.joints[id.index()];
                let (parent, child) = (frame(joint.parent), frame(joint.child));
                let kind = self.graph.joints[id.index()].kind;
                let (length, angle) = self.beside(kind, &parent, &child);
                (Owner::Joint(id.index()), Gap { length, angle })
            }
            Held::CableEnd { cable, end, frame: on } => {
                let nodes = &state.curves[cable.index()].positions;
                let node = if end == 0 { nodes.first() } else { nodes.last() };
                let on = frame(on).position;
                let length = node.map_or(0.0, |node| (node - on).norm());
                (Owner::Cable(cable.index()), Gap { length, angle: 0.0 })
            }
            Held::Constraint { constraint, is_effort: _, memory: _ } => {
                (Owner::Constraint(constraint.index()), Gap::default())
            }
        }
    }
}
