//! Scopes: the names that one instance of a component, one turn of a loop or one element's block
//! declares, and the scope around it.

use std::collections::BTreeMap;

use cdl_grammar::syntax::{Member, Name};
use rustc_hash::FxHashMap;

use crate::diagnostics::duplicate_name;
use crate::elaborate::Elaborator;
use crate::elaborate::context::{Context, ScopeId, Source};
use crate::elaborate::names::thing::Thing;
use crate::elaborate::values::thunks::ThunkId;
use crate::place::{ItemKey, Place};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::elaborate) struct ArrayId(pub(in crate::elaborate) u32);

pub(in crate::elaborate) struct Scope<'a> {
    /// The scope around a loop's turn or a block; none around a component's instance.
    pub(in crate::elaborate) parent: Option<ScopeId>,
    pub(in crate::elaborate) kind: ScopeKind,
    /// Before the names of its elements, such as `crane.`.
    pub(in crate::elaborate) prefix: String,
    /// After the names of elements without an index of their own: `[3]` in a loop's turn.
    pub(in crate::elaborate) suffix: String,
    pub(in crate::elaborate) names: FxHashMap<&'a str, Binding<'a>>,
    /// Names that do not exist here, and why.
    pub(in crate::elaborate) absent: FxHashMap<&'a str, (Place, Absence)>,
}

/// Why a name that stands in the text means nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::elaborate) enum Absence {
    /// In a branch of an `if` that is not taken.
    Branch,
    /// Inside of a loop, and without an index.
    Loop,
}

#[derive(Clone, Debug)]
pub(in crate::elaborate) enum ScopeKind {
    /// An instance of a component or model; `from` is absent for the root.
    Instance { component: ItemKey, from: Option<(ScopeId, Place)> },
    /// One turn of a `for`.
    Turn,
    /// The block of the element with this index; kinds that may not stand there are refused.
    Block(crate::typed::ElementId),
    /// An experiment's own members, around the model's.
    Experiment,
}

pub(in crate::elaborate) struct Binding<'a> {
    pub(in crate::elaborate) place: Place,
    pub(in crate::elaborate) public: bool,
    pub(in crate::elaborate) used: bool,
    pub(in crate::elaborate) bound: Bound<'a>,
}

pub(in crate::elaborate) enum Bound<'a> {
    Thunk(ThunkId),
    Thing(Thing),
    /// An element or part whose turn to be declared has not come.
    Pending(&'a Member, Source),
}

/// Elements or parts that share a name and differ in their index.
#[derive(Default)]
pub(in crate::elaborate) struct Array {
    pub(in crate::elaborate) path: String,
    pub(in crate::elaborate) entries: BTreeMap<i64, (Thing, Place)>,
}

