//! `input`: a parameter that acts from outside on small motions.

use crate::schema::{Kind, KindId};

pub(crate) static INPUT: Kind = Kind {
    id: KindId::Input,
    name: "input",
    doc: "a parameter whose changes act on small motions; only inside experiments",
    details: "\
`input PARAMETER`

Of an experiment that does `linearize`: an input of the equations, with a column in `B.csv` and `D.csv`. The parameter is a quantity on which forces, springs or what is recorded depend; \
its value is that about which it changes. Of one that does `response`: what swings, on which forces, drives or motions depend.",
    example: "\
model Pendulum(torque: Torque = 0 N.m) {
  body bob { mass = 1 kg; shape = sphere(diameter = 10 cm, centre = [0, 0, -1] m) }
  joint hinge: revolute(axis = y) from world to bob
  torque motor on bob = torque * y
  record hinge.angle
}

experiment plant = Pendulum() {
  linearize
  input torque
}",
    named: true,
    of_experiment: true,
    ..Kind::PLAIN
};
