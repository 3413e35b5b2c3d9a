//! `cable`: a slender line between two places.

use cdl_grammar::syntax::RelationWord;
use cdl_graph::CableQuantity;

use crate::schema::build::{choice, default, optional, quantity, relation, required};
use crate::schema::key::{
    Always, Block, BlockOr, Choice, Count, Many, Maybe, OneOf, Reference, Rows, Scalar, Truth,
    Vector, block, block_or, choices, count, direction, list, one_of, reference, scalar, table,
    truth, vector,
};
use crate::schema::{
    Along, Alternatives, Field, Kind, KindId, Need, Quantity, Relation, Sensed, Shape, Target,
    Variant,
};

pub(crate) static CABLE: Kind = Kind {
    id: KindId::Cable,
    name: "cable",
    doc: "a slender line from one place to another, or to nothing",
    details: "\
Arc length runs from the `from` end (`start`) to the `to` end (`end`). An end is pinned to a frame, \
which transmits force but no moment, or `free`, or clamped with `ends`. What divides it is its variant:

- `rigid_links(count = N)`: N straight rigid links joined by ball joints, spin about their own axes \
neglected (Hembree and Slegers 2010); the cable does not stretch. Two forms compute the same motion: \
the paper's `recursion` with two rotations per link, and `natural` coordinates (end points and distance \
constraints, one banded elimination).
- `spline(elements = N)`: a rope of N cubic pieces between nodes that have a place and a slope, for ropes that bend. \
It bends everywhere by its `bending`, and its tension is an unknown, so it costs the same whether it stretches \
(`axial = elastic(stiffness = 20 MN)`) or not. Few elements are enough: frequencies of hanging ropes are of order 6, bending of \
order 4 in the length of a piece, where links are of order 2. At a clamped end a piece should be no longer than \
2 sqrt(stiffness / tension). It moves in the constrained dynamics only. It turns about itself as it likes, unless `torsion` \
resists that between two ends that are clamped: with `torsion = { stiffness = 80 N.m^2 }` its sections have the inertia of a solid round one.
- `lumped(nodes = N)`: N point masses, those at the ends with half the mass, joined by springs with dampers, \
or by controllers that keep the length l of each segment, `axial = pid(...)` (Brateau 2021): at the length d it pulls with

    kp e + kd de/dt + ki (integral of e from the start),  e = (d - l) / d

A cable is a rope: a segment under `elastic` or `spring` that is shorter than it should be is slack, and so is its \
damper; while it is taut the damper never pushes more than the spring pulls. With `compression = true` it is a chain \
of rods that push as well. A controller pushes and pulls.

A spline that stretches by e pulls as the generalized Maxwell model does, of which `elastic` has no branch, `zener` one, \
and `maxwell` any number:

    N = stiffness e + damping de/dt + sum of branch (e - a),  da/dt = (e - a) / time_constant

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

and between a clamped end and its link the same with half of the link's length for s. A relaxed arc has the angle a0 = s / radius \
in each joint without a moment, in the plane of the clamp's direction and `towards`; in that plane a joint resists with \
(stiffness / s) (a - a0 cos a / cos a0).

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
    variants: Discretization::VARIANTS,
    variant_required: true,
    relations: RELATIONS,
    quantities: QUANTITIES,
    nested: &[KindId::Section],
    alternatives: Some(Alternatives {
        groups: &[&["mass", "density", "linear_density", "material"]],
        one_needed: true,
    }),
    needs: &[
        Need {
            field: "diameter",
            by: &["drag", "density", "material", "torsion"],
            example: "diameter = 10 mm",
        },
        Need {
            field: "bending",
            by: &["ends"],
            example: "bending = { stiffness = 100 N.m^2 }",
        },
    ],
    ..Kind::PLAIN
};

const HEMBREE: &str = "Hembree and Slegers 2010";

pub(super) const LENGTH: Always<Scalar> =
    required("length", scalar("m"), "of the whole unstretched cable").positive();
pub(super) const DIAMETER: Maybe<Scalar> =
    optional("diameter", scalar("m"), "for drag, added mass, buoyancy and density").positive();
pub(super) const MASS: Maybe<Scalar> =
    optional("mass", scalar("kg"), "of the whole cable").positive();
pub(super) const DENSITY: Maybe<Scalar> =
    optional("density", scalar("kg/m^3"), "mass per volume of its section").positive();
pub(super) const LINEAR_DENSITY: Maybe<Scalar> =
    optional("linear_density", scalar("kg/m"), "mass per length").positive();
pub(super) const MATERIAL: Maybe<Reference> =
    optional("material", reference(&[KindId::Material]), "where the density comes from");
