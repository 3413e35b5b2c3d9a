//! From `.cdl` text to an optimized DAE graph.
//!
//! The passes are plain functions over plain data; [`database`] alone knows salsa and makes them
//! incremental. Data flows one way: syntax tree ([`cdl_grammar`]) -> [`typed::Model`] (elaborate) ->
//! [`cdl_graph::Graph`] (lower) -> the same, better (passes). What is wrong is collected on the way
//! as [`diagnostics::Diagnostic`] values; rendering them is somebody else's job.

mod api;
mod database;
pub mod diagnostics;
pub mod elaborate;
mod kinds;
pub mod lint;
pub mod lower;
pub mod passes;
pub mod place;
pub mod resolve;
mod row;
pub mod schema;
pub mod symbolic;
pub mod tables;
pub mod typed;
pub mod units;

pub use api::{
    Compilation, Disk, Files, Location, NameUse, Nothing, Outdated, Request, Runnable,
    RunnableKind, Stage, read_regular, read_text,
};
pub use database::{Compiler, FileItem, RevealedAt, View, library_modules};
pub use row::Row;
pub use typed::typed_text;
