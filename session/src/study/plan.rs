//! Which variants there are: all combinations, the last parameter changing fastest. What is drawn goes together, as one parameter does,
//! and changes fastest; and so do the columns of a table of cases, whose place is that of what its rows are called.

use cdl_compiler::Compilation;
use cdl_compiler::typed::{self, Variation, Varied};
use cdl_runtime::results::Column;

use super::Cells;
use crate::written::in_unit;
use cdl_runtime::results::study::{Cell, VariedBy};

pub(super) struct Plan {
    variations: Vec<Variation>,
}

impl Plan {
    pub(super) fn new(compilation: &Compilation) -> Self {
        let experiment = compilation.model.experiment.as_ref();
        Self { variations: experiment.map_or_else(Vec::new, |own| own.variations.clone()) }
    }

    pub(super) fn count(&self) -> usize {
        self.digits().product()
    }

    /// How many draws there are, where anything is drawn.
    pub(super) fn draws(&self) -> Option<usize> {
        self.variations
            .iter()
            .find(|own| own.origin == typed::VariedBy::Draws)
            .map(|own| own.values.len())
    }

    /// Of each parameter, of each table of cases, and of all that are drawn, how many values there are.
    fn digits(&self) -> impl Iterator<Item = usize> {
        let varied = self.variations.iter().filter(|own| changes_alone(own));
        varied.map(|own| own.values.len()).chain(self.draws())
    }

    /// Of each column, where its values come from.
    pub(super) fn origins(&self) -> Vec<VariedBy> {
        let of = |own: &Variation| match own.origin {
            typed::VariedBy::Values => VariedBy::Values,
            typed::VariedBy::Draws => VariedBy::Draws,
            typed::VariedBy::Case => VariedBy::Case,
            typed::VariedBy::OfCase => VariedBy::OfCase,
        };
        self.variations.iter().map(of).collect()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.variations.iter().map(|own| own.name.as_str())
    }

    pub(super) fn columns(&self) -> Vec<Column> {
        self.variations.iter().map(|own| Column::new(own.name.clone(), own.unit.clone())).collect()
    }

    /// Of one variant, each parameter with its value.
    pub(super) fn point(&self, index: usize) -> Vec<(&Variation, &Varied)> {
        let mut row = self.row(index);
        row.retain(|(own, _)| own.origin != typed::VariedBy::Case);
        row
    }

    /// Of one variant, the value of each column.
    fn row(&self, index: usize) -> Vec<(&Variation, &Varied)> {
        let drawn = self.draws().unwrap_or(1);
        let (draw, mut rest) = (index % drawn, index / drawn);
        let mut point: Vec<(&Variation, &Varied)> = Vec::with_capacity(self.variations.len());
        for variation in self.variations.iter().rev() {
            let count = variation.values.len();
            let at = if variation.origin == typed::VariedBy::Draws { draw } else { rest % count };
            point.push((variation, &variation.values[at]));
            if changes_alone(variation) {
                rest /= count;
            }
        }
        point.reverse();
        point
    }

    /// The smallest and the largest number of each parameter.
    pub(super) fn extremes(&self) -> Vec<(&Variation, &Varied)> {
        let mut found = Vec::new();
        for own in &self.variations {
            let numbers = own.values.iter().filter_map(|value| Some((value, value.number?)));
            let by_number = |a: &(&Varied, f64), b: &(&Varied, f64)| a.1.total_cmp(&b.1);
            let (least, most) = (numbers.clone().min_by(by_number), numbers.max_by(by_number));
            found.extend(least.into_iter().chain(most).map(|(value, _)| (own, value)));
        }
        found
    }

    /// The same in the units in which they are shown.
    pub(super) fn cells(&self, index: usize) -> Cells {
        let cell = |(variation, value): (&Variation, &Varied)| match value.number {
            Some(number) => Cell::Number(in_unit(number, variation.factor)),
            None if variation.origin == typed::VariedBy::Case => Cell::Word(value.text.clone()),
            None => Cell::Word(value.word()),
        };
        self.row(index).into_iter().map(cell).collect()
    }
}

/// Whether it has a place of its own in the order of the variants; what has none goes with another one.
fn changes_alone(own: &Variation) -> bool {
    match own.origin {
        typed::VariedBy::Values | typed::VariedBy::Case => true,
        typed::VariedBy::Draws | typed::VariedBy::OfCase => false,
    }
}
