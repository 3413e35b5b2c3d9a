//! Plots that are asked for: quantities of one dimension together, over the axis of the rows or over another quantity.

use super::Column;
use super::plots::{PlotCurve, PlotGroup};
use super::profile::Along;
use super::quantity::titled;

/// Of a curve over another quantity, at most about: of a longer run every second, fourth, ... row.
const MOST_POINTS: usize = 4000;

/// What is to be drawn together.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// Its title.
    pub name: String,
    /// What goes up.
    pub curves: Vec<Drawn>,
    /// Absent where the curves are over the axis of the rows.
    pub over: Option<Drawn>,
    /// Where each curve is an array over places on a cable: a profile.
    pub along: Option<Along>,
}

/// A quantity that is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// For people.
    pub label: String,
    /// What it is recorded as: a column, or the beginning of those of a vector or an array.
    pub record: String,
}

/// A plot over a quantity, with its points.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Drawing {
    /// Of the plot.
    pub(super) title: String,
    /// With units.
    pub(super) over: String,
    /// Up, with units.
    pub(super) values: String,
    /// In the order of the legend.
    pub(super) curves: Vec<Points>,
    /// Over what all plots of the page go along, so that they are zoomed and read together.
    pub(super) is_along: bool,
    /// Where on the axis of the run the points of each curve are, if they are anywhere on it.
    pub(super) at: Vec<f64>,
}

/// Of one curve.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Points {
    /// In the legend.
    pub(super) label: String,
    /// Along.
    pub(super) x: Vec<f64>,
    /// Up.
    pub(super) y: Vec<f64>,
}

impl Drawn {
    /// Its columns with what they are called: `label`, or `label.x` for a component.
    pub(super) fn places(&self, columns: &[Column]) -> Vec<(String, usize)> {
        let mut places = Vec::new();
        for (index, column) in columns.iter().enumerate() {
            let Some(rest) = column.name.strip_prefix(&self.record) else { continue };
            let is_part = matches!(rest, ".w" | ".x" | ".y" | ".z") || rest.starts_with('[');
            if rest.is_empty() || is_part {
                places.push((format!("{}{rest}", self.label), index));
            }
        }
        places
    }
}

impl Plot {
    /// All its curves.
    pub(super) fn places(&self, columns: &[Column]) -> Vec<(String, usize)> {
        self.curves.iter().flat_map(|curve| curve.places(columns)).collect()
    }

    /// Its name with the unit of its curves, which is that of the first one.
    pub(super) fn values(&self, columns: &[Column]) -> String {
        let first = self.places(columns).first().map(|&(_, index)| columns[index].unit_symbol());
        titled(&self.name, first.unwrap_or(""))
    }

    /// Over the axis of the rows.
    fn group(&self, columns: &[Column]) -> Option<PlotGroup> {
        let places = self.places(columns);
        let unit = columns[places.first()?.1].unit_symbol().to_owned();
        let curves = places.into_iter().map(|(label, column)| PlotCurve { label, column });
        Some(PlotGroup {
            title: self.name.clone(),
            axis: self.values(columns),
            unit,
            curves: curves.collect(),
        })
    }
}

/// The groups of a page: first the plots that are asked for, then what else is recorded.
pub(super) fn with_asked(
    plots: &[Plot],
    columns: &[Column],
    groups: Vec<PlotGroup>,
) -> Vec<PlotGroup> {
    let is_drawn = drawn(plots, columns);
    let plain = plots.iter().filter(|plot| plot.over.is_none() && plot.along.is_none());
    let asked = plain.filter_map(|plot| plot.group(columns));
    let others = groups.into_iter().filter_map(|mut group| {
        group.curves.retain(|curve| !is_drawn[curve.column]);
        (!group.curves.is_empty()).then_some(group)
    });
    asked.chain(others).collect()
}

/// Of each column, whether a plot draws it.
pub(super) fn drawn(plots: &[Plot], columns: &[Column]) -> Vec<bool> {
    let mut is_drawn = vec![false; columns.len()];
    for plot in plots {
        let over = plot.over.iter().flat_map(|over| over.places(columns));
        let length = plot.along.iter().map(|along| &along.length);
        let length = length.filter_map(|own| columns.iter().position(|column| column.name == *own));
        let places = plot.places(columns).into_iter().chain(over).map(|(_, column)| column);
        for column in places.chain(length) {
            is_drawn[column] = true;
        }
    }
    is_drawn
}

