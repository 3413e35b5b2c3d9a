//! What acts along the coordinates of joints over a step.
//!
//! Efforts are positive where they make the coordinate larger. They act on the vectors of the
//! coordinate along its gradient over the step, so that their work is effort times the change of
//! the coordinate.

use cdl_graph::NodeId;

use crate::constrained::coordinate::Gradient;
use crate::constrained::data::StepPower;
use crate::constrained::elements::load::Slope;
use crate::constrained::elements::{Acted, Element, Stored};
use crate::constrained::matrix::{Coupler, Filling, Wirer, Wires};
use crate::constrained::scheme::Scheme;
use crate::constrained::seen::Step;
use crate::laws::AxisLaw;
use crate::mechanism::Energies;
use crate::signals::Values;

/// What acts along one coordinate.
/// A joint has as many as coordinates along which something acts; drives are constraints.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct AxisOn {
    /// Index of the coordinate.
    pub(in crate::constrained) coordinate: usize,
    /// Spring, damper, friction and stops.
    pub(in crate::constrained) law: AxisLaw,
    /// Given by the user, N m or N.
    pub(in crate::constrained) effort: Option<NodeId>,
    /// Where derivatives by the coordinate's vectors go in the matrix.
    pub(in crate::constrained) stiffness: Wires,
    /// Of the effort.
    pub(in crate::constrained) slopes: Vec<Slope>,
}

/// The effort of a law over a step, N m or N.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::constrained) struct Effort {
    /// With a potential.
    pub(in crate::constrained) elastic: f64,
    /// Resists; its product with the rate is not positive.
    pub(in crate::constrained) resistance: f64,
    /// By the user.
    pub(in crate::constrained) given: f64,
    /// Derivative of the sum by the coordinate's end value.
    pub(in crate::constrained) slope: f64,
    /// Derivative of the sum by the rate.
    pub(in crate::constrained) rate_slope: f64,
}

impl Effort {
    /// All that acts along the coordinate, N or N m.
    pub(in crate::constrained) fn sum(&self) -> f64 {
        self.elastic + self.resistance + self.given
    }
}

/// `balance` is the coordinate at which the spring acts, `rate` its rate of change.
///
/// The signs are those of [`Effort`]: a spring pulls back, so its part is minus the law's.
pub(in crate::constrained) fn effort(
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
    /// Over a step, with the rate of the coordinate in the balance and its discrete gradient.
    /// The effort, the rate (m/s or rad/s), and the gradient along which it acts.
    #[inline(always)]
    fn over_step(&self, step: &Step<'_>) -> (Effort, f64, Gradient) {
        let gradient = step.gradient(self.coordinate);
        let rate = step.coordinates[self.coordinate]
            .vectors
            .iter()
            .zip(&gradient.balance)
            .map(|(&id, gradient)| gradient.dot(&step.vectors.value(id, step.velocities)))
            .sum();
        let given = self.given(step.values);
        let balance = step.balance_coordinates[self.coordinate];
        (effort(&self.law, given, balance, rate, step.scheme), rate, gradient)
    }

    /// By the user.
    pub(in crate::constrained) fn given(&self, values: &Values) -> f64 {
        self.effort.map_or(0.0, |node| values.scalar(node))
    }
}

impl Element for AxisOn {
    fn couple(&self, coupler: &mut Coupler<'_>) {
        let ids = coupler.coordinates[self.coordinate].vectors;
        coupler.stiffness(&ids);
        self.slopes.iter().for_each(|slope| slope.couple(&ids, coupler));
    }

    fn wire(&mut self, wirer: &mut Wirer<'_>) {
        let ids = wirer.coordinates[self.coordinate].vectors;
        self.stiffness = wirer.stiffness(&ids);
        self.slopes.iter_mut().for_each(|slope| slope.wire(&ids, wirer));
    }

    fn act(&self, step: &Step<'_>, acted: &mut Acted<'_>) -> StepPower {
        let (effort, rate, gradient) = self.over_step(step);
        let ids = &step.coordinates[self.coordinate].vectors;
        for (&id, gradient) in ids.iter().zip(&gradient.balance) {
            step.vectors.add_force(id, &(gradient * effort.sum()), acted.forces);
        }
        StepPower { dissipated: -(effort.resistance * rate), work: effort.given * rate }
    }

    fn slopes(&self, step: &Step<'_>, filling: &mut Filling<'_>) {
        let (effort, _, gradient) = self.over_step(step);
        let coordinate = &step.coordinates[self.coordinate];
        let motion = step.motion();
        let mut stiffness = gradient.stiffness(effort.sum(), effort.slope);
        if step.scheme.balance == 1.0 && effort.rate_slope != 0.0 {
            // In a midpoint step the rate is the change over the step. Here it turns with the vectors.
            let at = coordinate.vectors.map(|id| step.at.balance.of(id));
            let rates = coordinate.vectors.map(|id| motion.velocity(id));
            let turning = coordinate.rate_gradient_at(at, rates);
            for (row, gradient) in stiffness.iter_mut().zip(&gradient.balance) {
                for (entry, turning) in row.iter_mut().zip(&turning) {
                    *entry -= gradient * turning.transpose() * effort.rate_slope;
                }
            }
        }
        filling.stiffness(&coordinate.vectors, self.stiffness, &stiffness);
        for slope in &self.slopes {
            slope.fill(coordinate.vectors.into_iter().zip(gradient.balance), step, filling);
        }
    }

    fn add_stored(&self, stored: &Stored<'_>, energies: &mut Energies) {
        energies.elastic += self.law.energy(stored.coordinates[self.coordinate]);
    }

    fn strength(&self, step: &Step<'_>, extent: f64) -> f64 {
        let elastic = self.law.elastic(step.balance_coordinates[self.coordinate]);
        let size = elastic.abs() + self.given(step.values).abs();
        size / if step.coordinates[self.coordinate].is_angle() { extent } else { 1.0 }
    }
}
