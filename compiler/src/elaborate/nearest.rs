//! The known name that an unknown one was probably meant to be.

/// The candidate with the smallest edit distance (insertions, deletions, replacements, swaps of
/// neighbours; case counts half), if it is near: at most a third of the letters. Earlier ones first.
pub fn nearest<'n>(name: &str, candidates: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let letters: Vec<char> = name.chars().take(MAX_LETTERS).collect();
    let limit = (2 * letters.len()).div_ceil(3).max(2);
    candidates
        .into_iter()
        .filter(|candidate| *candidate != name)
        .map(|candidate| (distance(&letters, candidate), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Longer names are compared by their beginnings.
const MAX_LETTERS: usize = 40;

/// Twice the number of edits (optimal string alignment).
fn distance(a: &[char], b: &str) -> usize {
    let b: Vec<char> = b.chars().take(MAX_LETTERS).collect();
    let cost = |x: char, y: char| {
        if x == y {
            0
        } else if x.eq_ignore_ascii_case(&y) {
            1
        } else {
            2
        }
    };
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).map(|j| 2 * j).collect();
    let at = |row: &[usize], j: usize| row.get(j).copied().unwrap_or(usize::MAX / 2);
    for (i, &x) in a.iter().enumerate() {
        let mut next = vec![2 * (i + 1)];
        for (j, &y) in b.iter().enumerate() {
            let mut best = (at(&row, j) + cost(x, y)).min(at(&row, j + 1) + 2).min(at(&next, j) + 2);
            let swapped = i > 0
                && j > 0
                && a.get(i - 1) == Some(&y)
                && b.get(j - 1) == Some(&x);
            if swapped {
                best = best.min(at(&before, j - 1) + 2);
            }
            next.push(best);
        }
        before = std::mem::replace(&mut row, next);
    }
    at(&row, b.len())
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_what_was_meant() {
        let names = ["diameter", "density", "length", "mass"];
        assert_eq!(nearest("diametre", names), Some("diameter"));
        assert_eq!(nearest("lenght", names), Some("length"));
        assert_eq!(nearest("Mass", names), Some("mass"));
        assert_eq!(nearest("colour", names), None);
        assert_eq!(nearest("x", names), None);
    }
}
