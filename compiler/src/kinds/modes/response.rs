//! `response`: amplitude and phase of what an input that swings makes of a model.

use super::schema::{ABOUT, TOLERANCE};
use crate::schema::build::{choice, default, required};
use crate::schema::key::{
    Always, Count, OneOf, Scalar, Truth, choices, count, one_of, scalar, truth,
};
use crate::schema::{Kind, KindId, Variant};

pub(crate) static RESPONSE: Kind = Kind {
    id: KindId::Response,
    name: "response",
    doc: "finds amplitude and phase of small motions that an input keeps up; only inside experiments",
    details: "\
`response(over = periods(FIRST, LAST, count = N))` or `response(over = frequencies(FIRST, LAST, count = N))`

One `input` of the model swings with an amplitude that is small, again and again, until everything swings with it: the motion that is left when all \
others have died away. `results.csv` has a row for each period or frequency, both ends included, and for each quantity that is recorded two columns: \
`NAME.amplitude` is how far it swings for each unit of the input (a response amplitude operator, RAO), and `NAME.phase` how far it is ahead of the input, \
in degrees from -180 to 180. The page draws both.

The input is a parameter on which forces, `drive`s or motions of prescribed bodies depend, such as the heave of a ship: its rate and its acceleration act, too. \
The equations are linearized about a state that stays, as by `modes`, and solved for each period by itself, in a time that grows with the size of the model, for cables of \
ten thousand elements as well. Nothing but that is left out: drag that grows with the square of the speed has no share in small motions about rest, \
states with a `rate` stay as they are, and branches of a tension pull like springs.

Without damping the motion is infinite at a natural frequency: where a period comes too close to one its row has no values, and the run ends with an error (E0524) when all others are there. A state that is unstable is told, as nobody \
sees its response, where stiffness decides on that, or the model has 300 degrees of freedom at most. So is an input that forces do not follow in proportion.",
    example: "\
model Crane(heave: Length = 0 m) {
  body ship {
    motion = prescribed(position = [0 m, 0 m, heave])
  }
  body load { mass = 10 t; inertia = diag(1, 1, 1) t.m^2; start = { position = [0, 0, -20] m } }
  force wire: spring(stiffness = 200 kN/m, damping = 5 kN.s/m, length = 20 m) between ship and load
  record load.position.z
}

experiment transfer = Crane() {
  response(over = periods(0.5 s, 20 s, count = 40))
  input heave
}",
    fields: &[OVER.field, ABOUT.field, TOLERANCE.field],
    ..Kind::PLAIN
};

pub(super) const OVER: Always<OneOf<Over>> =
    required("over", one_of(), "the periods or frequencies of the input");

const PERIODS: Variant = choice(
    "periods",
    "of one swing",
    &[FIRST_PERIOD.field, LAST_PERIOD.field, POINTS.field, LOGARITHMIC.field],
);
const FREQUENCIES: Variant = choice(
    "frequencies",
    "swings in each second, not radians",
    &[FIRST_FREQUENCY.field, LAST_FREQUENCY.field, POINTS.field, LOGARITHMIC.field],
);

pub(super) const FIRST_PERIOD: Always<Scalar> =
    required("first", scalar("s"), "of the first row").positive();
pub(super) const LAST_PERIOD: Always<Scalar> =
    required("last", scalar("s"), "of the last row").positive();
pub(super) const FIRST_FREQUENCY: Always<Scalar> =
    required("first", scalar("Hz"), "of the first row").positive();
pub(super) const LAST_FREQUENCY: Always<Scalar> =
    required("last", scalar("Hz"), "of the last row").positive();
pub(super) const POINTS: Always<Count> =
    default("count", count(), "100", "how many rows, both ends included").between(1.0, 100_000.0);
pub(super) const LOGARITHMIC: Always<Truth> = default(
    "logarithmic",
    truth(),
    "false",
    "whether ratios of neighbours are equal, and not their differences",
);

choices! {
    /// What the rows of a response go along.
    Over {
        Periods = PERIODS,
        Frequencies = FREQUENCIES,
    }
}
