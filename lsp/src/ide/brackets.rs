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
