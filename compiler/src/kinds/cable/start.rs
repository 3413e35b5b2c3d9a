//! The shape of a cable at time 0: `start`.

use cdl_graph::{CableEnd, CableStart};

use crate::lower::{Fields, Lowered, Lowering};
use crate::schema::Variant;
use crate::schema::build::{choice, default, optional};
use crate::schema::key::{Always, Maybe, OneOf, Vector, choices, direction, one_of, vector};

pub(super) const START: Maybe<OneOf<StartShape>> = optional(
    "start",
    one_of(),
    "its shape at time 0; by default straight on from a clamp if the other end is not placed, \
         `straight` down from the held end if the other is free, from the world's origin if both are, else `hanging`",
);

const STRAIGHT_DIRECTION: Maybe<Vector> = optional(
    "direction",
    direction(),
    "world axes; by default from one end to the other where both are held, else down",
);
const STRAIGHT_ANGULAR_VELOCITY: Always<Vector> = default(
    "angular_velocity",
    vector("rad/s"),
    "[0, 0, 0] rad/s",
    "of the whole line about the held end, world axes",
);
const ARC_TOWARDS: Always<Vector> =
    default("towards", direction(), "down", "the side to which it bulges, world axes");

const STRAIGHT: Variant = choice(
    "straight",
    "a straight line from the held end; where both ends are held, from start to end",
    &[STRAIGHT_DIRECTION.field, STRAIGHT_ANGULAR_VELOCITY.field],
);
const HANGING: Variant = choice(
    "hanging",
    "at rest under its weight between its two ends, stretched as far as it is elastic; without a second end straight down, with the weight of a body that it carries",
    &[],
);
const CATENARY: Variant = choice("catenary", "the same as `hanging`", &[]);
const ARC: Variant = choice("arc", "a circular arc between its two ends", &[ARC_TOWARDS.field]);

choices! {
    /// What a cable looks like at time 0.
    StartShape {
        Straight = STRAIGHT,
        Hanging = HANGING,
        Catenary = CATENARY,
        Arc = ARC,
    }
}

impl Lowering<'_> {
    pub(super) fn cable_start(
        &mut self,
        fields: Fields<'_>,
        ends: [CableEnd; 2],
    ) -> Lowered<CableStart> {
        Ok(match fields.given(&START) {
            Some((StartShape::Straight, given)) => CableStart::Straight {
                direction: given.given(&STRAIGHT_DIRECTION),
                angular_velocity: given.value(&STRAIGHT_ANGULAR_VELOCITY)?,
            },
            Some((StartShape::Arc, given)) => {
                CableStart::Arc { towards: given.value(&ARC_TOWARDS)? }
            }
            Some((StartShape::Hanging | StartShape::Catenary, _)) => CableStart::Hanging,
            None if ends.iter().any(|end| matches!(end, CableEnd::Clamped { .. })) => {
                CableStart::Onward
            }
            None if ends.iter().any(CableEnd::is_free) => {
                let angular_velocity = [self.constant(0.0); 3];
                CableStart::Straight { direction: None, angular_velocity }
            }
            None => CableStart::Hanging,
        })
    }
}
