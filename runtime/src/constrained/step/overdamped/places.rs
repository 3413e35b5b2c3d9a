//! Where in Newton's matrix dampers of a model are: what stays the same in all its steps.

use crate::assembly::Owner;
use crate::constrained::model::ConstrainedModel;

/// A law with an equation of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Law {
    pub(super) unknown: usize,
    /// Where in the matrix it says by how much its multiplier stretches the rope, m/N.
    pub(super) diagonal: usize,
    pub(super) owner: Owner,
}

/// Empty before the first look.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    /// Where no damper is: rows of constraints that no forces follow, and columns of multipliers.
    pub(super) others: Vec<usize>,
    /// Pairs, of two displacements and of the same the other way round.
    pub(super) pairs: Vec<[usize; 2]>,
    /// Those of one rope side by side.
    pub(super) laws: Vec<Law>,
    /// What displacements have in the equations of laws.
    pub(super) of_laws: Vec<usize>,
    /// Of displacements with themselves.
    pub(super) diagonals: Vec<usize>,
}

impl Places {
    pub(super) fn new(model: &ConstrainedModel) -> Self {
        let is_multiplier = model.is_multiplier();
        let mut is_law = vec![false; is_multiplier.len()];
        model.equations.laws(|unknown| is_law[unknown] = true);
        let is_constraint = |row: usize| is_multiplier[row] && !is_law[row];
        let entries = model.structure.entries();
        let places = || entries.iter().map(|&(row, column)| [row as usize, column as usize]);
        let mut diagonals = vec![0; is_multiplier.len()];
        let on_diagonal = places().enumerate().filter(|(_, [row, column])| row == column);
        on_diagonal.for_each(|(place, [row, _])| diagonals[row] = place);
        let of_laws = places()
            .enumerate()
            .filter(|(_, [row, column])| is_law[*row] && !is_multiplier[*column])
            .map(|(place, _)| place)
            .collect();
        let displaced_alone = (0..diagonals.len()).filter(|&unknown| !is_multiplier[unknown]);
        let laws = model.multipliers.iter().filter(|&&(_, unknown, _)| is_law[unknown]);
        let law = |&(owner, unknown, _): &_| Law { unknown, diagonal: diagonals[unknown], owner };
        // By both unknowns, the smaller one first: the two of a pair are neighbours then.
        let mut displaced: Vec<_> = places()
            .enumerate()
            .filter(|(_, entry)| {
                entry[0] != entry[1] && entry.iter().all(|&own| !is_multiplier[own])
            })
            .map(|(place, [row, column])| ((row.min(column), row.max(column)), place))
            .collect();
        displaced.sort_unstable();
        let pairs = displaced.chunk_by(|one, other| one.0 == other.0);
        let is_other = |[row, column]: [usize; 2]| is_constraint(row) || is_multiplier[column];
        let others = places().enumerate().filter(|(_, entry)| is_other(*entry));
        Self {
            others: others.map(|(place, _)| place).collect(),
            pairs: pairs.filter_map(|pair| Some([pair.first()?.1, pair.get(1)?.1])).collect(),
            laws: laws.map(law).collect(),
            of_laws,
            diagonals: displaced_alone.map(|unknown| diagonals[unknown]).collect(),
        }
    }
}
