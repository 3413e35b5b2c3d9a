//! What pulls along the line between two points: springs of every kind, and forces that are given. Here they differ,
//! and nowhere else.

use std::sync::Arc;

use cdl_graph::{NodeId, SpringLaw};

use super::Sloped;
use super::curve::{Curve, Outside};
use super::spring::{Spring, Tension};
use crate::signals::Values;

/// Of a model's extent: what is no farther apart meets, but for rounding and for how well a state of rest is found.
const TOGETHER: f64 = 1e-9;

/// A spring whose numbers may change during a run.
#[derive(Clone, Debug)]
pub(crate) enum Pulling {
    /// Nodes in N/m, N s/m and m.
    Linear { stiffness: NodeId, damping: NodeId, length: NodeId, pushes: bool },
    /// Over the distance, with a damper.
    Table { curve: Arc<Curve>, damping: NodeId },
    /// A node, N.
    Given { force: NodeId },
}

impl Pulling {
    /// As the graph has it.
    pub(crate) fn of(law: &SpringLaw) -> Self {
        match *law {
            SpringLaw::Linear { stiffness, damping, length, tension_only } => {
                Self::Linear { stiffness, damping, length, pushes: !tension_only }
            }
            SpringLaw::Table { ref force, damping } => {
                let curve = Arc::new(Curve::of(force, [Outside::Holds; 2]));
                Self::Table { curve, damping }
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
                let damping = values.scalar(damping);
                LineLaw::Table { curve: curve.clone(), damping, slack: None }
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
    /// With its numbers.
    Linear(Spring),
    /// N over m, N s/m, and up to which distance (m) it is slack: a rope's damper then neither pushes.
    Table { curve: Arc<Curve>, damping: f64, slack: Option<f64> },
    /// N
    Given(f64),
}

impl LineLaw {
    /// Of a rope, which may be slack.
    pub(crate) fn table(curve: &Arc<Curve>, damping: f64) -> Self {
        Self::Table { curve: curve.clone(), damping, slack: curve.slack() }
    }

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
            Self::Table { slack: Some(length), .. } if distance <= *length => {
                Tension { elastic: 0.0, damper: 0.0 }
            }
            Self::Table { curve, damping, slack: _ } => {
                let elastic = curve.force(distance).value;
                Tension { elastic, damper: self.damper(elastic, damping * rate) }
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

    /// Stiffness and damping (N/m, N s/m) by which it resists in all directions where its ends meet, as a spring without length
    /// does: they part along a line, and its damper has the direction in which they move.
    pub(crate) fn together(&self) -> Option<[f64; 2]> {
        match self {
            Self::Linear(spring) if spring.has_no_length() => {
                Some([spring.stiffness, spring.damping])
            }
            Self::Linear(_) | Self::Table { .. } | Self::Given(_) => None,
        }
    }

    /// The same where the ends are so close that they have no direction, in a model of this extent (m): there whatever has a length
    /// resists nothing. Nothing where there is a line between them.
    pub(crate) fn meeting(&self, distance: f64, extent: f64) -> Option<[f64; 2]> {
        match self.together() {
            Some(resists) => (distance <= TOGETHER * extent).then_some(resists),
            None => (distance == 0.0).then_some([0.0; 2]),
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
            Self::Table { slack: Some(length), .. } => {
                Spring::cord(*length).taut_share(first, last)
            }
            Self::Table { slack: None, .. } | Self::Given(_) => Sloped { value: 1.0, slope: 0.0 },
        }
    }

    /// What a damper adds to an elastic pull; both N, or both over the same length.
    pub(crate) fn damper(&self, elastic: f64, damper: f64) -> f64 {
        match self {
            Self::Linear(spring) => spring.damper(elastic, damper),
            Self::Table { slack: Some(_), .. } => damper.max(-elastic),
            Self::Table { slack: None, .. } | Self::Given(_) => damper,
        }
    }
}

#[cfg(test)]
mod tests;
