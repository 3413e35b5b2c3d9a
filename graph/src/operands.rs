//! What a node reads, for passes that rebuild the DAG.

use crate::{Node, NodeId, Sensor, Station};

impl Node {
    /// Its operands and the arc length of its station: all that must stand before it.
    pub fn reads(&self) -> impl Iterator<Item = NodeId> {
        self.operands().chain(self.station())
    }

    /// The same operation, reading other nodes.
    pub fn reading(self, mut replacement: impl FnMut(NodeId) -> NodeId) -> Self {
        match self {
            Node::Constant(_) | Node::Param(_) | Node::Time | Node::Var(_) => self,
            Node::Sensor {
                sensor: Sensor::Cable { cable, station: Station::ArcLength(s), quantity },
                component,
            } => {
                let station = Station::ArcLength(replacement(s));
                Node::Sensor { sensor: Sensor::Cable { cable, station, quantity }, component }
            }
            Node::Sensor { .. } => self,
            Node::Unary(op, a) => Node::Unary(op, replacement(a)),
            Node::Binary(op, a, b) => Node::Binary(op, replacement(a), replacement(b)),
            Node::Select { condition, then, otherwise } => Node::Select {
                condition: replacement(condition),
                then: replacement(then),
                otherwise: replacement(otherwise),
            },
            Node::Lookup { table, column, argument, derivative } => {
                Node::Lookup { table, column, argument: replacement(argument), derivative }
            }
            Node::Entry { before, value } => {
                Node::Entry { before: before.map(&mut replacement), value: replacement(value) }
            }
            Node::Solve { entries, shape } => Node::Solve { entries: replacement(entries), shape },
            Node::Solution { of, index } => Node::Solution { of: replacement(of), index },
        }
    }
}
