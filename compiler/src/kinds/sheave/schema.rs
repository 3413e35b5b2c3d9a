//! `sheave`: rope goes from one cable over to another.

use cdl_grammar::syntax::RelationWord;
use cdl_graph::JointQuantity::{Acceleration, Coordinate, Effort, Rate};

use crate::kinds::joint::{CoordinateFields, LOCKED, prismatic};
use crate::kinds::winch::{MASS, of_rope};
use crate::schema::build::{default, optional, quantity, relation, required};
use crate::schema::key::{Always, Block, Maybe, Scalar, block, scalar};
use crate::schema::{Field, Kind, KindId, Quantity, Relation, Sensed, Shape, Target};

pub(crate) static SHEAVE: Kind = Kind {
    id: KindId::Sheave,
    name: "sheave",
    doc: "lets rope go from one cable over to another",
    details: "\
`sheave NAME between A.end and B.start` makes one rope of two `spline` cables whose ends are held at one place: what `travel` says has gone from A over to B, \
which are as much shorter and longer. A rope over several sheaves is a cable for each of its parts, and a sheave between each two. The parts are of one product: their mass for each length, axial stiffness or table, \
bending and torsional stiffness, with their branches, are the same, elements and fluids may differ. What holds the place feels both parts; where it is on a body, as on the block of a tackle, it moves with that.

Along the travel acts

    F = force - damping v - friction tanh(v / friction_speed)

with its rate v, beside the tensions of both parts, and `mass` is what turns with the sheave, as a mass at the rope: J / R^2, and that of the rope around it. So without friction both tensions are equal, but for what it takes to turn it. A `motor` drives it \
as a traction sheave, `stiction` and events `lock` and `release` are brakes on it, `limits` are stops: a splice that does not go through. All these are as for a prismatic [`joint`](#joint).

With `edge = { friction = 0.1 }` it does not turn: rope slides over it, as over a fairlead, with the friction of Euler and Eytelwein. Sliding, both tensions are as

    (T2 - rho v^2 (1 + e2)) / (T1 - rho v^2 (1 + e1)) = exp(friction * angle)

where rope is stretched by e1 and e2, v is the sheave's `rate`, and with the angle by which the rope turns there, which moves with it; below `speed` the exponent falls off as v / sqrt(v^2 + speed^2), so a rope that seems to be held creeps.

Its radius is nowhere: the rope turns at a point, and what moves along its rim is left out. So it is right where parts are long against the sheave. A wheel is a body on a joint, and `constraint: NAME.travel == 0.3 m * wheel.angle` turns it.

Elements of a cable share what is free of it evenly, and nodes go along: nothing can be fixed between the ends, as for a [`winch`](#winch), which may be at the other end of a part. A sheave needs `energy_momentum`, `midpoint` or `generalized_alpha`.",
    example: "\
model Lift {
  body car {
    mass = 500 kg
    shape = box([1, 1, 2] m)
  }
  body counterweight {
    mass = 450 kg
    shape = box([1, 0.2, 2] m)
  }
  cable car_side: spline(elements = 4) from car to world at [0, 0, 30] m {
    length = 25 m
    linear_density = 1.5 kg/m
    start = straight(direction = down)
  }
  cable weight_side: spline(elements = 4) from world at [0, 0, 30] m to counterweight {
    length = 5 m
    linear_density = 1.5 kg/m
  }
  sheave top between car_side.end and weight_side.start {
    mass = 20 kg
    motor = { rate = 1 m/s; effort = 3 kN }
  }
  record top.travel, top.rate, car_side.end.tension, weight_side.start.tension
}",
    named: true,
    fields: FIELDS,
    relations: RELATIONS,
    quantities: QUANTITIES,
    ..Kind::PLAIN
};

const FORCE: Always<Scalar> =
    default("force", scalar("N"), "0 N", "pulls rope from the first cable over to the second")
        .signal();
pub(super) const EDGE: Maybe<Block> = optional(
    "edge",
    block(&[EDGE_FRICTION.field, EDGE_SPEED.field]),
    "what the rope slides over with dry friction, in place of what turns with it",
);
pub(super) const EDGE_FRICTION: Always<Scalar> = required(
    "friction",
    scalar("1"),
    "its coefficient; of a groove, divided by the sine of half its angle",
)
.non_negative();
pub(super) const EDGE_SPEED: Always<Scalar> =
    default("speed", scalar("m/s"), "1e-3 m/s", "of sliding, below which friction falls off")
        .positive();
pub(super) const START: Maybe<Block> =
    optional("start", block(&[RATE.field]), "the rate at time 0");
pub(super) const RATE: Maybe<Scalar> =
    optional("rate", scalar("m/s"), "of the travel, at time 0; as the bodies start if not given");
/// It begins with nothing.
const NO_TRAVEL: Maybe<Scalar> = optional("travel", scalar("m"), "");

/// Its one coordinate, as those of joints.
pub(crate) const COORDINATES: &[CoordinateFields] = &[of_rope(&FORCE, &NO_TRAVEL, &RATE)];

const FIELDS: &[Field] = &[
    MASS.field,
    EDGE.field,
    FORCE.field,
    prismatic::DAMPING.field,
    prismatic::FRICTION.field,
    prismatic::FRICTION_SPEED.field,
    prismatic::DRIVE.field,
    prismatic::MOTOR.block.field,
    prismatic::LIMITS.block.field,
    prismatic::STICTION.block.field,
    LOCKED.field,
    START.field,
];

const RELATIONS: &[&[Relation]] = &[&[
    relation(RelationWord::Between, &[Target::CablePoint], "the end that rope comes from"),
    relation(RelationWord::And, &[Target::CablePoint], "the end that it goes to"),
]];

const QUANTITIES: &[Quantity] = &[
    quantity(
        "travel",
        Shape::Scalar,
        "m",
        Sensed::Joint(Coordinate, 0),
        "of rope, from the first cable to the second",
    ),
    quantity("rate", Shape::Scalar, "m/s", Sensed::Joint(Rate, 0), "of the travel"),
    quantity(
        "acceleration",
        Shape::Scalar,
        "m/s^2",
        Sensed::Joint(Acceleration, 0),
        "of the travel",
    ),
    quantity(
        "force",
        Shape::Scalar,
        "N",
        Sensed::Joint(Effort, 0),
        "along the travel, of all that acts on it but the rope",
    ),
];
