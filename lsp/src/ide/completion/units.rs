//! Units behind numbers.

use std::ops::Range;

use cdl_compiler::resolve::Referent;
use cdl_compiler::units::{Unit, customary, type_name_of_unit, unit_named};

use super::CompletionKind;
use super::documentation::Subject;
use super::list::{Entry, List};

/// Units that engineers write, those of one dimension together, the usual one first.
const COMMON: &[&str] = &[
    "m",
    "mm",
    "cm",
    "km",
    "um",
    "inch",
    "ft",
    "nmi",
    "kg",
    "g",
    "t",
    "lb",
    "s",
    "ms",
    "us",
    "min",
    "h",
    "day",
    "deg",
    "rad",
    "mrad",
    "rev",
    "N",
    "kN",
    "MN",
    "tf",
    "lbf",
    "N.m",
    "kN.m",
    "m/s",
    "mm/s",
    "km/h",
    "kn",
    "kmh",
    "mph",
    "m/s^2",
    "rad/s",
    "deg/s",
    "rpm",
    "rev/s",
    "rad/s^2",
    "deg/s^2",
    "m^2",
    "cm^2",
    "mm^2",
    "m^3",
    "L",
    "kg/m^3",
    "g/cm^3",
    "kg/m",
    "g/m",
    "N/m",
    "kN/m",
    "N/mm",
    "N.m/rad",
    "N.m/deg",
    "N.s/m",
    "kN.s/m",
    "N.m.s/rad",
    "N.m.s",
    "N.s",
    "N.m^2",
    "N.m^2.s",
    "kg.m^2",
    "g.mm^2",
    "Pa",
    "kPa",
    "MPa",
    "GPa",
    "bar",
    "psi",
    "J",
    "kJ",
    "W",
    "kW",
    "Hz",
    "1/s",
    "1/m",
    "m^0.5/s",
    "percent",
    "A",
    "V",
    "K",
];

/// What the units are called.
const NAMES: &[(&str, &str)] = &[
    ("m", "metre"),
    ("g", "gram"),
    ("s", "second"),
    ("A", "ampere"),
    ("K", "kelvin"),
    ("rad", "radian"),
    ("deg", "degree"),
    ("rev", "revolution"),
    ("rpm", "revolution per minute"),
    ("Hz", "hertz"),
    ("N", "newton"),
    ("Pa", "pascal"),
    ("J", "joule"),
    ("W", "watt"),
    ("V", "volt"),
    ("bar", "bar"),
    ("L", "litre"),
    ("t", "tonne"),
    ("tf", "tonne-force"),
    ("lbf", "pound-force"),
    ("lb", "pound"),
    ("ft", "foot"),
    ("inch", "inch"),
    ("nmi", "nautical mile"),
    ("kn", "knot"),
    ("mph", "mile per hour"),
    ("kmh", "kilometre per hour"),
    ("psi", "pound per square inch"),
    ("min", "minute"),
    ("h", "hour"),
    ("day", "day"),
    ("percent", "percent"),
];

const PREFIXES: &[(&str, &str)] =
    &[("k", "kilo"), ("M", "mega"), ("G", "giga"), ("c", "centi"), ("m", "milli"), ("u", "micro")];

/// `wanted` is the unit that the place proposes.
pub(super) fn complete(list: &mut List<'_>, wanted: Option<&'static str>) {
    let wanted = wanted.filter(|unit| *unit != "1");
    let known = wanted.and_then(|unit| unit_named(unit).ok());
    // Nobody writes an angle in radians that can be written in degrees.
    let proposed = wanted.filter(|unit| *unit != "rad");
    if let Some(unit) = proposed {
        add(list, unit, 0, Subject::Unit(unit));
    }
    let typed = list.cursor.typed_text().to_owned();
    for (i, &text) in (0..).zip(COMMON) {
        let Ok(unit) = unit_named(text) else { continue };
        let rank = match known {
            Some(known) if fits(unit, known) => 10,
            Some(known) if unit.dimension == known.dimension => 110,
            Some(_) | None => 200,
        };
        if Some(text) != proposed {
            add(list, text, rank + i, Subject::Unit(text));
        }
    }
    // Whatever is a unit is one, if nobody has thought of it.
    if !typed.is_empty() && unit_named(&typed).is_ok() && !list.contains(&typed) {
        add(list, &typed, 5, Subject::Nothing);
    }
}

