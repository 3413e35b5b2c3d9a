//! Data tables from CSV and TOML files, with checked units. Pure functions of text.

mod csv_file;
mod quantity;
mod sheet;
#[cfg(test)]
mod tests;
mod toml_file;

use std::sync::Arc;

use crate::units::Dimension;

pub(crate) use csv_file::bad_cell;
pub use csv_file::parse_csv;
pub use sheet::{Sheet, SheetColumn, SheetRow, parse_sheet};
pub use toml_file::parse_toml;

/// What a data file holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    /// CSV: rows and columns.
    Table(DataTable),
    /// TOML: named values.
    Values(DataValue),
}

/// Why a data file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DataError {
    /// It is not there or cannot be read; one line for a person.
    Unreadable(String),
    /// It says something wrong; not empty.
    Wrong(Vec<TableError>),
}

/// Rows of numbers under named columns, all of the same length.
#[derive(Clone, Debug, PartialEq)]
pub struct DataTable {
    pub columns: Vec<DataColumn>,
    /// The line of the file that each row stands on, from 1.
    pub lines: Vec<u32>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct DataColumn {
    /// Blanks in the header have become underscores, so that it can be written as a member.
    pub name: String,
    /// As written in the header; `1` where there was none.
    pub unit: String,
    pub dimension: Dimension,
    /// SI, finite; tables of graphs share them.
    pub values: Arc<[f64]>,
}

/// A value of a TOML file. Numbers are SI and finite.
#[derive(Clone, Debug, PartialEq)]
pub enum DataValue {
    Bool(bool),
    /// A whole number without a unit.
    Int(i64),
    /// Without a unit the dimension is that of a plain number.
    Scalar {
        value: f64,
        dimension: Dimension,
    },
    /// Text that is not a number with a unit, and dates.
    Text(String),
    Array(Vec<DataValue>),
    /// In the order of the file.
    Struct(Vec<(String, DataValue)>),
}

/// What is wrong with a data file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableError {
    pub file: String,
    /// From 1; absent where the file as a whole is meant.
    pub line: Option<usize>,
    /// The name of the column, or the path of the key in TOML.
    pub column: Option<String>,
    /// A single sentence without a full stop.
    pub message: String,
    pub help: Option<String>,
}

/// Reads a file by the ending of its name: `.csv` or `.toml`.
pub fn read(file: &str, text: &str) -> Result<Data, DataError> {
    let ending = file.rsplit('.').next().unwrap_or("").to_ascii_lowercase();
    match ending.as_str() {
        "csv" => parse_csv(file, text).map(Data::Table).map_err(DataError::Wrong),
        "toml" => parse_toml(file, text).map(Data::Values).map_err(DataError::Wrong),
        _ => Err(DataError::Unreadable("data files end in `.csv` or `.toml`".to_owned())),
    }
}

/// Reads the cells of a CSV file, as they are written.
pub fn read_sheet(file: &str, text: &str) -> Result<Sheet, DataError> {
    if file.rsplit('.').next().is_some_and(|own| own.eq_ignore_ascii_case("csv")) {
        return parse_sheet(file, text).map_err(DataError::Wrong);
    }
    Err(DataError::Unreadable("a table of cases ends in `.csv`".to_owned()))
}

impl DataTable {
    /// The index of a column by its name; blanks and underscores are the same.
    pub fn column(&self, name: &str) -> Option<usize> {
        let name = name.trim().replace(' ', "_");
        self.columns.iter().position(|column| column.name == name)
    }

    /// A table is interpolated over a column whose values increase strictly; the error says the first
    /// line where this one does not.
    pub fn check_increasing(&self, file: &str, column: usize) -> Result<(), TableError> {
        let Some(column) = self.columns.get(column) else { return Ok(()) };
        let fault = column.values.windows(2).position(|pair| match pair {
            [a, b] => a >= b,
            _ => false,
        });
        match fault {
            None => Ok(()),
            Some(row) => Err(TableError {
                file: file.to_owned(),
                line: self.lines.get(row + 1).map(|line| *line as usize),
                column: Some(column.name.clone()),
                message: format!("the values of `{}` do not increase", column.name),
                help: Some(
                    "a table is interpolated over its first column: sort the rows by it and remove \
                     rows that repeat a value"
                        .to_owned(),
                ),
            }),
        }
    }
}

impl TableError {
    /// Such as `forces.csv, line 3, column "force"`.
    pub fn location(&self) -> String {
        let mut text = self.file.clone();
        if let Some(line) = self.line {
            text.push_str(&format!(", line {line}"));
        }
        if let Some(column) = &self.column {
            text.push_str(&format!(", `{column}`"));
        }
        text
    }
}
