//! The fields of one element by name.

use super::{Field, Value};

/// A small map: an element has about ten fields, and models have thousands of elements, so they stand in a row without
/// room for more.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FieldMap(Vec<(&'static str, Field)>);

/// By how many it grows.
const MORE: usize = 4;

impl FieldMap {
    pub fn get(&self, name: &str) -> Option<&Field> {
        self.0.iter().find(|(own, _)| *own == name).map(|(_, field)| field)
    }

    /// In the place of one that has this name.
    pub fn insert(&mut self, name: &'static str, field: Field) {
        match self.0.binary_search_by_key(&name, |(own, _)| own) {
            Ok(at) => self.0[at].1 = field,
            Err(at) => {
                if self.0.len() == self.0.capacity() {
                    self.0.reserve_exact(MORE);
                }
                self.0.insert(at, (name, field));
            }
        }
    }

    /// Takes in those of `others`, which are sorted by their names, that are not there yet; there will be `total` in all.
    pub(crate) fn complete(
        &mut self,
        others: &[(&'static str, Value)],
        total: usize,
        field: impl Fn(&Value) -> Field,
    ) {
        let mut all = Vec::with_capacity(total);
        let mut own = std::mem::take(&mut self.0).into_iter().peekable();
        for (name, value) in others {
            while let Some(before) = own.next_if(|(own, _)| own < name) {
                all.push(before);
            }
            if own.peek().is_none_or(|(own, _)| own != name) {
                all.push((name, field(value)));
            }
        }
        all.extend(own);
        self.0 = all;
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// In the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Field)> {
        self.0.iter().map(|(name, field)| (*name, field))
    }

    pub fn values(&self) -> impl Iterator<Item = &Field> {
        self.0.iter().map(|(_, field)| field)
    }
}

#[cfg(test)]
mod tests {
    use super::{Field, FieldMap};
    use crate::place::{ItemKey, Place};
    use crate::typed::Value;

    fn field(value: i64) -> Field {
        let place = Place { item: ItemKey(0), span: cdl_grammar::syntax::Span::default() };
        Field { value: Value::Int(value), place, is_default: false }
    }

    #[test]
    fn fields_are_sorted_and_each_is_there_once() {
        let mut map = FieldMap::default();
        for (value, name) in
            ["mass", "axis", "start", "mass", "drag", "end", "axis"].into_iter().enumerate()
        {
            map.insert(name, field(value as i64));
        }
        let all: Vec<_> = map.iter().map(|(name, field)| (name, field.value.clone())).collect();
        let expected = [("axis", 6), ("drag", 4), ("end", 5), ("mass", 3), ("start", 2)];
        assert_eq!(all, expected.map(|(name, value)| (name, Value::Int(value))));
        assert_eq!(map.get("mass"), Some(&field(3)));
        assert_eq!(map.get("masses"), None);
    }

    #[test]
    fn what_is_there_stays_where_others_are_taken_in() {
        let mut map = FieldMap::default();
        map.insert("drag", field(1));
        map.insert("mass", field(2));
        let others = ["axis", "drag", "end", "start"].map(|name| (name, Value::Int(9)));
        map.complete(&others, 6, |value| Field { value: value.clone(), ..field(0) });
        map.insert("length", field(3));
        let all: Vec<_> = map.iter().map(|(name, field)| (name, field.value.clone())).collect();
        let expected =
            [("axis", 9), ("drag", 1), ("end", 9), ("length", 3), ("mass", 2), ("start", 9)];
        assert_eq!(all, expected.map(|(name, value)| (name, Value::Int(value))));
    }
}
