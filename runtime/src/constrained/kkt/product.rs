//! Products with the matrix.

use super::structure::Structure;

/// `into = |A| |x|`, entry by entry: the size of the terms that a residual consists of, of which rounding
/// leaves a part.
pub fn product_of_magnitudes(structure: &Structure, values: &[f64], x: &[f64], into: &mut [f64]) {
    into.fill(0.0);
    for front in &structure.fronts {
        let own = front.offset..front.offset + front.size;
        let width = front.width();
        for row in 0..front.size {
            let entries = &values[front.start + row * width..][..front.size];
            into[front.offset + row] += sum_of_magnitudes(entries, &x[own.clone()]);
        }
        for border in &structure.borders[front.first_border..front.last_border] {
            let outer = border.offset..border.offset + border.size;
            for row in 0..front.size {
                let first = front.start + row * width + front.size + border.place;
                into[front.offset + row] +=
                    sum_of_magnitudes(&values[first..][..border.size], &x[outer.clone()]);
            }
            for row in 0..border.size {
                let first = front.columns() + (border.place + row) * front.size;
                into[border.offset + row] +=
                    sum_of_magnitudes(&values[first..][..front.size], &x[own.clone()]);
            }
        }
    }
}

fn sum_of_magnitudes(entries: &[f64], x: &[f64]) -> f64 {
    entries.iter().zip(x).map(|(entry, x)| (entry * x).abs()).sum()
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
}
