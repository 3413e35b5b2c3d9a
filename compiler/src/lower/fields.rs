//! Reading the fields of elements, structs and variants by the schema's constants.

use std::borrow::Cow;
use std::sync::Arc;

use cdl_graph::{NodeId, TableId};

use crate::schema::key::{
    Always, Attitude, Block, BlockOr, Choice, Condition, Count, Key, Many, Matrix, Maybe, OfStated,
    OneOf, Reference, Rows, Scalar, Truth, Vector, Words,
};
use crate::schema::{KindId, LAW};
use crate::typed::{Element, Entity, Experiment, Value};

/// Something that an element needs is missing or wrong; it has been reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unlowered;

/// What lowering makes of something.
pub(crate) type Lowered<T> = Result<T, Unlowered>;

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
    /// Of a field that is required or has a default.
    pub(crate) fn value<S: Sort<'a>>(self, key: &Always<S>) -> Lowered<S::Read> {
        self.read(key).ok_or(Unlowered)
    }

    /// Of a field that may be absent.
    pub(crate) fn given<S: Sort<'a>>(self, key: &Maybe<S>) -> Option<S::Read> {
        self.read(key)
    }

    /// Whether an optional field is there.
    pub(crate) fn has<S>(self, key: &Maybe<S>) -> bool {
        self.named(key.field.name).is_some()
    }

    /// The expression after `=`, or after the colon of an equation.
    pub(crate) fn law<S: Sort<'a>>(self) -> Lowered<S::Read> {
        self.named(LAW).and_then(S::read).ok_or(Unlowered)
    }

    /// The block of a kind that may stand in the element's, such as `air`.
    pub(crate) fn nested(self, kind: KindId) -> Option<Fields<'a>> {
        self.named(kind.name()).and_then(Block::read)
    }

    fn read<S: Sort<'a>, P>(self, key: &Key<S, P>) -> Option<S::Read> {
        self.named(key.field.name).and_then(S::read)
    }

    fn named(self, name: &str) -> Option<&'a Value> {
        match self {
            Fields::Element(element) => element.field(name).map(|field| field.value),
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
}

/// How values of one sort are read. `None` for a value of another sort, which elaboration lets nobody
/// give.
pub(crate) trait Sort<'a> {
    type Read;
    fn read(value: &'a Value) -> Option<Self::Read>;
}

impl Sort<'_> for Scalar {
    type Read = NodeId;
    fn read(value: &Value) -> Option<NodeId> {
        match value {
            Value::Scalar { node, .. } => Some(*node),
            _ => None,
        }
    }
}

impl Sort<'_> for Vector {
    type Read = [NodeId; 3];
    fn read(value: &Value) -> Option<[NodeId; 3]> {
        match value {
            Value::Vector { nodes, .. } => Some(*nodes),
            _ => None,
        }
    }
}

impl<'a> Sort<'a> for OfStated {
    type Read = &'a [NodeId];
    fn read(value: &'a Value) -> Option<&'a [NodeId]> {
        match value {
            Value::Scalar { node, .. } | Value::Condition(node) | Value::Enum { node, .. } => {
                Some(std::slice::from_ref(node))
            }
            Value::Vector { nodes, .. } => Some(nodes),
            _ => None,
        }
    }
}

impl Sort<'_> for Attitude {
    type Read = [NodeId; 4];
    fn read(value: &Value) -> Option<[NodeId; 4]> {
        match value {
            Value::Attitude(nodes) => Some(*nodes),
            _ => None,
        }
    }
}

impl Sort<'_> for Matrix {
    type Read = [NodeId; 6];
    fn read(value: &Value) -> Option<[NodeId; 6]> {
        match value {
            Value::Matrix { nodes, .. } => Some(*nodes),
            _ => None,
        }
    }
}

impl Sort<'_> for Count {
    type Read = u32;
    fn read(value: &Value) -> Option<u32> {
        match value {
            Value::Int(value) => u32::try_from(*value).ok(),
            _ => None,
        }
    }
}

impl Sort<'_> for Truth {
    type Read = bool;
    fn read(value: &Value) -> Option<bool> {
        match value {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }
}

/// As it is known before a run, or the node that tells during one.
#[derive(Clone, Copy, Debug)]
pub(crate) enum WhetherTrue {
    Known(bool),
    Told(NodeId),
}

impl Sort<'_> for Condition {
    type Read = WhetherTrue;
    fn read(value: &Value) -> Option<WhetherTrue> {
        match value {
            Value::Bool(value) => Some(WhetherTrue::Known(*value)),
            Value::Condition(node) => Some(WhetherTrue::Told(*node)),
            _ => None,
        }
    }
}

impl<'a> Sort<'a> for Words {
    type Read = &'a str;
    fn read(value: &'a Value) -> Option<&'a str> {
        match value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }
}

impl Sort<'_> for Rows {
    type Read = TableId;
    fn read(value: &Value) -> Option<TableId> {
        match value {
            Value::Table(table) => Some(*table),
            _ => None,
        }
    }
}

impl Sort<'_> for Many {
    type Read = Vec<NodeId>;
    fn read(value: &Value) -> Option<Vec<NodeId>> {
        let Value::Array(values) = value else { return None };
        let number = |value: Cow<'_, Value>| match *value {
            Value::Scalar { node, .. } => Some(node),
            _ => None,
        };
        values.iter().map(number).collect()
    }
}

impl Sort<'_> for Reference {
    type Read = Entity;
    fn read(value: &Value) -> Option<Entity> {
        match value {
            Value::Entity(entity) => Some(*entity),
            _ => None,
        }
    }
}

impl<'a> Sort<'a> for Block {
    type Read = Fields<'a>;
    fn read(value: &'a Value) -> Option<Fields<'a>> {
        match value {
            Value::Struct(entries) => Some(Fields::Struct(entries)),
            _ => None,
        }
    }
}

impl<'a, C: Choice> Sort<'a> for OneOf<C> {
    type Read = (C, Fields<'a>);
    fn read(value: &'a Value) -> Option<(C, Fields<'a>)> {
        match value {
            Value::Variant { name, arguments } => {
                Some((C::named(name)?, Fields::Arguments(arguments)))
            }
            _ => None,
        }
    }
}

/// A block, or one of some variants with its arguments.
pub(crate) enum BlockOrVariant<'a, C> {
    Block(Fields<'a>),
    Variant(C, Fields<'a>),
}

impl<'a, C: Choice> Sort<'a> for BlockOr<C> {
    type Read = BlockOrVariant<'a, C>;
    fn read(value: &'a Value) -> Option<BlockOrVariant<'a, C>> {
        let block = Block::read(value).map(BlockOrVariant::Block);
        block.or_else(|| {
            let (choice, arguments) = OneOf::read(value)?;
            Some(BlockOrVariant::Variant(choice, arguments))
        })
    }
}

/// Whether nothing in an element has been found wrong. What is wrong has been reported; to go on as if
/// it were not given would only raise further complaints.
pub(crate) fn is_sound(element: &Element) -> bool {
    element.fields().all(|(_, field)| sound(field.value))
}

fn sound(value: &Value) -> bool {
    match value {
        Value::Error => false,
        Value::Array(values) => values.iter().all(|value| sound(&value)),
        Value::Struct(entries) => entries.iter().all(|(_, value)| sound(value)),
        Value::Variant { arguments, .. } => arguments.iter().all(|(_, value)| sound(value)),
        Value::Bool(_)
        | Value::Condition(_)
        | Value::Enum { .. }
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
