//! `modes`: natural frequencies, damping and shapes.

mod lower;
mod schema;

pub(crate) use schema::MODES;
