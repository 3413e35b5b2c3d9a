//! How far two tables are apart, column by column.

use super::pairs::{Pair, Paired, paired};
use super::results::{Cells, Column, Parameter, Results};
use super::sizes::by_sizes;
use super::units::{in_units_of, split};

/// Of two tables.
pub struct Compared {
    pub axis: String,
    pub rows: usize,
    /// What a reader should know.
    pub notes: Vec<String>,
    /// What is not the same and is no number.
    pub mismatches: Vec<String>,
    /// Of each column that both have, the largest first.
    pub differences: Vec<Difference>,
}

/// The largest difference of a column.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    pub name: String,
    pub unit: String,
    pub amount: f64,
    /// Of the largest value of the column, or of its vector, in either table; infinite where one has a number and the other none.
    pub share: f64,
    pub largest: f64,
    /// The largest number of its unit, where this one is no more than rounding beside it; `share` is that of such rounding then.
    pub beside: Option<f64>,
    /// Where on the axis, and the values there, if any.
    pub at: f64,
    pub values: [Option<f64>; 2],
}

/// The curve along a cable that a column is a place of: `pulls` of `pulls[3]`, where there is a `pulls.length`.
pub fn profile<'n, 'o>(name: &'n str, all: impl IntoIterator<Item = &'o str>) -> Option<&'n str> {
    let curve = &name[..name.strip_suffix(']')?.rfind('[')?];
    let plot = curve.split('[').next()?;
    let is_length = |own: &str| own.strip_suffix(".length") == Some(plot);
    all.into_iter().any(is_length).then_some(curve)
}

impl Compared {
    pub fn is_within(&self, tolerance: f64) -> bool {
        self.mismatches.is_empty() && self.differences.iter().all(|own| own.share <= tolerance)
    }
}

impl Difference {
    /// Such as `0.012 m of 3.2 m (0.38 %), 3.19 m and 3.178 m at time = 4.2 s`.
    pub fn shown(&self, axis: &str) -> String {
        let unit = if self.unit.is_empty() { String::new() } else { format!(" {}", self.unit) };
        let (axis, unit_of_axis) = split(axis);
        let unit_of_axis =
            if unit_of_axis.is_empty() { String::new() } else { format!(" {unit_of_axis}") };
        let number = |value: f64| format!("{}{unit}", short(value));
        let place = format!("at {axis} = {}{unit_of_axis}", short(self.at));
        let [a, b] = self.values.map(|own| own.map_or("nothing".to_owned(), number));
        if let (Some(beside), true) = (self.beside, self.share.is_finite()) {
            let (amount, beside) = (number(self.amount), number(beside));
            format!("{amount}, which is rounding beside {beside}, {a} and {b} {place}")
        } else if self.share.is_finite() {
            let (amount, largest) = (number(self.amount), number(self.largest));
            let percent = short(100.0 * self.share);
            format!("{amount} of {largest} ({percent} %), {a} and {b} {place}")
        } else {
            format!("{a} and {b} {place}")
        }
    }
}

/// With six digits.
fn short(value: f64) -> String {
    let rounded: f64 = format!("{value:.5e}").parse().unwrap_or(value);
    let size = rounded.abs();
    if size == 0.0 || (1e-3..1e7).contains(&size) || !size.is_finite() {
        format!("{rounded}")
    } else {
        format!("{rounded:e}")
    }
}

