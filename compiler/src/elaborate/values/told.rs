//! What is told about values: their type, how much they vary, and what they are where that is known.

use cdl_grammar::quoted;

use super::Values;
use super::types::quantity_name;
use crate::elaborate::digits::shown_number;
use crate::schema::Variability;
use crate::typed::{Array, Entity, Value};
use crate::units::{self, Dimension};

impl Values<'_> {
    /// The type of a value as one would state it.
    pub(in crate::elaborate) fn type_of(&self, value: &Value) -> String {
        match value {
            Value::Bool(_) | Value::Condition(_) => "Bool".to_owned(),
            Value::Int(_) => "Int".to_owned(),
            Value::Enum { of, .. } => of.name.to_string(),
            Value::Text(_) => "Text".to_owned(),
            Value::Scalar { dimension, .. } => quantity_name(*dimension),
            Value::Vector { dimension, .. } => format!("Vector({})", quantity_name(*dimension)),
            Value::Attitude(_) => "Attitude".to_owned(),
            Value::Matrix { dimension, .. } => format!("Matrix({})", quantity_name(*dimension)),
            Value::Table(_) => "Table".to_owned(),
            Value::Array(values) => self.type_of_array(values),
            Value::Struct(fields) => {
                let fields =
                    fields.iter().map(|(name, value)| format!("{name}: {}", self.type_of(value)));
                format!("{{ {} }}", fields.collect::<Vec<_>>().join("; "))
            }
            Value::Variant { name, .. } => (*name).to_owned(),
            Value::Entity(Entity::World) => "Frame".to_owned(),
            Value::Entity(Entity::Free) => "free".to_owned(),
            Value::Entity(Entity::Station { .. }) => "a point of a cable".to_owned(),
            Value::Entity(Entity::Element(id)) => match self.entities.get(*id) {
                Some(element) => kind_name(element.kind.name()),
                None => "an element".to_owned(),
            },
            Value::Error => "unknown".to_owned(),
        }
    }

    /// The types that occur, each once. Elements of a row share theirs, but for numbers.
    fn type_of_array(&self, values: &Array) -> String {
        let mut types: Vec<String> = Vec::new();
        let alike = |a: &Value, b: &Value| match (a, b) {
            (Value::Scalar { dimension: a, .. }, Value::Scalar { dimension: b, .. }) => a == b,
            (Value::Int(_), Value::Int(_)) => true,
            (_, _) => false,
        };
        for (index, value) in values.iter().enumerate() {
            if index > 0 && values.get(index - 1).is_some_and(|before| alike(&before, &value)) {
                continue;
            }
            let own = self.type_of(&value);
            if !types.contains(&own) {
                types.push(own);
            }
            // Of elements one stands for all.
            if matches!(*value, Value::Entity(_)) {
                break;
            }
        }
        match types.as_slice() {
            [] => "Array".to_owned(),
            [a, b, c, _, ..] => format!("Array({a}, {b}, {c}, ...)"),
            types => format!("Array({})", types.join(", ")),
        }
    }

    /// The most that any part of a value varies.
    pub(in crate::elaborate) fn variability(&mut self, value: &Value) -> Variability {
        let mut of = |nodes: &[cdl_graph::NodeId]| {
            let all = nodes.iter().map(|&node| self.nodes.variability(node));
            all.max().unwrap_or(Variability::Const)
        };
        match value {
            Value::Bool(_)
            | Value::Int(_)
            | Value::Text(_)
            | Value::Table(_)
            | Value::Entity(_)
            | Value::Error => Variability::Const,
            Value::Condition(node) | Value::Scalar { node, .. } | Value::Enum { node, .. } => {
                of(&[*node])
            }
            Value::Vector { nodes, .. } => of(nodes),
            Value::Attitude(nodes) => of(nodes),
            Value::Matrix { nodes, .. } => of(nodes),
            Value::Array(values) => {
                let all = values.iter().map(|value| self.variability(&value));
                all.max().unwrap_or(Variability::Const)
            }
            Value::Struct(fields) => self.most(fields.iter().map(|(_, value)| value)),
            Value::Variant { arguments, .. } => self.most(arguments.iter().map(|(_, value)| value)),
        }
    }

    fn most<'v>(&mut self, values: impl Iterator<Item = &'v Value>) -> Variability {
        values.map(|value| self.variability(value)).max().unwrap_or(Variability::Const)
    }

    /// The value of a quantity that does not vary, such as `0.1217 kg`.
    pub(in crate::elaborate) fn shown(&mut self, value: &Value) -> Option<String> {
        let with_unit = |text: String, dimension: Dimension| {
            if dimension.is_none() { text } else { format!("{text} {}", units::si_unit(dimension)) }
        };
        match value {
            Value::Bool(value) => Some(value.to_string()),
            Value::Int(value) => Some(value.to_string()),
            Value::Text(text) => Some(quoted(text)),
            Value::Enum { node, of } => {
                self.nodes.value(*node).and_then(|value| of.at(value)).map(str::to_owned)
            }
            Value::Scalar { node, dimension } => {
                Some(with_unit(shown_number(self.nodes.value(*node)?), *dimension))
            }
            Value::Vector { nodes, dimension } => {
                let mut texts = Vec::new();
                for &node in nodes {
                    texts.push(shown_number(self.nodes.value(node)?));
                }
                Some(with_unit(format!("[{}]", texts.join(", ")), *dimension))
            }
            Value::Condition(_)
            | Value::Attitude(_)
            | Value::Matrix { .. }
            | Value::Table(_)
            | Value::Array(_)
            | Value::Struct(_)
            | Value::Variant { .. }
            | Value::Entity(_)
            | Value::Error => None,
        }
    }
}

/// The kind `joint` as the type `Joint`.
fn kind_name(kind: &str) -> String {
    let mut letters = kind.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
