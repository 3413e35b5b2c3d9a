//! Everything that a bare name can mean at a place.

use cdl_grammar::syntax::Text;

use super::denote::{Found, builtin, meaning};
use super::known::Known;
use super::{Referent, Resolver, ScopeIndex};
use crate::elaborate::builtins;
use crate::elaborate::{Meaning, ModuleKey};
use crate::place::Place;

/// Names with their meanings, each name once.
#[derive(Default)]
struct VisibleNames {
    all: Vec<super::Visible>,
    seen: rustc_hash::FxHashSet<Text>,
    distance: u32,
}

impl VisibleNames {
    fn add(&mut self, name: &Text, found: Found) {
        if self.seen.insert(name.clone()) {
            let Found { referent, denotation } = found;
            let (name, distance) = (name.clone(), self.distance);
            self.all.push(super::Visible { name, referent, denotation, distance });
        }
    }

    /// What a file declares or imports, then what every model can use.
    fn add_module(&mut self, known: &Known<'_, '_>, module: ModuleKey) {
        for (name, definition) in &known.names(module).names {
            if matches!(definition.meaning, Meaning::Experiment(_)) {
                continue;
            }
            let referent = Referent::Declared(definition.place);
            let denotation = meaning(known, definition.meaning);
            self.add(name, Found { referent, denotation });
        }
        self.distance += 1;
        let constants = builtins::CONSTANTS.iter().map(|own| own.name);
        for name in constants.chain(builtins::builtins().map(|own| own.name)) {
            if let Some(found) = builtin(name) {
                self.add(&name.into(), found);
            }
        }
    }
}

/// Everything that a bare name can mean at a scope, the innermost first.
pub(crate) fn visible(resolver: &mut Resolver<'_, '_>, scope: ScopeIndex) -> Vec<super::Visible> {
    let mut names = VisibleNames::default();
    let mut next = Some(scope);
    while let Some(index) = next {
        let item = resolver.home.item;
        for declaration in resolver.declarations.in_scope(index) {
            let referent = Referent::Declared(Place { item, span: declaration.span });
            let denotation = resolver.declared(declaration);
            names.add(&declaration.name, Found { referent, denotation });
        }
        names.distance += 1;
        next = resolver.declarations.scope(index).and_then(|scope| scope.parent);
    }
    if let Some((model, declarations)) = resolver.outer() {
        for declaration in declarations.in_scope(ScopeIndex::ITEM) {
            let referent = Referent::Declared(Place { item: model, span: declaration.span });
            let denotation = resolver.known.denoted(model, declaration);
            names.add(&declaration.name, Found { referent, denotation });
        }
        names.distance += 1;
    }
    names.add_module(resolver.known, resolver.home.module);
    names.all
}

/// What a bare name can mean anywhere in a file.
pub(crate) fn visible_in_module(known: &Known<'_, '_>, module: ModuleKey) -> Vec<super::Visible> {
    let mut names = VisibleNames::default();
    names.add_module(known, module);
    names.all
}
