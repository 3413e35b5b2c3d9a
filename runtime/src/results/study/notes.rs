//! What variants are told beside their numbers, each word once.

use super::MOST_NAMED;
use super::table::{StudyRow, StudyTable};

impl StudyTable {
    /// Each note once, with the variants that it is about; the first of them, where there are many.
    pub fn notes(&self) -> Vec<String> {
        let mut found: Vec<(&str, Vec<&StudyRow>)> = Vec::new();
        for row in &self.rows {
            for note in &row.notes {
                match found.iter_mut().find(|(own, _)| own == note) {
                    Some((_, rows)) => rows.push(row),
                    None => found.push((note, vec![row])),
                }
            }
        }
        let more = found.len().saturating_sub(MOST_NAMED);
        let first = found.into_iter().take(MOST_NAMED);
        let mut notes: Vec<String> =
            first.map(|(note, rows)| format!("{note} ({})", self.named(&rows))).collect();
        if more > 0 {
            notes.push(format!("and {more} more, which results.csv has beside each variant"));
        }
        notes
    }

    /// Some variants, for people; the first of them, where there are many.
    pub(super) fn named(&self, rows: &[&StudyRow]) -> String {
        if rows.len() == self.rows.len() {
            return "all variants".to_owned();
        }
        let shown: Vec<String> =
            rows.iter().take(MOST_NAMED).map(|row| self.variant(row)).collect();
        let more = match rows.len().saturating_sub(MOST_NAMED) {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        format!("with {}{more}", shown.join("; "))
    }
}
