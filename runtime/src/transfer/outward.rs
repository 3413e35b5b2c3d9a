//! From roots to tips: what each connection transmits, then how each body accelerates.

use super::axes::{turned, turned_back};
use super::data::{Cut, Node, TransferData, Visitor};
use super::model::{Form, Slot, Transfer};
use super::{Vec6, carried, halves, shifted, stacked, symmetric};
use crate::spatial::{Shake, Vec3, transposed_times};
use crate::tree::{Joint, Parent, Reaction, Tree, TreeData};

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
            let [bias_alpha, bias_linear] = motion.bias(body);
            let before =
                carried(&carrier, motion.arm_to(body)) + stacked(&bias_alpha, &bias_linear);
            let axes = data.stands[self.standing(body)].axes;
            let before = turned_back(&axes, &before);
            match station.root {
                None => self.answer((tree, motion), body, &carrier, data),
                Some(root) => self.answer_root(motion, (body, root), &before, data),
            }
            data.with(station.slot, Transmit { node: station.node });
            match station.root {
                None => self.share(body, motion, data),
                Some(root) => self.share_root((tree, motion), (body, root), data),
            }
            let shake = motion.shaken.map(|seed| Shake::new(!seed, body));
            let now = match station.root {
                None => self.accelerate(body, &before, shake, data),
                Some(root) => self.accelerate_root((tree, body), root, &before, data),
            };
            let node = &data.nodes[station.node];
            self.rates((tree, motion), body, node, &(now - before), dv);
            let [alpha, linear] = halves(&turned(&axes, &now));
            let [moment, force] = halves(&turned(&axes, &node.wrench));
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
            let carrier = stacked(&carrier_alpha, &carrier_linear);
            self.answer((tree, motion), body, &carrier, data);
            data.beads[index].force = data.three[slot].force;
        }
        let now = &data.beads[index];
        let (force, moment) = (now.force, now.moment);
        let (mut passed, mut alpha) = now.bead.outward(&force);
        if let Some(seed) = motion.shaken {
            now.bead.shake_answer(Shake::new(!seed, body), &force, (&mut passed, &mut alpha));
        }
        if let Some(&input) = self.inputs[station.inputs.clone()].first() {
            let own = &self.stations[input];
            let passed =
                transposed_times(&data.stands[self.standing(input)].seen.rotation, &passed);
            match (own.bead, own.slot) {
                (Some(other), Slot::Nothing) => data.beads[other].force = passed,
                (_, Slot::Three(slot)) => data.three[slot].force = passed,
                _ => {}
            }
        }
        let axes = data.stands[self.standing(body)].axes;
        let [bias, bias_linear] = motion.bias(body);
        let beyond = alpha - transposed_times(&axes, &(carrier_alpha + bias));
        let rates = self.in_joint_axes(motion, body, &beyond);
        dv[tree.rate_range(body)].copy_from_slice(rates.as_slice());
        // Where the joint is its body goes with the carrier, which knows better than the difference of two forces.
        let linear = carrier_linear + carrier_alpha.cross(motion.arm_to(body)) + bias_linear;
        let reaction = Reaction { moment: axes * moment, force: axes * force };
        motion.find(body, axes * alpha, linear, reaction);
    }

    /// The forces of a connection that has been handed on as an impedance, at the acceleration of its carrier; world axes.
    fn answer(
        &self,
        (tree, motion): (&Tree, &TreeData),
        body: usize,
        carrier: &Vec6,
        data: &mut TransferData,
    ) {
        let station = &self.stations[body];
        if station.handed == Form::Impedance {
            let carrier = &match tree.parent(body) {
                Parent::Body(own) => turned_back(&data.stands[self.standing(own)].axes, carrier),
                Parent::World | Parent::Base(_) | Parent::Anchor(_) => *carrier,
            };
            let shake = motion.shaken.map(|seed| Shake::new(!seed, body));
            data.with(station.slot, Answer { carrier, shake });
        }
    }

    /// The forces of all compliances that come into a body, the one that was taken last first.
    fn share(&self, body: usize, motion: &TreeData, data: &mut TransferData) {
        let station = &self.stations[body];
        if station.form == Form::Impedance {
            return;
        }
        let mut wrench = data.nodes[station.node].wrench;
        let axes = data.stands[self.standing(body)].axes;
        for row in data.rows[station.rows.clone()].iter_mut().rev() {
            let against = row.gain.dot(&wrench) + row.shift;
            wrench -= turned_back(&axes, &stacked(&row.gradient[0], &row.gradient[1])) * against;
            // The row pushes along its gradient.
            row.force = -against;
        }
        for &input in self.inputs[station.inputs.clone()].iter().rev() {
            if self.stations[input].handed == Form::Compliance {
                let shake = motion.shaken.map(|seed| Shake::new(!seed, input));
                let found = data.with(self.stations[input].slot, Share { wrench: &wrench, shake });
                let seen = data.stands[self.standing(input)].seen;
                let forces = turned(&seen.rotation, &found.unwrap_or_else(Vec6::zeros));
                wrench -= shifted(&forces, &seen.arm);
            }
        }
    }

    /// A body, from the acceleration of what carries it; linear and angular, at its reference point, own axes. Along what its joint holds it goes with its
    /// carrier: what the forces in its joints make of a light body beside a heavy one is a small difference, which is read where nothing else tells.
    fn accelerate(
        &self,
        body: usize,
        before: &Vec6,
        shake: Option<Shake>,
        data: &TransferData,
    ) -> Vec6 {
        let station = &self.stations[body];
        let node = &data.nodes[station.node];
        let freedoms = &node.freedoms;
        if station.slot == Slot::Nothing {
            // What the joint lets pass is in the offset.
            return node.offset;
        }
        if station.form == Form::Compliance {
            let mut free = node.relation * node.wrench + node.offset;
            if let Some(mut shake) = shake {
                let size = node.relation.abs() * node.wrench.abs() + node.offset.abs();
                shake.matrix(&mut free, &size);
            }
            return (0..freedoms.count).fold(*before, |now, k| {
                now + freedoms.along[k] * freedoms.effort[k].dot(&(free - before))
            });
        }
        let mut rates: [f64; 3] =
            std::array::from_fn(|k| node.rate_offsets[k] - node.rate_gains[k].dot(before));
        if let Some(mut shake) = shake {
            for (k, rate) in rates.iter_mut().enumerate() {
                let size = node.rate_gains[k].abs().dot(&before.abs());
                shake.value(rate, size + node.rate_offsets[k].abs());
            }
        }
        (0..freedoms.count).fold(*before, |now, k| now + freedoms.along[k] * rates[k])
    }

    /// The derivatives of the rates of one joint, from what the body does beyond its carrier.
    fn rates(
        &self,
        (tree, motion): (&Tree, &TreeData),
        body: usize,
        node: &Node,
        beyond: &Vec6,
        dv: &mut [f64],
    ) {
        let range = tree.rate_range(body);
        let [alpha, linear] = halves(beyond);
        let turned = |vector: &Vec3| self.in_joint_axes(motion, body, vector);
        match tree.joint(body) {
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
}

/// The forces of an impedance at a known acceleration of its carrier.
struct Answer<'a> {
    /// Its acceleration, its own axes.
    carrier: &'a Vec6,
    /// Where last digits are changed.
    shake: Option<Shake>,
}

