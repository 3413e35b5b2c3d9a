//! Ropes that resist being twisted: axes across them at every node, and what twists the pieces between.
//!
//! At an end they are axes of what clamps it. A node between the ends is a body without a mass of its own (that of the
//! rope belongs to its pieces), which has the inertia of a section for every length of a piece, and along whose third
//! axis the slope goes. At an end half a piece's inertia turns with what clamps it.

use std::sync::Arc;

use cdl_graph::{CableId, Guide};
use nalgebra::{Matrix3, Vector3};

use super::{Foundation, Parts};
use crate::assembly::Owner;
use crate::constrained::cable::brought::{BRINGS, Beyond, Brought, Passed, What};
use crate::constrained::cable::carried_bends::CarriedBends;
use crate::constrained::cable::directed::DirectedPiece;
use crate::constrained::cable::directed_flow::DirectedFlow;
use crate::constrained::cable::held_section::HeldSection;
use crate::constrained::cable::payout::PayoutWires;
use crate::constrained::cable::remembered::Remembered;
use crate::constrained::cable::twist_flow::TwistFlow;
use crate::constrained::cable::twisted::TwistedPiece;
use crate::constrained::equations::{DotProduct, Imposed};
use crate::constrained::matrix::Wires;
use crate::constrained::units::{UnitKind, natural_inertia};
use crate::constrained::vectors::Linear;
use crate::laws::spline::{LENGTHS, Shapes, slope_at};
use crate::mechanism::{CableOf, Clamp, RelaxingSections, Sides, Torsion, TurnsOf};

impl Parts {
    /// The unit of a node between the ends.
    pub(super) fn section(&mut self, id: CableId, cable: &CableOf, torsion: &Torsion) -> usize {
        let length = cable.links().length() / cable.links().count() as f64;
        let about = torsion.inertia * length;
        let inertia = Matrix3::from_diagonal(&Vector3::new(about, about, 2.0 * about));
        let inertia = natural_inertia(0.0, &Vector3::zeros(), &inertia);
        let unit = self.unit(
            Owner::Cable(id.index()),
            UnitKind::Body { inertia: Box::new(inertia) },
            true,
        );
        self.sections[id.index()].push(unit);
        unit
    }

