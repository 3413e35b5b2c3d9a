//! Where a recorded quantity swings least, and what of that is rounding.
//!
//! Solutions with matrices are known to the last digits of what moves most, and so are differences between states along them: what is far less than
//! that is noise, and looks like any other number. So the row where a quantity is smallest is computed once more with other last digits.

use std::ops::Range;

use nalgebra::Complex;

use super::rounding::Drowned;
use crate::mechanism::OutputColumn;
use crate::model::Model;

/// Rows that are computed twice at the most.
const MOST_LOOKED_AT_AGAIN: usize = 8;

/// Of each recorded quantity the row where it swings least.
pub(super) struct Quietest {
    /// Names, and which columns are theirs.
    quantities: Vec<(String, Range<usize>)>,
    /// In the same order; the place of the row, and how it swings there.
    rows: Vec<Option<(f64, Vec<Complex<f64>>)>>,
    /// In the same order: whether it swings in any row. What does is nothing nowhere else, but for rounding.
    swings: Vec<bool>,
}

impl Quietest {
    /// Before any row.
    pub(super) fn new(model: &Model) -> Self {
        let mut first = 0;
        let quantity = |own: &OutputColumn| {
            let columns = first..first + own.nodes.len();
            first = columns.end;
            (own.name.clone(), columns)
        };
        let quantities: Vec<_> = model.mechanism.outputs.iter().map(quantity).collect();
        let (rows, swings) = (vec![None; quantities.len()], vec![false; quantities.len()]);
        Self { quantities, rows, swings }
    }

    /// What swings in a row.
    pub(super) fn see(&mut self, at: f64, swings: &[Complex<f64>]) {
        let all = self.quantities.iter().zip(&mut self.rows).zip(&mut self.swings);
        for (((_, columns), row), does_swing) in all {
            let own = &swings[columns.clone()];
            let size = largest(own);
            *does_swing |= size > 0.0;
            if row.as_ref().is_none_or(|(_, before)| size < largest(before)) {
                *row = Some((at, own.to_vec()));
            }
        }
    }

    /// What each is off by there, where `again` has the same with other last digits.
    pub(super) fn drowned(
        self,
        mut again: impl FnMut(f64) -> Option<Vec<Complex<f64>>>,
    ) -> Vec<Drowned> {
        let mut known: Vec<(f64, Option<Vec<Complex<f64>>>)> = Vec::new();
        let mut found = Vec::new();
        let all = self.quantities.into_iter().zip(self.rows).zip(self.swings);
        for (((name, columns), row), does_swing) in all {
            let Some((at, swings)) = row else { continue };
            if !known.iter().any(|(other, _)| *other == at) {
                if known.len() == MOST_LOOKED_AT_AGAIN {
                    continue;
                }
                known.push((at, again(at)));
            }
            let Some((_, Some(other))) = known.iter().find(|(other, _)| *other == at) else {
                continue;
            };
            let other = &other[columns];
            let off = swings.iter().zip(other).map(|(a, b)| (a - b).norm()).fold(0.0, f64::max);
            let size = largest(&swings).max(largest(other));
            if does_swing {
                let share = if size > 0.0 { off / size } else { 1.0 };
                found.push(Drowned { share, at, name });
            }
        }
        found
    }
}

/// Of these.
fn largest(swings: &[Complex<f64>]) -> f64 {
    swings.iter().map(|own| own.norm()).fold(0.0, f64::max)
}
