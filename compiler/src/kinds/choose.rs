//! `choose`: parameters whose values make something as small, or as large, as it can be.

use crate::schema::build::optional;
use crate::schema::key::{AnyScalar, Maybe, any_scalar};
use crate::schema::{Kind, KindId, Law};

pub(crate) static CHOOSE: Kind = Kind {
    id: KindId::Choose,
    name: "choose",
    doc: "looks for the value of a parameter, within bounds, that makes something least or largest; only inside experiments",
    details: "\
`choose PARAMETER = LOW .. HIGH { minimize = EXPRESSION }` or `{ maximize = EXPRESSION }`

The experiment is run again and again with other values of the parameter between the two bounds, for the smallest or largest value of the expression at the end of the run: \
it reads what a `require` reads, statistics too. In a `response` a quantity counts by its largest amplitude. Several `choose` are for as many parameters together, and one of \
them has the expression.

The search takes no derivatives. With one parameter the range is looked at in 24 places, and the best of them is followed by Brent's method; with \
several the places fill the range evenly (Halton), 30 for each parameter, and a simplex (Nelder and Mead) goes on from the best, three times. So a narrow valley between these places can be missed. What is found is the \
best of all that was run, and notes tell how many runs that were and whether a parameter ended at a bound. Values with which the model cannot be run are passed over.

What is found stands where parameters that were set from outside stand, and the results are those of the run with it. A parameter that is given with `--set` is not looked for. With `vary` or `sample` \
values are looked for in each variant. An experiment that has a `find` has no `choose`.",
    example: "\
model Throw(angle: Angle = 30 deg, speed: Speed = 20 m/s) {
  body ball {
    mass = 1 kg
    shape = sphere(diameter = 10 cm)
    start = { velocity = [speed * cos(angle), 0 m/s, speed * sin(angle)] }
  }
  joint flight: free from world to ball
  when ball.position.z < 0 m { stop \"it has landed\" }
}

experiment farthest = Throw() {
  simulate 10 s with rk4(step = 10 ms)
  choose angle = 10 deg .. 80 deg { maximize = ball.position.x }
}",
    named: true,
    of_experiment: true,
    fields: &[MINIMIZE.field, MAXIMIZE.field],
    law: Some(Law::Bounds),
    ..Kind::PLAIN
};

pub(crate) const MINIMIZE: Maybe<AnyScalar> =
    optional("minimize", any_scalar(), "what is to be as small as it can be").signal();
pub(crate) const MAXIMIZE: Maybe<AnyScalar> =
    optional("maximize", any_scalar(), "what is to be as large as it can be").signal();
