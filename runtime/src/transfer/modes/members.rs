//! A tree that stands still, as sweeps over its small motions see it: inertias and stiffnesses of single parts, never their sums.
//!
//! A body moves by `(θ, u)`: it turns by `θ` (rad), and its reference point goes by `u` (m), world axes. With the freedoms `q` of its joint
//! it does so beside its carrier, `x = X x_carrier + H q`. To the second order the potential is a sum over bodies and joints,
//!
//! ```text
//! V = Σ ½ θ'G θ + ½ x'K x  +  Σ ½ q'K q + q'B θ_carrier
//! ```
//!
//! where `G` is what weights and forces in joints, whose points turn with the body, make of its turns, and `B` what the wrench in a
//! joint makes of a turn of the carrier, as the joint's axes turn with it. Written so, no stiffness is the difference of large ones,
//! whatever the tree's length. A body behind a ball that does not resist turns by itself, not beside its carrier, whose turns then move nothing of it:
//! what turns freely has a stiffness of nothing, and not one that is left over of what pulls at all that hangs on it.

use std::ops::Range;

use nalgebra::{DMatrix, SVector, Vector3};

use super::super::{Mat6, Number, Vec6, carried, halves, shifted, stacked};
use super::front::at_carrier;
use crate::spatial::{Mat3, Sym3, Vec3};

/// What a joint lets a body do beside its carrier.
#[derive(Clone, Debug)]
pub(crate) struct Freedom {
    /// How a unit of it moves the body: a column of `H`.
    pub(crate) along: Vec6,
    /// A row of `B`, N m or N per rad.
    pub(crate) turning: Vec3,
    /// On the diagonal of `K`, N m/rad or N/m.
    pub(crate) stiffness: f64,
    /// On the diagonal of `C`, N m s/rad or N s/m: of no concern to modes.
    pub(crate) damping: f64,
}

/// A body with the joint towards its root.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    /// Stands before it; the ground without.
    pub(crate) carrier: Option<usize>,
    /// From the carrier's reference point to its own, m.
    pub(crate) arm: Vec3,
    /// Its turn is what its freedoms make of it, and none of its carrier's: behind a ball that does not resist.
    pub(crate) is_loose: bool,
    /// Part of [`Members::freedoms`], at most six.
    pub(crate) freedoms: Range<usize>,
    /// Beside the diagonal of `K`, of the first three freedoms: first and second, first and third, second and third.
    pub(crate) between: [f64; 3],
    /// kg
    pub(crate) mass: f64,
    /// From the reference point, m.
    pub(crate) centre: Vec3,
    /// The inertia there, kg m^2, world axes.
    pub(crate) about_centre: Sym3,
    /// `G`, N m/rad.
    pub(crate) turning: Sym3,
    /// What springs to the ground resist with, where there are any.
    pub(crate) grounded: Option<Box<Mat6>>,
    /// What their dampers do.
    pub(crate) damped: Option<Box<Mat6>>,
    /// Of fluid that goes with the centre, kg, world axes: beside the mass, and not the same to all sides.
    pub(crate) entrained: Option<Box<Sym3>>,
    /// From the reference point to a point that cannot move, m.
    pub(crate) held: Option<Vec3>,
    /// The moment that the state has left over about its joint, N m.
    pub(crate) left_over: f64,
}

/// Carriers before what they carry.
#[derive(Clone, Debug, Default)]
pub(crate) struct Members {
    /// In the order of the tree.
    pub(crate) members: Vec<Member>,
    /// Of all members, one after the other.
    pub(crate) freedoms: Vec<Freedom>,
    /// Freedoms that move as they are told.
    pub(crate) driven: Vec<Driven>,
    /// Members that have a point that cannot move.
    pub(crate) held: Vec<usize>,
    /// The largest force that is left over in the state, N.
    pub(crate) left_over: f64,
}

/// A freedom of a joint that moves as it is told.
#[derive(Clone, Debug)]
pub(crate) struct Driven {
    /// Whose joint it is.
    pub(crate) body: usize,
    /// Along it nothing has to give way.
    pub(crate) freedom: Freedom,
    /// A freedom of the same joint, by its number there, and the stiffness between the two.
    pub(crate) beside: Option<(usize, f64)>,
}

/// How everything moves in a small motion.
#[derive(Clone, Debug)]
pub(crate) struct Motion<T = f64> {
    /// Along each of [`Members::freedoms`], rad or m.
    pub(crate) along: Vec<T>,
    /// Of each body.
    pub(crate) bodies: Vec<SVector<T, 6>>,
    /// What points that cannot move exert on what holds them, three for each of [`Members::held`], N.
    pub(crate) holding: Vec<T>,
}

