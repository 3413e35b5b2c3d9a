//! The inertia of a drum and of the rope on it, as a mass along the rope.
//!
//! With the length `s` of the rope on it the square of the radius where rope leaves is `A = R₀² + c s`. All of it turns
//! together, so with the inertia `J` of the drum and the rope's mass per length `ρ`
//!
//! ```text
//! m(s) = I/A,   I = J + ∫ ρ R² ds = J + ½ ρ s (A + R₀²),   dm/ds = ρ - c m/A
//! ```
//!
//! and over a step from `s₀` to `s₁` the change of `m` for each length is
//! `D = (ρ (R₀² + ½ c (s₀ + s₁)) - c m₀)/A₁`, which has no difference in a denominator.

/// What a winch winds rope on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Drum {
    /// `R₀²`, m²
    pub(crate) square: f64,
    /// `c`, m
    pub(crate) growth: f64,
    /// `J`, kg m²
    pub(crate) inertia: f64,
    /// `ρ`, kg/m
    pub(crate) density: f64,
}

impl Drum {
    /// The square of the radius where so much (m) is on it, m².
    fn area(&self, stored: f64) -> f64 {
        self.square + self.growth * stored
    }

    /// kg
    pub(crate) fn mass(&self, stored: f64) -> f64 {
        let area = self.area(stored);
        (self.inertia + 0.5 * self.density * stored * (area + self.square)) / area
    }

    /// What that changes by with the length on it, kg/m.
    pub(crate) fn slope(&self, stored: f64) -> f64 {
        self.density - self.growth * self.mass(stored) / self.area(stored)
    }

    /// And that in turn, kg/m².
    pub(crate) fn curvature(&self, stored: f64) -> f64 {
        self.growth * (self.density - 2.0 * self.slope(stored)) / self.area(stored)
    }

    /// The slope from one length to another, and what it changes by with the second.
    pub(crate) fn between(&self, first: f64, second: f64) -> [f64; 2] {
        let area = self.area(second);
        let middle = self.square + 0.5 * self.growth * (first + second);
        let slope = (self.density * middle - self.growth * self.mass(first)) / area;
        [slope, self.growth * (0.5 * self.density - slope) / area]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRUM: Drum = Drum { square: 0.04, growth: 4.7e-4, inertia: 2.0, density: 3.0 };

    /// Reference: layers one by one.
    #[test]
    fn rope_on_it_turns_with_its_layers() {
        let (count, stored) = (100_000, 50.0);
        let ds = stored / f64::from(count);
        let on_it: f64 = (0..count).map(|k| DRUM.area((f64::from(k) + 0.5) * ds) * ds).sum();
        let expected = (DRUM.inertia + DRUM.density * on_it) / DRUM.area(stored);
        assert!((DRUM.mass(stored) - expected).abs() < 1e-9, "{} {expected}", DRUM.mass(stored));
    }

    /// Reference: differences.
    #[test]
    fn slopes_are_derivatives() {
        let d = 1e-4;
        for stored in [0.5, 10.0, 60.0] {
            let [low, high] = [-d, d].map(|by| stored + by);
            let slope = (DRUM.mass(high) - DRUM.mass(low)) / (2.0 * d);
            assert!((slope - DRUM.slope(stored)).abs() < 1e-8);
            let curvature = (DRUM.slope(high) - DRUM.slope(low)) / (2.0 * d);
            assert!((curvature - DRUM.curvature(stored)).abs() < 1e-8);
            let [between, by_second] = DRUM.between(20.0, stored);
            let chord = (DRUM.mass(stored) - DRUM.mass(20.0)) / (stored - 20.0);
            assert!((between - chord).abs() < 1e-12);
            let [low, high] = [low, high].map(|second| DRUM.between(20.0, second)[0]);
            assert!(((high - low) / (2.0 * d) - by_second).abs() < 1e-8);
        }
        assert_eq!(DRUM.between(20.0, 20.0)[0], DRUM.slope(20.0));
    }
}
