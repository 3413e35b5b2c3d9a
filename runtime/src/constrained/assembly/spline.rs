//! A spline: nodes with slopes, pieces between them, and the moments of their stretch.
//!
//! A node and its slope have one group of unknowns; the slope at an end that a body holds has one of its own. Of the
//! moments of a piece the first one, its mean stretch, has its multiplier where a rigid link has it, with the node
//! farther from the root. That of the second goes with the slope at the piece's end and that of the third, which only
//! the first piece has, with the slope at the cable's start: so each group has as many moments as it decides.
//!
//! Fluids act on two straight halves of each piece, as their laws know straight pieces: each touches the spline at a
//! point of Gauss's rule, so that a load that is even along the piece acts on the nodes as it should. (Halves that meet
//! on the spline would not give slopes their part of it, and a free end without stiffness would point elsewhere.)
//!
//! A clamped end keeps the direction of its slope by two products with axes across it, and not its length: a rope
//! stretches there as anywhere.

use std::sync::Arc;

use cdl_graph::{CableId, Guide};

use super::guided::half_flows;
use super::{Foundation, Parts};
use crate::analyses::CABLE_POINTS;
use crate::assembly::Owner;
use crate::chain::{Drag, Loads};
use crate::constrained::cable::flowing::FlowOn;
use crate::constrained::cable::flowing_fluid::{FlowInFluid, HalfFlow};
use crate::constrained::cable::fluid::PieceInFluid;
use crate::constrained::cable::payout::{PaidOut, PayoutWires};
use crate::constrained::cable::place::PulledBy;
use crate::constrained::cable::remembered::Remembered;
use crate::constrained::cable::spline::{Spline, SplinePiece};
use crate::constrained::cable::tension::Tension;
use crate::constrained::equations::StretchMoments;
use crate::constrained::matrix::Wires;
use crate::constrained::vectors::{Linear, VectorId};
use crate::laws::spline::{Flow, NODAL, halves, place_at, slope_at};
use crate::mechanism::{CableOf, Product};

/// The most places that a picture shows of a piece.
const SHOWN: usize = 8;

/// What pieces of one product have in common.
struct MadeOf {
    in_fluid: Option<Arc<Loads>>,
    /// N m²
    stiffness: f64,
    /// N m² s
    damping: f64,
}

