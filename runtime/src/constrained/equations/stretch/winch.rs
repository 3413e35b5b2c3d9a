//! What a winch adds to the stretch of a piece: with the ratio `Λ` of the free length to that for which pieces are made,
//! moments count from a piece of the length `Λl`, and what is stored pulls at the free length.

use nalgebra::Vector3;

use super::{MOST, StretchMoments};
use crate::constrained::balance::Wanted;
use crate::constrained::cable::payout::{Payout, Ratios};
use crate::constrained::cable::remembered::Pulling;
use crate::constrained::cable::tension::{Bowed, Tension};
use crate::constrained::data::Configurations;
use crate::constrained::matrix::Filling;
use crate::constrained::seen::Step;
use crate::constrained::sources::Motion;
use crate::constrained::vectors::{VectorValues, Vectors};
use crate::laws::spline::{DEGREES, FlowSlopes, Strains};

/// How a moment pulls at the free length by what it stores and loses, and how that changes with the end.
#[derive(Clone, Copy, Debug, Default)]
struct Spread {
    /// N m
    force: f64,
    /// N
    by_moment: f64,
    /// N m
    by_ratio: f64,
}

/// What branches have of that: `½ (1/Λ₀ + 1/Λ₁) Σ E ȳ φ̄ - l/(4 (2m + 1)) Σ E (y₀² + y₁²)`, with what their springs are stretched by, `y`.
struct Relaxing {
    /// `(2m + 1)/l`: strains by moments, 1/m.
    by_moment: f64,
    /// `2 ∂(Σ E ȳ)/∂ε₁`, N.
    gain: f64,
    /// Of the moment over the step, m.
    mean: f64,
    /// The strain at the end.
    last: f64,
    pulling: Pulling,
}

impl Relaxing {
    fn add_to(&self, spread: &mut Spread, ratios: &Ratios, share: f64) {
        let Self { by_moment, gain, mean, last, pulling } = self;
        let over = ratios.over();
        spread.force += pulling.pull * over * mean - 0.25 * pulling.squares / by_moment;
        // By the strain at the end, where moment and ratio stay.
        let by_strain = share * (gain * over * mean - pulling.by_last / by_moment);
        let by_strain_of_moment = by_moment / ratios.end;
        spread.by_moment += by_strain * by_strain_of_moment + share * pulling.pull * over;
        let over_falls = share / (ratios.end * ratios.end);
        spread.by_ratio -= pulling.pull * over_falls * mean + by_strain * last / ratios.end;
    }
}

/// What a tension that was measured has of it beyond its stiffness: `½ (1/Λ₀ + 1/Λ₁) Σ N̄ φ̄ - l b̄`, with what a metre stores, `b`.
struct Beyond {
    /// m
    length: f64,
    /// Over the step.
    bowed: Bowed,
    /// Of the moments over the step, m.
    means: [f64; MOST],
    /// At the end, and what the tensions have beyond the stiffness there, N.
    last: (Strains, Strains),
    /// `b̄`, N.
    stored: f64,
}

impl Beyond {
    /// Adds it to the parts by the moments. `by_end` is how strains over the step, of which the means are taken, change with the end.
    fn add_to(&self, parts: &mut [Spread; MOST], ratios: &Ratios, [share, by_end]: [f64; 2]) {
        let Self { length, bowed, means, last: (strains, tensions), stored } = self;
        let over = ratios.over();
        let over_falls = share / (ratios.end * ratios.end);
        parts[0].force -= length * stored;
        for m in 0..DEGREES.len() {
            parts[m].force += over * bowed.tensions[m] * means[m];
            parts[m].by_ratio -= over_falls * bowed.tensions[m] * means[m];
            // By the strain at the end, where moments and ratio stay.
            let by_strain = (0..DEGREES.len()).map(|n| over * means[n] * bowed.slopes[n][m]);
            let by_strain =
                by_end * by_strain.sum::<f64>() - length * share * tensions[m] / DEGREES[m];
            let by_moment = DEGREES[m] / (length * ratios.end);
            parts[m].by_moment += by_strain * by_moment + share * over * bowed.tensions[m];
            parts[m].by_ratio -= by_strain * strains[m] / ratios.end;
        }
    }
}

impl StretchMoments {
    /// Moments, or what becomes of them, of a piece that is longer by this part of its length.
    pub(super) fn longer(&self, mut moments: [f64; MOST], by: f64) -> [f64; MOST] {
        moments[0] -= self.shapes.length * by;
        moments
    }

