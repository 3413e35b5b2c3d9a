//! What a study leaves behind: a table with a row for each variant, a summary, and a page.
//!
//! `variants.jsonl` beside them has what has been computed, so that a study that was interrupted goes on where it was.
//! The table, and all of the summary but `wall`, are functions of the variants alone, byte for byte, whatever the order in which they
//! were computed.

mod ends;
mod journal;
mod notes;
mod page;
mod spread;
mod table;

use std::fs::File;
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};

use cdl_graph::escaped;
use serde::Serialize;

pub use journal::VariantResult;
pub use table::{Cell, StudyRow, StudyTable, VariantEnd, VariedBy};

use super::arrow::Of;
use super::besides::Besides;
use super::folder::{locked, remove, remove_shown};
use super::replace::write_over;
use super::summary::{CriterionVerdict, Parameter, WallTime, as_map};
use super::{Plot, ResultsError, replace, rounded};
use ends::ends;
use journal::Journal;
use spread::spreads;

/// Rows that are named in a terminal and on the page.
const MOST_NAMED: usize = 10;
/// Numbers whose ends or percentiles are shown there; all are in the table.
const MOST_SPREADS: usize = 24;

/// How a study ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum StudyOutcome {
    /// It goes on, or was killed; the number of the process.
    Running { process: u32 },
    /// Each variant ran.
    Completed,
    /// So many variants failed, or their energy ledgers do not close.
    Failed { variants: usize },
    /// So many variants have not been run.
    Interrupted { missing: usize },
}

impl StudyOutcome {
    /// How a study ended, by how its variants did.
    fn of(table: &StudyTable) -> Self {
        let failed = table.count(VariantEnd::Failed) + table.count(VariantEnd::Unbalanced);
        match (table.missing, failed) {
            (0, 0) => Self::Completed,
            (0, variants) => Self::Failed { variants },
            (missing, _) => Self::Interrupted { missing },
        }
    }
}

/// What a study was.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StudySummary {
    /// Its name.
    pub model: String,
    /// Its name.
    pub experiment: String,
    /// Of `cdl`.
    pub version: String,
    /// Of all that does not vary: model, tables and settings.
    pub model_hash: String,
    /// Parameters that were set from outside, by name, as they were written.
    #[serde(skip)]
    pub overrides: Vec<(String, String)>,
    /// Values of the model's parameters that are not varied.
    pub parameters: Vec<Parameter>,
    /// How many variants were taken from an earlier call; not among the bytes that are always the same.
    #[serde(skip)]
    pub reused: usize,
    /// How long it took.
    #[serde(skip)]
    pub wall: WallTime,
    /// What the page draws besides.
    #[serde(skip)]
    pub plots: Vec<Plot>,
}

