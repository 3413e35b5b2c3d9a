//! By what law the tension of a piece of a spline follows its stretch.
//!
//! What the moments `φₘ` of the stretch have of Legendre's polynomials is the strain `εₘ = (2m + 1)/l φₘ`, and the
//! tension `Nₘ` is that of a generalized Maxwell model beside a damper,
//!
//! ```text
//! Nₘ = K εₘ + η dεₘ/dt + Σ E (εₘ - αₘ)
//! ```
//!
//! with the strain `α` of a branch's damper (`laws/relaxation.rs`), of which there is one for each moment and branch. Each
//! stores and loses `l/(2m + 1)` of what a length does. What a step makes of `ε - α` is `gain ε - offset`, and the offset
//! is known before: so to a step such a rope is an elastic one, of the stiffness `K + Σ E gain`, whose strain counts from
//! somewhere else.
//!
//! Where the tension `T(ε)` was measured, `K` is the steepest slope of it, and what `T` has beyond `K ε` is added. With both
//! moments the strain is linear in the arc length, so two Gauss points are exact for what is quadratic in it: at `ε± = ε₀ ±
//! ε₁/√3` the curve gives `T±`, and `N₀ = (T₊ + T₋)/2`, `N₁ = √3 (T₊ - T₋)/2`. Over a step `T±` is the mean of the curve between
//! both strains, so that what is stored, `l/2 (W(ε₊) + W(ε₋))`, changes by what the tension does, exactly.

use std::sync::Arc;

use super::remembered::Remembered;
use crate::constrained::seen::Step;
use crate::constrained::vectors::VectorValues;
use crate::laws::spline::{DEGREES, Strains};
use crate::laws::{Curve, Sloped};
use crate::mechanism::AxialStiffness;

/// Of one piece.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct Tension {
    /// N
    pub(in crate::constrained) stiffness: f64,
    /// N s
    pub(in crate::constrained) damping: f64,
    /// Springs in series with dampers, beside the stiffness, N: for each moment of the stretch.
    branches: Remembered,
    /// N over the strain.
    measured: Option<Arc<Curve>>,
}

/// As a step has it.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct Elastic {
    /// N
    pub(in crate::constrained) stiffness: f64,
    /// The strains that it counts from.
    pub(in crate::constrained) origin: Strains,
}

/// What a tension has beyond `K ε`.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct Bowed {
    /// N
    pub(in crate::constrained) tensions: Strains,
    /// Of each by both strains, at the end of a step where there is one, N.
    pub(in crate::constrained) slopes: [Strains; DEGREES.len()],
}

/// Where two Gauss points are in a piece, from its middle, by half of its length.
const GAUSS: f64 = 0.577_350_269_189_625_8;

/// Strains at the Gauss points.
fn at_points([mean, tilt]: Strains) -> [f64; 2] {
    [mean - GAUSS * tilt, mean + GAUSS * tilt]
}

impl Bowed {
    /// Of what there is at the Gauss points.
    fn of([before, behind]: [Sloped; 2]) -> Self {
        let mean = |of: fn(&Sloped) -> f64| 0.5 * (of(&before) + of(&behind));
        let half = |of: fn(&Sloped) -> f64| 0.5 * (of(&behind) - of(&before));
        let (slope, differs) = (mean(|own| own.slope), half(|own| own.slope));
        Self {
            tensions: [mean(|own| own.value), half(|own| own.value) / GAUSS],
            slopes: [[slope, GAUSS * differs], [differs / GAUSS, slope]],
        }
    }
}

impl Tension {
    /// With what relaxes of it.
    pub(in crate::constrained) fn new(
        axial: AxialStiffness,
        measured: Option<Arc<Curve>>,
        branches: Remembered,
    ) -> Self {
        let AxialStiffness { stiffness, damping } = axial;
        Self { stiffness, damping, branches, measured }
    }

    /// What was measured beyond the stiffness, over a step, by the strains in one configuration.
    pub(in crate::constrained) fn bowed(
        &self,
        step: &Step<'_>,
        strains: impl Fn(&VectorValues) -> Strains,
    ) -> Option<Bowed> {
        let curve = self.measured.as_deref()?;
        let at = |values: &VectorValues| at_points(strains(values));
        if !step.scheme.discrete {
            return Some(self.bowed_at(curve, at(&step.at.balance)));
        }
        let (first, last) = (at(&step.at.start), at(&step.at.end));
        Some(Bowed::of([0, 1].map(|k| {
            let Sloped { value, slope } = curve.mean(first[k], last[k]);
            let straight = 0.5 * self.stiffness;
            Sloped { value: value - straight * (first[k] + last[k]), slope: slope - straight }
        })))
    }

