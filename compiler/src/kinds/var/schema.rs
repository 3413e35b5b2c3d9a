//! `var`: a value that only events change.

use crate::schema::{Kind, KindId, Law};

pub(crate) static VAR: Kind = Kind {
    id: KindId::Var,
    name: "var",
    doc: "a number, a vector, a truth value or one of an enum that keeps its value until an event sets it",
    details: "\
`var NAME: TYPE = START` has the value START until an event (`at`, `every` or `when`) sets it. The type is a quantity \
(`Length`, `Real`), a vector of one (`Vector(Force)`), `Bool` or an `enum`, whose values are recorded as their positions, from 0; without it the variable has the type of its start.

Its name is its value, wherever a signal may stand: in forces, torques, efforts, conditions, rates of states, records; not in \
constraints and prescribed motions, whose derivatives by time have to be known.

Steps end where it changes, so a force that jumps with it costs no accuracy. Energy that comes in or goes out \
when it is set, as where it is the stiffness of a spring, is counted as work. An equilibrium is looked for with all variables at their \
starts.",
    example: "\
model Stepped {
  body sledge {
    mass = 2 kg
    inertia = diag(1, 1, 1) kg.m^2
  }
  joint rail: prismatic(axis = x) from world to sledge { force = push }
  var push: Force = 1 N
  at 2 s { push = -3 N }
  record rail.displacement, push
}",
    named: true,
    law: Some(Law::Stated),
    ..Kind::PLAIN
};
