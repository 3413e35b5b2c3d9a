//! `plot`: what the page draws together.

use crate::schema::build::{default, optional};
use crate::schema::key::{
    Always, AnyScalar, Count, Maybe, Reference, any_scalar, count, reference,
};
use crate::schema::{Kind, KindId, Law};

pub(crate) static PLOT: Kind = Kind {
    id: KindId::Plot,
    name: "plot",
    doc: "draws quantities in one plot of the page; only inside experiments",
    details: "\
`plot NAME = VALUE`, `plot NAME = [A, B]`, `plot NAME = [A, B] { over = C }` or `plot NAME = VALUE { along = CABLE }`

The quantities are curves of one plot, over time or over another quantity; those of one plot have one dimension, and a vector \
has a curve for each component. They are recorded under the name of the plot, so every number that is drawn is in `results.csv`: \
`NAME` or `NAME[0]`, `NAME[1]`, and `NAME.over`. `in` behind the quantities, and behind what they are over, says in which unit they are drawn. Plots that are asked for come first on the page, before those of what is recorded otherwise.

In a study each quantity is what it is at the end of the run, and statistics may be plotted. Plots are over the first parameter that is varied, or with \
`over` over another one, or over any quantity; there is a curve for each combination of the other parameters.

What the experiment records under a name with `as` may be plotted by that name, in SI units unless `in` says otherwise.

With `along` it is a profile: what stands for the cable in the quantities, such as `line` in `line.tension`, is each of `stations` places on it, evenly spaced from its start to its end. \
The page draws the profile over the unstretched length from the start, as it is at the instant of the player, and the smallest, the largest and the mean value at each place; what is discarded does not count. \
They are recorded as `NAME.length`, that of the cable, `NAME[0]` at the start, `NAME[1]`, and so on. An `equilibrium` has profiles, too; a study has not.

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
    fields: &[OVER.field, ALONG.field, STATIONS.field],
    law: Some(Law::Curves),
    ..Kind::PLAIN
};

pub(crate) const OVER: Maybe<AnyScalar> =
    optional("over", any_scalar(), "what the curves are drawn over; by default time").signal();
pub(crate) const ALONG: Maybe<Reference> =
    optional("along", reference(&[KindId::Cable]), "the cable whose profile is drawn");
pub(crate) const STATIONS: Always<Count> =
    default("stations", count(), "41", "places of a profile, both ends included")
        .between(2.0, 1001.0)
        .structural();
