//! Scopes: the names that one instance of a component, one turn of a loop or one element's block
//! declares, and the scope around it.

use cdl_grammar::syntax::Text;
use rustc_hash::FxHashMap;

use super::bindings::Bindings;
use super::thing::Thing;
use crate::elaborate::context::{MemberAt, ScopeId, Source};
use crate::elaborate::sources::ModuleKey;
use crate::place::{ItemKey, Place};
use crate::typed::{ElementId, Entity, Value};

/// A named value: a `let`, a parameter or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::elaborate) struct ThunkId(pub(in crate::elaborate) u32);

pub(super) struct Scope {
    /// The scope around a loop's turn or a block; none around a component's instance.
    pub(super) parent: Option<ScopeId>,
    pub(super) kind: ScopeKind,
    /// Before the names of its elements, such as `crane.`.
    pub(super) prefix: Box<str>,
    /// After the names of elements without an index of their own: `[3]` in a loop's turn.
    pub(super) suffix: Box<str>,
    pub(super) names: Bindings,
    /// Names that do not exist here, and why.
    pub(super) absent: Option<Box<FxHashMap<Text, (Place, Absence)>>>,
}

/// Why a name that stands in the text means nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::elaborate) enum Absence {
    /// In a branch of an `if` that is not taken.
    Branch,
    /// Inside of a loop, and without an index.
    Loop,
}

#[derive(Clone, Copy, Debug)]
pub(in crate::elaborate) enum ScopeKind {
    /// An instance of a component or model; `from` is absent for the root.
    Instance { component: ItemKey, from: Option<(ScopeId, Place)> },
    /// One turn of a `for`.
    Turn,
    /// The block of the element with this index; kinds that may not stand there are refused.
    Block(ElementId),
    /// An experiment's own members, around the model's.
    Experiment,
}

/// A name in a scope with what it stands for.
pub(in crate::elaborate) struct Binding {
    pub(in crate::elaborate) place: Place,
    pub(in crate::elaborate) public: bool,
    pub(in crate::elaborate) used: bool,
    pub(in crate::elaborate) bound: Bound,
}

/// What a name stands for in the end. Nearly all stand for elements or parts, and there is one for each of them.
#[derive(Clone)]
pub(in crate::elaborate) enum Settled {
    Element(ElementId),
    Part(ScopeId),
    Other(Box<Thing>),
}

impl Bound {
    /// What it stands for, where that is settled.
    pub(in crate::elaborate) fn thing(&self) -> Option<Thing> {
        match self {
            Self::Thing(Settled::Element(id)) => {
                Some(Thing::Value(Value::Entity(Entity::Element(*id))))
            }
            Self::Thing(Settled::Part(scope)) => Some(Thing::Part(*scope)),
            Self::Thing(Settled::Other(thing)) => Some(Thing::clone(thing)),
            Self::Thunk(_) | Self::Pending(_) => None,
        }
    }
}

impl From<Thing> for Bound {
    fn from(thing: Thing) -> Self {
        Self::Thing(match thing {
            Thing::Value(Value::Entity(Entity::Element(id))) => Settled::Element(id),
            Thing::Part(scope) => Settled::Part(scope),
            thing => Settled::Other(Box::new(thing)),
        })
    }
}

/// Where a member stands in the item in which its name does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::elaborate) struct Awaited {
    /// Of its chunk.
    offset: u32,
    start: u32,
}

impl From<MemberAt> for Awaited {
    fn from(at: MemberAt) -> Self {
        Self { offset: at.source.offset, start: at.start }
    }
}

impl Awaited {
    pub(in crate::elaborate) fn at(self, module: ModuleKey, item: ItemKey) -> MemberAt {
        let source = Source { module, item, offset: self.offset };
        MemberAt { source, start: self.start }
    }
}

/// There is one for each name of a scope.
const _: () = assert!(size_of::<Binding>() <= 32);

#[derive(Clone)]
pub(in crate::elaborate) enum Bound {
    Thunk(ThunkId),
    Thing(Settled),
    /// An element or part whose turn to be declared has not come.
    Pending(Awaited),
}
