//! What names mean: scopes with what they declare, and what a name can stand for. Nothing is
//! evaluated here.

mod array;
mod bindings;
mod calls;
pub(in crate::elaborate) mod scope;
pub(in crate::elaborate) mod thing;
mod turns;

use cdl_grammar::syntax::{Name, Text};

pub(in crate::elaborate) use array::Array;
pub(in crate::elaborate) use calls::{Call, Calls};
pub(in crate::elaborate) use turns::{Each, Turned, Turns};

use rustc_hash::FxHashMap;

use super::context::{ArrayId, Context, ScopeId, Source};
use crate::diagnostics::Diagnostic;
use crate::place::{ItemKey, Place};
use crate::row::Row;
use bindings::Bindings;
use scope::{Absence, Binding, Bound, Scope, ScopeKind, ThunkId};
use thing::Thing;

/// The scopes of one elaboration, its arrays of elements and the calls under evaluation.
#[derive(Default)]
pub(in crate::elaborate) struct Names {
    scopes: Row<Scope>,
    arrays: Vec<Array>,
    pub(in crate::elaborate) calls: Calls,
    pub(in crate::elaborate) turns: Turns,
    /// How often each component is instantiated.
    instances: FxHashMap<ItemKey, u32>,
    /// Whether everything has been declared, so that it is known what belongs to which array.
    pub(in crate::elaborate) is_complete: bool,
}

/// A name that is there already.
pub(in crate::elaborate) struct Duplicate {
    pub(in crate::elaborate) name: String,
    pub(in crate::elaborate) place: Place,
    pub(in crate::elaborate) earlier: Place,
}

impl Names {
    fn scope(&self, id: ScopeId) -> &Scope {
        &self.scopes[id.index()]
    }

    fn scope_mut(&mut self, id: ScopeId) -> &mut Scope {
        &mut self.scopes[id.index()]
    }

    /// How many scopes there are, and how many turns of comprehensions there were.
    pub(in crate::elaborate) fn count(&self) -> usize {
        self.scopes.len() + self.turns.count()
    }

    /// A new scope without names. `prefix` and `suffix` stand around the names of what it declares.
    pub(in crate::elaborate) fn open(
        &mut self,
        parent: Option<ScopeId>,
        kind: ScopeKind,
        prefix: String,
        suffix: String,
    ) -> ScopeId {
        let id = ScopeId::after(self.scopes.len());
        if let ScopeKind::Instance { component, from: Some(_) } = kind {
            *self.instances.entry(component).or_default() += 1;
        }
        let (names, absent) = (Bindings::default(), None);
        let (prefix, suffix) = (prefix.into(), suffix.into());
        self.scopes.push(Scope { parent, kind, prefix, suffix, names, absent });
        id
    }

    /// One turn of a loop: `[number]` stands behind what it declares.
    pub(in crate::elaborate) fn open_turn(&mut self, around: ScopeId, number: i64) -> ScopeId {
        let scope = self.scope(around);
        let (prefix, suffix) = (scope.prefix.to_string(), format!("{}[{number}]", scope.suffix));
        self.open(Some(around), ScopeKind::Turn, prefix, suffix)
    }

    /// Adds a name to a scope, unless it is there already. Of a value and an element with one name nobody knows then which is meant.
    pub(in crate::elaborate) fn bind(
        &mut self,
        scope: ScopeId,
        source: Source,
        name: &Name,
        public: bool,
        bound: Bound,
    ) -> Result<(), Duplicate> {
        let place = source.place(name.span);
        let names = &mut self.scope_mut(scope).names;
        if let Some(earlier) = names.get_mut(name.text.as_ref()) {
            let is_element = |bound: &Bound| matches!(bound, Bound::Pending(..));
            if is_element(&earlier.bound) != is_element(&bound) {
                (earlier.bound, earlier.used) = (Thing::ERROR.into(), true);
            }
            return Err(Duplicate { name: name.text.to_string(), place, earlier: earlier.place });
        }
        names.add(name.text.clone(), Binding { place, public, used: false, bound });
        Ok(())
    }

