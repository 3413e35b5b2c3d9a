//! CSV: a header of names with units, then rows of numbers.
//!
//! `time [s], force [kN]`. Columns are separated by commas, semicolons or tabs, whichever the header
//! has most of. Lines that start with `#` and empty lines are skipped.

use rustc_hash::FxHashSet;

use super::{DataColumn, DataTable, TableError};
use crate::units::{Unit, unit_named};

/// More are not shown: a file with the wrong separator is wrong on every line.
pub(super) const MOST_ERRORS: usize = 10;

/// Reads a table. All that is wrong is reported, up to ten mistakes.
pub fn parse_csv(file: &str, text: &str) -> Result<DataTable, Vec<TableError>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut errors = Errors { file, list: Vec::new() };
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .comment(Some(b'#'))
        .delimiter(delimiter(text))
        .from_reader(text.as_bytes());
    let mut record = csv::StringRecord::new();
    if !reader.read_record(&mut record).is_ok_and(|any| any) {
        errors.add(
            None,
            None,
            "the file is empty",
            "the first line names the columns: `time [s], force [kN]`",
        );
        return Err(errors.list);
    }
    let header_line = line_of(text, &record);
    let mut header = Header::default();
    for cell in &record {
        header.read(cell, header_line, &mut errors);
    }
    // No more rows than lines, each with a character for each column and what separates them: so columns need not
    // grow, which would take them twice.
    let lines = text.bytes().filter(|own| *own == b'\n').count();
    let columns = header.columns.len();
    let mut rows = Rows::new(columns, lines.min(text.len() / (2 * columns).max(1) + 1));
    while errors.list.len() < MOST_ERRORS {
        match reader.read_record(&mut record) {
            Ok(false) => break,
            Ok(true) => rows.read(&record, line_of(text, &record), &header, &mut errors),
            Err(error) => {
                let line = error.position().and_then(|p| usize::try_from(p.line()).ok());
                errors.add(line, None, &format!("this line cannot be read: {error}"), "");
            }
        }
    }
    if rows.lines.is_empty() && errors.list.is_empty() {
        errors.add(None, None, "the file has no rows", "");
    }
    if !errors.list.is_empty() {
        return Err(errors.list);
    }
    let mut columns = header.columns;
    for (column, values) in columns.iter_mut().zip(rows.values) {
        column.values = values.into();
    }
    Ok(DataTable { columns, lines: rows.lines })
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
pub(super) fn delimiter(text: &str) -> u8 {
    let header = text.lines().find(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let count =
        |separator: u8| header.unwrap_or("").bytes().filter(|byte| *byte == separator).count();
    // Of equals the last is taken, so the comma stands last.
    [b'\t', b';', b','].into_iter().max_by_key(|separator| count(*separator)).unwrap_or(b',')
}

/// The line a record stands on, from 1. The reader gives the position from which it began to look,
/// before empty lines and comments.
pub(super) fn line_of(text: &str, record: &csv::StringRecord) -> Option<usize> {
    let position = record.position()?;
    let rest = text.get(usize::try_from(position.byte()).ok()?..)?;
    let skipped =
        rest.lines().take_while(|line| line.trim().is_empty() || line.starts_with('#')).count();
    Some(usize::try_from(position.line()).ok()? + skipped)
}

/// `force [kN]` or `force (kN)`; blanks in the name become underscores, and no unit is `1`.
pub(super) fn name_and_unit(cell: &str) -> (String, &str) {
    let bracketed = |open: char, close: char| {
        let (name, unit) = cell.strip_suffix(close)?.rsplit_once(open)?;
        Some((name.trim(), unit.trim()))
    };
    let (name, token) = bracketed('[', ']').or_else(|| bracketed('(', ')')).unwrap_or((cell, "1"));
    let token = if token.is_empty() || token == "-" { "1" } else { token };
    (name.replace(' ', "_"), token)
}

/// The columns that the first line names.
#[derive(Default)]
struct Header {
    /// Without values yet.
    columns: Vec<DataColumn>,
    units: Vec<Unit>,
    names: FxHashSet<String>,
}

impl Header {
    fn read(&mut self, cell: &str, line: Option<usize>, errors: &mut Errors<'_>) {
        let (name, token) = name_and_unit(cell);
        if name.is_empty() {
            errors.add(line, None, "a column has no name", "");
        } else if name.parse::<f64>().is_ok() {
            errors.add(
                line,
                None,
                &format!("the first line names the columns, but `{name}` is a number"),
                "put a line such as `time [s], force [kN]` at the top",
            );
        } else if !self.names.insert(name.clone()) {
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
        let (dimension, values) = (unit.dimension, [].into());
        self.columns.push(DataColumn { name, unit: token.to_owned(), dimension, values });
        self.units.push(unit);
    }
}

/// What stands below the header, so far.
struct Rows {
    /// By column.
    values: Vec<Vec<f64>>,
    lines: Vec<u32>,
    /// The numbers of the row that is being read.
    row: Vec<f64>,
}

impl Rows {
    fn new(columns: usize, most: usize) -> Self {
        let values = (0..columns).map(|_| Vec::with_capacity(most)).collect();
        Self { values, lines: Vec::with_capacity(most), row: Vec::with_capacity(columns) }
    }

    /// A row with mistakes is left out as a whole, so that columns stay equally long.
    fn read(
        &mut self,
        record: &csv::StringRecord,
        line: Option<usize>,
        header: &Header,
        errors: &mut Errors<'_>,
    ) {
        if record.iter().all(str::is_empty) {
            return;
        }
        let Header { columns, units, .. } = header;
        if record.len() != units.len() {
            let message =
                format!("the header has {} columns, this line has {}", units.len(), record.len());
            errors.add(line, None, &message, "");
            return;
        }
        self.row.clear();
        for ((cell, unit), column) in record.iter().zip(units).zip(columns) {
            let (message, help) = match cell.parse::<f64>() {
                Ok(value) if unit.to_si(value).is_finite() => {
                    self.row.push(unit.to_si(value));
                    continue;
                }
                Ok(_) => (format!("`{cell}` is not a finite number"), String::new()),
                Err(_) => bad_cell(cell),
            };
            errors.add(line, Some(&column.name), &message, &help);
        }
        if self.row.len() == units.len() {
            for (column, value) in self.values.iter_mut().zip(&self.row) {
                column.push(*value);
            }
            self.lines.push(line.and_then(|line| u32::try_from(line).ok()).unwrap_or(0));
        }
    }
}

/// What is wrong with a cell that is no number, and what would help.
pub(crate) fn bad_cell(cell: &str) -> (String, String) {
    if cell.is_empty() {
        return ("a value is missing".to_owned(), String::new());
    }
    let message = format!("`{cell}` is not a number");
    let with_point = cell.replace(',', ".");
    let help = if let Some((digits, fraction)) = grouped(cell) {
        format!("write `{digits}`, or `{fraction}` if the comma is a decimal point")
    } else if with_point != cell && with_point.parse::<f64>().is_ok() {
        format!("write the decimal point: `{with_point}`")
    } else if cell.split_whitespace().next().is_some_and(|first| first.parse::<f64>().is_ok()) {
        "units belong in the header, as in `force [kN]`".to_owned()
    } else {
        String::new()
    };
    (message, help)
}

/// `1,000` may be a thousand, or one with three decimals: both, as one would write them.
fn grouped(cell: &str) -> Option<(String, f64)> {
    let (first, rest) = cell.split_once(',')?;
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|own| own.is_ascii_digit());
    let size = first.trim_start_matches(['-', '+']);
    let is_grouped = is_digits(size) && size.len() <= 3 && rest.len() == 3 && is_digits(rest);
    let fraction = format!("{first}.{rest}").parse().ok()?;
    is_grouped.then(|| (format!("{first}{rest}"), fraction))
}
