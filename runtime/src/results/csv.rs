//! `results.csv`: every recorded quantity at every recorded place of the axis, which is time for a run.
//!
//! Format: UTF-8, a comma between fields, `\n` after each line. The header is `name [unit]` for the
//! axis (`time [s]`) and for each column, with `[1]` for a pure number. A row is the place on the axis
//! and one number per column, each the shortest text that reads back as the same `f64`; a value that
//! is not finite is `NaN`, `inf` or `-inf`.
//!
//! The file grows while the run goes on, by whole rows: an interrupt, a crash or a full disk costs at
//! most the last second.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::number::push_shortest;
use super::{Column, ResultsError};

/// Rows are on disk at the latest this long after they were written (if another row follows) ...
const FLUSH_INTERVAL: Duration = Duration::from_secs(1);
/// ... or when this many bytes have come together.
const FLUSH_BYTES: usize = 1 << 16;

/// Writes rows to a CSV file as they are computed.
#[derive(Debug)]
pub(super) struct CsvSink {
    writer: ::csv::Writer<File>,
    path: PathBuf,
    columns: usize,
    pending: usize,
    flushed: Instant,
    field: String,
}

impl CsvSink {
    /// Creates the file, or empties it, and writes the header.
    ///
    /// # Errors
    /// [`ResultsError::File`] if the file cannot be created or written.
    pub(super) fn create(
        path: &Path,
        axis: &Column,
        columns: &[Column],
    ) -> Result<Self, ResultsError> {
        let header = std::iter::once(axis).chain(columns).map(Column::heading);
        let widest_row = (columns.len() + 1) * 26;
        let file = File::create(path).map_err(|error| ResultsError::file(path, "create", error))?;
        let mut sink = CsvSink {
            // The buffer holds one row more than we ever leave in it: then only whole rows reach
            // the file.
            writer: ::csv::WriterBuilder::new()
                .buffer_capacity(FLUSH_BYTES + widest_row)
                .from_writer(file),
            path: path.to_path_buf(),
            columns: columns.len(),
            pending: 0,
            flushed: Instant::now(),
            field: String::new(),
        };
        sink.writer.write_record(header).map_err(|error| sink.failure(error))?;
        sink.flush()?;
        Ok(sink)
    }

    /// Writes one row: `at` in the unit of the axis, `values` in the units and the order of the columns.
    ///
    /// # Errors
    /// [`ResultsError::RowWidth`] if there are more or fewer values than columns, and
    /// [`ResultsError::File`] if the file cannot be written.
    pub(super) fn row(&mut self, at: f64, values: &[f64]) -> Result<(), ResultsError> {
        if values.len() != self.columns {
            return Err(ResultsError::RowWidth {
                path: self.path.clone(),
                expected: self.columns,
                found: values.len(),
            });
        }
        for &value in std::iter::once(&at).chain(values) {
            self.field.clear();
            push_shortest(&mut self.field, value);
            self.pending += self.field.len() + 1;
            self.writer.write_field(&self.field).map_err(|error| self.failure(error))?;
        }
        self.writer.write_record(None::<&[u8]>).map_err(|error| self.failure(error))?;
        if self.pending >= FLUSH_BYTES || self.flushed.elapsed() >= FLUSH_INTERVAL {
            self.flush()?;
        }
        Ok(())
    }

    /// Hands everything written so far to the operating system.
    ///
    /// # Errors
    /// [`ResultsError::File`].
    pub(super) fn flush(&mut self) -> Result<(), ResultsError> {
        self.writer.flush().map_err(|error| ResultsError::file(&self.path, "write to", error))?;
        self.pending = 0;
        self.flushed = Instant::now();
        Ok(())
    }

    /// Writes what is left. Dropping the sink does the same but cannot say whether it worked.
    ///
    /// # Errors
    /// [`ResultsError::File`].
    pub(super) fn finish(mut self) -> Result<(), ResultsError> {
        self.flush()
    }

    fn failure(&self, error: ::csv::Error) -> ResultsError {
        let source = match error.into_kind() {
            ::csv::ErrorKind::Io(source) => source,
            // Widths are checked above and nothing is serialized, so what is left cannot happen; it
            // is an error all the same.
            other => std::io::Error::other(format!("{other:?}")),
        };
        ResultsError::file(&self.path, "write to", source)
    }
}
