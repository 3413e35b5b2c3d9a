//! `limits`: stops at the ends of a coordinate's way.
//!
//! A stop acts from where the coordinate meets it until it would pull. Which of both holds is a variable that events set, so steps
//! end where the effort jumps or has its kink, in every integrator. Where everything rests no events happen, and the
//! effort is that of a stop that never pulls.

use cdl_graph::{
    Assignment, BinaryOp, Event, JointId, JointQuantity, Node, NodeId, Sensor, State, StateId,
    Trigger,
};

use super::variants::Limits;
use crate::lower::{Fields, Lowered, Lowering, Unlowered};
use crate::schema::KindId;
use crate::symbolic::Scalars;
use crate::typed::{Element, Value};

/// A coordinate that has stops.
pub(super) struct Limited<'e> {
    pub(super) element: &'e Element,
    pub(super) joint: JointId,
    pub(super) index: usize,
    /// Of the coordinate, at time 0.
    pub(super) start: NodeId,
}

/// One of both ends, seen so that the way into it is positive.
struct Stop {
    name: &'static str,
    limit: NodeId,
    is_upper: bool,
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
        let law = [stops.value(&limits.stiffness)?, stops.value(&limits.damping)?];
        let lower = stops.given(&limits.lower);
        let lower = lower.map(|limit| Stop { name: "lower", limit, is_upper: false });
        let upper = stops.given(&limits.upper);
        let upper = upper.map(|limit| Stop { name: "upper", limit, is_upper: true });
        lower.into_iter().chain(upper).try_fold(effort, |effort, stop| {
            let pushes = self.stop(at, &stop, law)?;
            Ok(match stop.is_upper {
                true => self.minus(effort, pushes),
                false => self.plus(effort, pushes),
            })
        })
    }

    /// What a stop exerts out of it: `k d + c d'` for the way `d` into it, as long as they are in touch.
    fn stop(
        &mut self,
        at: &Limited<'_>,
        stop: &Stop,
        [stiffness, damping]: [NodeId; 2],
    ) -> Lowered<NodeId> {
        let read = |this: &mut Self, quantity| {
            let coordinate = at.index as u8;
            let sensor = Sensor::Joint { joint: at.joint, quantity, coordinate };
            this.add(Node::Sensor { sensor, component: 0 })
        };
        let (place, rate) =
            (read(self, JointQuantity::Coordinate), read(self, JointQuantity::Rate));
        let way = self.beyond(stop, place);
        let speed = if stop.is_upper { rate } else { self.negate(rate) };
        let (spring, damper) = (self.times(stiffness, way), self.times(damping, speed));
        let effort = self.plus(spring, damper);
        let zero = self.constant(0.0);
        let inside = self.binary(BinaryOp::Gt, way, zero);
        if self.rests() {
            let pushes = self.binary(BinaryOp::Max, effort, zero);
            return Ok(self.add(Node::Select { condition: inside, then: pushes, otherwise: zero }));
        }
        let way_at_start = self.beyond(stop, at.start);
        let start = self.binary(BinaryOp::Gt, way_at_start, zero);
        let state = StateId(u32::try_from(self.states.len()).map_err(|_| Unlowered)?);
        let (path, origin) = (&at.element.path, at.element.origin());
        let name = format!("{path}.limits.{}", stop.name);
        self.states.push(Some(State { path: name, origin, start, rate: None }));
        let touches = self.add(Node::Sensor { sensor: Sensor::State(state), component: 0 });
        let pulls = self.binary(BinaryOp::Lt, effort, zero);
        let leaves = self.binary(BinaryOp::And, touches, pulls);
        let one = self.constant(1.0);
        for (verb, condition, value) in [("meets", inside, one), ("leaves", leaves, zero)] {
            self.events.push(Event {
                path: format!("{path} {verb} its limit `{}`", stop.name),
                origin,
                trigger: Trigger::When { condition, margin: None },
                assignments: vec![Assignment { state, value }],
                note: None,
                stop: None,
            });
        }
        Ok(self.add(Node::Select { condition: touches, then: effort, otherwise: zero }))
    }

    /// How far a coordinate is beyond the limit, positive into the stop.
    fn beyond(&mut self, stop: &Stop, coordinate: NodeId) -> NodeId {
        match stop.is_upper {
            true => self.minus(coordinate, stop.limit),
            false => self.minus(stop.limit, coordinate),
        }
    }

    /// Whether an equilibrium is looked for, if only to start from.
    fn rests(&self) -> bool {
        self.model.experiment.as_ref().is_some_and(|own| {
            let starts_at_rest = own.fields.get("start").is_some_and(|start| {
                matches!(start.value, Value::Variant { name: "equilibrium", .. })
            });
            own.kind == KindId::Equilibrium || starts_at_rest
        })
    }
}
