//! `torque`: acts on a body.

mod lower;
mod schema;

pub(crate) use schema::TORQUE;
