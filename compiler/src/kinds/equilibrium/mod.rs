//! `equilibrium`: where everything is at rest.

mod lower;
mod schema;

pub(crate) use schema::EQUILIBRIUM;
