//! The values of an array.

use std::borrow::Cow;
use std::sync::Arc;

use cdl_graph::NodeId;

use super::Value;
use crate::units::Dimension;

/// Values in a row. Numbers of one dimension, of which there may be millions, take four bytes each: a value has ten times
/// as many.
#[derive(Clone, Debug)]
pub struct Array(Held);

#[derive(Clone, Debug)]
enum Held {
    Any(Arc<[Value]>),
    Numbers(Arc<[NodeId]>, Dimension),
}

impl Array {
    /// Of numbers of one dimension.
    pub(crate) fn of_numbers(nodes: &[NodeId], dimension: Dimension) -> Self {
        Self(Held::Numbers(nodes.into(), dimension))
    }

    pub fn len(&self) -> usize {
        match &self.0 {
            Held::Any(values) => values.len(),
            Held::Numbers(nodes, _) => nodes.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// `None` where there are not as many.
    pub fn get(&self, index: usize) -> Option<Cow<'_, Value>> {
        match &self.0 {
            Held::Any(values) => values.get(index).map(Cow::Borrowed),
            Held::Numbers(nodes, dimension) => {
                nodes.get(index).map(|&node| number(node, *dimension))
            }
        }
    }

    pub fn first(&self) -> Option<Cow<'_, Value>> {
        self.get(0)
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = Cow<'_, Value>> {
        (0..self.len()).map(|index| self.get(index).unwrap_or(Cow::Borrowed(&Value::Error)))
    }

    pub(crate) fn to_vec(&self) -> Vec<Value> {
        self.iter().map(Cow::into_owned).collect()
    }
}

fn number<'a>(node: NodeId, dimension: Dimension) -> Cow<'a, Value> {
    Cow::Owned(Value::Scalar { node, dimension })
}

impl FromIterator<Value> for Array {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Self {
        let mut values = values.into_iter();
        let mut nodes: Vec<NodeId> = Vec::with_capacity(values.size_hint().0);
        let mut alike = Dimension::NONE;
        let odd = loop {
            match values.next() {
                Some(Value::Scalar { node, dimension })
                    if nodes.is_empty() || dimension == alike =>
                {
                    alike = dimension;
                    nodes.push(node);
                }
                Some(odd) => break odd,
                None if nodes.is_empty() => return Self(Held::Any(Arc::default())),
                None => return Self::of_numbers(&nodes, alike),
            }
        };
        let before = nodes.into_iter().map(|node| Value::Scalar { node, dimension: alike });
        Self(Held::Any(before.chain(std::iter::once(odd)).chain(values).collect()))
    }
}

impl From<Vec<Value>> for Array {
    fn from(values: Vec<Value>) -> Self {
        values.into_iter().collect()
    }
}

/// Whether the same values stand in both.
impl PartialEq for Array {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

#[cfg(test)]
mod tests {
    use cdl_graph::NodeId;

    use super::{Array, Held};
    use crate::typed::Value;
    use crate::units::Dimension;

    #[test]
    fn what_is_put_in_is_there_and_numbers_alike_are_held_as_such() {
        let scalar =
            |index: usize, dimension| Value::Scalar { node: NodeId(index as u32), dimension };
        let (length, mass) = (Dimension::LENGTH, Dimension::MASS);
        let alike: Vec<Value> = (0..5).map(|index| scalar(index, length)).collect();
        let mixed = vec![scalar(0, length), scalar(1, length), scalar(2, mass), Value::Int(4)];
        let others = vec![Value::Int(1), scalar(0, mass)];
        for (values, as_numbers) in
            [(alike, true), (mixed, false), (others, false), (Vec::new(), false)]
        {
            let array: Array = values.iter().cloned().collect();
            assert_eq!(matches!(array.0, Held::Numbers(..)), as_numbers);
            assert_eq!(array.to_vec(), values);
            assert_eq!((array.len(), array.is_empty()), (values.len(), values.is_empty()));
            assert_eq!(array.get(values.len()), None);
            assert_eq!(array.first().map(|own| own.into_owned()), values.first().cloned());
            assert_eq!(array, Array(Held::Any(values.into())));
        }
    }
}
