//! `cable`: a slender line between two places.

use cdl_grammar::syntax::RelationWord;

use crate::schema::build::{choice, default, optional, quantity, relation, required};
use crate::schema::{
    Alternatives, Field, Kind, KindId, Need, Quantity, Relation, Shape, Target, Type, Variant,
};

pub(crate) static CABLE: Kind = Kind {
    id: KindId::Cable,
    name: "cable",
    doc: "a slender line from one place to another, or to nothing",
    details: "\
Arc length runs from the `from` end (`start`) to the `to` end (`end`). An end is pinned to a frame, \
which transmits force but no moment, or `free`. The cable keeps its length; what divides it is its variant:

- `rigid_links(count = N)`: N straight rigid links joined by ball joints, spin about their own axes \
neglected (Hembree and Slegers 2010); the cable does not stretch. Two forms compute the same motion: \
the paper's `recursion` with two rotations per link, and `natural` coordinates (end points and distance \
constraints, one banded elimination).
- `lumped(nodes = N)`: N point masses, those at the ends with half the mass, joined by springs with dampers, \
or by controllers that keep the length l of each segment, `axial = pid(...)` (Brateau 2021): at the length d it pulls with

    kp e + kd de/dt + ki (integral of e from the start),  e = (d - l) / d

A cable is a rope: a segment under `elastic` or `spring` that is shorter than it should be is slack, and so is its \
damper; while it is taut the damper never pushes more than the spring pulls. With `compression = true` it is a chain \
of rods that push as well. A controller pushes and pulls.

Per piece of length l in a fluid of density rho with relative velocity v (of the cable against the fluid):

    drag = { normal = Cn; tangent = Ct }
      F = -1/2 rho d l (Cn |vn| vn + pi Ct |vt| vt)      vn across, vt along the cable
    drag = isotropic(Cd)
      F = -1/2 rho d l Cd |v| v                          eq. 47 of Hembree and Slegers (2010)
    added_mass = Ca
      an additional mass rho pi d^2/4 l Ca for accelerations across the cable
    buoyancy
      the displaced fluid carries its weight, rho pi d^2/4 l g

Between neighbouring links, s apart and at the angle a to each other, acts the moment

    M = (bending.stiffness / s) a + (bending.damping / s + joint_damping) da/dt

The tension is positive when the cable is pulled. The force at a place is what the part towards the end \
exerts there on the part towards the start, world axes: the tension along the cable, and where it bends the shear. \
So what holds the start gets the force at `start`, and what holds the end gets minus the force at `end`. A \
force of yours at the very place counts to the part towards the end.",
    example: "\
model Tether(links: Int = 32) {
  environment { air { density = 1.225 kg/m^3 } }

  cable tether: rigid_links(count = links) from world to free {
    length = 10 m
    diameter = 1.5875 mm
    mass = 0.16 kg
    drag = { normal = 1.17 }
    start = straight(direction = rotated(down, 5 deg, about = y))
  }
  record tether.mid.position, tether.end.velocity, tether.start.tension
}",
    named: true,
    fields: FIELDS,
    variants: VARIANTS,
    variant_required: true,
    relations: RELATIONS,
    quantities: QUANTITIES,
    alternatives: Some(Alternatives {
        groups: &[&["mass", "density", "linear_density", "material"]],
        one_needed: true,
    }),
    needs: &[Need {
        field: "diameter",
        by: &["drag", "density", "material"],
        example: "diameter = 10 mm",
    }],
    ..Kind::PLAIN
};

const HEMBREE: &str = "Hembree and Slegers 2010";

const FIELDS: &[Field] = &[
    required("length", Type::Scalar("m"), "of the whole unstretched cable").positive(),
    optional("diameter", Type::Scalar("m"), "for drag, added mass, buoyancy and density")
        .positive(),
    optional("mass", Type::Scalar("kg"), "of the whole cable").positive(),
    optional("density", Type::Scalar("kg/m^3"), "mass per volume of its section").positive(),
    optional("linear_density", Type::Scalar("kg/m"), "mass per length").positive(),
    optional("material", Type::Reference(&[KindId::Material]), "where the density comes from"),
    optional(
        "drag",
        Type::StructOrVariant(DRAG, DRAG_VARIANTS),
        "drag coefficients; without it there is no drag",
    ),
    default(
        "added_mass",
        Type::Scalar("1"),
        "0",
        "coefficient of the fluid mass that moves along across the cable; 1 for a circular section",
    )
    .non_negative(),
    optional(
        "buoyancy",
        Type::Bool,
        "whether displaced fluid carries weight; by default where there is water and a diameter",
    )
    .structural(),
    optional("bending", Type::Struct(BENDING), "resistance to bending; without it none"),
    default(
        "joint_damping",
        Type::Scalar("N.m.s/rad"),
        "0 N.m.s/rad",
        "moment per rate of the angle between neighbouring links",
    )
    .non_negative()
    .source("Hembree and Slegers 2010, eq. 48"),
    optional(
        "start",
        Type::Variant(STARTS),
        "its shape at time 0; by default `straight` down from the held end if the other is free, \
         from the world's origin if both are, else `hanging`",
    ),
];

const DRAG: &[Field] = &[
    default("normal", Type::Scalar("1"), "0", "for flow across, on the area diameter * length")
        .non_negative(),
    default(
        "tangent",
        Type::Scalar("1"),
        "0",
        "for flow along, on the wetted area pi * diameter * length",
    )
    .non_negative(),
];

