//! The motion that forces keep up which swing: `(K + iωC - ω²M) x = f`, dampers in joints and to the ground included.
//!
//! A sweep to the roots and one back solve it up to what pivots near a pole of a part lose. What is left of the equations is known from single bodies
//! and joints, so corrections give these digits back; where a part swings by itself at this very frequency, the sweep is made a little beside it.

use nalgebra::{Complex, SMatrix, SVector, Vector3};

use super::super::{Vec6, halves, stacked};
use super::front::add_body;
use super::members::{Freedom, Member, Members, Motion, carried_turn};
use super::solution::Factors;
use crate::mechanism::NoSwing;
use crate::spatial::Vec3;

/// A sweep that makes a stiffness larger by more than this is made at another frequency.
const GROWTH: f64 = 1e10;
/// So far beside the frequency, as a share of it.
const BESIDE: [f64; 5] = [0.0, 1e-10, -1e-10, 1e-7, -1e-7];
/// Corrections of a solution.
const MOST_CORRECTIONS: usize = 20;
/// What is left of the equations is not smaller than this share of what it was before: it cannot be made smaller.
const GAIN: f64 = 0.5;
/// As a share of the terms, this is rounding.
const ROUNDED: f64 = 4.0 * f64::EPSILON;
/// A solution that leaves more than this share of the terms is none.
const OPEN: f64 = 1e-9;
/// By how much more than the frequency the motion changes, relatively: what changes faster is rounding.
const STEEPEST: f64 = 1e9;

/// Of what swings, with its phase.
type C = Complex<f64>;

/// What acts, in swings or otherwise.
#[derive(Clone, Debug)]
pub(crate) struct Acting<T> {
    /// On each body at its reference point: moment and force, world axes.
    pub(crate) bodies: Vec<SVector<T, 6>>,
    /// Along each of [`Members::freedoms`], N m or N.
    pub(crate) along: Vec<T>,
}

/// What an input does, for each unit of its value, its rate and its acceleration.
#[derive(Clone, Debug)]
pub(crate) struct Pushes(pub(crate) [Acting<f64>; 3]);

/// Displacements that are not found but given, for each unit of an input.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    /// Of what carries each root, at the root's reference point: by how much it turns (rad), and how far it goes (m); of other bodies nothing.
    pub(crate) roots: Vec<[Vec3; 2]>,
    /// Along each of [`Members::driven`].
    pub(crate) driven: Vec<f64>,
}

impl Acting<f64> {
    /// Of nothing.
    pub(crate) fn nothing(members: &Members) -> Self {
        Self {
            bodies: vec![Vec6::zeros(); members.members.len()],
            along: vec![0.0; members.freedoms.len()],
        }
    }

    /// A moment and a force more on a body.
    pub(crate) fn act(&mut self, body: usize, moment: &Vec3, force: &Vec3) {
        self.bodies[body] += stacked(moment, force);
    }
}

impl Pushes {
    /// At so many rad/s.
    fn at(&self, turning: f64) -> Acting<C> {
        let [value, rate, acceleration] = &self.0;
        let factor = -turning * turning;
        let each = |u: f64, v: f64, a: f64| C::new(u + factor * a, turning * v);
        let bodies = value.bodies.iter().zip(&rate.bodies).zip(&acceleration.bodies);
        let along = value.along.iter().zip(&rate.along).zip(&acceleration.along);
        Acting {
            bodies: bodies
                .map(|((u, v), a)| SVector::from_fn(|k, _| each(u[k], v[k], a[k])))
                .collect(),
            along: along.map(|((u, v), a)| each(*u, *v, *a)).collect(),
        }
    }
}

impl Members {
    /// Whether anything resists velocities.
    pub(crate) fn is_damped(&self) -> bool {
        self.freedoms.iter().any(|own| own.damping != 0.0)
            || self.members.iter().any(|own| own.damped.is_some())
    }

    /// How many motions fall away by themselves, and not more slowly than so many rad/s.
    pub(crate) fn falling(&self, turning: f64) -> usize {
        self.below(-turning * turning)
    }

