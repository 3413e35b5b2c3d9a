//! `modes`: natural frequencies, damping and shapes.

mod linearize;
mod lower;
mod response;
mod schema;

pub(crate) use linearize::LINEARIZE;
pub(crate) use response::RESPONSE;
pub(crate) use schema::MODES;
