//! How many digits accelerations and forces have lost to rounding, by evaluations with inertias that are changed in their last digits.
//!
//! A light body that carries a far heavier one is all but lost in its articulated inertia, and so is what turns it where the heavy one does
//! not resist; of a small force between large ones as little is left. No ratio of two masses tells when: it depends on the axes.

use super::{Tree, TreeData};
use crate::spatial::{Doubt, Vec3};

/// What a body may turn without being doubted: this part of what its weight would do at the radius of gyration.
const SLOW: f64 = 0.1;
/// Of what the largest force would do to the heaviest body: accelerations of that size are rounding themselves, of what something holds without
/// gravity.
const HELD: f64 = 1e-12;

/// Of one body, world axes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Motion {
    /// rad/s²
    alpha: Vec3,
    /// Of the centre of mass but for the centripetal part, m/s².
    linear: Vec3,
    /// In its joint, N m.
    moment: Vec3,
    /// In its joint, N.
    force: Vec3,
}

/// The largest values so far, in the units of [`Motion`].
#[derive(Clone, Copy, Debug, Default)]
struct Largest {
    /// rad/s²
    alpha: f64,
    /// N m
    moment: f64,
    /// N
    force: f64,
}

/// What is known of a tree's digits.
#[derive(Clone, Debug, Default)]
pub(crate) struct Digits {
    /// Of each body.
    largest: Vec<Largest>,
    /// Of all bodies, m/s².
    fastest: f64,
    /// The worst so far.
    pub(crate) accelerations: Doubt,
    /// The worst so far.
    pub(crate) forces: Doubt,
}

impl Tree {
    /// After an evaluation that nothing has disturbed; gives what it has found of each body.
    pub(crate) fn note_clear(&self, data: &TreeData, digits: &mut Digits) -> Vec<Motion> {
        digits.largest.resize(self.bodies(), Largest::default());
        let clear: Vec<_> = (0..self.bodies()).map(|body| self.motion(body, data)).collect();
        digits.fastest = digits.fastest.max(self.gravity.norm());
        for (own, largest) in clear.iter().zip(&mut digits.largest) {
            largest.alpha = largest.alpha.max(own.alpha.norm());
            largest.moment = largest.moment.max(own.moment.norm());
            largest.force = largest.force.max(own.force.norm());
            digits.fastest = digits.fastest.max(own.linear.norm());
        }
        clear
    }

    /// After one at the same state, with inertias shaken; `clear` is what [`Tree::note_clear`] gave.
    pub(crate) fn note_shaken(&self, data: &TreeData, clear: &[Motion], digits: &mut Digits) {
        let fastest = digits.fastest;
        let strongest = digits.largest.iter().map(|own| own.force).fold(0.0, f64::max);
        let heaviest = self.inertias.iter().map(|own| own.mass).fold(0.0, f64::max);
        if fastest * heaviest <= HELD * strongest {
            return;
        }
        for (body, (clear, largest)) in clear.iter().zip(&digits.largest).enumerate() {
            let shaken = self.motion(body, data);
            let own = &self.inertias[body];
            let gyration = (own.about_centre.trace() / (2.0 * own.mass)).sqrt();
            let share = |clear: &Vec3, shaken: &Vec3, largest: f64| {
                let off = (shaken - clear).norm();
                // Neither where nothing is nor where nothing is known.
                if off > 0.0 && largest > 0.0 { off / largest } else { 0.0 }
            };
            let slow = SLOW * fastest / gyration;
            let accelerations = share(&clear.linear, &shaken.linear, fastest).max(share(
                &clear.alpha,
                &shaken.alpha,
                largest.alpha.max(slow),
            ));
            let force = largest.force.max(own.mass * fastest);
            let moment = largest.moment.max(force * gyration);
            let forces = share(&clear.force, &shaken.force, force).max(share(
                &clear.moment,
                &shaken.moment,
                moment,
            ));
            digits.accelerations.note(accelerations / f64::EPSILON, body);
            digits.forces.note(forces / f64::EPSILON, body);
        }
    }

    /// What has been found of a body last.
    fn motion(&self, body: usize, data: &TreeData) -> Motion {
        let now = &data.accelerations[body];
        let arm = data.motions[body].rotation * self.inertias[body].centre;
        let across = self.across(body, data);
        Motion {
            alpha: now.alpha,
            linear: now.linear + now.alpha.cross(&arm),
            moment: across.moment,
            force: across.force,
        }
    }
}
