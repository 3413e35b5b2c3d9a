//! What stands around the cursor, from the lexemes before it: which brackets are open, and what the
//! current entry in each says so far. The text is half written, so no tree can be trusted here.

use std::ops::Range;

use cdl_compiler::View;
use cdl_grammar::{Bracket, Lexeme, LexemeKind, lex};

use super::reader::Reader;
use crate::ide::chunk::{Owner, chunk_at};

/// A lexeme, or a pair of brackets with all that is inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub start: usize,
    pub end: usize,
}

/// Matches a token of a kind in a pattern.
macro_rules! token {
    ($kind:ident) => {
        Token { kind: TokenKind::$kind, .. }
    };
}
pub(super) use token;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Word,
    Number,
    /// Behind a number, list or call.
    Unit,
    Text,
    Group(Bracket),
    Comma,
    Colon,
    Equals,
    Dot,
    Operator,
    /// The end of a field or member.
    End,
    Unknown,
}

/// An open bracket with what stands in it before the cursor; the outermost has no bracket.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub bracket: Option<Bracket>,
    pub tokens: Vec<Token>,
}

impl Frame {
    /// The tokens of the current field or member.
    pub fn entry(&self) -> &[Token] {
        let last = self.tokens.iter().rposition(|token| token.kind == TokenKind::End);
        self.tokens.get(last.map_or(0, |last| last + 1)..).unwrap_or(&[])
    }
}

/// The cursor and what stands around it.
pub(super) struct Context<'t> {
    pub text: &'t str,
    pub offset: usize,
    /// What has been typed of the name or unit that is to be completed; ends at the cursor.
    pub typed: Range<usize>,
    pub owner: Owner,
    /// The open brackets, the outermost first; never empty.
    pub frames: Vec<Frame>,
    /// What stands in the innermost bracket behind the cursor.
    pub after: Vec<Token>,
    /// Inside of a string: where its text starts.
    pub string: Option<usize>,
    /// Inside of a comment or a number, where nothing can be completed.
    pub is_silent: bool,
}

impl<'t> Context<'t> {
    pub fn new(view: &View, path: &str, text: &'t str, offset: usize) -> Self {
        let (owner, region) = chunk_at(view, path, text, offset);
        let source = text.get(region.clone()).unwrap_or("");
        let mut lexemes = lex(source);
        for lexeme in &mut lexemes {
            lexeme.start += region.start as u32;
            lexeme.end += region.start as u32;
        }
        split_dots(&mut lexemes, text, offset as u32);
        let mut context = Self {
            text,
            offset,
            typed: offset..offset,
            owner,
            frames: Vec::new(),
            after: Vec::new(),
            string: None,
            is_silent: false,
        };
        context.look_at_cursor(&lexemes);
        context.read(&lexemes);
        context
    }

