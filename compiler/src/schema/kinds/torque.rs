//! `torque`: acts on a body.

use cdl_grammar::syntax::RelationWord;

use super::super::build::relation;
use super::super::{Kind, Law, Relation, Target, Type};

pub(super) const TORQUE: Kind = Kind {
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
    fields: &[],
    variants: &[],
    variant_required: false,
    relations: RELATIONS,
    law: Some(Law::Value(Type::Vector("N.m"))),
    nested: &[],
    quantities: &[],
};

const RELATIONS: &[&[Relation]] = &[&[
    relation(RelationWord::On, &[Target::Frame], "the body it acts on, or a frame of it"),
    relation(RelationWord::In, &[Target::Frame], "whose axes the components are in").optional(),
]];
