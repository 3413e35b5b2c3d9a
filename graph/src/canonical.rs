//! Graphs that say the same, whatever the numbers of their nodes.

use crate::{Graph, NodeId, Nodes};

impl Graph {
    /// The same graph with its nodes numbered in the order in which the elements and the equations reach them, and without
    /// those that nothing reaches. Two graphs that differ in nothing else are equal then.
    #[must_use]
    pub fn in_canonical_order(&self) -> Self {
        let mut graph = self.clone();
        let old = std::mem::take(&mut graph.signals.nodes);
        let mut numbers: Vec<Option<NodeId>> = vec![None; old.len()];
        let mut nodes = Nodes::default();
        for root in self.roots() {
            let mut stack = vec![root];
            while let Some(&top) = stack.last() {
                if numbers[top.index()].is_some() {
                    stack.pop();
                    continue;
                }
                let node = old.at(top);
                let before = stack.len();
                stack.extend(node.reads().filter(|read| numbers[read.index()].is_none()));
                if stack.len() == before {
                    // All that it reads has a number.
                    let number = NodeId(nodes.len() as u32);
                    nodes.push(node.reading(|read| numbers[read.index()].unwrap_or(number)));
                    numbers[top.index()] = Some(number);
                    stack.pop();
                }
            }
        }
        graph.signals.nodes = nodes;
        graph.for_each_root(&mut |root| *root = numbers[root.index()].unwrap_or(*root));
        graph
    }
}

#[cfg(test)]
mod tests {
    use crate::{BinaryOp, Graph, Node, NodeId, Output, OutputUnit};

    /// `1 + time` recorded, of nodes that are added in an order.
    fn graph(order: [usize; 2]) -> Graph {
        let mut graph = Graph::empty("M");
        let mut ids = [NodeId(0); 2];
        for which in order {
            let node = [Node::Constant(7.0), Node::Time][which];
            ids[which] = graph.signals.add(node);
        }
        let sum = graph.signals.add(Node::Binary(BinaryOp::Add, ids[0], ids[1]));
        graph.outputs.push(Output {
            name: "sum".to_owned(),
            origin: None,
            unit: OutputUnit { symbol: "s".to_owned(), factor: 1.0 },
            nodes: vec![sum],
        });
        graph
    }

    #[test]
    fn the_order_of_nodes_does_not_matter_and_all_else_does() {
        let (one, other) = (graph([0, 1]), graph([1, 0]));
        assert_ne!(one, other);
        assert_eq!(one.in_canonical_order(), other.in_canonical_order());
        let mut third = graph([0, 1]);
        let nodes = &mut third.signals.nodes;
        let seven = nodes.iter().position(|own| own == Node::Constant(7.0)).expect("it is there");
        nodes.set(NodeId(seven as u32), Node::Constant(8.0));
        assert_ne!(one.in_canonical_order(), third.in_canonical_order());
    }
}
