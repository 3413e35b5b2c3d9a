//! `universal`: two angles.

use cdl_graph::JointQuantity::{Coordinate, Rate};

use crate::kinds::start::START_WEIGHT;
use crate::schema::build::{choice, required};
use crate::schema::key::{Always, Block, Maybe, Scalar, Vector, direction};
use crate::schema::{Quantity, Variant};

use super::{
    ATTACHED, CoordinateFields, FORCE, LOCKED, TORQUE, damping, drive, effort, friction,
    friction_speed, initial, reading, start_of, stiffness,
};

pub(super) const UNIVERSAL: Variant = choice(
    "universal",
    "turns about a first axis fixed in `from`, then about a second one fixed in `to`",
    &[FIRST_AXIS.field, SECOND_AXIS.field],
)
.with_fields(&[
    STIFFNESS.field,
    DAMPING.field,
    FRICTION.field,
    FRICTION_SPEED.field,
    FIRST_EFFORT.field,
    SECOND_EFFORT.field,
    FIRST_DRIVE.field,
    SECOND_DRIVE.field,
    START.field,
    ATTACHED.field,
    LOCKED.field,
])
.with_quantities(QUANTITIES);

pub(in crate::kinds::joint) const FIRST_AXIS: Always<Vector> =
    required("first", direction(), "the axis fixed in the `from` frame");
pub(in crate::kinds::joint) const SECOND_AXIS: Always<Vector> =
    required("second", direction(), "the axis fixed in the `to` frame; not parallel to the first");

const STIFFNESS: Always<Scalar> = stiffness("stiffness", "N.m/rad", "0 N.m/rad");
const DAMPING: Always<Scalar> = damping("damping", "N.m.s/rad", "0 N.m.s/rad");
const FRICTION: Always<Scalar> = friction("N.m", "0 N.m");
const FRICTION_SPEED: Always<Scalar> = friction_speed("rad/s", "1e-3 rad/s");
const FIRST_EFFORT: Always<Scalar> = effort("torque_first", "N.m", "0 N.m");
const SECOND_EFFORT: Always<Scalar> = effort("torque_second", "N.m", "0 N.m");
const FIRST_DRIVE: Maybe<Scalar> = drive("drive_first", "rad");
const SECOND_DRIVE: Maybe<Scalar> = drive("drive_second", "rad");
pub(super) const START: Maybe<Block> =
    start_of(&[FIRST.field, SECOND.field, FIRST_RATE.field, SECOND_RATE.field, START_WEIGHT.field]);

const FIRST: Maybe<Scalar> = initial("first", "rad");
const SECOND: Maybe<Scalar> = initial("second", "rad");
const FIRST_RATE: Maybe<Scalar> = initial("first_rate", "rad/s");
const SECOND_RATE: Maybe<Scalar> = initial("second_rate", "rad/s");

pub(super) const COORDINATES: &[CoordinateFields] = &[
    CoordinateFields {
        stiffness: Some(&STIFFNESS),
        rest: None,
        damping: &DAMPING,
        friction: Some(&FRICTION),
        friction_speed: Some(&FRICTION_SPEED),
        effort: Some(&FIRST_EFFORT),
        drive: &FIRST_DRIVE,
        start: &FIRST,
        rate: &FIRST_RATE,
        limits: None,
        stiction: None,
        motor: None,
    },
    CoordinateFields {
        stiffness: Some(&STIFFNESS),
        rest: None,
        damping: &DAMPING,
        friction: Some(&FRICTION),
        friction_speed: Some(&FRICTION_SPEED),
        effort: Some(&SECOND_EFFORT),
        drive: &SECOND_DRIVE,
        start: &SECOND,
        rate: &SECOND_RATE,
        limits: None,
        stiction: None,
        motor: None,
    },
];

const QUANTITIES: &[Quantity] = &[
    reading("first", "rad", Coordinate, 0, "angle about the first axis"),
    reading("second", "rad", Coordinate, 1, "angle about the second axis"),
    reading("first_rate", "rad/s", Rate, 0, "of the first angle"),
    reading("second_rate", "rad/s", Rate, 1, "of the second angle"),
    FORCE,
    TORQUE,
];
