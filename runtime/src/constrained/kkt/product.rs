//! What is done with the values of a matrix as they are, without factors.

use super::structure::Structure;

impl Structure {
    /// `product = A x`, and `magnitudes = |A| |x|`, against which rounding in the product is measured.
    pub fn multiply(
        &self,
        values: &[f64],
        vector: &[f64],
        product: &mut [f64],
        magnitudes: &mut [f64],
    ) {
        product.fill(0.0);
        magnitudes.fill(0.0);
        for front in &self.fronts {
            let own = front.offset..front.offset + front.size;
            let rows = values[front.start..].chunks_exact(front.width().max(1));
            for (row, line) in own.clone().zip(rows) {
                add(&line[..front.size], &vector[own.clone()], row, product, magnitudes);
            }
            for border in &self.borders[front.first_border..front.last_border] {
                let theirs = border.offset..border.offset + border.size;
                for i in 0..front.size {
                    let at = front.start + i * front.width() + front.size + border.place;
                    let line = &values[at..at + border.size];
                    add(line, &vector[theirs.clone()], own.start + i, product, magnitudes);
                }
                for j in 0..border.size {
                    let at = front.columns() + (border.place + j) * front.size;
                    let line = &values[at..at + front.size];
                    add(line, &vector[own.clone()], theirs.start + j, product, magnitudes);
                }
            }
        }
    }

    /// The entries that are not zero in the rows of some unknowns: `wanted` has a place for every unknown, and
    /// rows stand in the order of unknowns.
    pub fn rows(&self, values: &[f64], wanted: &[bool]) -> Vec<(usize, Vec<(usize, f64)>)> {
        let mut rows = vec![Vec::new(); self.unknowns()];
        let mut add = |row: usize, first: usize, line: &[f64]| {
            if wanted[row] {
                let entries = line.iter().enumerate().filter(|(_, value)| **value != 0.0);
                rows[row].extend(entries.map(|(k, value)| (first + k, *value)));
            }
        };
        for front in &self.fronts {
            for i in 0..front.size {
                let at = front.start + i * front.width();
                add(front.offset + i, front.offset, &values[at..at + front.size]);
            }
            for border in &self.borders[front.first_border..front.last_border] {
                for i in 0..front.size {
                    let at = front.start + i * front.width() + front.size + border.place;
                    add(front.offset + i, border.offset, &values[at..at + border.size]);
                }
                for j in 0..border.size {
                    let at = front.columns() + (border.place + j) * front.size;
                    add(border.offset + j, front.offset, &values[at..at + front.size]);
                }
            }
        }
        rows.into_iter().enumerate().filter(|(row, _)| wanted[*row]).collect()
    }
}

/// Adds the product of a line of a row.
#[inline(always)]
fn add(line: &[f64], vector: &[f64], row: usize, product: &mut [f64], magnitudes: &mut [f64]) {
    let (mut sum, mut terms) = (0.0, 0.0);
    for (entry, value) in line.iter().zip(vector) {
        let term = entry * value;
        sum += term;
        terms += term.abs();
    }
    product[row] += sum;
    magnitudes[row] += terms;
}

#[cfg(test)]
mod tests {
    use super::super::structure::{Coupling, Group, Method};
    use super::*;

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
