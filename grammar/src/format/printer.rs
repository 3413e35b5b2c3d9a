//! Prints the entries, in as few lines as they may take.

use super::entries::{Comment, Entry, Group, Node, Sequence};
use super::spacing::blank_between;
use super::tokens::{Token, TokenKind};
use crate::lexemes::Bracket;
use crate::words;

const WIDTH: usize = 100;
const INDENT: usize = 2;
/// How far the further lines of an entry are indented.
const CONTINUATION: usize = 4;

pub(super) fn print(file: &Sequence) -> String {
    let mut printer = Printer { out: String::new(), column: 0 };
    printer.entries(file, 0, "");
    if !printer.out.is_empty() {
        printer.out.push('\n');
    }
    printer.out
}

struct Printer {
    out: String,
    column: usize,
}

impl Printer {
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
    fn entries(&mut self, sequence: &Sequence, indent: usize, separator: &str) {
        let mut first = true;
        for (i, entry) in sequence.entries.iter().enumerate() {
            for comment in &entry.leading {
                self.comment_line(comment, indent, first);
                first = false;
            }
            if entry.blank_line && !first {
                self.line(0);
            }
            first = false;
            self.line(indent);
            let more = i + 1 < sequence.entries.len();
            self.nodes(&entry.nodes, indent, if more { separator.len() } else { 0 });
            if more {
                self.text(separator);
            }
            self.trailing(&entry.trailing);
        }
        for comment in &sequence.closing {
            self.comment_line(comment, indent, first);
            first = false;
        }
    }

    /// The nodes of an entry; `after` columns are needed behind it.
    fn nodes(&mut self, nodes: &[Node], indent: usize, after: usize) {
        let pieces = Pieces::new(nodes, indent, after);
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
            match (node, &piece.flat) {
                (_, Some(flat)) => self.text(flat),
                (Node::Group(group), None) => self.group(group, indent),
                (Node::Token(token), None) => self.comment(token.text),
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
        self.trailing(&group.inner.opening);
        let separator = if group.bracket == Bracket::Brace { "" } else { "," };
        self.entries(&group.inner, indent + INDENT, separator);
        self.line(indent);
        self.text(group.bracket.close());
    }
}

/// The nodes of an entry, with the decision which of its groups take several lines.
struct Pieces {
    pieces: Vec<Piece>,
    after: usize,
}

struct Piece {
    /// In one line, if it can and shall be.
    flat: Option<String>,
    blank: bool,
    /// Whether a line may end before it.
    may_wrap: bool,
    /// The columns that it needs in the line where it starts.
    width: usize,
    rank: Rank,
}

/// Which groups are spread over several lines first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Never,
    Brackets,
    Block,
}

impl Pieces {
    fn new(nodes: &[Node], indent: usize, after: usize) -> Self {
        let mut related = false;
        let mut pieces: Vec<Piece> = Vec::with_capacity(nodes.len());
        for (i, node) in nodes.iter().enumerate() {
            let before = i.checked_sub(1).map(|before| &nodes[before]);
            let blank = before.is_some_and(|before| blank_between(before, node, related));
            let flat = flat_node(node);
            let (rank, may_wrap) = match node {
                Node::Token(token) => {
                    related |= is_relation(token);
                    (Rank::Never, may_start_line(token, before))
                }
                Node::Group(group) if group.inner.entries.is_empty() => (Rank::Never, false),
                Node::Group(group) if group.bracket == Bracket::Brace && !group.structure => {
                    (Rank::Block, false)
                }
                Node::Group(_) => (Rank::Brackets, false),
            };
            let may_wrap = may_wrap
                || matches!(before, Some(Node::Token(token)) if token.kind == TokenKind::Comma);
            let width = flat.as_ref().map_or(1, |flat| flat.chars().count());
            pieces.push(Piece { flat, blank, may_wrap, width, rank });
        }
        let mut pieces = Self { pieces, after };
        while let Some(group) = pieces.group_to_spread(indent) {
            pieces.pieces[group].flat = None;
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
            if piece.flat.is_some() && piece.rank != Rank::Never {
                // The last block, or the widest of the brackets.
                let weight = if piece.rank == Rank::Block { i } else { piece.width };
                best = best.max(Some((piece.rank, weight, i)));
            }
            let end = if i == last { self.after } else { 0 };
            overflows |= wrapped + end > WIDTH;
            if piece.flat.is_none() || i == last {
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
            if piece.flat.is_none() {
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
fn flat_node(node: &Node) -> Option<String> {
    match node {
        Node::Token(token) => match token.kind {
            TokenKind::LineComment => None,
            TokenKind::BlockComment if token.text.contains(['\n', '\r']) => None,
            _ => Some(token.text.to_owned()),
        },
        Node::Group(group) => flat_group(group),
    }
}

fn flat_group(group: &Group) -> Option<String> {
    let brace = group.bracket == Bracket::Brace;
    let inner = &group.inner;
    let commented =
        !inner.closing.is_empty() || !inner.opening.is_empty() && !inner.entries.is_empty();
    if commented
        || brace && group.many_lines && !(inner.entries.is_empty() && inner.opening.is_empty())
    {
        return None;
    }
    let mut text = group.bracket.open().to_owned();
    let padding = if brace { " " } else { "" };
    text.push_str(padding);
    for comment in &inner.opening {
        flat_comment(comment, &mut text)?;
        text.push_str(padding);
    }
    for (i, entry) in inner.entries.iter().enumerate() {
        if i > 0 {
            text.push_str(if inner.commas { ", " } else { "; " });
        }
        flat_entry(entry, &mut text)?;
        if text.len() > 4 * WIDTH {
            return None;
        }
    }
    if !inner.entries.is_empty() {
        text.push_str(padding);
    }
    text.push_str(group.bracket.close());
    (text.chars().count() <= WIDTH).then_some(text)
}

fn flat_entry(entry: &Entry, text: &mut String) -> Option<()> {
    if !entry.leading.is_empty() {
        return None;
    }
    let mut related = false;
    for (i, node) in entry.nodes.iter().enumerate() {
        let before = i.checked_sub(1).map(|before| &entry.nodes[before]);
        if before.is_some_and(|before| blank_between(before, node, related)) {
            text.push(' ');
        }
        if let Node::Token(token) = node {
            related |= is_relation(token);
        }
        text.push_str(&flat_node(node)?);
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
