//! Which row of one table belongs to which of another.

use std::collections::HashMap;

use super::results::{Cells, Results};

/// A row of the first table, and where that is in the second: before which row, and how far on to it.
pub struct Pair {
    pub at: f64,
    pub one: usize,
    pub two: usize,
    pub share: f64,
}

/// What belongs together, and what is to be said of it.
#[derive(Default)]
pub struct Paired {
    pub pairs: Vec<Pair>,
    pub note: Option<String>,
    /// Rows that have no partner.
    pub mismatch: Option<String>,
}

/// The rows that both have, or between rows of the second. Otherwise why there are none.
pub fn paired(a: &Results, b: &Results) -> Result<Paired, String> {
    if a.axis.heading != b.axis.heading {
        return Err(format!(
            "the rows go along `{}` in the first, and `{}` in the second",
            a.axis.heading, b.axis.heading
        ));
    }
    match (a.varied, b.varied) {
        (Some(_), Some(_)) => variants(a, b),
        (None, None) => instants(a, b),
        (_, _) => Err("the rows of one are variants, and not those of the other".to_owned()),
    }
}

/// Each with the one that has the same values of what is varied.
fn variants(a: &Results, b: &Results) -> Result<Paired, String> {
    let (one, two) = (names(a), names(b));
    let in_order = |note: Option<String>| Paired {
        pairs: (0..a.rows()).map(|row| pair(a, row, row)).collect(),
        note,
        mismatch: None,
    };
    if one == two {
        return Ok(in_order(None));
    }
    let places: HashMap<&[String], usize> =
        two.iter().enumerate().map(|(row, own)| (own.as_slice(), row)).collect();
    let pairs: Vec<Pair> = one
        .iter()
        .enumerate()
        .filter_map(|(row, own)| Some(pair(a, row, *places.get(own.as_slice())?)))
        .collect();
    match pairs.len() {
        0 if a.rows() == b.rows() => Ok(in_order(Some(
            "variants differ, and are compared one by one in their order".to_owned(),
        ))),
        0 => Err(format!(
            "there are {} variants and {}, and none of them is in both",
            a.rows(),
            b.rows()
        )),
        both => {
            let only = |rows: usize| rows.saturating_sub(both);
            let mismatch = format!(
                "{both} variants are in both; {} are only in the first, and {} only in the second",
                only(a.rows()),
                only(b.rows())
            );
            Ok(Paired { pairs, note: None, mismatch: Some(mismatch) })
        }
    }
}

/// Of each variant what tells it from the others.
fn names(results: &Results) -> Vec<Vec<String>> {
    let columns = std::iter::once(&results.axis).chain(&results.columns);
    let varied: Vec<_> = columns.take(results.varied.unwrap_or(1)).collect();
    let cell = |cells: &Cells, row: usize| match cells {
        // Another unit rounds.
        Cells::Numbers(numbers) => numbers[row].map_or(String::new(), |own| format!("{own:.11e}")),
        Cells::Words(words) => words[row].clone(),
    };
    let name = |row| varied.iter().map(|column| cell(&column.cells, row)).collect();
    (0..results.rows()).map(name).collect()
}

fn pair(a: &Results, one: usize, two: usize) -> Pair {
    let at = match &a.axis.cells {
        Cells::Numbers(numbers) => numbers[one].unwrap_or(f64::NAN),
        Cells::Words(_) => one as f64,
    };
    Pair { at, one, two, share: 0.0 }
}

/// Rows along an axis.
fn instants(a: &Results, b: &Results) -> Result<Paired, String> {
    if a.axis.cells == b.axis.cells {
        let pairs = (0..a.rows()).map(|row| pair(a, row, row)).collect();
        return Ok(Paired { pairs, ..Paired::default() });
    }
    let numbers = |results: &Results| match &results.axis.cells {
        Cells::Numbers(numbers) => numbers.iter().copied().collect::<Option<Vec<f64>>>(),
        Cells::Words(_) => None,
    };
    let (Some(one), Some(two)) = (numbers(a), numbers(b)) else {
        return Err("the rows are not the same".to_owned());
    };
    let rises = |own: &[f64]| own.windows(2).all(|pair| pair[0] < pair[1]);
    if !rises(&one) || !rises(&two) {
        return Err(format!(
            "there are {} rows and {}, which do not belong together",
            one.len(),
            two.len()
        ));
    }
    let mut pairs = Vec::new();
    for (row, &at) in one.iter().enumerate() {
        let after = two.partition_point(|own| *own <= at);
        let (Some(before), last) = (after.checked_sub(1), two.len() - 1) else { continue };
        if before == last && at > two[last] {
            continue;
        }
        let share = match two.get(after) {
            Some(next) => (at - two[before]) / (next - two[before]),
            None => 0.0,
        };
        pairs.push(Pair { at, one: row, two: before, share });
    }
    if pairs.is_empty() {
        return Err("the rows are about different parts of the axis".to_owned());
    }
    let note = format!(
        "rows differ ({} and {}): {} of the first are compared, between rows of the second by straight lines",
        one.len(),
        two.len(),
        pairs.len()
    );
    Ok(Paired { pairs, note: Some(note), mismatch: None })
}
