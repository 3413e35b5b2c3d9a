//! Motions under forces that swing: `(K - λM) x = f` by a sweep to the roots and one back, and the same with complex stiffnesses.

use nalgebra::{DMatrix, DVector, SMatrix, SVector, Vector3};

use super::super::{Number, Vec6, halves, stacked};
use super::front::{add_body, at_carrier, loosen};
use super::members::{Freedom, Member, Members, Motion};
use crate::spatial::Vec3;

/// So much larger than what is there an elimination may make a stiffness here, where all that is wanted is a direction.
const GROWTH: f64 = 1e8;
/// How often points that cannot move are brought back to where they are.
const CLOSINGS: usize = 2;

/// What the sweep to the roots leaves: of each freedom, in the order of elimination within its joint.
pub(super) struct Factors<T = f64> {
    /// Which of the joint's freedoms comes as the n-th.
    order: Vec<u8>,
    /// By the displacement of the carrier.
    rows: Vec<SVector<T, 6>>,
    /// By the other freedoms of the joint, those that come later.
    among: Vec<[T; 6]>,
    /// One over the pivots.
    inverse: Vec<T>,
    /// What points that cannot move add, where there are some.
    grip: Option<Grip<T>>,
}

/// How forces that hold points move everything.
struct Grip<T> {
    /// Under a unit of each of them.
    motions: Vec<Motion<T>>,
    /// From how far the points go to the forces that do that.
    forces: DMatrix<T>,
}

impl Members {
    /// Nothing where a part swings by itself at this very frequency.
    pub(super) fn factors(&self, square: f64) -> Option<Factors> {
        let body = |member: &Member, to: &mut SMatrix<f64, 6, 6>| add_body(member, square, to);
        self.gripped(self.eliminated(GROWTH, body, |freedom| freedom.stiffness)?)
    }

    /// With what points that cannot move add; nothing where what holds them is not known by how far they go.
    pub(super) fn gripped<T: Number>(&self, mut factors: Factors<T>) -> Option<Factors<T>> {
        if !self.held.is_empty() {
            factors.grip = Some(self.grip(&factors)?);
        }
        Some(factors)
    }

    /// Nothing where what holds the points is not known by how far they go.
    fn grip<T: Number>(&self, factors: &Factors<T>) -> Option<Grip<T>> {
        let count = 3 * self.held.len();
        let unit = |k: usize| {
            let mut forces = vec![SVector::zeros(); self.members.len()];
            let mut pull = vec![T::zero(); count];
            pull[k] = T::one();
            self.pull(&pull, &mut forces);
            self.solve_with(factors, forces, vec![T::zero(); self.freedoms.len()])
        };
        let motions: Vec<Motion<T>> = (0..count).map(unit).collect();
        let gone: Vec<Vec<T>> = motions.iter().map(|own| self.gone(own)).collect();
        // Ends along a line that is nearly straight give way far less than across it.
        let scales: Vec<f64> = (0..count).map(|k| gone[k][k].modulus().sqrt()).collect();
        let scale = |i: usize, j: usize| T::from_real(scales[i] * scales[j]);
        let scaled = |i: usize, j: usize| gone[j][i] / scale(i, j);
        let inverse = DMatrix::from_fn(count, count, scaled).try_inverse()?;
        let forces = DMatrix::from_fn(count, count, |i, j| inverse[(i, j)] / scale(i, j));
        forces.iter().all(T::is_finite).then_some(Grip { motions, forces })
    }

    /// Puts forces on the points that cannot move, three components for each.
    pub(super) fn pull<T: Number>(&self, by: &[T], forces: &mut [SVector<T, 6>]) {
        for (&body, force) in self.held.iter().zip(by.as_chunks().0) {
            if let Some(arm) = &self.members[body].held {
                let force = Vector3::from(*force);
                forces[body] += stacked(&arm.map(T::from_real).cross(&force), &force);
            }
        }
    }

    /// How far these points go, three components for each.
    pub(super) fn gone<T: Number>(&self, motion: &Motion<T>) -> Vec<T> {
        self.held_points(&motion.bodies).flat_map(<[T; 3]>::from).collect()
    }

