//! `body`: a rigid body.

use cdl_graph::FrameQuantity;

use crate::kinds::start::START_WEIGHT;
use crate::schema::build::{choice, default, optional, quantity, required};
use crate::schema::key::{
    Always, Attitude, Block, Matrix, Maybe, OneOf, Reference, Scalar, Vector, attitude, block,
    choices, matrix, one_of, reference, scalar, vector,
};
use crate::schema::{
    Alternatives, AttitudeAngle, Beside, Field, Kind, KindId, Quantity, Sensed,
    Shape as QuantityShape, Variant,
};

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
    beside: &[Beside { field: "motion", senseless: &["start"] }],
    ..Kind::PLAIN
};

pub(super) const MASS: Maybe<Scalar> =
    optional("mass", scalar("kg"), "of the whole body").positive();
pub(super) const INERTIA: Maybe<Matrix> = optional(
    "inertia",
    matrix("kg.m^2"),
    "moments of inertia about the centre of mass, body axes; products of inertia with the sign \
         of the matrix elements",
);
pub(super) const CENTRE_OF_MASS: Maybe<Vector> =
    optional("centre_of_mass", vector("m"), "in body axes; by default the shape's centre");
pub(super) const DENSITY: Maybe<Scalar> =
    optional("density", scalar("kg/m^3"), "mass per volume of the shape").positive();
pub(super) const MATERIAL: Maybe<Reference> =
    optional("material", reference(&[KindId::Material]), "where the density comes from");
pub(super) const SHAPE: Maybe<OneOf<Shape>> =
    optional("shape", one_of(), "for pictures, and for mass and inertia where these are not given");
pub(super) const MOTION: Maybe<OneOf<MotionLaw>> =
    optional("motion", one_of(), "how it moves, if not by the equations of motion");
pub(super) const START: Maybe<Block> = optional(
    "start",
    block(START_FIELDS),
    "place and velocity at time 0, for bodies that are free or hang on a cable",
);

const FIELDS: &[Field] = &[
    MASS.field,
    INERTIA.field,
    CENTRE_OF_MASS.field,
    DENSITY.field,
    MATERIAL.field,
    SHAPE.field,
    MOTION.field,
    START.field,
];

pub(super) const BOX_SIZE: Always<Vector> =
    required("size", vector("m"), "edge lengths along x, y and z");
pub(super) const BOX_CENTRE: Always<Vector> =
    default("centre", vector("m"), "[0, 0, 0] m", "in body axes");
pub(super) const SPHERE_DIAMETER: Always<Scalar> =
    required("diameter", scalar("m"), "of the sphere").positive();
pub(super) const SPHERE_CENTRE: Always<Vector> =
    default("centre", vector("m"), "[0, 0, 0] m", "in body axes");
pub(super) const CYLINDER_DIAMETER: Always<Scalar> =
    required("diameter", scalar("m"), "of the cylinder").positive();
pub(super) const CYLINDER_START: Always<Vector> =
    required("start", vector("m"), "centre of one end, in body axes");
pub(super) const CYLINDER_END: Always<Vector> =
    required("end", vector("m"), "centre of the other end, in body axes");

const BOX: Variant =
    choice("box", "a cuboid along the body's axes", &[BOX_SIZE.field, BOX_CENTRE.field]);
const SPHERE: Variant =
    choice("sphere", "a solid sphere", &[SPHERE_DIAMETER.field, SPHERE_CENTRE.field]);
const CYLINDER: Variant = choice(
    "cylinder",
    "a solid circular cylinder",
    &[CYLINDER_DIAMETER.field, CYLINDER_START.field, CYLINDER_END.field],
);

choices! {
    /// What a body looks like.
    Shape {
        Box = BOX,
        Sphere = SPHERE,
        Cylinder = CYLINDER,
    }
}

pub(super) const PRESCRIBED_POSITION: Always<Vector> = required(
    "position",
    vector("m"),
    "of the body's origin, world axes; twice differentiable in time",
)
.signal();
pub(super) const PRESCRIBED_ATTITUDE: Always<Attitude> =
    default("attitude", attitude(), "level", "from body axes to world axes").signal();

const PRESCRIBED: Variant = choice(
    "prescribed",
    "moves as functions of time say, whatever acts on it",
    &[PRESCRIBED_POSITION.field, PRESCRIBED_ATTITUDE.field],
);

choices! {
    /// What moves a body in place of the equations of motion.
    MotionLaw {
        Prescribed = PRESCRIBED,
    }
}

pub(super) const START_POSITION: Maybe<Vector> = optional(
    "position",
    vector("m"),
    "of the body's origin, world axes; by default where cables or the origin put it",
);
pub(super) const START_ATTITUDE: Maybe<Attitude> =
    optional("attitude", attitude(), "from body axes to world axes; `level` if not given");
pub(super) const START_VELOCITY: Maybe<Vector> =
    optional("velocity", vector("m/s"), "of the body's origin, world axes; 0 if not given");
pub(super) const START_ANGULAR_VELOCITY: Maybe<Vector> =
    optional("angular_velocity", vector("rad/s"), "world axes; 0 if not given");

const START_FIELDS: &[Field] = &[
    START_POSITION.field,
    START_ATTITUDE.field,
    START_VELOCITY.field,
    START_ANGULAR_VELOCITY.field,
    START_WEIGHT.field,
];

/// Of a body's own axes or of a frame; all in world axes.
pub(crate) const MOTION_QUANTITIES: &[Quantity] = &[
    quantity(
        "position",
        QuantityShape::Vector,
        "m",
        Sensed::Frame(FrameQuantity::Position),
        "of the origin, world axes",
    ),
    quantity(
        "attitude",
        QuantityShape::Attitude,
        "1",
        Sensed::Frame(FrameQuantity::Attitude),
        "unit quaternion (w, x, y, z) that turns components in its axes into world components",
    ),
    quantity(
        "roll",
        QuantityShape::Scalar,
        "rad",
        Sensed::AttitudeAngle(AttitudeAngle::Roll),
        "the last turn of the attitude `euler(roll, pitch, yaw)`, about its own x axis; from -180 deg to 180 deg",
    ),
    quantity(
        "pitch",
        QuantityShape::Scalar,
        "rad",
        Sensed::AttitudeAngle(AttitudeAngle::Pitch),
        "the second turn, about the y axis as the yaw has turned it: positive with the x axis down; from -90 deg to 90 deg, and there nothing tells roll from yaw",
    ),
    quantity(
        "yaw",
        QuantityShape::Scalar,
        "rad",
        Sensed::AttitudeAngle(AttitudeAngle::Yaw),
        "the first turn, about the world's z axis, which is up; from -180 deg to 180 deg",
    ),
    quantity(
        "velocity",
        QuantityShape::Vector,
        "m/s",
        Sensed::Frame(FrameQuantity::Velocity),
        "of the origin, world axes",
    ),
    quantity(
        "angular_velocity",
        QuantityShape::Vector,
        "rad/s",
        Sensed::Frame(FrameQuantity::AngularVelocity),
        "world axes",
    ),
    quantity(
        "acceleration",
        QuantityShape::Vector,
        "m/s^2",
        Sensed::Frame(FrameQuantity::Acceleration),
        "of the origin, world axes",
    ),
    quantity(
        "angular_acceleration",
        QuantityShape::Vector,
        "rad/s^2",
        Sensed::Frame(FrameQuantity::AngularAcceleration),
        "world axes",
    ),
];
