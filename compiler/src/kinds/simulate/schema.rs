//! `simulate`: motion over time.

use crate::schema::build::{choice, default, optional, required};
use crate::schema::{Field, Kind, KindId, Type, Variant};

pub(crate) static SIMULATE: Kind = Kind {
    id: KindId::Simulate,
    name: "simulate",
    doc: "computes the motion from time 0 on; only inside experiments",
    details: "\
`simulate DURATION with INTEGRATOR, every INTERVAL, dynamics = CHOICE, loops = CHOICE, start = CHOICE`

Explicit integrators, on the recursive dynamics:

- `rk4` is the classical Runge-Kutta method of order 4 with a fixed step;
- `rk45` is Fehlberg's pair of orders 4 and 5, which adapts its step to the tolerances: for each \
state the error of a step stays below `absolute + relative * |state|` (in SI units), and that of the energy \
ledger below `relative` times the largest energy so far;
- `leapfrog` is a symmetric method of order 2 for systems without damping. A free body on which \
nothing acts keeps its momentum and angular momentum to rounding; bodies that joints hold together keep theirs \
to order 2.

Rows between two of their steps are computed by further steps, from the last one to the row, or by a \
polynomial through some where a step holds many rows. They change nothing in the run.

Implicit integrators, on the constrained dynamics; all of order 2:

- `energy_momentum` conserves energy and momentum to rounding whatever its step, and its \
positions satisfy all constraints at the end of each step: for long times;
- `midpoint` is the implicit midpoint rule;
- `generalized_alpha` damps what is too fast for its step: for stiff systems. Velocities are \
projected on the constraints after each step.

After a jump of a force or a speed inside of a step, velocities across the constraints alternate \
from step to step in `energy_momentum` and `midpoint`. Where that is seen, rows show velocities, \
accelerations and tensions without it; where it stays it is taken away, and the report says how \
much energy that was. In a motion that nothing drives or damps it is left alone.

Their fixed steps are divided where one cannot be solved whole, or a body would turn by more than \
20 degrees in it; the run says how many were.

`dynamics = auto` takes what the integrator needs. `loops` says how the recursive dynamics keep \
loops and constraints closed; with `g` what is left open of them, `J` their Jacobian in joint \
velocities and `Λ = J M^-1 J^T`. The constrained dynamics close them in every step.",
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
    fields: FIELDS,
    ..Kind::PLAIN
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
    default(
        "loops",
        Type::Variant(LOOPS),
        "projection",
        "how the recursive dynamics keep loops and constraints closed",
    ),
    default("start", Type::Variant(STARTS), "written", "from what state"),
];

const INTEGRATORS: &[Variant] = &[
    choice("rk4", "Runge-Kutta, order 4, fixed step", &[STEP]),
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
    choice("leapfrog", "Stormer-Verlet, order 2, fixed step", &[STEP]),
    choice(
        "energy_momentum",
        "midpoint scheme with discrete gradients, order 2, conserves energy and momentum",
        &[
            STEP,
            optional(
                "tolerance",
                Type::Scalar("1"),
                "relative error of a step, to which it adapts; `step` is the longest then",
            )
            .between(1e-14, 1.0),
            default(
                "project_velocities",
                Type::Bool,
                "false",
                "whether velocities satisfy the constraints at the end of each step, too",
            ),
        ],
    ),
    choice("midpoint", "implicit midpoint rule, order 2", &[STEP]),
    choice(
        "generalized_alpha",
        "generalized-alpha method, order 2, numerical damping of high frequencies",
        &[
            STEP,
            default(
                "spectral_radius",
                Type::Scalar("1"),
                "0.8",
                "the factor per step for what is much faster than the step: 1 damps nothing, 0 the most",
            )
            .between(0.0, 1.0)
            .source("Chung and Hulbert 1993"),
        ],
    ),
];

const STEP: Field = required("step", Type::Scalar("s"), "of the time").positive();

const DYNAMICS: &[Variant] = &[
    choice("auto", "what the integrator needs", &[]),
    choice("recursive", "joint coordinates on a spanning tree, O(N); explicit integrators", &[]),
    choice(
        "constrained",
        "natural coordinates, with every joint a constraint; implicit integrators",
        &[],
    ),
];

const LOOPS: &[Variant] = &[
    choice(
        "projection",
        "accelerations satisfy them; after each step positions and velocities are projected",
        &[],
    ),
    choice(
        "baumgarte",
        "`J a = ζ - 2 rate ġ - rate^2 g` in place of `J a = ζ`",
        &[RATE.source("Baumgarte 1972")],
    ),
    choice(
        "penalty",
        "stiff springs and dampers in place of constraints: `mass Λ^-1 (g̈ + 2 rate ġ + rate^2 g)`",
        &[MASS, RATE],
    ),
    choice(
        "augmented_lagrangian",
        "the penalty, iterated until the accelerations satisfy the constraints",
        &[MASS.source("Bayo, Garcia de Jalon and Serna 1988"), RATE],
    ),
    choice(
        "gear_gupta_leimkuhler",
        "accelerations satisfy them, and a second multiplier keeps the positions",
        &[],
    ),
    choice("partitioning", "only independent coordinates are integrated, the others follow", &[]),
];

const MASS: Field = default(
    "mass",
    Type::Scalar("1"),
    "1e7",
    "how much heavier the penalty is than what moves: a multiple of `Λ^-1`",
)
.positive();

const RATE: Field =
    default("rate", Type::Scalar("1/s"), "10 1/s", "natural frequency with which gaps decay")
        .positive();

const STARTS: &[Variant] = &[
    choice("written", "what the elements' starts say, made consistent", &[]),
    choice("equilibrium", "the equilibrium nearest to that, at rest", &[]),
];
