//! Variants that have been computed, so that a study that was interrupted goes on where it was.
//!
//! One line for each, added as soon as it is known. A line that was torn by a crash is left out. Numbers are kept by
//! their bits, so a variant that is read again is the same to the last one.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::table::VariantEnd;
use crate::results::Column;
use crate::results::summary::CriterionVerdict;

/// What one variant has come to, whatever the others record.
#[derive(Clone, Debug, PartialEq)]
pub struct VariantResult {
    /// What it recorded at its end.
    pub values: Vec<(Column, f64)>,
    /// By the names of criteria.
    pub verdicts: Vec<(String, CriterionVerdict)>,
    /// How it ended.
    pub ended: VariantEnd,
    /// Why, where that needs a word.
    pub message: String,
    /// What a reader should know besides.
    pub notes: Vec<String>,
}

/// A line of the journal.
#[derive(Serialize, Deserialize)]
struct Line {
    /// Of all that the variant follows from.
    key: String,
    /// Names, units and bits.
    values: Vec<(String, String, String)>,
    verdicts: Vec<(String, CriterionVerdict)>,
    ended: VariantEnd,
    message: String,
    notes: Vec<String>,
}

/// The file with what is known.
#[derive(Debug)]
pub(super) struct Journal {
    /// To which lines are added.
    file: File,
    /// By key.
    known: HashMap<String, VariantResult>,
}

impl Journal {
    /// Reads what is there; a line that was torn is left out.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let text = match std::fs::read(path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error),
        };
        let read = |line: &str| Some(result(serde_json::from_str(line).ok()?));
        let known = text.lines().filter_map(|line| read(line)?).collect();
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        if !text.is_empty() && !text.ends_with('\n') {
            file.write_all(b"\n")?;
        }
        Ok(Self { file, known })
    }

    /// What is known of a variant.
    pub(super) fn find(&self, key: &str) -> Option<&VariantResult> {
        self.known.get(key)
    }

    /// A line for a variant.
    pub(super) fn add(&mut self, key: &str, result: &VariantResult) -> io::Result<()> {
        let bits = |(column, value): &(Column, f64)| {
            (column.name.clone(), column.unit.clone(), format!("{:016x}", value.to_bits()))
        };
        let line = Line {
            key: key.to_owned(),
            values: result.values.iter().map(bits).collect(),
            verdicts: result.verdicts.clone(),
            ended: result.ended,
            message: result.message.clone(),
            notes: result.notes.clone(),
        };
        let mut text = serde_json::to_string(&line).map_err(io::Error::other)?;
        text.push('\n');
        self.file.write_all(text.as_bytes())
    }
}

/// `None` for bits that are none.
fn result(line: Line) -> Option<(String, VariantResult)> {
    let value = |(name, unit, bits): (String, String, String)| {
        let bits = u64::from_str_radix(&bits, 16).ok()?;
        Some((Column::new(name, unit), f64::from_bits(bits)))
    };
    let values = line.values.into_iter().map(value).collect::<Option<Vec<_>>>()?;
    let Line { key, verdicts, ended, message, notes, .. } = line;
    Some((key, VariantResult { values, verdicts, ended, message, notes }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_to_the_bit_and_a_torn_line_is_left_out() {
        let folder = std::env::temp_dir().join(format!("cdl-journal-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("variants.jsonl");
        let _ = std::fs::remove_file(&path);
        let result = VariantResult {
            values: vec![
                (Column::new("a", "m"), 0.1 + 0.2),
                (Column::new("b", ""), f64::NAN),
                (Column::new("c", "s"), 5e-324),
            ],
            verdicts: vec![("ok".to_owned(), CriterionVerdict::Failed)],
            ended: VariantEnd::Completed,
            message: "a \"word\"\nand a line".to_owned(),
            notes: vec!["one; two".to_owned(), "three".to_owned()],
        };
        let mut journal = Journal::open(&path).unwrap();
        journal.add("first", &result).unwrap();
        let mut text = std::fs::read_to_string(&path).unwrap();
        let torn = text.replace("first", "torn");
        text.push_str(&torn[..torn.len() / 2]);
        std::fs::write(&path, text).unwrap();
        let mut journal = Journal::open(&path).unwrap();
        journal.add("second", &result).unwrap();
        let journal = Journal::open(&path).unwrap();
        assert!(journal.find("torn").is_none());
        for key in ["first", "second"] {
            let found = journal.find(key).unwrap();
            let bits = |own: &VariantResult| -> Vec<u64> {
                own.values.iter().map(|(_, value)| value.to_bits()).collect()
            };
            assert_eq!(bits(found), bits(&result));
            assert_eq!((&found.verdicts, &found.message), (&result.verdicts, &result.message));
            assert_eq!(found.notes, result.notes);
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
