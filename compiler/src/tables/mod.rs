//! Data tables from CSV and TOML files, with checked units.

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

impl TableError {
    /// Such as `forces.csv, line 3, column "force"`.
    pub fn location(&self) -> String {
        let mut text = self.file.clone();
        if let Some(line) = self.line {
            text.push_str(&format!(", line {line}"));
        }
        if let Some(column) = &self.column {
            text.push_str(&format!(", column \"{column}\""));
        }
        text
    }
}
