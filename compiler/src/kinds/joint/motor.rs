//! `motor`: a drive that limits effort, speed and power, by events.
//!
//! While it holds, a latch keeps the rate of the coordinate at the command, by a constraint on velocities. It lets go when that takes
//! more effort than the motor has, or when the command jumps; then the motor exerts its limit towards the command, until the
//! rate meets that and is held again. So nothing but rounding is left of an impact where it closes.

use cdl_graph::{
    Assignment, BinaryOp, Event, JointId, JointQuantity, LatchId, Latching, Node, NodeId, Part,
    Sensor, State, StateId, Tears, Trigger, UnaryOp,
};

use super::command::{Command, Unfit};
use super::ramp::Ramp;
use super::variants::{blocks::Motor, coordinates_of};
use crate::diagnostics;
use crate::lower::{Fields, Lowered, Lowering, Unlowered};
use crate::symbolic::Scalars;
use crate::typed::{Element, Handle};

/// Of the direction, before events say how a run begins, or what holds while a state of rest is looked for: then there is no motor.
const UNDECIDED: f64 = -3.0;
/// The same once the command is known.
const TOLD: f64 = -2.0;
/// Between both and a direction.
const DECIDED: f64 = -1.5;

/// A motor on its coordinate.
pub(super) struct At<'e> {
    pub(super) element: &'e Element,
    joint: JointId,
    coordinate: u8,
    motor: &'static Motor,
    fields: Fields<'e>,
}

/// A state, and the node that reads it.
pub(super) type Known = (StateId, NodeId);

/// What events of a motor speak of.
#[derive(Clone, Copy)]
struct Parts {
    /// Where it pushes, 1 or -1; 0 while it holds.
    direction: Known,
    is_decided: NodeId,
    rate: NodeId,
    /// The rate that it keeps or goes to.
    followed: NodeId,
    /// A rate that is so near to another is the same.
    tolerance: NodeId,
    latch: LatchId,
    holds: NodeId,
    /// The opposite.
    is_free: NodeId,
    /// Its command is not about to change at this instant.
    is_calm: NodeId,
    /// 1 where it stands still in a state of rest that is looked for, whatever it follows.
    rests: Known,
}

/// What an event sets, closes and opens.
type Deeds = (Vec<Assignment>, Vec<Latching>);

/// What a motor does where its command jumps, under a condition.
type Answer = (NodeId, Vec<Assignment>, Vec<Latching>);

fn set(state: StateId, value: NodeId) -> Assignment {
    Assignment { state, value }
}

