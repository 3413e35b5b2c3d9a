//! Where the blocks of a text end, by its braces alone: of a text that could not be read nothing else is known.

/// Found in one pass over the text.
pub(super) struct Blocks {
    /// Where each brace stands, and the block that goes on behind it.
    braces: Vec<(usize, usize)>,
    /// Where each block ends: at its brace, or with the text. The first one is what stands in none.
    ends: Vec<usize>,
}

impl Blocks {
    pub(super) fn new(text: &str) -> Self {
        let (mut braces, mut ends, mut around) = (Vec::new(), vec![text.len()], Vec::new());
        let mut own = 0;
        for (at, byte) in text.bytes().enumerate() {
            match byte {
                b'{' => {
                    around.push(own);
                    own = ends.len();
                    ends.push(text.len());
                }
                b'}' => {
                    ends[own] = at;
                    // Behind one that closes nothing stands again what is in no block.
                    own = around.pop().unwrap_or_else(|| {
                        ends.push(text.len());
                        ends.len() - 1
                    });
                }
                _ => continue,
            }
            braces.push((at, own));
        }
        Self { braces, ends }
    }

    /// The end of the block in which a byte stands.
    pub(super) fn end(&self, at: usize) -> usize {
        let next = self.braces.partition_point(|&(brace, _)| brace < at);
        let own = next.checked_sub(1).map_or(0, |before| self.braces[before].1);
        self.ends[own]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reference: braces counted from each byte on.
    #[test]
    fn blocks_end_where_counting_says() {
        for text in ["a { b { c } d } e", "} a { b", "{}{}", "a } b } c { d } e", ""] {
            let blocks = Blocks::new(text);
            for at in 0..=text.len() {
                let mut depth = 0;
                let counted = text.bytes().skip(at).position(|byte| {
                    depth += match byte {
                        b'{' => 1,
                        b'}' => -1,
                        _ => 0,
                    };
                    depth < 0
                });
                let expected = counted.map_or(text.len(), |own| at + own);
                assert_eq!(blocks.end(at), expected, "{text} {at}");
            }
        }
    }
}
