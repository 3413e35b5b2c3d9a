//! `A.csv` to `D.csv`: a table of numbers whose rows and columns have names and units.

use std::path::Path;

use super::folder::remove;
use super::number::push_shortest;
use super::{Column, ResultsError, replace};

/// A matrix with what its rows and columns are of.
pub struct Matrix<'a> {
    /// `A`: the name of its file.
    pub name: &'a str,
    /// Names and units of the rows.
    pub rows: &'a [Column],
    /// What the rows are, such as `rate of`.
    pub of: &'a str,
    /// Names and units of the columns.
    pub columns: &'a [Column],
    /// Row by row.
    pub values: &'a [Vec<f64>],
}

/// All that may be in a folder.
const NAMES: [&str; 4] = ["A", "B", "C", "D"];

/// # Errors
/// [`ResultsError::File`]
pub fn write_matrices(folder: &Path, matrices: &[Matrix<'_>]) -> Result<(), ResultsError> {
    for matrix in matrices {
        let path = folder.join(format!("{}.csv", matrix.name));
        let text =
            text(matrix).map_err(|error| ResultsError::file(&path, "write", error.into()))?;
        replace(&path, &text).map_err(|error| ResultsError::file(&path, "write", error))?;
    }
    Ok(())
}

/// Those of an earlier run.
pub(super) fn remove_matrices(folder: &Path) -> Result<(), ResultsError> {
    NAMES.iter().try_for_each(|name| remove(&folder.join(format!("{name}.csv"))))
}

/// The file.
fn text(matrix: &Matrix<'_>) -> Result<Vec<u8>, ::csv::Error> {
    let mut writer = ::csv::WriterBuilder::new().from_writer(Vec::new());
    let headings = matrix.columns.iter().map(Column::heading);
    writer.write_record(std::iter::once(matrix.of.to_owned()).chain(headings))?;
    for (row, values) in matrix.rows.iter().zip(matrix.values) {
        writer.write_field(row.heading())?;
        for &value in values {
            let mut field = String::new();
            push_shortest(&mut field, value);
            writer.write_field(&field)?;
        }
        writer.write_record(None::<&[u8]>)?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}
