//! Random expressions with a fixed seed.

use cdl_graph::{
    BinaryOp, EnergyPart, Equation, Graph, Node, NodeId, Output, OutputUnit, Param, ParamId,
    Sensor, UnaryOp, Var, VarId,
};

/// xorshift64*, Vigna (2016).
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub(super) fn below(&mut self, count: usize) -> usize {
        ((self.next() >> 33) as usize) % count
    }

    /// From -1 to 1.
    pub(super) fn real(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

const UNARY: [UnaryOp; 10] = [
    UnaryOp::Neg,
    UnaryOp::Not,
    UnaryOp::Abs,
    UnaryOp::Sign,
    UnaryOp::Floor,
    UnaryOp::Sqrt,
    UnaryOp::Sin,
    UnaryOp::Cos,
    UnaryOp::Atan,
    UnaryOp::Tanh,
];

const BINARY: [BinaryOp; 15] = [
    BinaryOp::Add,
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Mul,
    BinaryOp::Div,
    BinaryOp::Mod,
    BinaryOp::Pow,
    BinaryOp::Min,
    BinaryOp::Max,
    BinaryOp::Atan2,
    BinaryOp::Lt,
    BinaryOp::And,
    BinaryOp::Or,
];

/// A graph with random expressions, some of them as variables, and every fourth as an output.
pub(super) fn signals(random: &mut Random, size: usize) -> Graph {
    let mut graph = super::world();
    let signals = &mut graph.signals;
    for index in 0..3 {
        signals.params.push(Param { path: format!("p{index}"), value: random.real() });
    }
    let mut nodes: Vec<NodeId> = Vec::new();
    for _ in 0..size {
        let pick = |random: &mut Random, nodes: &[NodeId]| nodes[random.below(nodes.len())];
        let leaf = nodes.len() < 4 || random.below(3) == 0;
        let node = if leaf {
            match random.below(6) {
                // Numbers that identities are about.
                0 => Node::Constant([0.0, 1.0, -1.0, 2.0][random.below(4)]),
                1 => Node::Constant(random.real()),
                2 => Node::Param(ParamId(random.below(3) as u32)),
                3 => Node::Time,
                4 if !signals.vars.is_empty() => {
                    Node::Var(VarId(random.below(signals.vars.len()) as u32))
                }
                _ => Node::Sensor {
                    sensor: [
                        Sensor::Momentum,
                        Sensor::AngularMomentum,
                        Sensor::Energy(EnergyPart::Kinetic),
                    ][random.below(3)],
                    component: random.below(3) as u8,
                },
            }
        } else {
            match random.below(6) {
                0 | 1 => Node::Unary(UNARY[random.below(UNARY.len())], pick(random, &nodes)),
                2 => Node::Select {
                    condition: pick(random, &nodes),
                    then: pick(random, &nodes),
                    otherwise: pick(random, &nodes),
                },
                _ => Node::Binary(
                    BINARY[random.below(BINARY.len())],
                    pick(random, &nodes),
                    pick(random, &nodes),
                ),
            }
        };
        let node = signals.add(node);
        nodes.push(node);
        if random.below(5) == 0 {
            let var = VarId(signals.vars.len() as u32);
            signals.vars.push(Var { path: format!("v{}", var.0), origin: None });
            signals.equations.push(Equation { var, value: node });
        }
    }
    for (index, node) in nodes.into_iter().enumerate().filter(|(index, _)| index % 4 == 0) {
        graph.outputs.push(Output {
            origin: None,
            name: format!("o{index}"),
            unit: OutputUnit { symbol: "1".to_owned(), factor: 1.0 },
            nodes: vec![node],
        });
    }
    graph
}