/// A sum with the sum of its terms' sizes, which its rounding is relative to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sum {
    /// Of the terms.
    pub(super) value: f64,
    /// Of their absolute values.
    pub(super) terms: f64,
}

impl Sum {
    /// One more term.
    fn add(&mut self, term: f64) {
        self.value += term;
        self.terms += term.abs();
    }
}

impl Freedom {
    /// A turn about an axis, across which the joint transmits a moment.
    pub(crate) fn turn(axis: &Vec3, moment: &Vec3, stiffness: f64) -> Self {
        let turning = axis.cross(moment) * 0.5;
        Self { along: stacked(axis, &Vec3::zeros()), turning, stiffness, damping: 0.0 }
    }

    /// A displacement along an axis, across which the joint transmits a force.
    pub(crate) fn shift(axis: &Vec3, force: &Vec3, stiffness: f64) -> Self {
        let turning = axis.cross(force);
        Self { along: stacked(&Vec3::zeros(), axis), turning, stiffness, damping: 0.0 }
    }

    /// With a damper.
    pub(crate) fn damped(self, damping: f64) -> Self {
        Self { damping, ..self }
    }
}

impl Member {
    /// A body without a joint, on which nothing acts, about its reference point.
    pub(crate) fn new(carrier: Option<usize>, mass: f64, about_centre: Sym3) -> Self {
        Self {
            carrier,
            arm: Vec3::zeros(),
            is_loose: false,
            freedoms: 0..0,
            between: [0.0; 3],
            mass,
            centre: Vec3::zeros(),
            about_centre,
            turning: Sym3::ZERO,
            grounded: None,
            damped: None,
            entrained: None,
            held: None,
            left_over: 0.0,
        }
    }

    /// How it moves with its carrier.
    pub(super) fn carried<T: Number>(&self, carrier: &SVector<T, 6>) -> SVector<T, 6> {
        let mut own = carried(carrier, &self.arm);
        if self.is_loose {
            own.fixed_rows_mut::<3>(0).fill(T::zero());
        }
        own
    }

    /// What a wrench at its reference point is to its carrier.
    pub(super) fn handed_on<T: Number>(&self, wrench: &SVector<T, 6>) -> SVector<T, 6> {
        let mut own = *wrench;
        if self.is_loose {
            own.fixed_rows_mut::<3>(0).fill(T::zero());
        }
        shifted(&own, &self.arm)
    }

    /// A point mass more, kg, at a place from the reference point.
    pub(crate) fn carry(&mut self, mass: f64, arm: &Vec3) {
        let apart = arm - self.centre;
        let (share, reduced) = (mass / (self.mass + mass), mass * self.mass / (self.mass + mass));
        self.mass += mass;
        self.centre += apart * share;
        let square = reduced * apart.norm_squared();
        self.about_centre =
            self.about_centre.plus(&Sym3::isotropic(square)).plus_square(-reduced, &apart);
    }

    /// Adds what resists displacements of a point, N/m, and its velocity, N s/m.
    pub(crate) fn hold_point(&mut self, [stiffness, damping]: [&Mat3; 2], arm: &Vec3) {
        **self.grounded.get_or_insert_default() += of_point(stiffness, arm);
        if *damping != Mat3::zeros() {
            **self.damped.get_or_insert_default() += of_point(damping, arm);
        }
    }

    /// Adds what resists turns, N m/rad, and its angular velocity, N m s/rad.
    pub(crate) fn hold_turn(&mut self, [stiffness, damping]: [&Mat3; 2]) {
        let add = |to: &mut Mat6, own: &Mat3| {
            let turns = to.fixed_view::<3, 3>(0, 0) + own;
            to.fixed_view_mut::<3, 3>(0, 0).copy_from(&turns);
        };
        add(self.grounded.get_or_insert_default(), stiffness);
        if *damping != Mat3::zeros() {
            add(self.damped.get_or_insert_default(), damping);
        }
    }

    /// The forces of inertia of a unit of `ω²`, at the reference point.
    pub(super) fn inertia<T: Number>(&self, motion: &SVector<T, 6>) -> SVector<T, 6> {
        let [turn, shift] = halves(motion);
        let centre = self.centre.map(T::from_real);
        let moved = shift + turn.cross(&centre);
        let mut force = moved * T::from_real(self.mass);
        if let Some(fluid) = &self.entrained {
            force += times(fluid, &moved);
        }
        stacked(&(times(&self.about_centre, &turn) + centre.cross(&force)), &force)
    }

