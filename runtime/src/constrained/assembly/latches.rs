//! What events close and open: ends of cables at frames, joints, constraints.

use cdl_graph::{CableId, FrameId, Held, LatchId};

use super::{Foundation, Parts};
use crate::assembly::Owner;
use crate::constrained::equations::{Imposed, Vanishing};

impl Parts {
    /// The equations of an end of a cable that a latch holds at a frame.
    pub(super) fn latched_end(&mut self, foundation: &Foundation<'_, '_>, id: LatchId) {
        let latch = &foundation.assembly.graph.latches[id.index()];
        let Held::CableEnd { cable, end, frame } = latch.holds else { return };
        let state = latch.state.index();
        let before = self.owners.len();
        self.hold_end(foundation, (cable, end), frame);
        let own = self.owners[before..].iter().map(|&(_, multiplier)| multiplier).collect();
        self.latched.push((state, own));
    }

    /// Node less frame vanishes.
    fn hold_end(
        &mut self,
        foundation: &Foundation<'_, '_>,
        (cable, end): (CableId, u8),
        frame: FrameId,
    ) {
        let last = self.nodes[cable.index()].len() - 1;
        let node = self.node(cable, if end == 0 { 0 } else { last });
        let linear = node.plus_all(&self.origin(foundation, frame), -1.0);
        let vector = self.vector(&linear);
        let (owner, group) = (Owner::Cable(cable.index()), self.loop_group());
        let multipliers = [(); 3].map(|()| self.multiplier(owner, group));
        self.equations.coincidences.push(Imposed::new(Vanishing, [vector], multipliers));
    }

    /// Notes the multipliers of joints and constraints that latches hold; after all of them.
    pub(super) fn latches(&mut self, foundation: &Foundation<'_, '_>) {
        for latch in &foundation.assembly.graph.latches {
            let owner = match &latch.holds {
                // With its equations.
                Held::CableEnd { .. } => continue,
                Held::Joint(joint) => Owner::Joint(joint.index()),
                Held::Constraint { constraint, is_effort: _, memory: _ } => {
                    Owner::Constraint(constraint.index())
                }
            };
            let own = self.owners.iter().filter(|&&(of, _)| of == owner);
            let own = own.map(|&(_, multiplier)| multiplier).collect();
            self.latched.push((latch.state.index(), own));
        }
    }
}
