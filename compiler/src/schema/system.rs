//! What can be read of the model as a whole.

use cdl_graph::EnergyPart;

use super::build::quantity;
use super::{Quantity, Sensed, Shape};

/// `energy.kinetic` and so on; `record energy` records all but those that are parts of others. What is lost so far and what was
/// put in make the ledger close: total + dissipated - work stays what it was at the start.
pub const ENERGY: &[Quantity] = &[
    quantity(
        "kinetic",
        Shape::Scalar,
        "J",
        Sensed::Energy(EnergyPart::Kinetic),
        "of all that moves",
    ),
    quantity(
        "gravity",
        Shape::Scalar,
        "J",
        Sensed::Energy(EnergyPart::Gravity),
        "of weight and buoyancy, zero at the world's origin",
    ),
    quantity(
        "elastic",
        Shape::Scalar,
        "J",
        Sensed::Energy(EnergyPart::Elastic),
        "in springs, bending and stretching",
    ),
    quantity(
        "dissipated",
        Shape::Scalar,
        "J",
        Sensed::Energy(EnergyPart::Dissipated),
        "lost so far to damping, friction and drag",
    ),
    quantity(
        "work",
        Shape::Scalar,
        "J",
        Sensed::Energy(EnergyPart::Work),
        "done so far by loads, drives and prescribed motions",
    ),
    quantity(
        "impacts",
        Shape::Scalar,
        "J",
        Sensed::Energy(EnergyPart::Impacts),
        "the part of `dissipated` that impacts took",
    ),
    quantity(
        "events",
        Shape::Scalar,
        "J",
        Sensed::Energy(EnergyPart::Events),
        "the part of `work` that was done by what events set",
    ),
    quantity(
        "total",
        Shape::Scalar,
        "J",
        Sensed::Energy(EnergyPart::Total),
        "kinetic + gravity + elastic",
    ),
    quantity(
        "balance",
        Shape::Scalar,
        "J",
        Sensed::Energy(EnergyPart::Balance),
        "how far the ledger is from closing: change of total + dissipated - work",
    ),
    quantity(
        IMBALANCE,
        Shape::Scalar,
        "1",
        Sensed::Imbalance,
        "the largest imbalance over the run, by what was exchanged; only when it is over, in `record` and `require`",
    ),
];

/// The quantity of the ledger that is one number for the whole run.
pub const IMBALANCE: &str = "imbalance";

/// Of the whole model, by their bare names.
pub const SYSTEM: &[Quantity] = &[
    quantity(
        "momentum",
        Shape::Vector,
        "N.s",
        Sensed::Momentum,
        "of all that moves freely, world axes",
    ),
    quantity(
        "angular_momentum",
        Shape::Vector,
        "N.m.s",
        Sensed::AngularMomentum,
        "of all that moves freely, about the world's origin, world axes",
    ),
];

/// The lines of the ledger with the names they have after `energy.`.
pub fn energy_parts() -> impl Iterator<Item = (&'static str, EnergyPart)> {
    ENERGY.iter().filter_map(|quantity| match quantity.sensed {
        Sensed::Energy(part) => Some((quantity.name, part)),
        Sensed::Frame(_)
        | Sensed::AttitudeAngle(_)
        | Sensed::Joint(..)
        | Sensed::Cable(_)
        | Sensed::Imbalance
        | Sensed::Momentum
        | Sensed::AngularMomentum
        | Sensed::Place(_)
        | Sensed::Drum(_)
        | Sensed::Spring(_)
        | Sensed::Grip
        | Sensed::Field => None,
    })
}
