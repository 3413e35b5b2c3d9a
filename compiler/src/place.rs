//! Where something was written, in a form that survives edits elsewhere.

use cdl_grammar::syntax::Span;

/// A top-level item of a file, by identity (kind, name and ordinal among equals), not by position;
/// interned by the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ItemKey(pub u32);

/// A range relative to the start of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    pub item: ItemKey,
    pub span: Span,
}
