//! Everything that a run recorded, in memory.

use std::io;

use cdl_runtime::results::Column;
use cdl_runtime::{Happened, Layout, Observer, Row};

use crate::report::Report;

pub struct Recorded {
    /// s
    pub times: Vec<f64>,
    columns: Vec<(Column, Vec<f64>)>,
    /// What happened at instants, in order.
    pub events: Vec<Happened>,
    pub report: Report,
}

impl Recorded {
    /// A recorded quantity at all times, in the unit in which it is recorded.
    pub fn column(&self, name: &str) -> Option<&[f64]> {
        let found = self.columns.iter().find(|(column, _)| column.name == name);
        found.map(|(_, values)| values.as_slice())
    }

    /// The same at the last one.
    pub fn last(&self, name: &str) -> Option<f64> {
        self.column(name)?.last().copied()
    }

    /// Names and units.
    pub fn columns(&self) -> impl Iterator<Item = &Column> {
        self.columns.iter().map(|(column, _)| column)
    }
}

/// Takes rows while a run goes on.
#[derive(Default)]
pub(crate) struct ToMemory {
    times: Vec<f64>,
    columns: Vec<(Column, Vec<f64>)>,
    events: Vec<Happened>,
}

impl ToMemory {
    pub(crate) fn with(self, report: Report) -> Recorded {
        let Self { times, columns, events } = self;
        Recorded { times, columns, events, report }
    }
}

impl Observer for ToMemory {
    fn begin(&mut self, layout: &Layout) -> io::Result<()> {
        self.columns = layout.columns.iter().map(|column| (column.clone(), Vec::new())).collect();
        Ok(())
    }

    fn row(&mut self, row: &Row<'_>) -> io::Result<()> {
        self.times.push(row.at);
        for ((_, values), value) in self.columns.iter_mut().zip(row.values) {
            values.push(*value);
        }
        Ok(())
    }

    fn event(&mut self, event: &Happened) -> io::Result<()> {
        self.events.push(event.clone());
        Ok(())
    }
}