impl Parts {
    /// Slopes, pieces and what keeps them; the nodes are there.
    pub(super) fn spline(
        &mut self,
        foundation: &Foundation<'_, '_>,
        id: CableId,
        nodes: &[Linear],
    ) {
        let cable = &foundation.assembly.mechanism.cables[id.index()];
        let (links, gravity) = (cable.links(), cable.loads().gravity);
        let owner = Owner::Cable(id.index());
        let mut slopes = Vec::with_capacity(nodes.len());
        for node in nodes {
            let own = self.own_node(node);
            let unit = self.slope(owner, own);
            slopes.push((unit, Linear::default().plus(unit, [1.0, 0.0, 0.0, 0.0], 1.0)));
        }
        let count = links.count();
        let all_shapes = cable.shapes();
        let made: Vec<MadeOf> =
            cable.products.iter().map(|own| self.made_of(foundation, cable, own)).collect();
        let payout = self.payout(foundation, id);
        let first = self.elements.spline_pieces.len();
        self.splines.push(Spline { cable: id.index(), pieces: first..first + count });
        self.remember(id, cable);
        let mut product = 0;
        for (piece, shapes) in all_shapes.iter().enumerate() {
            if cable.products.get(product + 1).is_some_and(|next| next.first == piece) {
                product += 1;
            }
            let MadeOf { in_fluid, stiffness, damping } = &made[product];
            let (integrals, mass) = (shapes.integrals(), links.masses()[piece] / shapes.length);
            let nodal: [&Linear; NODAL] =
                [&nodes[piece], &slopes[piece].1, &nodes[piece + 1], &slopes[piece + 1].1];
            for (on, integral) in nodal.into_iter().zip(integrals) {
                self.weigh(on, gravity * (mass * integral));
            }
            if let Some(loads) = in_fluid {
                let nodal = nodal.map(Linear::clone);
                let flows = half_flows(payout, (piece, count), shapes.length);
                for (ends, flow) in halves(shapes.length).into_iter().zip(flows) {
                    let ends = ends.map(|end| self.vector(&combined(&nodal, end)));
                    self.half_in_fluid(ends, 0.5 * shapes.length, loads.clone(), flow);
                }
            }
            let nodal = nodal.map(|own| self.vector(own));
            let axial = self.tension(id, cable, piece);
            self.pieces[id.index()].push(PulledBy::Spline(self.elements.spline_pieces.len()));
            self.elements.spline_pieces.push(SplinePiece {
                nodal,
                shapes: shapes.clone(),
                mass,
                stiffness: *stiffness,
                damping: *damping,
                axial: axial.clone(),
                flow: payout.map(|payout| {
                    let reach = [piece, piece + 1].map(|node| payout.reach(node as f64, count));
                    let flow = Flow::new(shapes.clone(), reach, payout.come().is_some());
                    Box::new(FlowOn::new(payout, flow, gravity))
                }),
                wires: Wires::default(),
            });
            let stretch = StretchMoments::new(nodal, shapes.clone(), axial, &[0, 1]);
            let mut stretch = stretch.paid_out(payout);
            if let Some(group) = self.units[slopes[piece + 1].0].group {
                stretch.multipliers[1] = self.multiplier(owner, group);
            }
            self.equations.stretches.push(stretch);
            if let (0, Some(group)) = (piece, self.units[slopes[0].0].group) {
                let mut even = StretchMoments::new(nodal, shapes.clone(), None, &[2]);
                even.multipliers[0] = self.multiplier(owner, group);
                self.equations.even_stretches.push(even);
            }
        }
        for (node, guide) in [&nodes[0], &nodes[count]].into_iter().zip(self.guides(foundation, id))
        {
            if let Some(Guide::Winch { joint, drum }) = guide {
                let mass = links.mass() / links.length();
                self.reel(foundation, (joint, drum), node, (mass, gravity));
            }
        }
        self.paid_out.extend(payout.map(|payout| PaidOut { cable: id.index(), payout }));
        for (clamp, (unit, slope)) in cable.clamps.iter().zip([&slopes[0], &slopes[count]]) {
            if let Some(clamp) = clamp {
                let axes = self.axes_of_clamp(foundation, clamp);
                self.keep_across(owner, *unit, &axes, slope);
            }
        }
        self.slopes[id.index()] =
            slopes.iter().map(|(_, slope)| self.seldom_vector(slope)).collect();
        let slopes: Vec<Linear> = slopes.into_iter().map(|(_, slope)| slope).collect();
        self.twisted(foundation, id, &slopes, &all_shapes[0]);
    }

    /// What the pieces of a product have in common.
    fn made_of(
        &self,
        foundation: &Foundation<'_, '_>,
        cable: &CableOf,
        product: &Product,
    ) -> MadeOf {
        // What sides differ by, and what damps them, acts on its own.
        let (stiffness, damping) = match self.sides(cable) {
            Some(sides) => (sides.common(), 0.0),
            None => (product.loads.bending.stiffness, product.loads.bending.damping),
        };
        let in_fluid = self.spline_loads(foundation, &product.loads);
        MadeOf { in_fluid, stiffness, damping }
    }

    /// What pulls a piece together, if it stretches. Where a rope only hangs somewhere it has relaxed.
    fn tension(&mut self, id: CableId, cable: &CableOf, piece: usize) -> Option<Tension> {
        let Product { axial, branches, measured, .. } = cable.product(piece);
        let axial = (*axial)?;
        let measured = measured.clone();
        if self.still {
            let mut axial = axial.at_start(branches);
            axial.stiffness *= self.stiffer;
            let measured = measured.filter(|_| self.stiffer == 1.0);
            return Some(Tension::new(axial, measured, Remembered::nothing()));
        }
        let first = self.creep[id.index()].start + cable.creep_before(piece);
        let mixed = (cable.wound() > 0)
            .then(|| self.creep[id.index()].end - cable.creep() + cable.creep_before(piece));
        let remembered = Remembered::new(branches.clone(), first).mixed_at(mixed);
        Some(Tension::new(axial, measured, remembered))
    }

    /// A place among the strains of dampers for all that a cable has: of its tension, of its sections, and of what lies on winches.
    fn remember(&mut self, id: CableId, cable: &CableOf) {
        let all = cable.creep() + cable.section_creep() + cable.wound();
        if all > 0 && !self.still {
            let first = self.crept();
            self.creep[id.index()] = first..first + all;
        }
    }

