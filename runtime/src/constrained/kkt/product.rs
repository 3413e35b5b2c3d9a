//! Products with the values of a matrix as they are, without factors, and its rows.

use super::structure::Structure;

/// `into = |A| |x|`, entry by entry: the size of the terms that a residual consists of, of which rounding
/// leaves a part.
pub(crate) fn product_of_magnitudes(
    structure: &Structure,
    values: &[f64],
    x: &[f64],
    into: &mut [f64],
) {
    into.fill(0.0);
    structure.for_each_line(values, |row, first, line| {
        let terms = line.iter().zip(&x[first..]).map(|(entry, x)| (entry * x).abs());
        into[row] += terms.sum::<f64>();
    });
}

impl Structure {
    /// `product = A x`, and `magnitudes = |A| |x|`, against which rounding in the product is measured.
    pub(crate) fn multiply(
        &self,
        values: &[f64],
        x: &[f64],
        product: &mut [f64],
        magnitudes: &mut [f64],
    ) {
        product.fill(0.0);
        magnitudes.fill(0.0);
        self.for_each_line(values, |row, first, line| {
            let (mut sum, mut terms) = (0.0, 0.0);
            for (entry, value) in line.iter().zip(&x[first..]) {
                let term = entry * value;
                sum += term;
                terms += term.abs();
            }
            product[row] += sum;
            magnitudes[row] += terms;
        });
    }

    /// The entries (column, value) that are not zero in the rows of some unknowns: `wanted` has a place for
    /// every unknown, and rows stand in the order of unknowns.
    pub fn rows(&self, values: &[f64], wanted: &[bool]) -> Vec<(usize, Vec<(usize, f64)>)> {
        let mut rows = vec![Vec::new(); self.unknowns()];
        self.for_each_line(values, |row, first, line| {
            if wanted[row] {
                let entries = line.iter().enumerate().filter(|(_, value)| **value != 0.0);
                rows[row].extend(entries.map(|(k, value)| (first + k, *value)));
            }
        });
        rows.into_iter().enumerate().filter(|(row, _)| wanted[*row]).collect()
    }

    /// Which columns have an entry that is not zero in any of some rows; of both, one for every unknown.
    pub(in crate::constrained) fn followed(
        &self,
        values: &[f64],
        rows: &[bool],
        columns: &mut [bool],
    ) {
        columns.fill(false);
        self.for_each_line(values, |row, first, line| {
            if rows[row] {
                let own = columns[first..].iter_mut().zip(line);
                own.for_each(|(column, value)| *column |= *value != 0.0);
            }
        });
    }

    /// Of each value: the row and the column of its entry.
    pub(in crate::constrained) fn entries(&self) -> Vec<(u32, u32)> {
        let mut entries = vec![(0, 0); self.values()];
        let numbers: Vec<f64> = (0..self.values()).map(|place| place as f64).collect();
        self.for_each_line(&numbers, |row, first, line| {
            for (k, place) in line.iter().enumerate() {
                entries[*place as usize] = (row as u32, (first + k) as u32);
            }
        });
        entries
    }

    /// Calls with each piece of a row that lies together: its row, its first column, and its entries.
    #[inline(always)]
    fn for_each_line(&self, values: &[f64], mut call: impl FnMut(usize, usize, &[f64])) {
        for front in &self.fronts {
            let (own, size, width) = (front.offset, front.size, front.width());
            for row in 0..size {
                call(own + row, own, &values[front.start + row * width..][..size]);
            }
            for border in &self.borders[front.first_border..front.last_border] {
                for row in 0..size {
                    let at = front.start + row * width + size + border.place;
                    call(own + row, border.offset, &values[at..at + border.size]);
                }
                for row in 0..border.size {
                    let at = front.columns() + (border.place + row) * size;
                    call(border.offset + row, own, &values[at..at + size]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constrained::kkt::{Coupling, Group, Method};

    #[test]
    fn every_entry_counts_once_with_its_magnitude() {
        let groups = vec![
            Group { displacements: 2, multipliers: 1 },
            Group { displacements: 1, multipliers: 0 },
            Group { displacements: 0, multipliers: 1 },
        ];
        let couplings = [Coupling::full(0, 1), Coupling::joint(2, 1), Coupling::force(0, 1)];
        for method in [Method::BlockElimination, Method::SparseLu] {
            let structure = Structure::with_method(groups.clone(), &couplings, method);
            let mut values = vec![0.0; structure.values()];
            let mut dense = vec![vec![0.0; 5]; 5];
            let mut next = 1.0;
            for row in 0..3 {
                for column in 0..3 {
                    let Some(block) = structure.block(row, column) else { continue };
                    for i in 0..block.rows {
                        for j in 0..block.columns {
                            next = -1.3 * next + 0.1;
                            values[block.at(i, j)] = next;
                            dense[structure.offset(row) + i][structure.offset(column) + j] = next;
                        }
                    }
                }
            }
            let x = [1.0, -2.0, 0.5, 3.0, -0.25];
            let mut found = vec![f64::NAN; 5];
            product_of_magnitudes(&structure, &values, &x, &mut found);
            for (row, found) in dense.iter().zip(found) {
                let expected: f64 =
                    row.iter().zip(x).map(|(a, x): (&f64, f64)| (a * x).abs()).sum();
                assert!((found - expected).abs() < 1e-12 * (1.0 + expected), "{found} {expected}");
            }
        }
    }

    /// Three groups in a ring, by either layout, against the dense matrix.
    #[test]
    fn products_and_rows_are_those_of_the_dense_matrix() {
        let groups = vec![
            Group { displacements: 3, multipliers: 1 },
            Group { displacements: 6, multipliers: 2 },
            Group { displacements: 0, multipliers: 1 },
        ];
        let couplings = [Coupling::joint(1, 0), Coupling::joint(2, 0), Coupling::joint(2, 1)];
        for method in [Method::BlockElimination, Method::SparseLu] {
            let structure = Structure::with_method(groups.clone(), &couplings, method);
            let size = structure.unknowns();
            let mut values = vec![0.0; structure.values()];
            let mut dense = vec![vec![0.0; size]; size];
            for row in 0..3 {
                for column in 0..3 {
                    let Some(block) = structure.block(row, column) else { continue };
                    for i in 0..block.rows {
                        for j in 0..block.columns {
                            let (i_all, j_all) =
                                (structure.offset(row) + i, structure.offset(column) + j);
                            let value = ((7 * i_all + 3 * j_all) % 11) as f64 - 5.0;
                            values[block.at(i, j)] = value;
                            dense[i_all][j_all] = value;
                        }
                    }
                }
            }
            let vector: Vec<f64> = (0..size).map(|k| 0.5 - (k % 4) as f64).collect();
            let (mut product, mut magnitudes) = (vec![1.0; size], vec![1.0; size]);
            structure.multiply(&values, &vector, &mut product, &mut magnitudes);
            for row in 0..size {
                let terms = dense[row].iter().zip(&vector).map(|(a, x)| a * x);
                assert_eq!(product[row], terms.clone().sum::<f64>());
                assert_eq!(magnitudes[row], terms.map(f64::abs).sum::<f64>());
            }
            let wanted: Vec<bool> = (0..size).map(|row| row % 3 == 0).collect();
            for (row, entries) in structure.rows(&values, &wanted) {
                let mut line = vec![0.0; size];
                entries.iter().for_each(|&(column, value)| line[column] += value);
                assert!(wanted[row]);
                assert_eq!(line, dense[row]);
            }
        }
    }
}
