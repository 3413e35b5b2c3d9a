//! `results.arrow`: the numbers of `results.csv` as an Arrow IPC file, for those who read it where it asks for neither text nor units to be parsed.
//!
//! Format: columns of `f64` (of text, for words of a study) in record batches, not compressed. The metadata of a column is its `unit`,
//! `1` for a pure number; that of the file says `cdl.version`, `cdl.model`, `cdl.experiment`, `cdl.model_hash` and, for each parameter,
//! `cdl.parameter.NAME` as it is shown. The bytes are the same on every run of the same input.
//!
//! The file can be read from its end on, which comes when the run ends in whatever way it does; one that is killed leaves its rows in
//! `results.csv`, and here a `results.arrow.part` (see `besides.rs`).

use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::{ArrayRef, Float64Array, RecordBatch, StringArray};
use arrow_ipc::writer::{DictionaryTracker, FileWriter, IpcDataGenerator, IpcWriteOptions};
use arrow_schema::{ArrowError, DataType, Field, Metadata, Schema, SchemaRef};

use super::batch::Batch;
use super::page::encoded;
use super::summary::Parameter;
use super::{Column, ResultsError};

/// Of a batch at most.
const ROWS: usize = 4096;

/// What the file says of its run besides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Of<'a> {
    pub(super) model: &'a str,
    pub(super) experiment: &'a str,
    pub(super) version: &'a str,
    pub(super) model_hash: &'a str,
    pub(super) parameters: &'a [Parameter],
}

impl Of<'_> {
    /// Names and texts, in the order in which they are shown.
    pub(super) fn said(self) -> Vec<(String, String)> {
        let own = [
            ("cdl.version", self.version),
            ("cdl.model", self.model),
            ("cdl.experiment", self.experiment),
            ("cdl.model_hash", self.model_hash),
        ];
        let own = own.into_iter().map(|(name, text)| (name.to_owned(), text.to_owned()));
        let parameter = |own: &Parameter| (format!("cdl.parameter.{}", own.name), own.text.clone());
        own.chain(self.parameters.iter().map(parameter)).collect()
    }

    fn metadata(self) -> Metadata {
        self.said().into_iter().collect()
    }
}

/// A column of numbers or words.
pub(super) enum Values {
    Numbers(Vec<f64>),
    Words(Vec<String>),
}

/// Writes rows as they are computed.
pub(super) struct ArrowSink {
    writer: FileWriter<BufWriter<File>>,
    /// For messages.
    path: PathBuf,
    schema: SchemaRef,
    batch: Batch,
}

impl fmt::Debug for ArrowSink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ArrowSink").field("path", &self.path).finish_non_exhaustive()
    }
}

impl ArrowSink {
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
        let fields: Vec<Field> = std::iter::once(axis).chain(columns).map(numbers).collect();
        let schema = Arc::new(Schema::new_with_metadata(fields, of.metadata()));
        Ok(Self {
            writer: started(path, &schema)?,
            path: path.to_owned(),
            batch: Batch::new(schema.fields().len(), ROWS),
            schema,
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
        let columns = self.batch.columns.iter_mut().map(|own| array(std::mem::take(own))).collect();
        let batch = RecordBatch::try_new(Arc::clone(&self.schema), columns);
        let written = batch.and_then(|batch| self.writer.write(&batch));
        written.map_err(|error| failure(&self.path, error))
    }

    /// Completes the file.
    ///
    /// # Errors
    /// [`ResultsError::File`].
    pub(super) fn finish(mut self) -> Result<(), ResultsError> {
        if self.batch.rows() > 0 {
            self.write()?;
        }
        finished(self.writer, &self.path)
    }
}

/// Writes a table at once.
///
/// # Errors
/// [`ResultsError::File`].
pub(super) fn write_table(
    path: &Path,
    of: Of<'_>,
    columns: Vec<(Column, Values)>,
) -> Result<(), ResultsError> {
    let (fields, arrays): (Vec<Field>, Vec<ArrayRef>) = columns
        .into_iter()
        .map(|(column, values)| match values {
            Values::Numbers(values) => (numbers(&column), array(values)),
            Values::Words(text) => (words(&column), Arc::new(StringArray::from(text)) as ArrayRef),
        })
        .unzip();
    let schema = Arc::new(Schema::new_with_metadata(fields, of.metadata()));
    let mut writer = started(path, &schema)?;
    let batch = RecordBatch::try_new(schema, arrays);
    let written = batch.and_then(|batch| writer.write(&batch));
    written.map_err(|error| failure(path, error))?;
    finished(writer, path)
}

/// A value that is not known is not a number.
pub(super) fn numbers(column: &Column) -> Field {
    let unit = Metadata::from([("unit", column.unit_symbol())]);
    Field::new(column.name.as_str(), DataType::Float64, false).with_metadata(unit)
}

pub(super) fn words(column: &Column) -> Field {
    Field::new(column.name.as_str(), DataType::Utf8, false)
}

/// The schema as a message of Arrow's, in base64, as Parquet files have it.
pub(super) fn schema_text(of: Of<'_>, fields: Vec<Field>) -> String {
    let schema = Schema::new_with_metadata(fields, of.metadata());
    let options = IpcWriteOptions::default();
    let mut tracker = DictionaryTracker::new(true);
    let message = IpcDataGenerator::default().schema_to_bytes_with_dictionary_tracker(
        &schema,
        &mut tracker,
        &options,
    );
    let mut bytes = vec![0xff; 4];
    bytes.extend((message.ipc_message.len() as u32).to_le_bytes());
    bytes.extend(message.ipc_message);
    encoded(&bytes)
}

fn array(values: Vec<f64>) -> ArrayRef {
    Arc::new(Float64Array::from(values))
}

fn started(path: &Path, schema: &Schema) -> Result<FileWriter<BufWriter<File>>, ResultsError> {
    let file = File::create(path).map_err(|error| ResultsError::file(path, "create", error))?;
    FileWriter::try_new_buffered(file, schema).map_err(|error| failure(path, error))
}

fn finished(mut writer: FileWriter<BufWriter<File>>, path: &Path) -> Result<(), ResultsError> {
    // Also hands all that is buffered to the system.
    writer.finish().map_err(|error| failure(path, error))
}

fn failure(path: &Path, error: ArrowError) -> ResultsError {
    let source = match error {
        ArrowError::IoError(_, source) => source,
        other => io::Error::other(other),
    };
    ResultsError::file(path, "write to", source)
}
