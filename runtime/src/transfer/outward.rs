//! From roots to tips: what each connection transmits, then how each body accelerates.

use super::data::{Cut, Node, TransferData, Visitor};
use super::model::{Form, Slot, Transfer};
use super::{Vec6, carried, halves, shifted, stacked};
use crate::spatial::{Vec3, transposed_times};
use crate::tree::{Joint, Reaction, Tree, TreeData};

impl Transfer {
    /// Accelerations of `bodies` and what their joints transmit, and the derivatives `dv` of the velocity state (of the whole tree;
    /// the slots of `bodies` are written). What stands before the range must be there, and the sweep inward.
    pub(crate) fn outward(
        &self,
        bodies: std::ops::Range<usize>,
        tree: &Tree,
        motion: &mut TreeData,
        data: &mut TransferData,
        dv: &mut [f64],
    ) {
        for body in bodies {
            let station = &self.stations[body];
            if let Some(bead) = station.bead {
                self.answer_bead(body, bead, (tree, motion), data, dv);
                continue;
            }
            if let Some(ball) = station.ball {
                self.answer_ball(body, ball, (tree, motion), data, dv);
                continue;
            }
            let [alpha, linear] = motion.carrier_acceleration(tree, body);
            let carrier = stacked(&alpha, &linear);
            if station.handed == Form::Impedance {
                data.with(station.slot, Answer { carrier: &carrier });
            }
            data.with(station.slot, Transmit { node: station.node });
            let [bias_alpha, bias_linear] = motion.bias(body);
            let before =
                carried(&carrier, motion.arm_to(body)) + stacked(&bias_alpha, &bias_linear);
            self.share(body, motion, data);
            let now = self.accelerate(body, &before, data);
            if station.form == Form::Compliance {
                let node = &mut data.nodes[station.node];
                node.lost.note([&node.alone, &now], &node.wrench, node.sizes);
            }
            let node = &data.nodes[station.node];
            rates(tree, motion, body, node, &(now - before), dv);
            let ([alpha, linear], [moment, force]) = (halves(&now), halves(&node.wrench));
            motion.find(body, alpha, linear, Reaction { moment, force });
        }
    }

    /// What the joint of a bead transmits, and how the bead accelerates.
    fn answer_bead(
        &self,
        body: usize,
        index: usize,
        (tree, motion): (&Tree, &mut TreeData),
        data: &mut TransferData,
        dv: &mut [f64],
    ) {
        let station = &self.stations[body];
        let [carrier_alpha, carrier_linear] = motion.carrier_acceleration(tree, body);
        if let Slot::Three(slot) = station.slot {
            if station.handed == Form::Impedance {
                let carrier = stacked(&carrier_alpha, &carrier_linear);
                data.with(station.slot, Answer { carrier: &carrier });
            }
            data.beads[index].force = data.three[slot].force;
        }
        let now = &mut data.beads[index];
        let (force, moment) = (now.force, now.moment);
        let (passed, [alpha, linear]) = now.bead.outward(&force);
        if let Some(&input) = self.inputs[station.inputs.clone()].first() {
            let own = &self.stations[input];
            match (own.bead, own.slot) {
                (Some(other), Slot::Nothing) => data.beads[other].force = passed,
                (_, Slot::Three(slot)) => data.three[slot].force = passed,
                _ => {}
            }
        }
        let [bias, _] = motion.bias(body);
        let beyond = alpha - carrier_alpha - bias;
        let rates = transposed_times(motion.rotation(body), &beyond);
        dv[tree.rate_range(body)].copy_from_slice(rates.as_slice());
        motion.find(body, alpha, linear, Reaction { moment, force });
    }

    /// The forces of all compliances that come into a body, the one that was taken last first.
    fn share(&self, body: usize, motion: &TreeData, data: &mut TransferData) {
        let station = &self.stations[body];
        if station.form == Form::Impedance {
            return;
        }
        let mut wrench = data.nodes[station.node].wrench;
        for row in data.rows[station.rows.clone()].iter_mut().rev() {
            let against = row.gain.dot(&wrench) + row.shift;
            wrench -= stacked(&row.gradient[0], &row.gradient[1]) * against;
            // The row pushes along its gradient.
            row.force = -against;
        }
        for &input in self.inputs[station.inputs.clone()].iter().rev() {
            if self.stations[input].handed == Form::Compliance {
                let found = data.with(self.stations[input].slot, Share { wrench: &wrench });
                let forces = found.unwrap_or_else(Vec6::zeros);
                wrench -= shifted(&forces, motion.arm_to(input));
            }
        }
    }

