//! The page of a comparison: runs laid over each other, the largest difference first.

use super::Column;
use super::asked::{Drawing, Points};
use super::film::Film;
use super::history::History;
use super::page::{self, Report};
use super::quantity::titled;
use super::scene::Scene;

/// What a page of a comparison shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The runs, by their names.
    pub runs: Vec<String>,
    /// Of `cdl`.
    pub version: String,
    /// What is not the same and is no number, and what a reader should know besides.
    pub notes: Vec<String>,
    /// What the runs have come to as a whole, and how they differ in that: names and words, in the order in which they are shown.
    pub findings: Vec<(String, String)>,
    /// What the rows go along, and its unit.
    pub axis: (String, String),
    /// The quantities, in the order in which they are shown.
    pub quantities: Vec<Overlay>,
}

/// A quantity in all runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Overlay {
    /// Of the quantity.
    pub name: String,
    /// Of all curves.
    pub unit: String,
    /// How far the runs are apart, in words; empty where they are not.
    pub apart: String,
    /// Of each run that has it, by its index, places on the axis and values; what is no number is a gap.
    pub curves: Vec<(usize, Vec<(f64, f64)>)>,
}

/// Quantities that are drawn at most.
const MOST_DRAWN: usize = 200;

/// The page as HTML text.
#[must_use]
pub fn page(comparison: &Comparison) -> String {
    let (axis, unit) = &comparison.axis;
    let axis = Column::new(axis.as_str(), unit.as_str());
    let quantities = &comparison.quantities;
    let drawings: Vec<Drawing> = quantities
        .iter()
        .take(MOST_DRAWN)
        .map(|quantity| drawing(&axis, quantity, &comparison.runs))
        .collect();
    let differ = quantities.iter().filter(|own| !own.apart.is_empty());
    let rows = differ.map(|own| (own.name.clone(), own.apart.clone()));
    let lines: Vec<(String, String)> = comparison.findings.iter().cloned().chain(rows).collect();
    let left_out = match quantities.len().saturating_sub(MOST_DRAWN) {
        0 => Vec::new(),
        more => vec![format!("{more} quantities that differ less are not drawn")],
    };
    let title = match comparison.runs.as_slice() {
        [first, others @ ..] if others.len() != 1 => format!("{first} and {} others", others.len()),
        runs => runs.join(" and "),
    };
    page::html(&Report {
        title: &title,
        of: ("comparison", "largest difference first"),
        version: &comparison.version,
        numbers: "results.csv of each folder",
        notice: None,
        warnings: &[],
        left_out: &comparison.notes.iter().cloned().chain(left_out).collect::<Vec<_>>(),
        summary: &lines,
        axis: &axis,
        shares_script: false,
        views: &[],
        drawings: &drawings,
        profiles: &[],
        groups: &[],
        history: &History::new(0),
        film: &Film::new(Scene::default()),
        events: (&[], 0),
    })
}

/// A plot of a quantity with a curve for each run.
fn drawing(axis: &Column, quantity: &Overlay, runs: &[String]) -> Drawing {
    let Overlay { name, unit, apart, curves } = quantity;
    let curve = |(run, points): &(usize, Vec<(f64, f64)>)| {
        // No peak is lost, however many rows there are.
        let mut history = History::new(1);
        points.iter().for_each(|&(at, value)| history.push(at, &[value]));
        let (x, y) = history.curve(0);
        Points { label: runs.get(*run).cloned().unwrap_or_default(), x, y }
    };
    Drawing {
        title: if apart.is_empty() {
            format!("{name}: the same")
        } else {
            format!("{name}: {apart}")
        },
        over: axis.title(),
        values: titled(name, unit),
        curves: curves.iter().map(curve).collect(),
        is_along: true,
        at: Vec::new(),
    }
}
