//! Two points that are one.

use nalgebra::Vector3;

use super::equation::Equation;
use super::imposed::Imposed;
use crate::constrained::seen::Step;

/// `vector = 0`, m; the multipliers are the force on it, N.
/// The vector is the child's origin less the parent's, world axes, so multipliers are what the
/// parent exerts on the child.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct Vanishing;

/// Wired, with a multiplier for each component: the force, N.
pub(in crate::constrained) type Coincidence = Imposed<Vanishing, 3, 1>;

impl Equation<3, 1> for Vanishing {
    const PULLS: bool = true;
    const PAIRS: &'static [(usize, usize)] = &[];

    #[inline(always)]
    fn value(&self, _step: &Step<'_>, [u]: [Vector3<f64>; 1]) -> [f64; 3] {
        u.into()
    }

    #[inline(always)]
    fn gradient(&self, _at: [Vector3<f64>; 1]) -> [[Vector3<f64>; 1]; 3] {
        [[Vector3::x()], [Vector3::y()], [Vector3::z()]]
    }

    fn curvature(&self, _at: [Vector3<f64>; 1], _rates: [Vector3<f64>; 1]) -> [f64; 3] {
        [0.0; 3]
    }
}
