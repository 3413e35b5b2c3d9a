//! What can be read of the model as a whole.

use super::build::quantity;
use super::{Quantity, Shape};

/// `energy.kinetic` and so on; `record energy` records all of them. What is lost so far and what was
/// put in make the ledger close: total + dissipated - work stays what it was at the start.
pub const ENERGY: &[Quantity] = &[
    quantity("kinetic", Shape::Scalar, "J", "of all that moves"),
    quantity("gravity", Shape::Scalar, "J", "of weight and buoyancy, zero at the world's origin"),
    quantity("elastic", Shape::Scalar, "J", "in springs, bending and stretching"),
    quantity("dissipated", Shape::Scalar, "J", "lost so far to damping, friction and drag"),
    quantity("work", Shape::Scalar, "J", "done so far by loads, drives and prescribed motions"),
    quantity("total", Shape::Scalar, "J", "kinetic + gravity + elastic"),
    quantity(
        "balance",
        Shape::Scalar,
        "J",
        "how far the ledger is from closing: change of total + dissipated - work",
    ),
];

/// Of the whole model, by their bare names.
pub const SYSTEM: &[Quantity] = &[
    quantity("momentum", Shape::Vector, "N.s", "of all that moves freely, world axes"),
    quantity(
        "angular_momentum",
        Shape::Vector,
        "N.m.s",
        "of all that moves freely, about the world's origin, world axes",
    ),
];
