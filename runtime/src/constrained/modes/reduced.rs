//! The equations of small motions in as many coordinates as there are degrees of freedom.
//!
//! Laws among the constraints give their multipliers, `μ = -S⁻¹ G q`, which is a stiffness. The other constraints are solved for as many
//! displacements as they hold (Gauss, with complete pivots), so the rest are the coordinates `q`, and all displacements
//! are `T q`. Forces of constraints do no work on these, so what is left is `T'MT q̈ + T'CT q̇ + T'KT q = T'f`.

use nalgebra::{DMatrix, DVector};

use super::super::model::ConstrainedModel;
use super::Trouble;
use super::operator::Operator;

/// A pivot that is smaller than this share of its row as it was is none: others say the same already.
const DEPENDENT: f64 = 1e-9;

/// Square matrices of the coordinates that are left.
pub(crate) struct Reduced {
    /// Those of the unknowns that are coordinates.
    pub(crate) free: Vec<usize>,
    /// Of all unknowns by these; zero for multipliers.
    pub(crate) ways: DMatrix<f64>,
    /// `-M⁻¹K`
    pub(crate) by_places: DMatrix<f64>,
    /// `-M⁻¹C`
    pub(crate) by_rates: DMatrix<f64>,
}

/// Independent coordinates.
pub(super) struct Coordinates {
    /// Those of the unknowns that are coordinates.
    pub(super) free: Vec<usize>,
    /// All unknowns by these; zero for multipliers.
    pub(super) ways: DMatrix<f64>,
}

/// As many as there are degrees of freedom.
pub(super) fn coordinates(operator: &mut Operator<'_>) -> Coordinates {
    let Parts { moving, hard, .. } = parts(operator);
    let columns: Vec<Vec<f64>> =
        moving.iter().map(|&unknown| operator.stiffness(&unit(operator.size(), unknown))).collect();
    let gradients = DMatrix::from_fn(hard.len(), moving.len(), |i, j| columns[j][hard[i]]);
    let (free, ways) = solved_for(gradients, &scales(operator.model, &moving));
    let ways = of_all(&ways, &moving, operator.size());
    Coordinates { free: free.into_iter().map(|place| moving[place]).collect(), ways }
}

/// Rows of what moves among those of all unknowns.
fn of_all(ways: &DMatrix<f64>, moving: &[usize], size: usize) -> DMatrix<f64> {
    let mut all = DMatrix::zeros(size, ways.ncols());
    for (row, &unknown) in moving.iter().enumerate() {
        all.set_row(unknown, &ways.row(row));
    }
    all
}

/// One at an unknown, and zero elsewhere.
fn unit(size: usize, unknown: usize) -> Vec<f64> {
    let mut unit = vec![0.0; size];
    unit[unknown] = 1.0;
    unit
}

pub(super) fn reduced(operator: &mut Operator<'_>) -> Result<Reduced, Trouble> {
    let model = operator.model;
    let Parts { moving, laws, hard } = parts(operator);
    let columns: Vec<[DVector<f64>; 3]> = (0..operator.size())
        .map(|unknown| {
            let unit = unit(operator.size(), unknown);
            [operator.stiffness(&unit), operator.damping(&unit), operator.inertia(&unit)]
                .map(DVector::from_vec)
        })
        .collect();
    let block = |of: usize, rows: &[usize], wanted: &[usize]| {
        DMatrix::from_fn(rows.len(), wanted.len(), |i, j| columns[wanted[j]][of][rows[i]])
    };
    let (mut stiffness, mut damping) = (block(0, &moving, &moving), block(1, &moving, &moving));
    let inertia = block(2, &moving, &moving);
    if !laws.is_empty() {
        let compliance = block(0, &laws, &laws).lu();
        let pulls = block(0, &moving, &laws);
        let solved = |of: usize| compliance.solve(&block(of, &laws, &moving));
        stiffness -= &pulls * solved(0).ok_or(Trouble::Singular)?;
        damping -= &pulls * solved(1).ok_or(Trouble::Singular)?;
    }
    let scales = scales(model, &moving);
    let (free, ways) = solved_for(block(0, &hard, &moving), &scales);
    let project = |matrix: &DMatrix<f64>| ways.transpose() * matrix * &ways;
    let inertia = project(&inertia).cholesky().ok_or(Trouble::Singular)?;
    let (by_places, by_rates) =
        (-inertia.solve(&project(&stiffness)), -inertia.solve(&project(&damping)));
    let all = of_all(&ways, &moving, operator.size());
    let free = free.into_iter().map(|place| moving[place]).collect();
    Ok(Reduced { free, ways: all, by_places, by_rates })
}

