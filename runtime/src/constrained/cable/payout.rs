//! How much rope lies between the ends of a cable, and how much has come in at its end, as its elements see it.

use nalgebra::Vector3;

use crate::constrained::matrix::{Coupler, Filling, Wirer, Wires};
use crate::constrained::seen::Step;
use crate::constrained::sources::Motion;
use crate::constrained::vectors::{VectorId, VectorValues, Vectors};
use crate::laws::spline::{CARRIES, FlowSlopes, LENGTHS, NODAL};

/// The ratio of a rope's free length to the one that its elements are made for.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct Payout {
    /// Its first component is the free length, m.
    pub(in crate::constrained) at: VectorId,
    /// m
    pub(in crate::constrained) reference: f64,
    /// By which ends rope comes and goes.
    pub(in crate::constrained) flows: Through,
}

/// Which ends rope goes through.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) enum Through {
    /// The rope at the end stays with it.
    Start,
    /// The rope at the start stays with it.
    End,
    /// The first component has the rate at which it comes in at the end, m/s.
    Both { come: VectorId },
}

/// A cable, by its index, whose free length changes.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct PaidOut {
    /// Its index in the graph.
    pub(in crate::constrained) cable: usize,
    /// Of all its elements.
    pub(in crate::constrained) payout: Payout,
}

impl PaidOut {
    /// m
    pub(in crate::constrained) fn length(
        &self,
        vectors: &Vectors,
        positions: &[Vector3<f64>],
    ) -> f64 {
        vectors.value(self.payout.at, positions).x
    }
}

/// Whether a vector moves by what is solved for.
pub(in crate::constrained) fn is_unknown(vectors: &Vectors, id: VectorId) -> bool {
    vectors.parts[vectors.range(id)].iter().any(|part| !part.known)
}

/// The ratio at both ends of a step, or twice in the balance where nothing is a discrete gradient.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct Ratios {
    /// At the start of the step.
    pub(in crate::constrained) start: f64,
    /// At its end.
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

    /// The mean of the ratio times that of what divides by it: one, but for a square of the change.
    pub(in crate::constrained) fn even(&self) -> f64 {
        self.mean() * self.over()
    }

    /// How [`Self::even`] changes with the end.
    pub(in crate::constrained) fn even_slope(&self) -> f64 {
        0.5 * self.mean() * (self.end - self.start) * self.fall() / self.end
    }

    /// Of the step.
    pub(in crate::constrained) fn mean(&self) -> f64 {
        0.5 * (self.start + self.end)
    }
}

impl Payout {
    /// The ratio of the free length that `place` holds.
    pub(super) fn of(&self, place: &Vector3<f64>) -> f64 {
        place.x / self.reference
    }

    /// In one configuration of a step.
    pub(in crate::constrained) fn ratio(&self, values: &VectorValues) -> f64 {
        self.of(&values.of(self.at))
    }

    /// Of a motion at an instant.
    pub(in crate::constrained) fn ratio_in(&self, motion: &Motion<'_>) -> f64 {
        self.of(&motion.position(self.at))
    }

    /// Its derivative by time where blocks have these velocities; its second one for accelerations.
    pub(in crate::constrained) fn rate(&self, vectors: &Vectors, rates: &[Vector3<f64>]) -> f64 {
        self.of(&vectors.value(self.at, rates))
    }

    /// That, and of what comes in at the end, m/s or m/s².
    pub(in crate::constrained) fn rates(
        &self,
        vectors: &Vectors,
        rates: &[Vector3<f64>],
    ) -> [f64; LENGTHS] {
        let come = self.come().map_or(0.0, |come| vectors.value(come, rates).x);
        [self.rate(vectors, rates), come]
    }

    /// What comes in at the end, where rope goes through both.
    pub(in crate::constrained) fn come(&self) -> Option<VectorId> {
        match self.flows {
            Through::Start | Through::End => None,
            Through::Both { come } => Some(come),
        }
    }

    /// What comes in through the start or the end (1) of the cable, by the ratio (m) and by what [`Self::come`] holds.
    pub(in crate::constrained) fn inflow(&self, end: usize) -> [f64; LENGTHS] {
        // Of a cable with one piece.
        let by = self.passing(end, 1);
        if end == 0 { by } else { by.map(|own| -own) }
    }

    /// What passes a node of a cable with `count` pieces towards its end, by the same.
    pub(in crate::constrained) fn passing(&self, node: usize, count: usize) -> [f64; LENGTHS] {
        [self.reach(node as f64, count), self.come().map_or(0.0, |_| CARRIES)]
    }

    /// What has come in through the start or the end (1) between two times, m.
    pub(in crate::constrained) fn came(
        &self,
        end: usize,
        [before, after]: [&dyn Fn(VectorId) -> Vector3<f64>; 2],
    ) -> f64 {
        let ([by_ratio, by_come], [ratio, come]) =
            (self.inflow(end), self.changes([before, after]));
        by_ratio * ratio + by_come * come
    }

    /// What the ratio, and what comes in at the end (m), change by between two times.
    pub(in crate::constrained) fn changes(
        &self,
        [before, after]: [&dyn Fn(VectorId) -> Vector3<f64>; 2],
    ) -> [f64; LENGTHS] {
        let change = |id: VectorId| after(id).x - before(id).x;
        [self.scaled(change(self.at)), self.come().map_or(0.0, change)]
    }

    /// What matters for elements that only the ratio acts on.
    pub(in crate::constrained) fn ratio_only(self) -> Self {
        let flows = match self.flows {
            Through::Start | Through::Both { .. } => Through::Start,
            Through::End => Through::End,
        };
        Self { flows, ..self }
    }

