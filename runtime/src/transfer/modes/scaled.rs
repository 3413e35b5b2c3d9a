//! The same small motions with other last digits: everything that a force is made of by a factor that is no power of two.
//!
//! Motions do not change by it in theory, and each sum and product on the way to them is rounded in another way. What they differ by is what sweeps have
//! lost of them.

use super::given::{Acting, Pushes};
use super::members::{Driven, Freedom, Member, Members};

impl Members {
    /// With inertias, stiffnesses and dampers that are larger by a factor.
    pub(crate) fn scaled(&self, by: f64) -> Self {
        let driven = |own: &Driven| Driven {
            freedom: own.freedom.scaled(by),
            beside: own.beside.map(|(freedom, stiffness)| (freedom, stiffness * by)),
            ..own.clone()
        };
        Self {
            members: self.members.iter().map(|own| own.scaled(by)).collect(),
            freedoms: self.freedoms.iter().map(|own| own.scaled(by)).collect(),
            driven: self.driven.iter().map(driven).collect(),
            held: self.held.clone(),
            left_over: self.left_over * by,
        }
    }
}

impl Freedom {
    /// The same joint, whose springs and dampers resist more by a factor, as what it transmits is more.
    fn scaled(&self, by: f64) -> Self {
        Self {
            along: self.along,
            turning: self.turning * by,
            stiffness: self.stiffness * by,
            damping: self.damping * by,
        }
    }
}

impl Member {
    /// The same body, heavier and held harder by a factor.
    /// Where it is, and what hangs on it, stays.
    fn scaled(&self, by: f64) -> Self {
        Self {
            between: self.between.map(|own| own * by),
            mass: self.mass * by,
            about_centre: self.about_centre.scaled(by),
            turning: self.turning.scaled(by),
            grounded: self.grounded.as_ref().map(|own| Box::new(**own * by)),
            damped: self.damped.as_ref().map(|own| Box::new(**own * by)),
            entrained: self.entrained.as_ref().map(|own| Box::new(own.scaled(by))),
            left_over: self.left_over * by,
            ..self.clone()
        }
    }
}

impl Pushes {
    /// With forces that are larger by a factor; what is given goes as far as before.
    pub(crate) fn scaled(&self, by: f64) -> Self {
        let scaled = |own: &Acting<f64>| Acting {
            bodies: own.bodies.iter().map(|own| own * by).collect(),
            along: own.along.iter().map(|own| own * by).collect(),
        };
        Self {
            acting: self.acting.each_ref().map(scaled),
            gone: self.gone.clone(),
            carried: self.carried.clone(),
        }
    }
}
