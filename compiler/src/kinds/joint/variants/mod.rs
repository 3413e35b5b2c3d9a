//! The variants of joints, from none to six degrees of freedom; those with fields have a file each.

pub(in crate::kinds::joint) mod blocks;
pub(super) mod cylindrical;
pub(super) mod planar;
pub(crate) mod prismatic;
pub(super) mod revolute;
pub(super) mod spherical;
pub(super) mod universal;

use cdl_graph::JointQuantity;

use crate::schema::build::{self, choice, default, optional, quantity, required};
use crate::schema::key::{
    Always, Block, Choice, Maybe, Scalar, Truth, Vector, block, choices, direction, scalar, truth,
};
use crate::schema::{Field, KindId, Quantity, Sensed, Shape, Variant};
use crate::typed::Element;

use blocks::{Limits, Motor, Stiction};
use cylindrical::CYLINDRICAL;
use planar::PLANAR;
use prismatic::PRISMATIC;
use revolute::REVOLUTE;
use spherical::SPHERICAL;
use universal::UNIVERSAL;

choices! {
    /// What a joint lets move.
    Movement {
        Fixed = FIXED,
        Revolute = REVOLUTE,
        Prismatic = PRISMATIC,
        Universal = UNIVERSAL,
        Spherical = SPHERICAL,
        Cylindrical = CYLINDRICAL,
        Planar = PLANAR,
        Free = FREE,
    }
}

const FIXED: Variant =
    choice("fixed", "no motion; the two become one body", &[]).with_fields(&[ATTACHED.field]);

pub(in crate::kinds::joint) const ATTACHED: Always<Truth> = default(
    "attached",
    truth(),
    "true",
    "whether it holds from the start; events `attach` and `detach` it",
)
.structural();

pub(crate) const LOCKED: Always<Truth> = default(
    "locked",
    truth(),
    "false",
    "whether coordinates are held from the start; events `lock` and `release` them",
)
.structural();
const FREE: Variant = choice("free", "moves freely; starts as the body's own `start` says", &[]);

/// The fields of one coordinate, for those who treat all coordinates alike.
pub(crate) struct CoordinateFields {
    pub(crate) stiffness: Option<&'static Always<Scalar>>,
    pub(crate) rest: Option<&'static Always<Scalar>>,
    pub(crate) damping: &'static Always<Scalar>,
    pub(crate) friction: Option<&'static Always<Scalar>>,
    pub(crate) friction_speed: Option<&'static Always<Scalar>>,
    pub(crate) effort: Option<&'static Always<Scalar>>,
    pub(crate) drive: &'static Maybe<Scalar>,
    pub(crate) start: &'static Maybe<Scalar>,
    pub(crate) rate: &'static Maybe<Scalar>,
    pub(crate) limits: Option<&'static Limits>,
    pub(crate) stiction: Option<&'static Stiction>,
    pub(crate) motor: Option<&'static Motor>,
}

/// The fields of each coordinate of a joint, or of what has one like it.
pub(crate) fn coordinates_of(element: &Element) -> Option<&'static [CoordinateFields]> {
    match element.kind {
        KindId::Joint => Some(element.variant().and_then(Movement::named)?.coordinates()),
        KindId::Winch => Some(crate::kinds::winch::COORDINATES),
        KindId::Sheave => Some(crate::kinds::sheave::COORDINATES),
        _ => None,
    }
}

impl Movement {
    /// The fields of each coordinate, in the order of [`cdl_graph::JointKind`]. A ball joint has none of its own: its
    /// spring and damper are the same about all axes.
    pub(crate) fn coordinates(self) -> &'static [CoordinateFields] {
        match self {
            Movement::Revolute => revolute::COORDINATES,
            Movement::Prismatic => prismatic::COORDINATES,
            Movement::Universal => universal::COORDINATES,
            Movement::Cylindrical => cylindrical::COORDINATES,
            Movement::Planar => planar::COORDINATES,
            Movement::Fixed | Movement::Spherical | Movement::Free => &[],
        }
    }
}

impl Movement {
    /// The field with its coordinates and rates at time 0.
    pub(super) fn start(self) -> Option<&'static Maybe<Block>> {
        match self {
            Movement::Revolute => Some(&revolute::START),
            Movement::Prismatic => Some(&prismatic::START),
            Movement::Universal => Some(&universal::START),
            Movement::Spherical => Some(&spherical::START),
            Movement::Cylindrical => Some(&cylindrical::START),
            Movement::Planar => Some(&planar::START),
            Movement::Fixed | Movement::Free => None,
        }
    }
}

/// Of every joint; two variants call one of them otherwise, because its name is that of the effort along their
/// axis.
pub(super) const ACROSS: &[Quantity] = &[FORCE, TORQUE];

const FORCE_DOC: &str = "all that acts across the joint, on the `to` side; world axes";
const TORQUE_DOC: &str =
    "its moment about the origin of the `to` frame, on the `to` side; world axes";

const FORCE: Quantity =
    quantity("force", Shape::Vector, "N", Sensed::Joint(JointQuantity::Force, 0), FORCE_DOC);
const TORQUE: Quantity =
    quantity("torque", Shape::Vector, "N.m", Sensed::Joint(JointQuantity::Torque, 0), TORQUE_DOC);

pub(super) const AXIS: Always<Vector> =
    required("axis", direction(), "in the axes of the `from` frame");

/// In each variant's block.
const fn start_of(fields: &'static [Field]) -> Maybe<Block> {
    optional("start", block(fields), "coordinates and rates at time 0")
}

const fn stiffness(name: &'static str, unit: &'static str, zero: &'static str) -> Always<Scalar> {
    default(name, scalar(unit), zero, "of a spring that pulls back to `rest`").non_negative()
}

const fn damping(name: &'static str, unit: &'static str, zero: &'static str) -> Always<Scalar> {
    default(name, scalar(unit), zero, "resistance per rate").non_negative()
}

const fn friction(unit: &'static str, zero: &'static str) -> Always<Scalar> {
    default("friction", scalar(unit), zero, "dry friction, whatever the rate").non_negative()
}

const fn friction_speed(unit: &'static str, standard: &'static str) -> Always<Scalar> {
    default(
        "friction_speed",
        scalar(unit),
        standard,
        "rate at which dry friction has reached 76 % (tanh 1) of its value",
    )
    .positive()
}

const fn effort(name: &'static str, unit: &'static str, zero: &'static str) -> Always<Scalar> {
    default(name, scalar(unit), zero, "acts along the coordinate, on the `to` side").signal()
}

const fn drive(name: &'static str, unit: &'static str) -> Maybe<Scalar> {
    optional(name, scalar(unit), "prescribes the coordinate as a function of time").signal()
}

const fn initial(name: &'static str, unit: &'static str) -> Maybe<Scalar> {
    optional(name, scalar(unit), "at time 0; 0 if not given")
}

/// Of one coordinate.
const fn reading(
    name: &'static str,
    unit: &'static str,
    quantity: JointQuantity,
    coordinate: u8,
    doc: &'static str,
) -> Quantity {
    build::quantity(name, Shape::Scalar, unit, Sensed::Joint(quantity, coordinate), doc)
}