pub(super) const DRAG: Maybe<BlockOr<DragLaw>> =
    optional("drag", block_or(DRAG_FIELDS), "drag coefficients; without it there is no drag");
pub(super) const ADDED_MASS: Always<Scalar> = default(
    "added_mass",
    scalar("1"),
    "0",
    "coefficient of the fluid mass that moves along across the cable; 1 for a circular section",
)
.non_negative();
pub(super) const BUOYANCY: Maybe<Truth> = optional(
    "buoyancy",
    truth(),
    "whether displaced fluid carries weight; by default where there is water and a diameter",
)
.structural();
pub(super) const BENDING: Maybe<Block> =
    optional("bending", block(BENDING_FIELDS), "resistance to bending; without it none");
pub(super) const ENDS: Maybe<Block> = optional(
    "ends",
    block(ENDS_FIELDS),
    "how what it goes from and to holds it; without it both ends are pinned",
);
pub(super) const JOINT_DAMPING: Always<Scalar> = default(
    "joint_damping",
    scalar("N.m.s/rad"),
    "0 N.m.s/rad",
    "moment per rate of the angle between neighbouring links",
)
.non_negative()
.source("Hembree and Slegers 2010, eq. 48");
pub(super) const START: Maybe<OneOf<StartShape>> = optional(
    "start",
    one_of(),
    "its shape at time 0; by default straight on from a clamp if the other end is not placed, \
         `straight` down from the held end if the other is free, from the world's origin if both are, else `hanging`",
);

const FIELDS: &[Field] = &[
    LENGTH.field,
    DIAMETER.field,
    MASS.field,
    DENSITY.field,
    LINEAR_DENSITY.field,
    MATERIAL.field,
    DRAG.field,
    ADDED_MASS.field,
    BUOYANCY.field,
    BENDING.field,
    JOINT_DAMPING.field,
    ENDS.field,
    START.field,
];

pub(super) const END_START: Always<OneOf<Hold>> =
    default("start", one_of(), "pinned", "at the `from` end");
pub(super) const END_END: Always<OneOf<Hold>> =
    default("end", one_of(), "pinned", "at the `to` end");

const ENDS_FIELDS: &[Field] = &[END_START.field, END_END.field];

pub(super) const CLAMP_DIRECTION: Always<Vector> = required(
    "direction",
    direction(),
    "in which the cable runs there, from start to end; in the axes of the frame that holds it",
);

const PINNED: Variant = choice("pinned", "passes on force but no moment", &[]);
const CLAMPED: Variant = choice(
    "clamped",
    "keeps the cable's direction by its bending stiffness, and how it is turned about itself by its torsional one; without `torsion` it can still turn about itself",
    &[CLAMP_DIRECTION.field],
);

choices! {
    /// How an end is held.
    Hold {
        Pinned = PINNED,
        Clamped = CLAMPED,
    }
}

pub(super) const DRAG_NORMAL: Always<Scalar> =
    default("normal", scalar("1"), "0", "for flow across, on the area diameter * length")
        .non_negative();
pub(super) const DRAG_TANGENT: Always<Scalar> = default(
    "tangent",
    scalar("1"),
    "0",
    "for flow along, on the wetted area pi * diameter * length",
)
.non_negative();

const DRAG_FIELDS: &[Field] = &[DRAG_NORMAL.field, DRAG_TANGENT.field];

pub(super) const DRAG_COEFFICIENT: Always<Scalar> =
    required("coefficient", scalar("1"), "drag coefficient")
        .non_negative()
        .source("Hembree and Slegers 2010, eq. 47");

const ISOTROPIC: Variant = choice(
    "isotropic",
    "a force along the whole relative velocity, on the area diameter * length",
    &[DRAG_COEFFICIENT.field],
);

choices! {
    /// Drag that is no block of coefficients.
    DragLaw {
        Isotropic = ISOTROPIC,
    }
}

pub(super) const BENDING_STIFFNESS: Always<Scalar> =
    default("stiffness", scalar("N.m^2"), "0 N.m^2", "moment per curvature, EI").non_negative();
pub(super) const BENDING_DAMPING: Always<Scalar> =
    default("damping", scalar("N.m^2.s"), "0 N.m^2.s", "moment per rate of curvature")
        .non_negative();

pub(super) const RELAXED: Always<OneOf<Relaxed>> =
    default("relaxed", one_of(), "straight", "its shape without moments");

pub(super) const BENDING_BRANCHES: Maybe<Many> = optional(
    "branches",
    list("N.m^2"),
    "moment per curvature of what relaxes beside it; of a `spline` with `torsion`",
)
.non_negative();
pub(super) const TORSION_BRANCHES: Maybe<Many> =
    optional("branches", list("N.m^2"), "torque per twist by length of what relaxes beside it")
        .non_negative();
