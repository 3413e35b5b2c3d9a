//! From `.cdl` text to an optimized DAE graph.
//!
//! The passes are plain functions over plain data; [`database`] alone knows salsa and makes them
//! incremental. Data flows one way: syntax tree ([`cdl_grammar`]) -> [`typed::Model`] (elaborate) ->
//! [`cdl_graph::Graph`] (lower) -> the same, better (passes). What is wrong is collected on the way
//! as [`diagnostics::Diagnostic`] values; rendering them is somebody else's job.

pub mod diagnostics;
pub mod place;
pub mod schema;
pub mod symbolic;
pub mod typed;
pub mod units;