impl StudySummary {
    /// What tells the study from others.
    fn identity(&self) -> Of<'_> {
        Of {
            model: &self.model,
            experiment: &self.experiment,
            version: &self.version,
            model_hash: &self.model_hash,
            parameters: &self.parameters,
        }
    }

    /// For a terminal or the head of a page.
    pub fn lines(&self, table: &StudyTable) -> Vec<(String, String)> {
        let mut lines: Vec<(String, String)> = Vec::new();
        let mut line = |name: &str, text: String| lines.push((name.to_owned(), text));
        for (index, name) in table.criteria.iter().enumerate() {
            line(name, table.verdicts(index));
        }
        for spread in spreads(table).iter().take(MOST_SPREADS) {
            let name = match spread.with.as_str() {
                "" => spread.name.clone(),
                with => format!("{}, {with}", spread.name),
            };
            line(&name, spread.shown());
        }
        for (name, text) in ends(table).into_iter().take(MOST_SPREADS) {
            line(&name, text);
        }
        for (index, column) in table.varied.iter().enumerate() {
            if table.is_drawn(index) {
                line(&column.name, drawn(table, index));
                continue;
            }
            let mut seen: Vec<String> = Vec::new();
            for row in &table.rows {
                let shown = row.varied.get(index).map(Cell::shown).unwrap_or_default();
                if !seen.contains(&shown) {
                    seen.push(shown);
                }
            }
            let text = match seen.as_slice() {
                [first, second, .., last] if seen.len() > 6 => {
                    let unit = column.suffix();
                    format!("{first}, {second}, ... {last}{unit}: {} values", seen.len())
                }
                all => format!("{}{}", all.join(", "), column.suffix()),
            };
            line(&column.name, text);
        }
        for parameter in &self.parameters {
            line(&parameter.name, parameter.text.clone());
        }
        line("variants", table.variants().to_string());
        let ended = [VariantEnd::Stopped, VariantEnd::Unbalanced, VariantEnd::Failed]
            .map(|ended| (ended.name(), table.count(ended)));
        for (word, count) in ended.into_iter().chain([("not run", table.missing)]) {
            if count > 0 {
                line(word, count.to_string());
            }
        }
        lines
    }

    /// What a reader must know first.
    pub fn notice(&self, table: &StudyTable) -> Option<String> {
        let mut said = Vec::new();
        let failed: Vec<&StudyRow> = table
            .rows
            .iter()
            .filter(|row| matches!(row.ended, VariantEnd::Failed | VariantEnd::Unbalanced))
            .collect();
        if !failed.is_empty() {
            said.push(format!("{} of {} variants failed.", failed.len(), table.variants()));
        }
        let missing = table.missing;
        if missing > 0 {
            said.push(format!("{missing} variants have not been run."));
        }
        for (index, name) in table.criteria.iter().enumerate() {
            for (verdict, word) in [
                (CriterionVerdict::Failed, "is not met"),
                (CriterionVerdict::NotJudged, "is not judged"),
            ] {
                let rows = table.with_verdict(index, verdict);
                if !rows.is_empty() {
                    said.push(format!("{name} {word}: {}.", table.named(&rows)));
                }
            }
        }
        (!said.is_empty()).then(|| said.join(" "))
    }

    /// Before the first variant.
    fn begun_json(&self) -> String {
        with_outcome(self, &StudyOutcome::Running { process: std::process::id() })
    }

    /// What `summary.json` says.
    fn json(&self, table: &StudyTable) -> String {
        let number = |value: f64| match value.is_finite() {
            true => serde_json::json!(value),
            false => serde_json::Value::Null,
        };
        let rows: Vec<serde_json::Value> = table
            .rows
            .iter()
            .map(|row| {
                let varied = row.varied.iter().map(|cell| match cell {
                    Cell::Number(value) => number(*value),
                    Cell::Word(word) => serde_json::json!(word),
                });
                let values = row.values.iter().map(|value| number(*value));
                serde_json::json!({
                    "varied": varied.collect::<Vec<_>>(),
                    "values": values.collect::<Vec<_>>(),
                    "criteria": row.verdicts,
                    "outcome": row.ended,
                    "message": row.message,
                    "notes": row.notes,
                })
            })
            .collect();
        let named = |columns: &[super::Column]| -> Vec<serde_json::Value> {
            let of =
                |own: &super::Column| serde_json::json!({ "name": own.name, "unit": own.unit });
            columns.iter().map(of).collect()
        };
        let whole = serde_json::json!({
            "outcome": StudyOutcome::of(table),
            "overrides": Overrides(&self.overrides),
            "study": self,
            "varied": named(&table.varied),
            "columns": named(&table.columns),
            "spreads": spreads(table),
            "criteria": table.criteria,
            "variants": rows,
            "wall": self.wall,
        });
        escaped(&format!("{whole:#}\n")).into_owned()
    }
}

/// Which study it is and what has become of it, without its variants.
fn with_outcome(study: &StudySummary, outcome: &StudyOutcome) -> String {
    let overrides = Overrides(&study.overrides);
    let whole = serde_json::json!({ "outcome": outcome, "overrides": overrides, "study": study });
    escaped(&format!("{whole:#}\n")).into_owned()
}

/// Of a parameter that is drawn: from where to where.
fn drawn(table: &StudyTable, index: usize) -> String {
    let numbers = table.rows.iter().filter_map(|row| match row.varied.get(index) {
        Some(Cell::Number(number)) => Some(*number),
        Some(Cell::Word(_)) | None => None,
    });
    let (least, most) =
        numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), own| (a.min(own), b.max(own)));
    let unit = table.varied[index].suffix();
    format!("drawn from {} to {}{unit}", rounded(least, 5), rounded(most, 5))
}

#[derive(Serialize)]
struct Overrides<'a>(#[serde(serialize_with = "as_map")] &'a [(String, String)]);

/// A folder that a study writes to.
#[derive(Debug)]
pub struct StudyFolder {
    /// Where the files are.
    folder: PathBuf,
    /// Locked while the study goes on.
    rows: File,
    /// Variants that have been computed.
    journal: Journal,
}