pub(super) const SECTION_TIMES: Maybe<Many> = optional(
    "time_constants",
    list("s"),
    "of each branch: in which it falls to 37 % where the rope stays as it is",
)
.positive();

const BENDING_FIELDS: &[Field] = &[
    BENDING_STIFFNESS.field,
    BENDING_DAMPING.field,
    RELAXED.field,
    BENDING_BRANCHES.field,
    SECTION_TIMES.field,
];

pub(super) const RELAXED_RADIUS: Always<Scalar> =
    required("radius", scalar("m"), "of the circle; more than the length of a link").positive();
pub(super) const RELAXED_TOWARDS: Always<Vector> = required(
    "towards",
    direction(),
    "the side to which it curls, in the axes of the frame that clamps it (of `start` where both are clamped)",
);

const RELAXED_STRAIGHT: Variant = choice("straight", "a line", &[]);
const RELAXED_ARC: Variant = choice(
    "arc",
    "a circular arc in the plane of the clamp's direction and `towards`; needs a clamped end",
    &[RELAXED_RADIUS.field, RELAXED_TOWARDS.field],
);

choices! {
    /// What a cable looks like when nothing bends it.
    Relaxed {
        Straight = RELAXED_STRAIGHT,
        Arc = RELAXED_ARC,
    }
}

pub(super) const STRAIGHT_DIRECTION: Always<Vector> = default(
    "direction",
    direction(),
    "down",
    "world axes; where both ends are held, the one in which they lie",
);
pub(super) const STRAIGHT_ANGULAR_VELOCITY: Always<Vector> = default(
    "angular_velocity",
    vector("rad/s"),
    "[0, 0, 0] rad/s",
    "of the whole line about the held end, world axes",
);
pub(super) const ARC_TOWARDS: Always<Vector> =
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

const AUTO: Variant = choice("auto", "the faster one that applies", &[]);
const RECURSION: Variant = choice("recursion", "two rotations per link, 2x2 inversions", &[]);
const NATURAL: Variant =
    choice("natural", "end points and distance constraints, banded elimination", &[]);

choices! {
    /// How the links of a chain are computed.
    Form {
        Auto = AUTO,
        Recursion = RECURSION,
        Natural = NATURAL,
    }
}

pub(super) const COMPRESSION: Always<Truth> = default(
    "compression",
    truth(),
    "false",
    "whether it also pushes, as a rod does, instead of going slack",
);

pub(super) const ELASTIC_STIFFNESS: Always<Scalar> =
    required("stiffness", scalar("N"), "force per strain, EA").positive();
pub(super) const ELASTIC_DAMPING: Always<Scalar> =
    default("damping", scalar("N.s"), "0 N.s", "force per rate of strain").non_negative();
pub(super) const SPRING_STIFFNESS: Always<Scalar> =
    required("stiffness", scalar("N/m"), "force per elongation of a segment").positive();
pub(super) const SPRING_DAMPING: Always<Scalar> =
    default("damping", scalar("N.s/m"), "0 N.s/m", "force per rate of elongation of a segment")
        .non_negative();
pub(super) const PID_KP: Always<Scalar> = required("kp", scalar("N"), "force per error").positive();
pub(super) const PID_KD: Always<Scalar> =
    default("kd", scalar("N.s"), "0 N.s", "force per rate of the error").non_negative();
pub(super) const PID_KI: Always<Scalar> =
    default("ki", scalar("N/s"), "0 N/s", "force per error and time").non_negative();

const ELASTIC: Variant = choice(
    "elastic",
    "by the section, whatever the number of nodes; goes slack",
    &[ELASTIC_STIFFNESS.field, ELASTIC_DAMPING.field, COMPRESSION.field],
);
const SPRING: Variant = choice(
    "spring",
    "by the segment between two nodes; goes slack",
    &[SPRING_STIFFNESS.field, SPRING_DAMPING.field, COMPRESSION.field],
);
const PID: Variant = choice(
    "pid",
    "a controller that keeps each segment's length: `kp e + kd de/dt + ki (integral of e)`, where \
         e is its elongation over its present length; also pushes",
    &[PID_KP.field, PID_KD.field, PID_KI.field],
);

const LUMPED_MEASURED: Variant = choice(
    "measured",
    "by the section, as a table says; below its first row it pulls as there, so one that begins with `0, 0` goes slack",
    &[MEASURED_TENSION.field, ELASTIC_DAMPING.field],
);

