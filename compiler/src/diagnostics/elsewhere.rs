//! What other programs have an element or a statement for, and how it is written here.

use super::Diagnostic;

/// What closes blocks elsewhere.
const ENDS: &[&str] = &["end", "endif", "endfor", "endwhen", "done", "begin"];

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
    (
        &["annotation", "comment", "description"],
        "what something is stands before it, in a line `/// ...`; a comment is `// ...`",
    ),
    (
        &["mooring", "tether", "umbilical", "riser", "chain_line"],
        "what hangs between two points is a cable: `cable NAME: rigid_links(count = 20) from A to B { ... }`",
    ),
    (
        &["inertial"],
        "what it weighs and how it resists turning are fields of the `body`: `mass = 1 kg`, `inertia = diag(1, 2, 3) kg.m^2`",
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
        "what ends a run is an event: `when b.position.z < 0 m { stop \"it is under water\" }`; what has to hold in the end stands in an \
         `experiment`: `require low: max(b.position.z) < 3 m`",
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
            "startfrom",
            "stopat",
            "writecontrol",
            "tolerance",
            "maxstep",
            "duration",
        ],
        "how long, by which steps and how it is solved stands in an `experiment`: `simulate 10 s with rk4(step = 5 ms)`",
    ),
    (
        &["function", "func"],
        "a function stands outside of the models: `fn area(d: Length) -> Area = pi / 4 * d^2`",
    ),
    (ENDS, "blocks stand between `{` and `}`"),
    (
        &["while", "do", "repeat"],
        "elements are repeated by `for i in 0..3 { ... }`; what happens during a run is an event: `when time > 3 s { ... }`",
    ),
    (
        &["solver", "integrator", "timestep", "run", "integrate", "solve"],
        "how it is solved stands in an `experiment`: `simulate 10 s with rk4(step = 5 ms)`",
    ),
    (
        &["contact", "collision", "floor", "ground"],
        "a contact is a `force` that pushes where something is too deep: `[0, 0, 1] * max(0 N, -10 kN/m * b.position.z)`; stops of \
         a joint are its `limits`",
    ),
    (
        &[
            "revolute",
            "prismatic",
            "universal",
            "spherical",
            "cylindrical",
            "planar",
            "hinge",
            "slider",
            "pin",
            "fixed",
            "ball",
        ],
        "that is what a joint is, behind its name: `joint NAME: revolute(axis = y) from A to B`",
    ),
    (
        &["rigid_links", "spline", "lumped", "bspline", "chain"],
        "that is how a cable is divided, behind its name: `cable NAME: rigid_links(count = 20) from A to B { ... }`",
    ),
    (
        &["equality", "weld", "glue", "lock_to"],
        "what is held together is a `joint NAME: fixed from A to B`; an equation between positions or coordinates is a `constraint NAME: LEFT == RIGHT`",
    ),
    (
        &["attach", "shackle", "attachment"],
        "a body is held along a cable by `grip NAME from CABLE.at(12 m) to BODY`, and at the end of one by its `from` and `to`; events attach and detach",
    ),
    (
        &["seabed", "seafloor", "bottom", "bathymetry"],
        "there is no seabed by itself: what lies on it is pushed up by a `force`, as `force lift on b = [0, 0, 1] * max(0 N, -10 kN/m * (b.position.z + 50 m))`",
    ),
    (
        &["linetype", "line_type", "cabletype", "default", "defaults"],
        "what several elements share is a value or a component: `let chain = { linear_density = 80 kg/m }`, `component Line(top: Frame) { ... }`",
    ),
    (
        &["wave", "waves", "sea", "seastate"],
        "waves move the `level` and the `current` of the environment's water: `water { density = 1025 kg/m^3; level = 1 m * sin(2 * pi * time / 8 s) }`",
    ),
    (
        &[
            "final",
            "discrete",
            "constant_real",
            "protected",
            "public",
            "private",
            "flow",
            "input_real",
            "boolean",
            "integer",
            "string",
        ],
        "a value gets a name by `let NAME = ...`, one that events set by `var NAME = ...`; what others may see has `pub` before it",
    ),
    (
        &["gear", "coupling", "belt"],
        "a gear is a `constraint` between coordinates: `constraint NAME: a.angle == 3 * b.angle`",
    ),
];

/// Whether it says of a word that closes blocks elsewhere that it is no kind of element, or cannot be read.
pub fn is_end_of_other_block(own: &Diagnostic) -> bool {
    let says = |end: &str| own.message.ends_with(&format!("called `{end}`"));
    own.code == "E0203" && ENDS.iter().any(|end| says(end))
        || own.code == "E0101" && own.message.starts_with("there is no `end ")
}

/// For somebody who wrote `name` where a kind of element stands.
pub fn written_here(name: &str) -> Option<&'static str> {
    let named = |words: &&[&str]| words.iter().any(|word| word.eq_ignore_ascii_case(name));
    ELSEWHERE.iter().find(|(words, _)| named(words)).map(|(_, how)| *how)
}
