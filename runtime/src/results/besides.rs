//! A file of numbers beside `results.csv`, for other programs.

use std::path::Path;

use super::arrow::{self, ArrowSink, Of, Values};
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
        match self {
            Besides::Arrow => arrow::write_table(path, of, columns),
            Besides::Parquet => parquet::write_table(path, of, &columns),
        }
    }
}

/// Writes rows as they are computed.
#[derive(Debug)]
pub(super) enum BesidesSink {
    Arrow(Box<ArrowSink>),
    Parquet(ParquetSink),
}

impl BesidesSink {
    /// Makes the file; an older one is gone.
    ///
    /// # Errors
    /// [`ResultsError::File`].
    pub(super) fn create(
        format: Besides,
        path: &Path,
        of: Of<'_>,
        (axis, columns): (&Column, &[Column]),
    ) -> Result<Self, ResultsError> {
        Ok(match format {
            Besides::Arrow => Self::Arrow(Box::new(ArrowSink::create(path, of, axis, columns)?)),
            Besides::Parquet => Self::Parquet(ParquetSink::create(path, of, axis, columns)?),
        })
    }

    /// Of the file.
    pub(super) fn format(&self) -> Besides {
        match self {
            Self::Arrow(_) => Besides::Arrow,
            Self::Parquet(_) => Besides::Parquet,
        }
    }

    /// Writes one row, whose width has been checked: `at` in the unit of the axis, `values` in those of the columns.
    ///
    /// # Errors
    /// [`ResultsError::File`].
    pub(super) fn row(&mut self, at: f64, values: &[f64]) -> Result<(), ResultsError> {
        match self {
            Self::Arrow(own) => own.row(at, values),
            Self::Parquet(own) => own.row(at, values),
        }
    }

    /// Completes the file.
    ///
    /// # Errors
    /// [`ResultsError::File`].
    pub(super) fn finish(self) -> Result<(), ResultsError> {
        match self {
            Self::Arrow(own) => own.finish(),
            Self::Parquet(own) => own.finish(),
        }
    }
}