    /// `add` puts a body on the stiffness of what it carries, and says of what the entries on the diagonal are made; `along` is what resists along
    /// a freedom. Nothing where an elimination makes a stiffness larger by more than `growth`.
    pub(super) fn eliminated<T: Number>(
        &self,
        growth: f64,
        add: impl Fn(&Member, &mut SMatrix<T, 6, 6>) -> Vec6,
        along: impl Fn(&Freedom) -> T,
    ) -> Option<Factors<T>> {
        let (count, all) = (self.members.len(), self.freedoms.len());
        let mut stiffness: Vec<SMatrix<T, 6, 6>> = vec![SMatrix::zeros(); count];
        let mut factors = Factors {
            order: vec![0; all],
            rows: vec![SVector::zeros(); all],
            among: vec![[T::zero(); 6]; all],
            inverse: vec![T::zero(); all],
            grip: None,
        };
        for (body, member) in self.members.iter().enumerate().rev() {
            let mut own = stiffness[body];
            let sizes = add(member, &mut own);
            let first = member.freedoms.start;
            let mut left: Vec<usize> = (0..member.freedoms.len()).collect();
            let freedoms = self.of(member);
            let ways: Vec<SVector<T, 6>> =
                freedoms.iter().map(|freedom| freedom.along.map(T::from_real)).collect();
            let moved: Vec<SVector<T, 6>> = ways.iter().map(|way| own * way).collect();
            for (i, freedom) in freedoms.iter().enumerate() {
                let turning = stacked(&freedom.turning, &Vec3::zeros()).map(T::from_real);
                factors.rows[first + i] = moved[i] + turning;
                for (j, moved) in moved.iter().enumerate() {
                    let between = match i == j {
                        true => along(freedom),
                        false => T::from_real(member.coupling(i, j)),
                    };
                    factors.among[first + i][j] = between + ways[i].dot(moved);
                }
            }
            if member.is_loose {
                loosen(&mut own);
                for row in &mut factors.rows[member.freedoms.clone()] {
                    row.fixed_rows_mut::<3>(0).fill(T::zero());
                }
            }
            for place in 0..freedoms.len() {
                let size = |i: &usize| {
                    let freedom = &freedoms[*i];
                    let resists = along(freedom).modulus();
                    let size = freedom.along.map(|x| x * x).dot(&sizes) + resists;
                    factors.among[first + i][*i].modulus() / size
                };
                let best =
                    (0..left.len()).max_by(|&a, &b| size(&left[a]).total_cmp(&size(&left[b])))?;
                let i = left.swap_remove(best);
                let (pivot, row) = (factors.among[first + i][i], factors.rows[first + i]);
                let fits =
                    |k: usize| row[k].modulus_squared() <= growth * pivot.modulus() * sizes[k];
                if pivot == T::zero() || member.carrier.is_some() && !(0..6).all(fits) {
                    return None;
                }
                factors.order[first + place] = i as u8;
                factors.inverse[first + i] = T::one() / pivot;
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
        let nothing = vec![0.0; self.freedoms.len()];
        let still = vec![0.0; 3 * self.held.len()];
        self.solve_closed(factors, (forces.to_vec(), nothing), &still)
    }

    /// The same with efforts along all freedoms beside, and where held points are moved as far as `to`.
    pub(super) fn solve_closed<T: Number>(
        &self,
        factors: &Factors<T>,
        (forces, along): (Vec<SVector<T, 6>>, Vec<T>),
        to: &[T],
    ) -> Motion<T> {
        let mut motion = self.solve_with(factors, forces, along);
        let Some(Grip { motions, forces }) = &factors.grip else { return motion };
        motion.holding = vec![T::zero(); motions.len()];
        // Of what is large at first, rounding is what is left after it.
        for _ in 0..CLOSINGS {
            let apart = self.gone(&motion).into_iter().zip(to).map(|(is, to)| is - *to);
            let apart = DVector::from_iterator(to.len(), apart);
            for ((own, force), k) in motions.iter().zip((forces * apart).iter()).zip(0..) {
                motion.add(-*force, own);
                motion.holding[k] += *force;
            }
        }
        motion
    }

    /// Where nothing holds points.
    fn solve_with<T: Number>(
        &self,
        factors: &Factors<T>,
        mut forces: Vec<SVector<T, 6>>,
        mut along: Vec<T>,
    ) -> Motion<T> {
        for (body, member) in self.members.iter().enumerate().rev() {
            let first = member.freedoms.start;
            let mut own = forces[body];
            for (slot, freedom) in along[member.freedoms.clone()].iter_mut().zip(self.of(member)) {
                *slot += freedom.along.map(T::from_real).dot(&own);
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
                forces[carrier] += member.handed_on(&own);
            }
        }
        let mut bodies = forces;
        for (body, member) in self.members.iter().enumerate() {
            let first = member.freedoms.start;
            let mut own =
                member.carrier.map_or(SVector::zeros(), |carrier| member.carried(&bodies[carrier]));
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
                own += self.freedoms[first + i].along.map(T::from_real) * along[first + i];
            }
            bodies[body] = own;
        }
        Motion { along, bodies, holding: Vec::new() }
    }

    /// The forces of inertia in a motion, for `ω² = 1`.
    pub(super) fn inertia(&self, motion: &Motion) -> Vec<Vec6> {
        let each = self.members.iter().zip(&motion.bodies);
        each.map(|(member, own)| member.inertia(own)).collect()
    }
}

impl<T: Number> Motion<T> {
    pub(super) fn add(&mut self, factor: T, other: &Self) {
        self.along.iter_mut().zip(&other.along).for_each(|(to, x)| *to += factor * *x);
        self.bodies.iter_mut().zip(&other.bodies).for_each(|(to, x)| *to += x * factor);
        self.holding.iter_mut().zip(&other.holding).for_each(|(to, x)| *to += factor * *x);
    }
}

impl Motion {
    pub(super) fn scale(&mut self, factor: f64) {
        self.along.iter_mut().for_each(|own| *own *= factor);
        self.bodies.iter_mut().for_each(|own| *own *= factor);
        self.holding.iter_mut().for_each(|own| *own *= factor);
    }

    /// How a body turns, and how far its reference point goes.
    pub(crate) fn body(&self, body: usize) -> [Vec3; 2] {
        halves(&self.bodies[body])
    }
}
