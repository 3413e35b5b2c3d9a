//! The members of one chunk of an item, and the tree of one while somebody reads it. What is kept of a member is where it
//! stands and not its tree, so that whoever has the trees may let go of each as soon as nobody reads it.

use std::sync::Arc;

use cdl_grammar::syntax::{Element, Member, MemberKind, RecordEntry};

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

/// The tree of a member while somebody reads it.
pub(in crate::elaborate) struct Held {
    /// The member of its chunk that it stands in.
    top: Arc<Member>,
    start: u32,
}

impl Held {
    /// The member of a chunk that begins at `start`, or stands in another one there.
    pub(in crate::elaborate) fn of(chunk: &Chunk, start: u32) -> Option<Self> {
        let members = chunk.members.all();
        // Of several, the last that begins before it.
        let after = members.partition_point(|own| own.span.start <= start);
        let top = members.get(after.checked_sub(1)?)?.clone();
        Some(Self { top, start })
    }

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
