//! One file per kind.

mod air;
mod body;
pub mod cable;
mod constraint;
mod environment;
mod equilibrium;
mod force;
mod frame;
mod joint;
mod material;
mod simulate;
pub mod system;
mod torque;
mod water;

use super::build::optional;
use super::{Field, Kind, Type};

/// Every kind, in the order in which one reads about them.
pub fn kinds() -> &'static [&'static Kind] {
    KINDS
}

/// Those of [`kinds`] that are analyses: what an experiment can ask for.
pub fn analyses() -> &'static [&'static Kind] {
    ANALYSES
}

const KINDS: &[&Kind] = &[
    &environment::ENVIRONMENT,
    &air::AIR,
    &water::WATER,
    &material::MATERIAL,
    &body::BODY,
    &frame::FRAME,
    &joint::JOINT,
    &cable::CABLE,
    &force::FORCE,
    &torque::TORQUE,
    &constraint::CONSTRAINT,
    &simulate::SIMULATE,
    &equilibrium::EQUILIBRIUM,
];

/// In the starts of bodies and joints.
const START_WEIGHT: Field = optional(
    "weight",
    Type::Scalar("1"),
    "gives way where loops do not allow it, the less the larger this is beside the others; without it \
     what is written is kept",
)
.positive();

const ANALYSES: &[&Kind] = &[&simulate::SIMULATE, &equilibrium::EQUILIBRIUM];
