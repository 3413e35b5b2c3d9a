//! Numbers that carry their derivatives, for formulas that are too long to be differentiated by hand.

use std::ops::{Add, Mul, Neg, Sub};

/// What a formula needs, so that it can be written once for its value and once for its derivatives.
pub(crate) trait Number:
    Copy + From<f64> + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self>
{
    /// `1/x`
    fn recip(self) -> Self;
    /// `√x`, of what is positive.
    fn sqrt(self) -> Self;
}

impl Number for f64 {
    #[inline(always)]
    fn recip(self) -> Self {
        1.0 / self
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        f64::sqrt(self)
    }
}

/// A value with its derivatives by `N` numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Dual<const N: usize> {
    /// Of the formula.
    pub(crate) value: f64,
    /// Its derivatives.
    pub(crate) slopes: [f64; N],
}

impl<const N: usize> Dual<N> {
    /// The numbers themselves.
    #[inline(always)]
    pub(crate) fn variables(values: &[f64; N]) -> [Self; N] {
        std::array::from_fn(|k| {
            let mut slopes = [0.0; N];
            slopes[k] = 1.0;
            Self { value: values[k], slopes }
        })
    }

    /// A function of this one that has a value and a derivative there.
    #[inline(always)]
    fn chain(self, value: f64, by: f64) -> Self {
        Self { value, slopes: self.slopes.map(|slope| slope * by) }
    }
}

impl<const N: usize> From<f64> for Dual<N> {
    #[inline(always)]
    fn from(value: f64) -> Self {
        Self { value, slopes: [0.0; N] }
    }
}

impl<const N: usize> Add for Dual<N> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        let slopes = std::array::from_fn(|k| self.slopes[k] + other.slopes[k]);
        Self { value: self.value + other.value, slopes }
    }
}

impl<const N: usize> Sub for Dual<N> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl<const N: usize> Mul for Dual<N> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        let (first, second) = (self.chain(0.0, other.value), other.chain(0.0, self.value));
        Self { value: self.value * other.value, ..first + second }
    }
}

impl<const N: usize> Neg for Dual<N> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        self.chain(-self.value, -1.0)
    }
}

impl<const N: usize> Number for Dual<N> {
    #[inline(always)]
    fn recip(self) -> Self {
        let over = 1.0 / self.value;
        self.chain(over, -over * over)
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        let root = self.value.sqrt();
        self.chain(root, 0.5 / root)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reference: differences of order 4.
    #[test]
    fn derivatives_are_those_of_the_formula() {
        fn formula<T: Number>([x, y]: [T; 2]) -> T {
            (x * y - T::from(2.0)).recip() + (x * x + y).sqrt() * -y
        }
        let at = [1.3, 0.4];
        let found = formula(Dual::variables(&at));
        assert!((found.value - formula(at)).abs() < 1e-15);
        for k in 0..2 {
            let moved = |by: f64| {
                let mut at = at;
                at[k] += by;
                formula(at)
            };
            let h = 1e-3;
            let expected =
                (8.0 * (moved(h) - moved(-h)) - (moved(2.0 * h) - moved(-2.0 * h))) / (12.0 * h);
            assert!((found.slopes[k] - expected).abs() < 1e-10, "{found:?} {expected}");
        }
    }
}
