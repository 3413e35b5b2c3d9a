//! `joint`: lets two frames move relative to each other in some ways only.

mod command;
mod limits;
mod lower;
mod motor;
mod ramp;
mod schema;
mod stiction;
mod variants;

pub(crate) use schema::JOINT;
pub(crate) use variants::{CoordinateFields, LOCKED, coordinates_of, prismatic};
