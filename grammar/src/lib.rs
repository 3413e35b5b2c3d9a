//! The grammar of `.cdl`: text to syntax tree, with error recovery, and the formatter.
//!
//! ```text
//! outline.rs      text -> items and members as byte ranges, by brackets and first words alone
//! layout.rs       a chunk (the header of an item, or one member) -> text that pest reads
//! long_lists.rs   lists that are so long that pest reads them in pieces
//! cdl.pest        the grammar
//! tree/           pest's pairs -> syntax tree
//! marked.rs       half-written text with a marker where the cursor stands, made whole
//! diagnose.rs     what pest could not read -> an error in words
//! syntax.rs       the syntax tree
//! packed/         trees of members in a few bytes
//! format/         the formatter, on lexemes, so that no comment is lost
//! ```
//!
//! A chunk is read without looking at any other, and spans in its tree are relative to its start.
//! So a caller who keeps trees by the text of their chunks re-reads only the one that was edited.

mod binding;
mod braced;
mod characters;
mod clauses;
mod diagnose;
mod format;
mod layout;
mod lexemes;
mod lines;
mod long_lists;
mod marked;
mod other_files;
mod outline;
mod packed;
mod pairing;
mod parse;
mod precedence;
mod spelling;
pub mod syntax;
mod tree;
mod tree_text;
mod words;

pub use binding::Binding;
pub use format::{format, format_parsed};
pub use lexemes::{Bracket, Lexeme, LexemeKind, holds_code, lex};
pub use marked::{Form, HalfWritten, MARKER, Marked};
pub use outline::{ItemOutline, Outline, outline};
pub use packed::{PackedChunk, PackedMembers};
pub use parse::{compose_item, parse, parse_item_header, parse_member};
pub use tree_text::tree_text;
pub use words::{is_contextual, is_name, is_reserved, is_verb, keywords, quoted};

/// What pest derives from `cdl.pest`.
mod rules {
    #[derive(pest_derive::Parser)]
    #[grammar = "../cdl.pest"]
    pub(crate) struct Grammar;
}
