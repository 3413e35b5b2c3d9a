//! A branch of the torque of a piece whose free length changes, and through whose ends rope may go.
//!
//! The damper of a branch has the strain `α`, its spring `y = τ - α`, where `τ = ψ/V` is the twist for each length of a piece
//! of the free length `V = Λ l`. It stores `½ V E y²`. Over a step it relaxes from `y₀` to `y₁` ([`crate::laws::Branch`]), with
//! the mean `ȳ`, and its damper loses `D` for each length. Rope that comes in by `ς` through an end is twisted by `τ*` and brings
//! `y*`, so its damper is strained by `m` more than that of the piece, and what is mixed of it takes `µ` from the spring, half of it in
//! the mean:
//!
//! ```text
//! m = ỹ - y* + e (τ* - τ̂),     µ = Σ m ς/V₁,     ỹ = ȳ - ½ µ,     e = Λ̄ o
//! ```
//!
//! with `o` and `τ̂` of [`super::flowing`]. So what it stores changes exactly by
//!
//! ```text
//! ΔU = e E ỹ Δψ - (ψ̄ o/l E ỹ - ¼ E (y₀² + (y₁ - µ)²)) ΔV - V̄ D - V̄ E µ (y₁ - ½ µ - ½ Δτ)
//! ```
//!
//! (Were `µ` not in the mean, sections would swing to and fro by half of what the first step mixes, as long as nothing dampens it.)
//! As neither winch nor sheave feel what is stored, the force on `ς` is, against what acts on the length,
//!
//! ```text
//! ½ E ỹ² - e E ỹ τ̂ + m E (V̄/V₁ (y₁ - ½ µ - ½ Δτ) - ỹ)
//! ```
//!
//! whose last part vanishes with the step and where rope leaves. What is left is the energy `½ E y*² ς` that is brought, less
//! `½ E (y* - ỹ)² ς`, which is lost where rope meets that remembers something else. Of more than a piece takes up, no more is mixed.

use super::flowing::{TwistActs, Twisted};
use crate::laws::Sprung;

/// Rope that comes in through an end of the piece in a step.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Comes {
    /// `ς`, m: negative where it leaves.
    pub(crate) length: f64,
    /// What of it is mixed with the rope there, m.
    pub(crate) mixed: f64,
    /// `τ*`, rad/m.
    pub(crate) twist: f64,
    /// `y*`, rad/m.
    pub(crate) sprung: f64,
}

/// One branch over a step, or in the balance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RelaxingTwist {
    /// N m²; rad/m.
    pub(crate) sprung: Sprung,
    /// That of the piece.
    pub(crate) at: Twisted,
    /// What the piece is made for, m.
    pub(crate) length: f64,
    /// Its free length at the end, m.
    pub(crate) free: f64,
    /// `τ` at the start and at the end, rad/m.
    pub(crate) first: f64,
    pub(crate) last: f64,
    /// Through its start and its end.
    pub(crate) comes: [Comes; 2],
    /// Whether forces are those of a discrete gradient, in which energies are kept.
    pub(crate) discrete: bool,
}

impl RelaxingTwist {
    /// `e`
    fn even(&self) -> f64 {
        self.at.ratio * self.at.over
    }

    /// `τ̂`, rad/m.
    fn density(&self) -> f64 {
        self.at.mean * self.at.over / self.length
    }

    /// `m + y* - ỹ`, of each end, rad/m.
    fn apart(&self) -> [f64; 2] {
        let (even, density) = (self.even(), self.density());
        self.comes.map(|own| even * (own.twist - density) - own.sprung)
    }

    /// Of the piece, what is mixed in all.
    fn share(&self) -> f64 {
        self.comes.iter().map(|own| own.mixed).sum::<f64>() / self.free
    }

    /// What [`Self::apart`] makes of that, rad/m.
    fn mixes(&self) -> f64 {
        let both = self.apart().into_iter().zip(self.comes);
        both.map(|(apart, own)| apart * own.mixed).sum::<f64>() / self.free
    }

