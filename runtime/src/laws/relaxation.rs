//! A spring and a damper in a row, as one of the branches of a generalized Maxwell model.
//!
//! The damper has the strain `α`, the spring what is left of the strain `ε`. The branch pulls with `E (ε - α)`, and with
//! the time constant `τ` the damper follows,
//!
//! ```text
//! dα/dt = (ε - α)/τ
//! ```
//!
//! Over a step of `h` that reckons with the mean strain `ε̄` this is solved for a strain that stays there, so a strain
//! that is held relaxes exactly, however long the step is:
//!
//! ```text
//! α₁ = α₀ + (1 - d) (ε̄ - α₀),    d = e^(-h/τ)
//! ```
//!
//! which is `α₁ - α₀ = θ (ε̄ - ᾱ)` with `θ = 2 tanh(h/2τ)`, where the midpoint rule had `θ = h/τ`. The branch pulls with
//! `E (ε̄ - ᾱ) = E ½(1 + d) (ε̄ - α₀)`. With a strain that changes from `ε₀` to `ε₁ = 2 ε̄ - ε₀` what it stores,
//! `½E (ε - α)²`, then changes by exactly what that does less `½E (1 - d²) (ε̄ - α₀)²`, which is never negative.
//!
//! Where a step reckons with the strain at its end, this is solved for a strain that changes evenly.

/// Of one branch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Branch {
    /// E; its unit is that of what the branch pulls with.
    pub(crate) stiffness: f64,
    /// τ, s.
    pub(crate) time: f64,
}

/// What happens to dampers where a strain is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relaxation {
    /// They follow the mean of a step.
    Mean,
    /// They follow a strain that changes evenly over a step, and it is looked at its end.
    End,
    /// They stay: an instant.
    Held,
    /// They have followed all the way: rest.
    Done,
}

/// The spring's strain by the one that is looked at, `gain ε - offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Follow {
    pub(crate) gain: f64,
    pub(crate) offset: f64,
}

/// Where a step begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct From {
    /// α₀
    pub(crate) creep: f64,
    /// ε₀; only [`Relaxation::End`] asks for it.
    pub(crate) strain: f64,
}

impl Branch {
    /// e^(-h/τ), and what is missing to one.
    fn decay(&self, step: f64) -> (f64, f64) {
        let missing = -(-step / self.time).exp_m1();
        (1.0 - missing, missing)
    }

    /// The mean of e^(-t/τ) over a step.
    fn mean_decay(&self, step: f64) -> f64 {
        let z = step / self.time;
        if z > 0.0 { self.decay(step).1 / z } else { 1.0 }
    }

    /// `step` in s.
    pub(crate) fn gain(&self, how: Relaxation, step: f64) -> f64 {
        match how {
            Relaxation::Mean => 0.5 * (1.0 + self.decay(step).0),
            Relaxation::End => self.mean_decay(step),
            Relaxation::Held => 1.0,
            Relaxation::Done => 0.0,
        }
    }

    pub(crate) fn follow(&self, how: Relaxation, step: f64, from: From) -> Follow {
        let gain = self.gain(how, step);
        let offset = match how {
            Relaxation::Mean | Relaxation::Held => gain * from.creep,
            Relaxation::End => gain * from.strain - self.decay(step).0 * (from.strain - from.creep),
            Relaxation::Done => 0.0,
        };
        Follow { gain, offset }
    }

    /// α₁, for the strain that is looked at.
    pub(crate) fn creep(&self, how: Relaxation, step: f64, from: From, strain: f64) -> f64 {
        match how {
            Relaxation::Mean => from.creep + self.decay(step).1 * (strain - from.creep),
            Relaxation::End => {
                let (change, stretched) = (strain - from.strain, from.strain - from.creep);
                let late = 1.0 - self.mean_decay(step);
                from.creep + late * change + self.decay(step).1 * stretched
            }
            Relaxation::Held => from.creep,
            Relaxation::Done => strain,
        }
    }

