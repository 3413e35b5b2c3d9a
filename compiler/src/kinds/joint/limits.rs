//! `limits`: stops at the ends of a coordinate's way.
//!
//! A stop acts where the coordinate is beyond it and the stop pushes; it never pulls. Whether it acts is a variable that events set, so
//! steps end where the effort jumps or has its kink, in every integrator. Before a run, while an equilibrium is looked for, no events
//! happen: then the variable is [`UNDECIDED`], and the effort is what the place and the rate themselves say.

use cdl_graph::{
    Assignment, BinaryOp, Event, JointId, JointQuantity, Latching, Node, NodeId, Part, Sensor,
    Trigger, UnaryOp,
};

use super::variants::blocks::Limits;
use crate::lower::{Fields, Lowered, Lowering, Unlowered};
use crate::symbolic::Scalars;
use crate::typed::Element;

/// Of a stop, before events say whether it acts.
const UNDECIDED: f64 = -1.0;

/// Of the speed at which a motion rests on a hard stop.
const ROUNDING: f64 = 1e-6;

/// A coordinate that has stops.
pub(super) struct Limited<'e> {
    pub(super) element: &'e Element,
    pub(super) joint: JointId,
    pub(super) index: usize,
}

/// One of both ends, seen so that the way into it is positive.
struct Stop {
    name: &'static str,
    limit: NodeId,
    is_upper: bool,
}

/// What a stop does.
#[derive(Clone, Copy)]
enum Law {
    /// Stiffness and damping.
    Spring([NodeId; 2]),
    /// Restitution, and below which speed it comes to rest.
    Impact([NodeId; 2]),
}

