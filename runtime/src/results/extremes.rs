//! The smallest and the largest value of each recorded quantity over the rows of a run, and when they were.

use serde::Serialize;

use super::Column;
use super::number::rounded;

/// Columns that are looked at; of more, which no page shows either, the first ones.
const MOST: usize = 1000;

/// A value at an instant.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct At {
    /// In the unit of the quantity.
    pub value: f64,
    /// s; the first time. Absent at rest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    /// m along the cable from its start, for a profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub along: Option<f64>,
}

/// Between which values a recorded quantity was.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Extremes {
    pub name: String,
    pub smallest: At,
    pub largest: At,
    /// The symbol of the unit that the values are in; empty for a pure number.
    pub unit: String,
}

impl Extremes {
    /// Such as `min 12.1 N at 0 s, max 786.31 N at 5.98 s`, of a profile `min 12.1 N at 20 m and 0 s, ...`.
    pub(super) fn shown(&self) -> String {
        let unit = Column::new("", &*self.unit).suffix();
        let scale = self.smallest.value.abs().max(self.largest.value.abs());
        // Beside the other one it is rounding.
        let value = |own: At| if own.value.abs() < 1e-14 * scale { 0.0 } else { own.value };
        let of = |own: At| format!("{}{unit}", rounded(value(own), 5));
        if self.smallest.value == self.largest.value {
            return format!("{} in every row", of(self.smallest));
        }
        let at = |own: At| {
            let places = [(own.along, "m"), (own.time, "s")];
            let known = places.into_iter().filter_map(|(at, unit)| Some((at?, unit)));
            let known: Vec<String> =
                known.map(|(at, unit)| format!("{} {unit}", rounded(at, 5))).collect();
            format!("{} at {}", of(own), known.join(" and "))
        };
        format!("min {}, max {}", at(self.smallest), at(self.largest))
    }
}

/// Looks at rows as they come. What is not finite is passed over.
#[derive(Clone, Debug)]
pub(super) struct Lookout {
    /// Absent for one that is left out.
    columns: Vec<Option<Column>>,
    found: Vec<Option<(At, At)>>,
}

impl Lookout {
    pub(super) fn new(columns: &[Column]) -> Self {
        let columns: Vec<_> = columns.iter().take(MOST).cloned().map(Some).collect();
        Self { found: vec![None; columns.len()], columns }
    }

    /// Of these columns nothing is told.
    pub(super) fn leave_out(&mut self, columns: impl Iterator<Item = usize>) {
        for column in columns {
            if let Some(column) = self.columns.get_mut(column) {
                *column = None;
            }
        }
    }

    pub(super) fn push(&mut self, time: f64, values: &[f64]) {
        for (found, &value) in self.found.iter_mut().zip(values) {
            if !value.is_finite() {
                continue;
            }
            let here = At { value, time: Some(time), along: None };
            let (smallest, largest) = found.get_or_insert((here, here));
            if value < smallest.value {
                *smallest = here;
            }
            if value > largest.value {
                *largest = here;
            }
        }
    }

    /// Of each column that had a number.
    pub(super) fn found(&self) -> Vec<Extremes> {
        let of = |(column, found): (&Option<Column>, &Option<(At, At)>)| {
            let (column, (smallest, largest)) = (column.as_ref()?, (*found)?);
            let (name, unit) = (column.name.clone(), column.unit.clone());
            Some(Extremes { name, smallest, largest, unit })
        };
        self.columns.iter().zip(&self.found).filter_map(of).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Column, Lookout};

    #[test]
    fn the_first_of_equal_values_is_named_and_what_is_no_number_is_passed_over() {
        let columns = ["a", "b", "c", "d"].map(|name| Column::new(name, "kN"));
        let mut lookout = Lookout::new(&columns);
        for (time, row) in [
            (0.0, [f64::NAN, 3.0, f64::INFINITY, 0.0]),
            (0.5, [2.0, 3.0, f64::NAN, -1.0]),
            (1.0, [-1.25, 3.0, f64::NAN, 0.0]),
            (1.5, [2.0, 3.0, f64::NAN, 1e-20]),
        ] {
            lookout.push(time, &row);
        }
        let shown: Vec<String> = lookout.found().iter().map(|own| own.shown()).collect();
        assert_eq!(
            shown,
            [
                "min -1.25 kN at 1 s, max 2 kN at 0.5 s",
                "3 kN in every row",
                "min -1 kN at 0.5 s, max 0 kN at 1.5 s"
            ]
        );
    }
}
