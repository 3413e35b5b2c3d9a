//! `joint`: lets two frames move relative to each other in some ways only.

mod limits;
mod lower;
mod schema;
mod stiction;
mod variants;

pub(crate) use schema::JOINT;
pub(crate) use variants::Movement;
