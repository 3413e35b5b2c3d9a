//! The features as plain data: byte offsets in, byte ranges and text out.

pub mod actions;
mod brackets;
#[cfg(test)]
mod corpus;
pub mod definition;
pub mod edit;
#[cfg(test)]
mod fixture;
pub mod folding;
pub mod formatting;
pub mod highlights;
pub mod lenses;
pub mod links;
pub mod outline;
pub mod references;
pub mod rename;
pub mod selection;
pub mod semantic_tokens;
mod tree;
pub mod workspace_symbols;
