//! What pulls along the line between two points: springs of every kind, and forces that are given. Here they differ,
//! and nowhere else.

use std::sync::Arc;

use cdl_graph::{NodeId, SpringLaw, Table};

use super::Sloped;
use super::spring::{Spring, Tension};
use crate::signals::Values;

/// A spring whose numbers may change during a run.
#[derive(Clone, Debug)]
pub(crate) enum Pulling {
    Linear { stiffness: NodeId, damping: NodeId, length: NodeId, pushes: bool },
    Table { curve: Arc<Curve>, damping: NodeId },
    Given { force: NodeId },
}

impl Pulling {
    pub(crate) fn of(law: &SpringLaw) -> Self {
        match *law {
            SpringLaw::Linear { stiffness, damping, length, tension_only } => {
                Self::Linear { stiffness, damping, length, pushes: !tension_only }
            }
            SpringLaw::Table { ref force, damping } => {
                Self::Table { curve: Arc::new(Curve::new(force)), damping }
            }
            SpringLaw::Given { force } => Self::Given { force },
        }
    }

    /// With the numbers of now.
    pub(crate) fn now(&self, values: &Values) -> LineLaw {
        match *self {
            Self::Linear { stiffness, damping, length, pushes } => {
                let [stiffness, damping, length] = values.array([stiffness, damping, length]);
                LineLaw::Linear(Spring { stiffness, damping, length, pushes })
            }
            Self::Table { ref curve, damping } => {
                LineLaw::Table { curve: curve.clone(), damping: values.scalar(damping) }
            }
            Self::Given { force } => LineLaw::Given(values.scalar(force)),
        }
    }

    /// As if it were just becoming taut at a distance where it is slack; `None` where it is not.
    pub(crate) fn taut_at(&self, distance: f64, values: &mut Values) -> Option<Self> {
        match *self {
            Self::Linear { pushes: true, .. } | Self::Table { .. } | Self::Given { .. } => None,
            Self::Linear { stiffness, damping, length, pushes: false } => {
                if distance >= values.scalar(length) {
                    return None;
                }
                let length = NodeId(values.nodes.len() as u32);
                values.nodes.push(distance);
                Some(Self::Linear { stiffness, damping, length, pushes: true })
            }
        }
    }
}

/// What pulls at one instant. Pulls are positive, and slopes are by the distance.
#[derive(Clone, Debug)]
pub(crate) enum LineLaw {
    Linear(Spring),
    /// N s/m
    Table {
        curve: Arc<Curve>,
        damping: f64,
    },
    /// N
    Given(f64),
}

impl LineLaw {
    /// J
    pub(crate) fn energy(&self, distance: f64) -> f64 {
        match self {
            Self::Linear(spring) => spring.energy(distance),
            Self::Table { curve, .. } => curve.energy(distance),
            Self::Given(_) => 0.0,
        }
    }

    /// At a distance (m) that grows by `rate` (m/s).
    pub(crate) fn tension(&self, distance: f64, rate: f64) -> Tension {
        match self {
            Self::Linear(spring) => spring.tension(distance, rate),
            Self::Table { curve, damping } => {
                Tension { elastic: curve.force(distance).value, damper: damping * rate }
            }
            Self::Given(force) => Tension { elastic: *force, damper: 0.0 },
        }
    }

    /// Elastic tension over distance at one instant, N/m.
    pub(crate) fn factor(&self, distance: f64) -> Sloped {
        match self {
            Self::Linear(spring) => spring.factor(distance),
            Self::Table { curve, .. } => {
                let Sloped { value: force, slope } = curve.force(distance);
                let value = force / distance;
                Sloped { value, slope: (slope - value) / distance }
            }
            Self::Given(force) => {
                let value = force / distance;
                Sloped { value, slope: -value / distance }
            }
        }
    }

    /// The discrete gradient from one distance to another, N/m: the change of the energy over that of half the
    /// square of the distance, with its slope by the last one. What is given works like that as well: force times
    /// change of distance.
    pub(crate) fn secant(&self, first: f64, last: f64) -> Sloped {
        match self {
            Self::Linear(spring) => spring.secant(first, last),
            Self::Table { curve, .. } => {
                let mean = curve.mean(first, last);
                let distances = first + last;
                let value = 2.0 * mean.value / distances;
                Sloped { value, slope: (2.0 * mean.slope - value) / distances }
            }
            Self::Given(force) => {
                let distances = first + last;
                let value = 2.0 * force / distances;
                Sloped { value, slope: -value / distances }
            }
        }
    }

