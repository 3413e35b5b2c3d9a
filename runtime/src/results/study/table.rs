//! The table of a study: a row for each variant.

use serde::{Deserialize, Serialize};

use crate::results::Column;
use crate::results::arrow::Values;
use crate::results::number::push_shortest;
use crate::results::summary::CriterionVerdict;

/// What the variants of a study have come to, in their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StudyTable {
    /// The parameters that are varied, in the units in which they are shown.
    pub varied: Vec<Column>,
    /// Of each of these, where its values come from.
    pub by: Vec<VariedBy>,
    /// What is recorded as it is at the end, and statistics.
    pub columns: Vec<Column>,
    /// By their names.
    pub criteria: Vec<String>,
    /// One for each variant that was run.
    pub rows: Vec<StudyRow>,
    /// How many were not, as the study was interrupted before.
    pub missing: usize,
}

/// One variant.
#[derive(Clone, Debug, PartialEq)]
pub struct StudyRow {
    /// The values of the varied parameters.
    pub varied: Vec<Cell>,
    /// One for each column; not a number where there is none.
    pub values: Vec<f64>,
    /// One for each criterion.
    pub verdicts: Vec<CriterionVerdict>,
    /// How it ended.
    pub ended: VariantEnd,
    /// Why it ended so, where that needs a word.
    pub message: String,
    /// What a reader should know besides.
    pub notes: Vec<String>,
}

/// What a varied parameter is.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// In the unit of the column.
    Number(f64),
    /// A value of an enum, or a text.
    Word(String),
}

/// Where the values of a column come from, and so which columns go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariedBy {
    /// With each value of all others.
    Values,
    /// From a distribution; all draws go together.
    Draws,
    /// What the rows of a table of cases are called; the columns of the table follow.
    Case,
    /// A column of the table before it.
    OfCase,
}

/// How a variant ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VariantEnd {
    /// At its end.
    Completed,
    /// By an event.
    Stopped,
    /// It ran, and its energy ledger does not close.
    Unbalanced,
    /// It could not be run, or not to its end.
    Failed,
}

impl VariantEnd {
    /// As files say it.
    pub fn name(self) -> &'static str {
        match self {
            VariantEnd::Completed => "completed",
            VariantEnd::Stopped => "stopped",
            VariantEnd::Unbalanced => "unbalanced",
            VariantEnd::Failed => "failed",
        }
    }

    /// Whether its numbers are worth having.
    pub fn is_good(self) -> bool {
        matches!(self, VariantEnd::Completed | VariantEnd::Stopped)
    }
}

/// Smaller ones are shown as they are.
const WHOLE: f64 = 1e9;

impl Cell {
    /// A word, or all digits of a number.
    fn text(&self) -> String {
        match self {
            Cell::Number(number) => {
                let mut text = String::new();
                push_shortest(&mut text, *number);
                text
            }
            Cell::Word(word) => word.clone(),
        }
    }

    fn number(&self) -> f64 {
        match self {
            Cell::Number(number) => *number,
            Cell::Word(_) => f64::NAN,
        }
    }

    /// For people.
    pub fn shown(&self) -> String {
        match self {
            // A count with all its digits.
            Cell::Number(number) if number.fract() == 0.0 && number.abs() < WHOLE => {
                format!("{:.0}", number + 0.0)
            }
            Cell::Number(number) => crate::results::rounded(*number, 6),
            Cell::Word(word) => word.clone(),
        }
    }
}

impl StudyTable {
    /// `pull = 40 kN, length = 12 m`; what a case is called stands for what its row has.
    pub fn variant(&self, row: &StudyRow) -> String {
        self.said(row, |index| self.by.get(index) != Some(&VariedBy::OfCase))
    }

    /// The values of some columns, by their indices.
    pub(super) fn said(&self, row: &StudyRow, is_said: impl Fn(usize) -> bool) -> String {
        let all = self.varied.iter().zip(&row.varied).enumerate();
        let of = |(_, (column, cell)): (usize, (&Column, &Cell))| {
            format!("{} = {}{}", column.name, cell.shown(), column.suffix())
        };
        all.filter(|(index, _)| is_said(*index)).map(of).collect::<Vec<_>>().join(", ")
    }

    /// Whether what is varied in a column is no number, and so has no unit.
    fn has_words(&self, index: usize) -> bool {
        self.rows.iter().any(|row| matches!(row.varied.get(index), Some(Cell::Word(_))))
    }

    /// Whether a column is drawn.
    pub(super) fn is_drawn(&self, index: usize) -> bool {
        self.by.get(index) == Some(&VariedBy::Draws)
    }

    /// The column with what the rows are called of the table that a column belongs to.
    pub(super) fn case_of(&self, index: usize) -> Option<usize> {
        match self.by.get(index)? {
            VariedBy::Case => Some(index),
            VariedBy::OfCase => self.by[..index].iter().rposition(|own| *own == VariedBy::Case),
            VariedBy::Values | VariedBy::Draws => None,
        }
    }

    /// Whether anything is drawn.
    pub(crate) fn has_draws(&self) -> bool {
        self.by.contains(&VariedBy::Draws)
    }

