//! `modes`: natural frequencies, damping and shapes.

use crate::kinds::simulate::START as FROM;
use crate::schema::build::{choice, default, required};
use crate::schema::key::{Always, Count, OneOf, Scalar, choices, count, one_of, scalar};
use crate::schema::{Kind, KindId, Variant};

pub(crate) static MODES: Kind = Kind {
    id: KindId::Modes,
    name: "modes",
    doc: "finds natural frequencies, damping and shapes of small motions; only inside experiments",
    details: "\
`modes`, `modes(count = N)`, `modes(count = N, about = start)` or `modes(count = N, about = after(30 s, step = 10 ms))`

The equations of motion are linearized about a state that stays. A mode is a motion `x exp(λ t)` that they let be by itself. \
The slowest `count` of them are found, and written into `results.csv`, a row for each:

| column | what it is |
|---|---|
| `mode` | its number, the slowest first |
| `frequency` | `abs(λ)/2π`: without damping that of the oscillation |
| `period` | of the oscillation as it is; infinite where there is none |
| `damping_ratio` | `-Re λ/abs(λ)`: 1 for what comes back without swinging, negative for what grows |
| `damped_frequency` | `Im λ/2π`: of the oscillation as it is |
| `growth_rate` | `Re λ`: negative for what decays |
| `residual` | the forces that are left over in the mode, as a share of those of inertia; by matrices what they displace, as a share of how far the mode goes |

What moves freely, such as a body that nothing holds, comes first, with a frequency of exactly zero. A pair of conjugate `λ` is one \
mode; what does not oscillate stands alone. The page shows the shapes, one after the other: the axis of its player is the number of the mode, and each turns once \
from one number to the next. Records are those of the state, in the terminal and in `summary.json`.

Tensions of cables and forces of joints, and the weight that they carry, are part of the stiffness, as are springs, bending and buoyancy; dampers, \
friction and drag are damping as they are at rest, so drag that grows with the square of the speed has none. States with a `rate` stay as they are. \
Loads that depend on time have their values at time 0; a motion that is given as a function of time is an error (E0522).

`about = after(DURATION, step = STEP)` takes a state that a motion leads to: a rope that a winch has hauled, what events have locked or let go. The motion is \
that of `simulate DURATION with energy_momentum(step = STEP)`, with its events; from where it ends the nearest equilibrium is looked for, and a note says how far that is where nothing had come to rest. All that \
depends on time has its value at that instant, and a `drive` or a prescribed motion has to be over (E0522).

Without damping and rotors, signs of pivots tell how many modes there are below a frequency (Sylvester), so none is missed or doubled. \
The state may have rotors: bodies that turn about an axis of symmetry through their centre of mass, which stands still (`about = start`).

Trees of bodies and of cables of rigid links or segments, without dampers, closed loops and forces that follow the motion, but for springs in joints and to the ground, are swept from tips to roots \
(transfer matrices), so that frequencies of long soft structures keep their digits; the ground may hold the far ends of cables. Everything else is assembled to sparse matrices. The summary says which, and what in the model asks for matrices. Responses of such trees \
are swept as well, dampers included.",
    example: "\
model Pendulum(stiffness: Real = 2) {
  body bob {
    mass = 1 kg
    shape = sphere(diameter = 10 cm, centre = [0, 0, -1] m)
  }
  joint hinge: revolute(axis = y) from world to bob { stiffness = stiffness * 1 N.m/rad; damping = 0.1 N.m.s/rad }
  record hinge.angle
}

experiment shapes = Pendulum() {
  modes(count = 1)
}",
    fields: &[COUNT.field, ABOUT.field, TOLERANCE.field],
    ..Kind::PLAIN
};

pub(super) const COUNT: Always<Count> = default(
    "count",
    count(),
    "12",
    "how many, the slowest first; less where there are not so many",
)
.between(1.0, 10_000.0)
.structural();
pub(super) const ABOUT: Always<OneOf<About>> =
    default("about", one_of(), "equilibrium", "about which state");
pub(super) const TOLERANCE: Always<Scalar> = default(
    "tolerance",
    scalar("1"),
    "1e-10",
    "of the equilibrium: forces that are left over, relative to the largest force in the model",
)
.between(1e-15, 1e-2);

const EQUILIBRIUM: Variant =
    choice("equilibrium", "the equilibrium that is nearest to the start", &[]);
const START: Variant = choice("start", "what the elements' starts say, which has to stay", &[]);
const AFTER: Variant = choice(
    "after",
    "the equilibrium that is nearest to what a motion has come to",
    &[DURATION.field, STEP.field, FROM.field],
);

pub(super) const DURATION: Always<Scalar> =
    required("duration", scalar("s"), "how long the motion goes on").positive();
pub(super) const STEP: Always<Scalar> =
    required("step", scalar("s"), "of the time, by `energy_momentum`").positive();

choices! {
    /// What modes are about.
    About {
        Equilibrium = EQUILIBRIUM,
        Start = START,
        After = AFTER,
    }
}
