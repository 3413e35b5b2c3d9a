//! The features as plain data: byte offsets in, byte ranges and text out.

pub mod actions;
pub(crate) mod brackets;
mod chunk;
pub mod completion;
#[cfg(test)]
mod corpus;
pub mod definition;
mod describe;
pub mod edit;
#[cfg(test)]
mod enums;
#[cfg(test)]
mod fixture;
pub mod folding;
pub mod formatting;
mod happens;
pub mod highlights;
pub mod hover;
pub mod inlay_hints;
pub mod lenses;
pub mod links;
pub mod outline;
mod place;
pub mod references;
pub mod rename;
pub mod selection;
pub mod semantic_tokens;
mod setters;
pub mod signature_help;
mod tree;
pub mod workspace_symbols;
