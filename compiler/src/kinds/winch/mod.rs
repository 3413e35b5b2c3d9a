//! `winch`: pays rope out and hauls it in.

mod guided;
mod lower;
mod schema;

pub(crate) use schema::{COORDINATES, WINCH};
