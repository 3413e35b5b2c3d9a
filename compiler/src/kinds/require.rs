//! `require`: what a run has to show when it is over.

use crate::schema::build::optional;
use crate::schema::key::{Maybe, Words, words};
use crate::schema::{Kind, KindId, Law};

pub(crate) static REQUIRE: Kind = Kind {
    id: KindId::Require,
    name: "require",
    doc: "a criterion that is judged when the run is over; only inside experiments",
    details: "\
`require NAME: CONDITION` or `require NAME: CONDITION { note = \"TEXT\" }`

The condition reads what is known at the end: statistics such as `maximum(rope.start.tension)`, what the experiment \
records under a name with `as`, `energy.imbalance`, and any signal, which then counts as it is at the end of the run. \
Both sides of a comparison have one dimension. `and`, `or` and `not` join conditions; where `and` joins comparisons, \
each is shown with its numbers.

The verdict stands in the terminal, in `summary.json` and on the page. Where a criterion is not met, or cannot be \
judged as the run ended early or a number is not finite, the command ends with exit code 3 (2 where the run itself failed). \
`note` says then what it means.

A condition into which nothing of the run goes is an error, as it says nothing about the run; one that is a name alone stands in parentheses.",
    example: "\
model Hoist(load: Mass = 200 kg) {
  body crate {
    mass = load
    inertia = diag(20, 20, 20) kg.m^2
  }
  cable rope: rigid_links(count = 8) from world to crate { length = 4 m; mass = 8 kg }
  force gust on crate = [300, 0, 0] N * ramp(time, 1 s, 1 s)
}

experiment gusty = Hoist() {
  simulate 20 s with energy_momentum(step = 10 ms), every 100 ms, start = equilibrium, discard = 1 s
  record maximum(rope.start.tension) as peak, time_of_maximum(rope.start.tension)
  require strength: peak < 0.5 * 12 kN { note = \"the rope may break\" }
  require sway: maximum(crate.position.x) < 1.5 m and minimum(crate.position.x) > -0.5 m
  require ledger: energy.imbalance < 1e-6
}",
    named: true,
    of_experiment: true,
    fields: &[NOTE.field],
    law: Some(Law::Criterion),
    ..Kind::PLAIN
};

pub(crate) const NOTE: Maybe<Words> =
    optional("note", words(), "what it means where it is not met, shown with the verdict");
