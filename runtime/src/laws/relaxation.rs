//! A spring and a damper in a row, as one of the branches of a generalized Maxwell model.
//!
//! The damper has the strain `α`, the spring what is left of the strain `ε`. The branch pulls with `E (ε - α)`, and with
//! the time constant `τ` the damper follows,
//!
//! ```text
//! dα/dt = (ε - α)/τ
//! ```
//!
//! Over a step of `h` this is solved for a strain that changes evenly from `ε₀` to `ε₁`. With `y = ε - α`, `z = h/τ`,
//! `d = e^-z` and `µ = (1 - d)/z`, which is the mean of `e^(-t/τ)`,
//!
//! ```text
//! y₁ = d y₀ + µ (ε₁ - ε₀)             at the end
//! ȳ  = µ y₀ + (1 - µ)/z (ε₁ - ε₀)     the mean
//! ```
//!
//! So a strain that is held relaxes exactly, and one that changes evenly pulls as it does, however long the step is. Where
//! a step pulls with `E ȳ`, what it does is what is stored, `½E y²`, and what the damper loses, `E ∫ y²/τ dt`, exactly: the
//! path that is solved is a path that the branch can take. (With the mean strain for all of a step,
//! `α₁ - α₀ = 2 tanh(h/2τ) (ε̄ - ᾱ)`, the first would hold as well, but branches faster than the steps would damp with
//! `½Eh` in place of `Eτ`, half a step late, and what alternates from step to step would not be damped at all.)

/// Of one branch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Branch {
    /// E; its unit is that of what the branch pulls with.
    pub(crate) stiffness: f64,
    /// τ, s.
    pub(crate) time: f64,
}

/// Where in a step a strain is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relaxation {
    /// The mean of both ends, where a mean pull belongs to it.
    Mean,
    /// The end.
    End,
    /// There is no step: an instant.
    Held,
    /// As long a step as it takes: rest.
    Done,
}

/// The spring's strain by the one that is looked at, `gain ε - offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Follow {
    /// Of the strain.
    pub(crate) gain: f64,
    /// By what the damper had crept.
    pub(crate) offset: f64,
}

/// Where a step begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct From {
    /// α₀
    pub(crate) creep: f64,
    /// ε₀
    pub(crate) strain: f64,
}

/// What the spring of a branch does over a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sprung {
    /// E
    pub(crate) stiffness: f64,
    /// `y` at the start: the mean where forces are no discrete gradients.
    pub(crate) first: f64,
    /// `ȳ`
    pub(crate) mean: f64,
    /// `y` at the end; as that of the start.
    pub(crate) last: f64,
    /// How `ȳ` changes with the mean strain.
    pub(crate) gain: f64,
    /// How `y` at the end changes with the strain there.
    pub(crate) by_last: f64,
}

/// Of `e^(-t/τ)` over a step.
struct Decay {
    /// At its end, d.
    last: f64,
    /// 1 - d
    missing: f64,
    /// µ
    mean: f64,
    /// (1 - µ)/z
    late: f64,
}

impl Decay {
    /// A step of so many of the branch's times.
    fn over(z: f64) -> Self {
        let missing = -(-z).exp_m1();
        let mean = if z > 0.0 { missing / z } else { 1.0 };
        let late = if z < 0.1 {
            // The difference loses its digits; the series leaves z⁸/3628800.
            let terms = [2.0, 6.0, 24.0, 120.0, 720.0, 5040.0, 40320.0, 362_880.0];
            terms.iter().rev().fold(0.0, |sum, over| 1.0 / over - z * sum)
        } else {
            (1.0 - mean) / z
        };
        Self { last: 1.0 - missing, missing, mean, late }
    }
}

impl Branch {
    /// Over a step in s.
    fn decay(&self, step: f64) -> Decay {
        Decay::over(step / self.time)
    }

    /// So many of it side by side.
    pub(crate) fn by(&self, factor: f64) -> Self {
        Self { stiffness: self.stiffness * factor, ..*self }
    }

    /// `step` in s.
    pub(crate) fn gain(&self, how: Relaxation, step: f64) -> f64 {
        match how {
            Relaxation::Mean => 2.0 * self.decay(step).late,
            Relaxation::End => self.decay(step).mean,
            Relaxation::Held => 1.0,
            Relaxation::Done => 0.0,
        }
    }

