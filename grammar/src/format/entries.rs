//! Tokens between brackets as entries: what is between separators, with its comments.
//!
//! Entries are made one after the other as they are asked for, and a bracket in one of them only knows where it ends; so
//! of a file nothing but its tokens is there at once.

use std::ops::Range;

use super::tokens::{Token, TokenKind, Tokens};
use crate::lexemes::Bracket;

/// A field, a member, an item, an argument or an element of a list.
#[derive(Debug, Default)]
pub(super) struct Entry<'t> {
    /// The comments before it, each in its own line.
    pub leading: Vec<Comment<'t>>,
    /// Whether there was an empty line directly before its code.
    pub blank_line: bool,
    /// Never empty; comments among them stand in the middle of an expression.
    pub nodes: Vec<Node<'t>>,
    /// The comments behind it, in its line.
    pub trailing: Vec<Comment<'t>>,
}

#[derive(Debug)]
pub(super) struct Comment<'t> {
    pub text: &'t str,
    pub blank_line: bool,
}

#[derive(Debug)]
pub(super) enum Node<'t> {
    Token(Token<'t>),
    Group(Group),
}

#[derive(Debug)]
pub(super) struct Group {
    pub bracket: Bracket,
    /// Whether the opening bracket stood directly behind what is before it.
    pub adjacent: bool,
    /// Whether there was a line end between the brackets.
    pub many_lines: bool,
    level: Level,
    /// The tokens between the brackets.
    inner: Range<usize>,
}

impl Group {
    /// A structure is a value, other braces are blocks.
    pub fn is_structure(&self) -> bool {
        self.level == Level::Structure
    }

    /// Whether nothing but comments stands between the brackets.
    pub fn is_empty(&self, tokens: &Tokens<'_>) -> bool {
        self.code(tokens).next().is_none()
    }

    /// Whether there is only a single word between the brackets.
    pub fn is_word(&self, tokens: &Tokens<'_>) -> bool {
        let mut code = self.code(tokens);
        code.next() == Some(TokenKind::Name)
            && code.next().is_none()
            // A comment before it in its line would be a part of the entry.
            && self.entries(tokens).all(|entry| entry.nodes.len() == 1)
    }

    fn code(&self, tokens: &Tokens<'_>) -> impl Iterator<Item = TokenKind> {
        let kinds = tokens.kinds(self.inner.clone());
        kinds.filter(|&kind| !kind.is_comment() && !is_separator(kind, self.level))
    }

    /// What stands between the brackets.
    pub fn entries<'a, 't>(&self, tokens: &'a Tokens<'t>) -> Entries<'a, 't> {
        Entries::new(tokens, self.inner.clone(), self.level)
    }
}

/// The entries of a whole file.
pub(super) fn entries_of_file<'a, 't>(tokens: &'a Tokens<'t>) -> Entries<'a, 't> {
    Entries::new(tokens, tokens.all(), Level::File)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    File,
    Block,
    Structure,
    /// The values of an enum.
    Values,
    /// Between round or square brackets.
    List,
}

/// The entries between two brackets, or of a file, one after the other.
pub(super) struct Entries<'a, 't> {
    tokens: &'a Tokens<'t>,
    level: Level,
    next: usize,
    end: usize,
    /// The entry that goes on at `next`.
    current: Option<Entry<'t>>,
    /// The one before it, which comments can still follow in its line.
    last: Option<Entry<'t>>,
    /// Comments that belong to what comes next.
    leading: Vec<Comment<'t>>,
    opening: Vec<Comment<'t>>,
    /// Whether the entry goes on behind the comments that have begun behind its code.
    goes_on: Option<bool>,
    separated: bool,
    commas: bool,
}

impl<'t> Iterator for Entries<'_, 't> {
    type Item = Entry<'t>;

    fn next(&mut self) -> Option<Entry<'t>> {
        while self.next < self.end {
            if let Some(ready) = self.take_token() {
                return Some(ready);
            }
        }
        let ready = self.last.take();
        ready.or_else(|| self.current.take())
    }
}

impl<'a, 't> Entries<'a, 't> {
    fn new(tokens: &'a Tokens<'t>, inner: Range<usize>, level: Level) -> Self {
        Self {
            tokens,
            level,
            next: inner.start,
            end: inner.end,
            current: None,
            last: None,
            leading: Vec::new(),
            opening: Vec::new(),
            goes_on: None,
            separated: false,
            commas: matches!(level, Level::List | Level::Values),
        }
    }

