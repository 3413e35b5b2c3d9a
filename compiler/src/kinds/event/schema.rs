//! `at`, `every` and `when`: what happens at instants.

use crate::schema::build::optional;
use crate::schema::key::{Maybe, Words, words};
use crate::schema::{Field, Kind, KindId, Law, Type};

pub(crate) static AT: Kind = Kind {
    id: KindId::At,
    name: "at",
    doc: "sets values at an instant that is known before the run",
    details: "\
`at TIME { NAME = VALUE ... }` happens once; TIME is a parameter and counts from the start of the run. A step ends there. \
What may stand in the block is said with [`when`](#when).",
    example: "\
model Pushed {
  body sledge {
    mass = 2 kg
    inertia = diag(1, 1, 1) kg.m^2
  }
  joint rail: prismatic(axis = x) from world to sledge { force = push }
  var push: Force = 0 N
  at 1 s { push = 5 N }
  at 1.5 s { push = 0 N; note \"nothing pushes any more\" }
  record rail.displacement
}",
    fields: FIELDS,
    law: Some(Law::Value(Type::Scalar("s"))),
    sets: true,
    ..Kind::PLAIN
};

pub(crate) static EVERY: Kind = Kind {
    id: KindId::Every,
    name: "every",
    doc: "sets values again and again, as a sampled controller does",
    details: "\
`every PERIOD { NAME = VALUE ... }` happens at time 0 and at all whole multiples of PERIOD, which is a parameter. Steps end \
there, so a period much shorter than the step makes many steps. Values that are set stay until the next time. \
What may stand in the block is said with [`when`](#when).",
    example: "\
model Sampled {
  body sledge {
    mass = 2 kg
    inertia = diag(1, 1, 1) kg.m^2
  }
  joint rail: prismatic(axis = x) from world to sledge { force = command }
  var command: Force = 0 N
  every 10 ms { command = 50 N/m * (0.3 m - rail.displacement) - 20 N.s/m * rail.rate }
  record rail.displacement, command
}",
    fields: FIELDS,
    law: Some(Law::Value(Type::Scalar("s"))),
    sets: true,
    ..Kind::PLAIN
};

pub(crate) static WHEN: Kind = Kind {
    id: KindId::When,
    name: "when",
    doc: "sets values at the instant at which a condition becomes true",
    details: "\
`when CONDITION { NAME = VALUE ... }` happens each time the condition becomes true after it was false; one that is true at \
time 0 has to become false first. The instant is looked for, and a step ends there: in all integrators, within `1e-12` of the step in \
explicit ones and with a step that is solved to its end in implicit ones.

In the block of an event stand

- `NAME = VALUE` for a `var` or a `state` of the model or component in which the event stands. All values are \
those just before the event, whatever the order, and all names change together;
- `attach CABLE.end to FRAME`, `detach CABLE.end` for the ends of cables, `attach JOINT`, `detach JOINT` for joints; `within = 5 cm` and \
`turned = 2 deg` after a comma say how far apart may be what is attached, which an impact closes;
- `lock JOINT`, `release JOINT`, and the same for a constraint;
- `note \"TEXT\"`: for the log of the run;
- `stop \"WHY\"`: ends the run there;
- `if CONDITION { ... } else { ... }` around any of these: decided by the values just before the event, as all else is;
- `for i in 0..4 { ... }` around any of these: all turns happen at once.

All that happens at one instant is decided with the values before it. Then conditions are looked at again with the new \
values, and what becomes true by them happens next, still at the same instant. Two events that set one name to \
different values in one such round end the run with an error, and so do events that call forth each other without end.

A condition compares (`<`, `<=`, `>`, `>=`) and joins by `and`, `or`, `not`; it may read everything, tensions and \
accelerations as well. If it is true for less than a step it may be missed, unless it comes close to true at the step's ends.",
    example: "\
model Bouncing {
  state height: Length = 1 m { rate = speed }
  state speed: Speed = 0 m/s { rate = -9.81 m/s^2 }
  var bounces: Real = 0
  when height < 0 m {
    speed = -0.8 * speed
    bounces = bounces + 1
  }
  when bounces >= 10 { stop \"ten are enough\" }
  record height, bounces
}",
    fields: FIELDS,
    law: Some(Law::Value(Type::Bool)),
    sets: true,
    ..Kind::PLAIN
};

pub(super) const NOTE: Maybe<Words> =
    optional("note", words(), "for the log of the run; written `note \"TEXT\"`");
pub(super) const STOP: Maybe<Words> =
    optional("stop", words(), "ends the run, and says why; written `stop \"WHY\"`");

const FIELDS: &[Field] = &[NOTE.field, STOP.field];
