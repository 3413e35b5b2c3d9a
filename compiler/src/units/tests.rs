//! Factors against the definitions in NIST SP 811, appendix B; exact where the definition is.

use super::*;

fn si(value: f64, token: &str) -> f64 {
    unit_named(token).unwrap_or_else(|e| panic!("{token}: {e:?}")).to_si(value)
}

#[test]
fn si_values_are_correctly_rounded() {
    assert_eq!(si(1.5875, "mm"), 0.001_587_5);
    assert_eq!(si(2.5, "us"), 2.5e-6);
    assert_eq!(si(200.0, "GPa"), 200e9);
    assert_eq!(si(180.0, "deg"), std::f64::consts::PI);
    assert_eq!(si(36.0, "km/hr"), 10.0);
    assert_eq!(si(36.0, "kmh"), 10.0);
    assert_eq!(si(1.0, "inch"), 0.0254);
    assert_eq!(si(3.0, "ft"), 0.9144);
    assert_eq!(si(25.0, "percent"), 0.25);
    assert_eq!(si(25.0, "%"), 0.25);
    assert_eq!(si(1.0, "kg/L"), 1000.0);
    assert_eq!(si(5.0, "1/s"), 5.0);
    assert_eq!(si(4.0, "mm^2"), 4e-6);
    assert_eq!(si(4.0, "ms^-1"), 4000.0);
}

#[test]
fn a_knot_is_not_a_kilonewton() {
    assert_eq!(unit_named("kn").map(|u| u.dimension), Ok(Dimension::SPEED));
    assert_eq!(unit_named("kN").map(|u| u.dimension), Ok(Dimension::FORCE));
    // NIST SP 811: 1 knot = 0.514444 m/s to six digits.
    assert!((si(1.0, "kn") - 0.514_444).abs() < 1e-6);
    // 1 lbf/in^2 in Pa: 6894.757; definition through its parts.
    assert!((si(1.0, "lbf/inch^2") / si(1.0, "psi") - 1.0).abs() < 1e-12);
    assert!((si(1.0, "rpm") - std::f64::consts::TAU / 60.0).abs() < 1e-15);
    assert!((si(1.0, "slug") - 14.593_90).abs() < 1e-5);
}

#[test]
fn exponents_are_rational() {
    let root = unit_named("m^0.5").map(|u| u.dimension);
    assert_eq!(root, unit_named("m^(1/2)").map(|u| u.dimension));
    assert_eq!(root, Ok(Dimension::LENGTH.square_root().unwrap()));
    assert_eq!(unit_named("N.m/rad").map(|u| u.dimension), Ok(Dimension::TORQUE));
    assert_eq!(unit_named("kg.m^2.s^-2").map(|u| u.dimension), Ok(Dimension::TORQUE));
    assert_eq!(unit_named("m.s/s").map(|u| u.dimension), Ok(Dimension::LENGTH));
    assert!(unit_named("rad/s").unwrap().angle && !unit_named("1/s").unwrap().angle);
}

#[test]
fn nonsense_is_refused_without_panic() {
    for token in [
        "",
        "1",
        ".",
        "/",
        "m/",
        "^2",
        "m^",
        "m^x",
        "m^1/0",
        "m^(1/0)",
        "m^99999",
        "km^300",
        "m^-32769",
        "°°",
        "m^(",
        "(m)",
        "m^1.00000000001",
        "m^-",
        "µ",
        "5",
    ] {
        let result = unit_named(token);
        assert!(token == "1" || result.is_err(), "{token}: {result:?}");
    }
}

