//! Results of a run as they were left: the table, and how the run ended.

use std::path::Path;

use serde_json::Value;

use super::findings::Findings;

/// A table of results. Columns are called by their headings, units included.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// What the rows go along; of a study the first parameter that is varied.
    pub axis: Column,
    pub columns: Vec<Column>,
    /// How the run ended, where that is not well.
    pub trouble: Option<String>,
    pub parameters: Vec<Parameter>,
    /// None where there is no summary that can be read.
    pub findings: Findings,
    /// How many of the first columns say which variant a row is; absent where rows are along an axis.
    pub varied: Option<usize>,
}

/// A parameter of the model that does not vary.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    pub name: String,
    /// As it was written.
    pub text: String,
    /// In its SI unit; absent where it is no quantity.
    pub value: Option<Value>,
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
    /// An empty cell is none.
    Numbers(Vec<Option<f64>>),
    Words(Vec<String>),
}

impl Cells {
    /// Whether all are whole numbers, as those of a truth value are, or of a counter.
    pub fn are_whole(&self) -> bool {
        let is_whole = |own: &Option<f64>| own.is_none_or(|own| own.fract() == 0.0);
        matches!(self, Cells::Numbers(numbers) if numbers.iter().all(is_whole))
    }

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
        let has = |heading: &str| columns.iter().any(|own| own.heading == heading);
        let is_study = has("outcome") && has("message");
        let outcome = columns.iter().find(|own| is_study && own.heading == "outcome");
        let summary = folder.and_then(|folder| {
            let path = Some(folder.join("summary.json")).filter(|path| path.is_file())?;
            let text = std::fs::read_to_string(path).ok()?;
            serde_json::from_str::<Value>(&text).ok()
        });
        let varied = summary.as_ref().and_then(|own| Some(own.get("varied")?.as_array()?.len()));
        let trouble = summary.as_ref().and_then(trouble);
        // How many have failed says more than that some have.
        let trouble = match trouble {
            Some(own) if own != "failed" => Some(own),
            own => outcome.and_then(of_variants).or(own),
        };
        Ok(Self {
            axis,
            columns,
            trouble,
            parameters: summary.as_ref().map_or_else(Vec::new, parameters),
            findings: summary.as_ref().map_or_else(Findings::default, Findings::of),
            varied: is_study.then(|| varied.unwrap_or(1).max(1)),
        })
    }

    pub fn rows(&self) -> usize {
        self.axis.cells.len()
    }
}

fn cells(words: Vec<String>) -> Cells {
    let number = |word: &String| match word.as_str() {
        "" => Some(None),
        word => word.parse().ok().map(Some),
    };
    match words.iter().map(number).collect::<Option<Vec<Option<f64>>>>() {
        Some(numbers) if numbers.iter().any(Option::is_some) => Cells::Numbers(numbers),
        _ => Cells::Words(words),
    }
}

/// What the `outcome` of its variants says of a study.
fn of_variants(outcome: &Column) -> Option<String> {
    let Cells::Words(words) = &outcome.cells else { return None };
    let count = |asked: &[&str]| words.iter().filter(|own| asked.contains(&own.as_str())).count();
    match count(&["failed", "unbalanced"]) {
        0 => None,
        failed => Some(format!("{failed} of its variants failed")),
    }
}

fn trouble(summary: &Value) -> Option<String> {
    let kind = summary.get("outcome")?.get("kind")?.as_str()?;
    match kind {
        "completed" | "at_rest" | "stopped" => None,
        other => Some(other.replace('_', " ")),
    }
}

fn parameters(summary: &Value) -> Vec<Parameter> {
    let parameters = summary.get("parameters").or_else(|| summary.get("study")?.get("parameters"));
    let all = parameters.and_then(Value::as_array).into_iter().flatten();
    let word = |own: &Value, name: &str| Some(own.get(name)?.as_str()?.to_owned());
    let parameter = |own: &Value| {
        let value = own.get("value").cloned();
        Some(Parameter { name: word(own, "name")?, text: word(own, "text")?, value })
    };
    all.filter_map(parameter).collect()
}
