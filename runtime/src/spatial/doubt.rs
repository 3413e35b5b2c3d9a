//! How many digits of accelerations eliminations have lost.
//!
//! A pivot is what opposes a freedom, a difference of terms that may be far larger: of many rods in a row on parallel hinges the inertia
//! about other axes grows with the cube of their number, and where the hinges stand askew to the axes of the world that about
//! the hinge is a sum of such terms.

/// Beside a pivot above this part of what it is compared to too little is lost to be looked at.
pub(crate) const CLEAR: f64 = 1e-8;

/// The worst of eliminations: what a pivot is the sum of, without regard to signs, over the pivot.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Doubt {
    ratio: f64,
    body: usize,
}

impl Doubt {
    /// Keeps the worse one.
    pub(crate) fn note(&mut self, ratio: f64, body: usize) {
        if ratio > self.ratio {
            *self = Doubt { ratio, body };
        }
    }

    /// The share of accelerations that is not known, about, and the body of the tree whose joint it is; where it matters.
    pub(crate) fn tells(&self) -> Option<(f64, usize)> {
        let share = self.ratio * f64::EPSILON;
        (share > MATTERS).then_some((share, self.body))
    }
}

/// Of accelerations: what is told.
const MATTERS: f64 = 1e-6;
