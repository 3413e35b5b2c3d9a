//! Which brackets of a text belong together.

use std::ops::Range;

use cdl_grammar::{Bracket, Lexeme, LexemeKind, lex};

/// Two brackets that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    pub bracket: Bracket,
    pub open: Range<usize>,
    /// What is between them.
    pub inner: Range<usize>,
    pub close: Range<usize>,
}

/// The pairs of a text in the order in which they close; of brackets that do not match, the ones in
/// between are left out.
pub(crate) fn pairs(lexemes: &[Lexeme]) -> Vec<Pair> {
    let mut open: Vec<(Bracket, &Lexeme)> = Vec::new();
    // How many of each sort are open: one without a partner need not look for it.
    let mut counts = [0_usize; 3];
    let mut pairs = Vec::new();
    for lexeme in lexemes {
        match lexeme.kind {
            LexemeKind::Open(bracket) => {
                counts[bracket as usize] += 1;
                open.push((bracket, lexeme));
            }
            LexemeKind::Close(bracket) if counts[bracket as usize] == 0 => {}
            LexemeKind::Close(bracket) => {
                let Some(partner) = open.iter().rposition(|(own, _)| *own == bracket) else {
                    continue;
                };
                let range = |lexeme: &Lexeme| lexeme.start as usize..lexeme.end as usize;
                if let Some((_, before)) = open.get(partner) {
                    let (open, close) = (range(before), range(lexeme));
                    pairs.push(Pair { bracket, inner: open.end..close.start, open, close });
                }
                for (own, _) in open.drain(partner..) {
                    counts[own as usize] -= 1;
                }
            }
            _ => {}
        }
    }
    pairs
}

/// What stands before the braces, with them, that are open at a place, the outermost first: of a text that is being written, so
/// they may have no partner yet.
pub(crate) fn open_heads(text: &str, at: usize) -> Vec<Range<usize>> {
    let mut heads = Vec::new();
    // Where what stands before a brace begins, and how many other brackets are open there.
    let (mut begun, mut open) = (None, 0_usize);
    for lexeme in lex(text) {
        let range = lexeme.start as usize..lexeme.end as usize;
        if range.start >= at {
            break;
        }
        match lexeme.kind {
            LexemeKind::Open(Bracket::Brace) => {
                heads.push(begun.take().unwrap_or(range.start)..range.end);
                open = 0;
            }
            LexemeKind::Close(Bracket::Brace) => {
                heads.pop();
                (begun, open) = (None, 0);
            }
            LexemeKind::Newline | LexemeKind::SoftNewline | LexemeKind::Semicolon => {
                begun = begun.filter(|_| open > 0);
            }
            LexemeKind::Comment
            | LexemeKind::OpenComment
            | LexemeKind::Doc
            | LexemeKind::FileDoc => {}
            kind => {
                begun.get_or_insert(range.start);
                match kind {
                    LexemeKind::Open(_) => open += 1,
                    LexemeKind::Close(_) => open = open.saturating_sub(1),
                    _ => {}
                }
            }
        }
    }
    heads
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_that_are_open_have_heads() {
        let heads = |marked: &str| -> Vec<String> {
            let at = marked.find('|').expect("a place");
            let text = marked.replacen('|', "", 1);
            open_heads(&text, at).into_iter().map(|head| text[head].to_owned()).collect()
        };
        let closed = "model M(a: Int = 1) {\n  // one\n  body b { mass = 1 kg }\n  cable c: links(\n    count = 3\n  ) from a to b {\n    start = { a = 1; | }\n  }\n}\n";
        let cable = "cable c: links(\n    count = 3\n  ) from a to b {";
        assert_eq!(heads(closed), ["model M(a: Int = 1) {", cable, "start = {"]);
        // As it is typed.
        assert_eq!(heads("model M {\n  body b {\n    mass = 1 kg\n |"), ["model M {", "body b {"]);
        assert_eq!(heads("model M {\n  body b { mass = 1 kg }\n|"), ["model M {"]);
        assert_eq!(heads("model M { }\nconst a = 3|"), [] as [&str; 0]);
    }
}
