//! `winch`: pays rope out and hauls it in.

use cdl_grammar::syntax::RelationWord;
use cdl_graph::JointQuantity::{Acceleration, Coordinate, Effort, Rate};

use super::drum::DRUM;
use crate::kinds::joint::{CoordinateFields, LOCKED, prismatic};
use crate::schema::build::{default, optional, quantity, relation};
use crate::schema::key::{Always, Block, Maybe, Scalar, block, scalar};
use crate::schema::{DrumQuantity, Field, Kind, KindId, Quantity, Relation, Sensed, Shape, Target};

pub(crate) static WINCH: Kind = Kind {
    id: KindId::Winch,
    name: "winch",
    doc: "pays rope out at an end of a cable, and hauls it in",
    details: "\
`winch NAME on CABLE.start` or `on CABLE.end` makes the free length of a `spline` cable a coordinate: what lies between both ends, unstretched. It \
begins with the cable's `length`, and grows when rope is paid out; where rope goes through the other end too, by another winch or a [`sheave`](#sheave), it counts what this one has paid out beyond that. Something must hold that end; rope goes through it, and beyond it belongs to nobody: it has neither weight nor \
inertia there, as if it came from a store without friction. Its product is that of the cable.

With a `drum = { radius = R0; stored = S; width = B; inertia = J }` the rest of the rope is on it, in layers: the square of the radius where rope leaves grows by `d^2 / (pi B packing)` for \
each metre that is stored, with the cable's diameter d. The drum turns with the rope, and so does what is stored on it. `radius`, `angle`, `angular_velocity`, `stored` and `torque` can be read then; a torque is given as `tension = 2 kN.m / NAME.radius`, or as the `effort` of a `motor`. Without `width` there is one layer. \
A run ends where the drum is empty, or where layers reach its `flange`.

Along the length L acts

    F = -tension - damping dL/dt - friction tanh((dL/dt) / friction_speed)

against the pull of the rope, and `mass` is what turns with the winch, as a mass at the rope: J / R^2. So `tension = 12 kN` keeps a pull, which with `damping` gives way by \
as much as it differs; both may be signals or numbers, and a tension that comes out negative is none, as rope is not pushed. A `drive` prescribes the length as a function of time instead, whatever it takes. A `motor = { rate = C; effort = A; power = P; acceleration = B }` keeps the speed at C, which is \
positive where it pays out, as far as its effort goes. `limits` are stops: a rope that is at its end, or a block that meets the winch. `stiction` is a brake that slips; events `lock` and `release` \
one that does not. All these are as for a prismatic [`joint`](#joint). A drum is a body on a joint, and `constraint: NAME.length == 40 m + 0.3 m * drum.angle` winds the rope on it.

`force` is what all these exert along the length, but not what a constraint on it does. Its opposite is the tension at that end, where rope neither stretches nor is bent by a clamp there. Otherwise it is `T + T^2 / 2 EA + M^2 / 2 EI`, as rope is stored straight \
and unstretched, less `rho v^2 ((1 + e)^2 - 1) / 2`, as rope that is stretched by e is faster; v is the winch's `rate`. The tension itself is `CABLE.start.tension`; what holds that end feels `T - rho v^2 (1 + e)` of it. \
Energy that rope takes along or brings is counted as work.

Elements of the cable share the free length evenly, and nodes go along: a place such as `CABLE.at(3 m)` is at that part of the length, and rope flows through it. So nothing can be fixed there, and no load acts \
between the ends; fluids act as on any spline, all that they do counts as work or as dissipated. Bending and stretch are damped by how they change in the elements, and not by what changes along these as rope flows through. A winch needs `energy_momentum`, `midpoint` or `generalized_alpha`.",
    example: "\
model Hoist {
  body load {
    mass = 50 kg
    shape = sphere(diameter = 30 cm)
  }
  cable rope: spline(elements = 4) from world at [0, 0, 20] m to load {
    length = 15 m
    linear_density = 2 kg/m
  }
  winch hoist on rope.start {
    drive = 15 m - 3 m * smoothstep(0 s, 4 s, time)
  }
  record hoist.length, hoist.force, rope.start.tension
}",
    named: true,
    fields: FIELDS,
    relations: RELATIONS,
    quantities: QUANTITIES,
    ..Kind::PLAIN
};

