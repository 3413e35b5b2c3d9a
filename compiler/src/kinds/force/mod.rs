//! `force`: acts on a point, or between two.

mod lower;
mod schema;

pub(crate) use schema::{FORCE, ForceLaw};
