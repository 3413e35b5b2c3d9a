//! What comes from outside, and the items that it is cut into.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::excerpt::Excerpt;

/// A file, whether it is there or not.
#[salsa::input(debug)]
pub(super) struct SourceFile {
    #[returns(ref)]
    pub(super) path: Arc<str>,
    /// Its number in [`super::keys::Keys`].
    #[returns(copy)]
    pub(super) number: u32,
    /// The text, or why there is none.
    #[returns(ref)]
    pub(super) text: Result<Arc<str>, String>,
}

/// Which files are known. It changes only when one is added.
#[salsa::input(singleton)]
pub(super) struct Workspace {
    #[returns(ref)]
    pub(super) files: BTreeMap<Arc<str>, SourceFile>,
}

/// An item of a file. Only its number identifies it, so it stays the same while its text changes.
#[salsa::tracked(debug)]
pub(super) struct ItemText<'db> {
    #[returns(copy)]
    pub(super) key: u32,
    #[tracked]
    #[returns(ref)]
    pub(super) text: Excerpt,
    /// Byte ranges in the text: the header, then each member.
    #[tracked]
    #[returns(ref)]
    pub(super) chunks: Arc<[(u32, u32)]>,
}
