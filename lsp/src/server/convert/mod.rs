//! The features' plain data in the protocol's words, one file for each group of requests.

pub(super) mod actions;
pub(super) mod formatting;
pub(super) mod lenses;
pub(super) mod links;
pub(super) mod navigation;
pub(super) mod rename;
pub(super) mod structure;
pub(super) mod symbols;
pub(super) mod tokens;
