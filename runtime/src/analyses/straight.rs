//! A model in which what acts follows an input along straight lines.
//!
//! Signals are derived by the rules of calculus, so what an input does to forces, torques, prescribed motions and properties is known before
//! any difference is taken, however steep it is. A difference between models in which these go as straight as that is one of mechanics alone.

use std::collections::BTreeMap;

use cdl_graph::{
    BinaryOp, Graph, Node, NodeId, Nodes, Owner, Param, ParamId, Signals, Slot, Stage,
};

use crate::mechanism::Mechanism;
use crate::signals::{Tangents, Values, slopes_beside};

/// Slopes to both sides that differ by less than this share are the same.
pub(super) const SAME: f64 = 1e-9;

/// By how much what acts rises with an input.
pub(super) struct Rises {
    /// The mean of both sides.
    slopes: BTreeMap<NodeId, f64>,
    /// Whether they differ anywhere.
    pub(super) has_kink: bool,
    /// Whether any of it says where something is or how long, rather than what acts on it.
    pub(super) moves_places: bool,
    /// Whether it prescribes a motion, whatever that takes.
    pub(super) prescribes: bool,
}

/// Whether the motion depends on a number now: not only later, or what is recorded.
fn acts(owner: Owner, stage: Option<Stage>) -> bool {
    let is_now = match stage {
        Some(Stage::Static | Stage::Time | Stage::State | Stage::Rate | Stage::Output) => true,
        Some(Stage::Event | Stage::Conclusion) | None => false,
    };
    // States stay as they are.
    is_now && owner.is_of_mechanism()
}

/// Whether a number is read before anything acts.
fn is_place(stage: Option<Stage>) -> bool {
    matches!(stage, Some(Stage::Static | Stage::Time))
}

impl Rises {
    /// Where signals have these values; otherwise what has no slope.
    pub(super) fn of(
        mechanism: &Mechanism,
        (name, parameter): (&str, NodeId),
        (values, reach): (&Values, f64),
    ) -> Result<Self, String> {
        let tape = &mechanism.tape;
        let along = |way: f64| Tangents::new(tape, &values.nodes, reach, [(parameter, way)]);
        let (mut ahead, mut back) = (along(1.0), along(-1.0));
        let mut found = Self {
            slopes: BTreeMap::new(),
            has_kink: false,
            moves_places: false,
            prescribes: false,
        };
        let mut refused = None;
        let mut see = |owner: Owner, slot: Slot<&NodeId>| {
            let node = *slot.node;
            if !acts(owner, slot.stage) || refused.is_some() || found.slopes.contains_key(&node) {
                return;
            }
            let mut sides = Some([ahead.slope(node), -back.slope(node)]);
            if sides.is_some_and(|own| own.iter().any(|own| own.is_nan())) {
                sides = slopes_beside(tape, values, (parameter, node));
            }
            match sides {
                Some([ahead, back]) if ahead.is_finite() && back.is_finite() => {
                    let size = 0.5 * (ahead.abs() + back.abs());
                    found.has_kink |= (ahead - back).abs() > SAME * size;
                    if size > 0.0 {
                        found.moves_places |= is_place(slot.stage);
                        found.prescribes |= slot.stage == Some(Stage::Time);
                        found.slopes.insert(node, 0.5 * (ahead + back));
                    }
                }
                Some(_) | None => {
                    let of = mechanism.paths.of(owner);
                    refused = Some(format!(
                        "at this value of the input `{name}` the {} of `{of}` jumps, or rises without bound, so it has no derivative",
                        slot.name
                    ));
                }
            }
        };
        mechanism.graph.for_each_slot(&mut see);
        mechanism.graph.for_each_station(&mut see);
        match refused {
            None => Ok(found),
            Some(why) => Err(why),
        }
    }

    /// The steepest of them.
    pub(super) fn steepest(&self) -> f64 {
        self.slopes.values().fold(0.0, |most, own| most.max(own.abs()))
    }

    /// The change of the input that changes some of these values by all of themselves, and none by more.
    pub(super) fn to_double(&self, values: &Values) -> f64 {
        let each = self.slopes.iter().map(|(node, slope)| (values.scalar(*node) / slope).abs());
        each.filter(|own| *own > 0.0).fold(f64::INFINITY, f64::min)
    }
}

/// The graph in which all that acts rises so with another parameter, which is zero now, and that parameter's name. No written name has a space.
pub(super) fn straightened(graph: &Graph, name: &str, rises: &Rises) -> (Graph, String) {
    let mut graph = graph.clone();
    let path = format!("change of {name}");
    let old = std::mem::take(&mut graph.signals);
    let mut signals = Signals { nodes: Nodes::default(), ..old };
    let change = ParamId(u32::try_from(signals.params.len()).unwrap_or(u32::MAX));
    signals.params.push(Param { path: path.clone(), value: 0.0 });
    let change = signals.add(Node::Param(change));
    let (mut same, mut straight) = (Vec::with_capacity(old.nodes.len()), Vec::new());
    for (id, node) in old.nodes.iter().enumerate() {
        let read = match node {
            // Where a sensor looks is a number of its cable, and acts.
            Node::Sensor { .. } => &straight,
            _ => &same,
        };
        let own = signals.add(node.reading(|of| read[of.index()]));
        same.push(own);
        let id = NodeId(u32::try_from(id).unwrap_or(u32::MAX));
        straight.push(match rises.slopes.get(&id) {
            None => own,
            Some(slope) => {
                let slope = signals.constant(*slope);
                let rise = signals.add(Node::Binary(BinaryOp::Mul, slope, change));
                signals.add(Node::Binary(BinaryOp::Add, own, rise))
            }
        });
    }
    signals.renumber_written(|id| same.get(id.index()).copied());
    signals.equations.iter_mut().for_each(|own| own.value = same[own.value.index()]);
    graph.signals = signals;
    let planned = graph.plan.iter().flat_map(|plan| &plan.sensitivities);
    let derived: Vec<NodeId> = planned.map(|own| straight[own.node.index()]).collect();
    graph.for_each_slot_mut(|owner, slot| {
        let new = if acts(owner, slot.stage) { &straight } else { &same };
        *slot.node = new[slot.node.index()];
    });
    // By what the motion reads they rise as before.
    let planned = graph.plan.iter_mut().flat_map(|plan| &mut plan.sensitivities);
    planned.zip(derived).for_each(|(own, node)| own.node = node);
    (graph, path)
}
