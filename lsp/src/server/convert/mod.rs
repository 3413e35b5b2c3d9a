//! The features' plain data in the protocol's words, one file for each group of requests.

pub(super) mod actions;
pub(super) mod completion;
pub(super) mod formatting;
pub(super) mod hover;
pub(super) mod lenses;
pub(super) mod links;
pub(super) mod navigation;
mod plain;
pub(super) mod rename;
pub(super) mod structure;
pub(super) mod symbols;
pub(super) mod tokens;

/// Answers that the client's next question refers to.
#[derive(Debug, Default)]
pub(super) struct Given {
    pub(super) tokens: tokens::Told,
    pub(super) completions: completion::Offered,
}
