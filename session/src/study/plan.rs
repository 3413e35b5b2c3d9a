//! Which variants there are: all combinations, the last parameter changing fastest. What is drawn goes together, as one parameter does,
//! and changes fastest.

use cdl_compiler::Compilation;
use cdl_compiler::typed::{Variation, Varied};
use cdl_runtime::results::Column;

use super::Cells;
use crate::written::in_unit;
use cdl_runtime::results::study::Cell;

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
        self.variations.iter().find(|own| own.is_drawn).map(|own| own.values.len())
    }

    /// Of each parameter, and of all that are drawn, how many values there are.
    fn digits(&self) -> impl Iterator<Item = usize> {
        let varied = self.variations.iter().filter(|own| !own.is_drawn);
        varied.map(|own| own.values.len()).chain(self.draws())
    }

    /// Of each column, whether it is drawn.
    pub(super) fn drawn(&self) -> Vec<bool> {
        self.variations.iter().map(|own| own.is_drawn).collect()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.variations.iter().map(|own| own.name.as_str())
    }

    pub(super) fn columns(&self) -> Vec<Column> {
        self.variations.iter().map(|own| Column::new(own.name.clone(), own.unit.clone())).collect()
    }

    /// Of one variant, each parameter with its value.
    pub(super) fn point(&self, index: usize) -> Vec<(&Variation, &Varied)> {
        let drawn = self.draws().unwrap_or(1);
        let (draw, mut rest) = (index % drawn, index / drawn);
        let mut point: Vec<(&Variation, &Varied)> = Vec::with_capacity(self.variations.len());
        for variation in self.variations.iter().rev() {
            let count = variation.values.len();
            let at = if variation.is_drawn { draw } else { rest % count };
            point.push((variation, &variation.values[at]));
            if !variation.is_drawn {
                rest /= count;
            }
        }
        point.reverse();
        point
    }

    /// Variants with the smallest and with the largest number of each parameter, and the first values of all others.
    pub(super) fn extremes(&self) -> Vec<usize> {
        let (mut found, mut stride) = (Vec::new(), self.draws().unwrap_or(1));
        for variation in self.variations.iter().rev() {
            let numbers = variation.values.iter().enumerate();
            let numbers = numbers.filter_map(|(k, value)| Some((k, value.number?)));
            let by_number = |a: &(usize, f64), b: &(usize, f64)| a.1.total_cmp(&b.1);
            let (least, most) = (numbers.clone().min_by(by_number), numbers.max_by(by_number));
            let step = if variation.is_drawn { 1 } else { stride };
            found.extend(least.into_iter().chain(most).map(|(k, _)| k * step));
            if !variation.is_drawn {
                stride *= variation.values.len();
            }
        }
        found
    }

    /// The same in the units in which they are shown.
    pub(super) fn cells(&self, index: usize) -> Cells {
        let cell = |(variation, value): (&Variation, &Varied)| match value.number {
            Some(number) => Cell::Number(in_unit(number, variation.factor)),
            None => Cell::Word(value.text.trim_matches('"').to_owned()),
        };
        self.point(index).into_iter().map(cell).collect()
    }
}
