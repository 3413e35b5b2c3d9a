//! `winch`: pays rope out and hauls it in.

mod drum;
mod guided;
mod lower;
mod schema;

pub(crate) use drum::{DRUM, DrumOf};
pub(crate) use schema::{COORDINATES, WINCH};
