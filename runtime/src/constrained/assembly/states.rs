//! States of the user's: what their rates read, and how loads depend on the motion through them.

use cdl_graph::{Analysis, Dynamics, Node, NodeId, Sensor};

use super::{Foundation, Parts};
use crate::constrained::sources::Source;
use crate::constrained::states::{Block, Derivative, States};
use crate::signals::Stage;

impl Parts {
    /// After bodies, joints and cables; before loads, which ask for [`Parts::slopes`].
    pub(super) fn states(&mut self, foundation: &Foundation<'_, '_>) {
        let graph = foundation.assembly.graph;
        let is_implicit = foundation.plan.dynamics == Dynamics::Constrained
            && matches!(graph.analysis, Analysis::Simulate(_));
        if graph.states.is_empty() || !is_implicit {
            return;
        }
        let tape = &foundation.assembly.mechanism.tape;
        let read = tape.sensors(Stage::State).iter().chain(tape.sensors(Stage::Rate));
        let nodes = read.filter_map(|&node| Some((node.0, state_of(foundation, node)?)));
        let mut states = States { nodes: nodes.collect(), ..States::default() };
        let mut first = 0;
        for members in coupled(foundation) {
            let mut block = Block { first, ..Block::default() };
            // What only events change stays as it is.
            let rates = members.iter().filter_map(|&own| Some((own, graph.states[own].rate?)));
            block.states.extend(rates);
            if block.states.is_empty() {
                continue;
            }
            for (row, &(_, rate)) in block.states.clone().iter().enumerate() {
                for found in &foundation.plan.sensitivities {
                    if found.node != rate {
                        continue;
                    }
                    if let Some(state) = state_of(foundation, found.argument) {
                        if let Some(column) = block.states.iter().position(|own| own.0 == state) {
                            block.couplings.push((row, column, found.derivative));
                        }
                    } else if let Some(argument) = self.argument(foundation, found.argument) {
                        let known = block.arguments.iter().position(|own| *own == argument);
                        let column = known.unwrap_or(block.arguments.len());
                        if known.is_none() {
                            block.arguments.push(argument);
                        }
                        block.inputs.push((row, column, found.derivative));
                    }
                }
            }
            first += block.states.len() * block.arguments.len();
            states.blocks.push(block);
        }
        self.states = states;
    }

    /// How a number of a load depends on components of sources: directly, and through states.
    pub(super) fn derivatives(
        &mut self,
        foundation: &Foundation<'_, '_>,
        number: NodeId,
    ) -> Vec<((Source, usize), Derivative)> {
        let mut all: Vec<((Source, usize), Derivative)> = Vec::new();
        let entry = |all: &mut Vec<((Source, usize), Derivative)>, of: (Source, usize)| {
            all.iter().position(|(own, _)| *own == of).unwrap_or_else(|| {
                all.push((of, Derivative::default()));
                all.len() - 1
            })
        };
        for found in &foundation.plan.sensitivities {
            if found.node != number {
                continue;
            }
            let Some(state) = state_of(foundation, found.argument) else {
                if let Some(argument) = self.argument(foundation, found.argument) {
                    let place = entry(&mut all, argument);
                    all[place].1.direct = Some(found.derivative);
                }
                continue;
            };
            for block in &self.states.blocks {
                let Some(row) = block.states.iter().position(|own| own.0 == state) else {
                    continue;
                };
                for (column, argument) in block.arguments.iter().enumerate() {
                    let place = entry(&mut all, *argument);
                    let response = block.first + row * block.arguments.len() + column;
                    all[place].1.through.push((found.derivative, response));
                }
            }
        }
        all
    }
}

/// The state that a node holds.
fn state_of(foundation: &Foundation<'_, '_>, node: NodeId) -> Option<usize> {
    match foundation.assembly.graph.signals.node(node) {
        Node::Sensor { sensor: Sensor::State(state), .. } => Some(state.index()),
        _ => None,
    }
}

/// States in groups, of which none reads another's.
fn coupled(foundation: &Foundation<'_, '_>) -> Vec<Vec<usize>> {
    let states = &foundation.assembly.graph.states;
    let mut group: Vec<usize> = (0..states.len()).collect();
    // Each points at one of its group; the first of a group at itself.
    /// The representative of the group that `of` belongs to; shortens the way to it.
    fn first(group: &mut [usize], mut of: usize) -> usize {
        while group[of] != of {
            group[of] = group[group[of]];
            of = group[of];
        }
        of
    }
    for found in &foundation.plan.sensitivities {
        let Some(read) = state_of(foundation, found.argument) else { continue };
        for (index, state) in states.iter().enumerate() {
            if state.rate == Some(found.node) {
                let (a, b) = (first(&mut group, index), first(&mut group, read));
                group[a.max(b)] = a.min(b);
            }
        }
    }
    let mut all: Vec<Vec<usize>> = vec![Vec::new(); states.len()];
    for index in 0..states.len() {
        all[first(&mut group, index)].push(index);
    }
    all.retain(|members| !members.is_empty());
    all
}
