//! Looks on for what is recorded at the end.

use std::io;

use cdl_runtime::results::Column;
use cdl_runtime::{Layout, Observer, Row, RunReport};

/// Keeps the latest row.
#[derive(Default)]
pub(crate) struct LastRow {
    columns: Vec<Column>,
    values: Vec<f64>,
}

impl LastRow {
    /// What is recorded at the end of a run, or in the state that it is about.
    pub(crate) fn of(self, report: &RunReport) -> Vec<(Column, f64)> {
        match report.still() {
            Some(still) => still.recorded.clone(),
            None => self.columns.into_iter().zip(self.values).collect(),
        }
    }
}

impl Observer for LastRow {
    fn begin(&mut self, layout: &Layout) -> io::Result<()> {
        self.columns.clone_from(&layout.columns);
        Ok(())
    }

    fn row(&mut self, row: &Row<'_>) -> io::Result<()> {
        self.values.clear();
        self.values.extend_from_slice(row.values);
        Ok(())
    }
}
