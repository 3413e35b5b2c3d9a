//! A typed model as stable text, for people and for snapshots.
//!
//! ```text
//! model Tether
//! param links = 32
//! cable tether: rigid_links from world to free
//!   count = 32
//!   length = 10 m
//! record tether.end.position in m = tether.end.position
//! ```
//!
//! Expressions that do not change are shown by their value, with `~` before it if parameters go into
//! it; others as formulas over names. Fields that were not given are left out.

use std::fmt::Write;

use cdl_graph::{BinaryOp, Node, NodeId, Sensor, Station};

use super::{
    Action, Element, Entity, FieldRef, Handle, Model, Part, Relation, Subject, Target, Value,
};
use crate::elaborate::{constants, shown_number as number};
use crate::units::{Dimension, si_unit};

/// The whole model; ends in a newline.
pub fn typed_text(model: &Model) -> String {
    let values = constants::values(&model.signals);
    let mut has_param: Vec<bool> = Vec::with_capacity(model.signals.nodes.len());
    for node in model.signals.nodes.iter() {
        let inherited =
            node.operands().any(|operand| has_param.get(operand.index()) == Some(&true));
        has_param.push(inherited || matches!(node, Node::Param(_)));
    }
    let mut printer = Printer { model, values, has_param, out: String::new() };
    printer.model();
    printer.out
}

struct Printer<'m> {
    model: &'m Model,
    /// Of nodes that nothing but constants and parameters go into.
    values: Vec<Option<f64>>,
    /// Which nodes depend on parameters.
    has_param: Vec<bool>,
    out: String,
}

