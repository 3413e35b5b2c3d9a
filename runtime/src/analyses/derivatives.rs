//! Derivatives of what is recorded. What sensors read changes by differences between states, and what is computed of that by the rules of
//! calculus, so it may be as steep as it likes. Where these do not tell, the difference of the whole is taken.

use cdl_graph::{Node, NodeId};
use rustc_hash::FxHashMap;

use super::state_space::Slopes;
use super::straight::SAME;
use crate::mechanism::Mechanism;
use crate::model::Model;
use crate::signals::{Tangents, Values, reached, slopes_beside};

/// What is read of a state to derive what is recorded.
pub(super) struct Outputs<'a> {
    /// Whose outputs they are.
    mechanism: &'a Mechanism,
    /// That they depend on.
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
    /// Of all signals.
    pub(super) values: Values,
}

impl<'a> Outputs<'a> {
    /// With the sensors that the outputs depend on.
    pub(super) fn new(mechanism: &'a Mechanism) -> Self {
        let all = mechanism.outputs.iter();
        let outputs: Vec<(NodeId, f64)> =
            all.flat_map(|own| own.nodes.iter().map(|&node| (node, own.unit.factor))).collect();
        let all = reached(&mechanism.tape, outputs.iter().map(|(node, _)| *node));
        let sensors = all.filter(|(_, node)| matches!(node, Node::Sensor { .. }));
        let sensors = sensors.map(|(id, _)| id).collect();
        Self { mechanism, sensors, outputs }
    }

    /// Puts slopes of sensors in place that are known without differences, by nodes of the tape.
    pub(super) fn put(&self, known: Vec<(usize, f64)>, found: &mut Slopes) {
        if known.is_empty() {
            return;
        }
        let places: FxHashMap<usize, usize> =
            self.sensors.iter().enumerate().map(|(place, node)| (node.index(), place)).collect();
        for (node, slope) in known {
            if let Some(&place) = places.get(&node) {
                found.slopes[place] = slope;
                found.kinks[place] = false;
            }
        }
    }

    /// How many of the numbers that are read are those of sensors.
    pub(super) fn sensors(&self) -> usize {
        self.sensors.len()
    }

    /// How many numbers are recorded.
    pub(super) fn count(&self) -> usize {
        self.outputs.len()
    }

    /// What has been read last: sensors, and then what is recorded, in the units of its columns.
    pub(super) fn read(&self, values: &Values) -> Vec<f64> {
        let value = |node: NodeId| values.scalar(node);
        let sensors = self.sensors.iter().map(|&node| value(node));
        let outputs = self.outputs.iter().map(|&(node, factor)| value(node) / factor);
        sensors.chain(outputs).collect()
    }

    /// The state that has been read last.
    pub(super) fn here(&self, values: &Values) -> Here {
        Here { read: self.read(values), values: values.clone() }
    }

    /// What cannot be read.
    pub(super) fn nothing(&self) -> Vec<f64> {
        vec![f64::NAN; self.sensors.len() + self.outputs.len()]
    }

    /// Of what is recorded, from differences of all that is read. `parameter` changes by itself, and what is read does not know of that; infinite is
    /// the slope of what jumps within `reach` of the way.
    pub(super) fn slopes(
        &self,
        here: &Here,
        found: &Slopes,
        (parameter, reach): (Option<NodeId>, f64),
    ) -> Slopes {
        let tape = &self.mechanism.tape;
        let moving = |way: f64, only_kinks: bool| {
            let sensors = self.sensors.iter().zip(found.slopes.iter().zip(&found.kinks));
            let sensors = sensors.filter(move |(_, (_, kink))| **kink || !only_kinks);
            let sensors = sensors.map(|(&node, (&slope, _))| (node, slope));
            let all = sensors.chain(parameter.map(|own| (own, 1.0)).filter(|_| !only_kinks));
            all.map(move |(node, slope)| (node, way * slope))
        };
        let tangents = |way: f64, only_kinks: bool| {
            Tangents::new(tape, &here.values.nodes, reach, moving(way, only_kinks))
        };
        let (mut ahead, mut back) = (tangents(1.0, false), tangents(-1.0, false));
        let has_kinks = found.kinks[..self.sensors.len()].contains(&true);
        let mut kinked = has_kinks.then(|| tangents(1.0, true));
        let mut whole = Slopes::without_kinks(Vec::new());
        for (index, &(node, factor)) in self.outputs.iter().enumerate() {
            let (forward, backward) = (ahead.slope(node) / factor, -back.slope(node) / factor);
            let at = self.sensors.len() + index;
            let mean = |[forward, backward]: [f64; 2], through_kinks: f64| {
                let side = 0.5 * (forward.abs() + backward.abs());
                let bends = (forward - backward).abs() > SAME * side;
                (0.5 * (forward + backward), bends || through_kinks != 0.0, side)
            };
            let is_told = !(forward.is_nan() || backward.is_nan());
            let is_infinite = forward.is_infinite() || backward.is_infinite();
            let (slope, kink, side) = if is_infinite || (!is_told && found.boundless[at]) {
                (f64::INFINITY, false, 0.0)
            } else if !is_told {
                let by_itself = |own| slopes_beside(tape, &here.values, (own, node));
                let by_itself = parameter.map_or(Some([0.0; 2]), by_itself);
                let by_itself = by_itself.map_or([f64::NAN; 2], |own| own.map(|own| own / factor));
                let (slope, bends, side) = mean(by_itself, 0.0);
                let (slope, side) = (slope + found.slopes[at], side + found.sides[at]);
                (slope, bends || found.kinks[at], side)
            } else {
                mean([forward, backward], kinked.as_mut().map_or(0.0, |own| own.slope(node)))
            };
            whole.slopes.push(slope);
            whole.kinks.push(kink);
            whole.sides.push(side);
        }
        whole.boundless = vec![false; whole.slopes.len()];
        whole
    }

    /// The node of a parameter, and its value; nothing where nothing depends on it.
    pub(super) fn parameter(&self, name: &str) -> Option<(NodeId, f64)> {
        let signals = &self.mechanism.graph.signals;
        let param = signals.param(name)?;
        let place = signals.nodes.iter().position(|node| node == Node::Param(param))?;
        Some((NodeId(u32::try_from(place).ok()?), signals.params[param.index()].value))
    }
}
