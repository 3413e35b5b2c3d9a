//! `stiction`: dry friction that holds until what acts is more than the static limit, by events.
//!
//! While it sticks, a latch holds the coordinate where it is. It slips when the effort that this takes exceeds the static
//! limit; then kinetic friction acts against the motion, until the rate changes its sign and the coordinate is held again.
//! Events of one instant follow each other: where the motion turns it is held first, and slips the other way
//! if that takes too much.

use cdl_graph::{
    Assignment, BinaryOp, Event, JointQuantity, Latching, Node, NodeId, Sensor, Trigger, UnaryOp,
};

use super::limits::Limited;
use super::variants::Stiction;
use crate::lower::{Fields, Lowered, Lowering};
use crate::symbolic::Scalars;

impl Lowering<'_> {
    /// The effort along a coordinate with its kinetic friction; `start_rate` is what the joint's start says.
    pub(super) fn with_stiction(
        &mut self,
        at: &Limited<'_>,
        stiction: &Stiction,
        fields: Fields<'_>,
        [start, start_rate, effort]: [NodeId; 3],
    ) -> Lowered<NodeId> {
        let [limit, kinetic] = [fields.value(&stiction.limit)?, fields.value(&stiction.kinetic)?];
        let speed = fields.value(&stiction.speed)?;
        let (path, origin) = (&at.element.path, at.element.origin());
        let [zero, one] = [0.0, 1.0].map(|value| self.constant(value));
        let is_still = self.binary(BinaryOp::Eq, start_rate, zero);
        let at_start = self.add(Node::Select { condition: is_still, then: one, otherwise: zero });
        let coordinate = at.index as u8;
        let latch = self.hold(at.element, "stuck", [(coordinate, start)].into(), at_start)?;
        let direction = self.unary(UnaryOp::Sign, start_rate);
        let slides = self.state_of_events(format!("{path}.slides"), origin, direction)?;
        let direction = self.add(Node::Sensor { sensor: Sensor::State(slides), component: 0 });
        let sticks = self.is_closed(latch);
        let held = self.held_by(latch);
        let pull = self.unary(UnaryOp::Abs, held);
        let exceeds = self.binary(BinaryOp::Gt, pull, limit);
        let slips = self.binary(BinaryOp::And, sticks, exceeds);
        let rate = {
            let (joint, quantity) = (at.joint, JointQuantity::Rate);
            let sensor = Sensor::Joint { joint, quantity, coordinate };
            self.add(Node::Sensor { sensor, component: 0 })
        };
        let onward = self.times(rate, direction);
        let least = self.negate(speed);
        let back = self.binary(BinaryOp::Lt, onward, least);
        let moves = self.unary(UnaryOp::Not, sticks);
        let stops = self.binary(BinaryOp::And, moves, back);
        // It goes where it is pulled, which the lock holds against.
        let away = self.unary(UnaryOp::Sign, held);
        let away = self.negate(away);
        let kept = self.kept(at.joint, latch);
        let within = [zero; 2];
        for (what, condition, assignments, latching) in [
            (
                "slips",
                slips,
                vec![Assignment { state: slides, value: away }],
                Latching::Open { latches: vec![latch] },
            ),
            (
                "sticks",
                stops,
                kept,
                Latching::Close { latch, within: within[0], turned: within[1] },
            ),
        ] {
            self.events.push(Event {
                path: format!("{path} {what}"),
                origin,
                trigger: Trigger::When { condition, margin: None, initially: true },
                assignments,
                latching: vec![latching],
                note: None,
                stop: None,
                is_quiet: false,
            });
        }
        let resists = self.times(kinetic, direction);
        let resists = self.add(Node::Select { condition: sticks, then: zero, otherwise: resists });
        Ok(self.minus(effort, resists))
    }
}
