//! Rows that are written by columns, so many at once.

/// In a batch, unless the format asks for less.
const NUMBERS: usize = 1 << 20;

/// The rows of a batch so far.
#[derive(Debug)]
pub(super) struct Batch {
    /// The first is the axis.
    pub(super) columns: Vec<Vec<f64>>,
    /// Of a full one.
    most: usize,
}

impl Batch {
    /// Of so many columns, and no more rows than these.
    pub(super) fn new(columns: usize, rows: usize) -> Self {
        Self { columns: vec![Vec::new(); columns], most: (NUMBERS / columns).clamp(1, rows) }
    }

    /// Takes one row, whose width has been checked; whether the batch is full.
    pub(super) fn takes(&mut self, at: f64, values: &[f64]) -> bool {
        for (column, &value) in self.columns.iter_mut().zip(std::iter::once(&at).chain(values)) {
            column.push(value);
        }
        self.rows() == self.most
    }

    pub(super) fn rows(&self) -> usize {
        self.columns.first().map_or(0, Vec::len)
    }
}
