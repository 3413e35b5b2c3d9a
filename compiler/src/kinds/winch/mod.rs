//! `winch`: pays rope out and hauls it in.

pub(crate) mod drum;
mod guided;
mod lower;
mod schema;

pub(crate) use guided::Travel;
pub(crate) use schema::{COORDINATES, MASS, WINCH, of_rope};
