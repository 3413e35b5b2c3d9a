//! Cables as nodes with links or segments between them.
//!
//! Nodes are counted from start to end whatever end is the root in the forest. A pinned end is a
//! point of a body, and free ones and all between are units of their own; so a cable of n pieces
//! has n + 1 nodes, and n - 1 units at least.
//!
//! | piece | inertia | what holds it | in |
//! |---|---|---|---|
//! | rigid link | consistent, m/3 on each node and m/6 between | a distance with a multiplier | `rigid_links` |
//! | lumped segment | m/2 on each node | a spring, or a controller | `lumped` |
//! | of a spline | consistent, with slopes | moments of its stretch, with multipliers | `spline` |
//! | of a B-spline, which has more nodes than pieces | consistent | its stretch, by its energy | `bspline` |

use cdl_graph::{CableEnd, CableId};

use super::{Foundation, Parts};
use crate::assembly::Owner;
use crate::constrained::cable::bending::Joint;
use crate::constrained::cable::clump::ClumpOn;
use crate::constrained::cable::fluid::PieceInFluid;
use crate::constrained::elements::mass::LinkMass;
use crate::constrained::units::UnitKind;
use crate::constrained::vectors::{Linear, VectorId};
use crate::mechanism::{CableKind, CableOf, Clamp};

impl Parts {
    /// Nodes and pieces of a cable; `root` is the end that the forest holds (0 start, 1 end).
    pub(super) fn cable(
        &mut self,
        foundation: &mut Foundation<'_, '_>,
        id: CableId,
        root: u8,
    ) -> Option<()> {
        let nodes = self.cable_nodes(foundation, id);
        self.nodes[id.index()] = nodes.iter().map(|node| self.seldom_vector(node)).collect();
        let kind = foundation.assembly.mechanism.cables[id.index()].pieces.kind;
        match kind {
            CableKind::Spline { .. } => {
                self.spline(foundation, id, &nodes);
                self.clumps(foundation, id);
                self.piece_multipliers(id, root, &nodes);
            }
            CableKind::BSpline { .. } => {
                self.bspline(foundation, id, &nodes);
                self.clumps(foundation, id);
            }
            CableKind::RigidLinks(_) | CableKind::Lumped => {
                self.straight_pieces(foundation, id, &nodes);
                if !kind.stretches() {
                    self.piece_multipliers(id, root, &nodes);
                }
            }
        }
        Some(())
    }

    /// Masses on a cable, whose pieces are there.
    fn clumps(&mut self, foundation: &Foundation<'_, '_>, id: CableId) {
        let cable = &foundation.assembly.mechanism.cables[id.index()];
        let gravity = cable.loads().gravity;
        for &(arc_length, mass) in cable.clumps.iter() {
            let at = self.station(foundation, id, arc_length);
            self.weigh(&at, gravity * mass);
            let place = (id.index(), self.locate(foundation, id, arc_length));
            let at = self.vector(&at);
            self.elements.clumps.push(ClumpOn::of(place, at, mass, gravity));
        }
    }

    /// From start to end.
    fn cable_nodes(&mut self, foundation: &Foundation<'_, '_>, id: CableId) -> Vec<Linear> {
        let found = &foundation.assembly.graph.cables[id.index()];
        let cable = &foundation.assembly.mechanism.cables[id.index()];
        let count = cable.links().count();
        let mut nodes = Vec::with_capacity(count + 1);
        for node in 0..=count {
            let end = match node {
                0 => found.ends[0],
                _ if node == count => found.ends[1],
                _ => CableEnd::Free,
            };
            nodes.push(match end.frame() {
                Some(frame) => self.origin(foundation, frame),
                None => {
                    let unit = match self.resists_twist(cable) {
                        Some(torsion) => self.section(id, cable, torsion),
                        None => self.unit(Owner::Cable(id.index()), UnitKind::Node, true),
                    };
                    Linear::default().plus(unit, [1.0, 0.0, 0.0, 0.0], 1.0)
                }
            });
        }
        nodes
    }