    /// The comments behind the opening bracket, in its line; known with the first entry, or when there is none.
    pub fn take_opening(&mut self) -> Vec<Comment<'t>> {
        std::mem::take(&mut self.opening)
    }

    /// The comments after the last entry, each in its own line; known when there are no more entries.
    pub fn take_closing(&mut self) -> Vec<Comment<'t>> {
        std::mem::take(&mut self.leading)
    }

    /// Whether the entries are separated by commas; known with the second one.
    pub fn commas(&self) -> bool {
        self.commas
    }

    /// Takes the next token; gives the entry that is complete by it.
    fn take_token(&mut self) -> Option<Entry<'t>> {
        let token = self.tokens.get(self.next)?;
        let place = self.next;
        self.next += 1;
        if token.kind.is_comment() {
            self.comment(token);
            return None;
        }
        self.goes_on = None;
        if is_separator(token.kind, self.level) {
            if !self.separated && self.level == Level::Structure {
                self.commas = token.kind == TokenKind::Comma;
            }
            self.separated = true;
            return self.complete();
        }
        let ends = token.breaks_line && self.level != Level::List;
        let ready = match ends && self.current.as_ref().is_some_and(has_code) {
            true => self.complete(),
            false => None,
        };
        let blank_line = token.newlines > 1;
        let entry = self.current.get_or_insert_with(|| Entry { blank_line, ..Entry::default() });
        if !self.leading.is_empty() {
            entry.leading.append(&mut self.leading);
        }
        let node = match token.kind {
            TokenKind::Open(bracket) => {
                let group = group(self.tokens, place, (token, bracket), &entry.nodes);
                // Behind the closing bracket.
                self.next = group.inner.end + 1;
                Node::Group(group)
            }
            _ => Node::Token(token),
        };
        entry.nodes.push(node);
        ready
    }

    /// The entry at hand is the last one from now on; gives the one that was.
    fn complete(&mut self) -> Option<Entry<'t>> {
        match self.current.take() {
            Some(current) => self.last.replace(current),
            None => None,
        }
    }

    /// Puts a comment where it belongs; the next token is the one after it.
    fn comment(&mut self, token: Token<'t>) {
        let comment = Comment { text: token.text, blank_line: token.newlines > 1 };
        let same_line = token.newlines == 0;
        let behind = same_line && self.leading.is_empty();
        let following = || (self.next..self.end).map_while(|i| self.tokens.get(i));
        if let Some(entry) = &mut self.current {
            let goes_on = || {
                following().find(|token| !token.kind.is_comment()).is_some_and(|code| {
                    !is_separator(code.kind, self.level)
                        && (self.level == Level::List || !code.breaks_line)
                })
            };
            if *self.goes_on.get_or_insert_with(goes_on) {
                entry.nodes.push(Node::Token(token));
            } else if behind {
                entry.trailing.push(comment);
            } else {
                self.leading.push(comment);
            }
            return;
        }
        // `/* one */ a = 1` belongs to what follows in its line.
        let before_code = following().next().is_some_and(|next| {
            next.newlines == 0 && !next.kind.is_comment() && !is_separator(next.kind, self.level)
        });
        if token.kind == TokenKind::BlockComment && before_code {
            let mut entry = Entry { blank_line: comment.blank_line, ..Entry::default() };
            entry.leading.append(&mut self.leading);
            entry.nodes.push(Node::Token(token));
            self.current = Some(entry);
            return;
        }
        match &mut self.last {
            Some(entry) if behind => entry.trailing.push(comment),
            None if behind && self.level != Level::File => self.opening.push(comment),
            _ => self.leading.push(comment),
        }
    }
}

/// What opens at a place behind these nodes.
fn group(
    tokens: &Tokens<'_>,
    place: usize,
    (open, bracket): (Token<'_>, Bracket),
    before: &[Node],
) -> Group {
    let level = match bracket {
        Bracket::Brace if is_value(before) => Level::Structure,
        Bracket::Brace if is_enum(before) => Level::Values,
        Bracket::Brace => Level::Block,
        Bracket::Paren | Bracket::Square => Level::List,
    };
    let (close, many_lines) = tokens.close_of(place);
    Group { bracket, adjacent: open.adjacent, many_lines, level, inner: place + 1..close }
}

fn has_code(entry: &Entry) -> bool {
    entry.nodes.iter().any(|node| !matches!(node, Node::Token(token) if token.kind.is_comment()))
}

fn is_separator(kind: TokenKind, level: Level) -> bool {
    match level {
        Level::File | Level::Block => kind == TokenKind::Semicolon,
        Level::Structure | Level::Values => matches!(kind, TokenKind::Semicolon | TokenKind::Comma),
        Level::List => kind == TokenKind::Comma,
    }
}

/// Whether braces after `before` hold the values of an enum.
fn is_enum(before: &[Node]) -> bool {
    let mut words = before.iter().filter_map(|node| match node {
        Node::Token(token) if !token.kind.is_comment() => Some(token.text),
        Node::Token(_) | Node::Group(_) => None,
    });
    match words.next() {
        Some("pub") => words.next() == Some("enum"),
        word => word == Some("enum"),
    }
}

/// Whether braces after `before` are a value and no block.
fn is_value(before: &[Node]) -> bool {
    let code = |node: &&Node| !matches!(node, Node::Token(token) if token.kind.is_comment());
    match before.iter().rev().find(code) {
        None => true,
        Some(Node::Group(_)) => false,
        Some(Node::Token(token)) => match token.kind {
            // The `else` of an expression follows a `then`, that of a member does not.
            TokenKind::Keyword if token.text == "else" => {
                before.iter().any(|node| matches!(node, Node::Token(token) if token.text == "then"))
            }
            TokenKind::Keyword
            | TokenKind::Comma
            | TokenKind::Semicolon
            | TokenKind::Colon
            | TokenKind::Equals
            | TokenKind::Dot
            | TokenKind::Sign
            | TokenKind::Power
            | TokenKind::Range
            | TokenKind::WideRange
            | TokenKind::Operator
            | TokenKind::Open(_) => true,
            TokenKind::Name
            | TokenKind::Number
            | TokenKind::Unit
            | TokenKind::Text
            | TokenKind::Close(_)
            | TokenKind::LineComment
            | TokenKind::BlockComment => false,
        },
    }
}
