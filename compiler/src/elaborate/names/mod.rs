//! What names mean: scopes with what they declare, and what a name can stand for.

pub(in crate::elaborate) mod scope;
pub(in crate::elaborate) mod thing;