    /// Adds to what an input does what comes of the displacements that it gives: the forces that would hold everything else where it is carried to.
    pub(crate) fn give(&self, given: &Given, pushes: &mut Pushes) {
        let bodies = self.carry(&vec![0.0; self.freedoms.len()], Some(given));
        let [by_value, by_rate, by_acceleration] = &mut pushes.0;
        for (body, (member, own)) in self.members.iter().zip(&bodies).enumerate() {
            by_value.bodies[body] -= member.resisted(own);
            by_rate.bodies[body] -= member.slowed(own);
            by_acceleration.bodies[body] -= member.inertia(own);
            let turn = match member.carrier {
                Some(carrier) => halves(&bodies[carrier])[0],
                None => given.roots[body][0],
            };
            for index in member.freedoms.clone() {
                by_value.along[index] -= self.freedoms[index].turning.dot(&turn);
            }
        }
        for (driven, by) in self.driven.iter().zip(&given.driven) {
            let member = &self.members[driven.body];
            if let Some(carrier) = member.carrier {
                let moment = driven.freedom.turning * *by;
                by_value.bodies[carrier] -= stacked(&moment, &Vector3::zeros());
            }
            if let Some((freedom, stiffness)) = driven.beside {
                by_value.along[member.freedoms.start + freedom] -= stiffness * by;
            }
        }
    }

    /// How each body turns with the freedoms, and how far its reference point goes.
    pub(crate) fn moved(&self, along: &[f64]) -> Vec<[Vec3; 2]> {
        self.carry(along, None).iter().map(halves).collect()
    }

    /// How bodies move with the freedoms, and with what is given.
    fn carry(&self, along: &[f64], given: Option<&Given>) -> Vec<Vec6> {
        let mut bodies: Vec<Vec6> = Vec::with_capacity(self.members.len());
        let mut driven =
            self.driven.iter().zip(given.iter().flat_map(|own| &own.driven)).peekable();
        for (body, member) in self.members.iter().enumerate() {
            let mut own = match (member.carrier, given) {
                (Some(carrier), _) => member.carried(&bodies[carrier]),
                (None, Some(given)) => stacked(&given.roots[body][0], &given.roots[body][1]),
                (None, None) => Vec6::zeros(),
            };
            for index in member.freedoms.clone() {
                own += self.freedoms[index].along * along[index];
            }
            while let Some((told, by)) = driven.next_if(|(told, _)| told.body == body) {
                own += told.freedom.along * *by;
            }
            bodies.push(own);
        }
        bodies
    }

    /// The largest displacement of a body in a motion along the freedoms, where a turn by one radian counts as one, and so does an extent, m.
    pub(crate) fn size(&self, along: &[f64], extent: f64) -> f64 {
        let size = |own: &Vec6| {
            let [turn, shift] = halves(own);
            turn.amax().max(shift.amax() / extent)
        };
        self.carry(along, None).iter().map(size).fold(0.0, f64::max)
    }

    /// The motion that an input keeps up at so many rad/s, beside what it gives.
    pub(crate) fn swing(&self, turning: f64, pushes: &Pushes) -> Result<Motion<C>, NoSwing> {
        let acting = pushes.at(turning);
        let mut is_open = false;
        for share in BESIDE {
            let Some(factors) = self.swinging((1.0 + share) * turning) else { continue };
            let Some(motion) = self.refined(&factors, turning, &acting) else {
                is_open = true;
                continue;
            };
            return match self.steepness(&factors, turning, &motion) {
                steepness if steepness <= STEEPEST => Ok(motion),
                _ => Err(NoSwing::Resonance),
            };
        }
        Err(if is_open { NoSwing::Unsolved } else { NoSwing::Resonance })
    }

    fn swinging(&self, turning: f64) -> Option<Factors<C>> {
        let body = |member: &Member, to: &mut SMatrix<C, 6, 6>| {
            let before = to.diagonal().map(|own| own.norm());
            let mut own = SMatrix::zeros();
            let mut sizes = before + add_body(member, turning * turning, &mut own);
            *to += own.map(C::from);
            if let Some(damped) = &member.damped {
                let imaginary = **damped * turning;
                sizes += imaginary.diagonal().abs();
                *to += imaginary.map(|own| C::new(0.0, own));
            }
            sizes
        };
        self.eliminated(GROWTH, body, |freedom| resists(freedom, turning))
    }