    /// Over a step in s, or at its end.
    pub(crate) fn follow(&self, how: Relaxation, step: f64, from: From) -> Follow {
        let stretched = from.strain - from.creep;
        match how {
            Relaxation::Mean => {
                let Decay { mean, late, .. } = self.decay(step);
                // The change is twice that from the start to the mean.
                Follow { gain: 2.0 * late, offset: 2.0 * late * from.strain - mean * stretched }
            }
            Relaxation::End => {
                let Decay { last, mean, .. } = self.decay(step);
                Follow { gain: mean, offset: mean * from.strain - last * stretched }
            }
            Relaxation::Held => Follow { gain: 1.0, offset: from.creep },
            Relaxation::Done => Follow { gain: 0.0, offset: 0.0 },
        }
    }

    /// Over a step of strains that begin and end it, or are twice the one in the balance where nothing is a discrete gradient. The
    /// damper is `ahead` of what it were without mixing.
    #[inline(always)]
    pub(crate) fn sprung(
        &self,
        (how, discrete): (Relaxation, bool),
        step: f64,
        from: From,
        [first, last]: [f64; 2],
        ahead: f64,
    ) -> Sprung {
        let Follow { gain, offset } = self.follow(how, step, from);
        let mean = gain * 0.5 * (first + last) - offset - ahead;
        let stiffness = self.stiffness;
        if !discrete {
            return Sprung { stiffness, first: mean, mean, last: mean, gain, by_last: gain };
        }
        let (begins, ends) = (from.strain - from.creep, last - self.creep(how, step, from, last));
        let by_last = self.last(how, step);
        Sprung { stiffness, first: begins, mean, last: ends, gain, by_last }
    }

    /// What the spring's strain at the end, or that which is looked at where there is no other, changes by with the strain there.
    pub(crate) fn last(&self, how: Relaxation, step: f64) -> f64 {
        match how {
            Relaxation::Mean | Relaxation::End => self.decay(step).mean,
            Relaxation::Held => 1.0,
            Relaxation::Done => 0.0,
        }
    }

    /// Of what is put on a spring at once after each step and fades over the next, what of it has to be taken away to have what there is if it
    /// is put on evenly: `(1 - m)/(1 - d)`, from a half in short steps to one in long ones, with the mean `m` of `e^(-t/T)` over the step
    /// and what is left at its end, `d`.
    pub(crate) fn sudden(&self, step: f64) -> f64 {
        let Decay { mean, late, .. } = self.decay(step);
        late / mean
    }

    /// α₁, for the strain at the end.
    pub(crate) fn creep(&self, how: Relaxation, step: f64, from: From, end: f64) -> f64 {
        match how {
            Relaxation::Mean | Relaxation::End => {
                let Decay { missing, mean, .. } = self.decay(step);
                let (change, stretched) = (end - from.strain, from.strain - from.creep);
                from.creep + (1.0 - mean) * change + missing * stretched
            }
            Relaxation::Held => from.creep,
            Relaxation::Done => end,
        }
    }

