//! Fields that other programs give to an element, and how they are written here.

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
