//! Plots as data for the page's script.

use serde::Serialize;

use crate::results::Column;
use crate::results::asked::Drawing;
use crate::results::colours::colour;
use crate::results::history::History;
use crate::results::number::round_significant;
use crate::results::plots::PlotGroup;

/// One plot, as the script reads it.
#[derive(Serialize)]
pub(super) struct Figure {
    /// Its place on the page.
    id: usize,
    /// Of the plot.
    pub title: String,
    /// With units.
    over: String,
    /// Up, with units.
    values: String,
    /// In the order of the legend.
    curves: Vec<Curve>,
    /// Over a quantity, and not over the axis of the player.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    across: bool,
    /// Where on the axis of the player the points of each curve are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    at: Vec<f64>,
}

/// One line of a plot.
#[derive(Serialize)]
struct Curve {
    /// In the legend.
    name: String,
    colour: &'static str,
    /// Along; not a number where the line is broken.
    x: Vec<f64>,
    /// Up.
    y: Vec<f64>,
}

/// Plots over quantities first.
pub(super) fn figures(
    (drawings, groups): (&[Drawing], &[PlotGroup]),
    axis: &Column,
    history: &History,
) -> Vec<Figure> {
    let over_axis = groups.iter().map(|group| over_axis(axis, group, history));
    let mut figures: Vec<Figure> = drawings.iter().map(over_quantity).chain(over_axis).collect();
    for (id, figure) in figures.iter_mut().enumerate() {
        figure.id = id;
    }
    figures
}

/// A plot over another quantity.
fn over_quantity(drawing: &Drawing) -> Figure {
    let curves = drawing.curves.iter().enumerate();
    Figure {
        id: 0,
        title: drawing.title.clone(),
        over: drawing.over.clone(),
        values: drawing.values.clone(),
        curves: curves
            .map(|(index, own)| curve(index, &own.label, own.x.clone(), own.y.clone()))
            .collect(),
        across: !drawing.is_along,
        at: short(drawing.at.clone()),
    }
}

/// A plot over the axis of the rows.
fn over_axis(axis: &Column, group: &PlotGroup, history: &History) -> Figure {
    let curves = group.curves.iter().enumerate().map(|(index, own)| {
        let (places, values) = history.curve(own.column);
        curve(index, &own.label, places, values)
    });
    Figure {
        id: 0,
        title: group.title.clone(),
        over: axis.title(),
        values: group.axis.clone(),
        curves: curves.collect(),
        across: false,
        at: Vec::new(),
    }
}

/// With its colour, and as many digits as can be seen.
fn curve(index: usize, label: &str, x: Vec<f64>, y: Vec<f64>) -> Curve {
    Curve { name: label.to_owned(), colour: curve_colour(index, label), x: short(x), y: short(y) }
}

/// More digits than a screen shows would only make the page larger.
fn short(values: Vec<f64>) -> Vec<f64> {
    values.into_iter().map(|value| round_significant(value, 7)).collect()
}

/// A component has the colour of its axis, anything else that of its turn.
fn curve_colour(index: usize, label: &str) -> &'static str {
    match label {
        "x" => "#d1495b",
        "y" => "#2a9d74",
        "z" => "#2f7fc1",
        "w" => "#6b7d8f",
        _ => colour(index),
    }
}
