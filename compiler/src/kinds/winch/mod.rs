//! `winch`: pays rope out and hauls it in.

mod lower;
mod schema;

pub(crate) use schema::{COORDINATES, WINCH};
