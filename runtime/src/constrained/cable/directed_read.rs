//! What is read at an instant of a piece that bends otherwise to one side than to another: moments, torques, and what it does to the
//! place of a node.

use nalgebra::Vector3;

use super::directed::{Axed, DirectedPiece, Place, gradients};
use super::payout::Ratios;
use super::twisted::dot;
use crate::constrained::sources::Motion;
use crate::constrained::vectors::VectorId;
use crate::laws::spline::Two;

impl DirectedPiece {
    /// What branches resist with at an instant, towards both axes at a fraction of the piece, N m: by the polynomial through
    /// its Gauss points, where they remember.
    fn relaxing(
        &self,
        (u, ratio): (&Axed, f64),
        coordinates: &[f64],
        creep: &[f64],
        x: f64,
    ) -> Two {
        if self.branches.is_empty() {
            return [0.0; 2];
        }
        let at = self.shapes.points.map(|point| Place::of(&point).x);
        let mut sum = [0.0; 2];
        for (index, _, place) in self.places() {
            let others = (0..at.len()).filter(|&other| other != index);
            let share: f64 =
                others.map(|other| (x - at[other]) / (at[index] - at[other])).product();
            let bends = place.bends(u, &self.shares(place.x, coordinates));
            let moments = self.relaxed_moments(index, &bends, ratio, creep);
            sum.iter_mut().zip(moments).for_each(|(sum, moment)| *sum += share * moment);
        }
        sum
    }

    /// What the section at a fraction of it resists with altogether, N m.
    pub(in crate::constrained) fn whole_moments(
        &self,
        motion: &Motion<'_>,
        coordinates: &[f64],
        creep: &[f64],
        x: f64,
    ) -> Two {
        let place = Place::at(x, self.shapes.length);
        let (bends, _, moments) = self.instant(motion, coordinates, creep, &place);
        let common = self.sides.common() / self.ratio(motion);
        [0, 1].map(|i| moments[i] + common * bends[i])
    }

    /// What bends it by the length that it is made for, the gradients of that, and what it resists with beyond the common
    /// stiffness.
    fn instant(
        &self,
        motion: &Motion<'_>,
        coordinates: &[f64],
        creep: &[f64],
        place: &Place,
    ) -> (Two, [Axed; 2], Two) {
        let u = self.at(|id| motion.position(id));
        let shares = self.shares(place.x, coordinates);
        let gradients = gradients(place, &place.directing(&u, &u), &shares);
        let rates = self.at(|id| motion.velocity(id));
        let bends = place.bends(&u, &shares);
        let rates = [0, 1].map(|i| dot(&gradients[i], &rates));
        let ratio = self.ratio(motion);
        let relaxing = self.relaxing((&u, ratio), coordinates, creep, place.x);
        let mut moments = self.moments(&bends, &rates, &Ratios { start: ratio, end: ratio });
        for (moment, relaxing) in moments.iter_mut().zip(relaxing) {
            *moment += relaxing;
        }
        (bends, gradients, moments)
    }

    /// What it adds to the torque that its twist makes, at its start and at its end, N m, positive to the right: its moments
    /// turn the axes there about the rope as well.
    pub(in crate::constrained) fn torques(
        &self,
        motion: &Motion<'_>,
        coordinates: &[f64],
        creep: &[f64],
    ) -> Two {
        let u = self.at(|id| motion.position(id));
        self.turning(&u, |place| {
            let (_, gradients, moments) = self.instant(motion, coordinates, creep, place);
            (gradients, moments)
        })
    }

    /// Those of what lasts alone, in a configuration.
    pub(super) fn lasting_torques(
        &self,
        of: impl Fn(VectorId) -> Vector3<f64>,
        coordinates: &[f64],
    ) -> Two {
        let u = self.at(&of);
        let over = self.flow.as_ref().map_or(1.0, |flow| 1.0 / flow.payout.of(&of(flow.payout.at)));
        self.turning(&u, |place| {
            let shares = self.shares(place.x, coordinates);
            let gradients = gradients(place, &place.directing(&u, &u), &shares);
            (gradients, self.elastic(&place.bends(&u, &shares), over))
        })
    }

    /// Of moments at each Gauss point, with the gradients of what they resist.
    fn turning(&self, u: &Axed, acts: impl Fn(&Place) -> ([Axed; 2], Two)) -> Two {
        let mut torques = [0.0; 2];
        for (_, weight, place) in self.places() {
            let (gradients, moments) = acts(&place);
            for (gradient, moment) in gradients.iter().zip(moments) {
                for (node, torque) in torques.iter_mut().enumerate() {
                    let along = u[1 + node].normalize();
                    let turn: f64 = (3 + 2 * node..5 + 2 * node)
                        .map(|axis| along.cross(&u[axis]).dot(&gradient[axis]))
                        .sum();
                    *torque += weight * moment * turn;
                }
            }
        }
        [-torques[0], torques[1]]
    }

    /// What it does to the place of the first node, N.
    pub(in crate::constrained) fn on_first(
        &self,
        motion: &Motion<'_>,
        coordinates: &[f64],
        creep: &[f64],
    ) -> Vector3<f64> {
        let mut force = Vector3::zeros();
        for (_, weight, place) in self.places() {
            let (_, gradients, moments) = self.instant(motion, coordinates, creep, &place);
            // The line goes from the first to the second.
            for (gradient, moment) in gradients.iter().zip(moments) {
                force += gradient[0] * (weight * moment);
            }
        }
        force
    }
}
