//! `at`, `every` and `when`: what happens at instants.

mod lower;
mod schema;

pub(crate) use schema::{AT, EVERY, WHEN};