    /// Puts an element, part or named value under its index into the array of that name, which belongs
    /// to the nearest scope that is no loop's turn.
    pub(in crate::elaborate) fn bind_indexed(
        &mut self,
        scope: ScopeId,
        source: Source,
        name: &Name,
        public: bool,
        index: i64,
        entry: Bound,
    ) -> Result<(), Duplicate> {
        let place = source.place(name.span);
        let home = self.home(scope);
        let array = match self.scope(home).names.get(name.text.as_ref()) {
            None => {
                let array = ArrayId(self.arrays.len() as u32);
                let path = format!("{}{}", self.scope(home).prefix, name.text);
                self.arrays.push(Array::named(path));
                let bound = Thing::Array(array).into();
                let binding = Binding { place, public, used: false, bound };
                self.scope_mut(home).names.add(name.text.clone(), binding);
                array
            }
            Some(earlier) => match earlier.bound.thing() {
                Some(Thing::Array(array)) => array,
                _ => {
                    let earlier = earlier.place;
                    return Err(Duplicate { name: name.text.to_string(), place, earlier });
                }
            },
        };
        let duplicate = |earlier| {
            let name = format!("{}[{index}]", name.text);
            Duplicate { name, place, earlier }
        };
        self.arrays[array.0 as usize].insert(index, entry, place).map_err(duplicate)
    }

    /// What a pending name has become.
    pub(in crate::elaborate) fn settle(&mut self, scope: ScopeId, name: &str, thing: Thing) {
        if let Some(binding) = self.scope_mut(scope).names.get_mut(name) {
            binding.bound = thing.into();
        }
    }

    /// Notes why a name does not exist in a scope.
    pub(in crate::elaborate) fn note_absent(
        &mut self,
        scope: ScopeId,
        name: &str,
        place: Place,
        why: Absence,
    ) {
        self.scope_mut(scope).absent.get_or_insert_default().insert(name.into(), (place, why));
    }

    pub(in crate::elaborate) fn array(&self, id: ArrayId) -> &Array {
        &self.arrays[id.0 as usize]
    }

    pub(in crate::elaborate) fn kind(&self, scope: ScopeId) -> ScopeKind {
        self.scope(scope).kind
    }

    /// The scope in which indexed elements of a loop become visible.
    fn home(&self, mut scope: ScopeId) -> ScopeId {
        while let (ScopeKind::Turn, Some(parent)) =
            (&self.scope(scope).kind, self.scope(scope).parent)
        {
            scope = parent;
        }
        scope
    }

    pub(in crate::elaborate) fn around_scope(&self, scope: ScopeId) -> Option<ScopeId> {
        self.scope(scope).parent
    }

    /// Whether what stands in a scope is there once: in no loop, and in no component that may be instantiated again.
    pub(in crate::elaborate) fn is_single(&self, mut scope: ScopeId) -> bool {
        loop {
            let here = self.scope(scope);
            match (&here.kind, here.parent) {
                (ScopeKind::Turn, _) => return false,
                (ScopeKind::Instance { from: Some((around, _)), component }, _) => {
                    if !self.is_complete || self.instances.get(component) != Some(&1) {
                        return false;
                    }
                    scope = *around;
                }
                (ScopeKind::Instance { from: None, .. }, _) | (_, None) => return true,
                (ScopeKind::Block(_) | ScopeKind::Experiment, Some(parent)) => scope = parent,
            }
        }
    }

    /// What kind of scope it is, loops left aside.
    pub(in crate::elaborate) fn home_kind(&self, scope: ScopeId) -> ScopeKind {
        self.kind(self.home(scope))
    }