    /// `ỹ`, rad/m; `ȳ` where energies are not kept.
    fn mean(&self) -> f64 {
        let half = if self.discrete { 0.5 } else { 0.0 };
        (self.sprung.mean - half * self.mixes()) / (1.0 + half * self.share())
    }

    /// `µ`: what the strain of the damper grows by as rope is mixed, rad/m.
    pub(crate) fn mixed(&self) -> f64 {
        self.share() * self.mean() + self.mixes()
    }

    /// What the spring has lost of it at the end, where that is in the forces.
    fn mixed_in(&self) -> f64 {
        if self.discrete { self.mixed() } else { 0.0 }
    }

    /// `V̄/V₁` of what comes in by an end and is mixed, where energies are kept.
    fn taken_up(&self, own: &Comes) -> f64 {
        if !self.discrete || own.mixed <= 0.0 {
            return 0.0;
        }
        own.mixed / own.length * self.at.ratio * self.length / self.free
    }

    /// `y₁ - ½ µ - ½ Δτ`, rad/m.
    fn middle(&self) -> f64 {
        self.sprung.last - 0.5 * self.mixed() - 0.5 * (self.last - self.first)
    }

    /// What it does.
    pub(crate) fn acts(&self) -> TwistActs {
        let Sprung { stiffness, first, last, .. } = self.sprung;
        let (mean, even) = (self.mean(), self.even());
        let (pull, last) = (stiffness * mean, last - self.mixed_in());
        let on_flow = 0.5 * pull * mean - even * pull * self.density();
        let (apart, middle) = (self.apart(), self.middle());
        TwistActs {
            moment: even * pull,
            damped: 0.0,
            on_ratio: self.at.over * self.at.mean * pull
                - 0.25 * self.length * stiffness * (first * first + last * last),
            on_flow: [0, 1].map(|end| match self.taken_up(&self.comes[end]) {
                0.0 => on_flow,
                up => on_flow + stiffness * (mean + apart[end]) * (up * middle - mean),
            }),
        }
    }

    /// Of rope that goes through an end: what each length brings, and what is lost of it, N. Together they are exactly what the
    /// forces leave.
    pub(crate) fn brought(&self, end: usize) -> [f64; 2] {
        let (own, mean) = (&self.comes[end], self.mean());
        let stiffness = self.sprung.stiffness;
        if own.length <= 0.0 {
            let apart = self.even() * (own.twist - self.density());
            return [stiffness * mean * (0.5 * mean + apart), 0.0];
        }
        let apart = own.sprung - mean;
        [0.5 * stiffness * own.sprung * own.sprung, 0.5 * stiffness * apart * apart]
    }

