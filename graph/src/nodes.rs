//! The nodes of a signal DAG as they are kept: twelve bytes each, where a [`Node`] by itself has twice as many, in pieces
//! that never move and that copies of a DAG share.

mod packed;

use std::sync::Arc;

use packed::Packed;

use crate::{Node, NodeId};

/// A row of nodes that grows at its end. A copy takes next to no memory until one of the two is changed, and then only for
/// the pieces that differ.
#[derive(Clone, Default)]
pub struct Nodes {
    /// Of [`PIECE`] nodes each.
    pieces: Vec<Arc<Vec<Packed>>>,
    /// Those after them, fewer than a piece. Each copy has its own, which grow at once.
    last: Vec<Packed>,
    /// What of a [`Node::Select`] does not fit: `then` and `otherwise`.
    selected: Arc<Vec<[NodeId; 2]>>,
}

/// 48 kB: large enough for few pieces, small enough for one that is half empty.
const PIECE: usize = 4096;

impl Nodes {
    pub fn len(&self) -> usize {
        self.pieces.len() * PIECE + self.last.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// `None` where there is no such node.
    pub fn get(&self, id: NodeId) -> Option<Node> {
        (id.index() < self.len()).then(|| self.at(id))
    }

    /// The node of a number.
    ///
    /// # Panics
    /// Where there is none.
    #[inline]
    pub fn at(&self, id: NodeId) -> Node {
        let place = id.index() % PIECE;
        let packed = match self.pieces.get(id.index() / PIECE) {
            Some(piece) => piece[place],
            None => self.last[id.index() - self.pieces.len() * PIECE],
        };
        packed.node(&self.selected)
    }

    pub fn push(&mut self, node: Node) {
        let packed = Packed::of(node, &mut self.selected);
        self.last.push(packed);
        if self.last.len() == PIECE {
            let full = std::mem::replace(&mut self.last, Vec::with_capacity(PIECE));
            self.pieces.push(Arc::new(full));
        }
    }

    /// Puts another node into a place.
    ///
    /// # Panics
    /// Where there is no such place.
    pub fn set(&mut self, id: NodeId, node: Node) {
        let packed = Packed::of(node, &mut self.selected);
        let pieces = self.pieces.len();
        match self.pieces.get_mut(id.index() / PIECE) {
            Some(piece) => Arc::make_mut(piece)[id.index() % PIECE] = packed,
            None => self.last[id.index() - pieces * PIECE] = packed,
        }
    }

    /// In order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Node> + ExactSizeIterator {
        (0..self.len()).map(|index| self.at(NodeId(index as u32)))
    }

    /// In order. The memory of a piece that nobody shares is given back as soon as its nodes have been taken.
    pub fn into_nodes(self) -> impl Iterator<Item = Node> {
        let Self { pieces, last, selected } = self;
        let packed = pieces.into_iter().flat_map(Arc::unwrap_or_clone).chain(last);
        packed.map(move |packed| packed.node(&selected))
    }
}

impl PartialEq for Nodes {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl std::fmt::Debug for Nodes {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_list().entries(self.iter()).finish()
    }
}

impl serde::Serialize for Nodes {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl FromIterator<Node> for Nodes {
    fn from_iter<T: IntoIterator<Item = Node>>(nodes: T) -> Self {
        let mut all = Self::default();
        nodes.into_iter().for_each(|node| all.push(node));
        all
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Nodes, PIECE};
    use crate::{
        BinaryOp, CableId, CableQuantity, ConstraintId, EnergyPart, FrameId, FrameQuantity,
        JointId, JointQuantity, Node, NodeId, ParamId, Sensor, StateId, Station, StatisticId,
        SystemShape, TableId, UnaryOp, VarId,
    };

    const LAST: u32 = u32::MAX;