/// Those in which what stands in `of` can be shown.
pub(super) fn shown(list: &mut List<'_>, of: Range<usize>) {
    let text = list.cursor.text.get(of).unwrap_or("");
    let name = text.rsplit('.').next().unwrap_or("");
    let referent = match text.rsplit_once('.') {
        Some((target, _)) => {
            let denoted = list.view.denoted(list.path, list.cursor.typed.start, target);
            let members = list.view.members(&denoted);
            members.iter().find(|own| *own.name == *name).map(|own| own.referent)
        }
        None => list.visible().iter().find(|own| *own.name == *name).map(|own| own.referent),
    };
    let unit = match referent {
        Some(Referent::Quantity(quantity)) => Some(quantity.unit),
        _ => None,
    };
    let customary = unit.map_or(&[][..], customary);
    for (rank, &text) in (0..).zip(customary) {
        // It is in its own unit anyway.
        let last = if Some(text) == unit { customary.len() as u32 } else { 0 };
        add(list, text, rank + last, Subject::Unit(text));
    }
    if customary.is_empty() {
        complete(list, None);
    }
}

fn fits(unit: Unit, wanted: Unit) -> bool {
    unit.dimension == wanted.dimension && unit.angle == wanted.angle
}

fn add(list: &mut List<'_>, text: &str, rank: u32, subject: Subject) {
    let entry = Entry::plain(text, CompletionKind::Unit, rank).subject(subject);
    let kind = type_name_of_unit(text).filter(|name| *name != "Real");
    let detail = match (in_words(text), kind) {
        (Some(words), Some(kind)) => format!("{words} ({kind})"),
        (Some(words), None) => words,
        (None, Some(kind)) => kind.to_owned(),
        (None, None) => return list.add(entry),
    };
    list.add(entry.detail(detail));
}

/// `kg/m^3` is a kilogram per cubic metre.
fn in_words(unit: &str) -> Option<String> {
    let mut words = String::new();
    for (i, factor) in unit.split('/').enumerate() {
        let parts: Option<Vec<String>> = factor.split('.').map(power).collect();
        let factor = match factor {
            "1" => String::new(),
            _ => parts?.join(" "),
        };
        words = match (i, words.as_str()) {
            (0, _) => factor,
            (_, "") => format!("per {factor}"),
            (_, above) => format!("{above} per {factor}"),
        };
    }
    Some(words)
}

fn power(factor: &str) -> Option<String> {
    let (symbol, exponent) = factor.split_once('^').unwrap_or((factor, "1"));
    let name = name(symbol)?;
    Some(match exponent {
        "1" => name,
        "2" if symbol.ends_with('m') => format!("square {name}"),
        "2" => format!("{name} squared"),
        "3" => format!("cubic {name}"),
        _ => return None,
    })
}

fn name(symbol: &str) -> Option<String> {
    let find = |symbol: &str| NAMES.iter().find(|(own, _)| *own == symbol).map(|(_, name)| *name);
    find(symbol).map(str::to_owned).or_else(|| {
        PREFIXES.iter().find_map(|(prefix, word)| {
            Some(format!("{word}{}", find(symbol.strip_prefix(prefix)?)?))
        })
    })
}

#[test]
fn every_common_unit_means_something() {
    for unit in COMMON {
        assert!(unit_named(unit).is_ok(), "{unit}");
    }
    assert_eq!(in_words("kg/m^3").as_deref(), Some("kilogram per cubic metre"));
    assert_eq!(in_words("mm").as_deref(), Some("millimetre"));
    assert_eq!(in_words("1/s").as_deref(), Some("per second"));
    assert_eq!(in_words("N.m.s/rad").as_deref(), Some("newton metre second per radian"));
}
