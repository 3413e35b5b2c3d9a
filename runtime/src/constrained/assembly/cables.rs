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

use std::sync::Arc;

use cdl_graph::{CableEnd, CableId};

use super::{Foundation, Parts};
use crate::assembly::Owner;
use crate::constrained::cable::bending::BentJoint;
use crate::constrained::cable::fluid::PieceInFluid;
use crate::constrained::elements::mass::LinkMass;
use crate::constrained::matrix::Wires;
use crate::constrained::units::UnitKind;
use crate::constrained::vectors::{Linear, VectorId};

impl Parts {
    /// Nodes and links of a cable; `root` is the end that the forest holds (0 start, 1 end).
    pub(super) fn cable(
        &mut self,
        foundation: &mut Foundation<'_, '_>,
        id: CableId,
        root: u8,
    ) -> Option<()> {
        let found = &foundation.assembly.graph.cables[id.index()];
        let mechanism = foundation.assembly.mechanism.clone();
        let cable = &mechanism.cables[id.index()];
        let links = cable.links();
        let loads = &cable.loads;
        let common = Arc::new(cable.loads);
        let fluids = &mechanism.fluids;
        let in_fluid = loads.feels_fluids() && (fluids.air.is_some() || fluids.water.is_some());
        let mut previous: Option<(VectorId, f64)> = None;
        let count = links.count();
        let mut nodes = Vec::with_capacity(count + 1);
        for node in 0..=count {
            let end = match node {
                0 => found.ends[0],
                _ if node == count => found.ends[1],
                _ => CableEnd::Free,
            };
            nodes.push(match end {
                CableEnd::Pinned(frame) => self.origin(foundation, frame),
                CableEnd::Free => {
                    let unit = self.unit(Owner::Cable(id.index()), UnitKind::Node, true);
                    Linear::default().plus(unit, [1.0, 0.0, 0.0, 0.0], 1.0)
                }
            });
        }
        for link in 0..count {
            let ends = [&nodes[link], &nodes[link + 1]];
            let mass = links.masses()[link];
            let length = links.lengths()[link];
            let plain = !cable.kind.stretches() && ends.iter().all(|end| self.is_own_node(end));
            let vectors = ends.map(|end| self.seldom_vector(end));
            let weight = cable.loads.gravity * (0.5 * mass);
            for end in ends {
                self.weights.push((end.clone(), weight));
            }
            let line = ends[1].clone().plus_all(ends[0], -1.0);
            let line = self.seldom_vector(&line);
            if !plain || in_fluid {
                vectors.into_iter().for_each(|end| self.vectors.need(end));
            }
            if !plain || !loads.bending.is_none() {
                self.vectors.need(line);
            }
            let (own, shared) = if cable.kind.has_mass_on_nodes() {
                (0.5 * mass, 0.0)
            } else {
                (mass / 3.0, mass / 6.0)
            };
            if plain {
                self.plain_links
                    .push((self.elements.link_masses.len(), self.equations.distances.len()));
            }
            self.elements.link_masses.push(LinkMass {
                ends: vectors,
                own,
                shared,
                wires: Wires::default(),
            });
            if in_fluid {
                let lumped = cable.kind.has_mass_on_nodes();
                let wires = Wires::default();
                self.elements.pieces_in_fluid.push(PieceInFluid {
                    ends: vectors,
                    length,
                    loads: common.clone(),
                    lumped,
                    wires,
                });
            }
            if let (Some((before, spacing)), false) = (previous, loads.bending.is_none()) {
                self.elements.bent_joints.push(BentJoint {
                    lines: [before, line],
                    law: loads.bending.between([spacing, length]),
                    wires: Wires::default(),
                });
            }
            previous = Some((line, length));
            let pulled = match cable.axial() {
                None => self.rigid_link(line, length),
                Some(law) => self.segment(line, length, law),
            };
            self.pieces[id.index()].push(pulled);
        }
        if cable.axial().is_none() {
            self.link_multipliers(foundation, id, root, &nodes);
        }
        self.nodes[id.index()] = nodes;
        Some(())
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
    /// Linear in the two nodes of the piece.
    pub(super) fn station(
        &self,
        foundation: &Foundation<'_, '_>,
        id: CableId,
        arc_length: f64,
    ) -> Linear {
        let nodes = &self.nodes[id.index()];
        let (link, fraction) = self.locate(foundation, id, arc_length);
        Linear::default()
            .plus_all(&nodes[link], 1.0 - fraction)
            .plus_all(&nodes[link + 1], fraction)
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
