//! Decides for a whole text which line ends count and which brackets have a partner.
//!
//! A line end counts where a field or member can end: directly inside of braces (or of nothing), and
//! only if neither the line before nor the line after it shows that the line goes on. A bracket
//! without a partner is reported and dropped, so what follows sees balanced brackets always.

use crate::braced::{Embraced, Level, embrace};
use crate::lexemes::{Lexeme, LexemeKind, lex};
use crate::pairing::{Pairing, Trust};
use crate::syntax::SyntaxError;

/// A text cut into lexemes, in which brackets are balanced and every line end that does not count
/// has become a [`LexemeKind::SoftNewline`].
pub(crate) struct Lines {
    pub lexemes: Vec<Lexeme>,
    pub errors: Vec<SyntaxError>,
    /// How many closing braces the text lacks at its end.
    pub missing_braces: usize,
    /// Bytes that stand for others: braces in the place of other brackets.
    pub written: Vec<(u32, u8)>,
    /// Where the words of clauses start that are names elsewhere.
    pub untils: Vec<u32>,
    /// Whether a round or square bracket is never closed.
    lacks_brackets: bool,
}

pub(crate) fn lines(text: &str) -> Lines {
    let (lexemes, Embraced { errors, written, closing }) = embraced(text);
    let mut lines = pair(text, lexemes, Trust::Brackets);
    if lines.lacks_brackets {
        // Rarely, so no lexemes are kept for it.
        lines = pair(text, embraced(text).0, Trust::Braces);
    }
    lines.errors.extend(errors);
    Lines { missing_braces: lines.missing_braces + closing, written, ..lines }
}

fn embraced(text: &str) -> (Vec<Lexeme>, Embraced) {
    let mut lexemes = lex(text);
    let embraced = embrace(text, &mut lexemes, Level::Chunk);
    (lexemes, embraced)
}

fn pair(text: &str, mut lexemes: Vec<Lexeme>, trust: Trust) -> Lines {
    let mut pairing = Pairing::new(text, 0, trust);
    let mut after_code = 0;
    let mut untils = Vec::new();
    for i in 0..lexemes.len() {
        if !lexemes[i].is_code() {
            pairing.pass_over(lexemes[i]);
            continue;
        }
        let step = pairing.step(&lexemes, i);
        if !step.breaks_line {
            for lexeme in &mut lexemes[after_code..i] {
                if lexeme.kind == LexemeKind::Newline {
                    lexeme.kind = LexemeKind::SoftNewline;
                }
            }
        }
        after_code = i + 1;
        if step.until {
            untils.push(lexemes[i].start);
        }
        if step.dropped {
            lexemes[i].kind = LexemeKind::Dropped;
        }
    }
    let unclosed = pairing.finish();
    for &i in unclosed.brackets.iter().chain(&unclosed.semicolons) {
        lexemes[i].kind = LexemeKind::Dropped;
    }
    Lines {
        lexemes,
        errors: unclosed.errors,
        missing_braces: unclosed.braces,
        written: Vec::new(),
        untils,
        lacks_brackets: !unclosed.brackets.is_empty(),
    }
}