    /// Adds `factor` times the inertia to a matrix by displacements.
    pub(super) fn add_inertia(&self, factor: f64, to: &mut Mat6) {
        let (m, c) = (factor * self.mass, &self.centre);
        let turned = self
            .about_centre
            .scaled(factor)
            .plus(&Sym3::isotropic(m * c.norm_squared()))
            .plus_square(-m, c);
        add_turning(&turned, to);
        let [x, y, z] = [m * c.x, m * c.y, m * c.z];
        for (i, j, value) in [(0, 4, -z), (0, 5, y), (1, 3, z), (1, 5, -x), (2, 3, -y), (2, 4, x)] {
            to[(i, j)] += value;
            to[(j, i)] += value;
        }
        for k in 3..6 {
            to[(k, k)] += m;
        }
        if let Some(fluid) = &self.entrained {
            *to += of_point(&(fluid.to_matrix() * factor), c);
        }
    }

    /// Adds the stiffness that is the body's own.
    pub(super) fn add_stiffness(&self, to: &mut Mat6) {
        add_turning(&self.turning, to);
        if let Some(own) = &self.grounded {
            *to += **own;
        }
    }

    /// The forces of that stiffness, with opposite sign.
    pub(super) fn resisted<T: Number>(&self, motion: &SVector<T, 6>) -> SVector<T, 6> {
        let [turn, _] = halves(motion);
        let own = stacked(&times(&self.turning, &turn), &Vector3::zeros());
        let grounded = self.grounded.as_ref();
        grounded.map_or(own, |grounded| own + grounded.map(T::from_real) * motion)
    }

    /// The forces of its dampers to the ground at a velocity, with opposite sign.
    pub(super) fn slowed<T: Number>(&self, velocity: &SVector<T, 6>) -> SVector<T, 6> {
        let damped = self.damped.as_ref();
        damped.map_or(SVector::zeros(), |damped| damped.map(T::from_real) * velocity)
    }

    /// Of all turns that the joint lets the body make, kg m^2; nothing without any.
    pub(super) fn least_inertia(&self, freedoms: &[Freedom]) -> f64 {
        let turns: Vec<&Freedom> =
            freedoms.iter().filter(|own| halves(&own.along)[0] != Vec3::zeros()).collect();
        let count = turns.len();
        if count == 0 {
            return 0.0;
        }
        let moved: Vec<Vec6> = turns.iter().map(|own| self.inertia(&own.along)).collect();
        let among = DMatrix::from_fn(count, count, |i, j| turns[i].along.dot(&moved[j]));
        among.symmetric_eigenvalues().min()
    }

    /// Between two freedoms of the joint, by their numbers there.
    pub(super) fn coupling(&self, i: usize, j: usize) -> f64 {
        match (i.min(j), i.max(j)) {
            (0, 1) => self.between[0],
            (0, 2) => self.between[1],
            (1, 2) => self.between[2],
            _ => 0.0,
        }
    }
}

/// What resists displacements of a point, by those of a body.
fn of_point(own: &Mat3, arm: &Vec3) -> Mat6 {
    let mut point = Mat6::zeros();
    point.fixed_view_mut::<3, 3>(3, 3).copy_from(own);
    at_carrier(&point, arm)
}

/// A symmetric matrix times a vector.
fn times<T: Number>(own: &Sym3, by: &Vector3<T>) -> Vector3<T> {
    let [xx, yy, zz, xy, xz, yz] =
        [own.xx, own.yy, own.zz, own.xy, own.xz, own.yz].map(T::from_real);
    let [x, y, z] = [by.x, by.y, by.z];
    Vector3::new(xx * x + xy * y + xz * z, xy * x + yy * y + yz * z, xz * x + yz * y + zz * z)
}

/// Adds a stiffness against turning to a 6x6 one.
fn add_turning(own: &Sym3, to: &mut Mat6) {
    for (i, j, value) in [
        (0, 0, own.xx),
        (1, 1, own.yy),
        (2, 2, own.zz),
        (0, 1, own.xy),
        (0, 2, own.xz),
        (1, 2, own.yz),
    ] {
        to[(i, j)] += value;
        if i != j {
            to[(j, i)] += value;
        }
    }
}

impl Members {
    /// After what carries it.
    pub(crate) fn push(&mut self, member: Member, freedoms: Vec<Freedom>) {
        let first = self.freedoms.len();
        self.freedoms.extend(freedoms);
        self.held.extend(member.held.map(|_| self.members.len()));
        self.members.push(Member { freedoms: first..self.freedoms.len(), ..member });
    }

