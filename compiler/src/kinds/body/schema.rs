//! `body`: a rigid body.

use crate::kinds::start::START_WEIGHT;
use crate::schema::build::{choice, default, optional, quantity, required};
use crate::schema::{Alternatives, Field, Kind, KindId, Quantity, Shape, Type, Variant};

pub(crate) static BODY: Kind = Kind {
    id: KindId::Body,
    name: "body",
    doc: "a rigid body",
    details: "\
A body has axes of its own, whose origin may be anywhere; `centre_of_mass` and `shape` are given in them.

A body moves by the equations of motion unless `motion = prescribed(...)` says how it moves:

    m a = F                      (a of the centre of mass)
    I dw/dt + w x (I w) = M      (about the centre of mass)

It must then be held by a joint or a cable (`joint NAME: free from world to BODY` lets it fly) and needs \
a mass: its own, or that of its `shape` filled with `density` or `material`. Where `inertia` is not given it \
follows from the shape with the mass spread evenly over it. `centre_of_mass` is by default the origin, \
or the centre of the shape.

`start` matters for bodies that are free or hang on a cable; everything else starts where its joints put it.",
    example: "\
model Crate {
  body crate {
    mass = 800 kg
    shape = box([1.2, 1.2, 1] m)
    start = { position = [0, 0, 3] m; velocity = [1, 0, 0] m/s }
    frame eye at [0, 0, 0.5] m
  }
  joint crate_free: free from world to crate
  record crate.position, crate.eye.velocity
}",
    named: true,
    fields: FIELDS,
    nested: &[KindId::Frame],
    quantities: MOTION_QUANTITIES,
    alternatives: Some(Alternatives {
        groups: &[&["mass", "density"], &["density", "material"]],
        one_needed: false,
    }),
    ..Kind::PLAIN
};

const FIELDS: &[Field] = &[
    optional("mass", Type::Scalar("kg"), "of the whole body").positive(),
    optional(
        "inertia",
        Type::Matrix("kg.m^2"),
        "moments of inertia about the centre of mass, body axes; products of inertia with the sign \
         of the matrix elements",
    ),
    optional("centre_of_mass", Type::Vector("m"), "in body axes; by default the shape's centre"),
    optional("density", Type::Scalar("kg/m^3"), "mass per volume of the shape").positive(),
    optional("material", Type::Reference(&[KindId::Material]), "where the density comes from"),
    optional(
        "shape",
        Type::Variant(SHAPES),
        "for pictures, and for mass and inertia where these are not given",
    ),
    optional("motion", Type::Variant(MOTIONS), "how it moves, if not by the equations of motion"),
    optional(
        "start",
        Type::Struct(START),
        "place and velocity at time 0, for bodies that are free or hang on a cable",
    ),
];

const SHAPES: &[Variant] = &[
    choice(
        "box",
        "a cuboid along the body's axes",
        &[
            required("size", Type::Vector("m"), "edge lengths along x, y and z"),
            default("centre", Type::Vector("m"), "[0, 0, 0] m", "in body axes"),
        ],
    ),
    choice(
        "sphere",
        "a solid sphere",
        &[
            required("diameter", Type::Scalar("m"), "of the sphere").positive(),
            default("centre", Type::Vector("m"), "[0, 0, 0] m", "in body axes"),
        ],
    ),
    choice(
        "cylinder",
        "a solid circular cylinder",
        &[
            required("diameter", Type::Scalar("m"), "of the cylinder").positive(),
            required("start", Type::Vector("m"), "centre of one end, in body axes"),
            required("end", Type::Vector("m"), "centre of the other end, in body axes"),
        ],
    ),
];

const MOTIONS: &[Variant] = &[choice(
    "prescribed",
    "moves as functions of time say, whatever acts on it",
    &[
        required(
            "position",
            Type::Vector("m"),
            "of the body's origin, world axes; twice differentiable in time",
        )
        .signal(),
        default("attitude", Type::Attitude, "level", "from body axes to world axes").signal(),
    ],
)];

const START: &[Field] = &[
    optional(
        "position",
        Type::Vector("m"),
        "of the body's origin, world axes; by default where cables or the origin put it",
    ),
    optional("attitude", Type::Attitude, "from body axes to world axes; `level` if not given"),
    optional("velocity", Type::Vector("m/s"), "of the body's origin, world axes; 0 if not given"),
    optional("angular_velocity", Type::Vector("rad/s"), "world axes; 0 if not given"),
    START_WEIGHT,
];

/// Of a body's own axes or of a frame; all in world axes.
pub(crate) const MOTION_QUANTITIES: &[Quantity] = &[
    quantity("position", Shape::Vector, "m", "of the origin, world axes"),
    quantity(
        "attitude",
        Shape::Attitude,
        "1",
        "unit quaternion (w, x, y, z) that turns components in its axes into world components",
    ),
    quantity("velocity", Shape::Vector, "m/s", "of the origin, world axes"),
    quantity("angular_velocity", Shape::Vector, "rad/s", "world axes"),
    quantity("acceleration", Shape::Vector, "m/s^2", "of the origin, world axes"),
    quantity("angular_acceleration", Shape::Vector, "rad/s^2", "world axes"),
];
