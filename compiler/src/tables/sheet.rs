//! The cells of a CSV file as they are written: what they mean is said by whom they are for.
//!
//! Separators, comments, empty lines and the units of the header are those of tables of numbers.

use super::TableError;
use super::csv_file::{MOST_ERRORS, delimiter, line_of, name_and_unit};

/// A header, and rows with as many cells each; one of both at least.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// The line of the header, from 1.
    pub header: usize,
    pub columns: Vec<SheetColumn>,
    pub rows: Vec<SheetRow>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetColumn {
    pub name: String,
    /// As written in the header; `1` where there was none.
    pub unit: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetRow {
    /// From 1.
    pub line: usize,
    /// Without blanks around them.
    pub cells: Vec<String>,
}

/// Reads the cells. Rows of another length than the header are reported, up to ten.
pub fn parse_sheet(file: &str, text: &str) -> Result<Sheet, Vec<TableError>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let error =
        |line: Option<usize>, column: Option<&str>, message: String, help: &str| TableError {
            file: file.to_owned(),
            line,
            column: column.map(str::to_owned),
            message,
            help: (!help.is_empty()).then(|| help.to_owned()),
        };
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .comment(Some(b'#'))
        .delimiter(delimiter(text))
        .from_reader(text.as_bytes());
    let mut record = csv::StringRecord::new();
    if !reader.read_record(&mut record).is_ok_and(|any| any) {
        let help = "the first line names parameters: `name, pull [kN], length [m]`";
        return Err(vec![error(None, None, "the file is empty".to_owned(), help)]);
    }
    let header_line = line_of(text, &record);
    let mut columns: Vec<SheetColumn> = Vec::new();
    let mut errors = Vec::new();
    for cell in &record {
        let (name, unit) = name_and_unit(cell);
        if name.is_empty() {
            errors.push(error(header_line, None, "a column has no name".to_owned(), ""));
        } else if columns.iter().any(|own| own.name == name) {
            let message = format!("two columns are called `{name}`");
            errors.push(error(header_line, Some(&name), message, ""));
        }
        columns.push(SheetColumn { name, unit: unit.to_owned() });
    }
    let mut rows = Vec::new();
    while errors.len() < MOST_ERRORS {
        match reader.read_record(&mut record) {
            Ok(false) => break,
            Ok(true) if record.iter().all(str::is_empty) => {}
            Ok(true) => {
                let line = line_of(text, &record);
                if record.len() == columns.len() {
                    let cells = record.iter().map(str::to_owned).collect();
                    rows.push(SheetRow { line: line.unwrap_or(0), cells });
                    continue;
                }
                let (expected, found) = (columns.len(), record.len());
                let message = format!("the header has {expected} columns, this line has {found}");
                errors.push(error(line, None, message, ""));
            }
            Err(wrong) => {
                let line = wrong.position().and_then(|own| usize::try_from(own.line()).ok());
                errors.push(error(line, None, format!("this line cannot be read: {wrong}"), ""));
            }
        }
    }
    if rows.is_empty() && errors.is_empty() {
        errors.push(error(None, None, "the file has no rows".to_owned(), ""));
    }
    if errors.is_empty() {
        Ok(Sheet { header: header_line.unwrap_or(1), columns, rows })
    } else {
        Err(errors)
    }
}
