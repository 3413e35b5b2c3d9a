//! CSV: a header of names with units, then rows of numbers.
//!
//! `time [s], force [kN]`. Columns are separated by commas, semicolons or tabs, whichever the header
//! has most of. Lines that start with `#` and empty lines are skipped.

use super::{DataColumn, DataTable, TableError};
use crate::units::{Unit, unit_named};

/// More are not shown: a file with the wrong separator is wrong on every line.
const MOST_ERRORS: usize = 10;

/// Reads a table. All that is wrong is reported, up to ten mistakes.
pub fn parse_csv(file: &str, text: &str) -> Result<DataTable, Vec<TableError>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut errors = Errors { file, list: Vec::new() };
    let mut records = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .comment(Some(b'#'))
        .delimiter(delimiter(text))
        .from_reader(text.as_bytes())
        .into_records();
    let Some(header) = records.next().and_then(Result::ok) else {
        errors.add(
            None,
            None,
            "the file is empty",
            "the first line names the columns: `time [s], force [kN]`",
        );
        return Err(errors.list);
    };
    let header_line = line_of(text, &header);
    let mut units = Vec::new();
    let mut table = DataTable { columns: Vec::new(), lines: Vec::new() };
    for cell in &header {
        let (column, unit) = read_header(cell, header_line, &table, &mut errors);
        table.columns.push(column);
        units.push(unit);
    }
    for record in records {
        if errors.list.len() >= MOST_ERRORS {
            break;
        }
        match record {
            Ok(record) => {
                read_row(&record, line_of(text, &record), &units, &mut table, &mut errors)
            }
            Err(error) => {
                let line = error.position().and_then(|p| usize::try_from(p.line()).ok());
                errors.add(line, None, &format!("this line cannot be read: {error}"), "");
            }
        }
    }
    if table.lines.is_empty() && errors.list.is_empty() {
        errors.add(None, None, "the file has no rows", "");
    }
    if errors.list.is_empty() { Ok(table) } else { Err(errors.list) }
}

struct Errors<'a> {
    file: &'a str,
    list: Vec<TableError>,
}

impl Errors<'_> {
    fn add(&mut self, line: Option<usize>, column: Option<&str>, message: &str, help: &str) {
        self.list.push(TableError {
            file: self.file.to_owned(),
            line,
            column: column.map(str::to_owned),
            message: message.to_owned(),
            help: (!help.is_empty()).then(|| help.to_owned()),
        });
    }
}

/// The separator that the first line with text has most of.
fn delimiter(text: &str) -> u8 {
    let header = text.lines().find(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let count =
        |separator: u8| header.unwrap_or("").bytes().filter(|byte| *byte == separator).count();
    // Of equals the last is taken, so the comma stands last.
    [b'\t', b';', b','].into_iter().max_by_key(|separator| count(*separator)).unwrap_or(b',')
}

/// The line a record stands on, from 1. The reader gives the position from which it began to look,
/// before empty lines and comments.
fn line_of(text: &str, record: &csv::StringRecord) -> Option<usize> {
    let position = record.position()?;
    let rest = text.get(usize::try_from(position.byte()).ok()?..)?;
    let skipped =
        rest.lines().take_while(|line| line.trim().is_empty() || line.starts_with('#')).count();
    Some(usize::try_from(position.line()).ok()? + skipped)
}

/// `force [kN]` or `force (kN)`
fn read_header(
    cell: &str,
    line: Option<usize>,
    before: &DataTable,
    errors: &mut Errors<'_>,
) -> (DataColumn, Unit) {
    let bracketed = |open: char, close: char| {
        let (name, unit) = cell.strip_suffix(close)?.rsplit_once(open)?;
        Some((name.trim(), unit.trim()))
    };
    let (name, token) = bracketed('[', ']').or_else(|| bracketed('(', ')')).unwrap_or((cell, "1"));
    let token = if token.is_empty() || token == "-" { "1" } else { token };
    let name = name.replace(' ', "_");
    if name.is_empty() {
        errors.add(line, None, "a column has no name", "");
    } else if name.parse::<f64>().is_ok() {
        errors.add(
            line,
            None,
            &format!("the first line names the columns, but `{name}` is a number"),
            "put a line such as `time [s], force [kN]` at the top",
        );
    } else if before.column(&name).is_some() {
        errors.add(line, Some(&name), &format!("two columns are called `{name}`"), "");
    }
    let unit = match unit_named(token) {
        Ok(unit) => unit,
        Err(unknown) => {
            let help = unknown.nearest.map(|meant| format!("did you mean `{meant}`?"));
            let message = format!("there is no unit `{token}`");
            errors.add(line, Some(&name), &message, &help.unwrap_or_default());
            Unit::ONE
        }
    };
    let column =
        DataColumn { name, unit: token.to_owned(), dimension: unit.dimension, values: Vec::new() };
    (column, unit)
}

/// A row with mistakes is left out as a whole, so that columns stay equally long.
fn read_row(
    record: &csv::StringRecord,
    line: Option<usize>,
    units: &[Unit],
    table: &mut DataTable,
    errors: &mut Errors<'_>,
) {
    if record.iter().all(str::is_empty) {
        return;
    }
    if record.len() != units.len() {
        let message =
            format!("the header has {} columns, this line has {}", units.len(), record.len());
        errors.add(line, None, &message, "");
        return;
    }
    let mut row = Vec::with_capacity(units.len());
    for ((cell, unit), column) in record.iter().zip(units).zip(&table.columns) {
        match cell.parse::<f64>() {
            Ok(value) if unit.to_si(value).is_finite() => row.push(unit.to_si(value)),
            Ok(_) => {
                errors.add(
                    line,
                    Some(&column.name),
                    &format!("`{cell}` is not a finite number"),
                    "",
                );
            }
            Err(_) => {
                let (message, help) = bad_cell(cell);
                errors.add(line, Some(&column.name), &message, &help);
            }
        }
    }
    if row.len() == units.len() {
        for (column, value) in table.columns.iter_mut().zip(row) {
            column.values.push(value);
        }
        table.lines.push(line.unwrap_or(0));
    }
}

fn bad_cell(cell: &str) -> (String, String) {
    if cell.is_empty() {
        return ("a value is missing".to_owned(), String::new());
    }
    let message = format!("`{cell}` is not a number");
    let with_point = cell.replace(',', ".");
    let help = if with_point != cell && with_point.parse::<f64>().is_ok() {
        format!("write the decimal point: `{with_point}`")
    } else if cell.split_whitespace().next().is_some_and(|first| first.parse::<f64>().is_ok()) {
        "units belong in the header, as in `force [kN]`".to_owned()
    } else {
        String::new()
    };
    (message, help)
}
