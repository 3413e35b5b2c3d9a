//! A room for each kind of element: its entry in the schema, how it is lowered, and what only it checks.

pub(crate) mod air;
pub(crate) mod body;
pub(crate) mod cable;
pub(crate) mod cases;
pub(crate) mod choose;
pub(crate) mod clump;
pub(crate) mod constraint;
pub(crate) mod environment;
pub(crate) mod equilibrium;
pub(crate) mod event;
pub(crate) mod find;
pub(crate) mod force;
pub(crate) mod frame;
pub(crate) mod grip;
pub(crate) mod input;
pub(crate) mod joint;
pub(crate) mod material;
pub(crate) mod modes;
pub(crate) mod plot;
pub(crate) mod require;
pub(crate) mod sample;
pub(crate) mod sensitivity;
pub(crate) mod sheave;
pub(crate) mod simulate;
mod start;
pub(crate) mod state;
pub(crate) mod torque;
pub(crate) mod var;
pub(crate) mod vary;
pub(crate) mod view;
pub(crate) mod water;
pub(crate) mod winch;

use crate::schema::Kind;

/// Every kind, in the order in which one reads about them.
pub(crate) static KINDS: &[&Kind] = &[
    &environment::ENVIRONMENT,
    &air::AIR,
    &water::WATER,
    &material::MATERIAL,
    &body::BODY,
    &frame::FRAME,
    &joint::JOINT,
    &cable::CABLE,
    &cable::SECTION,
    &clump::CLUMP,
    &grip::GRIP,
    &winch::WINCH,
    &sheave::SHEAVE,
    &force::FORCE,
    &torque::TORQUE,
    &constraint::CONSTRAINT,
    &state::STATE,
    &var::VAR,
    &event::AT,
    &event::EVERY,
    &event::WHEN,
    &simulate::SIMULATE,
    &equilibrium::EQUILIBRIUM,
    &modes::MODES,
    &modes::LINEARIZE,
    &modes::RESPONSE,
    &input::INPUT,
    &find::FIND,
    &choose::CHOOSE,
    &sensitivity::SENSITIVITY,
    &plot::PLOT,
    &view::VIEW,
    &require::REQUIRE,
    &vary::VARY,
    &sample::SAMPLE,
    &cases::CASES,
];

/// Those that are analyses: what an experiment can ask for.
pub(crate) static ANALYSES: &[&Kind] = &[
    &simulate::SIMULATE,
    &equilibrium::EQUILIBRIUM,
    &modes::MODES,
    &modes::LINEARIZE,
    &modes::RESPONSE,
];