/// The second as it differs from the first.
pub fn compared(a: &Results, b: Results) -> Compared {
    let mut mismatches = Vec::new();
    let (b, mut notes) = in_units_of(a, b);
    for (which, own) in [("first", a), ("second", &b)] {
        if let Some(trouble) = &own.trouble {
            mismatches.push(format!("the {which} did not come to a good end: {trouble}"));
        }
    }
    for Parameter { name, text, value } in &a.parameters {
        let other = b.parameters.iter().find(|own| own.name == *name);
        // However it was written.
        let is_same = |other: &Parameter| match (value, &other.value) {
            (Some(one), Some(other)) => one == other,
            (_, _) => other.text == *text,
        };
        if let Some(Parameter { text: other, .. }) = other.filter(|other| !is_same(other)) {
            notes.push(format!("{name} is {text} in the first, and {other} in the second"));
        }
    }
    let mut whole = Compared {
        axis: a.axis.heading.clone(),
        rows: 0,
        notes: Vec::new(),
        mismatches: Vec::new(),
        differences: Vec::new(),
    };
    let rows = match paired(a, &b) {
        Ok(Paired { pairs, note, mismatch }) => {
            notes.extend(note);
            mismatches.extend(mismatch);
            pairs
        }
        Err(why) => {
            mismatches.push(why);
            Vec::new()
        }
    };
    whole.rows = rows.len();
    for column in &a.columns {
        let Some(other) = b.columns.iter().find(|own| own.heading == column.heading) else {
            mismatches.push(format!("only the first has `{}`", column.heading));
            continue;
        };
        match (&column.cells, &other.cells) {
            (Cells::Numbers(one), Cells::Numbers(two)) if !rows.is_empty() => {
                let jumps = column.cells.are_whole() && other.cells.are_whole();
                let own = difference(&column.heading, (one, two), &rows, jumps);
                whole.differences.push(own);
            }
            (Cells::Numbers(_), Cells::Numbers(_)) => {}
            (one, two) => mismatches.extend(of_words(column, (one, two), &rows)),
        }
    }
    for column in &b.columns {
        if !a.columns.iter().any(|own| own.heading == column.heading) {
            mismatches.push(format!("only the second has `{}`", column.heading));
        }
    }
    whole.differences.extend(ends(a, &b));
    by_sizes(&mut whole.differences);
    whole.differences.sort_by(|a, b| b.share.total_cmp(&a.share));
    Compared { notes, mismatches, ..whole }
}

/// How far one goes beyond the other: rows that only one has are compared with nothing.
fn ends(a: &Results, b: &Results) -> Option<Difference> {
    let (Cells::Numbers(one), Cells::Numbers(two)) = (&a.axis.cells, &b.axis.cells) else {
        return None;
    };
    let values = [(*one.last()?)?, (*two.last()?)?];
    if a.varied.is_some() || a.axis.heading != b.axis.heading || values[0] == values[1] {
        return None;
    }
    let (name, unit) = split(&a.axis.heading);
    Some(Difference {
        name: format!("last {name}"),
        unit: unit.to_owned(),
        amount: (values[0] - values[1]).abs(),
        share: 0.0,
        largest: values[0].abs().max(values[1].abs()),
        beside: None,
        at: values[0].min(values[1]),
        values: values.map(Some),
    })
}

/// What `jumps` is a truth value or a counter, and has no values between those of its rows.
fn difference(
    heading: &str,
    (one, two): (&[Option<f64>], &[Option<f64>]),
    rows: &[Pair],
    jumps: bool,
) -> Difference {
    let (name, unit) = split(heading);
    let turns = unit == "deg" && name.ends_with(".phase");
    let mut found = Difference {
        name: name.to_owned(),
        unit: unit.to_owned(),
        amount: 0.0,
        share: 0.0,
        largest: 0.0,
        beside: None,
        at: rows.first().map_or(0.0, |own| own.at),
        values: [None; 2],
    };
    for pair in rows {
        let a = one[pair.one];
        let (before, after) = (two[pair.two], two.get(pair.two + 1).copied().flatten());
        let b = match (before, after) {
            (before, _) if pair.share == 0.0 => before,
            // It is one or the other, and nobody knows when it changes.
            (before, after) if jumps => {
                if a == after {
                    after
                } else {
                    before
                }
            }
            (Some(before), Some(after)) if turns => {
                Some(before + pair.share * signed(after - before))
            }
            (Some(before), Some(after)) => Some(before + pair.share * (after - before)),
            (_, _) => None,
        };
        for value in [a, b].into_iter().flatten().filter(|own| own.is_finite()) {
            found.largest = found.largest.max(value.abs());
        }
        let amount = match (a, b) {
            (None, None) => 0.0,
            (Some(a), Some(b)) if a == b || (a.is_nan() && b.is_nan()) => 0.0,
            (Some(a), Some(b)) if a.is_finite() && b.is_finite() => {
                if turns {
                    signed(a - b).abs()
                } else {
                    (a - b).abs()
                }
            }
            (_, _) => f64::INFINITY,
        };
        if amount > found.amount {
            (found.amount, found.at, found.values) = (amount, pair.at, [a, b]);
        }
    }
    found
}

