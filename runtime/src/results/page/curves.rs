//! Curves over the axis, as figures of plotly.

use plotly::common::{DashType, Line, Mode, Title};
use plotly::layout::{Axis, HoverMode, Legend, Margin, Shape, ShapeLine, ShapeType};
use plotly::{Layout, Scatter, Traces};

use crate::results::Column;
use crate::results::asked::Drawing;
use crate::results::history::History;
use crate::results::markup::escaped;
use crate::results::number::round_significant;
use crate::results::plots::PlotGroup;

/// What `Plotly.newPlot` takes.
#[derive(serde::Serialize)]
pub(super) struct Figure {
    pub data: Traces,
    pub layout: Layout,
    /// Over a quantity, and not over the axis of the player.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub across: bool,
}

/// Curves of one plot in turn. The first three, for x, y and z, are those of axes everywhere.
const COLOURS: [&str; 8] =
    ["#d1495b", "#2a9d74", "#2f7fc1", "#bd8f1a", "#9467bd", "#6b7d8f", "#d97a2b", "#17a2b8"];

/// Events are thin lines across those over the axis, at these places.
pub(super) fn figures(
    (drawings, groups): (&[Drawing], &[PlotGroup]),
    axis: &Column,
    history: &History,
    events: &[(f64, String)],
) -> Vec<Figure> {
    let over_axis = groups.iter().map(|group| figure(axis, group, history, events));
    drawings.iter().map(drawn).chain(over_axis).collect()
}

fn drawn(drawing: &Drawing) -> Figure {
    let mut data = Traces::new();
    for (index, curve) in drawing.curves.iter().enumerate() {
        data.push(trace(index, &curve.label, curve.x.clone(), curve.y.clone()));
    }
    let values = drawing.curves.iter().flat_map(|curve| &curve.y).filter(|y| y.is_finite());
    let (low, high) = values
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), y| (low.min(*y), high.max(*y)));
    let values = value_axis(&drawing.values, low, high);
    let layout = layout(drawing.curves.len(), &drawing.over, values).hover_mode(HoverMode::Closest);
    Figure { data, layout, across: true }
}

fn trace(index: usize, label: &str, x: Vec<f64>, y: Vec<f64>) -> Box<Scatter<f64, f64>> {
    // More digits than a screen shows would only make the page larger.
    let short = |values: Vec<f64>| values.into_iter().map(|v| round_significant(v, 7)).collect();
    Scatter::new(short(x), short(y))
        .mode(Mode::Lines)
        .name(escaped(label))
        .line(Line::new().color(curve_colour(index, label)).width(1.6))
}

fn layout(curves: usize, over: &str, values: Axis) -> Layout {
    Layout::new()
        .margin(Margin::new().left(72).right(14).top(8).bottom(44))
        .height(280)
        .show_legend(curves > 1)
        .legend(
            Legend::new()
                .orientation(plotly::common::Orientation::Horizontal)
                .y(1.02)
                .y_anchor(plotly::common::Anchor::Bottom),
        )
        .hover_mode(HoverMode::XUnified)
        .x_axis(Axis::new().title(Title::with_text(escaped(over))).zero_line(false))
        .y_axis(values)
}

/// More lines than these would hide the curves.
const MOST_LINES: usize = 40;

fn event_lines(events: &[(f64, String)]) -> Vec<Shape> {
    let line = |&(at, _): &(f64, String)| {
        Shape::new()
            .shape_type(ShapeType::Line)
            .x_ref("x")
            .x0(at)
            .x1(at)
            .y_ref("paper")
            .y0(0.0)
            .y1(1.0)
            .line(ShapeLine::new().color("#9aa5b1").width(1.0).dash(DashType::Dot))
    };
    if events.len() > MOST_LINES { Vec::new() } else { events.iter().map(line).collect() }
}

fn figure(axis: &Column, group: &PlotGroup, history: &History, events: &[(f64, String)]) -> Figure {
    let mut data = Traces::new();
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for (index, curve) in group.curves.iter().enumerate() {
        let (places, values) = history.curve(curve.column);
        for value in values.iter().filter(|value| value.is_finite()) {
            (low, high) = (low.min(*value), high.max(*value));
        }
        data.push(trace(index, &curve.label, places, values));
    }
    let layout = layout(group.curves.len(), &axis.title(), value_axis(&group.axis, low, high));
    let layout = match event_lines(events) {
        lines if lines.is_empty() => layout,
        lines => layout.shapes(lines),
    };
    Figure { data, layout, across: false }
}

/// The axis of values between `low` and `high`; left to plotly.js unless they are all the same.
fn value_axis(title: &str, low: f64, high: f64) -> Axis {
    let axis = Axis::new()
        .title(Title::with_text(escaped(title)))
        .zero_line(false)
        .auto_margin(true)
        .exponent_format(plotly::common::ExponentFormat::SmallE);
    let size = low.abs().max(high.abs());
    // Rounding errors of a constant would fill the plot, and a small constant would look like zero.
    if size > 0.0 && high - low <= 1e-9 * size {
        axis.range(vec![low - 0.5 * size, high + 0.5 * size])
    } else {
        axis
    }
}

/// A component has the colour of its axis, anything else that of its turn.
fn curve_colour(index: usize, label: &str) -> &'static str {
    let turn = match label {
        "x" => 0,
        "y" => 1,
        "z" => 2,
        "w" => 5,
        _ => (index + 2) % COLOURS.len(),
    };
    COLOURS.get(turn).copied().unwrap_or("#2f7fc1")
}
