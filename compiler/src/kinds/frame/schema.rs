//! `frame`: a place with axes.

use cdl_grammar::syntax::RelationWord;

use crate::kinds::body::MOTION_QUANTITIES;
use crate::schema::build::{default, relation};
use crate::schema::key::{Always, Attitude, attitude};
use crate::schema::{Field, Kind, KindId, Relation, Target};

pub(crate) static FRAME: Kind = Kind {
    id: KindId::Frame,
    name: "frame",
    doc: "a place with axes, fixed in the world or on a body",
    details: "\
`frame f at [x, y, z] m` stands on the body around it, or in the world when it stands in a model or \
component. `frame f on BODY at [x, y, z] m` stands on that body or frame; the offset is in its axes.

Joints and cables connect frames; a body's name stands for its own axes.",
    example: "\
model Pendulum {
  frame pivot at [0, 0, 2] m

  body bob {
    mass = 1 kg
    shape = sphere(diameter = 10 cm, centre = [0, 0, -1] m)
    frame top at [0, 0, 0] m
  }
  frame side on bob at [5, 0, -100] cm

  joint hinge: revolute(axis = y) from pivot to bob.top
  record side.position
}",
    named: true,
    fields: FIELDS,
    relations: RELATIONS,
    quantities: MOTION_QUANTITIES,
    ..Kind::PLAIN
};

pub(super) const ATTITUDE: Always<Attitude> =
    default("attitude", attitude(), "level", "from the frame's axes to those of what it stands on");

const FIELDS: &[Field] = &[ATTITUDE.field];

const RELATIONS: &[&[Relation]] = &[
    &[relation(
        RelationWord::At,
        &[Target::Position],
        "the origin, in the axes of the body around it or of the world",
    )],
    &[relation(
        RelationWord::On,
        &[Target::Frame],
        "what it stands on; an offset follows after `at`",
    )],
];
