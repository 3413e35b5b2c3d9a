//! Blocks of one coordinate, whatever its units: `limits`, `stiction` and `motor`.

use std::marker::PhantomData;

use crate::schema::Field;
use crate::schema::build::{default, optional, required};
use crate::schema::key::{Always, Block, Maybe, Scalar, block, scalar};

/// The units of a coordinate and of what acts along it, with defaults in them.
pub(super) trait Units {
    const COORDINATE: &'static str;
    const RATE: &'static str;
    const ACCELERATION: &'static str;
    const EFFORT: &'static str;
    const STIFFNESS: &'static str;
    const DAMPING: &'static str;
    const NO_DAMPING: &'static str;
    /// What comes to rest is slower.
    const SLOW: &'static str;
    /// What is slower does not move.
    const LEAST_RATE: &'static str;
    /// What the limits are.
    const LOWER: &'static str;
    const UPPER: &'static str;
}

/// The fields of blocks with these units.
struct Fields<U>(PhantomData<U>);

/// Stops at the ends of a coordinate's way: `lower` and `upper`, of which one may be absent.
pub(crate) struct Limits {
    pub(crate) block: Maybe<Block>,
    pub(crate) lower: Maybe<Scalar>,
    pub(crate) upper: Maybe<Scalar>,
    pub(crate) stiffness: Maybe<Scalar>,
    pub(crate) damping: Always<Scalar>,
    pub(crate) restitution: Maybe<Scalar>,
    pub(crate) rest: Always<Scalar>,
}

impl Limits {
    pub(super) const fn new<U: Units>() -> Self {
        Self {
            block: optional(
                "limits",
                block(Fields::<U>::LIMITS),
                "stops that the coordinate runs onto; see above",
            ),
            lower: Fields::<U>::LOWER,
            upper: Fields::<U>::UPPER,
            stiffness: Fields::<U>::STIFFNESS,
            damping: Fields::<U>::DAMPING,
            restitution: Fields::<U>::RESTITUTION,
            rest: Fields::<U>::REST,
        }
    }
}

impl<U: Units> Fields<U> {
    const LIMITS: &'static [Field] = &[
        Self::LOWER.field,
        Self::UPPER.field,
        Self::STIFFNESS.field,
        Self::DAMPING.field,
        Self::RESTITUTION.field,
        Self::REST.field,
    ];
    const LOWER: Maybe<Scalar> = optional("lower", scalar(U::COORDINATE), U::LOWER);
    const UPPER: Maybe<Scalar> = optional("upper", scalar(U::COORDINATE), U::UPPER);
    const STIFFNESS: Maybe<Scalar> =
        optional("stiffness", scalar(U::STIFFNESS), "effort of a stop per way into it").positive();
    const DAMPING: Always<Scalar> =
        default("damping", scalar(U::DAMPING), U::NO_DAMPING, "and per rate; a stop never pulls")
            .non_negative();
    const RESTITUTION: Maybe<Scalar> = optional(
        "restitution",
        scalar("1"),
        "of a hard stop: how much of the speed an impact leaves",
    )
    .between(0.0, 1.0);
    const REST: Always<Scalar> = default(
        "rest",
        scalar(U::RATE),
        U::SLOW,
        "what an impact would leave slower rests on a hard stop",
    )
    .positive();
}

/// Dry friction that holds.
pub(crate) struct Stiction {
    pub(crate) block: Maybe<Block>,
    /// How much it holds.
    pub(crate) limit: Always<Scalar>,
    pub(crate) kinetic: Always<Scalar>,
    pub(crate) speed: Always<Scalar>,
}

impl Stiction {
    pub(super) const fn new<U: Units>() -> Self {
        Self {
            block: optional(
                "stiction",
                block(Fields::<U>::STICTION),
                "dry friction that holds, as a brake does; see above",
            ),
            limit: Fields::<U>::STATIC,
            kinetic: Fields::<U>::KINETIC,
            speed: Fields::<U>::TURNS,
        }
    }
}

impl<U: Units> Fields<U> {
    const STICTION: &'static [Field] =
        &[Self::STATIC.field, Self::KINETIC.field, Self::TURNS.field];
    const STATIC: Always<Scalar> =
        required("static", scalar(U::EFFORT), "it holds against so much").non_negative().signal();
    const KINETIC: Always<Scalar> =
        required("kinetic", scalar(U::EFFORT), "it resists so much while it slips")
            .non_negative()
            .signal();
    const TURNS: Always<Scalar> = default(
        "speed",
        scalar(U::RATE),
        U::LEAST_RATE,
        "a motion that turns is seen when it is so fast",
    )
    .positive();
}

/// A drive with limits.
pub(crate) struct Motor {
    pub(crate) block: Maybe<Block>,
    /// What it is told.
    pub(crate) rate: Always<Scalar>,
    pub(crate) effort: Always<Scalar>,
    pub(crate) power: Maybe<Scalar>,
    pub(crate) speed: Maybe<Scalar>,
    pub(crate) acceleration: Maybe<Scalar>,
    pub(crate) tolerance: Always<Scalar>,
}

impl Motor {
    pub(super) const fn new<U: Units>() -> Self {
        Self {
            block: optional(
                "motor",
                block(Fields::<U>::MOTOR),
                "keeps the rate that it is told, as far as its effort goes; see above",
            ),
            rate: Fields::<U>::TOLD,
            effort: Fields::<U>::EFFORT,
            power: Fields::<U>::POWER,
            speed: Fields::<U>::SPEED,
            acceleration: Fields::<U>::ACCELERATION,
            tolerance: Fields::<U>::TOLERANCE,
        }
    }
}

impl<U: Units> Fields<U> {
    const MOTOR: &'static [Field] = &[
        Self::TOLD.field,
        Self::EFFORT.field,
        Self::POWER.field,
        Self::SPEED.field,
        Self::ACCELERATION.field,
        Self::TOLERANCE.field,
    ];
    const TOLD: Always<Scalar> =
        required("rate", scalar(U::RATE), "the commanded rate; it may jump").signal();
    const EFFORT: Always<Scalar> =
        required("effort", scalar(U::EFFORT), "it exerts so much at most, either way")
            .non_negative()
            .signal();
    const POWER: Maybe<Scalar> =
        optional("power", scalar("W"), "it gives and takes so much at most").positive().signal();
    const SPEED: Maybe<Scalar> =
        optional("speed", scalar(U::RATE), "the command is cut off there, either way").positive();
    const ACCELERATION: Maybe<Scalar> = optional(
        "acceleration",
        scalar(U::ACCELERATION),
        "a command that changes faster is followed by a ramp of this slope",
    )
    .positive();
    const TOLERANCE: Always<Scalar> = default(
        "tolerance",
        scalar(U::RATE),
        U::LEAST_RATE,
        "rates that are so near to each other are the same",
    )
    .positive();
}
