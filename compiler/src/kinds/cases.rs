//! `cases`: the rows of a file, each of which is a variant.

use crate::schema::{Kind, KindId, Law};

pub(crate) static CASES: Kind = Kind {
    id: KindId::Cases,
    name: "cases",
    doc: "gives parameters the values of each row of a CSV file, one row after the other; only inside experiments",
    details: "\
`cases NAME = table(\"FILE.csv\")`

An experiment with cases is a study, as with `vary`: it runs once for each row of the file. The header names parameters of the model, with the units of their numbers, \
as in `pull [kN]`; what a file leaves out is as elsewhere. Numbers, whole numbers, `true` and `false`, texts and values of enums stand in the cells as they are, without quotes. \
A first column `name` says what each row is called; without one they are called by their numbers, from 1. Results have these in a column with the name of the cases, and then the parameters.

Beside a `vary`, a `sample` or other cases all combinations are run: each case with each value, what stands last changing fastest, and draws fastest of all. \
What is wrong in the file is said before anything runs, with line and column.",
    example: "\
model Mooring(pull: Force = 0 N, length: Length = 12 m) {
  body buoy {
    mass = 40 kg
    shape = sphere(diameter = 60 cm)
    start = { position = [9, 0, -1] m }
  }
  cable line: rigid_links(count = 10) from world to buoy { length = length; mass = 20 kg }
  force lift on buoy = [200, 0, 900] N + pull * x
}

// cases.csv:
// name, pull [kN], length [m]
// calm, 0, 12
// storm, 0.8, 14
experiment weathers = Mooring() {
  cases weather = table(\"cases.csv\")
  equilibrium
  record buoy.position.x, maximum(line.start.tension) as tension
  require strength: tension < 2 kN
}",
    named: true,
    of_experiment: true,
    law: Some(Law::Rows),
    ..Kind::PLAIN
};
