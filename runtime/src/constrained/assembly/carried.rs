//! Ropes that relax and flow: the places that rope passes, with what it remembers.

use cdl_graph::{CableId, EndOnSheave, Guide, Joined};

use super::{Foundation, Parts};
use crate::constrained::cable::carried::{Carried, Side, Store};
use crate::constrained::cable::payout::PayoutWires;
use crate::constrained::cable::spline::Spline;
use crate::laws::spline::LENGTHS;
use crate::mechanism::CableOf;

impl Parts {
    /// All of them; cables are complete.
    pub(super) fn carried(&mut self, foundation: &Foundation<'_, '_>) {
        for (index, cable) in foundation.assembly.mechanism.cables.iter().enumerate() {
            if cable.wound() > 0 {
                self.carried_by(foundation, CableId(index as u32), cable);
            }
        }
        for Joined { from, to, .. } in foundation.assembly.graph.sheaves() {
            // Towards the cable that becomes longer.
            let sides = [
                self.side_at(from, if from.end == 1 { 1.0 } else { -1.0 }),
                self.side_at(to, if to.end == 0 { 1.0 } else { -1.0 }),
            ];
            if sides.iter().all(Option::is_some) {
                self.elements.carried.push(Carried { sides, store: None });
            }
        }
    }

    /// Within a cable, and at its winches.
    fn carried_by(&mut self, foundation: &Foundation<'_, '_>, id: CableId, cable: &CableOf) {
        let Some(spline) = self.splines.iter().find(|own| own.cable == id.index()).cloned() else {
            return;
        };
        for node in 1..spline.pieces.len() {
            let sides = [node - 1, node].map(|piece| self.side(&spline, piece, (node, 1.0)));
            self.elements.carried.push(Carried { sides, store: None });
        }
        let reference = cable.links().length();
        for (end, guide) in self.guides(foundation, id).into_iter().enumerate() {
            let Some(Guide::Winch { joint, .. }) = guide else { continue };
            let paid_out = self.guided(foundation, joint);
            let paid_out = self.vector(&paid_out);
            let each = (cable.wound() - cable.creep()) / 2;
            let first = self.creep[id.index()].end - cable.wound() + end * each;
            let own = self.side_at(EndOnSheave { cable: id, end }, 1.0);
            let sides = if end == 0 { [None, own] } else { [own, None] };
            let store = Some(Store { paid_out, first, reference });
            self.elements.carried.push(Carried { sides, store });
        }
    }

    /// The piece at an end, if rope flows through it and relaxes.
    fn side_at(&self, EndOnSheave { cable, end }: EndOnSheave, sign: f64) -> Option<Side> {
        let spline = self.splines.iter().find(|own| own.cable == cable.index())?;
        let count = spline.pieces.len();
        let (piece, node) = if end == 0 { (0, 0) } else { (count - 1, count) };
        self.side(spline, piece, (node, sign))
    }

    /// A piece of a cable beside one of its nodes; the sign is that of rope which passes towards the cable's end.
    fn side(&self, spline: &Spline, piece: usize, (node, sign): (usize, f64)) -> Option<Side> {
        let own = &self.elements.spline_pieces[spline.pieces.clone()][piece];
        let (flow, tension) = (own.flow.as_ref()?, own.axial.as_ref()?);
        if !tension.relaxes() {
            return None;
        }
        let payout = flow.payout;
        let passing: [f64; LENGTHS] = payout.passing(node, spline.pieces.len());
        Some(Side {
            nodal: own.nodal,
            shapes: own.shapes.clone(),
            payout,
            passing: passing.map(|by| by * sign),
            along: sign,
            branches: tension.branches().clone(),
            stiffness: tension.stiffness + tension.branches().whole(),
            wires: PayoutWires::default(),
        })
    }
}
