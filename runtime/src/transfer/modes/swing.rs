//! The motion that forces keep up which swing: `(K + iωC - ω²M) x = f`, dampers in joints and to the ground included.
//!
//! A sweep to the roots and one back solve it up to what pivots near a pole of a part lose. What is left of the equations is known from single bodies
//! and joints, so corrections give these digits back; where a part swings by itself at this very frequency, the sweep is made a little beside it.
//!
//! Points that are held are let go first. Units of the forces on them say how far they go then, and the forces that bring them to where they have to be
//! solve a small system of these (`solution`), at each frequency anew.

use nalgebra::{Complex, SMatrix, SVector, Vector3};

use super::super::stacked;
use super::front::add_body;
use super::given::{Acting, Pushes};
use super::members::{Freedom, Member, Members, Motion, carried_turn};
use super::solution::Factors;
use crate::mechanism::NoSwing;

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

    /// The motion that an input keeps up at so many rad/s, beside what it gives.
    pub(crate) fn swing(&self, turning: f64, pushes: &Pushes) -> Result<Motion<C>, NoSwing> {
        let acting = pushes.at(turning);
        let gone: Vec<C> = pushes.gone.iter().map(|own| C::from(*own)).collect();
        let mut is_open = false;
        for share in BESIDE {
            let Some(factors) = self.swinging((1.0 + share) * turning) else { continue };
            let Some(motion) = self.refined(&factors, turning, (&acting, &gone)) else {
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
        self.gripped(self.eliminated(GROWTH, body, |freedom| resists(freedom, turning))?)
    }

    /// Corrected until what is left of the equations is rounding.
    fn refined(
        &self,
        factors: &Factors<C>,
        turning: f64,
        (acting, gone): (&Acting<C>, &[C]),
    ) -> Option<Motion<C>> {
        // Forces act where they do, and not along all that carries them: far from them a motion is a product of what each joint lets pass, and keeps its
        // digits however small it is.
        let given = (acting.bodies.clone(), acting.along.clone());
        let mut motion = self.solve_closed(factors, given, gone);
        motion.holding.resize(gone.len(), C::new(0.0, 0.0));
        let mut best: Option<(f64, Motion<C>)> = None;
        for _ in 0..MOST_CORRECTIONS {
            let (left, open) = self.left_of(&motion, turning, acting);
            let open = open.max(self.parted(&motion, gone));
            let is_better = open.is_finite() && best.as_ref().is_none_or(|own| open < GAIN * own.0);
            if is_better {
                best = Some((open, motion.clone()));
            }
            if open <= ROUNDED || !is_better {
                break;
            }
            let nothing = vec![SVector::zeros(); self.members.len()];
            let still: Vec<C> =
                self.gone(&motion).iter().zip(gone).map(|(is, to)| to - is).collect();
            motion.add(C::new(1.0, 0.0), &self.solve_closed(factors, (nothing, left), &still));
        }
        best.filter(|own| own.0 <= OPEN).map(|own| own.1)
    }

    /// By how much held points are not where they have to go, as a share of the farthest that anything goes.
    fn parted(&self, motion: &Motion<C>, gone: &[C]) -> f64 {
        let apart = self.gone(motion).into_iter().zip(gone).map(|(is, to)| (to - is).norm());
        let apart = apart.fold(0.0, f64::max);
        if apart == 0.0 {
            return 0.0;
        }
        let shifts = motion.bodies.iter().flat_map(|own| own.iter().skip(3)).chain(gone);
        apart / shifts.map(|own| own.norm()).fold(0.0, f64::max)
    }

    /// The efforts that are left over along all freedoms, where they are more than rounding, and their size as a share of what they are left over from, both over the roots of what
    /// resists along each by its own body.
    fn left_of(&self, motion: &Motion<C>, turning: f64, acting: &Acting<C>) -> (Vec<C>, f64) {
        let count = self.members.len();
        let square = C::from(turning * turning);
        let mut left = acting.bodies.clone();
        self.pull(&motion.holding.iter().map(|own| -own).collect::<Vec<C>>(), &mut left);
        let mut inertial: Vec<SVector<C, 6>> = vec![SVector::zeros(); count];
        let mut given: Vec<SVector<C, 6>> = left.clone();
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
                // Rounding of what is far larger would go on from here as if it were a force.
                let is_left = effort.norm() > ROUNDED * whole;
                efforts[member.freedoms.start + i] = if is_left { effort } else { C::from(0.0) };
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

    /// How much of what hardly moves is not known, as a share of it: the largest that any body has lost as what is left of the motion that its carrier, or
    /// an input, gives it and of that beside its carrier; or a carrier, as what is left of the forces on the body.
    pub(crate) fn remote(&self, motion: &Motion<C>, pushes: &Pushes) -> f64 {
        let zipped = motion.bodies.iter().zip(&pushes.carried);
        let whole: Vec<SVector<C, 6>> =
            zipped.map(|(own, given)| own + given.map(C::from)).collect();
        let share = |(body, member): (usize, &Member)| {
            let before = member.carrier.map_or(SVector::zeros(), |own| member.carried(&whole[own]));
            let given = pushes.carried[body].fixed_rows::<3>(3).norm();
            let size = before.fixed_rows::<3>(3).map(|own| own.norm()).norm().max(given);
            let left = whole[body].fixed_rows::<3>(3).map(|own| own.norm()).norm();
            let apart = (size / left).max(left / size);
            if size > 0.0 && left > 0.0 { f64::EPSILON * apart } else { 0.0 }
        };
        self.members.iter().enumerate().map(share).fold(0.0, f64::max)
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
        let still = vec![C::new(0.0, 0.0); motion.holding.len()];
        let change = self.solve_closed(factors, (forces, along), &still);
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
