//! The units that are customary for a quantity, for those who offer a choice.

use super::names::type_name_of_unit;

/// Quantity type and units; the SI unit first, then by size, then units outside of the SI.
const CUSTOMARY: &[(&str, &[&str])] = &[
    ("Angle", &["rad", "deg", "rev"]),
    ("Length", &["m", "mm", "cm", "km", "inch", "ft", "nmi"]),
    ("Area", &["m^2", "mm^2", "cm^2", "ft^2"]),
    ("Volume", &["m^3", "mm^3", "cm^3", "L", "ft^3"]),
    ("Time", &["s", "ms", "min", "h", "day"]),
    ("Mass", &["kg", "g", "t", "lb"]),
    ("Speed", &["m/s", "mm/s", "kmh", "kn", "mph", "ft/s"]),
    ("Acceleration", &["m/s^2", "mm/s^2", "ft/s^2"]),
    ("Force", &["N", "kN", "MN", "kgf", "tf", "lbf"]),
    ("Torque", &["N.m", "N.mm", "kN.m", "MN.m", "lbf.ft"]),
    ("Energy", &["J", "kJ", "MJ", "W.h", "kW.h"]),
    ("Power", &["W", "kW", "MW"]),
    ("Pressure", &["Pa", "kPa", "MPa", "GPa", "bar", "psi"]),
    ("Density", &["kg/m^3", "g/cm^3", "t/m^3"]),
    ("LinearDensity", &["kg/m", "g/m", "t/km", "lb/ft"]),
    ("Stiffness", &["N/m", "N/mm", "kN/m", "MN/m", "lbf/inch"]),
    ("RotationalStiffness", &["N.m/rad", "kN.m/rad", "N.m/deg", "kN.m/deg"]),
    ("Damping", &["N.s/m", "kN.s/m"]),
    ("RotationalDamping", &["N.m.s/rad", "kN.m.s/rad", "N.m.s/deg"]),
    ("AngularSpeed", &["rad/s", "deg/s", "rpm", "rev/s"]),
    ("Frequency", &["Hz", "1/s", "1/min", "kHz"]),
    ("AngularAcceleration", &["rad/s^2", "deg/s^2"]),
    ("MomentOfInertia", &["kg.m^2", "g.cm^2", "kg.cm^2", "t.m^2"]),
    ("BendingStiffness", &["N.m^2", "N.mm^2", "kN.m^2"]),
    ("Momentum", &["N.s", "kg.m/s"]),
    ("AngularMomentum", &["N.m.s", "kg.m^2/s"]),
    ("Current", &["A", "mA"]),
    ("Voltage", &["V", "mV", "kV"]),
];

/// The units in which engineers state what `unit` measures, with itself if it is one of them; none
/// for a unit that is not known or of a dimension without a name.
pub fn customary(unit: &str) -> &'static [&'static str] {
    let family = |of: &&(&str, &'static [&'static str])| of.1.contains(&unit);
    let listed = CUSTOMARY.iter().find(family);
    let ty = || type_name_of_unit(unit);
    listed
        .or_else(|| CUSTOMARY.iter().find(|(name, _)| ty() == Some(name)))
        .map_or(&[], |(_, units)| units)
}

#[cfg(test)]
mod tests {
    use super::super::{QUANTITY_TYPES, unit_named};
    use super::*;

    #[test]
    fn all_units_of_a_row_measure_the_same() {
        for (name, units) in CUSTOMARY {
            let ty = QUANTITY_TYPES.iter().find(|ty| ty.name == *name).expect(name);
            let own = unit_named(ty.unit).expect(name);
            assert_eq!(units.first(), Some(&ty.unit), "{name}");
            for unit in *units {
                let found = unit_named(unit).expect(unit);
                assert_eq!((found.dimension, found.angle), (own.dimension, own.angle), "{unit}");
            }
        }
    }

    #[test]
    fn units_outside_of_the_table_belong_to_their_quantity() {
        assert!(customary("yd").contains(&"m"));
        assert!(customary("J").contains(&"kJ") && !customary("J").contains(&"N.m"));
        assert!(customary("mrad").contains(&"deg"));
        assert!(customary("nonsense").is_empty() && customary("kg.m/s^3").is_empty());
    }
}
