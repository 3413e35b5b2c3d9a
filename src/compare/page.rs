//! The page of a comparison: each quantity of all runs in one plot.

use std::collections::BTreeSet;
use std::path::PathBuf;

use cdl_session::comparison::{Comparison, Overlay};

use super::difference::{Compared, Difference, profile};
use super::findings::Apart;
use super::results::{Cells, Results};
use super::units::split;

/// A run that was compared with the first one, in the units of that.
pub struct Other {
    pub folder: PathBuf,
    pub results: Results,
    /// As a whole.
    pub apart: Apart,
    pub found: Compared,
}

pub fn page((folder, first): (&PathBuf, &Results), others: &[Other]) -> String {
    let runs = std::iter::once(folder).chain(others.iter().map(|own| &own.folder));
    let all: Vec<&Results> =
        std::iter::once(first).chain(others.iter().map(|own| &own.results)).collect();
    let mut quantities: Vec<(f64, Overlay)> = first
        .columns
        .iter()
        .filter(|column| matches!(column.cells, Cells::Numbers(_)))
        .map(|column| overlay(&column.heading, &all, others))
        .collect();
    // Those that are equally far apart stay in the order of the table.
    quantities.sort_by(|a, b| b.0.total_cmp(&a.0));
    // Of a curve along a cable the place that differs most.
    let names: Vec<String> = quantities.iter().map(|own| own.1.name.clone()).collect();
    let mut seen = BTreeSet::new();
    quantities.retain(|own| {
        let curve = profile(&own.1.name, names.iter().map(String::as_str));
        curve.is_none_or(|curve| seen.insert(curve.to_owned()))
    });
    let notes = others.iter().flat_map(|other| {
        let notes = other.found.notes.iter().chain(&other.found.mismatches);
        notes.map(|note| format!("{}: {note}", other.folder.display()))
    });
    let findings = others.iter().flat_map(|other| {
        let lines = other.apart.lines.iter();
        lines.map(|(name, words)| (name.clone(), of_one(other, words, others.len())))
    });
    let axis = axis(first);
    cdl_session::comparison::page(&Comparison {
        runs: runs.map(|own| own.display().to_string()).collect(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        notes: notes.collect(),
        findings: findings.collect(),
        axis: (axis.0.to_owned(), axis.1.to_owned()),
        quantities: quantities.into_iter().map(|(_, own)| own).collect(),
    })
}

/// Rows of several parameters lie along none of them.
fn has_rows_alone(results: &Results) -> bool {
    results.varied.is_some_and(|varied| varied > 1)
}

fn axis(first: &Results) -> (&str, &str) {
    if has_rows_alone(first) { ("row", "") } else { split(&first.axis.heading) }
}

/// What is said of one run, of how many that are compared with the first.
fn of_one(other: &Other, words: &str, count: usize) -> String {
    if count > 1 { format!("{}: {words}", other.folder.display()) } else { words.to_owned() }
}

/// A quantity in all runs, and the largest share by which one differs from the first.
fn overlay(heading: &str, all: &[&Results], others: &[Other]) -> (f64, Overlay) {
    let (name, unit) = split(heading);
    let of = |other: &Other| {
        let own = other.found.differences.iter().find(|own| own.name == name && own.unit == unit);
        own.filter(|own| own.share > 0.0).map(|own: &Difference| {
            (own.share, of_one(other, &own.shown(&other.found.axis), others.len()))
        })
    };
    let found: Vec<(f64, String)> = others.iter().filter_map(of).collect();
    let share = found.iter().fold(0.0, |most: f64, own| most.max(own.0));
    let apart: Vec<String> = found.into_iter().map(|(_, words)| words).collect();
    let curves = all.iter().enumerate().filter_map(|(run, results)| {
        (results.axis.heading == all[0].axis.heading)
            .then(|| Some((run, points(results, heading)?)))
            .flatten()
    });
    let overlay = Overlay {
        name: name.to_owned(),
        unit: unit.to_owned(),
        apart: apart.join("; "),
        curves: curves.collect(),
    };
    (share, overlay)
}

/// The values of a column along the axis, from left to right.
fn points(results: &Results, heading: &str) -> Option<Vec<(f64, f64)>> {
    let column = results.columns.iter().find(|own| own.heading == heading)?;
    let (Cells::Numbers(places), Cells::Numbers(values)) = (&results.axis.cells, &column.cells)
    else {
        return None;
    };
    let value = |own: &Option<f64>| own.unwrap_or(f64::NAN);
    let mut points: Vec<(f64, f64)> = match has_rows_alone(results) {
        true => {
            values.iter().enumerate().map(|(row, own)| ((row + 1) as f64, value(own))).collect()
        }
        false => places.iter().map(value).zip(values.iter().map(value)).collect(),
    };
    points.retain(|(at, _)| at.is_finite());
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    Some(points)
}
