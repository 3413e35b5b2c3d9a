//! `vary`: a parameter that takes several values, so that an experiment becomes a study.

use crate::schema::build::optional;
use crate::schema::key::{Count, Maybe, count};
use crate::schema::{Kind, KindId, Law};

pub(crate) static VARY: Kind = Kind {
    id: KindId::Vary,
    name: "vary",
    doc: "gives a parameter several values, one after the other; only inside experiments",
    details: "\
`vary PARAMETER = FIRST .. LAST { count = N }` or `vary PARAMETER = [A, B, C]`

An experiment that varies parameters of its model is a study: it runs once for each value, and where several `vary` stand in it, \
for each combination of theirs, the last one changing fastest. A range of quantities has `count` values, at equal distances, with both ends; one of whole \
numbers has those that a `for` would go through. Elsewhere, as in `cdl check` and in the editor, the parameter has the value that \
the experiment or the model gives it; `--set` gives it one and does not vary it.

The results are one table, `results.csv`: a row for each variant, first the varied parameters, then what is recorded as it is at the \
end of the run, statistics, a verdict for each `require`, and how the run ended. A variant that fails is a row that says so, and \
does not stop the others. The page plots each quantity over the first parameter, with a curve for each combination of the others.

Variants run on all cores (`--jobs`), with the same bytes whatever their number. What has been computed is kept when a study is interrupted: the \
next call goes on where it was, as long as the model and its settings are the same.",
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

experiment offsets = Mooring() {
  vary pull = 0 N .. 800 N { count = 5 }
  vary length = [12, 14] m
  equilibrium
  record buoy.position.x, maximum(line.start.tension) as tension
  require strength: tension < 2 kN
}",
    named: true,
    of_experiment: true,
    fields: &[COUNT.field],
    law: Some(Law::Values),
    ..Kind::PLAIN
};

pub(crate) const COUNT: Maybe<Count> =
    optional("count", count(), "how many values a range of quantities has, both ends included")
        .structural();
