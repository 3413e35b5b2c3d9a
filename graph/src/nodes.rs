//! The nodes of a signal DAG as they are kept: twelve bytes each, where a [`Node`] by itself has twice as many, in pieces
//! that never move and that copies of a DAG share.

use std::sync::Arc;

use crate::{
    BinaryOp, CableId, CableQuantity, ConstraintId, EnergyPart, FrameId, FrameQuantity, JointId,
    JointQuantity, Node, NodeId, ParamId, Sensor, StateId, Station, StatisticId, SystemShape,
    TableId, UnaryOp, VarId,
};

/// A row of nodes that grows at its end. A copy takes next to no memory until one of the two is changed, and then only for
/// the pieces that differ.
#[derive(Clone, Default)]
pub struct Nodes {
    /// All but the last have [`PIECE`] nodes, and none is empty.
    pieces: Vec<Arc<Vec<Packed>>>,
    /// What of a [`Node::Select`] does not fit: `then` and `otherwise`.
    selected: Arc<Vec<[NodeId; 2]>>,
}

/// 48 kB: large enough for few pieces, small enough for one that is half empty.
const PIECE: usize = 4096;

impl Nodes {
    pub fn len(&self) -> usize {
        match self.pieces.as_slice() {
            [] => 0,
            [full @ .., last] => full.len() * PIECE + last.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// `None` where there is no such node.
    pub fn get(&self, id: NodeId) -> Option<Node> {
        let packed = self.pieces.get(id.index() / PIECE)?.get(id.index() % PIECE)?;
        Some(packed.node(&self.selected))
    }

    /// The node of a number.
    ///
    /// # Panics
    /// Where there is none.
    #[inline]
    pub fn at(&self, id: NodeId) -> Node {
        let packed: &Packed = &self.pieces[id.index() / PIECE][id.index() % PIECE];
        packed.node(&self.selected)
    }

    pub fn push(&mut self, node: Node) {
        let packed = Packed::of(node, &mut self.selected);
        match self.pieces.last_mut() {
            Some(last) if last.len() < PIECE => Arc::make_mut(last).push(packed),
            Some(_) => {
                let mut piece = Vec::with_capacity(PIECE);
                piece.push(packed);
                self.pieces.push(Arc::new(piece));
            }
            // Most DAGs are much smaller than a piece.
            None => self.pieces.push(Arc::new(vec![packed])),
        }
    }

    /// Puts another node into a place.
    ///
    /// # Panics
    /// Where there is no such place.
    pub fn set(&mut self, id: NodeId, node: Node) {
        let packed = Packed::of(node, &mut self.selected);
        Arc::make_mut(&mut self.pieces[id.index() / PIECE])[id.index() % PIECE] = packed;
    }

    /// In order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Node> + ExactSizeIterator {
        (0..self.len()).map(|index| self.at(NodeId(index as u32)))
    }

    /// In order. The memory of a piece that nobody shares is given back as soon as its nodes have been taken.
    pub fn into_nodes(self) -> impl Iterator<Item = Node> {
        let Self { pieces, selected } = self;
        let packed = pieces.into_iter().flat_map(Arc::unwrap_or_clone);
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

/// A [`Node`] in three words: what is a choice within a choice there is one choice here.
#[derive(Clone, Copy)]
enum Packed {
    /// The lower and the upper half of the bits.
    Constant([u32; 2]),
    Param(ParamId),
    Time,
    Frame {
        frame: FrameId,
        quantity: FrameQuantity,
        component: u8,
    },
    Joint {
        joint: JointId,
        quantity: JointQuantity,
        coordinate: u8,
        component: u8,
    },
    CableStart {
        cable: CableId,
        quantity: CableQuantity,
        component: u8,
    },
    CableEnd {
        cable: CableId,
        quantity: CableQuantity,
        component: u8,
    },
    CableAt {
        cable: CableId,
        at: NodeId,
        quantity: CableQuantity,
        component: u8,
    },
    Multiplier {
        constraint: ConstraintId,
        row: u8,
        component: u8,
    },
    State {
        state: StateId,
        component: u8,
    },
    Energy {
        part: EnergyPart,
        component: u8,
    },
    Momentum {
        component: u8,
    },
    AngularMomentum {
        component: u8,
    },
    Statistic {
        statistic: StatisticId,
        component: u8,
    },
    Var(VarId),
    Unary(UnaryOp, NodeId),
    Binary(BinaryOp, NodeId, NodeId),
    /// `selected` is the place of the other two operands.
    Select {
        condition: NodeId,
        selected: u32,
    },
    Lookup {
        table: TableId,
        column: u16,
        argument: NodeId,
        derivative: u8,
    },
    FirstEntry {
        value: NodeId,
    },
    Entry {
        before: NodeId,
        value: NodeId,
    },
    Solve {
        entries: NodeId,
        shape: SystemShape,
    },
    Solution {
        of: NodeId,
        index: u8,
    },
}

const _: () = assert!(size_of::<Packed>() == 12);

impl Packed {
    fn of(node: Node, selected: &mut Arc<Vec<[NodeId; 2]>>) -> Self {
        match node {
            Node::Constant(value) => {
                let bits = value.to_bits();
                Packed::Constant([bits as u32, (bits >> 32) as u32])
            }
            Node::Param(param) => Packed::Param(param),
            Node::Time => Packed::Time,
            Node::Sensor { sensor, component } => Packed::of_sensor(sensor, component),
            Node::Var(var) => Packed::Var(var),
            Node::Unary(op, a) => Packed::Unary(op, a),
            Node::Binary(op, a, b) => Packed::Binary(op, a, b),
            Node::Select { condition, then, otherwise } => {
                let others = Arc::make_mut(selected);
                others.push([then, otherwise]);
                // There are no more than nodes.
                Packed::Select { condition, selected: others.len() as u32 - 1 }
            }
            Node::Lookup { table, column, argument, derivative } => {
                Packed::Lookup { table, column, argument, derivative }
            }
            Node::Entry { before: None, value } => Packed::FirstEntry { value },
            Node::Entry { before: Some(before), value } => Packed::Entry { before, value },
            Node::Solve { entries, shape } => Packed::Solve { entries, shape },
            Node::Solution { of, index } => Packed::Solution { of, index },
        }
    }

    fn of_sensor(sensor: Sensor, component: u8) -> Self {
        match sensor {
            Sensor::Frame { frame, quantity } => Packed::Frame { frame, quantity, component },
            Sensor::Joint { joint, quantity, coordinate } => {
                Packed::Joint { joint, quantity, coordinate, component }
            }
            Sensor::Cable { cable, station, quantity } => match station {
                Station::Start => Packed::CableStart { cable, quantity, component },
                Station::End => Packed::CableEnd { cable, quantity, component },
                Station::ArcLength(at) => Packed::CableAt { cable, at, quantity, component },
            },
            Sensor::Multiplier { constraint, row } => {
                Packed::Multiplier { constraint, row, component }
            }
            Sensor::State(state) => Packed::State { state, component },
            Sensor::Energy(part) => Packed::Energy { part, component },
            Sensor::Momentum => Packed::Momentum { component },
            Sensor::AngularMomentum => Packed::AngularMomentum { component },
            Sensor::Statistic(statistic) => Packed::Statistic { statistic, component },
        }
    }

    #[inline]
    fn node(self, selected: &[[NodeId; 2]]) -> Node {
        let sensor = |sensor, component| Node::Sensor { sensor, component };
        match self {
            Packed::Constant([low, high]) => {
                Node::Constant(f64::from_bits(u64::from(low) | u64::from(high) << 32))
            }
            Packed::Param(param) => Node::Param(param),
            Packed::Time => Node::Time,
            Packed::Frame { frame, quantity, component } => {
                sensor(Sensor::Frame { frame, quantity }, component)
            }
            Packed::Joint { joint, quantity, coordinate, component } => {
                sensor(Sensor::Joint { joint, quantity, coordinate }, component)
            }
            Packed::CableStart { cable, quantity, component } => {
                sensor(Sensor::Cable { cable, station: Station::Start, quantity }, component)
            }
            Packed::CableEnd { cable, quantity, component } => {
                sensor(Sensor::Cable { cable, station: Station::End, quantity }, component)
            }
            Packed::CableAt { cable, at, quantity, component } => {
                let station = Station::ArcLength(at);
                sensor(Sensor::Cable { cable, station, quantity }, component)
            }
            Packed::Multiplier { constraint, row, component } => {
                sensor(Sensor::Multiplier { constraint, row }, component)
            }
            Packed::State { state, component } => sensor(Sensor::State(state), component),
            Packed::Energy { part, component } => sensor(Sensor::Energy(part), component),
            Packed::Momentum { component } => sensor(Sensor::Momentum, component),
            Packed::AngularMomentum { component } => sensor(Sensor::AngularMomentum, component),
            Packed::Statistic { statistic, component } => {
                sensor(Sensor::Statistic(statistic), component)
            }
            Packed::Var(var) => Node::Var(var),
            Packed::Unary(op, a) => Node::Unary(op, a),
            Packed::Binary(op, a, b) => Node::Binary(op, a, b),
            Packed::Select { condition, selected: at } => {
                let [then, otherwise] = selected[at as usize];
                Node::Select { condition, then, otherwise }
            }
            Packed::Lookup { table, column, argument, derivative } => {
                Node::Lookup { table, column, argument, derivative }
            }
            Packed::FirstEntry { value } => Node::Entry { before: None, value },
            Packed::Entry { before, value } => Node::Entry { before: Some(before), value },
            Packed::Solve { entries, shape } => Node::Solve { entries, shape },
            Packed::Solution { of, index } => Node::Solution { of, index },
        }
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
