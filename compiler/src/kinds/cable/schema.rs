//! `cable`: a slender line between two places. What its blocks hold stands in the room of each.

use cdl_grammar::syntax::RelationWord;
use cdl_graph::CableQuantity;

use super::bending::{BENDING, JOINT_DAMPING};
use super::drag::{ADDED_MASS, BUOYANCY, DRAG};
use super::ends::ENDS;
use super::pieces::Discretization;
use super::start::START;
use crate::schema::build::{optional, quantity, relation, required};
use crate::schema::key::{Always, Choice, Maybe, Reference, Scalar, reference, scalar};
use crate::schema::{
    Along, Alternatives, Field, Kind, KindId, Need, Quantity, Relation, Sensed, Shape, Target,
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
- `bspline(degree = p, spans = N)`: one curve, a polynomial of degree p in each of N spans (Tempel 2019), by N + p points that it is \
pulled towards; the first and the last are its ends. What it stretches and bends by is that of `spline`, but its tension is no unknown: \
a stiff thin rope needs more spans than a `spline` needs pieces, and one that does not stretch cannot be had. Forces, clumps, ends that \
are pinned, free or clamped, drag and what is read of a place are those of a `spline`; winches, sheaves, sections and `torsion` are not.
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
So what holds the start gets the force at `start`, and what holds the end gets minus the force at `end`, but for \
the momentum of rope that comes and goes there, at a [winch](#winch) or a [sheave](#sheave). A \
force of yours at the very place counts to the part towards the end. Where rope resists bending the tension is the part of \
the force along its curve, elsewhere all of it, or the part along the link: at a joint of links, as under a load, that of \
the link that ends there.",
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
         included; at a `start` where no rope comes or goes it acts on what holds the cable, at `end` on \
         the cable; world axes",
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