impl Lowering<'_> {
    /// The effort along a coordinate with what its stops exert.
    pub(super) fn with_limits(
        &mut self,
        at: &Limited<'_>,
        limits: &Limits,
        stops: Fields<'_>,
        effort: NodeId,
    ) -> Lowered<NodeId> {
        let law = match (stops.given(&limits.restitution), stops.given(&limits.stiffness)) {
            (Some(restitution), _) => Law::Impact([restitution, stops.value(&limits.rest)?]),
            (None, Some(stiffness)) => Law::Spring([stiffness, stops.value(&limits.damping)?]),
            // Told by the check of the fields.
            (None, None) => return Err(Unlowered),
        };
        let lower = stops.given(&limits.lower);
        let lower = lower.map(|limit| Stop { name: "lower", limit, is_upper: false });
        let upper = stops.given(&limits.upper);
        let upper = upper.map(|limit| Stop { name: "upper", limit, is_upper: true });
        lower.into_iter().chain(upper).try_fold(effort, |effort, stop| {
            let law = match law {
                Law::Spring(law) => law,
                Law::Impact(law) => {
                    self.hard_stop(at, &stop, law)?;
                    return Ok(effort);
                }
            };
            let pushes = self.stop(at, &stop, law)?;
            Ok(match stop.is_upper {
                true => self.minus(effort, pushes),
                false => self.plus(effort, pushes),
            })
        })
    }

    /// Impacts where the coordinate meets the limit, and a lock where it rests there, until that would have to pull.
    fn hard_stop(
        &mut self,
        at: &Limited<'_>,
        stop: &Stop,
        [restitution, rest]: [NodeId; 2],
    ) -> Lowered<()> {
        let (path, origin) = (&at.element.path, at.element.origin());
        let zero = self.constant(0.0);
        let words = format!("resting on {}", stop.name);
        let held = vec![(at.index as u8, stop.limit)];
        let latch = self.hold(at.element, &words, held, false)?;
        let [place, rate] = [JointQuantity::Coordinate, JointQuantity::Rate]
            .map(|quantity| self.joint_reading(at.joint, at.index as u8, quantity));
        let way = self.beyond(stop, place);
        let speed = if stop.is_upper { rate } else { self.negate(rate) };
        let inside = self.binary(BinaryOp::Gt, way, zero);
        // What is let go is not hit by the rounding of its rate.
        let share = self.constant(ROUNDING);
        let least = self.times(share, rest);
        let inward = self.binary(BinaryOp::Gt, speed, least);
        let meets = self.binary(BinaryOp::And, inside, inward);
        let rests = self.is_closed(latch);
        let flies = self.unary(UnaryOp::Not, rests);
        let meets = self.binary(BinaryOp::And, flies, meets);
        // An upper stop pushes back.
        let push = self.held_by(latch);
        let pull = if stop.is_upper { push } else { self.negate(push) };
        let pulls = self.binary(BinaryOp::Gt, pull, zero);
        let leaves = self.binary(BinaryOp::And, rests, pulls);
        for (verb, condition, latching) in [
            (
                "meets",
                meets,
                Latching::Bounce { latch, is_upper: stop.is_upper, restitution, rest },
            ),
            ("leaves", leaves, Latching::Open { latches: vec![latch] }),
        ] {
            self.events.push(Event {
                path: format!("{path} {verb} its limit `{}`", stop.name),
                origin,
                trigger: Trigger::When { condition, margin: None, initially: true },
                parts: vec![Part { latching: vec![latching], ..Part::default() }],
                is_quiet: false,
            });
        }
        Ok(())
    }

    /// What a stop exerts out of it: `k d + c d'` for the way `d` into it, where that pushes.
    fn stop(
        &mut self,
        at: &Limited<'_>,
        stop: &Stop,
        [stiffness, damping]: [NodeId; 2],
    ) -> Lowered<NodeId> {
        let [place, rate] = [JointQuantity::Coordinate, JointQuantity::Rate]
            .map(|quantity| self.joint_reading(at.joint, at.index as u8, quantity));
        let way = self.beyond(stop, place);
        let speed = if stop.is_upper { rate } else { self.negate(rate) };
        let (spring, damper) = (self.times(stiffness, way), self.times(damping, speed));
        let effort = self.plus(spring, damper);
        let zero = self.constant(0.0);
        let inside = self.binary(BinaryOp::Gt, way, zero);
        let pushes = self.binary(BinaryOp::Gt, effort, zero);
        let acts = self.binary(BinaryOp::And, inside, pushes);
        let acting = self.acting(at, stop, acts)?;
        let decided = self.binary(BinaryOp::Ge, acting, zero);
        let pushed = |this: &mut Self, condition| {
            this.add(Node::Select { condition, then: effort, otherwise: zero })
        };
        let (by_events, by_itself) = (pushed(self, acting), pushed(self, acts));
        Ok(self.add(Node::Select { condition: decided, then: by_events, otherwise: by_itself }))
    }

    /// A variable that is 1 while a stop acts, with the events that set it.
    fn acting(&mut self, at: &Limited<'_>, stop: &Stop, acts: NodeId) -> Lowered<NodeId> {
        let (path, origin) = (&at.element.path, at.element.origin());
        let start = self.constant(UNDECIDED);
        let state = self.state_of_events(format!("{path}.limits.{}", stop.name), origin, start)?;
        let [zero, one] = [0.0, 1.0].map(|value| self.constant(value));
        let rests = self.unary(UnaryOp::Not, acts);
        let when = |condition| Trigger::When { condition, margin: None, initially: false };
        for (verb, trigger, value, is_quiet) in [
            ("begins at", Trigger::At { time: zero }, acts, true),
            ("meets", when(acts), one, false),
            ("leaves", when(rests), zero, false),
        ] {
            self.events.push(Event {
                path: format!("{path} {verb} its limit `{}`", stop.name),
                origin,
                trigger,
                parts: vec![Part {
                    assignments: vec![Assignment { state, value }],
                    ..Part::default()
                }],
                is_quiet,
            });
        }
        Ok(self.add(Node::Sensor { sensor: Sensor::State(state), component: 0 }))
    }

    /// How far a coordinate is beyond the limit, positive into the stop.
    fn beyond(&mut self, stop: &Stop, coordinate: NodeId) -> NodeId {
        match stop.is_upper {
            true => self.minus(coordinate, stop.limit),
            false => self.minus(stop.limit, coordinate),
        }
    }
}
