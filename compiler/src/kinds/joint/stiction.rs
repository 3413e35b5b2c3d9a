//! `stiction`: dry friction that holds until what acts is more than the static limit, by events.
//!
//! While it sticks, a latch holds the coordinate where it is. It slips when the effort that this takes exceeds the static
//! limit; then kinetic friction acts against the motion, until the rate changes its sign and the coordinate is held again.
//! Events of one instant follow each other: where the motion turns it is held first, and slips the other way
//! if that takes too much.

use cdl_graph::{
    Assignment, BinaryOp, Event, JointQuantity, Latching, Node, NodeId, Part, Sensor, Tears,
    Trigger, UnaryOp,
};

use super::limits::Limited;
use super::variants::blocks::Stiction;
use crate::lower::{Fields, Lowered, Lowering};
use crate::symbolic::Scalars;

/// Of the direction, until events say how a run begins: there is no friction while an equilibrium is looked for.
const UNDECIDED: f64 = -2.0;

impl Lowering<'_> {
    /// The effort along a coordinate, which begins at `start`, with its kinetic friction.
    pub(super) fn with_stiction(
        &mut self,
        at: &Limited<'_>,
        stiction: &Stiction,
        fields: Fields<'_>,
        [start, effort]: [NodeId; 2],
    ) -> Lowered<NodeId> {
        let [zero, undecided] = [0.0, UNDECIDED].map(|value| self.constant(value));
        // A signal may say that what slips is held better than what does not.
        let limit = fields.value(&stiction.limit)?;
        let limit = self.at_least_zero(limit);
        let kinetic = fields.value(&stiction.kinetic)?;
        let kinetic = self.at_least_zero(kinetic);
        let kinetic = self.binary(BinaryOp::Min, kinetic, limit);
        let speed = fields.value(&stiction.speed)?;
        let (path, origin) = (&at.element.path, at.element.origin());
        let coordinate = at.index as u8;
        let latch = self.hold(at.element, "stuck", [(coordinate, start)].into(), false)?;
        let slides = self.state_of_events(format!("{path} slides"), origin, undecided)?;
        // An impact moves it whatever the friction is; what it is then is decided as where a run begins.
        self.latches[latch.index()].tears = Some(Tears { state: slides, value: UNDECIDED });
        let direction = self.add(Node::Sensor { sensor: Sensor::State(slides), component: 0 });
        let is_undecided = self.binary(BinaryOp::Eq, direction, undecided);
        let direction =
            self.add(Node::Select { condition: is_undecided, then: zero, otherwise: direction });
        let sticks = self.is_closed(latch);
        let held = self.held_by(latch);
        let pull = self.unary(UnaryOp::Abs, held);
        let exceeds = self.binary(BinaryOp::Gt, pull, limit);
        let slips = self.binary(BinaryOp::And, sticks, exceeds);
        let rate = self.joint_reading(at.joint, coordinate, JointQuantity::Rate);
        let onward = self.times(rate, direction);
        let least = self.negate(speed);
        let back = self.binary(BinaryOp::Lt, onward, least);
        let moves = self.unary(UnaryOp::Not, sticks);
        let stops = self.binary(BinaryOp::And, moves, back);
        // It goes where it is pulled, which the lock holds against.
        let away = self.unary(UnaryOp::Sign, held);
        let away = self.negate(away);
        let kept = self.kept(at.joint, latch);
        let fast = {
            let size = self.unary(UnaryOp::Abs, rate);
            self.binary(BinaryOp::Gt, size, speed)
        };
        let slow = self.unary(UnaryOp::Not, fast);
        let begins_moving = self.binary(BinaryOp::And, is_undecided, fast);
        let begins_still = self.binary(BinaryOp::And, is_undecided, slow);
        let onward = self.unary(UnaryOp::Sign, rate);
        let mut at_rest = kept.clone();
        at_rest.push(Assignment { state: slides, value: zero });
        let close = || vec![Latching::Close { latch, within: zero, turned: zero }];
        for (what, condition, assignments, latching, is_quiet) in [
            (
                "slips",
                slips,
                vec![Assignment { state: slides, value: away }],
                vec![Latching::Open { latches: vec![latch] }],
                false,
            ),
            ("sticks", stops, kept, close(), false),
            ("begins at rest", begins_still, at_rest, close(), true),
            (
                "begins to slide",
                begins_moving,
                vec![Assignment { state: slides, value: onward }],
                Vec::new(),
                true,
            ),
        ] {
            self.events.push(Event {
                path: format!("{path} {what}"),
                origin,
                trigger: Trigger::When { condition, margin: None, initially: true },
                parts: vec![Part { assignments, latching, ..Part::default() }],
                is_quiet,
            });
        }
        let resists = self.times(kinetic, direction);
        let resists = self.add(Node::Select { condition: sticks, then: zero, otherwise: resists });
        Ok(self.minus(effort, resists))
    }
}
