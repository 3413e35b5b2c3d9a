//! `state`: a number that is integrated beside the motion.

use crate::schema::build::required;
use crate::schema::key::{Always, OfStated, rate_of_stated};
use crate::schema::{Field, Kind, KindId, Law};

pub(crate) static STATE: Kind = Kind {
    id: KindId::State,
    name: "state",
    doc: "a number or a vector with a rate of its own, integrated beside the motion",
    details: "\
`state NAME: TYPE = START { rate = RATE }` solves

    d(NAME)/dt = RATE,   NAME = START at time 0

together with the motion, by the same integrator. The type is a quantity (`Length`, `Real`) or a vector of one \
(`Vector(Force)`); without it the state has the type of its start. The rate has the dimension of the state per second. Its name is its value, wherever a signal may \
stand: in forces, torques, efforts, other states, records; not in constraints and prescribed motions, whose \
derivatives by time have to be known.

The rate may read positions, velocities, time, stored energies and momentum, other states and itself. With explicit \
integrators it may read accelerations, tensions and efforts, too. Implicit ones solve for states with the motion, so \
that a fast controller asks for no short steps. What is dissipated and the work done are known at the ends of \
steps only and cannot be read.

An equilibrium is looked for with all states at their starts. States have no energy, so the ledger does not see \
whether they are right.",
    example: "\
model Positioned {
  body slide {
    mass = 10 kg
    inertia = diag(1, 1, 1) kg.m^2
  }
  joint rail: prismatic(axis = x) from world to slide { force = motor }
  let error = 0.5 m - rail.displacement
  state memory = 0 m.s { rate = error }
  let motor = 200 N/m * error + 50 N/m/s * memory - 80 N.s/m * rail.rate
  record rail.displacement
  record memory
}",
    named: true,
    fields: FIELDS,
    law: Some(Law::Stated),
    ..Kind::PLAIN
};

pub(super) const RATE: Always<OfStated> =
    required("rate", rate_of_stated(), "its derivative by time").signal();

const FIELDS: &[Field] = &[RATE.field];
