//! What resists being twisted: `torsion` of a spline.

use cdl_graph as graph;

use super::branches::{SECTION_TIMES, relaxing};
use crate::lower::{Fields, Lowered};
use crate::schema::Field;
use crate::schema::build::{default, optional, required};
use crate::schema::key::{Always, Block, Many, Maybe, Scalar, block, list, scalar};

pub(super) const TORSION: Maybe<Block> = optional(
    "torsion",
    block(TORSION_FIELDS),
    "resistance to twisting; without it there is none. Both ends have to be clamped",
);
const TORSION_STIFFNESS: Always<Scalar> = required(
    "stiffness",
    scalar("N.m^2"),
    "torque per twist by length, GJ; 0 only where there are branches",
)
.non_negative();
const TORSION_DAMPING: Always<Scalar> =
    default("damping", scalar("N.m^2.s"), "0 N.m^2.s", "torque per rate of that").non_negative();
pub(super) const TORSION_BRANCHES: Maybe<Many> =
    optional("branches", list("N.m^2"), "torque per twist by length of what relaxes beside it")
        .non_negative();
const TORSION_TWIST: Always<Scalar> = default(
    "twist",
    scalar("rad"),
    "0 rad",
    "by which the end is turned at time 0 against the untwisted cable, to the right about it; whole turns count",
);

const TORSION_FIELDS: &[Field] = &[
    TORSION_STIFFNESS.field,
    TORSION_DAMPING.field,
    TORSION_BRANCHES.field,
    SECTION_TIMES.field,
    TORSION_TWIST.field,
];

/// Of a spline.
pub(super) fn torsion(
    fields: Fields<'_>,
    discretization: &graph::Discretization,
) -> Lowered<Option<graph::Torsion>> {
    let graph::Discretization::Spline { .. } = discretization else { return Ok(None) };
    let Some(given) = fields.given(&TORSION) else { return Ok(None) };
    Ok(Some(graph::Torsion {
        stiffness: given.value(&TORSION_STIFFNESS)?,
        damping: given.value(&TORSION_DAMPING)?,
        branches: relaxing(given, &TORSION_BRANCHES),
        turned: given.value(&TORSION_TWIST)?,
    }))
}