    /// The instance of a component that a scope belongs to: where its `part` stands, if not the root.
    fn instance(&self, mut scope: ScopeId) -> Option<(ScopeId, Place)> {
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

    /// The scope that declares a name: this one or one around it.
    pub(in crate::elaborate) fn declaring(&self, scope: ScopeId, name: &str) -> Option<ScopeId> {
        let mut next = Some(scope);
        while let Some(id) = next {
            let here = self.scope(id);
            if here.names.has(name) {
                return Some(id);
            }
            next = here.parent;
        }
        None
    }

    /// What the nearest of a name hides: where another one of it is declared further around.
    pub(in crate::elaborate) fn hidden(&self, scope: ScopeId, name: &str) -> Option<Place> {
        let around = self.scope(self.declaring(scope, name)?).parent?;
        let hidden = self.declaring(around, name)?;
        Some(self.binding(hidden, name)?.place)
    }

    /// What exactly this scope declares under a name.
    pub(in crate::elaborate) fn binding(&self, scope: ScopeId, name: &str) -> Option<&Binding> {
        self.scope(scope).names.get(name)
    }

    /// The same, and notes that somebody uses it.
    pub(in crate::elaborate) fn used(&mut self, scope: ScopeId, name: &str) -> Option<&Binding> {
        let binding = self.scope_mut(scope).names.get_mut(name)?;
        binding.used = true;
        Some(binding)
    }

    /// The named value that a name means in a scope or one around it, if it means one.
    pub(in crate::elaborate) fn thunk(&self, scope: ScopeId, name: &str) -> Option<ThunkId> {
        let scope = self.declaring(scope, name)?;
        match self.binding(scope, name)?.bound {
            Bound::Thunk(thunk) => Some(thunk),
            Bound::Thing(_) | Bound::Pending(..) => None,
        }
    }

    /// All that a scope declares, in the order in which it was declared.
    pub(in crate::elaborate) fn bindings(
        &self,
        scope: ScopeId,
    ) -> impl Iterator<Item = (&str, &Binding)> {
        self.scope(scope).names.iter()
    }

    /// What a scope declares after so many other names.
    pub(in crate::elaborate) fn nth_binding(
        &self,
        scope: ScopeId,
        place: usize,
    ) -> Option<(&str, &Binding)> {
        self.scope(scope).names.nth(place)
    }

    /// What a scope itself declares by a name.
    pub(in crate::elaborate) fn own_binding(&self, scope: ScopeId, name: &str) -> Option<&Binding> {
        self.scope(scope).names.get(name)
    }

    /// The names that a scope declares, sorted.
    pub(in crate::elaborate) fn names(&self, scope: ScopeId) -> Vec<Text> {
        let names = self.scope(scope).names.iter();
        let mut names: Vec<Text> = names.map(|(name, _)| name.into()).collect();
        names.sort_unstable();
        names
    }

    /// The names that a bare name could have meant, nearest scope first, and why it means nothing
    /// where that is known.
    pub(in crate::elaborate) fn candidates(
        &self,
        context: Context,
        name: &str,
    ) -> (Vec<Text>, Option<(Place, Absence)>) {
        let mut candidates: Vec<Text> = Vec::new();
        candidates.extend(self.turns.variables(context.turn).map(Text::from));
        if let Some(call) = context.call.and_then(|call| self.calls.get(call)) {
            candidates.extend(call.arguments.iter().map(|(name, _)| name.clone()));
        }
        let mut absent = None;
        let mut next = context.scope;
        while let Some(id) = next {
            let scope = self.scope(id);
            absent = absent.or_else(|| scope.absent.as_ref()?.get(name).copied());
            candidates.extend(self.names(id));
            next = scope.parent;
        }
        (candidates, absent)
    }

    /// What stands before and after the names that a scope declares.
    pub(in crate::elaborate) fn around(&self, scope: ScopeId) -> (&str, &str) {
        let scope = self.scope(scope);
        (&scope.prefix, &scope.suffix)
    }

    /// Such as `crane.sway`, or `sway[3]` in a turn of a loop.
    pub(in crate::elaborate) fn path(&self, scope: ScopeId, name: &str) -> String {
        let (prefix, suffix) = self.around(scope);
        [prefix, name, suffix].concat()
    }

    /// Such as `crane.link[3]`.
    pub(in crate::elaborate) fn indexed_path(
        &self,
        scope: ScopeId,
        name: &str,
        index: i64,
    ) -> String {
        format!("{}{name}[{index}]", self.scope(scope).prefix)
    }

    /// The path of a part: `crane` for what it declares as `crane.sway`.
    pub(in crate::elaborate) fn part_path(&self, scope: ScopeId) -> &str {
        self.scope(scope).prefix.trim_end_matches('.')
    }

    /// What is wrong in a component is told with the instance it arose in, what is wrong in a function
    /// with the call.
    pub(in crate::elaborate) fn with_origin(
        &self,
        context: Context,
        diagnostic: Diagnostic,
    ) -> Diagnostic {
        if let Some(call) = context.call.and_then(|call| self.calls.get(call)) {
            return match call.from {
                Some(from) => diagnostic.related(from, "in this call"),
                None => diagnostic,
            };
        }
        match context.scope.and_then(|scope| Some((scope, self.instance(scope)?))) {
            Some((scope, (_, place))) => {
                let path = self.part_path(scope);
                diagnostic.related(place, format!("in the instance `{path}`"))
            }
            None => diagnostic,
        }
    }
}
