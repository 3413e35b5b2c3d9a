//! `environment`: gravity, air and water.

mod lower;
mod schema;

pub(crate) use lower::standard;
pub(crate) use schema::ENVIRONMENT;
