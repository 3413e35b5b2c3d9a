//! `equilibrium`: where everything is at rest.

use crate::schema::build::default;
use crate::schema::key::{Always, Scalar, scalar};
use crate::schema::{Kind, KindId};

pub(crate) static EQUILIBRIUM: Kind = Kind {
    id: KindId::Equilibrium,
    name: "equilibrium",
    doc: "finds where everything is at rest; only inside experiments",
    details: "\
`equilibrium` or `equilibrium { tolerance = 1e-10 }`

The search starts from what the elements' starts say and goes to the state of rest that is nearest \
to it; time stands still at 0. Records are written down there. To start a simulation from it, write \
`simulate ... , start = equilibrium`.",
    example: "\
model Mooring {
  body buoy {
    mass = 40 kg
    shape = sphere(diameter = 60 cm)
    start = { position = [9, 0, -1] m }
  }
  cable line: rigid_links(count = 20) from world to buoy { length = 12 m; mass = 20 kg }
  force lift on buoy = [200, 0, 900] N
  record buoy.position, line.start.tension
}

experiment rest = Mooring() {
  equilibrium { tolerance = 1e-12 }
}",
    fields: &[TOLERANCE.field],
    ..Kind::PLAIN
};

pub(super) const TOLERANCE: Always<Scalar> = default(
    "tolerance",
    scalar("1"),
    "1e-10",
    "of the forces that are left over, relative to the largest force in the model",
)
.between(1e-15, 1e-2);
