//! The features as plain data: byte offsets in, byte ranges and text out.

mod brackets;
pub mod completion;
#[cfg(test)]
mod corpus;
pub mod edit;
#[cfg(test)]
mod fixture;
pub mod folding;
pub mod formatting;
pub mod lenses;
pub mod links;
pub mod outline;
pub mod selection;
mod tree;
pub mod workspace_symbols;
