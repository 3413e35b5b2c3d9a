//! Passes over the signal DAG: whatever the expressions, the outputs stay what they were.

use cdl_graph::{BinaryOp, Evaluation, Graph, Node, Sensor};

use super::super::{alias_removal, common_subexpressions, constant_folding, dead_signals};
use super::random::{self, Random};
use super::world;

fn reading(sensor: Sensor, component: u8) -> f64 {
    let base = match sensor {
        Sensor::Momentum => 0.3,
        Sensor::AngularMomentum => -1.7,
        _ => 2.5,
    };
    base + 0.1 * f64::from(component)
}

/// The outputs, and whether a negative zero came up on the way: folding does not keep the sign of a
/// zero, which a division then shows.
fn outputs(graph: &Graph) -> (Vec<f64>, bool) {
    let mut evaluation = Evaluation::new(&graph.signals, 0.7, reading);
    let ids = (0..graph.signals.nodes.len() as u32).map(cdl_graph::NodeId);
    let all: Vec<f64> = ids.map(|id| evaluation.value(id)).collect();
    let odd = all.iter().any(|value| *value == 0.0 && value.is_sign_negative());
    let outputs = graph.outputs.iter().map(|output| all[output.nodes[0].index()]).collect();
    (outputs, odd)
}

fn assert_same(before: &Graph, after: &Graph, what: &str) {
    after.validate().unwrap_or_else(|error| panic!("{what}: {error}"));
    let ((expected, odd), (found, _)) = (outputs(before), outputs(after));
    assert_eq!(expected.len(), found.len());
    for (index, (expected, found)) in expected.iter().zip(&found).enumerate() {
        let same = expected.to_bits() == found.to_bits()
            || expected == found
            || (expected.is_nan() && found.is_nan());
        assert!(same || odd, "{what}: output {index} was {expected}, is {found}");
    }
}

/// Exact equality of all outputs, 300 random graphs.
#[test]
fn signal_passes_do_not_change_results() {
    type Pass = fn(Graph) -> Graph;
    let passes: [(&str, Pass); 4] = [
        ("constant_folding", constant_folding::run),
        ("alias_removal", alias_removal::run),
        ("common_subexpressions", common_subexpressions::run),
        ("dead_signals", dead_signals::run),
    ];
    for seed in 0..300 {
        let original = random::signals(&mut Random::new(seed), 80);
        original.validate().expect("a valid graph");
        let mut all = original.clone();
        for (name, pass) in passes {
            assert_same(&original, &pass(original.clone()), &format!("{name}, seed {seed}"));
            all = pass(all);
        }
        assert_same(&original, &all, &format!("all, seed {seed}"));
        assert!(all.signals.nodes.len() < original.signals.nodes.len());
        // Once more changes nothing more.
        assert_eq!(common_subexpressions::run(all.clone()), all, "seed {seed}");
        assert_eq!(dead_signals::run(all.clone()), all, "seed {seed}");
    }
}

#[test]
fn folding_keeps_what_the_run_must_report() {
    let mut graph = world();
    let zero = graph.signals.constant(0.0);
    let one = graph.signals.constant(1.0);
    let momentum = graph.signals.add(Node::Sensor { sensor: Sensor::Momentum, component: 0 });
    let infinite = graph.signals.add(Node::Binary(BinaryOp::Div, one, zero));
    let product = graph.signals.add(Node::Binary(BinaryOp::Mul, zero, momentum));
    graph.environment.gravity = [infinite, product, zero];
    let graph = constant_folding::run(graph);
    let [infinite, product, _] = graph.environment.gravity;
    assert!(matches!(graph.signals.node(infinite), Node::Binary(BinaryOp::Div, ..)));
    assert!(matches!(graph.signals.node(product), Node::Binary(BinaryOp::Mul, ..)));
}
