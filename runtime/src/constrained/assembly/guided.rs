//! Splines that rope goes through an end of: their free lengths, and what winches have of the rope beyond.

use cdl_graph::{self as graph, BodyId, CableId, Guide, JointId};
use nalgebra::Vector3;

use super::{Foundation, Parts};
use crate::constrained::cable::drum::Drum;
use crate::constrained::cable::flowing_fluid::HalfFlow;
use crate::constrained::cable::payout::{Payout, Through};
use crate::constrained::cable::reel::Reel;
use crate::constrained::matrix::Wires;
use crate::constrained::vectors::Linear;
use crate::laws::{self, GAUSS};

impl Parts {
    /// What stands for the coordinate of a guide: that is its first component.
    pub(super) fn guided(&self, foundation: &Foundation<'_, '_>, joint: JointId) -> Linear {
        self.origin(foundation, foundation.assembly.graph.joints[joint.index()].child)
    }

    /// What goes through the ends of a spline. Where one only hangs somewhere nothing does.
    pub(super) fn payout(
        &mut self,
        foundation: &Foundation<'_, '_>,
        id: CableId,
    ) -> Option<Payout> {
        let guides = self.guides(foundation, id);
        if guides.iter().all(Option::is_none) {
            return None;
        }
        let reference = foundation.assembly.mechanism.cables[id.index()].links().length();
        let (mut free, mut rest) = (Linear::default(), reference);
        for guide in guides.iter().flatten() {
            free = free.plus_all(&self.guided(foundation, guide.joint()), guide.grows());
            // Its coordinate begins with all of the length.
            if matches!(guide, Guide::Winch { .. }) {
                rest -= reference;
            }
        }
        if rest != 0.0 {
            // The first director of the world is its x axis.
            let world = self.unit_of[BodyId::WORLD.index()];
            free = free.plus(world, [0.0, rest, 0.0, 0.0], 1.0);
        }
        let at = self.vector(&free);
        let flows = match guides {
            [Some(_), Some(end)] => {
                let come =
                    Linear::default().plus_all(&self.guided(foundation, end.joint()), end.grows());
                Through::Both { come: self.vector(&come) }
            }
            [Some(_), None] => Through::Start,
            [None, _] => Through::End,
        };
        Some(Payout { at, reference, flows })
    }

    /// Those of a spline. Where one only hangs somewhere there are none.
    pub(super) fn guides(
        &self,
        foundation: &Foundation<'_, '_>,
        id: CableId,
    ) -> [Option<Guide>; 2] {
        foundation.assembly.graph.cables[id.index()]
            .guides
            .map(|guide| guide.filter(|_| !self.still))
    }

    /// What a winch has of the rope beyond an end, with its mass per length and the acceleration of gravity.
    pub(super) fn reel(
        &mut self,
        foundation: &Foundation<'_, '_>,
        (joint, drum): (JointId, Option<graph::Drum>),
        end: &Linear,
        (density, gravity): (f64, Vector3<f64>),
    ) {
        let paid_out = self.guided(foundation, joint);
        let (end, paid_out) = (self.vector(end), self.vector(&paid_out));
        let (on_drum, wires) = (drum.is_some(), Default::default());
        self.elements.reels.push(Reel { end, paid_out, on_drum, density, gravity, wires });
        if let Some(drum) = drum {
            let scalar = |node| foundation.assembly.scalar(node);
            let radius = scalar(drum.radius);
            let law = laws::Drum {
                square: radius * radius,
                growth: scalar(drum.growth),
                inertia: scalar(drum.inertia),
                density,
            };
            self.elements.drums.push(Drum {
                joint: joint.index(),
                law,
                paid_out,
                whole: scalar(drum.whole),
                capacity: drum.capacity.map(scalar),
                wires: Wires::default(),
            });
        }
    }
}

/// How rope flows through the two straight halves of a piece that fluids act on.
pub(super) fn half_flows(
    payout: Option<Payout>,
    (piece, count): (usize, usize),
    length: f64,
) -> [Option<HalfFlow>; 2] {
    let chord = 2.0 * GAUSS[0] * length;
    GAUSS.map(|x| {
        payout.map(|payout| {
            let at = |x: f64| payout.reach(piece as f64 + x, count);
            HalfFlow { payout, reach: [at(x - GAUSS[0]), at(x + GAUSS[0])], chord }
        })
    })
}
