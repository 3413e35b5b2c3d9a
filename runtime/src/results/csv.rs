//! `results.csv`: every recorded quantity at every recorded place of the axis, which is time for a run.
//!
//! Format: UTF-8, a comma between fields, `\n` after each line. The header is `name [unit]` for the
//! axis (`time [s]`) and for each column, with `[1]` for a pure number. A row is the place on the axis
//! and one number per column, each the shortest text that reads back as the same `f64`; a value that
//! is not finite is `NaN`, `inf` or `-inf`.
//!
//! The file grows while the run goes on, by whole rows: an interrupt, a crash or a full disk costs at
//! most the last second. A row of which a full disk takes only a part is cut off again.

use std::fs::File;
use std::io::{self, Seek, Write};
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
    /// Of whole lines.
    writer: ::csv::Writer<WholeLines>,
    /// Of the file.
    path: PathBuf,
    /// With that of the axis.
    columns: usize,
    /// Rows since the last ones were handed to the file.
    pending: usize,
    /// When that was.
    flushed: Instant,
    /// Memory for the text of a number.
    field: String,
}

impl CsvSink {
    /// Empties a file that is open for writing, and writes the header. `path` is for messages.
    ///
    /// # Errors
    /// [`ResultsError::File`] if the file cannot be written.
    pub(super) fn start(
        file: File,
        path: &Path,
        axis: &Column,
        columns: &[Column],
    ) -> Result<Self, ResultsError> {
        let header = std::iter::once(axis).chain(columns).map(Column::heading);
        let widest_row = (columns.len() + 1) * 26;
        file.set_len(0).map_err(|error| ResultsError::file(path, "write to", error))?;
        let mut sink = CsvSink {
            // The buffer holds one row more than we ever leave in it: then only whole rows reach
            // the file.
            writer: ::csv::WriterBuilder::new()
                .buffer_capacity(FLUSH_BYTES + widest_row)
                .from_writer(WholeLines::new(file)),
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

    /// The rows in the file, once it is flushed as far as it takes them.
    pub(super) fn rows(&self) -> u64 {
        // The header is a line, too.
        self.writer.get_ref().lines.saturating_sub(1)
    }

    /// With the path of the file.
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

/// A file that has whole lines only, as long as what is written at once ends with one. After an error nothing
/// more is written, so that a line cannot be missing in the middle.
#[derive(Debug)]
pub(super) struct WholeLines {
    /// The table.
    file: File,
    /// In the file.
    lines: u64,
    /// Why nothing is written any more.
    failed: Option<(io::ErrorKind, String)>,
}

impl Write for WholeLines {
    fn write(&mut self, lines: &[u8]) -> io::Result<usize> {
        if let Some((kind, why)) = &self.failed {
            return Err(io::Error::new(*kind, why.clone()));
        }
        let mut written = 0;
        while let Some(rest) = lines.get(written..).filter(|rest| !rest.is_empty()) {
            match self.file.write(rest) {
                Ok(0) => return Err(self.cut(lines, written, io::ErrorKind::WriteZero.into())),
                Ok(count) => written += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(self.cut(lines, written, error)),
            }
        }
        self.lines += lines_in(lines);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// How many ends of lines there are.
fn lines_in(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|&&byte| byte == b'\n').count() as u64
}

impl WholeLines {
    /// Onto what is in the file.
    pub(super) fn new(file: File) -> Self {
        Self { file, lines: 0, failed: None }
    }

    /// Takes back what is of no whole line, after the first `written` bytes of `lines`.
    fn cut(&mut self, lines: &[u8], written: usize, error: io::Error) -> io::Error {
        self.failed = Some((error.kind(), error.to_string()));
        self.lines += lines_in(lines.get(..written).unwrap_or_default());
        let torn = lines.iter().take(written).rev().take_while(|&&byte| byte != b'\n').count();
        // The first error is what matters.
        let _ = self.file.stream_position().and_then(|end| self.file.set_len(end - torn as u64));
        error
    }
}
