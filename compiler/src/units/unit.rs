//! Units as they stand behind numbers: `m/s^2`, `N.m`, `1/s`, `m^(1/2)`.

use super::dimension::{Dimension, Exponent};
use super::symbols;

/// What a unit token means: SI value = number * multiplier / divisor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    multiplier: f64,
    divisor: f64,
    pub dimension: Dimension,
    /// Whether an angle takes part, as in `deg`, `rad/s` and `N.m/rad`, and not only as a bare number.
    pub angle: bool,
}

/// A unit token that means nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownUnit {
    /// The part that is not known, such as `kmm` in `kmm/s`.
    pub symbol: String,
    /// The whole token as it was probably meant.
    pub nearest: Option<String>,
}

/// Why a value cannot be expressed in another unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConversionError {
    Unknown(UnknownUnit),
    /// Their dimensions differ.
    Incompatible {
        from: Dimension,
        to: Dimension,
    },
}

impl Unit {
    /// The unit of plain numbers.
    pub const ONE: Self =
        Self { multiplier: 1.0, divisor: 1.0, dimension: Dimension::NONE, angle: false };

    /// In SI base units, correctly rounded twice.
    pub fn to_si(self, value: f64) -> f64 {
        value * self.multiplier / self.divisor
    }

    pub fn from_si(self, value: f64) -> f64 {
        value * self.divisor / self.multiplier
    }

    /// The SI value of one of it.
    pub fn factor(self) -> f64 {
        self.multiplier / self.divisor
    }

    fn times(self, other: Self) -> Option<Self> {
        let multiplier = self.multiplier * other.multiplier;
        let divisor = self.divisor * other.divisor;
        let dimension = self.dimension.times(other.dimension)?;
        Self { multiplier, divisor, dimension, angle: self.angle || other.angle }.finite()
    }

    fn power(self, exponent: Exponent) -> Option<Self> {
        let dimension = self.dimension.power(exponent)?;
        let (multiplier, divisor) = match (exponent.numerator, exponent.denominator) {
            (n, 1) if n >= 0 => (self.multiplier.powi(n.into()), self.divisor.powi(n.into())),
            (n, 1) => (self.divisor.powi(-i32::from(n)), self.multiplier.powi(-i32::from(n))),
            _ => (self.factor().powf(exponent.value()), 1.0),
        };
        Self { multiplier, divisor, dimension, angle: self.angle }.finite()
    }

    /// Factors such as `km^300` are refused instead of becoming infinite.
    fn finite(self) -> Option<Self> {
        let factor = self.factor();
        (factor.is_finite() && factor > 0.0 && self.multiplier.is_finite()).then_some(self)
    }
}

/// The unit that a token such as `kg.m^2`, `m/s^2` or `1/s` means.
///
/// Factors are separated by `.` and `/`, which bind alike from left to right (`N.m/rad.s` is
/// (N m / rad) s); each may have a rational exponent: `^2`, `^-1`, `^0.5`, `^(1/2)`.
pub fn unit_named(token: &str) -> Result<Unit, UnknownUnit> {
    let mut unit = Unit::ONE;
    for factor in factors(token) {
        let unknown = || UnknownUnit { symbol: factor.text.to_owned(), nearest: corrected(token) };
        let (symbol, exponent) = split_exponent(factor.text).ok_or_else(unknown)?;
        let own = if symbol == "1" && factor.start == 0 {
            Unit::ONE
        } else {
            let (multiplier, divisor, found) = symbols::find(symbol).ok_or_else(|| {
                UnknownUnit { symbol: symbol.to_owned(), nearest: corrected(token) }
            })?;
            Unit { multiplier, divisor, dimension: found.dimension, angle: found.angle }
        };
        let exponent = if factor.divides { exponent.negated() } else { Some(exponent) };
        unit = exponent
            .and_then(|exponent| own.power(exponent))
            .and_then(|own| unit.times(own))
            .ok_or_else(unknown)?;
    }
    Ok(unit)
}

