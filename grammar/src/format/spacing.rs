//! Whether a blank stands between two neighbours in a line.

use super::entries::Node;
use super::tokens::{TokenKind, Tokens};
use crate::lexemes::Bracket;

/// Whether a blank stands between `left` and `right`, which follow each other in an entry;
/// `related` tells that a word such as `from` or `on` stands before them.
pub(super) fn blank_between(tokens: &Tokens<'_>, left: &Node, right: &Node, related: bool) -> bool {
    use TokenKind::{Colon, Comma, Dot, Power, Range, Semicolon, Sign};
    let left_kind = match left {
        Node::Token(token) if token.kind.is_comment() => return true,
        Node::Token(token) => Some(token.kind),
        Node::Group(_) => None,
    };
    if matches!(left_kind, Some(Dot | Sign | Power | Range)) {
        return false;
    }
    match right {
        Node::Token(token) => {
            !matches!(token.kind, Comma | Semicolon | Colon | Dot | Power | Range)
        }
        Node::Group(group) => match (group.bracket, left_kind) {
            (Bracket::Brace, _) => true,
            // `sin(x)`, `Tether(links)` and `link[i]`, but `to boat.eye (pinned)`.
            (Bracket::Paren, Some(TokenKind::Name)) => {
                related && !group.adjacent && group.is_word(tokens)
            }
            (Bracket::Square, Some(TokenKind::Name)) => false,
            // `[a, b] m[0]`
            (Bracket::Square, Some(TokenKind::Unit)) => !group.adjacent,
            (Bracket::Paren | Bracket::Square, None) => !group.adjacent,
            (Bracket::Paren | Bracket::Square, Some(_)) => true,
        },
    }
}
