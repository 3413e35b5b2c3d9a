//! `sheave`: rope goes from one cable over to another.

mod lower;
mod schema;

pub(crate) use schema::{COORDINATES, SHEAVE};
