//! Profiles: a quantity at evenly spaced places along a cable, at each instant and over the whole run.

use super::Column;
use super::asked::Plot;
use super::extremes::{At, Extremes};
use super::quantity::titled;

/// Instants kept at least, where there are as many; at most twice as many.
const INSTANTS: usize = 100;

/// Where the quantities of a plot are, that is drawn along a cable.
#[derive(Clone, Debug, PartialEq)]
pub struct Along {
    /// Its path.
    pub cable: String,
    /// What its unstretched length is recorded as, m.
    pub length: String,
    /// Evenly spaced from start to end, at least two.
    pub stations: usize,
    /// What is before this place on the axis of the rows does not count for the values over the whole run.
    pub discard: f64,
}

/// A plot along a cable, as far as rows have come.
#[derive(Clone, Debug)]
pub(super) struct Profile {
    /// Of the plot.
    pub(super) title: String,
    /// With units.
    pub(super) over: String,
    /// Up, with units.
    pub(super) values: String,
    /// The column of the cable's length.
    length: Option<usize>,
    /// m along the cable from its start, of each station, as long as it was in the last row.
    pub(super) distances: Vec<f64>,
    /// One for each quantity.
    pub(super) curves: Vec<ProfileCurve>,
    /// Where on the axis of the rows the instants are that are kept; the last row is among them.
    pub(super) at: Vec<f64>,
    discard: f64,
    /// Every so many rows one is kept.
    stride: usize,
    /// Taken so far.
    rows: usize,
    /// Whether the last instant is there only as the last row.
    is_last_extra: bool,
    /// Of the row before, where that counts.
    before: Option<f64>,
}

/// One quantity along a cable. What it is over the whole run is absent where one row alone has come.
#[derive(Clone, Debug)]
pub(super) struct ProfileCurve {
    /// For people.
    pub(super) label: String,
    /// Columns of the stations.
    columns: Vec<usize>,
    /// At each instant that is kept, of each station.
    pub(super) instants: Vec<Vec<f64>>,
    /// Of each station over all rows.
    whole: Vec<Whole>,
    /// The smallest and the largest value of all stations and rows.
    ends: Option<(At, At)>,
    /// Of its columns.
    unit: String,
    /// What it is recorded as.
    record: String,
}

/// What a quantity was at one place.
#[derive(Clone, Copy, Debug)]
struct Whole {
    low: f64,
    high: f64,
    /// Over the axis, by trapezia.
    integral: f64,
    /// Of the integral.
    over: f64,
    last: f64,
}

impl Whole {
    const EMPTY: Self =
        Self { low: f64::NAN, high: f64::NAN, integral: 0.0, over: 0.0, last: f64::NAN };

    fn push(&mut self, interval: f64, value: f64) {
        if !value.is_finite() {
            return;
        }
        // The other one where there is no number yet.
        self.low = self.low.min(value);
        self.high = self.high.max(value);
        if self.last.is_finite() {
            self.integral += 0.5 * interval * (self.last + value);
            self.over += interval;
        }
        self.last = value;
    }

    fn mean(&self) -> f64 {
        if self.over > 0.0 { self.integral / self.over } else { self.last }
    }
}

impl ProfileCurve {
    fn look_out(&mut self, time: f64, distances: &[f64], values: &[f64]) {
        for (&along, &value) in distances.iter().zip(values) {
            if !value.is_finite() {
                continue;
            }
            let here = At { value, time: Some(time), along: Some(along) };
            let (smallest, largest) = self.ends.get_or_insert((here, here));
            if value < smallest.value {
                *smallest = here;
            }
            if value > largest.value {
                *largest = here;
            }
        }
    }

    /// Over the rows: the smallest, the mean and the largest value of each station, each with its name.
    pub(super) fn over_run(&self) -> [(&'static str, Vec<f64>); 3] {
        let of = |pick: fn(&Whole) -> f64| self.whole.iter().map(pick).collect();
        [
            ("smallest", of(|own| own.low)),
            ("mean", of(|own| own.mean())),
            ("largest", of(|own| own.high)),
        ]
    }
}

impl Profile {
    /// Of the plots that are asked for, those along cables; without rows.
    pub(super) fn all(plots: &[Plot], columns: &[Column]) -> Vec<Self> {
        plots.iter().filter_map(|plot| Self::new(plot, columns)).collect()
    }

    fn new(plot: &Plot, columns: &[Column]) -> Option<Self> {
        let Along { cable, length, stations, discard } = plot.along.as_ref()?;
        let curve = |own: &super::Drawn| {
            let places: Vec<usize> =
                own.places(columns).into_iter().map(|(_, column)| column).collect();
            let whole = vec![Whole::EMPTY; places.len()];
            ProfileCurve {
                label: own.label.clone(),
                unit: places.first().map_or_else(String::new, |&at| columns[at].unit.clone()),
                columns: places,
                instants: Vec::new(),
                whole,
                ends: None,
                record: own.record.clone(),
            }
        };
        Some(Self {
            title: plot.name.clone(),
            over: titled(&format!("along {cable}"), "m"),
            values: plot.values(columns),
            length: columns.iter().position(|column| column.name == *length),
            distances: vec![f64::NAN; *stations],
            curves: plot.curves.iter().map(curve).collect(),
            at: Vec::new(),
            discard: *discard,
            stride: 1,
            rows: 0,
            is_last_extra: false,
            before: None,
        })
    }

