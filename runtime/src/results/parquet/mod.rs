//! `results.parquet`: the numbers of `results.csv` for those who read them by columns.
//!
//! Format: required columns of `DOUBLE` (of strings, for words of a study), plain and not compressed, one page for each column of a
//! group of rows. The metadata of the file are those of `results.arrow`, beside the schema of Arrow as others write it (`ARROW:schema`), in which
//! columns have their `unit`; so have the metadata of each of their chunks. The bytes are the same on every run of the same input.
//!
//! The file can be read once the run has ended in whatever way it does; one that is killed leaves its rows in `results.csv`, and here a
//! `results.parquet.part` (see `besides.rs`).

mod compact;
mod format;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use super::arrow::{self, Of, Values};
use super::batch::Batch;
use super::{Column, ResultsError};
use format::{Chunk, ColumnOf, Group, MAGIC, Sort, footer, numbers, page, words};

/// Of a group at most.
const ROWS: usize = 1 << 16;

/// Writes rows as they are computed.
#[derive(Debug)]
pub(super) struct ParquetSink {
    file: Pages,
    columns: Vec<ColumnOf>,
    said: Vec<(String, String)>,
    /// The group so far.
    batch: Batch,
}

impl ParquetSink {
    /// Makes the file; an older one is gone.
    ///
    /// # Errors
    /// [`ResultsError::File`].
    pub(super) fn create(
        path: &Path,
        of: Of<'_>,
        axis: &Column,
        columns: &[Column],
    ) -> Result<Self, ResultsError> {
        let all: Vec<&Column> = std::iter::once(axis).chain(columns).collect();
        let sorts = all.iter().map(|own| ((*own).clone(), Sort::Numbers));
        let (columns, said) = described(of, sorts.collect());
        Ok(Self {
            file: Pages::create(path)?,
            batch: Batch::new(columns.len(), ROWS),
            columns,
            said,
        })
    }

    /// Writes one row, whose width has been checked: `at` in the unit of the axis, `values` in those of the columns.
    ///
    /// # Errors
    /// [`ResultsError::File`].
    pub(super) fn row(&mut self, at: f64, values: &[f64]) -> Result<(), ResultsError> {
        match self.batch.takes(at, values) {
            true => self.write(),
            false => Ok(()),
        }
    }

    fn write(&mut self) -> Result<(), ResultsError> {
        self.file.group(self.batch.rows(), self.batch.columns.iter().map(|own| numbers(own)))?;
        self.batch.columns.iter_mut().for_each(Vec::clear);
        Ok(())
    }

    /// Completes the file.
    ///
    /// # Errors
    /// [`ResultsError::File`].
    pub(super) fn finish(mut self) -> Result<(), ResultsError> {
        if self.batch.rows() > 0 {
            self.write()?;
        }
        self.file.finish(&self.columns, &self.said)
    }
}

/// Writes a table at once.
///
/// # Errors
/// [`ResultsError::File`].
pub(super) fn write_table(
    path: &Path,
    of: Of<'_>,
    columns: &[(Column, Values)],
) -> Result<(), ResultsError> {
    let sorts = columns.iter().map(|(column, values)| match values {
        Values::Numbers(_) => (column.clone(), Sort::Numbers),
        Values::Words(_) => (column.clone(), Sort::Words),
    });
    let (described, said) = described(of, sorts.collect());
    let rows = columns.first().map_or(0, |(_, values)| match values {
        Values::Numbers(own) => own.len(),
        Values::Words(own) => own.len(),
    });
    let mut file = Pages::create(path)?;
    let pages = columns.iter().map(|(_, values)| match values {
        Values::Numbers(own) => numbers(own),
        Values::Words(own) => words(own),
    });
    if rows > 0 {
        file.group(rows, pages)?;
    }
    file.finish(&described, &said)
}

/// The columns, and what the file says besides.
fn described(of: Of<'_>, columns: Vec<(Column, Sort)>) -> (Vec<ColumnOf>, Vec<(String, String)>) {
    let fields = columns.iter().map(|(column, sort)| match sort {
        Sort::Numbers => arrow::numbers(column),
        Sort::Words => arrow::words(column),
    });
    let mut said = of.said();
    said.push(("ARROW:schema".to_owned(), arrow::schema_text(of, fields.collect())));
    let columns = columns.into_iter().map(|(column, sort)| ColumnOf {
        unit: (sort == Sort::Numbers).then(|| column.unit_symbol().to_owned()),
        name: column.name,
        sort,
    });
    (columns.collect(), said)
}

/// A file up to its footer.
#[derive(Debug)]
struct Pages {
    file: BufWriter<File>,
    /// For messages.
    path: PathBuf,
    /// Bytes so far.
    written: u64,
    groups: Vec<Group>,
}

impl Pages {
    fn create(path: &Path) -> Result<Self, ResultsError> {
        let file = File::create(path).map_err(|error| ResultsError::file(path, "create", error))?;
        let (file, path) = (BufWriter::new(file), path.to_owned());
        let mut own = Self { file, path, written: 0, groups: Vec::new() };
        own.write(MAGIC)?;
        Ok(own)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), ResultsError> {
        let written = self.file.write_all(bytes);
        written.map_err(|error| ResultsError::file(&self.path, "write to", error))?;
        self.written += bytes.len() as u64;
        Ok(())
    }

    fn group(
        &mut self,
        rows: usize,
        columns: impl Iterator<Item = Vec<u8>>,
    ) -> Result<(), ResultsError> {
        let mut chunks = Vec::new();
        for values in columns {
            let page = page(rows, &values);
            chunks.push(Chunk { offset: self.written, bytes: page.len() as u64 });
            self.write(&page)?;
        }
        self.groups.push(Group { rows, chunks });
        Ok(())
    }

    fn finish(
        mut self,
        columns: &[ColumnOf],
        said: &[(String, String)],
    ) -> Result<(), ResultsError> {
        let footer = footer(columns, &self.groups, said);
        self.write(&footer)?;
        let flushed = self.file.flush();
        flushed.map_err(|error| ResultsError::file(&self.path, "write to", error))
    }
}