choices! {
    /// What pulls when a cable is stretched.
    AxialLaw {
        Elastic = ELASTIC,
        Spring = SPRING,
        Measured = LUMPED_MEASURED,
        Pid = PID,
    }
}

/// Of one cable; a million links take about a gigabyte.
const MOST_PIECES: f64 = 1e6;

pub(super) const COUNT: Always<Count> =
    required("count", count(), "the number of links, all of the same length")
        .between(1.0, MOST_PIECES)
        .structural()
        .source(HEMBREE);
pub(super) const FORM: Always<OneOf<Form>> =
    default("form", one_of(), "auto", "which recursion computes them").structural();
pub(super) const NODES: Always<Count> =
    required("nodes", count(), "the number of points, both ends included")
        .between(2.0, MOST_PIECES)
        .structural();
pub(super) const AXIAL: Always<OneOf<AxialLaw>> =
    required("axial", one_of(), "its law of stretching");

pub(super) const ELEMENTS: Always<Count> =
    required("elements", count(), "the number of cubic pieces, all of the same length")
        .between(1.0, 1e5)
        .structural();
pub(super) const SPLINE_AXIAL: Always<OneOf<SplineAxial>> =
    default("axial", one_of(), "inextensible", "its law of stretching");

pub(super) const BRANCH: Always<Scalar> =
    required("branch", scalar("N"), "force per strain of the branch, beside `stiffness`")
        .non_negative();
pub(super) const TIME_CONSTANT: Always<Scalar> =
    required("time_constant", scalar("s"), "in which the branch's force falls to 37 %").positive();
pub(super) const BRANCHES: Always<Many> =
    required("branches", list("N"), "force per strain of each branch").non_negative();
pub(super) const TIME_CONSTANTS: Always<Many> =
    required("time_constants", list("s"), "of each branch").positive();
pub(super) const LASTING: Always<Scalar> =
    default("stiffness", scalar("N"), "0 N", "force per strain that lasts, EA").non_negative();
pub(super) const RELAXED_STIFFNESS: Always<Scalar> =
    required("stiffness", scalar("N"), "force per strain that lasts, EA").positive();

pub(super) const MEASURED_TENSION: Always<Rows> = required(
    "tension",
    table("1", "N"),
    "over the strain: linear between rows and rising, beyond the last as before it",
);
pub(super) const MEASURED_BRANCHES: Maybe<Many> =
    optional("branches", list("N"), "force per strain of what relaxes beside it").non_negative();
pub(super) const MEASURED_TIMES: Maybe<Many> =
    optional("time_constants", list("s"), "of each branch").positive();

const INEXTENSIBLE: Variant = choice("inextensible", "keeps its length", &[]);
const SPLINE_ELASTIC: Variant = choice(
    "elastic",
    "by the section; also pushes where it is shorter than it should be, until it buckles",
    &[ELASTIC_STIFFNESS.field, ELASTIC_DAMPING.field],
);

const ZENER: Variant = choice(
    "zener",
    "visco-elastic: a part of its tension, `branch` times the strain, fades with the time constant where the strain stays",
    &[RELAXED_STIFFNESS.field, BRANCH.field, TIME_CONSTANT.field, ELASTIC_DAMPING.field],
);
const MAXWELL: Variant = choice(
    "maxwell",
    "visco-elastic: any number of such parts, with or without one that lasts (the generalized Maxwell model)",
    &[BRANCHES.field, TIME_CONSTANTS.field, LASTING.field, ELASTIC_DAMPING.field],
);

const MEASURED: Variant = choice(
    "measured",
    "as a table says, such as of polyester or of a rope that beds in; below its first row it goes on as above it",
    &[MEASURED_TENSION.field, ELASTIC_DAMPING.field, MEASURED_BRANCHES.field, MEASURED_TIMES.field],
);

choices! {
    /// What pulls when a spline is stretched.
    SplineAxial {
        Inextensible = INEXTENSIBLE,
        Elastic = SPLINE_ELASTIC,
        Measured = MEASURED,
        Zener = ZENER,
        Maxwell = MAXWELL,
    }
}

const RIGID_LINKS: Variant = choice(
    "rigid_links",
    "straight rigid links joined by ball joints; does not stretch",
    &[COUNT.field, FORM.field],
);
const LUMPED: Variant =
    choice("lumped", "point masses joined by springs with dampers", &[NODES.field])
        .with_fields(&[AXIAL.field]);

const SPLINE: Variant = choice(
    "spline",
    "cubic pieces with a tension that is an unknown; bends and stretches",
    &[ELEMENTS.field],
)
.with_fields(&[SPLINE_AXIAL.field, TORSION.field, SECOND_BENDING.field, LEAST_RADIUS.field]);