    /// The columns of a row in their order; `at`: where on the axis.
    pub(super) fn push(&mut self, at: f64, row: &[f64]) {
        let counts = at >= self.discard;
        let length = self.length.and_then(|column| row.get(column)).copied().unwrap_or(f64::NAN);
        let last = self.distances.len().saturating_sub(1).max(1) as f64;
        for (index, distance) in self.distances.iter_mut().enumerate() {
            *distance = length * (index as f64 / last);
        }
        let interval = self.before.map_or(0.0, |before| at - before);
        if self.is_last_extra {
            self.at.pop();
        }
        for curve in &mut self.curves {
            if self.is_last_extra {
                curve.instants.pop();
            }
            let values: Vec<f64> = curve
                .columns
                .iter()
                .map(|&column| row.get(column).copied().unwrap_or(f64::NAN))
                .collect();
            if counts {
                for (whole, &value) in curve.whole.iter_mut().zip(&values) {
                    whole.push(interval, value);
                }
                curve.look_out(at, &self.distances, &values);
            }
            curve.instants.push(values);
        }
        self.at.push(at);
        self.before = counts.then_some(at);
        self.is_last_extra = !self.rows.is_multiple_of(self.stride);
        self.rows += 1;
        if self.at.len() > 2 * INSTANTS {
            self.stride *= 2;
            self.at = self.at.iter().copied().step_by(2).collect();
            for curve in &mut self.curves {
                curve.instants = curve.instants.iter().step_by(2).cloned().collect();
            }
        }
    }

    /// Between which values the quantities were, and where and when.
    pub(super) fn extremes(&self) -> impl Iterator<Item = Extremes> + '_ {
        self.curves.iter().filter_map(|own| {
            let (smallest, largest) = own.ends?;
            let (name, unit) = (own.record.clone(), own.unit.clone());
            Some(Extremes { name, smallest, largest, unit })
        })
    }

    /// All that it reads of a row.
    pub(super) fn columns(&self) -> impl Iterator<Item = usize> + '_ {
        let values = self.curves.iter().flat_map(|curve| curve.columns.iter().copied());
        values.chain(self.length)
    }

    /// How many rows have come.
    pub(super) fn rows(&self) -> usize {
        self.rows
    }
}

#[cfg(test)]
mod tests {
    use super::super::Drawn;
    use super::*;

    fn profile(discard: f64) -> Profile {
        let mut columns: Vec<Column> =
            (0..3).map(|index| Column::new(format!("p[{index}]"), "N")).collect();
        columns.push(Column::new("p.length", "m"));
        let drawn = Drawn { label: "rope.tension".into(), record: "p".into() };
        let along = Along { cable: "rope".into(), length: "p.length".into(), stations: 3, discard };
        let plot = Plot { name: "p".into(), curves: vec![drawn], over: None, along: Some(along) };
        Profile::all(&[plot], &columns).remove(0)
    }

    /// Against sums over all rows, of uneven spacing; and what is discarded is left out.
    #[test]
    fn values_over_the_run_are_those_of_all_rows_that_count() {
        let mut profile = profile(2.0);
        let mut time = 0.0;
        let mut rows = Vec::new();
        for row in 0..5000_u32 {
            let value = (f64::from(row) * 0.37).sin() + if time < 2.0 { 100.0 } else { 0.0 };
            profile.push(time, &[value, 2.0 * value, -value, 4.0]);
            rows.push((time, value));
            time += 0.001 + 0.001 * f64::from(row % 3);
        }
        let counted: Vec<_> = rows.into_iter().filter(|(time, _)| *time >= 2.0).collect();
        let low = counted.iter().map(|own| own.1).fold(f64::INFINITY, f64::min);
        let high = counted.iter().map(|own| own.1).fold(f64::NEG_INFINITY, f64::max);
        let area: f64 =
            counted.windows(2).map(|two| 0.5 * (two[1].0 - two[0].0) * (two[0].1 + two[1].1)).sum();
        let mean = area / (counted[counted.len() - 1].0 - counted[0].0);
        let [smallest, middle, largest] = profile.curves[0].over_run();
        assert_eq!(smallest.1, [low, 2.0 * low, -high]);
        assert_eq!(largest.1, [high, 2.0 * high, -low]);
        for (found, expected) in middle.1.iter().zip([mean, 2.0 * mean, -mean]) {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
        assert_eq!(profile.distances, [0.0, 2.0, 4.0]);
        let found = profile.extremes().next().expect("one");
        assert_eq!((found.smallest.value, found.smallest.along), (2.0 * low, Some(2.0)));
        assert_eq!((found.largest.value, found.largest.along), (2.0 * high, Some(2.0)));
        let when = counted.iter().find(|own| own.1 == high).map(|own| own.0);
        assert_eq!(found.largest.time, when);
    }

    /// However long the run, a few hundred instants are kept, in order, and the last row is one of them.
    #[test]
    fn the_instants_are_few_and_end_with_the_last_row() {
        for rows in [1, 2, 199, 200, 201, 202, 1003, 4097] {
            let mut profile = profile(0.0);
            for row in 0..rows {
                let time = f64::from(row);
                profile.push(time, &[time, f64::NAN, -time, 4.0]);
            }
            assert!(profile.at.len() <= 201, "{}", profile.at.len());
            assert!(profile.at.windows(2).all(|two| two[0] < two[1]));
            assert_eq!(profile.at.first(), Some(&0.0));
            assert_eq!(profile.at.last(), Some(&f64::from(rows - 1)));
            let instants = &profile.curves[0].instants;
            assert!(
                instants.iter().zip(&profile.at).all(|(own, at)| own[0] == *at && own[2] == -at)
            );
            assert_eq!(instants.len(), profile.at.len());
            assert!(profile.curves[0].over_run()[1].1[1].is_nan());
        }
    }
}
