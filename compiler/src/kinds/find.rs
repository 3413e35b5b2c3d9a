//! `find`: a parameter whose value is looked for.

use crate::schema::{Kind, KindId, Law};

pub(crate) static FIND: Kind = Kind {
    id: KindId::Find,
    name: "find",
    doc: "looks for the value of a parameter with which an equation holds; only inside experiments",
    details: "\
`find PARAMETER: LEFT == RIGHT`

The experiment is run again and again with other values of the parameter, until the equation holds at the end of the run: at rest after an `equilibrium`. \
Several `find` look for as many parameters together. The search begins at the values that the experiment or the model gives them, and goes by Newton's method with \
differences for derivatives (Broyden's updates between), so of several solutions it finds one near there. The equation reads what a `require` reads.

What is found stands in the terminal, in `summary.json` and on the page, where parameters that were set from outside stand, and the results are those of the run with it. The verdict \
on the equation stands among the criteria, with the numbers of both sides: where no values were found the run is that with the best ones, and the command ends with exit code 3 (E0521). \
Both sides agree then to a millionth at least, and usually to nine digits. A parameter that is given with `--set` is not looked for.

The parameter is a quantity: what decides on the structure, such as a number of links, cannot be found. With `vary`, values are found for each variant.",
    example: "\
model Span(length: Length = 105 m) {
  frame far on world at [100, 0, 0] m
  cable rope: rigid_links(count = 40) from world to far { length = length; linear_density = 5 kg/m }
}

experiment sag = Span() {
  equilibrium
  find length: rope.mid.position.z == -8 m
  record rope.start.tension
}",
    named: true,
    of_experiment: true,
    law: Some(Law::Equation),
    ..Kind::PLAIN
};
