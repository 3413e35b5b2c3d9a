//! The standard layout, as edits of what differs.

use std::ops::Range;

use tower_lsp::lsp_types::{TextEdit, Url};

use super::snapshot::Snapshot;

/// `None` for a text with syntax errors.
pub(super) fn formatting(snapshot: &Snapshot, uri: &Url) -> Option<Vec<TextEdit>> {
    let (path, document) = snapshot.document(uri)?;
    let text = document.text.as_str();
    let formatted = cdl_grammar::format(text).ok()?;
    if formatted == text {
        return Some(Vec::new());
    }
    let (bytes, new_text) = difference(text, &formatted);
    Some(vec![TextEdit { range: snapshot.range(&path, bytes)?, new_text: new_text.to_owned() }])
}

/// The part of the old text that is not the same, and what stands there in the new one; whole lines.
fn difference<'a>(old: &str, new: &'a str) -> (Range<usize>, &'a str) {
    let lines = |text: &'a str| text.split_inclusive('\n');
    let before: usize = old
        .split_inclusive('\n')
        .zip(lines(new))
        .take_while(|(a, b)| a == b)
        .map(|(line, _)| line.len())
        .sum();
    let rest = |text: &str| text.len().saturating_sub(before);
    let after: usize = old
        .split_inclusive('\n')
        .rev()
        .zip(lines(new).rev())
        .take_while(|(a, b)| a == b)
        .map(|(line, _)| line.len())
        .scan(0, |sum, length| {
            *sum += length;
            (*sum <= rest(old).min(rest(new))).then_some(length)
        })
        .sum();
    let part = new.get(before..new.len() - after).unwrap_or("");
    (before..old.len() - after, part)
}
