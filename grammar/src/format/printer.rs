//! Prints the entries, in as few lines as they may take.

use std::borrow::Cow;

use super::entries::{Comment, Entries, Entry, Group, Node, entries_of_file};
use super::spacing::blank_between;
use super::tokens::{Token, TokenKind, Tokens};
use crate::lexemes::Bracket;
use crate::words;

const WIDTH: usize = 100;
const INDENT: usize = 2;
/// How far the further lines of an entry are indented.
const CONTINUATION: usize = 4;

pub(super) fn print(tokens: &Tokens) -> String {
    // What is in the standard layout already, or nearly so, needs no more room.
    let out = String::with_capacity(tokens.text().len() + 1);
    let mut printer = Printer { tokens, out, column: 0 };
    printer.entries(entries_of_file(tokens), 0, "");
    if !printer.out.is_empty() {
        printer.out.push('\n');
    }
    printer.out
}

struct Printer<'a, 't> {
    tokens: &'a Tokens<'t>,
    out: String,
    column: usize,
}

impl<'a, 't> Printer<'a, 't> {
    fn text(&mut self, text: &str) {
        self.out.push_str(text);
        match text.rsplit_once('\n') {
            Some((_, last)) => self.column = last.chars().count(),
            None => self.column += text.chars().count(),
        }
    }

    fn line(&mut self, indent: usize) {
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.out.extend(std::iter::repeat_n(' ', indent));
        self.column = indent;
    }

    fn comment(&mut self, text: &str) {
        if text.starts_with("//") {
            self.text(text.trim_end());
        } else {
            // The lines of a block comment stay as they are.
            let lines: Vec<_> = text.lines().map(str::trim_end).collect();
            self.text(&lines.join("\n"));
        }
    }

    /// A line with a comment, after an empty one if there was one and `first` is false.
    fn comment_line(&mut self, comment: &Comment, indent: usize, first: bool) {
        if comment.blank_line && !first {
            self.line(0);
        }
        self.line(indent);
        self.comment(comment.text);
    }

    fn trailing(&mut self, comments: &[Comment]) {
        for comment in comments {
            self.text("  ");
            self.comment(comment.text);
        }
    }

    /// Each entry in a line of its own; `separator` stands behind all but the last.
    fn entries(&mut self, mut entries: Entries<'a, 't>, indent: usize, separator: &str) {
        let mut next = entries.next();
        // Behind the opening bracket.
        self.trailing(&entries.take_opening());
        let mut first = true;
        while let Some(entry) = next {
            next = entries.next();
            for comment in &entry.leading {
                self.comment_line(comment, indent, first);
                first = false;
            }
            if entry.blank_line && !first {
                self.line(0);
            }
            first = false;
            self.line(indent);
            let more = next.is_some();
            self.nodes(&entry.nodes, indent, if more { separator.len() } else { 0 });
            if more {
                self.text(separator);
            }
            self.trailing(&entry.trailing);
        }
        for comment in &entries.take_closing() {
            self.comment_line(comment, indent, first);
            first = false;
        }
    }

    /// The nodes of an entry; `after` columns are needed behind it.
    fn nodes(&mut self, nodes: &[Node], indent: usize, after: usize) {
        let pieces = Pieces::new(self.tokens, nodes, indent, after);
        let mut fresh_line = true;
        for (i, node) in nodes.iter().enumerate() {
            let piece = &pieces.pieces[i];
            if let Node::Token(token) = node
                && token.kind == TokenKind::LineComment
            {
                if token.newlines > 0 && !fresh_line {
                    self.line(indent + CONTINUATION);
                } else if !fresh_line {
                    self.text("  ");
                }
                self.comment(token.text);
                self.line(indent + CONTINUATION);
                fresh_line = true;
                continue;
            }
            let blank = !fresh_line && piece.blank;
            if !fresh_line
                && piece.may_wrap
                && self.column + usize::from(blank) + pieces.width_to_next_wrap(i) > WIDTH
            {
                self.line(indent + CONTINUATION);
            } else if blank {
                self.text(" ");
            }
            fresh_line = false;
            match (node, &piece.shape) {
                (_, Shape::Flat(flat)) => self.text(flat),
                (Node::Group(group), Shape::Spread) => self.group(group, indent),
                (Node::Token(token), Shape::Spread) => self.comment(token.text),
            }
        }
        // A comment in the middle of an entry is never its last node, but be sure.
        if fresh_line && self.out.ends_with(' ') {
            let length = self.out.trim_end().len();
            self.out.truncate(length);
        }
    }

