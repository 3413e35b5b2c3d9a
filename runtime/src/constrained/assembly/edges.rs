//! Ropes that slide over edges: two splines that a sheave joins which does not turn.

use cdl_graph::{CableId, Joined};

use super::{Foundation, Parts};
use crate::constrained::cable::edge::{OnEdge, RopeOnEdge};
use crate::constrained::cable::place::PulledBy;
use crate::constrained::matrix::Wires;
use crate::laws::Capstan;

impl Parts {
    /// After all that closes cables.
    pub(super) fn edges(&mut self, foundation: &Foundation<'_, '_>) {
        if self.still {
            return;
        }
        for Joined { joint, edge, from, to } in foundation.assembly.graph.sheaves() {
            let Some(edge) = edge else { continue };
            let name = joint.index();
            let travel = self.guided(foundation, joint);
            let travel = self.vector(&travel);
            let cable = &foundation.assembly.mechanism.cables[from.cable.index()];
            let density = cable.links().mass() / cable.links().length();
            // Travel goes on along a cable that it leaves at its end, or comes into at its start.
            let signs = [[-1.0, 1.0], [1.0, -1.0]];
            let sides = [(from, signs[0]), (to, signs[1])]
                .map(|(own, sign)| self.on_edge(own.cable, own.end, sign[own.end]));
            let [friction, speed] =
                [edge.friction, edge.speed].map(|node| foundation.assembly.scalar(node));
            let capstan = Capstan { friction, speed };
            let wires = Wires::default();
            let index = self.elements.ropes_on_edges.len();
            let rope = RopeOnEdge { index, joint: name, travel, sides, capstan, density, wires };
            self.elements.ropes_on_edges.push(rope);
        }
    }

    /// The end of a cable (0 or 1) on the edge, with all moments of its outermost piece; `sign` makes its slope point along the travel.
    fn on_edge(&mut self, cable: CableId, end: usize, sign: f64) -> OnEdge {
        let pieces = &self.pieces[cable.index()];
        let piece = if end == 0 { pieces.first() } else { pieces.last() };
        let slopes = &self.slopes[cable.index()];
        let slope = if end == 0 { slopes.first() } else { slopes.last() };
        let (Some(&PulledBy::Spline(piece)), Some(&slope)) = (piece, slope) else {
            unreachable!("ropes that go over sheaves are splines");
        };
        let slope = self.vectors.linear(slope);
        let slope = self.vector(&slope);
        let [first, second, _] = self.equations.stretches[piece].multipliers;
        let third =
            self.even_stretch(piece).map(|even| self.equations.even_stretches[even].multipliers[0]);
        let own = &self.elements.spline_pieces[piece];
        OnEdge::new((slope, sign), (own, end == 1), [Some(first), Some(second), third])
    }
}
