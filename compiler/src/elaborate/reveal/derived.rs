//! What follows from the fields of a cable or a body before any run. All in SI; what is not known
//! is left out.

use std::f64::consts::FRAC_PI_4;

/// A quantity with the unit of its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::elaborate) struct Derived {
    pub(in crate::elaborate) name: &'static str,
    pub(in crate::elaborate) value: f64,
    pub(in crate::elaborate) unit: &'static str,
}

pub(in crate::elaborate) struct Cable {
    pub(in crate::elaborate) length: f64,
    pub(in crate::elaborate) mass: Option<f64>,
    pub(in crate::elaborate) is_mass_given: bool,
    pub(in crate::elaborate) diameter: Option<f64>,
    /// Links, or segments between nodes.
    pub(in crate::elaborate) pieces: Option<f64>,
    /// Force per strain, EA.
    pub(in crate::elaborate) stiffness: Option<f64>,
    /// Force per elongation of one segment.
    pub(in crate::elaborate) spring: Option<f64>,
    pub(in crate::elaborate) gravity: Option<f64>,
    /// The density of the water that carries it, where there is any.
    pub(in crate::elaborate) water: Option<f64>,
}

pub(in crate::elaborate) struct Body {
    pub(in crate::elaborate) mass: Option<f64>,
    pub(in crate::elaborate) density: Option<f64>,
    /// Of its shape.
    pub(in crate::elaborate) volume: Option<f64>,
    /// Principal moments of its shape for a mass of 1 kg, where these count.
    pub(in crate::elaborate) inertia_per_mass: Option<[f64; 3]>,
    pub(in crate::elaborate) gravity: Option<f64>,
}

pub(super) fn of_cable(cable: &Cable) -> Vec<Derived> {
    let Cable { length, mass, diameter, gravity, .. } = *cable;
    let mut found = List::default();
    if !cable.is_mass_given {
        found.add("mass", mass, "kg");
    }
    let linear = mass.map(|mass| mass / length);
    found.add("mass per length", linear, "kg/m");
    let volume = diameter.map(|diameter| FRAC_PI_4 * diameter * diameter * length);
    found.add("volume", volume, "m^3");
    found.add("mean density", ratio(mass, volume), "kg/m^3");
    found.add("weight", product(mass, gravity), "N");
    if let (Some(water), Some(volume), Some(mass)) = (cable.water, volume, mass) {
        let wet = gravity.map(|gravity| (mass - water * volume) * gravity);
        found.add("wet weight", wet, "N");
        found.add("wet weight per length", wet.map(|wet| wet / length), "N/m");
    }
    let segment = cable.pieces.map(|pieces| length / pieces);
    found.add("length of a piece", segment, "m");
    found.add("mass of a piece", ratio(mass, cable.pieces), "kg");
    let stiffness = cable.stiffness.or(product(cable.spring, segment));
    if cable.stiffness.is_none() {
        found.add("EA", stiffness, "N");
    }
    found.add("stiffness of the whole", stiffness.map(|stiffness| stiffness / length), "N/m");
    found.0
}

pub(super) fn of_body(body: &Body) -> Vec<Derived> {
    let mut found = List::default();
    found.add("volume", body.volume, "m^3");
    let mass = body.mass.or(product(body.density, body.volume));
    if body.mass.is_none() {
        found.add("mass", mass, "kg");
    } else if body.density.is_none() {
        found.add("mean density", ratio(mass, body.volume), "kg/m^3");
    }
    found.add("weight", product(mass, body.gravity), "N");
    if let Some([xx, yy, zz]) = body.inertia_per_mass {
        found.add("inertia xx", product(mass, Some(xx)), "kg.m^2");
        found.add("inertia yy", product(mass, Some(yy)), "kg.m^2");
        found.add("inertia zz", product(mass, Some(zz)), "kg.m^2");
    }
    found.0
}

#[derive(Default)]
struct List(Vec<Derived>);

impl List {
    fn add(&mut self, name: &'static str, value: Option<f64>, unit: &'static str) {
        let value = value.filter(|value| value.is_finite());
        self.0.extend(value.map(|value| Derived { name, value, unit }));
    }
}

fn product(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    Some(a? * b?)
}

fn ratio(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    Some(a? / b?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEEL_WIRE: Cable = Cable {
        length: 10.0,
        mass: Some(0.1217),
        is_mass_given: true,
        diameter: None,
        pieces: Some(20.0),
        stiffness: None,
        spring: None,
        gravity: Some(10.0),
        water: None,
    };

    fn value(found: &[Derived], name: &str) -> Option<f64> {
        found.iter().find(|own| own.name == name).map(|own| own.value)
    }

    #[test]
    fn a_neutrally_buoyant_cable_weighs_nothing_in_water() {
        // 1 m long, with a section of 1 m^2 of the density of the water.
        let diameter = 2.0 / std::f64::consts::PI.sqrt();
        let cable = Cable {
            length: 1.0,
            mass: Some(1025.0),
            diameter: Some(diameter),
            water: Some(1025.0),
            ..STEEL_WIRE
        };
        let found = of_cable(&cable);
        assert!(value(&found, "wet weight").is_some_and(|weight| weight.abs() < 1e-9));
        assert!(value(&found, "volume").is_some_and(|volume| (volume - 1.0).abs() < 1e-12));
        assert_eq!(value(&found, "weight"), Some(10250.0));
    }

    #[test]
    fn what_is_given_or_unknown_is_not_derived() {
        let found = of_cable(&STEEL_WIRE);
        let names: Vec<&str> = found.iter().map(|own| own.name).collect();
        assert_eq!(names, ["mass per length", "weight", "length of a piece", "mass of a piece"]);
        assert_eq!(value(&found, "length of a piece"), Some(0.5));
    }

    #[test]
    fn springs_in_series() {
        // Four springs of 8 N/m in a row are one of 2 N/m.
        let cable = Cable { length: 2.0, pieces: Some(4.0), spring: Some(8.0), ..STEEL_WIRE };
        let found = of_cable(&cable);
        assert_eq!(value(&found, "stiffness of the whole"), Some(2.0));
        assert_eq!(value(&found, "EA"), Some(4.0));
    }

    #[test]
    fn a_litre_of_water() {
        let body = Body {
            mass: None,
            density: Some(1000.0),
            volume: Some(0.001),
            inertia_per_mass: None,
            gravity: Some(9.81),
        };
        let found = of_body(&body);
        assert_eq!(value(&found, "mass"), Some(1.0));
        assert_eq!(value(&found, "weight"), Some(9.81));
    }
}
