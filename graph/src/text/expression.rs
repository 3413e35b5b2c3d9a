//! Expressions as text: which nodes stand in line, which get a line of their own.

use crate::{
    CableQuantity, EnergyPart, FrameQuantity, Graph, JointQuantity, Node, NodeId, Sensor, Station,
    VarId,
};

use super::number;

/// Deeper expressions get a line of their own, so that lines stay readable.
const DEEPEST_INLINE: u32 = 5;

pub(crate) struct Expressions<'g> {
    graph: &'g Graph,
    /// By node: whether it has a line of its own.
    named: Vec<bool>,
    used: Vec<bool>,
}

impl<'g> Expressions<'g> {
    pub(crate) fn new(graph: &'g Graph) -> Self {
        let nodes = &graph.signals.nodes;
        let mut uses = vec![0_u32; nodes.len()];
        for root in graph.roots() {
            if let Some(count) = uses.get_mut(root.index()) {
                *count += 1;
            }
        }
        for (index, node) in nodes.iter().enumerate().rev() {
            if uses[index] == 0 {
                continue;
            }
            let station = node.station();
            for operand in node.operands().chain(station) {
                if operand.index() < index {
                    uses[operand.index()] += 1;
                }
            }
        }
        let mut depth = vec![0_u32; nodes.len()];
        let mut named = vec![false; nodes.len()];
        for (index, node) in nodes.iter().enumerate() {
            let deepest = node
                .operands()
                .filter(|operand| operand.index() < index)
                .map(|operand| if named[operand.index()] { 0 } else { depth[operand.index()] })
                .max();
            // Entries are written where they are read.
            if let Node::Entry { .. } = node {
                depth[index] = deepest.unwrap_or(0);
                continue;
            }
            depth[index] = deepest.map_or(0, |deepest| deepest + 1);
            let leaf = matches!(
                node,
                Node::Constant(_)
                    | Node::Param(_)
                    | Node::Time
                    | Node::Sensor { .. }
                    | Node::Var(_)
            );
            let is_system = matches!(node, Node::Solve { .. });
            named[index] = is_system || !leaf && (uses[index] > 1 || depth[index] > DEEPEST_INLINE);
        }
        let used = uses.iter().map(|&count| count > 0).collect();
        Self { graph, named, used }
    }

    /// `%7 = ...` where node 7 has a line of its own.
    pub(crate) fn definition(&self, index: usize) -> Option<String> {
        let shown = self.named[index] && self.used[index];
        shown.then(|| format!("%{index} = {}", self.operation(index)))
    }

    pub(crate) fn var(&self, id: VarId) -> String {
        self.graph.signals.vars.get(id.index()).map_or("?".to_owned(), |var| var.path.clone())
    }

    pub(crate) fn scalar(&self, id: NodeId) -> String {
        match self.named.get(id.index()) {
            None => "?".to_owned(),
            Some(true) => format!("%{}", id.index()),
            Some(false) => self.operation(id.index()),
        }
    }

    pub(crate) fn tuple(&self, nodes: &[NodeId]) -> String {
        let parts: Vec<String> = nodes.iter().map(|&node| self.scalar(node)).collect();
        format!("({})", parts.join(", "))
    }

    fn operation(&self, index: usize) -> String {
        match self.graph.signals.nodes.at(NodeId(index as u32)) {
            Node::Constant(value) => number(value),
            Node::Param(id) => {
                let params = &self.graph.signals.params;
                params.get(id.index()).map_or("?".to_owned(), |param| format!("${}", param.path))
            }
            Node::Time => "time".to_owned(),
            Node::Sensor { sensor, component } => self.sensor(&sensor, component),
            Node::Var(id) => self.var(id),
            Node::Unary(op, a) => format!("{}({})", op.name(), self.scalar(a)),
            Node::Binary(op, a, b) => {
                format!("{}({}, {})", op.name(), self.scalar(a), self.scalar(b))
            }
            Node::Select { condition, then, otherwise } => format!(
                "select({}, {}, {})",
                self.scalar(condition),
                self.scalar(then),
                self.scalar(otherwise)
            ),
            Node::Lookup { table, column, argument, derivative } => {
                let table = self.graph.signals.tables.get(table.index());
                let path = table.map_or("?", |table| table.path.as_str());
                let column = table.and_then(|table| table.columns.get(usize::from(column)));
                let name = column.map_or("?", |column| column.name.as_str());
                let primes = "'".repeat(usize::from(derivative));
                format!("{path}.{name}{primes}({})", self.scalar(argument))
            }
            Node::Entry { before: _, value } => self.scalar(value),
            Node::Solve { entries, shape } => {
                let all = crate::entries(|id| self.graph.signals.node(id), entries);
                format!("solve({}x{}, {})", shape.rows, shape.columns, self.tuple(&all))
            }
            Node::Solution { of, index } => format!("{}[{index}]", self.scalar(of)),
        }
    }

