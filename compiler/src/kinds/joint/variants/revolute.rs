//! `revolute`: one angle.

use cdl_graph::JointQuantity::{self, Acceleration, Coordinate, Effort, Rate};

use crate::kinds::start::START_WEIGHT;
use crate::schema::build::{choice, default, quantity};
use crate::schema::key::{Always, Block, Maybe, Scalar, scalar};
use crate::schema::{Quantity, Sensed, Shape, Variant};

use super::{
    ATTACHED, AXIS, CoordinateFields, FORCE, LOCKED, Limits, Stiction, TORQUE_DOC, damping, drive,
    effort, friction, friction_speed, initial, kinetic, limit, limits, reading, rest_speed,
    restitution, start_of, stiction_limit, stiction_speed, stiffness, stop_damping, stop_stiffness,
};

pub(super) const REVOLUTE: Variant = choice("revolute", "turns about an axis", &[AXIS.field])
    .with_fields(&[
        STIFFNESS.field,
        REST.field,
        DAMPING.field,
        FRICTION.field,
        FRICTION_SPEED.field,
        EFFORT.field,
        DRIVE.field,
        LIMITS.block.field,
        START.field,
        STICTION.block.field,
        ATTACHED.field,
        LOCKED.field,
    ])
    .with_quantities(QUANTITIES);

const STIFFNESS: Always<Scalar> = stiffness("stiffness", "N.m/rad", "0 N.m/rad");
const REST: Always<Scalar> =
    default("rest", scalar("rad"), "0 rad", "the angle at which the spring is relaxed");
const DAMPING: Always<Scalar> = damping("damping", "N.m.s/rad", "0 N.m.s/rad");
const FRICTION: Always<Scalar> = friction("N.m", "0 N.m");
const FRICTION_SPEED: Always<Scalar> = friction_speed("rad/s", "1e-3 rad/s");
const EFFORT: Always<Scalar> = effort("torque", "N.m", "0 N.m");
const DRIVE: Maybe<Scalar> = drive("drive", "rad");
pub(super) const START: Maybe<Block> = start_of(&[ANGLE.field, RATE.field, START_WEIGHT.field]);

const ANGLE: Maybe<Scalar> = initial("angle", "rad");
const RATE: Maybe<Scalar> = initial("rate", "rad/s");

pub(super) const COORDINATES: &[CoordinateFields] = &[CoordinateFields {
    stiffness: Some(&STIFFNESS),
    rest: Some(&REST),
    damping: &DAMPING,
    friction: Some(&FRICTION),
    friction_speed: Some(&FRICTION_SPEED),
    effort: Some(&EFFORT),
    drive: &DRIVE,
    start: &ANGLE,
    rate: &RATE,
    limits: Some(&LIMITS),
    stiction: Some(&STICTION),
}];

const LIMITS: Limits = Limits {
    block: limits(&[
        LOWER.field,
        UPPER.field,
        STOP_STIFFNESS.field,
        STOP_DAMPING.field,
        RESTITUTION.field,
        REST_SPEED.field,
    ]),
    lower: LOWER,
    upper: UPPER,
    stiffness: STOP_STIFFNESS,
    damping: STOP_DAMPING,
    restitution: RESTITUTION,
    rest: REST_SPEED,
};
const RESTITUTION: Maybe<Scalar> = restitution();
const REST_SPEED: Always<Scalar> = rest_speed("rad/s", "1e-3 rad/s");
const STICTION: Stiction = Stiction::new(
    &[
        stiction_limit("N.m").field,
        kinetic("N.m").field,
        stiction_speed("rad/s", "1e-9 rad/s").field,
    ],
    ["N.m", "rad/s"],
    "1e-9 rad/s",
);
const LOWER: Maybe<Scalar> = limit("lower", "rad", "the smallest angle without a stop");
const UPPER: Maybe<Scalar> = limit("upper", "rad", "the largest angle without a stop");
const STOP_STIFFNESS: Maybe<Scalar> = stop_stiffness("N.m/rad");
const STOP_DAMPING: Always<Scalar> = stop_damping("N.m.s/rad", "0 N.m.s/rad");

const QUANTITIES: &[Quantity] = &[
    reading("angle", "rad", Coordinate, 0, "right-handed about the axis"),
    reading("rate", "rad/s", Rate, 0, "of the angle"),
    reading("acceleration", "rad/s^2", Acceleration, 0, "of the angle"),
    reading(
        "torque",
        "N.m",
        Effort,
        0,
        "of spring, damper, friction, effort and drive, on the `to` side",
    ),
    FORCE,
    quantity(
        "torque_vector",
        Shape::Vector,
        "N.m",
        Sensed::Joint(JointQuantity::Torque, 0),
        TORQUE_DOC,
    ),
];
