//! Reading typed fields. The checker has made sure of their types, so what does not fit is absent.

use std::sync::Arc;

use cdl_graph::NodeId;

use crate::symbolic::{Quaternion, Vector};
use crate::typed::{Element, Entity, Field, Value};

/// What a group of named values can be asked for: an element's fields, a struct, a variant's
/// arguments.
pub(super) trait Fields {
    fn value(&self, name: &str) -> Option<&Value>;

    fn scalar(&self, name: &str) -> Option<NodeId> {
        match self.value(name)? {
            Value::Scalar { node, .. } => Some(*node),
            _ => None,
        }
    }

    fn vector(&self, name: &str) -> Option<Vector> {
        match self.value(name)? {
            Value::Vector { nodes, .. } => Some(*nodes),
            _ => None,
        }
    }

    fn attitude(&self, name: &str) -> Option<Quaternion> {
        match self.value(name)? {
            Value::Attitude(nodes) => Some(*nodes),
            _ => None,
        }
    }

    fn matrix(&self, name: &str) -> Option<[NodeId; 6]> {
        match self.value(name)? {
            Value::Matrix { nodes, .. } => Some(*nodes),
            _ => None,
        }
    }

    fn integer(&self, name: &str) -> Option<i64> {
        match self.value(name)? {
            Value::Int(value) => Some(*value),
            _ => None,
        }
    }

    fn truth(&self, name: &str) -> Option<bool> {
        match self.value(name)? {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    fn group(&self, name: &str) -> Option<Group<'_>> {
        match self.value(name)? {
            Value::Struct(fields) => Some(Group(fields)),
            _ => None,
        }
    }

    fn variant(&self, name: &str) -> Option<Choice<'_>> {
        match self.value(name)? {
            Value::Variant { name, arguments } => Some(Choice { name, arguments }),
            _ => None,
        }
    }

    fn entity(&self, name: &str) -> Option<Entity> {
        match self.value(name)? {
            Value::Entity(entity) => Some(*entity),
            _ => None,
        }
    }
}

/// The fields of a struct.
#[derive(Clone, Copy)]
pub(super) struct Group<'v>(&'v [(Arc<str>, Value)]);

/// A variant with its arguments.
#[derive(Clone, Copy)]
pub(super) struct Choice<'v> {
    pub(super) name: &'static str,
    arguments: &'v [(&'static str, Value)],
}

impl Fields for Element {
    fn value(&self, name: &str) -> Option<&Value> {
        self.fields.get(name).map(|field| &field.value)
    }
}

impl Fields for std::collections::BTreeMap<&'static str, Field> {
    fn value(&self, name: &str) -> Option<&Value> {
        self.get(name).map(|field| &field.value)
    }
}

impl Fields for Group<'_> {
    fn value(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|(each, _)| &**each == name).map(|(_, value)| value)
    }
}

impl Fields for Choice<'_> {
    fn value(&self, name: &str) -> Option<&Value> {
        self.arguments.iter().find(|(each, _)| *each == name).map(|(_, value)| value)
    }
}
