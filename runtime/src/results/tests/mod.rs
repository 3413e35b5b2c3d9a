//! Tests of the results, on motions known in closed form.

mod arrow;
mod budget;
mod csv;
mod folder;
mod history;
mod loads;
mod page;
mod parquet;
mod picture;
mod replace;
mod samples;
mod solid;
mod summary;