    /// The same at an instant.
    pub(in crate::constrained) fn bowed_now(&self, strains: Strains) -> Option<Bowed> {
        let curve = self.measured.as_deref()?;
        Some(self.bowed_at(curve, at_points(strains)))
    }

    /// What the measured tension has beyond the stiffness, at two strains: what bows between them.
    fn bowed_at(&self, curve: &Curve, strains: [f64; 2]) -> Bowed {
        Bowed::of(strains.map(|strain| {
            let Sloped { value, slope } = curve.force(strain);
            Sloped { value: value - self.stiffness * strain, slope: slope - self.stiffness }
        }))
    }

    /// What each metre stores beyond what it does by the stiffness, N.
    pub(in crate::constrained) fn stored_beyond(&self, strains: Strains) -> f64 {
        let Some(curve) = self.measured.as_deref() else { return 0.0 };
        let relaxed = curve.energy(0.0);
        let each = at_points(strains)
            .map(|strain| curve.energy(strain) - relaxed - 0.5 * self.stiffness * strain * strain);
        0.5 * (each[0] + each[1])
    }

    /// Of the tension by the strain, with all branches at an instant, N.
    pub(in crate::constrained) fn slope_with_branches(&self, strain: f64) -> f64 {
        let lasts = self.measured.as_ref().map_or(self.stiffness, |own| own.force(strain).slope);
        lasts + self.branches.whole()
    }

    /// By how much more than half of both strains the mean of them is over the tensions between: nothing where these are on a line.
    pub(in crate::constrained) fn bows_by(&self, [first, last]: [f64; 2]) -> f64 {
        let Some(curve) = self.measured.as_deref() else { return 0.0 };
        let [before, after] = [first, last].map(|strain| curve.force(strain).value);
        let change = after - before + self.branches.whole() * (last - first);
        if change == 0.0 {
            return 0.0;
        }
        let beyond = 0.5 * (before + after) - curve.mean(first, last).value;
        beyond * (last - first) / change
    }

    /// Whether it remembers anything.
    pub(in crate::constrained) fn relaxes(&self) -> bool {
        !self.branches.is_empty()
    }

    /// N
    pub(in crate::constrained) fn stiffness(&self, step: &Step<'_>) -> f64 {
        self.stiffness + self.branches.stiffness(step)
    }

    /// What it is over a step that begins with some strains, and what it remembers.
    pub(in crate::constrained) fn elastic(
        &self,
        step: &Step<'_>,
        start: impl FnOnce() -> Strains,
    ) -> Elastic {
        let stiffness = self.stiffness(step);
        let mut origin = Strains::default();
        if self.relaxes() {
            let start = start();
            for (degree, origin) in origin.iter_mut().enumerate() {
                *origin = self.branches.offset(step, degree, start[degree]) / stiffness;
            }
        }
        Elastic { stiffness, origin }
    }

    /// At an instant.
    pub(in crate::constrained) fn held(&self, creep: &[f64]) -> Elastic {
        let stiffness = self.stiffness + self.branches.whole();
        let mut origin = Strains::default();
        for (degree, origin) in origin.iter_mut().enumerate() {
            *origin = self.branches.crept(degree, creep) / stiffness;
        }
        Elastic { stiffness, origin }
    }

    /// Puts the strains of dampers at the end of a step of a piece that is so long (m) among all; gives what they lose, J.
    pub(in crate::constrained) fn relax(
        &self,
        step: &Step<'_>,
        length: f64,
        [start, end]: [Strains; 2],
        creep: &mut [f64],
    ) -> f64 {
        let mut lost = 0.0;
        for (degree, over) in DEGREES.into_iter().enumerate() {
            let ends = [start[degree], end[degree]];
            lost += length / over * self.branches.relax(step, degree, ends, creep);
        }
        lost
    }

    /// Strains of dampers of a piece that has rested.
    pub(in crate::constrained) fn forget(&self, strains: Strains, creep: &mut [f64]) {
        for (degree, strain) in strains.into_iter().enumerate() {
            self.branches.forget(degree, strain, creep);
        }
    }

    /// What the branches of a piece that is so long (m) store, J.
    pub(in crate::constrained) fn stored_by_branches(
        &self,
        length: f64,
        strains: Strains,
        creep: &[f64],
    ) -> f64 {
        let mut stored = 0.0;
        for (degree, (strain, over)) in strains.into_iter().zip(DEGREES).enumerate() {
            stored += length / over * self.branches.stored(degree, strain, creep);
        }
        stored
    }

    /// What relaxes.
    pub(in crate::constrained) fn branches(&self) -> &Remembered {
        &self.branches
    }
}
