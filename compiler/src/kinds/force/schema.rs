//! `force`: acts on a point, or between two.

use cdl_grammar::syntax::RelationWord;

use crate::schema::build::{choice, default, quantity, relation, required};
use crate::schema::key::{Always, Choice, Rows, Scalar, Truth, choices, scalar, table, truth};
use crate::schema::{
    Kind, KindId, Law, Quantity, Relation, Sensed, Shape, SpringQuantity, Target, Type, Variant,
};

pub(crate) static FORCE: Kind = Kind {
    id: KindId::Force,
    name: "force",
    doc: "a force on a point, or between two",
    details: "\
`force f on POINT = VECTOR` acts on the origin of a body or frame, or on a point of a cable \
(`tether.end`). Components are in world axes, or after `in FRAME` in the axes of that frame. The vector may \
depend on time, positions, velocities and states, but not on accelerations or tensions.

`force f between A and B = SCALAR` acts on both points along their line, equal and opposite: it pulls them together \
where it is positive, and pushes them apart where it is negative. The scalar may depend on what the vector may. All \
that the force does is counted as work. Where both points are in one place there is no line, and neither this force \
nor a spring acts.

`force f: spring(...) between A and B` pulls its two points together with

    F = stiffness * (distance - length) + damping * d(distance)/dt

and with `tension_only` never pushes: shorter than its length it does nothing, its damper neither, and longer its damper takes at most what the spring pulls with. The two forces are equal and opposite, along the line of the points. The \
numbers may depend on time, positions, velocities and states. A spring whose numbers are all fixed stores energy; \
all that another one does is counted as work. Where a number varies, nothing checks that it stays positive.

`force f: table_spring(force = table(\"spring.csv\")) between A and B` pulls with the force that the second \
column of the table says for the distance in its first, linear between rows; outside of the data the end \
values hold. What is negative pushes.

`stay.force`, `stay.distance` and `stay.rate` can be read of a spring, such as to record or to limit what it carries.",
    example: "\
model Pulled {
  cable c: rigid_links(count = 8) from world to free {
    length = 2 m
    mass = 50 g
  }
  force pull on c.end = ramp(time, start = 0 s, duration = 1 s) * [2, 0, 0] N
  force stay: spring(stiffness = 50 N/m, length = 1 m, tension_only = true) between c.mid and world
  force gather between c.start and c.end = 0.1 N
}",
    named: true,
    variants: ForceLaw::VARIANTS,
    relations: RELATIONS,
    law: Some(Law::ValueOrBetween(Type::Vector("N"), Type::Scalar("N"))),
    ..Kind::PLAIN
};

const RELATIONS: &[&[Relation]] = &[
    &[
        relation(RelationWord::On, &[Target::Frame, Target::CablePoint], "the point it acts on"),
        relation(RelationWord::In, &[Target::Frame], "whose axes the components are in").optional(),
    ],
    &[
        relation(
            RelationWord::Between,
            &[Target::Frame, Target::CablePoint],
            "the point that is pulled",
        ),
        relation(
            RelationWord::And,
            &[Target::Frame, Target::CablePoint],
            "the point it is pulled to, and that is pulled to it",
        ),
    ],
];

pub(super) const SPRING_STIFFNESS: Always<Scalar> =
    required("stiffness", scalar("N/m"), "force per elongation").non_negative().signal();
pub(super) const SPRING_DAMPING: Always<Scalar> =
    default("damping", scalar("N.s/m"), "0 N.s/m", "force per rate of elongation")
        .non_negative()
        .signal();
pub(super) const SPRING_LENGTH: Always<Scalar> =
    required("length", scalar("m"), "at which it is relaxed").non_negative().signal();
pub(super) const SPRING_TENSION_ONLY: Always<Truth> =
    default("tension_only", truth(), "false", "whether it goes slack instead of pushing");

const SPRING: Variant = choice(
    "spring",
    "a spring with a damper between two points",
    &[SPRING_STIFFNESS.field, SPRING_DAMPING.field, SPRING_LENGTH.field, SPRING_TENSION_ONLY.field],
)
.with_quantities(QUANTITIES);

pub(super) const TABLE_SPRING_FORCE: Always<Rows> =
    required("force", table("m", "N"), "what pulls the points together, over their distance");
pub(super) const TABLE_SPRING_DAMPING: Always<Scalar> =
    default("damping", scalar("N.s/m"), "0 N.s/m", "force per rate of elongation")
        .non_negative()
        .signal();

const TABLE_SPRING: Variant = choice(
    "table_spring",
    "a spring that pulls as a table says, with a damper",
    &[TABLE_SPRING_FORCE.field, TABLE_SPRING_DAMPING.field],
)
.with_quantities(QUANTITIES);

/// Of springs. What a force without a law is stands behind its `=`.
const QUANTITIES: &[Quantity] = &[
    quantity(
        "force",
        Shape::Scalar,
        "N",
        Sensed::Spring(SpringQuantity::Force),
        "that pulls both points together; negative where it pushes",
    ),
    quantity(
        "distance",
        Shape::Scalar,
        "m",
        Sensed::Spring(SpringQuantity::Distance),
        "of its points",
    ),
    quantity(
        "rate",
        Shape::Scalar,
        "m/s",
        Sensed::Spring(SpringQuantity::Rate),
        "at which the distance grows",
    ),
];

choices! {
    /// Forces that a law gives.
    ForceLaw {
        Spring = SPRING,
        TableSpring = TABLE_SPRING,
    }
}
