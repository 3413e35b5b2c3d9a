//! Arrays of numbers as columns, and arrays of such as matrices. Every entry has a dimension of its own; one
//! that is constantly zero fits everywhere.

use cdl_graph::{BinaryOp, NodeId};

use super::Values;
use crate::typed::Value;
use crate::units::Dimension;

/// A number with its dimension.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) node: NodeId,
    pub(super) dimension: Dimension,
}

impl Entry {
    pub(super) fn without_dimension(self) -> Self {
        Self { dimension: Dimension::NONE, ..self }
    }
}

/// Row by row.
#[derive(Clone, Debug)]
pub(super) struct Matrix {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) entries: Vec<Entry>,
}

impl Matrix {
    pub(super) fn of_column(entries: Vec<Entry>) -> Self {
        Self { rows: entries.len(), columns: 1, entries }
    }

    pub(super) fn at(&self, row: usize, column: usize) -> Entry {
        self.entries[row * self.columns + column]
    }

    pub(super) fn row(&self, row: usize) -> &[Entry] {
        &self.entries[row * self.columns..(row + 1) * self.columns]
    }

    pub(super) fn transposed(&self) -> Self {
        let entries = (0..self.columns)
            .flat_map(|column| (0..self.rows).map(move |row| self.at(row, column)))
            .collect();
        Self { rows: self.columns, columns: self.rows, entries }
    }

    /// Such as `3x2`.
    pub(super) fn size(&self) -> String {
        format!("{}x{}", self.rows, self.columns)
    }
}

/// Two terms of a sum that have different dimensions, by their places in it.
pub(super) struct Unlike {
    pub(super) first: (usize, Dimension),
    pub(super) other: (usize, Dimension),
}

/// Why there is no sum of products.
pub(super) enum NoSum {
    Unlike(Unlike),
    /// A dimension is beyond what can be expressed.
    TooLarge,
}

pub(super) fn is_number(value: &Value) -> bool {
    matches!(value, Value::Int(_) | Value::Scalar { .. })
}

/// Whether a value is a row of numbers.
pub(super) fn is_row(value: &Value) -> bool {
    match value {
        Value::Vector { .. } => true,
        Value::Array(values) => !values.is_empty() && values.iter().all(|value| is_number(&value)),
        _ => false,
    }
}

/// The elements of what has some; a symmetric matrix as its rows.
pub(super) fn elements(value: &Value) -> Option<Vec<Value>> {
    match value {
        Value::Array(values) => Some(values.to_vec()),
        &Value::Vector { nodes, dimension } => {
            Some(nodes.map(|node| Value::Scalar { node, dimension }).to_vec())
        }
        &Value::Matrix { nodes: [xx, yy, zz, xy, xz, yz], dimension } => {
            let rows = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]];
            Some(rows.map(|nodes| Value::Vector { nodes, dimension }).to_vec())
        }
        _ => None,
    }
}

/// What keeps rows from being a matrix, where that is their lengths.
pub(super) fn ragged(value: &Value) -> Option<String> {
    let Value::Array(rows) = value else { return None };
    let lengths = rows.iter().map(|row| Some(elements(&row).filter(|_| is_row(&row))?.len()));
    let lengths: Vec<usize> = lengths.collect::<Option<_>>()?;
    let first = *lengths.first()?;
    let (row, other) = lengths.iter().enumerate().find(|(_, own)| **own != first)?;
    Some(format!("it is no matrix: row 0 has {first} numbers, and row {row} has {other}"))
}

