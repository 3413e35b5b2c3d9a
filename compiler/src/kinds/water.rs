//! `water`: the fluid below its level.

use crate::schema::build::{default, required};
use crate::schema::key::{Always, Scalar, Vector, scalar, vector};
use crate::schema::{Field, Kind, KindId};

pub(crate) static WATER: Kind = Kind {
    id: KindId::Water,
    name: "water",
    doc: "the fluid below a level",
    details: "\
The part of each straight piece of a cable that lies below `level` is in the water. There its drag follows from the \
velocity relative to the `current`, it carries added mass (`added_mass`), and the displaced water carries \
its weight (`buoyancy`).",
    example: "\
model Mooring {
  environment {
    water { density = 1025 kg/m^3; current = [0.4, 0, 0] m/s }
  }
  cable c: rigid_links(count = 20) from world to free {
    length = 25 m
    diameter = 12 mm
    density = 1800 kg/m^3
    drag = { normal = 1.2; tangent = 0.01 }
    added_mass = 1
  }
}",
    fields: FIELDS,
    ..Kind::PLAIN
};

pub(super) const DENSITY: Always<Scalar> =
    required("density", scalar("kg/m^3"), "mass per volume; 1025 kg/m^3 for sea water")
        .non_negative();
pub(super) const CURRENT: Always<Vector> =
    default("current", vector("m/s"), "[0, 0, 0] m/s", "velocity of the water, world axes")
        .signal();
pub(super) const LEVEL: Always<Scalar> =
    default("level", scalar("m"), "0 m", "height z of the surface").signal();

const FIELDS: &[Field] = &[DENSITY.field, CURRENT.field, LEVEL.field];
