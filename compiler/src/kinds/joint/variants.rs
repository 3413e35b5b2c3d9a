//! The kinds of joints, from none to six degrees of freedom.

use crate::kinds::start::START_WEIGHT;
use crate::schema::build::{default, optional, quantity, required};
use crate::schema::{Field, Quantity, Shape, Type, Variant};

/// Of every joint; two kinds call one of them otherwise, because its name is that of the effort along their
/// axis.
pub(super) const ACROSS: &[Quantity] = &[FORCE, TORQUE];

const FORCE_DOC: &str = "all that acts across the joint, on the `to` side; world axes";
const TORQUE_DOC: &str =
    "its moment about the origin of the `to` frame, on the `to` side; world axes";

const FORCE: Quantity = quantity("force", Shape::Vector, "N", FORCE_DOC);
const TORQUE: Quantity = quantity("torque", Shape::Vector, "N.m", TORQUE_DOC);

pub(super) const VARIANTS: &[Variant] = &[
    Variant {
        name: "fixed",
        doc: "no motion; the two become one body",
        arguments: &[],
        fields: &[],
        quantities: &[],
    },
    Variant {
        name: "revolute",
        doc: "turns about an axis",
        arguments: AXIS,
        fields: REVOLUTE_FIELDS,
        quantities: REVOLUTE_QUANTITIES,
    },
    Variant {
        name: "prismatic",
        doc: "slides along an axis",
        arguments: AXIS,
        fields: PRISMATIC_FIELDS,
        quantities: PRISMATIC_QUANTITIES,
    },
    Variant {
        name: "universal",
        doc: "turns about a first axis fixed in `from`, then about a second one fixed in `to`",
        arguments: &[
            required("first", Type::Direction, "the axis fixed in the `from` frame"),
            required(
                "second",
                Type::Direction,
                "the axis fixed in the `to` frame; not parallel to the first",
            ),
        ],
        fields: UNIVERSAL_FIELDS,
        quantities: UNIVERSAL_QUANTITIES,
    },
    Variant {
        name: "spherical",
        doc: "turns freely about a point",
        arguments: &[],
        fields: SPHERICAL_FIELDS,
        quantities: SPHERICAL_QUANTITIES,
    },
    Variant {
        name: "cylindrical",
        doc: "turns about an axis and slides along it",
        arguments: AXIS,
        fields: CYLINDRICAL_FIELDS,
        quantities: CYLINDRICAL_QUANTITIES,
    },
    Variant {
        name: "planar",
        doc: "slides in a plane and turns about its normal",
        arguments: &[
            required("normal", Type::Direction, "of the plane"),
            optional(
                "first",
                Type::Direction,
                "the direction of the coordinate x in the plane; by default the axis x, or y if the \
                 normal is closer to x; y is normal x first",
            ),
        ],
        fields: PLANAR_FIELDS,
        quantities: PLANAR_QUANTITIES,
    },
    Variant {
        name: "free",
        doc: "moves freely; starts as the body's own `start` says",
        arguments: &[],
        fields: &[],
        quantities: &[],
    },
];

const AXIS: &[Field] = &[required("axis", Type::Direction, "in the axes of the `from` frame")];

const fn stiffness(name: &'static str, unit: &'static str, zero: &'static str) -> Field {
    default(name, Type::Scalar(unit), zero, "of a spring that pulls back to `rest`").non_negative()
}

const fn damping(name: &'static str, unit: &'static str, zero: &'static str) -> Field {
    default(name, Type::Scalar(unit), zero, "resistance per rate").non_negative()
}

const fn friction(unit: &'static str, zero: &'static str) -> Field {
    default("friction", Type::Scalar(unit), zero, "dry friction, whatever the rate").non_negative()
}

const fn friction_speed(unit: &'static str, standard: &'static str) -> Field {
    default(
        "friction_speed",
        Type::Scalar(unit),
        standard,
        "rate at which dry friction has reached 76 % (tanh 1) of its value",
    )
    .positive()
}

const fn effort(name: &'static str, unit: &'static str, zero: &'static str) -> Field {
    default(name, Type::Scalar(unit), zero, "acts along the coordinate, on the `to` side").signal()
}

const fn drive(name: &'static str, unit: &'static str) -> Field {
    optional(name, Type::Scalar(unit), "prescribes the coordinate as a function of time").signal()
}

const fn start(fields: &'static [Field]) -> Field {
    optional("start", Type::Struct(fields), "coordinates and rates at time 0")
}

const fn initial(name: &'static str, unit: &'static str) -> Field {
    optional(name, Type::Scalar(unit), "at time 0; 0 if not given")
}

const fn scalar(name: &'static str, unit: &'static str, doc: &'static str) -> Quantity {
    quantity(name, Shape::Scalar, unit, doc)
}

const REVOLUTE_FIELDS: &[Field] = &[
    stiffness("stiffness", "N.m/rad", "0 N.m/rad"),
    default("rest", Type::Scalar("rad"), "0 rad", "the angle at which the spring is relaxed"),
    damping("damping", "N.m.s/rad", "0 N.m.s/rad"),
    friction("N.m", "0 N.m"),
    friction_speed("rad/s", "1e-3 rad/s"),
    effort("torque", "N.m", "0 N.m"),
    drive("drive", "rad"),
    start(&[initial("angle", "rad"), initial("rate", "rad/s"), START_WEIGHT]),
];

