//! A coordinate of a joint that is a function of time.
//!
//! What drives a coordinate exerts whatever effort it takes. That does work, which the ledger
//! counts.

use cdl_graph::NodeId;
use nalgebra::Vector3;

use super::constraint::{Kind, Measure};
use super::equation::{Bend, Equation};
use super::imposed::Imposed;
use crate::constrained::coordinate::Coordinate;
use crate::constrained::seen::Step;
use crate::constrained::vectors::{VectorId, Vectors};
use crate::signals::Values;

/// `coordinate = value(t)`, m or rad; the multiplier is the effort, N or N m.
/// The coordinate follows its turns, so a drive may turn by any angle. Nodes of rate and
/// acceleration are absent where the value is constant.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct Driven {
    /// Index among all coordinates of joints.
    pub(in crate::constrained) index: usize,
    /// As a function of three vectors.
    pub(in crate::constrained) coordinate: Coordinate,
    /// Among all drives.
    pub(in crate::constrained) place: usize,
    /// The node with the value, m or rad.
    pub(in crate::constrained) value: NodeId,
    /// Of its first derivative by time.
    pub(in crate::constrained) rate: Option<NodeId>,
    /// Of its second.
    pub(in crate::constrained) acceleration: Option<NodeId>,
}

/// Wired, with its multiplier.
pub(in crate::constrained) type Drive = Imposed<Driven, 1, 3>;

impl Equation<1, 3> for Driven {
    const KIND: Kind = Kind::Drive;
    const MOVES: bool = true;
    const PAIRS: &'static [(usize, usize)] =
        &[(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)];

    /// Of the coordinate that remembers its turns.
    fn value(&self, step: &Step<'_>, _at: [Vector3<f64>; 3]) -> [f64; 1] {
        [step.end_coordinates[self.index]]
    }

    fn gradient(&self, at: [Vector3<f64>; 3]) -> [[Vector3<f64>; 3]; 1] {
        [self.coordinate.gradient_at(at)]
    }

    fn curvature(&self, at: [Vector3<f64>; 3], rates: [Vector3<f64>; 3]) -> [f64; 1] {
        [self.coordinate.curvature_at(at, rates)]
    }

    fn given(&self, step: &Step<'_>) -> f64 {
        step.drive_values[self.place]
    }

    fn given_rate(&self, values: &Values) -> f64 {
        self.rate.map_or(0.0, |node| values.scalar(node))
    }

    fn given_acceleration(&self, values: &Values) -> f64 {
        self.acceleration.map_or(0.0, |node| values.scalar(node))
    }

    fn over_step(&self, step: &Step<'_>, _balance: [Vector3<f64>; 3]) -> [[Vector3<f64>; 3]; 1] {
        [step.gradient(self.index).balance]
    }

    fn stiffness(
        &self,
        step: &Step<'_>,
        multiplier: f64,
        mut each: impl FnMut((usize, usize), Bend),
    ) {
        let all = step.gradient(self.index).stiffness(multiplier, 0.0);
        for &(k, l) in Self::PAIRS {
            each((k, l), Bend::Full(all[k][l]));
        }
    }

    fn measure(&self, _vectors: &Vectors, _ids: &[VectorId; 3]) -> Measure {
        if self.coordinate.is_angle() { Measure::Radian } else { Measure::Metre }
    }
}
