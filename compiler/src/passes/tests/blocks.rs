//! Sorting equations and tearing loops.

use std::collections::BTreeSet;

use cdl_graph::{BinaryOp, Block, Dynamics, Equation, Graph, Node, NodeId, Plan, Var, VarId};

use super::super::blocks;
use super::random::Random;
use super::{run, told, world};

fn planned() -> Graph {
    let mut graph = world();
    graph.plan = Some(Plan {
        dynamics: Dynamics::Recursive,
        forest: Vec::new(),
        cuts: Vec::new(),
        sensitivities: Vec::new(),
        blocks: Vec::new(),
        freedoms: 0,
        reasons: Vec::new(),
    });
    graph
}

/// Variable `k` is a sum of the variables in `needs[k]`.
fn system(needs: &[Vec<usize>]) -> Graph {
    let mut graph = planned();
    let signals = &mut graph.signals;
    for (index, needs) in needs.iter().enumerate() {
        let mut value = signals.add(Node::Time);
        for need in needs {
            let read = signals.add(Node::Var(VarId(*need as u32)));
            value = signals.add(Node::Binary(BinaryOp::Add, value, read));
        }
        signals.vars.push(Var { path: format!("v{index}"), origin: None });
        signals.equations.push(Equation { var: VarId(index as u32), value });
    }
    graph
}

/// Every variable once; everything an equation needs is known when it is its turn; and a loop is a
/// set of variables that all need each other, found here by the transitive closure.
#[test]
fn blocks_can_be_solved_in_order() {
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let count = 1 + random.below(12);
        let needs: Vec<Vec<usize>> = (0..count)
            .map(|_| (0..random.below(3)).map(|_| random.below(count)).collect())
            .collect();
        let (graph, diagnostics) = run(system(&needs), blocks::run);
        assert_eq!(told(&diagnostics), []);

        let mut reach = vec![vec![false; count]; count];
        for (var, needs) in needs.iter().enumerate() {
            needs.iter().for_each(|need| reach[var][*need] = true);
        }
        for k in 0..count {
            for i in 0..count {
                for j in 0..count {
                    reach[i][j] |= reach[i][k] && reach[k][j];
                }
            }
        }
        let mut known: BTreeSet<usize> = BTreeSet::new();
        let blocks = &graph.plan.as_ref().unwrap().blocks;
        for block in blocks {
            let members: Vec<usize> = block.definitions().map(|(var, _)| var.index()).collect();
            match block {
                Block::Explicit { var, .. } => {
                    assert!(!reach[var.index()][var.index()], "seed {seed}");
                    assert!(needs[var.index()].iter().all(|need| known.contains(need)));
                }
                Block::Loop { tears, sequence } => {
                    assert!(!tears.is_empty());
                    for a in &members {
                        assert!(members.iter().all(|b| reach[*a][*b]), "seed {seed}");
                    }
                    let mut inside = known.clone();
                    inside.extend(tears.iter().map(|(var, _)| var.index()));
                    for (var, _) in sequence {
                        let ready = needs[var.index()].iter().all(|need| inside.contains(need));
                        assert!(ready, "seed {seed}");
                        inside.insert(var.index());
                    }
                }
            }
            for member in members {
                assert!(known.insert(member), "seed {seed}: {member} twice");
            }
        }
        assert_eq!(known.len(), count, "seed {seed}");
    }
}

#[test]
fn a_ring_is_torn_once() {
    // 0 needs 1, 1 needs 2, ... 4 needs 0.
    let needs: Vec<Vec<usize>> = (0..5).map(|k| vec![(k + 1) % 5]).collect();
    let (graph, _) = run(system(&needs), blocks::run);
    let blocks = graph.plan.unwrap().blocks;
    let [Block::Loop { tears, sequence }] = &blocks[..] else { panic!("one loop") };
    assert_eq!((tears.len(), sequence.len()), (1, 4));
}

#[test]
fn variables_that_only_repeat_each_other_have_no_value() {
    let mut graph = planned();
    let signals = &mut graph.signals;
    let nodes: Vec<NodeId> = (0..2).map(|var| signals.add(Node::Var(VarId(var)))).collect();
    for (index, value) in [nodes[1], nodes[0]].into_iter().enumerate() {
        signals.vars.push(Var { path: format!("v{index}"), origin: None });
        signals.equations.push(Equation { var: VarId(index as u32), value });
    }
    let (_, diagnostics) = run(graph, blocks::run);
    assert_eq!(diagnostics[0].code, "E0409");
}

/// A long chain of definitions in the wrong order is sorted without deep recursion.
#[test]
fn long_chains_are_sorted() {
    let count = 50_000;
    let needs: Vec<Vec<usize>> =
        (0..count).map(|k| if k + 1 < count { vec![k + 1] } else { Vec::new() }).collect();
    let (graph, _) = run(system(&needs), blocks::run);
    let blocks = graph.plan.unwrap().blocks;
    assert_eq!(blocks.len(), count);
    assert!(matches!(blocks[0], Block::Explicit { var, .. } if var.index() == count - 1));
}
