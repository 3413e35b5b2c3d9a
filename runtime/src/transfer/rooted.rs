//! Both sweeps over bodies of which the compliance is known by its root ([`mod@super::root`]).

use super::alone::Alone;
use super::axes::{Seen, turned};
use super::data::{Cut, Node, TransferData, Visitor};
use super::model::{Form, Slot, Transfer};
use super::root::{Body, Input};
use super::shaken::shake_symmetric;
use super::{Mat6, Vec6, carried};
use crate::spatial::{Pivot, Shake};
use crate::tree::{Tree, TreeData};

impl Transfer {
    /// Takes what comes into a body of this mass, from what this opposes, by itself or with others, and what acts on it.
    pub(super) fn join_root(
        &self,
        (body, mass): (usize, f64),
        root: usize,
        (alone, mut impedance, loads): (Option<&Alone>, Mat6, &Vec6),
        motion: &TreeData,
        data: &mut TransferData,
    ) -> Result<(), Pivot> {
        let station = &self.stations[body];
        let mut shake = motion.shaken.map(|seed| Shake::new(seed, body));
        if let (Some(shake), None) = (&mut shake, alone) {
            let size = impedance.abs();
            shake_symmetric(&mut impedance, shake, &size);
        }
        let known = match alone {
            Some(alone) => Body::alone(alone, mass, loads)?,
            None => Body::whole(&impedance, loads)?,
        };
        let falls = match station.rooted {
            Some(input) => {
                let own = &self.stations[input];
                let node = &data.nodes[own.node];
                let Seen { rotation, arm } = &data.stands[self.standing(input)].seen;
                let seen = |own: &Vec6| carried(&turned(rotation, own), &-arm);
                let Some(beyond) = own.root else { return Ok(()) };
                // What is carried comes later in the tree.
                let (carriers, beyond) = data.roots.split_at_mut(beyond);
                let (carrier, beyond) = (&mut carriers[root], &beyond[0]);
                let columns = beyond.columns();
                let input = Input {
                    columns: Mat6::from_columns(&std::array::from_fn::<_, 6, _>(|k| {
                        seen(&columns.column(k).into_owned())
                    })),
                    lead: beyond.lead(),
                    falls: seen(&(node.offset - beyond.bias)),
                    freedoms: node
                        .freedoms
                        .along
                        .map(|along| (seen(&along), along.dot(&node.known))),
                    count: node.freedoms.count,
                };
                carrier.join(&known, &input)?;
                input.falls
            }
            None => {
                let own = &mut data.roots[root];
                own.begin(&known)?;
                match alone {
                    Some(alone) => alone.falls(mass, loads),
                    None => own.compliance() * loads,
                }
            }
        };
        let node = &mut data.nodes[station.node];
        node.offset = falls;
        if let Some(shake) = &mut shake {
            data.roots[root].shake(shake, station.rooted.is_some());
            shake.matrix(&mut node.offset, &falls);
        }
        Ok(())
    }

    /// What the connection of a body opposes, where its carrier adds that to its own or has none.
    pub(super) fn hold_root(
        &self,
        body: usize,
        root: usize,
        held: (&Mat6, usize),
        data: &mut TransferData,
    ) -> Result<(), Pivot> {
        let station = &self.stations[body];
        let (own, node) = (&mut data.roots[root], &data.nodes[station.node]);
        own.hold(held, &node.known)?;
        let opposed = own.impedance(&(node.offset - own.bias));
        data.with(station.slot, Oppose { relation: &opposed.0, offset: &opposed.1 });
        Ok(())
    }

    /// What the joint of a body transmits whose carrier's motion is known, from how it would accelerate without its joint's rates, own axes.
    pub(super) fn answer_root(
        &self,
        motion: &TreeData,
        (body, root): (usize, usize),
        before: &Vec6,
        data: &mut TransferData,
    ) {
        let station = &self.stations[body];
        if station.handed == Form::Impedance && station.slot != Slot::Nothing {
            let beyond = before - data.nodes[station.node].offset;
            let wrench = data.roots[root].answer(&beyond);
            let shake = motion.shaken.map(|seed| Shake::new(!seed, body));
            data.with(station.slot, Bear { wrench: &wrench, shake });
        }
    }