    /// What the first moment changes by with the ratio, m: the others do not.
    pub(super) fn by_ratio(&self, degree: usize) -> f64 {
        if degree == 0 { -self.shapes.length } else { 0.0 }
    }

    /// The free length over the one that the piece is made for, in one configuration; one without a winch.
    pub(super) fn ratio(&self, values: &VectorValues) -> f64 {
        self.payout.as_ref().map_or(1.0, |(payout, _)| payout.ratio(values))
    }

    /// The free length over the one that the piece is made for, at both ends of the step; one where nothing pays out.
    pub(super) fn ratios(&self, step: &Step<'_>) -> Ratios {
        match &self.payout {
            Some((payout, _)) => payout.ratios(step),
            None => Ratios { start: 1.0, end: 1.0 },
        }
    }

    /// The rate of the ratio, or for accelerations its second derivative; none without a winch.
    pub(super) fn ratio_rate(&self, vectors: &Vectors, rates: &[Vector3<f64>]) -> f64 {
        self.payout.as_ref().map_or(0.0, |(payout, _)| payout.rate(vectors, rates))
    }

    /// The same at an instant.
    pub(super) fn ratio_in(&self, motion: &Motion<'_>) -> f64 {
        self.payout.as_ref().map_or(1.0, |(payout, _)| payout.ratio_in(motion))
    }

    /// How much harder the free length is pulled at than by the tension, where what is stored is spread over more of
    /// it, N m.
    pub(super) fn configurational(&self, step: &Step<'_>) -> f64 {
        self.spread(step).map_or(0.0, |parts| parts.iter().map(|part| part.force).sum())
    }

    /// The parts of that by the moments.
    fn spread(&self, step: &Step<'_>) -> Option<[Spread; MOST]> {
        let axial = self.axial.as_ref()?;
        let ratios = self.ratios(step);
        let (first, last, strains, by_moment) = if step.scheme.discrete {
            let (first, last) = (self.moments(&step.at.start), self.moments(&step.at.end));
            let change = |m: usize| last[m] / ratios.end - first[m] / ratios.start;
            let strains = std::array::from_fn(|m| change(m) / step.duration);
            (first, last, strains, 1.0 / (step.duration * ratios.end))
        } else {
            let all = self.moments(&step.at.balance);
            (all, all, self.strain_rates(step), step.scheme.rate / ratios.end)
        };
        let over = ratios.fall() / self.shapes.length;
        // How the mean of both ends changes with the end: of the balance it is all.
        let share = if step.scheme.discrete { 0.5 } else { step.scheme.balance };
        let gain = axial.branches().stiffness(step);
        let begins = axial.relaxes().then(|| self.strains(&step.at.start));
        let mut parts = [Spread::default(); MOST];
        for &m in self.degrees {
            let (stiffness, damping) =
                (DEGREES[m] * over * axial.stiffness, DEGREES[m] * over * axial.damping);
            let mean = 0.5 * (first[m] + last[m]);
            let viscous = damping * ratios.mean() * mean;
            let force =
                0.25 * stiffness * (first[m] * first[m] + last[m] * last[m]) + viscous * strains[m];
            let both = [first[m], last[m]];
            let last = last[m];
            parts[m] = Spread {
                force,
                by_moment: share * (stiffness * last + damping * ratios.mean() * strains[m])
                    + viscous * by_moment,
                by_ratio: -2.0 * share * force / ratios.end + share * damping * mean * strains[m]
                    - viscous * by_moment * last / ratios.end,
            };
            if let Some(begins) = begins {
                let by_moment = DEGREES[m] / self.shapes.length;
                let ends =
                    [both[0] / ratios.start, both[1] / ratios.end].map(|own| own * by_moment);
                let pulling = axial.branches().over_step(step, m, begins[m], ends);
                let relaxing = Relaxing { by_moment, gain, mean, last: ends[1], pulling };
                relaxing.add_to(&mut parts[m], &ratios, share);
            }
        }
        if let Some(beyond) = self.beyond(axial, step, [first, last]) {
            let by_end = if step.scheme.discrete { 1.0 } else { share };
            beyond.add_to(&mut parts, &ratios, [share, by_end]);
        }
        Some(parts)
    }

