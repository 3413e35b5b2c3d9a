//! The structure of a complex matrix as a real one of twice the size: each group has the real parts of its unknowns, and the imaginary ones.

use super::structure::{Coupling, Group, Part, Structure};

/// `[A, -B; B, A]` for `A + iB`, group by group.
pub(in crate::constrained) struct Doubled {
    /// Of the real matrix.
    pub(in crate::constrained) structure: Structure,
    /// Of each unknown: where its real and its imaginary part are.
    pub(in crate::constrained) parts: Vec<[usize; 2]>,
    /// Of each unknown: its group, and where its parts are within that.
    within: Vec<(usize, [usize; 2])>,
}

impl Doubled {
    pub(in crate::constrained) fn new(single: &Structure) -> Self {
        let groups = single.groups();
        let twice = |own: &Group| Group {
            displacements: 2 * own.displacements,
            multipliers: 2 * own.multipliers,
        };
        let structure = Structure::new(groups.iter().map(twice).collect(), &single.couplings());
        let (mut parts, mut within) = (Vec::new(), Vec::new());
        for (group, own) in groups.iter().enumerate() {
            for k in 0..own.unknowns() {
                // Displacements come first, and of both sorts the real parts.
                let (first, count, k) = match k.checked_sub(own.displacements) {
                    None => (0, own.displacements, k),
                    Some(k) => (2 * own.displacements, own.multipliers, k),
                };
                let places = [first + k, first + count + k];
                parts.push(places.map(|place| structure.offset(group) + place));
                within.push((group, places));
            }
        }
        Self { structure, parts, within }
    }

    /// Where the four entries are that one of the single matrix becomes: real by real, real by imaginary, imaginary by real,
    /// imaginary by imaginary. Nothing for one that is not in the structure.
    pub(in crate::constrained) fn places(&self, row: usize, column: usize) -> Option<[usize; 4]> {
        let ((row_group, rows), (column_group, columns)) = (self.within[row], self.within[column]);
        let block = self.structure.block(row_group, column_group)?;
        let [a, b] = rows;
        let [c, d] = columns;
        // What is fill there has no place here.
        let is_inside = a.max(b) < block.rows && c.max(d) < block.columns;
        is_inside.then(|| [block.at(a, c), block.at(a, d), block.at(b, c), block.at(b, d)])
    }
}

impl Structure {
    /// What it was made of, each pair once; of fill nothing.
    fn couplings(&self) -> Vec<Coupling> {
        let mut found = Vec::new();
        for front in &self.fronts {
            for border in &self.borders[front.first_border..front.last_border] {
                let (own, theirs) = border.coupled;
                if own == 0 && theirs == 0 {
                    continue;
                }
                let part = |group: usize, coupled: usize| {
                    let is_all = coupled > self.groups()[group].displacements;
                    (group, if is_all { Part::All } else { Part::Displacements })
                };
                let (first, second) = (part(front.group, own), part(border.group, theirs));
                found.push(Coupling { first, second });
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::{Complex, DMatrix, DVector};

    use super::*;
    use crate::constrained::kkt::{Factorization, Method};

    /// A ring of three groups with multipliers, against a dense complex solution, by both methods.
    #[test]
    fn the_doubled_matrix_solves_the_complex_one() {
        let groups = vec![
            Group { displacements: 3, multipliers: 1 },
            Group { displacements: 6, multipliers: 2 },
            Group { displacements: 0, multipliers: 1 },
        ];
        let couplings = [Coupling::joint(1, 0), Coupling::joint(2, 0), Coupling::joint(2, 1)];
        for method in [Method::BlockElimination, Method::SparseLu] {
            let single = Structure::with_method(groups.clone(), &couplings, method);
            let doubled = Doubled::new(&single);
            let size = single.unknowns();
            let mut dense = DMatrix::from_element(size, size, Complex::new(0.0, 0.0));
            let mut values = vec![0.0; doubled.structure.values()];
            for (place, (row, column)) in single.entries().into_iter().enumerate() {
                let (row, column) = (row as usize, column as usize);
                let Some(places) = doubled.places(row, column) else { continue };
                let number = |k: usize| ((k * k + 3 * place) % 17) as f64 / 17.0 - 0.4;
                let diagonal = if row == column { 4.0 } else { 0.0 };
                let (re, im) = (number(5) + diagonal, number(11));
                dense[(row, column)] = Complex::new(re, im);
                for (place, value) in places.into_iter().zip([re, -im, im, re]) {
                    values[place] = value;
                }
            }
            let right = DVector::from_fn(size, |k, _| Complex::new(1.0 + k as f64, -0.5));
            let expected = dense.lu().solve(&right).expect("a regular matrix");
            let mut vector = vec![0.0; 2 * size];
            for (parts, value) in doubled.parts.iter().zip(right.iter()) {
                (vector[parts[0]], vector[parts[1]]) = (value.re, value.im);
            }
            let mut factorization = Factorization::new(&doubled.structure);
            factorization.factor(&doubled.structure, &values).expect("a regular matrix");
            factorization.solve(&doubled.structure, &mut vector);
            for (parts, value) in doubled.parts.iter().zip(expected.iter()) {
                let found = Complex::new(vector[parts[0]], vector[parts[1]]);
                assert!((found - value).norm() < 1e-12, "{found} {value}");
            }
        }
    }
}
