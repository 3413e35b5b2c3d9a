//! Prepares a chunk for pest: the same text, byte for byte as long, in which comments, dropped
//! brackets and line ends that do not count are blanks. Closing braces that are missing follow it.

use crate::lexemes::LexemeKind;
use crate::lines::lines;
use crate::long_lists::{SIZES, Shortened, Sizes, shortened};
use crate::syntax::{Span, SyntaxError};

pub(crate) struct Layout {
    pub text: String,
    /// The `///` comments, in order.
    pub docs: Vec<DocComment>,
    pub errors: Vec<SyntaxError>,
    /// Where lists are so long that they are read in pieces.
    pub shortened: Option<Shortened>,
}

pub(crate) struct DocComment {
    pub span: Span,
    pub text: String,
}

pub(crate) fn layout(source: &str) -> Layout {
    layout_with(source, SIZES)
}

pub(crate) fn layout_with(source: &str, sizes: Sizes) -> Layout {
    let lines = lines(source);
    let mut bytes = source.as_bytes().to_vec();
    let mut docs = Vec::new();
    for lexeme in &lines.lexemes {
        let range = lexeme.start as usize..lexeme.end as usize;
        match lexeme.kind {
            LexemeKind::Newline => {
                bytes[range.clone()].fill(b' ');
                bytes[range.end - 1] = b'\n';
            }
            LexemeKind::SoftNewline
            | LexemeKind::Dropped
            | LexemeKind::Comment
            | LexemeKind::OpenComment
            | LexemeKind::FileDoc => bytes[range].fill(b' '),
            LexemeKind::Doc => {
                let span = Span::new(lexeme.start, lexeme.end);
                docs.push(DocComment { span, text: doc_text(lexeme.text(source)) });
                bytes[range].fill(b' ');
            }
            _ => {}
        }
    }
    for (at, byte) in lines.written {
        bytes[at as usize] = byte;
    }
    bytes.resize(bytes.len() + lines.missing_braces, b'}');
    // Only whole lexemes became blanks, so the text is still valid.
    let text = String::from_utf8(bytes).unwrap_or_default();
    let is_sound = lines.errors.is_empty();
    let shortened = if is_sound { shortened(&text, &lines.lexemes, sizes) } else { None };
    Layout { text, docs, errors: lines.errors, shortened }
}

/// The words of a `///` or `//!` line.
pub(crate) fn doc_text(comment: &str) -> String {
    let words = comment.get(3..).unwrap_or("");
    words.strip_prefix(' ').unwrap_or(words).trim_end().to_owned()
}
