//! Ropes that relax and flow: the places that rope passes, with what it remembers.

use cdl_graph::{CableId, EndOnSheave, Guide, Joined};

use super::{Foundation, Parts};
use crate::constrained::cable::carried::{Carried, Store};
use crate::constrained::cable::payout::PayoutWires;
use crate::constrained::cable::side::{Side, Strained};
use crate::constrained::cable::spline::Spline;
use crate::constrained::cable::twisted::TwistedPiece;
use crate::laws::spline::LENGTHS;
use crate::mechanism::CableOf;

impl Parts {
    /// Those of the tension; cables are complete.
    pub(super) fn carried(&mut self, foundation: &Foundation<'_, '_>) {
        for (index, cable) in foundation.assembly.mechanism.cables.iter().enumerate() {
            if cable.flows && cable.creep() > 0 {
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
            let first = self.creep[id.index()].end - cable.wound() + end * cable.stored() / 2;
            let own = self.side_at(EndOnSheave { cable: id, end }, 1.0);
            let sides = if end == 0 { [None, own] } else { [own, None] };
            let store = Some(Store { paid_out, first, reference });
            self.elements.carried.push(Carried { sides, store });
        }
    }

    /// The nodes within ropes whose torque relaxes; turns stand where they belong.
    pub(super) fn carried_twists(&mut self) {
        for pieces in self.elements.twisted_pieces.chunk_by(|a, b| a.cable == b.cable) {
            for (before, pair) in pieces.windows(2).enumerate() {
                let side = |own| twisted_side(own, (before + 1, pieces.len()));
                let sides = [side(&pair[0]), side(&pair[1])];
                if sides.iter().all(Option::is_some) {
                    self.elements.carried.push(Carried { sides, store: None });
                }
            }
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
            strained: Strained::Stretch { nodal: own.nodal, shapes: own.shapes.clone() },
            made_for: own.shapes.length,
            payout,
            passing: passing.map(|by| by * sign),
            along: sign,
            branches: tension.branches().clone(),
            stiffness: tension.stiffness + tension.branches().whole(),
            wires: PayoutWires::default(),
        })
    }
}

/// A piece beside a node of a cable with so many pieces, if rope flows through it and its torque relaxes.
fn twisted_side(piece: &TwistedPiece, (node, count): (usize, usize)) -> Option<Side> {
    let flow = piece.flow.as_ref().filter(|_| !piece.branches.is_empty())?;
    Some(Side {
        strained: Strained::Twist(Box::new(piece.clone())),
        made_for: flow.length,
        payout: flow.payout,
        passing: flow.payout.passing(node, count),
        along: 1.0,
        branches: piece.branches.clone(),
        stiffness: piece.stiffness * flow.length + piece.branches.whole(),
        wires: PayoutWires::default(),
    })
}
