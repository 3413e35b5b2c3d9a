//! Lists of ten thousands of elements, which are read in pieces: what pest keeps of a text until all of it is read takes some
//! hundred bytes for each number.
//!
//! pest gets the text with blanks in the place of all but the first piece of such a list, and then piece by piece. A text in which
//! anything is wrong is read once more as a whole, so what is told of it does not depend on this.

use crate::lexemes::{Bracket, Lexeme, LexemeKind};
use crate::syntax::Span;

/// Bytes of a list that is long, and of a piece of it.
#[derive(Clone, Copy)]
pub(crate) struct Sizes {
    pub long: u32,
    pub piece: u32,
}

pub(crate) const SIZES: Sizes = Sizes { long: 1 << 16, piece: 1 << 12 };

/// The text for pest, and what it lacks.
pub(crate) struct Shortened {
    pub text: String,
    /// In the order of the text; none stands in another.
    pub lists: Vec<LongList>,
}

impl Shortened {
    /// The one whose bracket opens there.
    pub fn list_at(&self, open: u32) -> Option<&LongList> {
        let found = self.lists.binary_search_by_key(&open, |list| list.open).ok()?;
        self.lists.get(found)
    }
}

pub(crate) struct LongList {
    /// Where its bracket opens.
    pub open: u32,
    /// Behind the first, which is still in its place. Each begins behind a comma; the last one goes on to the end of the closing bracket.
    pub pieces: Vec<Span>,
    /// No less than it has elements.
    pub count: usize,
}

/// `None` where no list is long. The lexemes are those of the text, with brackets that are balanced.
pub(crate) fn shortened(text: &str, lexemes: &[Lexeme], sizes: Sizes) -> Option<Shortened> {
    if text.len() <= sizes.long as usize {
        return None;
    }
    let lists = long_lists(lexemes, sizes);
    if lists.is_empty() {
        return None;
    }
    let mut bytes = text.as_bytes().to_vec();
    for list in &lists {
        if let (Some(first), Some(last)) = (list.pieces.first(), list.pieces.last()) {
            bytes[first.start as usize..last.end as usize - 1].fill(b' ');
        }
    }
    // Blanks begin and end at commas and brackets, so the text is still valid.
    Some(Shortened { text: String::from_utf8(bytes).ok()?, lists })
}

/// An open bracket.
#[derive(Default)]
struct Open {
    /// Absent where it is no square one.
    list: Option<u32>,
    commas: usize,
    /// Behind commas of its own, at least a piece apart.
    cuts: Vec<u32>,
    /// A list in it is long; then this is read as a whole but for that.
    is_around: bool,
}

fn long_lists(lexemes: &[Lexeme], sizes: Sizes) -> Vec<LongList> {
    let mut found = Vec::new();
    let mut around: Vec<Open> = Vec::new();
    for lexeme in lexemes {
        match lexeme.kind {
            LexemeKind::Open(bracket) => {
                let list = (bracket == Bracket::Square).then_some(lexeme.start);
                around.push(Open { list, ..Open::default() });
            }
            LexemeKind::Comma => {
                let Some(own) = around.last_mut() else { continue };
                let Some(open) = own.list else { continue };
                own.commas += 1;
                if lexeme.end - own.cuts.last().unwrap_or(&open) >= sizes.piece {
                    own.cuts.push(lexeme.end);
                }
            }
            LexemeKind::Close(_) => {
                let Some(own) = around.pop() else { continue };
                let long = own.list.filter(|open| lexeme.end - open > sizes.long);
                let is_long = long.is_some() && !own.is_around && !own.cuts.is_empty();
                if let Some(outer) = around.last_mut() {
                    outer.is_around |= is_long || own.is_around;
                }
                if let Some(open) = long.filter(|_| is_long) {
                    let ends = own.cuts.iter().skip(1).copied().chain([lexeme.end]);
                    let pieces = own.cuts.iter().zip(ends);
                    let pieces = pieces.map(|(&start, end)| Span::new(start, end)).collect();
                    found.push(LongList { open, pieces, count: own.commas + 1 });
                }
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::Sizes;
    use crate::layout::layout_with;
    use crate::outline::outline;
    use crate::tree::{read_header, read_members};

    const TINY: Sizes = Sizes { long: 6, piece: 1 };
    const NEVER: Sizes = Sizes { long: u32::MAX, piece: u32::MAX };

    fn check(chunk: &str, is_header: bool) -> bool {
        let length = chunk.len() as u32;
        let [pieces, whole] = [TINY, NEVER].map(|sizes| layout_with(chunk, sizes));
        match is_header {
            true => assert_eq!(read_header(&pieces, length), read_header(&whole, length)),
            false => assert_eq!(read_members(&pieces, length), read_members(&whole, length)),
        }
        pieces.shortened.is_some()
    }

    #[test]
    fn what_is_read_in_pieces_is_what_is_read_as_a_whole() {
        for (list, is_long) in [
            ("[1, 2, 3, 4]", true),
            ("[1 m, 2, -3 kN , (4), ] m", true),
            ("[1, 2, [3, 4 , 5], f([6, 7, 8]),\n  9 // nine\n , 10]", true),
            ("[1, [2, 3, 4, 5], 6][2].x + [7, 8, 9] m", true),
            ("[if a then b else c, { a = 1; b = [2, 3] }, x[*].y in kN, \"],[\"]", true),
            ("[for i in 0..8: [i, 2 * i, 3]]", true),
            ("[1,, 2, 3, 4]", true),
            ("[1, 2 3, 4, 5]", true),
            ("[, 1, 2, 3]", true),
            ("[1, 2, 3; 4, 5]", false),
            ("[1, 2, 3", false),
            ("[1, 2, +, 4]", true),
            ("[1, 2]", false),
        ] {
            let member = format!("let a = {list}");
            assert_eq!(check(&member, false), is_long, "{list}");
            assert_eq!(check(&format!("const a: Array(Real) = {list}"), true), is_long, "{list}");
        }
    }

    #[test]
    fn files_are_read_in_pieces_as_well() {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
        let mut in_pieces = 0;
        for folder in ["good", "broken"] {
            for entry in std::fs::read_dir(tests.join(folder)).expect("files") {
                let text = std::fs::read_to_string(entry.expect("a file").path()).expect("UTF-8");
                for item in outline(&text).items {
                    let headers = std::iter::once((item.header, true));
                    for (chunk, is_header) in
                        headers.chain(item.members.into_iter().map(|own| (own, false)))
                    {
                        let chunk = &text[chunk.start as usize..chunk.end as usize];
                        in_pieces += usize::from(check(chunk, is_header));
                    }
                }
            }
        }
        assert!(in_pieces > 20, "{in_pieces}");
    }
}
