//! One table in the units of another.

use cdl_compiler::units::convert;

use super::results::{Cells, Column, Results};

/// Columns that are called the same, and have another unit of the same dimension, in that of the first table; and what is to be said
/// of that.
pub fn in_units_of(a: &Results, b: Results) -> (Results, Vec<String>) {
    let mut notes = Vec::new();
    let mut adapted = |own: Column, model: Option<&Column>| {
        let Some(model) = model.filter(|model| model.heading != own.heading) else { return own };
        let ((_, to), (name, from)) = (split(&model.heading), split(&own.heading));
        let Ok(factor) = convert(from, to) else { return own };
        let Cells::Numbers(numbers) = own.cells else { return own };
        notes.push(format!("`{name}` is in {from} in the second, and compared in {to}"));
        let numbers = numbers.into_iter().map(|number| number.map(|own| own * factor)).collect();
        Column { heading: model.heading.clone(), cells: Cells::Numbers(numbers) }
    };
    let is_same = |one: &Column, other: &Column| split(&one.heading).0 == split(&other.heading).0;
    let of_axis = Some(&a.axis).filter(|own| is_same(own, &b.axis));
    let axis = adapted(b.axis, of_axis);
    let of_a = |own: &Column| a.columns.iter().find(|one| is_same(one, own));
    let columns = b
        .columns
        .into_iter()
        .map(|own| {
            let model = of_a(&own);
            adapted(own, model)
        })
        .collect();
    (Results { axis, columns, ..b }, notes)
}

/// `time [s]` as its name and its unit.
pub fn split(heading: &str) -> (&str, &str) {
    let parts = heading.strip_suffix(']').and_then(|own| own.rsplit_once(" ["));
    parts.unwrap_or((heading, ""))
}
