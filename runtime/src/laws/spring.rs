//! A spring with a damper beside it, along the line between two points: between two points of the user,
//! and in the segments of lumped cables. Every formulation takes its numbers from here.
//!
//! At the distance `l` the spring of the length `L` resists the stretch `s = l - L`; one that does not push
//! goes slack at `L` and resists `s = max(l - L, 0)`. It stores `k s²/2` and pulls with `k s`. The damper
//! works while the spring is taut, and takes at most what the spring pulls with, so that both together never
//! push and the damper never gives. Pulls are positive, and slopes are by the distance.

use super::Sloped;

/// N/m, N s/m, m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spring {
    /// N/m
    pub(crate) stiffness: f64,
    /// N s/m
    pub(crate) damping: f64,
    /// Without force, m.
    pub(crate) length: f64,
    /// Otherwise it goes slack.
    pub(crate) pushes: bool,
}

/// What pulls both points together at one instant, N.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Tension {
    /// Positive where the spring is longer than at rest.
    pub(crate) elastic: f64,
    /// Its product with the rate of the distance is never negative.
    pub(crate) damper: f64,
}

impl Tension {
    /// Of both.
    pub(crate) fn sum(self) -> f64 {
        self.elastic + self.damper
    }
}

impl Spring {
    /// Of which only counts where it is slack.
    pub(crate) fn cord(length: f64) -> Self {
        Self { stiffness: 1.0, damping: 0.0, length, pushes: false }
    }

    /// At a distance in m. Without length it never is.
    pub(crate) fn is_slack(&self, distance: f64) -> bool {
        !self.pushes && distance <= self.length && !self.has_no_length()
    }

    /// Whether it pulls by its stiffness times the vector between its ends, also where these meet.
    pub(crate) fn has_no_length(&self) -> bool {
        self.length == 0.0
    }

    /// What it resists, m.
    fn stretch(&self, distance: f64) -> f64 {
        if self.is_slack(distance) { 0.0 } else { distance - self.length }
    }

    /// J
    pub(crate) fn energy(&self, distance: f64) -> f64 {
        let stretch = self.stretch(distance);
        0.5 * self.stiffness * stretch * stretch
    }

    /// At a distance (m) that grows by `rate` (m/s).
    pub(crate) fn tension(&self, distance: f64, rate: f64) -> Tension {
        if self.is_slack(distance) {
            return Tension { elastic: 0.0, damper: 0.0 };
        }
        let elastic = self.stiffness * self.stretch(distance);
        Tension { elastic, damper: self.damper(elastic, self.damping * rate) }
    }

    /// What a damper adds to an elastic pull; both N, or both over the same length.
    pub(crate) fn damper(&self, elastic: f64, damper: f64) -> f64 {
        if self.pushes { damper } else { damper.max(-elastic) }
    }

    /// Elastic tension over distance at one instant, N/m, with its slope by the distance.
    pub(crate) fn factor(&self, distance: f64) -> Sloped {
        if self.is_slack(distance) {
            return Sloped { value: 0.0, slope: 0.0 };
        }
        if self.has_no_length() {
            return Sloped { value: self.stiffness, slope: 0.0 };
        }
        let value = self.stiffness * (distance - self.length) / distance;
        Sloped { value, slope: self.stiffness * self.length / (distance * distance) }
    }

    /// The discrete gradient from one distance to another, N/m: the change of the energy over that of half the
    /// square of the distance, with its slope by the last one. Sums of stretches and the taut share write it
    /// without cancellation, across the kink as well:
    ///
    /// ```text
    /// ΔU / Δ(l²/2) = k w (s₀ + s₁) / (l₀ + l₁),   w = Δs/Δl
    /// ```
    pub(crate) fn secant(&self, first: f64, last: f64) -> Sloped {
        if self.has_no_length() {
            return Sloped { value: self.stiffness, slope: 0.0 };
        }
        let share = self.taut_share(first, last);
        let stretches = self.stretch(first) + self.stretch(last);
        let distances = first + last;
        let value = self.stiffness * share.value * stretches / distances;
        let grows = if self.is_slack(last) { 0.0 } else { share.value };
        let slope = (self.stiffness * (share.slope * stretches + grows) - value) / distances;
        Sloped { value, slope }
    }

    /// The derivatives of [`Self::factor`] by stiffness and length.
    pub(crate) fn factor_by(&self, distance: f64) -> [f64; 2] {
        if self.is_slack(distance) {
            return [0.0; 2];
        }
        [(distance - self.length) / distance, -self.stiffness / distance]
    }

    /// The derivatives of [`Self::secant`] by stiffness and length.
    pub(crate) fn secant_by(&self, first: f64, last: f64) -> [f64; 2] {
        let share = self.taut_share(first, last).value;
        let stretches = self.stretch(first) + self.stretch(last);
        let taut = [first, last].map(|distance| if self.is_slack(distance) { 0.0 } else { 1.0 });
        let by_length =
            self.taut_share_by_length(first, last) * stretches - share * (taut[0] + taut[1]);
        let distances = first + last;
        [share * stretches / distances, self.stiffness * by_length / distances]
    }

