//! A file of numbers beside `results.csv`, for other programs.
//!
//! Both formats can be read from their ends on, so the file has its name once it is complete. Until then, and where the run is killed, it
//! ends with `.part`.

use std::path::{Path, PathBuf};

use super::arrow::{self, ArrowSink, Of, Values};
use super::folder::remove;
use super::parquet::{self, ParquetSink};
use super::{Column, ResultsError};

/// In which format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Besides {
    Arrow,
    Parquet,
}

impl Besides {
    /// All of them.
    pub(super) const ALL: [Self; 2] = [Self::Arrow, Self::Parquet];

    /// In the folder of results.
    pub(super) fn file(self) -> &'static str {
        match self {
            Besides::Arrow => "results.arrow",
            Besides::Parquet => "results.parquet",
        }
    }

    /// Writes a table at once.
    ///
    /// # Errors
    /// [`ResultsError::File`].
    pub(super) fn write_table(
        self,
        path: &Path,
        of: Of<'_>,
        columns: Vec<(Column, Values)>,
    ) -> Result<(), ResultsError> {
        let part = part_of(path);
        let written = match self {
            Besides::Arrow => arrow::write_table(&part, of, columns),
            Besides::Parquet => parquet::write_table(&part, of, &columns),
        };
        complete(written, &part, path)
    }

    /// What an earlier run has left of all of them, complete or not.
    ///
    /// # Errors
    /// [`ResultsError::File`].
    pub(super) fn remove_all(folder: &Path) -> Result<(), ResultsError> {
        Self::ALL.into_iter().try_for_each(|format| {
            let path = folder.join(format.file());
            remove(&path).and_then(|()| remove(&part_of(&path)))
        })
    }
}

/// What a file is called until it is complete.
fn part_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

/// Gives a file its name, or takes it away where it could not be written whole.
fn complete(
    written: Result<(), ResultsError>,
    part: &Path,
    path: &Path,
) -> Result<(), ResultsError> {
    let renamed = written.and_then(|()| {
        std::fs::rename(part, path).map_err(|error| ResultsError::file(path, "write", error))
    });
    if renamed.is_err() {
        // What matters is the first error.
        let _ = std::fs::remove_file(part);
    }
    renamed
}

/// Writes rows as they are computed.
#[derive(Debug)]
pub(super) struct BesidesSink {
    /// What the file is called when it is complete.
    path: PathBuf,
    rows: Rows,
}

#[derive(Debug)]
enum Rows {
    Arrow(Box<ArrowSink>),
    Parquet(ParquetSink),
}

impl BesidesSink {
    /// Begins the file under the name that it has until it is complete.
    ///
    /// # Errors
    /// [`ResultsError::File`].
    pub(super) fn create(
        format: Besides,
        path: &Path,
        of: Of<'_>,
        (axis, columns): (&Column, &[Column]),
    ) -> Result<Self, ResultsError> {
        let part = part_of(path);
        let rows = match format {
            Besides::Arrow => Rows::Arrow(Box::new(ArrowSink::create(&part, of, axis, columns)?)),
            Besides::Parquet => Rows::Parquet(ParquetSink::create(&part, of, axis, columns)?),
        };
        Ok(Self { path: path.to_owned(), rows })
    }

    /// Of the file.
    pub(super) fn format(&self) -> Besides {
        match self.rows {
            Rows::Arrow(_) => Besides::Arrow,
            Rows::Parquet(_) => Besides::Parquet,
        }
    }

    /// Writes one row, whose width has been checked: `at` in the unit of the axis, `values` in those of the columns.
    ///
    /// # Errors
    /// [`ResultsError::File`].
    pub(super) fn row(&mut self, at: f64, values: &[f64]) -> Result<(), ResultsError> {
        match &mut self.rows {
            Rows::Arrow(own) => own.row(at, values),
            Rows::Parquet(own) => own.row(at, values),
        }
    }

    /// Completes the file.
    ///
    /// # Errors
    /// [`ResultsError::File`].
    pub(super) fn finish(self) -> Result<(), ResultsError> {
        let written = match self.rows {
            Rows::Arrow(own) => own.finish(),
            Rows::Parquet(own) => own.finish(),
        };
        complete(written, &part_of(&self.path), &self.path)
    }
}
