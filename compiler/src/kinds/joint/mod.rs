//! `joint`: lets two frames move relative to each other in some ways only.

mod lower;
mod schema;
mod variants;

pub(crate) use lower::coordinates;
pub(crate) use schema::JOINT;