/// Points of the plots over quantities, gathered while rows come, in bounded memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Traces {
    /// Each with the column that it is over and those that go up.
    drawings: Vec<(Drawing, usize, Vec<usize>)>,
    /// Every so many rows one is kept.
    stride: usize,
    /// Taken so far.
    rows: usize,
}

impl Traces {
    /// Without points.
    pub(super) fn new(plots: &[Plot], columns: &[Column]) -> Self {
        let drawing = |plot: &Plot| {
            let over = plot.over.as_ref()?;
            let (label, at) = over.places(columns).into_iter().next()?;
            let places = plot.places(columns);
            let points =
                |(label, _): &(String, usize)| Points { label: label.clone(), ..Points::default() };
            let drawing = Drawing {
                title: plot.name.clone(),
                over: titled(&label, columns[at].unit_symbol()),
                values: plot.values(columns),
                curves: places.iter().map(points).collect(),
                is_along: false,
                at: Vec::new(),
            };
            Some((drawing, at, places.into_iter().map(|(_, index)| index).collect()))
        };
        Self { drawings: plots.iter().filter_map(drawing).collect(), stride: 1, rows: 0 }
    }

    /// `axis`: where on the axis of the run.
    pub(super) fn push(&mut self, axis: f64, values: &[f64]) {
        let is_kept = self.rows.is_multiple_of(self.stride);
        self.rows += 1;
        if !is_kept {
            return;
        }
        let mut longest = 0;
        for (drawing, at, places) in &mut self.drawings {
            drawing.at.push(axis);
            for (curve, place) in drawing.curves.iter_mut().zip(places) {
                curve.x.push(values.get(*at).copied().unwrap_or(f64::NAN));
                curve.y.push(values.get(*place).copied().unwrap_or(f64::NAN));
                longest = longest.max(curve.x.len());
            }
        }
        if longest >= MOST_POINTS {
            self.stride *= 2;
            for (Drawing { curves, at, .. }, ..) in &mut self.drawings {
                let curves = curves.iter_mut().flat_map(|curve| [&mut curve.x, &mut curve.y]);
                for points in curves.chain([at]) {
                    *points = points.iter().copied().step_by(2).collect();
                }
            }
        }
    }

    /// With their points so far.
    pub(super) fn drawings(&self) -> Vec<Drawing> {
        self.drawings.iter().map(|(drawing, ..)| drawing.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns() -> Vec<Column> {
        let names = [("place.x", "m"), ("place.y", "m"), ("swing.over", "rad"), ("swing", "rad/s")];
        names.map(|(name, unit)| Column::new(name, unit)).to_vec()
    }

    fn plot(name: &str, over: bool) -> Plot {
        let drawn =
            |record: &str| Drawn { label: format!("a.{record}"), record: record.to_owned() };
        let over = over.then(|| drawn(&format!("{name}.over")));
        Plot { name: name.to_owned(), curves: vec![drawn(name)], over, along: None }
    }

    /// Vectors have a curve for each component, and nothing is drawn twice.
    #[test]
    fn asked_plots_come_first_and_take_their_columns() {
        let plots = [plot("swing", true), plot("place", false)];
        let groups = super::super::plots::plot_groups(&columns());
        let found = with_asked(&plots, &columns(), groups);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].title.as_str(), found[0].axis.as_str()), ("place", "place [m]"));
        let curves: Vec<_> =
            found[0].curves.iter().map(|own| (own.label.as_str(), own.column)).collect();
        assert_eq!(curves, [("a.place.x", 0), ("a.place.y", 1)]);
    }

    /// However many rows there are, the points are evenly chosen ones of the same rows.
    #[test]
    fn traces_keep_pairs() {
        let mut traces = Traces::new(&[plot("swing", true)], &columns());
        for row in 0..100_000 {
            let x = f64::from(row);
            traces.push(x / 10.0, &[0.0, 0.0, x, -2.0 * x]);
        }
        let drawings = traces.drawings();
        let points = &drawings[0].curves[0];
        assert!((2000..=4000).contains(&points.x.len()), "{}", points.x.len());
        assert!(points.x.iter().zip(&points.y).all(|(x, y)| *y == -2.0 * x));
        assert!(points.x.iter().zip(&drawings[0].at).all(|(x, at)| *at == x / 10.0));
        let step = points.x[1] - points.x[0];
        assert!(points.x.windows(2).all(|pair| pair[1] - pair[0] == step));
        assert_eq!(drawings[0].over, "a.swing.over [rad]");
        assert_eq!(drawings[0].values, "swing [rad/s]");
    }
}
