//! What acts along the coordinates of joints over a step.

use cdl_graph::NodeId;

use super::coordinate::Coordinate;
use super::loads::Slope;
use super::matrix::Wires;
use super::scheme::Scheme;
use super::vectors::Vectors;
use crate::laws::AxisLaw;
use nalgebra::Vector3;

/// What acts along one coordinate.
#[derive(Clone, Debug)]
pub(super) struct AxisOn {
    /// Index of the coordinate.
    pub(super) coordinate: usize,
    pub(super) law: AxisLaw,
    /// Given by the user, N m or N.
    pub(super) effort: Option<NodeId>,
    pub(super) stiffness: Wires,
    /// Of the effort.
    pub(super) slopes: Vec<Slope>,
}

/// The effort of a law over a step, N m or N.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Effort {
    /// With a potential.
    pub(super) elastic: f64,
    /// Resists; its product with the rate is not positive.
    pub(super) resistance: f64,
    /// By the user.
    pub(super) given: f64,
    /// Derivative of the sum by the coordinate's end value.
    pub(super) slope: f64,
    /// Derivative of the sum by the rate.
    pub(super) rate_slope: f64,
}

impl Effort {
    pub(super) fn sum(&self) -> f64 {
        self.elastic + self.resistance + self.given
    }
}

/// `balance` is the coordinate at which the spring acts, `rate` its rate of change.
pub(super) fn effort(
    law: &AxisLaw,
    given: f64,
    balance: f64,
    rate: f64,
    scheme: &Scheme,
) -> Effort {
    let resistance = law.resistance(rate);
    Effort {
        elastic: -law.elastic(balance),
        resistance: -resistance.value,
        given,
        slope: -law.stiffness * scheme.balance - resistance.slope * scheme.rate,
        rate_slope: -resistance.slope,
    }
}

impl AxisOn {
    pub(super) fn add_force(
        &self,
        coordinate: &Coordinate,
        vectors: &Vectors,
        gradient: &[Vector3<f64>; 3],
        effort: f64,
        blocks: &mut [Vector3<f64>],
    ) {
        for (&id, gradient) in coordinate.vectors.iter().zip(gradient) {
            vectors.add_force(id, &(gradient * effort), blocks);
        }
    }
}
