//! `joint`: lets two frames move relative to each other in some ways only.

use cdl_grammar::syntax::RelationWord;

use super::variants::{ACROSS, Movement};
use crate::schema::build::relation;
use crate::schema::key::Choice;
use crate::schema::{Beside, Kind, KindId, Relation, Target};

pub(crate) static JOINT: Kind = Kind {
    id: KindId::Joint,
    name: "joint",
    beside: &[
        Beside {
            field: "drive",
            senseless: &["motor", "stiction", "locked", "limits", "torque", "force", "start"],
        },
        Beside { field: "motor", senseless: &["stiction"] },
    ],
    doc: "lets two frames move relative to each other in some ways only",
    details: "\
`from` names what holds and `to` what is held. At coordinates of zero both frames coincide; axes are given \
in the axes of the `from` frame, which there are those of the `to` frame too. A coordinate is positive when the \
`to` frame turns (right-handed) about or slides along the axis, seen from the `from` frame.

Along each coordinate q acts, on the `to` side,

    Q = -stiffness (q - rest) - damping dq/dt - friction tanh((dq/dt) / friction_speed) + effort

where the effort is the field `torque` or `force`. A `drive` prescribes the coordinate as a function of \
time instead, whatever it takes; a `motor` keeps a rate as far as its effort goes.

A revolute or prismatic joint has stops by `limits = { lower = A; upper = B; stiffness = k; damping = c }`, of which `lower` or `upper` may be left out. \
Beyond B a stop pushes back by `k (q - B) + c dq/dt`, and does nothing where that would pull; below A in the same way. Steps end where \
they meet and part, so a stiff stop costs no order, but it has to be softer than what steps follow. What a stop stores and takes is counted \
as work, and as a part of the effort. With `restitution = e` in place of `stiffness` a stop is hard: an impact leaves the share e of the rate, the other way round, and what would be \
slower than `rest` stays at the limit until it is pulled off, held by a part of the effort. All stops that are hit at one instant are hit together.

Dry friction that holds is `stiction = { static = A; kinetic = B }` of a revolute or prismatic joint: the coordinate stays exactly where it is until \
holding it takes more than A, then it slips against B, which counts as A at most, until the motion turns. A run that begins without a rate begins held. Both may be signals, so a brake is \
`stiction = { static = if brakes then 500 N.m else 0 N.m; kinetic = if brakes then 400 N.m else 0 N.m }`. What it takes counts as work.

A `motor = { rate = C; effort = A; power = P }` of a revolute or prismatic joint keeps the rate exactly at the command C as long as that takes no more than A, and no more \
than P at the rate that there is, put in or taken out. Where it would, and where the command jumps, it exerts its limit towards the command until the rate meets that. The command is cut \
off at `speed`, and where it changes faster than `acceleration` a ramp of that slope is followed. It may read time, `var`s and `state`s, and the motion in the conditions of an `if`. A run \
begins held where its rate is the command, and with `acceleration` always; in an equilibrium it holds where the command is zero, and with `acceleration` always. Without limits a motor is a `drive`. What it does counts as work, and is a part of the effort.

Events can `lock` a joint with coordinates where it is and `release` it, and `attach` and `detach` a joint along which nothing acts. \
Where a joint is locked or attached, velocities change at once: see [`when`](#when).

Across every joint, `force` is all that the `from` side exerts on the `to` side (what the joint holds, and springs, \
dampers, friction, effort and drive), and `torque` its moment about the origin of the `to` frame; world axes. On the \
`from` side acts the opposite force at that same point. Where `torque` (revolute) or `force` (prismatic) is the scalar \
along the axis, the vector is `torque_vector` or `force_vector`; the scalar is its part along the axis. Where joints \
of a loop hold some direction more than once, what they carry along it is not unique, and the run names what is \
redundant: the recursive dynamics let equations that repeat others carry none in the joint that closes the loop (with `penalty` all \
equations share them), the constrained ones spread them over all of its joints. All else is the same in both.",
    example: "\
model Arm {
  body arm {
    mass = 5 kg
    shape = cylinder(diameter = 8 cm, start = [0, 0, 0] m, end = [1, 0, 0] m)
  }
  joint shoulder: revolute(axis = y) from world at [0, 0, 1] m to arm {
    stiffness = 20 N.m/rad
    damping = 0.5 N.m.s/rad
    start = { angle = 30 deg }
  }
  record shoulder.angle, shoulder.rate
}",
    named: true,
    variants: Movement::VARIANTS,
    variant_required: true,
    relations: RELATIONS,
    quantities: ACROSS,
    ..Kind::PLAIN
};

const RELATIONS: &[&[Relation]] = &[&[
    relation(RelationWord::From, &[Target::Frame], "what holds"),
    relation(RelationWord::To, &[Target::Frame], "what is held"),
]];
