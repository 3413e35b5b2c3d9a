//! What other programs have an element or a statement for, and how it is written here.

/// Words, and what to write in place of an element that is called so.
const ELSEWHERE: &[(&[&str], &str)] = &[
    (
        &["hoist", "drum", "reel"],
        "rope is paid out and hauled in by a `winch`, on an end of a cable that is a `spline`; a drum is a body on a joint, and \
         `constraint: NAME.length == 40 m + 0.3 m * drum.angle` winds the rope on it",
    ),
    (
        &["motor", "actuator", "servo", "engine"],
        "a motor is a field of a `joint`: `motor = { rate = ...; effort = ... }`, or `drive` for one without limits",
    ),
    (
        &["spring", "damper", "bungee", "tie"],
        "a spring between two points is `force NAME: spring(stiffness = ..., length = ...) between A and B`; joints have \
         `stiffness` and `damping` of their own",
    ),
    (
        &["drag", "buoyancy", "wind", "air", "water", "fluid"],
        "fluids are blocks of the `environment`: `air { ... }`, `water { ... }`",
    ),
    (&["gravity"], "gravity is a field of the `environment`"),
    (
        &["assert", "assume", "require", "check", "ensure"],
        "what ends a run is an event: `when b.position.z < 0 m { stop \"it is under water\" }`",
    ),
    (
        &[
            "plot", "print", "show", "output", "log", "display", "probe", "sensor", "measure",
            "scope",
        ],
        "what is written down and plotted stands behind `record`: `record b.position.z, energy`",
    ),
    (
        &["solver", "integrator", "timestep"],
        "how it is solved stands in an `experiment`: `simulate 10 s with rk4(step = 5 ms)`",
    ),
    (
        &["contact", "collision", "floor", "ground"],
        "a contact is a `force` that pushes where something is too deep: `[0, 0, 1] * max(0 N, -10 kN/m * b.position.z)`; stops of \
         a joint are its `limits`",
    ),
    (
        &["gear", "coupling", "belt"],
        "a gear is a `constraint` between coordinates: `constraint NAME: a.angle == 3 * b.angle`",
    ),
];

/// For somebody who wrote `name` where a kind of element stands.
pub fn written_here(name: &str) -> Option<&'static str> {
    let named = |words: &&[&str]| words.iter().any(|word| word.eq_ignore_ascii_case(name));
    ELSEWHERE.iter().find(|(words, _)| named(words)).map(|(_, how)| *how)
}
