//! Rows that grow.

/// Room for a fifth more where there is none left: there may be hundreds of thousands, of some hundred bytes each, and half
/// of a row that doubles is empty at its worst.
pub(in crate::elaborate) fn with_little_room<T>(row: &mut Vec<T>) {
    if row.len() == row.capacity() {
        row.reserve_exact((row.len() / 5).max(4));
    }
}
