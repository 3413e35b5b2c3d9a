//! `var`: a value that only events change.

mod schema;

pub(crate) use schema::VAR;