impl Printer<'_> {
    fn line(&mut self, indent: usize, text: &str) {
        let _ = writeln!(self.out, "{:indent$}{text}", "", indent = 2 * indent);
    }

    fn model(&mut self) {
        let model = self.model;
        self.line(0, &format!("model {}", model.name));
        for param in &model.signals.params {
            self.line(0, &format!("param {} = {}", param.path, number(param.value)));
        }
        for equation in &model.signals.equations {
            let name = model.signals.vars.get(equation.var.index());
            let name = name.map_or("?", |var| var.path.as_str());
            let value = self.formula(equation.value, 0);
            self.line(0, &format!("let {name} = {value}"));
        }
        for element in &model.elements {
            self.element(element);
        }
        for record in &model.records {
            let unit = record.unit.as_deref().map(|unit| format!(" in {unit}")).unwrap_or_default();
            let value = self.value(&record.value);
            self.line(0, &format!("record {}{unit} = {value}", record.name));
        }
        if let Some(experiment) = &model.experiment {
            self.line(0, &format!("experiment {}: {}", experiment.name, experiment.kind));
            for (name, field) in &experiment.fields {
                self.field(name, field.read());
            }
        }
    }

    fn element(&mut self, element: &Element) {
        let mut head = match element.kind.kind().sets {
            // Its path says what it is.
            true => element.path.to_string(),
            false => format!("{} {}", element.kind, element.path),
        };
        if let Some(variant) = element.variant() {
            let _ = write!(head, ": {variant}");
        }
        for relation in &element.relations {
            let _ = write!(head, " {}", self.relation(relation));
        }
        self.line(0, &head);
        for (name, field) in element.fields() {
            self.field(name, field);
        }
        for part in element.parts() {
            self.part(part);
        }
    }

    fn part(&mut self, part: &Part) {
        let Part { guard, assignments, actions, note, stop } = part;
        let mut indent = 1;
        if let Some(guard) = guard {
            let text = format!("if {}", self.formula(*guard, 0));
            self.line(indent, &text);
            indent += 1;
        }
        for set in assignments {
            let text = format!("{} = {}", self.path(set.target), self.value(&set.value));
            self.line(indent, &text);
        }
        for action in actions {
            let text = self.action(action);
            self.line(indent, &text);
        }
        for (word, text) in [("note", note), ("stop", stop)] {
            if let Some(text) = text {
                self.line(indent, &format!("{word} {text:?}"));
            }
        }
    }

    fn action(&self, action: &Action) -> String {
        let mut text = format!("{} ", action.verb.text());
        match action.subject {
            Subject::Joint(id) | Subject::Constraint(id) => text.push_str(&self.path(id)),
            Subject::CableEnd { cable, end } => {
                let end = if end == 0 { "start" } else { "end" };
                let _ = write!(text, "{}.{end}", self.path(cable));
            }
        }
        if let Some((target, _)) = action.to {
            let _ = write!(text, " to {}", self.target(target));
        }
        for (word, most) in [("within", action.within), ("turned", action.turned)] {
            if let Some(most) = most {
                let _ = write!(text, ", {word} = {}", self.formula(most, 0));
            }
        }
        text
    }

    fn field(&mut self, name: &str, field: FieldRef<'_>) {
        if !field.is_default {
            let value = self.value(field.value);
            self.line(1, &format!("{name} = {value}"));
        }
    }

    fn relation(&self, relation: &Relation) -> String {
        let word = relation.word.text();
        let target = self.target(relation.target);
        match &relation.at {
            Some(at) => format!("{word} {target} at {}", self.vector(at, Dimension::LENGTH)),
            None => format!("{word} {target}"),
        }
    }

    fn target(&self, target: Target) -> String {
        match target {
            Target::World => "world".to_owned(),
            Target::Free => "free".to_owned(),
            Target::Element(id) => self.path(id),
            Target::Cable { cable, station } => self.station(&self.path(cable), station),
            Target::Position(nodes) => self.vector(&nodes, Dimension::LENGTH),
        }
    }

    fn path(&self, id: super::ElementId) -> String {
        let element = self.model.elements.get(id.0 as usize);
        element.map_or_else(|| "?".to_owned(), |element| element.path.to_string())
    }

    fn station(&self, cable: &str, station: Station) -> String {
        match station {
            Station::Start => format!("{cable}.start"),
            Station::End => format!("{cable}.end"),
            Station::ArcLength(node) => format!("{cable}.at({})", self.formula(node, 0)),
        }
    }

    fn value(&self, value: &Value) -> String {
        match value {
            Value::Bool(value) => value.to_string(),
            Value::Int(value) => value.to_string(),
            Value::Text(text) => format!("{text:?}"),
            Value::Condition(node) => self.formula(*node, 0),
            Value::Enum { node, of } => {
                let value = self.values.get(node.index()).copied().flatten();
                match value.and_then(|value| of.at(value)) {
                    Some(value) => format!("{}.{value}", of.name),
                    None => self.formula(*node, 0),
                }
            }
            Value::Scalar { node, dimension } => with_unit(self.formula(*node, 0), *dimension),
            Value::Vector { nodes, dimension } => self.vector(nodes, *dimension),
            Value::Attitude(nodes) => format!("attitude{}", self.row(nodes)),
            Value::Matrix { nodes, dimension } => {
                with_unit(format!("symmetric{}", self.row(nodes)), *dimension)
            }
            Value::Table(table) => match self.model.signals.tables.get(table.index()) {
                Some(table) => format!("table({:?})", table.path),
                None => "table".to_owned(),
            },
            Value::Array(values) => {
                let values: Vec<String> = values.iter().map(|value| self.value(&value)).collect();
                format!("[{}]", values.join(", "))
            }
            Value::Struct(fields) => {
                let fields: Vec<String> = fields
                    .iter()
                    .map(|(name, value)| format!("{name} = {}", self.value(value)))
                    .collect();
                format!("{{ {} }}", fields.join("; "))
            }
            Value::Variant { name, arguments } if arguments.is_empty() => (*name).to_owned(),
            Value::Variant { name, arguments } => {
                let arguments: Vec<String> = arguments
                    .iter()
                    .map(|(name, value)| format!("{name} = {}", self.value(value)))
                    .collect();
                format!("{name}({})", arguments.join(", "))
            }
            Value::Entity(Entity::World) => "world".to_owned(),
            Value::Entity(Entity::Free) => "free".to_owned(),
            Value::Entity(Entity::Element(id)) => self.path(*id),
            Value::Entity(Entity::Station { cable, station }) => {
                self.station(&self.path(*cable), *station)
            }
            Value::Error => "error".to_owned(),
        }
    }

    fn vector(&self, nodes: &[NodeId], dimension: Dimension) -> String {
        // The three components of one sensor are told as one.
        if let Some(whole) = self.whole_sensor(nodes) {
            return whole;
        }
        with_unit(self.row(nodes), dimension)
    }

    fn row(&self, nodes: &[NodeId]) -> String {
        if let Some(whole) = self.whole_sensor(nodes) {
            return format!("({whole})");
        }
        let parts: Vec<String> = nodes.iter().map(|&node| self.formula(node, 0)).collect();
        format!("[{}]", parts.join(", "))
    }

    fn whole_sensor(&self, nodes: &[NodeId]) -> Option<String> {
        let mut first: Option<Sensor> = None;
        for (index, node) in nodes.iter().enumerate() {
            match self.model.signals.nodes.get(*node)? {
                Node::Sensor { sensor, component } if usize::from(component) == index => {
                    if *first.get_or_insert(sensor) != sensor {
                        return None;
                    }
                }
                _ => return None,
            }
        }
        first.map(|sensor| self.sensor(sensor))
    }

    fn sensor(&self, sensor: Sensor) -> String {
        let path = |fits: &dyn Fn(&Handle) -> bool| {
            let element = self.model.elements.iter().find(|element| fits(&element.handle));
            element.map_or("world", |element| &element.path)
        };
        match sensor {
            Sensor::Frame { frame, quantity } => {
                let own = path(&|handle| match handle {
                    Handle::Body { frame: own, .. } | Handle::Frame(own) => *own == frame,
                    _ => false,
                });
                format!("{own}.{}", snake(&format!("{quantity:?}")))
            }
            Sensor::Joint { joint, quantity, coordinate } => {
                let own = path(&|handle| matches!(handle, Handle::Joint(own) if *own == joint));
                format!("{own}.{}{coordinate}", snake(&format!("{quantity:?}")))
            }
            Sensor::Cable { cable, station, quantity } => {
                let own = path(&|handle| matches!(handle, Handle::Cable(own) if *own == cable));
                format!("{}.{}", self.station(own, station), snake(&format!("{quantity:?}")))
            }
            Sensor::Energy(part) => format!("energy.{}", snake(&format!("{part:?}"))),
            Sensor::State(state) => {
                let component = |own: &Handle| match own {
                    Handle::States { first, shape } => {
                        let k = state.0.checked_sub(first.0)? as usize;
                        shape.suffixes().get(k).copied()
                    }
                    _ => None,
                };
                let own = path(&|handle| component(handle).is_some());
                let found = self.model.elements.iter().find_map(|own| component(&own.handle));
                format!("{own}{}", found.unwrap_or_default())
            }
            Sensor::Multiplier { constraint, row } => {
                let own =
                    path(&|handle| matches!(handle, Handle::Constraint(own) if *own == constraint));
                format!("{own}.force{row}")
            }
            Sensor::Statistic(own) => self.statistic(own),
            Sensor::Momentum => "momentum".to_owned(),
            Sensor::AngularMomentum => "angular_momentum".to_owned(),
        }
    }

    fn statistic(&self, id: cdl_graph::StatisticId) -> String {
        let Some(own) = self.model.statistics.get(id.index()) else { return "?".to_owned() };
        let of = own.of.iter().chain(&own.share).map(|&node| self.formula(node, 1));
        format!("{}({})", own.measure.name(), of.collect::<Vec<_>>().join(", "))
    }

    /// A node as a formula; what does not change, as a number.
    fn formula(&self, node: NodeId, depth: usize) -> String {
        const DEEPEST: usize = 24;
        let Some(known) = self.model.signals.nodes.get(node) else {
            return "?".to_owned();
        };
        if let Some(value) = self.values.get(node.index()).copied().flatten() {
            return match known {
                Node::Param(id) => {
                    let param = self.model.signals.params.get(id.index());
                    param.map_or_else(|| "?".to_owned(), |param| param.path.clone())
                }
                _ if self.has_param.get(node.index()) == Some(&true) => {
                    format!("~{}", number(value))
                }
                _ => number(value),
            };
        }
        if depth > DEEPEST {
            return "...".to_owned();
        }
        let inner = |node: NodeId| self.formula(node, depth + 1);
        let signals = &self.model.signals;
        match known {
            Node::Constant(value) => number(value),
            Node::Param(id) => match signals.params.get(id.index()) {
                Some(param) => param.path.clone(),
                None => "?".to_owned(),
            },
            Node::Time => "time".to_owned(),
            Node::Sensor { sensor, component } => {
                let whole = self.sensor(sensor);
                let is_scalar = matches!(
                    sensor,
                    Sensor::Joint { .. }
                        | Sensor::Energy(_)
                        | Sensor::Statistic(_)
                        | Sensor::Cable {
                            quantity: cdl_graph::CableQuantity::Tension
                                | cdl_graph::CableQuantity::Torque
                                | cdl_graph::CableQuantity::Curvature
                                | cdl_graph::CableQuantity::Moment,
                            ..
                        }
                );
                if is_scalar { whole } else { format!("{whole}[{component}]") }
            }
            Node::Var(id) => match signals.vars.get(id.index()) {
                Some(var) => var.path.clone(),
                None => "?".to_owned(),
            },
            Node::Unary(op, a) => format!("{}({})", op.name(), inner(a)),
            Node::Binary(op, a, b) => match infix(op) {
                Some(symbol) => format!("({} {symbol} {})", inner(a), inner(b)),
                None => format!("{}({}, {})", op.name(), inner(a), inner(b)),
            },
            Node::Select { condition, then, otherwise } => {
                format!("(if {} then {} else {})", inner(condition), inner(then), inner(otherwise))
            }
            Node::Lookup { table, column, argument, derivative } => {
                let data = signals.tables.get(table.index());
                let file = data.map_or("?", |table| table.path.as_str());
                let column = data
                    .and_then(|table| table.columns.get(usize::from(column)))
                    .map_or("?", |column| column.name.as_str());
                let primes = "'".repeat(derivative.into());
                format!("table({file:?}).{column}{primes}({})", inner(argument))
            }
            Node::Entry { before: _, value } => inner(value),
            Node::Solve { entries, shape } => {
                let all = cdl_graph::entries(|id| signals.node(id), entries);
                let all: Vec<String> = all.into_iter().map(inner).collect();
                format!("solve({}x{}, {})", shape.rows, shape.columns, all.join(", "))
            }
            Node::Solution { of, index } => format!("{}[{index}]", inner(of)),
        }
    }
}

fn infix(op: BinaryOp) -> Option<&'static str> {
    Some(match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Pow => "^",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::And => "and",
        BinaryOp::Or => "or",
        BinaryOp::Mod | BinaryOp::Min | BinaryOp::Max | BinaryOp::Atan2 => return None,
    })
}

fn with_unit(text: String, dimension: Dimension) -> String {
    if dimension.is_none() { text } else { format!("{text} {}", si_unit(dimension)) }
}

/// `AngularVelocity` as `angular_velocity`.
fn snake(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.extend(letter.to_lowercase());
    }
    text
}
