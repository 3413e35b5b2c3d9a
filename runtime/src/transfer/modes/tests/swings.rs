//! What an input keeps up: random trees against dense complex matrices, and a beam against its closed form.

use nalgebra::{Complex, DMatrix, DVector};

use super::super::members::Members;
use super::super::{Acting, Pushes};
use super::rig::{Random, beam, random_tree};
use crate::mechanism::NoSwing;
use crate::spatial::Vec3;
use crate::transfer::{Vec6, stacked};

type C = Complex<f64>;

impl Members {
    /// The motion along all freedoms, by matrices of them all.
    fn dense_swing(
        &self,
        turning: f64,
        Pushes { acting: [value, rate, acceleration], .. }: &Pushes,
    ) -> DVector<C> {
        let count = self.freedoms.len();
        let units: Vec<_> = (0..count).map(|k| self.unit(k)).collect();
        let matrix = DMatrix::from_fn(count, count, |i, j| {
            let stiffness = self.potential(&units[i], &units[j]).value;
            let inertia = self.kinetic(&units[i], &units[j]);
            let own = if i == j { self.freedoms[i].damping } else { 0.0 };
            let bodies = self.members.iter().zip(units[i].bodies.iter().zip(&units[j].bodies));
            let damping: f64 = bodies.map(|(member, (a, b))| a.dot(&member.slowed(b))).sum();
            C::new(stiffness - turning * turning * inertia, turning * (own + damping))
        });
        let effort = |acting: &Acting<f64>, k: usize| {
            let bodies = units[k].bodies.iter().zip(&acting.bodies);
            acting.along[k] + bodies.map(|(a, b)| a.dot(b)).sum::<f64>()
        };
        let right = DVector::from_fn(count, |k, _| {
            C::new(
                effort(value, k) - turning * turning * effort(acceleration, k),
                turning * effort(rate, k),
            )
        });
        matrix.lu().solve(&right).expect("regular")
    }

    /// Forces of the value alone.
    fn pushed(&self, push: impl Fn(&mut Acting<f64>)) -> Pushes {
        let mut acting = [0, 1, 2].map(|_| Acting::nothing(self));
        push(&mut acting[0]);
        Pushes::of(acting, self)
    }
}

/// With dampers in joints and to the ground, or without; up to six freedoms in each joint.
#[test]
fn random_trees_swing_as_by_dense_matrices() {
    let mut random = Random(11);
    let mut worst = 0.0_f64;
    for round in 0..60 {
        let mut members = random_tree(&mut random, 2 + round % 9, 1 + round % 6);
        if round % 2 == 0 {
            members.freedoms.iter_mut().for_each(|own| own.damping = 0.2 * random.number().abs());
            for member in members.members.iter_mut().step_by(3) {
                let root = crate::transfer::Mat6::from_fn(|_, _| random.number());
                member.damped = Some(Box::new(root * root.transpose() * 0.1));
            }
        }
        let mut acting = || {
            let mut own = Acting::nothing(&members);
            own.bodies
                .iter_mut()
                .for_each(|own| *own = stacked(&random.vector(), &random.vector()));
            own.along.iter_mut().for_each(|own| *own = random.number());
            own
        };
        let pushes = Pushes::of([acting(), acting(), acting()], &members);
        for _ in 0..5 {
            let turning = 0.1 + 4.0 * random.number().abs();
            let exact = members.dense_swing(turning, &pushes);
            let found = members.swing(turning, &pushes).expect("it is no resonance");
            let gap = DVector::from_vec(found.along) - &exact;
            worst = worst.max(gap.norm() / exact.norm());
        }
    }
    println!("{worst:.1e}");
    assert!(worst < 1e-10 && worst > 0.0, "{worst:e}");
}

/// Where a part swings by itself with its carrier at rest, a sweep divides by next to nothing; the whole does not, and its motion is right.
#[test]
fn motions_are_right_where_parts_swing_by_themselves() {
    let (along, across) = (Vec3::new(0.36, 0.48, 0.8), Vec3::new(0.8, -0.6, 0.0));
    let whole = beam(10, along, across);
    let pushes = whole.pushed(|own| own.along[3] = 1.0);
    let (mut worst, mut checked) = (0.0_f64, 0);
    for rods in 1..10 {
        let mut part = whole.clone();
        part.members.drain(..10 - rods);
        for (body, member) in part.members.iter_mut().enumerate() {
            member.carrier = body.checked_sub(1);
        }
        for mode in part.found(rods).modes {
            for beside in [0.0, 1e-15, 1e-13, -1e-11, 1e-9] {
                let turning = mode.square.sqrt() * (1.0 + beside);
                let exact = whole.dense_swing(turning, &pushes);
                let found = whole.swing(turning, &pushes).expect("the whole does not resonate");
                let gap = DVector::from_vec(found.along) - &exact;
                // What the distance to the whole's own frequencies takes.
                worst = worst.max(gap.norm() / exact.norm());
                checked += 1;
            }
        }
    }
    println!("{checked} frequencies, {worst:.1e}");
    assert!(checked > 200 && worst < 1e-9, "{worst:e}");
}

/// At a frequency of the whole there is no motion that has bounds.
#[test]
fn a_frequency_of_the_whole_is_a_resonance() {
    let whole = beam(10, Vec3::x(), Vec3::y());
    let pushes = whole.pushed(|own| own.along[3] = 1.0);
    for mode in whole.found(10).modes {
        let found = whole.swing(mode.square.sqrt(), &pushes);
        assert_eq!(found.err(), Some(NoSwing::Resonance));
        assert!(whole.swing(mode.square.sqrt() * (1.0 + 1e-6), &pushes).is_ok());
    }
}

/// A clamped beam of unit length, mass and stiffness with a force at its tip: with `β² = ω` the tip goes by
/// `(sin β cosh β - cos β sinh β) / (β³ (1 + cos β cosh β))`, which rods miss by a share of `1/N²` alone, up to 100 000.
#[test]
fn the_tip_of_a_beam_of_a_hundred_thousand_rods_goes_as_far_as_it_should() {
    for turning in [0.5_f64, 2.0, 10.0, 60.0] {
        let b = turning.sqrt();
        let exact =
            (b.sin() * b.cosh() - b.cos() * b.sinh()) / (b.powi(3) * (1.0 + b.cos() * b.cosh()));
        let error = |rods: usize| {
            let members = beam(rods, Vec3::x(), Vec3::y());
            let tip = Vec3::x() / rods as f64;
            let force = Vec3::z();
            let pushes = members.pushed(|own| own.act(rods - 1, &tip.cross(&force), &force));
            let found = members.swing(turning, &pushes).expect("no resonance");
            let last: Vec6 = found.bodies[rods - 1].map(|own| own.re);
            let goes = last[5] - last[1] / rods as f64;
            (goes / exact - 1.0) * (rods as f64).powi(2)
        };
        // Of N², with what is left at 1/N⁴.
        let [hundred, thousand, most] = [100, 1000, 100_000].map(error);
        let limit = thousand + (thousand - hundred) / 99.0;
        let left = (most - limit) * 1e-10;
        println!(
            "ω = {turning}: {hundred:.6}/N², {thousand:.6}/N², {most:.4}/N²; beside that {left:.1e}"
        );
        assert!((thousand - hundred).abs() < 0.02 * thousand.abs(), "not of order 2");
        assert!(left.abs() < 1e-11, "{left:e}");
    }
}
