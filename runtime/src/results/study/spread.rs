//! What draws of parameters make of a number: mean, standard deviation and percentiles over the variants.

use serde::Serialize;

use super::table::{Cell, StudyRow, StudyTable, VariantEnd, VariedBy};
use crate::results::{Column, rounded};

/// Of one recorded number, over the variants with one combination of what is varied besides.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Spread {
    /// Of the recorded number.
    pub(super) name: String,
    pub(super) unit: String,
    /// `length = 12 m`, or empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) with: String,
    /// Of how many variants.
    pub(super) count: usize,
    /// In the unit, as all that follows.
    pub(super) mean: f64,
    /// With one less than their number; zero of one.
    pub(super) deviation: f64,
    pub(super) least: f64,
    pub(super) percent_5: f64,
    /// Half of the draws are below it.
    pub(super) median: f64,
    pub(super) percent_95: f64,
    pub(super) most: f64,
}

impl Spread {
    /// Such as `1.21 m ± 0.13 m; 5 % below 1.02 m, half below 1.2 m, 95 % below 1.43 m; 0.9 m to 1.6 m`.
    pub(super) fn shown(&self) -> String {
        let unit = Column::new(String::new(), self.unit.clone()).suffix();
        let [mean, deviation, least, five, median, most_of_them, most] = [
            self.mean,
            self.deviation,
            self.least,
            self.percent_5,
            self.median,
            self.percent_95,
            self.most,
        ]
        .map(|value| rounded(value, 5));
        format!(
            "mean {mean}{unit}, deviation {deviation}; 5 % below {five}, half below {median}, 95 % below {most_of_them}; from {least} to {most}"
        )
    }
}

/// Nothing where nothing is drawn.
pub(super) fn spreads(table: &StudyTable) -> Vec<Spread> {
    let mut found = Vec::new();
    if !table.has_draws() {
        return found;
    }
    for (with, rows) in groups(table) {
        for (index, column) in table.columns.iter().enumerate() {
            let values = sorted(&rows, index);
            if values.is_empty() {
                continue;
            }
            let count = values.len();
            let mean = values.iter().sum::<f64>() / count as f64;
            let square: f64 = values.iter().map(|own| (own - mean).powi(2)).sum();
            found.push(Spread {
                name: column.name.clone(),
                unit: column.unit.clone(),
                with: with.clone(),
                count,
                mean,
                deviation: (square / (count - 1).max(1) as f64).sqrt(),
                least: values[0],
                percent_5: share(&values, 0.05),
                median: share(&values, 0.5),
                percent_95: share(&values, 0.95),
                most: values[count - 1],
            });
        }
    }
    found
}

/// The table by ranks in place of draws: of each number the smallest, the next one, and so on, over the share of variants that is
/// below it. Nothing where nothing is drawn.
pub(super) fn by_share(table: &StudyTable) -> Option<StudyTable> {
    if !table.has_draws() {
        return None;
    }
    let others: Vec<usize> = (0..table.varied.len()).filter(|own| !table.is_drawn(*own)).collect();
    let mut varied = vec![Column::new("variants below", "%")];
    varied.extend(others.iter().map(|own| table.varied[*own].clone()));
    let mut rows = Vec::new();
    for (_, group) in groups(table) {
        let columns: Vec<Vec<f64>> =
            (0..table.columns.len()).map(|index| sorted(&group, index)).collect();
        for rank in 0..group.len() {
            let percent = 100.0 * (rank as f64 + 0.5) / group.len() as f64;
            let cells = others.iter().filter_map(|own| group[rank].varied.get(*own).cloned());
            let at = |values: &Vec<f64>| values.get(rank).copied().unwrap_or(f64::NAN);
            rows.push(StudyRow {
                varied: std::iter::once(Cell::Number(percent)).chain(cells).collect(),
                values: columns.iter().map(at).collect(),
                verdicts: Vec::new(),
                ended: VariantEnd::Completed,
                message: String::new(),
                notes: Vec::new(),
            });
        }
    }
    let by = others.iter().filter_map(|own| table.by.get(*own).copied());
    let by = std::iter::once(VariedBy::Values).chain(by).collect();
    let (columns, criteria) = (table.columns.clone(), Vec::new());
    Some(StudyTable { varied, by, columns, criteria, rows, missing: 0 })
}

/// Variants that came to their end, by what is varied and not drawn, in the order in which they come.
fn groups(table: &StudyTable) -> Vec<(String, Vec<&StudyRow>)> {
    let mut found: Vec<(String, Vec<&StudyRow>)> = Vec::new();
    for row in table.rows.iter().filter(|row| row.ended.is_good()) {
        let with = table.without_draws(row);
        // The draws of one combination follow each other.
        match found.last_mut().filter(|(own, _)| *own == with) {
            Some((_, rows)) => rows.push(row),
            None => found.push((with, vec![row])),
        }
    }
    found
}

/// The finite values of a column.
fn sorted(rows: &[&StudyRow], column: usize) -> Vec<f64> {
    let values = rows.iter().filter_map(|row| row.values.get(column).copied());
    let mut values: Vec<f64> = values.filter(|own| own.is_finite()).collect();
    values.sort_by(f64::total_cmp);
    values
}

/// What so large a share is below: linear between the values, the smallest of which is at 0 and the largest at 1.
fn share(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    let below = place.floor() as usize;
    let above = (below + 1).min(sorted.len() - 1);
    sorted[below] + (sorted[above] - sorted[below]) * (place - below as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0 to 100 in another order, with two that failed, for each of two lengths.
    #[test]
    fn percentiles_are_those_of_what_came_to_its_end() {
        let row = |length: f64, k: u32| StudyRow {
            varied: vec![Cell::Number(length), Cell::Number(f64::from(k))],
            values: vec![f64::from((k * 37) % 101) * length],
            verdicts: Vec::new(),
            ended: if k < 101 { VariantEnd::Completed } else { VariantEnd::Failed },
            message: String::new(),
            notes: Vec::new(),
        };
        let rows = (0..103).map(|k| row(1.0, k)).chain((0..103).map(|k| row(2.0, k)));
        let table = StudyTable {
            varied: vec![Column::new("length", "m"), Column::new("mass", "kg")],
            by: vec![VariedBy::Values, VariedBy::Draws],
            columns: vec![Column::new("tension", "N")],
            criteria: Vec::new(),
            rows: rows.collect(),
            missing: 0,
        };
        let found = spreads(&table);
        assert_eq!(found.len(), 2);
        let [one, two] = found.as_slice() else { panic!("two") };
        assert_eq!((one.with.as_str(), one.count), ("length = 1 m", 101));
        assert_eq!((one.mean, one.least, one.most), (50.0, 0.0, 100.0));
        assert_eq!((one.percent_5, one.median, one.percent_95), (5.0, 50.0, 95.0));
        assert!((one.deviation - 858.5_f64.sqrt()).abs() < 1e-12);
        assert_eq!((two.mean, two.percent_95), (100.0, 190.0));
        let ranks = by_share(&table).expect("draws");
        assert_eq!(ranks.rows.len(), 202);
        assert_eq!(ranks.rows[0].values, [0.0]);
        assert_eq!(ranks.rows[201].values, [200.0]);
        assert!(spreads(&StudyTable { by: vec![VariedBy::Values; 2], ..table }).is_empty());
    }
}
