//! `environment`: gravity, air and water.

use crate::schema::build::default;
use crate::schema::key::{Always, Vector, downward};
use crate::schema::{Field, Kind, KindId};

pub(crate) static ENVIRONMENT: Kind = Kind {
    id: KindId::Environment,
    name: "environment",
    doc: "gravity, air and water; at most one in a model",
    details: "\
World axes are right-handed with z up. Without an `environment` there is gravity of 9.81 m/s^2 along \
-z and no fluid.

The water fills everything below its `level`, the air everything above it. A cable's drag, added mass \
and buoyancy come from the fluid that each of its pieces is in; rigid bodies feel no fluid.",
    example: "\
model Fall {
  environment {
    gravity = 9.81 m/s^2
    air { density = 1.225 kg/m^3; wind = [5, 0, 0] m/s }
  }
  cable c: rigid_links(count = 8) from world to free {
    length = 2 m
    diameter = 3 mm
    mass = 50 g
    drag = { normal = 1.2 }
  }
}",
    fields: FIELDS,
    nested: &[KindId::Air, KindId::Water],
    ..Kind::PLAIN
};

pub(super) const GRAVITY: Always<Vector> = default(
    "gravity",
    downward("m/s^2"),
    "9.81 m/s^2",
    "acceleration of free fall; a scalar acts along -z, a vector is in world axes",
);

const FIELDS: &[Field] = &[GRAVITY.field];
