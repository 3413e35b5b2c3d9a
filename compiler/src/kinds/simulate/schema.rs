//! `simulate`: motion over time.

use crate::schema::build::{choice, default, optional, required};
use crate::schema::key::{
    Always, Condition, Maybe, OneOf, Scalar, Truth, choices, condition, one_of, scalar, truth,
};
use crate::schema::{Field, Kind, KindId, Variant};

pub(crate) static SIMULATE: Kind = Kind {
    id: KindId::Simulate,
    name: "simulate",
    doc: "computes the motion from time 0 on; only inside experiments",
    details: "\
`simulate DURATION with INTEGRATOR, until CONDITION, every INTERVAL, discard = TIME, dynamics = CHOICE, loops = CHOICE, start = CHOICE`

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
- `generalized_alpha` damps what vibrates too fast for its step: for stiff springs. What a strong damper stops \
within a step opens its ledger, which ends the run (E0509): take `energy_momentum` there. Velocities are \
projected on the constraints after each step.

After a jump of a force or a speed inside of a step, velocities across the constraints alternate \
from step to step in `energy_momentum` and `midpoint`. Where that is seen, rows show velocities, \
accelerations and tensions without it; where it stays it is taken away, and the report says how \
much energy that was. In a motion that nothing drives or damps it is left alone.

What strong dampers hold has forgotten its velocity within a step: a light piston in a stiff dashpot, the \
twist of a wire, bending that is damped far faster than the steps. In the same two, right after an event or a jump that \
steps end at, and where such velocities turn round from step to step, they are brought to what the \
dampers ask for. The energy of it, as good as none, counts as dissipated, and what steps can follow keeps its order. \
At the instant of an event that stops something rows and statistics show it so, as over the longest step: a light damped rope pulls along all of it at once. \
Bodies go on with their velocities there, unless they weigh next to nothing, and so does all where an event stops nothing. `generalized_alpha` and explicit \
integrators show there what dampers exert by velocities as they are, which is more the shorter its pieces are.

Their fixed steps are divided where one cannot be solved whole, or a body would turn by more than \
20 degrees in it; the run says how many were.

`dynamics = auto` takes what the integrator needs, and of the two ways to accelerations of explicit ones `recursive`, or `transfer_matrix` in trees with \
a load that is more than ten million times as heavy as two bodies in a row on ball joints that carry it. `loops` says how the recursive dynamics keep \
loops and constraints closed; with `g` what is left open of them, `J` their Jacobian in joint \
velocities and `Λ = J M^-1 J^T`. The constrained dynamics close them in every step.

`dynamics = transfer_matrix` is the Riccati transfer matrix method for trees: the motion of `recursive`, by sweeps that hand on what \
forces and accelerations have to do with each other at each joint. Its accelerations and forces keep their digits beside bodies that are a million times \
heavier than their neighbours, and more, also where these stand in one line with what they hang on, and across joints of any kind; what is lost where \
two such hang on one body, or slim ones are between, the run says. What holds a single body to the ground beside its joint is a part of the sweep (`loops` says `projection` or \
`baumgarte`); loops between bodies are refused.",
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

pub(super) const DURATION: Always<Scalar> =
    required("duration", scalar("s"), "how long; written right after `simulate`")
        .positive()
        .subject("DURATION", "10 s");
pub(super) const INTEGRATOR: Always<OneOf<Method>> = required(
    "integrator",
    one_of(),
    "the method; written after `with`",
)
.clause("with", "INTEGRATOR", "rk4(step = 5 ms)");
pub(super) const UNTIL: Maybe<Condition> = optional(
    "until",
    condition(),
    "ends the run as soon as it becomes true, before the duration is over",
)
.signal()
.clause("until", "CONDITION", "bob.position.z < 0 m");
pub(super) const EVERY: Maybe<Scalar> = optional(
    "every",
    scalar("s"),
    "the interval between recorded values; by default a 500th of the duration",
)
.positive()
.clause("every", "INTERVAL", "10 ms");
pub(super) const DISCARD: Maybe<Scalar> = optional(
    "discard",
    scalar("s"),
    "where statistics begin: what comes before has no part in them",
)
.non_negative();
pub(super) const DYNAMICS: Always<OneOf<Formulation>> =
    default("dynamics", one_of(), "auto", "which formulation of the equations of motion");
pub(super) const LOOPS: Always<OneOf<Loops>> = default(
    "loops",
    one_of(),
    "projection",
    "how the recursive dynamics keep loops and constraints closed",
);
pub(crate) const START: Always<OneOf<StartFrom>> =
    default("start", one_of(), "written", "from what state");

const FIELDS: &[Field] = &[
    DURATION.field,
    INTEGRATOR.field,
    UNTIL.field,
    EVERY.field,
    DISCARD.field,
    DYNAMICS.field,
    LOOPS.field,
    START.field,
];

pub(super) const RK45_RELATIVE: Always<Scalar> =
    default("relative", scalar("1"), "1e-8", "relative tolerance of each state")
        .between(1e-14, 1.0);
pub(super) const RK45_ABSOLUTE: Always<Scalar> =
    default("absolute", scalar("1"), "1e-10", "absolute tolerance, in SI units").positive();
pub(super) const RK45_MAX_STEP: Maybe<Scalar> = optional(
    "max_step",
    scalar("s"),
    "the longest step; if not given a thousandth of the run where events wait for something",
)
.positive();
pub(super) const ENERGY_MOMENTUM_TOLERANCE: Maybe<Scalar> = optional(
    "tolerance",
    scalar("1"),
    "relative error of a step, to which it adapts; `step` is the longest then",
)
.between(1e-14, 1.0);
pub(super) const ENERGY_MOMENTUM_PROJECT_VELOCITIES: Always<Truth> = default(
    "project_velocities",
    truth(),
    "false",
    "whether velocities satisfy the constraints at the end of each step, too",
);
pub(super) const GENERALIZED_ALPHA_SPECTRAL_RADIUS: Always<Scalar> = default(
    "spectral_radius",
    scalar("1"),
    "0.8",
    "the factor per step for what is much faster than the step: 1 damps nothing, 0 the most",
)
.between(0.0, 1.0)
.source("Chung and Hulbert 1993");

const RK4: Variant = choice("rk4", "Runge-Kutta, order 4, fixed step", &[STEP.field]);
const RK45: Variant = choice(
    "rk45",
    "Runge-Kutta-Fehlberg, orders 4 and 5, adaptive step",
    &[RK45_RELATIVE.field, RK45_ABSOLUTE.field, RK45_MAX_STEP.field],
);
const LEAPFROG: Variant = choice("leapfrog", "Stormer-Verlet, order 2, fixed step", &[STEP.field]);
const ENERGY_MOMENTUM: Variant = choice(
    "energy_momentum",
    "midpoint scheme with discrete gradients, order 2, conserves energy and momentum",
    &[STEP.field, ENERGY_MOMENTUM_TOLERANCE.field, ENERGY_MOMENTUM_PROJECT_VELOCITIES.field],
);
const MIDPOINT: Variant = choice("midpoint", "implicit midpoint rule, order 2", &[STEP.field]);
const GENERALIZED_ALPHA: Variant = choice(
    "generalized_alpha",
    "generalized-alpha method, order 2, numerical damping of high frequencies",
    &[STEP.field, GENERALIZED_ALPHA_SPECTRAL_RADIUS.field],
);

choices! {
    /// The integrators.
    Method {
        Rk4 = RK4,
        Rk45 = RK45,
        Leapfrog = LEAPFROG,
        EnergyMomentum = ENERGY_MOMENTUM,
        Midpoint = MIDPOINT,
        GeneralizedAlpha = GENERALIZED_ALPHA,
    }
}

pub(super) const STEP: Always<Scalar> = required("step", scalar("s"), "of the time").positive();

const AUTO: Variant = choice("auto", "what the integrator needs", &[]);
const RECURSIVE: Variant =
    choice("recursive", "joint coordinates on a spanning tree, O(N); explicit integrators", &[]);
const CONSTRAINED: Variant = choice(
    "constrained",
    "natural coordinates, with every joint a constraint; implicit integrators",
    &[],
);

const TRANSFER_MATRIX: Variant = choice(
    "transfer_matrix",
    "the same coordinates by sweeps of forces and accelerations from body to body, O(N); explicit integrators",
    &[],
);

choices! {
    /// The formulations of the equations of motion.
    Formulation {
        Auto = AUTO,
        Recursive = RECURSIVE,
        Constrained = CONSTRAINED,
        TransferMatrix = TRANSFER_MATRIX,
    }
}

const PROJECTION: Variant = choice(
    "projection",
    "accelerations satisfy them; after each step positions and velocities are projected",
    &[],
);
const BAUMGARTE: Variant = choice(
    "baumgarte",
    "`J a = ζ - 2 rate ġ - rate^2 g` in place of `J a = ζ`",
    &[RATE.source("Baumgarte 1972").field],
);
const PENALTY: Variant = choice(
    "penalty",
    "stiff springs and dampers in place of constraints: `mass Λ^-1 (g̈ + 2 rate ġ + rate^2 g)`",
    &[MASS.field, RATE.field],
);
const AUGMENTED_LAGRANGIAN: Variant = choice(
    "augmented_lagrangian",
    "the penalty, iterated until the accelerations satisfy the constraints",
    &[MASS.source("Bayo, Garcia de Jalon and Serna 1988").field, RATE.field],
);
const GEAR_GUPTA_LEIMKUHLER: Variant = choice(
    "gear_gupta_leimkuhler",
    "accelerations satisfy them, and a second multiplier keeps the positions",
    &[],
);
const PARTITIONING: Variant =
    choice("partitioning", "only independent coordinates are integrated, the others follow", &[]);

choices! {
    /// What keeps loops closed in the recursive formulation.
    Loops {
        Projection = PROJECTION,
        Baumgarte = BAUMGARTE,
        Penalty = PENALTY,
        AugmentedLagrangian = AUGMENTED_LAGRANGIAN,
        GearGuptaLeimkuhler = GEAR_GUPTA_LEIMKUHLER,
        Partitioning = PARTITIONING,
    }
}

pub(super) const MASS: Always<Scalar> = default(
    "mass",
    scalar("1"),
    "1e7",
    "how much heavier the penalty is than what moves: a multiple of `Λ^-1`",
)
.positive();

pub(super) const RATE: Always<Scalar> =
    default("rate", scalar("1/s"), "10 1/s", "natural frequency with which gaps decay").positive();

const WRITTEN: Variant = choice("written", "what the elements' starts say, made consistent", &[]);
const EQUILIBRIUM: Variant = choice("equilibrium", "the equilibrium nearest to that, at rest", &[]);

choices! {
    /// From what state a simulation starts.
    StartFrom {
        Written = WRITTEN,
        Equilibrium = EQUILIBRIUM,
    }
}