/// What a study leaves besides the table and the summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StudyAsked {
    /// `report.html`
    pub page: bool,
    /// Another file of numbers.
    pub besides: Option<Besides>,
}

/// Where the files of a study are.
#[derive(Clone, Debug, PartialEq)]
pub struct StudyFiles {
    /// A row for each variant.
    pub csv: PathBuf,
    /// `results.arrow` or `results.parquet`, if it was asked for.
    pub besides: Option<PathBuf>,
    /// `report.html`, if one was asked for.
    pub page: Option<PathBuf>,
}

impl StudyFolder {
    /// The folder is this study's until it is dropped, and says that it goes on until it is finished.
    ///
    /// # Errors
    /// [`ResultsError::Taken`] if somebody else writes there, and [`ResultsError::File`].
    pub fn open(folder: &Path, begun: &StudySummary) -> Result<Self, ResultsError> {
        std::fs::create_dir_all(folder)
            .map_err(|error| ResultsError::file(folder, "create", error))?;
        let rows = locked(folder, &folder.join("results.csv"))?;
        // First the mark: whoever looks from now on does not take what is there for this study's.
        let mark = folder.join("summary.json");
        replace(&mark, begun.begun_json().as_bytes())
            .map_err(|error| ResultsError::file(&mark, "write", error))?;
        Besides::remove_all(folder)?;
        remove(&folder.join("events.csv"))?;
        remove_shown(&folder.join("picture.svg"))?;
        remove_shown(&folder.join("report.html"))?;
        rows.set_len(0).map_err(|error| ResultsError::file(folder, "write to", error))?;
        let path = folder.join("variants.jsonl");
        let journal =
            Journal::open(&path).map_err(|error| ResultsError::file(&path, "open", error))?;
        Ok(Self { folder: folder.to_owned(), rows, journal })
    }

    /// What a variant has come to in an earlier call.
    pub fn find(&self, key: &str) -> Option<&VariantResult> {
        self.journal.find(key)
    }

    /// Keeps what a variant has come to.
    ///
    /// # Errors
    /// [`ResultsError::File`].
    pub fn keep(&mut self, key: &str, result: &VariantResult) -> Result<(), ResultsError> {
        let path = self.folder.join("variants.jsonl");
        self.journal.add(key, result).map_err(|error| ResultsError::file(&path, "write to", error))
    }

    /// Writes the table, the summary and what is asked for; also of a study that was interrupted or could not keep a variant.
    ///
    /// # Errors
    /// [`ResultsError::File`], the first one. A table that does not fit is left empty, and the summary is tried all the same.
    pub fn finish(
        mut self,
        summary: &StudySummary,
        table: &StudyTable,
        asked: StudyAsked,
    ) -> Result<StudyFiles, ResultsError> {
        let csv = self.folder.join("results.csv");
        let failed = |error| ResultsError::file(&csv, "write to", error);
        let bytes = table.csv().map_err(|error| failed(std::io::Error::other(error)))?;
        let rows_written = self.rows.rewind().and_then(|()| self.rows.write_all(&bytes));
        if rows_written.is_err() {
            // A part of a table could be taken for the whole; the journal has all of it.
            let _ = self.rows.set_len(0);
        }
        let path = self.folder.join("summary.json");
        let summary_written = replace(&path, summary.json(table).as_bytes()).or_else(|error| {
            // The mark has room for what is no longer than it.
            let ending = with_outcome(summary, &StudyOutcome::of(table));
            write_over(&path, &[ending]).map_err(|_| ResultsError::file(&path, "write", error))
        });
        rows_written.map_err(failed)?;
        summary_written?;
        let write = |name: &str, text: &str| {
            let path = self.folder.join(name);
            replace(&path, text.as_bytes())
                .map_err(|error| ResultsError::file(&path, "write", error))
                .map(|()| path)
        };
        let besides = asked.besides.map(|format| (format, self.folder.join(format.file())));
        if let Some((format, path)) = &besides {
            format.write_table(path, summary.identity(), table.values())?;
        }
        let besides = besides.map(|(_, path)| path);
        let page = match asked.page {
            true => Some(write("report.html", &page::html(summary, table))?),
            false => None,
        };
        Ok(StudyFiles { csv, besides, page })
    }
}