    /// Links or segments between these nodes, and what bends them.
    fn straight_pieces(&mut self, foundation: &Foundation<'_, '_>, id: CableId, nodes: &[Linear]) {
        let mechanism = foundation.assembly.mechanism.clone();
        let cable = &mechanism.cables[id.index()];
        let links = cable.links();
        let loads = cable.loads();
        let common = loads.clone();
        let fluids = &mechanism.fluids;
        let in_fluid = loads.feels_fluids() && (fluids.air.is_some() || fluids.water.is_some());
        let clamps = self.clamps(foundation, cable);
        let axes = self.side_axes(foundation, cable);
        let joint = |sides: [(VectorId, f64); 2]| Joint {
            lines: sides.map(|(line, _)| line),
            lengths: sides.map(|(_, length)| length),
            bending: &loads.bending,
            axes,
        };
        // What stands before a piece: a vector along it, and its length.
        let mut previous = clamps[0].map(|clamp| (clamp, 0.0));
        for link in 0..links.count() {
            let ends = [&nodes[link], &nodes[link + 1]];
            let mass = links.masses()[link];
            let length = links.lengths()[link];
            let plain =
                !cable.pieces.kind.stretches() && ends.iter().all(|end| self.is_own_node(end));
            let vectors = ends.map(|end| self.seldom_vector(end));
            let weight = loads.gravity * (0.5 * mass);
            for end in ends {
                self.weigh(end, weight);
            }
            let line = ends[1].clone().plus_all(ends[0], -1.0);
            let line = self.seldom_vector(&line);
            if !plain || in_fluid {
                vectors.into_iter().for_each(|end| self.vectors.need(end));
            }
            if !plain || !loads.bending.is_none() {
                self.vectors.need(line);
            }
            let lumped = cable.pieces.kind.has_mass_on_nodes();
            if plain {
                self.plain_links
                    .push((self.elements.link_masses.len(), self.equations.distances.len()));
            }
            self.elements.link_masses.push(LinkMass::of(vectors, mass, lumped));
            if in_fluid {
                let piece = PieceInFluid::of(vectors, length, common.clone(), lumped);
                self.elements.pieces_in_fluid.push(piece);
            }
            if let (Some(before), false) = (previous, loads.bending.is_none()) {
                self.elements.bend(&joint([before, (line, length)]));
            }
            previous = Some((line, length));
            let pulled = match cable.axial() {
                None => self.rigid_link(line, length),
                Some(law) => self.segment(line, length, law),
            };
            self.pieces[id.index()].push(pulled);
        }
        if let (Some(last), Some(end)) = (previous, clamps[1]) {
            self.elements.bend(&joint([last, (end, 0.0)]));
        }
    }

    /// The directions that both ends are clamped in.
    pub(super) fn clamps(
        &mut self,
        foundation: &Foundation<'_, '_>,
        cable: &CableOf,
    ) -> [Option<VectorId>; 2] {
        cable.clamps.map(|clamp| {
            let Clamp { frame, direction, side: _ } = clamp?;
            let direction = self.direction(foundation, frame, &direction);
            Some(self.vector(&direction))
        })
    }

    /// The direction and the side of a clamp that has a side.
    pub(super) fn side_axes(
        &mut self,
        foundation: &Foundation<'_, '_>,
        cable: &CableOf,
    ) -> Option<[VectorId; 2]> {
        cable.clamps.iter().flatten().find_map(|clamp| {
            let axes = [clamp.direction, clamp.side?];
            Some(axes.map(|axis| {
                let axis = self.direction(foundation, clamp.frame, &axis);
                self.vector(&axis)
            }))
        })
    }

    /// Whether a point is a node with unknowns of its own.
    /// Only links between such nodes are filled without vectors ([`crate::constrained`]'s plain
    /// links).
    fn is_own_node(&self, point: &Linear) -> bool {
        let &[(unit, coefficients)] = point.terms() else { return false };
        let unit = &self.units[unit];
        matches!(unit.kind, UnitKind::Node) && unit.group.is_some() && coefficients[0] == 1.0
    }

    /// The place at an arc length from the start (m), clamped to the cable.
    /// Linear in the two nodes of the piece, and in their slopes.
    pub(super) fn station(
        &self,
        foundation: &Foundation<'_, '_>,
        id: CableId,
        arc_length: f64,
    ) -> Linear {
        if let Some(place) = self.on_bspline(id, arc_length) {
            return place;
        }
        let (link, fraction) = self.locate(foundation, id, arc_length);
        let cable = &foundation.assembly.mechanism.cables[id.index()];
        if cable.pieces.kind.is_curved() {
            return self.on_spline(id, cable, (link, fraction));
        }
        Linear::default()
            .plus_all(&self.node(id, link), 1.0 - fraction)
            .plus_all(&self.node(id, link + 1), fraction)
    }

    /// Counted from the start.
    pub(super) fn node(&self, id: CableId, index: usize) -> Linear {
        self.vectors.linear(self.nodes[id.index()][index])
    }

    /// The link counted from the start, and the fraction of it.
    pub(super) fn locate(
        &self,
        foundation: &Foundation<'_, '_>,
        id: CableId,
        arc_length: f64,
    ) -> (usize, f64) {
        foundation.assembly.mechanism.cables[id.index()].links().locate(arc_length)
    }
}
