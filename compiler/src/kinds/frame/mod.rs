//! `frame`: a place with axes.

mod lower;
mod schema;

pub(crate) use schema::FRAME;