pub(super) const LEAST_RADIUS: Maybe<Scalar> = optional(
    "least_radius",
    scalar("m"),
    "by which it may be bent: a run tells where it is bent by less",
)
.positive();

pub(super) const SECOND_BENDING: Maybe<Block> = optional(
    "second_bending",
    block(SECOND_FIELDS),
    "another stiffness, against being bent to one side and away from it; needs `torsion`",
);
pub(super) const SECOND_STIFFNESS: Always<Scalar> =
    required("stiffness", scalar("N.m^2"), "moment per curvature there, EI").positive();
pub(super) const SECOND_TOWARDS: Always<Vector> =
    required("towards", direction(), "the side, in the axes of the frame that clamps the start");

const SECOND_FIELDS: &[Field] = &[SECOND_STIFFNESS.field, SECOND_TOWARDS.field];

pub(super) const TORSION: Maybe<Block> = optional(
    "torsion",
    block(TORSION_FIELDS),
    "resistance to twisting; without it there is none. Both ends have to be clamped",
);
pub(super) const TORSION_STIFFNESS: Always<Scalar> = required(
    "stiffness",
    scalar("N.m^2"),
    "torque per twist by length, GJ; nothing only beside branches",
)
.non_negative();
pub(super) const TORSION_DAMPING: Always<Scalar> =
    default("damping", scalar("N.m^2.s"), "0 N.m^2.s", "torque per rate of that").non_negative();
pub(super) const TORSION_TWIST: Always<Scalar> = default(
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

choices! {
    /// What divides a cable.
    Discretization {
        RigidLinks = RIGID_LINKS,
        Lumped = LUMPED,
        Spline = SPLINE,
    }
}

const RELATIONS: &[&[Relation]] = &[&[
    relation(RelationWord::From, &[Target::Frame, Target::Free], "what holds its start"),
    relation(RelationWord::To, &[Target::Frame, Target::Free], "what holds its end"),
]];

const QUANTITIES: &[Quantity] = &[
    quantity("start", Shape::Station, "1", Sensed::Place(Along::Start), "the `from` end"),
    quantity(
        "mid",
        Shape::Station,
        "1",
        Sensed::Place(Along::Middle),
        "the point at half its length",
    ),
    quantity("end", Shape::Station, "1", Sensed::Place(Along::End), "the `to` end"),
    quantity(
        "at",
        Shape::Station,
        "1",
        Sensed::Place(Along::At),
        "`at(3 m)`: the point at that arc length from the start",
    ),
    quantity(
        "length",
        Shape::Scalar,
        "m",
        Sensed::Field,
        "of the whole unstretched cable; a parameter",
    ),
    quantity("mass", Shape::Scalar, "kg", Sensed::Field, "of the whole cable; a parameter"),
];

/// What can be read of a place on a cable, such as `tether.end`; vectors in world axes.
pub const STATION_QUANTITIES: &[Quantity] = &[
    quantity("position", Shape::Vector, "m", Sensed::Cable(CableQuantity::Position), "world axes"),
    quantity(
        "velocity",
        Shape::Vector,
        "m/s",
        Sensed::Cable(CableQuantity::Velocity),
        "world axes",
    ),
    quantity(
        "acceleration",
        Shape::Vector,
        "m/s^2",
        Sensed::Cable(CableQuantity::Acceleration),
        "world axes",
    ),
    quantity(
        "direction",
        Shape::Vector,
        "1",
        Sensed::Cable(CableQuantity::Direction),
        "unit vector along the cable, towards its end",
    ),
    quantity(
        "tension",
        Shape::Scalar,
        "N",
        Sensed::Cable(CableQuantity::Tension),
        "positive when pulled",
    ),
    quantity(
        "force",
        Shape::Vector,
        "N",
        Sensed::Cable(CableQuantity::Force),
        "what the part towards the end pulls with on the part towards the start, shear of bending \
         included; at `start` it acts on what holds the cable, at `end` on the cable; world axes",
    ),
    quantity(
        "curvature",
        Shape::Scalar,
        "1/m",
        Sensed::Cable(CableQuantity::Curvature),
        "one over the radius that it is bent by, by the unstretched length; of a `spline`",
    ),
    quantity(
        "moment",
        Shape::Scalar,
        "N.m",
        Sensed::Cable(CableQuantity::Moment),
        "of its bending stiffness and damping; of a `spline`",
    ),
    quantity(
        "torque",
        Shape::Scalar,
        "N.m",
        Sensed::Cable(CableQuantity::Torque),
        "about the cable; positive where it is twisted to the right. Needs `torsion`",
    ),
];
