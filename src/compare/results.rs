//! Results of a run as they were left: the table, and how the run ended.

use std::path::Path;

use serde_json::Value;

/// A table of results. Columns are called by their headings, units included.
pub struct Results {
    /// What the rows go along; of a study the first parameter.
    pub axis: Column,
    pub columns: Vec<Column>,
    /// How the run ended, where that is not well.
    pub trouble: Option<String>,
    /// Parameters with their values as they were written.
    pub parameters: Vec<(String, String)>,
    /// Whether the rows are variants, and not instants.
    pub is_study: bool,
}

/// One column of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    pub heading: String,
    pub cells: Cells,
}

/// Numbers, or words where any cell is none.
#[derive(Clone, Debug, PartialEq)]
pub enum Cells {
    Numbers(Vec<f64>),
    Words(Vec<String>),
}

impl Cells {
    pub fn len(&self) -> usize {
        match self {
            Cells::Numbers(numbers) => numbers.len(),
            Cells::Words(words) => words.len(),
        }
    }
}

impl Results {
    /// Of a folder of results, or of its table.
    ///
    /// # Errors
    /// Why there are none.
    pub fn read(path: &Path) -> Result<Self, String> {
        let (table, folder) = match path.is_dir() {
            true => (path.join("results.csv"), Some(path)),
            false => (path.to_owned(), path.parent()),
        };
        // Not a pipe, that nobody may write to.
        if !table.is_file() {
            let what =
                if path.is_dir() { "it has no results.csv" } else { "there is no such folder" };
            return Err(what.to_owned());
        }
        let mut reader = csv::ReaderBuilder::new()
            .from_path(&table)
            .map_err(|error| format!("its table cannot be read: {error}"))?;
        let headings = reader.headers().map_err(|error| error.to_string())?.clone();
        let mut words: Vec<Vec<String>> = vec![Vec::new(); headings.len()];
        for record in reader.records() {
            let record = record.map_err(|error| format!("its table cannot be read: {error}"))?;
            words.iter_mut().zip(&record).for_each(|(own, cell)| own.push(cell.to_owned()));
        }
        let column = |(heading, words): (&str, Vec<String>)| Column {
            heading: heading.to_owned(),
            cells: cells(words),
        };
        let mut columns = headings.iter().zip(words).map(column);
        let axis = columns.next().ok_or("its table has no columns")?;
        if axis.cells.len() == 0 {
            return Err("its table has no rows".to_owned());
        }
        let columns: Vec<Column> = columns.collect();
        let is_study = columns.iter().any(|own| own.heading == "outcome")
            && columns.last().is_some_and(|own| own.heading == "message");
        let summary = folder.and_then(|folder| {
            let text = std::fs::read_to_string(folder.join("summary.json")).ok()?;
            serde_json::from_str::<Value>(&text).ok()
        });
        Ok(Self {
            axis,
            columns,
            trouble: summary.as_ref().and_then(trouble),
            parameters: summary.as_ref().map_or_else(Vec::new, parameters),
            is_study,
        })
    }

    pub fn rows(&self) -> usize {
        self.axis.cells.len()
    }
}

/// An empty cell is a number that is not there.
fn cells(words: Vec<String>) -> Cells {
    let number = |word: &String| match word.as_str() {
        "" => Some(f64::NAN),
        word => word.parse().ok(),
    };
    match words.iter().map(number).collect::<Option<Vec<f64>>>() {
        Some(numbers) => Cells::Numbers(numbers),
        None => Cells::Words(words),
    }
}

fn trouble(summary: &Value) -> Option<String> {
    let kind = summary.get("outcome")?.get("kind")?.as_str()?;
    match kind {
        "completed" | "at_rest" | "stopped" => None,
        other => Some(other.replace('_', " ")),
    }
}

fn parameters(summary: &Value) -> Vec<(String, String)> {
    let parameters = summary.get("parameters").or_else(|| summary.get("study")?.get("parameters"));
    let all = parameters.and_then(Value::as_array).into_iter().flatten();
    let word = |own: &Value, name: &str| Some(own.get(name)?.as_str()?.to_owned());
    all.filter_map(|own| Some((word(own, "name")?, word(own, "text")?))).collect()
}