/// The unknowns: displacements, multipliers of laws, and those of constraints.
struct Parts {
    moving: Vec<usize>,
    laws: Vec<usize>,
    hard: Vec<usize>,
}

/// Matrices in independent coordinates.
fn parts(operator: &mut Operator<'_>) -> Parts {
    let model = operator.model;
    let is_multiplier = model.is_multiplier();
    let mut parts = Parts { moving: Vec::new(), laws: Vec::new(), hard: Vec::new() };
    for unknown in 0..operator.size() {
        if !is_multiplier[unknown] {
            parts.moving.push(unknown);
            continue;
        }
        let column = operator.stiffness(&unit(operator.size(), unknown));
        let is_law = column.iter().zip(&is_multiplier).any(|(own, is)| *is && *own != 0.0);
        if is_law { parts.laws.push(unknown) } else { parts.hard.push(unknown) }
    }
    parts
}

/// What each displacement is large against.
fn scales(model: &ConstrainedModel, moving: &[usize]) -> Vec<f64> {
    let mut all = vec![1.0; model.structure.unknowns()];
    for unit in &model.units {
        let Some(at) = unit.first_unknown(&model.structure) else { continue };
        for k in 0..unit.unknowns() {
            all[at + k] = unit.scale(k, model.extent);
        }
    }
    moving.iter().map(|&unknown| all[unknown]).collect()
}

/// `G q = 0`: the columns that are free, and all columns by these.
fn solved_for(mut rows: DMatrix<f64>, scales: &[f64]) -> (Vec<usize>, DMatrix<f64>) {
    let (count, width) = rows.shape();
    for (mut column, scale) in rows.column_iter_mut().zip(scales) {
        column *= *scale;
    }
    for mut row in rows.row_iter_mut() {
        let size = row.amax();
        if size > 0.0 {
            row /= size;
        }
    }
    // Of each row that holds something, the column that it is solved for.
    let mut pivots: Vec<(usize, usize)> = Vec::new();
    let (mut is_done, mut is_held) = (vec![false; count], vec![false; width]);
    loop {
        let open = (0..count).filter(|row| !is_done[*row]);
        let places = open.flat_map(|row| (0..width).map(move |column| (row, column)));
        let left = places.filter(|&(_, column)| !is_held[column]);
        let Some((row, column)) = left.max_by(|a, b| rows[*a].abs().total_cmp(&rows[*b].abs()))
        else {
            break;
        };
        let pivot = rows[(row, column)];
        if pivot.abs() < DEPENDENT {
            break;
        }
        (is_done[row], is_held[column]) = (true, true);
        pivots.push((row, column));
        let own = rows.row(row) / pivot;
        rows.set_row(row, &own);
        for other in (0..count).filter(|other| *other != row) {
            let factor = rows[(other, column)];
            if factor != 0.0 {
                let reduced = rows.row(other) - &own * factor;
                rows.set_row(other, &reduced);
                rows[(other, column)] = 0.0;
            }
        }
    }
    let free: Vec<usize> = (0..width).filter(|column| !is_held[*column]).collect();
    let mut ways = DMatrix::zeros(width, free.len());
    for (own, &column) in free.iter().enumerate() {
        ways[(column, own)] = 1.0;
        for &(row, held) in &pivots {
            ways[(held, own)] = -rows[(row, column)] * scales[held] / scales[column];
        }
    }
    (free, ways)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One row twice, and columns of very different size: `x + y = 0`, `1e-3 z = 1e3 w`.
    #[test]
    fn dependent_rows_hold_nothing_more() {
        let rows = [[1.0, 1.0, 0.0, 0.0], [2.0, 2.0, 0.0, 0.0], [0.0, 0.0, 1e-3, -1e3]];
        let matrix = DMatrix::from_fn(3, 4, |i, j| rows[i][j]);
        let (free, ways) = solved_for(matrix.clone(), &[1.0, 1.0, 1.0, 10.0]);
        assert_eq!(free.len(), 2);
        assert!((&matrix * &ways).amax() < 1e-15);
        for (own, &column) in free.iter().enumerate() {
            assert!((0..2).all(|other| ways[(column, other)] == f64::from(u8::from(other == own))));
        }
    }
}
