//! Half-written text with a marker where the cursor stands. What is open is closed, so that the
//! parser reads the text like any other, and the marker is found in the tree.

use crate::lexemes::{Bracket, LexemeKind, lex};
use crate::syntax::Span;

/// Reads as a name, and nobody has one like it.
const MARKER: &str = "_cursor_";

/// A chunk that can be parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marked {
    pub text: String,
    /// Where the marker stands in it.
    pub at: Span,
}

/// Marks the argument or element of a list that is being written at the end of `before`, the text of a
/// chunk up to the cursor. What has been written of its value gives way to the marker; its name stays.
/// `None` where the innermost open bracket is no round or square one.
pub fn mark_argument(before: &str) -> Option<Marked> {
    // Each open bracket with where the value that is being written in it starts.
    let mut open: Vec<(Bracket, u32)> = Vec::new();
    for lexeme in lex(before) {
        match lexeme.kind {
            LexemeKind::Open(bracket) => open.push((bracket, lexeme.end)),
            LexemeKind::Close(bracket) => close(&mut open, bracket),
            LexemeKind::Comma | LexemeKind::Equals => {
                if let Some((_, start)) = open.last_mut() {
                    *start = lexeme.end;
                }
            }
            LexemeKind::Newline
            | LexemeKind::SoftNewline
            | LexemeKind::Word
            | LexemeKind::Number
            | LexemeKind::Text
            | LexemeKind::OpenText
            | LexemeKind::Comment
            | LexemeKind::OpenComment
            | LexemeKind::Doc
            | LexemeKind::FileDoc
            | LexemeKind::Dropped
            | LexemeKind::Semicolon
            | LexemeKind::Colon
            | LexemeKind::Dot
            | LexemeKind::Operator
            | LexemeKind::Unknown => {}
        }
    }
    let &(Bracket::Paren | Bracket::Square, start) = open.last()? else { return None };
    let mut text = format!("{} ", before.get(..start as usize)?);
    let at = text.len() as u32;
    text.push_str(MARKER);
    for (bracket, _) in open.iter().rev() {
        text.push_str(bracket.close());
    }
    Some(Marked { text, at: Span::new(at, at + MARKER.len() as u32) })
}

/// A round or square bracket finds its partner only within the same braces.
fn close(open: &mut Vec<(Bracket, u32)>, bracket: Bracket) {
    let partner = open.iter().rposition(|(own, _)| *own == bracket);
    let brace = open.iter().rposition(|(own, _)| *own == Bracket::Brace);
    if let Some(partner) = partner
        && (bracket == Bracket::Brace || brace.is_none_or(|brace| brace < partner))
    {
        open.truncate(partner);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_member;

    fn marked(before: &str) -> Option<String> {
        mark_argument(before).map(|marked| marked.text)
    }

    #[test]
    fn what_is_open_is_closed() {
        let text = marked("body b { shape = box([1, 2 *");
        assert_eq!(text.as_deref(), Some("body b { shape = box([1, _cursor_])}"));
        assert_eq!(marked("let a = f(x) + g").as_deref(), None);
        assert_eq!(marked("body b { mass = f(1); density = ").as_deref(), None);
    }

    #[test]
    fn the_name_of_an_argument_stays() {
        let text = marked("let a = rotated(v, about = if x");
        assert_eq!(text.as_deref(), Some("let a = rotated(v, about = _cursor_)"));
    }

    #[test]
    fn the_marker_is_a_name_of_the_tree() {
        for before in
            ["let a = f(", "let a = f(2 kg/", "joint j: revolute(axis = y, ", "record a[x"]
        {
            let Some(Marked { text, at }) = mark_argument(before) else { panic!("{before}") };
            assert_eq!(text.get(at.start as usize..at.end as usize), Some(MARKER), "{before}");
            let (members, errors) = parse_member(&text);
            assert_eq!((members.len(), errors), (1, Vec::new()), "{text}");
        }
    }
}
