//! One node in twelve bytes.

use std::sync::Arc;

use crate::{
    BinaryOp, CableId, CableQuantity, ConstraintId, EnergyPart, FrameId, FrameQuantity, JointId,
    JointQuantity, Node, NodeId, ParamId, Sensor, StateId, Station, StatisticId, SystemShape,
    TableId, UnaryOp, VarId,
};

/// A [`Node`] in three words: what is a choice within a choice there is one choice here.
#[derive(Clone, Copy)]
pub(super) enum Packed {
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
    pub(super) fn of(node: Node, selected: &mut Arc<Vec<[NodeId; 2]>>) -> Self {
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
    pub(super) fn node(self, selected: &[[NodeId; 2]]) -> Node {
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
