//! A branch of the torque of a piece whose free length changes, and through whose ends rope may go.
//!
//! The damper of a branch has the strain `α`, its spring `y = τ - α`, where `τ = ψ/V` is the twist for each length of a piece
//! of the free length `V = Λ l`. It stores `½ V E y²`. Of rope that comes in by `ς` the dampers are strained by `m` more than those here
//! at the start of the step, so mixing strains these by `µ = Σ m ς/V₁` until its end. That takes as much from the springs, evenly, so a
//! branch sees a strain that grows by `Δτ - µ` ([`crate::laws::Branch`]): with that it goes from `y₀` to `y₁`, has the mean `ȳ`, and its damper
//! loses `D` for each length. What it stores changes exactly by
//!
//! ```text
//! ΔU = e E ȳ Δψ - (ψ̄ o/l E ȳ - ¼ E (y₀² + y₁²)) ΔV - V̄ D - V̄ E ȳ µ,     e = Λ̄ o
//! ```
//!
//! with `o` and `τ̂` of [`super::flowing`]. What all pieces of a rope remember together changes by what goes through its ends and by what relaxes,
//! and by nothing else, so a branch that is far stiffer than what lasts does not pull by what is left over. (Were `µ` not in the mean,
//! sections would swing to and fro by half of what the first step mixes, as long as nothing dampens it.)
//!
//! Rope that comes in through an end of the cable is twisted by `τ*` and brings `y*`, so `m = τ* - y* - α₀`. As neither winch nor sheave
//! feel what is stored, the force on `ς` is, against what acts on the length,
//!
//! ```text
//! E ȳ y* - ½ E ȳ² - e E ȳ τ* + V̄/V₁ E ȳ m,     and ½ E ȳ² - e E ȳ τ̂ where rope leaves
//! ```
//!
//! What is left is the energy `½ E y*² ς` that is brought, less `½ E (y* - ȳ)² ς`, which is lost where rope meets that remembers
//! something else. Rope that comes from the next piece of the cable comes under the torque of this one, and no turn with it: the
//! force is `V̄/V₁ E ȳ m` less what is lost, `½ Σ E m² - ½ (Σ E m)²/(GJ + Σ E)`, which is never negative.
//! Of more than a piece takes up, no more is mixed. What leaves through an end of the cable takes along what its damper is strained by in the
//! middle of the step, so `m` of it is that less `α₀`, and the same is taken out of the piece: a twist and a strain of two
//! different times would leave a spring twisted that is not.

use super::flowing::{TwistActs, Twisted};
use crate::laws::Sprung;

/// Rope that comes in through an end of the piece in a step.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Comes {
    /// `ς`, m: negative where it leaves. A rate at an instant, m/s.
    pub(crate) length: f64,
    /// Whether it comes in, or would, where nothing moves.
    pub(crate) comes_in: bool,
    /// What part of it is mixed with the rope there, or taken out of it where it leaves through an end of the cable.
    pub(crate) part: f64,
    /// `m`, rad/m; of what leaves, that of the middle of the step.
    pub(crate) beyond: f64,
    /// `τ*` and `y*` at an end of the cable, rad/m.
    pub(crate) through: Option<[f64; 2]>,
}

/// Rope that is mixed with a piece: by how much further all its dampers are strained.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Apart {
    /// `Σ E m²`, N.
    squares: f64,
    /// `Σ E m`, N m.
    pulls: f64,
    /// `Σ E`, N m².
    stiffness: f64,
}

impl Apart {
    /// With another branch of this stiffness (N m²) and `m` (rad/m).
    pub(crate) fn and(self, stiffness: f64, beyond: f64) -> Self {
        Self {
            squares: self.squares + stiffness * beyond * beyond,
            pulls: self.pulls + stiffness * beyond,
            stiffness: self.stiffness + stiffness,
        }
    }

    /// What is lost of each length that comes from the next piece, under one torque, N; `GJ` in N m².
    pub(crate) fn lost(&self, rigidity: f64) -> f64 {
        let whole = rigidity + self.stiffness;
        if whole == 0.0 {
            return 0.0;
        }
        (0.5 * (self.squares - self.pulls * self.pulls / whole)).max(0.0)
    }
}

/// One branch over a step, or in the balance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RelaxingTwist {
    /// N m²; rad/m. For a strain less what is mixed.
    pub(crate) sprung: Sprung,
    /// That of the piece.
    pub(crate) at: Twisted,
    /// What the piece is made for, m.
    pub(crate) length: f64,
    /// `τ` at the end, or in the balance (rad/m), and the free length there, m.
    pub(crate) last: (f64, f64),
    /// `V₁`, m.
    pub(crate) end: f64,
    /// Through its start and its end.
    pub(crate) comes: [Comes; 2],
    /// What means or the balance have of the end, and the strain that is looked at of what is mixed.
    pub(crate) share: f64,
    /// Whether forces are those of a discrete gradient, in which energies are kept.
    pub(crate) discrete: bool,
}

