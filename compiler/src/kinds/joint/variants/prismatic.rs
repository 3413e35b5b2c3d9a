//! `prismatic`: one displacement.

use cdl_graph::JointQuantity::{self, Acceleration, Coordinate, Effort, Rate};

use crate::kinds::start::START_WEIGHT;
use crate::schema::build::{choice, default, quantity};
use crate::schema::key::{Always, Block, Maybe, Scalar, scalar};
use crate::schema::{Quantity, Sensed, Shape, Variant};

use super::blocks::{Limits, Motor, Stiction, Units};
use super::{
    ATTACHED, AXIS, CoordinateFields, FORCE_DOC, LOCKED, TORQUE, damping, drive, effort, friction,
    friction_speed, initial, reading, start_of, stiffness,
};

pub(super) const PRISMATIC: Variant = choice("prismatic", "slides along an axis", &[AXIS.field])
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

const STIFFNESS: Always<Scalar> = stiffness("stiffness", "N/m", "0 N/m");
const REST: Always<Scalar> =
    default("rest", scalar("m"), "0 m", "the displacement at which the spring is relaxed");
pub(crate) const DAMPING: Always<Scalar> = damping("damping", "N.s/m", "0 N.s/m");
pub(crate) const FRICTION: Always<Scalar> = friction("N", "0 N");
pub(crate) const FRICTION_SPEED: Always<Scalar> = friction_speed("m/s", "1e-3 m/s");
const EFFORT: Always<Scalar> = effort("force", "N", "0 N");
pub(crate) const DRIVE: Maybe<Scalar> = drive("drive", "m");
pub(super) const START: Maybe<Block> =
    start_of(&[DISPLACEMENT.field, RATE.field, START_WEIGHT.field]);

const DISPLACEMENT: Maybe<Scalar> = initial("displacement", "m");
const RATE: Maybe<Scalar> = initial("rate", "m/s");

pub(super) const COORDINATES: &[CoordinateFields] = &[CoordinateFields {
    stiffness: Some(&STIFFNESS),
    rest: Some(&REST),
    damping: &DAMPING,
    friction: Some(&FRICTION),
    friction_speed: Some(&FRICTION_SPEED),
    effort: Some(&EFFORT),
    drive: &DRIVE,
    start: &DISPLACEMENT,
    rate: &RATE,
    limits: Some(&LIMITS),
    stiction: Some(&STICTION),
    motor: Some(&MOTOR),
}];

struct Sliding;

impl Units for Sliding {
    const COORDINATE: &'static str = "m";
    const RATE: &'static str = "m/s";
    const ACCELERATION: &'static str = "m/s^2";
    const EFFORT: &'static str = "N";
    const STIFFNESS: &'static str = "N/m";
    const DAMPING: &'static str = "N.s/m";
    const NO_DAMPING: &'static str = "0 N.s/m";
    const SLOW: &'static str = "1e-3 m/s";
    const LEAST_RATE: &'static str = "1e-9 m/s";
    const LOWER: &'static str = "the smallest displacement without a stop";
    const UPPER: &'static str = "the largest displacement without a stop";
}

pub(crate) const LIMITS: Limits = Limits::new::<Sliding>();
pub(crate) const STICTION: Stiction = Stiction::new::<Sliding>();
pub(crate) const MOTOR: Motor = Motor::new::<Sliding>();

const QUANTITIES: &[Quantity] = &[
    reading("displacement", "m", Coordinate, 0, "along the axis"),
    reading("rate", "m/s", Rate, 0, "of the displacement"),
    reading("acceleration", "m/s^2", Acceleration, 0, "of the displacement"),
    reading(
        "force",
        "N",
        Effort,
        0,
        "of spring, damper, friction, effort and drive, on the `to` side",
    ),
    quantity("force_vector", Shape::Vector, "N", Sensed::Joint(JointQuantity::Force, 0), FORCE_DOC),
    TORQUE,
];
