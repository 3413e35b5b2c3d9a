//! One file per kind.

mod air;
mod body;
pub mod cable;
mod constraint;
mod environment;
mod force;
mod frame;
mod joint;
mod material;
mod simulate;
pub mod system;
mod torque;
mod water;

use super::Kind;

/// Every kind, in the order in which one reads about them.
pub fn kinds() -> &'static [&'static Kind] {
    KINDS
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
];