    /// How its forces change along a change of what decides them; `comes` is that of what comes in through the ends.
    pub(crate) fn along(&self, by: &Twisted, comes: [f64; 2]) -> TwistActs {
        let Sprung { stiffness, last, gain, by_last, .. } = self.sprung;
        let Twisted { mean: twist, over, ratio, .. } = self.at;
        let (mean, even, density) = (self.mean(), self.even(), self.density());
        let half = if self.discrete { 0.5 } else { 0.0 };
        // Of the mean of the strain, as that of the twist is.
        let strain = (by.mean - self.last * by.ratio * self.length) / self.free;
        let evens = by.ratio * over + ratio * by.over;
        let denser = (by.mean * over + twist * by.over) / self.length;
        let aparts = self.comes.map(|own| evens * (own.twist - density) - even * denser);
        // Ends of steps change by twice their means.
        let longer = 2.0 * by.ratio * self.length / self.free;
        let (mut shares, mut mixes) = (-self.share() * longer, -self.mixes() * longer);
        for (end, apart) in self.apart().into_iter().enumerate() {
            let own = &self.comes[end];
            let mixed = if own.mixed > 0.0 { own.mixed / own.length * comes[end] } else { 0.0 };
            shares += mixed / self.free;
            mixes += (mixed * apart + own.mixed * aparts[end]) / self.free;
        }
        let means = (gain * strain - half * (mixes + mean * shares)) / (1.0 + half * self.share());
        let (pull, pulls) = (stiffness * mean, stiffness * means);
        let mixed = if self.discrete { shares * mean + self.share() * means + mixes } else { 0.0 };
        let (last, lasts) = (last - self.mixed_in(), 2.0 * by_last * strain - mixed);
        let middles = lasts + 0.5 * mixed - strain;
        let on_flow = pull * means - (evens * pull + even * pulls) * density - even * pull * denser;
        let (apart, middle) = (self.apart(), self.middle());
        TwistActs {
            moment: evens * pull + even * pulls,
            damped: 0.0,
            on_ratio: (by.over * twist + over * by.mean) * pull + over * twist * pulls
                - 0.5 * self.length * stiffness * last * lasts,
            on_flow: [0, 1].map(|end| match self.taken_up(&self.comes[end]) {
                0.0 => on_flow,
                up => {
                    let (beyond, beyonds) = (mean + apart[end], means + aparts[end]);
                    let ups = up * (by.ratio / ratio - longer);
                    let rest = beyonds * (up * middle - mean)
                        + beyond * (ups * middle + up * middles - means);
                    on_flow + stiffness * rest
                }
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::{Branch, From, Relaxation};

    const H: f64 = 0.3;
    const L: f64 = 1.7;
    const BRANCH: Branch = Branch { stiffness: 5.0, time: 0.4 };
    const FROM: From = From { creep: 0.5, strain: 2.0 / (1.1 * L) };

    /// The end of a step: what all is twisted by (rad), the ratio, and what has come (m) through both ends.
    #[derive(Clone, Copy)]
    struct End {
        twist: f64,
        ratio: f64,
        came: [f64; 2],
    }

    type Of = fn(&mut End) -> &mut f64;

    fn found(end: End, discrete: bool) -> RelaxingTwist {
        let start = if discrete { 1.1 } else { end.ratio };
        let first = if discrete { 2.0 } else { end.twist };
        let End { twist, ratio, came } = end;
        let at = Twisted {
            mean: 0.5 * (first + twist),
            half_square: 0.25 * (first * first + twist * twist),
            over: 0.5 * (1.0 / start + 1.0 / ratio),
            fall: 1.0 / (start * ratio),
            ratio: 0.5 * (start + ratio),
            rate: 0.0,
        };
        let ends = [first / (start * L), twist / (ratio * L)];
        let how = if discrete { Relaxation::Mean } else { Relaxation::End };
        let sprung = BRANCH.sprung((how, discrete), H, FROM, ends, 0.0);
        let [one, other] = came;
        let most = 0.5 * ratio * L;
        let comes = [(one, 0.7, -0.4), (other, -0.2, 0.9)].map(|(length, twist, sprung)| Comes {
            length,
            mixed: length.clamp(0.0, most),
            twist,
            sprung,
        });
        let (free, [first, last]) = (ratio * L, ends);
        RelaxingTwist { sprung, at, length: L, free, first, last, comes, discrete }
    }

    const FLOWS: [[f64; 2]; 6] =
        [[0.0, 0.0], [0.05, 0.0], [0.0, -0.04], [0.3, -0.2], [0.2, 0.4], [2.5, 0.1]];

    /// The work of its forces, what the damper loses, what is brought and what is lost are what the energy changes by.
    #[test]
    fn every_step_keeps_its_energy() {
        for came in FLOWS {
            let turned = -0.3;
            let brought = came[0] * 0.7 - came[1] * 0.2;
            let end = End { twist: 2.0 + turned + brought, ratio: 1.3, came };
            let own = found(end, true);
            let acts = own.acts();
            let mut work = -acts.moment * turned + acts.on_ratio * (1.3 - 1.1);
            let mut left = 0.0;
            for (k, came) in came.into_iter().enumerate() {
                work += acts.on_flow[k] * came;
                let [brought, lost] = own.brought(k);
                assert!(lost >= 0.0);
                left += (brought - lost) * came;
            }
            let relaxed = BRANCH.creep(Relaxation::Mean, H, FROM, own.last);
            let lost = 1.2 * L * BRANCH.lost(Relaxation::Mean, H, FROM, own.last);
            let stored = |free: f64, y: f64| 0.5 * free * BRANCH.stiffness * y * y;
            let change = stored(1.3 * L, own.last - relaxed - own.mixed())
                - stored(1.1 * L, FROM.strain - FROM.creep);
            let open = change + work - left + lost;
            assert!(open.abs() < 1e-14, "{came:?}: {open:e} of {change} {work} {left} {lost}");
        }
    }

    /// Rope that comes in as the rope there is changes nothing, and is felt by nobody: what acts on the length is taken back.
    #[test]
    fn what_is_alike_is_not_felt() {
        let mut own = found(End { twist: 2.0, ratio: 1.1, came: [1e-9, 0.0] }, true);
        let (density, mean) = (own.density(), own.sprung.mean);
        own.comes[0] = Comes { twist: density, sprung: mean, ..own.comes[0] };
        assert!(own.mixed().abs() < 1e-20);
        own.comes[0].mixed = 0.0;
        let acts = own.acts();
        let apart = acts.on_ratio / L + acts.on_flow[0];
        // What relaxes within the step is of another size than its mean.
        let Sprung { stiffness, first, last, .. } = own.sprung;
        let spread = 0.25 * stiffness * (first * first + last * last - 2.0 * mean * mean);
        assert!((apart + spread).abs() < 1e-14, "{apart} {spread}");
    }

    /// Against central differences, by the twist, the ratio and what comes in, as a change of the end of the step.
    #[test]
    fn changes_are_those_of_the_forces() {
        for discrete in [true, false] {
            for came in FLOWS {
                let about = End { twist: 2.4, ratio: 1.3, came };
                let own = found(about, discrete);
                let share = if discrete { 0.5 } else { 1.0 };
                let fall = share / (1.3 * 1.3);
                let directions: [(Of, Twisted, [f64; 2]); 4] = [
                    (|end| &mut end.twist, Twisted { mean: share, ..Twisted::default() }, [0.0; 2]),
                    (
                        |end| &mut end.ratio,
                        Twisted { over: -fall, ratio: share, ..Twisted::default() },
                        [0.0; 2],
                    ),
                    (|end| &mut end.came[0], Twisted::default(), [1.0, 0.0]),
                    (|end| &mut end.came[1], Twisted::default(), [0.0, 1.0]),
                ];
                for (index, (of, by, comes)) in directions.into_iter().enumerate() {
                    // What comes in begins and ends at nothing, and what a piece takes up has a bound.
                    let is_at_edge = index > 1 && came[index - 2] == 0.0;
                    if is_at_edge || (index > 0 && came[0] > 1.0) {
                        continue;
                    }
                    let side = |change: f64| {
                        let mut moved = about;
                        *of(&mut moved) += change;
                        found(moved, discrete).acts()
                    };
                    let (found, more, less) = (own.along(&by, comes), side(1e-5), side(-1e-5));
                    for (found, both) in [
                        (found.moment, [more.moment, less.moment]),
                        (found.on_ratio, [more.on_ratio, less.on_ratio]),
                        (found.on_flow[0], [more.on_flow[0], less.on_flow[0]]),
                        (found.on_flow[1], [more.on_flow[1], less.on_flow[1]]),
                    ] {
                        let expected = (both[0] - both[1]) / 2e-5;
                        let apart = (found - expected).abs() / (1.0 + expected.abs());
                        assert!(apart < 1e-8, "{discrete} {came:?} {index}: {found} {expected}");
                    }
                }
            }
        }
    }
}
