//! Numbers as text.

use std::fmt::Write;

/// Appends the shortest decimal text that reads back as the same `f64`, with an exponent where that
/// is the shorter way of saying it. `-0` is written `0`; values that are not finite are `NaN`,
/// `inf` and `-inf`, which spreadsheets show as text and numpy, pandas and Julia read.
pub(super) fn push_shortest(text: &mut String, value: f64) {
    let size = value.abs();
    // Writing to a string cannot fail.
    let _ = if value == 0.0 {
        text.write_char('0')
    } else if !value.is_finite() || (1e-4..1e15).contains(&size) {
        write!(text, "{value}")
    } else {
        write!(text, "{value:e}")
    };
}

/// A number for people: `digits` significant digits, without trailing zeros.
pub(crate) fn rounded(value: f64, digits: usize) -> String {
    let mut text = String::new();
    push_shortest(&mut text, round_significant(value, digits));
    text
}

/// A positive number to one significant digit, which is not smaller than it.
pub(super) fn rounded_up(value: f64) -> String {
    let near = round_significant(value, 1);
    let step = 10.0_f64.powf(value.log10().floor());
    rounded(if near < value { near + step } else { near }, 1)
}

/// `12345678` as `12 345 678`, with narrow no-break spaces.
pub(super) fn grouped_digits(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) && digits.len() > 4 {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// `value` rounded to `digits` significant decimal digits.
pub(super) fn round_significant(value: f64, digits: usize) -> f64 {
    // Through text, because scaling by a power of ten would add rounding errors of its own.
    format!("{value:.*e}", digits.saturating_sub(1)).parse().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::rounded_up;

    #[test]
    fn errors_are_not_rounded_down() {
        for (value, expected) in
            [(250.0, "300"), (200.0, "200"), (1.01e-9, "2e-9"), (9.6e-3, "0.01"), (0.0, "0")]
        {
            assert_eq!(rounded_up(value), expected);
        }
    }
}
