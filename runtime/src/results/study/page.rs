//! The page of a study: each quantity over the first parameter, a curve for each combination of the others.

use std::collections::HashMap;

use super::spread::by_share;
use super::table::{Cell, StudyRow, StudyTable, VariedBy};
use crate::results::Column;
use crate::results::asked::{Drawing, Plot, Points, drawn};
use crate::results::film::Film;
use crate::results::history::History;
use crate::results::page::{self, Report};
use crate::results::plots::{PlotCurve, PlotGroup};
use crate::results::quantity::titled;
use crate::results::scene::Scene;
use crate::results::study::StudySummary;

/// Curves of one plot; more tell nothing apart.
const MOST_CURVES: usize = 24;
/// Values without a number that an axis names.
const MOST_WORDS: usize = 12;

/// The page of a study.
pub(super) fn html(summary: &StudySummary, table: &StudyTable) -> String {
    let drawings: Vec<Drawing> = summary.plots.iter().map(|plot| drawing(plot, table)).collect();
    let lines = summary.lines(table);
    let notice = summary.notice(table);
    let notes = table.notes();
    // Draws come in no order: each number is shown by its ranks.
    let ranks = by_share(table);
    let table = ranks.as_ref().unwrap_or(table);
    let (axis, places) = axis(table);
    let curves = curves(table);
    let groups = groups(table, &summary.plots, &curves);
    let mut history = History::new(table.columns.len() * curves.len().min(MOST_CURVES));
    let mut order: Vec<f64> = places.clone();
    order.sort_by(f64::total_cmp);
    order.dedup();
    // By place and curve; only looked up, so the order does not matter.
    let mut rows: HashMap<(u64, String), &StudyRow> = HashMap::new();
    for (row, place) in table.rows.iter().zip(&places) {
        if row.ended.is_good() {
            rows.insert((place.to_bits(), others(table, row, 0)), row);
        }
    }
    for at in order {
        let here: Vec<Option<&&StudyRow>> = curves
            .iter()
            .take(MOST_CURVES)
            .map(|label| rows.get(&(at.to_bits(), label.clone())))
            .collect();
        let value = |column: usize| {
            here.iter().map(move |row| row.map_or(f64::NAN, |row| row.values[column]))
        };
        let values: Vec<f64> = (0..table.columns.len()).flat_map(value).collect();
        history.push(at, &values);
    }
    let film = Film::new(Scene::default());
    page::html(&Report {
        title: &summary.model,
        of: ("experiment", &summary.experiment),
        version: &summary.version,
        numbers: "results.csv beside this page",
        notice: notice.as_deref(),
        warnings: &notes,
        left_out: &[],
        summary: &lines,
        axis: &axis,
        shares_script: false,
        views: &[],
        drawings: &drawings,
        profiles: &[],
        groups: &groups,
        history: &history,
        film: &film,
        events: (&[], 0),
    })
}

/// The first parameter, and where each row is on it. What is no number is counted.
fn axis(table: &StudyTable) -> (Column, Vec<f64>) {
    let first = table.rows.iter().map(|row| row.varied.first());
    let numbers: Option<Vec<f64>> = first
        .map(|cell| match cell {
            Some(Cell::Number(number)) => Some(*number),
            Some(Cell::Word(_)) | None => None,
        })
        .collect();
    match (table.varied.first(), numbers) {
        (Some(column), Some(numbers)) => (column.clone(), numbers),
        (_, _) => {
            let mut seen: Vec<&Cell> = Vec::new();
            let mut places = Vec::with_capacity(table.rows.len());
            for cell in table.rows.iter().filter_map(|row| row.varied.first()) {
                let known = seen.iter().position(|own| *own == cell);
                places.push(known.unwrap_or(seen.len()) as f64);
                if known.is_none() {
                    seen.push(cell);
                }
            }
            let name = table.varied.first().map_or("variant", |column| &column.name);
            let words = seen.iter().enumerate().map(|(k, own)| format!("{k} {}", own.shown()));
            let title = match seen.len() <= MOST_WORDS {
                true => format!("{name}: {}", words.collect::<Vec<_>>().join(", ")),
                false => format!("number of {name}"),
            };
            (Column::new(title, ""), places)
        }
    }
}