    fn sensor(&self, sensor: &Sensor, component: u8) -> String {
        let graph = self.graph;
        let axis =
            |names: &[&'static str]| names.get(usize::from(component)).copied().unwrap_or("?");
        let vector = ["x", "y", "z"];
        match *sensor {
            Sensor::Frame { frame, quantity } => {
                let path = graph.frame_path(frame);
                let (name, axis) = match quantity {
                    FrameQuantity::Position => ("position", axis(&vector)),
                    FrameQuantity::Attitude => ("attitude", axis(&["w", "x", "y", "z"])),
                    FrameQuantity::Axes => (
                        "axes",
                        axis(&["x.x", "x.y", "x.z", "y.x", "y.y", "y.z", "z.x", "z.y", "z.z"]),
                    ),
                    FrameQuantity::Velocity => ("velocity", axis(&vector)),
                    FrameQuantity::AngularVelocity => ("angular_velocity", axis(&vector)),
                    FrameQuantity::Acceleration => ("acceleration", axis(&vector)),
                    FrameQuantity::AngularAcceleration => ("angular_acceleration", axis(&vector)),
                };
                format!("{path}.{name}.{axis}")
            }
            Sensor::Joint { joint, quantity, coordinate } => {
                let path = graph.joint_path(joint);
                let name = match quantity {
                    JointQuantity::Coordinate => "coordinate",
                    JointQuantity::Rate => "rate",
                    JointQuantity::Acceleration => "acceleration",
                    JointQuantity::Effort => "effort",
                    JointQuantity::Force => "force",
                    JointQuantity::Torque => "torque",
                };
                format!("{path}.{name}[{coordinate}]")
            }
            Sensor::Cable { cable, station, quantity } => {
                let path = graph.cable_path(cable);
                let place = self.station(&station);
                match quantity {
                    CableQuantity::Tension => format!("{path}.{place}.tension"),
                    CableQuantity::Torque => format!("{path}.{place}.torque"),
                    CableQuantity::Curvature => format!("{path}.{place}.curvature"),
                    CableQuantity::Moment => format!("{path}.{place}.moment"),
                    CableQuantity::Position => format!("{path}.{place}.position.{}", axis(&vector)),
                    CableQuantity::Velocity => format!("{path}.{place}.velocity.{}", axis(&vector)),
                    CableQuantity::Acceleration => {
                        format!("{path}.{place}.acceleration.{}", axis(&vector))
                    }
                    CableQuantity::Direction => {
                        format!("{path}.{place}.direction.{}", axis(&vector))
                    }
                    CableQuantity::Force => format!("{path}.{place}.force.{}", axis(&vector)),
                }
            }
            Sensor::Multiplier { constraint, row } => {
                let path = graph.constraints.get(constraint.index()).map(|own| own.path.as_str());
                format!("{}.multiplier.{row}", path.unwrap_or("?"))
            }
            Sensor::State(state) => graph.state_path(state).to_owned(),
            Sensor::Energy(part) => format!("energy.{}", energy_name(part)),
            Sensor::Momentum => format!("momentum.{}", axis(&vector)),
            Sensor::AngularMomentum => format!("angular_momentum.{}", axis(&vector)),
            Sensor::Statistic(own) => format!("#{}", own.0),
        }
    }

    pub(crate) fn station(&self, station: &Station) -> String {
        match *station {
            Station::Start => "start".to_owned(),
            Station::End => "end".to_owned(),
            Station::ArcLength(node) => format!("at({})", self.scalar(node)),
        }
    }
}

fn energy_name(part: EnergyPart) -> &'static str {
    match part {
        EnergyPart::Kinetic => "kinetic",
        EnergyPart::Gravity => "gravity",
        EnergyPart::Elastic => "elastic",
        EnergyPart::Dissipated => "dissipated",
        EnergyPart::Impacts => "impacts",
        EnergyPart::Events => "events",
        EnergyPart::Work => "work",
        EnergyPart::Total => "total",
        EnergyPart::Balance => "balance",
    }
}
