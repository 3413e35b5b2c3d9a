//! The smallest and the largest of each recorded number of a study, with the variants that have them.

use super::table::{StudyRow, StudyTable};
use crate::results::rounded;

/// Of each column that has any, with its name: such as `from 1.2 m (mass = 3 kg) to 4 m (mass = 1 kg)`.
///
/// Nothing where parameters are drawn, as [spreads](super::spread) say more then, and of variants that failed.
pub(super) fn ends(table: &StudyTable) -> Vec<(String, String)> {
    if table.has_draws() {
        return Vec::new();
    }
    let good = || table.rows.iter().filter(|row| row.ended.is_good());
    let line = |(index, column): (usize, &crate::results::Column)| {
        let mut known = good().filter_map(|row| {
            let value = row.values.get(index).copied()?;
            value.is_finite().then_some((value, row))
        });
        let first = known.next()?;
        let ends = known.fold([first; 2], |[least, most], own| {
            let least = if own.0 < least.0 { own } else { least };
            [least, if own.0 > most.0 { own } else { most }]
        });
        let [least, most] = ends.map(|(value, _)| rounded(value, 6));
        let unit = column.suffix();
        if ends.iter().all(|(value, _)| *value == 0.0) {
            return None;
        }
        let text = match least == most {
            true => format!("{least}{unit} in each variant"),
            false => {
                let [first, last] = ends.map(|(_, row): (f64, &StudyRow)| table.variant(row));
                format!("from {least}{unit} ({first}) to {most}{unit} ({last})")
            }
        };
        Some((column.name.clone(), text))
    };
    // How well a derivative is known and what is drawn along are no results of their own.
    let is_beside = |name: &str| name.ends_with(".error") || name.ends_with(".over");
    let columns = table.columns.iter().enumerate().filter(|(_, own)| !is_beside(&own.name));
    columns.filter_map(line).collect()
}
