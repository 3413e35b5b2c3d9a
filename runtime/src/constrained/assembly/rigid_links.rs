//! Rigid links: each a distance between two nodes, with a multiplier that is minus its tension.
//!
//! A multiplier is eliminated together with the node that is farther from the root, so that a tree of
//! cables and bodies has no fill.

use cdl_graph::{CableId, Connection, Plan, TreeNode};

use super::Parts;
use crate::assembly::Owner;
use crate::constrained::cable::place::PulledBy;
use crate::constrained::equations::{Imposed, Length};
use crate::constrained::matrix::Multiplier;
use crate::constrained::units::UnitKind;
use crate::constrained::vectors::{Linear, VectorId};

/// A link whose two nodes have groups that may not take its multiplier.
pub(super) struct ClosingLink {
    /// Its index in the graph.
    cable: usize,
    /// Counted from the start.
    link: usize,
}

impl Parts {
    /// A link along a vector, `length` m long. Its multiplier comes with [`Parts::piece_multipliers`].
    pub(super) fn rigid_link(&mut self, line: VectorId, length: f64) -> PulledBy {
        let multiplier = Multiplier { group: 0, row: 0 };
        let index = self.equations.distances.len();
        self.equations.distances.push(Imposed::new(Length { length }, [line], [multiplier]));
        PulledBy::Link(index)
    }

    /// The multiplier of a link, or of the mean stretch of a piece of a spline, goes with the node that is farther from the root (0 start, 1 end), if that
    /// node moves by itself.
    pub(super) fn piece_multipliers(&mut self, id: CableId, root: u8, nodes: &[Linear]) {
        let count = nodes.len() - 1;
        for link in 0..count {
            let outer = if root == 0 { link + 1 } else { link };
            match self.own_group(&nodes[outer], id, outer == 0 || outer == count) {
                Some(group) => self.link_multiplier(id.index(), link, group),
                None => self.closing.push(ClosingLink { cable: id.index(), link }),
            }
        }
    }

    /// Finds which bodies hang on cables.
    pub(super) fn hang(&mut self, plan: &Plan) {
        self.hanging.extend(plan.forest.iter().filter_map(|node| match *node {
            TreeNode::Body { body, connection: Connection::Cable { cable, .. } } => {
                Some((cable, self.unit_of[body.index()]))
            }
            TreeNode::Body { .. } | TreeNode::Cable { .. } => None,
        }));
        self.hanging.sort_unstable();
    }

    /// The group that a link's multiplier goes with: the node's, or that of the body that hangs on the
    /// cable there.
    fn own_group(&self, node: &Linear, id: CableId, end: bool) -> Option<usize> {
        let &[(unit, _)] = node.terms() else { return None };
        if !end {
            return self.units[unit].group;
        }
        let first = self.hanging.partition_point(|&(cable, _)| cable < id);
        let mut hanging = self.hanging[first..].iter().take_while(|&&(cable, _)| cable == id);
        let carried = hanging.any(|&(_, hangs)| hangs == unit);
        let free = matches!(self.units[unit].kind, UnitKind::Node);
        if carried || free { self.units[unit].group } else { None }
    }

    /// Gives a link's distance, or a piece's mean stretch, its multiplier.
    fn link_multiplier(&mut self, cable: usize, link: usize, group: usize) {
        match self.pieces[cable][link] {
            PulledBy::Link(distance) => {
                let multiplier = self.multiplier(Owner::Cable(cable), group);
                self.equations.distances[distance].multipliers = [multiplier];
            }
            PulledBy::Spline(piece) => {
                let multiplier = self.multiplier(Owner::Cable(cable), group);
                self.equations.stretches[piece].multipliers[0] = multiplier;
            }
            PulledBy::Segment(_) | PulledBy::Controller(_) | PulledBy::Span(_) => {}
        }
    }

    /// Links that lead to something imposed otherwise close a loop. After all bodies and cables of
    /// the forest have their groups.
    pub(super) fn close_cables(&mut self) {
        for closing in std::mem::take(&mut self.closing) {
            let group = self.loop_group();
            self.link_multiplier(closing.cable, closing.link, group);
        }
    }
}
