//! Tokens as a tree of brackets: what is between separators is an entry, with its comments.

use super::tokens::{Token, TokenKind};
use crate::lexemes::Bracket;

/// The entries between two brackets, or of a file.
#[derive(Debug, Default)]
pub(super) struct Sequence<'t> {
    /// The comments behind the opening bracket, in its line.
    pub opening: Vec<Comment<'t>>,
    pub entries: Vec<Entry<'t>>,
    /// The comments after the last entry, each in its own line.
    pub closing: Vec<Comment<'t>>,
    /// Whether the entries are separated by commas.
    pub commas: bool,
}

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
    Group(Group<'t>),
}

#[derive(Debug)]
pub(super) struct Group<'t> {
    pub bracket: Bracket,
    /// Whether the opening bracket stood directly behind what is before it.
    pub adjacent: bool,
    /// Whether there was a line end between the brackets.
    pub many_lines: bool,
    /// A structure is a value, other braces are blocks.
    pub structure: bool,
    pub inner: Sequence<'t>,
}

impl Group<'_> {
    /// Whether there is only a single word between the brackets.
    pub fn is_word(&self) -> bool {
        match self.inner.entries.as_slice() {
            [entry] => {
                matches!(entry.nodes.as_slice(), [Node::Token(token)] if token.kind == TokenKind::Name)
            }
            _ => false,
        }
    }
}

/// The tree of a whole file.
pub(super) fn sequence<'t>(tokens: &[Token<'t>]) -> Sequence<'t> {
    Builder { tokens, next: 0, newlines: 0 }.sequence(Level::File)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    File,
    Block,
    Structure,
    /// The values of an enum.
    Values,
    /// Between round or square brackets.
    List,
}

struct Builder<'a, 't> {
    tokens: &'a [Token<'t>],
    next: usize,
    /// The line ends seen so far.
    newlines: u32,
}

impl<'t> Builder<'_, 't> {
    /// Reads up to the closing bracket of the level, or to the end of the file.
    fn sequence(&mut self, level: Level) -> Sequence<'t> {
        let mut sequence = Sequence {
            commas: matches!(level, Level::List | Level::Values),
            ..Sequence::default()
        };
        let mut leading: Vec<Comment<'t>> = Vec::new();
        let mut current: Option<Entry<'t>> = None;
        let mut separated = false;
        while let Some(&token) = self.tokens.get(self.next) {
            let blank_line = token.newlines > 1;
            self.newlines += token.newlines;
            if token.kind.is_comment() {
                self.next += 1;
                self.comment(token, level, &mut sequence, &mut leading, &mut current);
                continue;
            }
            if let TokenKind::Close(_) = token.kind {
                break;
            }
            self.next += 1;
            if is_separator(token.kind, level) {
                if !separated && level == Level::Structure {
                    sequence.commas = token.kind == TokenKind::Comma;
                }
                separated = true;
                sequence.entries.extend(current.take());
                continue;
            }
            if token.breaks_line && level != Level::List && current.as_ref().is_some_and(has_code) {
                sequence.entries.extend(current.take());
            }
            let entry = current.get_or_insert_with(|| Entry { blank_line, ..Entry::default() });
            if !leading.is_empty() {
                entry.leading.append(&mut leading);
            }
            let node = match token.kind {
                TokenKind::Open(bracket) => Node::Group(self.group(token, bracket, &entry.nodes)),
                _ => Node::Token(token),
            };
            entry.nodes.push(node);
        }
        sequence.entries.extend(current);
        sequence.closing = leading;
        sequence
    }

    fn group(&mut self, open: Token<'t>, bracket: Bracket, before: &[Node]) -> Group<'t> {
        let newlines = self.newlines;
        let structure = bracket == Bracket::Brace && is_value(before);
        let level = match bracket {
            Bracket::Brace if structure => Level::Structure,
            Bracket::Brace if is_enum(before) => Level::Values,
            Bracket::Brace => Level::Block,
            Bracket::Paren | Bracket::Square => Level::List,
        };
        let inner = self.sequence(level);
        if let Some(close) = self.tokens.get(self.next) {
            self.newlines += close.newlines;
            self.next += 1;
        }
        let many_lines = self.newlines > newlines;
        Group { bracket, adjacent: open.adjacent, many_lines, structure, inner }
    }

    /// Puts a comment where it belongs; the next token is the one after it.
    fn comment(
        &mut self,
        token: Token<'t>,
        level: Level,
        sequence: &mut Sequence<'t>,
        leading: &mut Vec<Comment<'t>>,
        current: &mut Option<Entry<'t>>,
    ) {
        let comment = Comment { text: token.text, blank_line: token.newlines > 1 };
        let same_line = token.newlines == 0;
        let following = self.tokens.get(self.next..).unwrap_or(&[]);
        let code = following.iter().find(|token| !token.kind.is_comment());
        let goes_on = code.is_some_and(|code| {
            !matches!(code.kind, TokenKind::Close(_))
                && !is_separator(code.kind, level)
                && (level == Level::List || !code.breaks_line)
        });
        if let Some(entry) = current {
            if goes_on {
                entry.nodes.push(Node::Token(token));
            } else if same_line && leading.is_empty() {
                entry.trailing.push(comment);
            } else {
                leading.push(comment);
            }
            return;
        }
        // `/* one */ a = 1` belongs to what follows in its line.
        let before_code = following.first().is_some_and(|next| {
            next.newlines == 0
                && !next.kind.is_comment()
                && !matches!(next.kind, TokenKind::Close(_))
                && !is_separator(next.kind, level)
        });
        if token.kind == TokenKind::BlockComment && before_code {
            let entry = Entry { blank_line: comment.blank_line, ..Entry::default() };
            let entry = current.insert(entry);
            entry.leading.append(leading);
            entry.nodes.push(Node::Token(token));
            return;
        }
        let behind = same_line && leading.is_empty();
        match sequence.entries.last_mut() {
            Some(entry) if behind => entry.trailing.push(comment),
            None if behind && level != Level::File => sequence.opening.push(comment),
            _ => leading.push(comment),
        }
    }
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