const DRAG_VARIANTS: &[Variant] = &[choice(
    "isotropic",
    "a force along the whole relative velocity, on the area diameter * length",
    &[required("coefficient", Type::Scalar("1"), "drag coefficient")
        .non_negative()
        .source("Hembree and Slegers 2010, eq. 47")],
)];

const BENDING: &[Field] = &[
    default("stiffness", Type::Scalar("N.m^2"), "0 N.m^2", "moment per curvature, EI")
        .non_negative(),
    default("damping", Type::Scalar("N.m^2.s"), "0 N.m^2.s", "moment per rate of curvature")
        .non_negative(),
];

const STARTS: &[Variant] = &[
    choice(
        "straight",
        "a straight line from the held end; where both ends are held, from start to end",
        &[
            default(
                "direction",
                Type::Direction,
                "down",
                "world axes; where both ends are held, the one in which they lie",
            ),
            default(
                "angular_velocity",
                Type::Vector("rad/s"),
                "[0, 0, 0] rad/s",
                "of the whole line about the held end, world axes",
            ),
        ],
    ),
    choice(
        "hanging",
        "at rest under its weight between its two ends, stretched as far as it is elastic; without a second end straight down, with the weight of a body that it carries",
        &[],
    ),
    choice("catenary", "the same as `hanging`", &[]),
    choice(
        "arc",
        "a circular arc between its two ends",
        &[default("towards", Type::Direction, "down", "the side to which it bulges, world axes")],
    ),
];

const FORMS: &[Variant] = &[
    choice("auto", "the faster one that applies", &[]),
    choice("recursion", "two rotations per link, 2x2 inversions", &[]),
    choice("natural", "end points and distance constraints, banded elimination", &[]),
];

const COMPRESSION: Field = default(
    "compression",
    Type::Bool,
    "false",
    "whether it also pushes, as a rod does, instead of going slack",
);

const AXIAL: &[Variant] = &[
    choice(
        "elastic",
        "by the section, whatever the number of nodes; goes slack",
        &[
            required("stiffness", Type::Scalar("N"), "force per strain, EA").positive(),
            default("damping", Type::Scalar("N.s"), "0 N.s", "force per rate of strain")
                .non_negative(),
            COMPRESSION,
        ],
    ),
    choice(
        "spring",
        "by the segment between two nodes; goes slack",
        &[
            required("stiffness", Type::Scalar("N/m"), "force per elongation of a segment")
                .positive(),
            default(
                "damping",
                Type::Scalar("N.s/m"),
                "0 N.s/m",
                "force per rate of elongation of a segment",
            )
            .non_negative(),
            COMPRESSION,
        ],
    ),
    choice(
        "pid",
        "a controller that keeps each segment's length: `kp e + kd de/dt + ki (integral of e)`, where \
         e is its elongation over its present length; also pushes",
        &[
            required("kp", Type::Scalar("N"), "force per error").positive(),
            default("kd", Type::Scalar("N.s"), "0 N.s", "force per rate of the error")
                .non_negative(),
            default("ki", Type::Scalar("N/s"), "0 N/s", "force per error and time").non_negative(),
        ],
    ),
];

/// Of one cable; a million links take about a gigabyte.
const MOST_PIECES: f64 = 1e6;

const VARIANTS: &[Variant] = &[
    Variant {
        name: "rigid_links",
        doc: "straight rigid links joined by ball joints; does not stretch",
        arguments: &[
            required("count", Type::Int, "the number of links, all of the same length")
                .between(1.0, MOST_PIECES)
                .structural()
                .source(HEMBREE),
            default("form", Type::Variant(FORMS), "auto", "which recursion computes them")
                .structural(),
        ],
        fields: &[],
        quantities: &[],
    },
    Variant {
        name: "lumped",
        doc: "point masses joined by springs with dampers",
        arguments: &[required("nodes", Type::Int, "the number of points, both ends included")
            .between(2.0, MOST_PIECES)
            .structural()],
        fields: &[required("axial", Type::Variant(AXIAL), "its law of stretching")],
        quantities: &[],
    },
];

const RELATIONS: &[&[Relation]] = &[&[
    relation(RelationWord::From, &[Target::Frame, Target::Free], "what holds its start"),
    relation(RelationWord::To, &[Target::Frame, Target::Free], "what holds its end"),
]];

const QUANTITIES: &[Quantity] = &[
    quantity("start", Shape::Station, "1", "the `from` end"),
    quantity("mid", Shape::Station, "1", "the point at half its length"),
    quantity("end", Shape::Station, "1", "the `to` end"),
    quantity("at", Shape::Station, "1", "`at(3 m)`: the point at that arc length from the start"),
    quantity("length", Shape::Scalar, "m", "of the whole unstretched cable; a parameter"),
    quantity("mass", Shape::Scalar, "kg", "of the whole cable; a parameter"),
];

/// What can be read of a place on a cable, such as `tether.end`; vectors in world axes.
pub const STATION_QUANTITIES: &[Quantity] = &[
    quantity("position", Shape::Vector, "m", "world axes"),
    quantity("velocity", Shape::Vector, "m/s", "world axes"),
    quantity("acceleration", Shape::Vector, "m/s^2", "world axes"),
    quantity("direction", Shape::Vector, "1", "unit vector along the cable, towards its end"),
    quantity("tension", Shape::Scalar, "N", "positive when pulled"),
    quantity(
        "force",
        Shape::Vector,
        "N",
        "what the part towards the end pulls with on the part towards the start, shear of bending \
         included; at `start` it acts on what holds the cable, at `end` on the cable; world axes",
    ),
];
