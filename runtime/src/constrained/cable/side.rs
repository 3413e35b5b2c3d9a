//! The piece on one side of a place that rope passes: what of it is strained, and how what acts on its lengths follows that.
//! See `carried.rs`.

use std::sync::Arc;

use nalgebra::Vector3;

use super::payout::{ByLengths, Payout, PayoutWires};
use super::remembered::Remembered;
use super::twisted::TwistedPiece;
use crate::constrained::data::Configurations;
use crate::constrained::matrix::Filling;
use crate::constrained::seen::Step;
use crate::constrained::vectors::VectorId;
use crate::laws::spline::{
    DEGREES, LENGTHS, NODAL, Shapes, Strains, directions, moment_gradients, strained,
};

/// What of a piece is strained and relaxes.
#[derive(Clone, Debug)]
pub(in crate::constrained) enum Strained {
    /// By its stretch: place and slope of both its nodes, and polynomials at the Gauss points.
    Stretch { nodal: [VectorId; NODAL], shapes: Arc<Shapes> },
    /// By its twist for each length.
    Twist(Box<TwistedPiece>),
}

/// The piece on one side of a place that rope passes.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct Side {
    /// It has this.
    pub(in crate::constrained) strained: Strained,
    /// What it is made for, m.
    pub(in crate::constrained) made_for: f64,
    /// Its free length.
    pub(in crate::constrained) payout: Payout,
    /// Rope that passes towards the side behind, by the lengths, m.
    pub(in crate::constrained) passing: [f64; LENGTHS],
    /// Minus one where that is towards the start of its cable.
    pub(in crate::constrained) along: f64,
    /// What it remembers.
    pub(in crate::constrained) branches: Remembered,
    /// `K + Σ E`, N, or N m² of a twist.
    pub(in crate::constrained) stiffness: f64,
    /// Where derivatives by its lengths go.
    pub(in crate::constrained) wires: PayoutWires,
}

impl Side {
    /// m, or m/s; positive towards the side behind.
    pub(super) fn flow(&self, rates: [f64; LENGTHS]) -> f64 {
        self.passing[0] * rates[0] + self.passing[1] * rates[1]
    }

    /// Over a step.
    pub(super) fn flow_over(&self, at: &Configurations) -> f64 {
        let change = |id: VectorId| at.end.of(id).x - at.start.of(id).x;
        let come = self.payout.come().map_or(0.0, change);
        self.flow([self.payout.scaled(change(self.payout.at)), come])
    }

    /// The free length of the piece at the end, m.
    pub(super) fn length(&self, at: &Configurations) -> f64 {
        self.payout.ratio(&at.end) * self.made_for
    }

    /// At how many ends of a piece rope may come in.
    pub(super) fn entrances(&self) -> f64 {
        if self.payout.come().is_some() { 2.0 } else { 1.0 }
    }

    /// So much comes in of what would, m; `flow` in m.
    pub(super) fn takes(&self, at: &Configurations, flow: f64) -> f64 {
        flow.min(self.length(at) / self.entrances())
    }

    /// `1 - s/V` for what comes in, m; where rope may come in at both ends `1 - 2 s/V`, so that nothing negative is lost where it does.
    pub(super) fn stays(&self, at: &Configurations, comes: f64) -> f64 {
        1.0 - self.entrances() * self.takes(at, comes) / self.length(at)
    }

    /// Of a moment that comes from the piece of another cable, which may run the other way.
    pub(super) fn sign(&self, other: &Side, degree: usize) -> f64 {
        if degree == 1 { self.along * other.along } else { 1.0 }
    }

    /// `2m + 1` of the moments that it remembers.
    pub(super) fn degrees(&self) -> &'static [f64] {
        match self.strained {
            Strained::Stretch { .. } => &DEGREES,
            Strained::Twist(_) => &DEGREES[..1],
        }
    }

    /// See [`super::carried::Seen`].
    pub(super) fn strains(&self, at: &Configurations, coordinates: [&[f64]; 2]) -> [Strains; 2] {
        let both = [&at.start, &at.end];
        match &self.strained {
            Strained::Stretch { nodal, shapes } => {
                both.map(|own| strained(shapes, &own.all(nodal), self.payout.ratio(own)))
            }
            Strained::Twist(piece) => {
                [0, 1].map(|k| [piece.density(|id| both[k].of(id), coordinates[k]), 0.0])
            }
        }
    }

    /// Adds the derivatives of what acts on its lengths, `force` times [`Self::passing`], which changes with the strains at the end
    /// by `by_strains` and with what passes by `by_flow`, and by `by_ratio` beside that.
    pub(super) fn fill(
        &self,
        step: &Step<'_>,
        (by_strains, by_ratio, by_flow): (Strains, f64, f64),
        filling: &mut Filling<'_>,
    ) {
        match &self.strained {
            Strained::Stretch { nodal, shapes } => {
                let ratio = self.payout.ratio(&step.at.end);
                let q = step.at.end.all(nodal);
                let last = strained(shapes, &q, ratio);
                let gradients = moment_gradients(shapes, directions(shapes, &q));
                let (mut by_nodal, mut longer) = ([Vector3::zeros(); NODAL], by_ratio);
                for (degree, by_strain) in by_strains.into_iter().enumerate() {
                    let by_moment = by_strain * DEGREES[degree] / (shapes.length * ratio);
                    for (sum, gradient) in by_nodal.iter_mut().zip(&gradients[degree]) {
                        *sum += gradient * by_moment;
                    }
                    let mean = if degree == 0 { -shapes.length * by_moment } else { 0.0 };
                    longer += mean - by_strain * last[degree] / ratio;
                }
                self.fill_by(nodal, &by_nodal, ([longer, 0.0], by_flow), filling);
            }
            Strained::Twist(piece) => {
                let (gradient, [longer, come]) = piece.density_slopes(step);
                let by = gradient.map(|own| own * by_strains[0]);
                let by_lengths = [by_ratio + by_strains[0] * longer, by_strains[0] * come];
                self.fill_by(&piece.vectors(), &by, (by_lengths, by_flow), filling);
            }
        }
    }

    /// The same by vectors, by lengths and by what passes.
    fn fill_by<const N: usize>(
        &self,
        vectors: &[VectorId; N],
        by_vectors: &[Vector3<f64>; N],
        (by_lengths, by_flow): ([f64; LENGTHS], f64),
        filling: &mut Filling<'_>,
    ) {
        let mut of = [[Vector3::zeros(); N]; LENGTHS];
        let mut own = [[0.0; LENGTHS]; LENGTHS];
        for (length, by) in self.passing.into_iter().enumerate() {
            of[length] = by_vectors.map(|gradient| gradient * by);
            for (k, slot) in own[length].iter_mut().enumerate() {
                *slot = by * (by_lengths[k] + self.passing[k] * by_flow);
            }
        }
        let by = [[Vector3::zeros(); N]; LENGTHS];
        let slopes = ByLengths { by: &by, of: &of, own: &own };
        self.wires.fill(&self.payout, vectors, &slopes, filling);
    }

    /// The vectors that decide its strains.
    pub(super) fn vectors(&self, mut each: impl FnMut(&[VectorId])) {
        match &self.strained {
            Strained::Stretch { nodal, .. } => each(nodal),
            Strained::Twist(piece) => each(&piece.vectors()),
        }
    }
}
