//! Motions under forces that swing: `(K - λM) x = f` by a sweep to the roots and one back.

use super::super::{Mat6, Vec6, carried, halves, shifted, stacked};
use super::front::{add_body, at_carrier};
use super::members::{Members, Motion};
use crate::spatial::Vec3;

/// So much larger than what is there an elimination may make a stiffness here, where all that is wanted is a direction.
const GROWTH: f64 = 1e8;

/// What the sweep to the roots leaves: of each freedom, in the order of elimination within its joint.
pub(super) struct Factors {
    /// Which of the joint's freedoms comes as the n-th.
    order: Vec<u8>,
    /// By the displacement of the carrier.
    rows: Vec<Vec6>,
    /// By the other freedoms of the joint, those that come later.
    among: Vec<[f64; 6]>,
    /// One over the pivots.
    inverse: Vec<f64>,
}

impl Members {
    /// Nothing where a part swings by itself at this very frequency.
    pub(super) fn factors(&self, square: f64) -> Option<Factors> {
        let (count, all) = (self.members.len(), self.freedoms.len());
        let mut stiffness: Vec<Mat6> = vec![Mat6::zeros(); count];
        let mut factors = Factors {
            order: vec![0; all],
            rows: vec![Vec6::zeros(); all],
            among: vec![[0.0; 6]; all],
            inverse: vec![0.0; all],
        };
        for (body, member) in self.members.iter().enumerate().rev() {
            let mut own = stiffness[body];
            let sizes = add_body(member, square, &mut own);
            let first = member.freedoms.start;
            let mut left: Vec<usize> = (0..member.freedoms.len()).collect();
            let freedoms = self.of(member);
            let moved: Vec<Vec6> = freedoms.iter().map(|freedom| own * freedom.along).collect();
            for (i, freedom) in freedoms.iter().enumerate() {
                factors.rows[first + i] = moved[i] + stacked(&freedom.turning, &Vec3::zeros());
                for (j, moved) in moved.iter().enumerate() {
                    let between = if i == j { freedom.stiffness } else { member.coupling(i, j) };
                    factors.among[first + i][j] = between + freedom.along.dot(moved);
                }
            }
            for place in 0..freedoms.len() {
                let size = |i: &usize| {
                    let freedom = &freedoms[*i];
                    let size = freedom.along.map(|x| x * x).dot(&sizes) + freedom.stiffness.abs();
                    factors.among[first + i][*i].abs() / size
                };
                let best =
                    (0..left.len()).max_by(|&a, &b| size(&left[a]).total_cmp(&size(&left[b])))?;
                let i = left.swap_remove(best);
                let (pivot, row) = (factors.among[first + i][i], factors.rows[first + i]);
                let fits = |k: usize| row[k] * row[k] <= GROWTH * pivot.abs() * sizes[k];
                if pivot == 0.0 || member.carrier.is_some() && !(0..6).all(fits) {
                    return None;
                }
                factors.order[first + place] = i as u8;
                factors.inverse[first + i] = 1.0 / pivot;
                own -= row * (row / pivot).transpose();
                let among = factors.among[first + i];
                for &j in &left {
                    let factor = among[j] / pivot;
                    factors.rows[first + j] -= row * factor;
                    for &k in &left {
                        factors.among[first + j][k] -= factor * among[k];
                    }
                }
            }
            if let Some(carrier) = member.carrier {
                stiffness[carrier] += at_carrier(&own, &member.arm);
            }
        }
        Some(factors)
    }

    /// The motion under forces on the bodies, at their reference points.
    pub(super) fn solve(&self, factors: &Factors, forces: &[Vec6]) -> Motion {
        let mut forces = forces.to_vec();
        let mut along = vec![0.0; self.freedoms.len()];
        for (body, member) in self.members.iter().enumerate().rev() {
            let first = member.freedoms.start;
            let mut own = forces[body];
            for (slot, freedom) in along[member.freedoms.clone()].iter_mut().zip(self.of(member)) {
                *slot = freedom.along.dot(&own);
            }
            let order = &factors.order[member.freedoms.clone()];
            for (place, &i) in order.iter().enumerate() {
                let share = along[first + usize::from(i)] * factors.inverse[first + usize::from(i)];
                own -= factors.rows[first + usize::from(i)] * share;
                for &j in &order[place + 1..] {
                    let among = &factors.among[first + usize::from(i)];
                    along[first + usize::from(j)] -= among[usize::from(j)] * share;
                }
            }
            if let Some(carrier) = member.carrier {
                forces[carrier] += shifted(&own, &member.arm);
            }
        }
        let mut bodies: Vec<Vec6> = vec![Vec6::zeros(); self.members.len()];
        for (body, member) in self.members.iter().enumerate() {
            let first = member.freedoms.start;
            let mut own = member
                .carrier
                .map_or(Vec6::zeros(), |carrier| carried(&bodies[carrier], &member.arm));
            let before = own;
            let order = &factors.order[member.freedoms.clone()];
            for (place, &i) in order.iter().enumerate().rev() {
                let i = usize::from(i);
                let mut effort = along[first + i] - factors.rows[first + i].dot(&before);
                for &j in &order[place + 1..] {
                    effort -=
                        factors.among[first + i][usize::from(j)] * along[first + usize::from(j)];
                }
                along[first + i] = effort * factors.inverse[first + i];
                own += self.freedoms[first + i].along * along[first + i];
            }
            bodies[body] = own;
        }
        Motion { along, bodies }
    }

    /// The forces of inertia in a motion, for `ω² = 1`.
    pub(super) fn inertia(&self, motion: &Motion) -> Vec<Vec6> {
        let each = self.members.iter().zip(&motion.bodies);
        each.map(|(member, own)| member.inertia(own)).collect()
    }
}

impl Motion {
    pub(super) fn add(&mut self, factor: f64, other: &Motion) {
        self.along.iter_mut().zip(&other.along).for_each(|(to, x)| *to += factor * x);
        self.bodies.iter_mut().zip(&other.bodies).for_each(|(to, x)| *to += x * factor);
    }

    pub(super) fn scale(&mut self, factor: f64) {
        self.along.iter_mut().for_each(|own| *own *= factor);
        self.bodies.iter_mut().for_each(|own| *own *= factor);
    }

    /// How a body turns, and how far its reference point goes.
    pub(crate) fn body(&self, body: usize) -> [Vec3; 2] {
        halves(&self.bodies[body])
    }
}
