//! The names that a scope declares.

use std::hash::BuildHasher;

use cdl_grammar::syntax::Text;
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::scope::Binding;
use crate::row::Row;

/// Names in the order in which they were declared. The turn of a loop has one and a model may have hundreds of thousands, so
/// few are looked through, and many stand in a row that is never half empty and are found by a table of their places.
#[derive(Default)]
pub(super) struct Bindings {
    /// Empty where there are many.
    few: Vec<Named>,
    many: Option<Box<Many>>,
}

type Named = (Text, Binding);

#[derive(Default)]
struct Many {
    all: Row<Named>,
    /// The names themselves stand in the row.
    places: HashTable<u32>,
}

const FEW: usize = 8;

fn hash(name: &str) -> u64 {
    FxBuildHasher.hash_one(name)
}

impl Many {
    fn place(&self, name: &str) -> Option<usize> {
        let is_own = |&place: &u32| self.all[place as usize].0 == name;
        self.places.find(hash(name), is_own).map(|&place| place as usize)
    }

    fn add(&mut self, own: Named) {
        let (place, hash_of_own) = (self.all.len() as u32, hash(&own.0));
        self.all.push(own);
        let all = &self.all;
        self.places.insert_unique(hash_of_own, place, |&place| hash(&all[place as usize].0));
    }
}

impl Bindings {
    fn place(&self, name: &str) -> Option<usize> {
        match &self.many {
            Some(many) => many.place(name),
            None => self.few.iter().position(|(own, _)| own == name),
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<&Binding> {
        self.nth(self.place(name)?).map(|(_, binding)| binding)
    }

    /// The one that was declared after so many others.
    pub(super) fn nth(&self, place: usize) -> Option<(&str, &Binding)> {
        let named = match &self.many {
            Some(many) => many.all.get(place),
            None => self.few.get(place),
        };
        named.map(|(name, binding)| (name.as_str(), binding))
    }

    pub(super) fn get_mut(&mut self, name: &str) -> Option<&mut Binding> {
        let place = self.place(name)?;
        let named = match &mut self.many {
            Some(many) => many.all.get_mut(place),
            None => self.few.get_mut(place),
        };
        named.map(|(_, binding)| binding)
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.place(name).is_some()
    }

    /// A name that is not there yet.
    pub(super) fn add(&mut self, name: Text, binding: Binding) {
        if let Some(many) = &mut self.many {
            return many.add((name, binding));
        }
        // There are few scopes with more than one or two, and many with these.
        self.few.reserve_exact(1);
        self.few.push((name, binding));
        if self.few.len() > FEW {
            let many = self.many.get_or_insert_default();
            std::mem::take(&mut self.few).into_iter().for_each(|own| many.add(own));
        }
    }

    /// In the order in which they were declared.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &Binding)> {
        let many = self.many.iter().flat_map(|many| many.all.iter());
        self.few.iter().chain(many).map(|(name, binding)| (name.as_str(), binding))
    }
}

#[cfg(test)]
mod tests {
    use super::super::thing::Thing;
    use super::{Binding, Bindings, FEW};
    use crate::place::{ItemKey, Place};

    #[test]
    fn few_names_and_many_are_found() {
        let names: Vec<String> = (0..5 * FEW).map(|number| format!("n{number}")).collect();
        let mut bindings = Bindings::default();
        for (number, name) in (0..).zip(&names) {
            let place = Place { item: ItemKey(number), span: cdl_grammar::syntax::Span::default() };
            let bound = Thing::ERROR.into();
            bindings
                .add(name.as_str().into(), Binding { place, public: false, used: false, bound });
            let found = |name: &String| bindings.get(name).map(|own| own.place.item.0);
            let (there, not): (Vec<_>, Vec<_>) = names.iter().map(found).partition(Option::is_some);
            assert!(there.into_iter().flatten().eq(0..=number));
            assert_eq!(not.len(), names.len() - number as usize - 1);
        }
        assert!(bindings.iter().map(|(name, _)| name).eq(names.iter().map(String::as_str)));
    }
}