    /// One of each kind, with the largest numbers that fit.
    fn each_kind() -> Vec<Node> {
        let [a, b, c] = [LAST, LAST - 1, 7].map(NodeId);
        let cable = |station| {
            let (cable, quantity) = (CableId(LAST), CableQuantity::Moment);
            Sensor::Cable { cable, station, quantity }
        };
        let sensors = [
            Sensor::Frame { frame: FrameId(LAST), quantity: FrameQuantity::Axes },
            Sensor::Joint {
                joint: JointId(LAST),
                quantity: JointQuantity::Torque,
                coordinate: u8::MAX,
            },
            cable(Station::Start),
            cable(Station::End),
            cable(Station::ArcLength(a)),
            Sensor::Multiplier { constraint: ConstraintId(LAST), row: u8::MAX },
            Sensor::State(StateId(LAST)),
            Sensor::Energy(EnergyPart::Balance),
            Sensor::Momentum,
            Sensor::AngularMomentum,
            Sensor::Statistic(StatisticId(LAST)),
        ];
        let sensors = sensors.map(|sensor| Node::Sensor { sensor, component: u8::MAX });
        let shape = SystemShape { rows: 12, columns: 11, rights: 10 };
        let others = [
            Node::Constant(std::f64::consts::PI),
            Node::Constant(-0.0),
            Node::Constant(f64::MIN_POSITIVE / 3.0),
            Node::Constant(f64::NEG_INFINITY),
            Node::Param(ParamId(LAST)),
            Node::Time,
            Node::Var(VarId(LAST)),
            Node::Unary(UnaryOp::Tanh, a),
            Node::Binary(BinaryOp::Or, a, b),
            Node::Select { condition: a, then: b, otherwise: c },
            Node::Lookup {
                table: TableId(LAST),
                column: u16::MAX,
                argument: a,
                derivative: u8::MAX,
            },
            Node::Entry { before: None, value: a },
            Node::Entry { before: Some(a), value: b },
            Node::Solve { entries: a, shape },
            Node::Solution { of: a, index: u8::MAX },
        ];
        sensors.into_iter().chain(others).collect()
    }

    /// As they are written, which tells zeros apart.
    fn shown(nodes: impl IntoIterator<Item = Node>) -> Vec<String> {
        nodes.into_iter().map(|node| format!("{node:?}")).collect()
    }

    #[test]
    fn nodes_are_what_they_were() {
        let kinds = each_kind();
        // Several pieces, the last of them begun.
        let count = 2 * PIECE + kinds.len();
        let all: Vec<Node> = kinds.iter().copied().cycle().take(count).collect();
        let mut nodes: Nodes = all.iter().copied().collect();
        assert_eq!(nodes.len(), count);
        assert_eq!(shown(nodes.iter()), shown(all.iter().copied()));
        assert_eq!(shown(nodes.iter().rev()), shown(all.iter().copied().rev()));
        assert_eq!(shown(nodes.clone().into_nodes()), shown(all.iter().copied()));
        assert_eq!(nodes.get(NodeId(count as u32)), None);
        for (place, &node) in kinds.iter().enumerate() {
            let id = NodeId((PIECE + place) as u32);
            nodes.set(id, node);
            assert_eq!(shown([nodes.at(id)]), shown([node]));
        }
        let nan = Node::Constant(f64::from_bits(0x7ff8_0000_dead_beef));
        nodes.set(NodeId(0), nan);
        let Node::Constant(kept) = nodes.at(NodeId(0)) else { panic!("it is a constant") };
        assert_eq!(kept.to_bits(), 0x7ff8_0000_dead_beef);
    }

    #[test]
    fn copies_share_what_neither_changes() {
        let mut nodes: Nodes = (0..3 * PIECE).map(|number| Node::Constant(number as f64)).collect();
        let copy = nodes.clone();
        nodes.set(NodeId(PIECE as u32), Node::Time);
        nodes.push(Node::Time);
        let shared = |piece: usize| Arc::ptr_eq(&nodes.pieces[piece], &copy.pieces[piece]);
        assert_eq!([0, 1, 2].map(shared), [true, false, true]);
        assert_eq!(copy.at(NodeId(PIECE as u32)), Node::Constant(PIECE as f64));
        assert_eq!(copy.len() + 1, nodes.len());
        assert_ne!(copy, nodes);
    }
}