    /// What comes into a body, and how fast that goes.
    pub(super) fn share_root(
        &self,
        (tree, motion): (&Tree, &TreeData),
        (body, root): (usize, usize),
        data: &mut TransferData,
    ) {
        let station = &self.stations[body];
        let is_found = station.handed == Form::Impedance || self.is_rooted(tree, body);
        if !is_found {
            let wrench = data.nodes[station.node].wrench;
            data.roots[root].bear(&wrench);
        }
        let Some(input) = station.rooted else { return };
        let own = &self.stations[input];
        let Some(beyond) = own.root else { return };
        let shake = motion.shaken.map(|seed| Shake::new(!seed, input));
        let (carriers, beyond) = data.roots.split_at_mut(beyond);
        let passed = carriers[root].pass(&mut beyond[0], shake);
        data.nodes[own.node].rate_offsets = passed.rates;
        data.with(own.slot, Bear { wrench: &passed.wrench, shake: None });
    }

    /// How a body accelerates, from how it would without its joint's rates, own axes.
    pub(super) fn accelerate_root(
        &self,
        (tree, body): (&Tree, usize),
        root: usize,
        before: &Vec6,
        data: &TransferData,
    ) -> Vec6 {
        let station = &self.stations[body];
        let node = &data.nodes[station.node];
        let freedoms = &node.freedoms;
        if station.slot == Slot::Nothing {
            return node.offset;
        }
        let own = data.roots[root].yields() + node.offset;
        if self.is_rooted(tree, body) {
            // Beside a light carrier that is torn about this is the small number of the two.
            if own.amax() < before.amax() {
                return own;
            }
            let rates = node.rate_offsets;
            return (0..freedoms.count).fold(*before, |now, k| now + freedoms.along[k] * rates[k]);
        }
        let beyond = own - before;
        (0..freedoms.count)
            .fold(*before, |now, k| now + freedoms.along[k] * freedoms.effort[k].dot(&beyond))
    }
}

/// Says what a connection holds, in the first columns, and how many these are.
pub(super) struct Hold<'a> {
    /// Of the body.
    pub(super) node: usize,
    /// How the body stands to its carrier.
    pub(super) seen: &'a Seen,
}

impl Visitor for Hold<'_> {
    type Answer = (Mat6, usize);

    fn visit<const N: usize, const K: usize>(
        self,
        nodes: &mut [Node],
        cut: &mut Cut<N>,
    ) -> Self::Answer {
        cut.stand(&nodes[self.node].freedoms, self.seen);
        let held = |i: usize, k: usize| if k < N { cut.held[(i, k)] } else { 0.0 };
        (Mat6::from_fn(held), N)
    }
}

/// Makes a connection of what a whole body opposes.
struct Oppose<'a> {
    /// `M` of `h = M A + p`, own axes.
    relation: &'a Mat6,
    /// `p`
    offset: &'a Vec6,
}

impl Visitor for Oppose<'_> {
    type Answer = ();

    fn visit<const N: usize, const K: usize>(self, _: &mut [Node], cut: &mut Cut<N>) {
        cut.relation = cut.held.transpose() * (self.relation * cut.held);
        cut.offset = cut.held.transpose() * self.offset;
    }
}

/// The forces of a connection from the wrench that it transmits.
struct Bear<'a> {
    /// On the body, own axes.
    wrench: &'a Vec6,
    /// Where last digits are changed.
    shake: Option<Shake>,
}

impl Visitor for Bear<'_> {
    type Answer = ();

    fn visit<const N: usize, const K: usize>(self, _: &mut [Node], cut: &mut Cut<N>) {
        cut.force = cut.held.transpose() * self.wrench;
        if let Some(mut shake) = self.shake {
            let size = cut.force;
            shake.matrix(&mut cut.force, &size);
        }
    }
}