    /// What is varied and not drawn, as [`Self::variant`].
    pub(super) fn without_draws(&self, row: &StudyRow) -> String {
        self.said(row, |index| {
            !self.is_drawn(index) && self.by.get(index) != Some(&VariedBy::OfCase)
        })
    }

    /// With those that were not run.
    pub fn variants(&self) -> usize {
        self.rows.len() + self.missing
    }

    /// Of those that ended so.
    pub fn count(&self, ended: VariantEnd) -> usize {
        self.rows.iter().filter(|row| row.ended == ended).count()
    }

    /// How many variants meet a criterion, by its place.
    pub fn met(&self, criterion: usize) -> usize {
        let is_met = |row: &&StudyRow| row.verdicts.get(criterion) == Some(&CriterionVerdict::Met);
        self.rows.iter().filter(is_met).count()
    }

    /// Of those that came to their end, what a criterion says so of, by its place.
    pub fn with_verdict(&self, criterion: usize, verdict: CriterionVerdict) -> Vec<&StudyRow> {
        let rows = self.rows.iter().filter(|row| row.ended.is_good());
        rows.filter(|row| row.verdicts.get(criterion) == Some(&verdict)).collect()
    }

    /// Of a criterion, by its place: `FAILED: met by 42 of 50 variants, missed by 5, not judged in 3`.
    pub(super) fn verdicts(&self, criterion: usize) -> String {
        let (met, all) = (self.met(criterion), self.variants());
        let is_missed =
            |row: &&StudyRow| row.verdicts.get(criterion) == Some(&CriterionVerdict::Failed);
        let missed = self.rows.iter().filter(is_missed).count();
        let part = |count: usize, words: &str| match count {
            0 => String::new(),
            count => format!(", {words} {count}"),
        };
        let verdict = match (met == all, missed) {
            (true, _) => "",
            (false, 0) => "NOT JUDGED: ",
            (false, _) => "FAILED: ",
        };
        let others =
            [part(missed, "missed by"), part(all - met - missed, "not judged in")].concat();
        format!("{verdict}met by {met} of {all} variants{others}")
    }

    /// For other programs: the columns of `results.csv`. A varied parameter that has a word somewhere has words everywhere.
    pub(super) fn values(&self) -> Vec<(Column, Values)> {
        let varied = self.varied.iter().enumerate().map(|(index, column)| {
            let cells = self.rows.iter().filter_map(|row| row.varied.get(index));
            let values = match self.has_words(index) {
                true => Values::Words(cells.map(Cell::text).collect()),
                false => Values::Numbers(cells.map(Cell::number).collect()),
            };
            (column.clone(), values)
        });
        let numbers = self.columns.iter().enumerate().map(|(index, column)| {
            let values = self.rows.iter().map(|row| row.values[index]);
            (column.clone(), Values::Numbers(values.collect()))
        });
        let words = |name: &str, of: &dyn Fn(&StudyRow) -> String| {
            let words = self.rows.iter().map(of).collect();
            (Column::new(name, ""), Values::Words(words))
        };
        let verdicts = self.criteria.iter().enumerate().map(|(index, own)| {
            words(&column_of_criterion(own), &|row| row.verdicts[index].name().to_owned())
        });
        let last = [
            words("outcome", &|row| row.ended.name().to_owned()),
            words("message", &|row| row.message.clone()),
            words("notes", &|row| row.notes.join("; ")),
        ];
        varied.chain(numbers).chain(verdicts).chain(last).collect()
    }

    /// As `results.csv`: numbers with their units in the header, then verdicts, how each ended, why, and what it is told.
    pub(super) fn csv(&self) -> Result<Vec<u8>, csv::Error> {
        let mut writer = ::csv::WriterBuilder::new().from_writer(Vec::new());
        let varied =
            self.varied.iter().enumerate().map(|(index, own)| match self.has_words(index) {
                true => own.name.clone(),
                false => own.heading(),
            });
        let numbers = varied.chain(self.columns.iter().map(Column::heading));
        let words = self.criteria.iter().map(|own| column_of_criterion(own));
        let last = ["outcome", "message", "notes"].map(str::to_owned);
        writer.write_record(numbers.chain(words).chain(last))?;
        let mut field = String::new();
        for row in &self.rows {
            for cell in &row.varied {
                writer.write_field(cell.text())?;
            }
            for &value in &row.values {
                shortest(&mut field, value);
                writer.write_field(&field)?;
            }
            for verdict in &row.verdicts {
                writer.write_field(verdict.name())?;
            }
            writer.write_field(row.ended.name())?;
            writer.write_field(&row.message)?;
            writer.write_field(row.notes.join("; "))?;
            writer.write_record(None::<&[u8]>)?;
        }
        writer.into_inner().map_err(|error| error.into_error().into())
    }
}

/// An equation that a parameter was looked for with says so in its name.
fn column_of_criterion(name: &str) -> String {
    match name.starts_with("find ") {
        true => name.to_owned(),
        false => format!("require {name}"),
    }
}

/// The shortest text that is this number.
fn shortest(field: &mut String, value: f64) {
    field.clear();
    push_shortest(field, value);
}