    /// `χ` of the ratio at a node, or between two, of a cable with `count` pieces, m.
    pub(in crate::constrained) fn reach(&self, node: f64, count: usize) -> f64 {
        let along = node / count as f64;
        self.reference
            * match self.flows {
                Through::Start | Through::Both { .. } => 1.0 - along,
                Through::End => -along,
            }
    }

    /// At both ends of the step for discrete gradients, otherwise twice the one in the balance.
    pub(in crate::constrained) fn ratios(&self, step: &Step<'_>) -> Ratios {
        if step.scheme.discrete {
            Ratios { start: self.ratio(&step.at.start), end: self.ratio(&step.at.end) }
        } else {
            let ratio = self.ratio(&step.at.balance);
            Ratios { start: ratio, end: ratio }
        }
    }

    /// A derivative by the ratio, as one by the free length.
    pub(in crate::constrained) fn scaled(&self, by_ratio: f64) -> f64 {
        by_ratio / self.reference
    }

    /// The same as one by the vector.
    pub(in crate::constrained) fn gradient(&self, by_ratio: f64) -> Vector3<f64> {
        Vector3::new(self.scaled(by_ratio), 0.0, 0.0)
    }

    /// Adds a generalized force on the ratio (N m) to what acts on the free length.
    pub(in crate::constrained) fn add_force(
        &self,
        vectors: &Vectors,
        on_ratio: f64,
        blocks: &mut [Vector3<f64>],
    ) {
        vectors.add_force(self.at, &self.gradient(on_ratio), blocks);
    }

    /// The same on both lengths.
    pub(in crate::constrained) fn add_forces(
        &self,
        vectors: &Vectors,
        [on_ratio, on_come]: [f64; LENGTHS],
        blocks: &mut [Vector3<f64>],
    ) {
        self.add_force(vectors, on_ratio, blocks);
        if let Some(come) = self.come() {
            vectors.add_force(come, &Vector3::new(on_come, 0.0, 0.0), blocks);
        }
    }

    /// Each length that there is: its number, its vector, and what a derivative by it is times as one by the vector.
    fn lengths(&self) -> impl Iterator<Item = (usize, VectorId, f64)> + Clone + use<> {
        let come = self.come().map(|come| (1, come, 1.0));
        std::iter::once((0, self.at, self.scaled(1.0))).chain(come)
    }
}

/// Where the lengths meet some vectors of a piece in the matrix.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::constrained) struct PayoutWires {
    /// Nothing has to be filled in where all lengths are known.
    moves: bool,
    /// Forces on the vectors by the lengths, and forces on the lengths by the vectors.
    along: [Wires; LENGTHS],
    /// Forces on the lengths, by the lengths.
    own: [[Wires; LENGTHS]; LENGTHS],
}

/// Derivatives that go there: of forces on vectors by lengths, of forces on lengths by vectors, and of these by lengths.
pub(in crate::constrained) struct ByLengths<'a, const N: usize = NODAL> {
    /// Forces on the vectors by each length.
    pub(in crate::constrained) by: &'a [[Vector3<f64>; N]; LENGTHS],
    /// Forces on each length by the vectors.
    pub(in crate::constrained) of: &'a [[Vector3<f64>; N]; LENGTHS],
    /// Forces on each length by each length.
    pub(in crate::constrained) own: &'a [[f64; LENGTHS]; LENGTHS],
}

impl PayoutWires {
    /// Says that lengths and vectors meet in the matrix.
    pub(in crate::constrained) fn couple(
        payout: &Payout,
        vectors: &[VectorId],
        coupler: &mut Coupler<'_>,
    ) {
        for (_, at, _) in payout.lengths() {
            coupler.along(vectors, at);
            for (_, other, _) in payout.lengths() {
                coupler.lengths(at, other);
            }
        }
    }

    /// Takes the places that [`Self::couple`] has asked for.
    pub(in crate::constrained) fn wire(
        payout: &Payout,
        vectors: &[VectorId],
        wirer: &mut Wirer<'_>,
    ) -> Self {
        let mut wires = Self::default();
        for (k, at, _) in payout.lengths() {
            wires.moves |= is_unknown(wirer.vectors, at);
            wires.along[k] = wirer.along(vectors, at);
            for (l, other, _) in payout.lengths() {
                wires.own[k][l] = wirer.lengths(at, other);
            }
        }
        wires
    }

    /// Whether slopes by the lengths are asked for.
    pub(in crate::constrained) fn moves(&self) -> bool {
        self.moves
    }

    /// Adds the derivatives to the matrix; none where no length is an unknown.
    pub(in crate::constrained) fn fill<const N: usize>(
        &self,
        payout: &Payout,
        vectors: &[VectorId; N],
        slopes: &ByLengths<'_, N>,
        filling: &mut Filling<'_>,
    ) {
        if !self.moves {
            return;
        }
        for (k, at, share) in payout.lengths() {
            let (mut by, mut of) = (slopes.by[k], slopes.of[k]);
            by.iter_mut().chain(&mut of).for_each(|slope| *slope *= share);
            filling.along(vectors, at, self.along[k], &by, &of);
            for (l, other, by) in payout.lengths() {
                filling.lengths(at, other, self.own[k][l], slopes.own[k][l] * share * by);
            }
        }
    }
}

impl FlowSlopes {
    /// The three kinds of derivatives, as [`PayoutWires::fill`] takes them.
    pub(in crate::constrained) fn by_lengths(&self) -> ByLengths<'_> {
        ByLengths { by: &self.by, of: &self.of, own: &self.own }
    }
}