impl Lowering<'_> {
    /// The motors of a joint; after all states.
    pub(crate) fn motors(&mut self, element: &Element) -> Lowered<()> {
        let Handle::Joint(joint) = element.handle else { return Err(Unlowered) };
        for (index, own) in coordinates_of(element).ok_or(Unlowered)?.iter().enumerate() {
            let fields = Fields::Element(element);
            let given = own.motor.and_then(|own| Some((own, fields.given(&own.block)?)));
            let Some((motor, fields)) = given else { continue };
            let coordinate = index as u8;
            let exerted = self.motor(&At { element, joint, coordinate, motor, fields })?;
            let made = self.joints.get(joint.index()).and_then(Option::as_ref);
            let axis = made.and_then(|own| own.coordinates.get(index)).ok_or(Unlowered)?;
            let effort = axis.effort;
            let effort = self.plus(effort, exerted);
            let made = self.joints.get_mut(joint.index()).and_then(Option::as_mut);
            let axis = made.and_then(|own| own.coordinates.get_mut(index)).ok_or(Unlowered)?;
            axis.effort = effort;
        }
        Ok(())
    }

    /// What it exerts while it does not hold.
    fn motor(&mut self, at: &At<'_>) -> Lowered<NodeId> {
        let At { element, joint, coordinate, motor, fields } = *at;
        let (path, origin) = (format!("{}.motor", element.path), element.origin());
        let told = self.within(fields.value(&motor.rate)?, fields.given(&motor.speed));
        let command = match self.command((format!("{path}.told"), origin), told)? {
            Ok(command) => command,
            Err(why) => {
                let why = match why {
                    Unfit::Motion => "it follows the motion",
                    Unfit::Loop => "an algebraic loop defines it",
                };
                let place = element.place_of(motor.block.field.name);
                self.diagnostics.push(diagnostics::command_unknown(place, &element.path, why));
                return Err(Unlowered);
            }
        };
        let rate = self.joint_reading(joint, coordinate, JointQuantity::Rate);
        let undecided = self.constant(UNDECIDED);
        let direction = self.known_state((&path, "direction"), at, undecided, None)?;
        let ramp = fields.given(&motor.acceleration);
        let ramp = ramp.map(|steepest| self.ramp(at, &path, &command, steepest)).transpose()?;
        let followed = match &ramp {
            Some(ramp) => ramp.followed,
            None => command.held,
        };
        let rests = {
            let zero = self.constant(0.0);
            self.known_state((&path, "rests"), at, zero, None)?
        };
        let kept = {
            let (condition, then) = (rests.1, self.constant(0.0));
            self.add(Node::Select { condition, then, otherwise: followed })
        };
        let latch = self.hold_rate(element, rate, kept)?;
        // Its effort is limited, so it gives way to an impact, and then begins as at the start.
        self.latches[latch.index()].tears = Some(Tears { state: direction.0, value: TOLD });
        let holds = self.is_closed(latch);
        let is_free = self.unary(UnaryOp::Not, holds);
        let decided = self.constant(DECIDED);
        let is_decided = self.binary(BinaryOp::Gt, direction.1, decided);
        let jumps = command.has_changed.map(|own| self.binary(BinaryOp::And, is_decided, own));
        let is_calm = match jumps {
            Some(jumps) => self.unary(UnaryOp::Not, jumps),
            None => self.constant(1.0),
        };
        let tolerance = fields.value(&motor.tolerance)?;
        let parts = Parts {
            direction,
            is_decided,
            rate,
            followed,
            tolerance,
            latch,
            holds,
            is_free,
            is_calm,
            rests,
        };
        self.motor_begins(at, &parts, &command, ramp.as_ref());
        if let Some(jumps) = jumps {
            let answers = match &ramp {
                Some(ramp) => {
                    let from = self.ramp_from(ramp, followed, command.live, tolerance);
                    vec![(is_decided, from.to_vec(), Vec::new())]
                }
                None => self.answers(&parts, &command),
            };
            let turn = self.known_state((&path, "turn"), at, undecided, None)?;
            self.motor_is_told(at, &command, (jumps, turn), &answers);
        }
        if let Some(ramp) = &ramp {
            let is_ready = self.binary(BinaryOp::And, is_decided, is_calm);
            self.ramp_events(at, ramp, &command, is_ready);
        }
        let (exerted, limit) = self.motor_saturates(at, &parts)?;
        self.motor_rests(at, &parts, (limit, ramp.is_some(), command.live));
        Ok(exerted)
    }

    /// A command within a speed to both sides.
    fn within(&mut self, command: NodeId, speed: Option<NodeId>) -> NodeId {
        let Some(speed) = speed else { return command };
        let least = self.negate(speed);
        let below = self.binary(BinaryOp::Min, command, speed);
        self.binary(BinaryOp::Max, below, least)
    }

    /// It learns the command first; then it holds, or pushes.
    fn motor_begins(&mut self, at: &At<'_>, parts: &Parts, command: &Command, ramp: Option<&Ramp>) {
        let Parts { direction: (state, now), rate, followed, tolerance, .. } = *parts;
        let [zero, undecided, told] = [0.0, UNDECIDED, TOLD].map(|value| self.constant(value));
        let learns = self.binary(BinaryOp::Eq, now, undecided);
        let mut sets = command.renewed.clone();
        sets.push(set(state, told));
        if let Some(ramp) = ramp {
            sets.extend(self.ramp_from(ramp, rate, command.live, tolerance));
        }
        self.motor_event(at, "begins", learns, (sets, Vec::new()), true);
        let is_told = self.binary(BinaryOp::Eq, now, told);
        let apart = self.differ(rate, followed, tolerance);
        let together = self.unary(UnaryOp::Not, apart);
        let holds = self.binary(BinaryOp::And, is_told, together);
        let pushes = self.binary(BinaryOp::And, is_told, apart);
        let close = Latching::Close { latch: parts.latch, within: zero, turned: zero };
        self.motor_event(at, "begins", holds, (vec![set(state, zero)], vec![close]), true);
        let way = self.way(rate, followed);
        self.motor_event(at, "begins", pushes, (vec![set(state, way)], Vec::new()), true);
    }

    /// Where a state of rest is looked for it holds what it would begin to hold there, and stands still: where the command is zero, and
    /// wherever it leads by a ramp, which begins at zero. So does what it holds already. Then it gives way where that takes more than it has.
    fn motor_rests(
        &mut self,
        at: &At<'_>,
        parts: &Parts,
        (limit, leads_by_ramp, live): (NodeId, bool, NodeId),
    ) {
        let Parts { direction: (state, now), tolerance, latch, holds, rests, .. } = *parts;
        let [zero, one, undecided] = [0.0, 1.0, UNDECIDED].map(|value| self.constant(value));
        let is_undecided = self.binary(BinaryOp::Eq, now, undecided);
        let is_able = self.binary(BinaryOp::Gt, limit, zero);
        let mut begins = self.binary(BinaryOp::And, is_undecided, is_able);
        if !leads_by_ramp {
            let leaves = self.differ(live, zero, tolerance);
            let stays = self.unary(UnaryOp::Not, leaves);
            begins = self.binary(BinaryOp::And, begins, stays);
        }
        let close = Latching::Close { latch, within: zero, turned: zero };
        let sets = vec![set(state, zero), set(rests.0, one)];
        self.motor_at_rest(at, begins, (sets, vec![close]));
        self.motor_at_rest(at, holds, (vec![set(rests.0, one)], Vec::new()));
        let (exceeds, way) = self.exceeds(latch, limit);
        let gives_way = self.binary(BinaryOp::And, rests.1, exceeds);
        let sets = vec![set(state, way), set(rests.0, zero)];
        self.motor_at_rest(at, gives_way, (sets, vec![Latching::Open { latches: vec![latch] }]));
    }

    fn motor_at_rest(&mut self, at: &At<'_>, condition: NodeId, deeds: Deeds) {
        self.add_motor_event(at, "rests", Trigger::AtRest { condition }, deeds, true);
    }

    /// A command that jumps is not held any more: it begins again, towards the new one.
    fn answers(&mut self, parts: &Parts, command: &Command) -> Vec<Answer> {
        let Parts { direction: (state, _), tolerance, latch, holds, is_free, .. } = *parts;
        let far = self.differ(command.live, command.held, tolerance);
        let near = self.unary(UnaryOp::Not, far);
        let lets_go = self.binary(BinaryOp::And, holds, far);
        let goes_on = self.binary(BinaryOp::And, holds, near);
        // Where the new command is met already, as on a stop, it holds at once.
        let begins = vec![set(state, self.constant(TOLD))];
        vec![
            (lets_go, begins.clone(), vec![Latching::Open { latches: vec![latch] }]),
            (goes_on, Vec::new(), Vec::new()),
            (is_free, begins, Vec::new()),
        ]
    }

    /// A command may jump again by what happens together with the answer, and then the condition does not become true but stays
    /// so. So two events take turns; where they never come to an end, the run does.
    fn motor_is_told(
        &mut self,
        at: &At<'_>,
        command: &Command,
        (jumps, turn): (NodeId, Known),
        answers: &[Answer],
    ) {
        let one = self.constant(1.0);
        let second = self.binary(BinaryOp::Eq, turn.1, one);
        let first = self.unary(UnaryOp::Not, second);
        for (whose, next) in [(first, 1.0), (second, 0.0)] {
            let next = set(turn.0, self.constant(next));
            let jumps = self.binary(BinaryOp::And, whose, jumps);
            for (condition, sets, latching) in answers {
                let condition = self.binary(BinaryOp::And, jumps, *condition);
                let sets = [&command.renewed[..], sets, &[next]].concat();
                self.motor_event(at, "is told", condition, (sets, latching.clone()), true);
            }
        }
    }

    /// It reaches its limit, and the command again. Gives what it exerts in between, and that limit.
    fn motor_saturates(&mut self, at: &At<'_>, parts: &Parts) -> Lowered<(NodeId, NodeId)> {
        let Parts { direction: (state, now), is_decided, rate, followed, .. } = *parts;
        let Parts { tolerance, latch, holds, is_free, is_calm, .. } = *parts;
        let zero = self.constant(0.0);
        let effort = at.fields.value(&at.motor.effort)?;
        let effort = self.at_least_zero(effort);
        let power = at.fields.given(&at.motor.power);
        let power = power.map(|power| self.at_least_zero(power));
        let speed = self.unary(UnaryOp::Abs, rate);
        let pushes = self.binary(BinaryOp::And, is_decided, is_free);
        let limit = match power {
            None => effort,
            Some(power) => {
                let most = self.times(effort, speed);
                let is_fast = self.binary(BinaryOp::Gt, most, power);
                // Steps end where the limit has its kink.
                let is_slow = self.unary(UnaryOp::Not, is_fast);
                for condition in [is_fast, is_slow] {
                    let condition = self.binary(BinaryOp::And, pushes, condition);
                    self.motor_event(at, "passes", condition, Deeds::default(), true);
                }
                let then = self.over(power, speed);
                self.add(Node::Select { condition: is_fast, then, otherwise: effort })
            }
        };
        let (exceeds, way) = self.exceeds(latch, limit);
        let exceeds = self.binary(BinaryOp::And, holds, exceeds);
        let exceeds = self.binary(BinaryOp::And, is_calm, exceeds);
        let open = Latching::Open { latches: vec![latch] };
        self.motor_event(at, "saturates", exceeds, (vec![set(state, way)], vec![open]), false);
        let beyond = self.minus(rate, followed);
        let beyond = self.times(now, beyond);
        let meets = self.binary(BinaryOp::Gt, beyond, tolerance);
        let meets = self.binary(BinaryOp::And, pushes, meets);
        let meets = self.binary(BinaryOp::And, is_calm, meets);
        let close = Latching::Close { latch, within: zero, turned: zero };
        self.motor_event(at, "holds", meets, (vec![set(state, zero)], vec![close]), false);
        let exerted = self.times(now, limit);
        let exerted = self.add(Node::Select { condition: pushes, then: exerted, otherwise: zero });
        Ok((exerted, limit))
    }

    /// Whether what a latch holds with is more than a limit, and in which direction it pushes.
    fn exceeds(&mut self, latch: LatchId, limit: NodeId) -> (NodeId, NodeId) {
        let held = self.held_by(latch);
        let size = self.unary(UnaryOp::Abs, held);
        (self.binary(BinaryOp::Gt, size, limit), self.unary(UnaryOp::Sign, held))
    }

    pub(super) fn motor_event(
        &mut self,
        at: &At<'_>,
        what: &str,
        condition: NodeId,
        deeds: Deeds,
        is_quiet: bool,
    ) {
        let trigger = Trigger::When { condition, margin: None, initially: true };
        self.add_motor_event(at, what, trigger, deeds, is_quiet);
    }

    fn add_motor_event(
        &mut self,
        at: &At<'_>,
        what: &str,
        trigger: Trigger,
        (assignments, latching): Deeds,
        is_quiet: bool,
    ) {
        self.events.push(Event {
            path: format!("{} {what}", at.element.path),
            origin: at.element.origin(),
            trigger,
            parts: vec![Part { assignments, latching, ..Part::default() }],
            is_quiet,
        });
    }

    /// A state of the motor's with the node that reads it.
    pub(super) fn known_state(
        &mut self,
        (path, name): (&str, &str),
        at: &At<'_>,
        start: NodeId,
        rate: Option<NodeId>,
    ) -> Lowered<Known> {
        let state = self.state_of_events(format!("{path}.{name}"), at.element.origin(), start)?;
        if let Some(Some(State { rate: own, .. })) = self.states.get_mut(state.index()) {
            *own = rate;
        }
        Ok((state, self.add(Node::Sensor { sensor: Sensor::State(state), component: 0 })))
    }

    /// Whether two rates are not the same.
    pub(super) fn differ(&mut self, a: NodeId, b: NodeId, tolerance: NodeId) -> NodeId {
        let difference = self.minus(a, b);
        let size = self.unary(UnaryOp::Abs, difference);
        self.binary(BinaryOp::Gt, size, tolerance)
    }

    /// 1 where a rate has to become larger, -1 otherwise.
    pub(super) fn way(&mut self, from: NodeId, to: NodeId) -> NodeId {
        let [then, otherwise] = [1.0, -1.0].map(|value| self.constant(value));
        let condition = self.binary(BinaryOp::Gt, to, from);
        self.add(Node::Select { condition, then, otherwise })
    }
}
