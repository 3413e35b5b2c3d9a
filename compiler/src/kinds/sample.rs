//! `sample`: a parameter whose values are drawn from a distribution.

use crate::schema::build::{default, optional};
use crate::schema::key::{Always, Count, Maybe, count};
use crate::schema::{Kind, KindId, Law};

pub(crate) static SAMPLE: Kind = Kind {
    id: KindId::Sample,
    name: "sample",
    doc: "draws the values of a parameter from a distribution, one for each variant; only inside experiments",
    details: "\
`sample PARAMETER = normal(MEAN, DEVIATION) { count = N }`

An experiment that samples parameters of its model is a study, as with `vary`: it runs `count` times, each time with another draw of each of its samples. \
Where several parameters are sampled they are drawn independently, and go together: there are `count` variants, and not all combinations. Beside a `vary` the same draws are \
run for each of its values. One of the samples has a `count`, or all of them the same.

| distribution | draws |
|---|---|
| `uniform(LOW, HIGH)` | each value between the two is as likely |
| `normal(MEAN, DEVIATION)` | Gauss's, with the standard deviation |
| `lognormal(MEAN, DEVIATION)` | positive; the logarithm is normal, and mean and standard deviation are those of the value itself |

Draws follow from the `seed`, the parameter's name and the number of the variant alone, so they are the same on every machine and for any number of jobs; more variants \
begin with the same ones, and another seed gives others.

The terminal, the page and `summary.json` have mean, standard deviation and percentiles of each recorded number over the variants that came to their end, and for each `require` the share that meets it. \
The page draws each number over the share of variants that is below it. A draw that may not be, such as a mass below zero, is a variant that fails and is named.",
    example: "\
model Mast(height: Length = 10 m, load: Force = 1 kN) {
  body tip { mass = 20 kg; inertia = diag(1, 1, 1) kg.m^2 }
  joint foot: revolute(axis = y) from world to tip at [0, 0, -10] m { stiffness = 50 kN.m/rad }
  force wind on tip at [0, 0, -1] * (10 m - height) = load * x
  record foot.angle
}

experiment spread = Mast() {
  sample height = normal(8 m, 0.2 m) { count = 50; seed = 7 }
  sample load = lognormal(1 kN, 300 N)
  equilibrium
  require stands: foot.angle < 15 deg
}",
    named: true,
    of_experiment: true,
    fields: &[COUNT.field, SEED.field],
    law: Some(Law::Distribution),
    ..Kind::PLAIN
};

pub(crate) const COUNT: Maybe<Count> =
    optional("count", count(), "how many draws: one of the samples has it").structural();
pub(crate) const SEED: Always<Count> =
    default("seed", count(), "1", "another seed gives other draws").structural();