/// The factor from one unit to another, such as 3.6 from `m/s` to `kmh`.
pub fn convert(from: &str, to: &str) -> Result<f64, ConversionError> {
    let from = unit_named(from).map_err(ConversionError::Unknown)?;
    let to = unit_named(to).map_err(ConversionError::Unknown)?;
    if from.dimension == to.dimension {
        Ok(from.multiplier * to.divisor / (from.divisor * to.multiplier))
    } else {
        Err(ConversionError::Incompatible { from: from.dimension, to: to.dimension })
    }
}

struct Factor<'a> {
    text: &'a str,
    start: usize,
    divides: bool,
}

/// The parts between `.` and `/`; those inside an exponent do not separate.
fn factors(token: &str) -> Vec<Factor<'_>> {
    let mut parts = Vec::new();
    let (mut start, mut divides, mut depth, mut in_exponent) = (0, false, 0_u32, false);
    let bytes = token.as_bytes();
    for (i, &byte) in bytes.iter().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b'^' => in_exponent = true,
            b'.' if in_exponent && bytes.get(i + 1).is_some_and(u8::is_ascii_digit) => {}
            b'.' | b'/' | b'*' if depth == 0 => {
                parts.push(Factor { text: token.get(start..i).unwrap_or(""), start, divides });
                (start, divides, in_exponent) = (i + 1, byte == b'/', false);
            }
            _ => {}
        }
    }
    parts.push(Factor { text: token.get(start..).unwrap_or(""), start, divides });
    parts
}

/// `m^2` is `m` and 2.
fn split_exponent(factor: &str) -> Option<(&str, Exponent)> {
    let Some((symbol, exponent)) = factor.split_once('^') else {
        return Some((factor, Exponent::ONE));
    };
    let exponent =
        exponent.strip_prefix('(').map_or(Some(exponent), |inner| inner.strip_suffix(')'))?;
    let value = match exponent.split_once('/') {
        Some((numerator, denominator)) => {
            let (a, b) = (decimal(numerator)?, decimal(denominator)?);
            let inverse = Exponent::ratio(b.denominator.into(), b.numerator.into())?;
            a.times(inverse)?
        }
        None => decimal(exponent)?,
    };
    Some((symbol, value))
}

/// `-1`, `0.5`
fn decimal(text: &str) -> Option<Exponent> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if digits.is_empty() || !all_digits(whole) || !all_digits(fraction) || fraction.len() > 9 {
        return None;
    }
    let numerator: i64 = format!("0{whole}{fraction}").parse().ok()?;
    let denominator = 10_i64.checked_pow(u32::try_from(fraction.len()).ok()?)?;
    Exponent::ratio(sign * numerator, denominator)
}

/// The token with every unknown part replaced by what was probably meant; `None` when one of them
/// has no likely meaning.
fn corrected(token: &str) -> Option<String> {
    let mut text = String::new();
    for factor in factors(token) {
        if factor.start > 0 {
            text.push(if factor.divides { '/' } else { '.' });
        }
        let (symbol, exponent) = match factor.text.split_once('^') {
            Some((symbol, exponent)) => (symbol, Some(exponent)),
            None => (factor.text, None),
        };
        if symbols::find(symbol).is_some() || (symbol == "1" && factor.start == 0) {
            text.push_str(symbol);
        } else {
            let meant = super::nearest::nearest_symbol(symbol)?;
            // `a.b` behind `/` would put b above the line.
            text.push_str(&if factor.divides { meant.replace('.', "/") } else { meant });
        }
        if let Some(exponent) = exponent {
            text.push('^');
            text.push_str(exponent);
        }
    }
    (text != token && unit_named_strictly(&text)).then_some(text)
}

/// Whether every part of a token is known, without asking for corrections again.
fn unit_named_strictly(token: &str) -> bool {
    factors(token).iter().all(|factor| {
        split_exponent(factor.text).is_some_and(|(symbol, _)| {
            symbols::find(symbol).is_some() || (symbol == "1" && factor.start == 0)
        })
    })
}
