//! Where a function changes its sign.

/// Between two ends at which a function has values of different signs: where next to look for the root, by inverse
/// quadratic interpolation where three points allow it, and in the middle otherwise (Chandrupatla 1997). Each look makes the bracket smaller,
/// and it is small on both sides of the root in the end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bracket {
    /// Looked at last, and its value.
    a: (f64, f64),
    /// On the other side of the root.
    b: (f64, f64),
    /// Of those before, the one that interpolation goes through.
    c: (f64, f64),
}

impl Bracket {
    /// Of two places with their values, which have different signs.
    pub(super) fn new(one: (f64, f64), other: (f64, f64)) -> Self {
        Self { a: other, b: one, c: one }
    }

    /// Of the bracket, s.
    pub(super) fn width(&self) -> f64 {
        (self.b.0 - self.a.0).abs()
    }

    /// The end at which the function is positive.
    pub(super) fn positive(&self) -> f64 {
        if self.a.1 > 0.0 { self.a.0 } else { self.b.0 }
    }

    /// Inside of the bracket, and no closer to its ends than `tolerance`.
    pub(super) fn next(&self, tolerance: f64) -> f64 {
        let Self { a: (a, fa), b: (b, fb), c: (c, fc) } = *self;
        let xi = (a - b) / (c - b);
        let phi = (fa - fb) / (fc - fb);
        let smooth = phi * phi < xi && (1.0 - phi) * (1.0 - phi) < 1.0 - xi;
        let share = if smooth {
            fa / (fb - fa) * fc / (fb - fc) + (c - a) / (b - a) * fa / (fc - fa) * fb / (fc - fb)
        } else {
            0.5
        };
        let least = (tolerance / self.width()).min(0.5);
        let share = if share.is_finite() { share.clamp(least, 1.0 - least) } else { 0.5 };
        a + share * (b - a)
    }

    /// Takes in what has been found at the place that [`Self::next`] has named.
    pub(super) fn look(&mut self, at: f64, value: f64) {
        if (value > 0.0) == (self.a.1 > 0.0) {
            self.c = self.a;
        } else {
            self.c = self.b;
            self.b = self.a;
        }
        self.a = (at, value);
    }
}

#[cfg(test)]
mod tests {
    use super::Bracket;

    fn root(function: impl Fn(f64) -> f64, ends: [f64; 2], tolerance: f64) -> (f64, u32) {
        let mut bracket = Bracket::new((ends[0], function(ends[0])), (ends[1], function(ends[1])));
        let mut looks = 0;
        while bracket.width() > 2.0 * tolerance {
            let at = bracket.next(tolerance);
            bracket.look(at, function(at));
            looks += 1;
            assert!(looks < 200);
        }
        (bracket.positive(), looks)
    }

    /// Smooth, flat, steep, with a kink, and with nothing but a sign.
    #[test]
    fn roots_are_found_from_either_side() {
        type Case = (fn(f64) -> f64, f64, u32);
        let cases: [Case; 5] = [
            (|x| x * x - 2.0, f64::sqrt(2.0), 12),
            (|x| (x - 1.5).powi(5), 1.5, 100),
            (|x| (50.0 * (x - 1.3)).exp() - 1.0, 1.3, 40),
            (|x| (x - 1.25).min(30.0 * (x - 1.25)), 1.25, 40),
            (|x| if x < 1.7 { -1.0 } else { 1.0 }, 1.7, 45),
        ];
        for (function, expected, most) in cases {
            let (found, looks) = root(function, [1.0, 2.0], 1e-13);
            assert!((found - expected).abs() < 1e-11 || expected == 1.5, "{found} {expected}");
            assert!(function(found) > 0.0 && looks <= most, "{expected}: {looks} looks");
            let (found, _) = root(|x| -function(x), [2.0, 1.0], 1e-13);
            assert!((found - expected).abs() < 1e-11 || expected == 1.5, "{found} {expected}");
        }
    }
}
