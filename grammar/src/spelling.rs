//! Finds what a misspelled word was meant to be.

/// The word of `words` that `word` is probably a misspelling of.
pub(crate) fn nearest<'w>(word: &str, words: &[&'w str]) -> Option<&'w str> {
    words
        .iter()
        .map(|&candidate| (edit_distance(word, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= 1 + candidate.len() / 5)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Insertions, deletions, substitutions and swaps of neighbours between two words.
fn edit_distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len().abs_diff(b.len()) > 3 {
        return usize::MAX;
    }
    let mut before_last = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut row = vec![i + 1; b.len() + 1];
        for j in 0..b.len() {
            row[j + 1] = (last[j] + usize::from(a[i] != b[j])).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                row[j + 1] = row[j + 1].min(before_last[j - 1] + 1);
            }
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}
