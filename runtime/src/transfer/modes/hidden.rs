//! Slow squares that rounding hides.
//!
//! Weights and forces in joints turn with bodies, and what resists a turn of all is left of their differences. Beside a heavy load a light body
//! feels more of what is rounded there than of what would make it swing.

use super::members::{Member, Members};
use super::search::ROUNDED;
use crate::spatial::Sym3;

/// Beside how weights make everything swing: a square that is hidden and larger than this is told.
const NO_SMALL_ONE: f64 = 1e-4;

impl Members {
    /// Whether squares that cannot be told from nothing are large enough to be of concern.
    pub(super) fn hides(&self) -> bool {
        self.noise() > NO_SMALL_ONE * self.as_one_swings()
    }

    /// The most that weights and forces in joints resist, of an inertia that is that of all in the place of the farthest, 1/s^2.
    fn as_one_swings(&self) -> f64 {
        let arm =
            self.members.iter().map(|own| own.arm.norm() + own.centre.norm()).fold(0.0, f64::max);
        let mass: f64 = self.members.iter().map(|own| own.mass).sum();
        let turns: f64 = self.members.iter().map(|own| own.about_centre.to_matrix().trace()).sum();
        let resists = self.members.iter().map(|own| self.resists(own)).fold(0.0, f64::max);
        let inertia = mass * arm * arm + turns;
        if inertia > 0.0 { resists / inertia } else { 0.0 }
    }

    /// What weights and forces in its joint make of a turn of a body and of its carrier, N m/rad.
    fn resists(&self, member: &Member) -> f64 {
        let turned = self.of(member).iter().map(|own| own.turning.norm());
        largest(&member.turning).max(turned.fold(0.0, f64::max))
    }

    /// What rounding of stiffnesses that turn with a body makes of a motion that nothing resists, 1/s^2: a bound from above.
    pub(super) fn noise(&self) -> f64 {
        let each = self.members.iter().map(|member| {
            let (freedoms, resists) = (self.of(member), self.resists(member));
            let inertia = match freedoms {
                [only] => only.along.dot(&member.inertia(&only.along)),
                _ => member.least_inertia(freedoms),
            };
            if inertia > 0.0 { resists / inertia } else { 0.0 }
        });
        16.0 * ROUNDED * each.fold(0.0, f64::max)
    }
}

/// Of the absolute entries.
fn largest(own: &Sym3) -> f64 {
    own.to_matrix().amax()
}
