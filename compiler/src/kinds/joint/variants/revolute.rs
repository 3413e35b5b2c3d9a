//! `revolute`: one angle.

use cdl_graph::JointQuantity::{self, Acceleration, Coordinate, Effort, Rate};

use crate::kinds::start::START_WEIGHT;
use crate::schema::build::{choice, default, quantity};
use crate::schema::key::{Always, Block, Maybe, Scalar, scalar};
use crate::schema::{Quantity, Sensed, Shape, Variant};

use super::blocks::{Limits, Motor, Stiction, Units};
use super::{
    ATTACHED, AXIS, CoordinateFields, FORCE, LOCKED, TORQUE_DOC, damping, drive, effort, friction,
    friction_speed, initial, reading, start_of, stiffness,
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
        MOTOR.block.field,
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
    motor: Some(&MOTOR),
}];

struct Turning;

impl Units for Turning {
    const COORDINATE: &'static str = "rad";
    const RATE: &'static str = "rad/s";
    const ACCELERATION: &'static str = "rad/s^2";
    const EFFORT: &'static str = "N.m";
    const STIFFNESS: &'static str = "N.m/rad";
    const DAMPING: &'static str = "N.m.s/rad";
    const NO_DAMPING: &'static str = "0 N.m.s/rad";
    const SLOW: &'static str = "1e-3 rad/s";
    const LEAST_RATE: &'static str = "1e-9 rad/s";
    const LOWER: &'static str = "the smallest angle without a stop";
    const UPPER: &'static str = "the largest angle without a stop";
}

const LIMITS: Limits = Limits::new::<Turning>();
const STICTION: Stiction = Stiction::new::<Turning>();
const MOTOR: Motor = Motor::new::<Turning>();

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
