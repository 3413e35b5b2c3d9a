//! Where a recorded quantity swings least and most, and what of that is rounding.
//!
//! Solutions with matrices are known to the last digits of what moves most, those by sweeps to these of what each joint lets pass, and differences between
//! states along them to those of where everything is: what is far less is noise, and looks like any other number. So the rows where a quantity is smallest and
//! largest are computed once more with other last digits.

use std::ops::Range;

use nalgebra::Complex;

use super::rounding::{DROWNED, Drowned};
use crate::mechanism::OutputColumn;
use crate::model::Model;

/// Rows that are computed twice at the most.
const MOST_LOOKED_AT_AGAIN: usize = 8;

/// Differences that disagree are extrapolated, and what they are extrapolated to is known far better, unless what they disagree by is rounding: then it is a large part
/// of what is left.
const PLAIN: f64 = 0.05;

/// A row's place, and how a quantity swings there.
type Seen = Option<(f64, Vec<Complex<f64>>)>;

/// Of each recorded quantity the rows where it swings least and most.
pub(super) struct Extremes {
    /// Names, and which columns are theirs.
    quantities: Vec<(String, Range<usize>)>,
    /// In the same order.
    rows: Vec<[Seen; 2]>,
    /// In the same order: the largest share that what an input does at once may be off by, and where.
    doubtful: Vec<Option<(f64, f64)>>,
}

impl Extremes {
    /// Before any row.
    pub(super) fn new(model: &Model) -> Self {
        let mut first = 0;
        let quantity = |own: &OutputColumn| {
            let columns = first..first + own.nodes.len();
            first = columns.end;
            (own.name.clone(), columns)
        };
        let quantities: Vec<_> = model.mechanism.outputs.iter().map(quantity).collect();
        let rows = vec![[None, None]; quantities.len()];
        let doubtful = vec![None; quantities.len()];
        Self { quantities, rows, doubtful }
    }

    /// What swings in a row, and by how much that may be off by what the input does at once.
    pub(super) fn see(&mut self, at: f64, swings: &[Complex<f64>], doubts: &[f64]) {
        let all = self.quantities.iter().zip(&mut self.rows).zip(&mut self.doubtful);
        for (((_, columns), [least, most]), doubtful) in all {
            let own = &swings[columns.clone()];
            let size = largest(own);
            let doubt = doubts[columns.clone()].iter().copied().fold(0.0, f64::max);
            let share = doubt / size;
            if share > PLAIN && size > 0.0 && doubtful.is_none_or(|(before, _)| share > before) {
                *doubtful = Some((share, at));
            }
            if least.as_ref().is_none_or(|(_, before)| size < largest(before)) {
                *least = Some((at, own.to_vec()));
            }
            if most.as_ref().is_none_or(|(_, before)| size > largest(before)) {
                *most = Some((at, own.to_vec()));
            }
        }
    }

    /// Those of which too much is rounding, where `again` has all that swings in a row at that place with
    /// other last digits. Of each the worst of what is known: no more than eight rows are computed again.
    pub(super) fn drowned(
        self,
        mut again: impl FnMut(f64) -> Option<Vec<Complex<f64>>>,
    ) -> Vec<Drowned> {
        let mut known: Vec<(f64, Option<Vec<Complex<f64>>>)> = Vec::new();
        let mut drowned = Vec::new();
        let all = self.quantities.into_iter().zip(self.rows).zip(self.doubtful);
        for (((name, columns), rows), mut worst) in all {
            // What swings anywhere is nothing nowhere else, but for rounding.
            let swings = rows.iter().flatten().any(|(_, own)| largest(own) > 0.0);
            for (at, own) in rows.iter().flatten().filter(|_| swings) {
                if !known.iter().any(|(other, _)| other == at) {
                    if known.len() == MOST_LOOKED_AT_AGAIN {
                        continue;
                    }
                    known.push((*at, again(*at)));
                }
                let found = known.iter().find(|(other, _)| other == at);
                let Some((_, Some(other))) = found else { continue };
                let other = &other[columns.clone()];
                let off = own.iter().zip(other).map(|(a, b)| (a - b).norm()).fold(0.0, f64::max);
                let size = largest(own).max(largest(other));
                let share = if size > 0.0 { off / size } else { 1.0 };
                if worst.is_none_or(|(before, _)| share > before) {
                    worst = Some((share, *at));
                }
            }
            if let Some((share, at)) = worst.filter(|(share, _)| *share > DROWNED) {
                drowned.push(Drowned { columns, share, at, name });
            }
        }
        drowned
    }
}

/// Of these, by amplitude. Components of one vector are one quantity, so that one of them that is nothing is not doubted beside the
/// others.
fn largest(swings: &[Complex<f64>]) -> f64 {
    swings.iter().map(|own| own.norm()).fold(0.0, f64::max)
}