    /// Between the moments at the start and at the end of a step, or twice in the balance.
    fn beyond(
        &self,
        axial: &Tension,
        step: &Step<'_>,
        [first, last]: [[f64; MOST]; 2],
    ) -> Option<Beyond> {
        let bowed = self.bowed(axial, step)?;
        let Configurations { start, end, balance, .. } = step.at;
        let ends = if step.scheme.discrete { [start, end] } else { [balance; 2] };
        let [before, after] = ends.map(|values| self.strains(values));
        Some(Beyond {
            length: self.shapes.length,
            bowed,
            means: std::array::from_fn(|m| 0.5 * (first[m] + last[m])),
            last: (after, axial.bowed_now(after)?.tensions),
            stored: 0.5 * (axial.stored_beyond(before) + axial.stored_beyond(after)),
        })
    }

    /// What a tension that was measured changes by with the ratio, as rows of a step have it, m: of each moment.
    fn bowed_by_ratio(&self, axial: &Tension, step: &Step<'_>) -> Strains {
        let Some(bowed) = self.bowed(axial, step) else { return Strains::default() };
        let (ratios, stiffness) = (self.ratios(step), axial.stiffness(step));
        let Configurations { end, balance, .. } = step.at;
        let strains = self.strains(if step.scheme.discrete { end } else { balance });
        let longer = [1.0 + strains[0], strains[1]];
        std::array::from_fn(|degree| {
            let (compliance, _) = self.compliance(degree, axial, stiffness);
            let slopes = bowed.slopes[degree].iter().zip(longer);
            let falls = slopes.map(|(slope, longer)| slope * longer).sum::<f64>() / ratios.end;
            if step.scheme.discrete {
                let even = ratios.even_slope() * bowed.tensions[degree] - ratios.even() * falls;
                2.0 * compliance * even
            } else {
                -step.scheme.balance * compliance * falls
            }
        })
    }

    /// The rows and columns of the free length.
    pub(super) fn fill_payout(&self, step: &Step<'_>, wanted: Wanted, filling: &mut Filling<'_>) {
        let Some((payout, wires)) = &self.payout else { return };
        let ratios = self.ratios(step);
        let end = if step.scheme.discrete { &step.at.end } else { &step.at.balance };
        let (start, end) = (self.moments(&step.at.start), self.moments(end));
        let beyond = match &self.axial {
            Some(axial) if wanted == Wanted::Newton => self.bowed_by_ratio(axial, step),
            _ => Strains::default(),
        };
        for (&degree, &wires) in self.degrees.iter().zip(wires) {
            let column = self.by_ratio(degree);
            let row = match &self.axial {
                None => column,
                Some(_) if wanted == Wanted::Accelerations => 0.0,
                Some(axial) if step.scheme.discrete => {
                    let (factor, _) = self.slopes(degree, axial, step);
                    let spread = 0.5 * (start[degree] + end[degree]);
                    let square = ratios.end * ratios.end;
                    let mut row = column * factor - spread / square;
                    if axial.relaxes() {
                        let elastic = axial.elastic(step, || self.strains(&step.at.start));
                        let both = start[degree] / ratios.start + end[degree] / ratios.end;
                        let even =
                            ratios.even_slope() * both - ratios.even() * end[degree] / square;
                        row += self.relaxing(axial, step) * (even + spread / square)
                            - 2.0 * ratios.even_slope() * self.origin(degree, &elastic);
                    }
                    row + beyond[degree]
                }
                Some(axial) => {
                    let (factor, _) = self.slopes(degree, axial, step);
                    let (_, delay) = self.compliance(degree, axial, axial.stiffness(step));
                    // Both the strain and its rate are by a length that changes.
                    let both = factor + delay * step.scheme.rate / ratios.end;
                    (column - end[degree] / ratios.end) * both + beyond[degree]
                }
            };
            let [column, row] = [column, row].map(|by| payout.scaled(by));
            filling.multiplier_along(payout.at, wires, column, row);
        }
        if wanted == Wanted::Newton && self.lengths.moves() {
            self.fill_spread(payout, step, filling);
        }
    }

    /// What is stored pulls at the free length.
    fn fill_spread(&self, payout: &Payout, step: &Step<'_>, filling: &mut Filling<'_>) {
        let Some(parts) = self.spread(step) else { return };
        let at = if step.scheme.discrete { &step.at.end } else { &step.at.balance };
        let gradients = self.gradients_at(&self.at(at));
        let mut slopes = FlowSlopes::NONE;
        for &m in self.degrees {
            let Spread { force: _, by_moment, by_ratio } = parts[m];
            for (sum, gradient) in slopes.of[0].iter_mut().zip(&gradients[m]) {
                *sum -= gradient * by_moment;
            }
            slopes.own[0][0] -= by_ratio + by_moment * self.by_ratio(m);
        }
        self.lengths.fill(payout, &self.nodal, &slopes.by_lengths(), filling);
    }
}