    /// A group in several lines.
    fn group(&mut self, group: &Group, indent: usize) {
        self.text(group.bracket.open());
        let separator = if group.bracket == Bracket::Brace { "" } else { "," };
        self.entries(group.entries(self.tokens), indent + INDENT, separator);
        self.line(indent);
        self.text(group.bracket.close());
    }
}

/// The nodes of an entry, with the decision which of its groups take several lines.
struct Pieces<'t> {
    pieces: Vec<Piece<'t>>,
    after: usize,
}

struct Piece<'t> {
    shape: Shape<'t>,
    blank: bool,
    /// Whether a line may end before it.
    may_wrap: bool,
    /// The columns that it needs in the line where it starts.
    width: usize,
    rank: Rank,
}

enum Shape<'t> {
    /// In one line, if it can and shall be.
    Flat(Cow<'t, str>),
    Spread,
}

/// Which groups are spread over several lines first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Never,
    Brackets,
    Block,
}

impl Piece<'_> {
    fn is_spread(&self) -> bool {
        matches!(self.shape, Shape::Spread)
    }
}

impl<'t> Pieces<'t> {
    fn new(tokens: &Tokens<'t>, nodes: &[Node<'t>], indent: usize, after: usize) -> Self {
        let mut related = false;
        let mut pieces: Vec<Piece> = Vec::with_capacity(nodes.len());
        for (i, node) in nodes.iter().enumerate() {
            let before = i.checked_sub(1).map(|before| &nodes[before]);
            let blank = before.is_some_and(|before| blank_between(tokens, before, node, related));
            let (rank, may_wrap) = match node {
                Node::Token(token) => {
                    related |= is_relation(token);
                    (Rank::Never, may_start_line(token, before))
                }
                Node::Group(group) if group.is_empty(tokens) => (Rank::Never, false),
                Node::Group(group) if group.bracket == Bracket::Brace && !group.is_structure() => {
                    (Rank::Block, false)
                }
                Node::Group(_) => (Rank::Brackets, false),
            };
            let may_wrap = may_wrap
                || matches!(before, Some(Node::Token(token)) if token.kind == TokenKind::Comma);
            let (shape, width) = match flat_node(tokens, node) {
                Some(flat) => {
                    let width = flat.chars().count();
                    (Shape::Flat(flat), width)
                }
                None => (Shape::Spread, 1),
            };
            pieces.push(Piece { shape, blank, may_wrap, width, rank });
        }
        let mut pieces = Self { pieces, after };
        while let Some(group) = pieces.group_to_spread(indent) {
            pieces.pieces[group].shape = Shape::Spread;
            pieces.pieces[group].width = 1;
        }
        pieces
    }

    /// A group in the first line that is too long.
    ///
    /// A block makes place rather than the line is continued in a second one; brackets do so only
    /// if that does not help.
    fn group_to_spread(&self, indent: usize) -> Option<usize> {
        // The columns without and with further lines.
        let mut column = indent;
        let mut wrapped = indent;
        let mut overflows = false;
        let mut best: Option<(Rank, usize, usize)> = None;
        let last = self.pieces.len().saturating_sub(1);
        for (i, piece) in self.pieces.iter().enumerate() {
            let blank = usize::from(piece.blank);
            column += blank + piece.width;
            if piece.may_wrap && wrapped + blank + self.width_to_next_wrap(i) > WIDTH {
                wrapped = indent + CONTINUATION + piece.width;
            } else {
                wrapped += blank + piece.width;
            }
            if !piece.is_spread() && piece.rank != Rank::Never {
                // The last block, or the widest of the brackets.
                let weight = if piece.rank == Rank::Block { i } else { piece.width };
                best = best.max(Some((piece.rank, weight, i)));
            }
            let end = if i == last { self.after } else { 0 };
            overflows |= wrapped + end > WIDTH;
            if piece.is_spread() || i == last {
                let too_long =
                    |rank| if rank == Rank::Block { column + end > WIDTH } else { overflows };
                if let Some((rank, _, group)) = best
                    && too_long(rank)
                {
                    return Some(group);
                }
                column = indent + 1;
                wrapped = column;
                overflows = false;
                best = None;
            }
        }
        None
    }

    /// The columns from the piece at `i` to the next place where the line may end.
    fn width_to_next_wrap(&self, i: usize) -> usize {
        let mut width = 0;
        for (k, piece) in self.pieces.iter().enumerate().skip(i) {
            if k > i {
                if piece.may_wrap {
                    return width;
                }
                width += usize::from(piece.blank);
            }
            width += piece.width;
            if piece.is_spread() {
                return width;
            }
        }
        width + self.after
    }
}

