//! The dimension of a quantity: rational exponents of the seven base quantities.

/// A rational number in lowest terms with a positive denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Exponent {
    pub numerator: i8,
    pub denominator: i8,
}

/// Exponents of length, mass, time, electric current, temperature, amount and luminous intensity.
/// Angles are dimensionless; that a bare number stands where an angle is meant is found by the
/// checker from the literal, not from the dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dimension {
    pub exponents: [Exponent; 7],
}

impl Exponent {
    pub const ZERO: Self = Self { numerator: 0, denominator: 1 };
    pub const ONE: Self = Self { numerator: 1, denominator: 1 };
    pub const HALF: Self = Self { numerator: 1, denominator: 2 };

    pub const fn integer(value: i8) -> Self {
        Self { numerator: value, denominator: 1 }
    }

    /// `numerator / denominator` in lowest terms; `None` for a zero denominator or when the reduced
    /// parts leave the range of `i8`.
    pub fn ratio(numerator: i64, denominator: i64) -> Option<Self> {
        if denominator == 0 {
            return None;
        }
        let divisor = greatest_common_divisor(numerator, denominator)?;
        let sign = denominator.signum();
        let numerator = i8::try_from(numerator.checked_mul(sign)? / divisor).ok()?;
        let denominator = i8::try_from(denominator.checked_mul(sign)? / divisor).ok()?;
        Some(Self { numerator, denominator })
    }

    pub fn plus(self, other: Self) -> Option<Self> {
        let (a, b) = (i64::from(self.numerator), i64::from(self.denominator));
        let (c, d) = (i64::from(other.numerator), i64::from(other.denominator));
        Self::ratio(a * d + c * b, b * d)
    }

    pub fn times(self, other: Self) -> Option<Self> {
        let (a, b) = (i64::from(self.numerator), i64::from(self.denominator));
        let (c, d) = (i64::from(other.numerator), i64::from(other.denominator));
        Self::ratio(a * c, b * d)
    }

    pub fn negated(self) -> Option<Self> {
        Some(Self { numerator: self.numerator.checked_neg()?, ..self })
    }

    pub fn value(self) -> f64 {
        f64::from(self.numerator) / f64::from(self.denominator)
    }

    /// The rational that a number in an exponent stands for, such as 0.5 or 2; `None` where no
    /// fraction with a denominator up to 12 is meant.
    pub fn from_value(value: f64) -> Option<Self> {
        (1..=12_i64).find_map(|denominator| {
            let scaled = value * denominator as f64;
            let rounded = scaled.round();
            let close = (scaled - rounded).abs() <= 1e-12 * scaled.abs().max(1.0);
            (close && rounded.abs() <= f64::from(i8::MAX))
                .then(|| Self::ratio(rounded as i64, denominator))
                .flatten()
        })
    }
}

/// At least 1; `None` where an absolute value overflows.
fn greatest_common_divisor(a: i64, b: i64) -> Option<i64> {
    let (mut a, mut b) = (a.checked_abs()?, b.checked_abs()?);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    Some(a.max(1))
}

/// Operations return `None` when an exponent leaves the range of `i8`.
impl Dimension {
    pub const NONE: Self = Self { exponents: [Exponent::ZERO; 7] };
    pub const LENGTH: Self = Self::integers([1, 0, 0, 0, 0, 0, 0]);
    pub const MASS: Self = Self::integers([0, 1, 0, 0, 0, 0, 0]);
    pub const TIME: Self = Self::integers([0, 0, 1, 0, 0, 0, 0]);
    pub const CURRENT: Self = Self::integers([0, 0, 0, 1, 0, 0, 0]);
    pub const TEMPERATURE: Self = Self::integers([0, 0, 0, 0, 1, 0, 0]);
    pub const AMOUNT: Self = Self::integers([0, 0, 0, 0, 0, 1, 0]);
    pub const LUMINOUS_INTENSITY: Self = Self::integers([0, 0, 0, 0, 0, 0, 1]);
    pub const SPEED: Self = Self::integers([1, 0, -1, 0, 0, 0, 0]);
    pub const ACCELERATION: Self = Self::integers([1, 0, -2, 0, 0, 0, 0]);
    pub const FORCE: Self = Self::integers([1, 1, -2, 0, 0, 0, 0]);
    /// Torque, energy and work.
    pub const TORQUE: Self = Self::integers([2, 1, -2, 0, 0, 0, 0]);
    /// Frequency and angular speed.
    pub const PER_TIME: Self = Self::integers([0, 0, -1, 0, 0, 0, 0]);

    /// Length, mass, time, current, temperature, amount, luminous intensity.
    pub const fn integers(exponents: [i8; 7]) -> Self {
        let [l, m, t, i, k, n, j] = exponents;
        Self {
            exponents: [
                Exponent::integer(l),
                Exponent::integer(m),
                Exponent::integer(t),
                Exponent::integer(i),
                Exponent::integer(k),
                Exponent::integer(n),
                Exponent::integer(j),
            ],
        }
    }

    pub fn is_none(self) -> bool {
        self == Self::NONE
    }

    pub fn times(self, other: Self) -> Option<Self> {
        self.combine(other, Exponent::plus)
    }

    pub fn over(self, other: Self) -> Option<Self> {
        self.combine(other, |a, b| a.plus(b.negated()?))
    }

    pub fn power(self, exponent: Exponent) -> Option<Self> {
        let mut exponents = [Exponent::ZERO; 7];
        for (result, own) in exponents.iter_mut().zip(self.exponents) {
            *result = own.times(exponent)?;
        }
        Some(Self { exponents })
    }

    pub fn inverse(self) -> Option<Self> {
        self.power(Exponent::integer(-1))
    }

    pub fn square_root(self) -> Option<Self> {
        self.power(Exponent::HALF)
    }

    fn combine(
        self,
        other: Self,
        op: impl Fn(Exponent, Exponent) -> Option<Exponent>,
    ) -> Option<Self> {
        let mut exponents = [Exponent::ZERO; 7];
        for ((result, a), b) in exponents.iter_mut().zip(self.exponents).zip(other.exponents) {
            *result = op(a, b)?;
        }
        Some(Self { exponents })
    }
}