impl Visitor for Answer<'_> {
    type Answer = ();

    fn visit<const N: usize, const K: usize>(self, _: &mut [Node], cut: &mut Cut<N>) {
        let along = cut.on_carrier.transpose() * self.carrier;
        for i in 0..N {
            let own = (0..N).map(|j| cut.relation[(i.max(j), i.min(j))] * along[j]);
            cut.force[i] = cut.offset[i] + own.sum::<f64>();
        }
        if let Some(mut shake) = self.shake {
            let size = symmetric(&cut.relation).abs() * along.abs() + cut.offset.abs();
            shake.matrix(&mut cut.force, &size);
        }
    }
}

/// The forces of a compliance at a known wrench on its carrier; gives what they are on the body, without what was known before.
struct Share<'a> {
    /// On the carrier.
    wrench: &'a Vec6,
    /// Where last digits are changed.
    shake: Option<Shake>,
}

impl Visitor for Share<'_> {
    type Answer = Vec6;

    fn visit<const N: usize, const K: usize>(self, _: &mut [Node], cut: &mut Cut<N>) -> Vec6 {
        cut.force = cut.gain * self.wrench + cut.shift;
        if let Some(mut shake) = self.shake {
            let size = cut.gain.abs() * self.wrench.abs() + cut.shift.abs();
            shake.matrix(&mut cut.force, &size);
        }
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