    /// What twists the pieces; `slopes` are those of all nodes.
    pub(super) fn twisted(
        &mut self,
        foundation: &Foundation<'_, '_>,
        id: CableId,
        slopes: &[Linear],
        shapes: &Arc<Shapes>,
    ) {
        let mechanism = foundation.assembly.mechanism.clone();
        let cable = &mechanism.cables[id.index()];
        let (Some(torsion), [Some(start), Some(end)]) = (self.resists_twist(cable), &cable.clamps)
        else {
            return;
        };
        let units = self.sections[id.index()].clone();
        let mut axes = Vec::with_capacity(slopes.len());
        axes.push(self.axes_of_clamp(foundation, start));
        for &unit in &units {
            let axis = |k: usize| {
                let mut coefficients = [0.0; 4];
                coefficients[k] = 1.0;
                Linear::default().plus(unit, coefficients, 1.0)
            };
            let own = [axis(1), axis(2)];
            axes.push(own);
        }
        axes.push(self.axes_of_clamp(foundation, end));
        let count = cable.links().count();
        let length = cable.links().length() / count as f64;
        for held in [&axes[0], &axes[count]] {
            let axes = [&held[0], &held[1]].map(|axis| self.vector(axis));
            let inertia = 0.5 * length * torsion.inertia;
            self.elements.held_sections.push(HeldSection {
                axes,
                inertia,
                wires: Wires::default(),
            });
        }
        let first = self.turns.iter().map(|own| own.end).max().unwrap_or(0);
        self.turns[id.index()] = first..first + cable.turns();
        self.directed[id.index()] = cable.sides.map(|_| self.elements.directed_pieces.len());
        let (payout, kept) = (self.payout(foundation, id), cable.turns_from(first));
        // By the twist of a piece, or for each length where rope flows.
        let over = if payout.is_some() { 1.0 } else { 1.0 / length };
        let relaxing = RelaxingSections {
            bending: cable.relaxing.bending.clone(),
            torsion: cable.relaxing.torsion.iter().map(|own| own.by(over)).collect(),
        };
        let crept = self.creep[id.index()].start + cable.creep();
        let carries = (payout.is_some() && !relaxing.bending.is_empty())
            .then(|| crept + cable.section_creep() - LENGTHS);
        let through = self.guides(foundation, id).map(|guide| guide.is_some());
        for piece in 0..count {
            let twist_first = crept + piece * relaxing.strains();
            let bend_first = twist_first + relaxing.torsion.len();
            let [a, b] = &axes[piece];
            let [c, d] = &axes[piece + 1];
            let is_at = [piece == 0, piece + 1 == count];
            let goes_through = [0, 1].map(|end| is_at[end] && through[end]);
            let at_start = goes_through[0].then_some(kept.untwisted(0));
            let untwisted = is_at[1].then_some(kept.untwisted(1));
            let brings =
                [0, 1].map(|end| goes_through[end].then_some(kept.untwisted(end) + BRINGS));
            if let Some(sides) = cable.sides {
                let [from, to] = [piece, piece + 1].map(|node| self.node(id, node));
                let line = to.plus_all(&from, -1.0);
                let axed = [&line, &slopes[piece], &slopes[piece + 1], a, b, c, d];
                let axed = axed.map(|own| self.vector(own));
                let (shapes, wires) = (shapes.clone(), Wires::default());
                let strains = relaxing.strains() - relaxing.torsion.len();
                let mixed = carries.map(|_| crept + count * relaxing.strains() + piece * strains);
                let branches =
                    Remembered::new(relaxing.bending.clone(), bend_first).relaxing_at(mixed);
                let nodal = self.nodal(id, piece).map(|own| self.vector(&own));
                let untwisted = [at_start, untwisted];
                let carries = carries.filter(|_| piece == 0);
                let flow =
                    payout.map(|payout| Box::new(DirectedFlow::new(payout, brings, carries)));
                let own =
                    DirectedPiece { axed, nodal, shapes, sides, untwisted, flow, branches, wires };
                self.elements.directed_pieces.push(own);
            }
            let axes = [a, b, c, d].map(|own| self.vector(own));
            let nodal = self.nodal(id, piece).map(|own| self.vector(&own));
            self.elements.twisted_pieces.push(TwistedPiece {
                cable: id.index(),
                axes,
                nodal,
                middle: slope_at(0.5, length),
                turn: first + piece,
                untwisted: [at_start, untwisted],
                stiffness: torsion.stiffness / length,
                damping: torsion.damping / length,
                branches: Remembered::new(relaxing.torsion.clone(), twist_first)
                    .every(relaxing.strains()),
                flow: payout.map(|payout| {
                    Box::new(TwistFlow {
                        payout,
                        brings,
                        springs: [0, 1].map(|end| kept.sprung(end, 0) + BRINGS),
                        passes: [0, 1].map(|end| {
                            let node = piece + end;
                            let by = payout.passing(node, count);
                            (!is_at[end]).then(|| (kept.nodes().start + node - 1, by))
                        }),
                        length,
                        wires: PayoutWires::default(),
                    })
                }),
                wires: Wires::default(),
            });
        }
        if let (Some(payout), Some(acts), Some(first)) =
            (payout, carries, self.directed[id.index()])
        {
            self.carried_bends.push(CarriedBends { first, count, payout, acts });
        }
        if payout.is_some() {
            self.brought(foundation, id, kept);
            let before = self.elements.twisted_pieces.len() - count..;
            let nodes = before.zip(kept.nodes());
            self.passed.extend(nodes.map(|(before, twist)| Passed { before, twist }));
        }
    }

