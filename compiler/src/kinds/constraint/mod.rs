//! `constraint`: an equation that the motion has to satisfy.

mod lower;
mod schema;

pub(crate) use schema::CONSTRAINT;