    /// The freedoms of a member.
    pub(super) fn of(&self, member: &Member) -> &[Freedom] {
        &self.freedoms[member.freedoms.clone()]
    }

    /// `x'My`, kg m^2 or so.
    pub(super) fn kinetic(&self, one: &Motion, other: &Motion) -> f64 {
        let each = self.members.iter().enumerate();
        each.map(|(body, member)| one.bodies[body].dot(&member.inertia(&other.bodies[body]))).sum()
    }

    /// `x'Ky` from what each part stores, N m.
    pub(super) fn potential(&self, one: &Motion, other: &Motion) -> Sum {
        let mut sum = Sum::default();
        for (body, member) in self.members.iter().enumerate() {
            sum.add(one.bodies[body].dot(&member.resisted(&other.bodies[body])));
            let (p, q) =
                (&one.along[member.freedoms.clone()], &other.along[member.freedoms.clone()]);
            let [turn_p, turn_q] = [one, other].map(|own| carried_turn(member, own));
            for (i, freedom) in self.of(member).iter().enumerate() {
                sum.add(freedom.stiffness * p[i] * q[i]);
                sum.add(p[i] * freedom.turning.dot(&turn_q) + q[i] * freedom.turning.dot(&turn_p));
                for j in 0..i.min(3) {
                    sum.add(member.coupling(i, j) * (p[i] * q[j] + p[j] * q[i]));
                }
            }
        }
        sum
    }

    /// The efforts that are left over along all freedoms in a motion with `ω² = square`, and those of the inertia for `measure`, each
    /// over the root of what resists along the freedom by its own body: both as the sum of squares.
    fn left(&self, motion: &Motion, square: f64, measure: f64) -> (f64, f64) {
        let count = self.members.len();
        let (mut left, mut inertial) = (vec![Vec6::zeros(); count], vec![Vec6::zeros(); count]);
        let (mut residual, mut size) = (0.0, 0.0);
        for (&body, force) in self.held.iter().zip(motion.holding.as_chunks().0) {
            if let Some(arm) = &self.members[body].held {
                let force = Vec3::from(*force);
                left[body] += stacked(&arm.cross(&force), &force);
            }
        }
        for (body, member) in self.members.iter().enumerate().rev() {
            let own = &motion.bodies[body];
            let inertia = member.inertia(own);
            left[body] += member.resisted(own) - inertia * square;
            inertial[body] += inertia * measure;
            let turn = carried_turn(member, motion);
            let q = &motion.along[member.freedoms.clone()];
            for (i, freedom) in self.of(member).iter().enumerate() {
                let mut effort = freedom.along.dot(&left[body]) + freedom.turning.dot(&turn);
                effort += freedom.stiffness * q[i];
                for j in (0..q.len().min(3)).filter(|&j| j != i) {
                    effort += member.coupling(i, j) * q[j];
                }
                let mass = freedom.along.dot(&member.inertia(&freedom.along));
                let whole = freedom.along.dot(&inertial[body]);
                residual += effort * effort / mass;
                size += whole * whole / mass;
            }
            let Some(carrier) = member.carrier else { continue };
            let passed = member.handed_on(&left[body]);
            left[carrier] += passed;
            let passed = member.handed_on(&inertial[body]);
            inertial[carrier] += passed;
            for (freedom, q) in self.of(member).iter().zip(q) {
                left[carrier] += stacked(&(freedom.turning * *q), &Vec3::zeros());
            }
        }
        (residual, size)
    }

    /// What is left over in the state makes of the square of a motion with `x'Mx = 1`, 1/s^2: turned by it, it is no stiffness, and cannot be told from
    /// one.
    pub(super) fn doubt(&self, motion: &Motion) -> f64 {
        let each = self.members.iter().zip(&motion.bodies).map(|(member, own)| {
            let [turn, shift] = halves(own);
            let own =
                turn.norm() * (member.left_over * turn.norm() + self.left_over * shift.norm());
            own * own
        });
        // Rounding is to either side.
        each.sum::<f64>().sqrt()
    }

    /// Forces that are left over in a motion, as a share of those of inertia at `measure`, 1/s^2.
    pub(super) fn residual(&self, motion: &Motion, square: f64, measure: f64) -> f64 {
        let (residual, size) = self.left(motion, square, measure);
        (residual / size).sqrt()
    }
}

/// By how much what carries a body turns.
pub(super) fn carried_turn<T: Number>(member: &Member, motion: &Motion<T>) -> Vector3<T> {
    member.carrier.map_or(Vector3::zeros(), |carrier| halves(&motion.bodies[carrier])[0])
}
