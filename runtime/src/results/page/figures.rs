//! Plots as data for the page's script.

use serde::Serialize;

use crate::results::Column;
use crate::results::asked::Drawing;
use crate::results::colours::colour;
use crate::results::history::History;
use crate::results::number::round_significant;
use crate::results::plots::PlotGroup;
use crate::results::profile::Profile;

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
    /// Rows between which there is nothing, such as modes: points, and no line through them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    apart: bool,
    /// Where on the axis of the player the points of each curve are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    at: Vec<f64>,
    /// Where on the axis of the player the instants of curves that move are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    instants: Vec<f64>,
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
    /// Up, at each instant, of one that moves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moving: Vec<Vec<f64>>,
    /// As one beside another.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    thin: bool,
}

/// Plots over quantities first.
pub(super) fn figures(
    (drawings, profiles, groups): (&[Drawing], &[Profile], &[PlotGroup]),
    axis: &Column,
    history: &History,
) -> Vec<Figure> {
    let over_axis = groups.iter().map(|group| over_axis(axis, group, history));
    let first = drawings.iter().map(over_quantity).chain(profiles.iter().map(along_cable));
    let mut figures: Vec<Figure> = first.chain(over_axis).collect();
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
        apart: false,
        at: short(drawing.at.clone()),
        instants: Vec::new(),
    }
}

/// A plot along a cable: what moves, and what it was over the whole run.
fn along_cable(profile: &Profile) -> Figure {
    let mut curves = Vec::new();
    let along = || profile.distances.clone();
    for own in &profile.curves {
        let last = own.instants.last().cloned().unwrap_or_default();
        let mut now = curve(curves.len(), &own.label, along(), last);
        if profile.rows() > 1 {
            now.moving = own.instants.iter().cloned().map(short).collect();
        }
        curves.push(now);
        if profile.rows() > 1 {
            for (name, values) in own.over_run() {
                let label = match profile.curves.len() {
                    1 => name.to_owned(),
                    _ => format!("{name} {}", own.label),
                };
                let thin = curve(curves.len(), &label, along(), values);
                curves.push(Curve { thin: true, ..thin });
            }
        }
    }
    let instants = if profile.rows() > 1 { short(profile.at.clone()) } else { Vec::new() };
    Figure {
        id: 0,
        title: profile.title.clone(),
        over: profile.over.clone(),
        values: profile.values.clone(),
        curves,
        across: true,
        apart: false,
        at: Vec::new(),
        instants,
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
        apart: *axis == Column::mode(),
        at: Vec::new(),
        instants: Vec::new(),
    }
}

/// With its colour, and as many digits as can be seen.
fn curve(index: usize, label: &str, x: Vec<f64>, y: Vec<f64>) -> Curve {
    Curve {
        name: label.to_owned(),
        colour: curve_colour(index, label),
        x: short(x),
        y: short(y),
        moving: Vec::new(),
        thin: false,
    }
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
