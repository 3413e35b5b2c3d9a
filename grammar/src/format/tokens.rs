//! Lexemes as the formatter needs them: units are one token, and each token knows how it stood.

use std::ops::Range;

use pest::Parser;

use crate::lexemes::{Bracket, Lexeme, LexemeKind};
use crate::lines::{Lines, lines};
use crate::rules::{Grammar, Rule};
use crate::words;

#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub kind: TokenKind,
    pub text: &'t str,
    /// Whether it stood directly behind the token before it.
    pub adjacent: bool,
    /// How many line ends stood directly before it; of more than two it is two.
    pub newlines: u8,
    /// Whether one of the line ends since the last token that is no comment counts.
    pub breaks_line: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A name, a word after a dot, or a word with a meaning only at its place.
    Name,
    /// A reserved word that is no value, or another word that an operand follows, such as a verb.
    Keyword,
    Number,
    Unit,
    Text,
    Comma,
    Semicolon,
    Colon,
    Equals,
    Dot,
    /// `-` before an operand.
    Sign,
    Power,
    /// `..` without and with blanks around it.
    Range,
    WideRange,
    Operator,
    Open(Bracket),
    Close(Bracket),
    /// A comment to the end of its line.
    LineComment,
    BlockComment,
}

impl TokenKind {
    pub fn is_comment(self) -> bool {
        matches!(self, Self::LineComment | Self::BlockComment)
    }
}

/// The tokens of a text. All of them are there at once, so each takes eight bytes; a [`Token`] is made where one is looked at.
pub(super) struct Tokens<'t> {
    text: &'t str,
    all: Vec<Packed>,
}

/// A token goes on to the blanks before the next one, so only its start is kept.
#[derive(Clone, Copy)]
struct Packed {
    start: u32,
    kind: TokenKind,
    /// The newlines before it, [`ADJACENT`] and [`BREAKS_LINE`].
    stood: u8,
}

const NEWLINES: u8 = 3;
const ADJACENT: u8 = 4;
const BREAKS_LINE: u8 = 8;

const _: () = assert!(size_of::<Packed>() <= 8);

impl<'t> Tokens<'t> {
    pub fn text(&self) -> &'t str {
        self.text
    }

    pub fn all(&self) -> Range<usize> {
        0..self.all.len()
    }

    pub fn get(&self, i: usize) -> Option<Token<'t>> {
        let Packed { start, kind, stood } = *self.all.get(i)?;
        let end = self.all.get(i + 1).map_or(self.text.len(), |next| next.start as usize);
        Some(Token {
            kind,
            text: self.text.get(start as usize..end).unwrap_or("").trim_end(),
            adjacent: stood & ADJACENT != 0,
            newlines: stood & NEWLINES,
            breaks_line: stood & BREAKS_LINE != 0,
        })
    }

    /// The bracket that closes what opens at `open`, or the end of the text, and whether there is a line end between them.
    pub fn close_of(&self, open: usize) -> (usize, bool) {
        let mut depth = 0_usize;
        let mut many_lines = false;
        for (i, token) in self.all.iter().enumerate().skip(open) {
            many_lines |= i > open && token.stood & NEWLINES > 0;
            match token.kind {
                TokenKind::Open(_) => depth += 1,
                TokenKind::Close(_) => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return (i, many_lines);
            }
        }
        (self.all.len(), many_lines)
    }

    /// The kinds of the tokens in a range.
    pub fn kinds(&self, range: Range<usize>) -> impl Iterator<Item = TokenKind> {
        self.all.get(range).unwrap_or(&[]).iter().map(|token| token.kind)
    }
}

/// The tokens of a text without syntax errors.
pub(super) fn tokens(text: &str) -> Tokens<'_> {
    let Lines { lexemes, untils, .. } = lines(text);
    let mut tokens: Vec<Packed> = Vec::new();
    // No more than there are, as rows that double are half empty at their worst.
    tokens.reserve_exact(
        lexemes.iter().filter(|lexeme| lexeme.is_code() || lexeme.is_comment()).count(),
    );
    // The last token that is no comment, and the one before it.
    let mut last: Option<TokenKind> = None;
    let mut newlines: u8 = 0;
    let mut breaks_line = false;
    let mut end = 0;
    let mut starts_entry = true;
    // Behind the `in` of a loop stands what it goes through, behind that of a record or a plot a unit.
    let (mut is_loop, mut asks_unit) = (false, false);
    let mut i = 0;
    while let Some(lexeme) = lexemes.get(i) {
        i += 1;
        let mut stop = lexeme.end;
        let kind = match lexeme.kind {
            LexemeKind::Newline | LexemeKind::SoftNewline => {
                newlines = (newlines + 1).min(2);
                breaks_line |= lexeme.kind == LexemeKind::Newline;
                continue;
            }
            LexemeKind::Dropped => continue,
            LexemeKind::Comment if lexeme.text(text).starts_with("/*") => TokenKind::BlockComment,
            LexemeKind::OpenComment => TokenKind::BlockComment,
            LexemeKind::Comment | LexemeKind::Doc | LexemeKind::FileDoc => TokenKind::LineComment,
            _ => {
                starts_entry |= breaks_line;
                let takes_unit = !breaks_line && (asks_unit || last.is_some_and(takes_unit));
                match takes_unit.then(|| unit_end(text, lexeme)).flatten() {
                    Some(unit_end) => {
                        stop = unit_end;
                        while lexemes.get(i).is_some_and(|next| next.start < unit_end) {
                            i += 1;
                        }
                        TokenKind::Unit
                    }
                    None if untils.binary_search(&lexeme.start).is_ok() => TokenKind::Keyword,
                    None if starts_entry && is_verb(text, lexeme, lexemes.get(i..)) => {
                        TokenKind::Keyword
                    }
                    None => kind(text, *lexeme, last, starts_entry),
                }
            }
        };
        let token = text.get(lexeme.start as usize..stop as usize).unwrap_or("");
        let adjacent = lexeme.start == end && end > 0;
        let mut stood = newlines;
        stood |= if adjacent { ADJACENT } else { 0 };
        stood |= if breaks_line { BREAKS_LINE } else { 0 };
        tokens.push(Packed { start: lexeme.start, kind, stood });
        newlines = 0;
        end = stop;
        if !kind.is_comment() {
            asks_unit = kind == TokenKind::Keyword && token == "in" && !is_loop;
            is_loop = match (kind, token) {
                (TokenKind::Keyword, "for") => true,
                (TokenKind::Keyword, "in") => false,
                _ => is_loop,
            };
            breaks_line = false;
            last = Some(kind);
            starts_entry = matches!(kind, TokenKind::Open(Bracket::Brace) | TokenKind::Semicolon);
        }
    }
    widen_ranges(&mut tokens);
    Tokens { text, all: tokens }
}

