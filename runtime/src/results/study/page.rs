//! The page of a study: each quantity over the first parameter, a curve for each combination of the others.

use std::collections::HashMap;

use super::table::{Cell, StudyRow, StudyTable};
use crate::results::Column;
use crate::results::film::Film;
use crate::results::history::History;
use crate::results::page::{self, Report};
use crate::results::plots::{PlotCurve, PlotGroup};
use crate::results::scene::Scene;
use crate::results::study::StudySummary;

/// Curves of one plot; more tell nothing apart.
const MOST_CURVES: usize = 24;

pub(super) fn html(summary: &StudySummary, table: &StudyTable) -> String {
    let (axis, places) = axis(table);
    let curves = curves(table);
    let groups = groups(table, &curves);
    let mut history = History::new(table.columns.len() * curves.len().min(MOST_CURVES));
    let mut order: Vec<f64> = places.clone();
    order.sort_by(f64::total_cmp);
    order.dedup();
    // By place and curve; only looked up, so the order does not matter.
    let mut rows: HashMap<(u64, String), &StudyRow> = HashMap::new();
    for (row, place) in table.rows.iter().zip(&places) {
        if row.ended.is_good() {
            rows.insert((place.to_bits(), others(table, row)), row);
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
    let lines = summary.lines(table);
    let notice = summary.notice(table);
    let film = Film::new(Scene::default());
    page::html(&Report {
        title: &summary.model,
        experiment: &summary.experiment,
        version: &summary.version,
        notice: notice.as_deref(),
        warnings: &[],
        left_out: &[],
        summary: &lines,
        axis: &axis,
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
            (Column::new(format!("number of {name}"), ""), places)
        }
    }
}

/// Each combination of the parameters but the first, once, in the order of the rows.
fn curves(table: &StudyTable) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for row in &table.rows {
        let label = others(table, row);
        if !found.contains(&label) {
            found.push(label);
        }
        if found.len() > MOST_CURVES {
            break;
        }
    }
    found
}

fn others(table: &StudyTable, row: &StudyRow) -> String {
    let all = table.varied.iter().zip(&row.varied).skip(1);
    let of = |(column, cell): (&Column, &Cell)| {
        format!("{} = {}{}", column.name, cell.shown(), column.suffix())
    };
    all.map(of).collect::<Vec<_>>().join(", ")
}

/// A plot for each quantity.
fn groups(table: &StudyTable, curves: &[String]) -> Vec<PlotGroup> {
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
    table.columns.iter().map(&mut group).collect()
}
