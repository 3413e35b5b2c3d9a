//! Derivatives of what is recorded. What sensors read changes by differences between states, and what is computed of that by the rules of
//! calculus, so it may be as steep as it likes. Where these do not tell, the difference of the whole is taken.

use cdl_graph::{Node, NodeId};

use super::formulation::Formulation;
use super::state_space::Slopes;
use crate::model::Model;
use crate::signals::{Tangents, reached};

/// Slopes to both sides that differ by less than this share are the same.
const SAME: f64 = 1e-9;

/// What is read of a state to derive what is recorded.
pub(super) struct Outputs<'a> {
    model: &'a Model,
    sensors: Vec<NodeId>,
    /// With the factor of its unit.
    outputs: Vec<(NodeId, f64)>,
}

/// The states of the user's that a parameter acts on, by their rates.
pub(super) fn states_moved_by(model: &Model, parameter: &str) -> Vec<String> {
    let graph = &model.mechanism.graph;
    let Some(param) = graph.signals.param(parameter) else { return Vec::new() };
    let moved = graph.states.iter().filter(|state| {
        state.rate.is_some_and(|rate| {
            reached(&model.mechanism.tape, [rate]).any(|(_, node)| node == Node::Param(param))
        })
    });
    moved.map(|state| state.path.clone()).collect()
}

/// A state as it was read.
pub(super) struct Here {
    /// In the order of [`Outputs::read`].
    pub(super) read: Vec<f64>,
    /// Of all nodes.
    nodes: Vec<f64>,
}

impl<'a> Outputs<'a> {
    pub(super) fn new(model: &'a Model) -> Self {
        let all = model.mechanism.outputs.iter();
        let outputs: Vec<(NodeId, f64)> =
            all.flat_map(|own| own.nodes.iter().map(|&node| (node, own.unit.factor))).collect();
        let all = reached(&model.mechanism.tape, outputs.iter().map(|(node, _)| *node));
        let sensors = all.filter(|(_, node)| matches!(node, Node::Sensor { .. }));
        let sensors = sensors.map(|(id, _)| id).collect();
        Self { model, sensors, outputs }
    }

    /// How many of the numbers that are read are those of sensors.
    pub(super) fn sensors(&self) -> usize {
        self.sensors.len()
    }

    /// What the course has read last: sensors, and then what is recorded, in the units of its columns.
    pub(super) fn read(&self, course: &dyn Formulation) -> Vec<f64> {
        let value = |node: NodeId| course.values().scalar(node);
        let sensors = self.sensors.iter().map(|&node| value(node));
        let outputs = self.outputs.iter().map(|&(node, factor)| value(node) / factor);
        sensors.chain(outputs).collect()
    }

    pub(super) fn here(&self, course: &dyn Formulation) -> Here {
        Here { read: self.read(course), nodes: course.values().nodes.clone() }
    }

    /// What cannot be read.
    pub(super) fn nothing(&self) -> Vec<f64> {
        vec![f64::NAN; self.sensors.len() + self.outputs.len()]
    }

    /// Of what is recorded, from differences of all that is read. `parameter` changes by itself; infinite is the slope of what
    /// jumps within `reach` of the way.
    pub(super) fn slopes(
        &self,
        here: &Here,
        found: &Slopes,
        (parameter, reach): (Option<&str>, f64),
    ) -> Slopes {
        let parameter = parameter.and_then(|name| self.parameter(name)).map(|node| (node, 1.0));
        let moving = |way: f64, only_kinks: bool| {
            let sensors = self.sensors.iter().zip(found.slopes.iter().zip(&found.kinks));
            let sensors = sensors.filter(move |(_, (_, kink))| **kink || !only_kinks);
            let sensors = sensors.map(|(&node, (&slope, _))| (node, slope));
            let all = sensors.chain(parameter.filter(|_| !only_kinks));
            all.map(move |(node, slope)| (node, way * slope))
        };
        let tangents = |way: f64, only_kinks: bool| {
            let direction = moving(way, only_kinks);
            Tangents::new(&self.model.mechanism.tape, &here.nodes, reach, direction)
        };
        let (mut ahead, mut back) = (tangents(1.0, false), tangents(-1.0, false));
        let mut kinked = tangents(1.0, true);
        // Without any its slopes are all zero.
        let has_kinks = found.kinks.iter().take(self.sensors.len()).any(|kink| *kink);
        let mut whole = Slopes { slopes: Vec::new(), kinks: Vec::new(), sides: Vec::new() };
        for (index, &(node, factor)) in self.outputs.iter().enumerate() {
            let (forward, backward) = (ahead.slope(node) / factor, -back.slope(node) / factor);
            let at = self.sensors.len() + index;
            let (slope, kink, side) = if forward.is_infinite() || backward.is_infinite() {
                (f64::INFINITY, false, 0.0)
            } else if forward.is_nan() || backward.is_nan() {
                (found.slopes[at], found.kinks[at], found.sides[at])
            } else {
                let side = 0.5 * (forward.abs() + backward.abs());
                let bends = (forward - backward).abs() > SAME * side;
                let bends = bends || (has_kinks && kinked.slope(node) != 0.0);
                (0.5 * (forward + backward), bends, side)
            };
            whole.slopes.push(slope);
            whole.kinks.push(kink);
            whole.sides.push(side);
        }
        whole
    }

    fn parameter(&self, name: &str) -> Option<NodeId> {
        let signals = &self.model.mechanism.graph.signals;
        let param = signals.param(name)?;
        let place = signals.nodes.iter().position(|node| *node == Node::Param(param))?;
        Some(NodeId(u32::try_from(place).ok()?))
    }
}
