//! A force by a table: of springs over a distance, of ropes over their strain.

use cdl_graph::Table;

use super::Sloped;

/// Where a curve has a force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Inverse {
    /// m, or a strain.
    pub(crate) distance: f64,
    /// Of the distance by the force.
    pub(crate) slope: f64,
}

/// How a curve goes on below its first or beyond its last row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outside {
    /// With the force of the row.
    Holds,
    /// With the slope beside the row.
    GoesOn,
}

/// A force over a distance (m) or over a strain, linear between rows.
#[derive(Debug, PartialEq)]
pub struct Curve {
    /// Increasing.
    distances: Vec<f64>,
    /// N, at each of them.
    forces: Vec<f64>,
    /// Below the first row, between rows, beyond the last: N/m, or N.
    slopes: Vec<f64>,
    /// The integral at each row, J or N; none at the first.
    energies: Vec<f64>,
}

impl Curve {
    /// Of the first column; one without rows pulls nothing.
    pub(crate) fn of(table: &Table, outside: [Outside; 2]) -> Self {
        let column = table.columns.first().map_or(&[] as &[f64], |own| &own.values);
        Self::new(table.argument.iter().copied().zip(column.iter().copied()), outside)
    }

    /// Of distances, which increase, and forces.
    fn new(rows: impl Iterator<Item = (f64, f64)>, outside: [Outside; 2]) -> Self {
        let (mut distances, mut forces): (Vec<f64>, Vec<f64>) = rows.unzip();
        if distances.is_empty() {
            (distances, forces) = (vec![0.0], vec![0.0]);
        }
        let (mut slopes, mut energies, mut energy) = (vec![0.0], vec![0.0], 0.0);
        for (at, force) in distances.windows(2).zip(forces.windows(2)) {
            let width = at[1] - at[0];
            slopes.push((force[1] - force[0]) / width);
            energy += 0.5 * (force[0] + force[1]) * width;
            energies.push(energy);
        }
        slopes.push(0.0);
        let last = slopes.len() - 1;
        for (end, beside, how) in [(0, 1, outside[0]), (last, last - 1, outside[1])] {
            if how == Outside::GoesOn {
                slopes[end] = slopes[beside];
            }
        }
        Self { distances, forces, slopes, energies }
    }

    /// Of a piece of this length (m), where this one is of strains: over how long the piece is.
    pub(crate) fn of_piece(&self, length: f64) -> Self {
        Self {
            distances: self.distances.iter().map(|strain| length * (1.0 + strain)).collect(),
            forces: self.forces.clone(),
            slopes: self.slopes.iter().map(|slope| slope / length).collect(),
            energies: self.energies.iter().map(|energy| energy * length).collect(),
        }
    }

    /// Up to where it does not pull, if its first row says so.
    pub(crate) fn slack(&self) -> Option<f64> {
        (self.forces[0] == 0.0 && self.slopes[0] == 0.0).then_some(self.distances[0])
    }

    /// The largest slope, N by what the curve is over.
    pub(crate) fn steepest(&self) -> f64 {
        self.slopes.iter().copied().fold(0.0, f64::max)
    }

    /// The first distance with this force, of a curve that rises from row to row; None where it ends before.
    pub(crate) fn at(&self, force: f64) -> Option<Inverse> {
        let stretch = self.forces.partition_point(|&row| row < force);
        let (row, slope) = (Self::row(stretch), self.slopes[stretch]);
        let beyond = force - self.forces[row];
        if beyond != 0.0 && slope == 0.0 {
            return None;
        }
        let distance = self.distances[row] + if beyond == 0.0 { 0.0 } else { beyond / slope };
        Some(Inverse { distance, slope })
    }

    /// The index in `slopes`: how many rows there are up to a distance. At a row it is what follows.
    fn stretch(&self, distance: f64) -> usize {
        self.distances.partition_point(|&row| row <= distance)
    }

    /// The row that a stretch is measured from.
    fn row(stretch: usize) -> usize {
        stretch.saturating_sub(1)
    }

    /// At a distance, or a strain, with its slope.
    pub(crate) fn force(&self, distance: f64) -> Sloped {
        let stretch = self.stretch(distance);
        let (row, slope) = (Self::row(stretch), self.slopes[stretch]);
        Sloped { value: self.forces[row] + slope * (distance - self.distances[row]), slope }
    }

    /// The integral of the force from the first row.
    pub(crate) fn energy(&self, distance: f64) -> f64 {
        let row = Self::row(self.stretch(distance));
        let mean = 0.5 * (self.forces[row] + self.force(distance).value);
        self.energies[row] + mean * (distance - self.distances[row])
    }

    /// The mean of the force between two distances, with its slope by the last one. What the force differs by
    /// from that at the last one is summed up, stretch by stretch from there, so that nothing cancels where
    /// both are close.
    pub(crate) fn mean(&self, first: f64, last: f64) -> Sloped {
        let (mut stretch, end) = (self.stretch(last), self.stretch(first));
        let at_last = self.force(last).value;
        if stretch == end {
            let slope = 0.5 * self.slopes[stretch];
            return Sloped { value: at_last + slope * (first - last), slope };
        }
        let (mut at, mut differs, mut sum) = (last, 0.0, 0.0);
        let mut to = |edge: f64, slope: f64| {
            let next = differs + slope * (edge - at);
            sum += 0.5 * (differs + next) * (edge - at);
            (at, differs) = (edge, next);
        };
        while stretch > end {
            to(self.distances[stretch - 1], self.slopes[stretch]);
            stretch -= 1;
        }
        while stretch < end {
            to(self.distances[stretch], self.slopes[stretch]);
            stretch += 1;
        }
        to(first, self.slopes[end]);
        let change = first - last;
        let differs = sum / change;
        Sloped { value: at_last + differs, slope: differs / change }
    }
}