fn is_relation(token: &Token) -> bool {
    token.kind == TokenKind::Keyword
        && matches!(token.text, "from" | "to" | "on" | "at" | "between" | "and" | "in")
}

/// Whether the line can end before `token`, so that the next one shows that it goes on.
fn may_start_line(token: &Token, before: Option<&Node>) -> bool {
    match token.kind {
        TokenKind::Operator | TokenKind::WideRange => before.is_some(),
        TokenKind::Keyword => before.is_some() && continues_line(token.text),
        _ => false,
    }
}

/// Whether a line that starts with the keyword goes on with the line before it.
fn continues_line(keyword: &str) -> bool {
    words::continues_line(keyword) || words::CLAUSE.contains(&keyword)
}

/// The node in one line; `None` if it takes several or is wider than any line.
fn flat_node<'t>(tokens: &Tokens<'t>, node: &Node<'t>) -> Option<Cow<'t, str>> {
    match node {
        Node::Token(token) => flat_token(token).map(Cow::Borrowed),
        Node::Group(group) => flat_group(tokens, group).map(Cow::Owned),
    }
}

fn flat_token<'t>(token: &Token<'t>) -> Option<&'t str> {
    match token.kind {
        TokenKind::LineComment => None,
        TokenKind::BlockComment if token.text.contains(['\n', '\r']) => None,
        _ => Some(token.text),
    }
}

fn flat_group(tokens: &Tokens, group: &Group) -> Option<String> {
    let brace = group.bracket == Bracket::Brace;
    if brace && group.many_lines && !group.is_empty(tokens) {
        return None;
    }
    let mut entries = group.entries(tokens);
    let mut next = entries.next();
    let opening = entries.take_opening();
    if !opening.is_empty() && (next.is_some() || brace && group.many_lines) {
        return None;
    }
    let mut text = group.bracket.open().to_owned();
    let padding = if brace { " " } else { "" };
    text.push_str(padding);
    for comment in &opening {
        flat_comment(comment, &mut text)?;
        text.push_str(padding);
    }
    let any = next.is_some();
    while let Some(entry) = next {
        flat_entry(tokens, &entry, &mut text)?;
        if text.len() > 4 * WIDTH {
            return None;
        }
        next = entries.next();
        if next.is_some() {
            text.push_str(if entries.commas() { ", " } else { "; " });
        }
    }
    if !entries.take_closing().is_empty() {
        return None;
    }
    if any {
        text.push_str(padding);
    }
    text.push_str(group.bracket.close());
    (text.chars().count() <= WIDTH).then_some(text)
}

fn flat_entry(tokens: &Tokens, entry: &Entry, text: &mut String) -> Option<()> {
    if !entry.leading.is_empty() {
        return None;
    }
    let mut related = false;
    for (i, node) in entry.nodes.iter().enumerate() {
        let before = i.checked_sub(1).map(|before| &entry.nodes[before]);
        if before.is_some_and(|before| blank_between(tokens, before, node, related)) {
            text.push(' ');
        }
        match node {
            Node::Token(token) => {
                related |= is_relation(token);
                text.push_str(flat_token(token)?);
            }
            Node::Group(group) => text.push_str(&flat_group(tokens, group)?),
        }
        if text.len() > 4 * WIDTH {
            return None;
        }
    }
    for comment in &entry.trailing {
        text.push(' ');
        flat_comment(comment, text)?;
    }
    Some(())
}

fn flat_comment(comment: &Comment, text: &mut String) -> Option<()> {
    let fits = comment.text.starts_with("/*") && !comment.text.contains(['\n', '\r']);
    fits.then(|| text.push_str(comment.text))
}
