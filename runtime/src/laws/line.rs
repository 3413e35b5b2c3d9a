//! What pulls along the line between two points: springs of every kind. Here they differ, and nowhere else.

use cdl_graph::{NodeId, SpringLaw};

use super::Sloped;
use super::spring::{Spring, Tension};
use crate::signals::Values;

/// A spring whose numbers may change during a run.
#[derive(Clone, Debug)]
pub(crate) enum Pulling {
    Linear { stiffness: NodeId, damping: NodeId, length: NodeId, pushes: bool },
}

impl Pulling {
    pub(crate) fn of(law: &SpringLaw) -> Self {
        match *law {
            SpringLaw::Linear { stiffness, damping, length, tension_only } => {
                Self::Linear { stiffness, damping, length, pushes: !tension_only }
            }
        }
    }

    /// With the numbers of now.
    pub(crate) fn now(&self, values: &Values) -> LineLaw {
        match *self {
            Self::Linear { stiffness, damping, length, pushes } => {
                let [stiffness, damping, length] = values.array([stiffness, damping, length]);
                LineLaw::Linear(Spring { stiffness, damping, length, pushes })
            }
        }
    }

    /// As if it were just becoming taut at a distance where it is slack; `None` where it is not.
    pub(crate) fn taut_at(&self, distance: f64, values: &mut Values) -> Option<Self> {
        match *self {
            Self::Linear { pushes: true, .. } => None,
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
#[derive(Clone, Copy, Debug)]
pub(crate) enum LineLaw {
    Linear(Spring),
}

impl LineLaw {
    /// J
    pub(crate) fn energy(&self, distance: f64) -> f64 {
        match self {
            Self::Linear(spring) => spring.energy(distance),
        }
    }

    /// At a distance (m) that grows by `rate` (m/s).
    pub(crate) fn tension(&self, distance: f64, rate: f64) -> Tension {
        match self {
            Self::Linear(spring) => spring.tension(distance, rate),
        }
    }

    /// Elastic tension over distance at one instant, N/m.
    pub(crate) fn factor(&self, distance: f64) -> Sloped {
        match self {
            Self::Linear(spring) => spring.factor(distance),
        }
    }

    /// The discrete gradient from one distance to another, N/m: the change of the energy over that of half the
    /// square of the distance, with its slope by the last one.
    pub(crate) fn secant(&self, first: f64, last: f64) -> Sloped {
        match self {
            Self::Linear(spring) => spring.secant(first, last),
        }
    }

    /// N s/m
    pub(crate) fn damping(&self) -> f64 {
        match self {
            Self::Linear(spring) => spring.damping,
        }
    }

    /// The share of a lengthening that the damper works on, with its slope by the last distance.
    pub(crate) fn taut_share(&self, first: f64, last: f64) -> Sloped {
        match self {
            Self::Linear(spring) => spring.taut_share(first, last),
        }
    }

    /// What a damper adds to an elastic pull; both N, or both over the same length.
    pub(crate) fn damper(&self, elastic: f64, damper: f64) -> f64 {
        match self {
            Self::Linear(spring) => spring.damper(elastic, damper),
        }
    }
}
