//! TOML: named values. Numbers have no dimension; a quantity is a text such as `"1.5 m"` or
//! `"[1, 2, 3] m"`, or an array of such texts.

use toml::de::{DeTable, DeValue};

use super::quantity::{self, Reading};
use super::{DataValue, TableError};
use crate::units::Dimension;

/// Reads a file into a [`DataValue::Struct`]. All that is wrong is reported.
pub fn parse_toml(file: &str, text: &str) -> Result<DataValue, Vec<TableError>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = Reader { file, text, errors: Vec::new() };
    let (table, faults) = DeTable::parse_recoverable(text);
    for fault in faults {
        let start = fault.span().map(|span| span.start);
        let message = fault.message().lines().collect::<Vec<_>>().join(", ");
        reader.add(start, None, message, None);
    }
    let value = reader.table(table.get_ref(), "");
    if reader.errors.is_empty() { Ok(value) } else { Err(reader.errors) }
}

struct Reader<'a> {
    file: &'a str,
    text: &'a str,
    errors: Vec<TableError>,
}

impl Reader<'_> {
    fn add(
        &mut self,
        position: Option<usize>,
        key: Option<&str>,
        message: String,
        help: Option<String>,
    ) {
        let line = position.and_then(|position| {
            let before = self.text.as_bytes().get(..position.min(self.text.len()))?;
            Some(before.iter().filter(|byte| **byte == b'\n').count() + 1)
        });
        self.errors.push(TableError {
            file: self.file.to_owned(),
            line,
            column: key.map(str::to_owned),
            message,
            help,
        });
    }

    fn table(&mut self, table: &DeTable<'_>, path: &str) -> DataValue {
        // The parser sorts by key; people expect the order of the file.
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let fields = entries.into_iter().map(|(key, value)| {
            let key = key.get_ref().to_string();
            let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            let value = self.value(value.get_ref(), value.span().start, &path);
            (key, value)
        });
        DataValue::Struct(fields.collect())
    }

    fn value(&mut self, value: &DeValue<'_>, position: usize, path: &str) -> DataValue {
        match value {
            DeValue::Boolean(value) => DataValue::Bool(*value),
            DeValue::Integer(digits) => {
                match i64::from_str_radix(digits.as_str(), digits.radix()) {
                    Ok(value) => DataValue::Int(value),
                    Err(_) => self.bad_number(digits.as_str(), position, path),
                }
            }
            DeValue::Float(digits) => match digits.as_str().parse::<f64>() {
                Ok(value) if value.is_finite() => {
                    DataValue::Scalar { value, dimension: Dimension::NONE }
                }
                _ => self.bad_number(digits.as_str(), position, path),
            },
            DeValue::String(text) => self.text(text, position, path),
            DeValue::Datetime(date) => DataValue::Text(date.to_string()),
            DeValue::Array(values) => {
                let values = values.iter().enumerate().map(|(i, value)| {
                    self.value(value.get_ref(), value.span().start, &format!("{path}[{i}]"))
                });
                DataValue::Array(values.collect())
            }
            DeValue::Table(table) => self.table(table, path),
        }
    }

    fn text(&mut self, text: &str, position: usize, path: &str) -> DataValue {
        match quantity::read(text) {
            Reading::Value(value) => value,
            Reading::Text => DataValue::Text(text.to_owned()),
            Reading::NotFinite => self.bad_number(text, position, path),
            Reading::UnknownUnit(unknown) => {
                let message = format!("there is no unit `{}`", unknown.symbol);
                let help = unknown.nearest.map(|meant| format!("did you mean `{meant}`?"));
                self.add(Some(position), Some(path), message, help);
                DataValue::Text(text.to_owned())
            }
        }
    }

    fn bad_number(&mut self, digits: &str, position: usize, path: &str) -> DataValue {
        let message = format!("`{digits}` is not a finite number");
        self.add(Some(position), Some(path), message, None);
        DataValue::Text(digits.to_owned())
    }
}
