//! The smallest and the largest of each recorded number of a study, with the variants that have them.

use super::table::{StudyRow, StudyTable};
use crate::results::{Column, rounded};

/// Of each column, with its name: such as `from 1.2 m (mass = 3 kg) to 4 m (mass = 1 kg)`. What has no bounds is larger than
/// all else. Variants that have no value are counted.
///
/// Nothing where parameters are drawn, as [spreads](super::spread) say more then.
pub(super) fn ends(table: &StudyTable) -> Vec<(String, String)> {
    if table.has_draws() || table.rows.is_empty() {
        return Vec::new();
    }
    // How well a derivative is known and what is drawn along are no results of their own.
    let is_beside = |name: &str| name.ends_with(".error") || name.ends_with(".over");
    let columns = table.columns.iter().enumerate().filter(|(_, own)| !is_beside(&own.name));
    columns.map(|(index, column)| (column.name.clone(), of_column(table, index, column))).collect()
}

/// Of one column, in words.
fn of_column(table: &StudyTable, index: usize, column: &Column) -> String {
    let known = |row: &'_ StudyRow| {
        let value = row.values.get(index).copied().filter(|own| !own.is_nan());
        value.filter(|_| row.ended.is_good())
    };
    let all: Vec<(f64, &StudyRow)> =
        table.rows.iter().filter_map(|row| Some((known(row)?, row))).collect();
    let Some(&first) = all.first() else { return "no value in any variant".to_owned() };
    let [least, most] = all.iter().fold([first; 2], |[least, most], own| {
        let least = if own.0 < least.0 { *own } else { least };
        [least, if own.0 > most.0 { *own } else { most }]
    });
    let shown = |value: f64| match value.is_finite() {
        true => format!("{}{}", rounded(value, 6), column.suffix()),
        false => "without bounds".to_owned(),
    };
    let count = match all.len() == table.rows.len() {
        true => String::new(),
        false => format!(", in {} of {} variants", all.len(), table.rows.len()),
    };
    if least.0 == most.0 {
        let each = if count.is_empty() { " in each variant" } else { "" };
        return format!("{}{each}{count}", shown(least.0));
    }
    let end = |(value, row): (f64, &StudyRow)| format!("{} ({})", shown(value), table.variant(row));
    format!("from {} to {}{count}", end(least), end(most))
}
