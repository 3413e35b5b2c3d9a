//! `air`: the fluid above the water.

use crate::schema::build::{default, required};
use crate::schema::key::{Always, Scalar, Vector, scalar, vector};
use crate::schema::{Field, Kind, KindId};

pub(crate) static AIR: Kind = Kind {
    id: KindId::Air,
    name: "air",
    doc: "the fluid above the water's level, or everywhere if there is no water",
    details: "\
A cable's drag follows from the velocity of the cable relative to the `wind`.",
    example: "\
model Windy {
  environment {
    air { density = 1.225 kg/m^3; wind = [8, 0, 0] m/s }
  }
  cable c: rigid_links(count = 8) from world to free {
    length = 2 m
    diameter = 3 mm
    mass = 50 g
    drag = { normal = 1.2 }
  }
}",
    fields: FIELDS,
    ..Kind::PLAIN
};

pub(super) const DENSITY: Always<Scalar> =
    required("density", scalar("kg/m^3"), "mass per volume; about 1.225 kg/m^3 at sea level")
        .non_negative();
pub(super) const WIND: Always<Vector> =
    default("wind", vector("m/s"), "[0, 0, 0] m/s", "velocity of the air, world axes").signal();

const FIELDS: &[Field] = &[DENSITY.field, WIND.field];
