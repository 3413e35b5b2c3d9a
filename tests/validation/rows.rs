//! Running a model from its text and reading what it records.
#![allow(dead_code, reason = "two suites use it, each a part")]

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use cdl_compiler::{Compiler, Disk, Request};
use cdl_runtime::{Layout, Observer, Outcome, Row, RunReport};

/// Everything a run recorded.
pub struct Rows {
    pub time: Vec<f64>,
    columns: BTreeMap<String, Vec<f64>>,
    pub report: RunReport,
}

impl Rows {
    /// A recorded quantity, in the unit in which it is recorded.
    pub fn column(&self, name: &str) -> &[f64] {
        self.columns.get(name).unwrap_or_else(|| {
            panic!("no column {name} among {:?}", self.columns.keys().collect::<Vec<_>>())
        })
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.columns.keys().map(String::as_str)
    }

    pub fn last(&self, name: &str) -> f64 {
        *self.column(name).last().expect("a row")
    }
}

/// Runs an experiment of a file of the repository with some parameters set, to its end.
pub fn run(file: &str, experiment: &str, overrides: &[(&str, &str)]) -> Rows {
    let rows = attempt(file, experiment, overrides);
    assert_eq!(rows.report.outcome, Outcome::Finished, "{file}: {experiment}");
    rows
}

/// The same, however the run ends.
pub fn attempt(file: &str, experiment: &str, overrides: &[(&str, &str)]) -> Rows {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let path = path.to_str().expect("UTF-8");
    let mut compiler = Compiler::new(Disk);
    let request = Request {
        experiment: Some(experiment.to_owned()),
        overrides: overrides
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect(),
    };
    let compilation = compiler.compile(path, &request).unwrap_or_else(|found| {
        let text: Vec<String> =
            found.iter().map(|each| format!("{}: {}", each.code, each.message)).collect();
        panic!("{file} does not compile:\n{}", text.join("\n"))
    });
    let graph = compilation.graph().expect("a graph");
    let model = cdl_runtime::assemble(graph).unwrap_or_else(|errors| panic!("{errors:?}"));
    let mut collector = Collector::default();
    let report = cdl_runtime::simulate(&model, &mut collector, &AtomicBool::new(false));
    let columns = collector.names.into_iter().zip(collector.columns).collect();
    Rows { time: collector.time, columns, report }
}

#[derive(Default)]
struct Collector {
    names: Vec<String>,
    time: Vec<f64>,
    columns: Vec<Vec<f64>>,
}

impl Observer for Collector {
    fn begin(&mut self, layout: &Layout) -> std::io::Result<()> {
        self.names = layout.columns.iter().map(|column| column.name.clone()).collect();
        self.columns = vec![Vec::new(); self.names.len()];
        Ok(())
    }

    fn row(&mut self, row: &Row<'_>) -> std::io::Result<()> {
        self.time.push(row.time);
        for (column, value) in self.columns.iter_mut().zip(row.values) {
            column.push(*value);
        }
        Ok(())
    }
}

/// The largest distance between two columns.
pub fn largest_difference(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

pub fn largest(values: &[f64]) -> f64 {
    values.iter().map(|value| value.abs()).fold(0.0, f64::max)
}