impl<'a> Elaborator<'a> {
    pub(in crate::elaborate) fn scope(&self, id: ScopeId) -> &Scope<'a> {
        &self.scopes[id.0 as usize]
    }

    pub(in crate::elaborate) fn scope_mut(&mut self, id: ScopeId) -> &mut Scope<'a> {
        &mut self.scopes[id.0 as usize]
    }

    pub(in crate::elaborate) fn new_scope(&mut self, scope: Scope<'a>) -> ScopeId {
        let id = ScopeId(self.scopes.len() as u32);
        self.scopes.push(scope);
        id
    }

    pub(in crate::elaborate) fn array(&self, id: ArrayId) -> &Array {
        &self.arrays[id.0 as usize]
    }

    /// Adds a name to a scope; a name that is there already is reported.
    pub(in crate::elaborate) fn bind(
        &mut self,
        scope: ScopeId,
        source: Source,
        name: &'a Name,
        what: &str,
        public: bool,
        bound: Bound<'a>,
    ) {
        let place = source.place(name.span);
        let names = &mut self.scope_mut(scope).names;
        if let Some(earlier) = names.get(name.text.as_ref()) {
            let earlier = earlier.place;
            let context = Context { source, scope: Some(scope), call: None };
            self.report(context, duplicate_name(place, what, &name.text, earlier));
            return;
        }
        names.insert(&name.text, Binding { place, public, used: false, bound });
    }

    /// Puts an element or part under its index into the array of that name, which belongs to the
    /// nearest scope that is no loop's turn.
    pub(in crate::elaborate) fn bind_indexed(
        &mut self,
        scope: ScopeId,
        source: Source,
        name: &'a Name,
        public: bool,
        index: i64,
        thing: Thing,
    ) {
        let place = source.place(name.span);
        let home = self.home(scope);
        let context = Context { source, scope: Some(scope), call: None };
        let array = match self.scope(home).names.get(name.text.as_ref()) {
            None => {
                let array = ArrayId(self.arrays.len() as u32);
                let path = format!("{}{}", self.scope(home).prefix, name.text);
                self.arrays.push(Array { path, entries: BTreeMap::new() });
                let bound = Bound::Thing(Thing::Array(array));
                let binding = Binding { place, public, used: false, bound };
                self.scope_mut(home).names.insert(&name.text, binding);
                array
            }
            Some(Binding { bound: Bound::Thing(Thing::Array(array)), .. }) => *array,
            Some(earlier) => {
                let earlier = earlier.place;
                self.report(context, duplicate_name(place, "element", &name.text, earlier));
                return;
            }
        };
        let entries = &mut self.arrays[array.0 as usize].entries;
        match entries.get(&index) {
            None => {
                entries.insert(index, (thing, place));
            }
            Some(&(_, earlier)) => {
                let name = format!("{}[{index}]", name.text);
                self.report(context, duplicate_name(place, "element", &name, earlier));
            }
        }
    }

    /// The scope in which indexed elements of a loop become visible.
    pub(in crate::elaborate) fn home(&self, mut scope: ScopeId) -> ScopeId {
        while let (ScopeKind::Turn, Some(parent)) =
            (&self.scope(scope).kind, self.scope(scope).parent)
        {
            scope = parent;
        }
        scope
    }

    /// The instance of a component that a scope belongs to: where its `part` stands, if not the root.
    pub(in crate::elaborate) fn instance(&self, mut scope: ScopeId) -> Option<(ScopeId, Place)> {
        loop {
            let here = self.scope(scope);
            match &here.kind {
                ScopeKind::Instance { from, .. } => return *from,
                ScopeKind::Turn | ScopeKind::Block(_) | ScopeKind::Experiment => {
                    scope = here.parent?;
                }
            }
        }
    }

    /// Whether `component` is being unfolded around `scope`.
    pub(in crate::elaborate) fn is_inside(&self, scope: ScopeId, component: ItemKey) -> bool {
        let mut next = Some(scope);
        while let Some(id) = next {
            let here = self.scope(id);
            next = match &here.kind {
                ScopeKind::Instance { component: own, .. } if *own == component => return true,
                ScopeKind::Instance { from, .. } => from.map(|(scope, _)| scope),
                ScopeKind::Turn | ScopeKind::Block(_) | ScopeKind::Experiment => here.parent,
            };
        }
        false
    }

    /// What a name means in a scope or one around it; declares a pending element on the way.
    pub(in crate::elaborate) fn lookup(&mut self, scope: ScopeId, name: &str) -> Option<Thing> {
        let mut next = Some(scope);
        while let Some(id) = next {
            if self.scope(id).names.contains_key(name) {
                return Some(self.bound_thing(id, name));
            }
            next = self.scope(id).parent;
        }
        None
    }

    /// What a name of exactly this scope means.
    pub(in crate::elaborate) fn bound_thing(&mut self, scope: ScopeId, name: &str) -> Thing {
        let Some(binding) = self.scope_mut(scope).names.get_mut(name) else {
            return Thing::ERROR;
        };
        binding.used = true;
        match &binding.bound {
            Bound::Thing(thing) => thing.clone(),
            Bound::Thunk(thunk) => {
                let thunk = *thunk;
                self.force(thunk)
            }
            Bound::Pending(member, source) => {
                let (member, source) = (*member, *source);
                self.declare_member(scope, source, member);
                match self.scope(scope).names.get(name).map(|binding| &binding.bound) {
                    Some(Bound::Thing(thing)) => thing.clone(),
                    _ => Thing::ERROR,
                }
            }
        }
    }
}
