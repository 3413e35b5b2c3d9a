//! `simulate`: motion over time.

use super::super::build::{choice, default, optional, required};
use super::super::{Field, Kind, Type, Variant};

pub(super) const SIMULATE: Kind = Kind {
    name: "simulate",
    doc: "computes the motion from time 0 on; only inside experiments",
    details: "\
`simulate DURATION with INTEGRATOR, every INTERVAL, dynamics = CHOICE`

- `rk4` is the classical Runge-Kutta method of order 4 with a fixed step;
- `rk45` is Fehlberg's pair of orders 4 and 5, which adapts its step to the tolerances: for each \
state the error of a step stays below `absolute + relative * |state|` (in SI units);
- `leapfrog` is a symplectic method of order 2 for systems without damping.",
    example: "\
model Pendulum {
  body bob {
    mass = 1 kg
    shape = sphere(diameter = 10 cm, centre = [0, 0, -1] m)
  }
  joint hinge: revolute(axis = y) from world to bob {
    start = { angle = 10 deg }
  }
  record hinge.angle, energy
}

experiment swing = Pendulum() {
  simulate 10 s with rk45(relative = 1e-9), every 10 ms
}",
    named: false,
    fields: FIELDS,
    variants: &[],
    variant_required: false,
    relations: &[],
    law: None,
    nested: &[],
    quantities: &[],
};

const FIELDS: &[Field] = &[
    required("duration", Type::Scalar("s"), "how long; written right after `simulate`").positive(),
    required("integrator", Type::Variant(INTEGRATORS), "the method; written after `with`"),
    optional(
        "every",
        Type::Scalar("s"),
        "the interval between recorded values; by default a 500th of the duration",
    )
    .positive(),
    default(
        "dynamics",
        Type::Variant(DYNAMICS),
        "auto",
        "which formulation of the equations of motion",
    ),
];

const INTEGRATORS: &[Variant] = &[
    choice(
        "rk4",
        "Runge-Kutta, order 4, fixed step",
        &[required("step", Type::Scalar("s"), "of the time").positive()],
    ),
    choice(
        "rk45",
        "Runge-Kutta-Fehlberg, orders 4 and 5, adaptive step",
        &[
            default("relative", Type::Scalar("1"), "1e-8", "relative tolerance of each state")
                .between(1e-14, 1.0),
            default("absolute", Type::Scalar("1"), "1e-10", "absolute tolerance, in SI units")
                .positive(),
            optional("max_step", Type::Scalar("s"), "the longest step").positive(),
        ],
    ),
    choice(
        "leapfrog",
        "Stormer-Verlet, order 2, fixed step",
        &[required("step", Type::Scalar("s"), "of the time").positive()],
    ),
];

const DYNAMICS: &[Variant] = &[
    choice("auto", "the compiler chooses", &[]),
    choice("recursive", "joint coordinates on a spanning tree, O(N)", &[]),
];