pub(super) const TENSION: Always<Scalar> =
    default("tension", scalar("N"), "0 N", "pulls rope in").non_negative().signal();
pub(crate) const MASS: Always<Scalar> =
    default("mass", scalar("kg"), "0 kg", "of what turns with it, at the rope: J / R^2")
        .non_negative();
pub(super) const START: Maybe<Block> =
    optional("start", block(&[RATE.field]), "the rate at time 0");
pub(super) const RATE: Maybe<Scalar> =
    optional("rate", scalar("m/s"), "of the length, at time 0; 0 if not given");
/// The cable says where it begins.
const NO_LENGTH: Maybe<Scalar> = optional("length", scalar("m"), "");

/// Its one coordinate, as those of joints.
pub(crate) const COORDINATES: &[CoordinateFields] = &[of_rope(&TENSION, &NO_LENGTH, &RATE)];

/// A coordinate that is a length of rope, with what gives its effort, its start and its rate there.
pub(crate) const fn of_rope(
    effort: &'static Always<Scalar>,
    start: &'static Maybe<Scalar>,
    rate: &'static Maybe<Scalar>,
) -> CoordinateFields {
    CoordinateFields {
        stiffness: None,
        rest: None,
        damping: &prismatic::DAMPING,
        friction: Some(&prismatic::FRICTION),
        friction_speed: Some(&prismatic::FRICTION_SPEED),
        effort: Some(effort),
        drive: &prismatic::DRIVE,
        start,
        rate,
        limits: Some(&prismatic::LIMITS),
        stiction: Some(&prismatic::STICTION),
        motor: Some(&prismatic::MOTOR),
    }
}

const FIELDS: &[Field] = &[
    prismatic::DRIVE.field,
    TENSION.field,
    MASS.field,
    DRUM.field,
    prismatic::DAMPING.field,
    prismatic::FRICTION.field,
    prismatic::FRICTION_SPEED.field,
    prismatic::MOTOR.block.field,
    prismatic::LIMITS.block.field,
    prismatic::STICTION.block.field,
    LOCKED.field,
    START.field,
];

const RELATIONS: &[&[Relation]] =
    &[&[relation(RelationWord::On, &[Target::CablePoint], "the end that rope goes through")]];

const QUANTITIES: &[Quantity] = &[
    quantity("length", Shape::Scalar, "m", Sensed::Joint(Coordinate, 0), "free and unstretched"),
    quantity("rate", Shape::Scalar, "m/s", Sensed::Joint(Rate, 0), "at which rope is paid out"),
    quantity(
        "acceleration",
        Shape::Scalar,
        "m/s^2",
        Sensed::Joint(Acceleration, 0),
        "of the length",
    ),
    quantity(
        "force",
        Shape::Scalar,
        "N",
        Sensed::Joint(Effort, 0),
        "along the length, of all that acts on it but the rope; what pulls in is negative",
    ),
    quantity(
        "stored",
        Shape::Scalar,
        "m",
        Sensed::Drum(DrumQuantity::Stored),
        "on the drum, unstretched",
    ),
    quantity(
        "radius",
        Shape::Scalar,
        "m",
        Sensed::Drum(DrumQuantity::Radius),
        "of the drum with its layers, where rope leaves it",
    ),
    quantity(
        "angle",
        Shape::Scalar,
        "rad",
        Sensed::Drum(DrumQuantity::Angle),
        "that the drum has turned since the start; positive where it pays out",
    ),
    quantity(
        "angular_velocity",
        Shape::Scalar,
        "rad/s",
        Sensed::Drum(DrumQuantity::AngularVelocity),
        "of the drum",
    ),
    quantity(
        "torque",
        Shape::Scalar,
        "N.m",
        Sensed::Drum(DrumQuantity::Torque),
        "`force` on the radius where rope leaves",
    ),
];