/// Phases come round: 179 and -179 degrees are two apart.
fn signed(apart: f64) -> f64 {
    let rest = apart.rem_euclid(360.0);
    if rest > 180.0 { rest - 360.0 } else { rest }
}

/// Where words are not the same, the first place of it.
fn of_words(column: &Column, cells: (&Cells, &Cells), rows: &[Pair]) -> Option<String> {
    let word = |cells: &Cells, row: usize| match cells {
        Cells::Numbers(numbers) => {
            numbers.get(row).map(|own| own.map_or(String::new(), |own| format!("{own}")))
        }
        Cells::Words(words) => words.get(row).cloned(),
    };
    let differ = |pair: &&Pair| word(cells.0, pair.one) != word(cells.1, pair.two);
    let count = rows.iter().filter(differ).count();
    let first = rows.iter().find(differ)?;
    let [a, b] =
        [word(cells.0, first.one), word(cells.1, first.two)].map(Option::unwrap_or_default);
    Some(format!(
        "`{}` differs in {count} rows: `{a}` and `{b}` in row {}",
        column.heading,
        first.one + 1
    ))
}

#[cfg(test)]
mod tests {
    use super::super::findings::Findings;
    use super::*;

    fn results(axis: &[f64], values: &[f64]) -> Results {
        let column = |heading: &str, numbers: &[f64]| Column {
            heading: heading.to_owned(),
            cells: Cells::Numbers(numbers.iter().copied().map(Some).collect()),
        };
        Results {
            axis: column("time [s]", axis),
            columns: vec![column("b.x [m]", values)],
            trouble: None,
            findings: Findings::default(),
            parameters: Vec::new(),
            varied: None,
        }
    }

    #[test]
    fn the_largest_difference_is_found_with_its_place() {
        let found = compared(
            &results(&[0.0, 1.0, 2.0], &[1.0, -4.0, 2.0]),
            results(&[0.0, 1.0, 2.0], &[1.0, -4.0, 2.5]),
        );
        let own = &found.differences[0];
        assert_eq!(
            (own.amount, own.share, own.at, own.values),
            (0.5, 0.125, 2.0, [Some(2.0), Some(2.5)])
        );
        assert_eq!(own.shown(&found.axis), "0.5 m of 4 m (12.5 %), 2 m and 2.5 m at time = 2 s");
        assert!(found.is_within(0.125) && !found.is_within(0.12));
    }

    /// The tension at a free end is what a solver leaves of zero: it does not lead, however large a share of itself it differs by.
    #[test]
    fn what_is_rounding_beside_others_of_its_unit_does_not_lead() {
        let with = |end: f64, start: f64| {
            let mut own = results(&[0.0, 1.0], &[0.0, 1.0]);
            let cells = |value: f64| Cells::Numbers(vec![Some(value); 2]);
            let column =
                |name: &str, value| Column { heading: format!("{name} [N]"), cells: cells(value) };
            own.columns = vec![column("rope.end", end), column("rope.start", start)];
            own
        };
        let found = compared(&with(1e-14, 100.0), with(-2e-14, 100.1));
        let names: Vec<&str> = found.differences.iter().map(|own| own.name.as_str()).collect();
        assert_eq!(names, ["rope.start", "rope.end"]);
        let own = &found.differences[1];
        assert!(own.share > 0.0 && own.share < 1e-6, "{own:?}");
        let shown = own.shown(&found.axis);
        assert!(shown.starts_with("3e-14 N, which is rounding beside 100.1 N, "), "{shown}");
        // What is small and no rounding counts as it did.
        let found = compared(&with(1e-6, 100.0), with(2e-6, 100.1));
        assert_eq!(found.differences[0].name, "rope.end");
    }

