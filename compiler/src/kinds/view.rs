//! `view`: how the page shows the scene.

use crate::schema::build::{choice, default, optional, required};
use crate::schema::key::{
    Always, Maybe, OneOf, Reference, Scalar, Vector, choices, direction, one_of, reference, scalar,
};
use crate::schema::{Kind, KindId, Variant};

pub(crate) static VIEW: Kind = Kind {
    id: KindId::View,
    name: "view",
    doc: "says how the page shows the scene; only inside experiments",
    details: "\
`view NAME { camera = follow(BODY, eye = DIRECTION); colour = tension; size = fit }`

A page with a scene has the views `iso`, `front` (from -y), `side` (from +x) and `top`. Those that are asked for stand before these, and with the first one the page \
opens; one with such a name takes its place. All else about the page, such as what is followed, can be changed there.

A view changes nothing that is computed, and the experiments that leave a scene have one: `simulate`, `equilibrium`, `modes` and `linearize`, not a study.",
    example: "\
model Moored {
  environment { water { density = 1025 kg/m^3 } }
  body buoy { mass = 40 kg; shape = sphere(diameter = 60 cm) }
  cable line: rigid_links(count = 12) from world at [0, 0, -9] m to buoy {
    length = 10 m
    mass = 24 kg
    start = straight(direction = z)
  }
  force lift on buoy = [200, 0, 1100] N
}

experiment pull = Moored() {
  simulate 20 s with rk4(step = 1 ms), every 200 ms
  view at_buoy { camera = follow(buoy, eye = -y); size = across(4 m) }
  view whole { camera = fixed(eye = [1, -3, 0.5]); colour = name }
}",
    named: true,
    of_experiment: true,
    fields: &[CAMERA.field, COLOUR.field, SIZE.field],
    ..Kind::PLAIN
};

pub(crate) const CAMERA: Always<OneOf<Camera>> =
    default("camera", one_of(), "fixed", "what it goes along with, and where it is");
pub(crate) const COLOUR: Always<OneOf<Colour>> =
    default("colour", one_of(), "tension", "what the colour of a cable says");
pub(crate) const SIZE: Always<OneOf<Size>> =
    default("size", one_of(), "fit", "how much is to be seen");

const FIXED: Variant = choice("fixed", "stays where it is", &[EYE.field]);
const FOLLOW: Variant = choice("follow", "goes along with a body", &[BODY.field, EYE.field]);
const TENSION: Variant =
    choice("tension", "its tension at each place, with a scale; its name where none is known", &[]);
const NAME: Variant = choice("name", "which one it is", &[]);
const FIT: Variant = choice(
    "fit",
    "what moves, over the whole run; about a body that is followed its surroundings",
    &[],
);
const ALL: Variant = choice("all", "everything, over the whole run", &[]);
const ACROSS: Variant = choice("across", "a given length", &[LENGTH.field]);

pub(crate) const BODY: Always<Reference> =
    required("body", reference(&[KindId::Body]), "what it goes along with");
pub(crate) const EYE: Maybe<Vector> = optional(
    "eye",
    direction(),
    "the direction in which it is, seen from what it looks at, world axes; by default the page chooses",
);
pub(crate) const LENGTH: Always<Scalar> =
    required("length", scalar("m"), "how much is to be seen").positive();

choices! {
    /// What the eye does.
    Camera {
        Fixed = FIXED,
        Follow = FOLLOW,
    }
}

choices! {
    /// Of cables.
    Colour {
        Tension = TENSION,
        Name = NAME,
    }
}

choices! {
    /// How much is to be seen.
    Size {
        Fit = FIT,
        All = ALL,
        Across = ACROSS,
    }
}