    /// One straight half of a piece in the fluids: one that rope flows through, where `flow` says how.
    fn half_in_fluid(
        &mut self,
        ends: [VectorId; 2],
        length: f64,
        loads: Arc<Loads>,
        flow: Option<HalfFlow>,
    ) {
        match flow {
            None => {
                let piece = PieceInFluid::of(ends, length, loads, false);
                self.elements.pieces_in_fluid.push(piece);
            }
            Some(flow) => self.elements.flows_in_fluid.push(FlowInFluid {
                ends,
                flow,
                length,
                loads,
                wires: Wires::default(),
                lengths: PayoutWires::default(),
            }),
        }
    }

    /// What fluids do with a product of a spline, where there are any. One that only hangs somewhere is carried by them, and not
    /// dragged along.
    pub(super) fn spline_loads(
        &self,
        foundation: &Foundation<'_, '_>,
        loads: &Loads,
    ) -> Option<Arc<Loads>> {
        let fluids = &foundation.assembly.mechanism.fluids;
        let mut loads = *loads;
        if self.still {
            (loads.drag, loads.added_mass) = (Drag::None, 0.0);
        }
        let any = fluids.air.is_some() || fluids.water.is_some();
        (any && loads.feels_fluids()).then(|| Arc::new(loads))
    }

    /// The unit of a node that moves by itself.
    fn own_node(&self, node: &Linear) -> Option<usize> {
        let &[(unit, _)] = node.terms() else { return None };
        matches!(self.unit_owners[unit], Owner::Cable(_)).then_some(unit)
    }

    /// The four nodal vectors of a piece.
    pub(super) fn nodal(&self, id: CableId, piece: usize) -> [Linear; NODAL] {
        let (nodes, slopes) = (&self.nodes[id.index()], &self.slopes[id.index()]);
        [nodes[piece], slopes[piece], nodes[piece + 1], slopes[piece + 1]]
            .map(|own| self.vectors.linear(own))
    }

    /// A place on a piece.
    pub(super) fn on_spline(
        &self,
        id: CableId,
        cable: &CableOf,
        (piece, fraction): (usize, f64),
    ) -> Linear {
        let length = cable.links().lengths()[piece];
        combined(&self.nodal(id, piece), place_at(fraction, length))
    }

    /// The slope there.
    pub(super) fn along_spline(
        &self,
        id: CableId,
        cable: &CableOf,
        (piece, fraction): (usize, f64),
    ) -> Linear {
        let length = cable.links().lengths()[piece];
        combined(&self.nodal(id, piece), slope_at(fraction, length))
    }

    /// Start and end of the two straight pieces that fluids act on, and how rope flows through them.
    pub(super) fn halves_of_spline(
        &mut self,
        foundation: &Foundation<'_, '_>,
        id: CableId,
        piece: usize,
    ) -> [([VectorId; 2], Option<HalfFlow>); 2] {
        let links = foundation.assembly.mechanism.cables[id.index()].links();
        let (length, count) = (links.lengths()[piece], links.count());
        let nodal = self.nodal(id, piece);
        let payout = self.payout(foundation, id);
        let [first, second] = half_flows(payout, (piece, count), length);
        let [one, other] =
            halves(length).map(|ends| ends.map(|end| self.vector(&combined(&nodal, end))));
        [(one, first), (other, second)]
    }

    /// Of each cable, what pictures show of it.
    pub(super) fn polylines(&mut self, foundation: &Foundation<'_, '_>) -> Vec<Vec<VectorId>> {
        let mut all = self.nodes.clone();
        for (index, line) in all.iter_mut().enumerate() {
            if let Some(shown) = self.bspline_line(CableId(index as u32)) {
                *line = shown;
                continue;
            }
            let pieces = line.len().saturating_sub(1);
            let parts = (CABLE_POINTS / pieces.max(1)).min(SHOWN);
            if self.slopes[index].is_empty() || parts < 2 {
                continue;
            }
            let id = CableId(index as u32);
            let cable = &foundation.assembly.mechanism.cables[index];
            let nodes = std::mem::take(line);
            for (piece, &node) in nodes[..pieces].iter().enumerate() {
                line.push(node);
                for part in 1..parts {
                    let at = self.on_spline(id, cable, (piece, part as f64 / parts as f64));
                    line.push(self.seldom_vector(&at));
                }
            }
            line.extend(nodes.last());
        }
        all
    }
}

/// The sum of the nodal expressions, each times its coefficient.
fn combined(nodal: &[Linear; NODAL], coefficients: [f64; NODAL]) -> Linear {
    let terms = nodal.iter().zip(coefficients);
    terms.fold(Linear::default(), |sum, (own, factor)| sum.plus_all(own, factor))
}