    /// What the damper loses over a step to this strain, by the unit of the stiffness: the integral of `E y²/τ`.
    pub(crate) fn lost(&self, how: Relaxation, step: f64, from: From, end: f64) -> f64 {
        match how {
            Relaxation::Mean | Relaxation::End => {
                let Decay { last, missing, mean, late } = self.decay(step);
                let (change, stretched) = (end - from.strain, from.strain - from.creep);
                let lost = 0.5 * missing * (1.0 + last) * stretched * stretched
                    + mean * missing * stretched * change
                    + (late - 0.5 * mean * mean) * change * change;
                // Never negative but by rounding.
                self.stiffness * lost.max(0.0)
            }
            Relaxation::Held | Relaxation::Done => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BRANCH: Branch = Branch { stiffness: 5.0, time: 1.0 };
    const STEPS: [f64; 8] = [1e-9, 1e-6, 9e-3, 0.099, 0.101, 1.0, 5.0, 50.0];

    /// Reference: what is held fades by `e^(-t/τ)`, at the ends of steps, for steps that are short and long (R17).
    #[test]
    fn a_strain_that_is_held_relaxes_exactly() {
        for how in [Relaxation::Mean, Relaxation::End] {
            for step in [0.1, 1.0, 5.0, 50.0] {
                let mut creep = 0.0;
                for k in 1..=20 {
                    let from = From { creep, strain: 1.0 };
                    creep = BRANCH.creep(how, step, from, 1.0);
                    let exact = 1.0 - (-f64::from(k) * step).exp();
                    assert!((creep - exact).abs() < 4e-16, "{how:?} {step} {k}: {creep} {exact}");
                }
            }
        }
    }

    /// Reference: what is done less what is stored.
    #[test]
    fn what_is_done_is_stored_or_lost() {
        for step in STEPS {
            for (creep, start, end) in [(0.3, 0.2, 0.9), (-0.4, 0.1, 0.1), (0.0, 1.0, -2.0)] {
                for how in [Relaxation::Mean, Relaxation::End] {
                    let from = From { creep, strain: start };
                    let left = |end: f64| end - BRANCH.creep(how, step, from, end);
                    let slope = left(end + 0.5) - left(end - 0.5);
                    assert!((slope - BRANCH.last(how, step)).abs() < 1e-14, "{step}");
                }
                let (from, mean) = (From { creep, strain: start }, 0.5 * (start + end));
                let Follow { gain, offset } = BRANCH.follow(Relaxation::Mean, step, from);
                let pull = BRANCH.stiffness * (gain * mean - offset);
                let after = BRANCH.creep(Relaxation::Mean, step, from, end);
                let stored = |strain: f64, creep: f64| {
                    0.5 * BRANCH.stiffness * (strain - creep) * (strain - creep)
                };
                let lost = BRANCH.lost(Relaxation::Mean, step, from, end);
                let change = stored(end, after) - stored(start, creep);
                assert!((pull * (end - start) - change - lost).abs() < 1e-14, "{step}");
                assert!(lost >= 0.0);
            }
        }
    }

    /// Reference: the same equation in a million small steps.
    #[test]
    fn a_strain_that_changes_evenly_is_followed() {
        for step in STEPS {
            let (from, end) = (From { creep: 0.3, strain: 0.2 }, 0.9);
            let (mut y, mut lost, mut mean) = (from.strain - from.creep, 0.0, 0.0);
            let parts = 1_000_000;
            let h = step / f64::from(parts);
            let rate = (end - from.strain) / step;
            for _ in 0..parts {
                // Heun's rule.
                let first = rate - y / BRANCH.time;
                let second = rate - (y + h * first) / BRANCH.time;
                let next = y + 0.5 * h * (first + second);
                lost += 0.5 * h * (y * y + next * next) / BRANCH.time;
                mean += 0.5 * (y + next) / f64::from(parts);
                y = next;
            }
            let Follow { gain, offset } = BRANCH.follow(Relaxation::End, step, from);
            assert!((gain * end - offset - y).abs() < 2e-9, "{step}: {}", gain * end - offset - y);
            let Follow { gain, offset } = BRANCH.follow(Relaxation::Mean, step, from);
            let found = gain * 0.5 * (from.strain + end) - offset;
            assert!((found - mean).abs() < 2e-9, "{step}: {found} {mean}");
            let creep = BRANCH.creep(Relaxation::End, step, from, end);
            assert!((end - creep - y).abs() < 2e-9, "{step}");
            let found = BRANCH.lost(Relaxation::End, step, from, end) / BRANCH.stiffness;
            assert!((found - lost).abs() < 1e-8 * lost + 1e-16, "{step}: {found} {lost}");
        }
    }

    /// Nothing is lost at an instant, and at rest the branch does not pull.
    #[test]
    fn instants_keep_and_rest_has_forgotten() {
        let from = From { creep: 0.3, strain: 0.2 };
        let held = BRANCH.follow(Relaxation::Held, 0.0, from);
        assert_eq!((held.gain, held.offset), (1.0, 0.3));
        assert_eq!(BRANCH.creep(Relaxation::Held, 0.0, from, 0.9), 0.3);
        let done = BRANCH.follow(Relaxation::Done, 0.0, from);
        assert_eq!((done.gain, done.offset), (0.0, 0.0));
        assert_eq!(BRANCH.creep(Relaxation::Done, 0.0, from, 0.9), 0.9);
    }

    /// Steps and time constants at the edges of what numbers are.
    #[test]
    fn extremes_stay_numbers() {
        for time in [1e-300, 1e-6, 1e6, 1e300] {
            let branch = Branch { time, ..BRANCH };
            for step in [1e-12, 1.0, 1e6] {
                for how in [Relaxation::Mean, Relaxation::End] {
                    let from = From { creep: 0.1, strain: 0.4 };
                    let Follow { gain, offset } = branch.follow(how, step, from);
                    let mean = gain * 0.55 - offset;
                    assert!((-1e-12..=0.6).contains(&mean), "{time} {step}: {mean}");
                    let creep = branch.creep(how, step, from, 0.7);
                    let lost = branch.lost(how, step, from, 0.7);
                    assert!((0.0..=1.0).contains(&gain) && offset.is_finite(), "{time} {step}");
                    assert!((0.1 - 1e-12..=0.7 + 1e-12).contains(&creep), "{time} {step}: {creep}");
                    assert!(lost >= 0.0 && lost.is_finite(), "{time} {step}: {lost}");
                }
            }
        }
    }
}
