//! `torque`: acts on a body.

use cdl_grammar::syntax::RelationWord;

use crate::schema::build::relation;
use crate::schema::{Kind, KindId, Law, Relation, Target, Type};

pub(crate) static TORQUE: Kind = Kind {
    id: KindId::Torque,
    name: "torque",
    doc: "a torque on a body",
    details: "\
Components are in world axes, or after `in FRAME` in the axes of that frame. It may depend on time, \
positions and velocities, but not on accelerations or tensions.",
    example: "\
model Rotor {
  body rotor {
    mass = 2 kg
    shape = cylinder(diameter = 30 cm, start = [0, 0, 0] m, end = [0, 0, 4] cm)
  }
  joint axle: revolute(axis = z) from world to rotor
  torque drag on rotor = -0.01 N.m.s * rotor.angular_velocity
  torque motor on rotor in rotor = [0, 0, 0.5] N.m
}",
    named: true,
    relations: RELATIONS,
    law: Some(Law::Value(Type::Vector("N.m"))),
    ..Kind::PLAIN
};

const RELATIONS: &[&[Relation]] = &[&[
    relation(RelationWord::On, &[Target::Frame], "the body it acts on, or a frame of it"),
    relation(RelationWord::In, &[Target::Frame], "whose axes the components are in").optional(),
]];
