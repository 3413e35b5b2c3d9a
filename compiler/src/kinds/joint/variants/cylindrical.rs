//! `cylindrical`: an angle and a displacement.

use cdl_graph::JointQuantity::{Coordinate, Rate};

use crate::kinds::start::START_WEIGHT;
use crate::schema::build::choice;
use crate::schema::key::{Always, Block, Maybe, Scalar};
use crate::schema::{Quantity, Variant};

use super::{
    ATTACHED, AXIS, CoordinateFields, FORCE, LOCKED, TORQUE, damping, drive, effort, initial,
    reading, start_of, stiffness,
};

pub(super) const CYLINDRICAL: Variant =
    choice("cylindrical", "turns about an axis and slides along it", &[AXIS.field])
        .with_fields(&[
            STIFFNESS.field,
            SLIDING_STIFFNESS.field,
            DAMPING.field,
            SLIDING_DAMPING.field,
            TURNING_EFFORT.field,
            SLIDING_EFFORT.field,
            ANGLE_DRIVE.field,
            DISPLACEMENT_DRIVE.field,
            START.field,
            ATTACHED.field,
            LOCKED.field,
        ])
        .with_quantities(QUANTITIES);

const STIFFNESS: Always<Scalar> = stiffness("stiffness", "N.m/rad", "0 N.m/rad");
const SLIDING_STIFFNESS: Always<Scalar> = stiffness("sliding_stiffness", "N/m", "0 N/m");
const DAMPING: Always<Scalar> = damping("damping", "N.m.s/rad", "0 N.m.s/rad");
const SLIDING_DAMPING: Always<Scalar> = damping("sliding_damping", "N.s/m", "0 N.s/m");
const TURNING_EFFORT: Always<Scalar> = effort("torque", "N.m", "0 N.m");
const SLIDING_EFFORT: Always<Scalar> = effort("force", "N", "0 N");
const ANGLE_DRIVE: Maybe<Scalar> = drive("drive_angle", "rad");
const DISPLACEMENT_DRIVE: Maybe<Scalar> = drive("drive_displacement", "m");
pub(super) const START: Maybe<Block> =
    start_of(&[ANGLE.field, DISPLACEMENT.field, RATE.field, SPEED.field, START_WEIGHT.field]);

const ANGLE: Maybe<Scalar> = initial("angle", "rad");
const DISPLACEMENT: Maybe<Scalar> = initial("displacement", "m");
const RATE: Maybe<Scalar> = initial("rate", "rad/s");
const SPEED: Maybe<Scalar> = initial("speed", "m/s");

pub(super) const COORDINATES: &[CoordinateFields] = &[
    CoordinateFields {
        stiffness: Some(&STIFFNESS),
        rest: None,
        damping: &DAMPING,
        friction: None,
        friction_speed: None,
        effort: Some(&TURNING_EFFORT),
        drive: &ANGLE_DRIVE,
        start: &ANGLE,
        rate: &RATE,
        limits: None,
        stiction: None,
        motor: None,
    },
    CoordinateFields {
        stiffness: Some(&SLIDING_STIFFNESS),
        rest: None,
        damping: &SLIDING_DAMPING,
        friction: None,
        friction_speed: None,
        effort: Some(&SLIDING_EFFORT),
        drive: &DISPLACEMENT_DRIVE,
        start: &DISPLACEMENT,
        rate: &SPEED,
        limits: None,
        stiction: None,
        motor: None,
    },
];

const QUANTITIES: &[Quantity] = &[
    reading("angle", "rad", Coordinate, 0, "right-handed about the axis"),
    reading("displacement", "m", Coordinate, 1, "along the axis"),
    reading("rate", "rad/s", Rate, 0, "of the angle"),
    reading("speed", "m/s", Rate, 1, "of the displacement"),
    FORCE,
    TORQUE,
];