    /// A straight line has the same values between whatever rows.
    #[test]
    fn other_rows_are_met_by_straight_lines() {
        let fine: Vec<f64> = (0..=40).map(|k| f64::from(k) * 0.25).collect();
        let line = |own: &[f64]| own.iter().map(|t| 3.0 * t - 1.0).collect::<Vec<f64>>();
        let coarse: Vec<f64> = (0..=7).map(|k| f64::from(k) * 10.0 / 7.0).collect();
        let found = compared(&results(&coarse, &line(&coarse)), results(&fine, &line(&fine)));
        assert_eq!(found.rows, 8);
        assert!(found.is_within(1e-14) && found.notes.len() == 1, "{:?}", found.notes);
        // What goes on for longer is not the same, however well the rest goes with it.
        let short = &fine[..=20];
        let found = compared(&results(short, &line(short)), results(&fine, &line(&fine)));
        assert!(found.is_within(0.5) && !found.is_within(0.49), "{:?}", found.differences.len());
    }

    #[test]
    fn what_is_no_number_is_different_from_one_and_the_same_as_itself() {
        let nan = f64::NAN;
        let one = results(&[0.0, 1.0], &[nan, 1.0]);
        assert!(compared(&one, results(&[0.0, 1.0], &[nan, 1.0])).is_within(0.0));
        assert!(!compared(&one, results(&[0.0, 1.0], &[0.0, 1.0])).is_within(1e300));
        assert!(!compared(&one, results(&[5.0, 6.0], &[nan, 1.0])).is_within(1e300));
    }

    fn column(found: &Compared, name: &str) -> f64 {
        found.differences.iter().find(|own| own.name == name).expect("a column").amount
    }

    /// A truth value between two rows is one of theirs, and not a half.
    #[test]
    fn truth_values_are_not_halved() {
        let one = results(&[0.0, 1.5, 4.0], &[0.0, 1.0, 1.0]);
        let found = compared(&one, results(&[0.0, 1.0, 2.0, 4.0], &[0.0, 0.0, 1.0, 1.0]));
        assert_eq!(column(&found, "b.x"), 0.0);
        let found = compared(&one, results(&[0.0, 1.0, 2.0, 4.0], &[0.0, 0.0, 0.0, 1.0]));
        assert_eq!(column(&found, "b.x"), 1.0);
    }

    /// An empty cell is nothing, which is no number and not `NaN` either.
    #[test]
    fn an_empty_cell_is_nothing() {
        let with = |cell: Option<f64>| {
            let mut own = results(&[0.0, 1.0], &[1.0, 1.0]);
            own.columns[0].cells = Cells::Numbers(vec![cell, Some(1.0)]);
            own
        };
        assert!(compared(&with(None), with(None)).is_within(0.0));
        for other in [f64::NAN, 0.0] {
            let found = compared(&with(None), with(Some(other)));
            assert!(!found.is_within(1e300), "{other}");
            assert!(found.differences[0].shown(&found.axis).starts_with("nothing and"));
        }
    }

    #[test]
    fn units_are_converted() {
        let mut other = results(&[0.0, 1000.0], &[100.0, 250.0]);
        other.axis.heading = "time [ms]".to_owned();
        other.columns[0].heading = "b.x [cm]".to_owned();
        let one = results(&[0.0, 1.0], &[1.0, 2.0]);
        let found = compared(&one, other);
        assert_eq!((column(&found, "b.x"), found.notes.len()), (0.5, 2));
        assert!(found.mismatches.is_empty(), "{:?}", found.mismatches);
    }

    /// Variants are those with the same values of what is varied, however many there are beside them.
    #[test]
    fn variants_are_compared_with_themselves() {
        let study =
            |varied: &[f64], values: &[f64]| Results { varied: Some(1), ..results(varied, values) };
        let one = study(&[3.0, 1.0, 2.0], &[30.0, 10.0, 20.0]);
        let found = compared(&one, study(&[1.0, 2.0, 3.0, 4.0], &[10.0, 20.0, 33.0, 40.0]));
        assert_eq!((found.rows, column(&found, "b.x")), (3, 3.0));
        assert_eq!(found.mismatches.len(), 1, "{:?}", found.mismatches);
        assert!(found.mismatches[0].contains("1 only in the second"), "{:?}", found.mismatches);
    }
}
