//! `planar`: two displacements and an angle.

use cdl_graph::JointQuantity::{Coordinate, Rate};

use crate::kinds::start::START_WEIGHT;
use crate::schema::build::{choice, optional, required};
use crate::schema::key::{Always, Block, Maybe, Scalar, Vector, direction};
use crate::schema::{Quantity, Variant};

use super::{
    ATTACHED, CoordinateFields, FORCE, LOCKED, TORQUE, damping, drive, initial, reading, start_of,
};

pub(super) const PLANAR: Variant =
    choice("planar", "slides in a plane and turns about its normal", &[NORMAL.field, FIRST.field])
        .with_fields(&[
            DAMPING.field,
            TURNING_DAMPING.field,
            X_DRIVE.field,
            Y_DRIVE.field,
            ANGLE_DRIVE.field,
            START.field,
            ATTACHED.field,
            LOCKED.field,
        ])
        .with_quantities(QUANTITIES);

pub(in crate::kinds::joint) const NORMAL: Always<Vector> =
    required("normal", direction(), "of the plane");
pub(in crate::kinds::joint) const FIRST: Maybe<Vector> = optional(
    "first",
    direction(),
    "the direction of the coordinate x in the plane; by default the axis x, or y if the \
     normal is closer to x; y is normal x first",
);

const DAMPING: Always<Scalar> = damping("damping", "N.s/m", "0 N.s/m");
const TURNING_DAMPING: Always<Scalar> = damping("turning_damping", "N.m.s/rad", "0 N.m.s/rad");
const X_DRIVE: Maybe<Scalar> = drive("drive_x", "m");
const Y_DRIVE: Maybe<Scalar> = drive("drive_y", "m");
const ANGLE_DRIVE: Maybe<Scalar> = drive("drive_angle", "rad");
pub(super) const START: Maybe<Block> = start_of(&[
    X.field,
    Y.field,
    ANGLE.field,
    X_RATE.field,
    Y_RATE.field,
    RATE.field,
    START_WEIGHT.field,
]);

const X: Maybe<Scalar> = initial("x", "m");
const Y: Maybe<Scalar> = initial("y", "m");
const ANGLE: Maybe<Scalar> = initial("angle", "rad");
const X_RATE: Maybe<Scalar> = initial("x_rate", "m/s");
const Y_RATE: Maybe<Scalar> = initial("y_rate", "m/s");
const RATE: Maybe<Scalar> = initial("rate", "rad/s");

pub(super) const COORDINATES: &[CoordinateFields] = &[
    CoordinateFields {
        stiffness: None,
        rest: None,
        damping: &DAMPING,
        friction: None,
        friction_speed: None,
        effort: None,
        drive: &X_DRIVE,
        start: &X,
        rate: &X_RATE,
        limits: None,
        stiction: None,
        motor: None,
    },
    CoordinateFields {
        stiffness: None,
        rest: None,
        damping: &DAMPING,
        friction: None,
        friction_speed: None,
        effort: None,
        drive: &Y_DRIVE,
        start: &Y,
        rate: &Y_RATE,
        limits: None,
        stiction: None,
        motor: None,
    },
    CoordinateFields {
        stiffness: None,
        rest: None,
        damping: &TURNING_DAMPING,
        friction: None,
        friction_speed: None,
        effort: None,
        drive: &ANGLE_DRIVE,
        start: &ANGLE,
        rate: &RATE,
        limits: None,
        stiction: None,
        motor: None,
    },
];

const QUANTITIES: &[Quantity] = &[
    reading("x", "m", Coordinate, 0, "along `first`"),
    reading("y", "m", Coordinate, 1, "along `normal` x `first`"),
    reading("angle", "rad", Coordinate, 2, "right-handed about the normal"),
    reading("x_rate", "m/s", Rate, 0, "of x"),
    reading("y_rate", "m/s", Rate, 1, "of y"),
    reading("rate", "rad/s", Rate, 2, "of the angle"),
    FORCE,
    TORQUE,
];
