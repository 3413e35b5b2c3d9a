//! The table of unit symbols.
//!
//! Factors are kept as a quotient of two exactly representable numbers wherever the definition is
//! one, so that `1.5875 mm` becomes 1.5875 / 1000, correctly rounded.
//! Sources: BIPM, The International System of Units, 9th edition (2019); NIST Special Publication
//! 811 (2008), appendix B, for units outside the SI.

use super::dimension::Dimension;

/// A unit that has a symbol of its own.
pub(super) struct Symbol {
    pub(super) text: &'static str,
    /// SI value = multiplier / divisor.
    pub(super) multiplier: f64,
    pub(super) divisor: f64,
    pub(super) dimension: Dimension,
    /// Whether prefixes such as `k` may stand before it.
    pub(super) prefixed: bool,
    /// Whether it measures an angle.
    pub(super) angle: bool,
    /// Ways to write it that are not accepted but mean it.
    pub(super) words: &'static [&'static str],
}

const fn si(text: &'static str, dimension: Dimension, words: &'static [&'static str]) -> Symbol {
    Symbol { text, multiplier: 1.0, divisor: 1.0, dimension, prefixed: true, angle: false, words }
}

const fn other(
    text: &'static str,
    multiplier: f64,
    divisor: f64,
    dimension: Dimension,
    words: &'static [&'static str],
) -> Symbol {
    Symbol { text, multiplier, divisor, dimension, prefixed: false, angle: false, words }
}

const fn angle(
    text: &'static str,
    multiplier: f64,
    divisor: f64,
    words: &'static [&'static str],
) -> Symbol {
    let dimension = Dimension::NONE;
    Symbol { text, multiplier, divisor, dimension, prefixed: false, angle: true, words }
}

const PRESSURE: Dimension = Dimension::integers([-1, 1, -2, 0, 0, 0, 0]);
const POWER: Dimension = Dimension::integers([2, 1, -3, 0, 0, 0, 0]);
const VOLUME: Dimension = Dimension::integers([3, 0, 0, 0, 0, 0, 0]);
const VOLTAGE: Dimension = Dimension::integers([2, 1, -3, -1, 0, 0, 0]);
const RESISTANCE: Dimension = Dimension::integers([2, 1, -3, -2, 0, 0, 0]);
const PI: f64 = std::f64::consts::PI;

