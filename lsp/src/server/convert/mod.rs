//! The features' plain data in the protocol's words, one file for each group of requests.

pub(super) mod formatting;
pub(super) mod lenses;
pub(super) mod links;
pub(super) mod structure;
pub(super) mod symbols;