    /// The derivatives of [`Self::factor`] by its numbers, in the order of [`SpringLaw::numbers`].
    pub(crate) fn factor_by(&self, distance: f64) -> [f64; 3] {
        match self {
            Self::Linear(spring) => {
                let [stiffness, length] = spring.factor_by(distance);
                [stiffness, 0.0, length]
            }
            Self::Table { .. } => [0.0; 3],
            Self::Given(_) => [1.0 / distance, 0.0, 0.0],
        }
    }

    /// The derivatives of [`Self::secant`] by its numbers, in the order of [`SpringLaw::numbers`].
    pub(crate) fn secant_by(&self, first: f64, last: f64) -> [f64; 3] {
        match self {
            Self::Linear(spring) => {
                let [stiffness, length] = spring.secant_by(first, last);
                [stiffness, 0.0, length]
            }
            Self::Table { .. } => [0.0; 3],
            Self::Given(_) => [2.0 / (first + last), 0.0, 0.0],
        }
    }

    /// The derivatives of [`Self::damping`] and of the value of [`Self::taut_share`] by its numbers, in the order
    /// of [`SpringLaw::numbers`].
    pub(crate) fn damper_by(&self, first: f64, last: f64) -> [[f64; 3]; 2] {
        match self {
            Self::Linear(spring) => {
                [[0.0, 1.0, 0.0], [0.0, 0.0, spring.taut_share_by_length(first, last)]]
            }
            Self::Table { .. } => [[1.0, 0.0, 0.0], [0.0; 3]],
            Self::Given(_) => [[0.0; 3]; 2],
        }
    }

    /// N s/m
    pub(crate) fn damping(&self) -> f64 {
        match self {
            Self::Linear(spring) => spring.damping,
            Self::Table { damping, .. } => *damping,
            Self::Given(_) => 0.0,
        }
    }

    /// The share of a lengthening that the damper works on, with its slope by the last distance.
    pub(crate) fn taut_share(&self, first: f64, last: f64) -> Sloped {
        match self {
            Self::Linear(spring) => spring.taut_share(first, last),
            Self::Table { .. } | Self::Given(_) => Sloped { value: 1.0, slope: 0.0 },
        }
    }

    /// What a damper adds to an elastic pull; both N, or both over the same length.
    pub(crate) fn damper(&self, elastic: f64, damper: f64) -> f64 {
        match self {
            Self::Linear(spring) => spring.damper(elastic, damper),
            Self::Table { .. } | Self::Given(_) => damper,
        }
    }
}

/// A force over a distance, linear between rows; outside of them the end values hold.
#[derive(Debug)]
pub(crate) struct Curve {
    /// m, increasing.
    distances: Vec<f64>,
    /// N, at each of them.
    forces: Vec<f64>,
    /// N/m: below the first row, between rows, beyond the last.
    slopes: Vec<f64>,
    /// J, at each row; none at the first.
    energies: Vec<f64>,
}

impl Curve {
    /// Of the first column; one without rows pulls nothing.
    fn new(table: &Table) -> Self {
        let column = table.columns.first().map_or(&[] as &[f64], |own| &own.values);
        let rows = table.argument.iter().copied().zip(column.iter().copied());
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
        Self { distances, forces, slopes, energies }
    }

    /// The index in `slopes`: how many rows there are up to a distance. At a row it is what follows.
    fn stretch(&self, distance: f64) -> usize {
        self.distances.partition_point(|&row| row <= distance)
    }

    /// The row that a stretch is measured from.
    fn row(stretch: usize) -> usize {
        stretch.saturating_sub(1)
    }

    pub(crate) fn force(&self, distance: f64) -> Sloped {
        let stretch = self.stretch(distance);
        let (row, slope) = (Self::row(stretch), self.slopes[stretch]);
        Sloped { value: self.forces[row] + slope * (distance - self.distances[row]), slope }
    }

    /// The integral of the force from the first row, J.
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

#[cfg(test)]
mod tests;