pub(super) const SYMBOLS: &[Symbol] = &[
    si("m", Dimension::LENGTH, &["meter", "metre", "meters", "metres", "M"]),
    Symbol {
        multiplier: 1.0,
        divisor: 1000.0,
        ..si("g", Dimension::MASS, &["gram", "grams", "gr", "gm"])
    },
    si("s", Dimension::TIME, &["sec", "second", "seconds", "secs", "S"]),
    si("A", Dimension::CURRENT, &["ampere", "amp", "amps"]),
    si("K", Dimension::TEMPERATURE, &["kelvin", "degK"]),
    si("mol", Dimension::AMOUNT, &["mole"]),
    si("cd", Dimension::LUMINOUS_INTENSITY, &["candela"]),
    Symbol { prefixed: true, ..angle("rad", 1.0, 1.0, &["radian", "radians"]) },
    angle("deg", PI, 180.0, &["degree", "degrees", "°"]),
    angle("grad", PI, 200.0, &["gon"]),
    angle("rev", 2.0 * PI, 1.0, &["revolution", "revolutions", "turn", "turns"]),
    Symbol { angle: true, ..other("rpm", PI, 30.0, Dimension::PER_TIME, &["RPM", "revs", "rpms"]) },
    si("Hz", Dimension::PER_TIME, &["hertz", "hz"]),
    si("N", Dimension::FORCE, &["newton", "newtons", "n"]),
    si("Pa", PRESSURE, &["pascal", "pa"]),
    si("J", Dimension::TORQUE, &["joule", "joules"]),
    si("W", POWER, &["watt", "watts"]),
    si("V", VOLTAGE, &["volt", "volts"]),
    si("Ohm", RESISTANCE, &["ohm", "ohms", "Ω"]),
    Symbol { prefixed: true, ..other("bar", 1e5, 1.0, PRESSURE, &["bars"]) },
    Symbol {
        prefixed: true,
        ..other("L", 1.0, 1000.0, VOLUME, &["l", "liter", "litre", "liters", "litres"])
    },
    other("t", 1000.0, 1.0, Dimension::MASS, &["tonne", "tonnes", "ton", "tons", "te", "mt"]),
    other("tf", 9806.65, 1.0, Dimension::FORCE, &["tonf"]),
    other("kgf", 9.80665, 1.0, Dimension::FORCE, &["kp"]),
    other("lbf", 4.448_221_615_260_5, 1.0, Dimension::FORCE, &[]),
    other("lb", 0.453_592_37, 1.0, Dimension::MASS, &["lbs", "lbm", "pound", "pounds"]),
    // 1 slug = 1 lbf.s^2/ft.
    other("slug", 4.448_221_615_260_5, 0.3048, Dimension::MASS, &["slugs"]),
    other("ft", 3048.0, 10_000.0, Dimension::LENGTH, &["feet", "foot"]),
    other("inch", 254.0, 10_000.0, Dimension::LENGTH, &["in", "inches", "\""]),
    other("yd", 9144.0, 10_000.0, Dimension::LENGTH, &["yard", "yards"]),
    other("mi", 1_609_344.0, 1000.0, Dimension::LENGTH, &["mile", "miles"]),
    other("nmi", 1852.0, 1.0, Dimension::LENGTH, &["NM", "nm", "nautical_mile"]),
    other("kn", 1852.0, 3600.0, Dimension::SPEED, &["knot", "knots", "kt", "kts", "kns"]),
    other("mph", 1_609_344.0, 3_600_000.0, Dimension::SPEED, &[]),
    other("kmh", 1000.0, 3600.0, Dimension::SPEED, &["kph", "kmph"]),
    other("psi", 6_894.757_293_168_36, 1.0, PRESSURE, &["PSI"]),
    other("atm", 101_325.0, 1.0, PRESSURE, &[]),
    other("min", 60.0, 1.0, Dimension::TIME, &["minute", "minutes", "mins"]),
    other("hr", 3600.0, 1.0, Dimension::TIME, &["hour", "hours", "hrs", "H"]),
    other("h", 3600.0, 1.0, Dimension::TIME, &[]),
    other("day", 86_400.0, 1.0, Dimension::TIME, &["days", "d"]),
    other("percent", 1.0, 100.0, Dimension::NONE, &["pct"]),
    other("%", 1.0, 100.0, Dimension::NONE, &[]),
];

/// Symbol, multiplier, divisor; longer symbols first, so that `da` is tried before `d`.
pub(super) const PREFIXES: &[(&str, f64, f64)] = &[
    ("da", 1e1, 1.0),
    ("T", 1e12, 1.0),
    ("G", 1e9, 1.0),
    ("M", 1e6, 1.0),
    ("k", 1e3, 1.0),
    ("h", 1e2, 1.0),
    ("d", 1.0, 1e1),
    ("c", 1.0, 1e2),
    ("m", 1.0, 1e3),
    ("u", 1.0, 1e6),
    ("µ", 1.0, 1e6),
    ("μ", 1.0, 1e6),
    ("n", 1.0, 1e9),
    ("p", 1.0, 1e12),
    ("f", 1.0, 1e15),
];

/// A symbol with its prefix: `(multiplier, divisor, symbol)`.
pub(super) fn find(text: &str) -> Option<(f64, f64, &'static Symbol)> {
    if let Some(symbol) = SYMBOLS.iter().find(|symbol| symbol.text == text) {
        return Some((symbol.multiplier, symbol.divisor, symbol));
    }
    PREFIXES.iter().find_map(|(prefix, multiplier, divisor)| {
        let rest = text.strip_prefix(prefix)?;
        let symbol = SYMBOLS.iter().find(|symbol| symbol.prefixed && symbol.text == rest)?;
        Some((multiplier * symbol.multiplier, divisor * symbol.divisor, symbol))
    })
}
