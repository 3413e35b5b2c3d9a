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

const AXIAL: &str = "how far it stretches is its `axial`: `axial = elastic(stiffness = 10 kN)`; what opposes bending stands in \
                     `bending = { stiffness = ... }`";

const JOINT_STOPS: &[&str] =
    &["range", "limit", "min", "max", "lower", "upper", "lower_limit", "upper_limit", "limited"];
const JOINT_ENDS: &[&str] = &[
    "parent",
    "child",
    "body1",
    "body2",
    "frame_a",
    "frame_b",
    "base",
    "follower",
    "parent_link",
    "child_link",
    "bodies",
    "ends",
];
const CONNECTS: &str =
    "what it connects stands before its block: `joint NAME: VARIANT from A to B { ... }`";
const CABLE_ENDS: &[&str] = &[
    "end_a", "end_b", "EndA", "EndB", "endA", "endB", "end1", "end2", "anchor", "fairlead",
    "parent", "child",
];
const HANGS: &str = "what it hangs from stands before its block: `cable NAME: rigid_links(count = 20) from A to B { ... }`, with a \
                     place as in `from world at [0, 0, 3] m`";
const EFFORTS: &[&str] = &[
    "value",
    "vector",
    "force",
    "torque",
    "magnitude",
    "amplitude",
    "moment",
    "F",
    "f",
    "law",
    "components",
];
const EXERTS: &str = "what it exerts stands behind `=`: `force NAME on B = [1, 0, 0] N`, `torque NAME on B = [0, 1, 0] N.m`";
const STOPS: &str = "stops are a field of the joint: `limits = { lower = -30 deg; upper = 30 deg; stiffness = 2 kN.m/rad }`";
const STOPS_ALONG: &str =
    "stops are a field of the joint: `limits = { lower = 0 m; upper = 2 m; stiffness = 100 kN/m }`";
const TURNED: &[&str] = &[
    "rpy",
    "euler",
    "quat",
    "quaternion",
    "orientation",
    "rotation",
    "rotate",
    "xyaxes",
    "zaxis",
    "axisangle",
];
const TURNS: &str = "how it is turned says `attitude = euler(roll = 0 deg, pitch = 90 deg, yaw = 0 deg)`, or `rotation(y, 90 deg)`";

const CABLE_EI: &[&str] = &["EI", "bending_stiffness", "BendStiffness", "flexural_rigidity"];
const BENDS: &str = "what opposes bending stands in `bending = { stiffness = 30 kN.m^2 }`";
const CABLE_CD: &[&str] = &["Cd", "CD", "Cdn", "cd", "drag_coefficient"];
const DRAGS: &str =
    "drag is a field of two coefficients, `drag = { normal = 1.2; tangent = 0.01 }`";
const CABLE_OD: &[&str] = &["OD", "ID", "D", "od", "outer_diameter", "thickness"];
const WIDE: &str = "how wide it is says `diameter = 12 mm`";

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
        "body",
        &[
            "pos",
            "position",
            "location",
            "origin",
            "xyz",
            "quat",
            "euler",
            "orientation",
            "attitude",
            "rotation",
            "velocity",
        ],
        "where it begins follows from its joint and that joint's `start`; a body that moves freely, or hangs on a cable, says it by \
         `start = { position = [0, 0, 1] m; velocity = [1, 0, 0] m/s }`",
    ),
    (
        "body",
        &[
            "geom",
            "geometry",
            "collision",
            "visual",
            "mesh",
            "size",
            "type",
            "box",
            "sphere",
            "cylinder",
        ],
        "what it looks like, and what its mass and inertia can follow from, is its `shape`: `shape = sphere(diameter = 10 cm)`, \
         `shape = box(size = [1, 2, 3] m)`",
    ),
    (
        "body",
        &["force", "forces", "load", "torque", "torques", "moment", "external_force"],
        "what acts on it is an element of its own: `force NAME on BODY = [1, 0, 0] N`, `torque NAME on BODY = [0, 1, 0] N.m`; its \
         weight follows from its `mass`",
    ),
    (
        "body",
        &["joint", "joints", "freejoint", "parent", "attached_to"],
        "what it hangs on is an element of its own: `joint NAME: revolute(axis = y) from world to BODY`",
    ),
    (
        "body",
        &["color", "colour", "rgba", "material_color"],
        "colours are chosen by the page of a run; a file says nothing about them",
    ),
    (
        "body",
        &["fixed", "static", "anchored", "is_fixed"],
        "what does not move is held by `joint NAME: fixed from world to BODY`",
    ),
    (
        "water",
        &["depth", "WtrDpth", "WaterDepth", "wave", "waves", "height", "period", "seabed"],
        "water has a `density`, a `current` and a `level`, which may change in time: `level = 1 m * sin(2 * pi * time / 8 s)`; there is no seabed",
    ),
    (
        "rigid_links cable",
        &["stiffness", "EA", "E", "axial_stiffness", "youngs_modulus", "young", "modulus"],
        "its links do not stretch: a `lumped` or `spline` cable has `axial = elastic(stiffness = 10 kN)`; what opposes bending \
         stands in `bending = { stiffness = ... }`",
    ),
    ("lumped cable", &["stiffness"], AXIAL),
    ("spline cable", &["stiffness"], AXIAL),
    ("revolute joint", JOINT_STOPS, STOPS),
    ("joint", JOINT_ENDS, CONNECTS),
    ("cable", CABLE_ENDS, HANGS),
    ("force", EFFORTS, EXERTS),
    ("torque", EFFORTS, EXERTS),
    ("prismatic joint", JOINT_STOPS, STOPS_ALONG),
    ("frame", TURNED, TURNS),
    (
        "body",
        &[
            "ixx", "iyy", "izz", "ixy", "ixz", "iyz", "Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz",
            "I_xx", "I_yy", "I_zz", "I_11", "I_22", "I_33",
        ],
        "all of it is one field: `inertia = diag(1, 2, 3) kg.m^2`, or with products of inertia `inertia = symmetric(1, 2, 3, 0, 0, 0) \
         kg.m^2`",
    ),
    ("cable", CABLE_EI, BENDS),
    ("cable", CABLE_CD, DRAGS),
    ("cable", CABLE_OD, WIDE),
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
    let is_owner = |own: &str| {
        let variant = owner.strip_suffix(own);
        variant.is_some_and(|variant| variant.is_empty() || variant.ends_with(' '))
    };
    let is_it = |own: &&(&str, &[&str], &str)| own.1.contains(&name) && is_owner(own.0);
    FIELDS.iter().find(is_it).map(|(_, _, how)| *how)
}

/// Whether somebody gave an element as a field what stands before its block, and so lacks there.
pub fn stands_before_block(owner: &str, name: &str) -> bool {
    matches!(field_here(owner, name), Some(CONNECTS | HANGS | EXERTS))
}

/// Whether a note says what stands before a block.
pub fn is_of_head(note: &str) -> bool {
    matches!(note, CONNECTS | HANGS | EXERTS)
}

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
