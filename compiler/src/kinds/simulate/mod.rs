//! `simulate`: motion over time.

mod lower;
mod schema;

pub(crate) use schema::SIMULATE;
