//! Names of dimensions: the types of the language (`Speed`, `Force`) and texts for messages.

use super::dimension::{Dimension, Exponent};
use super::unit::unit_named;

/// A type name for a quantity with the unit in which it is shown.
#[derive(Debug, PartialEq, Eq)]
pub struct QuantityType {
    pub name: &'static str,
    /// SI; its dimension is the type's.
    pub unit: &'static str,
}

/// Every quantity type of the language. Of several with one dimension, such as `Torque` and
/// `Energy`, the more common one in mechanics is first.
pub const QUANTITY_TYPES: &[QuantityType] = &[
    named("Real", "1"),
    named("Angle", "rad"),
    named("Length", "m"),
    named("Area", "m^2"),
    named("Volume", "m^3"),
    named("Time", "s"),
    named("Mass", "kg"),
    named("Speed", "m/s"),
    named("Acceleration", "m/s^2"),
    named("Force", "N"),
    named("Torque", "N.m"),
    named("Energy", "J"),
    named("Power", "W"),
    named("Pressure", "Pa"),
    named("Density", "kg/m^3"),
    named("LinearDensity", "kg/m"),
    named("Stiffness", "N/m"),
    named("RotationalStiffness", "N.m/rad"),
    named("Damping", "N.s/m"),
    named("RotationalDamping", "N.m.s/rad"),
    named("AngularSpeed", "rad/s"),
    named("Frequency", "Hz"),
    named("AngularAcceleration", "rad/s^2"),
    named("MomentOfInertia", "kg.m^2"),
    named("BendingStiffness", "N.m^2"),
    named("Momentum", "N.s"),
    named("AngularMomentum", "N.m.s"),
    named("Current", "A"),
    named("Temperature", "K"),
    named("Voltage", "V"),
];

const fn named(name: &'static str, unit: &'static str) -> QuantityType {
    QuantityType { name, unit }
}

/// The dimension of a type such as `Speed`; `None` for other names.
pub fn dimension_named(type_name: &str) -> Option<Dimension> {
    QUANTITY_TYPES
        .iter()
        .find(|ty| ty.name == type_name)
        .and_then(|ty| unit_named(ty.unit).ok())
        .map(|unit| unit.dimension)
}

/// The first type of a dimension, such as `Speed`.
pub fn type_name(dimension: Dimension) -> Option<&'static str> {
    types_of(dimension).next().map(|ty| ty.name)
}

/// The type that a unit stands for, such as `Energy` for `J` but `Torque` for `N.m`, and `Angle` for
/// `deg`.
pub fn type_name_of_unit(unit: &str) -> Option<&'static str> {
    if let Some(ty) = QUANTITY_TYPES.iter().find(|ty| ty.unit == unit) {
        return Some(ty.name);
    }
    let unit = unit_named(unit).ok()?;
    let of_angle = |ty: &QuantityType| unit_named(ty.unit).is_ok_and(|own| own.angle == unit.angle);
    let same = types_of(unit.dimension).find(|ty| of_angle(ty));
    same.map(|ty| ty.name).or_else(|| type_name(unit.dimension))
}

/// For a message: `Speed`, `Torque or Energy`, `kg.m/s^3` where there is no name, `a plain number`.
pub fn in_words(dimension: Dimension) -> String {
    if dimension.is_none() {
        return "a plain number".to_owned();
    }
    let names: Vec<_> = types_of(dimension).map(|ty| ty.name).take(2).collect();
    if names.is_empty() { si_unit(dimension) } else { names.join(" or ") }
}

/// The same for a place that proposes a unit, which says more than the dimension: `Angle` for
/// `rad`, `AngularSpeed` for `rad/s`.
pub fn unit_in_words(unit: &str) -> String {
    match type_name_of_unit(unit) {
        Some("Real") => "a plain number".to_owned(),
        Some(name) => name.to_owned(),
        None => unit.to_owned(),
    }
}

/// The SI unit of a dimension, named units preferred: `N`, `m/s`, `kg.m/s^3`; `1` for none.
pub fn si_unit(dimension: Dimension) -> String {
    if dimension.is_none() {
        return "1".to_owned();
    }
    types_of(dimension).next().map_or_else(|| base_units(dimension), |ty| ty.unit.to_owned())
}

/// A unit of what has no name, by the one that it is the reciprocal of: `m/N` of a compliance, which is `s^2/kg` in base units.
pub fn reciprocal_unit(dimension: Dimension) -> Option<String> {
    let unit = types_of(Dimension::NONE.over(dimension)?).next()?.unit;
    let is_plain = |part: &str| !part.contains(['.', '/', '^']);
    match unit.split_once('/') {
        Some((above, below)) if is_plain(above) && is_plain(below) => {
            Some(format!("{below}/{above}"))
        }
        None if is_plain(unit) => Some(format!("1/{unit}")),
        _ => None,
    }
}

/// In base units only: `kg.m/s^2`, `1/s`.
pub fn base_units(dimension: Dimension) -> String {
    const SYMBOLS: [&str; 7] = ["m", "kg", "s", "A", "K", "mol", "cd"];
    // Mass first, as is usual: kg.m/s^2.
    const ORDER: [usize; 7] = [1, 0, 2, 3, 4, 5, 6];
    let mut above = Vec::new();
    let mut below = String::new();
    for (symbol, exponent) in
        ORDER.iter().filter_map(|&i| Some((SYMBOLS.get(i)?, dimension.exponents.get(i)?)))
    {
        if exponent.numerator > 0 {
            above.push(format!("{symbol}{}", power_text(*exponent)));
        } else if exponent.numerator < 0 {
            let positive = exponent.negated().unwrap_or(*exponent);
            below.push_str(&format!("/{symbol}{}", power_text(positive)));
        }
    }
    if above.is_empty() { format!("1{below}") } else { format!("{}{below}", above.join(".")) }
}

fn power_text(exponent: Exponent) -> String {
    match (exponent.numerator, exponent.denominator) {
        (1, 1) => String::new(),
        (n, 1) => format!("^{n}"),
        (n, d) => format!("^({n}/{d})"),
    }
}

fn types_of(dimension: Dimension) -> impl Iterator<Item = &'static QuantityType> {
    QUANTITY_TYPES
        .iter()
        .filter(move |ty| unit_named(ty.unit).is_ok_and(|unit| unit.dimension == dimension))
}

/// A dimension as a message speaks about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    pub dimension: Dimension,
    /// `Speed`, `Torque or Energy`, `kg.m/s^3`, `a plain number`
    pub words: String,
    /// `m/s`; `no unit` for a plain number.
    pub unit: String,
}

/// Of a value whose dimension alone is known.
pub fn describe(dimension: Dimension) -> Description {
    let unit = if dimension.is_none() { "no unit".to_owned() } else { si_unit(dimension) };
    Description { dimension, words: in_words(dimension), unit }
}

/// Of a place that proposes a unit, such as a field of the schema; an unknown unit counts as a plain
/// number.
pub fn describe_unit(unit: &str) -> Description {
    let dimension = unit_named(unit).map_or(Dimension::NONE, |unit| unit.dimension);
    match unit {
        "1" | "" => describe(Dimension::NONE),
        unit => Description { dimension, words: unit_in_words(unit), unit: unit.to_owned() },
    }
}
