//! `sensitivity`: how what comes of an experiment changes with a parameter.

use crate::schema::{Kind, KindId};

pub(crate) static SENSITIVITY: Kind = Kind {
    id: KindId::Sensitivity,
    name: "sensitivity",
    doc: "how much each number that comes of an experiment changes with a parameter; only inside experiments",
    details: "\
`sensitivity PARAMETER`

Each number that the experiment comes to (what is recorded, as it is at the end of the run or at rest, statistics, frequencies of modes, peaks of a response) gets its derivative by the parameter, in its unit for each \
SI unit of the parameter, with an estimate of the error. They stand in the terminal, on the page and in `summary.json` as `d(NUMBER)/d(PARAMETER)`, and in a study in the table.

What follows from parameters alone is derived by the rules of calculus, and said to be exact. For all else the method is the same whatever the analysis: whole runs with the parameter a little larger and smaller, by a hundredth of it, a thousandth and a ten thousandth, and by half of each \
(of 1 in its SI unit, where it is zero): central differences over two distances, extrapolated (Richardson), with those distances at which they agree best. The error is how far the two are apart, so it has what is curved, and what is noise of \
the runs, such as steps of `rk45`; a note names what is known to less than a hundredth. A number that jumps has a large one. Of values that are found or chosen the others stay as they are.",
    example: "\
model Hook(mass: Mass = 20 t, stiffness: Stiffness = 2 MN/m) {
  body load { mass = mass; inertia = diag(1, 1, 1) t.m^2 }
  joint rail: prismatic(axis = z) from world to load { stiffness = stiffness }
  record rail.displacement
}

experiment slopes = Hook() {
  equilibrium
  sensitivity mass
  sensitivity stiffness
}",
    named: true,
    of_experiment: true,
    ..Kind::PLAIN
};
