//! The input of a `response` as a function of time, and inputs on which nothing depends.
//!
//! An input `u` swings, so its rate and its acceleration act as well as its value. In all that may change during a run it becomes
//! `u + u' t + u'' t²/2`, where `u'` and `u''` are parameters that are zero: derivatives of prescribed motions by time follow by
//! themselves, and at time 0 each of the three can be changed alone. Time is counted from the instant of the state that is swung
//! about. What is fixed before a run has `u` itself.

use cdl_graph::{
    Analysis, BinaryOp, Graph, Modes, ModesAbout, Node, NodeId, Owner, Param, ParamId, Response,
    Signals, Slot, Stage,
};

use crate::diagnostics::{self, Diagnostic};
use crate::schema::{self, KindId};
use crate::symbolic::Scalars;
use crate::typed::Model;

/// Reports inputs of a `linearize` that neither the model nor anything that is recorded reads.
pub(super) fn are_read(graph: &Graph, model: &Model, diagnostics: &mut Vec<Diagnostic>) {
    let Analysis::Modes(Modes { inputs: Some(inputs), .. }) = &graph.analysis else { return };
    let params = &graph.signals.params;
    for input in inputs {
        let param = params.iter().position(|own| own.path == *input);
        let param = param.and_then(|own| u32::try_from(own).ok()).map(ParamId);
        let is_read = param.is_some_and(|param| {
            let depends = dependent(&graph.signals, param);
            let mut is_read = graph.signals.equations.iter().any(|own| depends[own.value.index()]);
            graph.for_each_slot(|owner, slot| {
                is_read |= depends[slot.node.index()] && owner != Owner::Experiment;
            });
            is_read
        });
        let written = model.experiment.iter().flat_map(|own| &own.inputs);
        if let Some(own) = written.into_iter().find(|own| own.name == *input).filter(|_| !is_read) {
            let message = format!("nothing that moves or is recorded depends on `{input}`");
            let usage = schema::usage(KindId::Input.kind());
            diagnostics.push(diagnostics::misplaced_part(own.place, &message, &usage));
        }
    }
}

/// The graph with an input that moves, where it has one. Nothing where something that stays as it is depends on it, or nothing that moves.
pub(super) fn moving(
    mut graph: Graph,
    model: &Model,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Graph> {
    let Analysis::Response(Response { input, about, .. }) = &graph.analysis else {
        return Some(graph);
    };
    let (input, about) = (input.clone(), *about);
    if graph.outputs.is_empty() {
        if let Some(own) = &model.experiment {
            let usage = schema::usage(KindId::Response.kind());
            let message =
                "a `response` has the swing of what is recorded, and nothing is: add a `record`";
            diagnostics.push(diagnostics::misplaced_part(own.place, message, &usage));
        }
        return None;
    }
    let params = &graph.signals.params;
    let param = params.iter().position(|own| own.path == input)?;
    let param = ParamId(u32::try_from(param).ok()?);
    let depends = dependent(&graph.signals, param);
    let mut report = |message: &str| {
        let experiment = model.experiment.as_ref();
        if let Some(own) = experiment.and_then(|own| own.inputs.first()) {
            let usage = schema::usage(KindId::Input.kind());
            diagnostics.push(diagnostics::misplaced_part(own.place, message, &usage));
        }
    };
    let (mut stays, mut acts) = (None, false);
    graph.for_each_slot(|owner, slot| {
        if !depends[slot.node.index()] {
            return;
        }
        if stays_as_it_is(owner, &slot) {
            stays.get_or_insert((owner, slot.name));
        }
        acts |= matches!(slot.stage, Some(Stage::Time | Stage::State) | None)
            && !matches!(owner, Owner::Output(_) | Owner::Experiment);
    });
    acts |= graph.signals.equations.iter().any(|own| depends[own.value.index()]);
    if let Some((owner, name)) = stays {
        let of = graph.path(owner).map_or(String::new(), |path| format!(" of `{path}`"));
        report(&format!(
            "`{input}` cannot swing: it decides on the {name}{of}, which stays as it is during a run"
        ));
        return None;
    }
    if !acts {
        let state =
            graph.states.iter().find(|own| own.rate.is_some_and(|rate| depends[rate.index()]));
        report(&match state {
            Some(state) => format!(
                "`{input}` acts through the state `{}` alone, which stays as it is: states with a `rate` have no part in small motions",
                state.path
            ),
            None => format!("nothing that moves depends on `{input}`"),
        });
        return None;
    }
    let from = match about {
        ModesAbout::Equilibrium | ModesAbout::Start => None,
        ModesAbout::After(own) => Some(own.duration),
    };
    let signal = moved(&mut graph, (param, from), &depends);
    if let Analysis::Response(response) = &mut graph.analysis {
        response.signal = signal;
    }
    Some(graph)
}

/// Starts have no influence on where a response is.
fn stays_as_it_is<N>(owner: Owner, slot: &Slot<N>) -> bool {
    owner.is_of_mechanism()
        && slot.stage == Some(Stage::Static)
        && !slot.name.ends_with("the start")
        && slot.name != "shape"
}

/// Of each node, whether it depends on a parameter.
fn dependent(signals: &Signals, param: ParamId) -> Vec<bool> {
    let mut depends = vec![false; signals.nodes.len()];
    for (index, node) in signals.nodes.iter().enumerate() {
        depends[index] =
            node == Node::Param(param) || node.reads().any(|read| depends[read.index()]);
    }
    depends
}

/// Lets the parameter move in all that may, from an instant on; the node that it has become.
fn moved(graph: &mut Graph, (param, from): (ParamId, Option<NodeId>), depends: &[bool]) -> NodeId {
    let signals = &mut graph.signals;
    let input = signals.params[param.index()].path.clone();
    let [rate, acceleration] =
        [Response::of_rate(&input), Response::of_acceleration(&input)].map(|path| {
            let id = ParamId(u32::try_from(signals.params.len()).unwrap_or(u32::MAX));
            signals.params.push(Param { path, value: 0.0 });
            signals.add(Node::Param(id))
        });
    let value = signals.add(Node::Param(param));
    let time = signals.add(Node::Time);
    let time = from.map_or(time, |from| signals.binary(BinaryOp::Sub, time, from));
    let half = signals.constant(0.5);
    let curved = signals.times(acceleration, time);
    let curved = signals.times(half, curved);
    let slope = signals.plus(rate, curved);
    let travelled = signals.times(slope, time);
    let signal = signals.binary(BinaryOp::Add, value, travelled);
    let mut images: Vec<NodeId> = (0..depends.len()).map(node_id).collect();
    for (index, depends) in depends.iter().enumerate() {
        if *depends {
            images[index] = match signals.nodes.at(node_id(index)) {
                Node::Param(_) => signal,
                node => {
                    let own = node.reading(|id| images[id.index()]);
                    signals.add(own)
                }
            };
        }
    }
    let mut stays = Vec::new();
    graph.for_each_slot(|_, slot| stays.push(slot.stage == Some(Stage::Static)));
    // Equations come first among the roots.
    let equations = graph.signals.equations.len();
    let mut roots = std::iter::repeat_n(false, equations).chain(stays);
    graph.for_each_root(&mut |id| {
        if roots.next() == Some(false) && id.index() < images.len() {
            *id = images[id.index()];
        }
    });
    signal
}

fn node_id(index: usize) -> NodeId {
    NodeId(u32::try_from(index).unwrap_or(u32::MAX))
}
