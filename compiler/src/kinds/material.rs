//! `material`: properties to be referred to.

use crate::schema::build::{optional, quantity};
use crate::schema::key::{Maybe, Scalar, scalar};
use crate::schema::{Field, Kind, KindId, Quantity, Sensed, Shape};

pub(crate) static MATERIAL: Kind = Kind {
    id: KindId::Material,
    name: "material",
    doc: "properties of a material, for bodies and cables",
    details: "\
`material = steel` takes the density from it. Its properties can also be read one by one, as in \
`density = steel.density`. The standard library has common ones in `std.materials`.",
    example: "\
model Drop {
  material oak { density = 720 kg/m^3 }

  body ball {
    material = oak
    shape = sphere(diameter = 20 cm)
  }
  joint ball_free: free from world to ball
}",
    named: true,
    fields: FIELDS,
    quantities: QUANTITIES,
    ..Kind::PLAIN
};

pub(super) const DENSITY: Maybe<Scalar> =
    optional("density", scalar("kg/m^3"), "mass per volume").positive();
pub(super) const YOUNGS_MODULUS: Maybe<Scalar> =
    optional("youngs_modulus", scalar("Pa"), "ratio of tensile stress to strain").positive();

const FIELDS: &[Field] = &[DENSITY.field, YOUNGS_MODULUS.field];

const QUANTITIES: &[Quantity] = &[
    quantity("density", Shape::Scalar, "kg/m^3", Sensed::Field, "mass per volume"),
    quantity(
        "youngs_modulus",
        Shape::Scalar,
        "Pa",
        Sensed::Field,
        "ratio of tensile stress to strain",
    ),
];