    /// Ends of a cable that rope goes through; its pieces are the last ones.
    fn brought(&mut self, foundation: &Foundation<'_, '_>, id: CableId, kept: TurnsOf) {
        let last = self.elements.twisted_pieces.len() - 1;
        let pieces = [last + 1 - kept.count, last];
        let sides = self.directed[id.index()].map(|first| [first, first + kept.count - 1]);
        for (end, guide) in self.guides(foundation, id).into_iter().enumerate() {
            let Some(guide) = guide else { continue };
            let branches = (0..kept.branches).map(|branch| {
                let (first, noted) = (kept.sprung(end, branch), kept.sprung_noted(end, branch));
                (What::Sprung { branch }, first, noted)
            });
            let twist = (What::Twist, kept.untwisted(end), kept.noted(end));
            for (what, first, noted) in std::iter::once(twist).chain(branches) {
                let from = match guide {
                    Guide::Winch { joint, .. } => {
                        let paid_out = self.guided(foundation, joint);
                        Beyond::Winch { paid_out: self.vector(&paid_out), noted }
                    }
                    Guide::Sheave { joint, .. } => {
                        Beyond::Sheave { joint: joint.index(), other: None }
                    }
                };
                let directed = sides.filter(|_| what == What::Twist).map(|own| own[end]);
                self.brought.push(Brought { piece: pieces[end], directed, end, what, first, from });
            }
        }
    }

    /// Finds the other sides of sheaves.
    fn join_brought(&mut self) {
        let all: Vec<(What, Option<usize>)> =
            self.brought.iter().map(|own| (own.what, own.from.joint())).collect();
        for (index, own) in self.brought.iter_mut().enumerate() {
            if let Beyond::Sheave { joint, other } = &mut own.from {
                let is_other = |k: &usize| *k != index && all[*k] == (own.what, Some(*joint));
                *other = (0..all.len()).find(is_other);
            }
        }
    }

    /// What resists the twist of a cable, where it is not only to hang somewhere.
    pub(super) fn resists_twist<'a>(&self, cable: &'a CableOf) -> Option<&'a Torsion> {
        cable.torsion.as_ref().filter(|_| !self.still)
    }

    /// Its sides, by the same.
    pub(super) fn sides<'a>(&self, cable: &'a CableOf) -> Option<&'a Sides> {
        cable.sides.as_ref().filter(|_| !self.still)
    }

    /// Two axes across the rope that what clamps it has.
    pub(super) fn axes_of_clamp(
        &self,
        foundation: &Foundation<'_, '_>,
        clamp: &Clamp,
    ) -> [Linear; 2] {
        clamp.across().map(|axis| self.direction(foundation, clamp.frame, &axis))
    }

    /// Axes stay across a slope, by multipliers that the group of a unit has.
    pub(super) fn keep_across(
        &mut self,
        owner: Owner,
        unit: usize,
        axes: &[Linear; 2],
        slope: &Linear,
    ) {
        let Some(group) = self.units[unit].group else { return };
        let slope = self.vector(slope);
        for axis in axes {
            let axis = self.vector(axis);
            let multiplier = self.multiplier(owner, group);
            let product = Imposed::new(DotProduct { value: 0.0 }, [slope, axis], [multiplier]);
            self.equations.products.push(product);
        }
    }

    /// The index of what twists a piece of a cable.
    pub(super) fn twisted_piece(&self, id: CableId, piece: usize) -> Option<usize> {
        let turns = self.turns[id.index()].clone();
        let turn = Some(turns.start + piece).filter(|_| !turns.is_empty())?;
        self.elements.twisted_pieces.binary_search_by_key(&turn, |own| own.turn).ok()
    }

    /// Turns stand behind the coordinates of joints, which are complete by now.
    pub(super) fn count_turns(&mut self) {
        let joints = self.coordinates.len();
        for piece in &mut self.elements.twisted_pieces {
            piece.turn += joints;
            piece.untwisted.iter_mut().flatten().for_each(|own| *own += joints);
            if let Some(flow) = &mut piece.flow {
                flow.brings.iter_mut().flatten().for_each(|own| *own += joints);
                flow.springs.iter_mut().for_each(|own| *own += joints);
                flow.passes.iter_mut().flatten().for_each(|(own, _)| *own += joints);
            }
        }
        self.passed.iter_mut().for_each(|own| own.twist += joints);
        for own in &mut self.brought {
            own.first += joints;
            if let Beyond::Winch { noted, .. } = &mut own.from {
                *noted = noted.start + joints..noted.end + joints;
            }
        }
        self.join_brought();
        for piece in &mut self.elements.directed_pieces {
            piece.untwisted.iter_mut().flatten().for_each(|own| *own += joints);
            if let Some(flow) = &mut piece.flow {
                flow.brings.iter_mut().flatten().for_each(|own| *own += joints);
            }
        }
        for own in &mut self.turns {
            *own = own.start + joints..own.end + joints;
        }
    }
}
