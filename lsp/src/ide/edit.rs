//! Changes of texts.

use std::ops::Range;

/// A replacement in one text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edit {
    pub start: usize,
    pub end: usize,
    pub text: String,
}

impl Edit {
    pub fn new(range: Range<usize>, text: impl Into<String>) -> Self {
        Self { start: range.start, end: range.end, text: text.into() }
    }

    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }
}

/// The text after edits that do not overlap; `None` where they do, or leave the text.
pub(crate) fn applied(text: &str, edits: &[Edit]) -> Option<String> {
    let mut edits: Vec<&Edit> = edits.iter().collect();
    edits.sort();
    let mut result = String::new();
    let mut at = 0;
    for edit in edits {
        result.push_str(text.get(at..edit.start)?);
        text.get(edit.range())?;
        result.push_str(&edit.text);
        at = edit.end;
    }
    result.push_str(text.get(at..)?);
    Some(result)
}
