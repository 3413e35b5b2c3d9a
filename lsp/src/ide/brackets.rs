//! Which brackets of a text belong together.

use std::ops::Range;

use cdl_grammar::{Bracket, Lexeme, LexemeKind};

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
    let mut pairs = Vec::new();
    for lexeme in lexemes {
        match lexeme.kind {
            LexemeKind::Open(bracket) => open.push((bracket, lexeme)),
            LexemeKind::Close(bracket) => {
                let Some(partner) = open.iter().rposition(|(own, _)| *own == bracket) else {
                    continue;
                };
                let range = |lexeme: &Lexeme| lexeme.start as usize..lexeme.end as usize;
                if let Some((_, before)) = open.get(partner) {
                    let (open, close) = (range(before), range(lexeme));
                    pairs.push(Pair { bracket, inner: open.end..close.start, open, close });
                }
                open.truncate(partner);
            }
            _ => {}
        }
    }
    pairs
}
