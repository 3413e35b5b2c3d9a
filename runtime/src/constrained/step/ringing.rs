//! Motions faster than the steps: accelerations that turn round from step to step.
//!
//! What vibrates far faster than steps follow, as short pieces of a stiff rope do, alternates in a midpoint step and is
//! neither damped nor wrong in its energy. Positions hardly show it; accelerations, and with them forces and tensions in
//! rows, may show nothing else. It is only seen here, for a note.

use nalgebra::Vector3;

use crate::constrained::data::ConstrainedData;
use crate::constrained::jacobian::inertia_diagonal;
use crate::constrained::model::ConstrainedModel;
use crate::constrained::step::counted::Counted;

/// Of the changing part of accelerations: where what stays is smaller, they turn round.
const TURNED: f64 = 0.5;
/// So many steps are told, see [`Counted::is_told`].
const LEAST: u64 = 20;
/// Displacements of this part of the model's extent are due to rounding, and to where Newton's method stops.
const ROUNDING: f64 = 1e-10;
/// Of what weight does, or the largest accelerations so far, squared: what turns round by less than a thousandth of these is seen by nobody.
const SEEN: f64 = 1e-6;

/// What has been seen of mean accelerations over steps.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct Ringing {
    /// Of each unit that moves: its block, and its inertia there.
    weights: Vec<(usize, f64)>,
    /// Their sum, kg, and what is no displacement of all of it, m.
    inertia: f64,
    still: f64,
    /// The largest sum of inertias times squares of twice the mean accelerations, or of those by weight, kg m²/s⁴.
    largest: f64,
    last: Vec<Vector3<f64>>,
    steps: u64,
    rang: Counted,
}

impl Ringing {
    /// Only for what has splines; begins in the state of `data`.
    pub(in crate::constrained) fn new(
        model: &ConstrainedModel,
        data: &ConstrainedData,
    ) -> Option<Self> {
        if model.elements.spline_pieces.is_empty() && model.elements.bspline_spans.is_empty() {
            return None;
        }
        let inertia = inertia_diagonal(model, &data.state.positions);
        let own = model.units.iter().filter_map(|unit| {
            unit.first_unknown(&model.structure).map(|at| (unit.block, inertia[at]))
        });
        let last = data.last_accelerations.clone();
        let weights: Vec<_> = own.collect();
        let inertia = weights.iter().map(|(_, own)| own).sum();
        let falls = |&(block, inertia): &(usize, f64)| {
            let weight = model.weights[block].norm_squared();
            if inertia > 0.0 { 4.0 * weight / inertia } else { 0.0 }
        };
        let largest = weights.iter().map(falls).sum();
        let still = ROUNDING * model.extent;
        Some(Self { weights, inertia, still, largest, last, steps: 0, rang: Counted::default() })
    }

    /// Looks at a step of `step` seconds that has been accepted.
    pub(in crate::constrained) fn follow(&mut self, data: &ConstrainedData, step: f64) {
        let (mut stays, mut turns) = (0.0, 0.0);
        for &(block, inertia) in &self.weights {
            let (now, last) = (data.last_accelerations[block], self.last[block]);
            stays += inertia * (now + last).norm_squared();
            turns += inertia * (now - last).norm_squared();
        }
        self.last.copy_from_slice(&data.last_accelerations);
        self.steps += 1;
        self.largest = self.largest.max(stays);
        let is_rounding = turns * step.powi(4) <= self.inertia * self.still * self.still;
        let is_seen = !is_rounding && turns > SEEN * self.largest;
        self.rang.note(is_seen && stays < TURNED * TURNED * turns);
    }

    /// For the reader of the results.
    pub(in crate::constrained) fn note(&self) -> Option<String> {
        self.rang.is_told(LEAST, self.steps).then(|| {
            format!(
                "in {} of {} steps accelerations turned round: something vibrates faster than the steps, and \
                 tensions, forces and accelerations in rows may show nothing else, while positions do not; \
                 `tolerance`, shorter steps, damping along the rope or `generalized_alpha` make them smooth",
                self.rang.steps, self.steps
            )
        })
    }
}
