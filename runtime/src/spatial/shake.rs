//! Rounding made visible: inertias changed in their last digits by chance.
//!
//! What an evaluation gives then differs from what it gave before by about as much as it had lost to rounding (stochastic arithmetic: Vignes,
//! A stochastic arithmetic for reliable scientific computation, 1993). Nothing has to be known of where it was lost. What is zero stays zero.

use nalgebra::SMatrix;

use super::{Articulated, Sym3, Vec3};
use crate::chance::Chance;

/// Changes of that many roundings, at most: above those that both evaluations make.
const ROUNDINGS: f64 = 8.0;

/// Of one body, in one of many evaluations.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shake(Chance);

impl Shake {
    /// Always the same for one seed.
    pub(crate) fn new(seed: u64, body: usize) -> Self {
        // Steele, Lea, Flood, Fast splittable pseudorandom number generators, 2014: neighbours have nothing in common.
        let mut bits = (seed << 32 ^ body as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        Self(Chance::from_bits(bits ^ bits >> 31))
    }

    /// A value that was found as a difference of such of this `size`.
    pub(crate) fn value(&mut self, value: &mut f64, size: f64) {
        *value += ROUNDINGS * f64::EPSILON * self.0.either_side() * size;
    }

    /// Six of them.
    pub(crate) fn symmetric(&mut self, own: &mut Sym3, size: &Sym3) {
        self.value(&mut own.xx, size.xx);
        self.value(&mut own.yy, size.yy);
        self.value(&mut own.zz, size.zz);
        self.value(&mut own.xy, size.xy);
        self.value(&mut own.xz, size.xz);
        self.value(&mut own.yz, size.yz);
    }

    /// Three.
    fn vector(&mut self, own: &mut Vec3, size: &Vec3) {
        own.iter_mut().zip(size).for_each(|(own, &size)| self.value(own, size));
    }

    /// Any matrix or vector, number by number.
    pub(crate) fn matrix<const R: usize, const C: usize>(
        &mut self,
        own: &mut SMatrix<f64, R, C>,
        size: &SMatrix<f64, R, C>,
    ) {
        own.iter_mut().zip(size).for_each(|(own, &size)| self.value(own, size));
    }

    /// What is left of an inertia of this `size`, number by number.
    pub(crate) fn inertia(&mut self, own: &mut Articulated, size: &Articulated) {
        self.symmetric(&mut own.rotation, &size.rotation);
        own.coupling.iter_mut().zip(&size.coupling).for_each(|(own, &size)| self.value(own, size));
        self.symmetric(&mut own.mass, &size.mass);
        self.vector(&mut own.bias_moment, &size.bias_moment);
        self.vector(&mut own.bias_force, &size.bias_force);
    }
}
