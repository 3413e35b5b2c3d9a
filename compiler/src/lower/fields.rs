//! Reading the fields of elements, structs and variants by the schema's names.

use std::sync::Arc;

use cdl_graph::NodeId;

use crate::typed::{Element, Entity, Experiment, Value};

/// Where named values are.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fields<'a> {
    Element(&'a Element),
    Experiment(&'a Experiment),
    Struct(&'a [(Arc<str>, Value)]),
    Arguments(&'a [(&'static str, Value)]),
    /// Nothing is given.
    Nothing,
}

impl<'a> Fields<'a> {
    pub(crate) fn get(self, name: &str) -> Option<&'a Value> {
        match self {
            Fields::Element(element) => element.fields.get(name).map(|field| &field.value),
            Fields::Experiment(experiment) => experiment.fields.get(name).map(|field| &field.value),
            Fields::Struct(entries) => {
                entries.iter().find(|(key, _)| **key == *name).map(|(_, value)| value)
            }
            Fields::Arguments(entries) => {
                entries.iter().find(|(key, _)| *key == name).map(|(_, value)| value)
            }
            Fields::Nothing => None,
        }
    }

    pub(crate) fn scalar(self, name: &str) -> Option<NodeId> {
        match self.get(name)? {
            Value::Scalar { node, .. } => Some(*node),
            _ => None,
        }
    }

    pub(crate) fn vector(self, name: &str) -> Option<[NodeId; 3]> {
        match self.get(name)? {
            Value::Vector { nodes, .. } => Some(*nodes),
            _ => None,
        }
    }

    pub(crate) fn attitude(self, name: &str) -> Option<[NodeId; 4]> {
        match self.get(name)? {
            Value::Attitude(nodes) => Some(*nodes),
            _ => None,
        }
    }

    pub(crate) fn matrix(self, name: &str) -> Option<[NodeId; 6]> {
        match self.get(name)? {
            Value::Matrix { nodes, .. } => Some(*nodes),
            _ => None,
        }
    }

    pub(crate) fn boolean(self, name: &str) -> Option<bool> {
        match self.get(name)? {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    pub(crate) fn count(self, name: &str) -> Option<u32> {
        match self.get(name)? {
            Value::Int(value) => u32::try_from(*value).ok(),
            _ => None,
        }
    }

    /// The entries of a struct; none where it is not given.
    pub(crate) fn structure(self, name: &str) -> Fields<'a> {
        match self.get(name) {
            Some(Value::Struct(entries)) => Fields::Struct(entries),
            _ => Fields::Nothing,
        }
    }

    /// The name and the arguments of a variant.
    pub(crate) fn variant(self, name: &str) -> Option<(&'static str, Fields<'a>)> {
        match self.get(name)? {
            Value::Variant { name, arguments } => Some((name, Fields::Arguments(arguments))),
            _ => None,
        }
    }

    pub(crate) fn entity(self, name: &str) -> Option<Entity> {
        match self.get(name)? {
            Value::Entity(entity) => Some(*entity),
            _ => None,
        }
    }

    /// Whether it is there at all, however wrong.
    pub(crate) fn has(self, name: &str) -> bool {
        self.get(name).is_some()
    }
}

/// Whether nothing in an element has been found wrong. What is wrong has been reported; to go on as if
/// it were not given would only raise further complaints.
pub(crate) fn is_sound(element: &Element) -> bool {
    element.fields.values().all(|field| sound(&field.value))
}

fn sound(value: &Value) -> bool {
    match value {
        Value::Error => false,
        Value::Array(values) => values.iter().all(sound),
        Value::Struct(entries) => entries.iter().all(|(_, value)| sound(value)),
        Value::Variant { arguments, .. } => arguments.iter().all(|(_, value)| sound(value)),
        Value::Bool(_)
        | Value::Condition(_)
        | Value::Int(_)
        | Value::Text(_)
        | Value::Scalar { .. }
        | Value::Vector { .. }
        | Value::Attitude(_)
        | Value::Matrix { .. }
        | Value::Table(_)
        | Value::Entity(_) => true,
    }
}
