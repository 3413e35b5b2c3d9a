//! `spherical`: an attitude.

use cdl_graph::JointQuantity;

use crate::kinds::start::START_WEIGHT;
use crate::schema::build::{choice, optional, quantity};
use crate::schema::key::{Always, Attitude, Block, Maybe, Scalar, Vector, attitude, vector};
use crate::schema::{Quantity, Sensed, Shape, Variant};

use super::{ATTACHED, FORCE, TORQUE, damping, start_of, stiffness};

pub(super) const SPHERICAL: Variant = choice("spherical", "turns freely about a point", &[])
    .with_fields(&[STIFFNESS.field, DAMPING.field, START.field, ATTACHED.field])
    .with_quantities(QUANTITIES);

pub(in crate::kinds::joint) const STIFFNESS: Always<Scalar> =
    stiffness("stiffness", "N.m/rad", "0 N.m/rad");
pub(in crate::kinds::joint) const DAMPING: Always<Scalar> =
    damping("damping", "N.m.s/rad", "0 N.m.s/rad");
pub(super) const START: Maybe<Block> =
    start_of(&[ATTITUDE.field, ANGULAR_VELOCITY.field, START_WEIGHT.field]);

pub(in crate::kinds::joint) const ATTITUDE: Maybe<Attitude> =
    optional("attitude", attitude(), "of the `to` frame in the `from` frame; `level` if not given");
pub(in crate::kinds::joint) const ANGULAR_VELOCITY: Maybe<Vector> = optional(
    "angular_velocity",
    vector("rad/s"),
    "of the `to` frame relative to the `from` frame, in axes of the `to` frame; 0 if not given",
);

const QUANTITIES: &[Quantity] = &[
    quantity(
        "angular_velocity",
        Shape::Vector,
        "rad/s",
        Sensed::Joint(JointQuantity::Rate, 0),
        "of the `to` frame relative to the `from` frame, in axes of the `to` frame",
    ),
    FORCE,
    TORQUE,
];