#[test]
fn what_was_meant_is_proposed() {
    let nearest = |token: &str| unit_named(token).err().and_then(|e| e.nearest);
    for (token, meant) in [
        ("Nm", "N.m"),
        ("Nms", "N.m.s"),
        ("sec", "s"),
        ("m2", "m^2"),
        ("kg/m3", "kg/m^3"),
        ("kgm^2", "kg.m^2"),
        ("KN", "kN"),
        ("Kg", "kg"),
        ("Mpa", "MPa"),
        ("degrees", "deg"),
        ("kph", "kmh"),
        ("kilometers", "km"),
        ("m/sec", "m/s"),
        ("lbs", "lb"),
        ("in", "inch"),
        ("mps", "m/s"),
        ("knots", "kn"),
        ("Newton", "N"),
    ] {
        assert_eq!(nearest(token).as_deref(), Some(meant), "{token}");
    }
    assert_eq!(nearest("flurb"), None);
}

#[test]
fn dimensions_have_names() {
    assert_eq!(in_words(Dimension::SPEED), "Speed");
    assert_eq!(in_words(Dimension::TORQUE), "Torque or Energy");
    assert_eq!(unit_in_words("J"), "Energy");
    assert_eq!(unit_in_words("rad"), "Angle");
    assert_eq!(unit_in_words("deg"), "Angle");
    assert_eq!(unit_in_words("rpm"), "AngularSpeed");
    assert_eq!(unit_in_words("kN.m/deg"), "RotationalStiffness");
    assert_eq!(unit_in_words("percent"), "a plain number");
    assert_eq!(unit_in_words("1"), "a plain number");
    assert_eq!(in_words(Dimension::NONE), "a plain number");
    assert_eq!(si_unit(Dimension::FORCE), "N");
    assert_eq!(base_units(Dimension::FORCE), "kg.m/s^2");
    assert_eq!(base_units(Dimension::PER_TIME), "1/s");
    assert_eq!(in_words(Dimension::integers([1, 1, -3, 0, 0, 0, 0])), "kg.m/s^3");
    for ty in QUANTITY_TYPES {
        assert!(unit_named(ty.unit).is_ok(), "{}", ty.name);
        let dimension = dimension_named(ty.name).unwrap();
        assert_eq!(unit_named(&base_units(dimension)).map(|u| u.dimension), Ok(dimension));
    }
}

#[test]
fn the_missing_factor_is_named() {
    let force = Dimension::FORCE;
    let torque = Dimension::TORQUE;
    assert_eq!(missing_factor(torque, force).as_deref(), Some("multiply by a Length"));
    assert_eq!(missing_factor(force, torque).as_deref(), Some("divide by a Length"));
    assert_eq!(
        missing_factor(Dimension::SPEED, Dimension::LENGTH).as_deref(),
        Some("divide by a Time")
    );
    assert_eq!(
        missing_factor(Dimension::PER_TIME, Dimension::TIME).as_deref(),
        Some("invert it: `1 / (...)`")
    );
    assert_eq!(
        missing_factor(force, Dimension::MASS).as_deref(),
        Some("multiply by an Acceleration")
    );
    assert_eq!(missing_factor(force, Dimension::NONE), None);
    assert_eq!(missing_factor(force, Dimension::SPEED), None);
    assert_eq!(
        missing_factor(Dimension::MASS, Dimension::LENGTH).as_deref(),
        Some("multiply by a LinearDensity")
    );
}

#[test]
fn conversion() {
    assert!((convert("m/s", "kmh").unwrap() - 3.6).abs() < 1e-15);
    assert_eq!(convert("kN", "N"), Ok(1000.0));
    assert!(matches!(convert("m", "s"), Err(ConversionError::Incompatible { .. })));
}

#[test]
fn exponents_from_values() {
    assert_eq!(Exponent::from_value(0.5), Some(Exponent::HALF));
    assert_eq!(Exponent::from_value(-2.0), Some(Exponent::integer(-2)));
    assert_eq!(Exponent::from_value(1.0 / 3.0), Exponent::ratio(1, 3));
    assert_eq!(Exponent::from_value(0.123_456), None);
    assert_eq!(Exponent::from_value(f64::NAN), None);
    assert_eq!(Exponent::from_value(1e9), None);
}
