//! `cable`: a slender line between two places.

mod lower;
mod schema;
mod section;

pub(crate) use schema::CABLE;
pub use schema::STATION_QUANTITIES;
pub(crate) use section::SECTION;
