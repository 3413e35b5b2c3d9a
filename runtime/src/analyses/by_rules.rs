//! Numbers that follow from parameters alone, whatever moves: these have exact derivatives, by the rules of calculus.

use cdl_graph::{Node, NodeId};

use super::recorder::columns_of;
use super::straight::SAME;
use crate::model::Model;
use crate::results::Column;
use crate::signals::{Tangents, reached};

/// What is so close to a kink or a jump is at it, of the parameter, or of 1 in SI units.
const HERE: f64 = 1e-12;

/// Of what is recorded, with statistics' place, that neither reads the motion nor time: the slope by a parameter, in the unit of the
/// column by the parameter's SI unit. What jumps or has a kink at the parameter's value is left out, as it has none.
pub fn slopes_by_rules(model: &Model, parameter: &str) -> Vec<(Column, f64)> {
    let mechanism = &model.mechanism;
    let signals = &mechanism.graph.signals;
    let Some(param) = signals.param(parameter) else { return Vec::new() };
    let node = signals.nodes.iter().position(|node| node == Node::Param(param));
    let node = node.and_then(|place| Some(NodeId(u32::try_from(place).ok()?)));
    let now = signals.params[param.index()].value;
    let reach = HERE * if now == 0.0 { 1.0 } else { now.abs() };
    let along = |way: f64| {
        let direction = node.map(|own| (own, way));
        Tangents::new(&mechanism.tape, &mechanism.values.nodes, reach, direction)
    };
    let (mut ahead, mut back) = (along(1.0), along(-1.0));
    let outputs = mechanism.graph.outputs.iter();
    let findings = mechanism.graph.findings.iter().map(|cdl_graph::Finding(own)| own);
    let all = outputs.chain(findings).map(|own| (&*own.name, &own.unit, own.nodes.as_slice()));
    let follows = |node: NodeId| {
        let mut nodes = reached(&mechanism.tape, [node]);
        !nodes.any(|(_, own)| matches!(own, Node::Sensor { .. } | Node::Time | Node::Var(_)))
    };
    let found = columns_of(all).into_iter().filter(|(_, node, _)| follows(*node));
    let found = found.filter_map(|(column, node, factor)| {
        let [ahead, back] = [ahead.slope(node), -back.slope(node)];
        let is_smooth = (ahead - back).abs() <= SAME * ahead.abs() && ahead.is_finite();
        is_smooth.then(|| (column, 0.5 * (ahead + back) / factor))
    });
    found.collect()
}