/// Whether a unit may stand behind it.
fn takes_unit(last: TokenKind) -> bool {
    matches!(
        last,
        TokenKind::Number | TokenKind::Close(Bracket::Paren) | TokenKind::Close(Bracket::Square)
    )
}

/// The end of the unit that starts with `lexeme`, if one does.
fn unit_end(text: &str, lexeme: &Lexeme) -> Option<u32> {
    let starts = match lexeme.kind {
        LexemeKind::Word | LexemeKind::Number => true,
        LexemeKind::Operator => lexeme.text(text) == "%",
        _ => false,
    };
    if !starts {
        return None;
    }
    // A unit ends with its line at the latest; where there is none, pest looks at all that it was given.
    let line = text.get(lexeme.start as usize..)?.lines().next()?;
    let unit = Grammar::parse(Rule::unit, line).ok()?;
    Some(lexeme.start + unit.as_str().len() as u32)
}

fn kind(text: &str, lexeme: Lexeme, last: Option<TokenKind>, starts_entry: bool) -> TokenKind {
    let word = lexeme.text(text);
    match lexeme.kind {
        LexemeKind::Word if last == Some(TokenKind::Dot) => TokenKind::Name,
        LexemeKind::Word if matches!(word, "true" | "false") => TokenKind::Name,
        LexemeKind::Word if words::is_reserved(word) => TokenKind::Keyword,
        LexemeKind::Word if starts_entry && words::CONTEXTUAL.contains(&word) => TokenKind::Keyword,
        LexemeKind::Word => TokenKind::Name,
        LexemeKind::Number => TokenKind::Number,
        LexemeKind::Text | LexemeKind::OpenText => TokenKind::Text,
        LexemeKind::Comma => TokenKind::Comma,
        LexemeKind::Semicolon => TokenKind::Semicolon,
        LexemeKind::Colon => TokenKind::Colon,
        LexemeKind::Equals => TokenKind::Equals,
        LexemeKind::Dot => TokenKind::Dot,
        LexemeKind::Open(bracket) => TokenKind::Open(bracket),
        LexemeKind::Close(bracket) => TokenKind::Close(bracket),
        LexemeKind::Operator if word == "-" && !ends_operand(last) => TokenKind::Sign,
        LexemeKind::Operator if word == "^" && last == Some(TokenKind::Unit) => TokenKind::Operator,
        LexemeKind::Operator if word == "^" => TokenKind::Power,
        LexemeKind::Operator if word == ".." => TokenKind::Range,
        _ => TokenKind::Operator,
    }
}

/// Whether `lexeme`, which starts an entry, is followed by what an action is about.
fn is_verb(text: &str, lexeme: &Lexeme, behind: Option<&[Lexeme]>) -> bool {
    let next = behind.and_then(|behind| behind.iter().find(|next| !next.is_comment()));
    words::is_verb(lexeme.text(text))
        && next.is_some_and(|next| {
            next.start > lexeme.end
                && match next.kind {
                    LexemeKind::Word | LexemeKind::Number | LexemeKind::Text => true,
                    LexemeKind::Open(bracket) => bracket != Bracket::Brace,
                    LexemeKind::Operator => next.text(text) == "-",
                    _ => false,
                }
        })
}

fn ends_operand(last: Option<TokenKind>) -> bool {
    matches!(
        last,
        Some(
            TokenKind::Name
                | TokenKind::Number
                | TokenKind::Unit
                | TokenKind::Text
                | TokenKind::Close(_)
        )
    )
}

/// `0..8`, but `100 N .. 3 kN`.
fn widen_ranges(tokens: &mut [Packed]) {
    for i in 0..tokens.len() {
        let kind = |i: Option<usize>| i.and_then(|i| tokens.get(i)).map(|token| token.kind);
        let plain = |kind: Option<TokenKind>| {
            matches!(
                kind,
                Some(TokenKind::Name | TokenKind::Number | TokenKind::Close(_) | TokenKind::Dot)
            )
        };
        let before = kind(i.checked_sub(1));
        let after = kind(Some(i + 1));
        let unit_follows = kind(Some(i + 2)) == Some(TokenKind::Unit);
        if tokens[i].kind == TokenKind::Range && !(plain(before) && plain(after) && !unit_follows) {
            tokens[i].kind = TokenKind::WideRange;
        }
    }
}
