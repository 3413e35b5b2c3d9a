//! What one question about names has found out so far, so that nothing is asked or followed twice.

use std::cell::{Cell, RefCell};

use cdl_grammar::syntax::Item;
use rustc_hash::FxHashMap;

use super::denote::{Denotation, Resolver};
use super::{Declaration, Declarations};
use crate::elaborate::{ModuleKey, ModuleNames, Sources};
use crate::place::{ItemKey, Place};

/// `let a = b` and the like are followed so far.
const LONGEST_CHAIN: u32 = 32;

pub(crate) struct Known<'s, 'a> {
    sources: &'s dyn Sources<'a>,
    declarations: RefCell<FxHashMap<ItemKey, Option<&'a Declarations>>>,
    names: RefCell<FxHashMap<ModuleKey, &'a ModuleNames>>,
    /// What declarations denote that say it by an expression.
    denoted: RefCell<FxHashMap<Place, Denotation>>,
    /// The declarations that are being followed.
    depth: Cell<u32>,
}

impl<'s, 'a> Known<'s, 'a> {
    pub(crate) fn new(sources: &'s dyn Sources<'a>) -> Self {
        Self {
            sources,
            declarations: RefCell::default(),
            names: RefCell::default(),
            denoted: RefCell::default(),
            depth: Cell::new(0),
        }
    }

    pub(super) fn item(&self, key: ItemKey) -> Option<&'a Item> {
        self.sources.item(key)
    }

    pub(super) fn module_of(&self, key: ItemKey) -> ModuleKey {
        self.sources.module_of(key)
    }

    pub(super) fn declarations(&self, key: ItemKey) -> Option<&'a Declarations> {
        let mut known = self.declarations.borrow_mut();
        *known.entry(key).or_insert_with(|| self.sources.declarations(key))
    }

    pub(super) fn names(&self, module: ModuleKey) -> &'a ModuleNames {
        let mut known = self.names.borrow_mut();
        known.entry(module).or_insert_with(|| self.sources.names(module))
    }

    /// What a declaration of an item denotes.
    pub(super) fn denoted(&self, item: ItemKey, declaration: &Declaration) -> Denotation {
        match Resolver::new(self, item) {
            Some(mut resolver) => resolver.declared(declaration),
            None => Denotation::Value,
        }
    }

    /// What `follow` finds out about a declaration, unless it is known. What needs itself is a value.
    pub(super) fn followed(&self, place: Place, follow: impl FnOnce() -> Denotation) -> Denotation {
        if let Some(known) = self.denoted.borrow().get(&place) {
            return known.clone();
        }
        let depth = self.depth.get();
        if depth >= LONGEST_CHAIN {
            return Denotation::Value;
        }
        self.denoted.borrow_mut().insert(place, Denotation::Value);
        self.depth.set(depth + 1);
        let denoted = follow();
        self.depth.set(depth);
        self.denoted.borrow_mut().insert(place, denoted.clone());
        denoted
    }
}