const REVOLUTE_QUANTITIES: &[Quantity] = &[
    scalar("angle", "rad", "right-handed about the axis"),
    scalar("rate", "rad/s", "of the angle"),
    scalar("acceleration", "rad/s^2", "of the angle"),
    scalar("torque", "N.m", "of spring, damper, friction, effort and drive, on the `to` side"),
    FORCE,
    quantity("torque_vector", Shape::Vector, "N.m", TORQUE_DOC),
];

const PRISMATIC_FIELDS: &[Field] = &[
    stiffness("stiffness", "N/m", "0 N/m"),
    default("rest", Type::Scalar("m"), "0 m", "the displacement at which the spring is relaxed"),
    damping("damping", "N.s/m", "0 N.s/m"),
    friction("N", "0 N"),
    friction_speed("m/s", "1e-3 m/s"),
    effort("force", "N", "0 N"),
    drive("drive", "m"),
    start(&[initial("displacement", "m"), initial("rate", "m/s"), START_WEIGHT]),
];

const PRISMATIC_QUANTITIES: &[Quantity] = &[
    scalar("displacement", "m", "along the axis"),
    scalar("rate", "m/s", "of the displacement"),
    scalar("acceleration", "m/s^2", "of the displacement"),
    scalar("force", "N", "of spring, damper, friction, effort and drive, on the `to` side"),
    quantity("force_vector", Shape::Vector, "N", FORCE_DOC),
    TORQUE,
];

const UNIVERSAL_FIELDS: &[Field] = &[
    stiffness("stiffness", "N.m/rad", "0 N.m/rad"),
    damping("damping", "N.m.s/rad", "0 N.m.s/rad"),
    friction("N.m", "0 N.m"),
    friction_speed("rad/s", "1e-3 rad/s"),
    effort("torque_first", "N.m", "0 N.m"),
    effort("torque_second", "N.m", "0 N.m"),
    drive("drive_first", "rad"),
    drive("drive_second", "rad"),
    start(&[
        initial("first", "rad"),
        initial("second", "rad"),
        initial("first_rate", "rad/s"),
        initial("second_rate", "rad/s"),
        START_WEIGHT,
    ]),
];

const UNIVERSAL_QUANTITIES: &[Quantity] = &[
    scalar("first", "rad", "angle about the first axis"),
    scalar("second", "rad", "angle about the second axis"),
    scalar("first_rate", "rad/s", "of the first angle"),
    scalar("second_rate", "rad/s", "of the second angle"),
    FORCE,
    TORQUE,
];

const SPHERICAL_FIELDS: &[Field] = &[
    stiffness("stiffness", "N.m/rad", "0 N.m/rad"),
    damping("damping", "N.m.s/rad", "0 N.m.s/rad"),
    start(&[
        optional(
            "attitude",
            Type::Attitude,
            "of the `to` frame in the `from` frame; `level` if not given",
        ),
        optional(
            "angular_velocity",
            Type::Vector("rad/s"),
            "of the `to` frame relative to the `from` frame, in axes of the `to` frame; 0 if not given",
        ),
        START_WEIGHT,
    ]),
];

const SPHERICAL_QUANTITIES: &[Quantity] = &[
    quantity(
        "angular_velocity",
        Shape::Vector,
        "rad/s",
        "of the `to` frame relative to the `from` frame, in axes of the `to` frame",
    ),
    FORCE,
    TORQUE,
];

const CYLINDRICAL_FIELDS: &[Field] = &[
    stiffness("stiffness", "N.m/rad", "0 N.m/rad"),
    stiffness("sliding_stiffness", "N/m", "0 N/m"),
    damping("damping", "N.m.s/rad", "0 N.m.s/rad"),
    damping("sliding_damping", "N.s/m", "0 N.s/m"),
    effort("torque", "N.m", "0 N.m"),
    effort("force", "N", "0 N"),
    drive("drive_angle", "rad"),
    drive("drive_displacement", "m"),
    start(&[
        initial("angle", "rad"),
        initial("displacement", "m"),
        initial("rate", "rad/s"),
        initial("speed", "m/s"),
        START_WEIGHT,
    ]),
];

const CYLINDRICAL_QUANTITIES: &[Quantity] = &[
    scalar("angle", "rad", "right-handed about the axis"),
    scalar("displacement", "m", "along the axis"),
    scalar("rate", "rad/s", "of the angle"),
    scalar("speed", "m/s", "of the displacement"),
    FORCE,
    TORQUE,
];

const PLANAR_FIELDS: &[Field] = &[
    damping("damping", "N.s/m", "0 N.s/m"),
    damping("turning_damping", "N.m.s/rad", "0 N.m.s/rad"),
    drive("drive_x", "m"),
    drive("drive_y", "m"),
    drive("drive_angle", "rad"),
    start(&[
        initial("x", "m"),
        initial("y", "m"),
        initial("angle", "rad"),
        initial("x_rate", "m/s"),
        initial("y_rate", "m/s"),
        initial("rate", "rad/s"),
        START_WEIGHT,
    ]),
];

const PLANAR_QUANTITIES: &[Quantity] = &[
    scalar("x", "m", "along `first`"),
    scalar("y", "m", "along `normal` x `first`"),
    scalar("angle", "rad", "right-handed about the normal"),
    scalar("x_rate", "m/s", "of x"),
    scalar("y_rate", "m/s", "of y"),
    scalar("rate", "rad/s", "of the angle"),
    FORCE,
    TORQUE,
];
