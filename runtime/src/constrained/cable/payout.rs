//! How much rope a winch has paid out, as elements of the rope see it.

use nalgebra::{Matrix3, Vector3};

use crate::constrained::matrix::{Coupler, Filling, Wirer, Wires};
use crate::constrained::seen::Step;
use crate::constrained::sources::Motion;
use crate::constrained::vectors::{VectorId, VectorValues, Vectors};
use crate::laws::spline::{FlowSlopes, NODAL};

/// The ratio of a rope's free length to the one that its elements are made for.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct Payout {
    /// Its first component is the free length, m.
    pub(in crate::constrained) at: VectorId,
    /// m
    pub(in crate::constrained) reference: f64,
}

/// Whether a vector moves by what is solved for.
pub(in crate::constrained) fn is_unknown(vectors: &Vectors, id: VectorId) -> bool {
    vectors.parts[vectors.range(id)].iter().any(|part| !part.known)
}

/// The ratio at both ends of a step, or twice in the balance where nothing is a discrete gradient.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct Ratios {
    pub(in crate::constrained) start: f64,
    pub(in crate::constrained) end: f64,
}

impl Ratios {
    /// `½ (1/Λ₀ + 1/Λ₁)`
    pub(in crate::constrained) fn over(&self) -> f64 {
        0.5 * (1.0 / self.start + 1.0 / self.end)
    }

    /// `1/(Λ₀ Λ₁)`: minus what `1/Λ` changes by, for each change of `Λ`.
    pub(in crate::constrained) fn fall(&self) -> f64 {
        1.0 / (self.start * self.end)
    }

    pub(in crate::constrained) fn mean(&self) -> f64 {
        0.5 * (self.start + self.end)
    }
}

impl Payout {
    fn of(&self, place: &Vector3<f64>) -> f64 {
        place.x / self.reference
    }

    pub(in crate::constrained) fn ratio(&self, values: &VectorValues) -> f64 {
        self.of(&values.of(self.at))
    }

    pub(in crate::constrained) fn ratio_in(&self, motion: &Motion<'_>) -> f64 {
        self.of(&motion.position(self.at))
    }

    /// Its derivative by time where blocks have these velocities; its second one for accelerations.
    pub(in crate::constrained) fn rate(&self, vectors: &Vectors, rates: &[Vector3<f64>]) -> f64 {
        self.of(&vectors.value(self.at, rates))
    }

    pub(in crate::constrained) fn ratios(&self, step: &Step<'_>) -> Ratios {
        if step.scheme.discrete {
            Ratios { start: self.ratio(&step.at.start), end: self.ratio(&step.at.end) }
        } else {
            let ratio = self.ratio(&step.at.balance);
            Ratios { start: ratio, end: ratio }
        }
    }

    /// A derivative by the ratio, as one by the vector.
    pub(in crate::constrained) fn gradient(&self, by_ratio: f64) -> Vector3<f64> {
        Vector3::new(by_ratio / self.reference, 0.0, 0.0)
    }

    pub(in crate::constrained) fn add_force(
        &self,
        vectors: &Vectors,
        on_ratio: f64,
        blocks: &mut [Vector3<f64>],
    ) {
        vectors.add_force(self.at, &self.gradient(on_ratio), blocks);
    }
}

/// Where the free length meets the nodal vectors of a piece in the matrix.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::constrained) struct PayoutWires {
    /// Nothing has to be filled in where the length is known.
    moves: bool,
    columns: [Wires; NODAL],
    rows: [Wires; NODAL],
    own: Wires,
}

impl PayoutWires {
    pub(in crate::constrained) fn couple(
        payout: &Payout,
        nodal: &[VectorId; NODAL],
        coupler: &mut Coupler<'_>,
    ) {
        coupler.rectangle(nodal, &[payout.at]);
        coupler.rectangle(&[payout.at], &[payout.at]);
    }

    pub(in crate::constrained) fn wire(
        payout: &Payout,
        nodal: &[VectorId; NODAL],
        wirer: &mut Wirer<'_>,
    ) -> Self {
        let at = [payout.at];
        Self {
            moves: is_unknown(wirer.vectors, payout.at),
            columns: nodal.map(|id| wirer.rectangle(&[id], &at)),
            rows: nodal.map(|id| wirer.rectangle(&at, &[id])),
            own: wirer.rectangle(&at, &at),
        }
    }

    /// Whether slopes by the ratio are asked for.
    pub(in crate::constrained) fn moves(&self) -> bool {
        self.moves
    }

    /// Adds slopes by the ratio and of what acts on it; those of the nodal vectors by themselves are left out.
    pub(in crate::constrained) fn fill(
        &self,
        payout: &Payout,
        nodal: &[VectorId; NODAL],
        slopes: &FlowSlopes,
        filling: &mut Filling<'_>,
    ) {
        if !self.moves {
            return;
        }
        let unit = payout.gradient(1.0);
        for (k, &id) in nodal.iter().enumerate() {
            let by = slopes.by_ratio[k] * unit.transpose();
            filling.rectangle(id, payout.at, self.columns[k], &by);
            let of = unit * slopes.of_ratio[k].transpose();
            filling.rectangle(payout.at, id, self.rows[k], &of);
        }
        let own: Matrix3<f64> = unit * unit.transpose() * slopes.own;
        filling.rectangle(payout.at, payout.at, self.own, &own);
    }
}