    /// A body, from the acceleration of what carries it; linear and angular, at its reference point.
    fn accelerate(&self, body: usize, before: &Vec6, data: &mut TransferData) -> Vec6 {
        let station = &self.stations[body];
        let node = &data.nodes[station.node];
        match (station.slot, station.form) {
            (Slot::Nothing, Form::Impedance) => node.offset,
            // What the joint lets pass is in the offset.
            (Slot::Nothing, Form::Compliance) => node.offset,
            (_, Form::Compliance) => node.relation * node.wrench + node.offset,
            (_, Form::Impedance) => {
                let freedoms = &node.freedoms;
                (0..freedoms.count).fold(*before, |now, k| {
                    let rate = node.rate_offsets[k] - node.rate_gains[k].dot(before);
                    now + freedoms.along[k] * rate
                })
            }
        }
    }
}

/// The derivatives of the rates of one joint, from what the body does beyond its carrier.
fn rates(tree: &Tree, motion: &TreeData, body: usize, node: &Node, beyond: &Vec6, dv: &mut [f64]) {
    let range = tree.rate_range(body);
    let [alpha, linear] = halves(beyond);
    let rotation = motion.rotation(body);
    let turned = |vector: &Vec3| transposed_times(rotation, vector);
    let joint = tree.joint(body);
    match joint {
        Joint::Spherical => dv[range].copy_from_slice(turned(&alpha).as_slice()),
        Joint::Free => {
            let slots = &mut dv[range];
            slots[..3].copy_from_slice(turned(&alpha).as_slice());
            slots[3..].copy_from_slice(turned(&linear).as_slice());
        }
        Joint::Fixed
        | Joint::Revolute { .. }
        | Joint::Prismatic { .. }
        | Joint::Universal { .. }
        | Joint::Cylindrical { .. }
        | Joint::Planar { .. } => {
            for (k, index) in tree.coordinate_range(body).enumerate() {
                if tree.is_driven(body, k) {
                    dv[range.start + k] = motion.drives[index].acceleration;
                }
            }
            let freedoms = &node.freedoms;
            for k in 0..freedoms.count {
                dv[range.start + freedoms.coordinate[k]] = freedoms.effort[k].dot(beyond);
            }
        }
    }
}

/// The forces of an impedance at a known acceleration of its carrier.
struct Answer<'a> {
    /// Its acceleration.
    carrier: &'a Vec6,
}

impl Visitor for Answer<'_> {
    type Answer = ();

    fn visit<const N: usize, const K: usize>(self, _: &mut [Node], cut: &mut Cut<N>) {
        let along = cut.on_carrier.transpose() * self.carrier;
        for i in 0..N {
            let own = (0..N).map(|j| cut.relation[(i.max(j), i.min(j))] * along[j]);
            cut.force[i] = cut.offset[i] + own.sum::<f64>();
        }
    }
}

/// The forces of a compliance at a known wrench on its carrier; gives what they are on the body, without what was known before.
struct Share<'a> {
    /// On the carrier.
    wrench: &'a Vec6,
}

impl Visitor for Share<'_> {
    type Answer = Vec6;

    fn visit<const N: usize, const K: usize>(self, _: &mut [Node], cut: &mut Cut<N>) -> Vec6 {
        cut.force = cut.gain * self.wrench + cut.shift;
        cut.held * cut.force
    }
}

/// What the connection of a body transmits, from its forces.
struct Transmit {
    /// Of the body.
    node: usize,
}

impl Visitor for Transmit {
    type Answer = ();

    fn visit<const N: usize, const K: usize>(self, nodes: &mut [Node], cut: &mut Cut<N>) {
        let node = &mut nodes[self.node];
        node.wrench = cut.held * cut.force + node.known;
    }
}
