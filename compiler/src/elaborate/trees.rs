//! Where members stand. What is kept of a member is its place and not its tree, so that whoever has the trees may let go of
//! each as soon as nobody reads it.

use std::sync::Arc;

use cdl_grammar::syntax::{Element, Expr, Member, MemberKind, RecordEntry, TypeExpr};

use super::context::{Context, Source};
use super::values::Values;
use super::values::thunks::{Definition, Let};

/// What stands at one offset of an item: one member, or several in text that could not be read well.
#[derive(Clone, Debug)]
pub struct Chunk {
    /// From the start of the item.
    pub offset: u32,
    pub members: Members,
}

#[derive(Clone, Debug)]
pub enum Members {
    One(Arc<Member>),
    Several(Arc<[Arc<Member>]>),
}

impl Members {
    /// Nothing of none.
    pub fn of(members: impl Iterator<Item = Arc<Member>>) -> Option<Self> {
        let mut members = members.peekable();
        let first = members.next()?;
        match members.peek() {
            None => Some(Self::One(first)),
            Some(_) => Some(Self::Several(std::iter::once(first).chain(members).collect())),
        }
    }

    pub fn all(&self) -> &[Arc<Member>] {
        match self {
            Self::One(member) => std::slice::from_ref(member),
            Self::Several(members) => members,
        }
    }
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

/// The tree of a member while somebody reads it.
pub(in crate::elaborate) struct Held {
    /// The member of its chunk that it stands in.
    top: Arc<Member>,
    start: u32,
}

impl Held {
    pub(in crate::elaborate) fn member(&self) -> Option<&Member> {
        within(&self.top, self.start)
    }

    pub(in crate::elaborate) fn element(&self) -> Option<&Element> {
        match &self.member()?.kind {
            MemberKind::Element(element) => Some(element),
            _ => None,
        }
    }

    /// An entry of a `record`.
    pub(in crate::elaborate) fn entry(&self, index: usize) -> Option<&RecordEntry> {
        match &self.member()?.kind {
            MemberKind::Record(entries) => entries.get(index),
            _ => None,
        }
    }
}

/// The member that begins at an offset of the chunk: this one, or one in its braces.
fn within(member: &Member, start: u32) -> Option<&Member> {
    if member.span.start == start {
        return Some(member);
    }
    let inner = match &member.kind {
        MemberKind::For { body, .. } => body,
        MemberKind::If { then, otherwise, .. } => {
            let is_later = otherwise.first().is_some_and(|first| first.span.start <= start);
            if is_later { otherwise } else { then }
        }
        MemberKind::Element(element) => &element.body.as_ref()?.members,
        _ => return None,
    };
    let after = inner.partition_point(|own| own.span.start <= start);
    within(inner.get(after.checked_sub(1)?)?, start)
}

/// The expression that defines a named value, and the type that it states, while somebody reads them.
pub(in crate::elaborate) enum Defined<'a> {
    Lent(&'a Expr),
    Let(Held),
    Listed(Held, u32),
}

impl Defined<'_> {
    pub(in crate::elaborate) fn expr(&self) -> Option<&Expr> {
        match self {
            Self::Lent(expr) => Some(expr),
            Self::Let(held) => match &held.member()?.kind {
                MemberKind::Let { value, .. } => Some(value),
                _ => None,
            },
            Self::Listed(held, index) => match &held.member()?.kind {
                MemberKind::Part { arguments, .. } => {
                    arguments.get(*index as usize).map(|argument| &argument.value)
                }
                // Without the unit that it is shown in.
                MemberKind::Record(entries) => {
                    entries.get(*index as usize).map(|entry| entry.value.shown_in().0)
                }
                _ => None,
            },
        }
    }

    /// The type of a `let`.
    pub(in crate::elaborate) fn ty(&self) -> Option<&TypeExpr> {
        match self {
            Self::Let(held) => match &held.member()?.kind {
                MemberKind::Let { ty, .. } => ty.as_deref(),
                _ => None,
            },
            Self::Lent(_) | Self::Listed(..) => None,
        }
    }
}

impl<'a> Values<'a> {
    /// The tree of a member.
    pub(in crate::elaborate) fn held(&self, at: MemberAt) -> Option<Held> {
        let MemberAt { source, start } = at;
        let chunk = self.sources.chunk_at(source.item, source.offset)?;
        let members = chunk.members.all();
        // Of several, the last that begins before it.
        let after = members.partition_point(|own| own.span.start <= start);
        let top = members.get(after.checked_sub(1)?)?.clone();
        Some(Held { top, start })
    }

    /// The expression behind a named value, with where it stands; nothing where there is none.
    pub(in crate::elaborate) fn defined(
        &self,
        definition: Definition<'a>,
    ) -> Option<(Defined<'a>, Context)> {
        let held = |start, context: Context| self.held(MemberAt { source: context.source, start });
        match definition {
            Definition::Expr(expr, context) => Some((Defined::Lent(expr), context)),
            Definition::Let(Let { start, context, .. }) => {
                Some((Defined::Let(held(start, context)?), context))
            }
            Definition::Listed(start, index, context) => {
                Some((Defined::Listed(held(start, context)?, index), context))
            }
            Definition::Placeholder(_) | Definition::Missing => None,
        }
    }
}