/// Each combination of the parameters but the first, once, in the order of the rows.
fn curves(table: &StudyTable) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for row in &table.rows {
        let label = others(table, row, 0);
        if !found.contains(&label) {
            found.push(label);
        }
        if found.len() > MOST_CURVES {
            break;
        }
    }
    found
}

/// The values of the parameters but one, by its index, with the case that it is of, and but those that are drawn.
fn others(table: &StudyTable, row: &StudyRow, but: usize) -> String {
    let case = table.case_of(but);
    table.said(row, |index| match table.by.get(index) {
        Some(VariedBy::Draws | VariedBy::OfCase) => false,
        Some(VariedBy::Case) => Some(index) != case,
        Some(VariedBy::Values) | None => index != but,
    })
}

/// Over a parameter or another quantity, with a curve for each combination of the other parameters.
fn drawing(plot: &Plot, table: &StudyTable) -> Drawing {
    let over = plot.over.as_ref();
    let varied = |name: &str| table.varied.iter().position(|column| column.name == name);
    let parameter = over.map_or(Some(0), |over| varied(&over.label));
    let column = over.and_then(|over| over.places(&table.columns).into_iter().next());
    let (title, places): (String, Vec<f64>) = match (parameter, column) {
        (Some(0), _) | (None, None) => {
            let (column, places) = axis(table);
            (column.title(), places)
        }
        (Some(index), _) => {
            let number = |row: &StudyRow| match row.varied.get(index) {
                Some(Cell::Number(number)) => *number,
                Some(Cell::Word(_)) | None => f64::NAN,
            };
            (table.varied[index].title(), table.rows.iter().map(number).collect())
        }
        (None, Some((label, index))) => {
            let unit = table.columns[index].unit_symbol();
            let values = table.rows.iter().map(|row| row.values[index]);
            (titled(&label, unit), values.collect())
        }
    };
    let but = parameter.unwrap_or(0);
    let mut curves: Vec<Points> = Vec::new();
    let places_of = plot.places(&table.columns);
    let is_one = places_of.len() == 1;
    for (label, column) in places_of {
        for (row, place) in table.rows.iter().zip(&places) {
            let others = others(table, row, but);
            // What there is one of stands at the axis.
            let label = match others.as_str() {
                "" => label.clone(),
                others if is_one => others.to_owned(),
                others => format!("{label}, {others}"),
            };
            let known = curves.iter().position(|own| own.label == label);
            if known.is_none() && curves.len() >= MOST_CURVES {
                continue;
            }
            let own = known.unwrap_or_else(|| {
                curves.push(Points { label, ..Points::default() });
                curves.len() - 1
            });
            if row.ended.is_good() {
                curves[own].x.push(*place);
                curves[own].y.push(row.values[column]);
            }
        }
    }
    if parameter.is_some() {
        curves.iter_mut().for_each(sort);
    }
    Drawing {
        title: plot.name.clone(),
        over: title,
        values: plot.values(&table.columns),
        curves,
        is_along: false,
        at: Vec::new(),
    }
}

/// From left to right.
fn sort(points: &mut Points) {
    let mut pairs: Vec<(f64, f64)> =
        points.x.iter().copied().zip(points.y.iter().copied()).collect();
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    (points.x, points.y) = pairs.into_iter().unzip();
}

/// A plot for each quantity that no other one draws.
fn groups(table: &StudyTable, plots: &[Plot], curves: &[String]) -> Vec<PlotGroup> {
    let mut next = 0;
    let mut group = |column: &Column| {
        let shown = curves.iter().take(MOST_CURVES).map(|label| {
            next += 1;
            let label = if label.is_empty() { column.name.clone() } else { label.clone() };
            PlotCurve { label, column: next - 1 }
        });
        PlotGroup {
            title: column.name.clone(),
            axis: column.title(),
            unit: column.unit_symbol().to_owned(),
            curves: shown.collect(),
        }
    };
    let groups: Vec<PlotGroup> = table.columns.iter().map(&mut group).collect();
    let is_drawn = drawn(plots, &table.columns);
    groups.into_iter().zip(is_drawn).filter(|(_, drawn)| !drawn).map(|(group, _)| group).collect()
}
