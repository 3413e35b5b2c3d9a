//! What other programs have an element or a statement for, and how it is written here.

/// Words, and what to write in place of an element that is called so.
const ELSEWHERE: &[(&[&str], &str)] = &[
    (
        &["hoist", "drum", "reel"],
        "rope is paid out and hauled in by a `winch`, on an end of a cable that is a `spline`; a drum is a field of it: \
         `drum = { radius = 30 cm; stored = 100 m }`",
    ),
    (
        &["pulley", "block", "tackle", "fairlead", "roller", "capstan", "bollard"],
        "rope runs over a `sheave`, from one cable that is a `spline` over to another: `sheave NAME between A.end and B.start`; over an \
         edge that does not turn it slides, with `edge = { friction = 0.1 }`",
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
        &["energy", "momentum", "angular_momentum", "time"],
        "a value cannot stand by itself; what is recorded stands behind one `record`, with commas: `record b.position, energy`",
    ),
    (
        &["pulley", "block", "roller", "capstan"],
        "rope runs over a `sheave`, between two cables that are each a `spline`",
    ),
    (
        &["assert", "assume", "require", "check", "ensure"],
        "what ends a run is an event: `when b.position.z < 0 m { stop \"it is under water\" }`",
    ),
    (
        &[
            "print", "show", "output", "log", "display", "disp", "fprintf", "printf", "probe",
            "sensor", "measure", "scope",
        ],
        "what is written down and plotted stands behind `record`: `record b.position.z, energy`",
    ),
    (
        &["parameter", "param", "parameters"],
        "parameters stand in parentheses behind the name of a `model` or `component`: `model Crane(payload: Mass = 800 kg) { ... }`",
    ),
    (
        &[
            "const",
            "constant",
            "constants",
            "def",
            "define",
            "double",
            "float",
            "real",
            "int",
            "var_real",
        ],
        "a value gets a name by `let NAME = ...`, or outside of the models by `const NAME = ...`",
    ),
    (
        &["extends", "inherits", "include", "replaceable", "redeclare"],
        "models are put together of components: `part left = Arm(length = 2 m)`; those of other files come by `import \"arms.cdl\"`",
    ),
    (
        &["equation", "equations", "algorithm", "initial", "der"],
        "equations stand among the other members, each with a name: `constraint NAME: LEFT == RIGHT`; `der(x) = ...` is the rate of a state, in its block: `state x = 0 m { rate = ... }`",
    ),
    (
        &["connect", "connection", "attach_to"],
        "what is connected is said by a `joint NAME: fixed from A to B`, or by the ends of a cable",
    ),
    (&["inner", "outer", "worldbody", "world"], "`world` is always there, and can be connected to"),
    (
        &["geom", "mesh", "visual", "solid"],
        "what a body looks like is its field `shape`: `shape = sphere(diameter = 10 cm)`",
    ),
    (
        &[
            "option",
            "compiler",
            "settings",
            "starttime",
            "endtime",
            "deltat",
            "stoptime",
            "writeinterval",
        ],
        "how long, by which steps and how it is solved stands in an `experiment`: `simulate 10 s with rk4(step = 5 ms)`",
    ),
    (
        &["function", "func"],
        "a function stands outside of the models: `fn area(d: Length) -> Area = pi / 4 * d^2`",
    ),
    (&["end", "endif", "endfor", "endwhen", "done", "begin"], "blocks stand between `{` and `}`"),
    (
        &["while", "do", "repeat"],
        "elements are repeated by `for i in 0..3 { ... }`; what happens during a run is an event: `when time > 3 s { ... }`",
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

const AXIAL: &str = "how far it stretches is its `axial`: `axial = elastic(stiffness = 10 kN)`; what opposes bending stands in \
                     `bending = { stiffness = ... }`";

/// What an element is thought to have, by its kind, and what to write in place of a field that is called so.
const FIELDS: &[(&str, &[&str], &str)] = &[
    (
        "environment",
        &["wind"],
        "it stands in the block of the air: `air { wind = [10, 0, 0] m/s }`",
    ),
    (
        "environment",
        &["current", "waterline", "water_level"],
        "it stands in the block of the water: `water { density = 1025 kg/m^3; current = [1, 0, 0] m/s; level = 0 m }`",
    ),
    (
        "rigid_links cable",
        &["stiffness", "EA", "E", "axial_stiffness", "youngs_modulus", "young", "modulus"],
        "its links do not stretch: a `lumped` or `spline` cable has `axial = elastic(stiffness = 10 kN)`; what opposes bending \
         stands in `bending = { stiffness = ... }`",
    ),
    ("lumped cable", &["stiffness"], AXIAL),
    ("spline cable", &["stiffness"], AXIAL),
    (
        "free joint",
        &["start"],
        "a body that moves freely starts where its own block says: `body b { start = { ... } }`",
    ),
    (
        "sheave",
        &["radius", "diameter", "inertia"],
        "rope turns at a point here: what turns with the sheave is its `mass`, J/R^2, and a wheel that is a body on a joint is \
         tied to it by `constraint NAME: SHEAVE.travel == 25 cm * JOINT.angle`",
    ),
    (
        "sheave",
        &["mu", "coefficient", "wrap", "angle", "capstan"],
        "rope that slides has `edge = { friction = 0.1 }`: its coefficient, while the angle is that of the rope",
    ),
    ("edge", &["mu", "coefficient"], "the coefficient is called `friction`"),
    ("drum", &["diameter"], "a drum has a `radius`, which is half of it"),
    (
        "winch",
        &["torque"],
        "a torque is one over the radius: `tension = 3 kN.m / NAME.radius` for a winch with a `drum`, or the `effort` of its `motor`",
    ),
    (
        "winch",
        &["radius", "diameter", "inertia", "stored", "layers"],
        "the drum of a winch is a block of its own: `drum = { radius = 30 cm; stored = 100 m; inertia = 40 kg.m^2 }`",
    ),
    (
        "winch",
        &["speed", "velocity", "rate"],
        "a speed that is kept, as far as an effort goes, is that of a motor: `motor = { rate = 0.5 m/s; effort = 20 kN }`; a `drive` \
         prescribes the length whatever it takes",
    ),
    (
        "winch",
        &["length"],
        "the length at the start is that of the cable, and `drive` prescribes it: `drive = 15 m - 0.5 m/s * time`",
    ),
];

/// For somebody who gave an element of a kind, or a block, a field `name`.
pub fn field_here(owner: &str, name: &str) -> Option<&'static str> {
    let is_it = |own: &&(&str, &[&str], &str)| own.0 == owner && own.1.contains(&name);
    FIELDS.iter().find(is_it).map(|(_, _, how)| *how)
}

/// For somebody who wrote `name` where a kind of element stands.
pub fn written_here(name: &str) -> Option<&'static str> {
    let named = |words: &&[&str]| words.iter().any(|word| word.eq_ignore_ascii_case(name));
    ELSEWHERE.iter().find(|(words, _)| named(words)).map(|(_, how)| *how)
}
