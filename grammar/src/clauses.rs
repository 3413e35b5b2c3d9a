//! Which words start a clause of an analysis, where they could start something else as well: `every`
//! is the word of an event too, and `until` is a name wherever no clause can stand.

use crate::lexemes::{Bracket, Lexeme, LexemeKind};
use crate::words;

/// What the first words of an entry tell of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Start {
    /// `name =`, or something else that `=` follows in its line, such as `a[i] =`
    Field,
    /// `attach rope.end`
    Action,
    /// `simulate` and `modes 20`, which clauses can follow.
    Analysis,
    /// A word that is alone in its line: an analysis if a line with a clause follows.
    Word,
    #[default]
    Other,
}

impl Start {
    /// The start of the entry whose first lexeme is at `i`.
    pub fn at(text: &str, lexemes: &[Lexeme], i: usize) -> Self {
        let first = lexemes[i];
        if first.kind != LexemeKind::Word {
            return Self::Other;
        }
        let word = first.text(text);
        let next = lexemes[i + 1..].iter().find(|next| !next.is_comment());
        let kind = next.map_or(LexemeKind::Newline, |next| next.kind);
        match kind {
            LexemeKind::Equals => Self::Field,
            _ if starts_assignment(lexemes, i) => Self::Field,
            _ if words::is_reserved(word) => Self::Other,
            _ if word == "simulate" => Self::Analysis,
            LexemeKind::Number | LexemeKind::Open(Bracket::Paren) => Self::Analysis,
            LexemeKind::Word if next.is_some_and(|next| starts_clause(next.text(text))) => {
                Self::Analysis
            }
            LexemeKind::Word | LexemeKind::Comma if words::is_verb(word) => Self::Action,
            LexemeKind::Newline | LexemeKind::SoftNewline => Self::Word,
            _ => Self::Other,
        }
    }
}

/// Whether the word at `i` starts an assignment to no plain name, such as `a[i] =` or `rail.rate =`. Its target stands
/// in one line.
pub(crate) fn starts_assignment(lexemes: &[Lexeme], i: usize) -> bool {
    let mut depth = 0;
    let mut end = lexemes[i].end;
    let mut is_path = false;
    for lexeme in &lexemes[i + 1..] {
        match lexeme.kind {
            LexemeKind::Newline | LexemeKind::SoftNewline | LexemeKind::Semicolon => return false,
            LexemeKind::Open(_) if depth == MAX_DEPTH => return false,
            LexemeKind::Close(_) if depth > 0 => depth -= 1,
            LexemeKind::Open(_) if depth > 0 => depth += 1,
            // The bracket of `a[i = 2` is never closed.
            LexemeKind::Equals if depth < 2 => return is_path,
            LexemeKind::Open(Bracket::Square) if lexeme.start == end => {
                (depth, is_path) = (1, true)
            }
            _ if depth > 0 => {}
            LexemeKind::Dot if lexeme.start == end => is_path = true,
            LexemeKind::Word if is_path && lexeme.start == end => {}
            _ => return false,
        }
        end = lexeme.end;
    }
    false
}

/// Whether the word starts a clause wherever one can stand.
fn starts_clause(word: &str) -> bool {
    matches!(word, "with" | "every")
}

/// Whether the `every` at `i` starts an event: behind its expression stands a block, which no clause
/// has.
pub(crate) fn has_block(text: &str, lexemes: &[Lexeme], i: usize) -> bool {
    let mut depth = 0;
    let mut last = i;
    let mut first_on_line = false;
    for (k, lexeme) in lexemes.iter().enumerate().skip(i + 1) {
        if !lexeme.is_code() {
            first_on_line |= !lexeme.is_comment();
            continue;
        }
        let goes_on = !first_on_line
            || leaves_line_open(text, lexemes, last)
            || continues_line(text, *lexeme);
        match lexeme.kind {
            _ if depth == 0 && !goes_on => return false,
            LexemeKind::Open(Bracket::Brace) if depth == 0 && ends_operand(text, lexemes, last) => {
                return true;
            }
            LexemeKind::Open(_) if depth < MAX_DEPTH => depth += 1,
            LexemeKind::Close(_) if depth > 0 => depth -= 1,
            LexemeKind::Open(_) | LexemeKind::Close(_) => return false,
            _ if depth > 0 => {}
            LexemeKind::Comma | LexemeKind::Semicolon | LexemeKind::Equals => return false,
            LexemeKind::Word if starts_clause(lexeme.text(text)) && !behind_dot(lexemes, k) => {
                return false;
            }
            _ => {}
        }
        last = k;
        first_on_line = false;
    }
    false
}

