//! The names that a scope declares.

use rustc_hash::FxHashMap;

use super::scope::Binding;

/// Names in the order in which they were declared. The turn of a loop has one and a model may have hundreds of thousands, so
/// few are looked through, and many are found by a table of their places.
#[derive(Default)]
pub(super) struct Bindings<'a> {
    all: Vec<(&'a str, Binding<'a>)>,
    places: Option<Box<FxHashMap<&'a str, u32>>>,
}

const FEW: usize = 8;

impl<'a> Bindings<'a> {
    fn place(&self, name: &str) -> Option<usize> {
        match &self.places {
            Some(places) => places.get(name).map(|&place| place as usize),
            None => self.all.iter().position(|(own, _)| *own == name),
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<&Binding<'a>> {
        self.place(name).map(|place| &self.all[place].1)
    }

    pub(super) fn get_mut(&mut self, name: &str) -> Option<&mut Binding<'a>> {
        self.place(name).map(|place| &mut self.all[place].1)
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.place(name).is_some()
    }

    /// A name that is not there yet.
    pub(super) fn add(&mut self, name: &'a str, binding: Binding<'a>) {
        let place = self.all.len() as u32;
        // The first is often the only one.
        if self.all.is_empty() {
            self.all.reserve_exact(1);
        }
        self.all.push((name, binding));
        match &mut self.places {
            Some(places) => {
                places.insert(name, place);
            }
            None if self.all.len() > FEW => {
                let names = self.all.iter().map(|(name, _)| *name);
                self.places = Some(Box::new(names.zip(0..).collect()));
            }
            None => {}
        }
    }

    /// In the order in which they were declared.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&'a str, &Binding<'a>)> {
        self.all.iter().map(|(name, binding)| (*name, binding))
    }
}

#[cfg(test)]
mod tests {
    use super::super::thing::Thing;
    use super::{Binding, Bindings, FEW};
    use crate::elaborate::names::scope::Bound;
    use crate::place::{ItemKey, Place};

    #[test]
    fn few_names_and_many_are_found() {
        let names: Vec<String> = (0..5 * FEW).map(|number| format!("n{number}")).collect();
        let mut bindings = Bindings::default();
        for (number, name) in (0..).zip(&names) {
            let place = Place { item: ItemKey(number), span: cdl_grammar::syntax::Span::default() };
            let bound = Bound::Thing(Thing::ERROR);
            bindings.add(name, Binding { place, public: false, used: false, bound });
            let found = |name: &String| bindings.get(name).map(|own| own.place.item.0);
            let (there, not): (Vec<_>, Vec<_>) = names.iter().map(found).partition(Option::is_some);
            assert!(there.into_iter().flatten().eq(0..=number));
            assert_eq!(not.len(), names.len() - number as usize - 1);
        }
        assert!(bindings.iter().map(|(name, _)| name).eq(names.iter().map(String::as_str)));
    }
}
