//! `modes`: natural frequencies, damping and shapes.

mod linearize;
mod lower;
mod schema;

pub(crate) use linearize::LINEARIZE;
pub(crate) use schema::MODES;
