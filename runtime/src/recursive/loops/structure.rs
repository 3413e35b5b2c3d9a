//! Which closing constraints feel each other, found once.
//!
//! A force on a closing moves what stands between the ground and the bodies it acts on, and what
//! hangs on that. So a row of `Λ` has entries for closings that share a moving body with it, and the
//! passes for a unit force go over the paths of those closings only: loops that do not interact cost
//! as much as each alone.
//!
//! Places count bodies and cables in one order, parents first: that of the passes. A cable between
//! two bodies has two parents, so paths are sets of places rather than chains.

use std::collections::BTreeSet;

use super::model::{Closing, Level, Row, Support};
use super::pattern::Pattern;
use crate::recursive::Pass;
use crate::recursive::cable::{CableModel, CableRoot, CableTip};
use crate::recursive::frame::FrameOn;
use crate::tree::{Parent, Tree};

/// A body of the tree or a cable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    /// Index in the tree.
    Body(usize),
    /// Index among the cables of the forest.
    Cable(usize),
}

/// Constant; found when a model is assembled, and again where closings get further rows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Structure {
    /// The whole forest, parents first.
    pub(crate) order: Vec<Node>,
    /// Of each closing.
    pub(crate) reaches: Vec<Reach>,
    /// Of `Λ`.
    pub(crate) pattern: Pattern,
}

/// What one closing acts on and moves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reach {
    /// From the ground to what the closing acts on: places in [`Structure::order`], ascending.
    pub(crate) path: Vec<u32>,
    /// The paths of all closings whose equations it accelerates, as far as they move; ascending.
    pub(crate) moved: Vec<u32>,
    /// Closings that it accelerates, itself included, and do not stand before it in the elimination.
    pub(crate) later: Vec<usize>,
}

impl Structure {
    /// `rows` and `terms` say what each closing acts on.
    pub(crate) fn new(
        tree: &Tree,
        cables: &[CableModel],
        passes: &[Pass],
        closings: &[Closing],
        rows: &[Row],
        terms: &[Support],
    ) -> Self {
        let mut order = Vec::new();
        for pass in passes {
            match pass {
                Pass::Bodies(bodies) => order.extend(bodies.clone().map(Node::Body)),
                Pass::Cable(cable) => order.push(Node::Cable(*cable)),
            }
        }
        let mut body_place = vec![0; tree.bodies()];
        let mut cable_place = vec![0; cables.len()];
        for (place, node) in order.iter().enumerate() {
            match node {
                Node::Body(body) => body_place[*body] = place,
                Node::Cable(cable) => cable_place[*cable] = place,
            }
        }
        let mut on_anchor = std::collections::BTreeMap::new();
        for (index, cable) in cables.iter().enumerate() {
            if let CableTip::Carries { anchor, .. } = cable.tip {
                on_anchor.insert(anchor, cable_place[index]);
            }
        }
        let body_of = |frame: &FrameOn| match frame {
            FrameOn::Body(frame) => Some(body_place[frame.body]),
            FrameOn::World(_) | FrameOn::Base { .. } => None,
        };
        let parents: Vec<[Option<usize>; 2]> = order
            .iter()
            .map(|node| match node {
                Node::Body(body) => match tree.parent(*body) {
                    Parent::World | Parent::Base(_) => [None; 2],
                    Parent::Body(parent) => [Some(body_place[parent]), None],
                    Parent::Anchor(anchor) => [on_anchor.get(&anchor).copied(), None],
                },
                Node::Cable(cable) => {
                    let cable = &cables[*cable];
                    let root = match &cable.root {
                        CableRoot::Free => None,
                        CableRoot::Held(frame) => body_of(frame),
                    };
                    let tip = match &cable.tip {
                        CableTip::Free | CableTip::Carries { .. } => None,
                        CableTip::Held(frame) => body_of(frame),
                    };
                    [root, tip]
                }
            })
            .collect();
        let moves: Vec<bool> = order
            .iter()
            .map(|node| match node {
                Node::Body(body) => {
                    let driven = tree
                        .coordinate_range(*body)
                        .enumerate()
                        .filter(|&(k, _)| tree.is_driven(*body, k));
                    tree.rate_range(*body).len() > driven.count()
                }
                Node::Cable(_) => true,
            })
            .collect();

        let mut reaches = vec![Reach::default(); closings.len()];
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); order.len()];
        for (index, closing) in closings.iter().enumerate() {
            let mut path = BTreeSet::new();
            let mut open: Vec<usize> = Vec::new();
            for row in closing.rows.clone() {
                for term in rows[row].terms.clone() {
                    match &terms[term] {
                        Support::Body(body) | Support::Rate { body, .. } => {
                            open.push(body_place[*body]);
                        }
                        Support::Cable { cable, .. } => open.push(cable_place[*cable]),
                        Support::Base(_) | Support::Drive(_) => {}
                    }
                }
            }
            while let Some(place) = open.pop() {
                if path.insert(place) {
                    open.extend(parents[place].iter().flatten());
                }
            }
            for &place in &path {
                if moves[place] {
                    users[place].push(index);
                }
            }
            reaches[index].path = path.into_iter().map(|place| place as u32).collect();
        }
        let mut neighbours: Vec<BTreeSet<usize>> =
            (0..closings.len()).map(|index| BTreeSet::from([index])).collect();
        for together in &users {
            for &a in together {
                neighbours[a].extend(together);
            }
        }
        for index in 0..closings.len() {
            let own: BTreeSet<u32> = reaches[index].path.iter().copied().collect();
            let mut moved: BTreeSet<u32> = own.clone();
            let candidates: BTreeSet<u32> =
                neighbours[index].iter().flat_map(|&other| reaches[other].path.clone()).collect();
            // Parents stand before children, so one sweep finds all that hangs on the path.
            for place in candidates {
                let hangs = parents[place as usize]
                    .iter()
                    .flatten()
                    .any(|parent| moved.contains(&(*parent as u32)));
                if hangs {
                    moved.insert(place);
                }
            }
            reaches[index].moved = moved.into_iter().collect();
        }
        let sizes: Vec<usize> = closings.iter().map(|closing| closing.rows.len()).collect();
        let starts: Vec<usize> = closings.iter().map(|closing| closing.rows.start).collect();
        // Where an equation on velocities repeats one between positions, that one has to stay.
        let on_velocities =
            |closing: &Closing| closing.rows.clone().any(|row| rows[row].level == Level::Velocity);
        let last: Vec<bool> = closings.iter().map(on_velocities).collect();
        let pattern = Pattern::new(&sizes, &starts, &neighbours, &last);
        for (index, reach) in reaches.iter_mut().enumerate() {
            let place = pattern.position(index);
            reach.later = neighbours[index]
                .iter()
                .copied()
                .filter(|&other| pattern.position(other) >= place)
                .collect();
        }
        Self { order, reaches, pattern }
    }

    /// Bodies and cables at these places, outward.
    pub(crate) fn nodes<'a>(
        &'a self,
        places: &'a [u32],
    ) -> impl DoubleEndedIterator<Item = Node> + 'a {
        places.iter().map(|&place| self.order[place as usize])
    }
}