    /// Corrected until what is left of the equations is rounding.
    fn refined(&self, factors: &Factors<C>, turning: f64, acting: &Acting<C>) -> Option<Motion<C>> {
        let mut motion = Motion {
            along: vec![C::new(0.0, 0.0); self.freedoms.len()],
            bodies: vec![SVector::zeros(); self.members.len()],
            holding: Vec::new(),
        };
        let mut best: Option<(f64, Motion<C>)> = None;
        let (mut left, _) = self.left_of(&motion, turning, acting);
        for _ in 0..MOST_CORRECTIONS {
            let nothing = vec![SVector::zeros(); self.members.len()];
            motion.add(C::new(1.0, 0.0), &self.solve_with(factors, nothing, left));
            let (next, open) = self.left_of(&motion, turning, acting);
            let is_better = open.is_finite() && best.as_ref().is_none_or(|own| open < GAIN * own.0);
            if is_better {
                best = Some((open, motion.clone()));
            }
            if open <= ROUNDED || !is_better {
                break;
            }
            left = next;
        }
        best.filter(|own| own.0 <= OPEN).map(|own| own.1)
    }

    /// The efforts that are left over along all freedoms, and their size as a share of what they are left over from, both over the roots of what
    /// resists along each by its own body.
    fn left_of(&self, motion: &Motion<C>, turning: f64, acting: &Acting<C>) -> (Vec<C>, f64) {
        let count = self.members.len();
        let square = C::from(turning * turning);
        let mut left = acting.bodies.clone();
        let mut inertial: Vec<SVector<C, 6>> = vec![SVector::zeros(); count];
        let mut given: Vec<SVector<C, 6>> = acting.bodies.clone();
        let mut efforts = acting.along.clone();
        let (mut open, mut size) = (0.0, 0.0);
        for (body, member) in self.members.iter().enumerate().rev() {
            let own = &motion.bodies[body];
            let inertia = member.inertia(own) * square;
            let slowed = member.slowed(own) * C::new(0.0, turning);
            left[body] += inertia - member.resisted(own) - slowed;
            inertial[body] += inertia;
            let turn = carried_turn(member, motion);
            let q = &motion.along[member.freedoms.clone()];
            for (i, freedom) in self.of(member).iter().enumerate() {
                let along = freedom.along.map(C::from);
                let elastic = resists(freedom, turning) * q[i];
                let pushed = efforts[member.freedoms.start + i];
                let mut effort = pushed + along.dot(&left[body]) - elastic;
                effort -= freedom.turning.map(C::from).dot(&turn);
                for j in (0..q.len().min(3)).filter(|&j| j != i) {
                    effort -= q[j] * member.coupling(i, j);
                }
                let mass = freedom.along.dot(&member.inertia(&freedom.along));
                let whole = pushed.norm()
                    + along.dot(&given[body]).norm()
                    + along.dot(&inertial[body]).norm()
                    + elastic.norm();
                open += effort.norm_sqr() / mass;
                size += whole * whole / mass;
                efforts[member.freedoms.start + i] = effort;
            }
            let Some(carrier) = member.carrier else { continue };
            for sums in [&mut left, &mut inertial, &mut given] {
                let passed = member.handed_on(&sums[body]);
                sums[carrier] += passed;
            }
            for (freedom, q) in self.of(member).iter().zip(q) {
                let moment = freedom.turning.map(C::from) * *q;
                left[carrier] -= stacked(&moment, &Vector3::zeros());
            }
        }
        let share = if open == 0.0 { 0.0 } else { f64::sqrt(open / size) };
        (efforts, share)
    }

    /// `ω |dx/dω|/|x|`: near a natural frequency without damping that is one over the distance to it.
    fn steepness(&self, factors: &Factors<C>, turning: f64, motion: &Motion<C>) -> f64 {
        // ω d/dω (K + iωC - ω²M) = iωC - 2ω²M
        let (square, damper) = (C::from(2.0 * turning * turning), C::new(0.0, turning));
        let each = self.members.iter().zip(&motion.bodies);
        let forces = each
            .map(|(member, own)| member.inertia(own) * square - member.slowed(own) * damper)
            .collect();
        let along = self.freedoms.iter().zip(&motion.along);
        let along = along.map(|(freedom, q)| -damper * freedom.damping * q).collect();
        let change = self.solve_with(factors, forces, along);
        let size = |motion: &Motion<C>| -> f64 {
            let each = self.members.iter().zip(&motion.bodies);
            each.map(|(member, own)| own.dotc(&member.inertia(own)).re).sum::<f64>().sqrt()
        };
        let (own, change) = (size(motion), size(&change));
        if own > 0.0 || !change.is_finite() { change / own } else { 0.0 }
    }
}

/// Along a freedom by itself.
fn resists(freedom: &Freedom, turning: f64) -> C {
    C::new(freedom.stiffness, turning * freedom.damping)
}