    /// What the damper loses over a step, by the unit of the stiffness.
    pub(crate) fn lost(&self, how: Relaxation, step: f64, from: From, strain: f64) -> f64 {
        match how {
            Relaxation::Mean => {
                let (decay, missing) = self.decay(step);
                let stretched = strain - from.creep;
                0.5 * self.stiffness * missing * (1.0 + decay) * stretched * stretched
            }
            Relaxation::End => {
                let (begin, change) = (from.strain - from.creep, strain - from.strain);
                self.stiffness * self.lost_evenly(step, begin, change)
            }
            Relaxation::Held | Relaxation::Done => 0.0,
        }
    }

    /// The integral of `y²/τ` where `dy/dt = change/h - y/τ`.
    fn lost_evenly(&self, step: f64, begin: f64, change: f64) -> f64 {
        let z = step / self.time;
        let (decay, missing) = self.decay(step);
        let mean = self.mean_decay(step);
        // Each over z: of e^(-zu) squared, times (1 - e^(-zu))/z, and of that squared.
        let faded = 0.5 * missing * (1.0 + decay);
        let both = 0.5 * mean * missing;
        let grown = if z < 1e-2 {
            // The difference loses its digits; the series leaves z⁶/25.
            z * (1.0 / 3.0 - z / 4.0 + z * z * (7.0 / 60.0 - z / 24.0 + 31.0 / 2520.0 * z * z))
        } else {
            (1.0 - 0.5 * mean * (3.0 - decay)) / z
        };
        begin * begin * faded + 2.0 * begin * change * both + change * change * grown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BRANCH: Branch = Branch { stiffness: 5.0, time: 1.0 };
    const STEPS: [f64; 7] = [1e-6, 9e-3, 1.1e-2, 0.1, 1.0, 5.0, 50.0];

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

    /// Reference: what is done less what is stored, with the strain going on from `ε₀` to `ε₁`.
    #[test]
    fn what_is_done_is_stored_or_lost() {
        for step in STEPS {
            for (creep, start, end) in [(0.3, 0.2, 0.9), (-0.4, 0.1, 0.1), (0.0, 1.0, -2.0)] {
                let (from, mean) = (From { creep, strain: start }, 0.5 * (start + end));
                let Follow { gain, offset } = BRANCH.follow(Relaxation::Mean, step, from);
                let pull = BRANCH.stiffness * (gain * mean - offset);
                let after = BRANCH.creep(Relaxation::Mean, step, from, mean);
                let stored = |strain: f64, creep: f64| {
                    0.5 * BRANCH.stiffness * (strain - creep) * (strain - creep)
                };
                let lost = BRANCH.lost(Relaxation::Mean, step, from, mean);
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
            let (mut y, mut lost) = (from.strain - from.creep, 0.0);
            let parts = 1_000_000;
            let h = step / f64::from(parts);
            let rate = (end - from.strain) / step;
            for _ in 0..parts {
                // Heun's rule.
                let first = rate - y / BRANCH.time;
                let second = rate - (y + h * first) / BRANCH.time;
                let next = y + 0.5 * h * (first + second);
                lost += 0.5 * h * (y * y + next * next) / BRANCH.time;
                y = next;
            }
            let Follow { gain, offset } = BRANCH.follow(Relaxation::End, step, from);
            assert!((gain * end - offset - y).abs() < 2e-9, "{step}: {}", gain * end - offset - y);
            let creep = BRANCH.creep(Relaxation::End, step, from, end);
            assert!((end - creep - y).abs() < 2e-9, "{step}");
            let found = BRANCH.lost(Relaxation::End, step, from, end) / BRANCH.stiffness;
            assert!((found - lost).abs() < 1e-8 * lost, "{step}: {found} {lost}");
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
                    let creep = branch.creep(how, step, from, 0.7);
                    let lost = branch.lost(how, step, from, 0.7);
                    assert!((0.0..=1.0).contains(&gain) && offset.is_finite(), "{time} {step}");
                    assert!((0.1..=0.7).contains(&creep), "{time} {step}: {creep}");
                    assert!(lost >= 0.0 && lost.is_finite(), "{time} {step}: {lost}");
                }
            }
        }
    }
}