    pub fn typed_text(&self) -> &'t str {
        self.text.get(self.typed.clone()).unwrap_or("")
    }

    pub fn token_text(&self, token: Token) -> &'t str {
        self.text.get(token.start..token.end).unwrap_or("")
    }

    pub fn is_word(&self, token: Token, word: &str) -> bool {
        token.kind == TokenKind::Word && self.token_text(token) == word
    }

    /// The rest of the line behind the cursor, without blanks.
    pub fn rest_of_line(&self) -> &'t str {
        let rest = self.text.get(self.offset..).unwrap_or("");
        rest.lines().next().unwrap_or("").trim()
    }

    /// Whether an element or item that takes several lines can be put here.
    pub fn is_line_free(&self) -> bool {
        let rest = self.rest_of_line();
        rest.is_empty() || rest.starts_with("//") || rest == "}"
    }

    /// Whether something in round brackets follows at once.
    pub fn is_called(&self) -> bool {
        self.text.as_bytes().get(self.offset) == Some(&b'(')
    }

    fn look_at_cursor(&mut self, lexemes: &[Lexeme]) {
        let at = self.offset as u32;
        let from = lexemes.partition_point(|lexeme| lexeme.end < at);
        for lexeme in lexemes.iter().skip(from).take_while(|lexeme| lexeme.start < at) {
            match lexeme.kind {
                LexemeKind::Word => self.typed.start = lexeme.start as usize,
                LexemeKind::Number => self.is_silent = true,
                LexemeKind::Text if at < lexeme.end => {
                    self.string = Some(lexeme.start as usize + 1)
                }
                LexemeKind::OpenText => self.string = Some(lexeme.start as usize + 1),
                LexemeKind::Comment
                | LexemeKind::OpenComment
                | LexemeKind::Doc
                | LexemeKind::FileDoc => {
                    let is_block = lexeme.text(self.text).starts_with("/*");
                    self.is_silent = at < lexeme.end || !is_block;
                }
                _ => {}
            }
        }
        if let Some(start) = self.string {
            self.typed.start = start;
        } else if let Some(start) = unit_start(self.text, self.offset)
            && follows_number(lexemes, start)
        {
            // The 1 of `1/s` is part of the unit.
            self.typed.start = start;
            self.is_silent = false;
        }
    }

    /// Fills the frames from the lexemes before what is being typed, and looks at what follows.
    fn read(&mut self, lexemes: &[Lexeme]) {
        let before = lexemes.partition_point(|lexeme| lexeme.start < self.typed.start as u32);
        let behind = lexemes.partition_point(|lexeme| lexeme.start < self.offset as u32);
        let mut reader = Reader::new(self.text);
        // The opening quote of the string around the cursor is no token.
        let before = before - usize::from(self.string.is_some() && before > 0);
        for &lexeme in lexemes.get(..before).unwrap_or(&[]) {
            reader.take(lexeme);
        }
        reader.end_line_before(self.typed_text(), LexemeKind::Word);
        if reader.left_item {
            self.owner = Owner::File;
        }
        self.frames.clone_from(&reader.frames);
        let depth = reader.frames.len();
        let from = reader.frames.last().map_or(0, |frame| frame.tokens.len());
        reader.left_item = false;
        for &lexeme in lexemes.get(behind..).unwrap_or(&[]) {
            reader.take(lexeme);
            if reader.frames.len() < depth || reader.left_item {
                break;
            }
        }
        let innermost = match reader.frames.get(depth - 1) {
            Some(frame) if !reader.left_item => &frame.tokens,
            _ => &reader.closed,
        };
        self.after = innermost.get(from..).unwrap_or(&[]).to_vec();
    }
}

/// Around the cursor in `a.|.b` are two dots, with a name missing between them, and not a range.
fn split_dots(lexemes: &mut Vec<Lexeme>, text: &str, offset: u32) {
    let at = lexemes.partition_point(|lexeme| lexeme.end <= offset);
    let Some(&range) = lexemes.get(at) else { return };
    if range.text(text) == ".." && range.start < offset {
        let dot = |start| Lexeme { kind: LexemeKind::Dot, start, end: start + 1 };
        lexemes.splice(at..=at, [dot(range.start), dot(offset)]);
    }
}

/// Where the unit that ends at an offset starts, if what stands there can be one: `kg/m` in
/// `12 kg/m`, `mm` in `12mm`.
fn unit_start(text: &str, offset: usize) -> Option<usize> {
    let before = text.get(..offset)?;
    let run = before.rsplit(|c| !in_unit(c)).next()?;
    let digits = run.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let unit = match run.strip_prefix("1/") {
        // A number stands before it, so it is no quotient.
        Some(_) if before.len() > run.len() => run,
        _ => digits,
    };
    let first = unit.chars().next()?;
    (first.is_ascii_alphabetic() || "°µμΩ%1".contains(first)).then(|| offset - unit.len())
}

/// Whether a unit can be written with this sign.
pub(super) fn in_unit(c: char) -> bool {
    c.is_ascii_alphanumeric() || "°µμΩ%./^".contains(c)
}

/// Whether a number, or a list or call, ends before an offset.
fn follows_number(lexemes: &[Lexeme], start: usize) -> bool {
    let before = lexemes.partition_point(|lexeme| lexeme.end <= start as u32);
    let last = before.checked_sub(1).and_then(|last| lexemes.get(last));
    last.is_some_and(|last| {
        matches!(
            last.kind,
            LexemeKind::Number | LexemeKind::Close(Bracket::Square | Bracket::Paren)
        )
    })
}
