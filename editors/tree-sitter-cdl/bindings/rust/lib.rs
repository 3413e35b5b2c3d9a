//! The grammar of `.cdl` for tree-sitter: `tree_sitter::Parser::set_language(&LANGUAGE.into())`.

use tree_sitter_language::LanguageFn;

#[allow(unsafe_code, reason = "the parser is generated as C")]
unsafe extern "C" {
    fn tree_sitter_cdl() -> *const ();
}

/// The language, to be converted into a `tree_sitter::Language`.
#[allow(unsafe_code, reason = "the function is the one that src/parser.c defines")]
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_cdl) };

/// The grammar as tree-sitter keeps it, in JSON.
pub const GRAMMAR: &str = include_str!("../../src/grammar.json");

/// What to highlight.
pub const HIGHLIGHTS_QUERY: &str = include_str!("../../queries/highlights.scm");
/// Scopes, definitions and references.
pub const LOCALS_QUERY: &str = include_str!("../../queries/locals.scm");
/// What can be folded.
pub const FOLDS_QUERY: &str = include_str!("../../queries/folds.scm");
/// Where indentation changes.
pub const INDENTS_QUERY: &str = include_str!("../../queries/indents.scm");
/// Functions, classes, parameters and comments, for motions and selections.
pub const TEXTOBJECTS_QUERY: &str = include_str!("../../queries/textobjects.scm");
/// Texts in other languages.
pub const INJECTIONS_QUERY: &str = include_str!("../../queries/injections.scm");
