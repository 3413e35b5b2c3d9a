//! The dimension of a quantity: rational exponents of the seven base quantities.

/// A rational number in lowest terms with a positive denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Exponent {
    pub numerator: i16,
    pub denominator: i16,
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
}

impl Dimension {
    pub const NONE: Self = Self { exponents: [Exponent::ZERO; 7] };
}
