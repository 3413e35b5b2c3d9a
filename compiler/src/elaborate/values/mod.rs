//! What expressions mean: named values, operators, types, functions, and the signal DAG they build.

mod access;
mod arguments;
pub mod builtins;
pub(in crate::elaborate) mod coerce;
mod conditional;
pub(in crate::elaborate) mod data_tables;
pub(in crate::elaborate) mod expression;
pub(in crate::elaborate) mod functions;
mod lookup;
pub(in crate::elaborate) mod nodes;
pub(in crate::elaborate) mod operators;
pub(in crate::elaborate) mod thunks;
pub(in crate::elaborate) mod types;
mod varies;
