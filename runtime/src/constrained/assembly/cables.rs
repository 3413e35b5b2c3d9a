//! Cables as nodes with links or segments between them.
//!
//! Nodes are counted from start to end whatever end is the root in the forest. A pinned end is a
//! point of a body, and free ones and all between are units of their own; so a cable of n pieces
//! has n + 1 nodes, and n - 1 units at least.
//!
//! | piece | inertia | what holds it |
//! |---|---|---|
//! | rigid link | consistent, m/3 on each node and m/6 between | a distance with a multiplier |
//! | lumped segment | m/2 on each node | a spring, or a controller |

use std::sync::Arc;

use cdl_graph::{CableEnd, CableId};

use super::{Foundation, Parts};
use crate::assembly::Owner;
use crate::chain::lumped::AxialLaw;
use crate::constrained::cable::bending::BentJoint;
use crate::constrained::cable::control::ControlledSegment;
use crate::constrained::cable::fluid::PieceInFluid;
use crate::constrained::cable::segment::Segment;
use crate::constrained::elements::line::Line;
use crate::constrained::elements::mass::LinkMass;
use crate::constrained::equations::{Imposed, Length};
use crate::constrained::matrix::{Multiplier, Wires};
use crate::constrained::units::UnitKind;
use crate::constrained::vectors::{Linear, VectorId};
use crate::laws::Spring;
use crate::mechanism::CableKind;

/// A link whose two nodes have groups that may not take its multiplier.
pub(super) struct ClosingLink {
    cable: usize,
    /// Counted from the start.
    link: usize,
}

impl Parts {
    /// Nodes and links of a cable; `root` is the end that the forest holds (0 start, 1 end).
    ///
    /// A link's multiplier is eliminated together with the node that is farther from the root, so
    /// that a tree of cables and bodies has no fill.
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
            let plain = matches!(cable.kind, CableKind::RigidLinks(_))
                && ends.iter().all(|end| self.is_own_node(end));
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
            let (own, shared) = match cable.kind {
                CableKind::RigidLinks(_) => (mass / 3.0, mass / 6.0),
                CableKind::Lumped => (0.5 * mass, 0.0),
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
                let lumped = cable.kind == CableKind::Lumped;
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
            match (cable.kind, cable.segments.law) {
                (CableKind::RigidLinks(_), _) => {
                    self.pieces[id.index()].push(self.equations.distances.len());
                    // It gets its multiplier below.
                    let multiplier = Multiplier { group: 0, row: 0 };
                    let link = Imposed::new(Length { length }, [line], [multiplier]);
                    self.equations.distances.push(link);
                }
                (CableKind::Lumped, AxialLaw::Spring { stiffness, damping, pushes }) => {
                    let spring = Spring { stiffness, damping, length, pushes };
                    self.pieces[id.index()].push(self.elements.segments.len());
                    let line = Line { vector: line, stiffness: Wires::default() };
                    self.elements.segments.push(Segment { line, spring });
                }
                (CableKind::Lumped, AxialLaw::Pid { proportional, derivative, integral }) => {
                    self.pieces[id.index()].push(self.elements.controlled_segments.len());
                    let line = Line { vector: line, stiffness: Wires::default() };
                    self.elements.controlled_segments.push(ControlledSegment {
                        line,
                        length,
                        proportional,
                        derivative,
                        integral,
                        place: self.elements.controlled_segments.len(),
                    });
                }
            }
        }
        if let CableKind::RigidLinks(_) = cable.kind {
            // The multiplier of a link goes with the node that is farther from the root, if that node
            // moves by itself.
            for link in 0..count {
                let outer = if root == 0 { link + 1 } else { link };
                match self.own_group(foundation, &nodes[outer], id, outer == 0 || outer == count) {
                    Some(group) => self.link_multiplier(id.index(), link, group),
                    None => self.closing.push(ClosingLink { cable: id.index(), link }),
                }
            }
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

    /// The group that a link's multiplier goes with: the node's, or that of the body that hangs on the
    /// cable there.
    fn own_group(
        &self,
        foundation: &Foundation<'_, '_>,
        node: &Linear,
        id: CableId,
        end: bool,
    ) -> Option<usize> {
        let &[(unit, _)] = node.terms() else { return None };
        if !end {
            return self.units[unit].group;
        }
        let carried = foundation.plan.forest.iter().any(|node| match node {
            cdl_graph::TreeNode::Body {
                body,
                connection: cdl_graph::Connection::Cable { cable, .. },
            } => *cable == id && self.unit_of[body.index()] == unit,
            _ => false,
        });
        let free = matches!(self.units[unit].kind, UnitKind::Node);
        if carried || free { self.units[unit].group } else { None }
    }

    /// Gives a link's distance its multiplier.
    fn link_multiplier(&mut self, cable: usize, link: usize, group: usize) {
        let multiplier = self.multiplier(Owner::Cable(cable), group);
        let distance = self.pieces[cable][link];
        self.equations.distances[distance].multipliers = [multiplier];
    }

    /// Links that lead to something imposed otherwise close a loop. After all bodies and cables of
    /// the forest have their groups.
    pub(super) fn close_cables(&mut self) {
        for closing in std::mem::take(&mut self.closing) {
            let group = self.loop_group();
            self.link_multiplier(closing.cable, closing.link, group);
        }
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