/// No deeper is the block of an `every` searched for, nor the end of an index, so that a text full of them takes linear time.
const MAX_DEPTH: usize = 16;

/// Whether the lexeme at `i`, in an analysis and not between round or square brackets, is the `until`
/// of a clause; the code before it is at `before`.
pub(crate) fn is_until(text: &str, lexemes: &[Lexeme], before: usize, i: usize) -> bool {
    if !words::CLAUSE.contains(&lexemes[i].text(text)) {
        return false;
    }
    let after = lexemes[i + 1..].iter().find(|next| !next.is_comment());
    match lexemes[before].text(text) {
        // `until` may be the name of what is simulated.
        "simulate" => after.is_some_and(|after| {
            let is_call =
                matches!(after.kind, LexemeKind::Open(_)) && after.start == lexemes[i].end;
            starts_operand(text, *after) && !is_call
        }),
        _ if after.is_some_and(|after| after.kind == LexemeKind::Equals) => false,
        _ => lexemes[before].kind == LexemeKind::Comma || ends_operand(text, lexemes, before),
    }
}

/// Whether the line that ends with the lexeme at `last` goes on in the next line.
pub(crate) fn leaves_line_open(text: &str, lexemes: &[Lexeme], last: usize) -> bool {
    let lexeme = lexemes[last];
    match lexeme.kind {
        LexemeKind::Comma | LexemeKind::Equals => true,
        // `5 %` at the end of a line is a percentage.
        LexemeKind::Operator => {
            let before = last.checked_sub(1).and_then(|i| lexemes.get(i));
            let is_number = before.is_some_and(|before| {
                matches!(
                    before.kind,
                    LexemeKind::Number | LexemeKind::Close(Bracket::Paren | Bracket::Square)
                )
            });
            lexeme.text(text) != "%" || !is_number
        }
        LexemeKind::Word => {
            !behind_dot(lexemes, last) && words::leaves_line_open(lexeme.text(text))
        }
        // `...`, by which lines go on in MATLAB.
        LexemeKind::Dot => {
            let before = last.checked_sub(1).and_then(|i| lexemes.get(i));
            before.is_some_and(|own| own.end == lexeme.start && own.text(text) == "..")
        }
        _ => false,
    }
}

/// Whether a line that starts with `lexeme` goes on with the line before it.
pub(crate) fn continues_line(text: &str, lexeme: Lexeme) -> bool {
    match lexeme.kind {
        LexemeKind::Comma
        | LexemeKind::Equals
        | LexemeKind::Colon
        | LexemeKind::Operator
        | LexemeKind::Open(Bracket::Brace) => true,
        LexemeKind::Word => words::continues_line(lexeme.text(text)),
        _ => false,
    }
}

/// After a dot every word is a name.
fn behind_dot(lexemes: &[Lexeme], i: usize) -> bool {
    i > 0 && lexemes[i - 1].kind == LexemeKind::Dot
}

fn ends_operand(text: &str, lexemes: &[Lexeme], i: usize) -> bool {
    match lexemes[i].kind {
        LexemeKind::Number | LexemeKind::Text | LexemeKind::Close(_) => true,
        LexemeKind::Word => {
            let word = lexemes[i].text(text);
            !words::is_reserved(word) || matches!(word, "true" | "false") || behind_dot(lexemes, i)
        }
        _ => false,
    }
}

fn starts_operand(text: &str, lexeme: Lexeme) -> bool {
    match lexeme.kind {
        LexemeKind::Number | LexemeKind::Text => true,
        LexemeKind::Open(bracket) => bracket != Bracket::Brace,
        LexemeKind::Operator => lexeme.text(text) == "-",
        LexemeKind::Word => {
            let word = lexeme.text(text);
            !words::is_reserved(word) || matches!(word, "true" | "false" | "not" | "if")
        }
        _ => false,
    }
}
