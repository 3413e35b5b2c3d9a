//! What a run leaves behind: plain data in, files out.
//!
//! | file | what | module |
//! |---|---|---|
//! | `results.csv` | every recorded quantity at every recorded place of the axis, written while the run goes on | `csv` |
//! | `results.arrow` or `results.parquet` | the same numbers for programs, where that is asked for | `besides`, `arrow`, `parquet` |
//! | `events.csv` | what happened at instants, where something did | `events` |
//! | `summary.json` | what was solved, how, and how well | [`summary`] |
//! | `report.html` | plots, also those that are asked for ([`Plot`]), and an animation in one page that opens without a network | `page` |
//! | `picture.svg` | the motion in one still picture, for a README | `picture` |
//! | `results.csv`, `summary.json`, `report.html` of a study, and `variants.jsonl` | one row for each variant | [`study`] |
//!
//! [`folder::ResultsFolder`] writes all of them. Nothing here knows the graph or the dynamics: a body is
//! a pose and perhaps a shape, a cable is a list of points, a load two points and a number or a point and a
//! vector, a quantity is a column of numbers over an axis, of which time is one. Every file but the key
//! `wall` of the summary is a function of that data alone, byte for byte.
//!
//! A folder is marked as running, and its old page and picture are taken away, before the first row; what it
//! is at the end replaces the mark. `results.csv` is locked meanwhile. Files are replaced whole, by `replace`.
//!
//! Memory stays bounded however long the run is: `history::History` keeps the extremes of about a
//! thousand intervals of each column, `film::Film` a few hundred frames; and however large the model is, as
//! `budget` says what of it is shown.

mod arrow;
mod asked;
mod batch;
mod besides;
mod bounds;
mod budget;
mod colours;
pub mod comparison;
mod csv;
mod error;
mod events;
mod extremes;
mod film;
pub mod folder;
mod history;
mod loads;
mod markup;
mod matrices;
mod number;
mod page;
mod parquet;
mod picture;
mod plane;
mod plots;
mod profile;
mod quantity;
mod replace;
pub mod scene;
mod solid;
pub mod study;
pub mod summary;
#[cfg(test)]
mod tests;
mod views;

pub use asked::{Drawn, Plot};
pub use besides::Besides;
pub use error::ResultsError;
pub use extremes::{At, Extremes};
pub use matrices::{Matrix, write_matrices};
pub(crate) use number::rounded;
pub use profile::Along;
pub use quantity::Column;
pub use replace::{replace, rewrite};
pub use views::{View, ViewColour, ViewSize};
