//! `plot`: what the page draws together.

use crate::schema::build::optional;
use crate::schema::key::{AnyScalar, Maybe, any_scalar};
use crate::schema::{Kind, KindId, Law};

pub(crate) static PLOT: Kind = Kind {
    id: KindId::Plot,
    name: "plot",
    doc: "draws quantities in one plot of the page; only inside experiments",
    details: "\
`plot NAME = VALUE`, `plot NAME = [A, B]` or `plot NAME = [A, B] { over = C }`

The quantities are curves of one plot, over time or over another quantity; those of one plot have one dimension, and a vector \
has a curve for each component. They are recorded under the name of the plot, so every number that is drawn is in `results.csv`: \
`NAME` or `NAME[0]`, `NAME[1]`, and `NAME.over`. `in` behind the quantities, and behind what they are over, says in which unit they are drawn. Plots that are asked for come first on the page, before those of what is recorded otherwise.

In a study each quantity is what it is at the end of the run, and statistics may be plotted. Plots are over the first parameter that is varied, or with \
`over` over another one, or over any quantity; there is a curve for each combination of the other parameters.

A plot over time keeps the extremes of about a thousand intervals. One over another quantity has up to 4000 points: of a longer run evenly chosen ones.",
    example: "\
model Swing {
  body bob {
    mass = 1 kg
    shape = sphere(diameter = 10 cm, centre = [0, 0, -1] m)
  }
  joint pin: revolute(axis = y) from world to bob { start = { angle = 60 deg } }
}

experiment swing = Swing() {
  simulate 10 s with rk4(step = 5 ms), every 20 ms
  plot places = [bob.position.x, bob.position.z]
  plot phase = pin.rate in deg/s { over = pin.angle in deg }
}",
    named: true,
    of_experiment: true,
    fields: &[OVER.field],
    law: Some(Law::Curves),
    ..Kind::PLAIN
};

pub(crate) const OVER: Maybe<AnyScalar> =
    optional("over", any_scalar(), "what the curves are drawn over; by default time").signal();
