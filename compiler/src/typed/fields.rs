//! The fields of one element by name.

use std::sync::Arc;

use cdl_grammar::syntax::Span;
use rustc_hash::FxHashMap;

use super::{Field, Value};
use crate::place::{ItemKey, Place};

/// Values of fields that are not written.
#[derive(Debug)]
pub(crate) struct Defaults {
    /// Sorted by name.
    values: Vec<(&'static str, Value)>,
    /// Of each: elements of many fields are asked for all of them.
    places: FxHashMap<&'static str, usize>,
}

impl Defaults {
    /// In any order; each name once.
    pub(crate) fn new(mut values: Vec<(&'static str, Value)>) -> Self {
        values.sort_unstable_by_key(|(name, _)| *name);
        let places = values.iter().enumerate().map(|(place, (name, _))| (*name, place)).collect();
        Self { values, places }
    }

    fn get(&self, name: &str) -> Option<&Value> {
        self.places.get(name).map(|&place| &self.values[place].1)
    }
}

/// A small map: an element has a few fields of its own, and shares those that
/// it leaves to their defaults with all elements that leave out the same.
#[derive(Clone, Debug, Default)]
pub(crate) struct FieldMap {
    /// Sorted by name.
    own: Box<[(&'static str, Field)]>,
    /// Of these count those whose names are not among the own ones.
    left_out: Option<Arc<Defaults>>,
}

/// A field of an element.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FieldRef<'a> {
    pub value: &'a Value,
    /// Of the value; for defaults, of the element.
    pub place: Place,
    pub is_default: bool,
}

impl FieldMap {
    /// `element` is the place of the element.
    pub(super) fn get(&self, name: &str, element: Place) -> Option<FieldRef<'_>> {
        if let Some(field) = self.own(name) {
            return Some(field);
        }
        let value = self.left_out.as_ref()?.get(name)?;
        Some(FieldRef { value, place: element, is_default: true })
    }

    /// Without what is left to its default.
    pub(super) fn own(&self, name: &str) -> Option<FieldRef<'_>> {
        let (_, field) = self.own.iter().find(|(own, _)| *own == name)?;
        Some(field.read())
    }

    /// In the place of one that has this name.
    pub(crate) fn insert(&mut self, name: &'static str, field: Field) {
        match self.own.binary_search_by_key(&name, |(own, _)| own) {
            Ok(at) => self.own[at].1 = field,
            Err(at) => {
                let mut own = std::mem::take(&mut self.own).into_vec();
                own.reserve_exact(1);
                own.insert(at, (name, field));
                self.own = own.into_boxed_slice();
            }
        }
    }

    /// Gives those of these that are not there yet.
    pub(crate) fn leave_out(&mut self, defaults: &Arc<Defaults>) {
        self.left_out = Some(defaults.clone());
    }

    /// In the order of their names.
    pub(super) fn iter(
        &self,
        element: Place,
    ) -> impl Iterator<Item = (&'static str, FieldRef<'_>)> {
        let mut own = self.own.iter().peekable();
        let mut left_out =
            self.left_out.as_deref().map_or(&[][..], |own| &own.values).iter().peekable();
        std::iter::from_fn(move || {
            let is_own = match (own.peek(), left_out.peek()) {
                (Some((own, _)), Some((other, _))) => own <= other,
                (Some(_), None) => true,
                (None, _) => false,
            };
            if is_own {
                let (name, field) = own.next()?;
                left_out.next_if(|(other, _)| other == name);
                return Some((*name, field.read()));
            }
            let (name, value) = left_out.next()?;
            Some((*name, FieldRef { value, place: element, is_default: true }))
        })
    }
}

/// Whether they say the same, however much of it is shared.
impl PartialEq for FieldMap {
    fn eq(&self, other: &Self) -> bool {
        // Defaults stand in both where the element does, which is compared with it.
        let nowhere = Place { item: ItemKey(0), span: Span::default() };
        self.iter(nowhere).eq(other.iter(nowhere))
    }
}

impl Field {
    /// As one of an element.
    pub fn read(&self) -> FieldRef<'_> {
        let Field { value, place, is_default } = self;
        FieldRef { value, place: *place, is_default: *is_default }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Defaults, Field, FieldMap, FieldRef};
    use crate::place::{ItemKey, Place};
    use crate::typed::Value;

    fn place(item: u32) -> Place {
        Place { item: ItemKey(item), span: cdl_grammar::syntax::Span::default() }
    }

    fn field(value: i64) -> Field {
        Field { value: Value::Int(value), place: place(0), is_default: false }
    }

    fn all(map: &FieldMap) -> Vec<(&'static str, Value)> {
        map.iter(place(1)).map(|(name, field)| (name, field.value.clone())).collect()
    }

    #[test]
    fn fields_are_sorted_and_each_is_there_once() {
        let mut map = FieldMap::default();
        for (value, name) in
            ["mass", "axis", "start", "mass", "drag", "end", "axis"].into_iter().enumerate()
        {
            map.insert(name, field(value as i64));
        }
        let expected = [("axis", 6), ("drag", 4), ("end", 5), ("mass", 3), ("start", 2)];
        assert_eq!(all(&map), expected.map(|(name, value)| (name, Value::Int(value))));
        assert_eq!(map.get("mass", place(1)), Some(field(3).read()));
        assert_eq!(map.get("masses", place(1)), None);
    }

    #[test]
    fn what_is_there_stays_where_others_are_taken_in() {
        let others = ["start", "drag", "end", "axis"].map(|name| (name, Value::Int(9)));
        let others = Arc::new(Defaults::new(others.into()));
        let mut map = FieldMap::default();
        map.insert("drag", field(1));
        map.insert("mass", field(2));
        map.leave_out(&others);
        map.insert("length", field(3));
        let expected =
            [("axis", 9), ("drag", 1), ("end", 9), ("length", 3), ("mass", 2), ("start", 9)];
        assert_eq!(all(&map), expected.map(|(name, value)| (name, Value::Int(value))));
        assert_eq!(map.get("drag", place(1)), Some(field(1).read()));
        // A default stands where the element does.
        let end = FieldRef { value: &Value::Int(9), place: place(1), is_default: true };
        assert_eq!(map.get("end", place(1)), Some(end));
        map.insert("start", field(4));
        assert_eq!(map.get("start", place(1)), Some(field(4).read()));
        assert_eq!(all(&map).len(), 6);
    }
}
