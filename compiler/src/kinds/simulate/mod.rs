//! `simulate`: motion over time.

mod lower;
mod schema;

pub(crate) use lower::from;
pub(crate) use schema::{SIMULATE, START};
