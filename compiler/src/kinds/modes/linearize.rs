//! `linearize`: the equations of small motions themselves, with inputs and outputs.

use super::schema::{ABOUT, COUNT, TOLERANCE};
use crate::schema::{Kind, KindId};

pub(crate) static LINEARIZE: Kind = Kind {
    id: KindId::Linearize,
    name: "linearize",
    doc: "gives the equations of small motions as matrices, with inputs and outputs; only inside experiments",
    details: "\
`linearize`, `linearize(about = start)` or `linearize(about = after(30 s, step = 10 ms))`

The equations of motion are linearized about a state that stays, as by `modes`, and written as `x' = A x + B u`, `y = C x + D u`, where \
all are deviations from that state:

| | what it is | from |
|---|---|---|
| `x` | as many coordinates as there are degrees of freedom, and the rate of each | chosen among the places (`bob.x`), turns about axes of the world (`bob.turn.y`) and nodes that move (`rope[3].x`) |
| `u` | inputs | parameters that an `input` names |
| `y` | outputs | what is recorded, in the units in which it is |

`A.csv`, `B.csv`, `C.csv` and `D.csv` have a column for each state or input and a row for each state or output, all with their units; \
an entry is in the unit of its row, in `A` and `B` per second, by that of its column. `results.csv` has the modes, \
whose `λ` are the eigenvalues of `A`: where `count` is less than their number, the slowest.

`A` is exact, and so is which coordinates constraints leave. `C` consists of differences between states that are close, and `B` and `D` of differences between \
inputs that are as far apart as lets them agree best, with an extrapolation (places are moved by as little as a millionth of the size of everything); where they tell that forces do not follow an input in proportion a note says how good they are. An input \
that says where something is, such as the value of a `drive` or the place of a prescribed body, is an error (E0523; `response` takes it), and so are more than 400 states.",
    example: "\
model Cart(push: Force = 0 N) {
  body cart { mass = 2 kg; inertia = diag(1, 1, 1) kg.m^2 }
  joint rail: prismatic(axis = x) from world to cart { stiffness = 8 N/m; damping = 0.4 N.s/m }
  force motor on cart = push * x
  record rail.displacement, rail.rate
}

experiment plant = Cart() {
  linearize
  input push
}",
    fields: &[COUNT.field, ABOUT.field, TOLERANCE.field],
    ..Kind::PLAIN
};
