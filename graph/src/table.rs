//! Interpolation over a table's rows.

use std::sync::Arc;

use crate::Table;

/// A table prepared for evaluation. Outside the range of the argument the end values hold, so all
/// derivatives are zero there.
#[derive(Clone, Debug)]
pub struct Interpolant {
    argument: Arc<[f64]>,
    columns: Vec<Arc<[f64]>>,
    /// Slopes at the rows, for smooth tables only.
    slopes: Option<Vec<Vec<f64>>>,
}

/// Why a table cannot be interpolated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableError {
    Empty,
    NotIncreasing { row: usize },
    UnequalColumns { column: usize },
    NotFinite { row: usize },
}

impl Interpolant {
    pub fn new(table: &Table) -> Result<Self, TableError> {
        let rows = table.argument.len();
        if rows == 0 {
            return Err(TableError::Empty);
        }
        for (column, values) in table.columns.iter().enumerate() {
            if values.values.len() != rows {
                return Err(TableError::UnequalColumns { column });
            }
        }
        for row in 0..rows {
            let finite = table.argument[row].is_finite()
                && table.columns.iter().all(|column| column.values[row].is_finite());
            if !finite {
                return Err(TableError::NotFinite { row });
            }
        }
        for row in 1..rows {
            if table.argument[row] <= table.argument[row - 1] {
                return Err(TableError::NotIncreasing { row });
            }
        }
        let columns: Vec<Arc<[f64]>> =
            table.columns.iter().map(|column| column.values.clone()).collect();
        let slopes = table.smooth.then(|| {
            columns.iter().map(|values| monotone_slopes(&table.argument, values)).collect()
        });
        Ok(Self { argument: table.argument.clone(), columns, slopes })
    }

    /// The abscissa, increasing.
    pub fn argument(&self) -> &[f64] {
        &self.argument
    }

    /// The value (`derivative` 0) or a derivative with respect to the argument. At a row of a linear
    /// table the slope is that of the interval that follows.
    pub fn at(&self, column: usize, argument: f64, derivative: u8) -> f64 {
        let Some(values) = self.columns.get(column) else { return f64::NAN };
        if argument.is_nan() {
            return f64::NAN;
        }
        let last = self.argument.len() - 1;
        let held = |row: usize| if derivative == 0 { values[row] } else { 0.0 };
        if argument < self.argument[0] || last == 0 {
            return held(0);
        }
        if argument >= self.argument[last] {
            return held(last);
        }
        // The first row beyond the argument; between 1 and `last` by the two checks above.
        let upper = self.argument.partition_point(|&row| row <= argument);
        let lower = upper - 1;
        let width = self.argument[upper] - self.argument[lower];
        let s = (argument - self.argument[lower]) / width;
        let (y0, y1) = (values[lower], values[upper]);
        match &self.slopes {
            None => match derivative {
                0 => y0 + s * (y1 - y0),
                1 => (y1 - y0) / width,
                _ => 0.0,
            },
            Some(slopes) => {
                let (d0, d1) = (slopes[column][lower] * width, slopes[column][upper] * width);
                let (a, b) = (2.0 * (y0 - y1) + d0 + d1, 3.0 * (y1 - y0) - 2.0 * d0 - d1);
                match derivative {
                    0 => y0 + s * (d0 + s * (b + s * a)),
                    1 => (d0 + s * (2.0 * b + s * 3.0 * a)) / width,
                    2 => (2.0 * b + 6.0 * a * s) / (width * width),
                    3 => 6.0 * a / (width * width * width),
                    _ => 0.0,
                }
            }
        }
    }
}

/// Slopes of the monotone piecewise cubic of Fritsch and Carlson (SIAM J. Numer. Anal. 17, 1980):
/// three-point slopes, set to zero at local extrema and limited to the circle of radius 3.
fn monotone_slopes(argument: &[f64], values: &[f64]) -> Vec<f64> {
    let rows = argument.len();
    if rows < 2 {
        return vec![0.0; rows];
    }
    let secants: Vec<f64> = (1..rows)
        .map(|row| (values[row] - values[row - 1]) / (argument[row] - argument[row - 1]))
        .collect();
    let mut slopes = vec![0.0; rows];
    slopes[0] = secants[0];
    slopes[rows - 1] = secants[rows - 2];
    for row in 1..rows - 1 {
        let (before, after) = (secants[row - 1], secants[row]);
        slopes[row] = if before * after <= 0.0 { 0.0 } else { 0.5 * (before + after) };
    }
    for row in 0..rows - 1 {
        let secant = secants[row];
        if secant == 0.0 {
            slopes[row] = 0.0;
            slopes[row + 1] = 0.0;
            continue;
        }
        let (a, b) = (slopes[row] / secant, slopes[row + 1] / secant);
        let radius = a.hypot(b);
        if radius > 3.0 {
            slopes[row] = 3.0 * a / radius * secant;
            slopes[row + 1] = 3.0 * b / radius * secant;
        }
    }
    slopes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TableColumn;

    fn table(smooth: bool) -> Interpolant {
        let table = Table {
            path: "t".into(),
            argument: [0.0, 1.0, 3.0, 4.0].into(),
            columns: vec![TableColumn { name: "y".into(), values: [0.0, 1.0, 1.0, 4.0].into() }],
            smooth,
        };
        Interpolant::new(&table).unwrap()
    }

    #[test]
    fn linear_interpolation_hits_rows_and_holds_the_ends() {
        let t = table(false);
        for (x, y) in [(-1.0, 0.0), (0.0, 0.0), (0.25, 0.25), (2.0, 1.0), (3.5, 2.5), (9.0, 4.0)] {
            assert_eq!(t.at(0, x, 0), y, "at {x}");
        }
        assert_eq!(t.at(0, 3.5, 1), 3.0);
        assert_eq!(t.at(0, -1.0, 1), 0.0);
        assert_eq!(t.at(0, 9.0, 1), 0.0);
    }

    /// Monotone data stay monotone, and the derivatives agree with central differences (1e-6).
    #[test]
    fn the_smooth_table_is_monotone_and_its_derivatives_are_consistent() {
        let t = table(true);
        let mut previous = f64::NEG_INFINITY;
        for k in 0..=400 {
            let x = 0.01 * f64::from(k);
            let y = t.at(0, x, 0);
            assert!(y >= previous - 1e-14, "not monotone at {x}");
            previous = y;
        }
        for x in [0.3, 1.7, 3.4] {
            let h = 1e-5;
            for derivative in 0..2 {
                let slope = (t.at(0, x + h, derivative) - t.at(0, x - h, derivative)) / (2.0 * h);
                assert!((slope - t.at(0, x, derivative + 1)).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn bad_tables_are_refused() {
        let mut bad = Table {
            path: "t".into(),
            argument: [0.0, 0.0].into(),
            columns: vec![TableColumn { name: "y".into(), values: [0.0, 1.0].into() }],
            smooth: false,
        };
        assert_eq!(Interpolant::new(&bad).unwrap_err(), TableError::NotIncreasing { row: 1 });
        bad.argument = [0.0, f64::NAN].into();
        assert_eq!(Interpolant::new(&bad).unwrap_err(), TableError::NotFinite { row: 1 });
        bad.argument = [].into();
        assert_eq!(Interpolant::new(&bad).unwrap_err(), TableError::Empty);
    }
}
