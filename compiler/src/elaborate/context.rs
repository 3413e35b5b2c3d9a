//! Where an expression stands, and what tells apart what stands around it.

use std::num::NonZeroU32;

use cdl_grammar::syntax::{Member, Span};

use super::sources::ModuleKey;
use crate::place::{ItemKey, Place};

/// A place in a row. That there is none takes no room, as there is a context for each element and named value.
macro_rules! place_in_row {
    ($(#[doc = $doc:literal] $name:ident),*) => {$(
        #[doc = $doc]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub(in crate::elaborate) struct $name(NonZeroU32);

        impl $name {
            /// That of an entry with as many before it.
            pub(in crate::elaborate) fn after(count: usize) -> Self {
                Self(NonZeroU32::MIN.saturating_add(count as u32))
            }

            pub(in crate::elaborate) fn index(self) -> usize {
                self.0.get() as usize - 1
            }
        }
    )*};
}

place_in_row! {
    /// Names that are declared together.
    ScopeId,
    /// A call of a function under evaluation.
    CallId,
    /// A turn of a comprehension, or of all that `[*]` stands for.
    TurnId
}

/// Elements or parts that share a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::elaborate) struct ArrayId(pub(in crate::elaborate) u32);

/// Where an expression stands and what its names mean.
#[derive(Clone, Copy, Debug)]
pub(in crate::elaborate) struct Context {
    pub(in crate::elaborate) source: Source,
    /// The declarations around it; absent for constants and functions.
    pub(in crate::elaborate) scope: Option<ScopeId>,
    /// The call whose arguments its names may refer to.
    pub(in crate::elaborate) call: Option<CallId>,
    /// The turn of a comprehension that it is evaluated in.
    pub(in crate::elaborate) turn: Option<TurnId>,
}

/// Where a piece of syntax stands; spans in it are relative to `offset`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::elaborate) struct Source {
    pub(in crate::elaborate) module: ModuleKey,
    pub(in crate::elaborate) item: ItemKey,
    /// Of the chunk, from the start of the item.
    pub(in crate::elaborate) offset: u32,
}

/// A member, found again by where it begins in its chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::elaborate) struct MemberAt {
    pub(in crate::elaborate) source: Source,
    pub(in crate::elaborate) start: u32,
}

impl MemberAt {
    pub(in crate::elaborate) fn of(source: Source, member: &Member) -> Self {
        Self { source, start: member.span.start }
    }
}

impl Source {
    pub(in crate::elaborate) fn place(self, span: Span) -> Place {
        Place { item: self.item, span: span.shifted(self.offset) }
    }
}

impl Context {
    pub(in crate::elaborate) fn place(self, span: Span) -> Place {
        self.source.place(span)
    }
}