impl Values<'_> {
    pub(super) fn entry(&mut self, value: &Value) -> Entry {
        let (node, dimension) = self.scalar_parts(value);
        Entry { node, dimension }
    }

    /// Whether it is constantly zero, and so fits where any dimension is asked for: the zeros of a row have
    /// been given that of their neighbours.
    pub(super) fn is_any(&mut self, entry: Entry) -> bool {
        self.nodes.constant_value(entry.node) == Some(0.0)
    }

    /// An array of numbers, or a vector.
    pub(super) fn column_of(&mut self, value: &Value) -> Option<Vec<Entry>> {
        if !is_row(value) {
            return None;
        }
        Some(elements(value)?.iter().map(|value| self.entry(value)).collect())
    }

    /// An array of rows of equal length, or a symmetric matrix.
    pub(super) fn matrix_of(&mut self, value: &Value) -> Option<Matrix> {
        if !matches!(value, Value::Array(_) | Value::Matrix { .. }) {
            return None;
        }
        let rows = elements(value)?;
        let mut entries = Vec::new();
        let mut columns = None;
        for row in &rows {
            let row = self.column_of(row)?;
            if *columns.get_or_insert(row.len()) != row.len() {
                return None;
            }
            entries.extend(row);
        }
        self.effort.spend_for(entries.len());
        Some(Matrix { rows: rows.len(), columns: columns?, entries })
    }

    /// Rows of one length as an array of them, whatever the dimensions of their numbers.
    pub(super) fn rows_of_numbers(&mut self, values: &[Value]) -> Option<Value> {
        let length = elements(values.first()?)?.len();
        let fits =
            |value: &Value| is_row(value) && elements(value).is_some_and(|own| own.len() == length);
        if !values.iter().all(fits) {
            return None;
        }
        let is_int = |value: &Value| matches!(value, Value::Int(_));
        let of_ints = |value: &Value| match value {
            Value::Array(values) => values.iter().all(|value| is_int(&value)),
            _ => false,
        };
        if values.iter().all(of_ints) {
            return None;
        }
        // Whole numbers among others are as those.
        let rows = values.iter().map(|value| match value {
            Value::Array(numbers) if numbers.iter().any(|own| is_int(&own)) => {
                let numbers = numbers.iter().map(|own| {
                    let (node, dimension) = self.scalar_parts(&own);
                    Value::Scalar { node, dimension }
                });
                Value::Array(numbers.collect())
            }
            value => value.clone(),
        });
        Some(Value::Array(rows.collect()))
    }

    /// Three numbers of one dimension are a vector, others an array.
    pub(super) fn value_of_row(&mut self, row: &[Entry]) -> Value {
        // A literal zero takes the dimension of its neighbours.
        let mut is_certain = |own: &Entry| !own.dimension.is_none() || !self.is_any(*own);
        let certain: Vec<Entry> = row.iter().copied().filter(|own| is_certain(own)).collect();
        let dimension = certain.first().or(row.first());
        let dimension = dimension.map_or(Dimension::NONE, |own| own.dimension);
        let is_alike = certain.iter().all(|own| own.dimension == dimension);
        if let (&[x, y, z], true) = (row, is_alike) {
            return Value::Vector { nodes: [x, y, z].map(|own| own.node), dimension };
        }
        let of = |own: &Entry| Value::Scalar {
            node: own.node,
            dimension: if is_alike { dimension } else { own.dimension },
        };
        Value::Array(row.iter().map(of).collect())
    }

    pub(super) fn value_of_matrix(&mut self, matrix: &Matrix) -> Value {
        let rows = (0..matrix.rows).map(|row| self.value_of_row(matrix.row(row)));
        Value::Array(rows.collect())
    }

    /// `a . b`; factors that are zero are left out.
    pub(super) fn sum_of_products(
        &mut self,
        pairs: impl Iterator<Item = (Entry, Entry)>,
    ) -> Result<Entry, NoSum> {
        let mut sum: Option<NodeId> = None;
        let mut first: Option<(usize, Dimension)> = None;
        let mut of_zero = None;
        for (place, (a, b)) in pairs.enumerate() {
            let dimension = a.dimension.times(b.dimension).ok_or(NoSum::TooLarge)?;
            if self.is_any(a) || self.is_any(b) {
                of_zero = of_zero.or(Some(dimension));
                continue;
            }
            let first = *first.get_or_insert((place, dimension));
            if first.1 != dimension {
                return Err(NoSum::Unlike(Unlike { first, other: (place, dimension) }));
            }
            let Some(term) = self.product_of(a.node, b.node) else { continue };
            sum = Some(match sum {
                Some(sum) => self.nodes.binary(BinaryOp::Add, sum, term),
                None => term,
            });
        }
        let dimension = first.map(|(_, dimension)| dimension).or(of_zero);
        let dimension = dimension.unwrap_or(Dimension::NONE);
        let node = sum.unwrap_or_else(|| self.nodes.constant(0.0));
        Ok(Entry { node, dimension })
    }

    /// `None` for zero.
    fn product_of(&mut self, a: NodeId, b: NodeId) -> Option<NodeId> {
        match (self.nodes.constant_value(a), self.nodes.constant_value(b)) {
            (Some(0.0), _) | (_, Some(0.0)) => None,
            (Some(1.0), _) => Some(b),
            (_, Some(1.0)) => Some(a),
            (Some(a), Some(b)) => Some(self.nodes.constant(a * b)),
            (_, _) => Some(self.nodes.binary(BinaryOp::Mul, a, b)),
        }
    }
}