    /// The share of a lengthening that stretches the spring, 0 to 1, with its slope by the last distance. A
    /// damper works on that share.
    pub(crate) fn taut_share(&self, first: f64, last: f64) -> Sloped {
        match (self.is_slack(first), self.is_slack(last)) {
            (false, false) => Sloped { value: 1.0, slope: 0.0 },
            (true, true) => Sloped { value: 0.0, slope: 0.0 },
            (_, slack) => {
                let change = last - first;
                let value = (self.stretch(last) - self.stretch(first)) / change;
                let grows = if slack { 0.0 } else { 1.0 };
                Sloped { value, slope: (grows - value) / change }
            }
        }
    }

    /// The derivative of [`Self::taut_share`] by the length, 1/m.
    pub(crate) fn taut_share_by_length(&self, first: f64, last: f64) -> f64 {
        match (self.is_slack(first), self.is_slack(last)) {
            (false, false) | (true, true) => 0.0,
            (true, false) => -1.0 / (last - first),
            (false, true) => 1.0 / (last - first),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CORD: Spring = Spring { stiffness: 3e4, damping: 50.0, length: 1.7, pushes: false };
    const ROD: Spring = Spring { pushes: true, ..CORD };

    /// Distances around the length, from one unit in the last place to 0.3 m off, slack and taut.
    fn distances() -> Vec<f64> {
        let mut all = vec![CORD.length];
        for exponent in -15..0 {
            let off = 3.0 * 10_f64.powi(exponent);
            all.extend([CORD.length - off, CORD.length + off]);
        }
        all
    }

    /// The work of the secant over the step is the change of the energy, to rounding of the larger one.
    #[test]
    fn the_secant_gives_the_change_of_the_energy() {
        for spring in [CORD, ROD] {
            for first in distances() {
                for last in distances() {
                    let work =
                        spring.secant(first, last).value * (first + last) * (last - first) * 0.5;
                    let [from, to] = [spring.energy(first), spring.energy(last)];
                    let error = (work - (to - from)).abs();
                    assert!(error <= 4.0 * f64::EPSILON * (from + to), "{first} {last}: {error:e}");
                }
            }
        }
    }

    /// Between two close distances it is the tension over the distance.
    #[test]
    fn the_secant_becomes_the_factor() {
        for spring in [CORD, ROD] {
            for distance in distances() {
                let (secant, at) = (spring.secant(distance, distance), spring.factor(distance));
                assert!((secant.value - at.value).abs() <= 1e-15 * spring.stiffness);
                // Half of the change of the last distance moves the mean.
                assert!((secant.slope - 0.5 * at.slope).abs() <= 1e-14 * spring.stiffness);
            }
        }
    }

    /// Against central differences, away from the kink by more than their step.
    #[test]
    fn slopes_are_derivatives() {
        let step = 1e-7;
        for spring in [CORD, ROD] {
            for first in distances() {
                for last in distances() {
                    if (last - spring.length).abs() < 10.0 * step || (last - first).abs() < 1e-4 {
                        continue;
                    }
                    for of in
                        [Spring::secant, Spring::taut_share, |own: &Spring, _, l| own.factor(l)]
                    {
                        let value = |last| of(&spring, first, last).value;
                        let found = of(&spring, first, last);
                        let expected = (value(last + step) - value(last - step)) / (2.0 * step);
                        let scale = expected.abs() + 1e-3 * spring.stiffness;
                        assert!(
                            (found.slope - expected).abs() < 1e-5 * scale,
                            "{first} {last}: {} {expected}",
                            found.slope
                        );
                    }
                }
            }
        }
    }

    /// Against central differences, away from the kinks by more than their step.
    #[test]
    fn slopes_by_numbers_are_derivatives() {
        let step = 1e-7;
        for spring in [CORD, ROD] {
            let stiffer = |by: f64| Spring { stiffness: spring.stiffness + by, ..spring };
            let longer = |by: f64| Spring { length: spring.length + by, ..spring };
            for first in distances() {
                for last in distances() {
                    let near = |at: f64| (at - spring.length).abs() < 10.0 * step;
                    if near(first) || near(last) || (last - first).abs() < 1e-4 {
                        continue;
                    }
                    let slope = |of: &dyn Fn(f64) -> f64, by: f64| (of(by) - of(-by)) / (2.0 * by);
                    let [stiffness, length] = spring.secant_by(first, last);
                    let [at_stiffness, at_length] = spring.factor_by(last);
                    let share = spring.taut_share_by_length(first, last);
                    for (found, expected, scale) in [
                        (stiffness, slope(&|by| stiffer(by).secant(first, last).value, 1.0), 1.0),
                        (at_stiffness, slope(&|by| stiffer(by).factor(last).value, 1.0), 1.0),
                        (length, slope(&|by| longer(by).secant(first, last).value, step), 3e4),
                        (at_length, slope(&|by| longer(by).factor(last).value, step), 3e4),
                        (share, slope(&|by| longer(by).taut_share(first, last).value, step), 1.0),
                    ] {
                        let error = (found - expected).abs();
                        assert!(error < 1e-5 * (expected.abs() + 1e-3 * scale), "{first} {last}");
                    }
                }
            }
        }
    }

    /// A cord never pushes, and its damper never gives, however fast the ends come together.
    #[test]
    fn a_cord_never_pushes() {
        for distance in distances() {
            for rate in [-1e6, -3.0, 0.0, 3.0, 1e6] {
                let tension = CORD.tension(distance, rate);
                assert!(tension.sum() >= 0.0 && tension.damper * rate >= 0.0);
                assert!(tension.sum() == 0.0 || distance > CORD.length);
            }
        }
        assert!(ROD.tension(1.0, 0.0).sum() < 0.0);
    }
}