/// `µ` of what comes in into a piece that has this length at the end, m; rad/m.
pub(crate) fn mixed(comes: &[Comes; 2], end: f64) -> f64 {
    comes.iter().map(|own| own.beyond * own.part * own.length).sum::<f64>() / end
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

    /// `V̄/V₁` of what is mixed.
    fn taken_up(&self, own: &Comes) -> f64 {
        if self.discrete {
            own.part * self.at.ratio * self.length / self.end
        } else if own.comes_in {
            1.0
        } else {
            own.part
        }
    }

    /// What it does, but what is lost where rope comes from the next piece.
    pub(crate) fn acts(&self) -> TwistActs {
        let Sprung { stiffness, first, mean, last, .. } = self.sprung;
        let (pull, even) = (stiffness * mean, self.even());
        let on_flow = |own: &Comes| {
            let taken = self.taken_up(own) * pull * own.beyond;
            match own.through {
                None => taken,
                Some([twist, sprung]) if own.comes_in => {
                    pull * (sprung - 0.5 * mean - even * twist) + taken
                }
                Some(_) => pull * (0.5 * mean - even * self.density()) + taken,
            }
        };
        TwistActs {
            moment: even * pull,
            damped: 0.0,
            on_ratio: self.at.over * self.at.mean * pull
                - 0.25 * self.length * stiffness * (first * first + last * last),
            on_flow: self.comes.each_ref().map(on_flow),
        }
    }

    /// Of rope that goes through an end of the cable: what each length brings, and what is lost of it, N. Together they are exactly
    /// what the forces leave.
    pub(crate) fn brought(&self, end: usize) -> [f64; 2] {
        let own = &self.comes[end];
        let Sprung { stiffness, mean, .. } = self.sprung;
        match own.through {
            None => [0.0; 2],
            Some([_, sprung]) if own.comes_in => {
                let apart = sprung - mean;
                [0.5 * stiffness * sprung * sprung, 0.5 * stiffness * apart * apart]
            }
            Some([twist, _]) => {
                let apart = self.even() * (twist - self.density());
                [stiffness * mean * (0.5 * mean + apart), 0.0]
            }
        }
    }

    /// How its forces change along a change of what decides them; `comes` is that of what comes in through the ends.
    pub(crate) fn along(&self, by: &Twisted, comes: [f64; 2]) -> TwistActs {
        let Sprung { stiffness, mean, last, gain, by_last, .. } = self.sprung;
        let Twisted { mean: twist, over, ratio, .. } = self.at;
        let (pull, even, density) = (stiffness * mean, self.even(), self.density());
        let mut mixes = 0.0;
        let mut longer = 0.0;
        if self.comes.iter().any(|own| own.part != 0.0) {
            longer = by.ratio / self.share * self.length / self.end;
            mixes = -mixed(&self.comes, self.end) * longer;
            for (own, comes) in self.comes.iter().zip(comes) {
                mixes += own.part * comes * own.beyond / self.end;
            }
        }
        // Of the mean of the strain, as that of the twist is.
        let (strain, free) = self.last;
        let strain = (by.mean - strain * by.ratio * self.length) / free - self.share * mixes;
        let pulls = stiffness * gain * strain;
        let evens = by.ratio * over + ratio * by.over;
        let denser = (by.mean * over + twist * by.over) / self.length;
        let on_flow = |own: &Comes| {
            let up = self.taken_up(own);
            let ups = if self.discrete { up * (by.ratio / ratio - longer) } else { 0.0 };
            let taken = (ups * pull + up * pulls) * own.beyond;
            match own.through {
                None => taken,
                Some([twist, sprung]) if own.comes_in => {
                    pulls * sprung - pull * gain * strain - (evens * pull + even * pulls) * twist
                        + taken
                }
                Some(_) => {
                    pull * gain * strain
                        - (evens * pull + even * pulls) * density
                        - even * pull * denser
                        + taken
                }
            }
        };
        TwistActs {
            moment: evens * pull + even * pulls,
            damped: 0.0,
            on_ratio: (by.over * twist + over * by.mean) * pull + over * twist * pulls
                - self.length * stiffness * last * by_last * strain,
            on_flow: self.comes.each_ref().map(on_flow),
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
        let at = Twisted::between([first, twist], [start, ratio], 0.0);
        let (free, most) = (ratio * L, 0.5 * ratio * L);
        let through = [Some([0.7, -0.4]), came[1].is_sign_negative().then_some([-0.2, 0.9])];
        let comes = [0, 1].map(|k| Comes {
            length: came[k],
            comes_in: came[k] > 0.0,
            part: if came[k] > most { most / came[k] } else { 1.0 },
            beyond: [1.1 - FROM.creep, -0.6 - FROM.creep][k],
            through: through[k],
        });
        let mixed = mixed(&comes, free);
        let how = if discrete { Relaxation::Mean } else { Relaxation::End };
        let ends = if discrete {
            [first / (start * L), twist / free - mixed]
        } else {
            [twist / free - mixed; 2]
        };
        let sprung = BRANCH.sprung((how, discrete), H, FROM, ends, 0.0);
        let share = if discrete { 0.5 } else { 1.0 };
        let last = (twist / free, free);
        RelaxingTwist { sprung, at, length: L, last, end: free, comes, share, discrete }
    }

    const FLOWS: [[f64; 2]; 6] =
        [[0.0, 0.0], [0.05, 0.0], [0.0, -0.04], [0.3, -0.2], [0.2, 0.4], [2.5, 0.1]];

    /// The work of its forces, what the damper loses, what is brought and what is lost are what the energy changes by.
    #[test]
    fn every_step_keeps_its_energy() {
        for came in FLOWS {
            let turned = -0.3;
            let within = !came[1].is_sign_negative();
            let brought = came[0] * 0.7 - if within { 0.0 } else { came[1] * 0.2 };
            let own = found(End { twist: 2.0 + turned + brought, ratio: 1.3, came }, true);
            let acts = own.acts();
            let mut work = -acts.moment * turned + acts.on_ratio * (1.3 - 1.1);
            let mut left = 0.0;
            for (k, came) in came.into_iter().enumerate() {
                work += acts.on_flow[k] * came;
                let [brought, lost] = own.brought(k);
                assert!(lost >= 0.0);
                left += (brought - lost) * came;
            }
            let end = own.last.0 - mixed(&own.comes, own.end);
            let relaxed = BRANCH.creep(Relaxation::Mean, H, FROM, end);
            let lost = 1.2 * L * BRANCH.lost(Relaxation::Mean, H, FROM, end);
            let stored = |free: f64, y: f64| 0.5 * free * BRANCH.stiffness * y * y;
            let change = stored(1.3 * L, end - relaxed) - stored(1.1 * L, FROM.strain - FROM.creep);
            let open = change + work - left + lost;
            assert!(open.abs() < 1e-14, "{came:?}: {open:e} of {change} {work} {left} {lost}");
        }
    }

    /// Rope that comes in as the rope there is changes nothing, and is felt by nobody: what acts on the length is taken back.
    #[test]
    fn what_is_alike_is_not_felt() {
        let mut own = found(End { twist: 2.0, ratio: 1.1, came: [1e-9, 0.0] }, true);
        let (density, mean) = (own.density(), own.sprung.mean);
        let through = Some([density, mean]);
        own.comes[0] = Comes { through, beyond: density - mean - FROM.creep, ..own.comes[0] };
        let acts = own.acts();
        let apart =
            acts.on_ratio / L + acts.on_flow[0] - own.sprung.stiffness * mean * own.comes[0].beyond;
        // What relaxes within the step is of another size than its mean.
        let Sprung { stiffness, first, last, .. } = own.sprung;
        let spread = 0.25 * stiffness * (first * first + last * last - 2.0 * mean * mean);
        assert!((apart + spread).abs() < 1e-9, "{apart} {spread}");
    }

    /// Under one torque: what both hold before, less what they hold once mixed.
    #[test]
    fn what_mixing_loses_is_what_is_held_less() {
        let (rigidity, torque) = (3.0, 1.7);
        let branches = [5.0, 0.4];
        let held = |creep: [f64; 2]| {
            let pulls: f64 = branches.iter().zip(creep).map(|(own, creep)| own * creep).sum();
            let twist = (torque + pulls) / (rigidity + branches.iter().sum::<f64>());
            let each = branches.iter().zip(creep);
            let each = each.map(|(own, creep)| 0.5 * own * (twist - creep) * (twist - creep));
            0.5 * rigidity * twist * twist + each.sum::<f64>()
        };
        let (here, comes, share) = ([0.3, -0.7], [1.1, 0.2], 0.01);
        let after = [0, 1].map(|k| here[k] + share * (comes[k] - here[k]));
        let lost = (1.0 - share) * held(here) + share * held(comes) - held(after);
        let apart =
            (0..2).fold(Apart::default(), |sum, k| sum.and(branches[k], comes[k] - here[k]));
        let found = share * (1.0 - share) * apart.lost(rigidity);
        assert!((lost - found).abs() < 1e-15, "{lost} {found}");
        assert!(Apart::default().and(5.0, 0.3).lost(0.0).abs() < 1e-15);
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
