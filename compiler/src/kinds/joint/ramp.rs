//! `acceleration` of a motor: a command that changes faster is followed by a ramp.
//!
//! While the command changes slowly enough it is followed itself, so nothing is integrated and nothing drifts. Where it jumps or
//! outruns the limit, a state goes towards it with that slope until both meet.

use cdl_graph::{Assignment, BinaryOp, Node, NodeId, Sensor, UnaryOp};
use rustc_hash::{FxHashMap, FxHashSet};

use super::command::Command;
use super::motor::{At, Known};
use crate::lower::{Lowered, Lowering, Unlowered};
use crate::symbolic::Scalars;
use crate::symbolic::derivative::{Derivatives, Variable};

/// What rounding may add to a slope that keeps to its limit.
const ROUNDING: f64 = 1e-9;

pub(super) struct Ramp {
    /// 1 or -1; 0 where the command itself is followed.
    way: Known,
    value: Known,
    /// What is followed.
    pub(super) followed: NodeId,
    /// Of the command as it is held, per s.
    slope: NodeId,
    steepest: NodeId,
}

impl Lowering<'_> {
    pub(super) fn ramp(
        &mut self,
        at: &At<'_>,
        path: &str,
        command: &Command,
        steepest: NodeId,
    ) -> Lowered<Ramp> {
        let zero = self.constant(0.0);
        let way = self.known_state((path, "way"), at, zero, None)?;
        let rate = self.times(way.1, steepest);
        let value = self.known_state((path, "ramp"), at, zero, Some(rate))?;
        let slope = self.slope(command.held)?;
        let (condition, then) = (way.1, value.1);
        let followed = self.add(Node::Select { condition, then, otherwise: command.held });
        Ok(Ramp { way, value, followed, slope, steepest })
    }

    /// It begins at a rate and leads to another, if that is not the same.
    pub(super) fn ramp_from(
        &mut self,
        ramp: &Ramp,
        from: NodeId,
        to: NodeId,
        tolerance: NodeId,
    ) -> [Assignment; 2] {
        let condition = self.differ(from, to, tolerance);
        let (then, otherwise) = (self.way(from, to), self.constant(0.0));
        let way = self.add(Node::Select { condition, then, otherwise });
        [
            Assignment { state: ramp.value.0, value: from },
            Assignment { state: ramp.way.0, value: way },
        ]
    }

    /// The ramp meets the command, and the command outruns its limit; where nothing else is about to change them.
    pub(super) fn ramp_events(
        &mut self,
        at: &At<'_>,
        ramp: &Ramp,
        command: &Command,
        is_ready: NodeId,
    ) {
        let zero = self.constant(0.0);
        let ahead = self.minus(ramp.value.1, command.held);
        let ahead = self.times(ramp.way.1, ahead);
        let meets = self.binary(BinaryOp::Gt, ahead, zero);
        let meets = self.binary(BinaryOp::And, is_ready, meets);
        let arrives = vec![Assignment { state: ramp.way.0, value: zero }];
        self.motor_event(at, "follows", meets, (arrives, Vec::new()), true);
        let share = self.constant(1.0 + ROUNDING);
        let most = self.times(share, ramp.steepest);
        let size = self.unary(UnaryOp::Abs, ramp.slope);
        let is_steep = self.binary(BinaryOp::Gt, size, most);
        let follows = self.binary(BinaryOp::Eq, ramp.way.1, zero);
        let outruns = self.binary(BinaryOp::And, follows, is_steep);
        let outruns = self.binary(BinaryOp::And, is_ready, outruns);
        let way = self.unary(UnaryOp::Sign, ramp.slope);
        let sets = vec![
            Assignment { state: ramp.value.0, value: command.held },
            Assignment { state: ramp.way.0, value: way },
        ];
        self.motor_event(at, "ramps", outruns, (sets, Vec::new()), true);
    }

    /// The derivative of a command by time, of which the rates of states are known.
    fn slope(&mut self, command: NodeId) -> Lowered<NodeId> {
        let mut slope = self.derivative(Variable::TimeAlone, command)?;
        for (sensor, rate) in self.moving_states(command) {
            let Some(by) = self.derivative(Variable::Sensor(sensor, 0), command)? else { continue };
            let part = self.times(by, rate);
            slope = Some(match slope {
                Some(slope) => self.plus(slope, part),
                None => part,
            });
        }
        Ok(slope.unwrap_or_else(|| self.constant(0.0)))
    }

    fn derivative(&mut self, by: Variable, of: NodeId) -> Lowered<Option<NodeId>> {
        // Variables have been replaced by what they stand for, and there are no jumps.
        let found = Derivatives::by(by).of(self, &FxHashMap::default(), of);
        found.map_err(|_| Unlowered)
    }

    /// States that are integrated, with their rates.
    fn moving_states(&self, of: NodeId) -> Vec<(Sensor, NodeId)> {
        let (mut found, mut seen, mut stack) = (Vec::new(), FxHashSet::default(), vec![of]);
        while let Some(id) = stack.pop() {
            if !seen.insert(id) {
                continue;
            }
            let node = self.node(id);
            if let Node::Sensor { sensor: sensor @ Sensor::State(state), .. } = node {
                let own = self.states.get(state.index()).and_then(Option::as_ref);
                found.extend(own.and_then(|own| own.rate).map(|rate| (sensor, rate)));
            }
            stack.extend(node.operands());
        }
        found
    }
}
